"""The options of drawing: what a drag selects, shapes, the mix, symmetry, how hexsides and roads are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.dialogs.terrain_mix import TerrainMixDialog, mix_in_words
from editor.panels.pick import pick_hex
from editor.tools.hexside import MODES as HEXSIDE_MODES
from editor.tools.manager import TERRAIN_TOOLS
from editor.tools.select import MODES as SELECT_MODES
from editor.tools.shapes import SHAPES
from engine.mapping.symmetry import KINDS

CARRIED: Final = {
    "carry_units": (
        "Units",
        "What is moved or turned takes along the units that stand there, and what the scenario "
        "says of these hexes: set-up areas, entry hexes, objectives. Copies never do.",
    ),
    "carry_regions": ("Regions", "What is moved or turned stays in its regions; copies join them"),
}
"""What goes along with hexes: its name and its help, by setting."""
ROAD_MODES: Final = {"hand": "By hand", "route": "Cheapest way"}
SYMMETRIC: Final = (*TERRAIN_TOOLS, "elevation", "hexside", "road", "feature", "eraser", "region")


class DrawingOptions(QWidget):
    """One row for each option that the tool in use has."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._settings = desk.settings
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(6)
        self._rows: list[tuple[QWidget, tuple[str, ...]]] = []
        self._choices: dict[str, QComboBox] = {}
        self._add_choice("Drag", "select_mode", SELECT_MODES, ("select",))
        self._add_carried()
        self._add_choice("Shape", "shape", SHAPES, ("shape",))
        self._add_choice("Draw", "hexside_mode", HEXSIDE_MODES, ("hexside",))
        self._add_choice("Lay", "road_mode", ROAD_MODES, ("road",))
        self._add_mix()
        self._add_symmetry()
        desk.tools.changed.connect(self._show)
        self._settings.changed.connect(self._read)
        desk.document_changed.connect(self._read)
        self._show()

    def choice(self, name: str) -> QComboBox:
        """The box of an option."""
        return self._choices[name]

    # -- rows ---------------------------------------------------------------------------------------------------

    def _row(self, title: str, tools: tuple[str, ...]) -> QHBoxLayout:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        label = QLabel(title)
        label.setMinimumWidth(max(62, label.sizeHint().width()))
        layout.addWidget(label)
        self._layout.addWidget(row)
        self._rows.append((row, tools))
        return layout

    def _add_choice(self, title: str, name: str, choices: Mapping[str, str], tools: tuple[str, ...]) -> QHBoxLayout:
        layout = self._row(title, tools)
        box = QComboBox()
        box.setAccessibleName(title)
        box.setMinimumWidth(80)
        for key, text in choices.items():
            box.addItem(text, key)
        box.activated.connect(lambda _i: self._chosen(name, box))
        self._choices[name] = box
        layout.addWidget(box, 1)
        return layout

    def _chosen(self, name: str, box: QComboBox) -> None:
        self._settings.set(name, box.currentData())
        self.desk.tools.tool.activate()

    def _add_carried(self) -> None:
        layout = self._row("Carry along", ("select", "stamp"))
        self.carried: dict[str, QCheckBox] = {}
        for name, (title, tip) in CARRIED.items():
            box = QCheckBox(title)
            box.setToolTip(tip)
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.toggled.connect(partial(self._settings.set, name))
            self.carried[name] = box
            layout.addWidget(box)
        layout.addStretch(1)

    def _add_mix(self) -> None:
        layout = self._row("Mix", TERRAIN_TOOLS)
        self.mix = QLabel()
        self.mix.setWordWrap(True)
        layout.addWidget(self.mix, 1)
        self.mix_button = _button("…", "Paint several terrains at once, by weights", self.edit_mix)
        layout.addWidget(self.mix_button)

    def _add_symmetry(self) -> None:
        layout = self._add_choice("Symmetry", "symmetry", KINDS, SYMMETRIC)
        self.centre_button = _button("Centre", "Click the hex that is the centre of the symmetry", self.pick_centre)
        layout.addWidget(self.centre_button)

    # -- what is shown ------------------------------------------------------------------------------------------

    def _show(self, _key: str = "") -> None:
        current = self.desk.tools.current
        for row, tools in self._rows:
            row.setVisible(current in tools)
        self.setVisible(any(current in tools for _, tools in self._rows))
        self._read()

    def _read(self, _name: object = None) -> None:
        for name, box in self._choices.items():
            box.setCurrentIndex(max(0, box.findData(self._settings.get(name))))
        for name, tick in self.carried.items():
            tick.setChecked(bool(self._settings.get(name)))
        self.centre_button.setEnabled(bool(self._settings.get("symmetry")))
        palette = self.desk.document.battle_map.palette
        self.mix.setText(mix_in_words(palette, dict(self._settings.get("mix"))) or "one terrain")

    # -- the mix and the centre ---------------------------------------------------------------------------------

    def edit_mix(self) -> None:
        """Ask for the terrains and their weights."""
        palette = self.desk.document.battle_map.palette
        dialog = TerrainMixDialog(
            palette, dict(self._settings.get("mix")), int(self._settings.get("mix_seed")), self.desk.window
        )
        with asked(dialog) as accepted:
            if accepted:
                self._settings.set("mix_seed", dialog.seed.value())
                self._settings.set("mix", tuple(dialog.mix.items()))

    def pick_centre(self) -> None:
        """The next click on the map says where the centre is."""
        grid = self.desk.document.battle_map.grid

        def picked(h: int) -> None:
            self._settings.set("symmetry_centre", h)
            self.desk.status(f"Symmetry about {grid.name(h)}")

        pick_hex(self.desk, "Click the hex that is to be the centre of the symmetry", picked)


def _button(text: str, tip: str, slot: object) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tip)
    button.setAutoRaise(True)
    button.setAccessibleName(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.clicked.connect(slot)
    return button
