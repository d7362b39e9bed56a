#pragma once

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>

#include "ui/common/setting_slider.h"
#include "ui/common/view.h"
#include "ui/views/next_token/candidate_model.h"
#include "ui/views/next_token/candidate_table.h"

namespace vitrine {

/// How the next word is chosen: logits, temperature, top-k, top-p, min-p, the draw. Sliders are followed at
/// once on the logits at hand; the engine's answer comes after.
class NextTokenView : public View {
    Q_OBJECT
public:
    explicit NextTokenView(const ViewContext& context, QWidget* parent = nullptr);

    QString id() const override { return QStringLiteral("next_token"); }
    QString title() const override { return tr("Next word"); }
    QString detail() const override;
    QList<FigureData> data() const override { return m_model.data(); }
    QSizeF figureSize() const override;
    void paintFigure(QPainter& painter, const QRectF& area) override;

    const CandidateModel& model() const { return m_model; }
    CandidateTable& table() { return *m_table; }
    void setManyDraws(bool on);  ///< as the check box does

    /// Slider positions and what they mean.
    static constexpr int kTemperatureSteps = 100, kTopKSteps = 50, kShareSteps = 100;
    static double temperatureAt(int position);  ///< 0.05 to 5, logarithmic
    static int positionOfTemperature(double temperature);

Q_SIGNALS:
    /// The person chose the word that the model would choose anyway: go on.
    void stepForwardRequested();

protected:
    void answerChanged() override;
    void storyChanged() override;
    void retranslate() override;
    void themeChanged() override;

private:
    void buildControls();
    void showSettings();
    void follow(const Decoding& decoding);
    void sampling(const std::function<void(Decoding&)>& change);
    void force(int row);
    void explain(int row);
    void hoverRow(int row);
    void showSelection();
    void refresh();
    Locus locusOf(int row) const;

    CandidateModel m_model;
    CandidateTable* m_table;
    QLabel *m_empty, *m_summary;
    QPushButton *m_greedy, *m_sample, *m_redraw;
    QCheckBox* m_many;
    SettingSlider *m_temperature, *m_topK, *m_topP, *m_minP;
    QWidget* m_content;
};

}  // namespace vitrine
