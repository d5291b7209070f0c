"""Fortifications: the defended edge is drawn, the outside lies parallel to it."""

from __future__ import annotations

from math import hypot

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QCheckBox

from editor.stage.stage import Stage
from editor.tables.commands.edit_table import EditTable
from editor.tables.scale import on_scene
from editor.tables.things import LINES, Thing, fresh_key
from editor.tables.tools.base import PointTool
from editor.tools.options import LABEL, OptionRow
from engine.boards.palette import Layer
from engine.tables.smooth import Outline, Point
from engine.tables.table import FORTIFICATIONS, TableWall

THICK = 40
"""Paces from the inside of a fortification to its outside."""


class FacingRow(OptionRow):
    """On which side of the drawn line the outside lies."""

    settings = ("wall_right",)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, "Outside", LABEL)
        self.right = QCheckBox("To the right of the line")
        self.right.setToolTip("Put it on the right, seen along the line as drawn; without the tick, on the left")
        self.right.toggled.connect(lambda on: self.chosen.set("wall_right", on))
        self.line.addWidget(self.right)
        self.line.addStretch(1)

    def read(self) -> None:
        self.right.setChecked(bool(self.chosen.get("wall_right")))


def beside(points: Outline, away: float) -> Outline:
    """A line parallel to another, this many paces to its right (left where that is negative), mitred at its corners."""
    found = []
    for number, (x, y) in enumerate(points):
        before, after = points[max(0, number - 1)], points[min(len(points) - 1, number + 1)]
        first = _right_of(before, (x, y)) if number else _right_of((x, y), after)
        second = _right_of((x, y), after) if number < len(points) - 1 else first
        dx, dy = first[0] + second[0], first[1] + second[1]
        length = hypot(dx, dy) or 1.0
        # At a corner the parallel lies farther out; at a very sharp one no farther than twice as far.
        stretch = min(2.0, 2.0 / length) if length > 1e-9 else 1.0
        found.append((round(x + away * stretch * dx / length), round(y + away * stretch * dy / length)))
    return tuple(found)


def _right_of(one: Point, other: Point) -> tuple[float, float]:
    dx, dy = other[0] - one[0], other[1] - one[1]
    length = hypot(dx, dy) or 1.0
    return -dy / length, dx / length


class WallTool(PointTool):
    """Draws permanent and temporary fortifications."""

    key = "table-wall"
    title = "Fortification"
    shortcut = "W"
    group = 1
    options = (FacingRow,)
    hint = "Click the points of the defended edge; a double click or Enter ends it, Esc cancels it"
    least = 2
    closed = False

    @property
    def kind(self) -> str:
        """The kind that is drawn: the fortification chosen, or the first there is."""
        chosen = self.settings.kind(Layer.LINE)
        known = [key for key in FORTIFICATIONS if key in self.table.palette.lines]
        return chosen if chosen in known else (known or list(FORTIFICATIONS))[0]

    def _outside(self, points: Outline) -> Outline:
        return beside(points, THICK if self.settings.get("wall_right") else -THICK)

    def shown(self, points: list[Point]) -> list[QPointF]:
        inside = tuple(points)
        if len(inside) < self.least:
            return super().shown(points)
        return [on_scene(x, y) for x, y in (*inside, *reversed(self._outside(inside)), inside[0])]

    def make(self, points: Outline) -> bool:
        table, kind = self.table, self.kind
        key = fresh_key(table, kind)
        wall = TableWall(key, kind, points, self._outside(points))
        done = self.push(EditTable("Draw fortification", lines={**table.lines, key: wall}, stroke=self.stroke))
        if done:
            self.stage.selection.set([Thing(LINES, key)])
        return done
