"""Rows of trees that are as high as their text needs: Qt wraps the text of a tree, and leaves the row one line high."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView


class WrappedRows(QStyledItemDelegate):
    """Measures the text of a column at the width that the column has now."""

    def __init__(self, tree: QTreeView, column: int) -> None:
        super().__init__(tree)
        self._tree, self._column = tree, column
        tree.setWordWrap(True)
        tree.setItemDelegateForColumn(column, self)
        tree.header().sectionResized.connect(self._resized)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """As wide as the column, and as high as its text is then."""
        plain = super().sizeHint(option, index)
        margin = 2 * (self._tree.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin) + 1)
        wide = self._tree.header().sectionSize(self._column) - margin
        text = str(index.data() or "")
        room = option.fontMetrics.boundingRect(QRect(0, 0, wide, 10_000), Qt.TextFlag.TextWordWrap, text)
        return QSize(plain.width(), max(plain.height(), room.height() + 4))

    def _resized(self, column: int, _before: int, _now: int) -> None:
        if column == self._column:
            self._tree.scheduleDelayedItemsLayout()
