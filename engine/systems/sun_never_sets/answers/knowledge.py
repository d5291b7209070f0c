"""What one may ask of a position: reach, objectives, supply, columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.mechanics.bits import bits
from engine.mechanics.hexes.knowledge import on_map
from engine.play.answer_records import HexReach, HexSupply, SupplyAnswer
from engine.systems.sun_never_sets.answers import secrecy
from engine.systems.sun_never_sets.base import sieges
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.ground import HALF
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.march.marching import OnMarch
from engine.systems.sun_never_sets.position import afloat, organising, points, supply
from engine.systems.sun_never_sets.position.reaching import factor_of, reach


@dataclass(frozen=True, slots=True)
class MarchReach:
    """Where a unit could march, and the hex where it is now."""

    unit: str
    from_: str
    allowance: float
    rule: str
    hexes: Mapping[str, HexReach]


def reachable(field: SnsField, state: SnsState, unit: str) -> MarchReach:
    """Where a unit could march by itself on a plain ``march`` of the table; while its force is on the march, where the
    force can still go. ``stops`` marks enemy zones of control."""
    u = on_map(field, state, unit)
    side, at, mask, spent = field.roster.side[u], state.where[u], 1 << u, 0
    budget = factor_of(field, state, u) * HALF
    frame = state.stack[-1] if state.stack else None
    if isinstance(frame, OnMarch) and frame.force(state) >> u & 1:
        mask, budget, spent = frame.force(state), frame.budget(field, state), frame.spent
    found = reach(field, state, side, mask, at, budget, spent)
    zone, name = field.zones.of(state, 1 - side), field.grid.name
    hexes = {
        name(h): HexReach(found.cost[h] / HALF, [name(n) for n in found.path(h)], bool(zone[h]))
        for h in sorted(found.destinations())
    }
    return MarchReach(unit, name(at), budget / HALF, field.cite("6.3"), hexes)


def objectives(field: SnsField, state: SnsState) -> dict[str, str]:
    """The hexes of the victory conditions, and the side that occupies each (14.1)."""
    found = {}
    for line in field.scenario.victory.scoring:
        for h in points.hexes(field, line):
            holder = points.controller(field, state, h)
            found[field.grid.name(h)] = field.sides[holder] if holder >= 0 else ""
    return found


def supplied(field: SnsField, state: SnsState, side: str) -> SupplyAnswer:
    """How the units of a side would be fed now, by hex.

    ``line`` is the line to the fortress that feeds a hex (12.24), empty for none, and ``why`` there is none in words;
    ``depots`` the supply units whose line reaches it, ``depot_lines`` their lines by their keys; ``forage`` the number
    of units that each die of 1 to 6 would feed (12.3).
    """
    player = field.roster.player(side)
    name, keys = field.grid.name, field.roster.keys
    hexes: dict[str, HexSupply] = {}
    for h, mask in sorted(state.stacks.items()):
        number = supply.load(field, supply.needy(field, state, h, player))
        if not mask & field.roster.of_side[player] or not number:
            continue
        line = supply.automatic(field, state, h, player)
        depots, reached = supply.depots(field, state, h, player), supply.lines(field, state, h, player)
        hexes[name(h)] = HexSupply(
            units=number,
            line=[name(n) for n in line.path] if line else [],
            why="" if line else _why_unsupplied(field, state, h, player),
            depots=[keys[u] for u in depots],
            depot_lines={keys[u]: [name(n) for n in reached[state.where[u]].path] for u in depots},
            forage=supply.outlook(field, state, h, player),
        )
    return SupplyAnswer(side, field.cite("12.1"), hexes)


def _why_unsupplied(field: SnsField, state: SnsState, h: int, player: int) -> str:
    """Why no line of supply leads from a hex to a fortress of its side, in words (12.22, 12.24)."""
    name, table = field.grid.name, field.tables.supply
    if sieges.besieged(field, state, h, player):
        return f"the garrison of {field.place(h)} is besieged"
    open_lines = supply.lines(field, state, h, player, past_enemies=True)
    line = next((line for n, line in open_lines.items() if supply.feeds(field, state, n, player, h)), None)
    if line is None:
        closed = next(iter(_closed(field, state, h, player)), None)
        if closed is not None:
            return f"a line of supply only enters {field.place(closed)} by road"
        source = "fortress that the side holds"
        if player == field.empire and field.on("railroads"):
            source += ", and no railway that works,"
        return f"no {source} is within {table.line} hexes, or {table.line_by_road} by road"
    at, how = next((n, how) for n in line.path if (how := supply.cut_by(field, state, n, player)))
    return f"{_CUTS[how]} in {name(at)}, on the way to the fortress in {name(line.path[-1])}"


def _closed(field: SnsField, state: SnsState, h: int, player: int) -> list[int]:
    """The hexes that the campaign closes on the shortest line to a fortress that would feed a hex."""
    reached = supply.lines(field, state, h, player, past_enemies=True, past_ground=True)
    goal = next((n for n in reached if supply.feeds(field, state, n, player, h)), None)
    return [] if goal is None else supply.closed_on(field, state, h, player, goal)


_CUTS: Final = {
    supply.ENEMY: "an enemy stands",
    supply.SIEGE: "there is a siege",
    supply.ZONE: "an enemy zone of control cuts the line",
}


@dataclass(frozen=True, slots=True)
class ColumnRow:
    """A column on the map, as far as a side may know it."""

    column: str
    side: str
    at: str
    units: Sequence[str]
    """The keys of those known to be in it."""
    hidden: bool
    """Whether there are units in it that are not known."""


def columns(field: SnsField, state: SnsState, side: str = "") -> list[ColumnRow]:
    """The columns on the map; with a side, enemy units that it may not know
    are left out, and ``hidden`` says where there are such (5.6)."""
    unseen = secrecy.hidden(field, state, field.roster.player(side)) if side else 0
    return [
        ColumnRow(
            column=f"c{number}",
            side=field.sides[player],
            at=field.grid.name(state.where[next(bits(mask))]),
            units=field.keys_of(mask & ~unseen),
            hidden=bool(mask & unseen),
        )
        for player in range(2)
        for number, mask in organising.columns(field, state, player).items()
    ]


def defects(field: SnsField, state: SnsState) -> list[str]:
    """What must never be true of a state: columns in two hexes or of two sides, points below 0, factors overspent,
    stale zones, demoralized headquarters."""
    found = []
    for side in range(2):
        placed: dict[int, int] = {}
        for u in field.roster.side_units[side]:
            number, h = state.column[u], state.where[u]
            if number and h < 0:
                found.append(f"{field.roster.names[u]} is off the map and in column c{number}")
            elif number and placed.setdefault(number, h) != h:
                found.append(f"column c{number} of {field.sides[side]} is in two hexes")
            if 1 << u & field.roster.headquarters and state.steps[u] == 1:
                found.append(f"{field.roster.names[u]} is a demoralized headquarters")
    if min(state.points) < 0 or min(state.factors, default=0) < 0:
        found.append(f"points {state.points} and factors {state.factors} below 0")
    found += [f"the zone of control of {field.sides[side]} is stale" for side in field.zones.stale(state)]
    dry = ~(field.roster.fleets | state.extras.aboard)
    at_sea = [field.grid.name(h) for h, mask in state.stacks.items() if field.ground.closed[h] and mask & dry]
    found += afloat.defects(field, state)
    found += [f"units in {name}, where no land unit can be" for name in at_sea]
    return found
