#pragma once

#include <QByteArray>
#include <QList>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <vector>

class QColor;
class QPainter;

namespace vitrine {

/// Numbers behind a figure, row-major.
struct FigureData {
    QString name;               ///< stable, becomes part of a file name: "weights", "candidates"
    std::vector<qint64> shape;  ///< product = values.size()
    std::vector<double> values;
    /// For CSV: a label for each entry of the last axis, and one for each row of the flattened other axes.
    /// Either may be empty.
    QStringList columns, rows;
};

/// Something that can be taken along: painted as a vector figure, and as the numbers behind it.
class Figure {
public:
    virtual ~Figure() = default;
    /// What the figure is, in the person's language: "Next token".
    virtual QString title() const = 0;
    /// A sentence of its own for the caption (which layer, which head); may be empty.
    virtual QString detail() const { return {}; }
    /// Everything exact that is drawn; empty when there is nothing yet.
    virtual QList<FigureData> data() const = 0;

    virtual QSizeF figureSize() const = 0;  ///< px
    virtual void paintFigure(QPainter& painter, const QRectF& area) = 0;
};

/// RFC 4180, UTF-8: a header line when there are column labels, then one line a row; numbers with 17 digits,
/// so that they read back exactly.
QByteArray toCsv(const FigureData& data);
/// NumPy format 1.0, little-endian float64, C order.
QByteArray toNpy(const FigureData& data);

/// Writes a figure with its caption under it, by the suffix of the file: .svg, .pdf, .png (twice the pixels),
/// .csv, .npy (of the first data, or one file "NAME-DATA.npy" each when there are several; likewise .csv,
/// with the caption beside it in NAME.caption.txt). `background` and `ink` are the colours of page and
/// caption. Returns the files written. Throws Error with one sentence for an unknown suffix, no data, a file
/// that cannot be written.
QStringList exportFigure(Figure& figure, const QString& caption, const QString& file,
                         const QColor& background, const QColor& ink);

}  // namespace vitrine
