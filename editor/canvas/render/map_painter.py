"""Paints any rectangle of a map on any painter: the tiles of the screen, the swatches, print."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.render.atlas import OVERHANG, Atlas
from editor.canvas.render.geometry import SCALE
from editor.canvas.render.lettering import SIZES, draw_label, draw_numbers
from editor.canvas.render.overview import DESK
from editor.canvas.render.patterns import draw_stamps
from editor.canvas.render.sheet import Item, Order, draw

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
LETTERS: Final = 5.0
"""Labels whose letters would be lower than this many pixels are left out."""


@dataclass(frozen=True, slots=True)
class Look:
    """What is shown."""

    grid: bool = True
    numbers: bool = True
    labels: bool = True
    regions: bool = True
    ground: float = 1.0
    """Opacity of the terrain; below 1 what was painted before shows through, and nothing is painted around."""


def pixels(painter_scale: float) -> float:
    """Pixels a circumradius at a scale of the scene."""
    return painter_scale * SCALE


def parts(scale: float) -> tuple[str, ...]:
    """The parts of the art that are drawn at a scale (pixels a scene unit)."""
    size = pixels(scale)
    if size < FAR:
        return ("far",)
    return ("ground", "lines", "detail") if size >= DETAIL else ("ground", "lines")


def paint(
    painter: QPainter, atlas: Atlas, rect: QRectF, scale: float, look: Look, around: QColor | None = None
) -> None:
    """Paint what lies in ``rect`` (scene units).

    The painter is set up for scene units already; ``scale`` says how many pixels one of them will be, which
    decides on the level of detail. ``around`` is the colour beyond the map, where it is not to be seen through.
    """
    size = pixels(scale)
    shown = parts(scale)
    chunks = atlas.chunks_in(rect)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if look.ground >= 1:
        painter.fillRect(rect, around or QColor(DESK))
    wanted = [*shown]
    if look.grid and size >= GRID:
        wanted.append("grid")
    if look.regions and atlas.map.regions:
        wanted.append("regions")
    items = [
        item for chunk in chunks for part in wanted for item in atlas.art(part, chunk) if item.bounds.intersects(rect)
    ]
    ground = [item for item in items if item.order < Order.PATTERN]
    if look.ground >= 1:
        _paint_ground(painter, atlas, rect, scale, ground)
    elif look.ground > 0:
        # Painted solid first: terrains lie over each other, and must not be seen through each other.
        painter.save()
        painter.setOpacity(painter.opacity() * look.ground)
        painter.drawImage(rect, _ground_image(atlas, rect, scale, ground))
        painter.restore()
    _draw_sorted(painter, (item for item in items if item.order >= Order.PATTERN))
    if look.numbers and size >= NUMBERS:
        numbers = [entry for chunk in chunks for entry in atlas.numbers(chunk)]
        margin = 0.6 * SCALE
        wide = rect.adjusted(-margin, -margin, margin, margin)
        shown_numbers = [entry for entry in numbers if wide.contains(entry[0], entry[1])]
        draw_numbers(painter, shown_numbers, atlas.map.numbers.size, atlas.map.numbers.colour)
    if look.labels:
        paint_labels(painter, atlas, rect, size)


def _paint_ground(painter: QPainter, atlas: Atlas, rect: QRectF, scale: float, items: Iterable[Item]) -> None:
    """Terrain, levels and regions, with the patterns on them."""
    if "far" in parts(scale):
        painter.drawImage(atlas.overview.rect, atlas.overview.image)
    _draw_sorted(painter, items)
    if pixels(scale) >= DETAIL:
        wide = rect.adjusted(-OVERHANG, -OVERHANG, OVERHANG, OVERHANG)
        chunks = atlas.chunks_in(rect)
        stamps = [stamp for chunk in chunks for stamp in atlas.stamps(chunk) if wide.contains(stamp.x, stamp.y)]
        draw_stamps(painter, stamps, scale, vector=not isinstance(painter.device(), QImage))


def _ground_image(atlas: Atlas, rect: QRectF, scale: float, items: Iterable[Item]) -> QImage:
    """The ground of a rectangle as a picture of its own."""
    fine = min(scale, VEIL / max(rect.width(), rect.height(), 1e-9))
    wide, high = max(1, round(rect.width() * fine)), max(1, round(rect.height() * fine))
    image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(wide / rect.width(), high / rect.height())
    painter.translate(-rect.topLeft())
    _paint_ground(painter, atlas, rect, fine, items)
    painter.end()
    return image


def _draw_sorted(painter: QPainter, items: Iterable[Item]) -> None:
    for item in sorted(items, key=lambda item: item.order):
        draw(painter, item)


def paint_labels(painter: QPainter, atlas: Atlas, rect: QRectF, size: float) -> None:
    """Paint the place names of a rectangle; ``size`` is pixels a circumradius."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for label in atlas.labels(rect):
        if SIZES.get(label.size, SIZES["medium"]) * size >= LETTERS:
            draw_label(painter, label, atlas.geometry)
    painter.setBrush(Qt.BrushStyle.NoBrush)
