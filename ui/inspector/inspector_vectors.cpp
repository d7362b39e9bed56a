// Pages of vectors and of whole blocks.

#include <algorithm>
#include <cmath>

#include "ui/common/token_text.h"
#include "ui/inspector/inspector_places.h"
#include "ui/inspector/inspector_text.h"

namespace vitrine {

QString InspectorText::vectorName(const Site& site) {
    switch (site.quantity) {
        case Quantity::Query:
            return tr("Query");
        case Quantity::Key:
            return tr("Key");
        case Quantity::Value:
            return tr("Value");
        case Quantity::Heads:
            return tr("Weighted values");
        case Quantity::Hidden:
            return tr("Hidden features");
        case Quantity::Output:
            return tr("What the sublayer adds");
        default:
            return tr("The stream that enters");
    }
}

/// How a vector comes about, html; empty for the stream.
QString InspectorText::vectorFormula(const Site& site) {
    const QString matrix = matrixSymbol(site);
    switch (site.quantity) {
        case Quantity::Query:
            return QStringLiteral("q = x %1 + b").arg(matrix);
        case Quantity::Key:
            return QStringLiteral("k = x %1 + b").arg(matrix);
        case Quantity::Value:
            return QStringLiteral("v = x %1 + b").arg(matrix);
        case Quantity::Heads:
            return QStringLiteral("o = Σ w ⋅ v");
        case Quantity::Hidden:
            return QStringLiteral("h = max(0, x %1 + b)").arg(matrix);
        case Quantity::Output:
            return (site.part == Part::FeedForward ? QStringLiteral("h %1 + b") : QStringLiteral("o %1 + b"))
                .arg(matrix);
        default:
            return {};
    }
}

bool InspectorText::vector(const Locus& locus) {
    const Contract& contract = m_answer.question.model->transformer.contract();
    const std::vector<double> all = vectorAt(m_answer.analysis, locus.site, locus.row);
    if (all.empty()) return false;
    const QString what = vectorName(locus.site);
    m_page.title(tr("%1 ⋅ %2").arg(name(locus), what), hue(locus.site));
    m_page.subtitle(position(rowsOf(locus.site), locus.row));
    m_page.step(what, vectorFormula(locus.site));
    const std::optional<Origin> origin = originOf(contract, locus.site, locus.row);
    if (origin) {
        const Locus from = settled(contract, {origin->site, -1, origin->row, -1, {}});
        const bool same = locus.site.quantity == Quantity::Residual;
        const QString letter = locus.site.quantity != Quantity::Output ? QStringLiteral("x")
                               : locus.site.part == Part::FeedForward  ? QStringLiteral("h")
                                                                       : QStringLiteral("o");
        m_page.line(same ? tr("It is %1.").arg(m_page.link(name(from), from))
                         : tr("%1 is %2.").arg(letter, m_page.link(name(from), from)));
    } else if (locus.site.quantity == Quantity::Heads) {
        const Locus row{with(locus.site, Quantity::Weights), locus.head, locus.row, -1, {}};
        m_page.line(tr("The weights w are %1.").arg(m_page.link(tr("this row of the softmax"), row)));
    }
    if (const std::string weight = parametersOf(contract, locus.site).weight; !weight.empty())
        m_page.line(tr("%1 is %2.")
                        .arg(matrixSymbol(locus.site),
                             m_page.link(QString::fromStdString(weight), trained(locus, weight, -1))));
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
    std::vector<QStringList> rows;
    for (const int i : largestOf(values, 12)) {
        Locus element = locus;
        element.column = static_cast<int>(span.first) + i;
        rows.push_back({QString::number(i),
                        m_page.link(InspectorPage::number(values[static_cast<std::size_t>(i)]), element)});
    }
    m_page.table({tr("feature (largest first)"), tr("value")}, rows);
    m_page.keep(QString::fromLatin1(nameOf(locus.site.quantity).data()), values);
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
    trainedNumbers(site);
    return true;
}

/// The parameters of a sublayer or embedding with their shapes.
void InspectorText::trainedNumbers(const Site& site) {
    const LoadedModel& model = *m_answer.question.model;
    std::vector<QStringList> rows;
    const auto add = [&](const Site& user, const std::string& parameter) {
        const std::optional<ParameterFacts> facts = parameterFacts(model, parameter);
        if (!facts) return;
        rows.push_back(
            {m_page.link(QString::fromStdString(parameter), trained({user, -1, -1, -1, {}}, parameter, -1)),
             facts->isMatrix() ? QStringLiteral("%1×%2").arg(facts->rows).arg(facts->columns)
                               : QString::number(facts->rows)});
    };
    for (const Quantity quantity : {Quantity::Query, Quantity::Key, Quantity::Value, Quantity::Hidden,
                                    Quantity::Output, Quantity::Norm}) {
        const bool attention = quantity <= Quantity::Value;
        const bool there = site.part == Part::Embedding ? quantity == Quantity::Output
                           : isAttention(site.part)     ? quantity != Quantity::Hidden
                                                        : !attention;
        if (!there) continue;
        const SiteParameters names = parametersOf(model.contract(), with(site, quantity));
        add(with(site, quantity), names.weight);
        add(with(site, quantity), names.bias);
    }
    m_page.step(tr("Trained numbers"));
    m_page.table({}, rows);
}

}  // namespace vitrine
