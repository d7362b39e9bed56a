#pragma once

#include <QRectF>
#include <vector>

#include "ui/common/view.h"

namespace vitrine {

/// The sentence and its translation as words: what is written, the word being chosen, what follows. A click
/// on a target word goes to the step that chooses it.
class StoryStrip : public View {
    Q_OBJECT
public:
    explicit StoryStrip(const ViewContext& context, QWidget* parent = nullptr);

    QString id() const override { return QStringLiteral("story"); }
    QString title() const override { return tr("Translation"); }
    QList<FigureData> data() const override;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// Where the word of a step is drawn; empty when it is not there.
    QRectF wordRect(int step) const;

protected:
    void answerChanged() override;
    void storyChanged() override;
    void retranslate() override;
    void themeChanged() override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Chip {
        QRectF area;
        QString text, note;
        int source = -1, step = -1;  // one of the two
        bool unknown = false, forced = false;
    };
    std::vector<Chip> layOut(int width) const;
    void paintChip(QPainter& painter, const Chip& chip) const;
    bool highlighted(const Chip& chip) const;
    int chipAt(const QPointF& position) const;
    void relayout();

    std::vector<Chip> m_chips;
};

}  // namespace vitrine
