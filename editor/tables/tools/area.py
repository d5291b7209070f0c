"""Areas: woods, hills, towns, water, drawn point by point or with a free hand."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QCheckBox

from editor.stage.stage import Stage
from editor.tables.commands.edit_table import EditTable
from editor.tables.scale import on_scene
from editor.tables.things import AREAS, Thing, fresh_key
from editor.tables.tools.base import PointTool
from editor.tools.options import LABEL, OptionRow
from engine.boards.palette import Layer
from engine.tables.smooth import Outline, Point, smooth_outline
from engine.tables.table import TableArea


class SmoothRow(OptionRow):
    """Whether what is drawn is a curve through its points."""

    settings = ("table_smooth",)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, "Edge", LABEL)
        self.smooth = QCheckBox("Smooth")
        self.smooth.setToolTip("Draw a smooth curve through the points; the curve is the true outline")
        self.smooth.toggled.connect(lambda on: self.chosen.set("table_smooth", on))
        self.line.addWidget(self.smooth)
        self.line.addStretch(1)

    def read(self) -> None:
        self.smooth.setChecked(bool(self.chosen.get("table_smooth")))


class AreaTool(PointTool):
    """Draws areas of the kind that is chosen."""

    key = "area"
    title = "Area"
    shortcut = "B"
    group = 1
    layer = str(Layer.AREA)
    options = (SmoothRow,)
    hint = "Click the points of the area, or drag freely; a double click or Enter closes it, Esc cancels it"

    def shown(self, points: list[Point]) -> list[QPointF]:
        if self.settings.get("table_smooth") and len(points) >= self.least:
            return [on_scene(x, y) for x, y in smooth_outline(tuple(points))]
        return super().shown(points)

    def make(self, points: Outline) -> bool:
        table, kind = self.table, self.settings.kind(Layer.AREA)
        key = fresh_key(table, kind)
        area = TableArea(key, kind, points, smooth=bool(self.settings.get("table_smooth")))
        named = table.palette.areas[kind].name if kind in table.palette.areas else kind
        done = self.push(EditTable(f"Draw {named.lower()}", areas={**table.areas, key: area}, stroke=self.stroke))
        if done:
            self.stage.selection.set([Thing(AREAS, key)])
        return done
