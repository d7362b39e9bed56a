#pragma once

#include <QLabel>
#include <QTimer>

namespace vitrine {

/// One sentence over the lower edge of its parent for a few seconds: what was done, and where. It moves
/// nothing and takes no clicks.
class BriefNote : public QLabel {
    Q_OBJECT
public:
    explicit BriefNote(QWidget* parent);

    void say(const QString& sentence);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QTimer m_time;
};

}  // namespace vitrine
