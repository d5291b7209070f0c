"""Paragraphs 6.2 to 6.4 and 9.3: what a force pays on its way, and where it can get."""

from __future__ import annotations

from collections.abc import Iterator

from engine.mechanics.bits import bits
from engine.mechanics.hexes.movement import Reach
from engine.mechanics.procedure import Breach
from engine.plural import counted
from engine.systems.sun_never_sets.base import passage, sieges
from engine.systems.sun_never_sets.base.counters import DEMORALIZED, EMPIRE, NATIVE
from engine.systems.sun_never_sets.base.event_tables import row_of, rule_of
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.ground import HALF, Means
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.campaigns.closed_hexes import closed_to
from engine.systems.sun_never_sets.position import elephants, engineers


def factor_of(field: SnsField, state: SnsState, unit: int, means: Means = "land") -> int:
    """The movement factor of a unit now: halved, rounded down, on land while it is demoralized (11.31), and by rain and
    mud however it moves; none for porters that have deserted (events)."""
    roster = field.roster
    factor = roster.movement[unit]
    supply = bool(1 << unit & roster.supply)
    british = roster.side[unit] == field.empire
    if supply and british and field.effect(state, "porters_desert"):
        return 0
    if means == "land" and state.steps[unit] == DEMORALIZED:
        factor = int(factor * field.tables.movement_extras.demoralized)
    for _ in _halved_by(field, state, unit):
        factor //= 2
    return factor


def _halved_by(field: SnsField, state: SnsState, unit: int) -> list[str]:
    """The events that halve the movement factor of a unit now, by key: rain, and mud for British supply units."""
    british = field.roster.side[unit] == field.empire
    found = ["rain_empire" if british else "rain_native"]
    if british and 1 << unit & field.roster.supply:
        found.append("mud")
    return [key for key in found if field.effect(state, key)]


def slowest(field: SnsField, state: SnsState, mask: int) -> int:
    """The movement factor of a force: that of its slowest unit (6.21), of units on elephants that of the elephants
    (abyssinia:6.4); 0 for nobody."""
    if mask & field.roster.elephants:
        for u in bits(elephants.carried(field, mask)):
            # Porters that refuse to march do not march on elephants either.
            mask &= ~(1 << u) if factor_of(field, state, u) else -1
    return min((factor_of(field, state, u) for u in bits(mask)), default=0)


def _zone_toll(field: SnsField, state: SnsState, side: int, mask: int) -> int:
    """What an enemy zone of control adds to a hex for a force, in half points (9.31, 25.24, 25.5)."""
    return 0 if passage.ignores_zones(field, state, side, mask) else int(field.tables.movement_extras.zone * HALF)


def enters(field: SnsField, state: SnsState, side: int, mask: int, h: int) -> bool:
    """Whether no unit and no rule keeps a force out of a hex: enemies do, but for headquarters alone, which a unit
    with a combat strength may enter (5.12, 10.54), and none for who has safe conduct (25.24)."""
    if h in field.closed[side] or field.kept_out.get(h, 0) & mask or sieges.sealed(field, state, side, h, mask):
        return False
    if not state.stacks.get(h, 0) & field.roster.of_side[1 - side] or passage.safe(field, state, side, mask):
        return True
    return field.lone_headquarters(state, h, 1 - side) and bool(mask & field.roster.combat)


def step_price(field: SnsField, state: SnsState, side: int, mask: int, spent: int, step: tuple[int, int, bool]) -> int:
    """What a force has spent in half points after a step: off the road a half that is left over is lost (6.42), and an
    enemy zone of control costs a point more (9.31)."""
    n, cost, by_road = step
    paid = spent if by_road else spent + spent % HALF
    return paid + cost + (_zone_toll(field, state, side, mask) if field.zones.of(state, 1 - side)[n] else 0)


def rows(field: SnsField, state: SnsState, side: int, mask: int) -> list[tuple[tuple[int, int, bool], ...]]:
    """The steps of a force, as an earthquake leaves roads and passes, and as engineers help it (17.0)."""
    shaken = field.effect(state, "earthquake") is not None
    flooded = field.effect(state, "floods") is not None
    return field.ground.steps(field.role_of(side, mask), shaken, engineers.help_for(field, state, mask), flooded)


def reach(field: SnsField, state: SnsState, side: int, mask: int, start: int, budget: int, spent: int = 0) -> Reach:
    """Where a force can get within ``budget`` half points, ``spent`` of them gone; the cheapest ways."""
    steps = rows(field, state, side, mask)
    if sieges.sealed(field, state, side, start, mask):
        return Reach(start, {start: spent}, {})
    zone, toll = field.zones.of(state, 1 - side), _zone_toll(field, state, side, mask)
    cost, came = {start: spent}, {}
    buckets: list[list[int]] = [[] for _ in range(max(budget - spent, 0) + 1)]
    buckets[0].append(start)
    open_hex: dict[int, bool] = {}
    for so_far, bucket in enumerate(buckets, spent):
        bucket.sort()
        for h in bucket:
            if cost[h] < so_far:
                continue
            for n, price, by_road in steps[h]:
                total = (so_far if by_road else so_far + so_far % HALF) + price + (toll if zone[n] else 0)
                if total > budget or total >= cost.get(n, budget + 1):
                    continue
                if n not in open_hex:
                    open_hex[n] = enters(field, state, side, mask, n)
                if open_hex[n]:
                    cost[n], came[n] = total, h
                    buckets[total - spent].append(n)
    if passage.safe(field, state, side, mask):
        # Who passes enemies goes through their hexes, and has to stop elsewhere (25.24).
        enemy = field.roster.of_side[1 - side]
        cost = {h: price for h, price in cost.items() if not state.stacks.get(h, 0) & enemy}
    return Reach(start, cost, came)


def can_step(field: SnsField, state: SnsState, side: int, mask: int, at: int, budget: int, spent: int) -> bool:
    """Whether a force can go on by a hex at all."""
    return not sieges.sealed(field, state, side, at, mask) and any(
        step_price(field, state, side, mask, spent, step) <= budget and enters(field, state, side, mask, step[0])
        for step in rows(field, state, side, mask)[at]
    )


def way_breaches(
    field: SnsField, state: SnsState, side: int, mask: int, start: int, way: tuple[int, ...], budget: int, spent: int
) -> Iterator[Breach]:
    """Every paragraph that a way breaks, hex by hex."""
    name, steps = field.place, rows(field, state, side, mask)
    at, short, walked = start, False, list[_Walked]()
    if sieges.sealed(field, state, side, start, mask):
        yield "18.21", f"the garrison of {name(start)} is besieged; units cannot leave it over land"
    for n in way:
        step = next((step for step in steps[at] if step[0] == n), None)
        if n < 0 or not field.grid.adjacent(at, n):
            yield "6.2", f"{name(n)} is not next to {name(at)}"
            return
        if step is None and field.ground.over_major(at, n) and n in field.ground.open[at]:
            yield "event1:british:61-63", f"the Indus is in flood between {name(at)} and {name(n)}"
            return
        if step is None:
            yield "6.34", f"no land unit goes from {name(at)} to {name(n)}"
            return
        if closed := [*closed_to(field, side, mask, n)]:
            yield from closed
        elif sieges.sealed(field, state, side, n, mask):
            yield "18.21", f"{name(n)} is besieged; units cannot enter it over land"
        elif not enters(field, state, side, mask, n):
            if field.units_at(state, n, 1 - side) & field.roster.afloat:
                yield "27.17", f"an enemy boat or fleet lies in {name(n)}"
            yield "5.12", f"the enemy is in {name(n)}"
            if field.lone_headquarters(state, n, 1 - side):
                yield "10.54", f"only a unit with combat strength can enter {name(n)}, where a headquarters is alone"
        spent = step_price(field, state, side, mask, spent, step)
        walked.append((at, step))
        if spent > budget and not short:
            short = True
            yield "6.32", f"{name(n)} would take {counted(spent / HALF, 'movement point')} in all, of {budget / HALF:g}"
            yield from _dearer(field, state, side, mask, walked)
        at = n


_Walked = tuple[int, tuple[int, int, bool]]
"""A hex and the step out of it."""


def _dearer(field: SnsField, state: SnsState, side: int, mask: int, walked: list[_Walked]) -> Iterator[Breach]:
    """The paragraphs that make a way dearer, or the force slower, than it might be, each once."""
    told = set()
    for at, step in reversed(walked):
        for rule, reason in _cost_breaches(field, state, side, mask, at, step):
            if rule not in told:
                told.add(rule)
                yield rule, reason


def _cost_breaches(
    field: SnsField, state: SnsState, side: int, mask: int, at: int, step: tuple[int, int, bool]
) -> Iterator[Breach]:
    """The paragraphs that make a step dearer, or the force slower, than it might be."""
    n, cost, by_road = step
    name, zone = field.place, field.zones.of(state, 1 - side)
    if zone[n] and not passage.ignores_zones(field, state, side, mask):
        yield "9.31", f"{name(n)} is in an enemy zone of control, a point more"
        if zone[at]:
            yield "9.34", f"from the zone of control in {name(at)} to that in {name(n)}: a point more"
    if field.ground.over_water(at, n) or (cost > HALF and not by_road):
        yield "6.31", f"it costs {counted(cost / HALF, 'point')} to enter {name(n)} from {name(at)}"
    if by_road and field.ground.over_water(at, n):
        yield "6.44", f"the road from {name(at)} to {name(n)} has no bridge"
    elif not by_road and field.ground.on_road(at) and field.ground.on_road(n):
        yield "6.41", f"no road leads from {name(at)} to {name(n)}"
    other = next(after for after in field.ground.steps(field.roles[1 - side])[at] if after[0] == n)
    role = field.role_of(side, mask)
    if role == EMPIRE and other[1] < cost and not by_road:
        yield "6.33", f"the {field.side_name(1 - side)} would pay less to enter {name(n)}"
    factors = [(factor_of(field, state, u), u) for u in bits(mask)]
    if min(factors)[0] < max(factors)[0]:
        yield "6.21", f"the force is as slow as {field.roster.names[min(factors)[1]]}"
    if any(state.steps[u] == DEMORALIZED for factor, u in factors if factor == min(factors)[0]):
        yield "11.31", "demoralized units have half their movement factor"
    if not min(factors)[0] and field.effect(state, "porters_desert") and mask & field.roster.supply:
        yield rule_of(field.event_table, field.roles[side], "porters_desert"), "porters desert, and trains stay"
    for key in _halved_by(field, state, min(factors)[1]):
        row = row_of(field.event_table, field.roles[side], key)
        yield row.rule, f"{row.title}: half the movement factor"
    if field.effect(state, "earthquake") and field.ground.eased(at, n, role):
        yield row_of(field.event_table, NATIVE, "earthquake").rule, "after an earthquake there are no roads or passes"
    yield from engineers.dear(field, state, mask, at, step)


def price_of(
    field: SnsField, state: SnsState, side: int, mask: int, start: int, way: tuple[int, ...], spent: int
) -> int:
    """What a legal way costs, with what was spent before, in half points."""
    at, steps = start, rows(field, state, side, mask)
    for n in way:
        step = next(step for step in steps[at] if step[0] == n)
        spent = step_price(field, state, side, mask, spent, step)
        at = n
    return spent
