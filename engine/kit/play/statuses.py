"""Statuses: what a unit gets by a result, what it cannot do then, and when that ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.kit.bound.citing import Rules, cites
from engine.kit.combat.losses import leave, lose_step
from engine.kit.play.state import KitState
from engine.mechanics.bits import bits
from engine.play import Step


@dataclass(frozen=True, slots=True)
class BoundStatus:
    """A status of the file."""

    number: int
    name: str
    title: str
    cannot: frozenset[str]
    until: str
    again: str
    replaces: tuple[str, ...]
    rules: Rules
    again_rules: Rules
    """What a second one of the kind cites."""
    source: Any


def bind_statuses(model: Any) -> tuple[BoundStatus, ...]:
    """The statuses of a file in its order."""
    found = []
    for number, (name, status) in enumerate(model.units.statuses.items()):
        rules = cites("units", (status, ""), (model.units, "statuses"))
        again = cites("units", (status, "again"), (status, ""), (model.units, "statuses"))
        title, cannot = status.title or name.replace("_", " "), frozenset(status.cannot)
        found.append(
            BoundStatus(number, name, title, cannot, status.until, status.again, status.replaces, rules, again, status)
        )
    return tuple(found)


def has(state: KitState, number: int, unit: int) -> bool:
    """Whether a unit has a status."""
    return bool(state.status[number] >> unit & 1)


def give(field: Any, state: KitState, unit: int, name: str, rule: str, step: Step) -> None:
    """A unit gets a status, or what a second one of the kind brings; ``rule`` is the paragraph without the file."""
    status = field.all_statuses[field.statuses[name]]
    if has(state, status.number, unit):
        _again(field, state, unit, status, step)
        return
    for replaced in status.replaces:
        end(field, state, unit, replaced, rule, step)
    state.status[status.number] |= 1 << unit
    field.changed(state)
    step.say("status", field.cite(rule), unit=field.roster.keys[unit], status=name, on=True)


def _again(field: Any, state: KitState, unit: int, status: BoundStatus, step: Step) -> None:
    rule = status.again_rules[0]
    if status.again == "lose":
        lose_step(field, state, unit, rule, step)
    elif status.again == "eliminate":
        leave(field, state, unit, rule, step)
    elif status.again in field.statuses and status.again != status.name:
        end(field, state, unit, status.name, rule, step)
        give(field, state, unit, status.again, rule, step)


def end(field: Any, state: KitState, unit: int, name: str, rule: str, step: Step) -> None:
    """A unit loses a status, where it has it."""
    number = field.statuses[name]
    if has(state, number, unit):
        state.status[number] &= ~(1 << unit)
        field.changed(state)
        step.say("status", field.cite(rule), unit=field.roster.keys[unit], status=name, on=False)


def end_all(field: Any, state: KitState, until: str, units: int, step: Step) -> None:
    """The statuses that last until something that has come now end for some units."""
    for status in field.all_statuses:
        if status.until == until:
            for unit in bits(state.status[status.number] & units):
                end(field, state, unit, status.name, status.rules[0], step)


def forget(field: Any, state: KitState, unit: int) -> None:
    """A unit is off the map: it has no status any more."""
    for number, mask in enumerate(state.status):
        if mask >> unit & 1:
            state.status[number] = mask & ~(1 << unit)
