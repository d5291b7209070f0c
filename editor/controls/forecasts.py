"""What may come, laid over the map: where the selected unit can be in three turns, and what a side can bring in one.

It is worked out off the main thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QColor

from editor.canvas.overlay import Cell, MapOverlay
from editor.controls.oracle import Oracle, amount
from editor.controls.overlays import SIDES, strong
from editor.stage.stage import Stage
from editor.stage.submenus import OVERLAYS_MENU
from editor.work.background import Worker
from engine.boards.board import Spot
from engine.hexes.planning import reach_by_turns, threat
from engine.play import Game

TURNS: Final = {1: QColor(46, 160, 67, 110), 2: QColor(214, 170, 30, 105), 3: QColor(219, 109, 40, 95)}
"""The colour of the hexes that are reached in this turn, the next and the one after."""
FAINT: Final = 30
DENSE: Final = 170
"""How dense the tint of a threat is where it is least and most, of 255."""


class Forecasts(QObject):
    """Owns these overlays and their switches in the View menu."""

    def __init__(self, stage: Stage, oracle: Oracle) -> None:
        super().__init__(stage)
        self.stage = stage
        self.oracle = oracle
        self._worker = Worker("forecasts", self, patient=True)
        self._round = 0
        """What was asked for before is not wanted any more."""
        add = stage.actions.add
        self.turns_action = add(
            "overlay.turns",
            "Reach in &three turns of the selected unit",
            lambda _on: self.refresh(),
            menu=OVERLAYS_MENU,
            shortcut="Ctrl+Shift+R",
            checkable=True,
            tip="Where the selected unit can be in this turn and in the next two, if no unit is in its way",
        )
        self.threat_actions: list[QAction] = [
            add(
                f"overlay.threat-{which}",
                f"Threat by the {which} side",
                lambda _on: self.refresh(),
                menu=OVERLAYS_MENU,
                checkable=True,
                tip="The strength that the side can bring against each hex in one turn, from the hexes around it",
            )
            for which in SIDES
        ]
        oracle.outdated.connect(self.refresh)
        stage.selection.selection_changed.connect(self._selected)
        stage.document_changed.connect(lambda _document: self.refresh())
        self._name_sides()

    @property
    def busy(self) -> bool:
        """Whether something is being worked out."""
        return self._worker.busy

    def _selected(self) -> None:
        if self.turns_action.isChecked():
            self.refresh()

    def _item(self, key: str) -> MapOverlay:
        return self.stage.canvas.map_scene.overlay(key)

    def _name_sides(self) -> None:
        scenario = self.stage.document.scenario
        names = [side.name for side in scenario.sides.values()] if scenario is not None else []
        for i, action in enumerate(self.threat_actions):
            action.setText(f"Threat by {names[i]}" if i < len(names) else f"Threat by the {SIDES[i]} side")
            action.setEnabled(i < len(names))

    def refresh(self) -> None:
        """Work out again what is switched on; what is shown stays until it is done."""
        self._name_sides()
        self._round += 1
        scenario = self.stage.document.scenario
        unit = self.stage.selection.unit
        wanted = self.turns_action.isChecked() and unit is not None
        self._ask("turns", lambda game, state: reach_by_turns(game, str(unit), len(TURNS), state), self._turns, wanted)
        keys = list(scenario.sides) if scenario is not None else []
        for i, action in enumerate(self.threat_actions):
            side = keys[i] if i < len(keys) and action.isChecked() else ""
            colour = strong(scenario.sides[side].colour) if scenario is not None and side else QColor()
            self._ask(
                f"threat-{SIDES[i]}",
                partial(_threat_of, side),
                partial(self._threat, colour),
                bool(side),
            )

    def _ask(
        self,
        key: str,
        question: Callable[[Game, Any], Mapping[str, float]],
        cells: Callable[[Mapping[str, float]], dict[Spot, Cell]],
        wanted: bool,
    ) -> None:
        """Have a question answered, and its answer or what went wrong shown unless another was asked meanwhile."""
        position = self.oracle.position() if wanted else None
        item = self._item(key)
        if position is None:
            item.clear()
            return
        game, state, number = position[0], position[1].copy(), self._round

        def deliver(found: Mapping[str, float]) -> None:
            if number == self._round:
                item.set_cells(cells(found))

        def failed(error: Exception) -> None:
            if number == self._round:
                item.clear()
                self.stage.status(str(error))

        self._worker.start(lambda: question(game, state), deliver, failed)

    def _turns(self, found: Mapping[str, float]) -> dict[Spot, Cell]:
        return {h: (TURNS[int(turn)], amount(turn)) for h, turn in self._known(found).items()}

    def _threat(self, colour: QColor, found: Mapping[str, float]) -> dict[Spot, Cell]:
        most = max(found.values(), default=0.0) or 1.0
        cells: dict[Spot, Cell] = {}
        for h, power in self._known(found).items():
            tint = QColor(colour)
            tint.setAlpha(round(FAINT + (DENSE - FAINT) * power / most))
            cells[h] = (tint, amount(power))
        return cells

    def _known(self, found: Mapping[str, float]) -> dict[Spot, float]:
        board = self.stage.board
        return {spot: value for name, value in found.items() if (spot := board.find(name)) is not None}


def _threat_of(side: str, game: Game, state: Any) -> Mapping[str, float]:
    return threat(game, side, state)
