#include "ui/inspector/inspector_text.h"

#include <algorithm>
#include <cmath>

#include "ui/common/token_text.h"
#include "ui/views/attention/attention_labels.h"

namespace vitrine {
namespace {

constexpr int kShown = 6;  // products or features that a page lists one by one

bool isAttention(Part part) {
    return part == Part::SelfAttention || part == Part::CrossAttention;
}

Site with(Site site, Quantity quantity) {
    site.quantity = quantity;
    return site;
}

bool isStage(Quantity quantity) {
    return quantity == Quantity::Scores || quantity == Quantity::Scaled || quantity == Quantity::Mask ||
           quantity == Quantity::Masked || quantity == Quantity::Weights;
}

bool isVector(Quantity quantity) {
    return quantity == Quantity::Query || quantity == Quantity::Key || quantity == Quantity::Value ||
           quantity == Quantity::Heads || quantity == Quantity::Hidden || quantity == Quantity::Output ||
           quantity == Quantity::Residual;
}

}  // namespace

InspectorText::InspectorText(const Theme& theme, const StepAnswer& answer, InspectorPage& page)
    : m_theme(theme), m_answer(answer), m_page(page) {}

bool InspectorText::write(const Locus& locus) {
    const Site& site = locus.site;
    if (site.part == Part::Head) return candidate(locus);
    if (site.part == Part::Embedding) return embedding(locus);
    if (locus.row < 0 && locus.column < 0) return block(locus);
    if (isStage(site.quantity)) {
        if (locus.row < 0) return block(locus);
        if (locus.head < 0) return attentionRow(locus);
        return locus.column < 0 ? attentionRow(locus) : attentionCell(locus);
    }
    if (site.quantity == Quantity::Norm || site.quantity == Quantity::Sum) return normRow(locus);
    if (isVector(site.quantity)) return locus.column < 0 ? vector(locus) : element(locus);
    return block(locus);
}

QString InspectorText::name(const Locus& locus) {
    const Site& site = locus.site;
    const QString stack = site.stack == Stack::Encoder ? tr("Encoder") : tr("Decoder");
    QString part;
    switch (site.part) {
        case Part::SelfAttention:
            part = tr("self-attention");
            break;
        case Part::CrossAttention:
            part = tr("cross-attention");
            break;
        case Part::FeedForward:
            part = tr("feed-forward");
            break;
        case Part::Embedding:
            return tr("%1 embedding").arg(stack);
        case Part::Head:
            return tr("Output head");
    }
    QString text = tr("%1 %2 · %3").arg(stack).arg(site.layer + 1).arg(part);
    if (isAttention(site.part) && locus.head >= 0) text += tr(" · head %1").arg(locus.head + 1);
    return text;
}

std::vector<Site> InspectorText::sites(const Contract& contract, const Locus& locus) {
    using enum Quantity;
    const Site& site = locus.site;
    std::vector<Site> sites;
    const auto add = [&](std::initializer_list<Quantity> quantities) {
        for (const Quantity quantity : quantities) sites.push_back(with(site, quantity));
    };
    if (isAttention(site.part))
        add({Query, Key, Value, Scores, Scaled, Mask, Masked, Weights, Heads, Output, Residual, Sum, Norm});
    else if (site.part == Part::FeedForward)
        add({Hidden, Output, Residual, Sum, Norm});
    else if (site.part == Part::Embedding)
        add({Positions, Output});
    else
        add({Logits});
    for (const Site& own : std::vector<Site>(sites))
        if (const std::optional<Origin> origin = originOf(contract, own, 0)) sites.push_back(origin->site);
    return sites;
}

QString InspectorText::position(const Site& site, int row) const {
    const LoadedModel& model = *m_answer.question.model;
    const std::vector<AxisToken> axis = site.stack == Stack::Encoder ? sourceAxis(model, m_answer.analysis)
                                                                     : targetAxis(model, m_answer.analysis);
    if (row < 0 || row >= static_cast<int>(axis.size())) return QString::number(row);
    const AxisToken& token = axis[static_cast<std::size_t>(row)];
    const QString text = InspectorPage::escaped(token.text);
    if (token.predicted.isEmpty()) return m_page.strong(text);
    return m_page.muted(text + QStringLiteral(" →")) + QLatin1Char(' ') +
           m_page.strong(InspectorPage::escaped(token.predicted));
}

QString InspectorText::keyName(const Site& site, int column) const {
    const std::vector<AxisToken> axis =
        keyAxis(*m_answer.question.model, m_answer.analysis, kindOf(site.stack, site.part));
    if (column < 0 || column >= static_cast<int>(axis.size())) return QString::number(column);
    return InspectorPage::escaped(axis[static_cast<std::size_t>(column)].text);
}

void InspectorText::check(const Checked& number) {
    if (number.changed) m_page.changedNote(number.computed, number.seen);
}

/// The largest products one by one and the rest as one sum.
void InspectorText::products(const QString& left, const QString& right, const std::vector<double>& a,
                             const std::vector<double>& b, const std::vector<double>& all,
                             const Locus& leftPlace, const Locus& rightPlace, int firstColumn) {
    std::vector<QStringList> rows;
    double rest = 0;
    for (const double product : all) rest += product;
    const std::vector<int> largest = largestOf(all, kShown);
    for (const int i : largest) {
        const auto at = static_cast<std::size_t>(i);
        Locus from = leftPlace, to = rightPlace;
        if (from.row >= 0 && isVector(from.site.quantity)) from.column = firstColumn + i;
        if (to.row >= 0 && isVector(to.site.quantity)) to.column = firstColumn + i;
        rows.push_back(
            {QString::number(i), m_page.link(InspectorPage::number(a[at]), from),
             to.row >= 0 ? m_page.link(InspectorPage::number(b[at]), to) : InspectorPage::number(b[at]),
             InspectorPage::number(all[at])});
        rest -= all[at];
    }
    const int others = static_cast<int>(all.size() - largest.size());
    if (others > 0)
        rows.push_back({m_page.muted(tr("%n more", nullptr, others)), {}, {}, InspectorPage::number(rest)});
    m_page.table({tr("feature"), left, right, tr("product")}, rows);
}

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
    m_page.step(tr("Score"), tr("s = q · k, the sum over %1 features").arg(width));
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
    m_page.step(tr("Value"), tr("this key's share of the head's output, w · v"));
    std::vector<QStringList> rows;
    for (const int i : largestOf(n.contribution, kShown)) {
        const auto at = static_cast<std::size_t>(i);
        Locus from = value;
        from.column = locus.head * width + i;
        rows.push_back({QString::number(i), m_page.link(InspectorPage::number(n.value[at]), from),
                        InspectorPage::number(n.contribution[at]), InspectorPage::number(n.headOutput[at])});
    }
    m_page.table({tr("feature"), m_page.link(QStringLiteral("v"), value), QStringLiteral("w · v"),
                  m_page.link(tr("Σ of the row"), output)},
                 rows);
}

bool InspectorText::attentionRow(const Locus& locus) {
    const Tensor* weights = m_answer.analysis.frame == nullptr
                                ? nullptr
                                : m_answer.analysis.frame->find(with(locus.site, Quantity::Weights));
    if (weights == nullptr || locus.row >= weights->shape()[2]) return false;
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

bool InspectorText::normRow(const Locus& locus) {
    const std::optional<NormRowNumbers> found =
        vitrine::normRow(*m_answer.question.model, m_answer.analysis, locus.site, locus.row);
    if (!found) return false;
    const NormRowNumbers& n = *found;
    m_page.title(tr("%1 · add and norm").arg(name(locus)), hue(locus.site));
    m_page.subtitle(position(locus.site, locus.row));
    const Locus residual{with(locus.site, Quantity::Residual), -1, locus.row, -1, {}};
    const Locus output{with(locus.site, Quantity::Output), -1, locus.row, -1, {}};
    m_page.step(tr("Add"), tr("z = stream + what the sublayer adds"));
    std::vector<QStringList> rows, normed;
    for (int i = 0; i < std::min<int>(kShown, static_cast<int>(n.sum.size())); ++i) {
        const auto at = static_cast<std::size_t>(i);
        Locus element = output;
        element.column = i;
        rows.push_back({QString::number(i), m_page.link(InspectorPage::number(n.residual[at]), residual),
                        m_page.link(InspectorPage::number(n.output[at]), element),
                        InspectorPage::number(n.sum[at])});
        normed.push_back({QString::number(i), InspectorPage::number(n.normalised[at]),
                          InspectorPage::number(n.gamma[at]), InspectorPage::number(n.beta[at]),
                          m_page.strong(InspectorPage::number(n.seen[at]))});
    }
    m_page.table({tr("feature"), m_page.link(tr("stream"), residual), m_page.link(tr("added"), output),
                  QStringLiteral("z")},
                 rows);
    m_page.step(tr("Mean and variance over %1 features").arg(n.sum.size()));
    m_page.line(tr("mean μ = %1").arg(m_page.strong(InspectorPage::number(n.mean))));
    m_page.line(tr("variance σ² = %1").arg(m_page.strong(InspectorPage::number(n.variance))));
    m_page.line(QStringLiteral("√(σ² + ε) = √(%1 + %2) = %3")
                    .arg(InspectorPage::number(n.variance), QString::number(n.epsilon, 'g', 3),
                         m_page.strong(InspectorPage::number(std::sqrt(n.variance + n.epsilon)))));
    m_page.step(tr("LayerNorm"), QStringLiteral("y = γ · (z − μ) / √(σ² + ε) + β"));
    m_page.table({tr("feature"), tr("normed"), QStringLiteral("γ"), QStringLiteral("β"), QStringLiteral("y")},
                 normed);
    if (n.changed)
        m_page.line(QStringLiteral("<span style=\"color:%1\">● %2</span>")
                        .arg(m_theme.colors().changed.name(),
                             tr("changed by you: differs from the formula by up to %1")
                                 .arg(InspectorPage::number(n.largestDifference))));
    m_page.keep(QStringLiteral("sum"), n.sum);
    m_page.keep(QStringLiteral("norm"), n.seen);
    return true;
}

bool InspectorText::embedding(const Locus& locus) {
    if (locus.row < 0) return block(locus);
    const std::optional<EmbeddingNumbers> found =
        embeddingRow(*m_answer.question.model, m_answer.analysis, locus.site.stack, locus.row);
    if (!found) return false;
    const EmbeddingNumbers& n = *found;
    m_page.title(name(locus), hue(locus.site));
    m_page.subtitle(tr("%1 at position %2, entry %3 of the table")
                        .arg(position(locus.site, locus.row))
                        .arg(locus.row)
                        .arg(n.token.value));
    m_page.step(tr("Look up, scale, add the position"),
                tr("x = row · √d + position, d = %1").arg(n.tableRow.size()));
    std::vector<QStringList> rows;
    for (int i = 0; i < std::min<int>(2 * kShown, static_cast<int>(n.tableRow.size())); ++i) {
        const auto at = static_cast<std::size_t>(i);
        rows.push_back({QString::number(i), InspectorPage::number(n.tableRow[at]),
                        InspectorPage::number(n.scale), InspectorPage::number(n.position[at]),
                        m_page.strong(InspectorPage::number(n.seen[at]))});
    }
    m_page.table({tr("feature"), tr("row"), QStringLiteral("√d"), tr("position"), QStringLiteral("x")}, rows);
    m_page.note(tr("Even features take the sine of the position, odd ones the cosine."));
    if (n.changed)
        m_page.line(QStringLiteral("<span style=\"color:%1\">● %2</span>")
                        .arg(m_theme.colors().changed.name(),
                             tr("changed by you: differs from the formula by up to %1")
                                 .arg(InspectorPage::number(n.largestDifference))));
    m_page.keep(QStringLiteral("table-row"), n.tableRow);
    m_page.keep(QStringLiteral("position"), n.position);
    m_page.keep(QStringLiteral("embedding"), n.seen);
    return true;
}

bool InspectorText::candidate(const Locus& locus) {
    const int last = static_cast<int>(m_answer.analysis.targetInput.size()) - 1;
    const int row = locus.row < 0 ? last : locus.row;
    const TokenId token = locus.token.valid() ? locus.token
                          : locus.column >= 0 ? TokenId(locus.column)
                                              : m_answer.analysis.next.chosen;
    const LoadedModel& model = *m_answer.question.model;
    const std::optional<DotNumbers> logit = logitOf(model, m_answer.analysis, row, token);
    if (!logit) return false;
    m_page.title(tr("Next token: %1").arg(tokenText(model.target, token)), hue(locus.site));
    m_page.subtitle(tr("entry %1 of the target vocabulary, behind %2")
                        .arg(token.value)
                        .arg(position({Stack::Decoder, -1, Part::Embedding, Quantity::Output}, row)));
    const std::optional<Origin> origin = originOf(model.transformer.contract(), locus.site, row);
    const Locus hidden{origin->site, -1, origin->row, -1, {}};
    m_page.step(tr("Logit"), tr("z = hidden state · the token's output row + bias"));
    products(m_page.link(tr("hidden"), hidden), tr("output row"), logit->left, logit->right, logit->products,
             hidden, Locus{locus.site, -1, -1, -1, {}}, 0);
    if (logit->hasBias) m_page.line(tr("bias %1").arg(InspectorPage::signedNumber(logit->bias)));
    m_page.line(QStringLiteral("z = ") + m_page.strong(InspectorPage::number(logit->result.seen)));
    check(logit->result);
    m_page.keep(QStringLiteral("hidden"), logit->left);
    m_page.keep(QStringLiteral("output-row"), logit->right);
    m_page.keep(QStringLiteral("products"), logit->products);
    if (row != last) return true;
    const Decoding& decoding = m_answer.question.decoding;
    const std::optional<CandidateNumbers> found = candidateOf(m_answer.analysis, token, decoding.temperature);
    if (!found) {
        m_page.note(tr("This token is never written (padding or the start mark)."));
        return true;
    }
    const CandidateNumbers& n = *found;
    m_page.step(tr("Probability"), tr("p = exp(z − max) / Σ exp(z − max)"));
    m_page.line(QStringLiteral("exp(%1 − %2) / %3 = %4")
                    .arg(InspectorPage::number(n.candidate.logit), InspectorPage::number(n.largestLogit),
                         InspectorPage::number(n.denominator),
                         m_page.strong(InspectorPage::number(n.probability.computed))));
    m_page.note(tr("rank %1 of %2").arg(n.rank + 1).arg(m_answer.analysis.next.candidates.size()));
    if (decoding.strategy == Strategy::Greedy) return true;
    m_page.step(tr("Temperature"), tr("the logits divided by T before the softmax"));
    m_page.line(QStringLiteral("T = %1: %2")
                    .arg(numberText(decoding.temperature, 2),
                         m_page.strong(InspectorPage::number(n.tempered.computed))));
    m_page.step(tr("What is kept"));
    const auto kept = [&](double value) {
        return value > 0 ? InspectorPage::number(value) : m_page.muted(tr("cut"));
    };
    m_page.table({tr("stage"), QStringLiteral("q")}, {{tr("top-k"), kept(n.candidate.afterTopK)},
                                                      {tr("top-p"), kept(n.candidate.afterTopP)},
                                                      {tr("min-p"), kept(n.candidate.afterMinP)}});
    return true;
}

}  // namespace vitrine
