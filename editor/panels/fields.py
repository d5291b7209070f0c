"""Fields of the forms in panels: each shows a value, and says at once when it was changed by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from editor.desk.desk import Desk
from editor.dialogs.forms import form, note
from editor.look.keeping_wheel import keep_wheel
from editor.look.numbers import DecimalBox, PointsBox, WholeBox
from editor.look.rebuilding import emptied
from editor.panels.place_field import PlaceField
from editor.plain import PlainLabel, RichLabel, as_written

_LINE: Final = 120
"""Pixels that a line of text is wide at least."""
_LINES: Final = 64
"""Pixels that a field of several lines is high."""


class OwnField(QWidget):
    """A field that is made of several widgets."""

    edited = Signal(object)
    """Its value was changed by hand."""

    def show_value(self, value: Any) -> None:
        """Show a value."""
        raise NotImplementedError

    def stop(self) -> None:
        """It waits for no click on the map any longer, where it does."""


class Fields(QWidget):
    """A form. What is shown in it comes in by `show_values`; what is typed goes out by ``edited``."""

    edited = Signal(str, object, int)
    """The name of a field, its value, and the number of the stroke on the map it was made with (0 for none)."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.widgets: dict[str, QWidget] = {}
        self._show: dict[str, Callable[[Any], None]] = {}
        self.rows: QFormLayout = form()
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.setLayout(self.rows)

    def show_values(self, values: Mapping[str, Any]) -> None:
        """Show values by the names of their fields; nothing is said of it."""
        for name, value in values.items():
            if name in self._show:
                with QSignalBlocker(self.widgets[name]):
                    self._show[name](value)

    def stop(self) -> None:
        """No field waits for a click on the map any longer."""
        for widget in self.widgets.values():
            if isinstance(widget, PlaceField | OwnField):
                widget.stop()

    def clear(self) -> None:
        """Take all fields out."""
        self.stop()
        emptied(self.rows)
        self.widgets.clear()
        self._show.clear()

    def note(self, text: str) -> None:
        """Add a line of explanation."""
        self.rows.addRow(note(text))

    def heading(self, text: str, about: str = "") -> None:
        """Begin a group of fields."""
        title = RichLabel(f"<b>{escape(text)}</b>")
        title.setToolTip(as_written(about))
        self.rows.addRow(title)

    def _add(
        self, name: str, label: str, widget: QWidget, show: Callable[[Any], None], tip: str = "", *, wide: bool = False
    ) -> None:
        widget.setObjectName(name)
        widget.setToolTip(as_written(tip))
        if not widget.accessibleName():
            widget.setAccessibleName(label)
        keep_wheel(widget)
        self.widgets[name], self._show[name] = widget, show
        title = PlainLabel(label)
        title.setBuddy(widget)
        title.setToolTip(as_written(tip))
        if wide:
            self.rows.addRow(title)
            self.rows.addRow(widget)
        else:
            self.rows.addRow(title, widget)

    def text(self, name: str, label: str, tip: str = "", hint: str = "") -> QLineEdit:
        """A line of text."""
        line = QLineEdit()
        line.setPlaceholderText(hint)
        # Beside a long label it would be too narrow to read: then it stands below it.
        line.setMinimumWidth(_LINE)
        line.textEdited.connect(lambda text: self.edited.emit(name, text, 0))
        self._add(name, label, line, lambda value: line.setText(value) if line.text() != value else None, tip)
        return line

    def prose(self, name: str, label: str, hint: str = "") -> QPlainTextEdit:
        """A text of several lines."""
        edit = QPlainTextEdit()
        edit.setPlaceholderText(hint)
        edit.setTabChangesFocus(True)
        edit.setMaximumHeight(_LINES)
        edit.textChanged.connect(lambda: self.edited.emit(name, edit.toPlainText(), 0))

        def show(value: str) -> None:
            if edit.toPlainText().strip() != value.strip():
                edit.setPlainText(value.strip())

        self._add(name, label, edit, show)
        return edit

    def number(
        self, name: str, label: str, least: int = 0, most: int = 9999, tip: str = "", none: str = ""
    ) -> WholeBox:
        """A whole number; ``none`` is what its least value is called."""
        spin = WholeBox()
        spin.setRange(least, most)
        spin.setSpecialValueText(none)
        spin.valueChanged.connect(lambda value: self.edited.emit(name, value, 0))
        self._add(name, label, spin, lambda value: spin.setValue(int(value)), tip)
        return spin

    def points(self, name: str, label: str, tip: str = "", *, least: int = -9999, most: int = 9999) -> DecimalBox:
        """A number with decimals: points, halves among them, perhaps below nothing; or a direction in degrees."""
        spin = PointsBox()
        spin.setRange(least, most)
        spin.setDecimals(2)
        spin.valueChanged.connect(lambda value: self.edited.emit(name, int(value) if value == int(value) else value, 0))
        self._add(name, label, spin, lambda value: spin.setValue(float(value)), tip)
        return spin

    def choice(self, name: str, label: str, items: Mapping[Any, str], tip: str = "") -> QComboBox:
        """One of several values; ``items`` gives each its words."""
        combo = QComboBox()
        combo.setMinimumContentsLength(8)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for key, text in items.items():
            combo.addItem(text, key)
        combo.activated.connect(lambda _index: self.edited.emit(name, combo.currentData(), 0))

        def show(value: str) -> None:
            if combo.findData(value) < 0:
                combo.addItem(f"{value} (unknown)", value)
            combo.setCurrentIndex(combo.findData(value))

        self._add(name, label, combo, show, tip)
        return combo

    def tick(self, name: str, label: str, tip: str = "") -> QCheckBox:
        """Yes or no."""
        box = QCheckBox(label)
        box.setToolTip(as_written(tip))
        box.setObjectName(name)
        box.toggled.connect(lambda on: self.edited.emit(name, on, 0))
        self.widgets[name], self._show[name] = box, lambda value: box.setChecked(bool(value))
        self.rows.addRow("", box)
        return box

    def place(self, name: str, label: str, what: str) -> PlaceField:
        """Hexes and regions."""
        field = PlaceField(self.desk, what)
        field.edited.connect(lambda names, stroke: self.edited.emit(name, names, stroke))
        self._add(name, label, field, field.show_names)
        return field

    def own(self, name: str, label: str, widget: OwnField, *, wide: bool = False) -> OwnField:
        """A field of its own kind; a ``wide`` one stands below its label."""
        widget.edited.connect(lambda value: self.edited.emit(name, value, 0))
        self._add(name, label, widget, widget.show_value, wide=wide)
        return widget


def sides_of(desk: Desk, nobody: str = "") -> dict[str, str]:
    """The sides of the open scenario by key, with ``nobody`` before them where it is given."""
    scenario = desk.document.scenario
    found = {key: side.name for key, side in scenario.sides.items()} if scenario is not None else {}
    return {"": nobody, **found} if nobody else found


def units_of(desk: Desk, side: str = "") -> dict[str, str]:
    """The units of the open scenario by key, of one side or of all."""
    scenario = desk.document.scenario
    units: Iterable[Any] = scenario.units.values() if scenario is not None else ()
    return {unit.key: unit.name for unit in units if not side or unit.side == side}
