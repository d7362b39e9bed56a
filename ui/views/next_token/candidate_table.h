#pragma once

#include <QAbstractScrollArea>

#include "ui/common/theme.h"
#include "ui/views/next_token/candidate_model.h"

namespace vitrine {

/// The candidates of one step as rows, the stages of the choice as aligned columns. Probabilities share one
/// scale, 0 to 1; what a stage cuts is shaded from there on.
class CandidateTable : public QAbstractScrollArea {
    Q_OBJECT
public:
    CandidateTable(const Theme& theme, const CandidateModel& model, QWidget* parent = nullptr);

    /// The model changed.
    void refresh();
    /// The token that stands at this step although the decoding would choose another one; none if invalid.
    void setForced(TokenId token);
    /// A candidate highlighted from elsewhere.
    void setHighlighted(TokenId token);

    int currentRow() const { return m_current; }
    int rowAt(const QPoint& position) const;  ///< -1 outside the rows
    QRect rowRect(int row) const;             ///< in the viewport
    QString shownLabel(int row) const;        ///< the candidate as it fits into its column
    QStringList clippedTexts()
        const;  ///< heads and numbers that do not fit into their columns; none is right
    /// Header, rows from `first` as far as they fit, footer.
    void paintTable(QPainter& painter, const QRect& area, int first) const;
    int headerHeight() const;
    int rowHeight() const;
    int footerHeight() const;

Q_SIGNALS:
    void forceRequested(int row);
    void explainRequested(int row);
    void rowHovered(int row);  ///< -1: none

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    // px between columns, and around and beside the words and numbers in them
    static constexpr int kColumnGap = 12, kNarrowGap = 8, kTokenPadding = 8, kMarkGap = 8, kNumberPadding = 2;
    struct Column {
        CandidateModel::Stage stage;
        bool draws = false;
        QRect area;
    };
    struct Layout {
        QRect token;
        std::vector<Column> columns;
    };
    Layout layOut(const QRect& area) const;
    int tokenColumn(const QRect& area) const;
    QString markOf(int row) const;
    QString fittedLabel(int row, int width) const;
    QStringList columnTitles(const Column& column) const;
    QStringList columnSettings(const Column& column) const;
    static QString fitting(const QStringList& forms, const QFont& font, int width);
    QFont titleFont() const;
    QFont numberFont(int width) const;
    int markWidth(int row, int width) const;
    QString columnFooter(const Column& column) const;
    void paintHeader(QPainter& painter, const Layout& layout, const QRect& area, int rows) const;
    void paintFooter(QPainter& painter, const Layout& layout, const QRect& area) const;
    void paintRow(QPainter& painter, const Layout& layout, const QRect& area, int row, int rows) const;
    void paintCell(QPainter& painter, const Column& column, const QRect& cell, int row, int rows) const;
    int rowInSlot(int slot, int first, int rows) const;
    QRect logitTrack(const QRect& cell) const;
    void paintDot(QPainter& painter, const QRect& cell, int row, int rows) const;
    void paintBar(QPainter& painter, const QRect& cell, double share, const QColor& color) const;
    void paintTokenCell(QPainter& painter, const QRect& cell, int row) const;
    int visibleRows(const QRect& area) const;
    void updateScroll();
    void setCurrent(int row);
    bool explainsAt(const QPoint& position) const;

    const Theme& m_theme;
    const CandidateModel& m_model;
    TokenId m_forced, m_highlighted;
    int m_hovered = -1, m_current = 0;
    int m_pressed = -1;  // a click is a press and a release on one row
};

}  // namespace vitrine
