"""What combats promise: the equivalents that either side loses on the average of the 36 throws."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.systems.de_bellis_multitudinis.factors import close
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.opposing import pairs
from engine.systems.de_bellis_multitudinis.outcome import Fate, compare, fate, with_grades
from engine.systems.de_bellis_multitudinis.roster import Form
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.systems.de_bellis_multitudinis.tables import Outcomes

_SHARES: Final = {Fate.NONE: 0.0, Fate.STANDS: 0.03, Fate.RECOILS: 0.12, Fate.FLEES: 0.35, Fate.DESTROYED: 1.0}
"""How much of an element is lost by each fate, as a share of its worth."""
_DICE: Final = [(one, other) for one in range(1, 7) for other in range(1, 7)]
_GENERAL: Final = 3.0
"""What a general is worth beside his equivalents."""


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
        own += _SHARES[fate(field, state, unit, enemy, one)]
        other += _SHARES[fate(field, state, enemy, unit, two)]
    return own / len(_DICE), other / len(_DICE)


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


@lru_cache(maxsize=4096)
def basic_edge(first: int, second: int) -> float:
    """How much better two factors before the dice are for the first, from -1 to 1."""
    won = sum((one + first > other + second) - (one + first < other + second) for one, other in _DICE)
    return won / len(_DICE)


def matchup(field: DbmField, state: DbmState, unit: int, enemy: int) -> float:
    """How an element stands against an enemy on open ground, from -1 to 1: factors, and who destroys whom."""
    pair = field.form(state, unit), field.form(state, enemy)
    known: dict[object, float] = state.cache.setdefault("matchups", {})
    key = (id(pair[0]), id(pair[1]))
    if key not in known:
        known[key] = _matchup(*pair, field.tables.outcomes)
    return known[key]


def _matchup(form: Form, other: Form, outcomes: Outcomes) -> float:
    edge = basic_edge(form.factor[int(other.mounted)], other.factor[int(form.mounted)])
    deadly = int(_destroys(outcomes, form, other)) - int(_destroys(outcomes, other, form))
    return max(-1.0, min(1.0, edge + 0.3 * deadly))


def _destroys(outcomes: Outcomes, winner: Form, loser: Form) -> bool:
    """Whether a beaten element of a form is destroyed by another, if only in good going."""
    row = outcomes.beaten.get(loser.kind)
    if row is None:
        return False
    by = (*row.by, *row.good)
    return "all" in by or winner.kind in by or (winner.mounted and "mounted" in by)
