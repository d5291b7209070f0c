"""What the umpire knows and a designer asks at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import HexwrightError
from engine.mechanics.hexes import knowledge
from engine.play.answer_records import HexReach, OddsShift, ReasonAgainst
from engine.systems.fire_and_movement import assault, moving, retreat
from engine.systems.fire_and_movement.deploying import SetUp
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.moving import MARCH
from engine.systems.fire_and_movement.state import FmState


def with_factors(field: FmField, state: FmState, units: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Units with their present attack and defense strengths and movement allowance."""
    for u, key in enumerate(field.roster.keys):
        steps = state.steps[u]
        units[key] |= {
            "strength": field.roster.attack(u, steps),
            "attack": field.roster.attack(u, steps),
            "defense": field.roster.defense(u, steps),
            "movement": field.roster.movement[u],
        }
    return units


@dataclass(frozen=True, slots=True)
class MotorReach:
    """Where a unit could move, and as what kind of unit it pays for terrain."""

    unit: str
    at: str | None
    allowance: float
    kind: str
    rule: str
    hexes: Mapping[str, HexReach]


@dataclass(frozen=True, slots=True)
class RetreatWay:
    """A path by which a unit could retreat."""

    path: Sequence[str]
    short: bool
    """Whether it is shorter than the retreat asks for."""
    displaces: bool


@dataclass(frozen=True, slots=True)
class WayRetreats:
    """Where a unit could retreat to, and by which paths."""

    unit: str
    rule: str
    length: int
    """The hexes that it must retreat."""
    hexes: Sequence[str]
    paths: Sequence[RetreatWay]
    may_stay: bool


@dataclass(frozen=True, slots=True)
class AssaultRow:
    """A unit that attacks, with its strength."""

    unit: str
    strength: float


@dataclass(frozen=True, slots=True)
class AssaultOdds:
    """An attack without support fire: its differential and the chance of each result."""

    target: str
    defenders: Sequence[str]
    attackers: Sequence[AssaultRow]
    attack: float
    defence: float
    differential: int
    line: str
    """The line of the table."""
    lines: Sequence[str]
    """The lines that the hex could be read on."""
    shifts: Sequence[OddsShift]
    odds: str
    column: int
    """Its number, from 1."""
    provenance: str
    results: Mapping[str, float]
    retreats: Sequence[str]
    illegal: Sequence[ReasonAgainst]


def reach(field: FmField, state: FmState, unit: str) -> MotorReach:
    """Where a unit could move (or enter) this turn."""
    u = field.roster.find(unit)
    at = state.where[u]
    return MotorReach(
        unit=field.roster.keys[u],
        at=field.grid.name(at) if at >= 0 else None,
        allowance=field.roster.movement[u],
        kind=moving.kind_of(field, u),
        rule="fm:5.1",
        hexes=knowledge.reach(field, MARCH, state, u),
    )


def retreats(field: FmField, state: FmState, unit: str, length: int) -> WayRetreats:
    """Where a unit could retreat to if it had to now (8.3); no paths means that it would be eliminated."""
    u = knowledge.on_map(field, state, unit)
    name = field.grid.name
    found = retreat.retreats(field, state, u, length, False)
    return WayRetreats(
        unit=field.roster.keys[u],
        rule="fm:8.3",
        length=length,
        hexes=sorted({str(name(item.path[-1])) for item in found}),
        paths=[RetreatWay([name(h) for h in item.path], item.short, item.displaces) for item in found],
        may_stay=retreat.may_stay(found),
    )


def odds(field: FmField, state: FmState, target: str, keys: list[str]) -> AssaultOdds:
    """An attack on a hex by some units without support fire, as the board stands."""
    h = field.grid.parse(target)
    attackers = knowledge.attackers(field, state, keys)
    side = field.roster.side[attackers[0]]
    foe = assault.defender_of(field, state, 1 - side, h)
    if foe < 0:
        raise HexwrightError(f"there is no enemy unit in {target}")
    found = assault.differential(field, state, side, h, attackers)
    read = knowledge.in_store(field.crt, found.column)
    return AssaultOdds(
        target=field.grid.name(h),
        defenders=[field.roster.keys[foe]],
        attackers=[AssaultRow(field.roster.keys[u], field.roster.attack(u, state.steps[u])) for u in attackers],
        attack=found.attack,
        defence=found.defense,
        differential=found.value,
        line=found.line,
        lines=sorted(field.ground.hex_lines(h)),
        shifts=[OddsShift(-1, "no armoured brigade", "fm:8.2.4")] if found.shift else [],
        odds=f"{found.value:+d}",
        column=read.column,
        provenance=read.provenance,
        results=read.results,
        retreats=retreats(field, state, field.roster.keys[foe], 2).hexes,
        illegal=knowledge.illegal(field, assault.attack_breaches(field, state, side, h, attackers, False)),
    )


def defects(field: FmField, state: FmState) -> list[str]:
    """What these rules never allow: stacks, land units at sea, support fire beyond the allotment."""
    found = _crowds(field, state)
    setting_up = any(isinstance(frame, SetUp) for frame in state.stack)
    for side in range(2):
        allotted = 0 if setting_up else field.support.allotted(state.turn)[side]
        if state.left[side] < 0 or state.left[side] + state.used[side].bit_count() != allotted:
            found.append(f"support fire of {field.roster.sides[side]} does not add up")
    return found + knowledge.stale(field, state)


def _crowds(field: FmField, state: FmState) -> list[str]:
    """Stacks, and land units at sea; asked after every action, so that one looks closer only where there are any."""
    name, sea, stacks = field.grid.name, field.ground.sea, state.stacks
    if len(stacks) == len([h for h in state.where if h >= 0]) and stacks.keys().isdisjoint(field.ground.at_sea):
        return []
    found = []
    for h, mask in stacks.items():
        if mask.bit_count() > 1:
            found.append(f"a stack at {name(h)}")
        if sea[h] and mask & ~field.roster.seaborne:
            found.append(f"units at sea in {name(h)}")
    return found
