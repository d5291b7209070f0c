"""The units of a scenario by number, in the scenario's order."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import ClassVar, Generic, TypeVar

from pydantic import BaseModel

from engine.errors import HexwrightError, NameNotKnown
from engine.formats.fitting import fit
from engine.mechanics.bits import bits, mask_of
from engine.scenario import Scenario

V = TypeVar("V", bound=BaseModel)
N = TypeVar("N")


class Roster(Generic[V]):
    """What every system asks of a scenario's units. Subclasses add what their counters print.

    Raises HexwrightError when there are not two sides, a unit is of none of them, or its values do not fit the counters
    of the system, which are a ``V``.
    """

    second_side: ClassVar[tuple[str, ...]] = ()
    """The values that a counter prints for its reduced side: with any of them a unit has two steps."""

    def __init__(self, scenario: Scenario, counter: type[V]) -> None:
        self.units = tuple(scenario.units.values())
        self.values: tuple[V, ...] = tuple(fit(counter, unit.values, f"unit {unit.key}") for unit in self.units)
        """What the counters print."""
        self.sides = tuple(scenario.sides)
        if len(self.sides) != 2:
            raise HexwrightError(f"this system has two sides; the scenario has {len(self.sides)}")
        for unit in self.units:
            if unit.side not in self.sides:
                raise HexwrightError(f"{unit.called} is on side {unit.side!r}, which the scenario does not have")
        self.keys = tuple(unit.key for unit in self.units)
        """What files and data call each unit."""
        self.names = tuple(unit.called for unit in self.units)
        """What sentences call each unit."""
        self.side_names = tuple(side.name for side in scenario.sides.values())
        """What sentences call each side."""
        self.number = {unit.key.lower(): index for index, unit in enumerate(self.units)}
        self.side = tuple(self.sides.index(unit.side) for unit in self.units)
        self.of_side = tuple(mask_of(u for u, side in enumerate(self.side) if side == player) for player in range(2))
        """For each side the mask of its units."""
        self.side_units = tuple(tuple(bits(mask)) for mask in self.of_side)
        self.like = self._first_alike()
        """For each unit the first that is like it: of its side, type, size and values."""
        self.steps = self.count_steps()
        """Steps of each unit at full strength."""

    def _first_alike(self) -> tuple[int, ...]:
        first: dict[tuple[object, ...], int] = {}
        found = []
        for u, unit in enumerate(self.units):
            values = tuple(sorted((key, str(value)) for key, value in unit.values.items()))
            found.append(first.setdefault((unit.side, unit.type, unit.size, values), u))
        return tuple(found)

    def count_steps(self) -> tuple[int, ...]:
        """The steps each unit begins with: two with a reduced side, else one."""
        printed = ([getattr(values, name) for name in self.second_side] for values in self.values)
        return tuple(1 if all(value is None for value in values) else 2 for values in printed)

    def by_steps(self, figure: Callable[[int, int], N], none: N) -> tuple[tuple[N, ...], ...]:
        """A figure of each unit at 0, 1, 2 ... steps, from a function of the steps lost; ``none`` without
        any step left."""
        counts = enumerate(self.steps)
        return tuple((none, *(figure(u, most - left) for left in range(1, most + 1))) for u, most in counts)

    def printed(self, full: str, reduced: str) -> tuple[tuple[int, ...], ...]:
        """A figure of each unit at 0, 1, 2 steps, which both sides of its counter print under these names."""

        def figure(unit: int, lost: int) -> int:
            return getattr(self.values[unit], reduced if lost else full) or 0

        return self.by_steps(figure, 0)

    def flagged(self, name: str) -> int:
        """The mask of the units that carry a flag."""
        return mask_of(u for u, values in enumerate(self.values) if getattr(values, name))

    def find(self, key: str) -> int:
        """The number of a unit; raises NameNotKnown with the nearest key."""
        number = self.number.get(key.strip().lower())
        if number is None:
            raise NameNotKnown(f"there is no unit {key!r}{self.near(key)}")
        return number

    def called(self, key: str) -> str:
        """The name of the unit with a key, for sentences; raises NameNotKnown."""
        return self.names[self.find(key)]

    def near(self, key: str) -> str:
        """A ``; did you mean ...?`` for a unit that does not exist."""
        near = difflib.get_close_matches(key.lower(), list(self.number), 1)
        return f"; did you mean {near[0]}?" if near else ""

    def player(self, side: str) -> int:
        """The number of a side; raises NameNotKnown."""
        if side not in self.sides:
            raise NameNotKnown(f"there is no side {side!r}; there are {', '.join(self.sides)}")
        return self.sides.index(side)

    def worth(self, unit: int, steps: int) -> int:
        """The combat factors of a unit at a number of steps, as victory conditions count them."""
        raise NotImplementedError
