"""Rows of options above the palette: what a tool lets its user choose. Each tool names those that it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QComboBox, QHBoxLayout, QToolButton, QWidget

from editor.controls.pick import pick_hex
from editor.dialogs.asking import asked
from editor.hexes.dialogs.terrain_mix import TerrainMixDialog, mix_in_words
from editor.look.icons import icon
from editor.plain import PlainLabel, as_written
from editor.stage.stage import Stage
from editor.stage.tool_settings import BIGGEST
from engine.hexes.mapping.symmetry import KINDS

CARRIED: Final = {
    "carry_units": (
        "Units",
        "Hexes that you move or rotate take their units with them, and what the scenario says about them: "
        "set-up areas, entry hexes, objectives. Copies never do.",
    ),
    "carry_regions": ("Regions", "Hexes that you move or rotate stay in their regions; copies join them"),
}
"""What goes along with hexes: its name and its help, by setting."""
LABEL: Final = 62
"""The least width of the title of a row, in pixels, so that the fields stand below each other."""


class OptionRow(QWidget):
    """A row of options: shows what is chosen, and sets it. To be read once it is made."""

    def __init__(self, stage: Stage, title: str = "", least: int = 0) -> None:
        """``title`` stands before the fields, ``least`` pixels wide."""
        super().__init__()
        self.stage, self.chosen = stage, stage.settings
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(0, 0, 0, 0)
        self.line.setSpacing(4)
        if title:
            label = PlainLabel(title)
            label.setMinimumWidth(max(least, label.sizeHint().width()))
            self.line.addWidget(label)
        stage.settings.changed.connect(self.read)
        stage.document_changed.connect(self.read)

    def read(self) -> None:
        """Show what is chosen now."""


class RowKind(Protocol):
    """What makes a row; tools that name the same one share the row."""

    @property
    def settings(self) -> tuple[str, ...]:
        """The names of what is chosen there."""

    def __call__(self, stage: Stage) -> OptionRow:
        """Make the row."""


class SizeRow(OptionRow):
    """How large the brush is."""

    settings = ("size",)
    title = "Size"
    named = "Brush"
    """What a button is called, before its number."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, self.title, LABEL)
        self.sizes = QButtonGroup(self)
        for size in range(1, BIGGEST + 1):
            button = small_button("", f"{self.named} {size} (keys [ and ] make it smaller and larger)")
            button.setIcon(icon(f"size_{size}"))
            button.setCheckable(True)
            button.setAccessibleName(f"{self.named} {size}")
            self.sizes.addButton(button, size)
            self.line.addWidget(button)
        self.line.addStretch(1)
        self.sizes.idClicked.connect(lambda size: self.chosen.set("size", size))

    def read(self) -> None:
        self.sizes.button(self.chosen.size).setChecked(True)


@dataclass(frozen=True, eq=False)
class OneOf:
    """An option with a few values: ``choices`` gives each value its words."""

    title: str
    name: str
    choices: Mapping[str, str]

    @property
    def settings(self) -> tuple[str, ...]:
        """Its name."""
        return (self.name,)

    def __call__(self, stage: Stage) -> OneOfRow:
        return OneOfRow(stage, self)


class OneOfRow(OptionRow):
    """A box with the values of an option."""

    def __init__(self, stage: Stage, choice: OneOf) -> None:
        super().__init__(stage, choice.title, LABEL)
        self.name = choice.name
        self.box = QComboBox()
        self.box.setAccessibleName(choice.title)
        self.box.setMinimumWidth(80)
        for key, text in choice.choices.items():
            self.box.addItem(text, key)
        self.box.activated.connect(lambda _i: self.chosen.set(self.name, self.box.currentData()))
        self.line.addWidget(self.box, 1)

    def read(self) -> None:
        self.box.setCurrentIndex(max(0, self.box.findData(self.chosen.get(self.name))))


class SymmetryRow(OneOfRow):
    """The symmetry that is drawn in, and its centre."""

    settings = ("symmetry", "symmetry_centre")

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, OneOf("Symmetry", "symmetry", KINDS))
        self.centre = small_button("Centre", "Click the hex that is the centre of the symmetry")
        self.centre.clicked.connect(self.pick_centre)
        self.line.addWidget(self.centre)

    def read(self) -> None:
        super().read()
        self.centre.setEnabled(bool(self.chosen.get("symmetry")))

    def pick_centre(self) -> None:
        """The next click on the map says where the centre is."""
        grid = self.stage.document.battle_map.grid

        def picked(h: int) -> None:
            self.chosen.set("symmetry_centre", h)
            self.stage.status(f"Symmetry about {grid.name(h)}")

        pick_hex(self.stage, "Click the hex that is to be the centre of the symmetry", picked)


class MixRow(OptionRow):
    """Several terrains that are painted at once."""

    settings = ("mix", "mix_seed")

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, "Mix", LABEL)
        self.told = PlainLabel()
        self.told.setWordWrap(True)
        self.line.addWidget(self.told, 1)
        self.button = small_button("…", "Paint several terrains at once, by weights")
        self.button.clicked.connect(self.edit)
        self.line.addWidget(self.button)

    def read(self) -> None:
        palette = self.stage.document.board.palette
        self.told.setText(mix_in_words(palette, dict(self.chosen.get("mix"))) or "one terrain")

    def edit(self) -> None:
        """Ask for the terrains and their weights."""
        palette = self.stage.document.board.palette
        mix, seed = dict(self.chosen.get("mix")), int(self.chosen.get("mix_seed"))
        dialog = TerrainMixDialog(palette, mix, seed, self.stage.window)
        with asked(dialog) as accepted:
            if accepted:
                self.chosen.set("mix_seed", dialog.seed.value())
                self.chosen.set("mix", tuple(dialog.mix.items()))


class CarriedRow(OptionRow):
    """What goes along with hexes that are moved."""

    settings = tuple(CARRIED)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, "Carry along", LABEL)
        self.boxes: dict[str, QCheckBox] = {}
        for name, (title, tip) in CARRIED.items():
            box = self.boxes[name] = QCheckBox(title)
            box.setToolTip(as_written(tip))
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.toggled.connect(partial(self.chosen.set, name))
            self.line.addWidget(box)
        self.line.addStretch(1)

    def read(self) -> None:
        for name, box in self.boxes.items():
            box.setChecked(bool(self.chosen.get(name)))


def small_button(text: str, tip: str) -> QToolButton:
    """A flat button in a row, reached with Tab."""
    button = QToolButton()
    button.setText(text)
    button.setToolTip(as_written(tip))
    button.setAutoRaise(True)
    button.setAccessibleName(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
