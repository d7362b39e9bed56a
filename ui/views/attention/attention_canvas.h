#pragma once

#include <QWidget>

#include "ui/views/attention/head_strip.h"

namespace vitrine {

/// Paints one picture of an attention and reports what the pointer and the keys do with it. It knows no
/// model: the view gives it finished content.
class AttentionCanvas : public QWidget {
    Q_OBJECT
public:
    enum class Mode { Matrix, Lines, Wall };

    struct Content {
        Mode mode = Mode::Matrix;
        LabelledMatrix matrix;  ///< of Matrix and Lines
        CellScale scale;
        AttentionMarks marks;
        QColor hue;
        std::vector<std::vector<LabelledMatrix>> wall;  ///< [layer][head]
        MatrixHit wallChosen;                           ///< layer, head
        std::function<bool(int layer, int head)> headChanged;
        std::vector<HeadTile> heads;  ///< of Matrix and Lines: the mean, then every head of the layer
        QString emptyText;            ///< shown when there is nothing to draw: what to do first
    };

    explicit AttentionCanvas(const Theme& theme, QWidget* parent = nullptr);

    void setContent(Content content);
    const Content& content() const { return m_content; }
    /// Draws into any painter, as for an export.
    void paintInto(QPainter& painter, const QRectF& area) const;
    /// Center of a cell, label or tile in widget coordinates.
    QPointF pointOf(const MatrixHit& hit) const;
    /// Center of a thumbnail beside the picture, kAllHeads for the mean; null where there is no room for it.
    QPointF pointOfHead(int head) const;

Q_SIGNALS:
    void hovered(vitrine::MatrixHit hit);
    void pointerLeft();
    void clicked(vitrine::MatrixHit hit);
    void opened(vitrine::MatrixHit hit);  ///< double click or Enter
    void headHovered(int head);           ///< a thumbnail beside the picture; kAllHeads is the mean
    void headClicked(int head);
    void moved(int rows, int columns);  ///< arrow keys
    void released();                    ///< Esc

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QRectF inner(const QRectF& area) const;
    AttentionPlan plan(const QRectF& area) const;
    MatrixHit hitAt(const QPointF& point) const;
    /// Index of a thumbnail, -1 for none.
    int tileAt(const QPointF& point) const;
    void paintHeads(QPainter& painter, const HeadStripLayout& strip) const;
    void paintWall(QPainter& painter, const QRectF& area) const;
    void paintEmpty(QPainter& painter, const QRectF& area) const;
    QSize smallest() const;

    const Theme& m_theme;
    Content m_content;
    MatrixHit m_lastHover;
    int m_lastTile = -1;
};

}  // namespace vitrine
