"""What combats promise: the equivalents that either side loses on the average of the 36 throws."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from engine.systems.de_bellis_multitudinis import breaking, recoil, space
from engine.systems.de_bellis_multitudinis.factors import close
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.opposing import Pair, pairs
from engine.systems.de_bellis_multitudinis.outcome import Fate, compare, fate_of, graded
from engine.systems.de_bellis_multitudinis.roster import Form
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.systems.de_bellis_multitudinis.support import halves, mitigation

_SHARES: Final = {Fate.NONE: 0.0, Fate.STANDS: 0.02, Fate.RECOILS: 0.08, Fate.FLEES: 0.25, Fate.DESTROYED: 1.0}
"""How much of an element is lost by each fate, as a share of its worth."""
_DICE: Final = [(one, other) for one in range(1, 7) for other in range(1, 7)]
_GENERAL: Final = 0.5
"""What a general is worth beside his equivalents."""
_WHOLE: Final = (0.7, 0.9)
"""What an equivalent is worth in a command that has lost nothing, and how much more in one that is about to break."""
_BREAKS: Final = 0.15
"""What it is worth to break a command, as a share of its equivalents."""
_BEATS: Final = 2.0
"""What it is worth to beat an army."""
_LITTLE: Final = 0.1
"""What an element is worth at least: those of broken commands count as lost already."""
_LEADER: Final = 2.0
"""How many times its worth an element counts more as a general, where players weigh fights to come."""

Losses = tuple[float, float]
"""What two elements lose on the average of a combat, as shares of themselves."""


# -- what elements are worth --------------------------------------------------------------------------------------


def worth(field: DbmField, state: DbmState, unit: int) -> float:
    """What losing an element costs its side, in equivalents: the more, the nearer its command is to breaking."""
    found: dict[int, float] = state.cache.setdefault("worths", {})
    if unit not in found:
        found[unit] = _worth(field, state, unit)
    return found[unit]


def _worth(field: DbmField, state: DbmState, unit: int) -> float:
    command = field.roster.command[unit]
    total, lost, needed = _progress(field, state, command)
    if state.demoralised >> command & 1:
        return _LITTLE
    equivalents = field.roster.equivalents[unit][1] / 2
    found = equivalents * (_WHOLE[0] + _WHOLE[1] * min(1.0, lost / needed))
    if equivalents and equivalents >= needed - lost:
        found += _BREAKS * total
        side = field.side(unit)
        army = breaking.army_total(field, side) / 2
        if breaking.army_lost(field, state, side) / 2 + total - lost >= army / field.tables.breaking.army:
            found += _BEATS
    return max(_LITTLE, found + _GENERAL * field.is_general(unit))


def _progress(field: DbmField, state: DbmState, command: int) -> tuple[float, float, float]:
    """The equivalents of a command, those that it has lost, and those by whose loss it breaks."""
    found: dict[int, tuple[float, float, float]] = state.cache.setdefault("progress", {})
    if command not in found:
        total = breaking.total_of(field, command) / 2
        lost = breaking.lost_of(field, state, command) / 2
        found[command] = total, lost, max(0.5, total / field.tables.breaking.command)
    return found[command]


# -- combats as they stand ----------------------------------------------------------------------------------------


def throws(field: DbmField, state: DbmState, unit: int, enemy: int, mover: int) -> Losses:
    """What an element and its enemy lose on the average of one combat, as shares of themselves."""
    totals = close(field, state, unit, enemy).total, close(field, state, enemy, unit).total
    both = []
    for one in (unit, enemy):
        mitigated = bool(mitigation(field, state, one))
        in_enemy_bound = field.side(one) != mover
        added = graded(field.form(state, one), mitigated=mitigated, in_enemy_bound=in_enemy_bound)
        both.append(
            (_alike(field.form(state, one)), added, halves(field, state, one)[0], can_recoil(field, state, one))
        )
    key = totals, tuple(both)
    known: dict[object, Losses] = field.matchups
    if key not in known:
        forms = field.form(state, unit), field.form(state, enemy)
        known[key] = _average(field, forms, totals, *zip(*(one[1:] for one in both), strict=True))
    return known[key]


def _average(
    field: DbmField,
    forms: tuple[Form, Form],
    totals: tuple[int, int],
    grades: tuple[int, ...],
    goings: tuple[str, ...],
    free: tuple[bool, ...],
) -> Losses:
    """What two elements lose on the average of the 36 throws: ``grades`` is what is added to the lower total, ``free``
    whether each has room to recoil; who has none is destroyed (22.2)."""
    own = other = 0.0
    for die, against in _DICE:
        one, two = totals[0] + die, totals[1] + against
        if one < two:
            one += grades[0]
        elif two < one:
            two += grades[1]
        results = compare(one, two)
        own += _share(fate_of(field, forms[0], forms[1], results[0], goings[0]), free=free[0])
        other += _share(fate_of(field, forms[1], forms[0], results[1], goings[1]), free=free[1])
    return own / len(_DICE), other / len(_DICE)


def _share(what: Fate, *, free: bool) -> float:
    return _SHARES[what if free or what is not Fate.RECOILS else Fate.DESTROYED]


def can_recoil(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether an element has room behind it for all of its recoil."""
    known: dict[int, bool] = state.cache.setdefault("recoils", {})
    if unit not in known:
        known[unit] = _has_room(field, state, unit) or recoil.plan(field, state, unit).whole
    return known[unit]


def _has_room(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether nothing at all is where an element would recoil to; else it is looked at more closely."""
    at, form = state.at[unit], field.form(state, unit)
    assert at is not None
    behind = at.moved(-recoil.length_of(field, state, unit))
    if state.holders or space.lying_over(field, state, behind, form.depth, (unit,)):
        return False
    return not space.barred(field, form, behind)


def expected(field: DbmField, state: DbmState, unit: int, enemy: int, mover: int) -> float:
    """What a combat is worth to the side of the first element."""
    own, other = throws(field, state, unit, enemy, mover)
    return other * worth(field, state, enemy) - own * worth(field, state, unit)


def balance(field: DbmField, state: DbmState, side: int, among: Collection[int]) -> float:
    """What the combats of some elements are worth to a side in its own bound."""
    found = (_turned(pair, side) for pair in pairs(field, state) if pair[0] in among or pair[1] in among)
    return sum(expected(field, state, unit, enemy, side) for unit, enemy in found)


def _turned(pair: Pair, side: int) -> Pair:
    return pair if not side else pair[::-1]


# -- combats to come ----------------------------------------------------------------------------------------------


def clash(
    field: DbmField, state: DbmState, unit: int, enemy: int, added: tuple[int, int] = (0, 0), *, flank: bool = False
) -> Losses:
    """What an element and an enemy would lose on open ground, as shares of themselves. ``added`` is what is added to
    the factor of each; ``flank``: the enemy is taken in the flank or the rear, and cannot recoil (19.1, 22.2)."""
    forms = field.form(state, unit), field.form(state, enemy)
    leads = field.is_general(unit), field.is_general(enemy)
    known: dict[object, Losses] = field.matchups
    key = _alike(forms[0]), _alike(forms[1]), leads, added, flank
    if key not in known:
        tactical = field.tables.tactical
        first = forms[0].factor[int(forms[1].mounted)] + _rear(field, *forms) + tactical.general * leads[0] + added[0]
        second = forms[1].factor[int(forms[0].mounted)] + _rear(field, *forms[::-1]) + added[1]
        second += tactical.general * leads[1] + tactical.flank * flank
        grades = tuple(graded(form, mitigated=False, in_enemy_bound=bool(n)) for n, form in enumerate(forms))
        known[key] = _average(field, forms, (first, second), grades, ("good", "good"), (True, not flank))
    return known[key]


def swing(
    field: DbmField, state: DbmState, unit: int, enemy: int, added: tuple[int, int] = (0, 0), *, flank: bool = False
) -> float:
    """What it would be worth to an element to fight an enemy on open ground, in equivalents."""
    own, other = clash(field, state, unit, enemy, added, flank=flank)
    return other * worth(field, state, enemy) - own * worth(field, state, unit)


def matchup(field: DbmField, state: DbmState, unit: int, enemy: int) -> float:
    """How an element stands against an enemy alone on open ground, from -1 to 1: what the other loses on the average of
    the throws, as a share of itself, less what it loses. A general counts as what he is worth."""
    leads, led = field.is_general(unit), field.is_general(enemy)
    own, theirs = clash(field, state, unit, enemy)
    return max(-1.0, min(1.0, theirs * (1 + _LEADER * led) - own * (1 + _LEADER * leads)))


def _alike(form: Form) -> tuple[object, ...]:
    """What is the same of elements that fight alike."""
    return form.kind, form.grade, form.mounted, form.factor, form.double, form.rear


def _rear(field: DbmField, form: Form, other: Form) -> int:
    """What the rear half of a double base adds."""
    row = field.tables.support.rows.get(form.kind)
    if row is None or not form.double or form.rear[0] != form.kind or other.kind == "Ps":
        return 0
    return row.second[int(other.mounted)]
