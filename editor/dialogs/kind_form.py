"""One kind of a palette as a form: name and key, its look, and what the rules take it for."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGroupBox, QLineEdit, QVBoxLayout, QWidget

from editor.dialogs.forms import ColourButton, add_row, form
from editor.hexes.drawing.features import SYMBOLS
from editor.hexes.drawing.hexsides import DETAILS
from editor.hexes.drawing.swatches import swatch_pixmap
from editor.look.numbers import DecimalBox
from editor.plain import PlainLabel, as_written
from engine.boards.palette import PATTERNS, Kind, Layer, Palette
from engine.play import registry

DRAWN: Final[dict[Layer, dict[str, str]]] = {
    Layer.TERRAIN: {"": "plain", **{key: key for key in PATTERNS}},
    Layer.FEATURE: {"": "a plain mark", **{key: key for key in SYMBOLS}},
    Layer.HEXSIDE: {"": "a line", "river": "river", "creek": "creek", "wall": "wall", **{key: key for key in DETAILS}},
    Layer.PATH: {"": "a road", "dashed": "a dashed track", "rail": "a railway", "river": "a river"},
}
OWN: Final = "\0own"
"""A rules system takes the kind by its own key."""
LINED: Final = (Layer.HEXSIDE, Layer.PATH)
"""Kinds that are drawn as lines have a width."""


class KindForm(QWidget):
    """Shows a kind and lets it be changed: ``edited`` tells that, ``kind`` what has become of it."""

    edited = Signal(bool)
    """The user changed something; True when it was the name."""

    def __init__(self) -> None:
        super().__init__()
        self._shown = Kind("", Layer.TERRAIN, "", "#ffffff")
        self._filling = False
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self.swatch = PlainLabel()
        self.swatch.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.swatch.setMinimumHeight(132)
        self.swatch.setAccessibleName("What the kind looks like")
        outer.addWidget(self.swatch)
        self._add_fields(outer)
        self._add_rules(outer)
        outer.addStretch(1)
        self._connect()

    def _add_fields(self, outer: QVBoxLayout) -> None:
        layout = form()
        self.name = QLineEdit()
        self.key = QLineEdit()
        self.char = QLineEdit()
        self.char.setMaxLength(1)
        self.char.setFixedWidth(36)
        self.colour = ColourButton("#ffffff", "Colour")
        self.ink = ColourButton("#000000", "Ink")
        self.has_ink = QCheckBox("&Ink")
        self.drawn = QComboBox()
        self.width_box = DecimalBox()
        self.width_box.setRange(0.01, 1.0)
        self.width_box.setSingleStep(0.01)
        self.source_box = DecimalBox()
        self.source_box.setRange(0.0, 1.0)
        self.source_box.setSingleStep(0.01)
        self.source_box.setSpecialValueText("a third")
        self.source_box.setToolTip("Width at the source, of rivers and streams on maps whose rivers widen")
        self.directional = QCheckBox("One side is &high")
        self.about = QLineEdit()
        layout.addRow("&Name", self.name)
        add_row(layout, "&Key", self.key, PlainLabel("Character"), self.char)
        add_row(layout, "&Colour", self.colour, self.has_ink, self.ink)
        layout.addRow("&Drawn as", self.drawn)
        add_row(layout, "&Width, in hex radii", self.width_box, self.directional)
        add_row(layout, "At the sou&rce", self.source_box)
        layout.addRow("A&bout", self.about)
        outer.addLayout(layout)

    def _add_rules(self, outer: QVBoxLayout) -> None:
        box = QGroupBox("What it counts as under the rules")
        rules = form()
        box.setLayout(rules)
        self.treated: dict[str, QComboBox] = {}
        for short in registry.whole():
            combo = QComboBox()
            self.treated[short] = combo
            rules.addRow(as_written(registry.system(short).title.replace("&", "&&")), combo)
        outer.addWidget(box)

    def _connect(self) -> None:
        self.name.textEdited.connect(lambda _text: self._tell(named=True))
        for field in (self.key, self.char, self.about):
            field.textEdited.connect(self._tell)
        for colour in (self.colour, self.ink):
            colour.changed.connect(self._tell)
        for box in (self.has_ink, self.directional):
            box.toggled.connect(self._tell)
        for width in (self.width_box, self.source_box):
            width.valueChanged.connect(self._tell)
        for combo in (self.drawn, *self.treated.values()):
            combo.currentIndexChanged.connect(self._tell)

    def _tell(self, _value: object = None, *, named: bool = False) -> None:
        if not self._filling:
            self.edited.emit(named)

    # -- showing a kind -----------------------------------------------------------------------------------------

    def show_kind(self, kind: Kind | None, layer: Layer) -> None:
        """Show a kind; None for nothing that could be changed, in a layer that has no kinds."""
        self._filling = True
        there = kind is not None
        kind = self._shown = kind or Kind("", layer, "", "#ffffff")
        for widget in (self.name, self.key, self.colour, self.drawn, self.about, self.has_ink):
            widget.setEnabled(there)
        self.name.setText(kind.name)
        self.key.setText(kind.key)
        self.char.setText(kind.key_char)
        self.char.setEnabled(there and kind.layer is Layer.TERRAIN)
        self.colour.set_colour(kind.colour)
        self.has_ink.setChecked(bool(kind.ink))
        self.ink.set_colour(kind.ink or "#3a2d1c")
        self.ink.setEnabled(bool(kind.ink))
        self._fill_drawn(kind)
        self.width_box.setEnabled(there and kind.layer in LINED)
        self.width_box.setValue(kind.width)
        self.source_box.setEnabled(there and kind.is_water)
        self.source_box.setValue(kind.source_width)
        self.directional.setEnabled(there and kind.layer is Layer.HEXSIDE)
        self.directional.setChecked(kind.directional)
        self.about.setText(kind.description)
        for short, combo in self.treated.items():
            _fill_treated(combo, short, kind)
            combo.setEnabled(there)
        self._filling = False

    def _fill_drawn(self, kind: Kind) -> None:
        self.drawn.clear()
        drawn = kind.pattern if kind.layer is Layer.TERRAIN else kind.symbol
        choices = DRAWN[kind.layer]
        for key, text in (choices if drawn in choices else {**choices, drawn: drawn}).items():
            self.drawn.addItem(text, key)
        self.drawn.setCurrentIndex(self.drawn.findData(drawn))

    def draw_swatch(self, palette: Palette | None) -> None:
        """Draw the kind as it looks among the others of its palette; None for nothing."""
        if palette is None:
            self.swatch.clear()
        else:
            self.swatch.setPixmap(swatch_pixmap(palette, self._shown, 190, 130, self.devicePixelRatioF()))

    # -- what has become of it ----------------------------------------------------------------------------------

    def kind(self) -> Kind:
        """The kind as the form says."""
        shown = self._shown
        terrain = shown.layer is Layer.TERRAIN
        drawn = str(self.drawn.currentData() or "")
        treated = {short: str(combo.currentData()) for short, combo in self.treated.items()}
        others = {short: term for short, term in shown.treat_as.items() if short not in treated}
        return replace(
            shown,
            name=self.name.text().strip(),
            key=self.key.text().strip(),
            key_char=self.char.text() if terrain else "",
            colour=self.colour.colour,
            ink=self.ink.colour if self.has_ink.isChecked() else "",
            pattern=drawn if terrain else "",
            symbol="" if terrain else drawn,
            width=round(self.width_box.value(), 3) if shown.layer in LINED else shown.width,
            source_width=round(self.source_box.value(), 3),
            directional=self.directional.isChecked() and shown.layer is Layer.HEXSIDE,
            description=self.about.text().strip(),
            treat_as={**others, **{short: term for short, term in treated.items() if term != OWN}},
        )

    def follow(self, kind: Kind) -> None:
        """The kind shown has become this one: what hangs on its key and its look follows, the user's fields stay."""
        renamed = kind.key != self._shown.key
        self._shown = kind
        self.ink.setEnabled(self.has_ink.isChecked())
        self.source_box.setEnabled(kind.is_water)
        if renamed:
            self._filling = True
            if self.key.text().strip() != kind.key:
                self.key.setText(kind.key)
            for short, combo in self.treated.items():
                _fill_treated(combo, short, kind)
            self._filling = False


def _fill_treated(combo: QComboBox, short: str, kind: Kind) -> None:
    system = registry.system(short)
    terms = sorted(system.terrain.get(str(kind.layer), ()))
    term = system.term(replace(kind, treat_as={}))
    combo.clear()
    known = f"as {term}" if term in terms else "which these rules do not know"
    combo.addItem(f"By its key, {kind.key}: {known}", OWN)
    for one in terms:
        combo.addItem(one, one)
    combo.addItem("Nothing: only decoration", "")
    now = kind.treat_as.get(short, OWN)
    if combo.findData(now) < 0:
        combo.addItem(f"{now} (unknown to these rules)", now)
    combo.setCurrentIndex(combo.findData(now))
