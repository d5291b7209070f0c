"""Chapter 8.1 and 8.2: bombardments and attacks. Who may, differentials, lines of the results table."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.procedure import Breach
from engine.systems.fire_and_movement import support
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.state import FmState

MARKERS_A_HEX = 2
"""Markers that may bombard one hex in a player turn, and that a side may add to one combat (8.1, 8.2.1)."""

SEVERAL: Final = "several"
"""An attack or a bombardment of several hexes at once: ``("attack", targets, attackers)`` or ``("bombard", targets,
(markers, values ...))``. It can be said so that it can be refused."""


@dataclass(frozen=True, slots=True)
class Differential:
    """A combat differential with every part of it."""

    attack: int
    defense: int
    line: str
    shift: int
    """Columns to the left that exclusive rules ask for."""
    column: int
    """Index of the column on the combat results table."""

    @property
    def value(self) -> int:
        """Attack less defense."""
        return self.attack - self.defense


def defender_of(field: FmField, state: FmState, side: int, h: int) -> int:
    """The unit of a side in a hex, or NOWHERE."""
    return next(bits(state.stacks.get(h, 0) & field.roster.of_side[side]), NOWHERE)


def defense_at(field: FmField, state: FmState, unit: int) -> int:
    """A unit's defense strength, doubled in a fortification (8.2.3)."""
    strength = field.roster.defense(unit, state.steps[unit])
    return strength * 2 if field.ground.fort[state.where[unit]] else strength


def fire_strength(field: FmField, side: int, markers: Sequence[int], h: int, *, attacking: bool) -> int:
    """The sum of markers, each halved, rounding down, when it is fired at a fortification (8.2.3)."""
    pool = field.support.pools[side]
    halved = attacking and field.ground.fort[h]
    return sum(pool[index].strength // 2 if halved else pool[index].strength for index in markers)


def column_of(field: FmField, difference: int, line: str, shift: int = 0) -> int:
    """The column of a differential on a line; beyond either end, and after shifts, the end column."""
    rung = max(bisect_right(field.ladder, difference) - 1, 0)
    column = rung - field.lines[line] - shift
    return min(max(column, 0), len(field.crt.columns) - 1)


def assault_line(field: FmField, state: FmState, side: int, target: int, attackers: Sequence[int]) -> str:
    """The beach assault line, when units attack a beach from the sea; empty otherwise.

    It is within an enemy zone of control when a unit other than the one attacked controls an attacker's hex
    (reconstructed: the text names the two lines and leaves their use to exclusive field).
    """
    ground = field.ground
    if not ground.beach[target] or not all(ground.sea[state.where[u]] for u in attackers):
        return ""
    foe = defender_of(field, state, 1 - side, target)
    for other in field.roster.side_units[1 - side]:
        at = state.where[other]
        if other == foe or at < 0 or field.roster.no_zoc >> other & 1:
            continue
        if any(state.where[u] in ground.near[at] for u in attackers):
            return "beach_assault_in_zone"
    return "beach_assault"


def differential(
    field: FmField,
    state: FmState,
    side: int,
    target: int,
    attackers: Sequence[int],
    fire: int = 0,
    cover: int = 0,
) -> Differential:
    """The differential of a ground attack with support fire of either side (8.2.1, 8.2.2)."""
    ground = field.ground
    foe = defender_of(field, state, 1 - side, target)
    attack = sum(field.roster.attack(u, state.steps[u]) for u in attackers) + fire
    defense = defense_at(field, state, foe) + cover
    lines = ground.hex_lines(target)
    lines |= {
        line
        for line in (
            ground.water_line(target, [state.where[u] for u in attackers]),
            assault_line(field, state, side, target, attackers),
        )
        if line
    }
    line = ground.best_line(lines)
    shift = 0
    if field.armour_shift == side and not any(field.roster.armoured >> u & 1 for u in attackers):
        shift = 1
    return Differential(attack, defense, line, shift, column_of(field, attack - defense, line, shift))


def bombardment(field: FmField, state: FmState, side: int, target: int, fire: int) -> Differential:
    """The differential of a bombardment: markers alone, in-hex terrain only (8.1.2)."""
    defense = defense_at(field, state, defender_of(field, state, 1 - side, target))
    line = field.ground.own_line(target)
    return Differential(fire, defense, line, 0, column_of(field, fire - defense, line))


# -- who may --------------------------------------------------------------------------------------------------


def target_breaches(field: FmField, state: FmState, side: int, h: int, chapter: str) -> Iterator[Breach]:
    """Why a hex cannot be attacked or bombarded in this phase; ``chapter`` says how that is done: 8.2 or 8.1.2."""
    if h == NOWHERE:
        yield "8.0", "an attack is made on a hex of the map"
        return
    foe = defender_of(field, state, 1 - side, h)
    if foe == NOWHERE:
        yield "8.0", f"there is no enemy unit in {field.place(h)}"
        yield chapter, "only enemy units can be attacked or bombarded"
    elif state.struck >> foe & 1:
        yield "8.0", f"{field.roster.names[foe]} has already been attacked in this phase"


def one_hex(chapter: str) -> Iterator[Breach]:
    """Why several hexes cannot be attacked or bombarded at once; ``chapter`` is 8.1 or 8.2."""
    yield "8.0", "only one hex may be attacked in a single combat"
    yield chapter, "each combat is against a single enemy-occupied hex"


def attacker_breaches(
    field: FmField, state: FmState, side: int, u: int, h: int, mobile_phase: bool
) -> Iterator[Breach]:
    """Why a unit cannot take part in an attack on a hex."""
    name, at = field.roster.names[u], state.where[u]
    if field.roster.side[u] != side:
        yield "8.0", f"{name} is not a unit of the active player"
    if at < 0:
        yield "8.2", f"{name} is not on the map"
        return
    if mobile_phase and not field.roster.mobile >> u & 1:
        yield "4.1", f"{name} is a leg unit; only mobile units attack in the mobile combat phase"
        yield "2.3.2", "only counters with a red box are mobile units"
    if state.fought >> u & 1:
        yield "8.2", f"{name} has already taken part in an attack in this player turn"
        if mobile_phase:
            yield "4.1", "mobile units attack in one of their two phases"
    if state.spent >> u & 1:
        yield "8.5", f"{name} advanced after combat and does nothing more in this player turn"
    if state.displaced >> u & 1:
        yield "8.3.1", f"{name} was displaced and cannot attack any more in this player turn"
    if h != NOWHERE and h not in field.ground.open[at]:
        if field.grid.distance(at, h) == 1:
            yield "8.2", f"{name} cannot attack {field.place(h)} across a prohibited hexside or out of the sea"
        else:
            yield "8.2", f"{name} in {field.place(at)} is not adjacent to {field.place(h)}"


def able(field: FmField, state: FmState, side: int, h: int, mobile_phase: bool) -> list[int]:
    """The units that could take part in an attack on a hex now: only those next to it can (8.2)."""
    next_to = field.roster.of_side[side] & sum(state.stacks.get(n, 0) for n in field.ground.near[h])
    return [u for u in bits(next_to) if not any(attacker_breaches(field, state, side, u, h, mobile_phase))]


def targets(field: FmField, state: FmState, side: int) -> list[int]:
    """The enemy hexes that have not been attacked in this phase."""
    foes = field.roster.of_side[1 - side] & ~state.struck
    return sorted(h for h, mask in state.stacks.items() if mask & foes)


def shells_left(field: FmField, state: FmState, side: int, h: int) -> int:
    """How many markers may still bombard a hex in this player turn (8.1)."""
    fired = next((count for where, count in state.shelled if where == h), 0)
    in_reach = len(support.available(field, state, side, h))
    return max(0, min(MARKERS_A_HEX - fired, state.left[side], in_reach))


def threatened(field: FmField, state: FmState, side: int, h: int) -> list[int]:
    """Units of the bombarding side next to a bombarded hex: those that friendly fire may hit (8.1.3)."""
    return [u for n in field.ground.near[h] for u in bits(state.stacks.get(n, 0) & field.roster.of_side[side])]


def attack_breaches(
    field: FmField, state: FmState, side: int, target: int, attackers: tuple[int, ...], mobile: bool
) -> Iterator[Breach]:
    """Every paragraph that an attack breaks (8.0, 8.2)."""
    yield from target_breaches(field, state, side, target, "8.2")
    for u in attackers:
        yield from attacker_breaches(field, state, side, u, target, mobile)
    if not attackers and target != NOWHERE and not able(field, state, side, target, mobile):
        yield "8.2", f"no unit can attack {field.place(target)} now"
