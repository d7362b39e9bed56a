#pragma once

#include <QList>
#include <vector>

#include "ui/common/view.h"
#include "ui/inspector/inspector_page.h"

class QTextBrowser;
class QToolButton;

namespace vitrine {

/// The arithmetic behind what is locked: its formula with the run's numbers in it, each number a link to
/// where it came from.
class InspectorView : public View {
    Q_OBJECT
public:
    explicit InspectorView(const ViewContext& context, QWidget* parent = nullptr);

    QString id() const override { return QStringLiteral("inspector"); }
    std::vector<Site> wantedSites(const Contract& contract) const override;
    QString title() const override;
    QString detail() const override;
    QList<FigureData> data() const override { return m_data; }
    QSizeF figureSize() const override;
    void paintFigure(QPainter& painter, const QRectF& area) override;

    QTextBrowser& browser() { return *m_browser; }

public Q_SLOTS:
    void goBack();

protected:
    void answerChanged() override;
    void retranslate() override;
    void themeChanged() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void limitWidth();
    Locus chosenWord() const;  ///< shown while nothing is locked: the logit of the word that is chosen
    void follow(const QUrl& link);

    QTextBrowser* m_browser = nullptr;
    QToolButton* m_back = nullptr;
    std::vector<Locus> m_history;  // places left by links, newest last
    std::vector<Site> m_asked;
    QList<FigureData> m_data;
    QString m_detail, m_html;
};

}  // namespace vitrine
