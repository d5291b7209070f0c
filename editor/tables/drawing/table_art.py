"""The art of a table: what lies on it, made once for each thing, painted for any rectangle."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from editor.canvas.drawing.paint_list import faded, mix
from editor.tables.drawing import lines, names
from editor.tables.drawing.covers import COVERS, CoveredGround
from editor.tables.drawing.hills import hill
from editor.tables.drawing.outlines import closed, seed_of
from editor.tables.drawing.strokes import Strokes
from engine.boards.palette import Kind
from engine.boards.user_layers import on_other_layers
from engine.tables.table import Table, TableArea, TableLine, TableRegion, TableWall

FINE: Final = 0.22
"""Pixels a pace from which on fine strokes are drawn."""
NAMES: Final = 0.06
"""Pixels a pace from which on names are drawn."""
_PLAIN: Final = "#d9dca6"
_INK: Final = "#6b5f3c"
_WEAVE: Final = 60.0
"""Paces between the tufts of the bare ground."""

LAYERS: Final = ("areas", "lines", "regions", "labels")
"""What can be shown or hidden, from the bottom up."""


class TableArt:
    """Everything on a table but bases. Strokes of an area or a line are made when they are first wanted, and again only
    where that area or line was changed."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._made: dict[object, tuple[Strokes, QRectF]] = {}

    @property
    def rect(self) -> QRectF:
        """The whole table, in paces."""
        return QRectF(0, 0, *self.table.extent)

    def paint(
        self,
        painter: QPainter,
        rect: QRectF,
        scale: float,
        hidden: Collection[str] = (),
        hidden_layers: Collection[str] = (),
    ) -> None:
        """Paint what lies in a rectangle, in paces; ``scale`` is in pixels a pace."""
        painter.save()
        painter.setClipRect(rect & self.rect, Qt.ClipOperation.IntersectClip)
        self.paint_ground(painter, rect, scale)
        self.paint_things(painter, rect, scale, hidden, hidden_layers)
        painter.restore()

    def paint_things(
        self,
        painter: QPainter,
        rect: QRectF,
        scale: float,
        hidden: Collection[str] = (),
        hidden_layers: Collection[str] = (),
    ) -> None:
        """Paint what lies on the ground in a rectangle: areas, lines, regions and names."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(rect & self.rect, Qt.ClipOperation.IntersectClip)
        for strokes in self._visible(rect, hidden):
            strokes.paint(painter, fine=scale >= FINE)
        if scale >= NAMES:
            self._paint_names(painter, rect, hidden, hidden_layers)
        painter.restore()

    def _visible(self, rect: QRectF, hidden: Collection[str]) -> Iterator[Strokes]:
        things: list[tuple[Strokes, QRectF]] = []
        if "areas" not in hidden:
            things += [self._of_area(area) for area in self.table.areas.values()]
        if "lines" not in hidden:
            things += [self._of_line(line) for line in self._ordered_lines()]
        if "regions" not in hidden:
            things += [self._of_region(region) for region in self.table.regions.values()]
        return (strokes for strokes, bounds in things if bounds.intersects(rect))

    def _ordered_lines(self) -> list[TableLine | TableWall]:
        """Rivers below roads, fortifications on top."""
        rank = {"river": 0, "road": 1}
        return sorted(self.table.lines.values(), key=lambda line: rank.get(line.kind, 2))

    # -- the ground -------------------------------------------------------------------------------------------

    def paint_ground(self, painter: QPainter, rect: QRectF, scale: float) -> None:
        """Paint the bare ground in a rectangle, with its tufts of grass."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        kind = self._kind(self.table.ground)
        colour = kind.colour if kind else _PLAIN
        painter.fillRect(rect & self.rect, QColor(colour))
        if scale < FINE:
            return
        light, dark = QPainterPath(), QPainterPath()
        seed = self.table.look.seed
        for row in range(int(rect.top() // _WEAVE), int(rect.bottom() // _WEAVE) + 1):
            for column in range(int(rect.left() // _WEAVE), int(rect.right() // _WEAVE) + 1):
                chance = random.Random(seed * 7919 + row * 10_007 + column)
                x, y = (column + chance.random()) * _WEAVE, (row + chance.random()) * _WEAVE
                long = chance.uniform(6, 16)
                path = light if chance.random() < 0.5 else dark
                path.moveTo(x - long, y)
                path.quadTo(QPointF(x, y - long * 0.4), QPointF(x + long, y))
        for path, tint in ((light, mix(colour, "#ffffff", 0.5)), (dark, mix(colour, "#6f7a40", 0.5))):
            painter.strokePath(path, _pen(faded(tint, 0.55), 1.6))

    # -- areas and lines --------------------------------------------------------------------------------------

    def _of_area(self, area: TableArea) -> tuple[Strokes, QRectF]:
        return self._kept(("area", area), lambda: self._draw_area(area))

    def _draw_area(self, area: TableArea) -> Strokes:
        kind = self._kind(area.kind)
        colour, ink = (kind.colour, kind.ink or _INK) if kind else (_PLAIN, _INK)
        seed = seed_of(self.table.look.seed, area.key)
        if area.is_hill:
            return hill(area, colour, ink, seed)
        strokes = Strokes()
        edge = [(float(x), float(y)) for x, y in area.edge]
        outline = closed(edge)
        strokes.fill(outline, colour)
        cover = COVERS.get(kind.pattern) or COVERS.get(kind.symbol) if kind else None
        if len(edge) >= 3 and cover is not None:
            strokes.items += cover(CoveredGround(edge, colour, ink, seed)).items
        strokes.line(outline, faded(ink, 0.6), 1.8)
        return strokes

    def _of_line(self, line: TableLine | TableWall) -> tuple[Strokes, QRectF]:
        return self._kept(("line", line), lambda: self._draw_line(line))

    def _draw_line(self, line: TableLine | TableWall) -> Strokes:
        kind = self._kind(line.kind)
        colour, ink = (kind.colour, kind.ink or _INK) if kind else ("#e7d7b0", _INK)
        if isinstance(line, TableWall):
            return lines.wall(line, colour, ink)
        width = float(self.table.width_of(line))
        drawn = lines.river if kind is not None and kind.symbol == "river" else lines.road
        return drawn(line, width, colour, ink)

    def _of_region(self, region: TableRegion) -> tuple[Strokes, QRectF]:
        return self._kept(("region", region), lambda: names.region(region))

    def _kept(self, key: object, made: Callable[[], Strokes]) -> tuple[Strokes, QRectF]:
        """Strokes with what they cover, made when they are first wanted."""
        found = self._made.get(key)
        if found is None:
            strokes = made()
            found = self._made[key] = strokes, strokes.bounds
        return found

    def forget(self) -> None:
        """Drop the strokes of what is no longer on the table, and of everything where palette or seed were changed."""
        self._made.clear()

    def _kind(self, key: str) -> Kind | None:
        """The kind of a key, in whatever layer it is."""
        return next((kinds[key] for kinds in self.table.palette.kinds.values() if key in kinds), None)

    # -- names ------------------------------------------------------------------------------------------------

    def _paint_names(
        self, painter: QPainter, rect: QRectF, hidden: Collection[str], hidden_layers: Collection[str]
    ) -> None:
        if "regions" not in hidden:
            for region in self.table.regions.values():
                names.draw_region_name(painter, region)
        if "labels" not in hidden:
            for label in on_other_layers(self.table.labels, hidden_layers):
                if names.label_rect(label).intersects(rect):
                    names.draw_label(painter, label)


def _pen(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen
