"""What combats promise: the equivalents that either side loses on the average of the 36 throws."""

from __future__ import annotations

from typing import Final

from engine.systems.de_bellis_multitudinis import recoil
from engine.systems.de_bellis_multitudinis.factors import close
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.opposing import pairs
from engine.systems.de_bellis_multitudinis.outcome import Fate, compare, fate, fate_of, graded, with_grades
from engine.systems.de_bellis_multitudinis.roster import Form
from engine.systems.de_bellis_multitudinis.state import DbmState

_SHARES: Final = {Fate.NONE: 0.0, Fate.STANDS: 0.03, Fate.RECOILS: 0.12, Fate.FLEES: 0.35, Fate.DESTROYED: 1.0}
"""How much of an element is lost by each fate, as a share of its worth."""
_DICE: Final = [(one, other) for one in range(1, 7) for other in range(1, 7)]
_GENERAL: Final = 3.0
"""What a general is worth beside his equivalents."""


_LEADER: Final = 2.0
"""How many times its worth an element counts more as a general, where players weigh fights to come."""


def worth(field: DbmField, unit: int) -> float:
    """What losing an element costs: its equivalents, and more for a general."""
    equivalents = max(field.roster.equivalents[unit]) / 2
    return max(equivalents, 0.1) + _GENERAL * field.is_general(unit)


def throws(field: DbmField, state: DbmState, unit: int, enemy: int, mover: int) -> tuple[float, float]:
    """What an element and its enemy lose on the average of one combat, as shares of themselves."""
    first, second = close(field, state, unit, enemy).total, close(field, state, enemy, unit).total
    own = other = 0.0
    for die, against in _DICE:
        totals = with_grades(field, state, (unit, enemy), (first + die, second + against), mover)
        one, two = compare(*totals)
        own += _share(field, state, unit, fate(field, state, unit, enemy, one))
        other += _share(field, state, enemy, fate(field, state, enemy, unit, two))
    return own / len(_DICE), other / len(_DICE)


def _share(field: DbmField, state: DbmState, unit: int, what: Fate) -> float:
    """How much of an element is lost by a fate: who has no room to recoil is destroyed (22.2)."""
    if what is not Fate.RECOILS or _can_recoil(field, state, unit):
        return _SHARES[what]
    return _SHARES[Fate.DESTROYED]


def _can_recoil(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether an element has room behind it for all of its recoil."""
    known: dict[int, bool] = state.cache.setdefault("recoils", {})
    if unit not in known:
        known[unit] = recoil.plan(field, state, unit).whole
    return known[unit]


def expected(field: DbmField, state: DbmState, unit: int, enemy: int, mover: int) -> float:
    """What a combat is worth to the side of the first element."""
    own, other = throws(field, state, unit, enemy, mover)
    return other * worth(field, enemy) - own * worth(field, unit)


def balance(field: DbmField, state: DbmState, side: int, mover: int) -> float:
    """What all combats of a position together are worth to a side."""
    found = state.cache.get(("balance", side, mover))
    if found is None:
        both = (pair if not side else pair[::-1] for pair in pairs(field, state))
        found = sum(expected(field, state, unit, enemy, mover) for unit, enemy in both)
        state.cache[("balance", side, mover)] = found
    return float(found)


def matchup(field: DbmField, state: DbmState, unit: int, enemy: int) -> float:
    """How an element stands against an enemy alone on open ground, from -1 to 1: what the other loses on the average of
    the throws, as a share of itself, less what it loses. A general counts as what he is worth."""
    pair = field.form(state, unit), field.form(state, enemy)
    leads, led = field.is_general(unit), field.is_general(enemy)
    known: dict[object, tuple[float, float]] = field.matchups
    key = (_alike(pair[0]), _alike(pair[1]), leads, led)
    if key not in known:
        known[key] = _losses(field, pair, (leads, led))
    own, theirs = known[key]
    return max(-1.0, min(1.0, theirs * (1 + _LEADER * led) - own * (1 + _LEADER * leads)))


def _alike(form: Form) -> tuple[object, ...]:
    """What is the same of elements that fight alike."""
    return form.kind, form.grade, form.mounted, form.factor, form.double, form.rear


def _losses(field: DbmField, pair: tuple[Form, Form], leads: tuple[bool, bool]) -> tuple[float, float]:
    """What two elements lose on the average of the throws, as shares of themselves; the first one attacks."""
    form, other = pair
    first, second = form.factor[int(other.mounted)], other.factor[int(form.mounted)]
    first += _rear(field, form, other) + field.tables.tactical.general * leads[0]
    second += _rear(field, other, form) + field.tables.tactical.general * leads[1]
    own = theirs = 0.0
    for die, against in _DICE:
        one, two = first + die, second + against
        if one < two:
            one += graded(form, mitigated=False, in_enemy_bound=False)
        elif two < one:
            two += graded(other, mitigated=False, in_enemy_bound=True)
        results = compare(one, two)
        own += _SHARES[fate_of(field, form, other, results[0], "good")]
        theirs += _SHARES[fate_of(field, other, form, results[1], "good")]
    return own / len(_DICE), theirs / len(_DICE)


def _rear(field: DbmField, form: Form, other: Form) -> int:
    """What the rear half of a double base adds."""
    row = field.tables.support.rows.get(form.kind)
    if row is None or not form.double or form.rear[0] != form.kind or other.kind == "Ps":
        return 0
    return row.second[int(other.mounted)]
