"""Duels: each side throws and adds its strength."""

from __future__ import annotations

from typing import Any

from engine.kit.attack import Number
from engine.kit.combat.kinds import DUEL_CODES, BoundKind
from engine.kit.combat.odds import KitOdds
from engine.kit.combat.resolving import shown
from engine.kit.play.state import KitState
from engine.play import Step


def duel_code(ours: Number, theirs: Number) -> str:
    """The code of two totals, for the attacker: ``win2`` and ``loss2`` where one has at least twice the other's."""
    if ours == theirs:
        return "tie"
    if ours > theirs:
        return "win2" if ours >= 2 * theirs else "win"
    return "loss2" if theirs >= 2 * ours else "loss"


def fight(field: Any, state: KitState, kind: BoundKind, odds: KitOdds, step: Step) -> tuple[str, int]:
    """Throw for both sides, the attacker's dice first; what is added to his sum counts for him."""
    wanted = step.dice.forced_result(state.results)
    if wanted:
        state.results += 1
        code = next((one for one in DUEL_CODES if one.casefold() == wanted.casefold()), "")
        if not code:
            raise ValueError(f"the forced result {wanted} is none of {', '.join(DUEL_CODES)}")
        step.say("duel", field.cite(kind.rule("rule")), dice=[], totals=[], result=code)
        return code, 0
    ours, theirs = kind.throw.throw(state, step), kind.throw.throw(state, step)
    die = kind.throw.total(ours) + odds.added
    totals = (die + odds.strength[0], kind.throw.total(theirs) + odds.strength[1])
    code = duel_code(*totals)
    said = [_number(total) for total in totals]
    step.say("duel", field.cite(kind.rule("rule")), dice=[*ours, *theirs], totals=said, result=code)
    return code, die


def _number(total: Number) -> int | str:
    return int(total) if total == int(total) else shown(total)
