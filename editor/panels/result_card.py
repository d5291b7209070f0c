"""The card after the die: who attacked whom, the die and the result in words, who was lost and who went back."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from editor.desk.desk import Desk
from editor.panels.battle_board import heading_of, losses_of
from editor.panels.links import rule_link
from editor.panels.map_card import TextCard
from editor.panels.rank_view import RankView, height_of
from editor.plain import Html
from editor.preview.battle_told import RESULT, last_battle
from editor.preview.position import Position
from editor.preview.ranks import Ranks, ranks_of_board, ranks_of_events
from engine.play import Event, Game
from engine.play.answers import BattleBoard
from engine.umpire.wording import Words, place_of

WIDE: Final = 350


class ResultCard(TextCard):
    """Lies over an upper corner of the map from the die of a battle until something else is done."""

    def __init__(self, desk: Desk, parent: QWidget, over: QWidget) -> None:
        """``over`` is the part of ``parent`` that it may cover."""
        super().__init__(desk, parent, over, name="Result of the battle", width=WIDE, away="Close the card")
        self.ranks = RankView(desk)
        self.column.insertWidget(0, self.ranks)
        self._battle = -1
        """The position of the battle that the card shows; -1 for none."""
        self._at = ""
        desk.game.moved.connect(lambda _number: self.refresh())
        for signal in (desk.game.started, desk.game.closed):
            signal.connect(self.refresh)
        desk.document_changed.connect(lambda _document: self.refresh())
        self.hide()

    def refresh(self) -> None:
        """Tell of the battle that was fought on the way to the position shown; of one of several throws its end, for
        the battle board tells the throws."""
        preview = self.desk.preview
        game, positions = preview.game, preview.positions[: preview.shown + 1]
        found = last_battle(positions) if game is not None else None
        text = _card_html(game, positions, found[1]) if found is not None and game is not None else None
        if found is None or game is None or text is None:
            self._battle = -1
            self.hide()
            return
        self.text.setHtml(text)
        self._show_ranks(game, positions, found[1])
        if found[0] != self._battle:
            self._battle, self._at = found[0], _place(game, positions, found[1])
            self.show()
        if self.isVisible():
            self.place()

    def _show_ranks(self, game: Game, positions: Sequence[Position], events: Sequence[Event]) -> None:
        """Show who faced whom, with what became of each."""
        words = Words(game.scenario)
        ranks: Ranks | None = ranks_of_events(words, events)
        if game.rules.tells("battle"):
            board = _board(game, positions)
            ranks = ranks_of_board(board) if board is not None else None
        self.ranks.show_ranks(ranks, game.scenario)
        self.ranks.setFixedHeight(height_of(ranks))
        self.ranks.setVisible(ranks is not None)

    def place(self) -> None:
        """The upper corner of the map that is farther from the battle; what is told later makes it longer, and does not
        move it."""
        self.fit_contents()
        area, canvas, at = self.room(), self.desk.canvas, self.desk.board.find(self._at)
        x, y = canvas.map_scene.geometry.centre(at) if at is not None else (0.0, 0.0)
        spot = canvas.viewport().mapTo(self._parent, canvas.mapFromScene(x, y))
        right = max(area.left(), area.right() - self.width())
        self.move(QPoint(right if spot.x() < area.center().x() else area.left(), area.top()))
        self.raise_()


def _card_html(game: Game, positions: Sequence[Position], events: Sequence[Event]) -> Html | None:
    """What the card says of a battle with these events; None while it goes on."""
    words = Words(game.scenario)
    if not game.rules.tells("battle"):
        return "<br>".join(_line(words, event) for event in events)
    board = _board(game, positions)
    if board is None or not board.over:
        return None
    lines = [heading_of(words, board), *(losses_of(words, force) for force in board.forces)]
    return "<br>".join([*lines, *(_line(words, event) for event in board.notes)])


def _place(game: Game, positions: Sequence[Position], events: Sequence[Event]) -> str:
    """Where a battle with these events was fought; empty where nothing says so."""
    board = _board(game, positions) if game.rules.tells("battle") else None
    return board.target if board is not None else next((at for event in events if (at := place_of(event))), "")


def _board(game: Game, positions: Sequence[Position]) -> BattleBoard | None:
    return game.rules.battle([event for position in positions for event in position.events])


def _line(words: Words, event: Event) -> Html:
    said = escape(words.event(event))
    return f"<b>{said}</b> {rule_link(event.rule)}" if event.kind == RESULT else f"{said} {rule_link(event.rule)}"
