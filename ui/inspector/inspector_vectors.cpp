// Pages of vectors, of one element of a vector, and of whole blocks.

#include <algorithm>
#include <cmath>

#include "ui/common/token_text.h"
#include "ui/inspector/inspector_text.h"
#include "ui/views/attention/attention_labels.h"

namespace vitrine {
namespace {

bool isAttention(Part part) {
    return part == Part::SelfAttention || part == Part::CrossAttention;
}

Site with(Site site, Quantity quantity) {
    site.quantity = quantity;
    return site;
}

const LayerContract& layerOf(const Contract& contract, const Site& site) {
    const auto& layers = site.stack == Stack::Encoder ? contract.encoder : contract.decoder;
    return layers.at(static_cast<std::size_t>(site.layer));
}

/// Features of one head inside the row of a site; the whole row when there are no heads or none is chosen.
struct Span {
    std::int64_t first = 0, count = 0;
};
Span spanOf(const Contract& contract, const Locus& locus, std::size_t size) {
    const Quantity q = locus.site.quantity;
    const bool keys = q == Quantity::Query || q == Quantity::Key;
    const bool values = q == Quantity::Value || q == Quantity::Heads;
    if (locus.head < 0 || !(keys || values)) return {0, static_cast<std::int64_t>(size)};
    const LayerContract& layer = layerOf(contract, locus.site);
    const std::int64_t width = keys ? layer.keyWidth : layer.valueWidth;
    return {locus.head * width, width};
}

/// Keys and values of cross-attention are rows of the encoder.
Site rowsOf(const Site& site) {
    const bool memory = site.part == Part::CrossAttention &&
                        (site.quantity == Quantity::Key || site.quantity == Quantity::Value);
    return memory ? Site{Stack::Encoder, site.layer, site.part, site.quantity} : site;
}

}  // namespace

bool InspectorText::vector(const Locus& locus) {
    const Contract& contract = m_answer.question.model->transformer.contract();
    const std::vector<double> all = vectorAt(m_answer.analysis, locus.site, locus.row);
    if (all.empty()) return false;
    QString what, formula;
    switch (locus.site.quantity) {
        case Quantity::Query:
            what = tr("Query");
            formula = QStringLiteral("q = x W<sub>q</sub> + b");
            break;
        case Quantity::Key:
            what = tr("Key");
            formula = QStringLiteral("k = x W<sub>k</sub> + b");
            break;
        case Quantity::Value:
            what = tr("Value");
            formula = QStringLiteral("v = x W<sub>v</sub> + b");
            break;
        case Quantity::Heads:
            what = tr("Weighted values");
            formula = QStringLiteral("Σ w · v");
            break;
        case Quantity::Hidden:
            what = tr("Hidden features");
            formula = QStringLiteral("max(0, x W<sub>1</sub> + b)");
            break;
        case Quantity::Output:
            what = tr("What the sublayer adds");
            formula = locus.site.part == Part::FeedForward ? QStringLiteral("h W<sub>2</sub> + b")
                                                           : QStringLiteral("o W<sub>o</sub> + b");
            break;
        default:
            what = tr("The stream that enters");
            break;
    }
    m_page.title(tr("%1 · %2").arg(name(locus), what), hue(locus.site));
    m_page.subtitle(position(rowsOf(locus.site), locus.row));
    m_page.step(what, formula);
    const std::optional<Origin> origin = originOf(contract, locus.site, locus.row);
    if (origin) {
        const Locus from{origin->site, -1, origin->row, -1, {}};
        const bool same = locus.site.quantity == Quantity::Residual;
        m_page.line((same ? tr("It is %1.") : tr("x is %1.")).arg(m_page.link(name(from), from)));
    } else if (locus.site.quantity == Quantity::Heads) {
        const Locus row{with(locus.site, Quantity::Weights), locus.head, locus.row, -1, {}};
        m_page.line(tr("The weights w are %1.").arg(m_page.link(tr("this row of the softmax"), row)));
    }
    const Span span = spanOf(contract, locus, all.size());
    const std::vector<double> values(all.begin() + span.first, all.begin() + span.first + span.count);
    double squares = 0;
    int positive = 0;
    for (const double value : values) {
        squares += value * value;
        positive += value > 0 ? 1 : 0;
    }
    m_page.line(tr("%1 features, length %2")
                    .arg(values.size())
                    .arg(m_page.strong(InspectorPage::number(std::sqrt(squares)))));
    if (locus.site.quantity == Quantity::Hidden) m_page.line(tr("%1 of them are above 0").arg(positive));
    const bool dots = projectedElement(*m_answer.question.model, m_answer.analysis, locus.site, locus.row,
                                       static_cast<int>(span.first))
                          .has_value();
    std::vector<QStringList> rows;
    for (const int i : largestOf(values, 12)) {
        Locus element = locus;
        element.column = static_cast<int>(span.first) + i;
        const QString number = InspectorPage::number(values[static_cast<std::size_t>(i)]);
        rows.push_back({QString::number(i), dots ? m_page.link(number, element) : number});
    }
    m_page.table({tr("feature (largest first)"), tr("value")}, rows);
    m_page.keep(QString::fromLatin1(nameOf(locus.site.quantity).data()), values);
    return true;
}

bool InspectorText::element(const Locus& locus) {
    const LoadedModel& model = *m_answer.question.model;
    const std::optional<DotNumbers> found =
        projectedElement(model, m_answer.analysis, locus.site, locus.row, locus.column);
    if (!found) {
        Locus row = locus;
        row.column = -1;
        return vector(row);
    }
    const DotNumbers& n = *found;
    Locus whole = locus;
    whole.column = -1;
    const Span span = spanOf(model.transformer.contract(), locus, 0);
    m_page.title(tr("%1 · feature %2").arg(name(locus)).arg(locus.column - span.first), hue(locus.site));
    m_page.subtitle(position(rowsOf(locus.site), locus.row) + QStringLiteral(" · ") +
                    m_page.link(tr("the whole vector"), whole));
    const std::optional<Origin> origin = originOf(model.transformer.contract(), locus.site, locus.row);
    const Locus from{origin->site, -1, origin->row, -1, {}};
    m_page.step(tr("Input times a row of the matrix"),
                n.relu ? tr("max(0, x · w + b), the sum over %1 features").arg(n.left.size())
                       : tr("x · w + b, the sum over %1 features").arg(n.left.size()));
    products(m_page.link(QStringLiteral("x"), from), QStringLiteral("w"), n.left, n.right, n.products, from,
             Locus{locus.site, -1, -1, -1, {}}, 0);
    if (n.hasBias) m_page.line(tr("bias %1").arg(InspectorPage::signedNumber(n.bias)));
    m_page.line(QStringLiteral("= ") + m_page.strong(InspectorPage::number(n.result.seen)));
    check(n.result);
    m_page.keep(QStringLiteral("input"), n.left);
    m_page.keep(QStringLiteral("matrix-row"), n.right);
    m_page.keep(QStringLiteral("products"), n.products);
    return true;
}

bool InspectorText::block(const Locus& locus) {
    const Contract& contract = m_answer.question.model->transformer.contract();
    const Site& site = locus.site;
    if (site.layer < 0 && site.part != Part::Embedding) return false;
    const bool encoder = site.stack == Stack::Encoder;
    const std::size_t rows = encoder ? m_answer.analysis.source.size() : m_answer.analysis.targetInput.size();
    const int last = encoder ? 0 : static_cast<int>(rows) - 1;
    m_page.title(name(locus), hue(site));
    std::vector<QStringList> facts;
    const auto fact = [&](const QString& what, const QString& value) { facts.push_back({what, value}); };
    fact(tr("positions"), QString::number(rows));
    fact(tr("width d"), QString::number(contract.width));
    const auto open = [&](Quantity quantity, int head) {
        return Locus{with(site, quantity), head, last, -1, {}};
    };
    std::vector<QStringList> links;
    if (isAttention(site.part)) {
        const LayerContract& layer = layerOf(contract, site);
        fact(tr("heads"), QString::number(layer.heads));
        fact(tr("width of a key"), QString::number(layer.keyWidth));
        fact(tr("width of a value"), QString::number(layer.valueWidth));
        for (int head = 0; head < layer.heads; ++head)
            if (locus.head < 0 || locus.head == head)
                links.push_back({m_page.link(tr("Head %1: the last row's weights").arg(head + 1),
                                             open(Quantity::Weights, head))});
    } else if (site.part == Part::FeedForward) {
        fact(tr("hidden features f"), QString::number(layerOf(contract, site).ffnWidth));
        links.push_back({m_page.link(tr("Hidden features of a row"), open(Quantity::Hidden, -1))});
    } else {
        fact(tr("entries of the table"),
             countText(encoder ? contract.sourceVocabulary : contract.targetVocabulary));
        links.push_back({m_page.link(tr("One row: look-up, scale, position"), open(Quantity::Output, -1))});
    }
    if (site.layer >= 0)
        links.push_back({m_page.link(tr("Add and norm of a row"), open(Quantity::Norm, -1))});
    m_page.table({}, facts);
    m_page.step(tr("Look inside"));
    m_page.table({}, links);
    return true;
}

}  // namespace vitrine
