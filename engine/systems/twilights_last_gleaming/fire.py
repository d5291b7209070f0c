"""Chapter 7: artillery. Range, lines of sight, attenuation."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.hexes.board.sight import Trace
from engine.mechanics.procedure import Breach
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.state import TlgState

VISIBLE: Final = "visible"
ATTENUATED: Final = "attenuated"
BLOCKED: Final = "blocked"


@dataclass(frozen=True, slots=True)
class Sight:
    """A line of sight: ``visible``, ``attenuated`` or ``blocked``, and by which hexes and hexsides (names)."""

    state: str
    because: tuple[str, ...] = ()


def sight(field: TlgField, state: TlgState, a: int, b: int) -> Sight:
    """The line of sight between two hexes, with every reason (7.3, 7.7)."""
    blocking, thinning = _obstacles(field, state, a, b)
    blocks, thins = tuple(blocking), tuple(thinning)
    if blocks:
        return Sight(BLOCKED, blocks)
    return Sight(ATTENUATED, thins) if thins else Sight(VISIBLE)


def _obstacles(field: TlgField, state: TlgState, a: int, b: int) -> tuple[list[str], list[str]]:
    ground, name = field.ground, field.ground.grid.name
    trace = field.lines.trace(a, b)
    blocking = [f"forest {name(h)}" for h in trace.hexes if ground.forest[h]]
    thinning = [text for h in trace.hexes if (text := _thins(field, state, h))]
    for _, left, right in trace.along:
        _along(field, state, left, right, blocking, thinning)
    if not (ground.high[a] or ground.high[b]):
        # Slopes count between low and low, the hexsides of either end included; along one they never do.
        blocking += [f"slope {ground.grid.side_name(s)}" for s in trace.sides if s in ground.high_side]
    return blocking, thinning


def _thins(field: TlgField, state: TlgState, h: int) -> str:
    """What attenuates in a hex: a building, or a unit of either side (7.3)."""
    if field.ground.building[h]:
        return f"building {field.place(h)}"
    return f"unit {field.place(h)}" if h in state.stacks else ""


def _along(field: TlgField, state: TlgState, left: int, right: int, blocking: list[str], thinning: list[str]) -> None:
    """A line along a hexside: forest on both sides blocks; anything on one side only attenuates (7.7)."""
    ground, name = field.ground, field.ground.grid.name
    forests = [h for h in (left, right) if h != NOWHERE and ground.forest[h]]
    thin = [text for h in (left, right) if h != NOWHERE and not ground.forest[h] and (text := _thins(field, state, h))]
    if len(forests) == 2:
        blocking.append(f"forest {name(left)}/{name(right)}")
    else:
        thinning += [f"forest {name(h)}" for h in forests] + thin


def is_open(field: TlgField, state: TlgState, a: int, b: int, involved: int = 0) -> str:
    """The state of a line of sight alone, for play: no reasons are put together.

    Units of the mask ``involved`` do not attenuate it (option ``attenuating_units``).
    """
    stacks: Container[int] = state.stacks
    if involved:
        stacks = {h for h, mask in state.stacks.items() if mask & ~involved}
    return along(field, stacks, field.lines.trace(a, b))


def along(field: TlgField, stacks: Container[int], trace: Trace) -> str:
    """The state of a line of sight between two hexes; ``stacks`` are hexes with units that attenuate it."""
    ground, a, b = field.ground, trace.start, trace.end
    forest, building = ground.forest, ground.building
    found = VISIBLE
    for h in trace.hexes:
        if forest[h]:
            return BLOCKED
        if building[h] or h in stacks:
            found = ATTENUATED
    if not (ground.high[a] or ground.high[b]):
        slopes = ground.high_side
        for side in trace.sides:
            if side in slopes:
                return BLOCKED
    for _, left, right in trace.along:
        woods = [h != NOWHERE and forest[h] for h in (left, right)]
        if all(woods):
            return BLOCKED
        if any(woods) or any(h != NOWHERE and (building[h] or h in stacks) for h in (left, right)):
            found = ATTENUATED
    return found


def adjacent_attack(field: TlgField, state: TlgState, unit: int, h: int) -> bool:
    """Whether a unit could attack a hex from next to it, not across an unbridged river (6.4)."""
    at = state.where[unit]
    return at >= 0 and h in field.ground.control[at]


def may_bombard(field: TlgField, state: TlgState, unit: int, h: int) -> bool:
    """Whether an artillery unit could bombard a hex now: `fire_breaches` finds nothing."""
    at = state.where[unit]
    bit = 1 << unit
    if at < 0 or not field.roster.guns & bit or (state.owed | state.displaced) & bit or h in field.ground.control[at]:
        return False
    return field.distance(at, h) <= field.roster.range[unit] and not is_shut(field, state, at, h)


def is_shut(field: TlgField, state: TlgState, a: int, b: int) -> bool:
    """Whether a line of sight is blocked. Units never block one, so that it is worked out once for two hexes."""
    key = a * field.grid.size + b
    known = field.shut.get(key)
    if known is None:
        known = field.shut[key] = is_open(field, state, a, b) == BLOCKED
    return known


def strength(field: TlgField, state: TlgState, unit: int, h: int, involved: int = 0) -> int:
    """The strength of a bombarding unit: one beyond half its range or through an attenuated line (7.3)."""
    at = state.where[unit]
    full = field.roster.factor(unit, state.steps[unit])
    if 2 * field.distance(at, h) > field.roster.range[unit] or is_open(field, state, at, h, involved) == ATTENUATED:
        return 1
    return full


def fire_breaches(field: TlgField, state: TlgState, unit: int, h: int) -> Iterator[Breach]:
    """Every paragraph that a bombardment of ``h`` by an artillery unit breaks."""
    at = state.where[unit]
    name = field.roster.names[unit]
    if state.owed >> unit & 1:
        yield "7.8", f"{name} began the combat phase in an enemy zone of control and must attack an adjacent unit"
        yield "7.1", "artillery in an enemy zone of control attacks, and does not bombard"
    if state.displaced >> unit & 1:
        yield "6.13", f"{name} was displaced and cannot fire for the rest of this phase"
    distance = field.distance(at, h)
    if distance > field.roster.range[unit]:
        yield "7.2", f"{field.place(h)} is {distance} hexes from {name}, whose range is {field.roster.range[unit]}"
    line = sight(field, state, at, h)
    if line.state == BLOCKED:
        yield (
            "7.7",
            f"the line of sight from {field.place(at)} to {field.place(h)} is blocked by {', '.join(line.because)}",
        )
