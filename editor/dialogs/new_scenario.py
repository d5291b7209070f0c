"""The dialog for a new scenario: its name, rules system, map and sides."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QFileDialog, QGroupBox, QLineEdit, QVBoxLayout, QWidget

from editor.dialogs.forms import COLOURS, FormDialog, SidesTable, form, key_from
from editor.dialogs.system_info import systems
from editor.dialogs.system_info import title as title_of
from editor.look.numbers import WholeBox
from engine.play import registry
from engine.scenario import Side

OPEN_MAP = ""
BROWSE = "?"


class NewScenarioDialog(FormDialog):
    """Asks for what a scenario begins with. `map_path` is None for the map that is open."""

    def __init__(
        self, open_map: str, maps: Mapping[str, Path], parent: QWidget | None = None, *, kind: str = "", rules: str = ""
    ) -> None:
        """``open_map`` is the name of the open map (empty: none), ``maps`` names and files of others; ``kind`` is that
        of the open map, whose rules are chosen first. ``rules`` are chosen in any case, such as those of a file."""
        super().__init__("New scenario", parent, accept_text="Create scenario")
        layout = form()
        self.name = QLineEdit("New scenario")
        self.name.selectAll()
        self.name.textChanged.connect(lambda _text: self.check())
        self.system_box = QComboBox()
        for short, title in systems().items():
            self.system_box.addItem(title, short)
        played = next((short for short in systems() if kind and kind in registry.system(short).boards), None)
        self.system_box.setCurrentIndex(max(0, self.system_box.findData(played)))
        self._rules = rules
        if rules:
            self.system_box.insertItem(0, title_of(rules), "")
            self.system_box.setCurrentIndex(0)
        self.map_box = QComboBox()
        if open_map:
            self.map_box.addItem(f"{open_map} (open now)", OPEN_MAP)
        for title, path in maps.items():
            self.map_box.addItem(title, str(path))
        self.map_box.addItem("Another map file…", BROWSE)
        self.map_box.activated.connect(self._map_chosen)
        self._last_map = 0
        self.turns = WholeBox()
        self.turns.setRange(1, 200)
        self.turns.setValue(10)
        layout.addRow("&Name", self.name)
        layout.addRow("&Rules", self.system_box)
        layout.addRow("&Map", self.map_box)
        layout.addRow("Game &turns", self.turns)
        self.body.addLayout(layout)
        box = QGroupBox("Sides, in the order of their player turns")
        inside = QVBoxLayout(box)
        (blue, blue_ink), (red, red_ink) = COLOURS[:2]
        self.sides_table = SidesTable(
            [Side("first", "First side", blue, blue_ink), Side("second", "Second side", red, red_ink)]
        )
        self.sides_table.changed.connect(self.check)
        inside.addWidget(self.sides_table)
        self.body.addWidget(box, 1)
        self.check()
        self.name.setFocus()

    @property
    def scenario_name(self) -> str:
        """The scenario's name."""
        return self.name.text().strip()

    @property
    def key(self) -> str:
        """A key made from the name."""
        return key_from(self.scenario_name, (), "scenario")

    @property
    def system(self) -> str:
        """Short name of the rules system."""
        return str(self.system_box.currentData()) or self._rules

    @property
    def map_path(self) -> Path | None:
        """The map's file, None for the open map."""
        chosen = str(self.map_box.currentData())
        return None if chosen == OPEN_MAP else Path(chosen)

    @property
    def sides(self) -> dict[str, Side]:
        """The sides by key."""
        return self.sides_table.sides()

    def problem(self) -> str:
        """Why no scenario can be made of this."""
        if not self.scenario_name:
            return "The scenario needs a name."
        if self.map_box.currentData() == BROWSE:
            return "Choose the map that the scenario is fought on."
        return self.sides_table.problem()

    def _map_chosen(self, index: int) -> None:
        if self.map_box.itemData(index) == BROWSE:
            path, _ = QFileDialog.getOpenFileName(self, "Choose a map", "", "Maps (*.yaml *.yml)")
            if path:
                self.map_box.insertItem(index, Path(path).name, path)
                self.map_box.setCurrentIndex(index)
            else:
                self.map_box.setCurrentIndex(self._last_map)
        self._last_map = self.map_box.currentIndex()
        self.check()
