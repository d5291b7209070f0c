"""A scenario's units revised: changed, added, struck, given another key, another place or turn, another order.

What else names a unit follows: set-up, reinforcements, deployments, pools, victory. A unit is in one place: it is set
up in a hex, or comes on a turn, or neither.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.scenario.model import POOL, WITHDRAW, Arrival, Scenario, Unit, VictoryCondition

Arrivals = tuple[Arrival, ...]


def without_units(arrivals: Arrivals, units: Collection[str], *, keep_empty: bool = False) -> Arrivals:
    """The groups without these units; groups that lose their last unit go, unless ``keep_empty``."""
    if not any(key in units for arrival in arrivals for key in arrival.units):
        return arrivals
    left = (replace(arrival, units=tuple(key for key in arrival.units if key not in units)) for arrival in arrivals)
    return tuple(arrival for arrival in left if arrival.units or arrival.source or keep_empty)


def not_coming(arrivals: Arrivals, units: Collection[str]) -> Arrivals:
    """The groups once these units come on no turn; those that are to withdraw still do."""
    return tuple(
        arrival
        for group in arrivals
        for arrival in ((group,) if group.how == WITHDRAW else without_units((group,), units))
    )


def joined(arrivals: Arrivals, units: Sequence[str], turn: int, side: str, group: Arrival | None = None) -> Arrivals:
    """The groups once these units of a side come on a turn: in ``group``, else in the side's first group of that turn,
    else in a new one that enters where the side's first group does."""
    host = _host(arrivals, turn, side, group)
    result: list[Arrival] = []
    for arrival in arrivals:
        if arrival.how == WITHDRAW:
            result.append(arrival)
            continue
        left = tuple(key for key in arrival.units if key not in units)
        if arrival is host:
            result.append(replace(arrival, units=(*left, *units)))
        elif left or not arrival.units:
            result.append(replace(arrival, units=left))
    if host is None:
        own = (arrival for arrival in arrivals if arrival.side == side and arrival.how != WITHDRAW)
        entry = next((arrival.entry for arrival in own), ())
        result.append(Arrival(turn, side, entry, tuple(units)))
        result.sort(key=lambda arrival: arrival.turn)
    return tuple(result)


def _host(arrivals: Arrivals, turn: int, side: str, group: Arrival | None) -> Arrival | None:
    if group is not None and group in arrivals and (group.turn, group.side) == (turn, side):
        return arrivals[arrivals.index(group)]
    coming = (arrival for arrival in arrivals if arrival.how != WITHDRAW)
    return next((arrival for arrival in coming if (arrival.turn, arrival.side) == (turn, side)), None)


def renamed(scenario: Scenario, new: Mapping[str, str]) -> Scenario:
    """Units with other keys, everywhere they are named; ``new`` is old key to new one."""

    def each(keys: Iterable[str]) -> tuple[str, ...]:
        return tuple(new.get(key, key) for key in keys)

    def in_condition(part: VictoryCondition) -> VictoryCondition:
        return replace(part, unit=new.get(part.unit, part.unit), of=tuple(in_condition(inner) for inner in part.of))

    units = {new.get(key, key): replace(unit, key=new.get(key, key)) for key, unit in scenario.units.items()}
    return scenario.with_(
        units=units,
        setup={new.get(key, key): at for key, at in scenario.setup.items()},
        arrivals=tuple(
            replace(group, units=each(group.units), when=in_condition(group.when) if group.when else None)
            for group in scenario.arrivals
        ),
        deployments=tuple(replace(group, units=each(group.units)) for group in scenario.deployments),
        pools={key: replace(pool, units=each(pool.units)) for key, pool in scenario.pools.items()},
        victory=replace(
            scenario.victory,
            scoring=tuple(replace(line, unit=new.get(line.unit, line.unit)) for line in scenario.victory.scoring),
            wins=tuple(replace(win, condition=in_condition(win.condition)) for win in scenario.victory.wins),
        ),
        special=_special(scenario, new),
        counters=replace(
            scenario.counters,
            artwork={
                new.get(key, key) if key in scenario.units else key: path
                for key, path in scenario.counters.artwork.items()
            },
        ),
    )


def pool_renamed(scenario: Scenario, old: str, new: str) -> Scenario:
    """A pool under another key, in its place; groups that are taken from it or go into it follow."""

    def key(pool: str) -> str:
        return new if pool == old else pool

    return scenario.with_(
        pools={key(name): pool for name, pool in scenario.pools.items()},
        deployments=tuple(replace(group, source=key(group.source)) for group in scenario.deployments),
        arrivals=tuple(
            replace(
                group,
                source=key(group.source),
                entry=tuple(map(key, group.entry)) if group.how == POOL else group.entry,
            )
            for group in scenario.arrivals
        ),
    )


def struck(scenario: Scenario, gone: Collection[str]) -> Scenario:
    """The scenario without these units, wherever they were to be; what victory says of them is left to its author."""

    def left(keys: Iterable[str]) -> tuple[str, ...]:
        return tuple(key for key in keys if key not in gone)

    deployments = (replace(group, units=left(group.units)) for group in scenario.deployments)
    return scenario.with_(
        units={key: unit for key, unit in scenario.units.items() if key not in gone},
        setup={key: at for key, at in scenario.setup.items() if key not in gone},
        arrivals=without_units(scenario.arrivals, gone),
        deployments=tuple(
            group for old, group in zip(scenario.deployments, deployments, strict=True) if group.units or not old.units
        ),
        pools={key: replace(pool, units=left(pool.units)) for key, pool in scenario.pools.items()},
        special=_special(scenario, dict.fromkeys(gone, "")),
    )


def _special(scenario: Scenario, new: Mapping[str, str]) -> Mapping[str, Any]:
    """The exclusive rules with units under other keys; what is said of a unit whose new key is empty is left out.

    They are a system's own: whatever in them is the key of a unit, and of no side or region, names the unit.
    """
    known = {key: name for key, name in new.items() if key in scenario.units}
    known = {key: name for key, name in known.items() if key not in scenario.sides and key not in scenario.map.regions}

    def within(value: Any) -> Any:
        if isinstance(value, Mapping):
            made = {known.get(key, key): within(inner) for key, inner in value.items()}
            return {key: inner for key, inner in made.items() if key != "" and (inner != "" or inner in value.values())}
        if isinstance(value, list | tuple):
            return [inner for inner in map(within, value) if inner != ""]
        return known.get(value, value) if isinstance(value, str) else value

    old = scenario.special
    made = within(old) if known else old
    # What spoke of that unit alone is said no more.
    return old if made == old else {key: value for key, value in made.items() if value or not old.get(key)}


def changed(scenario: Scenario, units: Iterable[Unit]) -> Scenario:
    """Units in the place of those with the same keys, new ones after the last of their side. One that changes sides
    comes on the same turn as before, with its new side."""
    given = {unit.key: unit for unit in units}
    everyone = {key: given.get(key, unit) for key, unit in scenario.units.items()} | given
    order = {side: place for place, side in enumerate(scenario.sides)}
    ranked = sorted(everyone.values(), key=lambda unit: order.get(unit.side, len(order)))
    arrivals = scenario.arrivals
    for key, unit in given.items():
        old = scenario.units.get(key)
        group = next((one for one in arrivals if key in one.units and one.how != WITHDRAW), None)
        if old is not None and group is not None and old.side != unit.side and group.side != unit.side:
            arrivals = joined(arrivals, [key], group.turn, unit.side)
    return scenario.with_(units={unit.key: unit for unit in ranked}, arrivals=arrivals)


def placed(scenario: Scenario, places: Mapping[str, str]) -> Scenario:
    """Units set up in hexes, by the hexes' names; an empty name takes a unit off the map. Who is set up comes on no
    turn."""
    here = {key: at for key, at in places.items() if at}
    setup = {key: here.get(key, at) for key, at in scenario.setup.items() if places.get(key, at)}
    return scenario.with_(setup=setup | here, arrivals=not_coming(scenario.arrivals, here.keys()))


def entering(scenario: Scenario, entries: Mapping[str, tuple[str, ...]]) -> Scenario:
    """Reinforcements that enter at other hexes or regions: their group does where all of it is to, else they leave it
    for the group of that turn which enters there already, or for one of their own. Who comes on no turn stays out."""
    arrivals = list(scenario.arrivals)
    for key, entry in entries.items():
        old = next((one for one in arrivals if key in one.units and one.how != WITHDRAW), None)
        if old is None or old.entry == entry:
            continue
        at = arrivals.index(old)
        wanted = replace(old, entry=entry)
        if all(entries.get(unit, old.entry) == entry for unit in old.units):
            arrivals[at] = wanted
            continue
        arrivals[at] = replace(old, units=tuple(unit for unit in old.units if unit != key))
        alike = replace(wanted, units=(), name="")
        host = next((n for n, one in enumerate(arrivals) if replace(one, units=(), name="") == alike), None)
        if host is None:
            arrivals.insert(at + 1, replace(alike, units=(key,)))
        else:
            arrivals[host] = replace(arrivals[host], units=(*arrivals[host].units, key))
    return scenario.with_(arrivals=tuple(arrivals))


def arriving(scenario: Scenario, turns: Mapping[str, int]) -> Scenario:
    """Units that come on turns; 0 for none. Who comes is not set up. One that comes on that turn already stays in its
    group."""
    arrivals = not_coming(scenario.arrivals, {key for key, turn in turns.items() if not turn})
    coming: dict[tuple[int, str], list[str]] = {}
    for key, turn in turns.items():
        group = scenario.arrival_of(key)
        if turn and key in scenario.units and (group is None or group.turn != turn):
            coming.setdefault((turn, scenario.units[key].side), []).append(key)
    for (turn, side), keys in coming.items():
        arrivals = joined(arrivals, keys, turn, side)
    setup = {key: at for key, at in scenario.setup.items() if not turns.get(key)}
    return scenario.with_(arrivals=arrivals, setup=setup)


def ordered(scenario: Scenario, keys: Iterable[str]) -> Scenario:
    """The units in this order, side by side; those that are not named keep their order behind the others."""
    ranks = {key: rank for rank, key in enumerate(keys)}
    sides = {side: place for place, side in enumerate(scenario.sides)}
    units = sorted(
        scenario.units.values(),
        key=lambda unit: (sides.get(unit.side, len(sides)), ranks.get(unit.key, len(ranks))),
    )
    return scenario.with_(units={unit.key: unit for unit in units})
