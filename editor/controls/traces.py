"""What happened in the test game, laid over the map up to the position that is shown; what is older is paler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor

from editor.canvas.traces import SpotTrace, Traces, WayTrace
from editor.kinds import parts_of
from editor.preview.position import Position
from editor.stage.stage import Stage
from engine.boards.board import Board, Spot
from engine.play import Event
from engine.scenario import Scenario

SPAN: Final = 2
"""Player turns that leave traces: the one in progress and the one before it."""
DRIVEN: Final = ("retreat", "displaced")
"""Events in which a unit goes where it was made to go."""


class TracesControl(QObject):
    """Keeps the traces of the document in front."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.stage = stage
        self.visible = True
        self._layer: Traces | None = None
        stage.leaving.connect(self._leave)
        stage.document_changed.connect(lambda _document: self.refresh())
        game = stage.game
        for signal in (game.started, game.closed):
            signal.connect(self.refresh)
        game.moved.connect(lambda _number: self.refresh())
        stage.actions.add(
            "play.traces",
            "Show &moves and battles",
            self._set_visible,
            menu="Play",
            group=3,
            checkable=True,
            checked=True,
            tip="Arrows of moves, marks of battles and of units that fell",
        )

    @property
    def layer(self) -> Traces | None:
        """What draws them; None while there is no game."""
        return self._layer

    def _set_visible(self, on: bool) -> None:
        self.visible = on
        self.refresh()

    def _leave(self) -> None:
        if self._layer is not None:
            self._layer.scene().removeItem(self._layer)
            self._layer = None

    def refresh(self) -> None:
        """Show the traces that lead to the position shown."""
        preview = self.stage.preview
        if not preview.active or not self.visible:
            self._leave()
            return
        if self._layer is None:
            self._layer = Traces(self.stage.canvas.map_scene.map_layer, parts_of(self.stage.document).way)
            self.stage.canvas.add_layer(self._layer)
        assert preview.game is not None
        self._layer.show_traces(*traces(preview.game.scenario, preview.positions[: preview.shown + 1]))


def traces(scenario: Scenario, positions: Sequence[Position]) -> tuple[list[WayTrace], list[SpotTrace]]:
    """The ways of the last two player turns of some positions, and the spots of the last one that no unit has entered
    since, in the order they happened."""
    board = scenario.map
    recent = list(_recent(positions))
    ways: list[WayTrace] = []
    spots: list[SpotTrace] = []
    struck: list[Spot] = []
    for number, (turns_ago, event) in enumerate(recent):
        age = min(1.0, turns_ago / SPAN + 0.25 * (1 - (number + 1) / len(recent)))
        where = _targets(board, event)
        struck = where or struck
        if way := _way(board, event):
            ways.append(WayTrace(way, _colour(scenario, event), age, event.kind in DRIVEN))
            # A mark does not lie over the living.
            spots = [spot for spot in spots if spot.spot != way[-1]]
        elif turns_ago:
            continue
        elif event.kind == "eliminated":
            spots += [SpotTrace(h, "", age) for h in _places(board, event.data.get("at"))]
        elif event.kind == "result":
            spots += [SpotTrace(h, str(event.data.get("result", "")), age) for h in struck]
    return ways, spots


def _recent(positions: Sequence[Position]) -> Iterator[tuple[int, Event]]:
    """The events of the player turn in progress and the one before it, each with how many turns ago it was."""
    order: list[tuple[tuple[Any, str], Event]] = []
    for position in positions:
        # Whose player turn it is changes with the phase, not with who answers in a battle.
        for event in position.events:
            if event.kind == "phase" and "side" in event.data:
                order.append(((position.status.get("turn"), str(event.data["side"])), event))
            else:
                order.append((order[-1][0] if order else (0, ""), event))
    turns = list(dict.fromkeys(key for key, _ in order))
    for key, event in order:
        ago = len(turns) - 1 - turns.index(key)
        if ago < SPAN:
            yield ago, event


def _way(board: Board, event: Event) -> tuple[Spot, ...]:
    """The places that a unit went through; none where it went nowhere."""
    data = event.data
    start, end = board.find(str(data.get("from") or data.get("at") or "")), board.find(str(data.get("to") or ""))
    if start is None or end in (None, start):
        return ()
    path = _places(board, data.get("path") or data.get("way")) or [end]
    return tuple([start, *path] if path[0] != start else path)


def _targets(board: Board, event: Event) -> list[Spot]:
    return _places(board, event.data.get("targets") or event.data.get("target"))


def _places(board: Board, value: Any) -> list[Spot]:
    names = value if isinstance(value, list | tuple) else [value]
    return [spot for name in names if (spot := board.find(str(name or ""))) is not None]


def _colour(scenario: Scenario, event: Event) -> QColor:
    unit = scenario.units.get(str(event.data.get("unit", "")))
    side = scenario.sides.get(unit.side if unit is not None else str(event.data.get("side", "")))
    return QColor(side.colour if side is not None else "#808890")
