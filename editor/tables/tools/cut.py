"""Areas are cut in two along a line that is drawn across them."""

from __future__ import annotations

from editor.tables.commands.edit_table import EditTable
from editor.tables.shaping import cut
from editor.tables.things import area_of
from editor.tables.tools.base import PointTool
from engine.boards.palette import Layer
from engine.tables.smooth import Outline


class CutTool(PointTool):
    """Cuts areas along a line."""

    key = "table-cut"
    title = "Cut areas"
    shortcut = "K"
    group = 1
    layer = str(Layer.AREA)
    hint = (
        "Click the points of a line across an area, or drag it; a double click or Enter cuts. If an area is "
        "selected, only it is cut; if none is, all that the line crosses"
    )
    least = 2
    closed = False

    def make(self, points: Outline) -> bool:
        table = self.table
        chosen = [area.key for spot in self.stage.selection.spots if (area := area_of(table, spot)) is not None]
        areas = cut(table, chosen or table.areas, points)
        if areas is None:
            self.say("The line cuts no area in two: draw it from edge to edge of one.")
            return False
        return self.push(EditTable("Cut areas", areas=areas, stroke=self.stroke))
