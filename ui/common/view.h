#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "ui/common/answer.h"
#include "ui/common/figure.h"
#include "ui/common/selection.h"
#include "ui/common/theme.h"

namespace vitrine {

class Experiment;

/// What every view is given. The pointers outlive the views.
struct ViewContext {
    Theme* theme = nullptr;
    Selection* selection = nullptr;
    Experiment* experiment = nullptr;  ///< the document; views change it only through its commands
};

/// One view of the glass case. It shows the last answer it was given, asks for the sites it needs, and posts
/// commands to the Experiment; it never calls the engine (arithmetic on a finished answer, as nextToken() on
/// its logits, is fine).
class View : public QWidget, public Figure {
    Q_OBJECT
public:
    explicit View(const ViewContext& context, QWidget* parent = nullptr);

    /// A stable name for settings and --view: "next_token", "attention" ...
    virtual QString id() const = 0;
    /// The sites it needs while it is visible; called again after wantedSitesChanged().
    virtual std::vector<Site> wantedSites(const Contract& contract) const;

    /// The newest answer, or null when there is none (no model, empty sentence, an error). An answer given
    /// before the view asked for a site may lack it: frame->find() gives null then.
    void setAnswer(std::shared_ptr<const StepAnswer> answer);
    void setStory(std::shared_ptr<const Story> story);
    const std::shared_ptr<const StepAnswer>& answer() const { return m_answer; }
    const std::shared_ptr<const Story>& story() const { return m_story; }

Q_SIGNALS:
    /// The wanted sites, or whether the view is visible, changed.
    void wantedSitesChanged();

protected:
    virtual void answerChanged() {}
    virtual void storyChanged() {}
    /// Sets every visible string again; called after construction by the subclass and on a language change.
    virtual void retranslate() {}
    /// Colours or sizes changed; the default repaints.
    virtual void themeChanged() { update(); }

    const Theme& theme() const { return *m_context.theme; }
    Selection& selection() const { return *m_context.selection; }
    Experiment& experiment() const { return *m_context.experiment; }
    const ViewContext& context() const { return m_context; }

    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

    /// Figure: draws the widget itself.
    QSizeF figureSize() const override;
    void paintFigure(QPainter& painter, const QRectF& area) override;

private:
    ViewContext m_context;
    std::shared_ptr<const StepAnswer> m_answer;
    std::shared_ptr<const Story> m_story;
};

}  // namespace vitrine
