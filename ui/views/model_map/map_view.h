#pragma once

#include "ui/bridge/switches.h"
#include "ui/common/view.h"
#include "ui/views/model_map/map_widget.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QScrollArea;

namespace vitrine {

/// The whole model as drawn from its contract, alive with the present step; below it the switches of the
/// chosen box.
class ModelMapView : public View {
    Q_OBJECT
public:
    explicit ModelMapView(const ViewContext& context, QWidget* parent = nullptr);

    QString id() const override { return QStringLiteral("model_map"); }
    std::vector<Site> wantedSites(const Contract& contract) const override;
    QString title() const override;
    QString detail() const override;
    QList<FigureData> data() const override;
    QSizeF figureSize() const override;
    void paintFigure(QPainter& painter, const QRectF& area) override;

    const MapModel& model() const { return m_model; }
    MapWidget& map() { return *m_map; }
    int chosenNode() const { return m_chosen; }
    /// The check box of a switch, null where the chosen box has none.
    QCheckBox* switchBox(MapSwitch what, int head = -1) const;

protected:
    void answerChanged() override;
    void retranslate() override;
    void themeChanged() override;

private:
    void buildSwitches();
    void choose(int node);
    void chooseBySelection();
    void refresh();
    void refreshSwitches();
    void throwSwitch(MapSwitch what, int head);
    void onClick(const MapHit& hit);
    Locus locusOf(const MapHit& hit) const;
    int lastRow(const MapNode& node) const;
    const MapNode* chosen() const;
    QString switchName(MapSwitch what) const;
    QString switchTip(MapSwitch what) const;

    MapModel m_model;
    int m_chosen = -1;
    MapWidget* m_map = nullptr;
    QScrollArea* m_scroll = nullptr;
    QLabel *m_name = nullptr, *m_headsLabel = nullptr, *m_changed = nullptr;
    struct SwitchBox {
        MapSwitch what;
        int head;
        QCheckBox* box;
    };
    std::vector<SwitchBox> m_boxes;
    QWidget* m_bar = nullptr;
    QPushButton* m_reset = nullptr;
};

}  // namespace vitrine
