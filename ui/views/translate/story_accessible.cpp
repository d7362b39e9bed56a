#include "ui/views/translate/story_accessible.h"

#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>

#include "ui/views/translate/story_strip.h"

namespace vitrine {
namespace {

/// One token. It is asked again each time, so that it never tells what is not shown any more.
class TokenAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    TokenAccessible(StoryStrip* strip, int index) : m_strip(strip), m_index(index) {}

    int index() const { return m_index; }
    bool isValid() const override { return m_strip && m_index < m_strip->tokenCount(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return parent()->window(); }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_strip); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString&) override {}

    QString text(QAccessible::Text kind) const override {
        if (!isValid()) return {};
        if (kind == QAccessible::Name) return m_strip->tokenName(m_index);
        return kind == QAccessible::Description ? m_strip->tokenToolTip(m_index) : QString();
    }
    QRect rect() const override {
        if (!isValid()) return {};
        const QRect area = m_strip->tokenRect(m_index).toAlignedRect();
        return {m_strip->mapToGlobal(area.topLeft()), area.size()};
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        state.focusable = state.selectable = true;
        state.focused = m_strip->hasFocus() && m_strip->currentToken() == m_index;
        state.selected = m_strip->tokenStep(m_index) >= 0 && m_strip->tokenIsChosenNow(m_index);
        state.invisible = !m_strip->isVisible();
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }
    QStringList actionNames() const override {
        QStringList names;
        if (isValid() && m_strip->tokenStep(m_index) >= 0) names << pressAction();
        if (isValid()) names << setFocusAction();
        return names;
    }
    void doAction(const QString& name) override {
        if (!isValid()) return;
        if (name == setFocusAction()) {
            m_strip->setFocus(Qt::OtherFocusReason);
            m_strip->setCurrentToken(m_index);
        } else if (name == pressAction()) {
            m_strip->pressToken(m_index);
        }
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    QPointer<StoryStrip> m_strip;
    int m_index;
};

class StoryAccessible : public QAccessibleWidget {
public:
    explicit StoryAccessible(StoryStrip* strip)
        : QAccessibleWidget(strip, QAccessible::List), m_strip(strip) {}
    ~StoryAccessible() override {
        for (const QAccessible::Id id : m_tokens) QAccessible::deleteAccessibleInterface(id);
    }
    StoryAccessible(const StoryAccessible&) = delete;
    StoryAccessible& operator=(const StoryAccessible&) = delete;

    int childCount() const override { return m_strip->tokenCount(); }
    QAccessibleInterface* child(int index) const override {
        if (index < 0 || index >= childCount()) return nullptr;
        if (const auto known = m_tokens.constFind(index); known != m_tokens.constEnd())
            return QAccessible::accessibleInterface(*known);
        auto* token = new TokenAccessible(m_strip, index);
        m_tokens.insert(index, QAccessible::registerAccessibleInterface(token));
        return token;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        for (int i = 0; i < childCount(); ++i)
            if (child(i)->rect().contains(x, y)) return child(i);
        return nullptr;
    }
    int indexOfChild(const QAccessibleInterface* interface) const override {
        const auto* token = dynamic_cast<const TokenAccessible*>(interface);
        return token != nullptr ? token->index() : -1;
    }
    QAccessibleInterface* focusChild() const override {
        return m_strip->hasFocus() ? child(m_strip->currentToken()) : nullptr;
    }

private:
    StoryStrip* m_strip;
    mutable QHash<int, QAccessible::Id> m_tokens;  // Qt owns the interfaces; they are made when asked for
};

}  // namespace

QAccessibleInterface* storyAccessible(const QString& className, QObject* object) {
    if (className != QLatin1String(StoryStrip::staticMetaObject.className())) return nullptr;
    auto* strip = qobject_cast<StoryStrip*>(object);
    return strip != nullptr ? new StoryAccessible(strip) : nullptr;
}

}  // namespace vitrine
