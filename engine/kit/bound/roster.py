"""The units of a scenario as a rules file sees them: classes, flags, and every figure at every number of steps."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, partial
from math import ceil, floor
from typing import Any, Final

from pydantic import BaseModel

from engine.errors import HexwrightError
from engine.kit.bound.subject import Number
from engine.kit.bound.words import exact, masked
from engine.kit.kitfile import KitFile
from engine.kit.model.values import StepTable
from engine.mechanics.roster import Roster
from engine.scenario import Scenario, Unit
from engine.scenario.formations import parts

PRINTED: Final = "printed"
LIST: Final = "list"
_REDUCED: Final = "reduced_"


class KitRoster(Roster[BaseModel]):
    """All units of a scenario by number, with what is printed on them."""

    def __init__(self, scenario: Scenario, file: KitFile) -> None:
        self.model = file.model
        block = self.model.units
        for unit in scenario.units.values():
            if unit.type not in block.types:
                known = ", ".join(block.types)
                raise HexwrightError(f"{unit.called} is of type {unit.type!r}; there are {known}")
        super().__init__(scenario, file.counters)
        self.types = {name: masked(self._all(lambda unit, name=name: unit.type == name)) for name in block.types}
        """For each type the mask of its units."""
        self.flags = {name: masked(self._all(lambda unit, name=name: unit.flag(name))) for name in block.flags}
        """For each flag the mask of the units that carry it."""
        self.size = tuple(exact(block.types[unit.type].size) for unit in self.units)
        """How much each unit counts for where size is counted."""
        self.formations = tuple(parts(unit.formation) for unit in self.units)
        """The formations that each unit belongs to, the largest first."""
        self.everybody = (1 << len(self.units)) - 1
        self.figures: dict[str, tuple[tuple[Number, ...], ...]] = {
            name: self.by_steps(partial(self._figure, name), 0) for name in block.values
        }
        """For each value and unit its figure at 0, 1, 2 ... steps."""
        self.first_strength = ""
        """The value that a unit counts for in lines of victory."""

    def _all(self, fits: Any) -> list[int]:
        return [u for u, unit in enumerate(self.units) if fits(unit)]

    # -- steps ------------------------------------------------------------------------------------------------

    def count_steps(self) -> tuple[int, ...]:
        return tuple(self._steps_of(unit) for unit in self.units)

    def _steps_of(self, unit: Unit) -> int:
        """The steps of a unit: as it says itself, as its lists of figures have it, two with a reduced figure."""
        block = self.model.units
        said = unit.values.get("steps")
        if isinstance(said, int) and not isinstance(said, bool):
            return said
        reduced = block.steps.reduced if block.steps else {}
        for name, how in reduced.items():
            figure = unit.values.get(name)
            if how == LIST and figure is not None:
                return len(str(figure).split())
        if any(how == PRINTED and unit.values.get(f"{_REDUCED}{name}") is not None for name, how in reduced.items()):
            return 2
        default: int | None = block.steps.default if block.steps else None
        return default or 1

    def _figure(self, name: str, u: int, lost: int) -> Number:
        """What a unit has of a value after a number of steps lost."""
        unit, block = self.units[u], self.model.units
        printed = unit.values.get(name, block.values[name].default)
        how = block.steps.reduced.get(name, "same") if block.steps else "same"
        if how == LIST and isinstance(printed, str):
            row = printed.split()
            return exact(row[min(lost, len(row) - 1)])
        full = exact(printed) if printed is not None and not isinstance(printed, str) else 0
        if not lost or how in ("same", LIST):
            return full
        if how == PRINTED:
            second = unit.values.get(f"{_REDUCED}{name}")
            return full if second is None else exact(second)
        if isinstance(how, str) and how.startswith("half"):
            found = full
            for _ in range(lost):
                found = ceil(Fraction(found) / 2) if how == "half_up" else floor(Fraction(found) / 2)
            return found
        if isinstance(how, StepTable):
            return exact(self._looked_up(how.table, self.steps[u] - lost, name, full))
        return ceil(full * Fraction(exact(how)) ** lost)

    def _looked_up(self, table: str, left: int, name: str, full: Number) -> Any:
        written = self.model.tables[table]
        if name not in written.columns:
            return full
        for key, row in written.rows.items():
            first, _, last = str(key).partition("-")
            if first.isdecimal() and int(first) <= left <= int(last or first):
                return row[list(written.columns).index(name)]
        return full

    def figure(self, unit: int, name: str, steps: int) -> Number:
        """What is printed on a unit at a number of steps."""
        row = self.figures[name][unit]
        return row[min(steps, len(row) - 1)]

    def worth(self, unit: int, steps: int) -> int:
        """What a unit counts for at a number of steps: its share of a worth that is not printed."""
        return int(self.worths[unit][min(steps, self.steps[unit])])

    @cached_property
    def worths(self) -> list[list[Number]]:
        """For each unit what it counts for at 0, 1, 2 ... steps: 0 and 1 until the field has said otherwise."""
        return [[0, *([1] * steps)] for steps in self.steps]
