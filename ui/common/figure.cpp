#include "ui/common/figure.h"

#include <QBuffer>
#include <QColor>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QTextCharFormat>
#include <QTextCursor>
#include <QTextDocument>
#include <bit>
#include <cmath>
#include <cstring>

#include "engine/core/error.h"
#include "ui/common/whole_file.h"

namespace vitrine {
namespace {

QString csvField(QString text) {
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) &&
        !text.contains(QLatin1Char('\n')) && !text.contains(QLatin1Char('\r')))
        return text;
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

QString csvNumber(double value) {
    if (std::isnan(value)) return QStringLiteral("nan");
    if (std::isinf(value)) return value < 0 ? QStringLiteral("-inf") : QStringLiteral("inf");
    return QString::number(value, 'g', 17);
}

void writeFile(const QString& file, const QByteArray& bytes) {
    if (const QString reason = writeWholeFile(file, bytes); !reason.isEmpty())
        fail("export", "the file ", file.toStdString(), " could not be written (",
             Wording{reason.toStdString()}, "); choose another folder");
}

constexpr double kMargin = 16;  // px around figure and caption

QTextDocument* captionDocument(QTextDocument& document, const QString& caption, double width) {
    QFont font;
    font.setFamilies({QStringLiteral("Noto Sans CJK SC"), QStringLiteral("DejaVu Sans")});
    font.setPixelSize(12);
    document.setDefaultFont(font);
    document.setDocumentMargin(0);
    document.setPlainText(caption);
    document.setTextWidth(width);
    return &document;
}

struct Page {
    QSizeF figure, size;
    QTextDocument caption;
};

void layOut(Page& page, const Figure& figure, const QString& caption) {
    page.figure = figure.figureSize().expandedTo(QSizeF(64, 64));
    captionDocument(page.caption, caption, page.figure.width());
    page.size = QSizeF(page.figure.width() + 2 * kMargin,
                       page.figure.height() + page.caption.size().height() + 3 * kMargin);
}

void paintPage(QPainter& painter, Page& page, Figure& figure, const QColor& background, const QColor& ink) {
    painter.fillRect(QRectF(QPointF(), page.size), background);
    figure.paintFigure(painter, QRectF(QPointF(kMargin, kMargin), page.figure));
    painter.save();
    painter.translate(kMargin, page.figure.height() + 2 * kMargin);
    QTextCursor cursor(&page.caption);
    cursor.select(QTextCursor::Document);
    QTextCharFormat format;
    format.setForeground(ink);
    cursor.mergeCharFormat(format);
    page.caption.drawContents(&painter);
    painter.restore();
}

QByteArray svgBytes(Page& page, Figure& figure, const QString& caption, const QColor& back,
                    const QColor& ink) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setTitle(figure.title());
    generator.setDescription(caption);
    generator.setSize(page.size.toSize());
    generator.setViewBox(QRectF(QPointF(), page.size));
    generator.setResolution(96);
    QPainter painter(&generator);
    paintPage(painter, page, figure, back, ink);
    painter.end();
    return buffer.data();
}

QByteArray pdfBytes(Page& page, Figure& figure, const QColor& back, const QColor& ink) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(figure.title());
    writer.setResolution(96);
    writer.setPageMargins(QMarginsF());
    writer.setPageSize(QPageSize(page.size * 72.0 / 96.0, QPageSize::Point, {}, QPageSize::ExactMatch));
    QPainter painter(&writer);
    paintPage(painter, page, figure, back, ink);
    painter.end();
    return buffer.data();
}

QByteArray pngBytes(Page& page, Figure& figure, const QString& caption, const QColor& back,
                    const QColor& ink) {
    constexpr int kScale = 2;
    QImage image((page.size * kScale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(kScale);
    image.fill(back);
    image.setText(QStringLiteral("Description"), caption);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    paintPage(painter, page, figure, back, ink);
    painter.end();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data();
}

QStringList exportData(const Figure& figure, const QString& caption, const QFileInfo& info, bool npy) {
    const QList<FigureData> items = figure.data();
    require(!items.isEmpty(), "export", "this view has no numbers yet; translate a sentence first");
    const QString stem = info.path() + QLatin1Char('/') + info.completeBaseName();
    QStringList files;
    for (const FigureData& item : items) {
        const QString file = items.size() == 1
                                 ? info.filePath()
                                 : QStringLiteral("%1-%2.%3").arg(stem, item.name, info.suffix());
        writeFile(file, npy ? toNpy(item) : toCsv(item));
        files << file;
    }
    writeFile(stem + QStringLiteral(".caption.txt"), caption.toUtf8() + '\n');
    files << stem + QStringLiteral(".caption.txt");
    return files;
}

}  // namespace

QByteArray toCsv(const FigureData& data) {
    const qint64 columns = data.shape.empty() ? 1 : data.shape.back();
    const qint64 rows = columns > 0 ? static_cast<qint64>(data.values.size()) / columns : 0;
    QStringList lines;
    if (!data.columns.isEmpty()) {
        QStringList fields;
        if (!data.rows.isEmpty()) fields << QString();
        for (const QString& label : data.columns) fields << csvField(label);
        lines << fields.join(QLatin1Char(','));
    }
    for (qint64 r = 0; r < rows; ++r) {
        QStringList fields;
        if (!data.rows.isEmpty()) fields << csvField(data.rows.value(r));
        for (qint64 c = 0; c < columns; ++c)
            fields << csvNumber(data.values[static_cast<std::size_t>(r * columns + c)]);
        lines << fields.join(QLatin1Char(','));
    }
    return (lines.join(QStringLiteral("\r\n")) + QStringLiteral("\r\n")).toUtf8();
}

QByteArray toNpy(const FigureData& data) {
    static_assert(std::endian::native == std::endian::little);
    QByteArray shape("(");
    for (const qint64 length : data.shape) shape += QByteArray::number(length) + ",";
    shape += ')';
    QByteArray header = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }";
    const qsizetype prefix = 10;  // magic, version, header length
    while ((prefix + header.size() + 1) % 64 != 0) header += ' ';
    header += '\n';
    QByteArray out("\x93NUMPY\x01\x00", 8);
    out += static_cast<char>(header.size() & 0xff);
    out += static_cast<char>(header.size() >> 8);
    out += header;
    out.append(reinterpret_cast<const char*>(data.values.data()),
               static_cast<qsizetype>(data.values.size() * sizeof(double)));
    return out;
}

QStringList exportFigure(Figure& figure, const QString& caption, const QString& file,
                         const QColor& background, const QColor& ink) {
    const QFileInfo info(file);
    const QString suffix = info.suffix().toLower();
    if (suffix == QLatin1String("csv") || suffix == QLatin1String("npy"))
        return exportData(figure, caption, info, suffix == QLatin1String("npy"));
    Page page;
    layOut(page, figure, caption);
    if (suffix == QLatin1String("svg"))
        writeFile(file, svgBytes(page, figure, caption, background, ink));
    else if (suffix == QLatin1String("pdf"))
        writeFile(file, pdfBytes(page, figure, background, ink));
    else if (suffix == QLatin1String("png"))
        writeFile(file, pngBytes(page, figure, caption, background, ink));
    else
        fail("export", "the file ends in \".", suffix.toStdString(),
             "\", expected .svg, .pdf, .png, .csv or .npy; choose one of them");
    return {file};
}

}  // namespace vitrine
