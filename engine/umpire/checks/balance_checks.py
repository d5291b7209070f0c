"""Checks of what the two sides can hope for: forces that are lopsided, victories that no side can earn, marks of turns
that are never played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, count
from math import inf
from typing import Final

from engine.boards.board import Spot
from engine.findings import Fix, Severity
from engine.formats.write_scenario import ranges
from engine.plural import counted
from engine.scenario import Scenario, Scoring, Side, Unit
from engine.scenario.model import ENTER
from engine.umpire.checks.place_fixes import drop
from engine.umpire.checks.registry import Found, check
from engine.umpire.checks.subject import Path, Subject

LOPSIDED: Final = 3.0
"""How many times the strength of the other side makes forces lopsided."""
_UNCHOSEN: Final = Side("", "").colour
"""The colour of a side that was given none."""
_STRENGTHS: Final = ("strength", "attack", "combat")
"""What counters call their strength; the first that is there counts."""
_NAMED: Final = ""
"""Stands for the turns that have a name among those that have a mark."""
_FACTORS: Final = (*_STRENGTHS, "defense")
"""What the loss of a unit may be counted by, beside its steps."""
_STEPS: Final = 2
"""The steps that a counter has at most."""


# -- sides and units -----------------------------------------------------------------------------------------


@check("SIDE121", Severity.INFO, "Lopsided forces", needs="units sides")
def lopsided(subject: Subject) -> Iterator[Found]:
    """One side has at least three times the strength of the other, reinforcements included. That may be meant: then
    the victory conditions have to make up for it, and a trial shows whether they do."""
    scenario = subject.scenario
    forces = dict.fromkeys(scenario.sides, 0.0)
    for unit in scenario.units.values():
        if unit.side in forces:
            forces[unit.side] += _strength(unit)
    for weak, strong in combinations(sorted(forces, key=lambda side: forces[side]), 2):
        if forces[weak] and forces[strong] >= LOPSIDED * forces[weak]:
            times = forces[strong] / forces[weak]
            names = scenario.sides[strong].name, scenario.sides[weak].name
            message = (
                f"{names[0]} is {times:.1f} times as strong as {names[1]} ({forces[strong]:g} to {forces[weak]:g})"
            )
            yield Found(message, ("sides", weak), hint="`hexwright trial` shows who wins")


def _strength(unit: Unit) -> float:
    values = (unit.values.get(name) for name in _STRENGTHS)
    return next((float(value) for value in values if isinstance(value, int | float)), 0.0)


@check("SIDE122", Severity.WARNING, "Two sides with the same colour")
def one_colour(subject: Subject) -> Iterator[Found]:
    """The counters of two sides have the same colour, so that players cannot tell them apart. Sides without a
    chosen colour are not reported."""
    for (_, first), (key, second) in combinations(subject.scenario.sides.items(), 2):
        given = second.colour.lower() != _UNCHOSEN or subject.written(("sides", key, "colour"))
        if first.colour.lower() == second.colour.lower() and given:
            message = f"{first.name} and {second.name} have counters of one colour, {second.colour}"
            fix = Fix(f"Give {second.name} another colour", "recolour_side", {"side": key})
            yield Found(message, ("sides", key, "colour"), hint="give one of them another colour", fix=fix)


@check("UNIT121", Severity.ERROR, "A unit that is both on the map and in a group")
def units_placed_and_grouped(subject: Subject) -> Iterator[Found]:
    """A unit of a group to be set up, or of a pool, is in the set-up or arrives as a reinforcement too. A counter is in
    one place."""
    scenario = subject.scenario
    arriving = {key: arrival.turn for arrival in scenario.arrivals for key in arrival.units}
    lists: list[tuple[str, Path, tuple[str, ...]]]
    lists = [(f"the group {g.name or n + 1}", ("deployment", n), g.units) for n, g in enumerate(scenario.deployments)]
    lists += [(f"the pool {key}", ("pools", key), pool.units) for key, pool in scenario.pools.items()]
    for what, path, keys in lists:
        for token, key in enumerate(keys):
            if key in scenario.setup:
                where = f"is set up in {scenario.setup[key]}"
                fix = Fix(f"Remove {subject.unit_name(key)} from the set-up", "remove_setup", {"unit": key})
            elif key in arriving:
                where = f"arrives on {subject.turn_name(arriving[key])}"
                fix = Fix(f"Remove {subject.unit_name(key)} from the reinforcements", "remove_arrival", {"unit": key})
            else:
                continue
            yield Found(
                f"{subject.unit_name(key)} is in {what}, and {where} as well",
                (*path, "units"),
                token,
                unit=key,
                fix=fix,
            )


@check("UNIT123", Severity.INFO, "Two units with the same name")
def namesakes(subject: Subject) -> Iterator[Found]:
    """Two units of one side have the same name and type: the log and the reports cannot tell them apart."""
    first: dict[tuple[str, str, str], str] = {}
    names = {unit.name for unit in subject.scenario.units.values()}
    for key, unit in subject.scenario.units.items():
        other = first.setdefault((unit.side, unit.name, unit.type), key)
        if other != key:
            name = next(name for number in count(2) if (name := f"{unit.name} ({number})") not in names)
            names.add(name)
            fix = Fix(f"Call it {name}", "set_name", {"unit": key, "value": name})
            message = f"{key} and {other} have the same name, {unit.name}"
            yield Found(message, ("units", key, "name"), unit=key, fix=fix)


@check("SETUP121", Severity.WARNING, "A group that finds its pool empty", needs="pools units deployment")
def pools_run_dry(subject: Subject) -> Iterator[Found]:
    """The groups before it have taken all units of the pool that a group draws from, so it sets up no units."""
    left = {key: len(pool.units) for key, pool in subject.scenario.pools.items()}
    for number, group in enumerate(subject.scenario.deployments):
        if group.source not in left:
            continue
        if not left[group.source]:
            message = f"the pool {group.source} is empty when the group {group.name or number + 1} draws from it"
            yield Found(message, ("deployment", number, "from"), hint="add units to the pool, or draw fewer before")
        wanted = sum(group.kinds.values()) if group.kinds else left[group.source]
        # The least that a die can give is taken: the group after it may then have something left.
        left[group.source] -= min(wanted, 1 if group.draw else wanted, left[group.source])


# -- reinforcements ------------------------------------------------------------------------------------------


@check("REINF121", Severity.WARNING, "An entry hex in enemy hands", needs="setup units")
def entries_held(subject: Subject) -> Iterator[Found]:
    """A unit of the other side is set up in an entry hex: as long as it stays, no unit can enter there."""
    scenario = subject.scenario
    holders: dict[Spot | None, list[str]] = defaultdict(list)
    for key, name in scenario.setup.items():
        holders[subject.map.find(name)].append(key)
    for number, arrival in enumerate(scenario.arrivals):
        hexes = {h for name in arrival.entry for h in subject.map.area(name)}
        enemies = [key for h in hexes for key in holders.get(h, ()) if _side(scenario, key) not in ("", arrival.side)]
        # Where there is another entry hex, one of them may be held.
        if (
            arrival.how == ENTER
            and hexes
            and len({h for h in hexes if holders.get(h)} & hexes) == len(hexes)
            and enemies
        ):
            at = scenario.setup[enemies[0]]
            message = f"enemy unit {subject.unit_name(enemies[0])} is set up in the entry hex {at}"
            yield Found(message, ("reinforcements", number, "entry"), hex=at, unit=enemies[0])


def _side(scenario: Scenario, key: str) -> str:
    return scenario.units[key].side if key in scenario.units else ""


@check("REINF124", Severity.INFO, "Reinforcements on the last turn")
def at_the_last_moment(subject: Subject) -> Iterator[Found]:
    """A group arrives on the last turn of a game of several: it can hardly change anything."""
    count = subject.scenario.turns.count
    for number, arrival in enumerate(subject.scenario.arrivals):
        if arrival.turn == count > 1 and arrival.units:
            name = arrival.name or subject.unit_name(arrival.units[0])
            message = f"{name} arrives on {subject.turn_name(count)}, the last turn"
            yield Found(message, ("reinforcements", number, "turn"), unit=arrival.units[0])


# -- victory -------------------------------------------------------------------------------------------------


@check("WIN123", Severity.WARNING, "A side that cannot win", needs="units sides victory")
def cannot_win(subject: Subject) -> Iterator[Found]:
    """Even with every point that it can score a side stays behind what the other begins with."""
    scenario = subject.scenario
    victory = scenario.victory
    if not victory.scoring or any(line.points < 0 for line in victory.scoring):
        return
    for side, named in scenario.sides.items():
        if any(win.side == side for win in victory.wins):
            continue
        best = victory.handicap.get(side, 0) + sum(_gain(subject, line, side) for line in victory.scoring)
        for other in scenario.sides:
            start, rival = victory.handicap.get(other, 0), scenario.sides[other].name
            if other != side and (best < start or (best == start and victory.tie != side)):
                message = f"{named.name} can reach at most {counted(best, 'point')}; {rival} starts with {start:g}"
                yield Found(message, ("victory",), hint=f"give {named.name} something to score for")


def _gain(subject: Subject, line: Scoring, side: str) -> float:
    """The most points that a line can give a side; infinite if unknown."""
    if line.kind == "unit":
        unit = subject.scenario.units.get(line.unit)
        return line.points if unit is not None and unit.side != side else 0.0
    if line.side not in ("", side):
        return 0.0
    if line.kind == "eliminated":
        return line.points * _losses(subject.scenario, side)
    if line.kind != "hold":
        return inf if line.points else 0.0
    region = subject.map.area(line.region) if line.region in subject.map.regions else ()
    hexes = len(line.hexes) + len(region)
    return line.points * hexes * max(1, len(line.turns))


def _losses(scenario: Scenario, side: str) -> float:
    """No less than what all enemies of a side count when they are eliminated, by factors or by steps; infinite where
    units come back, so that they can be eliminated again."""
    if scenario.replacements or any(pool.back for pool in scenario.pools.values()):
        return inf
    enemies = (unit for unit in scenario.units.values() if unit.side != side)
    return sum(max(_STEPS, *(_figure(unit, name) for name in _FACTORS)) for unit in enemies)


def _figure(unit: Unit, name: str) -> float:
    value = unit.values.get(name)
    return float(value) if isinstance(value, int | float) else 0.0


@check("WIN124", Severity.WARNING, "A level of victory that no side can earn", needs="units sides victory")
def levels_too_high(subject: Subject) -> Iterator[Found]:
    """A level of victory asks for a greater lead than all points of the victory conditions together."""
    victory = subject.scenario.victory
    if not victory.scoring or any(line.points < 0 for line in victory.scoring):
        return
    begins = {side: victory.handicap.get(side, 0) for side in subject.scenario.sides}
    leads = [
        begins[side] + sum(_gain(subject, line, side) for line in victory.scoring) - min(begins.values())
        for side in begins
    ]
    for number, level in enumerate(victory.levels):
        if level.margin > max(leads, default=inf):
            lead = counted(level.margin, "point")
            message = f"{level.name} needs a lead of {lead}; no side can lead by more than {max(leads):g}"
            path = ("victory", "levels", number)
            yield Found(message, path, fix=drop("Remove the level", path))


@check("WIN125", Severity.INFO, "A hex that counts twice")
def counted_twice(subject: Subject) -> Iterator[Found]:
    """Two lines of the victory conditions give points to the same side, on the same turns, for holding the same hex."""
    seen: dict[tuple[Spot | None, str, frozenset[int]], int] = {}
    for number, line in enumerate(subject.scenario.victory.scoring):
        for token, name in enumerate(line.hexes if line.kind == "hold" else ()):
            spot = subject.map.find(name)
            before = seen.setdefault((spot, line.side, line.turns), number)
            if spot is not None and before != number:
                message = f"line {before + 1} already gives points for {name}"
                fix = Fix("Count it once", "drop_line_hex", {"line": number, "hex": name})
                yield Found(message, ("victory", "scoring", number, "hexes"), token, hex=name, fix=fix)


# -- turns ---------------------------------------------------------------------------------------------------


@check("RULE121", Severity.WARNING, "A mark on a turn that is never played")
def marks_beyond_the_end(subject: Subject) -> Iterator[Found]:
    """The turn record marks or names a turn, as night or otherwise, that is before the first or after the last one."""
    turns = subject.scenario.turns
    marked = {"night": turns.night, **turns.marks, _NAMED: frozenset(turns.labels)}
    for what, on in sorted(marked.items()):
        beyond = [turn for turn in on if not 1 <= turn <= turns.count]
        if beyond:
            one = len(beyond) == 1
            said = (
                f"{'has' if one else 'have'} a name" if what == _NAMED else f"{'is' if one else 'are'} marked as {what}"
            )
            message = f"{'turn' if one else 'turns'} {ranges(beyond)} {said}, and the game has turns 1 to {turns.count}"
            yield Found(message, ("turns",), fix=Fix("Remove what is on these turns", "drop_turn_marks"))
