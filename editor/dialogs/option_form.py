"""A form made from the options of a format: ticks, choices, numbers and texts, each with its description."""

from __future__ import annotations

import re
from collections.abc import Collection
from math import isfinite
from typing import Any, Final, Literal, get_args, get_origin

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QWidget

from editor.dialogs.forms import form
from editor.look.numbers import DecimalBox, WholeBox
from editor.plain import PlainLabel, as_written
from engine.exchange.source import Options

_SHORT: Final = frozenset({"crs", "dpi"})
"""Names of options that are abbreviations."""
_ZERO: Final = re.compile(r"; 0 for (.+)$")
_EMPTY: Final = re.compile(r"; (.+) if empty$")


class OptionForm(QWidget):
    """Shows and edits the options of a format."""

    changed = Signal()

    def __init__(
        self, model: type[Options] | None, parent: QWidget | None = None, *, without: Collection[str] = ()
    ) -> None:
        """``without`` are options that have a place of their own."""
        super().__init__(parent)
        layout = form()
        layout.setContentsMargins(0, 0, 0, 0)
        self.setLayout(layout)
        self.fields: dict[str, QWidget] = {}
        for name, info in (model.model_fields if model is not None else {}).items():
            if name in without:
                continue
            label = name.upper() if name in _SHORT else name.replace("_", " ").capitalize()
            field = self._field(info.annotation, info.default, info.metadata)
            about = info.description or ""
            field.setToolTip(as_written(about[:1].upper() + about[1:]))
            field.setAccessibleName(f"{label}: {about}")
            _say_usual(field, about)
            self.fields[name] = field
            if isinstance(field, QCheckBox):
                field.setText(label)
                layout.addRow("", field)
            else:
                layout.addRow(as_written(label), field)
        if not self.fields:
            layout.addRow(PlainLabel("No options."))

    def _field(self, kind: Any, value: Any, bounds: list[Any]) -> QWidget:
        if kind is bool:
            tick = QCheckBox()
            tick.setChecked(value)
            tick.toggled.connect(lambda _on: self.changed.emit())
            return tick
        if kind is int:
            box = WholeBox()
            box.setRange(*map(int, _range(bounds)))
            box.setValue(value)
            box.valueChanged.connect(lambda _number: self.changed.emit())
            return box
        if kind is float:
            decimal = DecimalBox()
            decimal.setDecimals(2)
            decimal.setRange(*_range(bounds))
            decimal.setValue(value)
            decimal.valueChanged.connect(lambda _number: self.changed.emit())
            return decimal
        if get_origin(kind) is Literal:
            choice = QComboBox()
            for key in get_args(kind):
                choice.addItem(str(key).capitalize(), key)
            choice.setCurrentIndex(max(0, choice.findData(value)))
            choice.currentIndexChanged.connect(lambda _index: self.changed.emit())
            return choice
        line = QLineEdit(str(value))
        line.textChanged.connect(lambda _text: self.changed.emit())
        return line

    def values(self) -> dict[str, Any]:
        """The options by name."""
        return {name: _value(field) for name, field in self.fields.items()}

    def show_values(self, values: dict[str, Any]) -> None:
        """Show these options; those that the format does not have are passed over."""
        for name, value in values.items():
            field = self.fields.get(name)
            if isinstance(field, QCheckBox):
                field.setChecked(value not in (False, "false", "no", "0", ""))
            elif isinstance(field, DecimalBox) and _is_number(value):
                field.setValue(float(value))
            elif isinstance(field, WholeBox) and _is_number(value):
                field.setValue(int(float(value)))
            elif isinstance(field, QComboBox):
                field.setCurrentIndex(max(0, field.findData(value)))
            elif isinstance(field, QLineEdit):
                field.setText(str(value))


def _say_usual(field: QWidget, about: str) -> None:
    """Show in a field without a value what that stands for, as its description says it behind its semicolon."""
    meant = _ZERO.search(about) or _EMPTY.search(about)
    if meant is None:
        return
    text = meant[1][:1].upper() + meant[1][1:]
    if isinstance(field, WholeBox | DecimalBox):
        field.setSpecialValueText(text)
    elif isinstance(field, QLineEdit):
        field.setPlaceholderText(text)


def _is_number(value: object) -> bool:
    """Whether an option, which may come as text, is a number."""
    try:
        return isinstance(value, int | float | str) and isfinite(float(value))
    except ValueError:
        return False


def _range(bounds: list[Any]) -> tuple[float, float]:
    """The least and the most that a number may be."""
    least = next((bound.ge for bound in bounds if hasattr(bound, "ge")), 0)
    return least, next((bound.le for bound in bounds if hasattr(bound, "le")), 10_000)


def _value(field: QWidget) -> Any:
    if isinstance(field, QCheckBox):
        return field.isChecked()
    if isinstance(field, WholeBox | DecimalBox):
        return field.value()
    if isinstance(field, QComboBox):
        return field.currentData()
    assert isinstance(field, QLineEdit)
    return field.text()
