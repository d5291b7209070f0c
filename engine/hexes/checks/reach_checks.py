"""Checks that ask the rules where units on a hex map can get to from the position at the start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.findings import Fix, Severity
from engine.hexes.checks.subject import HexSubject, hex_check
from engine.hexes.planning import Company, Lone
from engine.play import Game
from engine.plural import counted
from engine.scenario.model import ENTER
from engine.umpire.checks.opening_checks import standing
from engine.umpire.checks.registry import Found, Scope


@hex_check("UNIT122", Severity.WARNING, "A unit that cannot leave its hex", Scope.OPENING)
def rooted_units(subject: HexSubject) -> Iterator[Found]:
    """A unit that has movement points cannot go anywhere from the hex where it is set up, even if it were alone on the
    map: the ground around it is closed to it, or costs more than it has. Those that go by water are left out."""
    game = subject.asked("reach")
    if game is None:
        return
    lone = Lone(game.rules)
    for key, unit, at in standing(subject, game):
        if unit.values.get("movement") != 0 and not subject.is_afloat(unit) and not lone.reach(key, at):
            yield Found(
                f"{subject.unit_name(key)} could not leave {at} even if there were no enemies",
                ("setup", key),
                hex=at,
                unit=key,
                hint="move it, or open a way out of the hex",
                fix=Fix(f"Place {subject.unit_name(key)} elsewhere", "place_unit", {"unit": key}),
            )


def _dry(subject: HexSubject, key: str, names: Iterable[str]) -> list[str]:
    """Those of some hexes where a unit may stand, as far as water goes."""
    if subject.is_afloat(subject.scenario.units[key]):
        return list(names)
    return [name for name in names if subject.grid.find(name) not in subject.wet]


def _unconditionally(game: Game) -> Game:
    """A game in which no reinforcements wait for a condition, which is not met with one unit on the map."""
    arrivals = game.scenario.arrivals
    if all(arrival.when is None for arrival in arrivals):
        return game
    return Game(replace(game.scenario, arrivals=tuple(replace(arrival, when=None) for arrival in arrivals)))


@hex_check("REINF123", Severity.ERROR, "Reinforcements that cannot enter", Scope.OPENING)
def shut_out(subject: HexSubject) -> Iterator[Found]:
    """A unit cannot come onto the map at any of its entry hexes, even if no other unit were there: the hex is closed to
    it, costs more movement points than it has, or is the one of a region that the rules take and lies in the water. A
    condition that it waits for counts as met."""
    game = subject.asked("reach")
    if game is None:
        return
    lone = Lone(_unconditionally(game).rules)
    for number, arrival in enumerate(subject.scenario.arrivals):
        for token, key in enumerate(arrival.units if arrival.how == ENTER else ()):
            if not _dry(subject, key, lone.reach(key, "", arrival.turn)):
                where = ", ".join(arrival.entry)
                yield Found(
                    f"{subject.unit_name(key)} cannot enter at {where}, even without enemies",
                    ("reinforcements", number, "units"),
                    token,
                    unit=key,
                    hint="choose another entry hex, or ground that it can cross",
                )


@hex_check("WIN121", Severity.WARNING, "An objective out of reach in the time", Scope.OPENING)
def objectives_too_far(subject: HexSubject) -> Iterator[Found]:
    """No unit of a side that does not hold an objective at the start can be there before the game ends, even alone on
    the map: it stays with its holder, and its points decide nothing."""
    game = subject.asked("reach")
    if game is None:
        return
    lone, sides = Lone(game.rules), subject.scenario.sides
    companies = {side: _company(subject, game, lone, side) for side in sides}
    told, known = set[str](), dict[str, frozenset[str]]()

    def who_gets_there(name: str) -> frozenset[str]:
        if name not in known:
            able = (side for side, company in companies.items() if company is None or company.gets_to(name))
            known[name] = frozenset(able)
        return known[name]

    for index, line in enumerate(subject.scenario.victory.scoring):
        if line.kind != "hold":
            continue
        contenders = [side for side in sides if side != line.initial]
        for token, name in enumerate(line.hexes):
            if name not in told and who_gets_there(name).isdisjoint(contenders):
                told.add(name)
                who = " or ".join(sides[side].name for side in contenders)
                yield Found(
                    f"no unit of {who} can reach the objective {name} in"
                    f" {counted(subject.scenario.turns.count, 'turn')}",
                    ("victory", "scoring", index, "hexes"),
                    token,
                    hex=name,
                    hint="bring the objective or the units nearer, or play more turns",
                )


def _company(subject: HexSubject, game: Game, lone: Lone, side: str) -> Company | None:
    """The units of a side that are on the map or come in time; None where its owner may put some into any hex."""
    scenario = subject.scenario
    arrivals = [arrival for arrival in scenario.arrivals if arrival.side == side]
    # Where units of a group or of these reinforcements will stand is their owner's choice.
    if any(group.side == side for group in scenario.deployments) or any(one.how != ENTER for one in arrivals):
        return None
    starts = [(key, at, 1) for key, unit, at in standing(subject, game) if unit.side == side]
    starts += [(key, "", arrival.turn) for arrival in arrivals for key in arrival.units]
    return Company(lone, starts, scenario.turns.count)
