"""Chapter 7: where troops may be set up: deployment zones, blocks of elements, the order of commands (7.2 to 7.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import shapely

from engine.mechanics.procedure import Breach
from engine.systems.de_bellis_multitudinis import going
from engine.systems.de_bellis_multitudinis.field import FACINGS, DbmField
from engine.systems.de_bellis_multitudinis.roster import BattleCommand
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import PACE, WIDTH, BasePlace, TablePoint, corners, spell
from engine.tables.table import WATERWAY
from engine.tables.touching import HALF, bases_overlap

ORDER: Final = "fair-play:6.1"
"""The guideline about the order of commands from left to right and from front to rear."""
_REACH: Final = 4 * WIDTH
"""Grains between the places of two bases beyond which they cannot touch."""
_MIXED: Final = 1.0
"""Square paces that two commands may share by rounding."""


class TableZone(NamedTuple):
    """A rectangle of the table, in grains."""

    left: int
    top: int
    right: int
    bottom: int

    def holds(self, shape: Iterable[TablePoint]) -> bool:
        """Whether a shape lies within it; half a pace beyond does not count."""
        return all(
            self.left - HALF <= x <= self.right + HALF and self.top - HALF <= y <= self.bottom + HALF for x, y in shape
        )


def zone(field: DbmField, side: int) -> TableZone:
    """The deployment zone of a side: from its base edge to this many paces short of the table's middle line (7.2)."""
    return half(field, side, field.tables.deployment.short * PACE)


def half(field: DbmField, side: int, short: int = 0) -> TableZone:
    """The part of the table from a side's base edge to this many grains short of the middle line."""
    width, height = field.size
    return {
        "bottom": TableZone(0, height // 2 + short, width, height),
        "top": TableZone(0, 0, width, height // 2 - short),
        "left": TableZone(0, 0, width // 2 - short, height),
        "right": TableZone(width // 2 + short, 0, width, height),
    }[field.edges[side]]


def whole(field: DbmField) -> TableZone:
    """All of the table."""
    return TableZone(0, 0, *field.size)


def block(field: DbmField, state: DbmState, units: Sequence[int], at: BasePlace, wide: int) -> dict[int, BasePlace]:
    """The places of elements in a block: the first at a place, this many side by side to its right, further ranks
    touching behind."""
    depths = [0] * wide
    places = {}
    for number, unit in enumerate(units):
        file = number % wide
        places[unit] = at.moved(-depths[file], file * WIDTH)
        depths[file] += field.depth(state, unit)
    return places


# -- what is wrong with a place -----------------------------------------------------------------------------------


def place_breaches(field: DbmField, state: DbmState, places: Mapping[int, BasePlace]) -> Iterator[Breach]:
    """What is wrong with putting elements down at places, wherever they are on the table: bases over bases, off the
    table, on ground that they cannot enter (7.4, 7.5)."""
    shapes = {unit: corners(at, field.depth(state, unit)) for unit, at in places.items()}
    for unit, at in places.items():
        name = field.name(unit)
        if not whole(field).holds(shapes[unit]):
            yield "7.4", f"{name} would not be wholly on the table at {spell(at)}"
            continue
        yield from ground_breaches(field, state, unit, at)
        for other in under(field, state, unit, at, places)[:1]:
            yield "7.4", f"{name} at {spell(at)} would lie over {field.name(other)}"


def zone_breaches(field: DbmField, state: DbmState, side: int, places: Mapping[int, BasePlace]) -> Iterator[Breach]:
    """Which of some places are outside the deployment zone of a side (7.2)."""
    allowed = zone(field, side)
    short = field.tables.deployment.short
    for unit, at in places.items():
        shape = corners(at, field.depth(state, unit))
        if whole(field).holds(shape) and not allowed.holds(shape):
            yield "7.2", f"{field.name(unit)} at {spell(at)} is nearer than {short} paces to the middle line"


def ground_breaches(field: DbmField, state: DbmState, unit: int, at: BasePlace) -> Iterator[Breach]:
    """A ship lies in water, or is beached at its edge (7.5); nobody stands on ground that is impassable to him."""
    form = field.form(state, unit)
    shape = corners(at, form.depth)
    kinds = {patch.kind for patch in field.ground.under(shape)}
    if form.naval:
        if WATERWAY not in kinds:
            yield "7.5", f"{field.name(unit)} must be in water, or beached at its edge"
    elif going.under(field, shape, form) == "impassable":
        yield "7.4", f"the ground there is impassable for {field.name(unit)}"


def under(field: DbmField, state: DbmState, unit: int, at: BasePlace, places: Mapping[int, BasePlace]) -> list[int]:
    """Who would lie under a base at a place: others of those who are put down, and those who stand there; an enemy in
    ambush is not known of."""
    depth = field.depth(state, unit)
    side = field.side(unit)
    standing = [*field.on_table(state, side), *field.in_play(state, 1 - side)]
    others = {**{other: where for other, where in standing if other not in places}, **places}
    return [
        other
        for other, where in others.items()
        if other != unit
        and abs(where.x - at.x) <= _REACH
        and abs(where.y - at.y) <= _REACH
        and bases_overlap(at, depth, where, field.depth(state, other))
    ]


# -- the order of commands ----------------------------------------------------------------------------------------


class OrderFault(NamedTuple):
    """Two commands that do not stand as they should."""

    rules: tuple[str, ...]
    """The paragraphs that are broken; one command mixed with another breaks 7.4 alone."""
    reason: str
    commands: tuple[BattleCommand, BattleCommand]


def order_breaches(field: DbmField, state: DbmState, side: int) -> Iterator[Breach]:
    """Every paragraph that the order of a side's commands breaks (7.4, fair-play 6.1)."""
    for fault in order_faults(field, state, side):
        yield from ((rule, fault.reason) for rule in fault.rules)


def order_faults(field: DbmField, state: DbmState, side: int) -> Iterator[OrderFault]:
    """How the commands of a side stand against their order: `after` from left to right, `behind` from front to rear
    (7.4, fair-play 6.1); commands whose order is not said do not mix. Baggage belongs to no command yet (7.3)."""
    commands = [field.commands[number] for number in field.roster.commands_of(side)]
    named = {command.key: command for command in commands}
    for command in commands:
        before = named.get(command.after)
        if before is not None and not _clear(field, state, before, command, 0):
            said = f"{command.name} must be wholly to the right of {before.name}"
            yield OrderFault((ORDER, "7.4"), said, (command, before))
        front = named.get(command.behind)
        if front is not None and not _clear(field, state, command, front, 1):
            said = f"{command.name} must be wholly behind {front.name}"
            yield OrderFault(("7.4", ORDER), said, (command, front))
    for number, command in enumerate(commands):
        for other in commands[:number]:
            if not _ordered(command, other) and _mixed(field, state, command, other):
                yield OrderFault(("7.4",), f"{command.name} would be mixed with {other.name}", (command, other))


def _ordered(first: BattleCommand, second: BattleCommand) -> bool:
    return second.key in (first.after, first.behind) or first.key in (second.after, second.behind)


def _shapes(field: DbmField, state: DbmState, command: BattleCommand) -> list[Sequence[TablePoint]]:
    """The bases of a command that count for its order: all but baggage and troops in ambush."""
    return [
        field.corners(state, unit)
        for unit in command.units
        if state.at[unit] is not None and not state.has(unit, Flag.HIDDEN) and not field.roster.forms[unit].baggage
    ]


def _clear(field: DbmField, state: DbmState, low: BattleCommand, high: BattleCommand, axis: int) -> bool:
    """Whether all of one command is left of (0) or behind (1) all of another, as seen by their side."""
    spans = [_span(field, state, command, axis) for command in (low, high)]
    if spans[0] is None or spans[1] is None:
        return True
    return spans[0][1] <= spans[1][0] + HALF


def _span(field: DbmField, state: DbmState, command: BattleCommand, axis: int) -> tuple[int, int] | None:
    """From where to where a command stands: to the right (0) or to the front (1) of its side."""
    shapes = _shapes(field, state, command)
    along = [measure(field, command.side, point)[axis] for shape in shapes for point in shape]
    return (min(along), max(along)) if along else None


def measure(field: DbmField, side: int, point: TablePoint) -> tuple[int, int]:
    """How far a point is to the right and to the front, as a side at its base edge sees the table, in grains."""
    x, y = point
    return {"bottom": (x, -y), "top": (-x, y), "left": (y, x), "right": (-y, -x)}[field.edges[side]]


def _mixed(field: DbmField, state: DbmState, first: BattleCommand, second: BattleCommand) -> bool:
    """Whether the grounds that two commands cover lie over each other."""
    hulls = [
        shapely.MultiPoint([(x / PACE, y / PACE) for shape in _shapes(field, state, command) for x, y in shape])
        for command in (first, second)
    ]
    if hulls[0].is_empty or hulls[1].is_empty:
        return False
    return bool(hulls[0].convex_hull.buffer(-0.5).intersection(hulls[1].convex_hull.buffer(-0.5)).area > _MIXED)


# -- ships and who is aboard --------------------------------------------------------------------------------------


def ship_of(field: DbmField, unit: int) -> int | None:
    """The naval element that an element begins aboard of (7.5); None for none."""
    key = field.roster.values[unit].aboard
    return field.roster.number.get(key.lower()) if key else None


def begins_aboard(field: DbmField, unit: int) -> bool:
    """Whether an element has to begin aboard its ship, as that can be set up (7.5)."""
    return ship_of(field, unit) is not None and ship_can_deploy(field, field.side(unit))


def ship_can_deploy(field: DbmField, side: int) -> bool:
    """Whether a side has water in its deployment zone, so that its ships can be set up (7.5)."""
    area = zone(field, side)
    box = shapely.box(area.left / PACE, area.top / PACE, area.right / PACE, area.bottom / PACE)
    return bool(field.ground.water.intersects(box))


# -- where things are for a side ----------------------------------------------------------------------------------


def flank_edge(field: DbmField, side: int, way: int) -> str:
    """The table edge on the left (0) or right (1) of a side."""
    return {
        "bottom": ("left", "right"),
        "top": ("right", "left"),
        "left": ("top", "bottom"),
        "right": ("bottom", "top"),
    }[field.edges[side]][way]


def facing(field: DbmField, side: int) -> int:
    """Where the troops of a side face when they face the enemy's base edge, in tenths of a degree."""
    return FACINGS[field.edges[side]]


def send_off(field: DbmField, state: DbmState, command: int, edge: str) -> None:
    """Put a command off the table on a flank march, to come by a table edge (8)."""
    state.edges = {**state.edges, command: edge}
    for unit in field.commands[command].units:
        if not field.roster.forms[unit].baggage:
            state.put(unit, None)
            state.unmark(unit, Flag.HIDDEN)
            state.mark(unit, Flag.FLANKING | Flag.SET_UP)


def edge_middle(field: DbmField, edge: str) -> BasePlace:
    """The middle of a table edge, facing inwards."""
    width, height = field.size
    x, y = {
        "bottom": (width // 2, height),
        "top": (width // 2, 0),
        "left": (0, height // 2),
        "right": (width, height // 2),
    }[edge]
    return BasePlace(x, y, FACINGS[edge])


def edge_length(field: DbmField, edge: str) -> int:
    """The length of a table edge, in grains."""
    return field.size[0] if edge in ("bottom", "top") else field.size[1]
