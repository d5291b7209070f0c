"""Prints a map across sheets into a PDF file: the map at true size, crop marks, what to glue where, an index."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QLineF, QMarginsF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPainter, QPen

from editor.canvas.drawing.look import Look
from editor.canvas.drawing.typefaces import sans
from editor.canvas.drawing.underlay import Underlaid
from editor.kinds import kind_of_board
from editor.output.apart import Tell, draw_apart, tell_nobody
from editor.output.export import MapDrawing, Picture, need_application, painting
from editor.output.pdf import pdf_painter
from editor.output.sheets import PAPERS, Sheet, SheetPlan, SheetSetup
from engine.boards.board import Board
from engine.errors import HexwrightError
from engine.plural import counted
from engine.scenario.model import Scenario
from engine.writing import written_whole

DPI: Final = 1200
MM: Final = DPI / 25.4
"""Dots to a millimetre."""
INK: Final = QColor("#222222")
FINE: Final = 300 / 25.4
"""Pixels to a millimetre for what is painted as pixels, and for the level of detail."""
LETTERS: Final = 2.8
"""Height of the letters in the margin, in millimetres."""
_SIZES: Final = {"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}


def print_sheets(
    board: Board,
    scenario: Scenario | None,
    path: Path,
    plan: SheetPlan,
    look: Look | None = None,
    *,
    underlaid: Underlaid = (),
    folder: str = "",
    tell: Tell = tell_nobody,
    apart: bool = False,
) -> None:
    """Write the sheets of a plan into a PDF file, whole or not at all. Raises HexwrightError when it cannot be.

    ``underlaid`` are the pictures under the map that are to be seen, ``folder`` where pictures on counters are
    looked up; ``apart`` as in ``export.render``.
    """
    if path.suffix.lower() != ".pdf":
        raise HexwrightError(f"sheets are printed to a .pdf file, not {path.suffix or 'nothing'!r}")
    drawing = MapDrawing(board, scenario, look or Look(), plan.area, underlaid, folder)
    with written_whole(path) as spare:
        if apart and drawing.large:
            draw_apart(_write, (drawing, plan, spare), tell)
        else:
            _write(drawing, plan, spare, tell)


def _write(drawing: MapDrawing, plan: SheetPlan, path: Path, tell: Tell) -> None:
    need_application()
    picture, setup = Picture(drawing), plan.setup
    turned = QPageLayout.Orientation.Landscape if setup.landscape else QPageLayout.Orientation.Portrait
    layout = QPageLayout(QPageSize(_SIZES[setup.paper]), turned, QMarginsF())
    layout.setMode(QPageLayout.Mode.FullPageMode)
    with pdf_painter(path, picture.title, DPI, layout) as (writer, painter):
        painters = sheet_painters(picture, plan)
        for number, paint in enumerate(painters):
            tell(number / len(painters))
            if number:
                writer.newPage()
            painter.save()
            paint(painter)
            painter.restore()
    tell(1.0)


def sheet_painters(picture: Picture, plan: SheetPlan) -> list[Callable[[QPainter], None]]:
    """What paints each sheet of a plan, the index first where there is one; the painter's unit is a dot, from the
    corner of the paper."""

    def index(painter: QPainter) -> None:
        _count_in_millimetres(painter)
        _index(painter, picture, plan)

    def one(sheet: Sheet, painter: QPainter) -> None:
        _count_in_millimetres(painter)
        _sheet(painter, picture, plan, sheet)
        picture.map.trim()

    return [*((index,) if plan.setup.index else ()), *(partial(one, sheet) for sheet in plan.sheets)]


def _count_in_millimetres(painter: QPainter) -> None:
    painter.scale(MM, MM)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _sheet(painter: QPainter, picture: Picture, plan: SheetPlan, sheet: Sheet) -> None:
    setup = plan.setup
    frame = QRectF(QPointF(setup.margin, setup.margin), QPointF(setup.margin, setup.margin))
    frame.setSize(QRectF(0, 0, *setup.room).size())
    painter.save()
    painter.translate(frame.topLeft())
    painter.scale(setup.unit, setup.unit)
    painter.translate(-sheet.part.topLeft())
    part = sheet.part.intersected(plan.area)
    painter.setClipRect(part)
    picture.paint(painter, part, setup.unit * FINE)
    painter.restore()
    if setup.marks:
        _marks(painter, setup, frame)
        _glue_marks(painter, plan, sheet, frame)
    _caption(painter, picture, plan, sheet, frame)


def _marks(painter: QPainter, setup: SheetSetup, frame: QRectF) -> None:
    """Crop marks: where to cut, drawn in the margin only."""
    near, far = min(1.0, setup.margin / 4), setup.margin * 0.8
    painter.setPen(QPen(INK, 0.15))
    for x, out_x in ((frame.left(), -1), (frame.right(), 1)):
        for y, out_y in ((frame.top(), -1), (frame.bottom(), 1)):
            painter.drawLine(QLineF(x + out_x * near, y, x + out_x * far, y))
            painter.drawLine(QLineF(x, y + out_y * near, x, y + out_y * far))


def _glue_marks(painter: QPainter, plan: SheetPlan, sheet: Sheet, frame: QRectF) -> None:
    """Short dashed marks where the edge of the next sheet comes to lie."""
    setup = plan.setup
    if not setup.overlap:
        return
    near, far = min(1.0, setup.margin / 4), setup.margin * 0.5
    pen = QPen(INK, 0.15)
    pen.setDashPattern([5.0, 4.0])
    painter.setPen(pen)
    there = {(other.row, other.column) for other in plan.sheets}
    for step, x in ((-1, frame.left() + setup.overlap), (1, frame.right() - setup.overlap)):
        if (sheet.row, sheet.column + step) in there:
            painter.drawLine(QLineF(x, frame.top() - far, x, frame.top() - near))
            painter.drawLine(QLineF(x, frame.bottom() + near, x, frame.bottom() + far))
    for step, y in ((-1, frame.top() + setup.overlap), (1, frame.bottom() - setup.overlap)):
        if (sheet.row + step, sheet.column) in there:
            painter.drawLine(QLineF(frame.left() - far, y, frame.left() - near, y))
            painter.drawLine(QLineF(frame.right() + near, y, frame.right() + far, y))


def _caption(painter: QPainter, picture: Picture, plan: SheetPlan, sheet: Sheet, frame: QRectF) -> None:
    """Which sheet this is, in the lower margin where there is room."""
    setup = plan.setup
    if setup.margin < LETTERS * 1.6:
        return
    beside = [
        f"{word} {other.name}"
        for word, row, column in (("left", 0, -1), ("right", 0, 1), ("above", -1, 0), ("below", 1, 0))
        for other in plan.sheets
        if (other.row, other.column) == (sheet.row + row, sheet.column + column)
    ]
    words = [f"Sheet {sheet.name}", *beside, picture.title, _measure(picture, setup)]
    room = QRectF(frame.left() + 3, frame.bottom() + setup.margin * 0.25, frame.width() - 6, setup.margin * 0.6)
    _write_text(painter, room, "  ·  ".join(word for word in words if word), LETTERS)


def _measure(picture: Picture, setup: SheetSetup) -> str:
    """How large a hex or a base is on paper."""
    name, wide, _ = kind_of_board(picture.drawing.board).print_measure
    return f"{name.replace('&', '').lower()} {round(setup.hex_mm * wide, 2):g} mm"


def _write_text(
    painter: QPainter, room: QRectF, text: str, size: float, where: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignCenter
) -> None:
    painter.save()
    # Fonts are sized in dots: in millimetres they would be a few dots high, and their spacing rounded to that.
    painter.scale(1 / MM, 1 / MM)
    painter.setFont(sans(size * MM))
    painter.setPen(INK)
    painter.drawText(QRectF(room.topLeft() * MM, room.bottomRight() * MM), where, text)
    painter.restore()


def small_picture(picture: Picture, area: QRectF, scale: float) -> QImage:
    """A part of a map in pixels; ``scale`` is pixels to a scene unit."""
    wide, high = max(1, round(area.width() * scale)), max(1, round(area.height() * scale))
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with painting(image, Path()) as painter:
        painter.scale(wide / area.width(), high / area.height())
        painter.translate(-area.topLeft())
        picture.paint(painter, area, scale)
    return image


def _index(painter: QPainter, picture: Picture, plan: SheetPlan) -> None:
    """How the sheets lie, over a small picture of the map."""
    setup = plan.setup
    width, height = setup.page
    margin = max(setup.margin, 8.0)
    head = QRectF(margin, margin, width - 2 * margin, 8)
    _write_text(painter, head, picture.title, 5.0)
    name = PAPERS[setup.paper][0]
    sheets = counted(len(plan.sheets), "sheet")
    facts = f"{sheets} of {name}, {_measure(picture, setup)}, overlap {setup.overlap:g} mm"
    _write_text(painter, head.translated(0, 8), facts, 3.2)
    room = QRectF(margin, margin + 20, width - 2 * margin, height - 2 * margin - 20)
    around = QRectF(plan.area)
    for sheet in plan.sheets:
        around |= sheet.part
    scale = min(room.width() / around.width(), room.height() / around.height())
    corner = QPointF(room.center().x() - around.width() * scale / 2, room.top())
    place = QRectF((plan.area.topLeft() - around.topLeft()) * scale + corner, plan.area.size() * scale)
    painter.drawImage(place, small_picture(picture, plan.area, scale * FINE / 2))
    for sheet in plan.sheets:
        box = QRectF((sheet.part.topLeft() - around.topLeft()) * scale + corner, sheet.part.size() * scale)
        painter.setPen(QPen(QColor("#b3261e"), 0.3))
        painter.drawRect(box)
        size = max(2.0, min(9.0, box.height() / 4))
        plate = QRectF(0, 0, size * 2.2, size * 1.5)
        plate.moveCenter(box.center())
        painter.fillRect(plate, QColor(255, 255, 255, 200))
        _write_text(painter, plate, sheet.name, size)
