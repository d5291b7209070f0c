"""What an attack promises before the die is thrown, and how that comes about (6.2, 6.9, 6.11, 6.16, 7.3, 7.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import added_by, attack_of, column_of
from engine.mechanics.bits import bits
from engine.mechanics.hexes import attacks, knowledge
from engine.play import Action
from engine.play.answers import BattleAccount, Likelihood, OddsModifier, Prospects, Strength
from engine.systems.twilights_last_gleaming import battle
from engine.systems.twilights_last_gleaming.aftermath import agenda, asked_of_guns, meaning_for_guns
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.state import TlgState
from engine.systems.twilights_last_gleaming.tables import Tables

COLUMN: Final = "column"
"""What shifts count."""


def prospects(field: TlgField, state: TlgState, target: str, places: Mapping[str, str]) -> Prospects | None:
    """What an attack on a hex promises by those of some units that have not attacked in this phase (6.2, 6.3)."""
    twin, units = field.standing(state, places)
    attackers = tuple(u for u in units if not state.fought >> u & 1)
    targets = (field.grid.parse(target),)
    if not attackers or not state.stacks.get(targets[0]):
        return None
    found = battle.odds(field, twin, targets, attackers)
    near, _ = battle.split(field, twin, targets, attackers)
    return _promised(field, twin, found.column, near, _defenders(state, targets))


def announced(field: TlgField, state: TlgState, action: Action) -> Prospects | None:
    """What the attack promises that an action makes, or adds to, or fights at lower odds (6.2, 6.9, 6.11, 6.16)."""
    targets, attackers, lowered = _attack_of(state, action)
    if not attackers or not all(state.stacks.get(h) for h in targets) or any(state.where[u] < 0 for u in attackers):
        return None
    near, guns = battle.split(field, state, targets, attackers)
    odds = battle.odds(field, state, targets, attackers)
    column = odds.column if lowered == NOWHERE else min(lowered, odds.column)
    shifts = [OddsModifier(shift.columns, COLUMN, shift.cause, f"tlg2:{shift.rule}") for shift in odds.shifts]
    if column < odds.column:
        shifts.append(OddsModifier(column - odds.column, COLUMN, "odds lowered by choice", "tlg2:6.16"))
    kind = battle.kind_of(near, guns)
    defenders = _defenders(state, targets)
    promised = _promised(field, state, column, near, defenders)
    meanings = Tables.of(field.scenario.tables).combat_results.results
    account = BattleAccount(
        kind=kind,
        rule=f"tlg2:{battle.RULES[kind]}",
        targets=tuple(field.grid.name(h) for h in targets),
        attackers=tuple(_attacker(field, state, u, value, guns) for u, value in sorted(odds.strengths.items())),
        defenders=tuple(
            Strength(field.roster.keys[u], field.roster.defence(u, state.steps[u]), rule="tlg2:6.2") for u in defenders
        ),
        terrain=tuple(knowledge.ground_of(field, h) for h in targets),
        compared=f"{odds.attack} against {odds.defence} is {odds.basic}",
        modifiers=tuple(shifts),
        column=promised.odds,
        columns=field.crt.columns,
        shares=tuple(
            Likelihood(result, _meaning(meanings, near, result), chance, _good(result, near))
            for result, chance in field.crt.distribution(column).items()
        ),
    )
    return replace(promised, account=account)


def _attack_of(state: TlgState, action: Action) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """The target hexes, the attackers and the column chosen (or NOWHERE) of the attack that an action is about."""
    top = state.top
    if action.verb == "attack":
        return attack_of(action)
    if not isinstance(top, attacks.Declaring) or action.verb not in (*top.adds, "fight"):
        return (), (), NOWHERE
    targets, attackers = top.against, top.attackers
    if action.verb == "also":
        return (*targets, added_by(action)), attackers, NOWHERE
    if action.verb == "with":
        return targets, tuple(sorted({*attackers, added_by(action)})), NOWHERE
    return targets, attackers, column_of(action, NOWHERE)


def _attacker(field: TlgField, state: TlgState, u: int, value: int, guns: list[int]) -> Strength:
    """How a unit takes part: a gun that fires from afar may count for less than is printed (7.3, 7.4)."""
    key = field.roster.keys[u]
    if u not in guns:
        return Strength(key, value)
    if value < field.roster.factor(u, state.steps[u]):
        return Strength(key, value, "bombards from a distance, or over an obstacle", "tlg2:7.3")
    return Strength(key, value, "bombards", "tlg2:7.4")


def _defenders(state: TlgState, targets: tuple[int, ...]) -> list[int]:
    return [u for h in targets for u in bits(state.stacks.get(h, 0))]


def _meaning(meanings: Mapping[str, str], near: list[int], result: str) -> str:
    """What a result means in an attack, or where nobody is near in a bombardment (7.4)."""
    return meanings.get(result, "no effect") if near else meaning_for_guns(result)


def _good(result: str, near: list[int]) -> bool | None:
    hurt = {who for who, _, _ in (agenda(result) if near else asked_of_guns(result))}
    return None if len(hurt) != 1 else hurt == {"D"}


def _promised(field: TlgField, state: TlgState, column: int, near: list[int], defenders: list[int]) -> Prospects:
    chances = field.crt.distribution(column)
    lost = expected(state, chances, near, defenders)
    return Prospects(
        field.crt.columns[column],
        (column + 1) / len(field.crt.columns),
        sum(chance for result, chance in chances.items() if _good(result, near) is True),
        sum(chance for result, chance in chances.items() if _good(result, near) is False),
        lost["attacker_steps"],
        lost["defender_steps"],
    )


def expected(state: TlgState, chances: Mapping[str, float], near: list[int], defenders: list[int]) -> dict[str, float]:
    """Steps that either side may expect to lose outright, and the chance that the defender must go back."""
    steps = {"A": sum(state.steps[u] for u in near), "D": sum(state.steps[u] for u in defenders)}
    lost = {"A": 0.0, "D": 0.0}
    back = {"A": 0.0, "D": 0.0}
    for result, chance in chances.items():
        for who, what, count in agenda(result):
            if what == "retreat":
                back[who] += chance
            else:
                lost[who] += chance * (steps[who] if what == "eliminate" else min(count, steps[who]))
    return {
        "attacker_steps": round(lost["A"], 4),
        "defender_steps": round(lost["D"], 4),
        "attacker_retreats": round(back["A"], 4) if near else 0.0,
        "defender_retreats": round(back["D"], 4),
    }
