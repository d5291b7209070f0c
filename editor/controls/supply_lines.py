"""Lines of supply over the map: what feeds the units of a side, who goes without, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QColor

from editor.canvas.overlay import Z_ABOVE, Cell, MapOverlay, OverlayLine, OverlayStyle
from editor.controls.oracle import Oracle
from editor.controls.overlays import SIDES
from editor.stage.stage import Stage
from editor.stage.submenus import OVERLAYS_MENU
from engine.boards.board import Spot
from engine.errors import NameNotKnown
from engine.play import registry
from engine.play.answer_records import HexSupply
from engine.plural import counted

FED: Final = QColor("#1a7f37")
DEPOT: Final = QColor("#bc6a00")
HUNGRY: Final = QColor("#b3261e")
"""The colours of what is supplied by itself, of what supply units could feed, and of what nothing feeds."""
WIDTH: Final = 6.0


class SupplyLines(QObject):
    """Owns the switches for the supply of either side in the View menu; they are there for rules that tell of supply.

    Where the screen shows what one side may know, the supply of that side alone is offered.
    """

    def __init__(self, stage: Stage, oracle: Oracle) -> None:
        super().__init__(stage)
        self.stage = stage
        self.oracle = oracle
        self._told: dict[Spot, str] = {}
        """The note for a hex, shown while the pointer is on it."""
        self.actions: list[QAction] = [
            stage.actions.add(
                f"overlay.supply-{which}",
                f"Supply of the {which} side",
                lambda _on: self.refresh(),
                menu=OVERLAYS_MENU,
                checkable=True,
                tip="Show how the side is supplied now: sources, lines, hexes without supply, and why",
            )
            for which in SIDES
        ]
        oracle.outdated.connect(self.refresh)
        stage.game.seats_changed.connect(self.refresh)
        stage.document_changed.connect(lambda _document: self.refresh())
        stage.panes.spot_hovered.connect(self._hover)
        self.refresh()

    def refresh(self) -> None:
        """Offer what the rules tell, and draw again what is switched on."""
        self._told = {}
        sides = self._sides()
        for i, (which, action) in enumerate(zip(SIDES, self.actions, strict=True)):
            side = sides[i] if i < len(sides) else ""
            scenario = self.stage.document.scenario
            action.setVisible(bool(side))
            action.setText(f"Supply of {scenario.sides[side].name}" if scenario and side else f"Supply, {which} side")
            self._draw(f"supply-{which}", side if action.isChecked() else "")

    def _sides(self) -> list[str]:
        """The sides whose supply may be asked for, with an empty word for one whose supply may not."""
        scenario = self.stage.document.scenario
        if scenario is None:
            return []
        try:
            tells = registry.system(scenario.system).rules.tells("supply")
        except NameNotKnown:
            return []
        eyes = self.stage.preview.eyes if self.stage.preview.active else ""
        return [side if tells and eyes in ("", side) else "" for side in scenario.sides]

    def _draw(self, key: str, side: str) -> None:
        hexes, lines = self._item(key, OverlayStyle.RING), self._item(f"{key}-lines")
        answer = self.oracle.supply(side) if side else None
        if answer is None:
            hexes.clear()
            lines.clear()
            if side and self.oracle.trouble:
                self.stage.status(self.oracle.trouble)
            return
        board = self.stage.board
        known = {spot: how for name, how in answer.hexes.items() if (spot := board.find(name)) is not None}
        hexes.set_cells({spot: _cell(how) for spot, how in known.items()})
        lines.set_lines(line for how in known.values() for line in self._lines(lines, how))
        self._told |= {spot: f"{board.spell(spot)}: {self._words(how)}" for spot, how in known.items()}

    def _item(self, key: str, style: OverlayStyle = OverlayStyle.FILL) -> MapOverlay:
        return self.stage.canvas.map_scene.overlay(key, style, Z_ABOVE)

    def _lines(self, item: MapOverlay, how: HexSupply) -> Iterator[OverlayLine]:
        """The lines that feed a hex, from their source to it; those of supply units where nothing else does."""
        paths = [(how.line, FED)] if how.line else [(path, DEPOT) for path in how.depot_lines.values()]
        board = self.stage.board
        for path, colour in paths:
            for start, end in pairwise(reversed(path)):
                yield OverlayLine(item.centre(board.parse(start)), item.centre(board.parse(end)), colour, WIDTH)

    def _words(self, how: HexSupply) -> str:
        """How the units of a hex are fed, or why they are not."""
        number = counted(how.units, "unit")
        if len(how.line) == 1:
            return f"{number}, supplied in the hex itself"
        if how.line:
            return f"{number}, supplied from {how.line[-1]} by {', '.join(how.line[1:-1]) or 'the next hex'}"
        trains = f"; could be fed by {self._names(how.depots)}" if how.depots else ""
        foraging = f"; {_foraging(how)}" if how.forage else ""
        return f"{number} not supplied: {how.why}{trains}{foraging}"

    def _names(self, units: Sequence[str]) -> str:
        scenario = self.stage.document.require_scenario()
        return ", ".join(scenario.units[key].name for key in units)

    def _hover(self, spot: Spot | None) -> None:
        if spot in self._told:
            self.stage.status(self._told[spot])


def _cell(how: HexSupply) -> Cell:
    """The ring of a hex, with a word where nothing supplies it by itself."""
    if how.line:
        return FED, ""
    return (DEPOT, "supply unit") if how.depots else (HUNGRY, "no supply")


def _foraging(how: HexSupply) -> str:
    """How many dice of the forage would feed all units of a hex."""
    enough = sum(fed >= how.units for fed in how.forage)
    return f"foraging feeds all on {enough} of {len(how.forage)} dice"
