// The columns of the table of candidates: how wide they are, what their heads say, what fits into them.

#include <algorithm>

#include "ui/common/token_text.h"
#include "ui/views/next_token/candidate_table.h"

namespace vitrine {

using Stage = CandidateModel::Stage;

CandidateTable::Layout CandidateTable::layOut(const QRect& area) const {
    Layout layout;
    std::vector<Column> columns;
    for (const Stage stage : m_model.stages()) columns.push_back({stage, false, {}});
    if (m_model.manyDraws()) columns.push_back({Stage::MinP, true, {}});
    const int count = static_cast<int>(columns.size());
    const int tokenWidth = tokenColumn(area);
    layout.token = QRect(area.left(), area.top(), tokenWidth, area.height());
    const int left = layout.token.right() + 1, width = area.width() - tokenWidth;
    const int gap = width / count < m_theme.pixelSize(TextRole::Body) * 6 ? kNarrowGap : kColumnGap;
    for (int i = 0; i < count; ++i) {
        const int x0 = left + width * i / count, x1 = left + width * (i + 1) / count;
        columns[static_cast<std::size_t>(i)].area = QRect(x0, area.top(), x1 - x0 - gap, area.height());
    }
    layout.columns = std::move(columns);
    return layout;
}

// As wide as the words at the top need, up to two fifths; in steps, so that it does not move at every word.
int CandidateTable::tokenColumn(const QRect& area) const {
    constexpr int kLooked = 24, kStep = 16;
    QFont bold = m_theme.font(TextRole::Body);
    bold.setBold(true);
    const QFontMetrics words(m_theme.font(TextRole::Body)), strong(bold),
        small(m_theme.font(TextRole::Caption));
    int needed = m_theme.pixelSize(TextRole::Token) * 6;
    const auto look = [&](int row) {
        const QString mark = markOf(row);
        const int marked = mark.isEmpty() ? 0 : small.horizontalAdvance(mark) + kMarkGap;
        needed =
            std::max(needed, (mark.isEmpty() ? words : strong).horizontalAdvance(m_model.tokenLabel(row)) +
                                 marked + 2 * kTokenPadding + 2);
    };
    for (int row = 0; row < std::min(kLooked, m_model.count()); ++row) look(row);
    if (m_model.chosenRow() >= 0) look(m_model.chosenRow());
    const int columns = static_cast<int>(m_model.stages().size()) + (m_model.manyDraws() ? 1 : 0);
    const int number = small.horizontalAdvance(probabilityText(1e-9)) + 2 * kNumberPadding + kNarrowGap + 1;
    const int most = std::min(area.width() * 2 / 5, area.width() - columns * number);
    return std::max(std::min((needed + kStep - 1) / kStep * kStep, most),
                    m_theme.pixelSize(TextRole::Token) * 4);
}

/// Numbers of narrow columns are smaller.
QFont CandidateTable::numberFont(int width) const {
    const QFont normal = m_theme.font(TextRole::Number);
    const bool fits =
        QFontMetrics(normal).horizontalAdvance(probabilityText(1e-9)) <= width - 2 * kNumberPadding;
    return fits ? normal : m_theme.font(TextRole::Caption);
}

/// Why the row stands out: "forced", "largest", "drawn"; empty for all others.
QString CandidateTable::markOf(int row) const {
    if (m_model.candidate(row).token == m_forced) return tr("forced");
    if (!m_model.chosen(row)) return {};
    return m_model.decoding().strategy == Strategy::Greedy ? tr("largest") : tr("drawn");
}

QString CandidateTable::shownLabel(int row) const {
    return fittedLabel(row, layOut(viewport()->rect()).token.width());
}

QString CandidateTable::fittedLabel(int row, int width) const {
    QFont font = m_theme.font(TextRole::Body);
    font.setBold(!markOf(row).isEmpty());
    return QFontMetrics(font).elidedText(m_model.tokenLabel(row), Qt::ElideRight,
                                         width - 2 * kTokenPadding - markWidth(row, width));
}

/// px that the mark of a row takes; 0 where the word itself needs the room (the row stands out anyway).
int CandidateTable::markWidth(int row, int width) const {
    const QString mark = markOf(row);
    if (mark.isEmpty()) return 0;
    QFont bold = m_theme.font(TextRole::Body);
    bold.setBold(true);
    const int word = QFontMetrics(bold).horizontalAdvance(m_model.tokenLabel(row));
    const int needed = QFontMetrics(m_theme.font(TextRole::Caption)).horizontalAdvance(mark) + kMarkGap;
    return word + needed <= width - 2 * kTokenPadding ? needed : 0;
}

/// Longest first; where none fits the last is taken.
QStringList CandidateTable::columnTitles(const Column& column) const {
    if (column.draws) return {tr("%1 draws").arg(countText(CandidateModel::kManyDraws)), tr("draws")};
    switch (column.stage) {
        case Stage::Logit:
            return {tr("logit")};
        case Stage::Probability:
            return {tr("softmax p"), QStringLiteral("p")};
        case Stage::Tempered:
            return {QStringLiteral("÷ T")};
        case Stage::TopK:
            return {tr("top-k")};
        case Stage::TopP:
            return {tr("top-p")};
        case Stage::MinP:
            return {tr("min-p: q"), tr("min-p")};
    }
    return {};
}

QStringList CandidateTable::columnSettings(const Column& column) const {
    const Decoding& d = m_model.decoding();
    const auto named = [](const char* name, const QString& value) {
        return QStringList{QLatin1String(name) + QStringLiteral(" = ") + value, value};
    };
    if (column.draws) return {tr("against q"), QStringLiteral("| = q")};
    switch (column.stage) {
        case Stage::Logit:
            return {tr("score")};
        case Stage::Probability:
            return {QStringLiteral("T = 1")};
        case Stage::Tempered:
            return named("T", numberText(d.temperature, 2));
        case Stage::TopK:
            return d.topK == 0 ? QStringList{tr("all")} : named("k", countText(d.topK));
        case Stage::TopP:
            return named("p", numberText(d.topP, 2));
        case Stage::MinP:
            return named("m", numberText(d.minP, 2));
    }
    return {};
}

QString CandidateTable::fitting(const QStringList& forms, const QFont& font, int width) {
    const QFontMetrics metrics(font);
    for (const QString& form : forms)
        if (metrics.horizontalAdvance(form) <= width) return form;
    return forms.value(forms.size() - 1);
}

QFont CandidateTable::titleFont() const {
    QFont bold = m_theme.font(TextRole::Caption);
    bold.setBold(true);
    return bold;
}

QStringList CandidateTable::clippedTexts() const {
    QStringList clipped;
    const auto look = [&](const QString& text, const QFont& font, int width) {
        if (QFontMetrics(font).horizontalAdvance(text) > width) clipped << text;
    };
    const QFont bold = titleFont(), caption = m_theme.font(TextRole::Caption);
    for (const Column& column : layOut(viewport()->rect()).columns) {
        const int width = column.area.width();
        look(fitting(columnTitles(column), bold, width), bold, width);
        look(fitting(columnSettings(column), caption, width), caption, width);
        const QString widest = column.draws                   ? countText(CandidateModel::kManyDraws)
                               : column.stage == Stage::Logit ? QStringLiteral("−88.8")
                                                              : probabilityText(1e-9);
        look(widest, numberFont(width), width - 2 * kNumberPadding);
    }
    return clipped;
}

QString CandidateTable::columnFooter(const Column& column) const {
    if (column.draws) return {};
    return countText(m_model.kept(column.stage)) +
           (column.stage == Stage::Logit ? QString()
                                         : QLatin1Char('\n') + numberText(m_model.mass(column.stage), 3));
}

}  // namespace vitrine
