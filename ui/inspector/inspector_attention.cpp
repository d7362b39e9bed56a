// Pages of one cell and of one row of an attention.

#include <cmath>

#include "ui/common/token_text.h"
#include "ui/inspector/inspector_places.h"
#include "ui/inspector/inspector_text.h"

namespace vitrine {
namespace {

constexpr int kShown = 6;  // features of the values that a page lists one by one

}  // namespace

bool InspectorText::attentionCell(const Locus& locus) {
    const std::optional<AttentionCellNumbers> found = vitrine::attentionCell(
        *m_answer.question.model, m_answer.analysis, locus.site, locus.head, locus.row, locus.column);
    if (!found) return false;
    const AttentionCellNumbers& n = *found;
    const int width = static_cast<int>(n.query.size());
    m_page.title(name(locus), hue(locus.site));
    m_page.subtitle(
        tr("%1 looks at %2")
            .arg(position(locus.site, locus.row), m_page.strong(keyName(locus.site, locus.column))));
    Locus query{with(locus.site, Quantity::Query), locus.head, locus.row, -1, {}};
    Locus key{with(locus.site, Quantity::Key), locus.head, locus.column, -1, {}};
    m_page.step(tr("Score"), tr("s = q ⋅ k, the sum over %1 features").arg(width));
    products(m_page.link(QStringLiteral("q"), query), m_page.link(QStringLiteral("k"), key), n.query, n.key,
             n.products, query, key, locus.head * width);
    m_page.line(QStringLiteral("s = ") + m_page.strong(InspectorPage::number(n.score.seen)));
    check(n.score);
    m_page.step(tr("Scaled"), QStringLiteral("s / √d<sub>k</sub>"));
    if (n.scale == 1)
        m_page.note(tr("This model does not scale its scores."));
    else
        m_page.line(QStringLiteral("%1 / √%2 = %3 / %4 = %5")
                        .arg(InspectorPage::number(n.score.seen))
                        .arg(width)
                        .arg(InspectorPage::number(n.score.seen), InspectorPage::number(1 / n.scale),
                             m_page.strong(InspectorPage::number(n.scaled.computed))));
    check(n.scaled);
    m_page.step(tr("Masked"));
    m_page.line(std::isinf(n.mask) ? QStringLiteral("%1 + (−∞) = %2")
                                             .arg(InspectorPage::number(n.scaled.seen),
                                                  m_page.strong(QStringLiteral("−∞"))) +
                                         QLatin1Char(' ') + m_page.muted(tr("this key is hidden"))
                                   : QStringLiteral("%1 + %2 = %3")
                                         .arg(InspectorPage::number(n.scaled.seen), numberText(n.mask, 0),
                                              m_page.strong(InspectorPage::number(n.masked.computed))));
    check(n.masked);
    softmax(n, locus);
    values(n, locus);
    m_page.keep(QStringLiteral("query"), n.query);
    m_page.keep(QStringLiteral("key"), n.key);
    m_page.keep(QStringLiteral("products"), n.products);
    m_page.keep(QStringLiteral("row-weights"), n.rowWeights);
    m_page.keep(QStringLiteral("contribution"), n.contribution);
    return true;
}

void InspectorText::softmax(const AttentionCellNumbers& n, const Locus& locus) {
    m_page.step(tr("Softmax over the row"), tr("w = exp(s − max) / Σ exp(s − max)"));
    if (std::isinf(n.rowMax)) {
        m_page.note(tr("This row sees no key at all: its weights are zeros."));
    } else {
        m_page.line(QStringLiteral("exp(%1 − %2) = %3")
                        .arg(InspectorPage::number(n.masked.seen),
                             n.rowMax < 0 ? QStringLiteral("(%1)").arg(InspectorPage::number(n.rowMax))
                                          : InspectorPage::number(n.rowMax),
                             InspectorPage::number(n.numerator)));
        m_page.line(QStringLiteral("%1 / %2 = %3")
                        .arg(InspectorPage::number(n.numerator), InspectorPage::number(n.denominator),
                             m_page.strong(InspectorPage::number(n.weight.computed))));
    }
    check(n.weight);
    std::vector<InspectorPage::Bar> bars;
    for (std::size_t key = 0; key < n.rowWeights.size(); ++key) {
        Locus cell = locus;
        cell.site.quantity = Quantity::Weights;
        cell.column = static_cast<int>(key);
        bars.push_back(
            {keyName(locus.site, cell.column), n.rowWeights[key], cell, cell.column == locus.column});
    }
    m_page.bars(bars, hue(locus.site));
}

void InspectorText::values(const AttentionCellNumbers& n, const Locus& locus) {
    const int width = static_cast<int>(n.value.size());
    const Locus value{with(locus.site, Quantity::Value), locus.head, locus.column, -1, {}};
    const Locus output{with(locus.site, Quantity::Heads), locus.head, locus.row, -1, {}};
    m_page.step(tr("Value"), tr("this key's share of the head's output, w ⋅ v"));
    std::vector<QStringList> rows;
    for (const int i : largestOf(n.contribution, kShown)) {
        const auto at = static_cast<std::size_t>(i);
        Locus from = value;
        from.column = locus.head * width + i;
        rows.push_back({QString::number(i), m_page.link(InspectorPage::number(n.value[at]), from),
                        InspectorPage::number(n.contribution[at]), InspectorPage::number(n.headOutput[at])});
    }
    m_page.table({tr("feature"), m_page.link(QStringLiteral("v"), value), QStringLiteral("w ⋅ v"),
                  m_page.link(tr("Σ of the row"), output)},
                 rows);
}

bool InspectorText::attentionRow(const Locus& locus) {
    const Tensor* weights = m_answer.analysis.frame == nullptr
                                ? nullptr
                                : m_answer.analysis.frame->find(with(locus.site, Quantity::Weights));
    if (weights == nullptr || locus.row >= weights->shape()[2] || locus.column >= weights->shape()[3])
        return false;
    const std::int64_t heads = weights->shape()[1], rows = weights->shape()[2], keys = weights->shape()[3];
    m_page.title(name(locus), hue(locus.site));
    m_page.subtitle(tr("%1 looks at").arg(position(locus.site, locus.row)));
    m_page.step(locus.head >= 0 ? tr("Weights of the row")
                                : tr("Weights of the row, mean of %1 heads").arg(heads));
    std::vector<InspectorPage::Bar> bars;
    std::vector<double> kept;
    for (std::int64_t key = 0; key < keys; ++key) {
        const auto at = [&](std::int64_t head) {
            return weights->at((head * rows + locus.row) * keys + key);
        };
        double weight = 0;
        if (locus.head >= 0)
            weight = at(locus.head);
        else
            for (std::int64_t head = 0; head < heads; ++head) weight += at(head) / static_cast<double>(heads);
        Locus cell = locus;
        cell.site.quantity = Quantity::Weights;
        cell.column = static_cast<int>(key);
        bars.push_back({keyName(locus.site, cell.column), weight, cell, cell.column == locus.column});
        kept.push_back(weight);
    }
    m_page.bars(bars, hue(locus.site));
    double sum = 0;
    for (const double weight : kept) sum += weight;
    m_page.line(tr("sum = %1").arg(m_page.strong(InspectorPage::number(sum))));
    m_page.keep(QStringLiteral("row-weights"), kept);
    if (locus.head < 0 && locus.column >= 0) {
        m_page.step(tr("The heads one by one"));
        std::vector<InspectorPage::Bar> each;
        for (std::int64_t head = 0; head < heads; ++head) {
            Locus cell = locus;
            cell.site.quantity = Quantity::Weights;
            cell.head = static_cast<int>(head);
            each.push_back({tr("Head %1").arg(head + 1),
                            weights->at((head * rows + locus.row) * keys + locus.column), cell, false});
        }
        m_page.bars(each, hue(locus.site));
    }
    return true;
}

}  // namespace vitrine
