"""Chapter 6.2 to 6.10 and 7.4 to 7.6: an attack, its odds and its shifts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.odds import clamp, ladder_name, ratio
from engine.mechanics.procedure import Breach
from engine.play.words import listed
from engine.systems.twilights_last_gleaming import contact, fire
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.state import TlgState


@dataclass(frozen=True, slots=True)
class ColumnShift:
    """A column shift: right is positive and favours the attacker."""

    columns: int
    cause: str
    rule: str


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of an attack, worked out with every part of them."""

    attack: int
    defence: int
    strengths: dict[int, int]
    """Attack strength by unit."""
    step: int
    """The ratio rounded for the defender, as a step of the endless ladder."""
    shifts: tuple[ColumnShift, ...]
    column: int
    """Index of the column on the combat results table."""

    @property
    def basic(self) -> str:
        """The odds before shifts: ``3:1``."""
        return ladder_name(self.step)


def split(
    field: TlgField, state: TlgState, targets: tuple[int, ...], attackers: tuple[int, ...]
) -> tuple[list[int], list[int]]:
    """The attackers next to a target hex, and the artillery that bombards from elsewhere (7.1, 7.4)."""
    near = [u for u in attackers if any(fire.adjacent_attack(field, state, u, h) for h in targets)]
    return near, [u for u in attackers if u not in near]


BOMBARDMENT: Final = "bombardment"
"""The kind of an attack by guns alone that are not next to the target (7.4)."""
RULES: Final = {"attack": "6.2", "combined attack": "7.6", BOMBARDMENT: "7.4"}
"""Each kind of attack and its paragraph."""


def kind_of(near: list[int], guns: list[int]) -> str:
    """The kind of an attack by units next to it, by guns from elsewhere, or by both (7.1, 7.4, 7.6)."""
    return "attack" if near and not guns else "combined attack" if near else BOMBARDMENT


def odds(field: TlgField, state: TlgState, targets: tuple[int, ...], attackers: tuple[int, ...]) -> Odds:
    """Strengths, shifts and column of an attack (6.2, 6.9, 6.10, 6.16, 7.3, 7.4)."""
    near, guns = split(field, state, targets, attackers)
    strengths = {u: field.roster.factor(u, state.steps[u]) for u in near}
    involved = 0
    if field.options["attenuating_units"] == "uninvolved":
        involved = mask_of(attackers)
        for h in targets:
            involved |= state.stacks.get(h, 0)
    for gun in guns:
        strengths[gun] = bombarding(field, state, gun, targets, involved)
    attack = sum(strengths.values())
    defence = sum(field.roster.defence(u, state.steps[u]) for h in targets for u in bits(state.stacks.get(h, 0)))
    shifts = tuple(_shifts(field, state, targets, near, attackers))
    step, column = column_of(field, attack, defence, sum(shift.columns for shift in shifts))
    return Odds(attack, defence, strengths, step, shifts, column)


def bombarding(field: TlgField, state: TlgState, gun: int, targets: tuple[int, ...], involved: int = 0) -> int:
    """The strength of a gun that bombards: in range of several of the hexes, where it does most (7.6).

    Units of the mask ``involved`` are in nobody's way (option ``attenuating_units``).
    """
    seen = [h for h in targets if fire.may_bombard(field, state, gun, h)]
    return max((fire.strength(field, state, gun, h, involved) for h in seen), default=1)


def column_of(field: TlgField, attack: int, defence: int, moved: int) -> tuple[int, int]:
    """The odds of two strengths as a step of the endless ladder, and the column after a number of shifts (6.2, 6.9)."""
    step = ratio(attack, max(defence, 1))
    if field.options["odds_limit"] == "before_shifts":
        first = clamp(step, field.crt.columns)
        return step, min(max(first + moved, 0), len(field.crt.columns) - 1)
    return step, clamp(step + moved, field.crt.columns)


def _shifts(
    field: TlgField, state: TlgState, targets: tuple[int, ...], near: list[int], attackers: tuple[int, ...]
) -> Iterator[ColumnShift]:
    ground = field.ground
    best = max(targets, key=lambda h: ground.hex_shift[h])
    if ground.building[best] and (size := field.building_shift):
        yield ColumnShift(-size, f"building {field.place(best)}", "6.9")
    if (size := ground.hex_shift[best] - (field.building_shift if ground.building[best] else 0)) > 0:
        yield ColumnShift(-size, f"{ground.terrain[best]} {field.place(best)}", "6.9")
    yield from _hexside_shifts(field, state, targets, near)
    if enfilade(field, state, targets, near, attackers):
        yield ColumnShift(1, "enfilade", "6.10")
    yield from _bayonet(field, state, near)


def _hexside_shifts(
    field: TlgField, state: TlgState, targets: tuple[int, ...], near: list[int]
) -> Iterator[ColumnShift]:
    """Hexside shifts count only if every attacker comes through such a hexside; bombarding guns come through none."""
    least: list[tuple[str, int]] | None = None
    for u in near:
        for h in targets:
            found = field.ground.hexside_shifts(state.where[u], h)
            if least is None or sum(size for _, size in found) < sum(size for _, size in least):
                least = found
    for name, size in least or ():
        yield ColumnShift(-size, f"all through {name}", "6.9")


def enfilade(
    field: TlgField, state: TlgState, targets: tuple[int, ...], near: list[int], attackers: tuple[int, ...]
) -> bool:
    """Whether a defender is caught in enfilade by those that take part (6.10)."""
    counted = attackers if field.options["enfilade_counts_bombardment"] else near
    if len(counted) > 3:
        return True
    grid = field.ground.grid
    # Of three that stand every other hex none is between, so that it is for others to be in the way.
    barred = state.stacks if field.options["enfilade_gaps"] == "empty" else {}
    for h in targets:
        fronts = {grid.direction(h, state.where[u]) for u in near} - {NOWHERE}
        if any((d + 3) % 6 in fronts for d in fronts):
            return True
        for first in (0, 1):
            between = grid.ring1[h][1 - first :: 2]
            if fronts.issuperset((first, first + 2, first + 4)) and not any(n in barred for n in between):
                return True
    return False


def _bayonet(field: TlgField, state: TlgState, near: list[int]) -> Iterator[ColumnShift]:
    """The bayonet charge of Chippewa: one shift however many such units, each only at full strength."""
    if not field.bayonet_shift:
        return
    for u in near:
        if field.roster.bayonet >> u & 1 and state.steps[u] == field.roster.steps[u]:
            yield ColumnShift(field.bayonet_shift, "bayonet charge", "6.9")
            return


# -- why an attack is illegal ---------------------------------------------------------------------------------


def breaches(
    field: TlgField,
    state: TlgState,
    side: int,
    targets: tuple[int, ...],
    attackers: tuple[int, ...],
    lowered: int = NOWHERE,
    *,
    whole: bool = True,
) -> Iterator[Breach]:
    """Every paragraph that an attack breaks; ``whole`` False for one still being put together."""
    known = [h for h in targets if h != NOWHERE]
    if len(known) < len(targets):
        yield "6.2", "an attack is made on hexes of the map"
        return
    bad_target = False
    for h in known:
        for breach in _target_breaches(field, state, side, h):
            bad_target = True
            yield breach
    for u in attackers:
        yield from _attacker_breaches(field, state, side, u, targets, joint=len(targets) + len(attackers) > 2)
    near, guns = split(field, state, targets, attackers)
    for u in near:
        for h in targets:
            if not fire.adjacent_attack(field, state, u, h):
                yield (
                    "6.5",
                    f"{field.roster.names[u]} is not adjacent to {field.place(h)}; all attackers must be "
                    "adjacent to all defenders",
                )
    if whole and not near and guns and len(targets) > 1:
        yield "7.5", "a bombardment is directed at a single hex"
    if whole and not attackers:
        yield "6.2", "an attack needs at least one attacker"
    if not bad_target and all(state.where[u] >= 0 and field.roster.side[u] == side for u in attackers):
        yield from _owed_breaches(field, state, side, targets, near, guns, whole)
        if whole and attackers and lowered != NOWHERE:
            column = odds(field, state, targets, attackers).column
            if lowered > column:
                yield (
                    "6.16",
                    f"odds may be lowered, not raised: this attack is at {field.crt.columns[column]}",
                )


def _target_breaches(field: TlgField, state: TlgState, side: int, h: int) -> Iterator[Breach]:
    name = field.place(h)
    mask = state.stacks.get(h, 0)
    if not mask & field.roster.of_side[1 - side]:
        yield "6.2", f"there is no enemy unit in {name}"
    elif mask & state.struck:
        units = listed(field.roster.names[u] for u in bits(mask & state.struck))
        yield "6.3", f"{units} in {name} has already been attacked in this phase"
        if back := mask & state.retreated:
            units = listed(field.roster.names[u] for u in bits(back))
            yield "6.12", f"{units} has retreated in this phase and cannot be attacked again in it"


def _attacker_breaches(
    field: TlgField, state: TlgState, side: int, u: int, targets: tuple[int, ...], joint: bool
) -> Iterator[Breach]:
    name, grid = field.roster.names[u], field.ground.grid
    if field.roster.side[u] != side:
        yield "6.1", f"{name} is not a unit of the attacker"
    at = state.where[u]
    if at < 0:
        yield "6.4", f"{name} is not on the map"
        return
    if state.fought >> u & 1:
        yield "6.3", f"{name} has already attacked in this phase"
        yield "6.7", "its strength is not divided among combats"
    if state.advanced >> u & 1:
        yield "6.15", f"{name} has advanced after combat and cannot attack again in this phase"
    if any(fire.adjacent_attack(field, state, u, h) for h in targets):
        return
    if field.roster.gun[u]:
        found = [list(fire.fire_breaches(field, state, u, h)) for h in targets]
        if all(found):
            yield from found[0]
        return
    for h in targets:
        if grid.distance(at, h) == 1:
            yield "6.4", f"an unbridged river separates {name} from {field.place(h)}"
            yield "4.16", f"no attack crosses {grid.side_name(grid.side_between(at, h))}"
        else:
            yield "6.4", f"{name} in {field.place(at)} is not adjacent to {field.place(h)}"
            yield "7.1", "only artillery can attack from a greater distance"
            if joint:
                yield "6.5", "all attackers must be adjacent to all defenders"


def _owed_breaches(
    field: TlgField, state: TlgState, side: int, targets: tuple[int, ...], near: list[int], guns: list[int], whole: bool
) -> Iterator[Breach]:
    if not field.strict:
        return
    net = contact.contacts(field, state, side)
    names, name = field.roster.names, field.ground.grid.name
    if not whole:
        if not contact.feasible(field, state, side, targets, near, guns):
            yield "6.5", "every attack with these units would leave a unit in contact without a combat"
        return
    left_units, left_hexes = net.left_over(targets, near)
    if left_units:
        yield (
            "6.4",
            f"{listed(names[u] for u in sorted(left_units))} must attack in this phase, and would have no enemy left "
            "to attack",
        )
    if contact.stranding(field, state, side, targets, left_hexes, guns):
        stranded = ", ".join(name(h) for h in sorted({*net.stranded, *left_hexes}.difference(targets)))
        yield "6.5", f"the enemy in {stranded} must be attacked too, but no unit would be left to attack it"
        yield "6.1", "all enemies in a friendly zone of control must be attacked in this phase"
