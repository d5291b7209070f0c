"""Who may attack what: range, sight, hexsides, arcs, once; and every paragraph that an attack breaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kit.bound.subject import KitSubject
from engine.kit.combat.asks import faces, sees
from engine.kit.combat.kinds import AttackReach, BoundKind
from engine.kit.play.turning import turn_frame
from engine.mechanics.bits import bits
from engine.mechanics.procedure import Breach
from engine.play.words import listed


def split(
    field: Any, state: Any, kind: BoundKind, targets: tuple[int, ...], units: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Of the units of an attack those that fight, and those that only support."""
    if kind.support is None:
        return units, ()
    fights = [
        u for u in units if all(reaches(field, state, kind, u, h) for h in targets) and may(field, state, kind, u)
    ]
    support = [u for u in units if u not in fights and supports(field, state, kind, u, targets)]
    return tuple(u for u in units if u not in support), tuple(support)


def may(field: Any, state: Any, kind: BoundKind, unit: int) -> bool:
    """Whether a unit is of those that attack so."""
    return bool(kind.who.always or kind.who.ask(KitSubject(field, state, field.roster.side[unit], unit)))


def reaches(field: Any, state: Any, kind: BoundKind, unit: int, h: int) -> bool:
    """Whether a unit reaches a hex from where it stands: range, hexsides, sight and arcs."""
    return in_reach(field, state, kind, kind.reach, unit, h)


def in_reach(field: Any, state: Any, kind: BoundKind, reach: AttackReach, unit: int, h: int) -> bool:
    """Whether a hex is in reach of a unit."""
    at = state.where[unit]
    if at < 0:
        return False
    subject = KitSubject(field, state, field.roster.side[unit], unit, h, at)
    distance = 1 if h in field.ground.near[at] else field.distance(at, h)
    if not reach.spans(subject, distance):
        return False
    if distance == 1 and not crosses(field, state, kind, subject):
        return False
    if distance > 1 and reach.sight and not sees(field, state, at, h):
        return False
    return faces(field, state, unit, h)


def crosses(field: Any, state: Any, kind: BoundKind, subject: KitSubject) -> bool:
    """Whether the hexside between an attacker and the hex next to it lets the attack through."""
    if kind.not_across is None:
        return bool(field.passable(state, subject.unit, subject.start, subject.cell))
    return not kind.not_across.ask(subject)


def supports(field: Any, state: Any, kind: BoundKind, unit: int, targets: tuple[int, ...]) -> bool:
    """Whether a unit may support an attack on hexes."""
    support = kind.support
    if support is None or not support.who.ask(KitSubject(field, state, field.roster.side[unit], unit)):
        return False
    return any(in_reach(field, state, kind, support.reach, unit, h) for h in targets)


def fought(state: Any, kind: BoundKind) -> int:
    """The units that may not attack any more: they have done so in this phase or player turn."""
    return _once(kind.once_attacker, state.fought, state.fought_turn)


def struck(state: Any, kind: BoundKind) -> int:
    """The units that may not be attacked any more."""
    back = state.back if kind.retreat is not None and not kind.retreat.attacked_again else 0
    return back | _once(kind.once_defender, state.struck, state.struck_turn)


def _once(how: str, in_phase: int, in_turn: int) -> int:
    return 0 if how == "none" else in_turn if how == "turn" else in_phase


def free(field: Any, state: Any, kind: BoundKind, who: Any, side: int) -> list[int]:
    """The units of a side that may attack now, as far as it is about themselves; ``who`` is what the phase asks."""
    done = fought(state, kind) | state.blocked.get(kind.name, 0) | state.blocked.get("attack", 0)
    where = state.where
    found = []
    for u in field.roster.side_units[side]:
        if where[u] < 0 or done >> u & 1 or u in state.carrier or field.cannot(state, u, kind.name):
            continue
        if who is not None and not who.ask(KitSubject(field, state, side, u)):
            continue
        if may(field, state, kind, u) or (kind.support is not None and _may_support(field, state, kind, u, side)):
            found.append(u)
    return found


def _may_support(field: Any, state: Any, kind: BoundKind, unit: int, side: int) -> bool:
    return kind.support is not None and bool(kind.support.who.ask(KitSubject(field, state, side, unit)))


def unseen(field: Any, state: Any, side: int) -> int:
    """The enemies of a side of which it does not know where they are."""
    return int(field.hiding.unseen(state, side)) if field.hiding is not None else 0


def target_hexes(field: Any, state: Any, kind: BoundKind, side: int) -> list[int]:
    """The hexes that a side may still attack so, as far as it is about those who stand there."""
    done, foes = struck(state, kind), field.roster.of_side[1 - side] & ~unseen(field, state, side)
    hexes = {state.where[u] for u in bits(foes) if state.where[u] >= 0}
    always = kind.targets.always
    found = []
    for h in sorted(hexes):
        mask = state.stacks[h] & foes
        if mask & done:
            continue
        if always or any(kind.targets.ask(KitSubject(field, state, side, u)) for u in bits(mask)):
            found.append(h)
    return found


# -- why an attack is illegal ---------------------------------------------------------------------------------


def target_breaches(field: Any, state: Any, kind: BoundKind, side: int, h: int) -> Iterator[Breach]:
    """Why a hex cannot be attacked so."""
    mask = state.stacks.get(h, 0) & field.roster.of_side[1 - side] & ~unseen(field, state, side)
    if not mask and not kind.any_hex:
        yield kind.rule("targets"), f"there is no enemy unit in {field.place(h)}"
        return
    subject = KitSubject(field, state, side)
    if mask and not any(kind.targets.ask(subject.about(u)) for u in bits(mask)):
        yield kind.rule("targets"), f"nobody in {field.place(h)} is a target of this kind of attack"
    if done := mask & struck(state, kind):
        names = listed(field.roster.names[u] for u in bits(done))
        when = "player turn" if kind.once_defender == "turn" else "phase"
        yield kind.rule("once"), f"{names} in {field.place(h)} has been attacked in this {when} already"
        if done & state.back and kind.retreat is not None:
            yield kind.retreat.rule, f"{names} has retreated in this phase"


def attacker_breaches(
    field: Any, state: Any, kind: BoundKind, who: Any, side: int, unit: int, targets: tuple[int, ...]
) -> Iterator[Breach]:
    """Why a unit cannot take part in an attack on hexes."""
    name = field.roster.names[unit]
    if field.roster.side[unit] != side:
        yield kind.rule("who"), f"{name} is not a unit of the attacker"
        return
    if state.where[unit] < 0:
        yield kind.rule("range"), f"{name} is not on the map"
        return
    subject = KitSubject(field, state, side, unit)
    supporting = supports(field, state, kind, unit, targets)
    if not kind.who.ask(subject) and not supporting:
        yield kind.rule("who"), f"{name} does not attack in this way"
    if who is not None and not who.ask(subject):
        number = turn_frame(state)[1]
        rules = field.phases[number].who_rules if number >= 0 else ()
        said = f"{name} does not take part in this phase"
        yield from ((rule, said) for rule in dict.fromkeys((*rules, kind.rule("with"))))
    if fought(state, kind) >> unit & 1:
        when = "player turn" if kind.once_attacker == "turn" else "phase"
        yield kind.rule("once"), f"{name} has attacked in this {when} already"
    for word in (kind.name, "attack"):
        if state.blocked.get(word, 0) >> unit & 1:
            yield kind.rule("once"), f"{name} may not attack any more in this player turn"
            break
    yield from field.why_not(state, unit, kind.name)
    if not supporting:
        for h in targets:
            yield from _reach_breaches(field, state, kind, unit, h)


def _reach_breaches(field: Any, state: Any, kind: BoundKind, unit: int, h: int) -> Iterator[Breach]:
    at, name = state.where[unit], field.roster.names[unit]
    subject = KitSubject(field, state, field.roster.side[unit], unit, h, at)
    distance = field.distance(at, h)
    if not kind.reach.spans(subject, distance):
        if kind.reach.is_adjacent:
            yield kind.rule("range"), f"{name} in {field.place(at)} is not adjacent to {field.place(h)}"
        else:
            yield kind.rule("range"), f"{field.place(h)} is {distance} hexes from {name}, which does not reach it"
        return
    if distance == 1 and not crosses(field, state, kind, subject):
        yield kind.rule("not_across"), f"no attack of {name} crosses into {field.place(h)} from {field.place(at)}"
    if distance > 1 and kind.reach.sight and not sees(field, state, at, h):
        said = f"{name} in {field.place(at)} does not see {field.place(h)}"
        yield from ((rule, said) for rule in dict.fromkeys((kind.rule("needs"), *field.cites("sight"))))
    if not faces(field, state, unit, h):
        said = f"{field.place(h)} is not in the front of {name}"
        yield from ((rule, said) for rule in dict.fromkeys((*field.cites("facing", "attack"), kind.rule("facing"))))


def form_breaches(
    field: Any,
    state: Any,
    kind: BoundKind,
    who: Any,
    side: int,
    targets: tuple[int, ...],
    units: tuple[int, ...],
    whole: bool,
) -> Iterator[Breach]:
    """What is wrong with an attack as a whole: too many hexes or units, part of a stack, nobody in it."""
    near, support = split(field, state, kind, targets, units)
    if len(targets) > 1 and not kind.many_hexes:
        yield kind.rule("hexes"), "only one hex is attacked at a time"
    if kind.units == "one" and len(near) > 1:
        yield kind.rule("units"), "one unit attacks by itself"
    if kind.units == "stack" and len({state.where[u] for u in near}) > 1:
        yield kind.rule("units"), "only units of one hex attack together"
    if not whole:
        return
    if not units:
        yield kind.rule("who"), "an attack needs at least one attacker"
    elif not near and support and kind.support is not None and not kind.support.alone:
        yield kind.support.rule, "units that support do not attack by themselves"
    if kind.whole_attacker:
        hexes = {state.where[u] for u in near}
        others = [u for u in free(field, state, kind, who, side) if state.where[u] in hexes and u not in units]
        if left := [u for u in others if all(reaches(field, state, kind, u, h) for h in targets)]:
            names = listed(field.roster.names[u] for u in left)
            yield kind.rule("whole_stack"), f"a stack attacks as a whole: {names} must take part"
