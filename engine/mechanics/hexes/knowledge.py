"""Answers that the rules of any hex game give a designer: reach, zones of control, what a table holds in store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.boards.palette import Layer
from engine.errors import HexwrightError
from engine.mechanics.charts import ResultTable
from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.hexstate import WAITING, HexState
from engine.mechanics.hexes.marching import Marching
from engine.mechanics.procedure import Breach
from engine.play.answer_records import HexReach, ReasonAgainst, ZoneAnswer


def reach(field: HexField[Any, Any], march: Marching[Any, Any], state: HexState, u: int) -> dict[str, HexReach]:
    """Where a unit could move, or enter and go on, in a movement phase of its side this turn, by hex.

    ``cost`` in movement points and ``path`` are of the cheapest way; ``stops`` marks enemy zones of control. What the
    unit did earlier in this phase does not count.
    """
    name, at = field.grid.name, state.where[u]
    enemy = field.zones.of(state, 1 - field.roster.side[u])
    starts: list[tuple[tuple[int, ...], Any]] = []
    if at >= 0:
        starts = [((), march.reach_of(field, state, u))]
    elif at == WAITING and field.arrival_turn.get(u, state.turn + 1) <= state.turn and not field.waits_for(state, u):
        starts = [((h,), march.reach_in(field, state, u, h)) for h in march.entry_hexes(field, state, u)]
    hexes: dict[str, HexReach] = {}
    for head, found in starts:
        for h in sorted(march.endings(state, u, found)):
            cost = found.cost[h] / field.parts
            if name(h) not in hexes or cost < hexes[name(h)].cost:
                path = [name(n) for n in (*head, *found.path(h))]
                hexes[name(h)] = HexReach(cost, path, bool(enemy[h]))
    return hexes


def zoc(field: HexField[Any, Any], state: HexState, side: str, rule: str) -> ZoneAnswer:
    """The hexes in the zone of control of a side, and by which units; ``rule`` is the paragraph."""
    holders = field.zones.holders(state, field.roster.player(side))
    hexes = {field.grid.name(h): keys for h, keys in holders.items()}
    return ZoneAnswer(side, field.cite(rule), dict(sorted(hexes.items())))


def on_map(field: HexField[Any, Any], state: HexState, unit: str) -> int:
    """A unit that has to be on the map for a question; raises HexwrightError."""
    u: int = field.roster.find(unit)
    if state.where[u] < 0:
        raise HexwrightError(f"{field.roster.names[u]} is not on the map")
    return u


def attackers(field: HexField[Any, Any], state: HexState, keys: Iterable[str]) -> tuple[int, ...]:
    """The units of a question about an attack, all of them on the map; raises HexwrightError."""
    found = tuple(sorted({on_map(field, state, key) for key in keys}))
    if not found:
        raise HexwrightError("name the attacking units")
    return found


def ground_of(field: HexField[Any, Any], h: int) -> str:
    """What the map shows in a hex, with its name: ``L0303: Forest, Building``."""
    board = field.map
    terrain, features = board.palette.kinds[Layer.TERRAIN], board.palette.kinds[Layer.FEATURE]
    found = [terrain[board.terrain[h]].name] if board.terrain[h] in terrain else []
    found += [features[key].name for key in board.features.get(h, ()) if key in features]
    return f"{field.place(h)}: {', '.join(found)}"


@dataclass(frozen=True, slots=True)
class ColumnResults:
    """What a column of a results table may give."""

    column: int
    """Its number, from 1."""
    provenance: str
    results: Mapping[str, float]
    """The chance of each result."""


def in_store(crt: ResultTable[str], column: int) -> ColumnResults:
    """What a column of a results table holds in store: its number, and every result with its chance."""
    chances = {result: round(chance, 4) for result, chance in crt.distribution(column).items()}
    return ColumnResults(column + 1, crt.provenance, chances)


def illegal(field: HexField[Any, Any], breaches: Iterable[Breach]) -> list[ReasonAgainst]:
    """Why something is not legal, with the paragraphs."""
    return [ReasonAgainst(field.cite(rule), reason) for rule, reason in breaches]


def stale(field: HexField[Any, Any], state: HexState) -> list[str]:
    """The zones of control that are no longer true, in a sentence each; for tests."""
    sides = (field.roster.sides[side] for side in field.zones.stale(state))
    return [f"the zone of control of {side} is stale" for side in sides]
