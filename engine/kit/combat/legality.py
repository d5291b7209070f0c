"""Who may attack what: range, sight, hexsides, arcs, once; and every paragraph that an attack breaks."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.citing import said as paragraphs
from engine.kit.bound.subject import KitSubject
from engine.kit.combat.asks import faces, sees, sight_rules, who_attacks
from engine.kit.combat.kinds import AttackReach, BoundKind
from engine.kit.combat.targets import defenders_of, hex_of, may_be_attacked, unit_named, unit_target
from engine.kit.play.state import DEED
from engine.mechanics.bits import bits
from engine.mechanics.procedure import Breach
from engine.play.words import listed
from engine.plural import counted


def split(
    field: Any, state: Any, kind: BoundKind, targets: tuple[int, ...], units: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Of the units of an attack those that fight, and those that only support."""
    if kind.support is None:
        return units, ()
    support = [
        u for u in units if not fights(field, state, kind, u, targets) and supports(field, state, kind, u, targets)
    ]
    return tuple(u for u in units if u not in support), tuple(support)


def fights(field: Any, state: Any, kind: BoundKind, unit: int, targets: tuple[int, ...]) -> bool:
    """Whether a unit reaches all hexes of an attack, and is of those that attack so."""
    return all(reaches(field, state, kind, unit, h) for h in targets) and may(field, state, kind, unit)


def may(field: Any, state: Any, kind: BoundKind, unit: int) -> bool:
    """Whether a unit is of those that attack so."""
    return bool(kind.who.always or kind.who.ask(KitSubject(field, state, field.roster.side[unit], unit)))


def reaches(field: Any, state: Any, kind: BoundKind, unit: int, h: int, known: dict[int, bool] | None = None) -> bool:
    """Whether a unit reaches a hex from where it stands: range, hexsides, sight and arcs. ``known`` keeps which hexes
    somebody of its side spots, for whoever asks of many units at one moment."""
    return in_reach(field, state, kind, kind.reach, unit, h, known)


def in_reach(
    field: Any,
    state: Any,
    kind: BoundKind,
    reach: AttackReach,
    unit: int,
    h: int,
    known: dict[int, bool] | None = None,
) -> bool:
    """Whether a hex is in reach of a unit; ``known`` as for `reaches`."""
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
        if known is None:
            known = {}
        if h not in known:
            known[h] = spotted(field, state, kind, subject.viewer, h)
        if not known[h]:
            return False
    return faces(field, state, unit, h)


def spotted(field: Any, state: Any, kind: BoundKind, side: int, h: int) -> bool:
    """Whether a unit of a side that spots for an attack of a kind sees a hex."""
    spotters = kind.spotters
    if spotters is None:
        return False
    subject = KitSubject(field, state, side)
    return any(
        state.where[u] >= 0
        and u not in state.carrier
        and spotters.ask(subject.about(u))
        and sees(field, state, state.where[u], h)
        for u in field.roster.side_units[side]
    )


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
    return int(state.back) | _once(kind.once_defender, state.struck, state.struck_turn)


def _once(how: str, in_phase: int, in_turn: int) -> int:
    return 0 if how == "none" else in_turn if how == "turn" else in_phase


def did_before(field: Any, state: Any, kind: BoundKind, phase: int) -> int:
    """The units that fought so in an earlier phase of the player turn, where the phase leaves those out."""
    if phase < 0 or not field.phases[phase].once_a_turn:
        return 0
    found = 0
    for earlier in range(phase):
        if kind.name in field.phases[earlier].does:
            found |= state.done(DEED["attacked"], earlier)
    return found


def free(
    field: Any, state: Any, kind: BoundKind, phase: int, side: int, among: Iterable[int] | None = None
) -> list[int]:
    """The units of a side that may attack now, as far as it is about themselves; ``phase`` is -1 outside of phases.
    With ``among`` only those of them."""
    done = fought(state, kind) | state.blocked.get("attack", 0) | did_before(field, state, kind, phase)
    who = who_attacks(field, phase)
    where = state.where
    found = []
    for u in field.roster.side_units[side] if among is None else among:
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


def _seen(field: Any, state: Any, side: int) -> int:
    """The enemies of a side of which it knows where they are."""
    foes = int(field.roster.of_side[1 - side])
    return foes if field.hiding is None else foes & ~unseen(field, state, side)


def target_hexes(field: Any, state: Any, kind: BoundKind, side: int, among: Container[int] | None = None) -> list[int]:
    """The hexes that a side may still attack so, as far as it is about those who stand there; with ``among`` only those
    of them."""
    if kind.any_hex:
        return [
            h for h in range(field.grid.size) if not state.stacks.get(h, 0) or open_targets(field, state, kind, side, h)
        ]
    foes = _seen(field, state, side)
    hexes = [h for h, mask in state.stacks.items() if mask & foes and (among is None or h in among)]
    if kind.whole_defender and kind.targets.always and not state.carrier:
        done, stacks = foes & struck(state, kind), state.stacks
        return sorted(hexes) if not done else [h for h in sorted(hexes) if not stacks[h] & done]
    return [h for h in sorted(hexes) if open_targets(field, state, kind, side, h)]


def open_targets(field: Any, state: Any, kind: BoundKind, side: int, h: int) -> tuple[int, ...]:
    """What may still be attacked in a hex: the hex, or of some kinds of combat each of its units."""
    there = state.stacks.get(h, 0) & _seen(field, state, side)
    done = struck(state, kind)
    if not there:
        return (h,) if kind.any_hex else ()
    open_ = may_be_attacked(field, state, kind, side, there)
    if kind.whole_defender:
        return () if there & done or not (open_ or kind.any_hex) else (h,)
    return tuple(unit_target(u) for u in bits(open_ & ~done))


# -- why an attack is illegal ---------------------------------------------------------------------------------


def target_breaches(field: Any, state: Any, kind: BoundKind, side: int, target: int) -> Iterator[Breach]:
    """Why a hex, or a unit that is named for it, cannot be attacked so."""
    unit, h = unit_named(target), hex_of(state, target)
    mask = state.stacks.get(h, 0) & _seen(field, state, side) if h >= 0 else 0
    if unit != NOWHERE:
        mask &= 1 << unit
    where = field.place(h) if unit == NOWHERE else field.roster.names[unit]
    if not mask and (unit != NOWHERE or not kind.any_hex):
        said = f"there is no enemy unit in {where}" if unit == NOWHERE else f"{where} is not an enemy unit on the map"
        yield from kind.breach("targets", said)
        return
    if mask and not kind.any_hex and not may_be_attacked(field, state, kind, side, mask):
        yield from kind.breach("targets", f"no unit in {field.place(h)} is a target of this kind of attack")
    if not kind.whole_defender and len(defenders_of(field, state, kind, side, (target,))) > 1:
        yield from kind.breach("whole_stack", f"there are several units in {where}: name the one that is attacked")
    if done := mask & struck(state, kind):
        names = field.called(state, side, done)
        when = "player turn" if kind.once_defender == "turn" else "phase"
        yield from kind.breach("once", f"{names} in {field.place(h)} has already been attacked in this {when}")
        if done & state.back and kind.retreat is not None:
            yield from ((rule, f"{names} has retreated in this phase") for rule in kind.retreat.rules)


def attacker_breaches(
    field: Any, state: Any, kind: BoundKind, phase: int, side: int, unit: int, targets: tuple[int, ...]
) -> Iterator[Breach]:
    """Why a unit cannot take part in an attack on hexes."""
    name = field.roster.names[unit]
    if field.roster.side[unit] != side:
        yield from kind.breach("who", f"{name} is not a unit of the attacker")
        return
    if state.where[unit] < 0:
        yield from kind.breach("range", f"{name} is not on the map")
        return
    subject = KitSubject(field, state, side, unit)
    supporting = supports(field, state, kind, unit, targets)
    if not kind.who.ask(subject) and not supporting:
        yield from kind.breach("who", f"{name} does not attack in this way")
    who = who_attacks(field, phase)
    if who is not None and not who.ask(subject):
        rules = field.phases[phase].who_rules
        yield from ((rule, f"{name} does not take part in this phase") for rule in rules)
    if fought(state, kind) >> unit & 1:
        when = "player turn" if kind.once_attacker == "turn" else "phase"
        yield from kind.breach("once", f"{name} has already attacked in this {when}")
    if did_before(field, state, kind, phase) >> unit & 1:
        said = f"{name} has done so in an earlier phase of this player turn"
        yield from (
            (rule, said) for rule in paragraphs(field.phases[phase].source, "once") or field.phases[phase].rules
        )
    if state.blocked.get("attack", 0) >> unit & 1:
        yield from kind.breach("once", f"{name} cannot attack any more in this player turn")
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
            yield from kind.breach("range", f"{name} in {field.place(at)} is not adjacent to {field.place(h)}")
        else:
            yield from kind.breach(
                "range", f"{field.place(h)} is {counted(distance, 'hex', 'hexes')} from {name}, which does not reach it"
            )
        return
    if distance == 1 and not crosses(field, state, kind, subject):
        yield from kind.breach(
            "not_across", f"no attack of {name} crosses into {field.place(h)} from {field.place(at)}"
        )
    if distance > 1 and kind.reach.sight and not sees(field, state, at, h):
        yield from _blind_breaches(field, state, kind, unit, h)
    if not faces(field, state, unit, h):
        rules = dict.fromkeys((*field.cites("facing", "attack"), *kind.rules("facing")))
        yield from ((rule, f"{field.place(h)} is not in the front of {name}") for rule in rules)


def _blind_breaches(field: Any, state: Any, kind: BoundKind, unit: int, h: int) -> Iterator[Breach]:
    """Why a hex that a unit does not see cannot be attacked; nothing if a spotter sees it."""
    if spotted(field, state, kind, field.roster.side[unit], h):
        return
    at = state.where[unit]
    who, rules = (
        f"{field.roster.names[unit]} in {field.place(at)}",
        tuple(dict.fromkeys((*kind.rules("needs"), *kind.rules("sight"), *sight_rules(field, state, at, h)))),
    )
    said = f"{who} does not see {field.place(h)}"
    if kind.spotters is not None:
        rules = (*kind.rules("spotters"), *rules)
        said = f"neither {who} nor a unit that spots for it sees {field.place(h)}"
    yield from ((rule, said) for rule in dict.fromkeys(rules))


def form_breaches(
    field: Any,
    state: Any,
    kind: BoundKind,
    phase: int,
    side: int,
    targets: tuple[int, ...],
    units: tuple[int, ...],
    whole: bool,
) -> Iterator[Breach]:
    """What is wrong with an attack as a whole: too many hexes or units, part of a stack, no unit in it."""
    near, support = split(field, state, kind, targets, units)
    if len(targets) > 1 and not kind.many_hexes:
        yield from kind.breach("hexes", "only one hex is attacked at a time")
    if kind.units == "one" and len(near) > 1:
        yield from kind.breach("units", "one unit attacks by itself")
    if kind.units == "stack" and len({state.where[u] for u in near}) > 1:
        yield from kind.breach("units", "only units of one hex attack together")
    if not whole:
        return
    if not units:
        yield from kind.breach("who", "an attack needs at least one attacker")
    elif not near and support and kind.support is not None and not kind.support.alone:
        yield from kind.breach("support", "units that support do not attack by themselves")
    if near and support and not any(h in field.ground.near[state.where[u]] for u in near for h in targets):
        yield from kind.breach("support", "units support an attack made by others next to the hex attacked")
    refused = field.hooks.refused(state, kind.name, units, targets) if field.hooks is not None and units else None
    if refused is not None:
        yield refused
    if kind.whole_attacker and kind.units != "one":
        hexes = {state.where[u] for u in near}
        others = [u for u in free(field, state, kind, phase, side) if state.where[u] in hexes and u not in units]
        if left := [u for u in others if all(reaches(field, state, kind, u, h) for h in targets)]:
            names = listed(field.roster.names[u] for u in left)
            yield from kind.breach("whole_stack", f"a stack attacks as a whole: {names} must take part")
