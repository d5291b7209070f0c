"""Chapter 8: flank marches: when they come, how they get onto the table, and who flees from them (8.1 to 8.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import shapely

from engine.mechanics.procedure import Breach
from engine.play import Action, Step
from engine.systems.de_bellis_multitudinis import deploying, going, initiative
from engine.systems.de_bellis_multitudinis.acts import put_of
from engine.systems.de_bellis_multitudinis.field import FACINGS, DbmField
from engine.systems.de_bellis_multitudinis.frames import DbmFrame
from engine.systems.de_bellis_multitudinis.outcome_frames import Flights, FlightStart
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import (
    PACE,
    WIDTH,
    BasePlace,
    TablePoint,
    corners,
    paces,
    spell,
    turned_left,
    turned_right,
)
from engine.tables.sines import CIRCLE, QUARTER
from engine.tables.touching import HALF

VERB: Final = "arrive"
_STEP: Final = WIDTH
"""Grains between the places along an edge that are tried."""
_OFFERED: Final = 12
"""Arrivals that are offered."""


# -- when they come -----------------------------------------------------------------------------------------------


def come(field: DbmField, state: DbmState, side: int, step: Step) -> None:
    """Look whether the flank marches of a side come in this bound, by the dice of their commands (8.2)."""
    for command in field.roster.commands_of(side):
        if command not in state.edges or state.arrived >> command & 1 or not _off(field, state, command):
            continue
        least = min((die for turn, die in field.tables.deployment.flank.items() if turn <= state.turn), default=7)
        arrives = state.dice[command] >= least
        key, name = field.commands[command].key, field.roster.sides[side]
        data = {"side": name, "command": key, "die": state.dice[command], "arrives": arrives}
        if arrives:
            state.arrived |= 1 << command
            step.say("flank die", field.cite("8.2"), **data)
        else:
            step.tell((name,), "flank die", field.cite("8.2"), **data)


def _off(field: DbmField, state: DbmState, command: int) -> list[int]:
    """The elements of a command that are still off the table."""
    return [unit for unit in field.commands[command].units if state.has(unit, Flag.FLANKING)]


def edge_of(field: DbmField, state: DbmState, command: int) -> str:
    """The table edge by which a command comes: of a flank march its own, for who was left off the base edge (8.1)."""
    return state.edges.get(command, field.edges[field.commands[command].side])


def has_come(field: DbmField, state: DbmState, command: int) -> bool:
    """Whether elements of a command that are off the table may come onto it now."""
    return command not in state.edges or bool(state.arrived >> command & 1)


def obliged(field: DbmField, state: DbmState, side: int) -> Iterator[Breach]:
    """8.2: a flank march that has come brings at least one element onto the table at the first opportunity."""
    for command in field.roster.commands_of(side):
        if _is_obliged(field, state, command) and next(_offers(field, state, command), None) is not None:
            yield "8.2", f"{field.commands[command].name} has come and brings at least one element onto the table"


def _is_obliged(field: DbmField, state: DbmState, command: int) -> bool:
    if command not in state.edges or not state.arrived >> command & 1:
        return False
    return bool(_off(field, state, command)) and not state.landed >> command & 1


# -- an arrival ---------------------------------------------------------------------------------------------------


def breaches(field: DbmField, state: DbmState, side: int, action: Action) -> Iterator[Breach]:
    """Everything that is wrong with an arrival."""
    units, where, wide = put_of(action)
    for unit in units:
        if field.side(unit) != side or not state.has(unit, Flag.FLANKING):
            yield "8.2", f"{field.name(unit)} does not wait off the table"
            return
    commands = {field.roster.command[unit] for unit in units}
    if len(commands) > 1:
        yield "12.3", "elements of one command arrive as a group"
        return
    (command,) = commands
    if not has_come(field, state, command):
        yield "8.2", f"{field.commands[command].name} has not come yet"
    if not wide:
        yield "12.4", "at least one element must be in the front rank"
        return
    places = deploying.block(field, state, units, where, wide)
    yield from _place_breaches(field, state, command, places)
    yield from initiative.breaches(field, state, units, cost_of(field, state, places))


def _place_breaches(
    field: DbmField, state: DbmState, command: int, places: Mapping[int, BasePlace]
) -> Iterator[Breach]:
    """Who does not get wholly onto the table in a first march, and who would come upon others (8.2)."""
    edge = edge_of(field, state, command)
    for unit, at in places.items():
        yield from _reach_breaches(field, state, unit, at, edge, alone=len(places) == 1)
    fleeing = set(frightened(field, state, edge, places))
    twin = state.copy()
    for unit in fleeing:
        twin.put(unit, None)
    for rule, reason in deploying.place_breaches(field, twin, places):
        yield ("8.2" if rule == "7.4" else rule), reason


def _reach_breaches(
    field: DbmField, state: DbmState, unit: int, at: BasePlace, edge: str, *, alone: bool
) -> Iterator[Breach]:
    """How far from the edge an element may come. One whose move is less than its depth comes alone, with its side along
    the edge."""
    form, name = field.form(state, unit), field.name(unit)
    shape = corners(at, form.depth)
    ground = going.under(field, shape, form)
    allowance = form.move[going.GOING.index(ground)] if ground != "impassable" else 0
    away = [_from_edge(field, edge, point) for point in shape]
    if allowance * PACE < form.depth:
        turned = (at.facing - FACINGS[edge]) % CIRCLE in (QUARTER, CIRCLE - QUARTER)
        if not alone:
            yield "8.2", f"{name} is deeper than its move and comes alone"
        elif not turned or abs(min(away)) > HALF:
            yield "8.2", f"{name} is deeper than its move and comes with its side along the table edge"
    elif not alone and at.facing != FACINGS[edge]:
        yield "8.2", f"{name} comes straight from the {edge} table edge, as all of its group"
    elif paces(max(away)) > allowance:
        yield "8.2", f"{name} would come {paces(max(away))} paces from the {edge} table edge; it may go {allowance}"


def _from_edge(field: DbmField, edge: str, point: TablePoint) -> int:
    """How far a point is from a table edge, in grains."""
    width, height = field.size
    x, y = point
    return {"bottom": height - y, "top": y, "left": x, "right": width - x}[edge]


def cost_of(field: DbmField, state: DbmState, places: Mapping[int, BasePlace]) -> int:
    """The points of an arrival: those of a march (8.2)."""
    twin = state.copy()
    for unit, at in places.items():
        twin.put(unit, at)
    return initiative.price_of_arrival(field, twin, tuple(places))


def frightened(field: DbmField, state: DbmState, edge: str, places: Mapping[int, BasePlace]) -> list[int]:
    """The enemies who flee from arriving troops: within this many paces of their stretch of the table edge, those in
    ambush too, each once a bound from flank marches; who is furthest first, which is out of the others' way (8.3)."""
    side = field.side(next(iter(places)))
    stretch = _stretch(field, state, edge, places)
    found = []
    for unit, at in field.on_table(state, 1 - side):
        form = field.form(state, unit)
        if form.naval or state.driven >> unit & 1:
            continue
        shape = [(x / PACE, y / PACE) for x, y in corners(at, form.depth)]
        away = shapely.Polygon(shape).distance(stretch)
        ground = going.of_unit(field, state, unit)
        able = ground != "impassable" and form.move[going.GOING.index(ground)] > 0
        if able and away <= field.tables.deployment.flee + 0.5:
            found.append((away, unit))
    return [unit for _, unit in sorted(found, key=lambda one: (-one[0], one[1]))]


def _stretch(field: DbmField, state: DbmState, edge: str, places: Mapping[int, BasePlace]) -> shapely.LineString:
    """The stretch of a table edge by which troops come, in paces."""
    width, height = (one / PACE for one in field.size)
    shapes = [corners(at, field.depth(state, unit)) for unit, at in places.items()]
    along = [(x if edge in ("bottom", "top") else y) / PACE for shape in shapes for x, y in shape]
    ends = min(along), max(along)
    fixed = {"bottom": height, "top": 0.0, "left": 0.0, "right": width}[edge]
    points = [(one, fixed) if edge in ("bottom", "top") else (fixed, one) for one in ends]
    return shapely.LineString(points)


# -- carrying it out ----------------------------------------------------------------------------------------------


def perform(field: DbmField, state: DbmState, side: int, action: Action, step: Step) -> None:
    """The points are paid, enemies near the edge flee, then the group comes onto the table (8.2, 8.3)."""
    units, where, wide = put_of(action)
    places = deploying.block(field, state, units, where, wide)
    command = field.roster.command[units[0]]
    edge, cost = edge_of(field, state, command), cost_of(field, state, places)
    initiative.spend(field, state, units, cost, step)
    step.say(
        "arrival",
        field.cite("8.2" if command in state.edges else "8.1"),
        side=field.roster.sides[side],
        units=field.listed(units),
        edge=edge,
    )
    state.arrived |= 1 << command
    state.landed |= 1 << command
    queue = []
    for unit in frightened(field, state, edge, places):
        state.driven |= 1 << unit
        state.unmark(unit, Flag.FLED | Flag.HIDDEN)
        queue.append((unit, int(_turned_away(field, state, unit, edge))))
    state.push(FlankArrival(side, units, tuple(where), wide, edge, cost))
    if queue:
        state.push(Flights(1 - side, tuple(queue)))


def _turned_away(field: DbmField, state: DbmState, unit: int, edge: str) -> FlightStart:
    """How an element begins to flee from a table edge: who faces it turns about, who faces along it turns away."""
    at = state.at[unit]
    assert at is not None
    turn = (at.facing - FACINGS[edge]) % CIRCLE
    if QUARTER // 2 < turn < 3 * QUARTER // 2:
        state.put(unit, turned_left(at))
    elif 5 * QUARTER // 2 < turn < 7 * QUARTER // 2:
        state.put(unit, turned_right(at))
    elif 3 * QUARTER // 2 <= turn <= 5 * QUARTER // 2:
        return FlightStart.TURN
    return FlightStart.STRAIGHT


@dataclass(frozen=True)
class FlankArrival(DbmFrame):
    """A group comes onto the table once all who had to have fled (8.2)."""

    units: tuple[int, ...] = ()
    at: tuple[int, ...] = ()
    wide: int = 1
    edge: str = ""
    cost: int = 0

    def proceed(self, field: DbmField, state: DbmState, step: Step) -> None:
        state.pop()
        places = deploying.block(field, state, self.units, BasePlace(*self.at), self.wide)
        free = {
            unit: at
            for unit, at in places.items()
            if not any(True for _ in deploying.place_breaches(field, state, {unit: at}))
        }
        for unit, at in free.items():
            state.put(unit, at)
            state.unmark(unit, Flag.FLANKING)
            state.mark(unit, Flag.MOVED | Flag.MARCHED | Flag.SET_UP | Flag.ACTED)
            state.marches[unit] = 1
        if not free:
            return
        first, place = next(iter(free.items()))
        away = max(_from_edge(field, self.edge, point) for point in corners(place, field.depth(state, first)))
        told: dict[str, Any] = {"from": spell(place.moved(-away)), "to": spell(place)}
        step.say(
            "move",
            field.cite("8.2"),
            side=field.roster.sides[self.side],
            units=field.listed(free),
            kind="march",
            length=paces(away),
            cost=self.cost,
            **told,
        )


# -- what is offered ----------------------------------------------------------------------------------------------


def offers(field: DbmField, state: DbmState, side: int) -> list[Action]:
    """Some legal arrivals of a side, in their order."""
    found: list[Action] = []
    for command in field.roster.commands_of(side):
        if _off(field, state, command) and has_come(field, state, command) and state.pips[command]:
            for action in _offers(field, state, command):
                found.append(action)
                if len(found) == _OFFERED:
                    return sorted(found)
    return sorted(found)


def _offers(field: DbmField, state: DbmState, command: int) -> Iterator[Action]:
    """Legal arrivals of a command: its first elements of a kind side by side, else the first alone."""
    units = _off(field, state, command)
    kinds = field.roster.kinds
    same = [unit for unit in units if kinds[unit] == kinds[units[0]]][:4]
    edge, side = edge_of(field, state, command), field.commands[command].side
    for group in dict.fromkeys([tuple(same), (units[0],)]):
        for at in _lanes(field, state, edge, group):
            action = Action(VERB, (group, tuple(at), len(group)))
            if not any(True for _ in breaches(field, state, side, action)):
                yield action


def _lanes(field: DbmField, state: DbmState, edge: str, group: tuple[int, ...]) -> Iterator[BasePlace]:
    """Places along a table edge for a group: its rear on the edge, or the side of one that is deeper than its move."""
    depth = max(field.depth(state, unit) for unit in group)
    slow = min(field.form(state, unit).move[0] for unit in group) * PACE < depth
    along = deploying.edge_length(field, edge)
    middle = deploying.edge_middle(field, edge)
    for right in range(WIDTH // 2, along - len(group) * WIDTH + WIDTH // 2 + 1, _STEP):
        start = middle.moved(0, right - along // 2)
        if slow:
            yield BasePlace(*start.at(WIDTH // 2, depth - WIDTH // 2), (middle.facing + QUARTER) % CIRCLE)
        else:
            yield start.moved(depth)
