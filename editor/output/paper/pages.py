"""The pages of a document: title page, contents, chapters with running heads and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen

from editor.canvas.drawing.furniture import drawn_area
from editor.canvas.drawing.look import Look
from editor.output.export import MapDrawing, Picture
from editor.output.paper.flow import FlowPage, FlowSegment, Paint, Slab, flow
from editor.output.paper.lines import Lines, fitted_line, plain_lines, width_of
from editor.output.paper.measures import BAND, DPI, INK, LINE, MARGIN, MM, SOFT, PageSize, head_font, text_font
from editor.output.paper.pictures import PagePictures
from editor.output.paper.setting import DocumentSetting
from editor.output.sheet_writer import small_picture
from engine.paper.model import PaperDocument

COVER_PIXELS: Final = 1100
"""Pixels of the map on a title page, along its longer side."""
COUNTERS: Final = 7
"""Counters on a title page."""
CONTENTS: Final = "Contents"


@dataclass(frozen=True, slots=True)
class PaperPage:
    """A page: what paints it, and what its running head says."""

    paint_body: Paint
    chapter: str = ""
    number: int = 0
    """Its number; 0 for none."""


class PaperPages:
    """A document on pages of a paper."""

    def __init__(self, document: PaperDocument, paper: str = "a4", folder: str = "") -> None:
        """``folder`` is where pictures on counters are looked up. Raises HexwrightError for a paper that there is not,
        and for more pages than anybody would print."""
        self.document, self.size = document, PageSize.of(paper)
        self.pictures = PagePictures(document, folder)
        self._map: QImage | None = None
        body = flow(list(DocumentSetting(document, self.size, self.pictures).segments()), self.size.body)
        self.pages = self._bound(body)

    def __len__(self) -> int:
        return len(self.pages)

    def paint(self, painter: QPainter, number: int) -> None:
        """Paint a page, counted from 0; the painter's unit is a dot, from the corner of the paper."""
        page = self.pages[number]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        page.paint_body(painter, self.size.body.left(), self.size.body.top(), self.size.body.width())
        painter.restore()
        if page.number:
            self._paint_frame(painter, page)

    def image(self, number: int, dpi: float) -> QImage:
        """A page as a picture with a number of dots per inch."""
        scale = dpi / DPI
        image = QImage(round(self.size.width * scale), round(self.size.height * scale), QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.scale(scale, scale)
        self.paint(painter, number)
        painter.end()
        return image

    # -- binding ------------------------------------------------------------------------------------------------

    def _bound(self, body: Sequence[FlowPage]) -> list[PaperPage]:
        """All pages in order: the title, the contents, then the chapters."""
        front: list[PaperPage] = []
        if self.document.cover:
            front.append(PaperPage(self._paint_cover))
            begins = [(name, number) for number, page in enumerate(body) for name in page.names]
            # How many pages the contents take does not hang on the numbers that they print.
            before = 2 + len(self._contents(begins, 0)) - 1
            contents = self._contents(begins, before + 1)
            front += [PaperPage(partial(_paint_page, page), CONTENTS, 2 + place) for place, page in enumerate(contents)]
        first = len(front) + 1
        found, chapter = [], ""
        for place, page in enumerate(body):
            begun = page.names
            chapter = page.placed[0].slab.name or chapter
            found.append(PaperPage(partial(_paint_page, page), chapter, first + place))
            chapter = begun[-1] if begun else chapter
        return front + found

    def _contents(self, begins: Sequence[tuple[str, int]], first: int) -> list[FlowPage]:
        """The pages of the contents; ``first`` is the number of the first page of the chapters."""
        head = plain_lines(CONTENTS, head_font(16), self.size.body.width(), colour=BAND)
        slabs = [Slab(head.height + 4 * MM, partial(_paint_contents_head, head), keep=True)]
        room = (self.size.body.height() - slabs[0].height) / max(1, len(begins))
        step = min(6.4 * MM, max(4.9 * MM, room * 0.995))
        slabs += [
            Slab(step, partial(_paint_contents_line, name, str(first + number)), keep=False) for name, number in begins
        ]
        return flow([FlowSegment(slabs, 1)], self.size.body)

    # -- painting -----------------------------------------------------------------------------------------------

    def _paint_frame(self, painter: QPainter, page: PaperPage) -> None:
        """The running head and the number."""
        body = self.size.body
        head = QRectF(body.left(), MARGIN - 3 * MM, body.width(), 5 * MM)
        half = head.width() / 2 - 2 * MM
        title = f"{self.document.title} · {self.document.subtitle}"
        fitted_line(
            painter,
            QRectF(head.left(), head.top(), half, head.height()),
            title,
            head_font(8),
            Qt.AlignmentFlag.AlignLeft,
            SOFT,
        )
        right = QRectF(head.right() - half, head.top(), half, head.height())
        fitted_line(painter, right, page.chapter, head_font(8, bold=False), Qt.AlignmentFlag.AlignRight, SOFT)
        painter.setPen(QPen(LINE, 0.2 * MM))
        painter.drawLine(
            QPointF(head.left(), head.bottom() + 0.5 * MM), QPointF(head.right(), head.bottom() + 0.5 * MM)
        )
        foot = QRectF(body.left(), self.size.height - MARGIN + 4 * MM, body.width(), 5 * MM)
        fitted_line(painter, foot, str(page.number), head_font(9), Qt.AlignmentFlag.AlignHCenter, SOFT)

    def _paint_cover(self, painter: QPainter, x: float, y: float, width: float) -> None:
        document = self.document
        middle = Qt.AlignmentFlag.AlignHCenter
        painter.fillRect(QRectF(0, 0, self.size.width, 9 * MM), BAND)
        painter.fillRect(QRectF(0, self.size.height - 9 * MM, self.size.width, 9 * MM), BAND)
        points = 34.0
        while points > 14 and width_of(document.title, text_font(points, bold=True)) > width * 1.9:
            points -= 1
        title = plain_lines(document.title[:300], text_font(points, bold=True), width, align=middle, colour=INK)
        y += 8 * MM
        title.draw(painter, x, y)
        y += title.height + 2 * MM
        subtitle = plain_lines(document.subtitle, head_font(15, bold=False), width, align=middle, colour=BAND)
        subtitle.draw(painter, x, y)
        y += subtitle.height + 5 * MM
        painter.setPen(QPen(BAND, 0.6 * MM))
        painter.drawLine(QPointF(x + width * 0.35, y), QPointF(x + width * 0.65, y))
        y += 5 * MM
        for part in document.lead:
            text = plain_lines(part.text[:900], text_font(11), width * 0.84, align=middle)
            text.draw(painter, x + width * 0.08, y)
            y += text.height + 3 * MM
        y = self._paint_cover_counters(painter, x, y + 4 * MM, width)
        self._paint_cover_map(painter, QRectF(x, y, width, self.size.height - 9 * MM - MARGIN * 0.7 - y))

    def _paint_cover_counters(self, painter: QPainter, x: float, y: float, width: float) -> float:
        scenario = self.document.scenario
        if scenario is None or not scenario.units:
            return y
        by_side = [[key for key, unit in scenario.units.items() if unit.side == side] for side in scenario.sides]
        chosen: list[str] = []
        while len(chosen) < COUNTERS and any(by_side):
            for keys in by_side:
                if keys:
                    chosen.append(keys.pop(0))
        chosen = chosen[: COUNTERS if len(chosen) > COUNTERS else len(chosen)]
        side, gap = 17 * MM, 4 * MM
        left = x + (width - len(chosen) * side - (len(chosen) - 1) * gap) / 2
        for place, key in enumerate(chosen):
            self.pictures.paint_counter(painter, key, QRectF(left + place * (side + gap), y, side, side))
        return y + side + 8 * MM

    def _paint_cover_map(self, painter: QPainter, room: QRectF) -> None:
        board, scenario = self.document.board, self.document.scenario
        if board is None or scenario is None or room.height() < 30 * MM:
            return
        if self._map is None:
            picture = Picture(MapDrawing(board, None, Look(numbers=False, regions=False, furniture=False)))
            area = drawn_area(board, furniture=False)
            self._map = small_picture(picture, area, COVER_PIXELS / max(area.width(), area.height()))
        image = self._map
        factor = min(room.width() / image.width(), room.height() / image.height())
        place = QRectF(0, 0, image.width() * factor, image.height() * factor)
        place.moveCenter(QPointF(room.center().x(), room.top() + place.height() / 2))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, image)
        painter.setPen(QPen(BAND, 0.4 * MM))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(place)


def _paint_page(page: FlowPage, painter: QPainter, x: float, y: float, width: float) -> None:
    page.paint(painter)


def _paint_contents_head(head: Lines, painter: QPainter, x: float, y: float, width: float) -> None:
    head.draw(painter, x, y)
    painter.setPen(QPen(BAND, 0.5 * MM))
    painter.drawLine(QPointF(x, y + head.height + 1 * MM), QPointF(x + width, y + head.height + 1 * MM))


def _paint_contents_line(name: str, number: str, painter: QPainter, x: float, y: float, width: float) -> None:
    room = QRectF(x, y, width - 14 * MM, 6 * MM)
    font = text_font(11)
    fitted_line(painter, room, name, font, Qt.AlignmentFlag.AlignLeft, INK)
    fitted_line(
        painter, QRectF(x + width - 12 * MM, y, 12 * MM, 6 * MM), number, font, Qt.AlignmentFlag.AlignRight, INK
    )
    begin = x + min(width_of(name, font), room.width()) + 2 * MM
    painter.setPen(QPen(LINE, 0.35 * MM, Qt.PenStyle.DotLine))
    end = x + width - 12 * MM + (12 * MM - width_of(number, font)) - 2 * MM
    if end > begin:
        painter.drawLine(QPointF(begin, y + 4.3 * MM), QPointF(end, y + 4.3 * MM))
