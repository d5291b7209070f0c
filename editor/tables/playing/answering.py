"""Answers by clicks on bases where something else than a move is asked: whom to shoot at, which combat is next."""

from __future__ import annotations

from typing import Final

from editor.canvas.overlay import OverlayStyle
from editor.controls.game import MANY
from editor.controls.lighting import ASKED, MOVER
from editor.desk.desk import Desk
from editor.tables.canvas.units import TablePieces
from engine.boards.board import Spot
from engine.play.choices import Choice

AIMS: Final = "table-aims"
ACTS: Final = "table-acts"
"""The overlays of those who are named by a choice second, and first."""
RINGS: Final = 560.0
"""The rings lie over the bases."""


class TableAnswers:
    """What a click on a base means, and the rings around those that can be clicked."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._control = desk, desk.controls.game

    def _choices(self) -> list[Choice]:
        """The choices that name units, where they are few enough to be looked through."""
        preview = self._desk.preview
        if not preview.human_turn or len(preview.choices()) > MANY:
            return []
        return [choice for choice in preview.choices() if choice.parts.units]

    def press(self, unit: str, spot: Spot) -> bool:
        """A base was clicked: answer with it, offer what it may mean, or choose it; False where it means nothing."""
        choices, chosen = self._choices(), self._control.unit
        meant = [one for one in choices if one.parts.units[0] == chosen and unit in one.parts.units[1:]]
        first = [one for one in choices if one.parts.units[0] == unit]
        if not meant and len(first) > 1 and any(len(one.parts.units) > 1 for one in first):
            self._control.take([unit], [spot])
            return True
        meant = meant or first or [one for one in choices if unit in one.parts.units]
        if not meant:
            return False
        if len(meant) == 1:
            self._control.press(meant[0])
        else:
            self._control.offer(meant, spot)
        return True

    def show(self, *, on: bool) -> None:
        """Ring the elements that a click may name; none if it is off."""
        scene, layer = self._desk.canvas.map_scene, self._desk.controls.units.layer
        acts: set[str] = set()
        aims: set[str] = set()
        chosen = self._control.unit
        for choice in self._choices() if on else ():
            acts.add(choice.parts.units[0])
            if chosen in (None, choice.parts.units[0]):
                aims.update(choice.parts.units[1:])
        places = {piece.unit.key: piece.spot for piece in layer.pieces} if isinstance(layer, TablePieces) else {}
        rings = {AIMS: (ASKED, aims), ACTS: (MOVER, acts - aims)}
        for key, (colour, units) in rings.items():
            cells = {places[unit]: (colour, "") for unit in units if unit in places}
            scene.overlay(key, OverlayStyle.RING, RINGS).set_cells(cells)
