#include "ui/inspector/inspector_text.h"

#include <algorithm>
#include <cmath>

#include "ui/common/token_text.h"
#include "ui/inspector/inspector_places.h"
#include "ui/views/attention/attention_labels.h"

namespace vitrine {
namespace {

constexpr int kShown = 6;  // products or features that a page lists one by one

bool isVector(Quantity quantity) {
    return quantity == Quantity::Query || quantity == Quantity::Key || quantity == Quantity::Value ||
           quantity == Quantity::Heads || quantity == Quantity::Hidden || quantity == Quantity::Output ||
           quantity == Quantity::Residual;
}

bool hasElements(Quantity quantity) {
    return isVector(quantity) || quantity == Quantity::Norm;
}

}  // namespace

InspectorText::InspectorText(const Theme& theme, const StepAnswer& answer, InspectorPage& page)
    : m_theme(theme), m_answer(answer), m_page(page) {}

/// Whether the model has the layer and the head: a place can outlive the model and sentence it was chosen in.
bool InspectorText::modelHas(const Locus& locus) const {
    const Site& site = locus.site;
    if (site.part == Part::Head || site.part == Part::Embedding) return true;
    const Contract& contract = m_answer.question.model->contract();
    const auto& layers = site.stack == Stack::Encoder ? contract.encoder : contract.decoder;
    if (site.layer < 0 || site.layer >= static_cast<int>(layers.size())) return false;
    return !isAttention(site.part) || locus.head < layerOf(contract, site).heads;
}

bool InspectorText::write(const Locus& locus) {
    if (locus.parameter.there()) return parameter(locus);
    if (!modelHas(locus)) return false;
    const Site& site = locus.site;
    if (site.part == Part::Head) return candidate(locus);
    if (site.part == Part::Embedding && locus.row >= 0 && site.quantity == Quantity::Positions)
        return positions(locus);
    if (site.part == Part::Embedding) return locus.column < 0 ? embedding(locus) : embeddingElement(locus);
    if (locus.row < 0 && locus.column < 0) return block(locus);
    if (isStage(site.quantity)) {
        if (locus.row < 0) return block(locus);
        if (locus.head < 0) return attentionRow(locus);
        return locus.column < 0 ? attentionRow(locus) : attentionCell(locus);
    }
    if (site.quantity == Quantity::Norm || site.quantity == Quantity::Sum)
        return locus.column < 0 ? normRow(locus) : normElement(locus);
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
    QString text = tr("%1 %2 ⋅ %3").arg(stack).arg(site.layer + 1).arg(part);
    if (isAttention(site.part) && locus.head >= 0) text += tr(" ⋅ head %1").arg(locus.head + 1);
    const bool end = site.quantity == Quantity::Norm || site.quantity == Quantity::Sum;
    if (end && locus.row >= 0) text += tr(" ⋅ add and norm");
    return text;
}

std::vector<Site> InspectorText::sites(const Contract& contract, const Locus& locus) {
    using enum Quantity;
    if (locus.site.quantity == Quantity::Residual && locus.column >= 0)
        return InspectorText::sites(contract, settled(contract, locus));
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
    const auto feature = [&](Locus place, int i) {
        if (place.parameter.there())
            place.parameter.column = i;
        else if (hasElements(place.site.quantity))
            place.column = firstColumn + i;
        return place;
    };
    for (const int i : largest) {
        const auto at = static_cast<std::size_t>(i);
        rows.push_back({QString::number(i), m_page.link(InspectorPage::number(a[at]), feature(leftPlace, i)),
                        m_page.link(InspectorPage::number(b[at]), feature(rightPlace, i)),
                        InspectorPage::number(all[at])});
        rest -= all[at];
    }
    const int others = static_cast<int>(all.size() - largest.size());
    if (others > 0)
        rows.push_back({m_page.muted(tr("%n more", nullptr, others)), {}, {}, InspectorPage::number(rest)});
    m_page.table({tr("feature"), left, right, tr("product")}, rows);
}

bool InspectorText::normRow(const Locus& locus) {
    const std::optional<NormRowNumbers> found =
        vitrine::normRow(*m_answer.question.model, m_answer.analysis, locus.site, locus.row);
    if (!found) return false;
    const NormRowNumbers& n = *found;
    m_page.title(name(locus), hue(locus.site));
    m_page.subtitle(position(locus.site, locus.row));
    const Locus residual{with(locus.site, Quantity::Residual), -1, locus.row, -1, {}};
    const Locus output{with(locus.site, Quantity::Output), -1, locus.row, -1, {}};
    m_page.step(tr("Add"), tr("z = stream + what the sublayer adds"));
    const Contract& contract = m_answer.question.model->contract();
    const Locus place{with(locus.site, Quantity::Norm), -1, locus.row, -1, {}};
    const SiteParameters names = parametersOf(contract, place.site);
    std::vector<QStringList> rows, normed;
    for (const int i : largestOf(n.seen, 2 * kShown)) {
        const auto at = static_cast<std::size_t>(i);
        const auto feature = [i](Locus whole) {
            whole.column = i;
            return whole;
        };
        rows.push_back(
            {QString::number(i),
             m_page.link(InspectorPage::number(n.residual[at]), settled(contract, feature(residual))),
             m_page.link(InspectorPage::number(n.output[at]), feature(output)),
             InspectorPage::number(n.sum[at])});
        normed.push_back({QString::number(i), InspectorPage::number(n.normalised[at]),
                          m_page.link(InspectorPage::number(n.gamma[at]), trained(place, names.weight, i)),
                          m_page.link(InspectorPage::number(n.beta[at]), trained(place, names.bias, i)),
                          m_page.strong(m_page.link(InspectorPage::number(n.seen[at]), feature(place)))});
    }
    m_page.table({tr("feature (largest y first)"), m_page.link(tr("stream"), residual),
                  m_page.link(tr("added"), output), QStringLiteral("z")},
                 rows);
    moments(n);
    m_page.step(tr("LayerNorm"), QStringLiteral("y = γ ⋅ (z − μ) / √(σ² + ε) + β"));
    m_page.table(
        {tr("feature"), tr("normed"), m_page.link(QStringLiteral("γ"), trained(place, names.weight, -1)),
         m_page.link(QStringLiteral("β"), trained(place, names.bias, -1)), QStringLiteral("y")},
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

void InspectorText::moments(const NormRowNumbers& n) {
    m_page.step(tr("Mean and variance over %1 features").arg(n.sum.size()));
    m_page.line(tr("mean μ = %1").arg(m_page.strong(InspectorPage::number(n.mean))));
    m_page.line(tr("variance σ² = %1").arg(m_page.strong(InspectorPage::number(n.variance))));
    m_page.line(QStringLiteral("√(σ² + ε) = √(%1 + %2) = %3")
                    .arg(InspectorPage::number(n.variance), QString::number(n.epsilon, 'g', 3),
                         m_page.strong(InspectorPage::number(std::sqrt(n.variance + n.epsilon)))));
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
                tr("x = row ⋅ √d + position, d = %1").arg(n.tableRow.size()));
    const Site output = with(locus.site, Quantity::Output);
    const std::string table = parametersOf(m_answer.question.model->contract(), output).weight;
    const Locus entry = trained(locus, table, n.token.value);
    const Locus wave{with(locus.site, Quantity::Positions), -1, locus.row, -1, {}};
    std::vector<QStringList> rows;
    for (int i = 0; i < std::min<int>(2 * kShown, static_cast<int>(n.tableRow.size())); ++i) {
        const auto at = static_cast<std::size_t>(i);
        Locus place = wave;
        place.column = i;
        rows.push_back(
            {QString::number(i),
             m_page.link(InspectorPage::number(n.tableRow[at]), trained(locus, table, n.token.value, i)),
             InspectorPage::number(n.scale), m_page.link(InspectorPage::number(n.position[at]), place),
             m_page.strong(m_page.link(InspectorPage::number(n.seen[at]), {output, -1, locus.row, i, {}}))});
    }
    if (const int others = static_cast<int>(n.tableRow.size()) - 2 * kShown; others > 0)
        rows.push_back({m_page.muted(tr("%n more", nullptr, others)), {}, {}, {}, {}});
    m_page.table({tr("feature"), m_page.link(tr("row"), entry), QStringLiteral("√d"),
                  m_page.link(tr("position"), wave), QStringLiteral("x")},
                 rows);
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
    const SiteParameters names = parametersOf(model.contract(), locus.site);
    const Locus place{locus.site, -1, row, -1, token};
    const Locus output = trained(place, names.weight, token.value);
    m_page.step(tr("Logit"), tr("z = hidden state ⋅ the token's output row + bias"));
    products(m_page.link(tr("hidden"), hidden), m_page.link(tr("output row"), output), logit->left,
             logit->right, logit->products, hidden, output, 0);
    if (logit->hasBias)
        m_page.line(tr("bias %1").arg(signedLink(logit->bias, trained(place, names.bias, token.value))));
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
