// The controls of the attention view: what they are, what they say, when they are there.

#include <QButtonGroup>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/bridge/experiment.h"
#include "ui/common/flow_layout.h"
#include "ui/common/token_text.h"
#include "ui/views/attention/attention_view.h"

namespace vitrine {
namespace {

constexpr AttentionKind kKinds[] = {AttentionKind::EncoderSelf, AttentionKind::DecoderSelf,
                                    AttentionKind::Cross};

void say(QToolButton* button, const QString& text, const QString& tip) {
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
}

/// Writes its minus sign as all numbers of the window do.
class NumberBox : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    QString textFromValue(double value) const override {
        return QDoubleSpinBox::textFromValue(value).replace(QLatin1Char('-'), kMinus);
    }
    double valueFromText(const QString& text) const override {
        return QDoubleSpinBox::valueFromText(plain(text));
    }
    QValidator::State validate(QString& text, int& position) const override {
        QString typed = plain(text);
        return QDoubleSpinBox::validate(typed, position);
    }

private:
    static constexpr QChar kMinus{0x2212};
    static QString plain(QString text) { return text.replace(kMinus, QLatin1Char('-')); }
};

}  // namespace

QToolButton* AttentionView::toolButton(QButtonGroup* group, int id) {
    auto* button = new QToolButton(this);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    if (group != nullptr) {
        button->setCheckable(true);
        group->addButton(button, id);
    }
    return button;
}

void AttentionView::buildControls() {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(buildKindRow());
    layout->addWidget(buildStageRow());
    m_canvas = new AttentionCanvas(theme());
    m_scroll = new QScrollArea(this);
    m_scroll->setWidget(m_canvas);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(buildEditRow());
    m_status = new QLabel(this);
    m_status->setProperty("role", "caption");
    m_status->setTextFormat(Qt::PlainText);
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    layout->addWidget(m_status);
}

QWidget* AttentionView::buildKindRow() {
    auto* row = new QWidget(this);
    auto* flow = new FlowLayout(row, 4);
    m_kind = new QComboBox(this);
    flow->addWidget(m_kind);
    connect(m_kind, &QComboBox::activated, this, [this](int index) {
        AttentionChoice choice = m_model.choice();
        choice.kind = kKinds[index];
        choose(choice);
    });
    m_layer = new QComboBox(this);
    m_head = new QComboBox(this);
    flow->addWidget(m_layer);
    flow->addWidget(m_head);
    connect(m_layer, &QComboBox::activated, this, [this](int index) {
        AttentionChoice choice = m_model.choice();
        choice.layer = index;
        choose(choice);
    });
    connect(m_head, &QComboBox::activated, this, [this](int index) {
        AttentionChoice choice = m_model.choice();
        choice.head = index - 1;
        choose(choice);
    });
    m_modeBox = new QComboBox(this);
    flow->addWidget(m_modeBox);
    for (QComboBox* box : {m_kind, m_layer, m_head, m_modeBox})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_modeBox, &QComboBox::activated, this,
            [this](int index) { setMode(static_cast<AttentionCanvas::Mode>(index)); });
    return row;
}

QWidget* AttentionView::buildStageRow() {
    auto* row = new QWidget(this);
    auto* flow = new FlowLayout(row, 4);
    m_stages = new QButtonGroup(this);
    for (int stage = 0; stage < kStageCount; ++stage) flow->addWidget(toolButton(m_stages, stage));
    connect(m_stages, &QButtonGroup::idClicked, this, [this](int id) {
        AttentionChoice choice = m_model.choice();
        choice.stage = static_cast<AttentionStage>(id);
        choose(choice);
    });
    m_goldButton = toolButton(nullptr, 0);
    m_goldButton->setCheckable(true);
    m_goldButton->setChecked(m_showGold);
    flow->addWidget(m_goldButton);
    connect(m_goldButton, &QToolButton::toggled, this, [this](bool on) {
        m_showGold = on;
        setGold(m_gold);
    });
    m_words = toolButton(nullptr, 0);
    m_words->setCheckable(true);
    flow->addWidget(m_words);
    connect(m_words, &QToolButton::toggled, this, [this](bool on) {
        AttentionChoice choice = m_model.choice();
        choice.words = on;
        choose(choice);
    });
    return row;
}

QWidget* AttentionView::buildEditRow() {
    auto* row = new QWidget(this);
    auto* flow = new FlowLayout(row, 4);
    m_editRow = row;
    m_changed = new QLabel(row);
    m_changed->setProperty("role", "changed");
    flow->addWidget(m_changed);
    m_value = new NumberBox(row);
    m_value->setRange(-99, 99);
    m_value->setDecimals(3);
    m_value->setSingleStep(0.1);
    m_value->setKeyboardTracking(false);
    m_value->setButtonSymbols(QAbstractSpinBox::NoButtons);
    flow->addWidget(m_value);
    const auto add = [&](QToolButton*& button, auto&& action) {
        button = toolButton(nullptr, 0);
        flow->addWidget(button);
        connect(button, &QToolButton::clicked, this, action);
    };
    add(m_set, [this] { edit(static_cast<float>(m_value->value()), false); });
    add(m_zero, [this] { edit(0, false); });
    add(m_half, [this] { edit(0.5F, true); });
    add(m_double, [this] { edit(2, true); });
    add(m_hide, [this] { edit(-std::numeric_limits<float>::infinity(), false); });
    add(m_zeroHead, [this] {
        const AttentionChoice& choice = m_model.choice();
        if (choice.head >= 0) post(withHeadToggled(interventions(), choice.kind, choice.layer, choice.head));
    });
    add(m_restore, [this] {
        const AttentionChoice& choice = m_model.choice();
        post(withoutEdits(interventions(), choice.kind, choice.layer));
    });
    return row;
}

QString AttentionView::kindName(AttentionKind kind) const {
    switch (kind) {
        case AttentionKind::EncoderSelf:
            return tr("Encoder");
        case AttentionKind::DecoderSelf:
            return tr("Decoder");
        case AttentionKind::Cross:
            return tr("Cross");
    }
    return {};
}

QString AttentionView::stageName(AttentionStage stage) const {
    switch (stage) {
        case AttentionStage::Scores:
            return tr("Scores");
        case AttentionStage::Scaled:
            return tr("Scaled");
        case AttentionStage::Masked:
            return tr("Masked");
        case AttentionStage::Weights:
            return tr("Weights");
        case AttentionStage::Values:
            return tr("Values");
    }
    return {};
}

void AttentionView::retranslate() {
    retranslateBoxes();
    const QString stageTips[] = {
        tr("Scores: the dot product of query and key"), tr("Scaled: scores divided by √dk"),
        tr("Masked: hidden keys become −∞"), tr("Softmax: each row becomes weights that sum to 1"),
        tr("Weighted values: weights times value vectors; lock a row to see each key's share")};
    for (int stage = 0; stage < kStageCount; ++stage) {
        const QString name = stageName(static_cast<AttentionStage>(stage));
        say(static_cast<QToolButton*>(m_stages->button(stage)), name, stageTips[stage]);
    }
    say(m_words, tr("Whole words"),
        tr("Merge pieces of words: weights summed over keys, averaged over queries"));
    say(m_goldButton, tr("Gold"),
        tr("Gold alignment: frame the cells that the grammar says belong together (source word and its "
           "translation)"));
    say(m_set, tr("Set"), tr("Set the locked cells to this value and run again"));
    say(m_zero, tr("Zero"), tr("Set the locked cells to 0 and run again"));
    say(m_half, QStringLiteral("× ½"), tr("Halve the locked cells and run again"));
    say(m_double, QStringLiteral("× 2"), tr("Double the locked cells and run again"));
    say(m_hide, tr("Hide key"), tr("Set the locked cells to −∞: this key is not seen"));
    say(m_restore, tr("Undo edits here"), tr("Forget all changes of this attention"));
    m_value->setToolTip(tr("New value of the locked cells; weights are used as given, not normalised again"));
    m_value->setAccessibleName(tr("New value of the locked cells"));
    m_canvas->setAccessibleName(tr("Attention picture"));
    m_canvas->setToolTip({});
    refresh();
}

void AttentionView::retranslateBoxes() {
    const auto name = [](QComboBox* box, const QString& accessible, const QString& tip) {
        box->setAccessibleName(accessible);
        box->setToolTip(tip);
    };
    name(m_kind, tr("Which attention"),
         tr("Encoder: source looks at source. Decoder: target looks back. Cross: target looks at source"));
    name(m_layer, tr("Layer"), tr("Layer"));
    name(m_head, tr("Head"), tr("Head, or the mean of all"));
    name(m_modeBox, tr("Picture"), tr("One head as a matrix or as lines, or the weights of all heads"));
    const QSignalBlocker kinds(m_kind), modes(m_modeBox);
    m_kind->clear();
    for (const AttentionKind kind : kKinds) m_kind->addItem(kindName(kind));
    m_modeBox->clear();
    m_modeBox->addItems({tr("Matrix"), tr("Lines"), tr("All heads")});
    m_layer->clear();
    m_head->clear();
}

void AttentionView::fillHeads() {
    const AttentionChoice& choice = m_model.choice();
    const int layers = m_model.layers(choice.kind), heads = m_model.heads(choice.kind, choice.layer);
    if (m_layer->count() != layers) {
        const QSignalBlocker blocked(m_layer);
        m_layer->clear();
        for (int layer = 0; layer < layers; ++layer) m_layer->addItem(tr("Layer %1").arg(layer + 1));
    }
    if (m_head->count() != heads + 1) {
        const QSignalBlocker blocked(m_head);
        m_head->clear();
        m_head->addItem(tr("Mean"));
        for (int head = 0; head < heads; ++head) m_head->addItem(tr("Head %1").arg(head + 1));
    }
    const QSignalBlocker layerBlocked(m_layer), headBlocked(m_head);
    m_layer->setCurrentIndex(choice.layer);
    m_head->setCurrentIndex(choice.head + 1);
}

void AttentionView::refreshControls() {
    const AttentionChoice& choice = m_model.choice();
    fillHeads();
    m_kind->setCurrentIndex(static_cast<int>(choice.kind));
    m_stages->button(static_cast<int>(choice.stage))->setChecked(true);
    m_modeBox->setCurrentIndex(static_cast<int>(m_mode));
    const bool stages = m_mode == AttentionCanvas::Mode::Matrix;
    for (QAbstractButton* button : m_stages->buttons()) button->setVisible(stages);
    const bool pieces =
        answer() != nullptr && (answer()->question.model->source.kind() == TokenizerKind::Bpe ||
                                answer()->question.model->target.kind() == TokenizerKind::Bpe);
    m_words->setVisible(pieces);
    m_words->setEnabled(!stages || choice.stage == AttentionStage::Weights);
    m_goldButton->setVisible(m_gold != nullptr && choice.kind == AttentionKind::Cross &&
                             !(stages && choice.stage == AttentionStage::Values) &&
                             m_mode != AttentionCanvas::Mode::Wall);
    const QSignalBlocker blocked(m_words);
    m_words->setChecked(choice.words);
}

void AttentionView::refreshEdits() {
    const AttentionChoice& choice = m_model.choice();
    const std::optional<EditTarget> target = editTarget();
    const Interventions changes = interventions();
    const bool merged = choice.words && m_words->isVisibleTo(this) && choice.stage == AttentionStage::Weights;
    const bool cells = target.has_value() && !merged;
    for (QWidget* widget :
         {static_cast<QWidget*>(m_value), static_cast<QWidget*>(m_set), static_cast<QWidget*>(m_zero),
          static_cast<QWidget*>(m_half), static_cast<QWidget*>(m_double)})
        widget->setVisible(cells);
    m_hide->setVisible(cells && choice.stage == AttentionStage::Masked);
    const bool oneHead = choice.head >= 0 && !m_model.empty();
    const bool off = oneHead && headIsOff(changes, choice.kind, choice.layer, choice.head);
    m_zeroHead->setVisible(oneHead);
    say(m_zeroHead, off ? tr("Head on") : tr("Head off"),
        off ? tr("Let this head work again")
            : tr("Switch this head off (what it hands on becomes 0) and run again"));
    const bool edited = hasEdits(changes, choice.kind, choice.layer);
    m_restore->setVisible(edited);
    m_changed->setVisible(edited);
    m_changed->setText(off ? tr("● head off") : tr("● changed"));
    m_changed->setToolTip(tr("This attention does not work as trained: you changed it"));
    m_editRow->setVisible(cells || oneHead || edited);
    if (!cells || m_value->hasFocus()) return;
    const double value =
        target->column >= 0 ? m_model.cell(choice.stage, choice.head, target->row, target->column) : 0;
    const QSignalBlocker blocked(m_value);
    m_value->setValue(std::isfinite(value) ? value : 0);
}

QString AttentionView::cellSentence(const Locus& locus) const {
    const AttentionChoice& choice = m_model.choice();
    const std::vector<AxisToken> rows = queryAxis(*answer()->question.model, answer()->analysis, choice.kind);
    const std::vector<AxisToken> columns =
        keyAxis(*answer()->question.model, answer()->analysis, choice.kind);
    const auto name = [](const std::vector<AxisToken>& axis, int index) {
        if (index < 0 || index >= static_cast<int>(axis.size())) return QString();
        const AxisToken& token = axis[static_cast<std::size_t>(index)];
        return token.predicted.isEmpty() ? token.text : token.text + " → " + token.predicted;
    };
    const int query = queryOf(locus).index, key = keyOf(locus).index;
    const QString row = name(rows, query), column = name(columns, key);
    if (row.isEmpty() && column.isEmpty()) return {};
    if (column.isEmpty()) return tr("Row %1: %2").arg(query).arg(row);
    if (row.isEmpty()) return tr("Key %1: %2").arg(key).arg(column);
    const AttentionStage stage =
        choice.stage == AttentionStage::Values ? AttentionStage::Weights : choice.stage;
    const double value = m_model.cell(stage, choice.head, query, key);
    if (std::isnan(value)) return {};
    const QString text = tr("%1 looks at %2: %3").arg(row, column, exactText(value));
    const bool hidden =
        std::isinf(value) || (stage == AttentionStage::Weights && value == 0 &&
                              std::isinf(m_model.cell(AttentionStage::Masked, choice.head, query, key)));
    return hidden ? text + tr(" (hidden by the mask)") : text;
}

void AttentionView::refreshStatus() {
    QString text;
    const auto& shown = selection().shown();
    if (answer() != nullptr && shown && m_mode != AttentionCanvas::Mode::Wall && sameAttention(shown->site))
        text = cellSentence(*shown);
    if (m_preview)
        text = *m_preview < 0 ? tr("The mean of all heads. Click to stay with it.")
                              : tr("Head %1. Click to stay with it.").arg(*m_preview + 1);
    if (text.isEmpty() && answer() != nullptr)
        text = m_mode == AttentionCanvas::Mode::Wall ? tr("Rows are layers, columns are heads. Click a head "
                                                          "to choose it, double-click to open it.")
               : m_mode == AttentionCanvas::Mode::Lines
                   ? tr("The stronger a line, the larger the weight. Click a token to lock it.")
               : m_model.choice().kind == AttentionKind::EncoderSelf
                   ? tr("Each row is a token that looks at the tokens of the columns.")
                   : tr("Each row reads the left token and writes the right one. Click a cell to lock it.");
    m_sentence = text;
    showSentence();
}

/// The status line never wraps. Whole sentences go first, then letters; all of it is in the tool tip.
void AttentionView::showSentence() {
    const int room = std::max(m_status->width(), 40);
    const QFontMetrics metrics = m_status->fontMetrics();
    QString text = m_sentence;
    while (metrics.horizontalAdvance(text) > room) {
        const qsizetype latin = text.lastIndexOf(QLatin1String(". "), -3);
        const qsizetype end = std::max(latin, text.lastIndexOf(QChar(0x3002), -2));
        if (end < 0) break;
        text.truncate(end + 1);
    }
    m_status->setText(metrics.elidedText(text, Qt::ElideRight, room));
    m_status->setToolTip(m_sentence);
    m_status->setAccessibleName(m_sentence);
}

void AttentionView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    layout()->activate();
    showSentence();
}

QString AttentionView::title() const {
    return tr("Attention");
}

QString AttentionView::detail() const {
    const AttentionChoice& choice = m_model.choice();
    const QString kinds[] = {tr("Encoder self-attention"), tr("Decoder self-attention"),
                             tr("Cross-attention")};
    const QString kind = kinds[static_cast<int>(choice.kind)];
    if (m_mode == AttentionCanvas::Mode::Wall) return tr("%1; all layers and heads").arg(kind);
    const QString head = choice.head >= 0 ? tr("head %1").arg(choice.head + 1) : tr("mean of heads");
    const QString stage =
        m_mode == AttentionCanvas::Mode::Lines ? stageName(AttentionStage::Weights) : stageName(choice.stage);
    return tr("%1; layer %2, %3; %4").arg(kind).arg(choice.layer + 1).arg(head, stage);
}

}  // namespace vitrine
