"""A small field to prove paragraphs of TLG2 on: a blank map painted by the test, and units by one-line descriptions."""

from __future__ import annotations

from typing import Any

from hex_field import Fields, broken, field, happened, movement_costs, palette, places, verbs

from engine.hexes.board.battlemap import BattleMap
from engine.play import Game
from engine.scenario import Unit

__all__ = [
    "always",
    "broken",
    "combat",
    "field",
    "game",
    "happened",
    "kinds",
    "movement_costs",
    "must_retreat",
    "palette",
    "places",
    "scenario",
    "unit",
    "verbs",
]


def unit(text: str) -> Unit:
    """``us-9 infantry 8/4``, ``ac-gun artillery 3 range 6``, flags such as ``heavy_battery`` behind."""
    key, kind, factors, *rest = text.split()
    full, _, reduced = factors.partition("/")
    values: dict[str, Any] = {"strength": int(full)}
    if reduced:
        values["reduced"] = int(reduced)
    while rest:
        word = rest.pop(0)
        values[word] = int(rest.pop(0)) if word == "range" else True
    return Unit(key, key.partition("-")[0], key, kind, values=values)


FIELDS = Fields("tlg2", unit, {"us": "United States", "ac": "Anglo-Canadian"})
scenario, game = FIELDS.scenario, FIELDS.game


def always(result: str) -> dict[str, Any]:
    """Tables of a scenario in which every combat has one result, whatever the odds and the die."""
    return {"combat_results": {"rows": {die: [result] * 10 for die in range(1, 7)}}}


def combat(result: str, units: dict[str, str], board: BattleMap | None = None, **more: Any) -> Game:
    """A combat phase of the Americans in which every attack has one result."""
    return game(board or field(), units, phase="combat", tables=always(result), **more)


def kinds(playing: Game) -> list[tuple[str, str]]:
    """The (event, unit) pairs after the result of the die."""
    after = [event.kind for event in playing.events].index("result") + 1
    return [(event.kind, event.data["unit"]) for event in playing.events[after:]]


def must_retreat(us: str, ac: str, board: BattleMap | None = None, **more: Any) -> Game:
    """The defender ac-1 in X0606 must retreat; the first of the Americans attacks. Units are one-step infantry."""
    units = {f"us-{n} infantry 3": at for n, at in enumerate(us.split(), 1)}
    units["ac-1 infantry 3/1"] = "X0606"
    units |= {f"ac-{n} infantry 3": at for n, at in enumerate(ac.split(), 2)}
    options = {"mandatory_attacks": "at_end", **more.pop("options", {})}
    playing = combat("DR", units, board, options=options, **more)
    playing.apply("attack X0606 with us-1")
    return playing
