"""What a position is, in the few words of the banner and the panel: the turn, the score, who is asked for what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from editor.plain import Html
from editor.preview.position import Position
from engine.play import Event, Game
from engine.umpire.wording import Words

HISTORICAL: Final = "event"
"""The kind of event that tells of a historical event drawn for a side, and in ``happens`` whether it takes place."""


def turn_of(game: Game, position: Position) -> str:
    """``Turn 3 of 12 · 8 pm · night``."""
    turn = int(position.status.get("turn", 1))
    label = game.scenario.turns.label(turn)
    parts = [f"Turn {turn} of {game.scenario.turns.count}"]
    if label != f"Turn {turn}":
        parts.append(label)
    if position.status.get("night"):
        parts.append("night")
    return " · ".join(parts)


def score_of(words: Words, position: Position) -> str:
    """``United States 4, Anglo-Canadian 2``; empty where these rules keep no score."""
    score = position.status.get("score") or {}
    return ", ".join(f"{words.side(key)} {value:g}" for key, value in score.items())


def phase_of(words: Words, position: Position) -> str:
    """``United States, combat``; empty if there is no decision."""
    decision = position.decision
    return f"{words.side(decision.side)}, {decision.kind}" if decision is not None else ""


def outcome_of(words: Words, position: Position) -> str:
    """``Victory for United States (decisive): more points``; empty while the game goes on."""
    outcome = position.outcome
    if outcome is None:
        return ""
    if not outcome.winner:
        return f"A draw: {outcome.reason}"
    won = f"Victory for {words.the_side(outcome.winner)}"
    level = f" ({outcome.level})" if outcome.level else ""
    return f"{won}{level}: {outcome.reason}"


def asked_of(words: Words, position: Position, link: Html) -> Html:
    """What is asked now, or how the game ended, as rich text; ``link`` is its paragraph as rich text."""
    said = outcome_of(words, position)
    if not said and position.decision is not None:
        said = position.decision.prompt
    return f"{escape(said)} {link}".strip()


def historical_of(positions: Sequence[Position]) -> Event | None:
    """The historical event that took place last in the turn of the last of these positions; None without one."""
    turn = positions[-1].status.get("turn") if positions else None
    for position in reversed(positions):
        if position.status.get("turn") != turn:
            return None
        for event in reversed(position.events):
            if event.kind == HISTORICAL and event.data.get("happens"):
                return event
    return None


@dataclass(frozen=True, slots=True)
class InForce:
    """A historical event in force, on the turns that it lasts."""

    title: str
    first: int
    """The turn in which it was drawn; the one in progress if the draw was not seen."""
    last: int
    lasts: str
    """Until when it lasts, in words."""
    side: str
    """The key of the side in whose turn it was drawn."""


def in_force(game: Game, positions: Sequence[Position]) -> list[InForce]:
    """The events in force in the last of some positions, as far as whoever sees it may know, in the order in which they
    began; none under rules that have no such events."""
    state = positions[-1].state if positions else None
    if state is None or not game.rules.tells("lasting"):
        return []
    now = int(positions[-1].status.get("turn", 1))
    drawn: dict[str, int] = {}
    for position in positions:
        for event in position.events:
            if event.kind == HISTORICAL and event.data.get("happens"):
                drawn[str(event.data["title"])] = int(position.status.get("turn", now))
    return [
        InForce(card.title, min(drawn.get(card.title, now), card.last), card.last, card.lasts, card.side)
        for card in game.rules.lasting(state)
    ]


def rule_of(position: Position) -> str:
    """The paragraph of what is asked, or of how the game ended."""
    if position.outcome is not None:
        return position.outcome.rule
    return position.decision.rule if position.decision is not None else ""
