"""Words of a window that have less room than they need."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)

from editor.window.window import Window

EDGES = 8
"""Pixels that a line of text keeps free at both ends together."""
ARROWS = 8
"""Pixels between a picture in a box and the text behind it."""
ACROSS = {"arrivals"}
"""Panels that are meant to be scrolled to the side: the track of the turns."""


def cut(window: Window) -> list[str]:
    """The words that are cut or elided in panels, bars and the banner: labels, buttons, boxes, fields with what they
    hold or suggest; and pages that are wider than their panel."""
    found = []
    for part in (*window.docks.by_key.values(), window.bars.main, window.play.banner):
        for widget in part.findChildren(QWidget):
            if widget.isVisible() and _is_cut(widget, across=part.objectName() in ACROSS):
                found.append(f"{part.objectName()}: {_words(widget)}")
    return found


def _words(widget: QWidget) -> str:
    text = getattr(widget, "text", None) or getattr(widget, "currentText", None)
    said = str(text()) if text is not None else ""
    return said or widget.accessibleName() or type(widget).__name__


def _is_cut(widget: QWidget, *, across: bool) -> bool:
    if isinstance(widget, QLabel):
        wraps = widget.wordWrap() or "title" in widget.objectName()
        return not wraps and widget.width() < widget.minimumSizeHint().width()
    if isinstance(widget, QAbstractButton):
        return bool(widget.text()) and widget.width() < widget.minimumSizeHint().width()
    if isinstance(widget, QComboBox) and not widget.isEditable():
        return widget.fontMetrics().horizontalAdvance(widget.currentText()) > _room(widget)
    if isinstance(widget, QLineEdit):
        text = widget.text() or widget.placeholderText()
        margins = widget.textMargins()
        room = widget.contentsRect().width() - EDGES - margins.left() - margins.right()
        return widget.fontMetrics().horizontalAdvance(text) > room
    if isinstance(widget, QScrollArea) and not across:
        return widget.horizontalScrollBar().maximum() > 0
    return False


def _room(box: QComboBox) -> int:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    field = QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, box).width()
    return room - (box.iconSize().width() + ARROWS if not box.itemIcon(max(0, box.currentIndex())).isNull() else 0)
