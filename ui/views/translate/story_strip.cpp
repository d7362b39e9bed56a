#include "ui/views/translate/story_strip.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <cmath>

#include "ui/bridge/experiment.h"
#include "ui/common/token_text.h"

namespace vitrine {
namespace {

constexpr double kPad = 8, kGap = 4;

}  // namespace

StoryStrip::StoryStrip(const ViewContext& context, QWidget* parent) : View(context, parent) {
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&selection(), &Selection::shownChanged, this, qOverload<>(&QWidget::update));
    connect(&selection(), &Selection::hoveredStepChanged, this, qOverload<>(&QWidget::update));
    connect(&experiment(), &Experiment::stateChanged, this, &StoryStrip::relayout);
    retranslate();
}

void StoryStrip::retranslate() {
    setAccessibleName(tr("The sentence and its translation"));
    relayout();
}

void StoryStrip::answerChanged() {
    relayout();
}
void StoryStrip::storyChanged() {
    relayout();
}
void StoryStrip::themeChanged() {
    relayout();
}
void StoryStrip::resizeEvent(QResizeEvent*) {
    m_chips = layOut(width());
}

void StoryStrip::relayout() {
    m_chips = layOut(width());
    updateGeometry();
    update();
}

std::vector<StoryStrip::Chip> StoryStrip::layOut(int width) const {
    std::vector<Chip> chips;
    if (!story()) return chips;
    const Translation& translation = story()->translation;
    for (std::size_t i = 0; i < translation.source.size(); ++i) {
        Chip chip;
        chip.text = sourceTokenText(translation.source[i]);
        chip.source = static_cast<int>(i);
        chip.unknown = translation.source[i].unknown;
        chips.push_back(chip);
    }
    const auto& forced =
        story()->request.model ? experiment().variant().forced : std::map<StepIndex, TokenId>();
    for (std::size_t i = 0; i < translation.steps.size(); ++i) {
        const TranslationStep& step = translation.steps[i];
        Chip chip;
        chip.text = tokenText(story()->request.model->target, step.token);
        chip.note = probabilityText(std::exp(step.logProbability), 2);
        chip.step = static_cast<int>(i);
        const auto found = forced.find(StepIndex(static_cast<std::int64_t>(i)));
        chip.forced = found != forced.end() && found->second == step.token;
        chips.push_back(chip);
    }
    const QFontMetricsF words(theme().font(TextRole::Token)), notes(theme().font(TextRole::Caption));
    const double wordHeight = words.height() + 4, noteHeight = notes.height();
    double x = 0, y = 0;
    const double arrow = wordHeight;
    int before = -1;
    for (Chip& chip : chips) {
        const double needed =
            std::max(words.horizontalAdvance(chip.text), notes.horizontalAdvance(chip.note)) + 2 * kPad;
        if (chip.step == 0 && before >= 0) x += arrow + kGap;
        if (x > 0 && x + needed > width) {
            x = 0;
            y += wordHeight + noteHeight + kGap;
        }
        chip.area = QRectF(x, y, needed, wordHeight);
        x += needed + kGap;
        before = chip.source;
    }
    return chips;
}

int StoryStrip::heightForWidth(int width) const {
    const QFontMetricsF words(theme().font(TextRole::Token)), notes(theme().font(TextRole::Caption));
    double bottom = words.height() + 4;
    for (const Chip& chip : layOut(width)) bottom = std::max(bottom, chip.area.bottom());
    return static_cast<int>(std::ceil(bottom + notes.height() + 2));
}

QSize StoryStrip::sizeHint() const {
    return {400, heightForWidth(std::max(width(), 400))};
}
QSize StoryStrip::minimumSizeHint() const {
    return {200, heightForWidth(std::max(width(), 200))};
}

bool StoryStrip::highlighted(const Chip& chip) const {
    if (chip.step >= 0 && chip.step == selection().hoveredStep()) return true;
    const std::optional<Locus>& shown = selection().shown();
    if (!shown) return false;
    // Decoder slot t holds the word of step t - 1.
    const TokenPlace own = chip.source >= 0 ? TokenPlace{Stack::Encoder, chip.source}
                                            : TokenPlace{Stack::Decoder, chip.step + 1};
    return shown->site.stack != Stack::Output && (queryOf(*shown) == own || keyOf(*shown) == own);
}

void StoryStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Chip& chip : m_chips) {
        if (chip.step == 0) {
            const double x = chip.area.left() - chip.area.height() - kGap, y = chip.area.center().y();
            painter.setPen(QPen(theme().colors().strongLine, 1.5, Qt::SolidLine, Qt::RoundCap));
            const double tip = x + chip.area.height() - 2;
            painter.drawLine(QPointF(x + 6, y), QPointF(tip, y));
            painter.drawLine(QPointF(tip - 5, y - 4), QPointF(tip, y));
            painter.drawLine(QPointF(tip - 5, y + 4), QPointF(tip, y));
        }
        paintChip(painter, chip);
    }
}

void StoryStrip::paintChip(QPainter& painter, const Chip& chip) const {
    const ThemeColors& c = theme().colors();
    const int cursor = std::min(experiment().state().step, story() ? story()->lastStep() : 0);
    const bool target = chip.step >= 0, now = target && chip.step == cursor,
               later = target && chip.step > cursor;
    const QColor hue = !target ? c.encoder : chip.forced ? c.changed : now ? c.accent : c.decoder;
    QColor fill = Theme::blend(c.surface, hue, theme().dark() ? 0.24 : 0.12), ink = c.text;
    if (now) fill = hue, ink = chip.forced ? c.onChanged : c.onAccent;
    if (later) fill = c.surface, ink = c.muted;
    painter.setBrush(fill);
    const bool ring = highlighted(chip);
    painter.setPen(ring           ? QPen(c.focus, 2)
                   : chip.unknown ? QPen(c.warning, 1.5, Qt::DashLine)
                   : later        ? QPen(chip.forced ? c.changed : c.line, 1)
                                  : QPen(Qt::NoPen));
    painter.drawRoundedRect(chip.area.adjusted(1, 1, -1, -1), Theme::kRadius, Theme::kRadius);
    painter.setFont(theme().font(TextRole::Token));
    painter.setPen(ink);
    painter.drawText(chip.area, Qt::AlignCenter, chip.text);
    if (chip.note.isEmpty()) return;
    painter.setFont(theme().font(TextRole::Caption));
    painter.setPen(chip.forced ? c.changed : c.muted);
    painter.drawText(QRectF(chip.area.left(), chip.area.bottom(), chip.area.width(),
                            QFontMetricsF(theme().font(TextRole::Caption)).height()),
                     Qt::AlignCenter, chip.note);
}

int StoryStrip::chipAt(const QPointF& position) const {
    for (std::size_t i = 0; i < m_chips.size(); ++i)
        if (m_chips[i].area.contains(position)) return static_cast<int>(i);
    return -1;
}

QRectF StoryStrip::wordRect(int step) const {
    for (const Chip& chip : m_chips)
        if (chip.step == step) return chip.area;
    return {};
}

void StoryStrip::mouseMoveEvent(QMouseEvent* event) {
    const int index = chipAt(event->position());
    const int step = index < 0 ? -1 : m_chips[static_cast<std::size_t>(index)].step;
    setCursor(step >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    selection().hoverStep(step);
}

void StoryStrip::mouseReleaseEvent(QMouseEvent* event) {
    const int index = chipAt(event->position());
    if (index < 0 || event->button() != Qt::LeftButton) return;
    if (const int step = m_chips[static_cast<std::size_t>(index)].step; step >= 0) experiment().setStep(step);
}

void StoryStrip::leaveEvent(QEvent*) {
    selection().hoverStep(-1);
}

bool StoryStrip::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return View::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    const int index = chipAt(help->pos());
    if (index < 0) {
        QToolTip::hideText();
        return true;
    }
    const Chip& chip = m_chips[static_cast<std::size_t>(index)];
    const QString text = chip.unknown    ? tr("The model does not know this piece.")
                         : chip.step < 0 ? tr("Source position %1").arg(chip.source)
                                         : tr("Chosen at step %1 with probability %2. Click to go there.")
                                               .arg(QString::number(chip.step + 1), chip.note);
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

QList<FigureData> StoryStrip::data() const {
    if (!story()) return {};
    FigureData steps{QStringLiteral("steps"), {}, {}, {"step", "token", "log_probability", "forced"}, {}};
    const Translation& t = story()->translation;
    for (std::size_t i = 0; i < t.steps.size(); ++i) {
        for (const double x : {double(i), double(t.steps[i].token.value), t.steps[i].logProbability,
                               t.steps[i].forced ? 1.0 : 0.0})
            steps.values.push_back(x);
        steps.rows << tokenText(story()->request.model->target, t.steps[i].token);
    }
    steps.shape = {static_cast<qint64>(t.steps.size()), 4};
    return {steps};
}

}  // namespace vitrine
