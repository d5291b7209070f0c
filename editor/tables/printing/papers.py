"""Bases to be cut out at true size, a map of who stands where, and army sheets, as PDF files on A4.

All lengths are millimetres, from the upper left corner of the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from math import floor
from pathlib import Path
from typing import Final

from PySide6.QtCore import QLineF, QMarginsF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPageLayout, QPageSize, QPainter, QPdfWriter, QPen

from editor.canvas.drawing.faces import USUAL_LOOK
from editor.canvas.drawing.look import Look
from editor.canvas.drawing.typefaces import sans
from editor.output.export import need_application
from editor.output.pdf import pdf_painter
from editor.output.sheets import PAPERS
from editor.tables.canvas.faces import face_of_unit
from editor.tables.canvas.printing import TablePrinting
from editor.tables.drawing.bases import draw_base
from editor.tables.scale import PER_PACE
from editor.tables.things import TableScene
from engine.errors import HexwrightError
from engine.exchange.bases import depth_of
from engine.scenario import Scenario
from engine.tables.table import table_of
from engine.writing import written_whole

DPI: Final = 600
MM: Final = DPI / 25.4
"""Dots to a millimetre."""
BASE: Final = 40.0
"""How wide a base is at true size for figures of 15 mm."""
PACES: Final = 80
"""How wide a base is in paces."""
MARGIN: Final = 12.0
GAP: Final = 3.0
"""Between bases."""
MARK: Final = 2.0
"""How long a cutting mark is."""
INK: Final = QColor("#222222")
A4: Final = (210.0, 297.0)


@contextmanager
def _paper(path: Path, title: str, *, across: bool) -> Iterator[tuple[QPdfWriter, QPainter]]:
    """A PDF file of A4 pages with a painter that counts in millimetres; written whole or not at all."""
    need_application()
    if path.suffix.lower() != ".pdf":
        raise HexwrightError(f"sheets are printed to a .pdf file, not {path.suffix or 'nothing'!r}")
    turned = QPageLayout.Orientation.Landscape if across else QPageLayout.Orientation.Portrait
    layout = QPageLayout(QPageSize(QPageSize.PageSizeId.A4), turned, QMarginsF())
    layout.setMode(QPageLayout.Mode.FullPageMode)
    with written_whole(path) as spare, pdf_painter(spare, title, DPI, layout) as (writer, painter):
        _page(painter)
        yield writer, painter


def _page(painter: QPainter) -> None:
    painter.resetTransform()
    painter.scale(MM, MM)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _text(painter: QPainter, room: QRectF, text: str, size: float, where: Qt.AlignmentFlag) -> None:
    painter.save()
    # Fonts are sized in dots: in millimetres they would be a few dots high.
    painter.scale(1 / MM, 1 / MM)
    painter.setFont(sans(size * MM))
    painter.setPen(INK)
    painter.drawText(QRectF(room.topLeft() * MM, room.bottomRight() * MM), where, text)
    painter.restore()


# -- bases --------------------------------------------------------------------------------------------------------


BasePage = list[tuple[str, QRectF]]
"""A page of bases: the key of each unit, and where its base is cut."""


def print_bases(scenario: Scenario, path: Path, units: Collection[str] = ()) -> int:
    """Print bases at true size to be cut out, those named or all; how many pages that takes. Raises HexwrightError
    where there are none, and where the file cannot be written."""
    pages = plan_bases(scenario, A4, BASE, units)
    with _paper(path, scenario.name, across=False) as (writer, painter):
        for number, page in enumerate(pages):
            if number:
                writer.newPage()
                _page(painter)
            _paint_bases(painter, scenario, page, BASE, MM)
    return len(pages)


def base_painters(scenario: Scenario, paper: str, wide: float, dots: float) -> list[Callable[[QPainter], None]]:
    """What paints each page of all bases of a scenario, this many millimetres wide, on a paper of `PAPERS`; the
    painter's unit is a dot, from the corner of the paper, and the dots to a millimetre are known. Raises HexwrightError
    where there are none."""
    _, across, down = PAPERS[paper]

    def one(page: BasePage, painter: QPainter) -> None:
        painter.scale(dots, dots)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_bases(painter, scenario, page, wide, dots)

    return [partial(one, page) for page in plan_bases(scenario, (across, down), wide)]


def plan_bases(
    scenario: Scenario, paper: tuple[float, float], wide: float, units: Collection[str] = ()
) -> list[BasePage]:
    """Where bases of a width are on pages of a size, those named or all. Raises HexwrightError where there are none."""
    keys = [key for key in scenario.units if not units or key in units]
    if not keys:
        raise HexwrightError("there are no bases to print: add units first")
    columns = max(1, floor((paper[0] - 2 * MARGIN + GAP) / (wide + GAP)))
    pages: list[BasePage] = [[]]
    top, row_high, column = MARGIN, 0.0, 0
    for key in keys:
        depth = depth_of(scenario, scenario.units[key]) * wide / PACES
        if column == columns:
            top, row_high, column = top + row_high + GAP, 0.0, 0
        if top + depth > paper[1] - MARGIN:
            pages.append([])
            top, row_high, column = MARGIN, 0.0, 0
        pages[-1].append((key, QRectF(MARGIN + column * (wide + GAP), top, wide, depth)))
        row_high, column = max(row_high, depth), column + 1
    return pages


def _paint_bases(painter: QPainter, scenario: Scenario, page: BasePage, wide: float, dots: float) -> None:
    for key, place in page:
        _one_base(painter, scenario, key, place, wide / PACES, dots)


def _one_base(painter: QPainter, scenario: Scenario, key: str, place: QRectF, per_pace: float, dots: float) -> None:
    """A base with marks where it is cut."""
    _base(painter, scenario, key, place, per_pace, dots)
    painter.setPen(QPen(INK, 0.15))
    for x, dx in ((place.left(), -1), (place.right(), 1)):
        for y, dy in ((place.top(), -1), (place.bottom(), 1)):
            painter.drawLine(QLineF(x, y + dy * 0.4, x, y + dy * MARK * 0.7))
            painter.drawLine(QLineF(x + dx * 0.4, y, x + dx * MARK * 0.7, y))


def paint_in(painter: QPainter, scenario: Scenario, unit: str, room: QRectF) -> None:
    """Paint the base of a unit, given by its key, in the middle of a room, as large as it fits there."""
    depth = depth_of(scenario, scenario.units[unit])
    per_pace = min(room.width() / PACES, room.height() / depth)
    place = QRectF(0, 0, PACES * per_pace, depth * per_pace)
    place.moveCenter(room.center())
    _base(painter, scenario, unit, place, per_pace, 1.0)


def _base(painter: QPainter, scenario: Scenario, key: str, place: QRectF, per_pace: float, dots: float) -> None:
    unit = scenario.units[key]
    face = face_of_unit(unit, scenario.sides[unit.side], depth_of(scenario, unit))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(place.center().x(), place.top())
    painter.scale(per_pace, per_pace)
    draw_base(painter, face, dots * per_pace)
    painter.restore()


# -- maps ---------------------------------------------------------------------------------------------------------


def print_map(scenario: Scenario, path: Path, places: Mapping[str, str], title: str, notes: str = "") -> None:
    """Print the table on a page with the bases that are to be seen, and notes below. Raises HexwrightError where the
    file cannot be written."""
    board = table_of(scenario.map)
    shown = replace(scenario, setup=dict(places))
    look = Look()
    drawing = TablePrinting(board, look)
    area = QRectF(0, 0, *TableScene(board).size)
    across = area.width() >= area.height()
    wide, high = (A4[1], A4[0]) if across else A4
    with _paper(path, title, across=across) as (_, painter):
        _text(painter, QRectF(MARGIN, MARGIN - 4, wide - 2 * MARGIN, 9), title, 5, Qt.AlignmentFlag.AlignCenter)
        room = QRectF(MARGIN, MARGIN + 8, wide - 2 * MARGIN, high - 2 * MARGIN - 26)
        unit = min(room.width() / area.width(), room.height() / area.height())
        corner = room.center() - QPointF(area.width(), area.height()) * unit / 2
        painter.save()
        painter.translate(corner)
        painter.scale(unit, unit)
        painter.setClipRect(area)
        drawing.paint(painter, area, unit * MM / 3, look, QColor("#ffffff"))
        drawing.paint_units(painter, shown, area, unit * MM / 3, USUAL_LOOK)
        painter.restore()
        below = QRectF(MARGIN, high - MARGIN - 16, wide - 2 * MARGIN, 16)
        scale = f"{board.size[0]:,} by {board.size[1]:,} paces; 1 mm is {1 / (unit * PER_PACE):.1f} paces"
        told = "\n".join(part for part in (notes, scale) if part)
        _text(painter, below, told, 2.8, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)


# -- army sheets --------------------------------------------------------------------------------------------------


def print_texts(texts: Mapping[str, str], path: Path, title: str) -> None:
    """Print a page of text for each army, in two columns where it is long. Raises HexwrightError where there is none,
    and where the file cannot be written."""
    if not texts:
        raise HexwrightError("there is no army to print a sheet of")
    with _paper(path, title, across=False) as (writer, painter):
        for number, (head, text) in enumerate(texts.items()):
            if number:
                writer.newPage()
                _page(painter)
            width = A4[0] - 2 * MARGIN
            _text(painter, QRectF(MARGIN, MARGIN, width, 9), f"{title}: {head}", 5, Qt.AlignmentFlag.AlignLeft)
            lines = text.splitlines()
            size = min(3.6, (A4[1] - 2 * MARGIN - 14) / max(1, len(lines)) / 1.45)
            body = QRectF(MARGIN, MARGIN + 12, width, A4[1] - 2 * MARGIN - 12)
            _text(painter, body, text, size, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
