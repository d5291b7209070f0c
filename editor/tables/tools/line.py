"""Roads and rivers, drawn point by point."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QSignalBlocker

from editor.look.numbers import WholeBox
from editor.stage.stage import Stage
from editor.tables.commands.edit_table import EditTable
from editor.tables.scale import on_scene
from editor.tables.things import LINES, Thing, fresh_key
from editor.tables.tools.area import SmoothRow
from editor.tables.tools.base import PointTool
from editor.tools.options import LABEL, OptionRow
from engine.boards.palette import Layer
from engine.tables.smooth import Outline, Point, smooth_line
from engine.tables.table import FORTIFICATIONS, TableLine

WIDEST: Final = 400
"""Paces of the width of the widest road or river."""


class WidthRow(OptionRow):
    """How wide the roads and rivers are that are drawn next."""

    settings = ("table_width",)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, "Width", LABEL)
        self.paces = WholeBox()
        self.paces.setRange(0, WIDEST)
        self.paces.setSuffix(" paces")
        self.paces.setSpecialValueText("default of its kind")
        self.paces.setKeyboardTracking(False)
        self.paces.setAccessibleName("Width in paces")
        self.paces.valueChanged.connect(lambda paces: self.chosen.set("table_width", paces))
        self.line.addWidget(self.paces, 1)

    def read(self) -> None:
        with QSignalBlocker(self.paces):
            self.paces.setValue(int(self.chosen.get("table_width")))


class LineTool(PointTool):
    """Draws roads and rivers."""

    key = "table-line"
    title = "Road or river"
    shortcut = "R"
    group = 1
    layer = str(Layer.LINE)
    options = (SmoothRow, WidthRow)
    hint = "Click the points of the line, or drag freely; a double click or Enter ends it, Esc cancels it"
    least = 2
    closed = False

    @property
    def kind(self) -> str:
        """The kind that is drawn: the one chosen, or the first that is no fortification."""
        chosen = self.settings.kind(Layer.LINE)
        known = [key for key in self.table.palette.lines if key not in FORTIFICATIONS]
        return chosen if chosen in known else known[0]

    def shown(self, points: list[Point]) -> list[QPointF]:
        if self.settings.get("table_smooth") and len(points) > self.least:
            return [on_scene(x, y) for x, y in smooth_line(tuple(points))]
        return super().shown(points)

    def make(self, points: Outline) -> bool:
        table, kind = self.table, self.kind
        key = fresh_key(table, kind)
        width, smooth = int(self.settings.get("table_width")), bool(self.settings.get("table_smooth"))
        line = TableLine(key, kind, points, width, smooth)
        text = f"Draw {table.palette.lines[kind].name.lower()}"
        done = self.push(EditTable(text, lines={**table.lines, key: line}, stroke=self.stroke))
        if done:
            self.stage.selection.set([Thing(LINES, key)])
        return done
