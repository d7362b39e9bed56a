#include "ui/views/model_map/map_painter.h"

#include <algorithm>
#include <cmath>

#include "ui/bridge/switches.h"
#include "ui/common/token_text.h"
#include "ui/views/attention/attention_painter.h"

namespace vitrine {
namespace {

constexpr const char* kTexts[] = {QT_TRANSLATE_NOOP("vitrine::MapPainter", "Self-attention"),
                                  QT_TRANSLATE_NOOP("vitrine::MapPainter", "Cross-attention"),
                                  QT_TRANSLATE_NOOP("vitrine::MapPainter", "Feed-forward"),
                                  QT_TRANSLATE_NOOP("vitrine::MapPainter", "Embedding"),
                                  QT_TRANSLATE_NOOP("vitrine::MapPainter", "Output"),
                                  QT_TRANSLATE_NOOP("vitrine::MapPainter", "Self"),
                                  QT_TRANSLATE_NOOP("vitrine::MapPainter", "Cross"),
                                  QT_TRANSLATE_NOOP("vitrine::MapPainter", "FFN"),
                                  QT_TRANSLATE_NOOP("vitrine::MapPainter", "Embed"),
                                  QT_TRANSLATE_NOOP("vitrine::MapPainter", "Output")};

int nameIndex(const Site& site) {
    switch (site.part) {
        case Part::SelfAttention:
            return 0;
        case Part::CrossAttention:
            return 1;
        case Part::FeedForward:
            return 2;
        case Part::Embedding:
            return 3;
        case Part::Head:
            return 4;
    }
    return 4;
}

QString times(std::int64_t a, std::int64_t b) {
    return QStringLiteral("%1×%2").arg(a).arg(b);
}

}  // namespace

QString MapPainter::partName(const Site& site) {
    return tr(kTexts[nameIndex(site)]);
}
QString MapPainter::shortName(const Site& site) {
    return tr(kTexts[5 + nameIndex(site)]);
}

QString MapPainter::nodeName(const Site& site) {
    if (site.part == Part::Head) return partName(site);
    const bool encoder = site.stack == Stack::Encoder;
    if (site.layer < 0) return (encoder ? tr("Encoder ⋅ %1") : tr("Decoder ⋅ %1")).arg(partName(site));
    return (encoder ? tr("Encoder %1 ⋅ %2") : tr("Decoder %1 ⋅ %2")).arg(site.layer + 1).arg(partName(site));
}

MapPainter::MapPainter(QPainter& painter, const Theme& theme, const MapModel& model, const MapLayout& layout,
                       const MapMarks& marks)
    : m_painter(painter), m_theme(theme), m_model(model), m_layout(layout), m_marks(marks) {}

void MapPainter::paint() {
    m_painter.setRenderHint(QPainter::Antialiasing);
    paintStream(Stack::Encoder);
    paintStream(Stack::Decoder);
    paintMemory();
    for (int i = 0; i < static_cast<int>(m_model.nodes().size()); ++i) {
        paintBox(i);
        paintShapes(i);
    }
    paintLegend();
}

QString MapPainter::shape(std::int64_t rows, std::int64_t columns) const {
    if (rows > 0) return times(rows, columns);
    return QStringLiteral("N×%1").arg(columns);
}

void MapPainter::arrow(const QPointF& from, const QPointF& to, const QColor& color, bool dashed) {
    m_painter.setPen(QPen(color, 1.5, dashed ? Qt::DotLine : Qt::SolidLine, Qt::FlatCap));
    m_painter.drawLine(from, to);
    const double angle = std::atan2(to.y() - from.y(), to.x() - from.x());
    const auto wing = [&](double turn) {
        return to - QPointF(std::cos(angle + turn), std::sin(angle + turn)) * 6;
    };
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(color);
    m_painter.drawPolygon(QPolygonF({to, wing(0.45), wing(-0.45)}));
}

/// The residual stream as a line from the embedding to the end of the stack, broken where it is taken out.
void MapPainter::paintStream(Stack stack) {
    const double y = m_layout.streamY(stack);
    QColor color = m_theme.hue(stack, Part::Embedding);
    double x = -1;
    for (int i = 0; i < static_cast<int>(m_model.nodes().size()); ++i) {
        const Site& site = node(i).site;
        if (site.stack != stack) continue;
        const QRectF box = m_layout.box(i);
        if (site.part == Part::Embedding) {
            const QPointF corner(box.center().x(), y);
            m_painter.setPen(QPen(color, 2, Qt::SolidLine, Qt::FlatCap));
            m_painter.drawLine(QPointF(box.center().x(), box.top()), corner);
            x = corner.x();
            continue;
        }
        const bool cut = isOff(m_marks.changes, MapSwitch::Residual, site);
        const QPointF from(x, y), branch = m_layout.branch(i), plus = m_layout.plus(i).center();
        m_painter.setPen(QPen(color, 2, Qt::SolidLine, Qt::FlatCap));
        m_painter.drawLine(from, QPointF(branch.x(), y));
        m_painter.setPen(QPen(cut ? m_theme.colors().changed : color, cut ? 1.5 : 2,
                              cut ? Qt::DotLine : Qt::SolidLine, Qt::FlatCap));
        m_painter.drawLine(QPointF(branch.x(), y), plus);
        m_painter.setPen(QPen(color, 2, Qt::SolidLine, Qt::FlatCap));
        m_painter.drawLine(plus, m_layout.norm(i).center());
        x = m_layout.norm(i).right();
    }
    if (stack != Stack::Decoder || x < 0) return;
    const QRectF output = m_layout.box(static_cast<int>(m_model.nodes().size()) - 1);
    const QPointF corner(output.center().x(), y);
    m_painter.setPen(QPen(color, 2));
    m_painter.drawLine(QPointF(x, y), corner);
    arrow(corner, QPointF(corner.x(), output.top()), color, false);
}

/// The encoder's output runs between the rows and into every cross-attention.
void MapPainter::paintMemory() {
    int last = -1;
    std::vector<int> crosses;
    for (int i = 0; i < static_cast<int>(m_model.nodes().size()); ++i) {
        if (node(i).site.stack == Stack::Encoder) last = i;
        if (node(i).site.part == Part::CrossAttention) crosses.push_back(i);
    }
    if (last < 0 || crosses.empty()) return;
    const QColor color = m_theme.colors().cross;
    // Between the branch that leaves the stream and the sum that comes back to it.
    const auto memoryX = [&](int cross) {
        return m_layout.box(cross).left() + m_layout.box(cross).width() * 0.3;
    };
    const double y = m_layout.memoryY(), start = m_layout.box(last).right() + 14;
    const double lastCross = memoryX(crosses.back());
    const double firstCross = memoryX(crosses.front());
    m_painter.setPen(QPen(m_theme.colors().encoder, 2, Qt::SolidLine, Qt::FlatCap));
    m_painter.drawLine(QPointF(m_layout.norm(last).right(), m_layout.streamY(Stack::Encoder)),
                       QPointF(start, m_layout.streamY(Stack::Encoder)));
    m_painter.setPen(QPen(color, 2, Qt::SolidLine, Qt::FlatCap));
    m_painter.drawLine(QPointF(start, m_layout.streamY(Stack::Encoder) - 1), QPointF(start, y));
    m_painter.drawLine(QPointF(std::min(start, firstCross), y), QPointF(std::max(start, lastCross), y));
    for (const int cross : crosses) {
        const QRectF box = m_layout.box(cross);
        arrow(QPointF(memoryX(cross), y), QPointF(memoryX(cross), box.top()), color, false);
    }
    m_painter.setFont(m_theme.font(TextRole::Caption));
    m_painter.setPen(color);
    const double line = QFontMetricsF(m_painter.font()).height();
    m_painter.drawText(QRectF(start + 6, m_layout.streamY(Stack::Encoder) - line / 2 + 1, 200, line),
                       Qt::AlignLeft | Qt::AlignVCenter,
                       tr("memory %1").arg(shape(node(last).rows, node(last).columns)));
}

void MapPainter::paintShapes(int index) {
    const QRectF gap = m_layout.gapBefore(index);
    if (gap.isEmpty()) return;
    const MapNode& here = node(index);
    const std::int64_t width = here.site.part == Part::Head ? here.inner : here.columns;
    std::int64_t rows = here.rows;
    m_painter.setFont(m_theme.font(TextRole::Caption));
    m_painter.setPen(m_theme.colors().muted);
    const QString text = shape(rows, width);
    const double room = QFontMetricsF(m_painter.font()).horizontalAdvance(text) + 8;
    m_painter.fillRect(QRectF(gap.center().x() - room / 2, gap.top(), room, gap.height()),
                       m_theme.colors().surface);
    m_painter.drawText(gap.adjusted(-10, 0, 10, 0), Qt::AlignCenter, text);
}

void MapPainter::paintBox(int index) {
    const MapNode& here = node(index);
    const QRectF box = m_layout.box(index);
    const QColor hue = m_theme.hue(here.site.stack, here.site.part);
    const bool changed = isChanged(m_marks.changes, here.site);
    const bool off = isOff(m_marks.changes, MapSwitch::Sublayer, here.site);
    const bool chosen = m_marks.chosen == index, hot = m_marks.hovered.node == index;
    if (here.site.part != Part::Embedding && here.site.part != Part::Head) paintPlusAndNorm(index, hue);
    const QColor fill = changed ? m_theme.colors().changedSoft
                                : Theme::blend(m_theme.colors().surface, hue, hot ? 0.14 : 0.07);
    m_painter.setBrush(fill);
    const QColor line = changed ? m_theme.colors().changed : chosen ? m_theme.colors().accent : hue;
    m_painter.setPen(QPen(line, chosen ? 2.5 : 1.2, off ? Qt::DashLine : Qt::SolidLine));
    m_painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), Theme::kRadius, Theme::kRadius);
    if (chosen && changed) {  // both must be seen
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_theme.colors().accent, 2));
        m_painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), Theme::kRadius + 2, Theme::kRadius + 2);
    }
    m_painter.save();
    if (off) m_painter.setOpacity(0.35);
    if (here.heads > 0) paintHeads(index);
    if (here.site.part == Part::Head)
        paintCandidates(index, hue);
    else
        paintBars(index, hue);
    m_painter.restore();
    paintTitle(index, changed ? m_theme.colors().changed : hue);
}

QString MapPainter::secondLine(const MapNode& here) const {
    switch (here.site.part) {
        case Part::Embedding:
            return times(here.inner, here.columns);
        case Part::FeedForward:
            return shape(here.rows, here.inner);
        case Part::Head:
            return times(here.columns, here.inner);
        default:
            if (here.pictures.empty()) return {};
            return QStringLiteral("%1×(%2)")
                .arg(here.heads)
                .arg(times(here.pictures.front().rows, here.pictures.front().columns));
    }
}

void MapPainter::paintTitle(int index, const QColor& hue) {
    const MapNode& here = node(index);
    QFont font = m_theme.font(TextRole::Caption);
    font.setWeight(QFont::DemiBold);
    m_painter.setFont(font);
    m_painter.setPen(hue);
    const QFontMetricsF metrics(font);
    const QRectF title = m_layout.titleOf(index);
    QString marks;
    if (isOff(m_marks.changes, MapSwitch::Sublayer, here.site))
        marks = tr(" off");
    else if (isChanged(m_marks.changes, here.site))
        marks = QStringLiteral(" ●");
    QString name = partName(here.site);
    if (metrics.horizontalAdvance(name + marks) > title.width()) name = shortName(here.site);
    m_painter.drawText(
        title, Qt::AlignCenter,
        metrics.elidedText(name, Qt::ElideRight, title.width() - metrics.horizontalAdvance(marks)) + marks);
    if (!m_layout.roomy() || here.site.part == Part::Head) return;
    m_painter.setFont(m_theme.font(TextRole::Caption));
    m_painter.setPen(m_theme.colors().muted);
    m_painter.drawText(title.translated(0, title.height() - 3), Qt::AlignCenter, secondLine(here));
}

void MapPainter::paintHeads(int index) {
    const MapNode& here = node(index);
    for (int head = 0; head < here.heads; ++head) {
        const QRectF rect = m_layout.head(index, head);
        const bool off = isOff(m_marks.changes, MapSwitch::Head, here.site, head);
        const bool changed = isChangedHead(m_marks.changes, here.site, head);
        const bool chosen = m_marks.chosen == index && m_marks.chosenHead == head;
        const bool hot = m_marks.hovered == MapHit{index, MapHit::Part::Head, head};
        if (static_cast<std::size_t>(head) < here.pictures.size()) {
            const auto& picture = here.pictures[static_cast<std::size_t>(head)];
            m_painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
            m_painter.drawImage(rect, thumbnail(m_theme, picture.rows, picture.columns, picture.weights));
        } else {
            m_painter.fillRect(rect, m_theme.colors().raised);
        }
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(changed         ? m_theme.colors().changed
                              : chosen || hot ? m_theme.colors().accent
                                              : m_theme.colors().line,
                              changed || chosen || hot ? 2 : 1));
        m_painter.drawRect(rect);
        if (!off) continue;
        m_painter.drawLine(rect.topLeft(), rect.bottomRight());
        m_painter.drawLine(rect.bottomLeft(), rect.topRight());
    }
}

bool MapPainter::positionShown(const Site& site, int position) const {
    if (!m_marks.shown || m_marks.shown->site.stack == Stack::Output) return false;
    const TokenPlace here{site.stack, position}, query = queryOf(*m_marks.shown), key = keyOf(*m_marks.shown);
    // In its own stack the query stands out; in the other one the key does.
    return query.stack == site.stack ? query == here : key == here;
}

/// Per position: the stream that enters (pale) and what the sublayer adds (full hue), on one common scale.
void MapPainter::paintBars(int index, const QColor& hue) {
    const MapNode& here = node(index);
    const double largest = m_model.largestNorm();
    if (largest <= 0) return;
    const QColor pale = Theme::blend(m_theme.colors().surface, hue, 0.38);
    const int count = static_cast<int>(std::max(here.streamNorms.size(), here.updateNorms.size()));
    for (int position = 0; position < count; ++position) {
        const QRectF slot = m_layout.bar(index, position);
        const auto column = [&](const std::vector<double>& norms, double left, double width,
                                const QColor& color) {
            if (static_cast<std::size_t>(position) >= norms.size()) return;
            const double height =
                std::clamp(norms[static_cast<std::size_t>(position)] / largest, 0.0, 1.0) * slot.height();
            m_painter.fillRect(QRectF(slot.left() + left * slot.width(), slot.bottom() - height,
                                      std::max(width * slot.width(), 1.0), height),
                               color);
        };
        const bool strong = positionShown(here.site, position);
        if (here.updateNorms.empty()) {
            column(here.streamNorms, 0.15, 0.7, strong ? m_theme.colors().accent : hue);
        } else {
            column(here.streamNorms, 0.08, 0.42,
                   strong ? Theme::blend(pale, m_theme.colors().accent, 0.6) : pale);
            column(here.updateNorms, 0.5, 0.42, strong ? m_theme.colors().accent : hue);
        }
    }
    const QRectF strip = m_layout.bars(index);
    m_painter.setPen(QPen(m_theme.colors().strongLine, 1));
    m_painter.drawLine(strip.bottomLeft(), strip.bottomRight());
}

void MapPainter::paintCandidates(int index, const QColor& hue) {
    if (m_model.analysis() == nullptr) return;
    const NextToken& next = m_model.analysis()->next;
    m_painter.setFont(m_theme.font(TextRole::Caption));
    const QFontMetricsF metrics(m_painter.font());
    const int count = std::min<int>(m_layout.candidates(index), static_cast<int>(next.candidates.size()));
    for (int rank = 0; rank < count; ++rank) {
        const Candidate& candidate = next.candidates[static_cast<std::size_t>(rank)];
        const QRectF row = m_layout.candidate(index, rank);
        const bool chosen = candidate.token == next.chosen;
        m_painter.fillRect(QRectF(row.left(), row.top(), row.width() * candidate.probability, row.height()),
                           Theme::blend(m_theme.colors().surface, hue, chosen ? 0.45 : 0.22));
        const QString p = probabilityText(candidate.probability, 2);
        const double width = metrics.horizontalAdvance(p) + 4;
        m_painter.setPen(m_theme.colors().text);
        m_painter.drawText(row.adjusted(2, 0, -2, 0), Qt::AlignRight | Qt::AlignVCenter, p);
        QFont font = m_theme.font(TextRole::Caption);
        if (chosen) font.setWeight(QFont::DemiBold);
        m_painter.setFont(font);
        const QString text = tokenText(m_model.model()->target, candidate.token);
        m_painter.drawText(row.adjusted(3, 0, -width, 0), Qt::AlignLeft | Qt::AlignVCenter,
                           QFontMetricsF(font).elidedText(text, Qt::ElideRight, row.width() - width - 4));
        m_painter.setFont(m_theme.font(TextRole::Caption));
    }
}

void MapPainter::paintPlusAndNorm(int index, const QColor& hue) {
    const Site& site = node(index).site;
    const QRectF box = m_layout.box(index), plus = m_layout.plus(index), norm = m_layout.norm(index);
    const bool off = isOff(m_marks.changes, MapSwitch::Sublayer, site);
    const QColor changed = m_theme.colors().changed;
    const QColor branch = off ? changed : hue;
    arrow(m_layout.branch(index), QPointF(m_layout.branch(index).x(), box.top()), branch, off);
    arrow(QPointF(plus.center().x(), box.top()), QPointF(plus.center().x(), plus.bottom()), branch, off);
    const bool noResidual = isOff(m_marks.changes, MapSwitch::Residual, site);
    m_painter.setBrush(m_theme.colors().surface);
    m_painter.setPen(QPen(noResidual ? changed : hue, 1.5));
    m_painter.drawEllipse(plus);
    m_painter.drawLine(plus.center() - QPointF(4, 0), plus.center() + QPointF(4, 0));
    m_painter.drawLine(plus.center() - QPointF(0, 4), plus.center() + QPointF(0, 4));
    const bool bypassed = isOff(m_marks.changes, MapSwitch::Norm, site);
    const bool hot = m_marks.hovered == MapHit{index, MapHit::Part::Norm, -1};
    m_painter.setBrush(bypassed ? m_theme.colors().changedSoft
                       : hot    ? m_theme.colors().hovered
                                : m_theme.colors().raised);
    m_painter.setPen(QPen(bypassed ? changed : m_theme.colors().strongLine, hot ? 2 : 1));
    m_painter.drawRoundedRect(norm, 3, 3);
    QFont font = m_theme.font(TextRole::Caption);
    font.setPixelSize(std::max(9, font.pixelSize() - 2));
    m_painter.setFont(font);
    m_painter.setPen(bypassed ? changed : m_theme.colors().text);
    m_painter.drawText(norm, Qt::AlignCenter, QStringLiteral("LN"));
    if (!bypassed) return;
    m_painter.setPen(QPen(changed, 1.5));
    m_painter.drawLine(norm.bottomLeft(), norm.topRight());
}

/// What the bars mean and how tall the tallest is; in the free corner right of the encoder.
void MapPainter::paintLegend() {
    if (m_model.largestNorm() <= 0) return;
    int last = -1;
    for (int i = 0; i < static_cast<int>(m_model.nodes().size()); ++i)
        if (node(i).site.stack == Stack::Encoder) last = i;
    const QRectF box = m_layout.box(last);
    const double right = m_layout.box(static_cast<int>(m_model.nodes().size()) - 1).right();
    m_painter.setFont(m_theme.font(TextRole::Caption));
    const QFontMetricsF metrics(m_painter.font());
    const double left = box.right() + 26, line = metrics.height() + 2;
    const QString texts[] = {
        tr("length of the stream that enters"), tr("length of what is added"),
        tr("tallest bar = %1, one bar a token").arg(numberText(m_model.largestNorm(), 1))};
    const QColor hue = m_theme.colors().encoder;
    const QColor colors[] = {Theme::blend(m_theme.colors().surface, hue, 0.38), hue};
    // Beside a long encoder there is little width: texts take more lines.
    const double width = std::max(right - left - 14, 60.0);
    const auto heightOf = [&](const QString& text) {
        return metrics.boundingRect(QRectF(0, 0, width, 1000), Qt::TextWordWrap, text).height() + 2;
    };
    double y = box.bottom();
    for (const QString& text : texts) y -= heightOf(text);
    for (int i = 0; i < 3; ++i) {
        if (i < 2) m_painter.fillRect(QRectF(left, y + 3, 8, line - 6), colors[i]);
        m_painter.setPen(m_theme.colors().muted);
        m_painter.drawText(QRectF(i < 2 ? left + 14 : left, y, width, heightOf(texts[i])),
                           Qt::AlignLeft | Qt::TextWordWrap, texts[i]);
        y += heightOf(texts[i]);
    }
}

}  // namespace vitrine
