#include "ui/views/translate/branches_view.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>
#include <cmath>

#include "ui/bridge/experiment.h"
#include "ui/common/token_text.h"

namespace vitrine {
namespace {

QString stepText(const Story& story, std::size_t step) {
    return tokenText(story.request.model->target, story.translation.steps[step].token);
}

double probabilityAt(const Story& story, std::size_t step) {
    return std::exp(story.translation.steps[step].logProbability);
}

bool sameUpTo(const Story& a, const Story& b, std::size_t step) {
    for (std::size_t i = 0; i <= step; ++i)
        if (i >= a.translation.steps.size() || i >= b.translation.steps.size() ||
            a.translation.steps[i].token != b.translation.steps[i].token)
            return false;
    return true;
}

}  // namespace

std::vector<int> BranchRow::widthsOf(const Story& story, const Theme& theme) {
    const QFontMetrics words(theme.font(TextRole::Token)), notes(theme.font(TextRole::Caption));
    std::vector<int> widths;
    for (std::size_t i = 0; i < story.translation.steps.size(); ++i)
        widths.push_back(std::max(words.horizontalAdvance(stepText(story, i)),
                                  notes.horizontalAdvance(QStringLiteral("0.88 (+0.88)"))) +
                         Theme::grid(2));
    return widths;
}

void BranchRow::show(std::shared_ptr<const Story> story, std::map<StepIndex, TokenId> forced,
                     std::shared_ptr<const Story> base, std::vector<int> columnWidths, bool present) {
    m_story = std::move(story);
    m_forced = std::move(forced);
    m_base = std::move(base);
    m_widths = std::move(columnWidths);
    m_present = present;
    updateGeometry();
    update();
}

std::vector<QRect> BranchRow::cells(int width) const {
    const int height = m_theme.pixelSize(TextRole::Token) * 2 + m_theme.pixelSize(TextRole::Caption) * 2;
    std::vector<QRect> cells;
    int x = 0, y = 0;
    for (const int wanted : m_widths) {
        if (x > 0 && x + wanted > width) {
            x = 0;
            y += height;
        }
        cells.emplace_back(x, y, wanted, height);
        x += wanted + 4;
    }
    return cells;
}

int BranchRow::heightForWidth(int width) const {
    const std::vector<QRect> all = cells(width);
    const std::size_t shown = m_story ? m_story->translation.steps.size() : 0;
    return shown == 0 || all.empty() ? 0 : all[std::min(shown, all.size()) - 1].bottom() + 1;
}

void BranchRow::paintEvent(QPaintEvent*) {
    if (!m_story) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const std::vector<QRect> all = cells(width());
    for (std::size_t i = 0; i < m_story->translation.steps.size(); ++i) paintWord(painter, all[i], i);
}

void BranchRow::paintWord(QPainter& painter, const QRect& cell, std::size_t step) const {
    const ThemeColors& c = m_theme.colors();
    const bool forced = m_forced.count(StepIndex(static_cast<std::int64_t>(step))) > 0;
    const bool there = m_base && step < m_base->translation.steps.size();
    const bool parted =
        m_base && (!there || m_base->translation.steps[step].token != m_story->translation.steps[step].token);
    const QColor hue = forced ? c.changed : parted ? c.accent : c.decoder;
    const int wordHeight = m_theme.pixelSize(TextRole::Token) * 2;
    const QRectF word(cell.left() + 0.5, cell.top() + 0.5, cell.width() - 1, wordHeight - 1);
    painter.setBrush(Theme::blend(c.surface, hue, m_theme.dark() ? 0.24 : 0.12));
    painter.setPen(forced || parted ? QPen(hue, 1) : QPen(Qt::NoPen));
    painter.drawRoundedRect(word, Theme::kRadius, Theme::kRadius);
    painter.setPen(c.text);
    painter.setFont(m_theme.font(TextRole::Token));
    painter.drawText(word, Qt::AlignCenter, stepText(*m_story, step));

    QString note = probabilityText(probabilityAt(*m_story, step), 2);
    // A difference is meaningful where the same word follows another history.
    if (there && !parted && !sameUpTo(*m_story, *m_base, step)) {
        const double change = probabilityAt(*m_story, step) - probabilityAt(*m_base, step);
        if (std::abs(change) >= 0.005)
            note += QStringLiteral(" (%1%2)").arg(change > 0 ? QStringLiteral("+") : QString(),
                                                  numberText(change, 2));
    }
    painter.setFont(m_theme.font(TextRole::Caption));
    painter.setPen(forced ? c.changed : c.muted);
    painter.drawText(QRect(cell.left(), cell.top() + wordHeight, cell.width(), cell.height() - wordHeight),
                     Qt::AlignCenter, note);
}

BranchesView::BranchesView(const ViewContext& context, QWidget* parent)
    : View(context, parent),
      m_hint(new QLabel(this)),
      m_keep(new QPushButton(this)),
      m_scroll(new QScrollArea(this)) {
    m_hint->setWordWrap(true);
    m_hint->setProperty("role", "caption");
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* top = new QHBoxLayout;
    top->addWidget(m_hint, 1);
    top->addWidget(m_keep);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::grid(1));
    layout->addLayout(top);
    layout->addWidget(m_scroll, 1);
    connect(m_keep, &QPushButton::clicked, &experiment(), &Experiment::setAside);
    m_soon.setSingleShot(true);
    m_soon.setInterval(30);
    connect(&m_soon, &QTimer::timeout, this, &BranchesView::rebuild);
    connect(&experiment(), &Experiment::stateChanged, this, &BranchesView::rebuildSoon);
    retranslate();
}

void BranchesView::retranslate() {
    m_keep->setText(tr("Set aside"));
    m_keep->setToolTip(tr("Keep this translation for comparison"));
    m_keep->setAccessibleName(m_keep->text());
    rebuild();
}

void BranchesView::setBranches(std::vector<std::shared_ptr<const Story>> branches) {
    m_branches = std::move(branches);
    rebuildSoon();
}

QString BranchesView::describe(const Variant& variant, const Tokenizer& target) {
    QStringList parts;
    const Decoding& d = variant.decoding;
    parts << (d.strategy == Strategy::Greedy
                  ? tr("most probable words")
                  : tr("drawn at temperature %1, seed %2")
                        .arg(numberText(d.temperature, 2), QString::number(d.seed)));
    QStringList words;
    for (const auto& [step, token] : variant.forced)
        words << QStringLiteral("%1 @ %2").arg(tokenText(target, token)).arg(step.value + 1);
    if (!words.isEmpty()) parts << tr("forced: %1").arg(words.join(QStringLiteral(", ")));
    if (!variant.interventions.empty()) parts << tr("changes: %1").arg(variant.interventions.size());
    return parts.join(QStringLiteral(" ⋅ "));
}

void BranchesView::showEvent(QShowEvent* event) {
    View::showEvent(event);
    rebuild();
}

void BranchesView::rebuild() {
    if (!isVisible()) return;
    const auto& branches = experiment().state().branches;
    const bool ready = story() && m_branches.size() == branches.size();
    m_hint->setText(!story() ? tr("Type a sentence above; its translations can be compared here.")
                    : branches.empty()
                        ? tr("Force another word, or set this translation aside: then the two stand "
                             "here side by side.")
                        : tr("Words that differ are outlined; under each word its probability, and "
                             "how it changed."));
    m_keep->setEnabled(story() != nullptr);
    if (m_rows) m_scroll->takeWidget()->deleteLater();
    m_rows = new QWidget;
    auto* layout = new QVBoxLayout(m_rows);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::grid(2));
    if (story()) {
        std::vector<int> widths = BranchRow::widthsOf(*story(), theme());
        if (ready)
            for (const auto& branch : m_branches) {
                const std::vector<int> others = BranchRow::widthsOf(*branch, theme());
                widths.resize(std::max(widths.size(), others.size()), 0);
                for (std::size_t i = 0; i < others.size(); ++i) widths[i] = std::max(widths[i], others[i]);
            }
        addRow(-1, experiment().variant(), story(), widths);
        if (ready)
            for (std::size_t i = 0; i < m_branches.size(); ++i)
                addRow(static_cast<int>(i), branches[i], m_branches[i], widths);
    }
    layout->addStretch(1);
    m_scroll->setWidget(m_rows);
}

void BranchesView::addRow(int index, const Variant& variant, const std::shared_ptr<const Story>& shown,
                          const std::vector<int>& widths) {
    auto* box = new QVBoxLayout;
    box->setSpacing(Theme::grid(0.5));
    auto* head = new QHBoxLayout;
    head->setSpacing(Theme::grid(1));
    auto* name = new QLabel(index < 0 ? tr("Now") : tr("Branch %1").arg(index + 1));
    QFont bold = name->font();
    bold.setBold(true);
    name->setFont(bold);
    auto* what = new QLabel(describe(variant, shown->request.model->target) + QStringLiteral(" ⋅ log p = ") +
                            numberText(shown->translation.logProbability, 2));
    what->setProperty("role", "caption");
    what->setWordWrap(true);
    head->addWidget(name);
    head->addStretch(1);
    if (index >= 0) {
        auto* takeIt = new QPushButton(tr("Go on with it"));
        takeIt->setToolTip(tr("Make this branch the present translation"));
        auto* remove = new QPushButton(tr("Remove"));
        remove->setToolTip(tr("Remove this branch; undo brings it back"));
        for (QPushButton* button : {takeIt, remove}) {
            button->setProperty("role", "flat");
            button->setAccessibleName(tr("%1: branch %2").arg(button->text()).arg(index + 1));
            head->addWidget(button);
        }
        connect(takeIt, &QPushButton::clicked, this, [this, index] { experiment().takeBranch(index); });
        connect(remove, &QPushButton::clicked, this, [this, index] { experiment().removeBranch(index); });
    }
    auto* row = new BranchRow(theme(), m_rows);
    row->show(shown, variant.forced, index < 0 ? nullptr : story(), widths, index < 0);
    box->addLayout(head);
    box->addWidget(what);
    box->addWidget(row);
    static_cast<QVBoxLayout*>(m_rows->layout())->addLayout(box);
}

QSizeF BranchesView::figureSize() const {
    return m_rows ? QSizeF(m_rows->size()) : QSizeF(size());
}

void BranchesView::paintFigure(QPainter& painter, const QRectF& area) {
    if (!m_rows) return;
    painter.save();
    painter.translate(area.topLeft());
    m_rows->render(&painter, QPoint(), QRegion(), QWidget::DrawChildren);
    painter.restore();
}

QList<FigureData> BranchesView::data() const {
    if (!story()) return {};
    QList<FigureData> all;
    const auto add = [&](const QString& name, const Story& shown) {
        FigureData item{name, {}, {}, {"token", "log_probability", "forced"}, {}};
        for (std::size_t i = 0; i < shown.translation.steps.size(); ++i) {
            const TranslationStep& step = shown.translation.steps[i];
            for (const double x : {double(step.token.value), step.logProbability, step.forced ? 1.0 : 0.0})
                item.values.push_back(x);
            item.rows << stepText(shown, i);
        }
        item.shape = {static_cast<qint64>(shown.translation.steps.size()), 3};
        all << item;
    };
    add(QStringLiteral("now"), *story());
    for (std::size_t i = 0; i < m_branches.size(); ++i)
        add(QStringLiteral("branch%1").arg(i + 1), *m_branches[i]);
    return all;
}

}  // namespace vitrine
