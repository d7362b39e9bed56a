// The page of a trained number: the row or column of its parameter, and who uses it.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/common/token_text.h"
#include "ui/inspector/inspector_places.h"
#include "ui/inspector/inspector_text.h"
#include "ui/inspector/parameter_numbers.h"

namespace vitrine {
namespace {

constexpr int kListed = 512;  // values that a page lists one by one; of longer lists the largest
constexpr int kLargest = 24;
constexpr int kPerLine = 3;

}  // namespace

/// "row 17" of a matrix, "row 17: love" of a table.
QString InspectorText::rowName(const ParameterFacts& facts, int row) const {
    const QString plain = tr("row %1").arg(row);
    if (!facts.isTable()) return plain;
    const LoadedModel& model = *m_answer.question.model;
    const bool source = facts.users.front().stack == Stack::Encoder;
    const QString text =
        InspectorPage::escaped(tokenText(source ? model.source : model.target, TokenId(row)));
    return tr("%1: %2").arg(plain, text);
}

bool InspectorText::parameter(const Locus& locus) {
    const std::optional<ParameterFacts> found =
        parameterFacts(*m_answer.question.model, locus.parameter.name);
    if (!found || found->users.empty()) return false;
    const ParameterFacts& facts = *found;
    const int row = locus.parameter.row, column = locus.parameter.column;
    if (row >= facts.rows || (facts.isMatrix() && column >= facts.columns)) return false;
    m_page.title(QString::fromStdString(facts.name), hue(locus.site));
    const QString shape = facts.isMatrix() ? QStringLiteral("%1×%2").arg(facts.rows).arg(facts.columns)
                                           : QString::number(facts.rows);
    m_page.subtitle(tr("Trained, %1 numbers (%2)")
                        .arg(countText(facts.rows * std::max<std::int64_t>(facts.columns, 1)), shape));
    if (facts.isMatrix() && row < 0 && column < 0)
        wholeMatrix(locus, facts);
    else
        parameterLine(locus, facts);
    return true;
}

/// What the row or column is in the formula that uses it.
QString InspectorText::lineMeaning(const ParameterFacts& facts, bool row) const {
    const Site& user = facts.users.front();
    if (facts.isTable())
        return row ? tr("the vector of one entry of the vocabulary")
                   : tr("one feature of all %1 entries").arg(countText(facts.rows));
    const QString symbol = matrixSymbol(user);
    return row ? tr("a column of %1 in x %1: what one output takes from each of %2 inputs")
                     .arg(symbol)
                     .arg(facts.columns)
               : tr("a row of %1 in x %1: what one input gives to each of %2 outputs")
                     .arg(symbol)
                     .arg(facts.rows);
}

/// A row, a column, or a vector: the chosen number first, then all of them.
void InspectorText::parameterLine(const Locus& locus, const ParameterFacts& facts) {
    const int row = locus.parameter.row, column = locus.parameter.column;
    const bool isRow = facts.isMatrix() && row >= 0, isColumn = facts.isMatrix() && row < 0;
    const std::vector<double> values =
        parameterValues(*m_answer.question.model, facts, isRow ? row : -1, isColumn ? column : -1);
    const int chosen = isRow ? column : isColumn ? -1 : row;
    const QString name = isRow ? rowName(facts, row) : isColumn ? tr("column %1").arg(column) : QString();
    if (facts.isMatrix())
        m_page.step(name, lineMeaning(facts, isRow));
    else
        m_page.step((facts.isTable() ? tr("One number for each of %1 entries of the vocabulary")
                                     : tr("One number for each of %1 features"))
                        .arg(countText(facts.rows)));
    if (chosen >= 0 && chosen < static_cast<int>(values.size())) {
        const QString at = isRow ? QStringLiteral("%1, %2").arg(row).arg(column) : QString::number(row);
        m_page.line(
            tr("entry [%1] = %2")
                .arg(at, m_page.strong(InspectorPage::number(values[static_cast<std::size_t>(chosen)]))));
    }
    if (isRow && column >= 0)
        m_page.line(
            m_page.link(tr("the whole column %1").arg(column), trained(locus, facts.name, -1, column)));
    if (facts.isMatrix()) m_page.line(m_page.link(tr("the whole matrix"), trained(locus, facts.name, -1)));
    const double squares = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
    m_page.line(tr("%1 numbers, length %2")
                    .arg(countText(static_cast<qint64>(values.size())),
                         m_page.strong(InspectorPage::number(std::sqrt(squares)))));
    users(locus, facts);
    m_page.step(static_cast<int>(values.size()) > kListed ? tr("The largest numbers") : tr("All numbers"));
    listValues(locus, facts, values, chosen);
    m_page.keep(QString::fromStdString(facts.name), values);
}

void InspectorText::listValues(const Locus& locus, const ParameterFacts& facts,
                               const std::vector<double>& values, int chosen) {
    const bool isColumn = facts.isMatrix() && locus.parameter.row < 0;
    const bool named = facts.isTable() && (isColumn || !facts.isMatrix());
    const auto place = [&](int i) {
        if (isColumn) return trained(locus, facts.name, i, locus.parameter.column);
        return facts.isMatrix() ? trained(locus, facts.name, locus.parameter.row, i)
                                : trained(locus, facts.name, i);
    };
    const auto cell = [&](int i) {
        const QString text =
            m_page.link(InspectorPage::number(values[static_cast<std::size_t>(i)]), place(i));
        return i == chosen ? m_page.strong(text) : text;
    };
    std::vector<QStringList> rows;
    if (static_cast<int>(values.size()) > kListed) {
        for (const int i : largestOf(values, kLargest))
            rows.push_back({named ? rowName(facts, i) : QString::number(i), cell(i)});
        m_page.table({}, rows);
        return;
    }
    // Down one column, then down the next, as tables of numbers are read.
    const int count = static_cast<int>(values.size()), lines = (count + kPerLine - 1) / kPerLine;
    for (int line = 0; line < lines; ++line) {
        QStringList cells;
        for (int i = line; i < count; i += lines) cells << m_page.muted(QString::number(i)) << cell(i);
        while (cells.size() < 2 * kPerLine) cells << QString();
        rows.push_back(cells);
    }
    m_page.table({}, rows);
}

void InspectorText::wholeMatrix(const Locus& locus, const ParameterFacts& facts) {
    users(locus, facts);
    const std::vector<double> lengths = rowLengths(*m_answer.question.model, facts);
    m_page.step(tr("The longest rows"), lineMeaning(facts, true));
    std::vector<QStringList> rows;
    for (const int i : largestOf(lengths, kLargest))
        rows.push_back({m_page.link(rowName(facts, i), trained(locus, facts.name, i)),
                        InspectorPage::number(lengths[static_cast<std::size_t>(i)])});
    m_page.table({tr("row"), tr("length")}, rows);
    m_page.keep(QStringLiteral("row-lengths"), lengths);
}

/// Places that this number has a part in; more than one when a matrix is tied.
void InspectorText::users(const Locus& locus, const ParameterFacts& facts) {
    m_page.step(tr("Used by"));
    const Analysis& analysis = m_answer.analysis;
    const int last = static_cast<int>(analysis.targetInput.size()) - 1;
    std::vector<QStringList> rows;
    for (const Site& user : facts.users) {
        Locus place{user, -1, -1, -1, {}};
        QString what;
        if (user.part == Part::Head) {
            place.row = last;
            what = name(place);
            place.token = TokenId(locus.parameter.row);
            if (locus.parameter.row >= 0) what += QStringLiteral(" ⋅ ") + tr("logit of this token");
        } else if (user.part == Part::Embedding) {
            place.row = occurrence(user.stack, locus.parameter.row);
            what = name(place);
            if (place.row >= 0) what += QStringLiteral(" ⋅ ") + tr("position %1").arg(place.row);
        } else {
            place.row = user == locus.site && locus.row >= 0 ? locus.row : 0;
            place.column = locus.parameter.row;
            what = name(place);
            if (user.quantity != Quantity::Norm) what += QStringLiteral(" ⋅ ") + vectorName(user);
            if (place.column >= 0) what += QStringLiteral(" ⋅ ") + tr("feature %1").arg(place.column);
        }
        rows.push_back({m_page.link(InspectorPage::escaped(what), place)});
    }
    m_page.table({}, rows);
    if (facts.users.size() > 1) m_page.note(tr("Tied: one matrix does the work of several."));
}

/// The first position of a token in the source or the decoder's input; -1 when it is not there.
int InspectorText::occurrence(Stack stack, int token) const {
    const Analysis& analysis = m_answer.analysis;
    const std::size_t count = stack == Stack::Encoder ? analysis.source.size() : analysis.targetInput.size();
    for (std::size_t i = 0; i < count; ++i) {
        const TokenId id = stack == Stack::Encoder ? analysis.source[i].id : analysis.targetInput[i];
        if (id.value == token) return static_cast<int>(i);
    }
    return -1;
}

}  // namespace vitrine
