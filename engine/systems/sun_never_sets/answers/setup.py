"""What the umpire asks of a scenario under these rules, before it is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.errors import HexwrightError
from engine.findings import Finding, Fix, Place, Severity
from engine.hexes.board.battlemap import hexes_of
from engine.mechanics.hexes.setup import counters, unit_finding
from engine.play.words import Names
from engine.scenario import Scenario
from engine.scenario.model import ENTER, PLACE
from engine.systems.sun_never_sets.base.counters import (
    BOATS,
    CIVILIANS,
    EMPIRE,
    FLEET,
    GUNS,
    HEADQUARTERS,
    NATIVE,
    SUPPLY,
    UnitValues,
)
from engine.systems.sun_never_sets.base.field import SWITCH_OF
from engine.systems.sun_never_sets.base.ground import Ground
from engine.systems.sun_never_sets.base.options import OPTIONS
from engine.systems.sun_never_sets.base.special import Special
from engine.systems.sun_never_sets.base.tables import Tables
from engine.systems.sun_never_sets.base.waters import Waters
from engine.systems.sun_never_sets.campaigns.abyssinia import MAGDALA, Abyssinia, unplaced
from engine.systems.sun_never_sets.position.points import COMMANDER, HELD, POLITICAL, REACHED
from engine.systems.sun_never_sets.position.railways import potential

_FOOT: Final = "BLMRS"
WEAPONS: Final = {
    "infantry": _FOOT,
    "mounted_infantry": _FOOT,
    "camel_corps": _FOOT,
    "engineer": _FOOT,
    "pioneer": _FOOT,
    "cavalry": "CS",
    **dict.fromkeys((*GUNS, *BOATS, FLEET), "ABFGHLMR"),
}
"""The weapons that each arm may have (2.44); other types have none."""


def _side(scenario: Scenario, key: str) -> str:
    """What people call a side; its key where there is no such side."""
    return scenario.sides[key].name if key in scenario.sides else key


def side_findings(scenario: Scenario) -> Iterator[Finding]:
    """The roles of the sides, without which no side is British (2.0)."""
    roles = sorted(side.role for side in scenario.sides.values())
    if len(roles) == 2 and roles != sorted((EMPIRE, NATIVE)):
        yield Finding(
            "SIDE131",
            Severity.ERROR,
            f"the sides need the roles {EMPIRE} and {NATIVE}, one each",
            Place(path=("sides",)),
            "sns2:2.0",
            f"add `role: {EMPIRE}` to one side and `role: {NATIVE}` to the other",
        )


def unit_findings(scenario: Scenario) -> Iterator[Finding]:
    """Counters whose values do not go together (2.44, 2.48, 10.2)."""
    chiefs: dict[str, str] = {}
    for unit, values in counters(scenario, UnitValues):
        key, allowed = unit.key, WEAPONS.get(unit.type, "")
        if (values.strength or values.guns) and values.weapon not in allowed:
            one_of = f"one of {' '.join(allowed)}" if allowed else "none"
            message = f"{unit.name} ({key}) has the weapon {values.weapon}; {unit.type} has {one_of}"
            yield unit_finding(unit, "UNIT131", message, "sns2:2.44", ("weapon",))
        leads = values.tactical or values.strategic or values.commander
        if unit.type != HEADQUARTERS and leads:
            message = f"{unit.name} ({key}) is not a headquarters, so its headquarters values have no effect"
            yield unit_finding(unit, "UNIT132", message, "sns2:2.48", (), severity=Severity.WARNING)
        elif values.commander:
            if unit.side in chiefs:
                both = f"{unit.name} ({key}) and {chiefs[unit.side]}"
                message = f"{both} are both commander in chief of the {_side(scenario, unit.side)}"
                yield unit_finding(unit, "UNIT133", message, "sns2:10.2", ("commander",), severity=Severity.WARNING)
            chiefs.setdefault(unit.side, key)


def chapter_findings(scenario: Scenario) -> Iterator[Finding]:
    """Units that stay out because the optional chapter they belong to is not played (26.0, 27.0, 28.0, 30.0)."""
    for unit in scenario.units.values():
        switch = SWITCH_OF.get(unit.type, "")
        if switch and not scenario.options.get(switch):
            message = f"{unit.name} ({unit.key}) stays out of the game while {switch} are not played"
            hint = f"set `options: {{{switch}: true}}`"
            rule = OPTIONS[switch].rule
            fix = Fix(f"Play with {switch}", "set_option", {"name": switch, "value": True})
            yield unit_finding(unit, "UNIT134", message, rule, (), hint, Severity.WARNING, fix)


def _tables(scenario: Scenario) -> Tables | None:
    """The tables of a scenario; None where its own do not fit, which another check says."""
    try:
        return Tables.of(scenario.tables)
    except HexwrightError:
        return None


def _special(scenario: Scenario) -> Special | None:
    """The exclusive rules of a scenario; None where they do not fit, which another check says."""
    try:
        return Special.of(scenario)
    except HexwrightError:
        return None


def afloat_findings(scenario: Scenario) -> Iterator[Finding]:
    """Boats and fleets that are set up where they cannot lie (27.1, 28.1)."""
    shipped = [unit for unit in scenario.units.values() if unit.type in (*BOATS, FLEET)]
    tables = _tables(scenario) if shipped else None
    if tables is None:
        return
    waters = Waters(Ground(hexes_of(scenario.map), tables), tables)
    for unit in shipped:
        fleet = unit.type == FLEET
        at = scenario.setup.get(unit.key, "")
        h = hexes_of(scenario.map).grid.find(at)
        if at and h >= 0 and not (waters.sails(h) if fleet else h in waters.shores):
            needs = "sea or a coastal hex" if fleet else "a hex beside a major river or the coast"
            message = f"{unit.name} ({unit.key}) is set up in {at}, where it cannot lie: it needs {needs}"
            place = Place(path=("setup", unit.key), hex=at, unit=unit.key)
            yield Finding("SETUP132", Severity.ERROR, message, place, "sns2:28.1" if fleet else "sns2:27.1")


def opening_findings(scenario: Scenario) -> Iterator[Finding]:
    """Boats, sieges, railways and hostages that are said to be there as the game begins, and cannot be (27.11, 18.1,
    30.2, abyssinia:6.5, 6.6)."""
    special = _special(scenario)
    if special is None:
        return
    if special.hostages:
        yield from _hostages(scenario, special)
    if special.campaign == Abyssinia.key and scenario.options.get("hostages") == "die":
        missing = unplaced({name: _hexes(scenario, names) for name, names in special.places.items()})
        if missing:
            message, place = f"the hostages have no place: {missing}", Place(path=("special", "places"))
            hint = "name a hex for each, or leave the option `hostages` out"
            yield Finding("SETUP135", Severity.ERROR, message, place, "sns2:abyssinia:6.6", hint)
    if not (special.banks or special.sieges or special.railway or special.cuts):
        return
    tables = _tables(scenario)
    if tables is None:
        return
    ground = Ground(hexes_of(scenario.map), tables)
    yield from _banks(scenario, special, Waters(ground, tables))
    yield from _sieges(scenario, special, ground)
    yield from _railway(scenario, special, ground)


def shores(scenario: Scenario, h: int) -> tuple[int, ...]:
    """The hexsides of a hex that a boat may lie along (27.11); none while the scenario's tables do not fit."""
    tables = _tables(scenario)
    if tables is None:
        return ()
    return tuple(Waters(Ground(hexes_of(scenario.map), tables), tables).shores.get(h, ()))


def _banks(scenario: Scenario, special: Special, waters: Waters) -> Iterator[Finding]:
    grid = hexes_of(scenario.map).grid
    for key, name in special.banks.items():
        unit, at = scenario.units[key], scenario.setup.get(key, "")
        place = Place(path=("special", "banks", key), hex=at, unit=key)
        h, side = grid.find(at), grid.parse_side(name)
        if unit.type not in BOATS:
            message = f"{unit.name} ({key}) is not a boat and cannot be on a hexside"
        elif h >= 0 and side not in waters.shores.get(h, ()):
            open_sides = " ".join(grid.side_name(one) for one in waters.shores.get(h, ()))
            message = f"{unit.name} ({key}) is set up in {at} and cannot lie on {name}"
            message += f"; it may lie on {open_sides}" if open_sides else ""
        elif h < 0 and side not in waters.sides:
            message = f"{unit.name} ({key}) cannot lie on {name}, which is not a hexside of a major river or the coast"
        else:
            continue
        yield Finding("SETUP133", Severity.ERROR, message, place, "sns2:27.11")


def _sieges(scenario: Scenario, special: Special, ground: Ground) -> Iterator[Finding]:
    grid, spoken = hexes_of(scenario.map).grid, hexes_of(scenario.map).spoken
    owners: dict[int, str] = {}
    for key, at in scenario.setup.items():
        if key in scenario.units:
            owners.setdefault(grid.find(at), scenario.units[key].side)
    for name, hexes in special.sieges.items():
        fortress, place = grid.parse(name), Place(path=("special", "sieges", name), hex=name)
        held, said = owners.get(fortress, ""), spoken(fortress)
        if not ground.fortress[fortress] or not held:
            missing = "no fortress" if not ground.fortress[fortress] else "no garrison set up"
            message = f"no unit is besieged in {said}: there is {missing}"
            yield Finding("SETUP134", Severity.ERROR, message, place, "sns2:18.1")
            continue
        if not hexes:
            message, hint = f"no unit besieges {said}", "name the hexes of the besiegers"
            yield Finding("SETUP134", Severity.ERROR, message, place, "sns2:18.1", hint)
        for h in _hexes(scenario, hexes):
            near, there = fortress in ground.open[h], owners.get(h, "")
            if near and there not in ("", held):
                continue
            enemy = next(side.name for key, side in scenario.sides.items() if key != held)
            whose = (
                f"units of {scenario.sides[held].name}, the garrison's own side, are" if there == held else "no unit is"
            )
            why = (
                "it is not next to the fortress, or cannot be entered from there"
                if not near
                else f"{whose} set up there"
            )
            message = f"{said} is not besieged from {spoken(h)}: {why}"
            hint = f"name a hex next to {said} in which a unit of {enemy} is set up"
            yield Finding("SETUP134", Severity.ERROR, message, place, "sns2:18.1", hint)


def _hostages(scenario: Scenario, special: Special) -> Iterator[Finding]:
    unit, rule = scenario.units[special.hostages], "sns2:abyssinia:6.5"
    said, path = f"{unit.name} ({unit.key})", ("special", "hostages")
    side = scenario.sides.get(unit.side)
    if side is None:
        # Another check says so.
        return
    place, empire = Place(path=path, unit=unit.key), side.role == EMPIRE
    waits = any(unit.key in pool.units for pool in scenario.pools.values())
    if unit.type != CIVILIANS or not empire:
        why = f"no unit of the side with the role {EMPIRE}" if not empire else f"{unit.type} and no {CIVILIANS}"
        yield Finding("SETUP135", Severity.ERROR, f"{said} cannot be the hostages: {why}", place, rule)
    elif not waits and not scenario.setup.get(unit.key):
        hint = "put the hostages into a pool; they enter the map where they are freed"
        yield Finding(
            "SETUP135", Severity.ERROR, f"{said} cannot be freed: in no pool, and not set up", place, rule, hint
        )
    elif special.campaign != Abyssinia.key or not special.places.get(MAGDALA):
        missing = "the campaign is another" if special.campaign != Abyssinia.key else f"no place {MAGDALA} is named"
        hint = f"set `campaign: {Abyssinia.key}`, and its hex as `{MAGDALA}` among the places"
        message = f"{said} cannot be freed: {missing}"
        yield Finding("SETUP135", Severity.ERROR, message, place, rule, hint)


def _railway(scenario: Scenario, special: Special, ground: Ground) -> Iterator[Finding]:
    grid = hexes_of(scenario.map).grid
    hexes = _hexes(scenario, special.railway)
    laid = potential(ground, hexes)
    joined = {h for side in laid for h in grid.side_hexes(side)}
    lines = {h for side in ground.rails | laid for h in grid.side_hexes(side)}
    apart, uncut = (
        " ".join(grid.name(h) for h in sorted(some))
        for some in (set(hexes) - joined, set(_hexes(scenario, special.cuts)) - lines)
    )
    if apart:
        message = f"no potential railway runs from {apart} to another hex in which it is marked as finished"
        place = Place(path=("special", "railway"), hex=apart.split()[0])
        yield Finding("RULE132", Severity.ERROR, message, place, "sns2:30.2")
    if uncut:
        message = f"there is no finished railway in {uncut} that could be cut"
        place = Place(path=("special", "cuts"), hex=uncut.split()[0])
        yield Finding("RULE132", Severity.ERROR, message, place, "sns2:30.32")


def _hexes(scenario: Scenario, names: Iterable[str]) -> list[int]:
    return [h for name in names for h in scenario.map.area(name)]


def rule_findings(scenario: Scenario) -> Iterator[Finding]:
    """Exclusive rules, reinforcements and lines of victory that come to nothing (12.64, 13.3, 15.2, 16.2)."""
    special = _special(scenario)
    if special is not None:
        yield from _closed(scenario, special)
        yield from _supply(scenario, special)
    for number, line in enumerate(scenario.victory.scoring):
        if line.kind in (REACHED, HELD, COMMANDER, POLITICAL) and not line.side:
            place = Place(path=("victory", "scoring", number))
            hint = "add `side:` with the side that gains the points"
            message = "the line does not name the side that gains its points"
            yield Finding("WIN131", Severity.ERROR, message, place, "sns2:16.2", hint)
    yield from _uncounted(scenario)
    for number, group in enumerate(scenario.arrivals):
        if group.how == ENTER:
            what = group.name or f"the reinforcements of {scenario.turns.said(group.turn)}"
            message = f"{what} would enter the map by themselves; under these rules they are put into hexes"
            place = Place(path=("reinforcements", number))
            fix = Fix("Put them into hexes", "put_at", {"path": ["reinforcements", number, "how"], "value": PLACE})
            yield Finding("REINF131", Severity.ERROR, message, place, "sns2:13.3", "write how: place", fix)


def _uncounted(scenario: Scenario) -> Iterator[Finding]:
    """Points that the track of victory points cannot show: it counts in whole numbers, and from 0 on (16.2)."""
    victory, names = scenario.victory, Names(scenario)
    begun: dict[tuple[str | int, ...], float] = {
        ("victory", "handicap", side): points for side, points in victory.handicap.items()
    }
    lines = {("victory", "scoring", number, "points"): line.points for number, line in enumerate(victory.scoring)}
    for path, points in (begun | lines).items():
        if points != int(points):
            message = f"points are whole numbers, and {points:g} is none"
            yield Finding("WIN132", Severity.ERROR, message, Place(path=path), "sns2:16.2")
    for path, points in begun.items():
        if points < 0:
            message = f"{names.side(path[2])} cannot begin with fewer than 0 points"
            hint = "give the points to the other side"
            yield Finding("WIN132", Severity.ERROR, message, Place(path=path), "sns2:16.2", hint)


def _closed(scenario: Scenario, special: Special) -> Iterator[Finding]:
    for side, names in special.closed.items():
        hexes = set(_hexes(scenario, names))
        for key, at in scenario.setup.items():
            unit = scenario.units.get(key)
            if unit is not None and unit.side == side and hexes_of(scenario.map).grid.find(at) in hexes:
                message = f"{unit.name} ({key}) is set up in {at}, which is closed to the {_side(scenario, side)}"
                place = Place(path=("setup", key), hex=at, unit=key)
                yield Finding("SETUP131", Severity.ERROR, message, place, "sns2:15.2")


def _supply(scenario: Scenario, special: Special) -> Iterator[Finding]:
    for side, number in special.supply_units.items():
        trains = [key for key, unit in scenario.units.items() if unit.side == side and unit.type == SUPPLY]
        path = ("special", "supply_units", side)
        if number and not trains:
            message = f"{_side(scenario, side)}: supply units arrive each turn, but no unit is a supply unit"
            yield Finding("RULE131", Severity.WARNING, message, Place(path=path), "sns2:12.64")
        elif number and not special.communication.get(side):
            message = f"{_side(scenario, side)}: supply units arrive each turn, but they have no line of communication"
            yield Finding("RULE131", Severity.WARNING, message, Place(path=path), "sns2:13.3")
