"""When commands are demoralised and armies beaten, and the score of a battle (facts.md 3.9; the limits are ours)."""

from __future__ import annotations

from typing import Final

from engine.play import Outcome, Step
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag

RULE: Final = "24.1"
"""The paragraph that speaks of demoralised commands: the main rules about them are not among the texts."""


def lost_of(field: DbmField, state: DbmState, command: int) -> int:
    """The equivalents that a command has lost, in halves."""
    return sum(_lost(field, state, unit)[1] for unit in field.commands[command].units)


def _lost(field: DbmField, state: DbmState, unit: int) -> tuple[int, int]:
    """The equivalents that are lost with an element, or with its front half (4.1): for the army and the command."""
    if state.flags[unit] & Flag.LOST:
        return field.roster.equivalents[unit]
    return field.roster.front_equivalents[unit] if state.flags[unit] & Flag.HALVED else (0, 0)


def total_of(field: DbmField, command: int) -> int:
    """The equivalents of a command when the battle began, in halves."""
    return sum(field.roster.equivalents[unit][1] for unit in field.commands[command].units)


def army_lost(field: DbmField, state: DbmState, side: int) -> int:
    """The equivalents that an army has lost, with those left in its demoralised commands, in halves."""
    lost = 0
    for number in field.roster.commands_of(side):
        broken = bool(state.demoralised >> number & 1)
        for unit in field.commands[number].units:
            lost += field.roster.equivalents[unit][0] if broken else _lost(field, state, unit)[0]
    return lost


def army_total(field: DbmField, side: int) -> int:
    """The equivalents of an army when the battle began, in halves."""
    return sum(field.roster.equivalents[unit][0] for unit in field.units if field.side(unit) == side)


def is_beaten(field: DbmField, state: DbmState, side: int) -> bool:
    """Whether an army is beaten."""
    total = army_total(field, side)
    return total > 0 and army_lost(field, state, side) * field.tables.breaking.army >= total


def settle(field: DbmField, state: DbmState, step: Step) -> None:
    """Demoralise the commands that have lost their share, and end the battle when an army is beaten."""
    for number, command in enumerate(field.commands):
        total = total_of(field, number)
        broken = total > 0 and lost_of(field, state, number) * field.tables.breaking.command >= total
        if broken and not state.demoralised >> number & 1:
            state.demoralised |= 1 << number
            state.cache = {}
            lost = lost_of(field, state, number) / 2
            step.say("demoralised", field.cite(RULE), command=command.key, equivalents=lost)
    for side in range(2):
        if is_beaten(field, state, side) and not state.ended:
            state.ended = True
            lost = army_lost(field, state, side) / 2
            step.say("lost", field.cite(RULE), side=field.roster.sides[side], equivalents=lost)


def say_end(field: DbmField, state: DbmState, step: Step) -> None:
    """Tell how the battle ended."""
    ended = outcome(field, state)
    if ended is not None:
        step.say("end", field.cite(RULE), **{key: said for key, said in ended.to_json().items() if key != "rule"})


def points(field: DbmField, state: DbmState) -> tuple[int, int]:
    """The score of both sides: the points of enemy commands that are demoralised, and of own ones that are not."""
    found = [0, 0]
    for side in range(2):
        for number, worth in _worths(field, side).items():
            found[1 - side if state.demoralised >> number & 1 else side] += worth
    return found[0], found[1]


def _worths(field: DbmField, side: int) -> dict[int, int]:
    """The points that each command of a side is worth: one each, the rest that of the commander in chief."""
    commands = field.roster.commands_of(side)
    if not commands:
        return {}
    chief = next((one for one in commands if field.commands[one].rank == "cinc"), commands[0])
    worth = dict.fromkeys(commands, 1)
    worth[chief] = max(1, field.tables.breaking.points - (len(commands) - 1))
    return worth


def outcome(field: DbmField, state: DbmState) -> Outcome | None:
    """How the battle ended: an army that alone is beaten loses; else the higher score wins. Of equal scores the army
    wins that has lost the smaller part of its equivalents, where the option says so."""
    if not state.ended:
        return None
    score = points(field, state)
    names = field.roster.sides
    told = {names[side]: float(score[side]) for side in range(2)}
    winner, reason = _winner(field, state, score)
    return Outcome(names[winner] if winner >= 0 else "", reason, field.cite(RULE), score=told)


def _winner(field: DbmField, state: DbmState, score: tuple[int, int]) -> tuple[int, str]:
    """The side that wins, or -1, and why."""
    beaten = [side for side in range(2) if is_beaten(field, state, side)]
    if len(beaten) == 1:
        return 1 - beaten[0], f"the army of {field.roster.side_names[beaten[0]]} is beaten"
    if score[0] != score[1]:
        return (0 if score[0] > score[1] else 1), f"the score is {max(score)} to {min(score)}"
    lost = [army_lost(field, state, side) * army_total(field, 1 - side) for side in range(2)]
    if lost[0] == lost[1] or field.options["equal_scores"] == "draw":
        return -1, "both sides have the same score"
    ahead = 0 if lost[0] < lost[1] else 1
    return ahead, f"the score is equal; {field.roster.side_names[ahead]} has lost the smaller part of its army"
