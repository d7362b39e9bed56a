#pragma once

#include <QFontMetricsF>
#include <QRectF>

#include "ui/views/attention/attention_model.h"

namespace vitrine {

/// Where a point of a labelled matrix falls; -1 on an axis means the other axis' labels.
struct MatrixHit {
    int row = -1, column = -1;
    bool inside() const { return row >= 0 || column >= 0; }
    bool operator==(const MatrixHit&) const = default;
};

/// Geometry of one labelled matrix: row labels on the left, column labels above, cells, a scale on the right.
class MatrixLayout {
public:
    struct Metrics {
        QFontMetricsF label, number;
        double scaleWidth = 0;  ///< px kept on the right for the scale
        /// px; wider or taller cells say no more, except on a large screen: there they take up to a third of
        /// its width (and half its height), and a quarter of its height.
        double widestCell = 220, tallestCell = 96;
    };
    MatrixLayout(const LabelledMatrix& matrix, const QRectF& area, const Metrics& metrics);

    QRectF cells() const { return m_cells; }
    QRectF cell(int row, int column) const;
    QRectF rowLabel(int row) const;
    /// The box above a column (only as wide as the column; slanted labels leave it to the right).
    QRectF columnLabel(int column) const;
    QRectF scale() const { return m_scale; }
    bool slantedColumns() const { return m_slanted; }  ///< by 45 degrees
    bool turnedColumns() const { return m_turned; }    ///< read upwards
    /// The room above the row labels, for what the columns are.
    QRectF corner() const {
        return {m_area.left(), m_area.top(), m_cells.left() - m_area.left() - kLabelGap,
                m_cells.top() - m_area.top() - kLabelGap / 2};
    }
    double right() const;   ///< px, of everything with the scale
    double bottom() const;  ///< px
    /// True when every row label has the width it needs.
    bool labelsFit() const { return m_labelsFit; }
    /// True when a number with `width` px fits into a cell.
    bool numbersFit(double width, double height) const;
    /// Every n-th column is labelled (features), 1 for tokens.
    int labelStride() const { return m_stride; }

    MatrixHit hit(const QPointF& point) const;

    /// px of a row label with its predicted token.
    static double rowLabelWidth(const AxisToken& token, const QFontMetricsF& metrics);
    /// The two words of a row label as they fit into `width`: what both need is given to the longer one.
    struct RowLabel {
        QString input, predicted;  ///< predicted is empty for a row that writes nothing
    };
    static RowLabel fittedLabel(const AxisToken& token, const QFontMetricsF& metrics, double width);
    static QString arrow() { return QStringLiteral(" → "); }
    static constexpr double kLabelGap = 6;  // px between label and cells

private:
    int m_rows, m_columns;
    QRectF m_area, m_cells, m_scale;
    double m_scaleWidth = 0, m_cellWidth = 0, m_cellHeight = 0;
    bool m_slanted = false, m_turned = false, m_labelsFit = true;
    int m_stride = 1;
};

}  // namespace vitrine
