"""The map as one item of the scene, shown in tiles.

A frame only copies tiles. What is missing is filled from the tiles of another zoom or from the overview, and
drawn in slices of a few milliseconds between events. A small change is drawn into its tiles before all else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log
from time import perf_counter
from typing import Final

from PySide6.QtCore import QPoint, QRectF, QTimer
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from editor.canvas import layers
from editor.canvas.drawing.lettering import label_rect
from editor.canvas.slices import go_on
from editor.commands.change import Change
from editor.document.document import Document
from editor.hexes.canvas.tiles import TILE, Key, Tiles
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.geometry import SCALE
from editor.hexes.drawing.map_painter import Look, atlas_for, is_dressed
from engine.hexes.board.battlemap import Label

SLICE: Final = 0.003
"""Seconds of drawing between two looks at the event queue."""
PAUSE: Final = 10
"""Milliseconds that drawing waits while the view moves, so that frames come first ..."""
PATIENCE: Final = 0.04
"""... but no longer than these seconds."""
AT_ONCE: Final = 240_000
"""Pixels of a change that are drawn into the tiles they touch; after larger changes tiles are drawn again."""
ROOMY: Final = 1.3
"""Changes are drawn together where that is not so many times more to draw."""
RESTING: Final = 600
"""Chunks of art that a map keeps while nobody looks at it."""
SETTLE: Final = 300
"""Milliseconds that the hand rests before large river systems are worked out again."""
MARGIN: Final = 24.0
"""How far the map's item reaches beyond the map, in scene units."""


@dataclass(slots=True)
class Eye:
    """What one view sees of the map."""

    visible: QRectF = field(default_factory=QRectF)
    scale: float = 1.0
    ready: float | None = None
    """The scale whose visible tiles were all drawn last: what a new zoom is filled from."""


class MapLayer(QGraphicsObject):
    """Shows the map of a document and follows its changes. Several views may look at it, each at a zoom of its own."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.setZValue(layers.MAP)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.document = document
        self.atlas = Atlas(document.battle_map)
        self.tiles = Tiles(self.atlas)
        self._labels = list(document.battle_map.labels)
        self._eyes: dict[object, Eye] = {}
        """By the widget that looks, the one that moved last at the end."""
        self._wanted: list[Key] = []
        self._patches: list[tuple[float, QRectF]] = []
        """Scale and part of the scene of small changes that are still to be drawn into tiles."""
        self._job: Iterator[None] | None = None
        """What is being drawn: a tile, or a change."""
        self._tile: Key | None = None
        """The tile that is being drawn."""
        self._worked = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._work)
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.timeout.connect(self._settle)
        width, height = self.atlas.geometry.size
        self._bounds = QRectF(0, 0, width, height).adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)

    @property
    def paper(self) -> QRectF:
        """The map itself, in scene units."""
        width, height = self.atlas.geometry.size
        return QRectF(0, 0, width, height)

    @property
    def busy(self) -> bool:
        """Whether parts of the screen are still to be drawn."""
        return self._timer.isActive()

    def boundingRect(self) -> QRectF:
        return self._bounds

    # -- showing ------------------------------------------------------------------------------------------------

    def set_look(self, look: Look) -> None:
        """Show or hide parts of the map."""
        if look != self.tiles.look:
            clear = self.tiles.look.ground < 1
            self.tiles.look = look
            if not is_dressed(self.atlas, look):
                self.tiles.atlas = self._new_atlas(look)
                self.tiles.clear()
                self._forget_ready()
            elif clear != (look.ground < 1):
                self.tiles.clear()
            self._break_off()
            self.tiles.outdate(self._bounds, self._scales)
            self.update()
            self._queue()

    @property
    def look(self) -> Look:
        """What is shown."""
        return self.tiles.look

    def take_desk(self, colour: QColor) -> None:
        """Show this colour around the map and where there is no hex."""
        if colour == self.desk:
            return
        self.atlas.overview.desk = colour
        self.atlas.overview.outdate()
        self._break_off()
        self.tiles.outdate(self._bounds, self._scales)
        self.update()
        self._queue()

    @property
    def desk(self) -> QColor:
        """The colour around the map and where there is no hex."""
        return self.atlas.overview.desk

    def _new_atlas(self, look: Look) -> Atlas:
        """Other art for the map, on the same desk."""
        desk = self.desk
        self.atlas = atlas_for(self.document.battle_map, look)
        self.atlas.overview.desk = desk
        return self.atlas

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        exposed = QRectF(option.exposedRect).intersected(self._bounds)
        if exposed.isEmpty():
            return
        device = painter.deviceTransform()
        scale = round(device.m11(), 6)
        eye = self._eyes.get(widget) or Eye()
        eye.scale = scale
        world = painter.worldTransform()
        ratio = device.m11() / world.m11() if world.m11() else 1.0
        # The device transform counts from the window's corner, the painter from the widget's.
        origin = QPoint(round(world.dx() * ratio), round(world.dy() * ratio))
        first, last, top, bottom = Tiles.span(exposed, scale)
        keys = [(scale, column, row) for row in range(top, bottom + 1) for column in range(first, last + 1)]
        missing = [key for key in keys if self.tiles.wanting(key)]
        empty = [key for key in missing if self.tiles.get(key) is None]
        if empty and self.look.ground < 1:
            self._fill_clear(painter, exposed, empty)
        elif empty:
            self._fill(painter, exposed, scale, eye.ready)
        painter.save()
        painter.resetTransform()
        if ratio != 1.0:
            painter.scale(1 / ratio, 1 / ratio)
        for key in keys:
            image = self.tiles.get(key)
            if image is not None:
                painter.drawImage(origin + QPoint(key[1] * TILE, key[2] * TILE), image)
        painter.restore()
        if missing:
            self._queue()

    def _fill(self, painter: QPainter, exposed: QRectF, scale: float, ready: float | None) -> None:
        """Stand in for tiles that are not drawn yet."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.save()
        painter.setClipRect(exposed)
        painter.fillRect(exposed, self.atlas.overview.desk)
        painter.drawImage(self.atlas.overview.rect, self.atlas.overview.image)
        others = [other for other in self.tiles.scales() if other != scale]
        nearest = min(others, key=lambda other: abs(log(other / scale)), default=None)
        if ready in others:
            nearest = ready
        # From very far or very near the overview serves as well, for less.
        if nearest is not None and 0.2 < nearest / scale < 4.2:
            self._fill_from(painter, exposed, nearest)
        painter.restore()

    def _fill_clear(self, painter: QPainter, exposed: QRectF, empty: list[Key]) -> None:
        """Stand in for tiles that can be seen through: nothing may be painted there twice."""
        painter.save()
        painter.setOpacity(painter.opacity() * self.look.ground)
        for key in empty:
            painter.setClipRect(Tiles.rect(key).intersected(exposed))
            painter.drawImage(self.atlas.overview.rect, self.atlas.overview.image)
        painter.restore()

    def _fill_from(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        first, last, top, bottom = Tiles.span(exposed, scale)
        for row in range(top, bottom + 1):
            for column in range(first, last + 1):
                image = self.tiles.get((scale, column, row))
                if image is not None:
                    painter.drawImage(Tiles.rect((scale, column, row)), image)

    # -- drawing in slices --------------------------------------------------------------------------------------

    def look_at(self, widget: object, visible: QRectF, scale: float) -> None:
        """A view shows this part of the scene now; its tiles come first, then those around it.

        ``widget`` is what it is painted on.
        """
        eye = self._eyes.pop(widget, None) or Eye()
        self._eyes[widget] = eye
        eye.visible, eye.scale = visible, round(scale, 6)
        if self._tile is not None and self._tile[0] not in self._scales:
            self._leave_tile()
        self._postpone()

    def look_away(self, widget: object) -> None:
        """A view shows this map no more. When none does, only what they saw last is kept."""
        seen = [(eye.visible, eye.scale) for eye in self._eyes.values()]
        self._eyes.pop(widget, None)
        if not self._eyes:
            self._timer.stop()
            self._wanted = []
            self._break_off()
            self.tiles.keep(seen)
            self.atlas.trim(RESTING)

    @property
    def _scales(self) -> set[float]:
        return {eye.scale for eye in self._eyes.values()}

    def _forget_ready(self) -> None:
        for eye in self._eyes.values():
            eye.ready = None

    def _postpone(self) -> None:
        """Draw what is missing a little later, when the stroke or the movement lets up."""
        self._wanted = []
        self._timer.start(0 if perf_counter() - self._worked > PATIENCE else PAUSE)

    def _queue(self) -> None:
        self._wanted = []
        if not self._timer.isActive():
            self._timer.start(0)

    def _wishes(self) -> list[Key]:
        """The tiles to draw next, the middle of each screen first, then one ring around it."""
        eyes = [eye for eye in reversed(self._eyes.values()) if eye.visible.intersects(self._bounds)]
        for eye in eyes:
            inner = self._missing(eye.visible.intersected(self._bounds), eye.scale)
            if inner:
                return inner
            eye.ready = eye.scale
        for eye in eyes:
            pitch = TILE / eye.scale
            around = eye.visible.intersected(self._bounds).adjusted(-pitch, -pitch, pitch, pitch)
            outer = self._missing(around.intersected(self._bounds), eye.scale)
            if outer:
                return outer
        return []

    def _missing(self, rect: QRectF, scale: float) -> list[Key]:
        first, last, top, bottom = Tiles.span(rect, scale)
        keys = [(scale, column, row) for row in range(top, bottom + 1) for column in range(first, last + 1)]
        middle = rect.center()
        wanting = [key for key in keys if self.tiles.wanting(key)]
        return sorted(wanting, key=lambda key: (Tiles.rect(key).center() - middle).manhattanLength(), reverse=True)

    def _work(self) -> None:
        """Draw for one slice, then let events through."""
        more = go_on(self._step, SLICE)
        if more:
            self._worked = perf_counter()
        if self.atlas.trim() or more:
            self._timer.start(0)

    def _step(self) -> bool:
        """Draw a little; False when all is drawn."""
        if self._job is None:
            self._job = self._next_job()
            if self._job is None:
                return False
        try:
            next(self._job)
        except StopIteration:
            self._job = self._tile = None
        return True

    def _next_job(self) -> Iterator[None] | None:
        """What to draw next: changes, then tiles."""
        if self._patches:
            return self._drawn_again(*self._patches.pop(0))
        if not self._wanted:
            self._wanted = self._wishes()
            if not self._wanted:
                return None
        self._tile = self._wanted.pop()
        return self._drawn(self._tile)

    def _drawn(self, key: Key) -> Iterator[None]:
        yield from self.tiles.drawing(key)
        self.update(Tiles.rect(key))

    def _drawn_again(self, scale: float, rect: QRectF) -> Iterator[None]:
        if scale not in self._scales:
            self.tiles.forget(rect, self._scales)
            return
        first, last, top, bottom = Tiles.span(rect, scale)
        keys = [(scale, column, row) for row in range(top, bottom + 1) for column in range(first, last + 1)]
        for key in keys:
            if not self._is_seen(key):
                self.tiles.mark(key)
        yield from self.tiles.redrawing(keys, rect)
        self.update(rect)

    def _leave_tile(self) -> None:
        """Go no further with the tile that is being drawn."""
        self._job = self._tile = None

    def _break_off(self) -> None:
        """Nothing that is being drawn, or was to be drawn again, is of use any more."""
        self._job = self._tile = None
        self._patches = []

    def finish(self) -> None:
        """Draw all that is missing now, as for a screenshot."""
        self._wanted = []
        while self._step():
            pass
        self.update()

    # -- changes ------------------------------------------------------------------------------------------------

    def on_change(self, change: Change) -> None:
        """Draw again what a change of the document touched."""
        if not change.of_map:
            return
        if change.what in ("all", "look"):
            self._start_over()
            return
        rect = self.atlas.invalidate(change.hexes, change.sides, change.what)
        if self._labels != self.document.battle_map.labels:
            rect = rect.united(self._relabel())
        if not rect.isEmpty():
            self._refresh(rect)
        self._follow_rivers()

    def _settle(self) -> None:
        self._follow_rivers(settle=True)

    def _follow_rivers(self, settle: bool = False) -> None:
        """Draw again where rivers are wider or narrower because of changes upstream."""
        for part in self.atlas.take_drifted(settle):
            self._refresh(part)
        if self.atlas.rivers is not None and self.atlas.rivers.owing:
            self._settling.start(SETTLE)

    def close(self) -> None:
        """The document is closed: stop drawing and free all tiles."""
        self._timer.stop()
        self._settling.stop()
        self._timer.timeout.disconnect(self._work)
        self._settling.timeout.disconnect(self._settle)

    def _start_over(self) -> None:
        """Another grid or palette: nothing drawn so far is of use."""
        look = self.tiles.look
        self._break_off()
        self.tiles = Tiles(self._new_atlas(look))
        self.tiles.look = look
        self._labels = list(self.document.battle_map.labels)
        self.prepareGeometryChange()
        width, height = self.atlas.geometry.size
        self._bounds = QRectF(0, 0, width, height).adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        self._forget_ready()
        self.update()

    def _relabel(self) -> QRectF:
        before, after = self._labels, list(self.document.battle_map.labels)
        self._labels = after
        self.atlas.forget_labels()
        rect = QRectF()
        changed: set[Label] = set(before) ^ set(after)
        for label in changed:
            covered = label_rect(label, self.atlas.geometry)
            # Numbers of the hexes about it go elsewhere, or come back.
            rect = rect.united(covered.adjusted(-SCALE, -1.5 * SCALE, SCALE, 1.5 * SCALE))
        return rect

    def _refresh(self, rect: QRectF) -> None:
        scales = self._scales
        if self._tile is not None and Tiles.rect(self._tile).intersects(rect) and not self._is_seen(self._tile):
            # What nobody sees is not worth finishing: it is drawn when somebody does.
            self._leave_tile()
        if sum(_pixels(rect.intersected(eye.visible), eye.scale) for eye in self._eyes.values()) > AT_ONCE:
            if self._tile is not None and Tiles.rect(self._tile).intersects(rect):
                self._leave_tile()
            self.tiles.outdate(rect, scales)
        else:
            self.tiles.forget(rect, scales)
            for scale in scales:
                self._patch(scale, rect)
        self._wanted = []
        self._timer.start(0)

    def _patch(self, scale: float, rect: QRectF) -> None:
        """Have a part drawn again; the steps of a stroke become one part while they lie close together."""
        own = [i for i, patch in enumerate(self._patches) if patch[0] == scale]
        if own:
            last = self._patches[own[-1]][1]
            both = last.united(rect)
            if _area(both) <= ROOMY * (_area(last) + _area(rect)):
                self._patches[own[-1]] = scale, both
                return
        self._patches.append((scale, rect))

    def _is_seen(self, key: Key) -> bool:
        rect = Tiles.rect(key)
        return any(eye.scale == key[0] and rect.intersects(eye.visible) for eye in self._eyes.values())


def _area(rect: QRectF) -> float:
    return rect.width() * rect.height()


def _pixels(rect: QRectF, scale: float) -> float:
    return rect.width() * rect.height() * scale * scale if rect.isValid() else 0.0
