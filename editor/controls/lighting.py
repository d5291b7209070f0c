"""What is lit in play: where a click acts, who has a choice, who takes part in a battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtGui import QColor

from editor.canvas.overlay import Cell, OverlayStyle
from editor.controls.oracle import amount
from editor.stage.stage import Stage
from engine.boards.board import Spot
from engine.errors import HexwrightError

GOAL: Final = QColor(31, 111, 235, 85)
TARGET: Final = QColor(198, 40, 40, 90)
ASKED: Final = QColor(198, 40, 40, 210)
CHOSEN: Final = QColor(245, 163, 0, 230)
MOVER: Final = QColor(31, 111, 235, 200)


class Lighting:
    """Lights the places of the map in front."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def show(self, unit: str | None, room: Iterable[str]) -> None:
        """Light the goals of a unit, if one is chosen, the targets, the units with a choice, and the ``room`` there is
        for units that are set up."""
        preview = self._stage.preview
        scene = self._stage.canvas.map_scene
        goals, movers = scene.overlay("goals"), scene.overlay("movers", OverlayStyle.RING)
        asked, chosen = scene.overlay("asked", OverlayStyle.RING), scene.overlay("chosen", OverlayStyle.RING)
        if not preview.human_turn:
            for item in (goals, movers, asked, chosen):
                item.clear()
            return
        choices = preview.choices()
        game = preview.game
        assert game is not None
        find = game.scenario.map.find
        cells: dict[Spot | None, Cell] = {}
        for place, verbs in choices.about().items():
            attacked = any(choice.parts.targets for same in verbs.values() for choice in same)
            cells[find(place)] = (TARGET if attacked else GOAL, "")
        if unit is not None:
            costs = self._costs(unit)
            for spot in map(find, choices.about(unit)):
                cells[spot] = (GOAL, costs.get(spot, ""))
        cells.update(dict.fromkeys(map(find, room), (GOAL, "")))
        cells.pop(None, None)
        goals.set_cells(cells)
        units = preview.position.units
        decision = preview.position.decision
        places = (find(str(units[key].get("at") or "")) for key in choices.units if key in units)
        movers.set_cells({spot: (MOVER, "") for spot in places if spot is not None})
        # Those who take part stay lit until the battle is over.
        fighting = decision.units if decision is not None else ()
        stand = (find(str(units[key].get("at") or "")) for key in fighting if key in units)
        chosen.set_cells({spot: (CHOSEN, "") for spot in stand if spot is not None})
        about = (find(name) for name in decision.hexes) if decision is not None else ()
        asked.set_cells({spot: (ASKED, "") for spot in about if spot is not None})

    def _costs(self, unit: str) -> dict[Spot | None, str]:
        """What the way to each place costs, where the rules tell."""
        preview = self._stage.preview
        game = preview.game
        if game is None:
            return {}
        try:
            hexes = game.rules.reach(preview.position.state, unit).hexes
        except HexwrightError:
            return {}
        find = game.scenario.map.find
        return {find(name): amount(how.cost) for name, how in hexes.items()}
