"""Paragraphs 30.1 and 30.4: British forces move by rail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers, each, unlisted
from engine.mechanics.hexes.deploying import sorts
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.systems.sun_never_sets.base import passage, sieges
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import HALTING, MovingForce
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.march import interruptions
from engine.systems.sun_never_sets.march.assembling import Assembling, Throw
from engine.systems.sun_never_sets.march.marching import MOVEMENT, depart, may_withdraw, missing
from engine.systems.sun_never_sets.position import fates, points, railways

RAIL: Final = "rail"


def lines_from(field: SnsField, state: SnsState, h: int, mask: int) -> dict[int, int]:
    """Where a force can get by rail from a hex: along working lines, no farther than into an enemy zone of control
    that it minds, and neither out of a besieged fortress nor into one (30.11, 30.12, 30.15, 25.5, 18.21)."""
    if _shut(field, state, h, mask):
        return {h: NOWHERE}
    zone = field.zones.of(state, field.native)
    passes = passage.ignores_zones(field, state, field.empire, mask)
    found = railways.along(field, state, [h], lambda n: (bool(zone[n]) and not passes) or _shut(field, state, n, mask))
    return {n: before for n, before in found.items() if not _shut(field, state, n, mask)}


def _shut(field: SnsField, state: SnsState, h: int, mask: int) -> bool:
    """Whether a siege keeps a force from going by rail out of a hex or into it (18.21)."""
    return h >= 0 and sieges.sealed(field, state, field.empire, h, mask)


def entrained(field: SnsField, state: SnsState, side: int, mask: int) -> int:
    """The units of a mask that may go by rail: British ones that began the segment on a working railway (30.1)."""
    if side != field.empire or not field.on("railroads"):
        return 0
    found, going = 0, mask & ~state.extras.gone
    for h in {state.where[unit] for unit in bits(going)}:
        if h >= 0 and len(lines_from(field, state, h, going)) > 1:
            found |= state.stacks[h]
    return found & going


def breaches(field: SnsField, state: SnsState, side: int, h: int, mask: int) -> Iterator[Breach]:
    """Why some units in a hex do not go by rail; that they are in none is no matter of railways."""
    if not field.on("railroads"):
        yield "30.0", "railways are not played in this scenario"
    elif side != field.empire:
        yield "30.1", f"only the {field.side_name(field.empire)} can move by rail"
    elif h >= 0:
        yield from _bars(field, state, h, mask)


def _bars(field: SnsField, state: SnsState, h: int, mask: int) -> Iterator[Breach]:
    name = field.place(h)
    if not railways.on_line(field, state, h):
        yield "30.1", f"no finished railway is in {name}"
    elif h in state.extras.cuts:
        yield "30.12", f"the railway is cut in {name}"
    elif _shut(field, state, h, mask):
        yield "18.21", f"{name} is besieged; units cannot leave it by rail"
    elif len(lines_from(field, state, h, mask)) < 2:
        yield "30.11", f"no working railway leads out of {name}"
    elif mask & state.extras.gone:
        yield "30.1", "a unit that has left its hex this segment cannot move by rail"
        yield "30.13", "a unit cannot march and move by rail in one turn"


def goal_breaches(field: SnsField, state: SnsState, at: int, mask: int, h: int) -> Iterator[Breach]:
    """Why some units in a hex do not get by rail to another one."""
    name, lines = field.place(h), lines_from(field, state, at, mask)
    if h in lines and h != at:
        return
    if h >= 0 and h in state.extras.cuts:
        yield "30.12", f"the railway is cut in {name}"
    elif h < 0 or not railways.on_line(field, state, h):
        yield "30.24", f"no finished railway leads to {name}"
        if railways.planned(field, h):
            yield "30.1", f"{name} is beyond the railhead"
        else:
            yield "30.1", f"rail movement follows railway hexes; {name} is not one"
            yield "30.13", "a unit that moves by rail cannot leave the line in the same turn"
    elif not railways.works(field, state, h):
        yield "30.11", f"the enemy is in {name}"
    elif _shut(field, state, h, mask):
        yield "18.21", f"{name} is besieged; units cannot enter it by rail"
    elif h in (line := railways.along(field, state, [at])):
        if any(_shut(field, state, n, mask) for n in railways.path(line, h)):
            yield "18.21", f"a besieged fortress lies on the line to {name}"
        else:
            yield "30.15", f"an enemy zone of control on the line stops trains to {name}"
    else:
        yield "30.11", f"no working railway leads to {name}"
        if state.extras.cuts:
            yield "30.12", f"the railway is cut on the way to {name}"


@dataclass(frozen=True)
class Entraining(Assembling):
    """A force that is to go by rail is put together; then it rolls (30.14)."""

    goal: int = NOWHERE
    """Where it goes if the die lets it, as the action has it."""

    def rolled(self, field: SnsField, state: SnsState, throw: Throw, step: Step) -> None:
        """It goes on anything but a hold, as far as it likes, and attrition passes it by."""
        step.say("march", field.cite("30.14"), **{**throw.event_data(field, self.side, self.at), "attrition": False})
        if field.tables.march.times[throw.row.march]:
            frame = OnRail(self.side, self.units)
            state.push(frame)
            if self.goal != NOWHERE:
                frame.go(field, state, step, self.goal)


@dataclass(frozen=True)
class OnRail(MovingForce):
    """A force that may move by rail: it goes along the line as far as it likes, once, and no farther (30.13, 30.14)."""

    arrived: bool = False
    means = "rail"
    rule = "30.1"
    asks = "a force is moving by rail: first continue or halt"

    def lines(self, field: SnsField, state: SnsState) -> dict[int, int]:
        """Where it can get."""
        return {} if self.arrived else lines_from(field, state, self.at(state), self.force(state))

    def leaves(self, field: SnsField, state: SnsState) -> bool:
        """Whether it may leave the map here; by rail that costs no point (13.4)."""
        return may_withdraw(field, state, self.side, self.at(state))

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        at = self.at(state)
        if at < 0 or (len(self.lines(field, state)) < 2 and not self.leaves(field, state)):
            return None
        prompt = f"By rail from {field.place(at)}: continue, or halt"
        return Decision(field.sides[self.side], MOVEMENT, field.cite("30.1"), prompt, (), (field.grid.name(at),))

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        step.forced.append(Action("halt"))
        state.pop()

    def goals(self, field: SnsField, state: SnsState) -> Offers:
        """Where it may go."""
        at = self.at(state)
        return each(h for h in sorted(self.lines(field, state)) if h != at)

    def bars_goal(self, field: SnsField, state: SnsState, *way: int) -> Iterator[Breach]:
        """Why it does not go to a hex."""
        if self.arrived:
            yield "30.13", "the force has moved by rail and cannot move farther"
        else:
            yield from goal_breaches(field, state, self.at(state), self.force(state), way[-1])

    def leavers(self, field: SnsField, state: SnsState) -> Offers:
        """Who may leave the map here: all, or a unit alone."""
        if self.leaves(field, state):
            several = self.force(state).bit_count() > 1
            yield ((),)
            yield from (((u,),) for u in sorts(field, state, bits(self.force(state))) if several)

    def bars_leaving(self, field: SnsField, state: SnsState, units: tuple[int, ...]) -> Iterator[Breach]:
        """Why units do not leave the map."""
        yield from missing(field, self.force(state), units)
        if not self.leaves(field, state):
            yield "13.4", "only British units ordered to evacuate can leave, from a line of communication"

    def leave(self, field: SnsField, state: SnsState, step: Step, units: tuple[int, ...]) -> None:
        """Units leave the map."""
        depart(field, state, self, mask_of(units) or self.force(state), step)

    def bars_storm(self, field: SnsField, state: SnsState, h: int) -> Iterator[Breach]:
        """Why it does not attack."""
        yield "30.42", "a force that moves by rail cannot attack from march"

    def go(self, field: SnsField, state: SnsState, step: Step, *way: int) -> None:
        """The force goes to a hex of the line, the last one that is named; this frame is on top."""
        h, mask, at, name = way[-1], self.force(state), self.at(state), field.grid.name
        line = railways.path(self.lines(field, state), h)
        state.replace(replace(self, arrived=True))
        fates.forget(state, mask)
        for unit in bits(mask):
            field.put(state, unit, h)
        where = {"from": name(at), "to": name(h), "way": [name(n) for n in line]}
        step.say("by_rail", field.cite("30.1"), side=field.sides[self.side], **where)
        points.reached(field, state, step)
        if not state.ended:
            interruptions.enter(field, state, self.side, h, mask)

    deeds = (
        Deed("go", go, bars_goal, goals),
        HALTING,
        Deed("withdraw", leave, bars_leaving, leavers),
        Deed(interruptions.STORM, go, bars_storm, unlisted),
    )
