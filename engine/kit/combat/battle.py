"""A combat once it is declared: the dice, then effects one after the other, then the advance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.kit.attack import KitAttack
from engine.kit.bound.subject import KitSubject
from engine.kit.combat import advancing, duels
from engine.kit.combat.kinds import BUCKETS, DONE, DUEL, DUEL_CODES, BoundKind
from engine.kit.combat.legality import fights
from engine.kit.combat.memory import Conflict
from engine.kit.combat.odds import KitOdds, lowered, odds_of, said_strength
from engine.kit.combat.running import run
from engine.kit.combat.shifts import DIE
from engine.kit.play.frames import GoingByItself
from engine.kit.play.state import KitState
from engine.mechanics.bits import mask_of
from engine.mechanics.charts import ResultTable
from engine.mechanics.dice import DiceThrow
from engine.play import Step


@dataclass(frozen=True)
class KitBattle(Conflict, GoingByItself):
    """The rest of a combat after its dice: the lists of effects still to come, then the advance."""

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        if self.lists:
            first, *rest = self.lists
            state.replace(self.with_changes(lists=tuple(rest)))
            run(state, first, self.side)
            return
        if field.hooks is not None and not self.hooked:
            state.replace(self.with_changes(hooked=True))
            kind = field.combat.kinds[self.kind]
            number = field.hooks.after_result(state, self.kind, kind.name, self.code, self.attackers, self.defenders)
            run(state, number, self.side)
            return
        state.pop()
        advancing.begin(field, state, self)


def begin_battle(
    field: Any, state: KitState, kind: BoundKind, phase: int, attack: KitAttack, wanted: int, step: Step
) -> KitBattle:
    """Say the attack and throw its dice; what comes of it."""
    odds = odds_of(field, state, kind, attack)
    column = lowered(odds, wanted)
    _say(field, kind, odds, column, step)
    code, die = ("", 0) if kind.resolve == BUCKETS else _resolved(field, state, kind, odds, column, step)
    several = len(attack.targets) > 1
    lists = tuple(number for number in (kind.effects_of(code), kind.after) if number >= 0)
    return KitBattle(
        kind=kind.number,
        phase=phase,
        side=attack.side,
        targets=attack.targets,
        attackers=mask_of(suffering(field, state, kind, attack)),
        defenders=mask_of(attack.defenders),
        code=code,
        die=die,
        held=tuple(sorted(state.stacks)) if several else (),
        lists=lists,
        strength=(str(odds.strength[0]), str(odds.strength[1])),
        fought_with=tuple([(one.unit, str(one.printed)) for one in (*odds.attackers, *odds.defenders)]),
    )


def suffering(field: Any, state: KitState, kind: BoundKind, attack: KitAttack) -> tuple[int, ...]:
    """The units whom results of the attacker mean: not those that support, unless the file says so."""
    if kind.support is None:
        return attack.attackers
    if kind.support.suffers:
        return tuple(sorted({*attack.attackers, *attack.supporters}))
    return tuple(u for u in attack.attackers if fights(field, state, kind, u, attack.targets))


def _say(field: Any, kind: BoundKind, odds: KitOdds, column: int, step: Step) -> None:
    names, keys, attack = field.grid.name, field.roster.keys, odds.attack
    data: dict[str, Any] = {
        "kind": kind.name,
        "target": names(attack.targets[0]),
        "targets": [names(h) for h in attack.targets],
        "attackers": [keys[u] for u in (*attack.attackers, *attack.supporters)],
        "defenders": [keys[u] for u in attack.defenders],
        "strength": said_strength(kind, odds),
    }
    if odds.basic is not None and kind.chart is not None:
        data["basic"] = odds.basic.name
    data["shifts"] = [line.text for line in odds.shifts]
    if kind.chart is not None:
        data["column"] = kind.chart.columns[column]
    step.say("attack", field.cite(kind.rule("rule")), **data)


def _resolved(field: Any, state: KitState, kind: BoundKind, odds: KitOdds, column: int, step: Step) -> tuple[str, int]:
    """The code of a combat, and the sum thrown with its changes."""
    if kind.resolve == DUEL:
        return duels.fight(field, state, kind, odds, step)
    if kind.chart is None:
        step.say("result", field.cite(kind.rule("rule")), result=DONE)
        return (DONE, 0)
    added = odds.added
    dice, total, code = read(state, kind.chart, column, kind.throw, added, step)
    late = _late_changes(field, state, kind, odds, code, total) if kind.shifts.late else 0
    if late and dice is not None:
        total += late
        code = kind.chart.cell(column, total)
    data = {} if dice is None else {"dice": list(dice)}
    name = kind.chart.columns[column]
    step.say("result", field.cite(kind.rule("rule")), die=total, column=name, result=code, **data)
    return code, total


def _late_changes(field: Any, state: KitState, kind: BoundKind, odds: KitOdds, code: str, total: int) -> int:
    """What changes of the sum add that ask for the dice themselves."""
    thrown = replace(odds.attack, die=total, result=code)
    sums = [
        sum(line.amount for line in kind.shifts.lines(KitSubject(field, state, one.side, attack=one), DIE))
        for one in (thrown, odds.attack)
    ]
    return int(sums[0] - sums[1])


def read(
    state: KitState, chart: ResultTable[str], column: int, throw: DiceThrow, added: int, step: Step
) -> tuple[tuple[int, ...] | None, int, str]:
    """Throw for a column of a table: the dice (None where a result is forced), their sum with what is added, the code.

    Raises ValueError when a forced result is not in the column, but for a reconstructed table.
    """
    wanted = step.dice.forced_result(state.results)
    if not wanted:
        dice = throw.throw(state, step)
        total = throw.total(dice) + added
        return dice, total, chart.cell(column, total)
    state.results += 1
    for total in throw.totals:
        code = chart.cell(column, total + added)
        if code.casefold() == wanted.casefold():
            return None, total + added, code
    cells = dict.fromkeys(chart.cell(column, total + added) for total in throw.totals)
    if chart.reconstructed:
        codes = [code for row in chart.rows for code in row]
        known = next((code for code in codes if code.casefold() == wanted.casefold()), wanted)
        return None, throw.totals[0] + added, known
    name = chart.columns[column]
    raise ValueError(f"the forced result {wanted} is not in column {name}, which has {', '.join(cells)}")


def codes_of(kind: BoundKind) -> Sequence[str]:
    """The codes that a kind of combat may come to."""
    if kind.chart is not None:
        return list(dict.fromkeys(code for row in kind.chart.rows for code in row))
    return DUEL_CODES if kind.resolve == DUEL else (DONE,)
