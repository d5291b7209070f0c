"""The moves of a bound: groups go forward whole, contact where the odds are good, and keep out of what is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import Final

from engine.errors import IllegalAction
from engine.mechanics.procedure import END
from engine.play import Action
from engine.systems.de_bellis_multitudinis import breaking, groups, halting, judging, lining_up, offering
from engine.systems.de_bellis_multitudinis.contact import OVERLAP
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.notation import EDGES, PartKind
from engine.systems.de_bellis_multitudinis.opposing import pairs
from engine.systems.de_bellis_multitudinis.staff import chances
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import PACE, BasePlace

_PACES: Final = 0.004
"""What a pace nearer to a good enemy is worth for an element."""
_TIRED: Final = 0.05
"""What a point of initiative is worth when it is not spent."""
_NEAR: Final = 160
"""Paces short of an enemy at which a line that would rather be attacked stops."""
_NEIGHBOURS: Final = 600 * PACE
"""Grains round a group within which others can touch, bar or pin it in a move."""
_BESIDE: Final = 110
"""Paces from the place of an enemy to that of an element on its flank or rear, more than which it need not go."""
_ASIDE: Final = 400
"""Paces to the side that an enemy may be and still be before an element."""

_EAGER: Final = 0.12
"""What a contact is worth to a side that has to attack, beside what its throws promise."""
_RISK: Final = 0.02
"""What a contact has to promise at least."""
_TOGETHER: Final = 0.15
"""What it is worth for each impetuous element of a group that they are moved together."""
_LEVEL: Final = 0.01
"""Shares of an army that count as equal."""

_WEIGHED: Final = (halting.VERB, *judging.VERBS)
"""The actions that are weighed against each other."""

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
        near = _nearby(field, state, group)
        if group not in known or known[group][0] != near:
            known[group] = near, [one for one in _ranked(field, state, side, group) if one.worth > 0]
        found += known[group][1]
    for one in sorted(found, key=lambda one: -one.worth):
        # What is further away can still forbid it.
        if offering.is_legal(field, state, side, one.action):
            return one
    return Ranked(END, 0.0, "nothing better to do")


def _nearby(field: DbmField, state: DbmState, group: tuple[int, ...]) -> Nearby:
    """What stands near a group, in which bound, and whether its command has points."""
    command = field.roster.command[group[0]]
    places = [place for unit in group if (place := state.at[unit]) is not None]
    left, right = min(one.x for one in places) - _NEIGHBOURS, max(one.x for one in places) + _NEIGHBOURS
    top, bottom = min(one.y for one in places) - _NEIGHBOURS, max(one.y for one in places) + _NEIGHBOURS
    around = tuple(
        (unit, at, state.flags[unit])
        for unit, at in field.in_play(state)
        if left <= at.x <= right and top <= at.y <= bottom
    )
    eager = round(urgency(field, state, field.commands[command].side), 2)
    # Points only fall within a bound: what cannot be paid any more is found out when it is chosen.
    return around, state.bound, state.pips[command] > 0, eager


def _ranked(field: DbmField, state: DbmState, side: int, group: tuple[int, ...]) -> Iterator[Ranked]:
    for action in _candidates(field, state, side, group):
        if action.verb not in _WEIGHED or not offering.is_legal(field, state, side, action):
            continue
        if action.verb == halting.VERB:
            yield _halt(field, state, side, action)
            continue
        judged = judging.judge(field, state, side, action)
        price = _TIRED * judged.cost
        if judged.contacts:
            gain = _contact_gain(field, state, side, judged)
            yield Ranked(action, gain - price, "contact where the odds are good")
        else:
            gain = _approach_gain(field, state, side, judged)
            gain += _held_together(field, state, action) if gain > 0 else 0.0
            yield Ranked(action, gain - price, "nearer to a weaker enemy")


def _held_together(field: DbmField, state: DbmState, action: Action) -> float:
    """What it is worth that impetuous troops of a group go forward together: by themselves they break up their line."""
    units, parts = action.args
    if len(units) < 2 or any(part[0] == PartKind.BACK for part in parts):
        return 0.0
    return _TOGETHER * sum(field.is_impetuous(state, unit) for unit in units)


def _candidates(field: DbmField, state: DbmState, side: int, group: tuple[int, ...]) -> Iterator[Action]:
    """Moves worth judging: what a group may do, and how far it could go towards who is before it."""
    offers = offering.of_group(field, state, side, group)
    yield from dict.fromkeys((*offers, *_ahead(field, state, group), *_helpers(field, state, side, group)))


def _helpers(field: DbmField, state: DbmState, side: int, group: tuple[int, ...]) -> Iterator[Action]:
    """Single elements of a group that join a combat of friends: on flank or rear of an enemy, or as an overlap."""
    spent = Flag.MOVED | Flag.HALTED | Flag.FLED
    if not state.pips[field.roster.command[group[0]]]:
        return
    busy = {unit for pair in pairs(field, state) for unit in pair}
    engaged = [(enemy, at) for enemy, at in field.in_play(state, 1 - side) if enemy in busy]
    for unit in group if engaged else ():
        start = state.at[unit]
        assert start is not None
        if unit in busy or state.flags[unit] & spent or field.form(state, unit).baggage:
            continue
        reach = (field.form(state, unit).move[0] + _BESIDE) * PACE
        for enemy, at in engaged:
            if max(abs(at.x - start.x), abs(at.y - start.y)) <= reach:
                yield from _joining(field, state, unit, enemy)


def _joining(field: DbmField, state: DbmState, unit: int, enemy: int) -> Iterator[Action]:
    """The shortest move to each place of an enemy in combat but his front."""
    for edge in ("left", "right", "rear", OVERLAP):
        try:
            parts = lining_up.parts_of(field, state, (unit,), enemy, EDGES.index(edge))
        except IllegalAction:
            continue
        yield Action("move", ((unit,), parts))


def _ahead(field: DbmField, state: DbmState, group: tuple[int, ...]) -> Iterator[Action]:
    """A group straight ahead, into contact or short of it."""
    spent = Flag.MOVED | Flag.HALTED | Flag.FLED
    if any(state.flags[unit] & spent for unit in group) or not state.pips[field.roster.command[group[0]]]:
        return
    room = _room_ahead(field, state, group)
    reach = min(field.form(state, unit).move[0] for unit in group)
    for length in (min(reach, room), min(reach, max(0, room - _NEAR))):
        if length > 0:
            yield Action("move", (group, ((int(PartKind.AHEAD), length),)))


def _room_ahead(field: DbmField, state: DbmState, group: tuple[int, ...]) -> int:
    """The paces to the nearest enemy straight ahead of any element of a group."""
    least = 9999.0
    for unit in group:
        at = state.at[unit]
        assert at is not None
        for _, where in field.in_play(state, 1 - field.side(unit)):
            ahead, aside = groups.along(where, at)
            if abs(aside) < 80 * PACE and ahead > 0:
                least = min(least, ahead / PACE)
    return int(least)


def _halt(field: DbmField, state: DbmState, side: int, action: Action) -> Ranked:
    """Halting impetuous troops pays where whoever is nearest beats them."""
    bad = 0.0
    for unit in action.args[0]:
        enemy = _nearest(field, state, unit)
        if enemy >= 0 and field.is_impetuous(state, unit):
            bad -= chances.matchup(field, state, unit, enemy)
    return Ranked(action, 0.6 * bad - 0.2, "held back from a stronger enemy")


def _contact_gain(field: DbmField, state: DbmState, side: int, told: judging.MoveJudgement) -> float:
    """What all combats are worth after a move more than before."""
    twin = state.copy()
    for unit, place in told.ends.items():
        twin.put(unit, place)
    after, before = (chances.balance(field, one, side, side) for one in (twin, state))
    # Who has to win something fights at worse odds, who is ahead at better ones only.
    return after - before + _EAGER * urgency(field, state, side) * len(told.contacts) - _RISK


def _approach_gain(field: DbmField, state: DbmState, side: int, told: judging.MoveJudgement) -> float:
    """What coming nearer is worth: paces towards enemies whom an element beats, less for those who beat it."""
    gain = 0.0
    for unit, end in told.ends.items():
        start = state.at[unit]
        assert start is not None
        enemy = _goal(field, state, unit)
        if enemy < 0:
            continue
        where = state.at[enemy]
        assert where is not None
        nearer = _away(start, where) - _away(end, where)
        gain += _PACES * nearer * _zeal(field, state, side, unit, enemy)
    return gain


def _zeal(field: DbmField, state: DbmState, side: int, unit: int, enemy: int) -> float:
    """How much an element wants to come to blows with an enemy."""
    form = field.form(state, unit)
    if form.baggage:
        return -0.2
    return 0.2 + 2 * chances.matchup(field, state, unit, enemy) + 0.5 * urgency(field, state, side)


def urgency(field: DbmField, state: DbmState, side: int) -> float:
    """How much a side has to attack, from -1 to 1: it is behind by what both armies have lost, or nobody is, the more
    so the later it is; who is ahead need not."""
    lost = _shares_lost(field, state)
    behind = lost[side] - lost[1 - side]
    late = min(1.0, state.turn / max(1, field.scenario.turns.count))
    if abs(behind) < _LEVEL:
        return (0.2 if side == field.invader else 0.1) + 0.6 * late
    return (0.4 + 0.6 * late) * (1 if behind > 0 else -1)


def _shares_lost(field: DbmField, state: DbmState) -> list[float]:
    """The shares of both armies that are lost."""
    known: list[float] | None = state.cache.get("shares lost")
    if known is None:
        known = [breaking.army_lost(field, state, one) / max(1, breaking.army_total(field, one)) for one in (0, 1)]
        state.cache["shares lost"] = known
    return known


def _goal(field: DbmField, state: DbmState, unit: int) -> int:
    """The enemy that an element goes for: near, weak against it, and more or less before it; -1 for none."""
    known: dict[int, int] = state.cache.setdefault("goals", {})
    if unit not in known:
        known[unit] = _found_goal(field, state, unit)
    return known[unit]


def _found_goal(field: DbmField, state: DbmState, unit: int) -> int:
    at = state.at[unit]
    assert at is not None
    best_enemy, least = -1, 1e9
    for enemy, where in field.in_play(state, 1 - field.side(unit)):
        away = _away(at, where)
        ahead, aside = groups.along(where, at)
        cost = away * (1.3 - chances.matchup(field, state, unit, enemy)) + 0.5 * max(0, abs(aside) / PACE - _ASIDE)
        if ahead < 0:
            cost += 600
        if cost < least:
            best_enemy, least = enemy, cost
    return best_enemy


def _nearest(field: DbmField, state: DbmState, unit: int) -> int:
    at = state.at[unit]
    assert at is not None
    enemies = field.in_play(state, 1 - field.side(unit))
    return min(((_away(at, where), enemy) for enemy, where in enemies), default=(0.0, -1))[1]


def _away(one: BasePlace, other: BasePlace) -> float:
    return hypot(one.x - other.x, one.y - other.y) / PACE
