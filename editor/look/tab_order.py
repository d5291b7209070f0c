"""The order in which Tab goes through a form whose parts are made at different times: as they are seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget

HANDS_ON: Final = "hands_on"
"""The property of parts that hand the keyboard on. PySide takes Qt's own answer for a change of parent."""


def hand_on(part: QWidget, to: QWidget) -> None:
    """Have a part give the keyboard to one of its fields."""
    part.setFocusProxy(to)
    part.setProperty(HANDS_ON, True)


def inputs_in_order(top: QWidget) -> list[QWidget]:
    """What Tab reaches inside a widget, in the order of its layouts."""
    return [one for one in _walked(top) if _takes_tab(one)]


def order_tabs(top: QWidget, known: list[QWidget] | None = None) -> list[QWidget]:
    """Have Tab go through a widget in the order of its layouts; ``known`` is the order that it had last.

    Returns the order, so that nothing is done as long as it stays the same.
    """
    found = inputs_in_order(top)
    if found != known:
        start = [] if _hands_on(top) or _takes_tab(top) else [top]
        for first, second in pairwise([*start, *found]):
            QWidget.setTabOrder(first, second)
    return found


def _takes_tab(widget: QWidget) -> bool:
    # A part that hands the keyboard on would move all that it hands it on to.
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and not _hands_on(widget)


def _hands_on(widget: QWidget) -> bool:
    return bool(widget.property(HANDS_ON))


def _walked(top: QWidget) -> Iterator[QWidget]:
    layout = top.layout()
    inside = _laid_out(layout) if layout is not None else _children(top)
    for widget in inside:
        yield widget
        if not _takes_tab(widget):
            yield from _walked(widget)


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    for number in range(layout.count()):
        item = layout.itemAt(number)
        inner = item.layout() if item is not None else None
        widget = item.widget() if item is not None else None
        if inner is not None:
            yield from _laid_out(inner)
        elif widget is not None:
            yield widget


def _children(top: QWidget) -> Iterator[QWidget]:
    return (one for one in top.children() if isinstance(one, QWidget) and not one.isWindow())
