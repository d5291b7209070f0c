"""The card after the die: who attacked whom, the die and the result in words, who was lost and who went back."""

from __future__ import annotations

from html import escape
from typing import Final

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from editor.desk.desk import Desk
from editor.panels.links import rule_link
from editor.panels.map_card import TextCard
from editor.plain import Html
from editor.preview.battle_told import RESULT, last_battle
from engine.play import Event
from engine.umpire.wording import Words, place_of

WIDE: Final = 300


class ResultCard(TextCard):
    """Lies over an upper corner of the map from the die of a battle until something else is done."""

    def __init__(self, desk: Desk, parent: QWidget, over: QWidget) -> None:
        """``over`` is the part of ``parent`` that it may cover."""
        super().__init__(desk, parent, over, name="Result of the battle", width=WIDE, away="Close the card")
        self._battle = -1
        """The position of the battle that the card shows; -1 for none."""
        self._at = ""
        desk.game.moved.connect(lambda _number: self.refresh())
        for signal in (desk.game.started, desk.game.closed):
            signal.connect(self.refresh)
        desk.document_changed.connect(lambda _document: self.refresh())
        self.hide()

    def refresh(self) -> None:
        """Tell of the battle that was fought on the way to the position shown, where no battle board does."""
        preview = self.desk.preview
        game = preview.game
        board = game is not None and game.rules.tells("battle")
        found = last_battle(preview.positions[: preview.shown + 1]) if game is not None and not board else None
        if found is None or game is None:
            self._battle = -1
            self.hide()
            return
        number, events = found
        words = Words(game.scenario)
        self.text.setHtml("<br>".join(_line(words, event) for event in events))
        if number != self._battle:
            self._battle = number
            self._at = next((at for event in events if (at := place_of(event))), "")
            self.show()
        if self.isVisible():
            self.place()

    def place(self) -> None:
        """The upper corner of the map that is farther from the battle; what is told later makes it longer, and does not
        move it."""
        self.adjustSize()
        area, canvas, at = self.room(), self.desk.canvas, self.desk.board.find(self._at)
        x, y = canvas.map_scene.geometry.centre(at) if at is not None else (0.0, 0.0)
        spot = canvas.viewport().mapTo(self._parent, canvas.mapFromScene(x, y))
        right = max(area.left(), area.right() - self.width())
        self.move(QPoint(right if spot.x() < area.center().x() else area.left(), area.top()))
        self.raise_()


def _line(words: Words, event: Event) -> Html:
    said = escape(words.event(event))
    return f"<b>{said}</b> {rule_link(event.rule)}" if event.kind == RESULT else f"{said} {rule_link(event.rule)}"
