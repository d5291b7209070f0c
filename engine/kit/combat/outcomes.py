"""Effects carried out one after the other: losses, retreats, statuses, checks, and those of other blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.subject import KitSubject
from engine.kit.combat import losses, retreating
from engine.kit.combat.memory import attack_in, conflict_in
from engine.kit.combat.rules import ALL, ATTACKER, DEFENDER, HITS, BoundEffect
from engine.kit.combat.running import RunningEffects, run
from engine.kit.play import statuses
from engine.kit.play.frames import KitFrame
from engine.kit.play.state import KitState
from engine.mechanics.acts import unit_of
from engine.mechanics.bits import bits
from engine.mechanics.hexes.results import alive
from engine.play import Action, Step


def side_of(field: Any, frame: RunningEffects, effect: BoundEffect) -> int:
    """The side that a role means."""
    role = effect.role
    if role in (ATTACKER, "active", "own", ""):
        return 1 - frame.side if frame.turned else frame.side
    if role in (DEFENDER, "other", "enemy"):
        return frame.side if frame.turned else 1 - frame.side
    if role == "unit":
        return int(field.roster.side[frame.unit])
    return int(field.roster.sides.index(role))


def units_of(field: Any, state: KitState, frame: RunningEffects, effect: BoundEffect) -> int:
    """The units that an effect means, as a mask: those of the combat in progress, or all of a side on the map."""
    conflict, side = conflict_in(state), side_of(field, frame, effect)
    if effect.role == "unit":
        mask = 1 << frame.unit if frame.unit >= 0 else 0
    elif conflict is not None and effect.role in (ATTACKER, DEFENDER):
        mask = conflict.attackers if side == conflict.side else conflict.defenders
    else:
        mask = field.roster.of_side[side]
    mask = alive(state, mask)
    if effect.who is not None:
        subject = KitSubject(field, state, frame.side, attack=attack_in(field, state))
        for u in bits(mask):
            if not effect.who.ask(subject.about(u)):
                mask &= ~(1 << u)
    return mask


def carry_out(field: Any, state: KitState, frame: RunningEffects, effect: BoundEffect, step: Step) -> None:
    """Carry out one effect, or push the frame that does."""
    what = effect.what
    if what in _ON_UNITS:
        mask = units_of(field, state, frame, effect)
        if not mask:
            return
        if effect.one and what != "retreat" and mask & (mask - 1):
            side = side_of(field, frame, effect)
            state.push(Picking(side, _chooser(field, frame, effect), mask, frame.numbers, effect.rule))
            return
        _ON_UNITS[what](field, state, frame, effect, mask, step)
    elif what == "again":
        conflict = conflict_in(state)
        if conflict is not None:
            state.fought &= ~conflict.attackers
            state.fought_turn &= ~conflict.attackers
            state.contacts = None
    elif what == "points":
        _points(field, state, frame, effect, step)
    else:
        handler = field.combat.handlers.get(what)
        if handler is not None:
            handler(field, state, effect, frame.side, frame.unit, _hexes(state, frame, effect), step)


@dataclass(frozen=True)
class Picking(losses.UnitChoice):
    """Of several units that an effect may mean one is chosen."""

    side: int
    chooser: int
    units: int
    effects: tuple[int, ...]
    """The list in progress (`running.RunningEffects.numbers`)."""
    rule: str

    def prompt(self, field: Any, names: tuple[str, ...]) -> str:
        return "Choose the unit that the result affects"

    def perform(self, field: Any, state: KitState, action: Action, step: Step) -> None:
        state.pop()
        frame = RunningEffects.of(self.effects)
        effect: BoundEffect = field.combat.effects.lists[frame.list][frame.at]
        _ON_UNITS[effect.what](field, state, frame, effect, 1 << unit_of(action), step)


def _chooser(field: Any, frame: RunningEffects, effect: BoundEffect) -> int:
    side = side_of(field, frame, effect)
    return 1 - side if effect.by_enemy else side


def amount(field: Any, state: KitState, frame: RunningEffects, effect: BoundEffect, unit: int, step: Step) -> int:
    """The amount of an effect: a number, or what its dice come to."""
    if effect.steps == HITS:
        return frame.hits
    if effect.throw is not None and effect.what != "check":
        return effect.throw.total(effect.throw.throw(state, step))
    if effect.fixed is not None:
        return int(effect.fixed)
    if effect.amount is None:
        return 0
    subject = KitSubject(field, state, frame.side, unit, attack=attack_in(field, state))
    found = effect.amount(subject)
    return int(found)


def _lose(field: Any, state: KitState, frame: RunningEffects, effect: BoundEffect, mask: int, step: Step) -> None:
    side = side_of(field, frame, effect)
    chooser = _chooser(field, frame, effect)
    if effect.strength_of:
        needed, fought_with = _fought_with(field, state, frame, effect)
        state.push(losses.Sacrifice(side, chooser, mask, needed, fought_with, effect.rule))
    elif effect.each or effect.steps == ALL:
        for u in bits(mask):
            lost = state.steps[u] if effect.steps == ALL else amount(field, state, frame, effect, u, step)
            for _ in range(min(lost, state.steps[u])):
                losses.lose_step(field, state, u, effect.rule, step)
    else:
        count = amount(field, state, frame, effect, next(bits(mask)), step)
        if count > 0:
            state.push(losses.KitLosses(side, chooser, mask, count, effect.rule))


def _fought_with(
    field: Any, state: KitState, frame: RunningEffects, effect: BoundEffect
) -> tuple[str, tuple[tuple[int, str], ...]]:
    """What the other side fought with before changes, and what each unit did."""
    conflict = conflict_in(state)
    if conflict is None:
        return "0", ()
    attackers = (effect.strength_of == ATTACKER) is not frame.turned
    side = conflict.side if attackers else 1 - conflict.side
    return losses.sum_of(conflict.fought_with, field.roster.of_side[side]), conflict.fought_with


def _eliminate(field: Any, state: KitState, frame: RunningEffects, effect: BoundEffect, mask: int, step: Step) -> None:
    for u in bits(mask):
        losses.leave(field, state, u, effect.rule, step)


def _retreat(field: Any, state: KitState, frame: RunningEffects, effect: BoundEffect, mask: int, step: Step) -> None:
    side = side_of(field, frame, effect)
    if effect.throw is not None:
        length = amount(field, state, frame, effect, NOWHERE, step)
        lengths = tuple((u, length) for u in bits(mask))
    else:
        lengths = tuple((u, amount(field, state, frame, effect, u, step)) for u in bits(mask))
    lengths = tuple((u, length) for u, length in lengths if length > 0)
    if lengths:
        retreating.begin(field, state, side, lengths, effect.number, one=effect.one)


def _status(field: Any, state: KitState, frame: RunningEffects, effect: BoundEffect, mask: int, step: Step) -> None:
    for u in bits(mask):
        statuses.give(field, state, u, effect.name, effect.rule, step)


def _clear(field: Any, state: KitState, frame: RunningEffects, effect: BoundEffect, mask: int, step: Step) -> None:
    for u in bits(mask):
        statuses.end(field, state, u, effect.name, effect.rule, step)


def _check(field: Any, state: KitState, frame: RunningEffects, effect: BoundEffect, mask: int, step: Step) -> None:
    state.push(Checking(frame.side, mask, effect.number))


def _withdraw(field: Any, state: KitState, frame: RunningEffects, effect: BoundEffect, mask: int, step: Step) -> None:
    handler = field.combat.handlers.get(effect.what)
    for u in bits(mask) if handler is not None else ():
        handler(field, state, effect, frame.side, u, (), step)


_ON_UNITS = {
    "lose": _lose,
    "eliminate": _eliminate,
    "retreat": _retreat,
    "status": _status,
    "clear": _clear,
    "check": _check,
    "to_pool": _withdraw,
    "reveal": _withdraw,
}
"""What is done with units, by the verb of an effect."""


def _points(field: Any, state: KitState, frame: RunningEffects, effect: BoundEffect, step: Step) -> None:
    side = side_of(field, frame, effect)
    gained = amount(field, state, frame, effect, frame.unit, step)
    state.points[side] += gained
    why = str(getattr(effect.source, "says", None) or "")
    sides = field.roster.sides
    step.say("points", field.cite(effect.rule), side=sides[side], gained=gained, points=state.points[side], why=why)


def _hexes(state: KitState, frame: RunningEffects, effect: BoundEffect) -> tuple[int, ...]:
    """The hexes that an effect may be about: those attacked, those of the attackers, or where its unit stands."""
    conflict, at = conflict_in(state), getattr(effect.source, "at", None)
    if conflict is not None and at == ATTACKER:
        return tuple(sorted({state.where[u] for u in bits(alive(state, conflict.attackers))}))
    if conflict is not None and at != "unit":
        return conflict.targets
    return (state.where[frame.unit],) if frame.unit >= 0 and state.where[frame.unit] >= 0 else ()


@dataclass(frozen=True)
class Checking(KitFrame):
    """A check: the units throw one after the other, and what comes of each throw follows at once."""

    side: int
    units: int
    number: int
    rule = "results"

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        mask = alive(state, self.units)
        if not mask:
            state.pop()
            return
        unit = next(bits(mask))
        state.replace(self.with_changes(units=mask & ~(1 << unit)))
        effect: BoundEffect = field.combat.effects.checks[self.number]
        passed = throw_check(field, state, self.side, unit, effect, step)
        run(state, effect.passed if passed else effect.failed, self.side, unit)


def throw_check(field: Any, state: KitState, side: int, unit: int, effect: BoundEffect, step: Step) -> bool:
    """Throw for a unit, and say it; whether it passed."""
    subject = KitSubject(field, state, side, unit, attack=attack_in(field, state))
    needed = effect.amount(subject) if effect.amount is not None else 0
    if effect.changes is not None:
        needed = effect.changes(needed, subject)
    die = effect.throw.total(effect.throw.throw(state, step)) if effect.throw is not None else 0
    passed = bool(die >= needed if effect.least else die <= needed)
    step.say("check", field.cite(effect.rule), unit=field.roster.keys[unit], die=die, passed=passed)
    return passed
