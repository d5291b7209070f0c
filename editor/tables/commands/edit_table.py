"""Change what lies on a table: areas, lines, names, regions, in one step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Self

from editor.commands.base import Command
from editor.commands.change import Change, Rect
from editor.commands.set_layers import layers_of
from engine.errors import HexwrightError
from engine.tables.smooth import Outline
from engine.tables.table import UNIT, Table, TableArea, TableLabel, TableLine, TableRegion, TableWall, table_of

MARGIN: Final = 120
"""Paces around what changed that are drawn again: names and towers reach beyond their points."""
MOST_POINTS: Final = 2000
"""Points that a hand may give one area or line."""

Lines = Mapping[str, TableLine | TableWall]
Item = TableArea | TableLine | TableWall | TableLabel | TableRegion


class EditTable(Command):
    """Puts other areas, lines, names or regions in the place of those there are. What is None stays as it is."""

    def __init__(
        self,
        text: str,
        *,
        areas: Mapping[str, TableArea] | None = None,
        lines: Lines | None = None,
        labels: Sequence[TableLabel] | None = None,
        regions: Mapping[str, TableRegion] | None = None,
        stroke: int = 0,
    ) -> None:
        super().__init__(text, stroke=stroke)
        wanted = {
            "areas": dict(areas) if areas is not None else None,
            "lines": dict(lines) if lines is not None else None,
            "labels": list(labels) if labels is not None else None,
            "regions": dict(regions) if regions is not None else None,
        }
        self.new = {name: value for name, value in wanted.items() if value is not None}

    @property
    def table(self) -> Table:
        """The table that is changed."""
        return table_of(self.models.board)

    def prepare(self) -> None:
        self.old = {name: getattr(self.table, name) for name in self.new}

    def is_empty(self) -> bool:
        return all(_same(self.old[name], value) for name, value in self.new.items())

    def layers(self) -> frozenset[str]:
        found = {name for name, value in self.new.items() if not _same(self.old[name], value)}
        changed = (*_changed(self.old, self.new), *_changed(self.new, self.old))
        return frozenset(found | layers_of(*(item for item in changed if isinstance(item, TableLabel))))

    def validate(self) -> None:
        table = self.table
        for item in _changed(self.old, self.new):
            wrong = problem_of(table, item)
            if wrong:
                raise HexwrightError(wrong)

    def apply(self) -> Change:
        return self._write(self.new)

    def revert(self) -> Change:
        return self._write(self.old)

    def _write(self, values: Mapping[str, object]) -> Change:
        table = self.table
        for name, value in values.items():
            setattr(table, name, value)
        what = next(iter(values)) if len(values) == 1 else "map"
        return Change(what, rect=_rect([*_changed(self.old, self.new), *_changed(self.new, self.old)]))

    def absorb(self, later: Self) -> bool:
        if later.new.keys() != self.new.keys():
            return False
        self.new = later.new
        return True


def _same(one: object, other: object) -> bool:
    """Whether two collections hold the same in the same order: later areas lie over earlier ones."""
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one.items()) == list(other.items())
    return one == other


def _changed(old: Mapping[str, object], new: Mapping[str, object]) -> list[Item]:
    """What is in the new collections and was not in the old ones, or not in the same place."""
    found: list[Item] = []
    for name, now in new.items():
        before = old.get(name)
        if isinstance(now, dict) and isinstance(before, dict):
            moved = list(now) != [key for key in before if key in now]
            found += [item for key, item in now.items() if before.get(key) is not item or moved]
        elif isinstance(now, list) and isinstance(before, list):
            found += [item for item in now if item not in before]
    return found


def _points(item: Item) -> Iterable[tuple[int, int]]:
    if isinstance(item, TableArea):
        return item.edge
    if isinstance(item, TableLine):
        return item.course
    if isinstance(item, TableWall):
        return item.edge
    return item.outline if isinstance(item, TableRegion) else [item.at]


def _rect(items: Iterable[Item]) -> Rect | None:
    """The rectangle around things, in circumradii; None for nothing."""
    points = [point for item in items for point in _points(item)]
    wide = max((len(item.text) * 30 for item in items if isinstance(item, TableLabel)), default=0) + MARGIN
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = min(xs) - wide, min(ys) - MARGIN
    return left / UNIT, top / UNIT, (max(xs) + wide - left) / UNIT, (max(ys) + MARGIN - top) / UNIT


def problem_of(table: Table, item: Item) -> str:
    """Why a thing cannot lie on a table; empty where it can."""
    if isinstance(item, TableLabel):
        return "a name needs letters" if not item.text.strip() else _off(table, [item.at], "a name")
    if isinstance(item, TableRegion):
        return _few(item.outline, 3, "a region") or _off(table, item.outline, "a region")
    if isinstance(item, TableArea):
        if item.kind not in table.palette.areas:
            return f"the palette has no {item.kind!r} among its areas"
        return _few(item.outline, 3, "an area") or _off(table, item.outline, "an area")
    if item.kind not in table.palette.lines:
        return f"the palette has no {item.kind!r} among its lines"
    if isinstance(item, TableWall):
        few = _few(item.inside, 2, "a fortification") or _few(item.outside, 2, "a fortification")
        return few or _off(table, (*item.inside, *item.outside, *item.gates), "a fortification")
    return _few(item.line, 2, "a line") or _off(table, item.line, "a line")


def _few(points: Outline, least: int, what: str) -> str:
    if len(points) < least:
        return f"{what} needs at least {least} points"
    return f"{what} has at most {MOST_POINTS:,} points" if len(points) > MOST_POINTS else ""


def _off(table: Table, points: Iterable[tuple[int, int]], what: str) -> str:
    width, height = table.size
    return "" if all(0 <= x <= width and 0 <= y <= height for x, y in points) else f"{what} must lie on the table"
