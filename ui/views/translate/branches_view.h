#pragma once

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <vector>

#include "ui/common/view.h"

namespace vitrine {

struct Variant;

/// One variant of the translation as a painted row of words, aligned by step with the others.
class BranchRow : public QWidget {
    Q_OBJECT
public:
    BranchRow(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {}
    /// `forced`: the words a person put in; `base` the story it is compared with, null for the base itself.
    void show(std::shared_ptr<const Story> story, std::map<StepIndex, TokenId> forced,
              std::shared_ptr<const Story> base, std::vector<int> columnWidths, bool present);
    /// px a step's word needs in this story, by step.
    static std::vector<int> widthsOf(const Story& story, const Theme& theme);
    /// Words wrap; rows with the same column widths wrap at the same steps, so that they stay aligned.
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {240, heightForWidth(100000)}; }
    QSize minimumSizeHint() const override { return {120, heightForWidth(100000)}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<QRect> cells(int width) const;  ///< by step
    void paintWord(QPainter& painter, const QRect& cell, std::size_t step) const;

    const Theme& m_theme;
    std::shared_ptr<const Story> m_story, m_base;
    std::map<StepIndex, TokenId> m_forced;
    std::vector<int> m_widths;
    bool m_present = false;
};

/// Variants of one translation side by side: what was forced, where they part, how the probabilities changed.
class BranchesView : public View {
    Q_OBJECT
public:
    explicit BranchesView(const ViewContext& context, QWidget* parent = nullptr);

    QString id() const override { return QStringLiteral("branches"); }
    QString title() const override { return tr("Branches"); }
    QList<FigureData> data() const override;

    /// The stories of the experiment's branches, in order; empty while they are computed.
    void setBranches(std::vector<std::shared_ptr<const Story>> branches);
    /// "Draw, T 1.50 ⋅ forced: like ⋅ 1 change"; what makes a variant what it is.
    static QString describe(const Variant& variant, const Tokenizer& target);

protected:
    void storyChanged() override { rebuildSoon(); }
    void retranslate() override;
    void themeChanged() override { rebuildSoon(); }
    void showEvent(QShowEvent* event) override;
    QSizeF figureSize() const override;
    void paintFigure(QPainter& painter, const QRectF& area) override;

private:
    void rebuild();  ///< nothing while hidden; showing it rebuilds
    void rebuildSoon() { m_soon.start(); }
    void addRow(int index, const Variant& variant, const std::shared_ptr<const Story>& story,
                const std::vector<int>& widths);

    std::vector<std::shared_ptr<const Story>> m_branches;
    QTimer m_soon;  // many changes in a row, one rebuild
    QLabel* m_hint;
    QPushButton* m_keep;
    QScrollArea* m_scroll;
    QWidget* m_rows = nullptr;
};

}  // namespace vitrine
