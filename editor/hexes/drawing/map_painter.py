"""Paints any rectangle of a map on any painter: the tiles of the screen, the swatches, print."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from math import inf
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.drawing.look import GREY, Look, Painting
from editor.canvas.drawing.paint_list import Item, PaintOrder, draw
from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing.atlas import OVERHANG, Atlas
from editor.hexes.drawing.patterns import draw_stamps
from editor.hexes.drawing.place_names import draw_label
from editor.hexes.drawing.terrains import orders_but
from engine.hexes.board.battlemap import BattleMap, Label

FAR: Final = 4.0
"""Below this many pixels a circumradius only colours and lines are drawn."""
DETAIL: Final = 9.5
"""From here on trees, hachures and houses are drawn."""
NUMBERS: Final = 24.0
"""From here on hex numbers are drawn."""
GRID: Final = 7.0
"""From here on the grid is drawn."""
VEIL: Final = 4096.0
"""Pixels along the side of the picture that a see-through ground is painted in, at most."""
HIDING: Final = 1.4
"""The width in pixels from which a line hides how smooth the edge of an area is under it."""
BATCH: Final = 2
"""Stamps that are drawn in one step."""
LETTERS: Final = 5.0
"""Labels whose letters would be lower than this many pixels are left out."""


def atlas_for(battle_map: BattleMap, look: Look) -> Atlas:
    """The art of a map as a look wants it."""
    return Atlas(battle_map, look.style, look.tints)


def is_dressed(atlas: Atlas, look: Look) -> bool:
    """Whether art will do for a look; if not, there must be another atlas."""
    return (atlas.style, atlas.tints) == (look.style, look.tints)


_UP_TO: Final = (
    (PaintOrder.TINT, "terrain"),
    (PaintOrder.REGION, "elevation"),
    (PaintOrder.PATTERN, "regions"),
    (PaintOrder.SLOPE, "terrain"),
    (PaintOrder.STREAM_CASING, "hexsides"),
    (PaintOrder.WATER, "paths"),
    (PaintOrder.STREAM, "hexsides"),
    (PaintOrder.BRIDGE, "paths"),
    (PaintOrder.GRID, "hexsides"),
    (PaintOrder.FEATURE, "grid"),
)


def layer_of(item: Item) -> str:
    """The layer of the map that an item of its art belongs to."""
    return next((layer for order, layer in _UP_TO if item.order < order), "features")


def pixels(painter_scale: float) -> float:
    """Pixels a circumradius at a scale of the scene."""
    return painter_scale * SCALE


def parts(scale: float) -> tuple[str, ...]:
    """The parts of the art that are drawn at a scale (pixels a scene unit)."""
    size = pixels(scale)
    if size < FAR:
        return ("far",)
    return ("ground", "ranges", "lines", "detail") if size >= DETAIL else ("ground", "lines")


def paint(
    painter: QPainter, atlas: Atlas, rect: QRectF, scale: float, look: Look, around: QColor | None = None
) -> None:
    """Paint what lies in ``rect`` (scene units).

    The painter is set up for scene units already; ``scale`` says how many pixels one of them will be, which
    decides on the level of detail. ``around`` is the colour beyond the map, where it is not to be seen through.
    """
    for _ in painting(painter, atlas, rect, scale, look, around):
        pass


def painting_of(atlas: Atlas) -> Painting:
    """What paints a map from its art, a step at a time, on the desk that it lies on."""
    return lambda painter, rect, scale, look: painting(painter, atlas, rect, scale, look)


def painting(
    painter: QPainter, atlas: Atlas, rect: QRectF, scale: float, look: Look, around: QColor | None = None
) -> Iterator[None]:
    """Paint like ``paint``, a step at a time: between two steps others may have the processor.

    What was changed meanwhile may or may not be seen in the picture, and has to be painted again.
    """
    chunks = atlas.chunks.within(rect)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if look.ground >= 1:
        painter.fillRect(rect, around or atlas.overview.desk)
    items = yield from _items(atlas, chunks, rect, scale, look)
    ground = [item for item in items if item.order < PaintOrder.PATTERN]
    if look.ground >= 1:
        yield from _ground(painter, atlas, rect, scale, ground, look, around or atlas.overview.desk)
    elif look.ground > 0:
        # Painted solid first: terrains lie over each other, and must not be seen through each other.
        picture = yield from _ground_image(atlas, rect, scale, ground, look)
        painter.save()
        painter.setOpacity(painter.opacity() * look.ground)
        painter.drawImage(rect, picture)
        painter.restore()
    yield from _draw_sorted(painter, (item for item in items if item.order >= PaintOrder.PATTERN), look)
    yield from lettering(painter, atlas, rect, scale, look)


def lettering(painter: QPainter, atlas: Atlas, rect: QRectF, scale: float, look: Look) -> Iterator[None]:
    """Paint hex numbers and names, which lie above everything else, a step at a time."""
    size = pixels(scale)
    if look.numbers and size >= NUMBERS:
        yield from _numbers(painter, atlas, rect, look)
    if look.regions and look.opacity("regions") > 0:
        names = atlas.region_names(rect, LETTERS / size, look.of_regions)
        yield from _lettered(painter, atlas, names, look.opacity("regions"))
    if look.labels:
        labels = atlas.labels(rect, LETTERS / size, look.without(atlas.map))
        yield from _lettered(painter, atlas, labels, look.opacity("labels"))


def _items(
    atlas: Atlas, chunks: list[int], rect: QRectF, scale: float, look: Look
) -> Generator[None, None, list[Item]]:
    """The art that a look shows of a rectangle."""
    wanted = [*parts(scale)]
    far = "far" in wanted
    if look.grid and pixels(scale) >= GRID:
        wanted.append("grid")
    if look.regions and atlas.map.regions:
        wanted.append("far regions" if far else "regions")
    items = []
    unseen = _unseen(atlas, look)
    for chunk in atlas.afar.blocks_in(rect) if far else chunks:
        for part in wanted:
            if not atlas.has(part, chunk):
                yield
                yield from atlas.making(part, chunk)
            items += [
                item
                for item in atlas.art(part, chunk)
                if item.order not in unseen and item.bounds.intersects(rect) and _wanted(item, look)
            ]
    return items


def _unseen(atlas: Atlas, look: Look) -> frozenset[int]:
    """The layers of the terrain and regions that a look leaves out."""
    unseen: set[int] = set()
    if look.of_regions is not None:
        keys = enumerate(atlas.map.regions)
        unseen.update(PaintOrder.REGION + place for place, key in keys if key not in look.of_regions)
    if look.of_terrain is not None:
        unseen |= orders_but(atlas.map.palette, look.of_terrain)
    return frozenset(unseen)


def _numbers(painter: QPainter, atlas: Atlas, rect: QRectF, look: Look) -> Iterator[None]:
    """The hex numbers of a rectangle."""
    style, whole, vector = atlas.map.look.numbers, painter.opacity(), not isinstance(painter.device(), QImage)
    for chunk in atlas.chunks.within(rect):
        for part in atlas.numbers(chunk):
            if part.bounds.intersects(rect):
                painter.setOpacity(whole * look.opacity("numbers"))
                part.paint(painter, rect, style.colour, atlas.style == GREY, vector)
                painter.setOpacity(whole)
                yield


def _ground(
    painter: QPainter,
    atlas: Atlas,
    rect: QRectF,
    scale: float,
    items: list[Item],
    look: Look,
    around: QColor | None = None,
) -> Iterator[None]:
    """Terrain, levels and regions, with the patterns on them. Faint terrain fades into ``around``, or into nothing."""
    terrain = look.opacity("terrain")
    hiding = HIDING / scale if isinstance(painter.device(), QImage) else inf
    if "far" in parts(scale) and terrain > 0:
        yield from atlas.overview.renewing()
        painter.drawImage(atlas.overview.rect, atlas.overview.image)
    if terrain < 1:
        if terrain > 0:
            yield from _draw_sorted(painter, (item for item in items if item.order < PaintOrder.TINT), Look(), hiding)
            _fade(painter, rect, terrain, around)
        items = [item for item in items if item.order >= PaintOrder.TINT]
    yield from _draw_sorted(painter, (item for item in items if item.order < PaintOrder.CONTOUR), look, hiding)
    if look.shading and look.opacity("elevation") > 0:
        yield from _shade(painter, atlas, rect, look.opacity("elevation"))
    yield from _draw_sorted(painter, (item for item in items if item.order >= PaintOrder.CONTOUR), look)
    if pixels(scale) >= DETAIL and terrain > 0:
        yield from _stamps(painter, atlas, rect, scale, look)


def _stamps(painter: QPainter, atlas: Atlas, rect: QRectF, scale: float, look: Look) -> Iterator[None]:
    """The patterns on the ground."""
    share, patterns = look.opacity("terrain"), _patterns(atlas, look)
    wide = rect.adjusted(-OVERHANG, -OVERHANG, OVERHANG, OVERHANG)
    whole, vector = painter.opacity(), not isinstance(painter.device(), QImage)
    for chunk in atlas.chunks.within(rect):
        stamps = [
            stamp
            for stamp in atlas.stamps(chunk)
            if wide.contains(stamp.x, stamp.y) and (patterns is None or stamp.pattern in patterns)
        ]
        for first in range(0, len(stamps), BATCH):
            yield
            painter.setOpacity(whole * share)
            draw_stamps(painter, stamps[first : first + BATCH], scale, vector)
            painter.setOpacity(whole)


def _patterns(atlas: Atlas, look: Look) -> frozenset[str] | None:
    """The patterns of the terrain that a look shows; None for all."""
    if look.of_terrain is None:
        return None
    return frozenset(kind.pattern for key, kind in atlas.palette.terrain.items() if key in look.of_terrain)


def _wanted(item: Item, look: Look) -> bool:
    """Whether a look shows an item: tints and contours may be left out."""
    if PaintOrder.TINT <= item.order < PaintOrder.CONTOUR:
        return look.tints
    return look.contours or not PaintOrder.CONTOUR <= item.order < PaintOrder.REGION


def _shade(painter: QPainter, atlas: Atlas, rect: QRectF, share: float) -> Iterator[None]:
    """Light and shadow, under contours and patterns."""
    chunks = atlas.chunks.within(rect)
    while atlas.shade(chunks):
        yield
    whole = painter.opacity()
    painter.setOpacity(whole * share)
    atlas.shading.paint(painter, rect, chunks)
    painter.setOpacity(whole)


def _fade(painter: QPainter, rect: QRectF, share: float, around: QColor | None) -> None:
    """Leave only a share of what was painted so far. Terrains lie over each other: each by itself would show them."""
    painter.save()
    veil = QColor(around or Qt.GlobalColor.black)
    if around is None:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    veil.setAlphaF(share if around is None else 1 - share)
    painter.fillRect(rect, veil)
    painter.restore()


def _ground_image(
    atlas: Atlas, rect: QRectF, scale: float, items: list[Item], look: Look
) -> Generator[None, None, QImage]:
    """The ground of a rectangle as a picture of its own."""
    fine = min(scale, VEIL / max(rect.width(), rect.height(), 1e-9))
    wide, high = max(1, round(rect.width() * fine)), max(1, round(rect.height() * fine))
    image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(wide / rect.width(), high / rect.height())
    painter.translate(-rect.topLeft())
    try:
        yield from _ground(painter, atlas, rect, fine, items, look)
    finally:
        painter.end()
    return image


def _draw_sorted(painter: QPainter, items: Iterable[Item], look: Look, hiding: float = inf) -> Iterator[None]:
    ordered = sorted(items, key=lambda item: item.order)
    if not look.opacities:
        for item in ordered:
            draw(painter, item, hiding)
            yield
        return
    whole = painter.opacity()
    for item in ordered:
        share = look.opacity(layer_of(item))
        if share > 0:
            painter.setOpacity(whole * share)
            draw(painter, item, hiding)
            painter.setOpacity(whole)
            yield


def _lettered(painter: QPainter, atlas: Atlas, labels: Iterable[Label], share: float) -> Iterator[None]:
    """Names of places, or of regions, that are large enough to be read."""
    whole = painter.opacity()
    for label in labels:
        yield
        painter.setOpacity(whole * share)
        draw_label(painter, label, atlas.geometry, grey=atlas.style == GREY)
        painter.setOpacity(whole)
    painter.setBrush(Qt.BrushStyle.NoBrush)
