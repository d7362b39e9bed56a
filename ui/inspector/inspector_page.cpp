#include "ui/inspector/inspector_page.h"

#include <algorithm>
#include <cmath>

#include "ui/common/token_text.h"
#include "ui/inspector/inspector_link.h"

namespace vitrine {

QString InspectorPage::number(double value) {
    return exactText(value);
}

QString InspectorPage::signedNumber(double value) {
    return (value < 0 ? QStringLiteral("− ") : QStringLiteral("+ ")) + number(std::abs(value));
}

QString InspectorPage::link(const QString& html, const Locus& target) const {
    return QStringLiteral("<a href=\"%1\" style=\"color:%2;text-decoration:none\">%3</a>")
        .arg(linkTo(target).toString(QUrl::FullyEncoded).toHtmlEscaped(), m_theme.colors().accent.name(),
             html);
}

QString InspectorPage::strong(const QString& html) const {
    return QStringLiteral("<b>%1</b>").arg(html);
}

QString InspectorPage::muted(const QString& html) const {
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(m_theme.colors().muted.name(), html);
}

QString InspectorPage::fraction(const QString& above, const QString& below) {
    return above + QStringLiteral(" / ") + below;
}

void InspectorPage::title(const QString& text, const QColor& hue) {
    m_body += QStringLiteral("<p style=\"margin:0 0 4px 0;font-size:%1px;font-weight:bold;color:%2\">%3</p>")
                  .arg(m_theme.pixelSize(TextRole::Heading))
                  .arg(hue.name(), escaped(text));
}

void InspectorPage::subtitle(const QString& html) {
    m_body += QStringLiteral("<p style=\"margin:0 0 8px 0\">%1</p>").arg(html);
}

void InspectorPage::step(const QString& name, const QString& formulaHtml) {
    ++m_steps;
    m_body +=
        QStringLiteral("<p style=\"margin:12px 0 2px 0\"><b>%1. %2</b></p>").arg(m_steps).arg(escaped(name));
    if (!formulaHtml.isEmpty())
        m_body += QStringLiteral("<p style=\"margin:0 0 4px 0;color:%1\">%2</p>")
                      .arg(m_theme.colors().muted.name(), formulaHtml);
}

void InspectorPage::line(const QString& html) {
    m_body += QStringLiteral("<p style=\"margin:2px 0\">%1</p>").arg(html);
}

void InspectorPage::note(const QString& text) {
    line(muted(escaped(text)));
}

void InspectorPage::changedNote(double computed, double seen) {
    line(QStringLiteral("<span style=\"color:%1\">● %2 → <b>%3</b></span>")
             .arg(m_theme.colors().changed.name(), number(computed), number(seen)));
}

void InspectorPage::table(const QStringList& heads, const std::vector<QStringList>& rows) {
    const auto cell = [](const char* tag, const QString& align, const QString& html) {
        return QStringLiteral("<%1 align=\"%2\" style=\"padding:1px 6px 1px 0;white-space:nowrap\">%3</%1>")
            .arg(QLatin1String(tag), align, html);
    };
    const auto align = [](qsizetype column) {
        return column == 0 ? QStringLiteral("left") : QStringLiteral("right");
    };
    QString html = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"0\" width=\"97%\">");
    if (!heads.isEmpty()) {
        html += QStringLiteral("<tr>");
        for (qsizetype i = 0; i < heads.size(); ++i) html += cell("td", align(i), muted(heads[i]));
        html += QStringLiteral("</tr>");
    }
    for (const QStringList& row : rows) {
        html += QStringLiteral("<tr>");
        for (qsizetype i = 0; i < row.size(); ++i) html += cell("td", align(i), row[i]);
        html += QStringLiteral("</tr>");
    }
    m_body += html + QStringLiteral("</table>");
}

void InspectorPage::bars(const std::vector<Bar>& bars, const QColor& hue) {
    // A row of two coloured cells is the one bar that rich text can draw at any width.
    QString html = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"0\" width=\"97%\">");
    for (const Bar& bar : bars) {
        const int percent = std::clamp(static_cast<int>(std::lround(bar.value * 100)), 0, 100);
        const QColor color =
            bar.current ? m_theme.colors().accent : Theme::blend(m_theme.colors().surface, hue, 0.6);
        QString strip = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"0\" width=\"100%\"><tr>");
        if (percent > 0)
            strip += QStringLiteral("<td width=\"%1%\" bgcolor=\"%2\" style=\"font-size:5px\">&nbsp;</td>")
                         .arg(percent)
                         .arg(color.name());
        if (percent < 100)
            strip += QStringLiteral("<td width=\"%1%\" bgcolor=\"%2\" style=\"font-size:5px\">&nbsp;</td>")
                         .arg(100 - percent)
                         .arg(m_theme.colors().raised.name());
        strip += QStringLiteral("</tr></table>");
        const QString value = link(number(bar.value), bar.target);
        html +=
            QStringLiteral(
                "<tr><td width=\"30%\" style=\"padding:1px 6px 1px 0\">%1</td>"
                "<td width=\"45%\" style=\"padding:5px 6px 1px 0\">%2</td>"
                "<td width=\"25%\" align=\"right\" style=\"padding:1px 6px 1px 0\">%3</td></tr>")
                .arg(bar.current ? strong(bar.label) : bar.label, strip, bar.current ? strong(value) : value);
    }
    m_body += html + QStringLiteral("</table>");
}

void InspectorPage::keep(const QString& name, const std::vector<double>& values, const QStringList& labels) {
    FigureData item;
    item.name = name;
    item.shape = {static_cast<qint64>(values.size())};
    item.values = values;
    item.columns = labels;
    m_data << item;
}

QString InspectorPage::html() const {
    return QStringLiteral("<html><body style=\"color:%1\">%2</body></html>")
        .arg(m_theme.colors().text.name(), m_body);
}

}  // namespace vitrine
