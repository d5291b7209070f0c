"""Pictures in files: the map as the screen shows it, with its units, as PNG, SVG or PDF."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QMarginsF, QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from editor.canvas.render.atlas import Atlas
from editor.canvas.render.counters import draw_count, draw_counter
from editor.canvas.render.geometry import SCALE
from editor.canvas.render.map_painter import Look, paint
from engine import formats
from engine.board.battlemap import BattleMap
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.scenario.model import Scenario

INCHES: Final = 0.43
"""Circumradius of a printed hex: it takes a 5/8 inch counter."""
MARGIN: Final = 0.25 * SCALE
"""White around the map, in scene units."""
MOST_PIXELS: Final = 500_000_000
LONGEST: Final = 32_000
PIECE: Final = 1024
"""Pixels along the side of the pieces that a large picture is painted in."""
PAPER: Final = QColor("#ffffff")
VECTOR_SCALE: Final = 1.0


@dataclass(frozen=True, slots=True)
class Picture:
    """All that a picture shows."""

    atlas: Atlas
    scenario: Scenario | None
    look: Look

    @property
    def area(self) -> QRectF:
        """What is painted, in scene units."""
        width, height = self.atlas.geometry.size
        return QRectF(0, 0, width, height).adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)

    def paint(self, painter: QPainter, part: QRectF, scale: float) -> None:
        """Paint a part of it; ``scale`` is pixels to a scene unit, for the level of detail."""
        paint(painter, self.atlas, part, scale, self.look, PAPER)
        if self.scenario is not None:
            paint_units(painter, self.atlas, self.scenario, part, scale)


def render_file(path_in: Path | str, path_out: Path | str, dpi: int = 96) -> None:
    """Draw a map or scenario file into a picture; the ending of ``path_out`` says which kind.

    Raises FileProblem or another HexwrightError.
    """
    _need_application()
    loaded = formats.load(path_in)
    if loaded.errors or loaded.model is None:
        raise FileProblem(loaded.errors or loaded.findings)
    if isinstance(loaded.model, Scenario):
        render_model(loaded.model.map, loaded.model, path_out, dpi)
    elif isinstance(loaded.model, BattleMap):
        render_model(loaded.model, None, path_out, dpi)
    else:
        raise HexwrightError(f"{path_in} is a {loaded.kind}; a picture shows a map or a scenario")


def render_model(
    battle_map: BattleMap, scenario: Scenario | None, path: Path | str, dpi: int = 96, look: Look | None = None
) -> None:
    """Draw a map, with the set-up of a scenario when there is one, into a picture file.

    The file is written whole or not at all. Raises HexwrightError when it cannot be.
    """
    _need_application()
    path = Path(path)
    writers: dict[str, Callable[[Picture, Path, int], None]] = {".png": _png, ".svg": _svg, ".pdf": _pdf}
    writer = writers.get(path.suffix.lower())
    if writer is None:
        raise HexwrightError(f"a picture ends in .png, .svg or .pdf, not {path.suffix or 'nothing'!r}")
    picture = Picture(Atlas(battle_map), scenario, look or Look())
    spare = path.with_name(f".{path.stem[:40]}.{secrets.token_hex(4)}{path.suffix}")
    try:
        writer(picture, spare, dpi)
        os.replace(spare, path)
    except OSError as error:
        raise HexwrightError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        spare.unlink(missing_ok=True)


def _need_application() -> None:
    """Fonts need a QGuiApplication; on the command line there is none yet."""
    if QCoreApplication.instance() is None:
        global _application
        _application = QGuiApplication(sys.argv[:1])


_application: QGuiApplication | None = None


# -- kinds of file ------------------------------------------------------------------------------------------------


def _png(picture: Picture, path: Path, dpi: int) -> None:
    area, scale = picture.area, dpi * INCHES / SCALE
    wide, high = round(area.width() * scale), round(area.height() * scale)
    if max(wide, high) > LONGEST or wide * high > MOST_PIXELS:
        raise HexwrightError(f"a picture of {wide} x {high} pixels is too large; choose fewer dots per inch")
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    if image.isNull():
        raise HexwrightError(f"there is no room for a picture of {wide} x {high} pixels; choose fewer dots per inch")
    image.setDotsPerMeterX(round(dpi / 0.0254))
    image.setDotsPerMeterY(round(dpi / 0.0254))
    painter = QPainter(image)
    for top in range(0, high, PIECE):
        for left in range(0, wide, PIECE):
            right, bottom = min(wide, left + PIECE), min(high, top + PIECE)
            painter.save()
            painter.setClipRect(left, top, right - left, bottom - top)
            painter.translate(-area.left() * scale, -area.top() * scale)
            painter.scale(scale, scale)
            corner = QPointF(left / scale + area.left(), top / scale + area.top())
            picture.paint(painter, QRectF(corner, QSizeF((right - left) / scale, (bottom - top) / scale)), scale)
            painter.restore()
        picture.atlas.trim()
    painter.end()
    if not image.save(str(path)):
        raise HexwrightError(f"{path.parent} cannot be written to")


def _svg(picture: Picture, path: Path, dpi: int) -> None:
    area = picture.area
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setTitle(picture.scenario.name if picture.scenario else picture.atlas.map.name)
    # One user unit is one scene unit; the size says how large that is on paper.
    per_inch = SCALE / INCHES
    generator.setResolution(round(per_inch))
    generator.setSize(QSize(round(area.width()), round(area.height())))
    generator.setViewBox(area)
    painter = QPainter()
    if not painter.begin(generator):
        raise HexwrightError(f"{path.parent} cannot be written to")
    picture.paint(painter, area, VECTOR_SCALE)
    painter.end()


def _pdf(picture: Picture, path: Path, dpi: int) -> None:
    area = picture.area
    size = QSizeF(area.width() / SCALE * INCHES, area.height() / SCALE * INCHES)
    writer = QPdfWriter(str(path))
    writer.setTitle(picture.scenario.name if picture.scenario else picture.atlas.map.name)
    writer.setCreator("Hexwright")
    writer.setResolution(600)
    page = QPageSize(size, QPageSize.Unit.Inch, "Map", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    painter = QPainter()
    if not painter.begin(writer):
        raise HexwrightError(f"{path.parent} cannot be written to")
    scale = 600 * INCHES / SCALE
    painter.scale(scale, scale)
    painter.translate(-area.left(), -area.top())
    picture.paint(painter, area, VECTOR_SCALE)
    painter.end()


# -- units --------------------------------------------------------------------------------------------------------


def paint_units(painter: QPainter, atlas: Atlas, scenario: Scenario, part: QRectF, scale: float) -> None:
    """Paint the counters of the set-up, stacked as on the screen."""
    # The canvas's layer knows how stacks lie; it is asked for places only.
    from editor.canvas.units import UnitsLayer, pieces_of_setup

    layer = UnitsLayer(atlas.map.grid)
    layer.set_pieces(pieces_of_setup(scenario))
    for h in sorted(layer.stacks):
        if not layer.hex_rect(h).intersects(part):
            continue
        laid = layer.layout(h)
        for piece, rect in laid:
            draw_counter(painter, rect, piece.unit, piece.side, steps=piece.steps, pixels=rect.width() * scale)
        if len(layer.stacks[h]) > 1:
            draw_count(painter, laid[-1][1].topRight() + QPointF(-2, 4), len(layer.stacks[h]), SCALE * 0.42)
