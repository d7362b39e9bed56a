#include "ui/inspector/inspector_view.h"

#include <QPainter>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTextDocument>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/inspector/inspector_link.h"
#include "ui/inspector/inspector_text.h"

namespace vitrine {

InspectorView::InspectorView(const ViewContext& context, QWidget* parent) : View(context, parent) {
    setObjectName(id());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 4, 4);
    layout->setSpacing(4);
    m_back = new QToolButton(this);
    m_back->setToolButtonStyle(Qt::ToolButtonTextOnly);
    layout->addWidget(m_back, 0, Qt::AlignLeft);
    m_browser = new QTextBrowser(this);
    m_browser->setOpenLinks(false);
    m_browser->setFrameShape(QFrame::NoFrame);
    m_browser->document()->setDocumentMargin(4);
    m_browser->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_browser->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    layout->addWidget(m_browser, 1);
    connect(m_browser, &QTextBrowser::anchorClicked, this, &InspectorView::follow);
    connect(m_back, &QToolButton::clicked, this, &InspectorView::goBack);
    connect(&selection(), &Selection::shownChanged, this, [this] { refresh(); });
    connect(&selection(), &Selection::currentChanged, this, [this] { Q_EMIT wantedSitesChanged(); });
    connect(&selection(), &Selection::lockedChanged, this, [this] {
        if (!selection().locked()) m_history.clear();
        refresh();
        Q_EMIT wantedSitesChanged();
    });
    retranslate();
}

std::vector<Site> InspectorView::wantedSites(const Contract& contract) const {
    const Locus place = selection().locked() ? *selection().locked() : selection().current();
    std::vector<Site> sites = InspectorText::sites(contract, place);
    if (!selection().locked())
        for (const Site& site : InspectorText::sites(contract, chosenWord())) sites.push_back(site);
    const std::vector<Site> known = siteCatalogue(contract);
    const auto unknown = [&](const Site& site) {
        return std::find(known.begin(), known.end(), site) == known.end();
    };
    sites.erase(std::remove_if(sites.begin(), sites.end(), unknown), sites.end());
    return sites;
}

/// Columns of numbers belong together: a wide window does not pull them apart.
void InspectorView::limitWidth() {
    const int most = theme().pixelSize(TextRole::Body) * 46;
    const int room = width();  // the browser gets its own size later
    m_browser->setLineWrapMode(room > most ? QTextEdit::FixedPixelWidth : QTextEdit::WidgetWidth);
    if (room > most) m_browser->setLineWrapColumnOrWidth(most);
}

void InspectorView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    limitWidth();
}

void InspectorView::answerChanged() {
    refresh();
}

void InspectorView::themeChanged() {
    limitWidth();
    refresh();
    View::themeChanged();
}

Locus InspectorView::chosenWord() const {
    return {{Stack::Output, -1, Part::Head, Quantity::Logits}, -1, -1, -1, {}};
}

/// The locked place; while nothing is locked the hovered one, as far as the frame holds it.
void InspectorView::refresh() {
    const auto& locked = selection().locked();
    std::optional<Locus> place = locked ? locked : selection().hovered();
    InspectorPage asked(theme()), chosen(theme()), hint(theme());
    const auto write = [&](const Locus& locus, InspectorPage& page) {
        return answer() != nullptr && InspectorText(theme(), *answer(), page).write(locus);
    };
    const bool found = place && write(*place, asked);
    bool written = found;
    if (!found && !locked) {
        chosen.note(tr("Click any cell, bar, block or candidate for its numbers. Here is the next word:"));
        place = chosenWord();
        written = write(*place, chosen);
    }
    const InspectorPage& page = found ? asked : chosen;
    const bool known = place && answer() != nullptr && answer()->analysis.frame != nullptr &&
                       answer()->analysis.frame->find(place->site) != nullptr;
    hint.note(
        known && locked ? tr("This place is not there at the present step: the token is not written yet.")
        : locked && answer() != nullptr
            ? tr("Reading the numbers of this place …")
            : tr("Click any cell, bar, block or candidate: its formula appears here with the real numbers "
                 "in it. Esc lets it go."));
    m_detail = written ? InspectorText::name(*place) : QString();
    m_data = written ? page.data() : QList<FigureData>();
    m_back->setVisible(!m_history.empty());
    const QString html = written ? page.html() : hint.html();
    if (html == m_html) return;
    m_html = html;
    const int scrolled = m_browser->verticalScrollBar()->value();
    m_browser->document()->setDefaultFont(theme().font(TextRole::Body));
    m_browser->setHtml(html);
    m_browser->verticalScrollBar()->setValue(scrolled);
}

void InspectorView::follow(const QUrl& link) {
    const std::optional<Locus> target = locusOf(link);
    if (!target) return;
    if (const auto& locked = selection().locked()) m_history.push_back(*locked);
    selection().lock(*target);
    m_back->setVisible(!m_history.empty());
    m_browser->verticalScrollBar()->setValue(0);
}

void InspectorView::goBack() {
    if (m_history.empty()) return;
    const Locus place = m_history.back();
    m_history.pop_back();
    selection().lock(place);
    m_back->setVisible(!m_history.empty());
}

void InspectorView::retranslate() {
    m_back->setText(tr("← Back"));
    m_back->setToolTip(tr("To the place that the last link left"));
    m_back->setAccessibleName(tr("Back"));
    m_browser->setAccessibleName(tr("Formula with numbers"));
    m_html.clear();
    refresh();
}

QString InspectorView::title() const {
    return tr("Inspector");
}
QString InspectorView::detail() const {
    return m_detail;
}

QSizeF InspectorView::figureSize() const {
    return m_browser->document()->size();
}

void InspectorView::paintFigure(QPainter& painter, const QRectF& area) {
    painter.save();
    painter.translate(area.topLeft());
    const QSizeF size = figureSize();
    if (size.width() > 0 && size.height() > 0)
        painter.scale(area.width() / size.width(), area.height() / size.height());
    m_browser->document()->drawContents(&painter);
    painter.restore();
}

}  // namespace vitrine
