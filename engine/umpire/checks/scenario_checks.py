"""Checks of sides, units, set-up and reinforcements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator

from engine.boards.board import Spot
from engine.boards.kinds import kind_of
from engine.findings import Fix, Severity
from engine.play.system import TWO_SIDES
from engine.plural import counted
from engine.scenario import Scenario
from engine.scenario.model import ENTER, PLACE, POOL, WITHDRAW
from engine.umpire.checks.place_fixes import choose_entry, drop, key_nearest, put, put_nearest
from engine.umpire.checks.registry import Found, check
from engine.umpire.checks.subject import Path, Subject, near, nearest

_ENTRY_HINT = "name a hex at the edge of the map"


def no_such_hex(subject: Subject, name: str) -> str:
    """The sentence for a place, a hex for example, that is not on the map."""
    return f"there is no {kind_of(subject.map).place} {name!r} on this map{subject.map.suggest(name)}"


# -- sides ---------------------------------------------------------------------------------------------------


@check("SIDE101", Severity.WARNING, "A side without units", needs="units")
def sides_without_units(subject: Subject) -> Iterator[Found]:
    """A side of the battle has no unit at all, neither set up nor arriving."""
    scenario = subject.scenario
    owners = {unit.side for unit in scenario.units.values()}
    for key, side in scenario.sides.items():
        if key not in owners:
            yield Found(f"{side.name} has no units", ("sides", key), hint="give it units, or remove it")


@check("SIDE102", Severity.ERROR, "The wrong number of sides")
def number_of_sides(subject: Subject) -> Iterator[Found]:
    """The rules system is made for a number of sides (two, if it does not say otherwise) and the scenario has
    another number."""
    least, most = subject.system.sides if subject.system else TWO_SIDES
    count = len(subject.scenario.sides)
    if subject.system is not None and not least <= count <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        hint = f"leave {wanted} of them, or choose other rules" if count > most else "add a side, or choose other rules"
        yield Found(f"this scenario has {counted(count, 'side')}; its rules are for {wanted}", ("sides",), hint=hint)


@check("SIDE103", Severity.WARNING, "A side with nothing on the map at the start", needs="units setup reinforcements")
def sides_that_come_late(subject: Subject) -> Iterator[Found]:
    """All units of a side arrive after the first turn, so the other side plays alone for a while."""
    scenario = subject.scenario
    setting_up = {group.side for group in scenario.deployments}
    for key, side in scenario.sides.items():
        owned = {unit.key for unit in scenario.units.values() if unit.side == key}
        coming = (group for group in scenario.arrivals if group.side == key and group.how != WITHDRAW)
        first = min((group.turn for group in coming), default=0)
        if owned.isdisjoint(scenario.setup) and first > 1 and key not in setting_up:
            yield Found(f"{side.name}: no units on the map before turn {first}", ("sides", key))


# -- units ---------------------------------------------------------------------------------------------------


@check("UNIT101", Severity.ERROR, "A unit of no side", needs="sides", bars_play=True)
def units_of_no_side(subject: Subject) -> Iterator[Found]:
    """A unit names a side that the scenario does not have."""
    sides = subject.scenario.sides
    for key, unit in subject.scenario.units.items():
        if unit.side not in sides:
            yield Found(
                f"{subject.unit_name(key)} belongs to {unit.side!r}, but the scenario has no such side",
                ("units", key, "side"),
                unit=key,
                hint=near(unit.side, sides),
                fix=_choose("Give it to", "set_side", key, nearest(unit.side, sides)),
            )


@check("UNIT102", Severity.WARNING, "A unit that never comes into play", needs="setup reinforcements deployment pools")
def units_unplaced(subject: Subject) -> Iterator[Found]:
    """A unit is neither in the set-up nor in a reinforcement group, a group to be set up or a pool, so it takes no
    part. Some rules let players set up whoever is left out; under these nothing is said."""
    if subject.system is not None and subject.system.players_set_up:
        return
    scenario = subject.scenario
    lists = [arrival.units for arrival in scenario.arrivals if arrival.how != WITHDRAW]
    lists += [group.units for group in scenario.deployments]
    lists += [pool.units for pool in scenario.pools.values()]
    grouped = {key for keys in lists for key in keys}
    for key in scenario.units:
        if key not in scenario.setup and key not in grouped:
            yield Found(
                f"{subject.unit_name(key)} never enters play",
                ("units", key),
                unit=key,
                hint="place it on the map, or add it to a reinforcement group",
                fix=Fix(f"Place {subject.unit_name(key)} on the map", "place_unit", {"unit": key}),
            )


@check("UNIT103", Severity.ERROR, "A unit that is both set up and a reinforcement", bars_play=True)
def units_twice(subject: Subject) -> Iterator[Found]:
    """A unit stands in the set-up and in a reinforcement group too. A counter is in one place."""
    scenario = subject.scenario
    for number, arrival in enumerate(scenario.arrivals):
        for token, key in enumerate(arrival.units):
            if key in scenario.setup and arrival.how != WITHDRAW:
                yield Found(
                    f"{subject.unit_name(key)} is set up in {scenario.setup[key]} but also arrives on "
                    f"{subject.turn_name(arrival.turn)}",
                    ("reinforcements", number, "units"),
                    token,
                    unit=key,
                    hint="remove one of the two",
                    fix=Fix(
                        f"Remove {subject.unit_name(key)} from the reinforcements", "remove_arrival", {"unit": key}
                    ),
                )


@check("UNIT104", Severity.ERROR, "A unit that arrives twice", bars_play=True)
def units_arriving_twice(subject: Subject) -> Iterator[Found]:
    """A unit is in two reinforcement groups, or twice in one."""
    seen: dict[str, int] = {}
    for number, arrival in enumerate(subject.scenario.arrivals):
        for token, key in enumerate(arrival.units if arrival.how != WITHDRAW else ()):
            if key in seen:
                yield Found(
                    f"{subject.unit_name(key)} arrives twice: on {subject.turn_name(arrival.turn)} and on "
                    f"{subject.turn_name(seen[key])}",
                    ("reinforcements", number, "units"),
                    token,
                    unit=key,
                    fix=Fix("Leave it out here", "leave_arrival", {"number": number, "token": token}),
                )
            seen.setdefault(key, arrival.turn)


# -- set-up --------------------------------------------------------------------------------------------------


@check("SETUP101", Severity.ERROR, "A unit that does not exist is set up", needs="units", bars_play=True)
def setup_of_nobody(subject: Subject) -> Iterator[Found]:
    """The set-up names a unit that is not in the order of battle."""
    units = subject.scenario.units
    for key in subject.scenario.setup:
        if key not in units:
            yield Found(
                f"the set-up names {key!r}, but the scenario has no such unit",
                ("setup", key),
                key=True,
                unit=key,
                hint=near(key, units),
                fix=Fix(f"Remove {subject.unit_name(key)} from the set-up", "remove_setup", {"unit": key}),
            )


@check("SETUP102", Severity.ERROR, "A unit is set up in a hex that does not exist", bars_play=True)
def setup_off_map(subject: Subject) -> Iterator[Found]:
    """The set-up hex of a unit is beyond the map, or a void in it."""
    for key, name in subject.scenario.setup.items():
        if subject.map.find(name) is None:
            yield Found(
                f"{subject.unit_name(key)} is set up in {name!r}: {no_such_hex(subject, name)}",
                ("setup", key),
                unit=key,
                fix=Fix(f"Place {subject.unit_name(key)} elsewhere", "place_unit", {"unit": key}),
            )


@check("SETUP105", Severity.ERROR, "A unit is set up outside its side's area")
def setup_outside_area(subject: Subject) -> Iterator[Found]:
    """The scenario gives a side an area to set up in, and a unit of it stands outside."""
    scenario = subject.scenario
    areas = {side: list(_spots(subject, words)) for side, words in scenario.setup_areas.items()}
    for key, name in scenario.setup.items():
        unit = scenario.units.get(key)
        spot = subject.map.find(name)
        if unit is None or unit.side not in areas or spot is None:
            continue
        if not any(spot in spots for spots in areas[unit.side]):
            yield Found(
                f"{subject.unit_name(key)} is set up in {name}, outside the area of {subject.side_name(unit.side)}",
                ("setup", key),
                hex=name,
                unit=key,
                hint="move it, or widen setup_areas",
                fix=Fix(f"Place {subject.unit_name(key)} elsewhere", "place_unit", {"unit": key}),
            )


@check("SETUP106", Severity.ERROR, "A set-up area that does not exist", needs="sides", bars_play=True)
def areas_unknown(subject: Subject) -> Iterator[Found]:
    """A set-up area, or that of a group to be set up, names a side, region or hex that does not exist."""
    scenario = subject.scenario
    for side in scenario.setup_areas:
        if side not in scenario.sides:
            yield Found(
                f"a set-up area is given to {side!r}, but the scenario has no such side",
                ("setup_areas", side),
                key=True,
                hint=near(side, scenario.sides),
                fix=_area_of_side(scenario, side),
            )
    for path, words in _areas(scenario):
        for token, word in enumerate(words):
            if word not in subject.map.regions and subject.map.find(word) is None:
                yield Found(
                    f"{word!r} is neither a region nor a hex of this map",
                    path,
                    token,
                    hint=near(word, subject.map.regions) if subject.map.regions else subject.map.suggest(word)[2:],
                    fix=put_nearest((*path, token), word, subject.map.regions, _left_out(path, token, words)),
                )


def _area_of_side(scenario: Scenario, side: str) -> Fix:
    """The fix of an area that a side has which there is none of: it goes to the side that is meant."""
    free = [key for key in scenario.sides if key not in scenario.setup_areas]
    return key_nearest(("setup_areas", side), free, drop("Remove the area", ("setup_areas", side)))


def _left_out(path: Path, token: int, words: tuple[str, ...]) -> Fix | None:
    """The fix that leaves a word out of an area, as long as others are left."""
    return drop("Leave it out", (*path, token)) if len(words) > 1 else None


def _areas(scenario: Scenario) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Every area to set up in: where it stands in the file, and its hexes and regions."""
    for side, words in scenario.setup_areas.items():
        yield ("setup_areas", side), words
    for number, group in enumerate(scenario.deployments):
        yield ("deployment", number, "area"), group.area


def _spots(subject: Subject, words: Iterable[str]) -> Iterator[Container[Spot]]:
    """The places of each region or hex of a list, to be looked up: some kinds of map have too many to list them."""
    for spots in map(subject.map.area, words):
        yield frozenset(spots) if isinstance(spots, tuple) else spots


# -- reinforcements ------------------------------------------------------------------------------------------


@check("REINF101", Severity.ERROR, "A unit that does not exist arrives", needs="units", bars_play=True)
def arrivals_of_nobody(subject: Subject) -> Iterator[Found]:
    """A reinforcement group names a unit that is not in the order of battle."""
    units = subject.scenario.units
    for number, arrival in enumerate(subject.scenario.arrivals):
        for token, key in enumerate(arrival.units):
            if key not in units:
                yield Found(
                    f"{subject.turn_name(arrival.turn)} brings {key!r}, but the scenario has no such unit",
                    ("reinforcements", number, "units"),
                    token,
                    unit=key,
                    hint=near(key, units),
                    fix=Fix(
                        f"Remove {subject.unit_name(key)} from the reinforcements", "remove_arrival", {"unit": key}
                    ),
                )


@check("REINF102", Severity.ERROR, "Reinforcements on a turn that is never played")
def arrivals_too_late(subject: Subject) -> Iterator[Found]:
    """A group arrives before the first turn or after the last one, so it never comes."""
    count = subject.scenario.turns.count
    for number, arrival in enumerate(subject.scenario.arrivals):
        if not 1 <= arrival.turn <= count:
            yield Found(
                f"reinforcements arrive on turn {arrival.turn}, but the game has turns 1 to {count}",
                ("reinforcements", number, "turn"),
                unit=arrival.units[0] if arrival.units else "",
                hint="change their turn, or the number of turns",
                fix=_in_time(number, min(max(arrival.turn, 1), count)),
            )


def _in_time(number: int, turn: int) -> Fix:
    return put(f"Bring them on turn {turn}", ("reinforcements", number, "turn"), turn)


@check("REINF103", Severity.ERROR, "An entry hex that does not exist", bars_play=True)
def entries_off_map(subject: Subject) -> Iterator[Found]:
    """The entry hex of a group is not on the map."""
    for number, token, name in entries_of(subject, ENTER, PLACE):
        if subject.map.find(name) is None:
            path = ("reinforcements", number, "entry")
            yield Found(no_such_hex(subject, name), path, token, fix=choose_entry(number, token))


@check("REINF107", Severity.ERROR, "Reinforcements of another side", needs="sides", bars_play=True)
def arrivals_of_others(subject: Subject) -> Iterator[Found]:
    """A group comes for one side and holds a unit of another, or comes for a side that does not exist."""
    scenario = subject.scenario
    for number, arrival in enumerate(scenario.arrivals):
        if arrival.side not in scenario.sides:
            yield Found(
                f"reinforcements come for {arrival.side!r}, but the scenario has no such side",
                ("reinforcements", number, "side"),
                hint=near(arrival.side, scenario.sides),
                fix=side_meant(subject, ("reinforcements", number, "side"), arrival.side, arrival.units),
            )
            continue
        for token, key in enumerate(arrival.units):
            unit = scenario.units.get(key)
            if unit is not None and unit.side != arrival.side:
                yield Found(
                    f"{subject.unit_name(key)} belongs to {subject.side_name(unit.side)} but arrives for "
                    f"{subject.side_name(arrival.side)}",
                    ("reinforcements", number, "units"),
                    token,
                    unit=key,
                    fix=Fix("Leave it out here", "leave_arrival", {"number": number, "token": token}),
                )


def side_meant(subject: Subject, path: Path, word: str, units: Iterable[str]) -> Fix | None:
    """The fix that gives a group to the side of all its units, or to the side whose key is most like ``word``."""
    scenario = subject.scenario
    owners = {scenario.units[key].side for key in units if key in scenario.units} & scenario.sides.keys()
    if len(owners) != 1:
        return put_nearest(path, word, scenario.sides)
    side = owners.pop()
    return put(f"Give it to {subject.side_name(side)}", path, side)


@check("REINF108", Severity.WARNING, "A reinforcement group without units")
def empty_arrivals(subject: Subject) -> Iterator[Found]:
    """A group of reinforcements brings no units, so it changes nothing."""
    for number, arrival in enumerate(subject.scenario.arrivals):
        if not arrival.units and not arrival.source:
            message = f"the reinforcements of {subject.turn_name(arrival.turn)} have no units"
            fix = Fix("Remove the group", "remove_arrivals", {"number": number})
            yield Found(message, ("reinforcements", number), fix=fix)


@check("REINF112", Severity.ERROR, "A reinforcement group without an entry hex", bars_play=True)
def arrivals_nowhere(subject: Subject) -> Iterator[Found]:
    """A group of reinforcements names no hex to enter at, or only regions that hold no hex."""
    for number, arrival in enumerate(subject.scenario.arrivals):
        empty = (name in subject.map.regions and not subject.map.area(name) for name in arrival.entry)
        if arrival.how not in (POOL, WITHDRAW) and all(empty):
            message = f"the reinforcements of {subject.turn_name(arrival.turn)} have no entry hex"
            path = ("reinforcements", number, "entry")
            yield Found(message, path, hint=_ENTRY_HINT, fix=choose_entry(number))


@check("REINF113", Severity.ERROR, "Reinforcements for a pool that does not exist", needs="pools", bars_play=True)
def arrivals_to_no_pool(subject: Subject) -> Iterator[Found]:
    """A group of reinforcements goes to a pool, or is drawn from one, that the scenario does not have."""
    pools = subject.scenario.pools
    for number, arrival in enumerate(subject.scenario.arrivals):
        for token, name in enumerate(arrival.entry if arrival.how == POOL else ()):
            if name not in pools:
                path = ("reinforcements", number, "entry")
                fix = pool_meant(subject, (*path, token), name, arrival.side)
                yield Found(no_such_pool(name), path, token, hint=near(name, pools), fix=fix)
        if arrival.source and arrival.source not in pools:
            path = ("reinforcements", number, "from")
            fix = pool_meant(subject, path, arrival.source, arrival.side)
            yield Found(no_such_pool(arrival.source), path, hint=near(arrival.source, pools), fix=fix)


def no_such_pool(name: str) -> str:
    """The sentence for a pool that the scenario does not have."""
    return f"there is no pool {name!r} in this scenario"


def pool_meant(subject: Subject, path: Path, name: str, side: str) -> Fix:
    """The fix that names the pool that is most like this one, or that makes the pool for a side."""
    made = Fix("Make this pool", "add_pool", {"pool": name, "side": side})
    return put_nearest(path, name, subject.scenario.pools, made) or made


@check("REINF125", Severity.ERROR, "Reinforcements that are drawn and named", bars_play=True)
def arrivals_drawn_and_named(subject: Subject) -> Iterator[Found]:
    """A group of reinforcements is drawn from a pool, and names units as well or does not come straight into hexes:
    those who are drawn are put into hexes, and chance says who they are."""
    for number, arrival in enumerate(subject.scenario.arrivals):
        if arrival.source and (arrival.units or arrival.how != PLACE):
            what = arrival.name or f"the reinforcements of {subject.turn_name(arrival.turn)}"
            said = "names units as well" if arrival.units else "is not put into hexes"
            message = f"{what}: drawn from the pool {arrival.source}, and {said}"
            hint = "remove the units, and write how: place"
            fix = Fix("Draw them from the pool", "draw_arrival", {"number": number})
            yield Found(message, ("reinforcements", number, "from"), hint=hint, fix=fix)


@check("REINF126", Severity.WARNING, "Reinforcements from an empty pool", needs="pools")
def arrivals_from_nobody(subject: Subject) -> Iterator[Found]:
    """A group of reinforcements is drawn from a pool that is empty by then: it never had units, or earlier groups, at
    the set-up or as reinforcements, have taken all of them."""
    scenario = subject.scenario
    left = {key: len(pool.units) for key, pool in scenario.pools.items()}
    for group in scenario.deployments:
        if group.source in left:
            wanted = sum(group.kinds.values()) or left[group.source]
            left[group.source] = _after_drawing(left[group.source], wanted, group.draw)
    # On one turn units are put into pools before others are drawn.
    for number, arrival in sorted(enumerate(scenario.arrivals), key=lambda one: (one[1].turn, bool(one[1].source))):
        if arrival.how == POOL:
            left.update((key, left[key] + len(arrival.units)) for key in arrival.entry if key in left)
        if arrival.source in left:
            if not left[arrival.source] and not scenario.pools[arrival.source].back:
                message = f"the pool {arrival.source} has no units left on {subject.turn_name(arrival.turn)}"
                yield Found(message, ("reinforcements", number, "from"), hint="add units to the pool")
            if arrival.when is None:
                left[arrival.source] = _after_drawing(left[arrival.source], left[arrival.source], arrival.draw)


def _after_drawing(left: int, wanted: int, die: str) -> int:
    """How many a pool still has once some were taken from it; of a die the least is taken, which is one."""
    return left - min(left, 1 if die else wanted)


@check("REINF109", Severity.WARNING, "Both sides enter at the same hex")
def entries_shared(subject: Subject) -> Iterator[Found]:
    """Groups of both sides enter at one hex: whichever side is there first may shut the other out."""
    sides: dict[str, set[str]] = defaultdict(set)
    for number, token, name in entries_of(subject, ENTER):
        sides[name].add(subject.scenario.arrivals[number].side)
        if len(sides[name]) == 2:
            yield Found(f"both sides enter at {name}", ("reinforcements", number, "entry"), token, hex=name)
            sides[name].add("reported")


def entries_of(subject: Subject, *hows: str) -> Iterator[tuple[int, int, str]]:
    """(group, word, hex name) of every hex that units come to in one of these ways; a region is an area that its
    designer meant as it is."""
    for number, arrival in enumerate(subject.scenario.arrivals):
        for token, name in enumerate(arrival.entry if arrival.how in hows else ()):
            if name not in subject.map.regions:
                yield number, token, name


def _choose(title: str, verb: str, unit: str, value: str) -> Fix | None:
    return Fix(f"{title} {value}", verb, {"unit": unit, "value": value}) if value else None
