"""A map of any kind as one item of the scene, shown in tiles.

A frame only copies tiles. What is missing is filled from the tiles of another zoom or from the map seen from afar, and
drawn in slices of a few milliseconds between events. A small change is drawn into its tiles before all else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log
from time import perf_counter
from typing import Final, Protocol

from PySide6.QtCore import QPoint, QRectF, QTimer
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from editor.canvas import layers
from editor.canvas.drawing.look import Look, Painting
from editor.canvas.drawing.paper import Spot
from editor.canvas.slices import go_on
from editor.canvas.tiles import TILE, Key, Tiles
from editor.commands.change import Change
from editor.document.document import Document
from engine.boards import board

SLICE: Final = 0.003
"""Seconds of drawing between two looks at the event queue."""
PAUSE: Final = 10
"""Milliseconds that drawing waits while the view moves, so that frames come first ..."""
PATIENCE: Final = 0.04
"""... but no longer than these seconds."""
AT_ONCE: Final = 240_000
"""Pixels of a change that are drawn into the tiles they touch; after larger changes tiles are drawn again."""
ROOMY: Final = 1.3
"""Changes are drawn together where that is less than this many times more to draw."""
RESTING: Final = 600
"""Chunks of art that a map keeps while it is out of sight."""
MARGIN: Final = 24.0
"""How far the map's item reaches beyond the map, in scene units."""


@dataclass(slots=True)
class Eye:
    """What one view sees of the map."""

    visible: QRectF = field(default_factory=QRectF)
    scale: float = 1.0
    ready: float | None = None
    """The scale whose visible tiles were all drawn last: what a new zoom is filled from."""


class SceneGeometry(Protocol):
    """Where the places of a map lie in the scene."""

    @property
    def size(self) -> Spot:
        """Width and height of the map."""

    def centre(self, spot: board.Spot, /) -> Spot:
        """The middle of a place."""


class TiledMap(QGraphicsObject):
    """Shows the map of a document and follows its changes. Several views may look at it, each at a zoom of its own.

    A kind of map says how it is painted, near and from afar, and what a change touches.
    """

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.setZValue(layers.MAP)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.document = document
        self.tiles = Tiles(self.painting)
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
        self._bounds = QRectF()
        self._measure()

    # -- what a kind of map says --------------------------------------------------------------------------------

    @property
    def geometry(self) -> SceneGeometry:
        """Where places lie in the scene."""
        raise NotImplementedError

    @property
    def art(self) -> object:
        """What the map is painted from; another one after another look or another map."""
        raise NotImplementedError

    @property
    def desk(self) -> QColor:
        """The colour around the map, and where it has no ground."""
        raise NotImplementedError

    @property
    def painting(self) -> Painting:
        """What paints the map from its art. It may not hold this item: a closed map has to be freed."""
        raise NotImplementedError

    def from_afar(self) -> tuple[QRectF, QImage]:
        """The whole map as a small picture, and where that lies in the scene."""
        raise NotImplementedError

    def small_detail(self, scale: float) -> float | None:
        """The scale whose details a picture of the whole map at this scale shows; None where the map is too large to
        be drawn for it."""
        raise NotImplementedError

    def _use_desk(self, colour: QColor) -> None:
        """Paint this colour around the map from now on."""
        raise NotImplementedError

    def _fits(self, look: Look) -> bool:
        """Whether the art that there is will do for a look."""
        raise NotImplementedError

    def _renew_art(self, look: Look) -> None:
        """Make other art, for a look or another map, on the same desk."""
        raise NotImplementedError

    def _touched(self, change: Change) -> QRectF:
        """What a change of the map touched, in the scene."""
        raise NotImplementedError

    def _trim(self, most: int | None = None) -> bool:
        """Let go of art, or of all but ``most`` parts of it; whether there is more to let go."""
        return False

    # -- where it lies ------------------------------------------------------------------------------------------

    @property
    def paper(self) -> QRectF:
        """The map itself, in scene units."""
        return QRectF(0, 0, *self.geometry.size)

    def _measure(self) -> None:
        self.prepareGeometryChange()
        self._bounds = self.paper.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)

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
            if not self._fits(look):
                self._renew_art(look)
                self.tiles.painting = self.painting
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
        self._use_desk(colour)
        self._break_off()
        self.tiles.outdate(self._bounds, self._scales)
        self.update()
        self._queue()

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
        painter.fillRect(exposed, self.desk)
        painter.drawImage(*self.from_afar())
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
            painter.drawImage(*self.from_afar())
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
            self._trim(RESTING)

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
        if self._trim() or more:
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
        rect = self._touched(change)
        if not rect.isEmpty():
            self._refresh(rect)

    def close(self) -> None:
        """The document is closed: stop drawing and free all tiles."""
        self._timer.stop()
        self._timer.timeout.disconnect(self._work)

    def _start_over(self) -> None:
        """Another grid or palette: nothing drawn so far is of use."""
        look = self.tiles.look
        self._break_off()
        self._renew_art(look)
        self.tiles = Tiles(self.painting)
        self.tiles.look = look
        self._measure()
        self._forget_ready()
        self.update()

    def _refresh(self, rect: QRectF) -> None:
        scales = self._scales
        if self._tile is not None and Tiles.rect(self._tile).intersects(rect) and not self._is_seen(self._tile):
            # What is not visible is not worth finishing: it is drawn when it is shown.
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
