#pragma once

#include <QRectF>
#include <vector>

#include "ui/common/view.h"

namespace vitrine {

/// The sentence and its translation as words: what is written, the word being chosen, what follows. A click
/// on a target word goes to the step that chooses it. With the keyboard the arrows go from token to token,
/// and Enter does what a click does.
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

    static constexpr int kRing = 3;  ///< px around the chips for the keyboard's ring
    /// All tokens in reading order, the source first: for the keyboard and for screen readers.
    int tokenCount() const { return static_cast<int>(m_chips.size()); }
    int tokenStep(int index) const;  ///< the step that chooses it, -1 for a token of the source
    bool tokenIsChosenNow(int index) const { return index == m_present; }
    QString tokenName(int index) const;     ///< what it is, where it stands, how probable it was
    QString tokenToolTip(int index) const;  ///< as the mouse shows it
    QRectF tokenRect(int index) const;
    /// The token with the keyboard's ring, -1 when there are none. It goes to the word being chosen when that
    /// becomes another one.
    int currentToken() const { return m_current; }
    void setCurrentToken(int index);  ///< clamped
    void pressToken(int index);       ///< goes to the step of a target word

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
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
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
    int chipOnLine(int direction) const;
    int cursorStep() const;
    void relayout();

    std::vector<Chip> m_chips;
    int m_present = -1, m_current = -1;  // chips: the word being chosen, the keyboard's
};

}  // namespace vitrine
