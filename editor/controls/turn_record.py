"""The map's turn track during test turns: the turn in progress, and the events in force on the turns that they last."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor

from editor.canvas.drawing.furniture import turn_spaces
from editor.canvas.turn_record import TurnRecord, TurnStrip
from editor.preview.telling import InForce, in_force
from editor.stage.stage import Stage
from engine.boards.furniture import FurnitureKind
from engine.scenario import Scenario


class TurnRecordControl(QObject):
    """Keeps what lies on the turn tracks of the document in front."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.stage = stage
        self.layers: list[TurnRecord] = []
        stage.leaving.connect(self._leave)
        stage.document_changed.connect(lambda _document: self._begin())
        stage.game.started.connect(self._begin)
        stage.game.closed.connect(self._leave)
        stage.game.moved.connect(lambda _number: self.refresh())

    def _leave(self) -> None:
        for layer in self.layers:
            layer.scene().removeItem(layer)
        self.layers = []

    def _begin(self) -> None:
        """Another game is in front, or none."""
        self._leave()
        game = self.stage.preview.game
        if game is None:
            return
        tracks = (item for item in self.stage.document.board.look.furniture if item.kind is FurnitureKind.TURN_TRACK)
        for item in tracks:
            layer = TurnRecord(turn_spaces(item, game.scenario.turns.count))
            self.layers.append(layer)
            self.stage.canvas.add_layer(layer)
        self.refresh()

    def refresh(self) -> None:
        """Show the turn of the position shown, and what is in force in it."""
        preview = self.stage.preview
        if preview.game is None or not self.layers:
            return
        now = int(preview.position.status.get("turn", 1))
        found = in_force(preview.game, preview.positions[: preview.shown + 1])
        strips = [strip_of(preview.game.scenario, one) for one in found]
        for layer in self.layers:
            layer.show_turn(now, strips)


def strip_of(scenario: Scenario, event: InForce) -> TurnStrip:
    """An event as a strip, in the colours of the side in whose turn it was drawn."""
    side = scenario.sides[event.side]
    until = f"to turn {event.last}" if event.last < scenario.turns.count else "to the end"
    text, tip = f"{event.title}, {until}", f"{event.title}, {event.lasts}"
    return TurnStrip(event.first, event.last, text, tip, QColor(side.colour), QColor(side.ink))
