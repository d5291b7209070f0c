"""A unit on its way: it goes along it, says so, and may go on once it has come onto the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.kit.bound.control import STOP as HALTS
from engine.kit.play import statuses
from engine.kit.play.frames import KitFrame
from engine.kit.play.state import DEED, KitState
from engine.kit.play.turning import turn_frame
from engine.kit.play.turns import is_turn, towards
from engine.mechanics.hexes import marching
from engine.mechanics.hexes.going import Going
from engine.mechanics.procedure import Breach
from engine.play import Action, Step


def go_on(
    field: Any, state: KitState, march: Any, unit: int, going: Going, way: tuple[int, ...], rule: str, step: Step
) -> None:
    """Move a unit along a legal way, and say so."""
    if field.hiding is not None:
        way = as_far_as_it_goes(field, state, unit, way)
    if field.reacting is not None:
        field.reacting.walk(state, march, unit, going, way, rule)
        return
    name = field.grid.name
    paid = min(march.cost_of(field, state, unit, going, way), going.budget - going.spent)
    hexes = list(way) if field.arcs is None else [h for h in way if not is_turn(h)]
    state.spent[unit] = going.spent + paid
    if hexes:
        if field.overrunning is not None or field.yielding:
            come_through(field, state, unit, hexes, step)
        field.put(state, unit, hexes[-1])
        data: dict[str, Any] = {"unit": field.roster.keys[unit], "from": name(going.start), "cost": paid / field.parts}
        step.say("move", field.cite(rule), **data, to=name(hexes[-1]), path=[name(h) for h in hexes])
    if field.arcs is not None:
        turned(field, state, unit, way, step)
    moved(field, state, unit, step)


def as_far_as_it_goes(field: Any, state: KitState, unit: int, way: tuple[int, ...]) -> tuple[int, ...]:
    """A way as far as a unit can go it, which does not know where its enemies are: they stand in its way, or their
    zones stop it."""
    side, unseen = field.roster.side[unit], field.unseen_by(state, unit)
    if not unseen:
        return way
    stops = field.zones.rules[unit].enter == HALTS
    zone, foes = field.zone(state, 1 - side), unseen & ~field.yielding
    for number, h in enumerate(way):
        if is_turn(h):
            continue
        if state.stacks.get(h, 0) & foes:
            return way[:number]
        if stops and zone[h]:
            return way[: number + 1]
    return way


def come_through(field: Any, state: KitState, unit: int, hexes: list[int], step: Step) -> None:
    """Enemies in hexes that a unit comes through are overrun; leaders who are alone there make room for it."""
    for h in hexes:
        if field.overrunning is not None:
            field.overrunning.run_over(state, unit, h, step)
        if field.yielding:
            field.leading.make_room(state, field.roster.side[unit], h, step)


def turned(field: Any, state: KitState, unit: int, way: tuple[int, ...], step: Step) -> None:
    """A unit faces as the last turn of its way has it."""
    facing = next((towards(each) for each in reversed(way) if is_turn(each)), None)
    if facing is None:
        return
    state.facing[unit] = facing
    field.changed(state)
    state.note(max(turn_frame(state)[1], 0), DEED["turned"], 1 << unit)
    rule = field.cite(field.cites("facing")[0])
    step.say("faced", rule, unit=field.roster.keys[unit], facing=field.direction_name(facing))


def moved(field: Any, state: KitState, unit: int, step: Step) -> None:
    """A unit has moved: statuses that last until then end."""
    if state.status and any(state.status):
        statuses.end_all(field, state, "moves", 1 << unit, step)


@dataclass(frozen=True)
class KitEntering(KitFrame, marching.GoingOn[Any, KitState]):
    """A unit has come onto the map, and may go on with what is left to it."""

    side: int
    phase: int
    unit: int
    spent: int
    """What it paid to come on, in parts of a movement point."""

    def marches(self, field: Any) -> Any:
        return field.marches[self.phase]

    def ruled_by(self, field: Any) -> str:
        return self.cited(field, self._rule(field))

    def _rule(self, field: Any) -> str:
        return str(self.marches(field).arrivals.rules[0])

    def breaches(self, field: Any, state: KitState, action: Action) -> Iterator[Breach]:
        if self.wants(action):
            yield from self.faults(field, state, action)
        else:
            yield self._rule(field), self.asks
            yield from self.elsewhere(field, state, action)

    def is_asking(self, field: Any, state: KitState) -> bool:
        if state.memory.get(f"stopped {self.unit}") or state.where[self.unit] < 0:
            return False
        return super().is_asking(field, state)

    def walk(self, field: Any, state: KitState, going: Going, way: tuple[int, ...], step: Step) -> None:
        go_on(field, state, self.marches(field), self.unit, going, way, self._rule(field), step)
