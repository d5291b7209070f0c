"""A sample of the moves of a side: what players without ideas of their own choose from."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees
from random import Random
from typing import Final

from engine.errors import IllegalAction
from engine.mechanics.procedure import END
from engine.play import Action
from engine.systems.de_bellis_multitudinis import (
    columns,
    groups,
    halting,
    initiative,
    judging,
    lining_up,
    manoeuvres,
    manoeuvring,
    moving,
)
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.notation import NOTHING, Part, PartKind
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import PACE, WIDTH, BasePlace
from engine.tables.sines import CIRCLE

MOST: Final = 300
"""Actions of a sample."""
_TRIES: Final = 12
"""Random moves that are tried before the phase is ended instead."""
_ENEMIES: Final = 3
"""Enemies at whom each group is offered moves: the nearest ones."""
_NUDGE: Final = 100
"""Tenths of a degree of the wheel to each side that is offered wherever enemies are."""
_WIDEST: Final = 900
"""Tenths of a degree of the widest wheel that is offered."""


def offers(field: DbmField, state: DbmState, side: int) -> Iterator[Action]:
    """Legal moves, marches and halts of each group, sorted, and the end of the phase: at most `MOST`."""
    key = ("offers", side, tuple(state.pips), state.waived)
    found = state.cache.get(key)
    if found is None:
        found = state.cache[key] = tuple(sorted((*_offers(field, state, side), END)))
    yield from found


def _offers(field: DbmField, state: DbmState, side: int) -> Iterator[Action]:
    found: dict[Action, None] = {}
    for group in groups.groups(field, state, side):
        for action in of_group(field, state, side, group):
            if action not in found and is_legal(field, state, side, action):
                found[action] = None
            if len(found) == MOST - 1:
                break
    yield from sorted(found)


def is_legal(field: DbmField, state: DbmState, side: int, action: Action) -> bool:
    """Whether a move, march or halt breaks nothing."""
    if action.verb == halting.VERB:
        return next(halting.breaches(field, state, side, action), None) is None
    if action.verb in manoeuvres.VERBS:
        return not manoeuvring.judge(field, state, side, action).breaches
    return judging.is_legal(field, state, side, action)


def of_group(field: DbmField, state: DbmState, side: int, group: tuple[int, ...]) -> Iterator[Action]:
    """What may be done with a group; not all of it is legal."""
    if state.pips[field.roster.command[group[0]]] == 0 and not initiative.waivers(field, state, group, halt=True):
        return
    if any(state.demoralised >> field.roster.command[unit] & 1 or field.is_impetuous(state, unit) for unit in group):
        yield Action(halting.VERB, (group, NOTHING))
    flags = [state.flags[unit] for unit in group]
    reach = min(field.form(state, unit).move[0] for unit in group)
    if not any(flag & Flag.MOVED and not flag & Flag.MARCHED for flag in flags):
        yield Action("march", (group, ((int(PartKind.AHEAD), reach),)))
    if any(flag & (Flag.MOVED | Flag.HALTED | Flag.FLED) for flag in flags):
        return
    for length in (reach, reach // 2, reach // 4):
        yield Action("move", (group, ((int(PartKind.AHEAD), length),)))
    yield Action("move", (group, ((int(PartKind.BACK), reach // 2),)))
    for kind in moving.WHEELS:
        yield Action("move", (group, ((int(kind), _NUDGE),)))
    yield from _at_enemies(field, state, side, group, reach)
    yield from _reformed(field, state, group, reach)


def _reformed(field: DbmField, state: DbmState, group: tuple[int, ...], reach: int) -> Iterator[Action]:
    """A column that a group forms or spreads out from; dismounting, and mounting again."""
    if columns.is_column(field, state, group):
        for way in (0, 1) if len(group) > 1 else ():
            yield Action("expand", (group, way, (len(group) - 1) // 2 or 1))
    else:
        yield Action("column", (group, ((int(PartKind.AHEAD), reach),)))
    if all(field.roster.dismounted[unit] for unit in group):
        if all(state.has(unit, Flag.DISMOUNTED) for unit in group):
            yield Action("mount", (group,))
        else:
            yield Action("dismount", (group, NOTHING, NOTHING, NOTHING))


def _at_enemies(field: DbmField, state: DbmState, side: int, group: tuple[int, ...], reach: int) -> Iterator[Action]:
    """Wheels that face enemies in reach, and moves that line up with them."""
    places = [place for unit in group if (place := state.at[unit]) is not None]
    x, y = sum(place.x for place in places) // len(places), sum(place.y for place in places) // len(places)
    at = BasePlace(x, y, places[0].facing)
    for enemy, where in nearest(field, state, side, group, reach):
        part = facing(at, where)
        if part is not None:
            yield Action("move", (group, (part,)))
        try:
            yield Action("move", (group, lining_up.parts_of(field, state, group, enemy, NOTHING)))
        except IllegalAction:
            continue


def nearest(
    field: DbmField, state: DbmState, side: int, group: tuple[int, ...], reach: int
) -> list[tuple[int, BasePlace]]:
    """The enemies in reach of a group who are nearest to it, the nearest first."""
    places = [place for unit in group if (place := state.at[unit]) is not None]
    found = []
    for enemy, where in field.in_play(state, 1 - side):
        away = min(max(abs(where.x - place.x), abs(where.y - place.y)) for place in places)
        if away <= (reach + 2 * WIDTH // PACE) * PACE:
            found.append((away, enemy, where))
    return [(enemy, where) for _, enemy, where in sorted(found)[:_ENEMIES]]


def facing(at: BasePlace, goal: BasePlace) -> Part | None:
    """The least wheel after which a place faces another; None where none is needed, or it is too wide."""
    towards = round(degrees(atan2(goal.x - at.x, at.y - goal.y)) * 10) % CIRCLE
    turn = (towards - at.facing) % CIRCLE
    turn = turn - CIRCLE if turn > CIRCLE // 2 else turn
    if not turn or abs(turn) > _WIDEST:
        return None
    return int(PartKind.WHEEL_RIGHT if turn > 0 else PartKind.WHEEL_LEFT), abs(turn)


# -- at random ----------------------------------------------------------------------------------------------------


def drawn(field: DbmField, state: DbmState, side: int, random: Random) -> Action:
    """A random legal action: parts of a move are drawn until a move is legal, else the phase is ended."""
    found = [group for group in groups.groups(field, state, side) if _can_pay(field, state, group)]
    for _ in range(_TRIES if found else 0):
        action = _random(field, state, random.choice(found), random)
        if is_legal(field, state, side, action):
            return action
    return END


def _can_pay(field: DbmField, state: DbmState, group: tuple[int, ...]) -> bool:
    return state.pips[field.roster.command[group[0]]] > 0


def _random(field: DbmField, state: DbmState, group: tuple[int, ...], random: Random) -> Action:
    units = group if len(group) == 1 or random.random() < 0.6 else (random.choice(group),)
    reach = max(1, min(field.form(state, unit).move[0] for unit in units))
    if random.random() < 0.05:
        return Action(halting.VERB, (units, NOTHING))
    kinds = [PartKind.AHEAD, PartKind.AHEAD, PartKind.WHEEL_LEFT, PartKind.WHEEL_RIGHT, PartKind.BACK]
    parts = []
    for _ in range(random.choice((1, 1, 2))):
        kind = random.choice(kinds)
        most = 300 if kind in (PartKind.WHEEL_LEFT, PartKind.WHEEL_RIGHT) else reach
        parts.append((int(kind), random.randint(1, most)))
    return Action("march" if random.random() < 0.2 else "move", (units, tuple(parts)))
