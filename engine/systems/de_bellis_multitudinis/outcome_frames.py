"""What follows a throw at once: flights, pursuits, and comrades who press forward (12.3, 23, 24)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

from engine.mechanics.acts import unit_of, units_of
from engine.mechanics.procedure import END, Breach
from engine.play import Action, Decision, Step
from engine.systems.de_bellis_multitudinis import pursuit, space
from engine.systems.de_bellis_multitudinis.acts import flee_of
from engine.systems.de_bellis_multitudinis.bursting import burst_through
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.flight import FlightWay, skirmishers_near, ways
from engine.systems.de_bellis_multitudinis.frames import DbmFrame
from engine.systems.de_bellis_multitudinis.losing import destroy, destroy_in_combat
from engine.systems.de_bellis_multitudinis.obstacles import turn_between
from engine.systems.de_bellis_multitudinis.outcome import Fate
from engine.systems.de_bellis_multitudinis.recoil import recoil
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.systems.de_bellis_multitudinis.support import unit_behind
from engine.tables.places import BasePlace, paces, spell, turned_about
from engine.tables.sines import QUARTER

NOBODY: Final = -1
"""No element."""


class FlightStart(IntEnum):
    """How the flight of an element begins."""

    TURN = 0
    """It turns about."""
    RECOIL = 1
    """It recoils, and turns about (23.1)."""
    STRAIGHT = 2
    """It flees the way that it faces."""


def suffer(field: DbmField, state: DbmState, unit: int, by: int, fate: Fate, step: Step, *, shot: bool = False) -> None:
    """Let an element bear what becomes of it; flights are pushed as a frame."""
    if fate is Fate.DESTROYED:
        if shot:
            destroy(field, state, unit, by, "21.1", step)
        else:
            destroy_in_combat(field, state, unit, by, "21.1", step)
    elif fate is Fate.RECOILS:
        recoil(field, state, unit, by, step, shot=shot)
    elif fate is Fate.FLEES:
        first = () if shot else _with_it(field, state, unit)
        queue = (*first, (unit, int(FlightStart.RECOIL)))
        state.push(Flights(field.side(unit), queue, by, int(shot)))


def _with_it(field: DbmField, state: DbmState, unit: int) -> tuple[tuple[int, int], ...]:
    """The skirmishers that flee before an element, and how each begins (23.2)."""
    own = state.at[unit]
    assert own is not None
    found = []
    for friend in skirmishers_near(field, state, unit):
        where = state.at[friend]
        assert where is not None
        turns = turn_between(where.facing, own.facing) <= QUARTER
        found.append((friend, int(FlightStart.TURN if turns else FlightStart.STRAIGHT)))
    return tuple(found)


@dataclass(frozen=True)
class Flights(DbmFrame):
    """Elements of a side that flee, one after another (23)."""

    queue: tuple[tuple[int, int], ...] = ()
    """Elements that have still to flee, and how each begins, a `FlightStart`."""
    by: int = NOBODY
    """The enemy from whom they flee."""
    shot: int = 0
    """Whether they flee from shooting, as 0 or 1."""
    waiting: int = NOBODY
    """The element that has recoiled and turned and goes next."""

    def decision(self, field: DbmField, state: DbmState) -> Decision | None:
        if self.waiting == NOBODY or len(_ways(field, state, self.waiting)) < 2:
            return None
        name = field.name(self.waiting)
        return self.asks(field, "flight", "23.1", f"Choose whether {name} flees to the left or right", (self.waiting,))

    def actions(self, field: DbmField, state: DbmState) -> Iterator[Action]:
        yield Action("flee", (self.waiting, 0))
        yield Action("flee", (self.waiting, 1))

    def breaches(self, field: DbmField, state: DbmState, action: Action) -> Iterator[Breach]:
        if action.verb != "flee":
            yield "23.1", f"first choose which way {field.name(self.waiting)} flees"
        elif unit_of(action) != self.waiting:
            yield "23.1", f"{field.name(self.waiting)} flees now, not {field.name(unit_of(action))}"

    def perform(self, field: DbmField, state: DbmState, action: Action, step: Step) -> None:
        left = not flee_of(action).way
        self._go(field, state, next(way for way in _ways(field, state, self.waiting) if way.left == left), step)

    def proceed(self, field: DbmField, state: DbmState, step: Step) -> None:
        if self.waiting != NOBODY:
            found = _ways(field, state, self.waiting)
            if found:
                self._go(field, state, found[0], step)
            else:
                state.replace(replace(self, waiting=NOBODY))
                destroy(field, state, self.waiting, self._by, "23.1", step)
        elif self.queue:
            (unit, start), *rest = self.queue
            state.replace(replace(self, queue=tuple(rest)))
            if state.at[unit] is not None and not state.has(unit, Flag.FLED):
                self._begin(field, state, unit, FlightStart(start), step)
        else:
            state.pop()

    @property
    def _by(self) -> int | None:
        return None if self.by == NOBODY else self.by

    def _begin(self, field: DbmField, state: DbmState, unit: int, start: FlightStart, step: Step) -> None:
        state.mark(unit, Flag.FLED)
        state.unmark(unit, Flag.HIDDEN)
        if start is FlightStart.RECOIL and not recoil(field, state, unit, self.by, step, shot=bool(self.shot)):
            return
        where = state.at[unit]
        if where is not None:
            if start is not FlightStart.STRAIGHT:
                state.put(unit, turned_about(where, field.depth(state, unit)))
            top = state.top
            assert isinstance(top, Flights)
            state.replace(replace(top, waiting=unit))

    def _go(self, field: DbmField, state: DbmState, way: FlightWay, step: Step) -> None:
        """Move a fleeing element along its way; those through whom it bursts flee behind it (23.2)."""
        unit = self.waiting
        state.replace(replace(self, waiting=NOBODY))
        where = state.at[unit]
        assert where is not None
        state.put(unit, way.end)
        self._tell(field, unit, where, way, step)
        burst_through(field, state, unit, way.through, step)
        if not space.on_table(field, way.end, field.depth(state, unit)):
            destroy(field, state, unit, None, "23.1", step)

    def _tell(self, field: DbmField, unit: int, where: BasePlace, way: FlightWay, step: Step) -> None:
        step.say(
            "flight",
            field.cite("23.1"),
            unit=field.roster.keys[unit],
            length=paces(way.length),
            **{"from": spell(where)},
            to=spell(way.end),
            turns=way.turns,
        )


def _ways(field: DbmField, state: DbmState, unit: int) -> tuple[FlightWay, ...]:
    key = ("ways", unit)
    if key not in state.cache:
        state.cache[key] = ways(field, state, unit)
    found: tuple[FlightWay, ...] = state.cache[key]
    return found


@dataclass(frozen=True)
class Pursuing(DbmFrame):
    """An element that has beaten its enemy and may or has to pursue (24)."""

    unit: int = NOBODY

    def decision(self, field: DbmField, state: DbmState) -> Decision | None:
        if not self._could(field, state) or pursuit.pursues(field, state, self.unit) != pursuit.MAY:
            return None
        name = field.name(self.unit)
        return self.asks(field, "pursuit", "24.1", f"Choose whether {name} pursues or stays", (self.unit,))

    def _could(self, field: DbmField, state: DbmState) -> bool:
        if state.at[self.unit] is None or pursuit.pursues(field, state, self.unit) == pursuit.NEVER:
            return False
        return pursuit.clear_ahead(field, state, self.unit, field.depth(state, self.unit)) > 0

    def actions(self, field: DbmField, state: DbmState) -> Iterator[Action]:
        yield Action("pursue", (self.unit,))
        yield Action("stay", (self.unit,))

    def breaches(self, field: DbmField, state: DbmState, action: Action) -> Iterator[Breach]:
        if action.verb not in ("pursue", "stay"):
            yield "24.1", f"first choose whether {field.name(self.unit)} pursues or stays"
        elif unit_of(action) != self.unit:
            yield "24.1", f"{field.name(self.unit)} pursues or stays now, not {field.name(unit_of(action))}"

    def perform(self, field: DbmField, state: DbmState, action: Action, step: Step) -> None:
        if action.verb == "pursue":
            self._pursue(field, state, step)
        else:
            state.pop()

    def proceed(self, field: DbmField, state: DbmState, step: Step) -> None:
        if self._could(field, state):
            self._pursue(field, state, step)
        else:
            state.pop()

    def _pursue(self, field: DbmField, state: DbmState, step: Step) -> None:
        state.pop()
        friends = pursuit.comrades(field, state, self.unit)
        behind = _chain(field, state, self.unit, friends)
        length = pursuit.pursue(field, state, self.unit, step)
        if length and friends:
            state.push(Pressing(self.side, friends, behind, length))


def _chain(field: DbmField, state: DbmState, unit: int, friends: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some friends that stand straight behind an element, one behind the other."""
    found: list[int] = []
    following = unit_behind(field, state, unit)
    while following is not None and following in friends:
        found.append(following)
        following = unit_behind(field, state, following)
    return tuple(found)


@dataclass(frozen=True)
class Pressing(DbmFrame):
    """Comrades of a pursuer, of whatever command, that may press forward with it as a group (12.3)."""

    exhaustive = False
    friends: tuple[int, ...] = ()
    behind: tuple[int, ...] = ()
    """Those that stood straight behind it."""
    length: int = 0
    """Grains that the pursuer went."""

    def _options(self, field: DbmField, state: DbmState) -> list[tuple[int, ...]]:
        found = dict.fromkeys(tuple(sorted(units)) for units in (self.behind, self.friends) if units)
        return [units for units in found if pursuit.can_press(field, state, units, self.length)]

    def decision(self, field: DbmField, state: DbmState) -> Decision | None:
        if not self._options(field, state):
            return None
        return self.asks(field, "press", "12.3", "Choose the elements that press forward, or end", self.friends)

    def actions(self, field: DbmField, state: DbmState) -> Iterator[Action]:
        yield END
        for units in sorted(self._options(field, state)):
            yield Action("press", (units,))

    def breaches(self, field: DbmField, state: DbmState, action: Action) -> Iterator[Breach]:
        if action == END:
            return
        if action.verb != "press":
            yield "12.3", "first choose the elements that press forward, or end"
            return
        units = units_of(action)
        stranger = next((unit for unit in units if unit not in self.friends), None)
        if stranger is not None:
            yield "12.3", f"{field.name(stranger)} was not in a group with the pursuer, or is in combat"
        elif not pursuit.can_press(field, state, units, self.length):
            yield "12.3", f"not all of these elements can go {paces(self.length)} paces straight ahead"

    def perform(self, field: DbmField, state: DbmState, action: Action, step: Step) -> None:
        state.pop()
        if action.verb == "press":
            pursuit.press(field, state, units_of(action), self.length, step)

    def proceed(self, field: DbmField, state: DbmState, step: Step) -> None:
        state.pop()
