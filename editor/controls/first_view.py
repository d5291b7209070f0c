"""The first view of a game: where its units begin and what they fight for, not the whole paper."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer

from editor.canvas.drawing.paper import SCALE
from editor.kinds import area_around
from editor.stage.stage import Stage
from engine.boards.board import Board, Spot
from engine.scenario import Scenario
from engine.scenario.model import PLACES

AROUND: Final = 1.5 * SCALE
"""What is shown around the action, in scene units."""


class FirstView(QObject):
    """Brings the action into view when a game begins and the whole map is shown, and shows the whole map again when the
    game is left and not zoomed or moved since. A place that the user chose stays."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.stage = stage
        self._moves = -1
        """How often the view had been moved when the game was shown first; -1 where the user had chosen a place."""
        stage.game.started.connect(self._begin)
        stage.game.closed.connect(self._end)

    def _begin(self) -> None:
        view, self._moves = self.stage.canvas, -1
        if view.is_first or view.shows_all:
            # Only now all of the map is in view: panels and the banner are about to change their room.
            QTimer.singleShot(0, self, self._look)

    def _look(self) -> None:
        view, document = self.stage.canvas, self.stage.document
        if not self.stage.preview.active or document.scenario is None:
            return
        spots = action(document.board, document.scenario)
        if spots:
            area = area_around(document.board, spots).adjusted(-AROUND, -AROUND, AROUND, AROUND)
            view.show_area(area.intersected(view.map_scene.paper))
            self._moves = view.moves

    def _end(self) -> None:
        view = self.stage.canvas
        if self._moves == view.moves and not self.stage.preview.active:
            view.fit()
        self._moves = -1


def action(board: Board, scenario: Scenario) -> set[Spot]:
    """The places in which units are or can be set up, and those that give points."""
    names = [*scenario.setup.values()]
    names += [name for group in scenario.deployments for name in group.area]
    names += [name for area in scenario.setup_areas.values() for name in area]
    for line in scenario.victory.scoring:
        if line.kind in PLACES:
            names += [*line.hexes, line.region]
    return {spot for name in names if name for spot in board.area(name)}
