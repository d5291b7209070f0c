"""Chapter 8.2.4 to 8.5: results, stiff resistance, retreats, displacement, advance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import place_of, unit_of, walk_of
from engine.mechanics.bits import bits
from engine.mechanics.hexes import results
from engine.mechanics.hexes.hexstate import DEAD
from engine.mechanics.hexes.results import alive, eliminate, reduce, relocate
from engine.mechanics.hexes.turns import active_side
from engine.mechanics.hexes.verbs import Args
from engine.mechanics.hexes.ways import Legs, parted, plain
from engine.mechanics.procedure import Breach
from engine.play import Action, Step
from engine.play.words import listed
from engine.plural import counted
from engine.systems.fire_and_movement import moving, retreat
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.frames import FmFrame
from engine.systems.fire_and_movement.state import FmState


@dataclass(frozen=True)
class Reduce(FmFrame, results.Losing[FmField, FmState]):
    """One of several units is reduced; ``chooser`` says which (8.1.3, 8.2.4)."""

    chooser: int
    units: int
    rule: str

    verbs = ("reduce",)
    asks = "a unit must be reduced first: choose which"
    outside = "does not take part in this combat"

    def decides(self) -> int:
        return self.chooser

    def prompt(self, field: FmField, names: tuple[str, ...]) -> str:
        return "Choose the unit that is reduced"

    def perform(self, field: FmField, state: FmState, action: Action, step: Step) -> None:
        state.pop()
        reduce(field, state, unit_of(action), self.rule, step)


@dataclass(frozen=True)
class StiffResistance(FmFrame, results.StandingInstead[FmField, FmState]):
    """A side that must retreat may reduce a unit instead, and stand (8.4)."""

    side: int
    units: int
    length: int
    target: int
    pursuers: int
    """The attackers that may advance if these units, being the defender, retreat."""
    shelled: bool

    rule = "8.4"

    def prompt(self, field: FmField, mask: int) -> str:
        return f"Retreat {counted(self.length, 'hex', 'hexes')}, or stand by stiff resistance"

    def retreats(self) -> Retreats:
        return Retreats(self.side, self.units, self.length, self.target, self.pursuers, self.shelled)

    def stand(self, field: FmField, state: FmState, unit: int, step: Step) -> None:
        reduce(field, state, unit, "8.4", step)


@dataclass(frozen=True)
class Retreats(FmFrame, results.Retreating[FmField, FmState]):
    """Retreat: each unit of a side goes back, in the order its owner likes (8.3)."""

    side: int
    units: int
    length: int
    target: int
    pursuers: int
    shelled: bool

    rule = "8.3"
    verbs = ("retreat", "stay")

    def _ways(self, field: FmField, state: FmState, unit: int) -> list[retreat.Retreat]:
        return retreat.retreats(field, state, unit, self.length, self.shelled)

    def options(self, field: FmField, state: FmState) -> list[Action]:
        units = bits(self.units)
        return [Action("retreat", (unit, *item.path)) for unit in units for item in self._ways(field, state, unit)]

    def is_open(self, field: FmField, state: FmState, options: list[Action]) -> bool:
        """To displace a friend is a choice even where there is no other way (8.3.1)."""
        alone = len(options) == 1 and self.units & (self.units - 1) == 0
        return bool(options) and not (alone and not self._ways(field, state, unit_of(options[0]))[0].displaces)

    def prompt(self, field: FmField, names: tuple[str, ...]) -> str:
        return f"Retreat {listed(names)} {counted(self.length, 'hex', 'hexes')}"

    def without(self, field: FmField, state: FmState, step: Step) -> None:
        for unit in bits(self.units):
            if retreat.stays_at_sea(field, state, unit):
                reduce(field, state, unit, "8.3", step)
            else:
                eliminate(field, state, unit, "8.3", step)
        if self.pursuers and self.target not in state.stacks:
            self._pursue(field, state, (self.target,))

    def actions(self, field: FmField, state: FmState) -> Iterator[Action]:
        yield from self.options(field, state)
        for unit in bits(self.units):
            if retreat.may_stay(self._ways(field, state, unit)):
                yield Action("stay", (unit,))

    def faults(self, field: FmField, state: FmState, action: Action) -> Iterator[Breach]:
        unit, path = walk_of(action)
        if not self.units >> unit & 1:
            yield "8.3", f"{field.roster.names[unit]} need not retreat"
            return
        allowed = self._ways(field, state, unit)
        if action.verb == "retreat":
            yield from retreat.path_breaches(field, state, unit, path, self.length, self.shelled, allowed)
        elif not retreat.may_stay(allowed):
            yield "8.3.1", f"{field.roster.names[unit]} stays only where it could retreat by displacing alone"

    def perform(self, field: FmField, state: FmState, action: Action, step: Step) -> None:
        unit, path = walk_of(action)
        allowed = self._ways(field, state, unit)
        origin = state.where[unit]
        self.let_go(state, unit)
        if action.verb == "stay":
            reduce(field, state, unit, "8.3.1", step)
            if self.pursuers and state.where[unit] == DEAD:
                self._pursue(field, state, (origin,))
            return
        chosen = next(item for item in allowed if item.path == path)
        if self.pursuers:
            # The path of retreat: the hex left, and those passed; where it ends only if the unit dies there.
            self._pursue(field, state, (origin, *path))
        if chosen.displaces:
            closed = tuple(sorted(retreat.closed_by(field, state, unit, path)))
            state.push(Displacement(self.side, unit, path, path[-1], closed, chosen.short))
        else:
            fall_back(field, state, unit, path, step, short=chosen.short)

    def _pursue(self, field: FmField, state: FmState, hexes: tuple[int, ...]) -> None:
        state.push(Advance(1 - self.side, alive(state, self.pursuers), hexes))


def fall_back(field: FmField, state: FmState, unit: int, path: tuple[int, ...], step: Step, *, short: bool) -> None:
    """Move a unit back along its path; falling short costs it a step (8.3)."""
    names = [field.grid.name(h) for h in path]
    relocate(field, state, unit, path[-1], "retreat", "8.3", step, path=names)
    if short:
        reduce(field, state, unit, "8.3", step)


@dataclass(frozen=True)
class Displacement(FmFrame, results.Displacing[FmField, FmState]):
    """A friendly unit makes room at the end of a retreat; chains are frames upon frames (8.3.1)."""

    side: int
    mover: int
    path: tuple[int, ...]
    """The mover's way: a retreat path, or the one hex of a unit that is itself displaced."""
    into: int
    seen: tuple[int, ...]
    """Hexes that this chain has begun in, come through or pushed at already."""
    short: bool = False
    chained: bool = False

    rule = "8.3.1"

    def _displaced(self, field: FmField, state: FmState) -> int | None:
        own = field.roster.of_side[self.side] & ~(1 << self.mover)
        return next(bits(state.stacks.get(self.into, 0) & own), None)

    def options(self, field: FmField, state: FmState) -> list[Action]:
        unit = self._displaced(field, state)
        hexes = retreat.displaced_to(field, state, self.into, self.mover, set(self.seen)) if unit is not None else []
        return [Action("displace", (unit, h)) for h in hexes]

    def without(self, field: FmField, state: FmState, step: Step) -> None:
        if self.chained:
            self._make_room(field, state, self.mover, self.into, step)
        else:
            fall_back(field, state, self.mover, self.path, step, short=self.short)

    def faults(self, field: FmField, state: FmState, action: Action) -> Iterator[Breach]:
        unit, h = place_of(action)
        if unit != self._displaced(field, state):
            yield "8.3.1", f"{field.roster.names[unit]} is not displaced"
        elif action not in self.options(field, state):
            yield "8.3.1", "a displaced unit moves to an adjacent open hex outside enemy zones of control"
            if h in self.seen:
                yield "8.5", f"{field.place(h)} is on the path of the unit that displaces it"

    def perform(self, field: FmField, state: FmState, action: Action, step: Step) -> None:
        unit, h = place_of(action)
        if h in state.stacks:
            state.push(Displacement(self.side, unit, (h,), h, (*self.seen, self.into), chained=True))
        else:
            self._make_room(field, state, unit, h, step)

    def _make_room(self, field: FmField, state: FmState, unit: int, h: int, step: Step) -> None:
        if active_side(state) == self.side:
            state.displaced |= 1 << unit
        relocate(field, state, unit, h, "displaced", "8.3.1", step)


@dataclass(frozen=True)
class Advance(FmFrame, results.Advancing[FmField, FmState]):
    """Advance after combat along the path of retreat, voluntary, one unit per hex (8.5)."""

    side: int
    units: int
    hexes: tuple[int, ...]

    rule = "8.5"
    asks = "advance into a vacated hex, or hold, first"

    def options(self, field: FmField, state: FmState) -> list[Action]:
        foes = field.roster.of_side[1 - self.side]
        barred = next((i for i, h in enumerate(self.hexes) if state.stacks.get(h, 0) & foes), len(self.hexes))
        vacant = [h for h in self.hexes[:barred] if h not in state.stacks]
        return sorted(Action("advance", (u, h)) for u in bits(alive(state, self.units)) for h in vacant)

    def faults(self, field: FmField, state: FmState, action: Action) -> Iterator[Breach]:
        if action.verb == "advance" and action not in self.options(field, state):
            yield "8.5", "units of this combat advance to vacant hexes of the path of retreat, one per hex"

    def advance(self, field: FmField, state: FmState, action: Action, step: Step) -> None:
        unit, h = place_of(action)
        state.spent |= 1 << unit
        state.replace(replace(self, units=self.units & ~(1 << unit)))
        relocate(field, state, unit, h, "advance", "8.5", step)


def retreat_path(field: FmField, state: FmState, unit: int, given: list[int]) -> Legs:
    """A retreat given by some of its hexes, made whole: by a legal path where there is one (8.3)."""
    top, start = state.top, state.where[unit]
    if not isinstance(top, Retreats | StiffResistance) or not top.units >> unit & 1 or NOWHERE in given:
        return plain(given)
    legal = [item.path for item in retreat.retreats(field, state, unit, top.length, top.shelled)]
    far = field.distance(start, given[-1])
    possible = retreat.walks(field, state, unit, far, through=True) if far <= top.length else []
    found = next((legs for path in (*legal, *possible) if (legs := parted(path, given))), None)
    return found or field.by_terrain(start, given, field.steps[moving.kind_of(field, unit)])


def along_the_path(field: FmField, state: FmState, args: Args) -> Action:
    """An advance given by its way: one along the path of the retreat is an advance to where it ends (8.5)."""
    unit, *way = args
    top = state.top if state.stack else None
    if isinstance(top, Advance) and way[-1] in top.hexes:
        path = top.hexes[: top.hexes.index(way[-1]) + 1]
        way = way[-1:] if parted(path, way) else way
    return Action("advance", (unit, *way))
