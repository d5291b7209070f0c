"""Chapters 5 and 6: movement, zones of control, and reinforcements (3.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.hexes.going import Going
from engine.mechanics.hexes.hexstate import WAITING
from engine.mechanics.hexes.marching import HALF, Marching
from engine.mechanics.hexes.movement import Reach, Steps, Toll
from engine.mechanics.hexes.waychecks import WayCheck
from engine.mechanics.procedure import Breach
from engine.plural import counted
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.ground import LEG, MOBILE
from engine.systems.fire_and_movement.state import FmState


def kind_of(field: FmField, unit: int) -> str:
    """Leg or mobile (2.3.2)."""
    return MOBILE if field.roster.mobile >> unit & 1 else LEG


def allowance(field: FmField, unit: int) -> int:
    """A unit's movement allowance in half movement points (2.3.2)."""
    return field.roster.movement[unit] * HALF


def toll(field: FmField, unit: int, enemy: bytearray, *, fresh: bool) -> Toll:
    """What steps cost a unit with enemy zones of control, in half points (6.1); ``fresh``: from where its move begins.

    A leg unit goes from zone to zone by spending all it has, if it could pay for the terrain at all.
    """
    if field.roster.commando >> unit & 1:
        return Toll(enemy)
    if field.roster.mobile >> unit & 1:
        return Toll(enemy, field.roster.movement[unit] // 2 * HALF, field.ground.guarded)
    return Toll(enemy, 0, field.ground.guarded, allowance(field, unit) if fresh else None)


def _pays_toll(field: FmField, unit: int, enemy: bytearray, start: int) -> bool:
    """Whether enemy zones of control could make steps dearer for a unit, and not just stop it (6.1): they do so for
    mobile units, and for leg units that start in one; never for commandos."""
    if field.roster.commando >> unit & 1:
        return False
    return bool(field.roster.mobile >> unit & 1 or enemy[start])


def may_enter_at(field: FmField, state: FmState, unit: int, h: int) -> Iterator[Breach]:
    """Why a unit may not come onto the map at a hex."""
    side = field.roster.side[unit]
    name = field.place(h)
    if h not in field.entries[unit]:
        yield "3.0", f"{field.roster.names[unit]} does not enter at {name}"
    if field.ground.sea[h]:
        if not field.roster.seaborne >> unit & 1:
            yield "5.2", f"{name} is an all-sea hex and {field.roster.names[unit]} is not seaborne"
    elif field.zones.of(state, 1 - side)[h]:
        yield "3.0", f"{name} is in an enemy zone of control; enter elsewhere or later"
    if state.stacks.get(h, 0) & field.roster.of_side[1 - side]:
        yield "5.2", f"{name} is occupied by the enemy"


class FmMarching(Marching[FmField, FmState]):
    """How units march in the movement phase, or in the mobile movement phase."""

    def __init__(self, *, mobile_phase: bool) -> None:
        self.mobile_phase = mobile_phase

    def going(
        self, field: FmField, state: FmState, unit: int, start: int, spent: int = 0, *, fresh: bool = True
    ) -> Going:
        """Friends may be passed (5.3); leg units stop in enemy zones of control, others pay for them (6.1)."""
        foe = 1 - field.roster.side[unit]
        enemy = field.zones.of(state, foe)
        return Going(
            start,
            field.steps[kind_of(field, unit)],
            allowance(field, unit),
            field.held(state, foe),
            None if field.roster.mobile >> unit & 1 else enemy,
            spent,
            toll(field, unit, enemy, fresh=fresh) if _pays_toll(field, unit, enemy, start) else None,
            fresh,
        )

    def ground_steps(self, field: FmField, unit: int) -> Steps:
        return field.steps[kind_of(field, unit)]

    def may_end(self, state: FmState, unit: int, h: int) -> bool:
        """Stacking is prohibited (5.3)."""
        return not state.stacks.get(h, 0) & ~(1 << unit)

    def endings(self, state: FmState, unit: int, found: Reach) -> list[int]:
        """Hexes without units: it is alone where it stands."""
        stacks = state.stacks
        return [h for h in found.cost if h not in stacks]

    def movable(self, field: FmField, state: FmState, side: int) -> list[int]:
        """Those that have done nothing yet; in the mobile movement phase, mobile ones (5.2, 5.5)."""
        bar = state.moved | state.spent
        wanted = field.roster.mobile if self.mobile_phase else -1
        units = field.roster.side_units[side]
        return [u for u in units if state.where[u] >= 0 and not bar >> u & 1 and wanted >> u & 1]

    def breaches(self, field: FmField, state: FmState, unit: int, path: tuple[int, ...], side: int) -> Iterator[Breach]:
        """Every paragraph that a move breaks."""
        name = field.roster.names[unit]
        if field.roster.side[unit] != side:
            yield "5.2", f"{name} is not a unit of the active player"
        start = state.where[unit]
        if start < 0:
            yield "3.0", f"{name} is not on the map"
            return
        if state.moved >> unit & 1:
            yield ("5.5" if self.mobile_phase else "5.2"), f"{name} has already moved in this player turn"
            if self.mobile_phase:
                yield "4.1", "mobile units move in one of their two phases"
                yield "5.2", "a unit that has completed its movement cannot move again in that turn"
        if state.spent >> unit & 1:
            yield "8.5", f"{name} advanced after combat and does nothing more in this player turn"
        if self.mobile_phase and not field.roster.mobile >> unit & 1:
            yield "5.5", f"{name} is a leg unit and cannot move in the mobile movement phase"
            yield "4.1", "only mobile units move in the mobile movement phase"
            yield "2.3.2", "only counters with a red box are mobile units"
        yield from self.way_breaches(field, state, unit, start, path, 0, fresh=True)

    def way_check(self, field: FmField, state: FmState, unit: int, going: Going, path: tuple[int, ...]) -> FmWayCheck:
        return FmWayCheck(field, state, unit, going, path)

    # -- entry ------------------------------------------------------------------------------------------------

    def due(self, field: FmField, state: FmState, side: int) -> list[int]:
        """No unit enters in the mobile movement phase (4.1)."""
        return [] if self.mobile_phase else super().due(field, state, side)

    def entry_price(self, field: FmField, state: FmState, unit: int, h: int) -> int:
        """To come on costs half a point at least, but at sea (3.0)."""
        return 0 if field.ground.sea[h] else max(field.ground.arrival_cost(h, kind_of(field, unit)), 1)

    def may_enter(self, field: FmField, state: FmState, unit: int, h: int) -> bool:
        paid = self.entry_price(field, state, unit, h) <= allowance(field, unit)
        return paid and not any(may_enter_at(field, state, unit, h))

    def stays(self, field: FmField, state: FmState, unit: int, start: int, *, fresh: bool) -> bool:
        """Who arrives at sea lands in a later phase (5.2)."""
        return not fresh and field.ground.sea[start]

    def sets_out(self, field: FmField, state: FmState, unit: int, start: int, *, fresh: bool) -> bool:
        comes_on = not fresh and state.where[unit] < 0
        return super().sets_out(field, state, unit, start, fresh=fresh) and not (
            comes_on and any(may_enter_at(field, state, unit, start))
        )

    def entry_breaches(
        self, field: FmField, state: FmState, unit: int, way: tuple[int, ...], side: int
    ) -> Iterator[Breach]:
        """Every paragraph that an entry breaks."""
        name = field.roster.names[unit]
        if self.mobile_phase:
            yield "4.1", "reinforcements enter in the movement phase"
        if field.roster.side[unit] != side:
            yield "5.2", f"{name} is not a unit of the active player"
        if state.where[unit] != WAITING or unit not in field.arrival_turn:
            yield "3.0", f"{name} is not a reinforcement waiting to enter"
            return
        if field.arrival_turn[unit] > state.turn:
            yield "3.0", f"{name} arrives on {field.scenario.turns.said(field.arrival_turn[unit])}"
        elif why := field.waits_for(state, unit):
            yield "3.0", f"{name} {why}"
        h = way[0]
        if h == NOWHERE:
            yield "3.0", f"{name} enters at one of its entry hexes"
            return
        yield from may_enter_at(field, state, unit, h)
        if field.ground.sea[h] and len(way) > 1:
            yield "5.2", f"{name} arrives at sea and lands in a later phase"
            return
        spent = self.entry_price(field, state, unit, h)
        yield from self.way_breaches(field, state, unit, h, way[1:], spent, fresh=False)


class FmWayCheck(WayCheck[FmField, FmState]):
    """What a way breaks in chapters 5 and 6."""

    def __init__(self, field: FmField, state: FmState, unit: int, going: Going, path: tuple[int, ...]) -> None:
        super().__init__(field, state, unit, going, path)
        side = field.roster.side[unit]
        self.enemy = field.zones.of(state, 1 - side)
        self.foes = field.roster.of_side[1 - side]
        self.toll = toll(field, unit, self.enemy, fresh=going.fresh)
        self.terrain = going.spent
        """What it would have paid without enemy zones of control."""

    def off_map(self) -> Breach:
        return "5.2", f"{self.name} cannot exit the map"

    def too_far(self, h: int) -> Breach:
        return "5.1", f"{self.field.place(self.at)} and {self.field.place(h)} are not adjacent"

    def step(self, h: int) -> Iterator[Breach]:
        field, at = self.field, self.at
        if h not in field.ground.open[at]:
            self.over = True
            yield (
                "5.2",
                f"{self.name} cannot go from {field.place(at)} to {field.place(h)}: prohibited terrain or hexside",
            )
            return
        if self.state.stacks.get(h, 0) & self.foes:
            self.held.append(("5.2", f"{field.place(h)} is occupied by the enemy"))
        if self.steps and self.enemy[at] and not field.roster.mobile >> self.unit & 1:
            yield "6.1", f"{self.name} is a leg unit and must stop in {field.place(at)}, in an enemy zone of control"
        cost = field.ground.step_cost(at, h, kind_of(field, self.unit))
        paid = self.toll.price(at, h, cost, first=not self.steps)
        if paid is None:
            self.over = True
            yield "6.1", f"{self.name} cannot go from one enemy zone of control to another into {field.place(h)}"
            return
        self.spent += paid
        self.terrain += cost

    def whole(self) -> Iterator[Breach]:
        if self.spent > self.going.budget:
            yield from self._too_dear()
        others = self.state.stacks.get(self.at, 0) & ~(1 << self.unit) & ~self.foes
        if others:
            other, place = self.field.roster.names[next(bits(others))], self.field.place(self.at)
            yield "5.3", f"{self.name} cannot end its movement with {other} in {place}"

    def _too_dear(self) -> Iterator[Breach]:
        budget, zones = self.going.budget, self.spent - self.terrain
        said = f"this move costs {counted(self.spent / HALF, 'movement point')}; {self.name} has {budget // HALF}"
        if zones > 0:
            yield "6.1", f"{said}, {zones / HALF:g} of them for enemy zones of control"
        yield "5.2", said
        yield "5.1", "no unit moves further than its movement allowance"
        if self.terrain - self.going.spent > len(self.path) * HALF:
            yield "5.4", "some of it for terrain"


MARCH: Final = FmMarching(mobile_phase=False)
"""How units march in the movement phase."""
MOBILE_MARCH: Final = FmMarching(mobile_phase=True)
"""How units march in the mobile movement phase."""
