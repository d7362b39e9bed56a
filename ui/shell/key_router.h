#pragma once

#include <QObject>

class QKeyEvent;
class QWidget;

namespace vitrine {

/// The keys that step, wherever the focus is: a widget that uses a key itself (a text line, a slider, a list,
/// or one with the property "keepsArrows") keeps it; Page Up and Page Down always step, because a clicker
/// sends them.
class KeyRouter : public QObject {
    Q_OBJECT
public:
    explicit KeyRouter(QWidget* window);

Q_SIGNALS:
    void back(bool repeated);
    void forward(bool repeated);
    void first();
    void last();
    void togglePlay();
    void layer(int direction);  ///< +1 towards the output
    void escape();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool route(const QKeyEvent& event, const QWidget* focused);

    QWidget* m_window;
};

}  // namespace vitrine
