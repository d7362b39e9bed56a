#include "ui/common/icons.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

// A static library's resources must be asked for by name, outside any namespace.
static void initIcons() {
    Q_INIT_RESOURCE(icons);
}

namespace vitrine {
namespace {

QPixmap draw(const QByteArray& svg, const QColor& color) {
    constexpr int kSize = 16, kScale = 8;  // drawn large, shown small: sharp at every scale factor
    QByteArray colored = svg;
    colored.replace("#000000", color.name().toLatin1());
    QSvgRenderer renderer(colored);
    QPixmap pixmap(kSize * kScale, kSize * kScale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

}  // namespace

QIcon themedIcon(const Theme& theme, const char* name) {
    initIcons();
    QFile file(QStringLiteral(":/icons/%1.svg").arg(QLatin1String(name)));
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QByteArray svg = file.readAll();
    const ThemeColors& c = theme.colors();
    QIcon icon;
    icon.addPixmap(draw(svg, c.text), QIcon::Normal, QIcon::Off);
    icon.addPixmap(draw(svg, c.accent), QIcon::Normal, QIcon::On);
    icon.addPixmap(draw(svg, Theme::blend(c.surface, c.muted, 0.55)), QIcon::Disabled);
    return icon;
}

QSize iconSize(const Theme& theme) {
    const int side = theme.iconPixels();
    return {side, side};
}

QSize railIconSize(const Theme& theme) {
    const int side = theme.iconPixels() * 5 / 4;
    return {side, side};
}

}  // namespace vitrine
