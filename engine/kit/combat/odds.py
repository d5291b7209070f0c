"""The odds of an attack by a rules file, worked out with every part of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.attack import KitAttack, Number
from engine.kit.bound.subject import KitSubject
from engine.kit.combat.kinds import BoundKind
from engine.kit.combat.legality import fights, split
from engine.kit.combat.resolving import PlacedOnScale, compared
from engine.kit.combat.shifts import COLUMNS, DICE, DIE, ChangeLine
from engine.kit.combat.targets import defenders_of, hexes_of
from engine.kit.hooks.applying import HookLine


@dataclass(slots=True)
class UnitStrength:
    """What a unit brings, and the changes that applied to it."""

    unit: int
    value: Number
    printed: Number
    lines: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class KitOdds:
    """An attack before the dice."""

    attack: KitAttack
    attackers: tuple[UnitStrength, ...]
    defenders: tuple[UnitStrength, ...]
    strength: tuple[Number, Number]
    basic: PlacedOnScale | None
    """Where the strengths stand before shifts; None where no table is read."""
    lines: tuple[ChangeLine, ...]
    """The changes that applied, in their order."""
    column: int
    """The column read; 0 where no table is read."""

    @property
    def shifts(self) -> tuple[ChangeLine, ...]:
        """Those of the lines that move the column."""
        return tuple(line for line in self.lines if line.what == COLUMNS)

    @property
    def added(self) -> int:
        """What is added to the sum thrown, apart from changes that ask for the dice."""
        return int(sum(line.amount for line in self.lines if line.what == DIE))


def attack_of(
    field: Any, state: Any, kind: BoundKind, side: int, targets: tuple[int, ...], units: tuple[int, ...]
) -> KitAttack:
    """Who attacks whom, the supporters apart; those that support by themselves are the attackers."""
    hexes = hexes_of(state, targets)
    near, support = split(field, state, kind, hexes, units)
    if not near and kind.support is not None and kind.support.alone:
        near, support = support, ()
    return KitAttack(kind.name, side, hexes, near, support, defenders_of(field, state, kind, side, targets))


def strengths(
    field: Any, state: Any, kind: BoundKind, attack: KitAttack
) -> tuple[tuple[UnitStrength, ...], tuple[UnitStrength, ...]]:
    """What each unit brings, after its changes."""
    subject = KitSubject(field, state, attack.side, attack=attack)
    units = (*attack.attackers, *attack.supporters)
    ours = [_strength(_brings(field, state, kind, attack, u), kind.attack_changes, subject, u) for u in units]
    theirs = [
        UnitStrength(u, 0, 0, ())
        if field.cannot(state, u, "defend")
        else _strength(kind.defence, kind.defence_changes, subject, u)
        for u in attack.defenders
    ]
    if field.hooks is not None and field.hooks.has("strength"):
        ours = [_hooked(field, state, kind, "attacker", one) for one in ours]
        theirs = [_hooked(field, state, kind, "defender", one) for one in theirs]
    return tuple(ours), tuple(theirs)


def _brings(field: Any, state: Any, kind: BoundKind, attack: KitAttack, unit: int) -> Any:
    """The amount that a unit brings: of those that support another."""
    if kind.support is None or (unit in attack.attackers and fights(field, state, kind, unit, attack.targets)):
        return kind.attack
    return kind.support.strength


def _hooked(field: Any, state: Any, kind: BoundKind, role: str, one: UnitStrength) -> UnitStrength:
    """What a hook makes of the strength of a unit, with a line that says so."""
    value = field.hooks.strength(state, kind.name, one.unit, role, one.value)
    if value == one.value:
        return one
    return replace(one, value=value, lines=(*one.lines, HookLine("hook", (field.hooks.rule,))))


def _strength(amount: Any, changes: Any, subject: KitSubject, unit: int) -> UnitStrength:
    subject.unit = unit
    printed = amount(subject)
    if not changes:
        return UnitStrength(unit, printed, printed, ())
    value, lines = changes.with_lines(printed, subject)
    return UnitStrength(unit, value, printed, tuple(lines))


def totals(kind: BoundKind, ours: tuple[UnitStrength, ...], theirs: tuple[UnitStrength, ...]) -> tuple[Number, Number]:
    """The strengths of both sides: sums, each at least 0; of the defender the best or the worst where so said."""
    defence = [one.value for one in theirs]
    if kind.defence_of == "sum":
        total = sum(defence)
    else:
        total = (max if kind.defence_of == "best" else min)(defence, default=0)
    return max(sum(one.value for one in ours), 0), max(total, 0)


def odds_of(field: Any, state: Any, kind: BoundKind, attack: KitAttack) -> KitOdds:
    """Strengths, ratio and shifts of an attack, in the order in which they count."""
    ours, theirs = strengths(field, state, kind, attack)
    subject = KitSubject(field, state, attack.side, attack=attack)
    strength, lines = kind.shifts.totals(subject, totals(kind, ours, theirs))
    subject.attack = attack.with_strength(strength)
    lines += kind.shifts.lines(subject, COLUMNS, DIE, DICE)
    if field.hooks is not None and field.hooks.has("shift"):
        lines += _hooked_shifts(field, state, kind, attack)
    basic, column = None, 0
    if kind.scale is not None:
        basic = kind.scale.reached(*strength, kind.clamp)
        column = kind.scale.shifted(basic, int(sum(line.amount for line in lines if line.what == COLUMNS)))
    return KitOdds(subject.attack, ours, theirs, strength, basic, tuple(lines), column)


def _hooked_shifts(field: Any, state: Any, kind: BoundKind, attack: KitAttack) -> list[ChangeLine]:
    """What a hook adds to the columns and to the sum thrown."""
    found = []
    for columns, die, caption in field.hooks.shifts(state, kind.name, attack.attackers, attack.targets):
        both = (columns, COLUMNS), (die, DIE)
        found += [ChangeLine(amount, what, caption, field.hooks.rule) for amount, what in both if amount]
    return found


def said_strength(kind: BoundKind, odds: KitOdds) -> str:
    """The strengths as an event has them."""
    return compared(kind.resolve, *odds.strength)


def lowered(odds: KitOdds, wanted: int) -> int:
    """The column read where the attacker named one further left."""
    return odds.column if wanted == NOWHERE else min(wanted, odds.column)
