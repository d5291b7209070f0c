"""What foraging would bring the selected units in each hex that they can reach."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor

from editor.canvas.overlay import Cell
from editor.controls.oracle import Oracle, amount
from editor.stage.stage import Stage
from engine.boards.board import Spot
from engine.errors import NameNotKnown
from engine.play import registry

ALL: Final = QColor(46, 160, 67, 95)
SOME: Final = QColor(219, 140, 40, 100)
FEW: Final = QColor(179, 38, 30, 90)
"""The tints of hexes in which every die feeds all, in which some dice do, in which none does."""


class ForagePreview(QObject):
    """Owns the switch of the overlay in the View menu; it is there for rules that tell of foraging."""

    def __init__(self, stage: Stage, oracle: Oracle) -> None:
        super().__init__(stage)
        self.stage = stage
        self.oracle = oracle
        self._told: dict[Spot, str] = {}
        """What is said of a hex while the pointer is on it."""
        self.action = stage.actions.add(
            "overlay.forage",
            "Forage in reach of the selected unit",
            lambda _on: self.refresh(),
            menu="View",
            group=5,
            checkable=True,
            tip="How many of the units in its hex would find food in each hex that they can reach, by the dice",
        )
        oracle.outdated.connect(self.refresh)
        stage.selection.selection_changed.connect(self.refresh)
        stage.document_changed.connect(lambda _document: self.refresh())
        stage.panes.spot_hovered.connect(self._hover)
        self.refresh()

    def refresh(self) -> None:
        """Offer it where the rules tell, and draw it again while it is switched on."""
        self._told = {}
        self.action.setVisible(self._tells())
        item = self.stage.canvas.map_scene.overlay("forage")
        cells: dict[Spot, Cell] = {}
        for h, how in self._answers().items():
            cells[h] = _cell(how)
            self._told[h] = said_of_forage(how)
        item.set_cells(cells)

    def _tells(self) -> bool:
        scenario = self.stage.document.scenario
        try:
            return scenario is not None and registry.system(scenario.system).rules.tells("forage_prospects")
        except NameNotKnown:
            return False

    def _answers(self) -> dict[Spot, Mapping[str, Any]]:
        """What each hex would feed of the units in the selected unit's hex: there, and wherever they can go."""
        unit, scenario = self.stage.selection.unit, self.stage.document.scenario
        if not self.action.isChecked() or not self.action.isVisible() or unit is None or scenario is None:
            return {}
        units = self._companions(unit)
        reach = self.oracle.reach(unit) if units else None
        if reach is None:
            return {}
        board, found = self.stage.board, dict[Spot, Mapping[str, Any]]()
        for name in (reach["from"], *reach["hexes"]):
            how = self.oracle.forage(name, units)
            spot = board.find(name)
            if how is not None and spot is not None:
                found[spot] = how
        return found

    def of_hex(self, unit: str) -> Mapping[str, Any] | None:
        """What foraging promises the units in a unit's own hex; None where the rules know no foraging."""
        units = self._companions(unit) if self._tells() else []
        preview, scenario = self.stage.preview, self.stage.document.scenario
        if not units or scenario is None:
            return None
        at = preview.position.units[unit].get("at") if preview.active else scenario.setup.get(unit)
        return self.oracle.forage(str(at), units)

    def _companions(self, unit: str) -> list[str]:
        """The units of its side in its hex, as far as the screen may show them; none of a unit that is no more."""
        preview, scenario = self.stage.preview, self.stage.document.require_scenario()
        if preview.active:
            at = {key: str(how.get("at") or "") for key, how in preview.position.units.items()}
        else:
            at = dict(scenario.setup)
        here = at.get(unit, "") if unit in scenario.units else ""
        if not here:
            return []
        own = [key for key, other in scenario.units.items() if other.side == scenario.units[unit].side]
        return [key for key in own if at.get(key) == here]

    def _hover(self, spot: Spot | None) -> None:
        if spot in self._told:
            self.stage.status(self._told[spot])


def _cell(how: Mapping[str, Any]) -> Cell:
    """The tint of a hex, and the least and the most units that the dice would feed."""
    fed = [die["fed"] for die in how["dice"]]
    least, most = min(fed), max(fed)
    colour = ALL if least >= how["number"] else SOME if most >= how["number"] else FEW
    return colour, f"{least}" if least == most else f"{least}\u2013{most}"


def said_of_forage(how: Mapping[str, Any]) -> str:
    """``P1411, open country: of 9 units all are fed on 4 of 6 dice, 1.5 go hungry on the average; +1 Stalker``."""
    number = how["number"]
    if not number:
        return f"{how['at']}: nobody there needs food"
    enough = sum(die["fed"] >= number for die in how["dice"])
    units = "the unit is fed" if number == 1 else f"all {number} units are fed"
    said = f"{how['at']}, {how['country']}: {units} on {enough} of {len(how['dice'])} dice"
    if how["expected_hungry"]:
        said += f", {amount(round(how['expected_hungry'], 1))} go hungry on the average"
    adds = ", ".join(f"{m['value']:+g} {m['why']}" for m in how["modifiers"] if m["value"])
    said += f"; {adds}" if adds else ""
    return said + ("; a line of supply feeds them anyhow" if how["automatic"] else "") + f" [{how['rule']}]"
