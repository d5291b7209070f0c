"""Chapter 8.2.4 to 8.5: results, stiff resistance, retreats, displacement, advance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.hexstate import DEAD
from engine.mechanics.procedure import Breach
from engine.mechanics.ways import Legs, parted, plain
from engine.play import Action, Decision, Step
from engine.systems.fire_and_movement import moving, retreat
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.frames import FmFrame, active_side
from engine.systems.fire_and_movement.state import FmState
from engine.systems.fire_and_movement.wrongtime import elsewhere


def eliminate(field: FmField, state: FmState, unit: int, rule: str, step: Step) -> None:
    """Take a unit off the map for good."""
    name = field.grid.name(state.where[unit])
    field.put(state, unit, DEAD)
    state.steps[unit] = 0
    step.say("eliminated", f"fm:{rule}", unit=field.roster.keys[unit], at=name)


def reduce(field: FmField, state: FmState, unit: int, rule: str, step: Step) -> None:
    """Reduce a unit; a reduced or one-step unit is eliminated (8.2.4)."""
    state.steps[unit] -= 1
    step.say("loss", f"fm:{rule}", unit=field.roster.keys[unit], steps=state.steps[unit])
    if state.steps[unit] <= 0:
        eliminate(field, state, unit, rule, step)


def alive(state: FmState, mask: int) -> int:
    """Those of a mask that are on the map."""
    for unit in bits(mask):
        if state.where[unit] < 0:
            mask &= ~(1 << unit)
    return mask


@dataclass(frozen=True)
class Reduce(FmFrame):
    """One of several units is reduced; ``chooser`` says which (8.1.3, 8.2.4)."""

    chooser: int
    units: int
    rule: str

    def decision(self, field: FmField, state: FmState) -> Decision | None:
        if self.units & (self.units - 1) == 0:
            return None
        keys = tuple(field.roster.keys[u] for u in bits(self.units))
        prompt = "Choose the unit that is reduced"
        return Decision(field.roster.sides[self.chooser], "loss", f"fm:{self.rule}", prompt, keys)

    def proceed(self, field: FmField, state: FmState, step: Step) -> None:
        state.pop()
        for unit in bits(self.units):
            step.forced.append(Action("reduce", (unit,)))
            reduce(field, state, unit, self.rule, step)

    def actions(self, field: FmField, state: FmState) -> Iterator[Action]:
        for unit in bits(self.units):
            yield Action("reduce", (unit,))

    def breaches(self, field: FmField, state: FmState, action: Action) -> Iterator[Breach]:
        if action.verb != "reduce":
            yield self.rule, "a unit must be reduced first"
            yield from elsewhere(field, state, action)
        elif not self.units >> action.args[0] & 1:
            yield self.rule, f"{field.roster.keys[action.args[0]]} does not take part in this combat"

    def perform(self, field: FmField, state: FmState, action: Action, step: Step) -> None:
        state.pop()
        reduce(field, state, action.args[0], self.rule, step)


@dataclass(frozen=True)
class StiffResistance(FmFrame):
    """A side that must retreat may reduce a unit instead, and stand (8.4)."""

    side: int
    units: int
    length: int
    target: int
    pursuers: int
    """The attackers that may advance if these units, being the defender, retreat."""
    shelled: bool

    def decision(self, field: FmField, state: FmState) -> Decision | None:
        if not self.units:
            return None
        keys = tuple(field.roster.keys[u] for u in bits(self.units))
        prompt = f"Retreat {self.length} hexes, or stand by stiff resistance"
        return Decision(field.roster.sides[self.side], "stiff resistance", "fm:8.4", prompt, keys)

    def proceed(self, field: FmField, state: FmState, step: Step) -> None:
        state.pop()

    def actions(self, field: FmField, state: FmState) -> Iterator[Action]:
        yield Action("fall back")
        for unit in bits(self.units):
            yield Action("stand", (unit,))

    def breaches(self, field: FmField, state: FmState, action: Action) -> Iterator[Breach]:
        verb, args = action
        if verb in ("retreat", "stay"):
            yield from self._retreats().breaches(field, state, action)
        elif verb not in ("stand", "fall back"):
            yield "8.4", "say first whether to retreat or to stand"
            yield from elsewhere(field, state, action)
        elif verb == "stand" and not self.units >> args[0] & 1:
            yield "8.4", f"{field.roster.keys[args[0]]} does not have to retreat"

    def _retreats(self) -> Retreats:
        return Retreats(self.side, self.units, self.length, self.target, self.pursuers, self.shelled)

    def perform(self, field: FmField, state: FmState, action: Action, step: Step) -> None:
        if action.verb == "stand":
            state.pop()
            step.say("stand", "fm:8.4", unit=field.roster.keys[action.args[0]])
            reduce(field, state, action.args[0], "8.4", step)
            return
        frame = self._retreats()
        state.replace(frame)
        if action.verb != "fall back":
            frame.perform(field, state, action, step)


@dataclass(frozen=True)
class Retreats(FmFrame):
    """Retreat: each unit of a side goes back, in the order its owner likes (8.3)."""

    side: int
    units: int
    length: int
    target: int
    pursuers: int
    shelled: bool

    def _options(self, field: FmField, state: FmState) -> dict[int, list[retreat.Retreat]]:
        return {u: retreat.retreats(field, state, u, self.length, self.shelled) for u in bits(self.units)}

    def decision(self, field: FmField, state: FmState) -> Decision | None:
        options = self._options(field, state)
        choices = [item for items in options.values() for item in items]
        if not choices or (len(choices) == 1 and len(options) == 1 and not choices[0].displaces):
            return None
        keys = tuple(field.roster.keys[u] for u in bits(self.units))
        hexes = tuple(sorted({field.grid.name(item.path[-1]) for item in choices}))
        prompt = f"Retreat {', '.join(keys)} {self.length} hexes"
        return Decision(field.roster.sides[self.side], "retreat", "fm:8.3", prompt, keys, hexes)

    def proceed(self, field: FmField, state: FmState, step: Step) -> None:
        options = self._options(field, state)
        for unit, items in options.items():
            if items:
                action = Action("retreat", (unit, *items[0].path))
                step.forced.append(action)
                self.perform(field, state, action, step)
                return
        state.pop()
        for unit in options:
            if retreat.stays_at_sea(field, state, unit):
                reduce(field, state, unit, "8.3", step)
            else:
                eliminate(field, state, unit, "8.3", step)
        if self.pursuers and self.target not in state.stacks:
            self._pursue(field, state, (self.target,))

    def actions(self, field: FmField, state: FmState) -> Iterator[Action]:
        for unit, items in self._options(field, state).items():
            for item in items:
                yield Action("retreat", (unit, *item.path))
        for unit, items in self._options(field, state).items():
            if retreat.may_stay(items):
                yield Action("stay", (unit,))

    def breaches(self, field: FmField, state: FmState, action: Action) -> Iterator[Breach]:
        if action.verb not in ("retreat", "stay"):
            yield "8.3", "units must retreat at once"
            yield from elsewhere(field, state, action)
            return
        unit, path = action.args[0], action.args[1:]
        if not self.units >> unit & 1:
            yield "8.3", f"{field.roster.keys[unit]} does not have to retreat"
            return
        allowed = retreat.retreats(field, state, unit, self.length, self.shelled)
        if action.verb == "retreat":
            yield from retreat.path_breaches(field, state, unit, path, self.length, self.shelled, allowed)
        elif not retreat.may_stay(allowed):
            yield "8.3.1", f"{field.roster.keys[unit]} stays only where it could retreat by displacing alone"

    def perform(self, field: FmField, state: FmState, action: Action, step: Step) -> None:
        unit, path = action.args[0], action.args[1:]
        allowed = retreat.retreats(field, state, unit, self.length, self.shelled)
        origin = state.where[unit]
        left = self.units & ~(1 << unit)
        if left:
            state.replace(replace(self, units=left))
        else:
            state.pop()
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
    """Move a unit back along its path and say so; falling short costs it a step (8.3)."""
    name = field.grid.name
    origin = name(state.where[unit])
    field.put(state, unit, path[-1])
    data: dict[str, Any] = {"unit": field.roster.keys[unit], "from": origin, "to": name(path[-1])}
    step.say("retreat", "fm:8.3", **data, path=[name(h) for h in path])
    if short:
        reduce(field, state, unit, "8.3", step)


@dataclass(frozen=True)
class Displacement(FmFrame):
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

    def _displaced(self, field: FmField, state: FmState) -> int | None:
        own = field.roster.of_side[self.side] & ~(1 << self.mover)
        return next(bits(state.stacks.get(self.into, 0) & own), None)

    def _options(self, field: FmField, state: FmState) -> list[int]:
        return retreat.displaced_to(field, state, self.into, self.mover, set(self.seen))

    def decision(self, field: FmField, state: FmState) -> Decision | None:
        unit = self._displaced(field, state)
        options = self._options(field, state) if unit is not None else []
        if unit is None or len(options) < 2:
            return None
        key = field.roster.keys[unit]
        hexes = tuple(field.grid.name(h) for h in options)
        prompt = f"{key} is displaced one hex"
        return Decision(field.roster.sides[self.side], "displacement", "fm:8.3.1", prompt, (key,), hexes)

    def proceed(self, field: FmField, state: FmState, step: Step) -> None:
        unit = self._displaced(field, state)
        if unit is not None:
            action = Action("displace", (unit, self._options(field, state)[0]))
            step.forced.append(action)
            self.perform(field, state, action, step)
            return
        state.pop()
        if self.chained:
            self._make_room(field, state, self.mover, self.into, step)
        else:
            fall_back(field, state, self.mover, self.path, step, short=self.short)

    def actions(self, field: FmField, state: FmState) -> Iterator[Action]:
        unit = self._displaced(field, state)
        for h in self._options(field, state):
            yield Action("displace", (unit, h))

    def breaches(self, field: FmField, state: FmState, action: Action) -> Iterator[Breach]:
        if action.verb != "displace":
            yield "8.3.1", "a displaced unit must move at once"
            yield from elsewhere(field, state, action)
        elif action.args[0] != self._displaced(field, state):
            yield "8.3.1", f"{field.roster.keys[action.args[0]]} is not displaced"
        elif action.args[1] not in self._options(field, state):
            yield "8.3.1", "a displaced unit moves to an adjacent open hex outside enemy zones of control"
            if action.args[1] in self.seen:
                yield "8.5", f"{field.grid.name(action.args[1])} is on the path of the unit that displaces it"

    def perform(self, field: FmField, state: FmState, action: Action, step: Step) -> None:
        unit, h = action.args
        if h in state.stacks:
            state.push(Displacement(self.side, unit, (h,), h, (*self.seen, self.into), chained=True))
        else:
            self._make_room(field, state, unit, h, step)

    def _make_room(self, field: FmField, state: FmState, unit: int, h: int, step: Step) -> None:
        name = field.grid.name
        data = {"unit": field.roster.keys[unit], "from": name(state.where[unit]), "to": name(h)}
        field.put(state, unit, h)
        if active_side(state) == self.side:
            state.displaced |= 1 << unit
        step.say("displaced", "fm:8.3.1", **data)


@dataclass(frozen=True)
class Advance(FmFrame):
    """Advance after combat along the path of retreat, voluntary, one unit a hex (8.5)."""

    side: int
    units: int
    hexes: tuple[int, ...]

    def _options(self, field: FmField, state: FmState) -> list[Action]:
        foes = field.roster.of_side[1 - self.side]
        barred = next((i for i, h in enumerate(self.hexes) if state.stacks.get(h, 0) & foes), len(self.hexes))
        vacant = [h for h in self.hexes[:barred] if h not in state.stacks]
        return [Action("advance", (u, h)) for u in bits(alive(state, self.units)) for h in vacant]

    def decision(self, field: FmField, state: FmState) -> Decision | None:
        options = self._options(field, state)
        if not options:
            return None
        units = tuple(sorted({field.roster.keys[action.args[0]] for action in options}))
        hexes = tuple(sorted({field.grid.name(action.args[1]) for action in options}))
        return Decision(field.roster.sides[self.side], "advance", "fm:8.5", "Advance, or hold", units, hexes)

    def proceed(self, field: FmField, state: FmState, step: Step) -> None:
        state.pop()

    def actions(self, field: FmField, state: FmState) -> Iterator[Action]:
        yield from sorted(self._options(field, state))
        yield Action("hold")

    def breaches(self, field: FmField, state: FmState, action: Action) -> Iterator[Breach]:
        if action.verb not in ("advance", "hold"):
            yield "8.5", "advance or hold first"
            yield from elsewhere(field, state, action)
        elif action.verb == "advance" and action not in self._options(field, state):
            yield "8.5", "units of this combat advance to a vacant hex of the path of retreat, one a hex"

    def perform(self, field: FmField, state: FmState, action: Action, step: Step) -> None:
        if action.verb == "hold":
            state.pop()
            return
        unit, h = action.args
        name = field.grid.name
        data = {"unit": field.roster.keys[unit], "from": name(state.where[unit]), "to": name(h)}
        field.put(state, unit, h)
        state.spent |= 1 << unit
        left = self.units & ~(1 << unit)
        state.replace(replace(self, units=left))
        step.say("advance", "fm:8.5", **data)


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
