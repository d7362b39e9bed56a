#pragma once

#include <QWidget>

#include "ui/views/model_map/map_painter.h"

namespace vitrine {

/// Paints the map and reports what the pointer and the keys do.
class MapWidget : public QWidget {
    Q_OBJECT
public:
    explicit MapWidget(const Theme& theme, QWidget* parent = nullptr);

    void setContent(const MapModel* model, MapMarks marks);
    void paintInto(QPainter& painter, const QRectF& area) const;
    MapLayout layoutNow() const;

Q_SIGNALS:
    void hovered(vitrine::MapHit hit);
    void pointerLeft();
    void clicked(vitrine::MapHit hit);
    void moved(int by);   ///< to the next or previous box
    void turned(int by);  ///< to the other stack or layer
    void entered();       ///< Enter: open the chosen box
    void released();      ///< Esc

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString toolTipOf(const MapHit& hit) const;

    const Theme& m_theme;
    const MapModel* m_model = nullptr;
    MapMarks m_marks;
    MapHit m_lastHover;
};

}  // namespace vitrine
