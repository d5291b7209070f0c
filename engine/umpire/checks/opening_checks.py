"""Checks that ask the rules about the position at the start: who can move, come on, and get anywhere in time.

They are made of scenarios in which nothing else is wrong. Rules that do not tell of reach or zones are not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.boards.board import place_text
from engine.errors import HexwrightError
from engine.findings import Severity
from engine.play import Game
from engine.plural import counted
from engine.scenario import Unit
from engine.scenario.model import VictoryCondition
from engine.umpire.checks.registry import Found, Scope, check
from engine.umpire.checks.subject import Subject

_NAMED: Final = 6
"""The most units that are named in one finding."""


def standing(subject: Subject, game: Game) -> Iterator[tuple[str, Unit, str]]:
    """(key, unit, hex) of every unit that is on the map at the start."""
    units = subject.scenario.units
    for key, how in game.rules.units(game.state).items():
        if how.get("at") and key in units:
            yield key, units[key], place_text(how["at"])


@check("SETUP122", Severity.INFO, "Units start in enemy zones of control", Scope.OPENING)
def starts_in_enemy_zones(subject: Subject) -> Iterator[Found]:
    """Units are set up in a zone of control of the enemy, so that they may have to stay, or to fight, in the first
    turn. Only where the rules have zones of control; a landing or a siege begins so."""
    game = subject.asked("zoc")
    if game is None:
        return
    for side, named in subject.scenario.sides.items():
        zone = game.rules.zoc(game.state, side)
        caught = [(key, unit, at) for key, unit, at in standing(subject, game) if unit.side != side]
        caught = [one for one in caught if one[2] in zone.hexes]
        if caught:
            key, _, at = caught[0]
            listed = ", ".join(f"{unit.name} in {at}" for _, unit, at in caught[:_NAMED])
            more = f" and {len(caught) - _NAMED} more" if len(caught) > _NAMED else ""
            message = f"in zones of control of {named.name} start {listed}{more}"
            yield Found(message, ("setup", key), hex=at, unit=key, rule=zone.rule)


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
        message = (
            f"{sides[best].name} leads by {counted(lead, 'point')} at the start, and {victory.sudden:g} end the game"
        )
        yield Found(message, ("victory", "sudden"), hint="ask for a greater lead, or begin more evenly")
    for number, win in enumerate(victory.wins):
        if win.at_once and _true_at_start(game, win.side, win.condition):
            message = f"{sides[win.side].name} has won at the start: {win.name or 'its way to win'} is already met"
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
    region = board.area(condition.region) if condition.region in board.regions else ()
    hexes = [*condition.hexes, *map(board.spell, region)]
    count = sum(held.get(name) == side for name in hexes)
    return bool(hexes) and count >= (condition.count or len(hexes))
