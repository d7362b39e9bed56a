#include "ui/views/next_token/next_token_view.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <cmath>

#include "ui/bridge/experiment.h"
#include "ui/common/token_text.h"

namespace vitrine {
namespace {

constexpr double kColdest = 0.05, kHottest = 5;

double shareAt(int position) {
    return position / double(NextTokenView::kShareSteps);
}

}  // namespace

double NextTokenView::temperatureAt(int position) {
    const double t = kColdest * std::pow(kHottest / kColdest, position / double(kTemperatureSteps));
    // Two digits are what the label shows; 1 must be reachable exactly.
    return std::clamp(std::round(t * 100) / 100, kColdest, kHottest);
}

int NextTokenView::positionOfTemperature(double temperature) {
    return static_cast<int>(
        std::lround(std::log(temperature / kColdest) / std::log(kHottest / kColdest) * kTemperatureSteps));
}

NextTokenView::NextTokenView(const ViewContext& context, QWidget* parent)
    : View(context, parent), m_empty(new QLabel(this)), m_summary(new QLabel(this)) {
    buildControls();
    m_table = new CandidateTable(theme(), m_model, this);  // after what stands above it: the order of Tab
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_summary->setProperty("role", "caption");
    m_summary->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::grid(1));
    layout->addWidget(m_content);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_summary);
    layout->addWidget(m_empty, 1);

    connect(m_table, &CandidateTable::forceRequested, this, &NextTokenView::force);
    connect(m_table, &CandidateTable::explainRequested, this, &NextTokenView::explain);
    connect(m_table, &CandidateTable::rowHovered, this, &NextTokenView::hoverRow);
    connect(&selection(), &Selection::shownChanged, this, &NextTokenView::showSelection);
    connect(&experiment(), &Experiment::stateChanged, this, &NextTokenView::showSettings);
    retranslate();
    showSettings();
    refresh();
}

void NextTokenView::buildControls() {
    m_content = new QWidget(this);
    m_greedy = new QPushButton(m_content);
    m_sample = new QPushButton(m_content);
    m_redraw = new QPushButton(m_content);
    m_many = new QCheckBox(m_content);
    auto* group = new QButtonGroup(this);
    for (QPushButton* button : {m_greedy, m_sample}) {
        button->setCheckable(true);
        group->addButton(button);
    }
    m_temperature = new SettingSlider(
        kTemperatureSteps, [](int p) { return numberText(temperatureAt(p), 2); }, m_content);
    m_topK = new SettingSlider(
        kTopKSteps, [](int p) { return p == kTopKSteps ? tr("all") : countText(p + 1); }, m_content);
    m_topP = new SettingSlider(
        kShareSteps - 1, [](int p) { return numberText(shareAt(p + 1), 2); }, m_content);
    m_minP = new SettingSlider(
        kShareSteps - 1, [](int p) { return numberText(shareAt(p), 2); }, m_content);

    auto* choice = new QHBoxLayout;
    choice->setSpacing(Theme::grid(0.5));
    choice->addWidget(m_greedy);
    choice->addWidget(m_sample);
    choice->addWidget(m_redraw);
    choice->addStretch(1);
    choice->addWidget(m_many);
    auto* grid = new QGridLayout(m_content);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(Theme::grid(1));
    grid->setVerticalSpacing(Theme::grid(0.5));
    grid->addLayout(choice, 0, 0, 1, 7);
    m_temperature->addTo(grid, 1, 0);
    m_topK->addTo(grid, 1, 4);
    m_topP->addTo(grid, 2, 0);
    m_minP->addTo(grid, 2, 4);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(5, 1);
    grid->setColumnMinimumWidth(3, Theme::grid(1));

    connect(m_greedy, &QPushButton::clicked, this, [this] {
        Decoding decoding = m_model.decoding();
        decoding.strategy = Strategy::Greedy;
        experiment().finishGesture();
        follow(decoding);
    });
    connect(m_sample, &QPushButton::clicked, this, [this] { sampling([](Decoding&) {}); });
    connect(m_redraw, &QPushButton::clicked, this, [this] { sampling([](Decoding& d) { ++d.seed; }); });
    connect(m_many, &QCheckBox::toggled, this, [this](bool on) {
        m_model.setManyDraws(on);
        refresh();
    });
    connect(m_temperature, &SettingSlider::moved, this,
            [this](int p) { sampling([p](Decoding& d) { d.temperature = temperatureAt(p); }); });
    connect(m_topK, &SettingSlider::moved, this,
            [this](int p) { sampling([p](Decoding& d) { d.topK = p == kTopKSteps ? 0 : p + 1; }); });
    connect(m_topP, &SettingSlider::moved, this,
            [this](int p) { sampling([p](Decoding& d) { d.topP = shareAt(p + 1); }); });
    connect(m_minP, &SettingSlider::moved, this,
            [this](int p) { sampling([p](Decoding& d) { d.minP = shareAt(p); }); });
    for (SettingSlider* slider : {m_temperature, m_topK, m_topP, m_minP})
        connect(slider, &SettingSlider::finished, this, [this] { experiment().finishGesture(); });
}

void NextTokenView::retranslate() {
    m_greedy->setText(tr("Most probable"));
    m_greedy->setToolTip(tr("Greedy: always take the word with the largest logit."));
    m_sample->setText(tr("Draw"));
    m_sample->setToolTip(tr("Draw the word at random from q; the settings below shape q."));
    m_redraw->setText(tr("Draw again"));
    m_redraw->setToolTip(tr("Draw from q with the next seed."));
    m_many->setText(tr("%1 draws").arg(countText(CandidateModel::kManyDraws)));
    m_many->setToolTip(tr("Draw this word %1 times and compare how often each came with q.")
                           .arg(countText(CandidateModel::kManyDraws)));
    for (QWidget* widget : {static_cast<QWidget*>(m_greedy), static_cast<QWidget*>(m_sample),
                            static_cast<QWidget*>(m_redraw), static_cast<QWidget*>(m_many)})
        widget->setAccessibleName(qobject_cast<QAbstractButton*>(widget)->text());
    m_temperature->setTexts(
        tr("Temperature"),
        tr("Logits are divided by it before the softmax: below 1 calmer, above 1 wilder."));
    m_topK->setTexts(tr("Top-k"), tr("Keep only the k most probable words."));
    m_topP->setTexts(tr("Top-p"), tr("Keep the fewest words whose probabilities add up to p (nucleus)."));
    m_minP->setTexts(tr("Min-p"), tr("Keep words with at least this share of the largest probability."));
    showSettings();
    m_empty->setText(tr("Here you will see how the next word is chosen."));
    m_table->setAccessibleName(tr("Candidates for the next word"));
    m_table->setProperty("keepsVertical", true);
    m_table->setToolTip(tr("Up and Down move, Enter forces a word, Shift+Enter explains its logit."));
    refresh();
}

void NextTokenView::setManyDraws(bool on) {
    m_many->setChecked(on);
}

void NextTokenView::themeChanged() {
    m_table->refresh();
    View::themeChanged();
}

void NextTokenView::answerChanged() {
    m_model.setAnswer(answer());
    if (answer() && experiment().variant().decoding != m_model.decoding())
        m_model.setDecoding(experiment().variant().decoding);
    refresh();
}

void NextTokenView::storyChanged() {
    refresh();
}

void NextTokenView::showSettings() {
    const Decoding& d = experiment().variant().decoding;
    m_greedy->setChecked(d.strategy == Strategy::Greedy);
    m_sample->setChecked(d.strategy == Strategy::Sample);
    m_temperature->setPosition(positionOfTemperature(d.temperature), numberText(d.temperature, 2));
    const bool all = d.topK == 0;
    m_topK->setPosition(all || d.topK > kTopKSteps ? kTopKSteps : static_cast<int>(d.topK) - 1,
                        all ? tr("all") : countText(d.topK));
    m_topP->setPosition(static_cast<int>(std::lround(d.topP * kShareSteps)) - 1, numberText(d.topP, 2));
    m_minP->setPosition(static_cast<int>(std::lround(d.minP * kShareSteps)), numberText(d.minP, 2));
    if (!(m_model.decoding() == d)) {
        m_model.setDecoding(d);
        refresh();
    }
}

// Touching a setting of the draw means to draw.
void NextTokenView::sampling(const std::function<void(Decoding&)>& change) {
    Decoding decoding = experiment().variant().decoding;
    decoding.strategy = Strategy::Sample;
    change(decoding);
    follow(decoding);
}

void NextTokenView::follow(const Decoding& decoding) {
    m_model.setDecoding(decoding);
    refresh();
    experiment().setDecoding(decoding);
}

void NextTokenView::refresh() {
    const bool empty = m_model.empty();
    m_table->setVisible(!empty);
    m_summary->setVisible(!empty);
    m_empty->setVisible(empty);
    m_content->setEnabled(!empty);
    if (empty) return;
    TokenId forced;
    const auto& words = experiment().variant().forced;
    if (const auto found = words.find(m_model.step()); found != words.end()) forced = found->second;
    m_table->setForced(forced);
    const NextToken& t = m_model.table();
    QString text = tr("Entropy of p %1 nats").arg(numberText(t.entropyP, 3));
    if (m_model.decoding().strategy == Strategy::Sample)
        text += tr(" ⋅ of q %1 nats ⋅ seed %2, u = %3")
                    .arg(numberText(t.entropyQ, 3), QString::number(m_model.decoding().seed),
                         numberText(t.uniform, 4));
    m_summary->setText(text);
    m_table->refresh();
}

QString NextTokenView::detail() const {
    if (m_model.empty()) return {};
    const Decoding& d = m_model.decoding();
    if (d.strategy == Strategy::Greedy) return tr("most probable word");
    return tr("temperature %1, top-k %2, top-p %3, min-p %4, seed %5")
        .arg(numberText(d.temperature, 2), d.topK == 0 ? tr("all") : countText(d.topK), numberText(d.topP, 2),
             numberText(d.minP, 2), QString::number(d.seed));
}

Locus NextTokenView::locusOf(int row) const {
    Locus locus;
    locus.site = Site{Stack::Output, -1, Part::Head, Quantity::Logits};
    locus.row = m_model.step().value;
    locus.token = m_model.candidate(row).token;
    return locus;
}

void NextTokenView::force(int row) {
    if (m_model.chosen(row) && experiment().variant().forced.count(m_model.step()) == 0)
        Q_EMIT stepForwardRequested();
    else
        experiment().force(m_model.step(), m_model.candidate(row).token);
}

void NextTokenView::explain(int row) {
    selection().lock(locusOf(row));
}

void NextTokenView::hoverRow(int row) {
    if (row < 0)
        selection().leave();
    else
        selection().hover(locusOf(row));
}

void NextTokenView::showSelection() {
    const std::optional<Locus>& shown = selection().shown();
    m_table->setHighlighted(shown ? shown->token : TokenId{});
}

QSizeF NextTokenView::figureSize() const {
    const int rows = std::min(std::max(m_model.count(), 1), 16);
    return {double(std::max(width(), 560)),
            double(m_table->headerHeight() + rows * m_table->rowHeight() + m_table->footerHeight())};
}

void NextTokenView::paintFigure(QPainter& painter, const QRectF& area) {
    painter.save();
    painter.translate(area.topLeft());
    m_table->paintTable(painter, QRect(QPoint(), area.size().toSize()), 0);
    painter.restore();
}

}  // namespace vitrine
