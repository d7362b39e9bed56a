#pragma once

#include <QColor>

namespace vitrine {

/// A colour in the OKLab space (Ottosson 2020, "A perceptual color space for image processing"): L lightness
/// 0 to 1, a green-red, b blue-yellow. Equal distances look equally different.
struct OkLab {
    double L = 0, a = 0, b = 0;
};
OkLab toOkLab(const QColor& color);
/// Out-of-gamut colours are clipped channel by channel.
QColor fromOkLab(const OkLab& lab);

/// Relative luminance contrast of two opaque colours, 1 to 21 (WCAG 2.1).
double contrast(const QColor& first, const QColor& second);

/// Magnitudes, t in [0, 1]: 0 is the background, 1 stands out most. Lightness is linear in t, so equal steps
/// of the quantity look equal, also without colour vision.
QColor sequentialColor(double t, bool dark);
/// Signed values, t in [-1, 1]: blue below zero, neutral at zero, orange above; both ends are equally light.
QColor divergingColor(double t, bool dark);

/// Categorical colours of heads: the set of Okabe and Ito (2008), safe for the common forms of colour
/// blindness, in an order that keeps neighbours far apart. Beyond eight heads the set repeats lighter.
QColor headColor(int head, bool dark);

}  // namespace vitrine
