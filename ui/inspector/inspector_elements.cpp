// Pages of one number of a vector: what it was made from, each part a link one step back.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/common/token_text.h"
#include "ui/inspector/inspector_places.h"
#include "ui/inspector/inspector_text.h"
#include "ui/inspector/parameter_numbers.h"

namespace vitrine {
namespace {

constexpr int kKeysShown = 12;  // of a long sentence; the rest is one sum

/// A number behind a minus or a dot: negative ones in brackets. `html` is the number, perhaps as a link.
QString operand(double value, const QString& html) {
    return value < 0 ? QStringLiteral("(%1)").arg(html) : html;
}

}  // namespace

QString InspectorText::number(double value, const Locus& target) const {
    return operand(value, m_page.link(InspectorPage::number(value), target));
}

QString InspectorText::signedLink(double value, const Locus& target) const {
    return (value < 0 ? QStringLiteral("− ") : QStringLiteral("+ ")) +
           m_page.link(InspectorPage::number(std::abs(value)), target);
}

QString InspectorText::matrixSymbol(const Site& site) {
    switch (site.quantity) {
        case Quantity::Query:
            return QStringLiteral("W<sub>q</sub>");
        case Quantity::Key:
            return QStringLiteral("W<sub>k</sub>");
        case Quantity::Value:
            return QStringLiteral("W<sub>v</sub>");
        case Quantity::Hidden:
            return QStringLiteral("W<sub>1</sub>");
        case Quantity::Output:
            if (site.part == Part::Embedding) return QStringLiteral("E");
            return site.part == Part::FeedForward ? QStringLiteral("W<sub>2</sub>")
                                                  : QStringLiteral("W<sub>o</sub>");
        case Quantity::Logits:
            return QStringLiteral("W<sub>out</sub>");
        default:
            return QStringLiteral("W");
    }
}

bool InspectorText::element(const Locus& locus) {
    if (locus.site.quantity == Quantity::Residual)
        return write(settled(m_answer.question.model->contract(), locus));
    if (locus.site.quantity == Quantity::Heads) return headsElement(locus);
    const LoadedModel& model = *m_answer.question.model;
    const std::optional<DotNumbers> found =
        projectedElement(model, m_answer.analysis, locus.site, locus.row, locus.column);
    if (!found) {
        Locus row = locus;
        row.column = -1;
        return vector(row);
    }
    const DotNumbers& n = *found;
    Locus place = locus;  // a feature of a query, key or value belongs to one head
    if (isAttention(locus.site.part) && locus.site.quantity != Quantity::Output) {
        const LayerContract& layer = layerOf(model.contract(), locus.site);
        const bool value = locus.site.quantity == Quantity::Value;
        place.head = locus.column / static_cast<int>(value ? layer.valueWidth : layer.keyWidth);
    }
    elementTitle(place, InspectorPage::escaped(vectorName(locus.site)));
    const std::optional<Origin> origin = originOf(model.contract(), locus.site, locus.row);
    const Locus from = settled(model.contract(), {origin->site, -1, origin->row, -1, {}});
    const SiteParameters names = parametersOf(model.contract(), locus.site);
    const Locus weight = trained(locus, names.weight, locus.column);
    const QString column = QStringLiteral("%1[⋅, %2]").arg(matrixSymbol(locus.site)).arg(locus.column);
    const QString dot =
        QStringLiteral("x ⋅ %1%2")
            .arg(column, n.hasBias ? QStringLiteral(" + b<sub>%1</sub>").arg(locus.column) : QString());
    m_page.step(tr("Input times one column of the matrix"),
                tr("%1, the sum over %2 features")
                    .arg(n.relu ? QStringLiteral("max(0, %1)").arg(dot) : dot)
                    .arg(n.left.size()));
    m_page.line(tr("x is %1.").arg(m_page.link(name(from), from)));
    products(m_page.link(QStringLiteral("x"), from), m_page.link(column, weight), n.left, n.right, n.products,
             from, weight, 0);
    if (n.hasBias)
        m_page.line(tr("bias %1").arg(signedLink(n.bias, trained(locus, names.bias, locus.column))));
    const double sum = std::accumulate(n.products.begin(), n.products.end(), n.bias);
    if (n.relu) m_page.line(QStringLiteral("= max(0, %1)").arg(InspectorPage::number(sum)));
    m_page.line(QStringLiteral("= ") + m_page.strong(InspectorPage::number(n.result.seen)));
    check(n.result);
    m_page.keep(QStringLiteral("input"), n.left);
    m_page.keep(QStringLiteral("matrix-column"), n.right);
    m_page.keep(QStringLiteral("products"), n.products);
    return true;
}

/// "Decoder 1 ⋅ cross-attention ⋅ head 1 ⋅ query ⋅ feature 3" and where its vector is.
void InspectorText::elementTitle(const Locus& locus, const QString& what) {
    Locus whole = locus;
    whole.column = -1;
    const Span span = spanOf(m_answer.question.model->contract(), locus, 0);
    m_page.title(tr("%1 ⋅ feature %2").arg(name(locus)).arg(locus.column - span.first), hue(locus.site));
    m_page.subtitle(position(rowsOf(locus.site), locus.row) + QStringLiteral(" ⋅ ") +
                    m_page.link(what, whole));
}

/// One feature of what a head hands on: every key's value times its weight.
bool InspectorText::headsElement(const Locus& locus) {
    const LoadedModel& model = *m_answer.question.model;
    const std::optional<DotNumbers> found =
        weightedValue(model, m_answer.analysis, locus.site, locus.row, locus.column);
    if (!found) return false;
    const DotNumbers& n = *found;
    Locus place = locus;
    place.head = locus.column / static_cast<int>(layerOf(model.contract(), locus.site).valueWidth);
    elementTitle(place, InspectorPage::escaped(vectorName(locus.site)));
    m_page.step(tr("Weighted sum of the values"), tr("Σ w ⋅ v, the sum over %1 keys").arg(n.left.size()));
    const Locus row{with(locus.site, Quantity::Weights), place.head, locus.row, -1, {}};
    std::vector<QStringList> rows;
    double rest = n.result.computed;
    const std::vector<int> largest = largestOf(n.products, kKeysShown);
    for (const int key : largest) {
        const auto at = static_cast<std::size_t>(key);
        Locus cell = row;
        cell.column = key;
        const Locus value{with(locus.site, Quantity::Value), place.head, key, locus.column, {}};
        rows.push_back({keyName(locus.site, key), m_page.link(InspectorPage::number(n.left[at]), cell),
                        m_page.link(InspectorPage::number(n.right[at]), value),
                        InspectorPage::number(n.products[at])});
        rest -= n.products[at];
    }
    if (const int others = static_cast<int>(n.left.size() - largest.size()); others > 0)
        rows.push_back({m_page.muted(tr("%n more", nullptr, others)), {}, {}, InspectorPage::number(rest)});
    m_page.table({tr("key"), m_page.link(QStringLiteral("w"), row), QStringLiteral("v"), tr("product")},
                 rows);
    m_page.line(QStringLiteral("= ") + m_page.strong(InspectorPage::number(n.result.seen)));
    check(n.result);
    m_page.keep(QStringLiteral("weights"), n.left);
    m_page.keep(QStringLiteral("values"), n.right);
    m_page.keep(QStringLiteral("products"), n.products);
    return true;
}

/// One feature through the end of a sublayer.
bool InspectorText::normElement(const Locus& locus) {
    const LoadedModel& model = *m_answer.question.model;
    const std::optional<NormRowNumbers> found =
        vitrine::normRow(model, m_answer.analysis, locus.site, locus.row);
    if (!found || locus.column >= static_cast<int>(found->sum.size())) return false;
    const NormRowNumbers& n = *found;
    const auto i = static_cast<std::size_t>(locus.column);
    const Locus place{with(locus.site, Quantity::Norm), -1, locus.row, locus.column, {}};
    elementTitle(place, tr("the whole vector"));
    const Locus stream =
        settled(model.contract(), {with(locus.site, Quantity::Residual), -1, locus.row, locus.column, {}});
    const Locus output{with(locus.site, Quantity::Output), -1, locus.row, locus.column, {}};
    m_page.step(tr("Add"), tr("z = stream + what the sublayer adds"));
    m_page.line(QStringLiteral("z = %1 %2 = %3")
                    .arg(m_page.link(InspectorPage::number(n.residual[i]), stream),
                         signedLink(n.output[i], output), m_page.strong(InspectorPage::number(n.sum[i]))));
    moments(n);
    const double deviation = std::sqrt(n.variance + n.epsilon);
    m_page.step(tr("LayerNorm"), QStringLiteral("y = γ ⋅ (z − μ) / √(σ² + ε) + β"));
    m_page.line(QStringLiteral("(%1 − %2) / %3 = %4")
                    .arg(InspectorPage::number(n.sum[i]), operand(n.mean, InspectorPage::number(n.mean)),
                         InspectorPage::number(deviation),
                         m_page.strong(InspectorPage::number(n.normalised[i]))));
    const SiteParameters names = parametersOf(model.contract(), place.site);
    m_page.line(
        QStringLiteral("y = %1 ⋅ %2 %3 = %4")
            .arg(m_page.link(InspectorPage::number(n.gamma[i]), trained(place, names.weight, locus.column)),
                 operand(n.normalised[i], InspectorPage::number(n.normalised[i])),
                 signedLink(n.beta[i], trained(place, names.bias, locus.column)),
                 m_page.strong(InspectorPage::number(n.computed[i]))));
    Checked y{n.computed[i], n.seen[i], n.changed && std::abs(n.computed[i] - n.seen[i]) > 1e-4};
    check(y);
    m_page.keep(QStringLiteral("feature"),
                {n.residual[i], n.output[i], n.sum[i], n.mean, n.variance, n.normalised[i], n.gamma[i],
                 n.beta[i], n.seen[i]},
                {"stream", "added", "z", "mean", "variance", "normed", "gamma", "beta", "y"});
    return true;
}

/// One feature of an embedding: an entry of the table, scaled, plus one of the position vector.
bool InspectorText::embeddingElement(const Locus& locus) {
    const LoadedModel& model = *m_answer.question.model;
    const std::optional<EmbeddingNumbers> found =
        embeddingRow(model, m_answer.analysis, locus.site.stack, locus.row);
    if (!found || locus.column >= static_cast<int>(found->seen.size())) return false;
    const EmbeddingNumbers& n = *found;
    const auto i = static_cast<std::size_t>(locus.column);
    elementTitle(locus, tr("the whole vector"));
    m_page.step(tr("Look up, scale, add the position"),
                tr("x = entry ⋅ √d + position, d = %1").arg(n.tableRow.size()));
    const std::string table = parametersOf(model.contract(), with(locus.site, Quantity::Output)).weight;
    m_page.line(QStringLiteral("x = %1 ⋅ %2 %3 = %4")
                    .arg(number(n.tableRow[i], trained(locus, table, n.token.value, locus.column)),
                         InspectorPage::number(n.scale),
                         signedLink(n.position[i],
                                    {with(locus.site, Quantity::Positions), -1, locus.row, locus.column, {}}),
                         m_page.strong(InspectorPage::number(n.computed[i]))));
    check({n.computed[i], n.seen[i], n.changed && std::abs(n.computed[i] - n.seen[i]) > 1e-4});
    m_page.keep(QStringLiteral("feature"), {n.tableRow[i], n.scale, n.position[i], n.seen[i]},
                {"entry", "scale", "position", "x"});
    return true;
}

/// A position vector, or one feature of it with its angle.
bool InspectorText::positions(const Locus& locus) {
    const LoadedModel& model = *m_answer.question.model;
    const std::optional<PositionNumbers> found =
        positionRow(model, m_answer.analysis, locus.site.stack, locus.row);
    if (!found || locus.column >= static_cast<int>(found->seen.size())) return false;
    const PositionNumbers& n = *found;
    const int width = static_cast<int>(n.seen.size());
    m_page.title(tr("%1 ⋅ position vector %2").arg(name(locus)).arg(locus.row), hue(locus.site));
    m_page.subtitle(position(locus.site, locus.row));
    m_page.step(tr("Sine and cosine of the position"),
                QStringLiteral("PE(pos, 2i) = sin(pos / b<sup>2i/d</sup>), PE(pos, 2i+1) = cos(pos / "
                               "b<sup>2i/d</sup>), b = %1, d = %2")
                    .arg(n.base)
                    .arg(width));
    if (locus.column >= 0) {
        const auto i = static_cast<std::size_t>(locus.column);
        const QString wave = locus.column % 2 == 0 ? QStringLiteral("sin") : QStringLiteral("cos");
        m_page.line(tr("feature %1").arg(locus.column) + QStringLiteral(": %1(%2 / %3<sup>%4/%5</sup>)")
                                                             .arg(wave)
                                                             .arg(locus.row)
                                                             .arg(n.base)
                                                             .arg(locus.column / 2 * 2)
                                                             .arg(width));
        m_page.line(QStringLiteral("= %1(%2) = %3")
                        .arg(wave, InspectorPage::number(n.angles[i]),
                             m_page.strong(InspectorPage::number(n.computed[i]))));
        check({n.computed[i], n.seen[i], n.changed && std::abs(n.computed[i] - n.seen[i]) > 1e-4});
    }
    std::vector<QStringList> rows;
    for (int i = 0; i < width; ++i) {
        Locus one = locus;
        one.column = i;
        const auto at = static_cast<std::size_t>(i);
        rows.push_back({QString::number(i), InspectorPage::number(n.angles[at]),
                        m_page.link(InspectorPage::number(n.seen[at]), one)});
    }
    m_page.step(tr("All features"));
    m_page.table({tr("feature"), tr("angle"), tr("position")}, rows);
    m_page.note(tr("Positions are computed, not trained."));
    m_page.keep(QStringLiteral("angles"), n.angles);
    m_page.keep(QStringLiteral("position"), n.seen);
    return true;
}

}  // namespace vitrine
