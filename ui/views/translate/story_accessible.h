#pragma once

#include <QAccessible>

namespace vitrine {

/// What a screen reader is told of the StoryStrip: a list whose items are its tokens. For
/// QAccessible::installFactory(); null for every other object.
QAccessibleInterface* storyAccessible(const QString& className, QObject* object);

}  // namespace vitrine
