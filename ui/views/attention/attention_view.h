#pragma once

#include "ui/common/view.h"
#include "ui/views/attention/attention_canvas.h"
#include "ui/views/attention/attention_edits.h"

class QButtonGroup;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QScrollArea;
class QToolButton;

namespace vitrine {

/// The attention of the present step: encoder, decoder or cross; one head large, as lines, or all as a wall;
/// every stage from scores to weighted values; weights can be changed and heads switched off.
class AttentionView : public View {
    Q_OBJECT
public:
    explicit AttentionView(const ViewContext& context, QWidget* parent = nullptr);

    QString id() const override { return QStringLiteral("attention"); }
    std::vector<Site> wantedSites(const Contract& contract) const override;
    QString title() const override;
    QString detail() const override;
    QList<FigureData> data() const override;
    QSizeF figureSize() const override;
    void paintFigure(QPainter& painter, const QRectF& area) override;

    const AttentionModel& model() const { return m_model; }
    AttentionCanvas& canvas() { return *m_canvas; }
    /// Changes what is looked at as the controls do.
    void choose(const AttentionChoice& choice);
    void setMode(AttentionCanvas::Mode mode);
    /// Gold alignment of the present sentence; null when the grammar does not know it.
    void setGold(std::shared_ptr<const GoldAlignment> gold);

protected:
    void answerChanged() override;
    void retranslate() override;
    void themeChanged() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildControls();
    QWidget* buildKindRow();
    QWidget* buildStageRow();
    QWidget* buildEditRow();
    QToolButton* toolButton(QButtonGroup* group, int id);
    void refresh();  ///< everything from the model
    void refreshControls();
    void refreshEdits();
    void refreshStatus();
    AttentionCanvas::Content contentNow() const;
    void fillWall(AttentionCanvas::Content& content) const;
    std::vector<HeadTile> headTiles() const;
    AttentionMarks marksNow(const AttentionChoice& choice) const;
    AttentionChoice shownChoice() const;  ///< the choice, with the head that the pointer previews
    void fillHeads();

    void followCurrent();
    void takeCurrent();
    void followLock();
    void moveLock(const AttentionChoice& before);
    Locus locusOf(const MatrixHit& hit) const;
    MatrixHit hitOf(const Locus& locus) const;
    bool sameAttention(const Site& site) const;
    int lockedRow() const;

    void onHover(const MatrixHit& hit);
    void preview(int head);
    void stopPreview();
    void onClick(const MatrixHit& hit);
    void onMove(int rows, int columns);
    void edit(float value, bool scale);
    void post(const Interventions& interventions);
    Interventions interventions() const;
    std::optional<EditTarget> editTarget() const;
    QString cellSentence(const Locus& locus) const;
    QString kindName(AttentionKind kind) const;
    QString stageName(AttentionStage stage) const;
    void retranslateBoxes();
    void showSentence();

    AttentionModel m_model;
    AttentionCanvas::Mode m_mode = AttentionCanvas::Mode::Matrix;
    int m_currentHead = -1;        // of the selection, when it was last followed
    std::optional<int> m_preview;  // head under the pointer, among the thumbnails
    bool m_showGold = true;
    std::shared_ptr<const GoldAlignment> m_gold;

    AttentionCanvas* m_canvas = nullptr;
    QScrollArea* m_scroll = nullptr;
    QButtonGroup* m_stages = nullptr;
    QComboBox *m_kind = nullptr, *m_layer = nullptr, *m_head = nullptr, *m_modeBox = nullptr;
    QToolButton *m_words = nullptr, *m_goldButton = nullptr, *m_zeroHead = nullptr, *m_restore = nullptr;
    QToolButton *m_set = nullptr, *m_zero = nullptr, *m_half = nullptr, *m_double = nullptr,
                *m_hide = nullptr;
    QDoubleSpinBox* m_value = nullptr;
    QWidget* m_editRow = nullptr;
    QString m_sentence;  // of the status line, whole
    QLabel *m_status = nullptr, *m_changed = nullptr;
};

}  // namespace vitrine
