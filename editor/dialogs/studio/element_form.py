"""The form of the selected element: what it shows, where it is, its letters and colours, and whom it is for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QColorDialog,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs.forms import add_row, form, swatch
from editor.dialogs.studio.conditions import ConditionForm
from editor.dialogs.studio.model import StudioModel
from editor.look.numbers import DecimalBox, WholeBox
from engine.formats.counter_templates import FORMS_OF
from engine.formats.fields import FieldInfo
from engine.scenario.elements import ALIGNS, COLOUR_WORDS, TEXT_KINDS, CounterElement
from engine.scenario.words import WORDS

COLOUR_NAMES: Final = {
    "ink": "Ink",
    "ground": "Counter",
    "paper": "Box of symbols",
    "formation": "Formation or rule",
    "side": "Side",
    "white": "White",
    "black": "Black",
}
OTHER: Final = "other"
TURNS: Final = (0, 90, 180, 270)


class ColourField(QComboBox):
    """A colour by what it is of, or any other."""

    chosen = Signal()

    def __init__(self, title: str, empty: str) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.title, self.colour = title, ""
        self.addItem(empty, "")
        for word in COLOUR_WORDS:
            self.addItem(COLOUR_NAMES[word], word)
        self.addItem("Other…", OTHER)
        self.activated.connect(self._take)

    def show_colour(self, colour: str) -> None:
        """Show a colour, by its word or as ``#rrggbb``."""
        self.colour = colour
        own = self.findData(OTHER)
        self.setItemText(own, f"Other: {colour}" if colour.startswith("#") else "Other…")
        if colour.startswith("#"):
            self.setItemIcon(own, swatch(colour))
        self.setCurrentIndex(own if colour.startswith("#") else max(0, self.findData(colour)))

    def _take(self, _index: int) -> None:
        word = str(self.currentData())
        if word == OTHER:
            asked = QColorDialog.getColor(parent=self, title=self.title)
            word = asked.name() if asked.isValid() else self.colour
        self.show_colour(word)
        self.chosen.emit()


class ElementForm(QWidget):
    """Shows the selected element, and changes it."""

    def __init__(self, model: StudioModel, fields: Sequence[FieldInfo], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model, self._showing = model, False
        self.text, self.insert = QLineEdit(), QToolButton()
        self.text.setAccessibleName("Text of the element")
        self.insert.setText("Insert value")
        self.insert.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.insert.setMenu(self._menu(fields))
        self.form_of = QComboBox()
        self.form_of.setAccessibleName("Form of the element")
        self.left, self.top = self._millimetres("Left", -60), self._millimetres("Top", -60)
        self.wide, self.high = self._millimetres("Width", 0.3), self._millimetres("Height", 0.3)
        self.letters, self.line = self._millimetres("Letters at most", 0), self._millimetres("Outline", 0)
        self.letters.setSpecialValueText("as high as the box")
        self.lines: QSpinBox = WholeBox()
        self.lines.setRange(1, 3)
        self.bold = QCheckBox("Bold")
        self.align, self.turn = QComboBox(), QComboBox()
        for align in ALIGNS:
            self.align.addItem(align.capitalize(), align)
        for turn in TURNS:
            self.turn.addItem(f"{turn}°", turn)
        self.align.setAccessibleName("Alignment")
        self.turn.setAccessibleName("Turned by")
        self.ink, self.fill = (
            ColourField("Ink of the element", "Default"),
            ColourField("Fill of the element", "Default"),
        )
        self.condition = ConditionForm(model.scenario)
        self._lay_out()
        self._connect()
        model.changed.connect(self.show_element)
        model.selected.connect(self.show_element)
        self.show_element()

    def _millimetres(self, title: str, least: float) -> DecimalBox:
        box = DecimalBox()
        box.setRange(least, 120)
        box.setDecimals(2)
        box.setSingleStep(0.1)
        box.setSuffix(" mm")
        box.setAccessibleName(title)
        box.setKeyboardTracking(False)
        return box

    def _menu(self, fields: Sequence[FieldInfo]) -> QMenu:
        menu = QMenu(self)
        for info in fields:
            menu.addAction(info.label).setData(info.key)
        menu.addSeparator()
        for word in WORDS:
            menu.addAction(word.capitalize()).setData(word)
        menu.triggered.connect(lambda action: self.insert_value(str(action.data())))
        return menu

    def insert_value(self, key: str) -> None:
        """Put a value into the text."""
        self.text.insert(f"{{{key}}}")
        self._take()

    def _lay_out(self) -> None:
        layout: QFormLayout = form()
        row = QHBoxLayout()
        row.addWidget(self.text, 1)
        row.addWidget(self.insert)
        layout.addRow("Text", row)
        layout.addRow("Form", self.form_of)
        add_row(layout, "Place", self.left, self.top)
        add_row(layout, "Size", self.wide, self.high)
        add_row(layout, "Letters", self.letters, self.lines, self.bold)
        add_row(layout, "Align", self.align, self.turn)
        add_row(layout, "Ink, fill", self.ink, self.fill)
        layout.addRow("Outline", self.line)
        outer = QVBoxLayout(self)
        outer.addLayout(layout)
        outer.addWidget(self.condition)
        outer.addStretch(1)

    def _connect(self) -> None:
        self.text.editingFinished.connect(self._take)
        self.form_of.activated.connect(lambda _index: self._take())
        for box in (self.left, self.top, self.wide, self.high, self.letters, self.line):
            box.valueChanged.connect(lambda _value: self._take())
        self.lines.valueChanged.connect(lambda _value: self._take())
        self.bold.toggled.connect(lambda _on: self._take())
        for combo in (self.align, self.turn):
            combo.activated.connect(lambda _index: self._take())
        for colour in (self.ink, self.fill):
            colour.chosen.connect(self._take)
        self.condition.edited.connect(self._take)

    def show_element(self) -> None:
        """Show what is selected; fields that mean nothing to it rest."""
        one = self.model.current
        self.setEnabled(one is not None)
        if one is None:
            return
        self._showing = True
        self.text.setText(one.show)
        self.text.setEnabled(one.kind in (*TEXT_KINDS, "artwork"))
        forms = FORMS_OF.get(one.kind, ())
        self.form_of.clear()
        self.form_of.addItem("Default", "")
        for name in forms:
            self.form_of.addItem(name.capitalize(), name)
        self.form_of.setCurrentIndex(max(0, self.form_of.findData(one.form)))
        self.form_of.setEnabled(bool(forms))
        boxes = (self.left, self.top, self.wide, self.high, self.letters, self.line)
        values = (one.x, one.y, one.width, one.height, one.letters, one.line)
        for box, value in zip(boxes, values, strict=True):
            box.setValue(value)
        self.lines.setValue(one.lines)
        self.bold.setChecked(one.bold)
        self.align.setCurrentIndex(self.align.findData(one.align))
        self.turn.setCurrentIndex(self.turn.findData(one.turn))
        for widget in (self.letters, self.lines, self.bold, self.align, self.turn, self.insert):
            widget.setEnabled(one.kind in TEXT_KINDS)
        self.line.setEnabled(one.kind == "shape")
        self.ink.show_colour(one.ink)
        self.fill.show_colour(one.fill)
        self.condition.show_condition(one.when)
        self._showing = False

    def element(self, base: CounterElement) -> CounterElement:
        """The element as the fields say; lengths that the fields only round stay as they are."""

        def length(value: float, box: DecimalBox) -> float:
            return value if abs(box.value() - value) < 0.006 else box.value()

        return replace(
            base,
            x=length(base.x, self.left),
            y=length(base.y, self.top),
            width=length(base.width, self.wide),
            height=length(base.height, self.high),
            letters=length(base.letters, self.letters),
            line=length(base.line, self.line),
            show=self.text.text().strip(),
            form=str(self.form_of.currentData() or ""),
            lines=self.lines.value(),
            bold=self.bold.isChecked(),
            align=str(self.align.currentData()),
            turn=int(self.turn.currentData()),
            ink=self.ink.colour,
            fill=self.fill.colour,
            when=self.condition.condition(),
        )

    def _take(self) -> None:
        one = self.model.current
        if one is not None and not self._showing:
            self.model.change("Change element", self.element(one))
