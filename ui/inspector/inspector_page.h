#pragma once

#include <QStringList>
#include <vector>

#include "ui/common/figure.h"
#include "ui/common/selection.h"
#include "ui/common/theme.h"

namespace vitrine {

/// Builds one page of the inspector as rich text: headings, steps of a calculation, small tables of numbers,
/// bars. Every number may be a link to where it came from.
class InspectorPage {
public:
    explicit InspectorPage(const Theme& theme) : m_theme(theme) {}

    void title(const QString& text, const QColor& hue);
    void subtitle(const QString& html);
    /// A numbered step: its name and, under it, its formula.
    void step(const QString& name, const QString& formulaHtml = {});
    void line(const QString& html);
    void note(const QString& text);
    /// "changed by you" with both numbers.
    void changedNote(double computed, double seen);

    /// Rows of numbers under column heads; cells are html. The first column is left-aligned.
    void table(const QStringList& heads, const std::vector<QStringList>& rows);
    /// A bar for a number in [0, 1] with its label and value; the current one is set off.
    struct Bar {
        QString label;  ///< html
        double value = 0;
        Locus target;
        bool current = false;
    };
    void bars(const std::vector<Bar>& bars, const QColor& hue);

    /// Numbers of the page for an export.
    void keep(const QString& name, const std::vector<double>& values, const QStringList& labels = {});
    const QList<FigureData>& data() const { return m_data; }

    QString html() const;

    // Pieces of html.
    static QString escaped(const QString& text) { return text.toHtmlEscaped(); }
    QString link(const QString& html, const Locus& target) const;
    QString strong(const QString& html) const;
    QString muted(const QString& html) const;
    static QString fraction(const QString& above, const QString& below);
    /// As everywhere in the inspector: exactText().
    static QString number(double value);
    /// A number after a plus or minus sign: "+ 0.25", "− 0.25".
    static QString signedNumber(double value);

private:
    const Theme& m_theme;
    QString m_body;
    int m_steps = 0;
    QList<FigureData> m_data;
};

}  // namespace vitrine
