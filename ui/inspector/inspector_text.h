#pragma once

#include <QCoreApplication>

#include "ui/common/answer.h"
#include "ui/inspector/inspector_numbers.h"
#include "ui/inspector/inspector_page.h"
#include "ui/inspector/parameter_numbers.h"

namespace vitrine {

/// Writes the page of one place. What the frame does not hold (yet) is not written.
class InspectorText {
    Q_DECLARE_TR_FUNCTIONS(vitrine::InspectorText)
public:
    InspectorText(const Theme& theme, const StepAnswer& answer, InspectorPage& page);

    /// False when the frame lacks what this place needs.
    bool write(const Locus& locus);
    /// One line that says what the place is: "Decoder 2 ⋅ Cross-attention ⋅ head 3".
    static QString name(const Locus& locus);
    /// Sites that the page of a place reads.
    static std::vector<Site> sites(const Contract& contract, const Locus& locus);

private:
    bool modelHas(const Locus& locus) const;
    bool attentionCell(const Locus& locus);
    bool attentionRow(const Locus& locus);
    bool normRow(const Locus& locus);
    bool embedding(const Locus& locus);
    bool candidate(const Locus& locus);
    bool vector(const Locus& locus);
    bool element(const Locus& locus);
    bool headsElement(const Locus& locus);
    bool normElement(const Locus& locus);
    bool embeddingElement(const Locus& locus);
    bool positions(const Locus& locus);
    bool parameter(const Locus& locus);
    bool block(const Locus& locus);

    void elementTitle(const Locus& locus, const QString& what);
    void moments(const NormRowNumbers& numbers);
    void parameterLine(const Locus& locus, const ParameterFacts& facts);
    void listValues(const Locus& locus, const ParameterFacts& facts, const std::vector<double>& values,
                    int chosen);
    void wholeMatrix(const Locus& locus, const ParameterFacts& facts);
    void users(const Locus& locus, const ParameterFacts& facts);
    void trainedNumbers(const Site& site);
    QString rowName(const ParameterFacts& facts, int row) const;
    QString lineMeaning(const ParameterFacts& facts, bool row) const;
    int occurrence(Stack stack, int token) const;
    QString number(double value, const Locus& target) const;  ///< a link, in brackets when negative
    QString signedLink(double value, const Locus& target) const;
    static QString vectorName(const Site& site);
    static QString vectorFormula(const Site& site);
    static QString matrixSymbol(const Site& site);  ///< html, "W<sub>q</sub>"

    void products(const QString& left, const QString& right, const std::vector<double>& a,
                  const std::vector<double>& b, const std::vector<double>& products, const Locus& leftPlace,
                  const Locus& rightPlace, int firstColumn);
    void softmax(const AttentionCellNumbers& numbers, const Locus& locus);
    void values(const AttentionCellNumbers& numbers, const Locus& locus);
    void check(const Checked& number);
    QString position(const Site& site, int row) const;  ///< html of the token there
    QString keyName(const Site& site, int column) const;
    QColor hue(const Site& site) const { return m_theme.hue(site.stack, site.part); }

    const Theme& m_theme;
    const StepAnswer& m_answer;
    InspectorPage& m_page;
};

}  // namespace vitrine
