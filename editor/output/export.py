"""Pictures in files: the map as the screen shows it, with its units, as PNG, SVG or PDF."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import ceil, sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PySide6.QtCore import QCoreApplication, QMarginsF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPageLayout, QPageSize, QPaintDevice, QPainter
from PySide6.QtSvg import QSvgGenerator

from editor.canvas.drawing import typefaces
from editor.canvas.drawing.faces import CounterLook, look_in
from editor.canvas.drawing.furniture import FurnitureContents, drawn_area, paint_furniture, scene_rect, setting_of
from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import SCALE, paper_size
from editor.canvas.drawing.pool_boxes import at_the_beginning, paint_box, units_in
from editor.canvas.drawing.underlay import Shelf, Underlaid, paint_underlay
from editor.kinds import part_named, printing_of
from editor.output.apart import UNKNOWN, Tell, draw_apart, tell_nobody
from editor.output.checked_file import checked_file
from editor.output.jpeg import ENDINGS, check_size, write_jpeg
from editor.output.pdf import pdf_painter
from editor.output.printed import SHEET_MARGIN, paint_frame, sheet_of
from editor.output.strips import Paint, copies, helpers_for, painted_apart
from editor.pictures.png_writer import PngWriter, Stored, pack, store
from engine import formats
from engine.boards.board import Board
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.formats.holding import MADE_BY
from engine.scenario.model import Scenario
from engine.writing import written_whole

INCHES: Final = 0.43
"""Circumradius of a printed hex: it takes a 5/8 inch counter."""
MARGIN: Final = 0.25 * SCALE
"""White around the map, in scene units."""
MOST_PIXELS: Final = 500_000_000
LONGEST: Final = 32_000
STRIP: Final = 1536
"""Rows of pixels that are painted at a time, at most: the taller strips are, the less is painted for two of them."""
ROWS: Final = 64
"""Rows that are packed at a time: few enough to stay near the processor until they are packed."""
HELD: Final = 200
"""Parts of the art that are kept from one strip to the next."""
PAPER: Final = QColor("#ffffff")
VECTOR_SCALE: Final = 1.0
PATCH: Final = 2048.0
"""Scene units along the side of the pieces in which a map is drawn over an underlay."""

APART: Final = 400
"""Hexes from which on a drawing of lines is worth a process of its own."""


@dataclass(frozen=True, slots=True)
class MapDrawing:
    """What a picture shows, such as can be sent to another process."""

    board: Board
    scenario: Scenario | None
    look: Look
    part: QRectF | None = None
    """What is painted, in scene units; None for the whole map with a margin."""
    underlaid: Underlaid = ()
    """The pictures under the map that are to be seen, the lowest first."""
    folder: str = ""
    """Where the pictures on counters are looked up."""
    sheet: bool = False
    """The map sheet for a printer: a frame around it, no units on it."""

    @property
    def large(self) -> bool:
        """Whether drawing it takes long enough to be done apart."""
        wide, high = paper_size(self.board) if self.part is None else (self.part.width(), self.part.height())
        return wide * high / (1.5 * sqrt(3) * SCALE**2) >= APART


class Picture:
    """Paints a drawing."""

    def __init__(self, drawing: MapDrawing) -> None:
        self.drawing = drawing
        self.scenario = drawing.scenario
        look = drawing.look if drawing.underlaid else replace(drawing.look, ground=1.0)
        self.look = replace(look, bleed=True) if drawing.sheet else look
        self.map = printing_of(drawing.board, self.look)
        self.underlaid = [(underlay, Shelf(pyramid)) for underlay, pyramid in drawing.underlaid]

    @property
    def area(self) -> QRectF:
        """What is painted, in scene units."""
        full = drawn_area(self.drawing.board, self.look.furniture)
        margin = SHEET_MARGIN if self.drawing.sheet else MARGIN
        return self.drawing.part or full.adjusted(-margin, -margin, margin, margin)

    @property
    def _setting(self) -> FurnitureContents:
        return setting_of(self.drawing.board, self.scenario, self.look)

    @property
    def title(self) -> str:
        """What the picture is called."""
        return self.scenario.name if self.scenario is not None else self.drawing.board.name

    def paint(self, painter: QPainter, part: QRectF, scale: float) -> None:
        """Paint a part of it; ``scale`` is pixels to a scene unit, for the level of detail."""
        if self.underlaid:
            self._paint_over(painter, part, scale)
        else:
            self.map.paint(painter, part, scale, self.look, PAPER)
        if self.look.furniture and self.drawing.board.look.furniture:
            paint_furniture(painter, self._setting, part, scale)
        if self.drawing.sheet:
            paint_frame(painter, self.area)
        elif self.scenario is not None:
            look = look_in(self.scenario, self.drawing.folder)
            self.map.paint_units(painter, self.scenario, part, scale, look)
            if self.look.furniture:
                paint_pools(painter, self.scenario, part, scale, look)

    def _paint_over(self, painter: QPainter, part: QRectF, scale: float) -> None:
        """Paint the map over its underlays, in pieces: what is seen through is painted as pixels first."""
        painter.fillRect(part, PAPER)
        for underlay, shelf in self.underlaid:
            paint_underlay(painter, shelf.pyramid, underlay, part, scale, shelf.fetch)
        top = part.top()
        while top < part.bottom():
            left = part.left()
            while left < part.right():
                piece = QRectF(left, top, min(PATCH, part.right() - left), min(PATCH, part.bottom() - top))
                painter.save()
                if piece != part:
                    painter.setClipRect(piece, Qt.ClipOperation.IntersectClip)
                self.map.paint(painter, piece, scale, self.look, PAPER)
                painter.restore()
                left += PATCH
            top += PATCH


def render_file(
    path_in: Path | str,
    path_out: Path | str,
    dpi: int = 96,
    area: str = "",
    look: Look | None = None,
    *,
    sheet: bool = False,
    units: bool = True,
) -> str:
    """Draw a map or scenario file into a picture; the ending of ``path_out`` says which kind. Gives the letters of its
    names that no font here has: boxes are drawn in their place.

    ``area`` names a part of the map, see `part_named`. With ``sheet`` it is the map sheet that a printer is given:
    framed, without units, with all furniture (`printed.sheet_of`); without ``units`` a scenario's map is drawn alone.
    Raises FileProblem or another HexwrightError.
    """
    board, scenario = read_model(path_in)
    scenario = scenario if units or sheet else None
    folder = str(Path(path_in).parent)
    if sheet:
        board.look = sheet_of(board)
    drawing = MapDrawing(board, scenario, look or Look(), part_named(board, area), folder=folder, sheet=sheet)
    render(drawing, path_out, dpi)
    need_application()  # where helpers have painted there is none yet
    return typefaces.lacking(written_on(board, scenario))


def written_on(board: Board, scenario: Scenario | None) -> Iterator[str]:
    """The texts of a map, and of the counters on it."""
    yield from (label.text for label in board.labels)
    yield from (region.name for region in board.regions.values())
    yield from (item.title for item in board.look.furniture)
    if scenario is not None:
        yield from (unit.name for unit in scenario.units.values())


def read_model(path_in: Path | str) -> tuple[Board, Scenario | None]:
    """The map of a file, and its scenario where it is one. Raises FileProblem or another HexwrightError."""
    loaded = formats.load(path_in)
    if loaded.errors or loaded.model is None:
        raise FileProblem(loaded.errors or loaded.findings)
    if isinstance(loaded.model, Scenario):
        return loaded.model.map, loaded.model
    if isinstance(loaded.model, Board):
        return loaded.model, None
    raise HexwrightError(f"{path_in} is a {loaded.kind}; a picture shows a map or a scenario")


def render_model(
    board: Board, scenario: Scenario | None, path: Path | str, dpi: int = 96, look: Look | None = None
) -> None:
    """Draw a whole map, with the set-up of a scenario when there is one, into a picture file; see `render`."""
    render(MapDrawing(board, scenario, look or Look()), path, dpi)


def render(
    drawing: MapDrawing, path: Path | str, dpi: float = 96, *, tell: Tell = tell_nobody, apart: bool = False
) -> None:
    """Draw something into a picture file, which is written whole or not at all.

    A large picture of pixels is painted on several processors; with ``apart`` a large drawing of lines is made in a
    process of its own, so that this one has its hands free. Raises HexwrightError when it cannot be written.
    """
    path = Path(path)
    writer = _LINES.get(path.suffix.lower())
    pixels = _PIXELS.get(path.suffix.lower())
    if writer is None and pixels is None:
        raise HexwrightError(f"a picture ends in .png, .jpg, .svg or .pdf, not {path.suffix or 'nothing'!r}")
    with written_whole(path) as spare:
        if pixels is not None:
            tell(0.0)
            pixels(drawing, spare, dpi, tell)
        elif writer is not None and apart and drawing.large:
            draw_apart(writer, (drawing, spare), tell)
        elif writer is not None:
            writer(drawing, spare, tell)
        tell(1.0)


@contextmanager
def painting(device: QPaintDevice, path: Path) -> Iterator[QPainter]:
    """A painter on what becomes a file; it is ended whatever happens, so that the device can be freed."""
    painter = QPainter()
    if not painter.begin(device):
        raise HexwrightError(f"{path.parent} cannot be written to")
    try:
        yield painter
    finally:
        painter.end()


def need_application() -> None:
    """Fonts need a QGuiApplication; on the command line there is none yet. As late as can be: once there is one,
    helpers cannot be copies of this process."""
    if QCoreApplication.instance() is None:
        global _application
        _application = QGuiApplication(sys.argv[:1])
    typefaces.load()


_application: QGuiApplication | None = None


# -- kinds of file ------------------------------------------------------------------------------------------------


def _png(drawing: MapDrawing, path: Path, dpi: float, tell: Tell) -> None:
    picture = Picture(drawing)
    area, scale = picture.area, dpi * INCHES / SCALE
    wide, high = round(area.width() * scale), round(area.height() * scale)
    if max(wide, high) > LONGEST or wide * high > MOST_PIXELS:
        raise HexwrightError(f"a picture of {wide} x {high} pixels is too large; choose fewer dots per inch")
    helpers = helpers_for(wide * high) if not drawing.underlaid else 0
    step = strip_height(high)
    count = ceil(high / step)
    with PngWriter(path, wide, high, round(dpi / 0.0254)) as writer:
        if helpers:
            # What is at hand here is at hand in a copy of this process.
            what = picture if copies() else drawing
            with TemporaryDirectory(prefix="hexwright-") as folder:
                for strip in painted_apart(count, helpers, strip_painter, (what, dpi, step, Path(folder)), tell):
                    writer.add_stored(strip)
            return
        need_application()
        strips = _Strips(picture, dpi, step)
        for number in range(count):
            for rows in strips.rows(number):
                # The bytes are copied: they are packed while the next ones are painted.
                writer.add(bytes(rows.constBits()), rows.bytesPerLine())
            tell(0.95 * (number + 1) / count)


def _jpeg(drawing: MapDrawing, path: Path, dpi: float, tell: Tell) -> None:
    picture = Picture(drawing)
    area, scale = picture.area, dpi * INCHES / SCALE
    wide, high = round(area.width() * scale), round(area.height() * scale)
    check_size(wide, high)
    need_application()
    step = strip_height(high)
    strips, count = _Strips(picture, dpi, step), ceil(high / step)

    def rows() -> Iterator[QImage]:
        for number in range(count):
            yield from strips.rows(number)
            tell(0.95 * (number + 1) / count)

    write_jpeg(path, wide, high, dpi, rows())


def strip_height(high: int) -> int:
    """The rows of a strip of a picture of a given height: an even number of strips, all alike, so that two helpers have
    as much to do. Who paints them changes nothing: a strip's edges show in the last bit of what is smoothed there."""
    return ceil(high / (2 * ceil(high / (2 * STRIP)))) if high > STRIP else high


def strip_painter(what: Picture | MapDrawing, dpi: float, step: int, folder: Path) -> Paint:
    """What paints and packs strips of a picture in a process that helps, each into a file in a folder."""
    need_application()
    strips = _Strips(what if isinstance(what, Picture) else Picture(what), dpi, step)

    def paint_strip(number: int) -> Stored:
        parts = (pack(rows.constBits(), rows.bytesPerLine(), rows.width()) for rows in strips.rows(number))
        try:
            return store(parts, folder / f"{number}.rows")
        except OSError as error:
            said = f"parts of the picture could not be kept in {folder.parent}: {error.strerror}"
            raise HexwrightError(f"{said}; make room there, or have TMPDIR name another folder") from error

    return paint_strip


class _Strips:
    """A picture in strips of ``rows`` rows of pixels, all painted into one piece of memory: to be given some again
    takes longer than to fill it."""

    def __init__(self, picture: Picture, dpi: float, step: int) -> None:
        self._picture, self._step = picture, step
        self._scale = dpi * INCHES / SCALE
        self._high = round(picture.area.height() * self._scale)
        wide = round(picture.area.width() * self._scale)
        self._image = QImage(wide, step, QImage.Format.Format_RGB32)
        if self._image.isNull():
            raise HexwrightError(f"there is no room for rows of {wide} pixels; choose fewer dots per inch")

    def rows(self, number: int) -> Iterator[QImage]:
        """A strip, as far as the picture has it, in a few rows at a time, as they stand in a file: so there is never a
        second one in memory."""
        count = min(self._step, self._high - number * self._step)
        self._paint(number * self._step, count)
        image = self._image
        bits, pitch, shape = image.constBits(), image.bytesPerLine(), image.format()
        for top in range(0, count, ROWS):
            some = min(ROWS, count - top)
            rows = QImage(bits[top * pitch : (top + some) * pitch], image.width(), some, pitch, shape)
            yield rows.convertToFormat(QImage.Format.Format_RGB888)

    def _paint(self, top: int, count: int) -> None:
        area, scale = self._picture.area, self._scale
        self._image.fill(PAPER)
        painter = QPainter(self._image)
        try:
            painter.translate(-area.left() * scale, -area.top() * scale - top)
            painter.scale(scale, scale)
            size = QSizeF(self._image.width() / scale, count / scale)
            self._picture.paint(painter, QRectF(area.topLeft() + QPointF(0, top / scale), size), scale)
        finally:
            painter.end()
        self._picture.map.trim(HELD)


def _svg(drawing: MapDrawing, path: Path, tell: Tell) -> None:
    need_application()
    tell(UNKNOWN)
    picture = Picture(drawing)
    area = picture.area
    generator = QSvgGenerator()
    generator.setTitle(picture.title)
    generator.setDescription(MADE_BY)
    # One user unit is one scene unit; the size says how large that is on paper.
    per_inch = SCALE / INCHES
    generator.setResolution(round(per_inch))
    generator.setSize(QSize(round(area.width()), round(area.height())))
    generator.setViewBox(area)
    with checked_file(path) as file:
        generator.setOutputDevice(file)
        with painting(generator, path) as painter:
            picture.paint(painter, area, VECTOR_SCALE)


def _pdf(drawing: MapDrawing, path: Path, tell: Tell) -> None:
    need_application()
    tell(UNKNOWN)
    picture = Picture(drawing)
    area = picture.area
    size = QSizeF(area.width() / SCALE * INCHES, area.height() / SCALE * INCHES)
    page = QPageSize(size, QPageSize.Unit.Inch, "Map", QPageSize.SizeMatchPolicy.ExactMatch)
    layout = QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF())
    scale = 600 * INCHES / SCALE
    with pdf_painter(path, picture.title, 600, layout) as (_writer, painter):
        painter.scale(scale, scale)
        painter.translate(-area.left(), -area.top())
        picture.paint(painter, area, VECTOR_SCALE)


_PIXELS: Final[dict[str, Callable[[MapDrawing, Path, float, Tell], None]]] = {
    ".png": _png,
    **dict.fromkeys(ENDINGS, _jpeg),
}
_LINES: Final[dict[str, Callable[[MapDrawing, Path, Tell], None]]] = {".svg": _svg, ".pdf": _pdf}


# -- units --------------------------------------------------------------------------------------------------------


def paint_pools(painter: QPainter, scenario: Scenario, part: QRectF, scale: float, look: CounterLook) -> None:
    """Paint the counters that lie in boxes of the map before the first turn."""
    pools = at_the_beginning(scenario)
    for box in scenario.map.look.furniture:
        if box.pools and scene_rect(box).intersects(part):
            paint_box(painter, scenario, box, units_in(scenario, box, pools), look, scale)
