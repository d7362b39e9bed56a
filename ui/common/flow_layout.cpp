#include "ui/common/flow_layout.h"

#include <QWidget>
#include <algorithm>

namespace vitrine {

FlowLayout::FlowLayout(QWidget* parent, int spacing) : QLayout(parent), m_spacing(spacing) {
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() {
    qDeleteAll(m_items);
}

void FlowLayout::addItem(QLayoutItem* item) {
    m_items.append(item);
}

QLayoutItem* FlowLayout::takeAt(int index) {
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

QSize FlowLayout::sizeHint() const {
    int width = 0, height = 0;
    for (const QLayoutItem* item : m_items) {
        if (item->isEmpty()) continue;
        width += item->sizeHint().width() + (width > 0 ? m_spacing : 0);
        height = std::max(height, item->sizeHint().height());
    }
    const QMargins margins = contentsMargins();
    return QSize(width, height) + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty()) size = size.expandedTo(item->minimumSize());
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    place(rect, true);
}

int FlowLayout::place(const QRect& rect, bool move) const {
    const QMargins margins = contentsMargins();
    const QRect inner = rect.marginsRemoved(margins);
    int x = inner.left(), y = inner.top(), height = 0;
    QList<QLayoutItem*> line;
    const auto finishLine = [&] {
        int left = inner.left();
        for (QLayoutItem* item : line) {
            const QSize size = item->sizeHint();
            if (move) item->setGeometry(QRect(QPoint(left, y + (height - size.height()) / 2), size));
            left += size.width() + m_spacing;
        }
        line.clear();
    };
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty()) continue;
        const QSize size = item->sizeHint();
        if (!line.isEmpty() && x + size.width() > inner.left() + inner.width()) {
            finishLine();
            x = inner.left();
            y += height + m_spacing / 2;
            height = 0;
        }
        line.append(item);
        x += size.width() + m_spacing;
        height = std::max(height, size.height());
    }
    finishLine();
    return y + height - rect.top() + margins.bottom();
}

}  // namespace vitrine
