"""The card of a historical event: what happened, what it changes and how long; under it what else is in force."""

from __future__ import annotations

from html import escape
from typing import Final

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from editor.desk.desk import Desk
from editor.dialogs.texts import sentence
from editor.panels.links import rule_link
from editor.panels.map_card import TextCard
from editor.plain import Html
from editor.preview.telling import historical_of
from engine.play.display import EventCard
from engine.umpire.wording import Words

WIDE: Final = 300


class EventCardView(TextCard):
    """Lies over a corner of the map from the throw of an event to the next action; the banner brings it back."""

    def __init__(self, desk: Desk, parent: QWidget, over: QWidget) -> None:
        """``over`` is the part of ``parent`` that it may cover."""
        away = "Close the card; the banner brings it back"
        super().__init__(desk, parent, over, name="Historical event", width=WIDE, away=away)
        desk.game.moved.connect(lambda _number: self._moved())
        for signal in (desk.game.started, desk.game.closed):
            signal.connect(self._moved)
        desk.document_changed.connect(lambda _document: self.hide())
        self.hide()

    def _moved(self) -> None:
        """Another position is shown: the card of an event that was thrown on the way to it."""
        preview = self.desk.preview
        drawn = preview.game is not None and historical_of([preview.position]) is not None
        if drawn:
            self.tell()
        else:
            self.hide()

    def tell(self) -> None:
        """Show the card of the turn's event, and what is in force."""
        preview = self.desk.preview
        game, state = preview.game, preview.position.state if preview.active else None
        if game is None or state is None or not game.rules.tells("card"):
            self.hide()
            return
        words = Words(game.scenario)
        event = historical_of(preview.positions[: preview.shown + 1])
        card = game.rules.card(event) if event is not None else None
        lasting = [one for one in game.rules.lasting(state) if card is None or one.title != card.title]
        if card is None and not lasting:
            self.hide()
            return
        parts = [_card_text(words, card)] if card is not None else []
        if lasting:
            parts.append("<b>In force</b><br>" + "<br>".join(_in_force(one) for one in lasting))
        self.text.setHtml("<br><br>".join(parts))
        self.show()
        self.place()

    def place(self) -> None:
        """The upper right corner of the map."""
        self.fit_contents()
        area = self.room()
        self.move(QPoint(max(area.left(), area.right() - self.width()), area.top()))
        self.raise_()


def _card_text(words: Words, card: EventCard) -> Html:
    """Title, whose turn and throw, what it changes, how long."""
    lines = [f"<b>{escape(card.title)}</b>", f"<small>{escape(words.side(card.side))}, {escape(card.drawn)}</small>"]
    lines.append(f"{escape(card.about)} {rule_link(card.rule)}".strip())
    lines.append(f"<i>{escape(sentence(card.lasts)) if card.lasts else 'At once'}</i>")
    return "<br>".join(lines)


def _in_force(card: EventCard) -> Html:
    about = f": {escape(card.about)}" if card.about else ""
    return f"{escape(card.title)}{about} <i>{escape(card.lasts)}</i> {rule_link(card.rule)}"
