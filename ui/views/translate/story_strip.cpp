#include "ui/views/translate/story_strip.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <cmath>

#include "ui/bridge/experiment.h"
#include "ui/common/token_text.h"
#include "ui/views/translate/story_accessible.h"

namespace vitrine {
namespace {

constexpr double kPad = 8, kGap = 4;

}  // namespace

StoryStrip::StoryStrip(const ViewContext& context, QWidget* parent) : View(context, parent) {
    QAccessible::installFactory(storyAccessible);
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);      // after a click the arrows go on stepping
    setProperty("keepsArrows", true);  // here they go from token to token
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
    QAccessibleEvent others(this, QAccessible::ObjectReorder);
    QAccessible::updateAccessibility(&others);
}
void StoryStrip::themeChanged() {
    relayout();
}
void StoryStrip::resizeEvent(QResizeEvent*) {
    m_chips = layOut(width());
}

void StoryStrip::relayout() {
    m_chips = layOut(width());
    int present = -1;
    for (int i = 0; i < tokenCount(); ++i)
        if (tokenStep(i) >= 0 && tokenStep(i) == cursorStep()) present = i;
    if (present != m_present) setCurrentToken(m_present = present);
    m_current = std::min(m_current, tokenCount() - 1);
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
    double x = kRing, y = kRing;
    const double arrow = wordHeight;
    int before = -1;
    for (Chip& chip : chips) {
        const double needed =
            std::max(words.horizontalAdvance(chip.text), notes.horizontalAdvance(chip.note)) + 2 * kPad;
        if (chip.step == 0 && before >= 0) x += arrow + kGap;
        if (x > kRing && x + needed + kRing > width) {
            x = kRing;
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
    double bottom = kRing + words.height() + 4;
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
    if (!hasFocus() || m_current < 0) return;
    painter.setPen(QPen(theme().colors().focus, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(tokenRect(m_current).adjusted(-2, -2, 2, 2), Theme::kRadius + 2,
                            Theme::kRadius + 2);
}

int StoryStrip::cursorStep() const {
    return std::min(experiment().state().step, story() ? story()->lastStep() : 0);
}

void StoryStrip::paintChip(QPainter& painter, const Chip& chip) const {
    const ThemeColors& c = theme().colors();
    const int cursor = cursorStep();
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
    setCurrentToken(index);
    pressToken(index);
}

void StoryStrip::setCurrentToken(int index) {
    m_current = m_chips.empty() ? -1 : std::clamp(index, 0, tokenCount() - 1);
    update();
    if (!hasFocus() || m_current < 0) return;
    QAccessibleEvent moved(this, QAccessible::Focus);
    moved.setChild(m_current);
    QAccessible::updateAccessibility(&moved);
}

void StoryStrip::pressToken(int index) {
    if (const int step = tokenStep(index); step >= 0) experiment().setStep(step);
}

int StoryStrip::tokenStep(int index) const {
    return index < 0 || index >= tokenCount() ? -1 : m_chips[static_cast<std::size_t>(index)].step;
}

QRectF StoryStrip::tokenRect(int index) const {
    return index < 0 || index >= tokenCount() ? QRectF() : m_chips[static_cast<std::size_t>(index)].area;
}

QString StoryStrip::tokenName(int index) const {
    if (index < 0 || index >= tokenCount()) return {};
    const Chip& chip = m_chips[static_cast<std::size_t>(index)];
    const Translation& translation = story()->translation;
    if (chip.source >= 0) {
        const QString name = chip.unknown ? tr("Source token %1 of %2: %3, unknown to the model")
                                          : tr("Source token %1 of %2: %3");
        return name.arg(QString::number(chip.source + 1), QString::number(translation.source.size()),
                        chip.text);
    }
    const QString name = chip.forced ? tr("Step %1 of %2: %3, forced, probability %4")
                                     : tr("Step %1 of %2: %3, probability %4");
    return name.arg(QString::number(chip.step + 1), QString::number(translation.steps.size()), chip.text,
                    chip.note);
}

QString StoryStrip::tokenToolTip(int index) const {
    const Chip& chip = m_chips[static_cast<std::size_t>(index)];
    return chip.unknown    ? tr("The model does not know this piece.")
           : chip.step < 0 ? tr("Source position %1").arg(chip.source)
                           : tr("Chosen at step %1 with probability %2. Click to go there.")
                                 .arg(QString::number(chip.step + 1), chip.note);
}

/// The nearest chip on the next line in a direction; the present one when there is no such line.
int StoryStrip::chipOnLine(int direction) const {
    const QRectF here = tokenRect(m_current);
    int best = m_current;
    double nearest = 0;
    for (int i = m_current; i >= 0 && i < tokenCount(); i += direction) {
        const QRectF there = tokenRect(i);
        if (there.top() == here.top()) continue;
        if (best != m_current && there.top() != tokenRect(best).top()) break;
        const double distance = std::abs(there.center().x() - here.center().x());
        if (best == m_current || distance < nearest) best = i, nearest = distance;
    }
    return best;
}

void StoryStrip::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            return setCurrentToken(m_current - 1);
        case Qt::Key_Right:
            return setCurrentToken(m_current + 1);
        case Qt::Key_Up:
            return setCurrentToken(chipOnLine(-1));
        case Qt::Key_Down:
            return setCurrentToken(chipOnLine(1));
        case Qt::Key_Home:
            return setCurrentToken(0);
        case Qt::Key_End:
            return setCurrentToken(tokenCount() - 1);
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            return pressToken(m_current);
        default:
            event->ignore();
    }
}

void StoryStrip::focusInEvent(QFocusEvent* event) {
    View::focusInEvent(event);
    setCurrentToken(m_current);
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
    QToolTip::showText(help->globalPos(), tokenToolTip(index), this);
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
