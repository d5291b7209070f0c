"""A form made from what a rules system says of its values: spin boxes, ticks, choices, each with its help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from editor.dialogs.forms import form
from editor.look.numbers import DecimalBox, WholeBox, decimal
from editor.plain import PlainLabel, RichLabel, as_written
from engine.formats.fields import FieldInfo
from engine.scenario.model import Value

NONE_TEXT = "none"
_ELIDED: Final = Qt.TextElideMode.ElideRight
_MARGIN: Final = 4
"""Pixels that a style leaves free beside a choice."""


class ValueForm(QWidget):
    """Shows and edits values by key. Values the system does not know stay, as text fields marked so."""

    changed = Signal()
    rule_asked = Signal(str)
    """A paragraph beside a field was clicked: ``tlg2:2.6``."""

    def __init__(self, fields: Iterable[FieldInfo], values: Mapping[str, Value], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields = list(fields)
        self._widgets: dict[str, QWidget] = {}
        self._kept: dict[str, Value] = {}
        self._given = set(values)
        layout = form()
        layout.setContentsMargins(0, 0, 0, 0)
        self.setLayout(layout)
        known = {info.key for info in self.fields}
        for info in self.fields:
            self._add(layout, info, values.get(info.key, info.default))
        for key, value in values.items():
            if key not in known:
                self._add_unknown(layout, key, value)
        if not layout.rowCount():
            layout.addRow(PlainLabel("There is nothing to choose here."))

    def values(self) -> dict[str, Value]:
        """The values that were given or differ from their defaults, and those the system does not know."""
        found: dict[str, Value] = {}
        for info in self.fields:
            value = self._read(info)
            if value is not None and (info.required or value != info.default or info.key in self._given):
                found[info.key] = value
        for key in self._kept:
            widget = self._widgets[key]
            text = widget.text().strip() if isinstance(widget, QLineEdit) else ""
            if text:
                found[key] = self._kept[key] if text == str(self._kept[key]) else parse_value(text)
        return found

    def widget(self, key: str) -> QWidget:
        """The field of a key."""
        return self._widgets[key]

    def _add(self, layout: QFormLayout, info: FieldInfo, value: Value) -> None:
        widget = self._make(info, value)
        widget.setObjectName(info.key)
        widget.setToolTip(as_written(help_of(info)))
        widget.setAccessibleName(info.label)
        self._widgets[info.key] = widget
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(widget, 1)
        if info.rules:
            row.addWidget(self._paragraphs(info))
        if info.kind == "bool":
            # Its words are beside the tick, and have the whole width.
            layout.addRow(row)
            return
        layout.addRow(PlainLabel(info.label), row)
        label = layout.labelForField(row)
        if isinstance(label, QLabel):
            label.setBuddy(widget)
            label.setToolTip(as_written(info.help))

    def _paragraphs(self, info: FieldInfo) -> QLabel:
        """The paragraphs that a value rests on, as links."""
        links = [f'<a href="{escape(rule)}">{escape(rule.partition(":")[2])}</a>' for rule in info.rules]
        label = RichLabel(", ".join(links))
        label.setToolTip("Read the paragraph in the Rules panel")
        label.linkActivated.connect(self.rule_asked)
        return label

    def _make(self, info: FieldInfo, value: Value) -> QWidget:
        if info.kind == "bool":
            tick = QCheckBox(info.label)
            tick.setChecked(bool(value))
            tick.toggled.connect(lambda _on: self.changed.emit())
            return tick
        if info.kind == "choice":
            combo = _Choice() if info.meanings else QComboBox()
            for choice in info.choices:
                combo.addItem(info.named(choice), choice)
            now = str(value if value is not None else info.default)
            if now not in info.choices:
                combo.addItem(f"{now} (unknown)", now)
            combo.setCurrentIndex(combo.findData(now))
            combo.currentIndexChanged.connect(lambda _index: self.changed.emit())
            return combo
        if info.kind in ("int", "number"):
            return self._spin(info, value)
        line = QLineEdit("" if value is None else str(value))
        line.textEdited.connect(lambda _text: self.changed.emit())
        return line

    def _spin(self, info: FieldInfo, value: Value) -> QWidget:
        """A spin box whose lowest step is "none" for values that may be left out."""
        spin: WholeBox | DecimalBox = WholeBox() if info.kind == "int" else DecimalBox()
        optional = info.default is None and not info.required
        least = info.least - 1 if optional else info.least
        spin.setRange(least, info.most)
        if optional:
            spin.setSpecialValueText(NONE_TEXT)
        number = value if isinstance(value, int | float) else least
        if isinstance(spin, WholeBox):
            spin.setValue(int(number))
        else:
            spin.setValue(float(number))
        spin.textChanged.connect(lambda _text: self.changed.emit())
        return spin

    def _read(self, info: FieldInfo) -> Value:
        widget = self._widgets[info.key]
        if isinstance(widget, QCheckBox):
            return widget.isChecked()
        if isinstance(widget, QComboBox):
            return str(widget.currentData())
        if isinstance(widget, WholeBox | DecimalBox):
            empty = widget.specialValueText() == NONE_TEXT and widget.value() == widget.minimum()
            return None if empty else widget.value()
        text = widget.text().strip() if isinstance(widget, QLineEdit) else ""
        return text or None

    def _add_unknown(self, layout: QFormLayout, key: str, value: Value) -> None:
        line = QLineEdit(str(value))
        line.setObjectName(key)
        line.setToolTip("The rules system does not know this value. Empty the field to remove it.")
        line.textEdited.connect(lambda _text: self.changed.emit())
        self._widgets[key] = line
        self._kept[key] = value
        layout.addRow(as_written(f"{key} (unknown)"), line)


class _Choice(QComboBox):
    """A choice that may be too long for its field: it is shown as far as there is room, and whole in the open list."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self)
        option.currentText = self.fontMetrics().elidedText(self.currentText(), _ELIDED, room.width() - _MARGIN)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


def help_of(info: FieldInfo) -> str:
    """What a value means, and from what to what it goes."""
    bounds = f"{info.least} to {info.most}" if info.kind in ("int", "number") else ""
    return "\n".join(filter(None, (info.help, bounds)))


def parse_value(text: str) -> Value:
    """A typed text as the value it looks like: whole number, number, true or false, else text."""
    lowered = text.strip().lower()
    if lowered in ("true", "false"):
        return lowered == "true"
    for kind in (int, decimal):
        try:
            return kind(lowered)
        except ValueError:
            continue
    return text.strip()
