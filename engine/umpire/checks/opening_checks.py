"""Checks that ask the rules about the position at the start: who can move, come on, and get anywhere in time.

They are made of scenarios in which nothing else is wrong. Rules that do not tell of reach or zones are not asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.errors import HexwrightError
from engine.findings import Fix, Severity
from engine.play import Game
from engine.plural import counted
from engine.scenario import Unit
from engine.scenario.model import ENTER, VictoryCondition
from engine.umpire.checks.registry import Found, Scope, check
from engine.umpire.checks.subject import Subject
from engine.umpire.planning import Lone

_NAMED: Final = 6
"""So many units are named in one finding."""
_TRIED: Final = 4
"""So many of a side's units nearest to an objective are tried one by one, before all."""


def _standing(subject: Subject, game: Game) -> Iterator[tuple[str, Unit, str]]:
    """(key, unit, hex) of every unit that is on the map at the start."""
    units = subject.scenario.units
    for key, how in game.rules.units(game.state).items():
        if how.get("at") and key in units:
            yield key, units[key], str(how["at"])


@check("SETUP122", Severity.INFO, "Units start in enemy zones of control", Scope.OPENING)
def starts_in_enemy_zones(subject: Subject) -> Iterator[Found]:
    """Units are set up in a zone of control of the enemy, so that they may have to stay, or to fight, in the first
    turn. Only where the rules have zones of control; a landing or a siege begins so."""
    game = subject.asked("zoc")
    if game is None:
        return
    for side, named in subject.scenario.sides.items():
        zone = game.rules.zoc(game.state, side)
        caught = [(key, unit, at) for key, unit, at in _standing(subject, game) if unit.side != side]
        caught = [one for one in caught if one[2] in zone["hexes"]]
        if caught:
            key, _, at = caught[0]
            listed = ", ".join(f"{unit.name} in {at}" for _, unit, at in caught[:_NAMED])
            more = f" and {len(caught) - _NAMED} more" if len(caught) > _NAMED else ""
            message = f"in zones of control of {named.name} start {listed}{more}"
            yield Found(message, ("setup", key), hex=at, unit=key, rule=str(zone.get("rule", "")))


@check("UNIT122", Severity.WARNING, "A unit that cannot leave its hex", Scope.OPENING)
def rooted_units(subject: Subject) -> Iterator[Found]:
    """A unit that has movement points cannot go anywhere from the hex where it is set up, even if it were alone on the
    map: the ground around it is closed to it, or costs more than it has. Those that go by water are left out."""
    game = subject.asked("reach")
    if game is None:
        return
    lone = Lone(game.rules)
    for key, unit, at in _standing(subject, game):
        if unit.values.get("movement") != 0 and not subject.is_afloat(unit) and not lone.reach(key, at):
            yield Found(
                f"{subject.unit_name(key)} cannot leave {at}, even without enemies",
                ("setup", key),
                hex=at,
                unit=key,
                hint="move it, or open a way out of the hex",
                fix=Fix(f"Place {subject.unit_name(key)} elsewhere", "place_unit", {"unit": key}),
            )


def _dry(subject: Subject, key: str, names: Iterable[str]) -> list[str]:
    """Those of some hexes where a unit may stand, as far as water goes."""
    if subject.is_afloat(subject.scenario.units[key]):
        return list(names)
    return [name for name in names if subject.grid.find(name) not in subject.wet]


@check("REINF123", Severity.ERROR, "Reinforcements that cannot enter", Scope.OPENING)
def shut_out(subject: Subject) -> Iterator[Found]:
    """A unit cannot come onto the map at any of its entry hexes, even if nobody else were there: the hex is closed to
    it, costs more movement points than it has, or is the one of a region that the rules take and lies in the water."""
    game = subject.asked("reach")
    if game is None:
        return
    lone = Lone(game.rules)
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


@check("WIN121", Severity.WARNING, "An objective out of reach in the time", Scope.OPENING)
def objectives_too_far(subject: Subject) -> Iterator[Found]:
    """No unit of a side that does not hold an objective at the start can be there before the game ends, even alone on
    the map: it stays with whoever has it, and its points decide nothing."""
    game = subject.asked("reach")
    if game is None:
        return
    lone, told, turns = Lone(game.rules), set[str](), subject.scenario.turns.count
    for index, line in enumerate(subject.scenario.victory.scoring):
        if line.kind != "hold":
            continue
        contenders = [side for side in subject.scenario.sides if side != line.initial]
        for token, name in enumerate(line.hexes):
            if name not in told and not any(_gets_there(subject, game, lone, side, name) for side in contenders):
                told.add(name)
                who = " or ".join(subject.scenario.sides[side].name for side in contenders)
                yield Found(
                    f"no unit of {who} can reach the objective {name} in {counted(turns, 'turn')}",
                    ("victory", "scoring", index, "hexes"),
                    token,
                    hex=name,
                    hint="bring the objective or the units nearer, or play more turns",
                )


def _gets_there(subject: Subject, game: Game, lone: Lone, side: str, goal: str) -> bool:
    """Whether any unit of a side can be in a hex by the end of the last turn."""
    turns, grid = subject.scenario.turns.count, subject.grid
    target = grid.parse(goal)
    starts = [(key, at, 1) for key, unit, at in _standing(subject, game) if unit.side == side]
    if any(at == goal for _, at, _ in starts):
        return True
    if any(group.side == side for group in subject.scenario.deployments):
        return True  # Where they will stand is their owner's choice.
    arrivals = [arrival for arrival in subject.scenario.arrivals if arrival.side == side]
    if any(arrival.how != ENTER for arrival in arrivals):
        return True
    starts += [(key, "", arrival.turn) for arrival in arrivals for key in arrival.units]
    near = sorted(starts, key=lambda one: (grid.distance(grid.parse(one[1]), target) if one[1] else 0, one))
    for key, at, first in [*near[:_TRIED], *near[_TRIED:]]:
        if lone.turns_to(key, lone.reach(key, at, first), goal, turns - first + 1) is not None:
            return True
    return False


@check("WIN122", Severity.WARNING, "A game that is decided before it begins", Scope.OPENING)
def decided_at_the_start(subject: Subject) -> Iterator[Found]:
    """At the start one side leads by so many points that the game ends with its first turn, or a way to win at once is
    open to it already."""
    victory, sides = subject.scenario.victory, subject.scenario.sides
    game = subject.opening if victory.sudden or victory.wins else None
    if game is None:
        return
    score = game.rules.status(game.state).get("score") or {}
    lead = max(score.values(), default=0) - min(score.values(), default=0)
    if victory.sudden and lead >= victory.sudden:
        best = max(score, key=lambda side: score[side])
        message = f"{sides[best].name} leads by {lead:g} points at the start, and {victory.sudden:g} end the game"
        yield Found(message, ("victory", "sudden"), hint="ask for a greater lead, or begin more evenly")
    for number, win in enumerate(victory.wins):
        if win.at_once and _true_at_start(game, win.side, win.condition):
            message = f"{sides[win.side].name} has won at the start: {win.name or 'its way to win'} is so already"
            yield Found(message, ("victory", "wins", number))


def _true_at_start(game: Game, side: str, condition: VictoryCondition) -> bool:
    """Whether a condition is so before anybody has moved; what only play can tell is not."""
    if condition.kind == "turn":
        return condition.count <= 1
    if condition.kind == "all":
        return bool(condition.of) and all(_true_at_start(game, side, inner) for inner in condition.of)
    if condition.kind == "any":
        return any(_true_at_start(game, side, inner) for inner in condition.of)
    if condition.kind != "hold":
        return False
    board = game.scenario.map
    try:
        held = game.rules.objectives(game.state)
    except HexwrightError:
        return False
    region = board.regions.get(condition.region)
    hexes = [*condition.hexes, *(board.grid.name(h) for h in (sorted(region.hexes) if region else ()))]
    count = sum(held.get(name) == side for name in hexes)
    return bool(hexes) and count >= (condition.count or len(hexes))
