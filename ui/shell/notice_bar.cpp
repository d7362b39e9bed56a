#include "ui/shell/notice_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/common/engine_sentence.h"
#include "ui/common/token_text.h"

namespace vitrine {

NoticeBar::NoticeBar(AppContext& app, QWidget* parent) : QFrame(parent), m_app(app) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::grid(0.5));
    const auto label = [&](const char* role) {
        auto* text = new QLabel(this);
        text->setProperty("role", role);
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        return text;
    };
    m_hint = label("caption");
    m_warning = label("warning");
    m_error = label("error");
    m_changedRow = new QWidget(this);
    m_changed = label("changed");
    m_compare = new QPushButton(m_changedRow);
    m_restore = new QPushButton(m_changedRow);
    auto* row = new QHBoxLayout(m_changedRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_changed, 1);
    row->addWidget(m_compare);
    row->addWidget(m_restore);
    connect(m_compare, &QPushButton::clicked, this, &NoticeBar::compareRequested);
    for (QWidget* widget : {static_cast<QWidget*>(m_error), static_cast<QWidget*>(m_warning),
                            static_cast<QWidget*>(m_hint), m_changedRow})
        layout->addWidget(widget);
    connect(m_restore, &QPushButton::clicked, this, [this] {
        QUndoStack& undo = m_app.experiment.undoStack();
        undo.beginMacro(tr("Take all changes back"));
        m_app.experiment.clearInterventions();
        m_app.experiment.unforceAll();
        undo.endMacro();
    });
    connect(&m_app.experiment, &Experiment::stateChanged, this, &NoticeBar::refresh);
    connect(&m_app.bridge, &EngineBridge::storyChanged, this, &NoticeBar::refresh);
    connect(&m_app.bridge, &EngineBridge::errorChanged, this, &NoticeBar::refresh);
    connect(&m_app.bridge, &EngineBridge::busyChanged, this, &NoticeBar::refresh);
    refresh();
}

void NoticeBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) refresh();
    QFrame::changeEvent(event);
}

QString NoticeBar::hint() const {
    const ExperimentState& state = m_app.experiment.state();
    if (state.modelFolder.empty())
        return tr("There is no model in %1. Train one with “vitrine-cli train”, or start with --models "
                  "FOLDER.")
            .arg(QString::fromStdString(m_app.modelRoot.string()));
    if (state.source.find_first_not_of(" \t") == std::string::npos)
        return tr("Type a Chinese sentence above, for example %1.").arg(QString::fromUtf8(kFirstSentence));
    return {};
}

QString NoticeBar::warnings() const {
    const auto& story = m_app.bridge.story();
    if (!story) return {};
    QStringList unknown;
    for (const Token& token : story->translation.source)
        if (token.unknown) unknown << QString::fromStdString(token.piece);
    unknown.removeDuplicates();
    if (unknown.isEmpty()) return {};
    return tr("The model has never seen %1: it reads it as an unknown word and has to guess.")
        .arg(QStringLiteral("⟨%1⟩").arg(unknown.join(QStringLiteral("⟩ ⟨"))));  // as in the strip
}

QString NoticeBar::failure() const {
    const auto& error = m_app.bridge.error();
    if (!error) return {};
    const QString sentence = sentenceText(error->sentence);
    switch (error->stage) {
        case EngineError::Stage::Model:
            return tr("The model could not be loaded; choose another one. %1").arg(sentence);
        case EngineError::Stage::Translation:
            return tr("This could not be translated; change the sentence or undo. %1").arg(sentence);
        case EngineError::Stage::Step:
            return tr("This step could not be computed; undo the last change. %1").arg(sentence);
    }
    return {};
}

QString NoticeBar::changes() const {
    const Variant& variant = m_app.experiment.variant();
    if (!m_app.experiment.changed()) return {};
    QStringList parts;
    if (!variant.forced.empty()) parts << tr("words forced: %1").arg(variant.forced.size());
    if (!variant.interventions.empty()) parts << tr("parts changed: %1").arg(variant.interventions.size());
    return tr("Not what the model would do by itself: %1.").arg(parts.join(tr(", ")));
}

void NoticeBar::refresh() {
    const auto show = [](QLabel* label, const QString& text) {
        label->setText(text);
        label->setVisible(!text.isEmpty());
    };
    show(m_hint, hint());
    show(m_warning, warnings());
    show(m_error, failure());
    const QString changed = changes();
    m_changed->setText(changed);
    m_changedRow->setVisible(!changed.isEmpty());
    m_compare->setVisible(!m_app.experiment.state().branches.empty());
    m_compare->setText(tr("Compare"));
    m_compare->setToolTip(tr("Show the branches side by side"));
    m_compare->setAccessibleName(m_compare->text());
    m_restore->setText(tr("Take all back"));
    m_restore->setToolTip(tr("Back to what the model does by itself; undo brings the changes back"));
    m_restore->setAccessibleName(m_restore->text());
    setVisible(!m_hint->isHidden() || !m_warning->isHidden() || !m_error->isHidden() ||
               !m_changedRow->isHidden());
}

}  // namespace vitrine
