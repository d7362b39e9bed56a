#include "ui/common/color_maps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace vitrine {
namespace {

double toLinear(double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double toGamma(double c) {
    c = std::clamp(c, 0.0, 1.0);
    return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

OkLab fromHue(double lightness, double chroma, double degrees) {
    const double angle = degrees * std::numbers::pi / 180;
    return {lightness, chroma * std::cos(angle), chroma * std::sin(angle)};
}

double luminance(const QColor& c) {
    return 0.2126 * toLinear(c.redF()) + 0.7152 * toLinear(c.greenF()) + 0.0722 * toLinear(c.blueF());
}

constexpr int kTableSize = 256;
using Table = std::array<QRgb, kTableSize>;

// Light: paper to deep indigo. Dark: ink to pale yellow. The hue turns with the lightness because one hue
// alone gives few distinguishable steps; chroma stays inside the sRGB gamut at every lightness.
Table makeSequential(bool dark) {
    Table table{};
    for (int i = 0; i < kTableSize; ++i) {
        const double t = i / double(kTableSize - 1);
        const double arc = std::sin(std::numbers::pi * std::pow(t, 0.8));
        const OkLab lab = dark ? fromHue(0.23 + 0.69 * t, 0.015 + 0.10 * arc + 0.05 * t, 275 - 170 * t)
                               : fromHue(0.975 - 0.655 * t, 0.004 + 0.085 * arc + 0.07 * t, 200 + 70 * t);
        table[static_cast<std::size_t>(i)] = fromOkLab(lab).rgb();
    }
    return table;
}

Table makeDiverging(bool dark) {
    Table table{};
    for (int i = 0; i < kTableSize; ++i) {
        const double t = 2.0 * i / (kTableSize - 1) - 1;
        const double size = std::abs(t);
        const double lightness = dark ? 0.25 + 0.50 * size : 0.97 - 0.42 * size;
        const OkLab lab = fromHue(lightness, 0.13 * size, t < 0 ? 250 : 52);
        table[static_cast<std::size_t>(i)] = fromOkLab(lab).rgb();
    }
    return table;
}

QColor lookUp(const Table& table, double t) {
    if (!(t >= 0)) t = 0;  // NaN as well
    const auto index = static_cast<std::size_t>(std::lround(std::min(t, 1.0) * (kTableSize - 1)));
    return QColor::fromRgb(table[index]);
}

}  // namespace

OkLab toOkLab(const QColor& color) {
    const double r = toLinear(color.redF()), g = toLinear(color.greenF()), b = toLinear(color.blueF());
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

QColor fromOkLab(const OkLab& lab) {
    const double l = std::pow(lab.L + 0.3963377774 * lab.a + 0.2158037573 * lab.b, 3);
    const double m = std::pow(lab.L - 0.1055613458 * lab.a - 0.0638541728 * lab.b, 3);
    const double s = std::pow(lab.L - 0.0894841775 * lab.a - 1.2914855480 * lab.b, 3);
    return QColor::fromRgbF(
        static_cast<float>(toGamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)),
        static_cast<float>(toGamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)),
        static_cast<float>(toGamma(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)));
}

double contrast(const QColor& first, const QColor& second) {
    const double a = luminance(first), b = luminance(second);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

QColor sequentialColor(double t, bool dark) {
    static const Table light = makeSequential(false), night = makeSequential(true);
    return lookUp(dark ? night : light, t);
}

QColor divergingColor(double t, bool dark) {
    static const Table light = makeDiverging(false), night = makeDiverging(true);
    return lookUp(dark ? night : light, std::isnan(t) ? 0.5 : (t + 1) / 2);
}

QColor headColor(int head, bool dark) {
    static constexpr std::array<QRgb, 8> kOkabeIto = {0xff0072b2, 0xffe69f00, 0xff009e73, 0xffcc79a7,
                                                      0xff56b4e9, 0xffd55e00, 0xffb7ab00, 0xff5a5a5a};
    const int count = static_cast<int>(kOkabeIto.size());
    const int index = ((head % count) + count) % count;
    QColor color = QColor::fromRgb(kOkabeIto[static_cast<std::size_t>(index)]);
    OkLab lab = toOkLab(color);
    if (dark) lab.L = std::max(lab.L, 0.66);
    if (head >= count) lab.L = std::min(0.92, lab.L + 0.12);
    return fromOkLab(lab);
}

}  // namespace vitrine
