"""Forms and rows that are built again while the window is in use: the one place that takes widgets out of layouts.

What is taken out may be the sender of the very signal that had the form built again: it is hidden now, says nothing
more, and is freed when that signal is over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QBoxLayout,
    QFormLayout,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QTableWidget,
    QWidget,
)

Steps = tuple[str, ...]
"""The way to a widget in a form: what each part on the way is called."""


@contextmanager
def rebuilt(holder: QWidget, *, scroll: bool = True) -> Iterator[None]:
    """Keep the keyboard in the field where it is, and the place to which is scrolled, while a form is built again.

    ``holder`` has the form in it and stays. ``scroll`` is False where something else is shown than before: then the
    areas around the form go to their top. A field is the same when it has the same name in the same part of the form.
    """
    window = holder.window()
    focused = window.focusWidget()
    steps = _steps(focused, holder) if focused is not None and holder.isAncestorOf(focused) else None
    bars = [bar for area in _areas(holder) for bar in (area.verticalScrollBar(), area.horizontalScrollBar())]
    stood = {bar: bar.value() if scroll else 0 for bar in bars}
    if focused is not None and steps is not None:
        # The keyboard goes nowhere else meanwhile; and what has been typed so far is not said as if it had been left.
        blocker = QSignalBlocker(focused)
        holder.setFocus()
        yield
        blocker.unblock()
        found = _at(holder, steps)
        if found is not None:
            _show(found, holder)
            found.setFocus()
    else:
        yield
    for bar, value in stood.items():
        bar.setValue(value)
        # How large the form is shows once it has been laid out.
        QTimer.singleShot(0, bar, lambda bar=bar, value=value: bar.setValue(value))


def grown(widget: QWidget) -> None:
    """Have all that a widget stands in ask again how high it is: Qt says so only when the events at hand are over, and
    what is laid out before then would lie over other things."""
    at: QWidget | None = widget
    while at is not None and not isinstance(at.parentWidget(), QAbstractScrollArea) and not at.isWindow():
        layout = at.layout()
        if layout is not None:
            layout.invalidate()
        at.updateGeometry()
        at = at.parentWidget()


def let_go(widget: QWidget) -> None:
    """Hide a widget for good. It is freed once the events at hand are over."""
    _silence(widget)
    widget.hide()
    widget.deleteLater()


def taken_out(layout: QLayout, widget: QWidget) -> None:
    """Take a widget out of its layout and let it go."""
    layout.removeWidget(widget)
    let_go(widget)


def put_instead(layout: QLayout, before: QWidget, after: QWidget) -> None:
    """Put a widget into the place of another one, which is let go."""
    layout.replaceWidget(before, after)
    let_go(before)


def put_last(layout: QBoxLayout, widget: QWidget) -> None:
    """Move a widget to the end of its layout."""
    layout.removeWidget(widget)
    layout.addWidget(widget)


def emptied(layout: QLayout, kept: Collection[QWidget] = ()) -> None:
    """Take everything out of a layout, layouts in it included, and let it go; those ``kept`` are only hidden."""
    if isinstance(layout, QFormLayout):
        while layout.rowCount():
            taken = layout.takeRow(0)
            for part in (taken.labelItem, taken.fieldItem):
                _empty(part, kept)
        return
    while (item := layout.takeAt(0)) is not None:
        _empty(item, kept)


def row_taken_out(table: QTableWidget, row: int) -> None:
    """Take a row out of a table, with the fields in its cells."""
    for column in range(table.columnCount()):
        field = table.cellWidget(row, column)
        if field is not None:
            _silence(field)
    table.removeRow(row)


def put_inside(area: QScrollArea, widget: QWidget) -> None:
    """Put another widget into a scroll area. The one before is let go: an area by itself frees it at once."""
    before = area.takeWidget()
    if before is not None:
        before.setParent(area)
        let_go(before)
    area.setWidget(widget)


def _empty(item: object, kept: Collection[QWidget]) -> None:
    """Let go what a layout held: a widget, or what a layout in it holds."""
    if isinstance(item, QLayout):
        emptied(item, kept)
        return
    widget = item.widget() if isinstance(item, QLayoutItem) else None
    if widget is None:
        return
    if widget in kept:
        widget.hide()
    else:
        let_go(widget)


def _silence(widget: QWidget) -> None:
    """Have a widget, and all in it, say nothing more."""
    for one in (widget, *widget.findChildren(QWidget)):
        one.blockSignals(True)


def _areas(holder: QWidget) -> Iterator[QAbstractScrollArea]:
    """The areas that a form is scrolled in."""
    yield from (part for part in _upward(holder, None) if isinstance(part, QAbstractScrollArea))


def _upward(widget: QWidget, end: QWidget | None) -> Iterator[QWidget]:
    """A widget and what it is in, to the end, which is left out; to the window where there is none."""
    at: QWidget | None = widget
    while at is not None and at is not end:
        yield at
        at = at.parentWidget()


def _gone(widget: QWidget) -> bool:
    """Whether it was hidden for good or for now; what is new and not yet shown counts as there."""
    return widget.isHidden() and widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)


def _called(widget: QWidget) -> str:
    """What a part of a form is called; by that it is found again."""
    return widget.objectName() or widget.accessibleName() or type(widget).__name__


def _parts(parent: QWidget) -> dict[str, QWidget]:
    """The parts of a widget by what they are called; those of one name are numbered."""
    found: dict[str, QWidget] = {}
    for part in parent.children():
        if isinstance(part, QWidget) and not part.isWindow() and not _gone(part):
            name = called = _called(part)
            number = 1
            while name in found:
                number += 1
                name = f"{called} {number}"
            found[name] = part
    return found


def _steps(widget: QWidget, holder: QWidget) -> Steps | None:
    """The way to a widget from what holds it; None where it has none."""
    steps: list[str] = []
    for at in _upward(widget, holder):
        parent = at.parentWidget()
        name = next((name for name, part in _parts(parent).items() if part is at), None) if parent else None
        if name is None:
            return None
        steps.append(name)
    return tuple(reversed(steps))


def _at(holder: QWidget, steps: Steps) -> QWidget | None:
    """The widget that steps lead to; the last part on the way that can have the keyboard where the way ends before."""
    found, at = None, holder
    for step in steps:
        part = _parts(at).get(step)
        if part is None:
            break
        at = part
        if part.focusPolicy() != Qt.FocusPolicy.NoFocus:
            found = part
    return found


def _show(widget: QWidget, holder: QWidget) -> None:
    """Show a new widget at once: a layout would do so later, and what is not in sight gets no keyboard."""
    for at in _upward(widget, holder):
        at.show()
