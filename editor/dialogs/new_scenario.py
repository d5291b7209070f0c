"""The dialog for a new scenario: its name, rules system, map and sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QFileDialog, QGroupBox, QLineEdit, QVBoxLayout, QWidget

from editor.dialogs.forms import COLOURS, FormDialog, SidesTable, form, key_from
from editor.dialogs.rules_offers import RulesOffer, of_file, offers
from editor.look.numbers import WholeBox
from engine.play import registry
from engine.scenario import Side
from engine.scenario.system_name import file_of

OPEN_MAP = ""
BROWSE = "?"
CHOOSE = "Choose a rules file…"


class NewScenarioDialog(FormDialog):
    """Asks for what a scenario begins with. `map_path` is None for the map that is open."""

    def __init__(
        self,
        open_map: str,
        maps: Mapping[str, Path],
        offered: Sequence[RulesOffer] = (),
        parent: QWidget | None = None,
        *,
        kind: str = "",
        rules: str = "",
        tabs: Sequence[str] = (),
    ) -> None:
        """``open_map`` is the name of the open map (empty: none), ``tabs`` are those in other tabs, ``maps`` names and
        files of others; ``offered`` are the rules (none: all that have a name). ``kind`` is that of the open map: the
        first rules for it are chosen. ``rules`` are chosen in any case."""
        super().__init__("New scenario", parent, accept_text="Create scenario")
        layout = form()
        self.name = QLineEdit("New scenario")
        self.name.selectAll()
        self.name.textChanged.connect(lambda _text: self.check())
        self.system_box = QComboBox()
        self._offered = [*(offered or offers((), ()))]
        for offer in self._offered:
            self.system_box.addItem(offer.title)
        self.system_box.addItem(CHOOSE)
        self.system_box.setCurrentIndex(self._first_rules(kind, rules))
        self.system_box.activated.connect(self._rules_chosen)
        self._last_rules = self.system_box.currentIndex()
        self.map_box = QComboBox()
        if open_map:
            self.map_box.addItem(f"{open_map} (open now)", OPEN_MAP)
        for number, title in enumerate(tabs):
            self.map_box.addItem(f"{title} (open in another tab)", number)
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
        """The name of the rules system, with the file of rules that are in one."""
        return self._rules_in_hand.system

    @property
    def _rules_in_hand(self) -> RulesOffer:
        return self._offered[min(self.system_box.currentIndex(), len(self._offered) - 1)]

    def _first_rules(self, kind: str, rules: str) -> int:
        """The row of the rules that are chosen first: those that are asked for, else the first for a kind of map."""
        for row, offer in enumerate(self._offered):
            if rules:
                if (file_of(offer.system) or offer.system) == (file_of(rules) or rules):
                    return row
            elif not offer.wrong and (not kind or kind in registry.system(offer.system).boards):
                return row
        return 0

    @property
    def map_path(self) -> Path | None:
        """The map's file, None for a map that is open."""
        chosen = self.map_box.currentData()
        return None if chosen == OPEN_MAP or isinstance(chosen, int) else Path(str(chosen))

    @property
    def map_tab(self) -> int | None:
        """Which of the maps in other tabs was chosen, by its number; None for none of them."""
        chosen = self.map_box.currentData()
        return chosen if isinstance(chosen, int) else None

    @property
    def sides(self) -> dict[str, Side]:
        """The sides by key."""
        return self.sides_table.sides()

    def problem(self) -> str:
        """Why no scenario can be made of this."""
        if not self.scenario_name:
            return "The scenario needs a name."
        if self.system_box.currentText() == CHOOSE:
            return "Choose the rules that the scenario is played by."
        if self._rules_in_hand.wrong:
            return self._rules_in_hand.wrong
        if self.map_box.currentData() == BROWSE:
            return "Choose the map that the scenario is fought on."
        return self.sides_table.problem()

    def _rules_chosen(self, index: int) -> None:
        if self.system_box.itemText(index) == CHOOSE:
            near = next((str(Path(file).parent) for one in self._offered if (file := file_of(one.system))), "")
            path, _ = QFileDialog.getOpenFileName(self, "Choose a rules file", near, "Rules (*.yaml *.yml)")
            if path:
                self._offered.append(of_file(Path(path)))
                self.system_box.insertItem(index, self._offered[-1].title)
            self.system_box.setCurrentIndex(index if path else self._last_rules)
        self._last_rules = self.system_box.currentIndex()
        self.check()

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
