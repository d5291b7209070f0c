"""Event cards (chapter 4): the row that was thrown, what it changes and how long it lasts; what is still in force."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.play import Event
from engine.play.display import EventCard
from engine.systems.sun_never_sets.base.event_tables import EventRow, event_tables, row_of
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import Effect, SnsState

_LASTS: Final = {
    "player_turn": "until the end of this player turn",
    "next_player_turn": "until the end of the enemy's next player turn",
    "game_turn": "until the end of this game turn",
    "game": "until the end of the game",
}
ONCE: Final = "It happens once per game."


def card(field: SnsField, event: Event) -> EventCard | None:
    """The card of a historical event; None for other events, and for a throw that has no row."""
    if event.kind != "event":
        return None
    side = field.roster.player(str(event.data["side"]))
    rows = _rows(field, side)
    row = next((row for row in rows if field.cite(row.rule) == event.rule and row.title == event.data["title"]), None)
    if row is None:
        return None
    tens, ones = event.data["dice"]
    made = _made(field, side, row, _LASTS.get(row.lasts or "", ""))
    return EventCard(
        made.title, made.about, made.side, made.rule, made.lasts, bool(event.data["happens"]), f"dice {tens} and {ones}"
    )


def lasting(field: SnsField, state: SnsState) -> list[EventCard]:
    """The events that are in force, each with the player turn at whose end it ceases."""
    found = []
    for effect in state.effects:
        drawn = _drawn(field, effect.key)
        if drawn is not None:
            side, row = drawn
            made = _made(field, side, row, _until(field, effect))
            found.append(replace(made, last=min(effect.turn, field.scenario.turns.count)))
    return found


def _drawn(field: SnsField, key: str) -> tuple[int, EventRow] | None:
    """The side in whose turn an event comes, and its row; None for what is no event."""
    for side, role in enumerate(field.roles):
        try:
            return side, row_of(field.event_table, role, key)
        except KeyError:
            continue
    return None


def _rows(field: SnsField, side: int) -> list[EventRow]:
    return event_tables().rows_of(field.event_table, field.roles[side]) if field.event_table else []


def _made(field: SnsField, side: int, row: EventRow, lasts: str) -> EventCard:
    about = f"{row.about} {ONCE}" if row.once else row.about
    return EventCard(row.title, about, field.sides[side], field.cite(row.rule), lasts)


def _until(field: SnsField, effect: Effect) -> str:
    if effect.turn > field.scenario.turns.count:
        return _LASTS["game"]
    if effect.side == len(field.sides) - 1:
        return f"until the end of game turn {effect.turn}"
    return f"until the end of the player turn of {field.side_name(effect.side)} in game turn {effect.turn}"
