"""The moves of a bound: groups go forward whole, contact where the odds are good, and keep out of what is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.errors import IllegalAction
from engine.mechanics.acts import units_of
from engine.mechanics.procedure import END
from engine.play import Action
from engine.systems.de_bellis_multitudinis import breaking, groups, judging, lining_up, offering
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.notation import EDGES
from engine.systems.de_bellis_multitudinis.opposing import opponent
from engine.systems.de_bellis_multitudinis.staff import candidates, chances, outlook, supposing
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import PACE

_PRICE: Final = 0.004
"""What a point of initiative is worth when it is not spent."""
_NEIGHBOURS: Final = 450 * PACE
"""Grains beyond the move of a group within which others can touch, bar or frighten it."""
_EAGER: Final = 0.25
"""What a contact is worth to a side that has to attack, beside what its throws promise."""
_OPEN: Final = 0.05
"""What a side of an element in combat costs that lies open to a free enemy."""
_LEAST: Final = 0.006
"""What a move has to be worth at least."""
_BREAKS_UP: Final = 0.03
"""What it costs that an element leaves its group."""
_TOGETHER: Final = 0.1
"""What it is worth for each impetuous element of a group that they are moved together."""
_LEVEL: Final = 0.01
"""Shares of an army that count as equal."""
_TRIED: Final = 4
"""Quiet moves of a group that are judged at most, the best ones first."""

Nearby = tuple[object, ...]
"""What the worth of the moves of a group follows from."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A move with what it is worth and why."""

    action: Action
    worth: float
    reason: str


Known = dict[tuple[int, ...], tuple[Nearby, list[Ranked]]]
"""What the moves of each group were worth, with what stood near it then."""


def best(field: DbmField, state: DbmState, side: int, known: Known) -> Ranked:
    """The move that is worth most for its points, or the end of the phase. ``known`` keeps what was found: a group
    near which nothing has changed is not looked at again."""
    found: list[Ranked] = []
    for group in groups.groups(field, state, side):
        near = _nearby(field, state, side, group)
        if group not in known or known[group][0] != near:
            known[group] = near, [one for one in _ranked(field, state, side, group) if one.worth > _LEAST]
        found += known[group][1]
    for one in sorted(found, key=lambda one: -one.worth):
        # What is further away can still forbid it.
        if offering.is_legal(field, state, side, one.action):
            return one
    return Ranked(END, 0.0, "nothing better to do")


def _nearby(field: DbmField, state: DbmState, side: int, group: tuple[int, ...]) -> Nearby:
    """What stands near a group, in which bound, and whether its command has points."""
    command = field.roster.command[group[0]]
    places = [place for unit in group if (place := state.at[unit]) is not None]
    reach = _NEIGHBOURS + max(field.form(state, unit).move[0] for unit in group) * PACE
    left, right = min(one.x for one in places) - reach, max(one.x for one in places) + reach
    top, bottom = min(one.y for one in places) - reach, max(one.y for one in places) + reach
    around = tuple(
        (unit, at, state.flags[unit])
        for unit, at in field.in_play(state)
        if left <= at.x <= right and top <= at.y <= bottom
    )
    # Points only fall within a bound: what cannot be paid any more is found out when it is chosen.
    return around, state.bound, state.pips[command] > 0, round(urgency(field, state, side), 2)


def _ranked(field: DbmField, state: DbmState, side: int, group: tuple[int, ...]) -> Iterator[Ranked]:
    for action in candidates.halts(field, state, group):
        if offering.is_legal(field, state, side, action):
            yield _halt(field, state, action)
    if not state.pips[field.roster.command[group[0]]]:
        return
    yield from _quiet(field, state, side, group)
    if candidates.can_move(field, state, group):
        yield from _touching(field, state, side, group)


# -- quiet moves --------------------------------------------------------------------------------------------------


def _quiet(field: DbmField, state: DbmState, side: int, group: tuple[int, ...]) -> Iterator[Ranked]:
    """The best legal one of the quiet moves of a group; what they come to is told by where they end, so that most are
    never judged."""
    eager = _eagerness(field, state, side)
    found = []
    for number, one in enumerate(candidates.quiet(field, state, side, group)):
        gain = outlook.gain(field, state, side, one.ends, eager)
        if gain > _LEAST:
            found.append((-gain - _held_together(field, state, one.action), number, one))
    for worth, _, one in sorted(found)[:_TRIED]:
        if not offering.is_legal(field, state, side, one.action):
            continue
        judged = judging.judge(field, state, side, one.action)
        if judged.contacts:
            continue
        yield Ranked(one.action, -worth - _PRICE * judged.cost, "nearer to a weaker enemy")
        return


def _held_together(field: DbmField, state: DbmState, action: Action) -> float:
    """What it is worth that impetuous troops of a group go forward together: by themselves they break up their line."""
    units = units_of(action)
    return _TOGETHER * sum(field.is_impetuous(state, unit) for unit in units) if len(units) > 1 else 0.0


def _halt(field: DbmField, state: DbmState, action: Action) -> Ranked:
    """Halting impetuous troops pays where whoever is nearest beats them."""
    bad = 0.0
    for unit in units_of(action):
        enemy = _nearest(field, state, unit)
        if enemy >= 0 and field.is_impetuous(state, unit):
            bad -= chances.swing(field, state, unit, enemy)
    return Ranked(action, 0.6 * bad - 0.1, "held back from a stronger enemy")


def _nearest(field: DbmField, state: DbmState, unit: int) -> int:
    at = state.at[unit]
    assert at is not None
    enemies = field.in_play(state, 1 - field.side(unit))
    return min(((max(abs(at.x - one.x), abs(at.y - one.y)), enemy) for enemy, one in enemies), default=(0, -1))[1]


# -- contacts -----------------------------------------------------------------------------------------------------


def _touching(field: DbmField, state: DbmState, side: int, group: tuple[int, ...]) -> Iterator[Ranked]:
    """The contacts of a group and of its elements, by what the combats that come of them promise."""
    seen = set()
    for one in candidates.touches(field, state, side, group):
        try:
            parts = lining_up.parts_of(field, state, one.units, one.enemy, EDGES.index(one.edge))
        except IllegalAction:
            continue
        action = Action("move", (one.units, parts))
        if action in seen:
            continue
        seen.add(action)
        judged = judging.judge(field, state, side, action)
        worth = contact_gain(field, state, side, judged) - _PRICE * judged.cost
        if len(one.units) < len(group):
            worth -= _BREAKS_UP
        yield Ranked(action, worth, "contact where the odds are good")


def contact_gain(field: DbmField, state: DbmState, side: int, judged: judging.MoveJudgement) -> float:
    """What the combats near a move are worth after it more than before, with what lies open then, and what the others
    who move come to."""
    before = supposing.faced(field, state, side)
    twin = supposing.faced(field, supposing.after(field, state, judged.ends), side)
    near = supposing.around(field, state, judged.ends)
    gain = chances.balance(field, twin, side, near) - chances.balance(field, before, side, near)
    fighting = {unit for unit in judged.ends if opponent(field, twin, unit) is not None}
    new = [unit for unit in fighting if opponent(field, before, unit) != opponent(field, twin, unit)]
    exposed = outlook.open_sides(field, twin, side, new)
    free = {unit: end for unit, end in judged.ends.items() if unit not in fighting}
    eager = _eagerness(field, state, side)
    # Who has to win something fights at worse odds, who is ahead at better ones only.
    return gain + eager * len(new) - _OPEN * exposed + outlook.gain(field, state, side, free, eager)


# -- who has to attack --------------------------------------------------------------------------------------------


def _eagerness(field: DbmField, state: DbmState, side: int) -> float:
    pressing = urgency(field, state, side)
    return _EAGER * pressing * abs(pressing)


def urgency(field: DbmField, state: DbmState, side: int) -> float:
    """How much a side has to attack, from -1 to 1: it is behind by what both armies have lost, or nobody is, the more
    so the later it is; who is ahead need not."""
    lost = _shares_lost(field, state)
    behind = lost[side] - lost[1 - side]
    late = min(1.0, state.turn / max(1, field.scenario.turns.count))
    if abs(behind) < _LEVEL:
        return (0.3 if side == field.invader else 0.25) + 0.5 * late
    return (0.4 + 0.6 * late) * (1 if behind > 0 else -1)


def _shares_lost(field: DbmField, state: DbmState) -> list[float]:
    """The shares of both armies that are lost."""
    known: list[float] | None = state.cache.get("shares lost")
    if known is None:
        known = [breaking.army_lost(field, state, one) / max(1, breaking.army_total(field, one)) for one in (0, 1)]
        state.cache["shares lost"] = known
    return known
