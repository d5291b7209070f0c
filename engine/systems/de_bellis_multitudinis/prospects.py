"""What a combat or a shot promises before its dice: every factor with its paragraph, and the 36 throws (19 to 21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.mechanics.acts import unit_of
from engine.play import Action
from engine.play.answers import BattleAccount, Likelihood, OddsModifier, Prospects, Strength
from engine.systems.de_bellis_multitudinis import factors, notation, shooting, walls
from engine.systems.de_bellis_multitudinis.acts import shot_of
from engine.systems.de_bellis_multitudinis.factors import CombatFactors
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.opposing import pairs
from engine.systems.de_bellis_multitudinis.outcome import Fate, compare, fate, with_grades
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import spell

_CAUSES: Final = {
    "general": "a general",
    "5.5": "upslope",
    "pf": "behind a permanent fortification",
    "tf": "behind a temporary fortification",
    "19.1": "enemies on flank or rear",
    "19.2": "touched by foot in rough or difficult going",
    "overlap": "overlapped",
    "difficult": "in difficult going",
    "6.1": "the weather",
    "helpers": "shot at by others too",
}
"""What each tactical factor is called."""
_RULES: Final = {"pf": "2.2", "tf": "2.2", "helpers": "17.6"}
"""The paragraphs next to what the texts do not speak of; 19.1 for all others."""
_FATES: Final = {
    Fate.STANDS: "is beaten but stands",
    Fate.RECOILS: "recoils",
    Fate.FLEES: "flees",
    Fate.DESTROYED: "is destroyed",
}
_DICE: Final = range(1, 7)


@dataclass(frozen=True, slots=True)
class _Meeting:
    """Two elements that throw against each other, the one that attacks first."""

    units: tuple[int, int]
    factors: tuple[CombatFactors, CombatFactors]
    mover: int
    shot: bool
    helpers: tuple[int, ...] = ()


def announced(field: DbmField, state: DbmState, action: Action) -> Prospects | None:
    """What the combat or the shot promises that an action begins; None for other actions, and where there is none."""
    mover = getattr(state.top, "side", 0) if state.stack else 0
    meeting = None
    if action.verb == "fight":
        meeting = _combat(field, state, unit_of(action), mover)
    elif action.verb == "shoot" and not shot_of(action).holders:
        meeting = _shot(field, state, action, mover)
    return None if meeting is None else _promised(field, state, meeting)


def _combat(field: DbmField, state: DbmState, unit: int, mover: int) -> _Meeting | None:
    pair = next((one for one in pairs(field, state) if unit in one), None)
    if pair is None:
        return None
    units = pair if field.side(pair[0]) == mover else pair[::-1]
    both = factors.close(field, state, *units), factors.close(field, state, *units[::-1])
    return _Meeting(units, both, mover, shot=False)


def _shot(field: DbmField, state: DbmState, action: Action, mover: int) -> _Meeting | None:
    unit, target, _, number, helpers = shot_of(action)
    if state.at[unit] is None or state.at[target] is None or not shooting.range_of(field, state, unit):
        return None
    edge = shooting.FRONT if number == notation.NOTHING else notation.EDGES[number]
    manned = walls.manned(field, state, target)
    both = (
        factors.shooting(field, state, unit, target, edge),
        factors.shot_at(field, state, target, unit, len(helpers), manned[0].wall if manned else ""),
    )
    return _Meeting((unit, target), both, mover, shot=True, helpers=helpers)


def _promised(field: DbmField, state: DbmState, meeting: _Meeting) -> Prospects:
    counted = Counter(_fates(field, state, meeting))
    lost = [sum(number for fates, number in counted.items() if fates[side] is Fate.DESTROYED) / 36 for side in (0, 1)]
    shares = tuple(
        Likelihood(_result(fates), _meaning(field, meeting, fates), number / 36, _good(fates))
        for fates, number in sorted(counted.items(), key=lambda one: (one[0][1] - one[0][0], one[0]))
    )
    good = sum(share.chance for share in shares if share.good is True)
    bad = sum(share.chance for share in shares if share.good is False)
    own, other = (one.total for one in meeting.factors)
    odds = f"{own} against {other}"
    account = BattleAccount(
        kind="shot" if meeting.shot else "combat",
        rule=field.cite("17.1" if meeting.shot else "18.1"),
        targets=tuple(spell(where) for where in [state.at[meeting.units[1]]] if where is not None),
        attackers=tuple(_strengths(field, meeting, 0)),
        defenders=tuple(_strengths(field, meeting, 1)),
        compared=odds,
        modifiers=tuple(_modifiers(field, meeting)),
        shares=shares,
    )
    return Prospects(odds, (1 + good - bad) / 2, good, bad, lost[0], lost[1], account)


def _fates(field: DbmField, state: DbmState, meeting: _Meeting) -> Iterator[tuple[Fate, Fate]]:
    """What becomes of both at each of the 36 throws."""
    units = meeting.units
    for first in _DICE:
        for second in _DICE:
            thrown = meeting.factors[0].total + first, meeting.factors[1].total + second
            results = compare(*with_grades(field, state, units, thrown, meeting.mover))
            own = Fate.NONE if meeting.shot else fate(field, state, units[0], units[1], results[0])
            yield own, fate(field, state, units[1], units[0], results[1], shot=meeting.shot)


def _result(fates: tuple[Fate, Fate]) -> str:
    return f"{fates[0].name.lower()}, {fates[1].name.lower()}"


def _meaning(field: DbmField, meeting: _Meeting, fates: tuple[Fate, Fate]) -> str:
    said = [
        f"{field.name(unit)} {_FATES[one]}" for unit, one in zip(meeting.units, fates, strict=True) if one in _FATES
    ]
    return " and ".join(said) or "no effect"


def _good(fates: tuple[Fate, Fate]) -> bool | None:
    """Whether it hurts the other one alone; None where it hurts nobody, or both."""
    hurt = [one is not Fate.NONE for one in fates]
    return None if hurt[0] == hurt[1] else hurt[1]


def _strengths(field: DbmField, meeting: _Meeting, side: int) -> Iterator[Strength]:
    found, keys = meeting.factors[side], field.roster.keys
    yield Strength(keys[meeting.units[side]], found.basic)
    if found.support:
        yield Strength("", found.support, "rear support", field.cite("20.1"))
    if side == 0:
        yield from (Strength(keys[helper], 0, "shoots at it too", field.cite("17.6")) for helper in meeting.helpers)


def _modifiers(field: DbmField, meeting: _Meeting) -> Iterator[OddsModifier]:
    """The tactical factors of both; those of the other one count against who attacks."""
    for side, found in enumerate(meeting.factors):
        name = field.name(meeting.units[side])
        for part, number in found.parts:
            rule = part if part[0].isdigit() else _RULES.get(part, "19.1")
            amount = number if side == 0 else -number
            yield OddsModifier(amount, "point", f"{name}: {_CAUSES[part]}", field.cite(rule))
