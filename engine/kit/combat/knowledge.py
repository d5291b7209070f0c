"""What an attack promises before its dice, with every change that counts and its paragraph; and where units go back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine.errors import HexwrightError
from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.subject import KitSubject
from engine.kit.combat.citing import first
from engine.kit.combat.declared import DeclaredAttack
from engine.kit.combat.duels import duel_code
from engine.kit.combat.fighting import KitDeclaration, breaches
from engine.kit.combat.kinds import BUCKETS, DONE, DUEL, BoundBuckets, BoundKind
from engine.kit.combat.legality import free
from engine.kit.combat.odds import KitOdds, UnitStrength, lowered
from engine.kit.combat.reacting import OUTSIDE, ReactionWindow
from engine.kit.combat.resolving import Number, shown
from engine.kit.combat.rules import ALL, ATTACKER, DEFENDER, BoundEffect
from engine.kit.combat.shifts import COLUMNS, named
from engine.kit.combat.sifting import GoingBack
from engine.kit.play.state import KitState
from engine.kit.play.turning import turn_frame
from engine.mechanics.acts import attack_of
from engine.mechanics.hexes import knowledge
from engine.play import Action
from engine.play.answer_records import PlainRetreats, ReasonAgainst
from engine.play.answers import BattleAccount, Likelihood, OddsModifier, Prospects, Strength


def announced_by(field: Any, state: KitState, action: Action) -> DeclaredAttack | None:
    """The attack that an action makes, adds to or fights; None for others."""
    kind = field.combat.by_name.get(action.verb)
    top = state.top if state.stack else None
    if kind is not None:
        side, phase = (top.side, OUTSIDE) if isinstance(top, ReactionWindow) else turn_frame(state)
        return DeclaredAttack(kind, phase, side, *attack_of(action))
    if not isinstance(top, KitDeclaration) or action.verb not in (*top.adds, "fight"):
        return None
    return top.asked_by(field, action)


def announced(field: Any, state: KitState, action: Action) -> Prospects | None:
    """What the attack promises that an action is about, with its account."""
    asked = announced_by(field, state, action)
    if asked is None or not _is_an_attack(state, asked):
        return None
    kind = asked.kind
    odds = asked.odds(field, state)
    column = lowered(odds, asked.lowered)
    promised = _promised(field, state, kind, odds, column)
    return replace(promised, account=_account(field, state, asked, odds, column, promised))


def _is_an_attack(state: KitState, asked: DeclaredAttack) -> bool:
    if not asked.units or any(state.where[u] < 0 for u in asked.units) or NOWHERE in asked.targets:
        return False
    return asked.kind.any_hex or all(state.stacks.get(h) for h in asked.hexes(state))


def prospects(field: Any, state: KitState, target: str, places: Mapping[str, str]) -> Prospects | None:
    """What an attack on a hex promises by those of some units that may still attack, of the first kind that they may
    make; None where none of them may."""
    twin, units = field.standing(state, places)
    h = field.grid.parse(target)
    if not units or not state.stacks.get(h):
        return None
    side = field.roster.side[units[0]]
    for kind in field.combat.kinds:
        able = [u for u in free(field, state, kind, -1, side) if u in units]
        if able:
            odds = DeclaredAttack(kind, -1, side, (h,), tuple(able)).odds(field, twin)
            return _promised(field, twin, kind, odds, odds.column)
    return None


def modifiers(field: Any, kind: BoundKind, odds: KitOdds, column: int) -> tuple[OddsModifier, ...]:
    """Every change that counts, in order; each strength that was changed as well."""
    found = [
        OddsModifier(
            float(line.amount), "column" if line.what == COLUMNS else line.what, line.cause, field.cite(line.rule)
        )
        for line in odds.lines
    ]
    if column < odds.column:
        rule = field.cite(kind.rule("may_lower"))
        found.append(OddsModifier(column - odds.column, "column", "odds lowered by choice", rule))
    return tuple(found)


def _strength(field: Any, kind: BoundKind, one: UnitStrength) -> Strength:
    """What a unit brings; where changes applied, each in words with the paragraph of the first."""
    key = field.roster.keys[one.unit]
    if not one.lines:
        return Strength(key, float(one.value))
    how = ", ".join(str(line.says) or " ".join(named(line.when)) for line in one.lines)
    rule = next((rule for line in one.lines if (rule := first(line))), kind.rule("strength"))
    return Strength(key, float(one.value), how or "changed", field.cite(rule))


def _account(
    field: Any, state: KitState, asked: DeclaredAttack, odds: KitOdds, column: int, promised: Prospects
) -> BattleAccount:
    kind = asked.kind
    return BattleAccount(
        kind=kind.title,
        rule=field.cite(kind.rule("rule")),
        targets=tuple(field.grid.name(h) for h in odds.attack.targets),
        attackers=tuple(_strength(field, kind, one) for one in odds.attackers),
        defenders=tuple(_strength(field, kind, one) for one in odds.defenders),
        terrain=tuple(knowledge.ground_of(field, h) for h in odds.attack.targets),
        compared=_compared(odds),
        modifiers=modifiers(field, kind, odds, column),
        column=promised.odds,
        columns=kind.chart.columns if kind.chart is not None else (),
        shares=tuple(
            Likelihood(code, kind.meanings.get(code, ""), float(chance), good(field, kind, code))
            for code, chance in shares(kind, odds, column).items()
        ),
    )


def _compared(odds: KitOdds) -> str:
    ours, theirs = (shown(number) for number in odds.strength)
    return f"{ours} against {theirs}" + (f" is {odds.basic.name}" if odds.basic is not None else "")


def shares(kind: BoundKind, odds: KitOdds, column: int) -> dict[str, Fraction]:
    """Each code with its chance; none where it depends on more than one throw."""
    if kind.chart is not None:
        return kind.chart.shares(column, kind.throw, odds.added)
    if kind.resolve == DUEL:
        return duel_shares(kind, odds)
    return {} if kind.resolve == BUCKETS else {DONE: Fraction(1)}


def duel_shares(kind: BoundKind, odds: KitOdds) -> dict[str, Fraction]:
    """Each code of a duel with its chance."""
    found: dict[str, Fraction] = {}
    for ours, chance in kind.throw.chances.items():
        for theirs, other in kind.throw.chances.items():
            code = duel_code(ours + odds.added + odds.strength[0], theirs + odds.strength[1])
            found[code] = found.get(code, Fraction(0)) + chance * other
    return dict(sorted(found.items()))


def effects_of(field: Any, kind: BoundKind, code: str) -> Iterator[BoundEffect]:
    """What a code brings about at once."""
    number = kind.effects_of(code)
    if number >= 0:
        yield from field.combat.effects.lists[number]


_HURTS = frozenset({"lose", "eliminate", "retreat", "status", "check"})


def good(field: Any, kind: BoundKind, code: str) -> bool | None:
    """Whether a code hurts the defender alone (True) or the attacker alone (False)."""
    hurt = {
        one.role for one in effects_of(field, kind, code) if one.what in _HURTS and one.role in (ATTACKER, DEFENDER)
    }
    return None if len(hurt) != 1 else hurt == {DEFENDER}


def _promised(field: Any, state: KitState, kind: BoundKind, odds: KitOdds, column: int) -> Prospects:
    chances = shares(kind, odds, column)
    lost = expected(field, state, kind, odds, chances)
    columns = kind.chart.columns if kind.chart is not None else (kind.title,)
    return Prospects(
        columns[column],
        (column + 1) / len(columns),
        float(sum(chance for code, chance in chances.items() if good(field, kind, code) is True)),
        float(sum(chance for code, chance in chances.items() if good(field, kind, code) is False)),
        lost["attacker_steps"],
        lost["defender_steps"],
    )


def expected(
    field: Any, state: KitState, kind: BoundKind, odds: KitOdds, chances: Mapping[str, Fraction]
) -> dict[str, float]:
    """Steps that each side may expect to lose outright, and the chances that it goes back."""
    units = {ATTACKER: odds.attack.attackers, DEFENDER: odds.attack.defenders}
    steps = {role: sum(state.steps[u] for u in members) for role, members in units.items()}
    found = {f"{role}_{what}": 0.0 for role in units for what in ("steps", "retreats")}
    if kind.buckets is not None and kind.resolve == BUCKETS:
        subject = KitSubject(field, state, odds.attack.side, attack=odds.attack)
        for role, foes in ((ATTACKER, DEFENDER), (DEFENDER, ATTACKER)):
            hits = sum(_hits(kind, kind.buckets, subject.about(u)) for u in units[foes])
            found[f"{role}_steps"] = float(min(hits, steps[role]))
    for code, chance in chances.items():
        for one in effects_of(field, kind, code):
            if one.role not in units:
                continue
            if one.what == "retreat":
                found[f"{one.role}_retreats"] += float(chance)
            elif one.what in ("lose", "eliminate"):
                found[f"{one.role}_steps"] += float(chance) * _lost(one, steps[one.role], len(units[one.role]))
    return {key: round(number, 4) for key, number in found.items()}


def _hits(kind: BoundKind, buckets: BoundBuckets, subject: KitSubject) -> Fraction:
    """How many hits a unit may expect of its dice."""
    share = Fraction(max(min(int(buckets.hit(subject)), kind.throw.faces), 0), kind.throw.faces)
    return max(int(buckets.dice(subject)), 0) * share


def _lost(effect: BoundEffect, steps: int, units: int) -> float:
    """The steps that a loss takes from a number of steps."""
    if effect.what == "eliminate" or effect.steps == ALL or effect.strength_of:
        return steps
    count: Number = 1
    if effect.throw is not None:
        count = sum(total * chance for total, chance in effect.throw.chances.items())
    elif effect.amount is not None:
        count = _constant(effect)
    return min(float(count) * (units if effect.each else 1), steps)


def _constant(effect: BoundEffect) -> Number:
    steps = getattr(effect.source, "steps", None)
    return steps if isinstance(steps, int | Fraction) else 1


# -- answers --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KitShift:
    """A change that counts in an attack."""

    columns: float
    """How much it changes what is counted."""
    what: str
    """What is counted: ``column``, or another noun."""
    cause: str
    rule: str


@dataclass(frozen=True, slots=True)
class KitOddsAnswer:
    """An attack with every change, the column, and the chance of each result."""

    kind: str
    targets: Sequence[str]
    defenders: Sequence[str]
    attackers: Sequence[Strength]
    attack: float
    defence: float
    basic: str
    """The column before shifts; empty for a kind of combat without columns."""
    shifts: Sequence[KitShift]
    odds: str
    column: int
    """Its number, from 1."""
    results: Mapping[str, float]
    provenance: str
    expected: Mapping[str, float]
    """Steps that each side may expect to lose, and the chances of retreats."""
    retreats: Mapping[str, Sequence[str]]
    """Where each defender could retreat to."""
    illegal: Sequence[ReasonAgainst]


def odds_answer(field: Any, state: KitState, target: str, keys: list[str], wanted: str = "") -> KitOddsAnswer:
    """An attack on a hex (or several, separated by commas) by some units, as the board stands: of the kind of combat
    that is wanted, else the first kind that is legal, else the first of the file."""
    grid, roster = field.grid, field.roster
    targets = tuple(sorted({grid.parse(part) for part in target.split(",")}))
    units = tuple(sorted(knowledge.attackers(field, state, keys)))
    if not field.combat.kinds:
        raise HexwrightError("these rules have no combat")
    side, phase = roster.side[units[0]], turn_frame(state)[1]
    if not any(state.stacks.get(h, 0) & roster.of_side[1 - side] for h in targets):
        raise HexwrightError(f"there is no unit in {target}")
    kinds = [kind for kind in field.combat.kinds if kind.name == wanted] or field.combat.kinds
    asked = [DeclaredAttack(kind, phase, side, targets, units) for kind in kinds]
    found = [(attack, list(breaches(field, state, attack))) for attack in asked]
    attack, wrong = next((one for one in found if not one[1]), found[0])
    kind, odds = attack.kind, attack.odds(field, state)
    chances = shares(kind, odds, odds.column)
    chart = kind.chart
    shifts = modifiers(field, kind, odds, odds.column)
    return KitOddsAnswer(
        kind=kind.name,
        targets=[grid.name(h) for h in targets],
        defenders=[roster.keys[u] for u in odds.attack.defenders],
        attackers=[_strength(field, kind, each) for each in odds.attackers],
        attack=float(odds.strength[0]),
        defence=float(odds.strength[1]),
        basic=odds.basic.name if odds.basic is not None else "",
        shifts=[KitShift(one.amount, one.unit, one.cause, one.rule) for one in shifts],
        odds=chart.columns[odds.column] if chart is not None else "",
        column=odds.column + 1,
        results={code: round(float(chance), 4) for code, chance in chances.items()},
        provenance=chart.provenance if chart is not None else "",
        expected=expected(field, state, kind, odds, chances),
        retreats={roster.keys[u]: _ends(field, state, kind, u) for u in odds.attack.defenders},
        illegal=knowledge.illegal(field, iter(wrong)),
    )


def _ends(field: Any, state: KitState, kind: BoundKind, unit: int) -> list[str]:
    """Where a unit could go back to by one hex."""
    if kind.retreat is None:
        return []
    ways = GoingBack(field, state, unit, kind.retreat, ()).ways(1)
    return [field.grid.name(way.path[-1]) for way in ways if way.path[-1] != NOWHERE]


def retreats_answer(field: Any, state: KitState, unit: str) -> PlainRetreats:
    """Where a unit could go back to by one hex, as the first kind of combat with a retreat has it."""
    u = field.roster.find(unit)
    kind = next((kind for kind in field.combat.kinds if kind.retreat is not None), None)
    if kind is None or kind.retreat is None:
        raise HexwrightError("these rules have no retreats")
    if state.where[u] < 0:
        raise HexwrightError(f"{field.roster.names[u]} is not on the map")
    return PlainRetreats(
        unit=field.roster.keys[u],
        rule=field.cite(kind.retreat.rule),
        hexes=sorted(_ends(field, state, kind, u)),
    )
