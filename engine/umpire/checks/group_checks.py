"""Checks of the groups that players set up, of pools, and of replacements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from engine.boards.board import Spot
from engine.findings import Fix, Severity
from engine.scenario import Deployment, Unit
from engine.umpire.checks.place_fixes import drop, put
from engine.umpire.checks.registry import Found, check
from engine.umpire.checks.scenario_checks import no_such_pool, pool_meant, side_meant
from engine.umpire.checks.subject import Path, Subject, near

_FEWER: Final = "ask for fewer, or add units to the pool"


def _members(subject: Subject) -> Iterator[tuple[str, str, Path, tuple[str, ...]]]:
    """(what it is called, its side, where it stands in the file, its units) of every pool and group."""
    for key, pool in subject.scenario.pools.items():
        yield f"the pool {key}", pool.side, ("pools", key), pool.units
    for number, group in enumerate(subject.scenario.deployments):
        yield called(number, group), group.side, ("deployment", number), group.units


def _left_out(path: Path, token: int) -> Fix:
    """The fix that takes a unit out of the list of a group or pool."""
    return Fix("Leave it out here", "leave_group", {"list": path[0], "at": path[1], "token": token})


def called(number: int, group: Deployment) -> str:
    return f"the group {group.name or number + 1}"


def candidates(subject: Subject, group: Deployment) -> list[Unit]:
    """The units that a group has, or that it is taken from."""
    pool = subject.scenario.pools.get(group.source)
    keys = group.units or (pool.units if pool else ())
    units = [subject.scenario.units[key] for key in keys if key in subject.scenario.units]
    return [unit for unit in units if not group.kinds or unit.type in group.kinds]


def area_of(subject: Subject, group: Deployment) -> frozenset[Spot]:
    """The places of a group's area."""
    return frozenset(h for name in group.area for h in subject.map.area(name))


@check("SETUP107", Severity.ERROR, "A group of units that do not exist", needs="units", bars_play=True)
def groups_of_nobody(subject: Subject) -> Iterator[Found]:
    """A group to be set up, or a pool, names a unit that is not in the order of battle."""
    units = subject.scenario.units
    for what, _, path, keys in _members(subject):
        for token, key in enumerate(keys):
            if key not in units:
                message = f"{what} includes {key!r}, but the scenario has no such unit"
                yield Found(
                    message, (*path, "units"), token, unit=key, hint=near(key, units), fix=_left_out(path, token)
                )


@check("SETUP108", Severity.ERROR, "A unit in two groups", bars_play=True)
def units_in_two_groups(subject: Subject) -> Iterator[Found]:
    """A unit is in two groups to be set up, in two pools, in a group and a pool, or twice in one. A counter is in one
    place; a group that takes its units from a pool names the pool and no units."""
    first: dict[str, str] = {}
    for what, _, path, keys in _members(subject):
        for token, key in enumerate(keys):
            if key in first:
                message = f"{subject.unit_name(key)} is in {what}, and in {first[key]} already"
                hint = "remove it from one of the two"
                yield Found(message, (*path, "units"), token, unit=key, hint=hint, fix=_left_out(path, token))
            first.setdefault(key, what)


@check("SETUP109", Severity.ERROR, "A group of another side", needs="sides", bars_play=True)
def groups_of_others(subject: Subject) -> Iterator[Found]:
    """A group to be set up, or a pool, is of one side and has a unit of another, or is of a side that does not
    exist."""
    scenario = subject.scenario
    for what, side, path, keys in _members(subject):
        if side not in scenario.sides:
            message = f"{what} is for {side!r}, but the scenario has no such side"
            fix = side_meant(subject, (*path, "side"), side, keys)
            yield Found(message, (*path, "side"), hint=near(side, scenario.sides), fix=fix)
            continue
        for token, key in enumerate(keys):
            unit = scenario.units.get(key)
            if unit is not None and unit.side != side:
                own, theirs = subject.side_name(unit.side), subject.side_name(side)
                message = f"{subject.unit_name(key)} belongs to {own}, and {what} to {theirs}"
                yield Found(message, (*path, "units"), token, unit=key, fix=_left_out(path, token))


@check("SETUP112", Severity.ERROR, "A group that does not say which units it has", bars_play=True)
def groups_unclear(subject: Subject) -> Iterator[Found]:
    """A group to be set up has units of its own and takes units from a pool as well, or has neither."""
    for number, group in enumerate(subject.scenario.deployments):
        what, path = called(number, group), ("deployment", number)
        if group.source and group.units:
            message = f"{what} has units of its own and takes some from the pool {group.source} as well"
            fix = drop("Take none from the pool", (*path, "from"))
            yield Found(message, (*path, "from"), hint="remove one of the two", fix=fix)
        elif not group.source and not group.units:
            hint = "name them under `units`, or a pool under `from`"
            message = f"{what} has no units, and no pool to take them from"
            yield Found(message, path, hint=hint, fix=drop("Remove the group", path))


@check("SETUP113", Severity.ERROR, "A group from a pool that does not exist", needs="pools", bars_play=True)
def groups_from_no_pool(subject: Subject) -> Iterator[Found]:
    """A group to be set up takes its units from a pool that the scenario does not have."""
    pools = subject.scenario.pools
    for number, group in enumerate(subject.scenario.deployments):
        if group.source and group.source not in pools:
            path = ("deployment", number, "from")
            fix = pool_meant(subject, path, group.source, group.side)
            yield Found(no_such_pool(group.source), path, hint=near(group.source, pools), fix=fix)


@check("SETUP114", Severity.ERROR, "More units of a kind than a pool has", needs="pools units")
def kinds_beyond_the_pool(subject: Subject) -> Iterator[Found]:
    """A group to be set up takes more units of a type from its pool than there are, after what the groups before it
    have taken."""
    scenario = subject.scenario
    left = {
        key: Counter(scenario.units[unit].type for unit in pool.units if unit in scenario.units)
        for key, pool in scenario.pools.items()
    }
    for number, group in enumerate(scenario.deployments):
        for kind, wanted in group.kinds.items() if group.source in left else ():
            there = left[group.source][kind]
            if wanted > there:
                message = f"{called(number, group)} takes {wanted} {kind}; the pool {group.source} has {there} for it"
                path = ("deployment", number, "kinds", kind)
                fewer = put(f"Take {there}", path, there) if there else drop("Take none of them", path)
                yield Found(message, path, hint=_FEWER, fix=fewer)
            left[group.source][kind] = max(0, there - wanted)


@check("SETUP117", Severity.ERROR, "A hidden group where the enemy may set up", needs="sides map", bars_play=True)
def hidden_among_enemies(subject: Subject) -> Iterator[Found]:
    """A hidden group and the enemy may be set up in the same hexes: where the one finds no place, he would know that
    the other is there."""
    scenario = subject.scenario
    places = [(group.side, called(n, group), area_of(subject, group)) for n, group in enumerate(scenario.deployments)]
    for side, area in scenario.setup_areas.items():
        hexes = frozenset(h for name in area for h in subject.map.area(name))
        places.append((side, f"the set-up area of {subject.side_name(side)}", hexes))
    for number, group in enumerate(scenario.deployments):
        for side, what, hexes in places if group.hidden else ():
            both = sorted(hexes & area_of(subject, group)) if side != group.side else []
            if both:
                at = subject.map.spell(both[0])
                message = f"{called(number, group)} is hidden, and {what} has {at} as well"
                hint = "give them areas without a hex in common"
                yield Found(message, ("deployment", number, "area"), hex=at, hint=hint)


@check("UNIT107", Severity.WARNING, "Replacement factors that no unit can use", needs="units sides")
def replacements_for_nobody(subject: Subject) -> Iterator[Found]:
    """A side has replacement factors for a type of unit that it does not have; where its counters print a ``nation``,
    for a type that this nation does not have. A kind of replacements that the rules file names is not looked at."""
    scenario = subject.scenario
    named = dict(subject.system.data.get("replacements") or {}).get("kinds") if subject.system else None
    for side, nations in scenario.replacements.items():
        own = [unit for unit in scenario.units.values() if unit.side == side]
        by_nation = any("nation" in unit.values for unit in own)
        for nation, factors in nations.items() if side in scenario.sides else ():
            of = [unit for unit in own if not by_nation or unit.values.get("nation") == nation]
            for kind, count in factors.items():
                if count and kind not in (named or ()) and not any(unit.type == kind for unit in of):
                    who = subject.side_name(side)
                    message = f"{who} has {count} replacement factors for {nation} {kind}, and no such unit"
                    path = ("replacements", side, nation, kind)
                    fix = drop("Remove them", path)
                    yield Found(message, path, hint="remove them, or add a unit", fix=fix)


@check("UNIT108", Severity.ERROR, "Replacements for a side that does not exist", needs="sides", bars_play=True)
def replacements_for_no_side(subject: Subject) -> Iterator[Found]:
    """Replacement factors are given to a side that the scenario does not have."""
    sides = subject.scenario.sides
    for side in subject.scenario.replacements:
        if side not in sides:
            message = f"replacements are given to {side!r}, but the scenario has no such side"
            fix = Fix("Remove its replacements", "drop_replacements", {"side": side})
            yield Found(message, ("replacements", side), key=True, hint=near(side, sides), fix=fix)
