#pragma once

#include <QCoreApplication>

#include "ui/common/answer.h"
#include "ui/inspector/inspector_numbers.h"
#include "ui/inspector/inspector_page.h"

namespace vitrine {

/// Writes the page of one place. What the frame does not hold (yet) is not written.
class InspectorText {
    Q_DECLARE_TR_FUNCTIONS(vitrine::InspectorText)
public:
    InspectorText(const Theme& theme, const StepAnswer& answer, InspectorPage& page);

    /// False when the frame lacks what this place needs.
    bool write(const Locus& locus);
    /// One line that says what the place is: "Decoder 2 · Cross-attention · head 3".
    static QString name(const Locus& locus);
    /// Sites that the page of a place reads.
    static std::vector<Site> sites(const Contract& contract, const Locus& locus);

private:
    bool attentionCell(const Locus& locus);
    bool attentionRow(const Locus& locus);
    bool normRow(const Locus& locus);
    bool embedding(const Locus& locus);
    bool candidate(const Locus& locus);
    bool vector(const Locus& locus);
    bool element(const Locus& locus);
    bool block(const Locus& locus);

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
