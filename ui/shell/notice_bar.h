#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>

#include "ui/shell/app_context.h"

namespace vitrine {

/// Sentences about the present state, in place: what to do first, what the model does not know, what went
/// wrong, and that this is not the model as trained. Hidden when there is nothing to say.
class NoticeBar : public QFrame {
    Q_OBJECT
public:
    explicit NoticeBar(AppContext& app, QWidget* parent = nullptr);

Q_SIGNALS:
    void compareRequested();  ///< the person wants to see the branches

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    QString hint() const;
    QString warnings() const;
    QString failure() const;
    QString changes() const;

    AppContext& m_app;
    QLabel *m_hint, *m_warning, *m_error, *m_changed;
    QPushButton *m_compare, *m_restore;
    QWidget* m_changedRow;
};

}  // namespace vitrine
