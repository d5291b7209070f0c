"""What will come out, or has come in, in small: a part of the picture, and short lines about its size and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontDatabase, QImage, QPainter, QPalette, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from editor.kinds import kind_of_board
from editor.output.exchange_pictures import DrawnPictures
from editor.plain import PlainLabel
from engine.boards.kinds import kind_of
from engine.errors import HexwrightError
from engine.exchange.facts import facts
from engine.exchange.rows import Format
from engine.exchange.source import BoardPicture, ExportSource, Imported, Options
from engine.pauses import pause
from engine.scenario.model import Scenario

PART: Final = QSize(400, 300)
"""Pixels of the part that is shown."""
SMALL: Final = QSize(132, 92)
"""Pixels of the picture on a card."""
TILES: Final = {"large": 168, "small": 52}
"""Pixels from side to side of tiles, by the option that says their size."""
TEXTS: Final = ("csv", "json")
"""Formats that are shown as text."""
LINES: Final = 14
INK: Final = QColor("#39424b")


@dataclass(slots=True)
class Sample:
    """What is shown beside the options."""

    image: QImage | None = None
    lines: list[str] = field(default_factory=list)
    text: str = ""
    """The beginning of a file of text, in the place of a picture."""
    problem: str = ""
    """Why nothing can come out like this."""


def _pictures() -> DrawnPictures:
    """Draws, and pauses meanwhile: what nobody waits for any more ends there."""
    return DrawnPictures(lambda _part: pause())


def export_preview(source: ExportSource, row: Format, options: Options) -> Sample:
    """A part of what an export will draw. Fit to be called on any thread."""
    try:
        found = Sample(lines=facts(source, row, options))
        if row.key in TEXTS:
            made: dict[str, bytes] = row.offers("writer")(source, options, _pictures(), "preview")
            lines = next(iter(made.values())).decode("utf-8", "replace").splitlines()
            found.text = "\n".join(line[:60] for line in lines[:LINES])
        elif isinstance(getattr(options, "dpi", None), int) and source.scenario is not None:
            found.image = _first_counter(source.scenario, source.folder)
        else:
            found.image = board_part(source, options)
    except HexwrightError as error:
        return Sample(problem=str(error))
    return found


def board_part(source: ExportSource, options: Options) -> QImage:
    """The middle of the map, at the size that it will have."""
    pixels = getattr(options, "pixels", None)
    across = float(pixels) if isinstance(pixels, int) else TILES.get(str(getattr(options, "tiles", "")), 60)
    style = str(getattr(options, "style", "organic"))
    numbers = bool(getattr(options, "numbers", True))
    kind = kind_of(source.board)
    scale = across / kind.pixels[0]
    x, y = (part / kind.length / 2 for part in source.board.extent)
    left, top = x - PART.width() / 2 / scale, y - PART.height() / 2 / scale
    place = BoardPicture(b"", PART.width(), PART.height(), left, top, scale)
    drawn = _pictures().board(source, place, style=style, numbers=numbers, furniture=False)
    return QImage.fromData(drawn)


def small_map(source: ExportSource, size: QSize = SMALL) -> QImage:
    """The whole map in this many pixels at most."""
    length = kind_of(source.board).length
    wide, high = (side / length for side in source.board.extent)
    scale = min(size.width() / wide, size.height() / high)
    place = BoardPicture(b"", max(1, round(wide * scale)), max(1, round(high * scale)), 0.0, 0.0, scale)
    drawn = _pictures().board(source, place, style="organic", numbers=False, furniture=False)
    return QImage.fromData(drawn)


def import_preview(found: Imported) -> QImage:
    """The map that an import makes."""
    scenario = found.scenarios[0] if found.scenarios else None
    source = ExportSource(found.board, (scenario,) if scenario is not None else ())
    return small_map(source, PART)


def _first_counter(scenario: Scenario, folder: str, pixels: int = 150) -> QImage:
    unit = next(iter(scenario.units.values()))
    return QImage.fromData(_pictures().card(scenario, unit, pixels, 12, back=False, folder=folder))


def counters_of(source: ExportSource, count: int = 3, pixels: int = 34) -> list[QImage]:
    """The first counters of a scenario."""
    scenario = source.scenario
    units = list(scenario.units.values())[:count] if scenario is not None else []
    drawn = _pictures()
    return [
        QImage.fromData(
            drawn.base(scenario, unit, pixels)
            if kind_of_board(scenario.map).bases
            else drawn.counter(scenario, unit, pixels, back=False, folder=source.folder)
        )
        for unit in units
        if scenario is not None
    ]


def card_picture(row: Format, drawn: QImage | None, counters: Sequence[QImage], ratio: float = 1.0) -> QPixmap:
    """What comes out of a format in small: the map, counters, or a table, with the ending of its file."""
    picture = QPixmap(SMALL * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor("#f4f2ea"))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    room = QRectF(0, 0, SMALL.width(), SMALL.height())
    if row.key in TEXTS:
        _paint_table(painter, room)
    elif row.needs == "units":
        _paint_counters(painter, room, counters)
    else:
        if drawn is not None:
            size = drawn.size().scaled(SMALL, Qt.AspectRatioMode.KeepAspectRatio)
            corner = QPointF((room.width() - size.width()) / 2, (room.height() - size.height()) / 2)
            painter.drawImage(QRectF(corner.x(), corner.y(), size.width(), size.height()), drawn)
        if "units" in row.carries:
            _paint_counters(painter, room.adjusted(0, room.height() * 0.45, 0, 0), counters[:2])
    _paint_badge(painter, room, row.endings[0])
    painter.end()
    return picture


def _paint_table(painter: QPainter, room: QRectF) -> None:
    painter.setPen(QPen(QColor("#b8b6aa"), 1))
    for line in range(1, 7):
        y = room.top() + room.height() * line / 7
        painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y))
    for column in range(1, 4):
        x = room.left() + room.width() * column / 4
        painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()))


def _paint_counters(painter: QPainter, room: QRectF, counters: Sequence[QImage]) -> None:
    for number, counter in enumerate(counters):
        x = room.left() + 8 + number * 40
        painter.drawImage(QRectF(x, room.center().y() - 17, 34, 34), counter)


def _paint_badge(painter: QPainter, room: QRectF, ending: str) -> None:
    font = painter.font()
    font.setPixelSize(12)
    font.setBold(True)
    painter.setFont(font)
    wide = painter.fontMetrics().horizontalAdvance(ending) + 12
    box = QRectF(room.right() - wide - 4, room.bottom() - 22, wide, 18)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(INK)
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(QColor("#ffffff"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, ending)


class PreviewBox(QWidget):
    """Shows a preview: the picture or text above, lines below."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._pixmap = QPixmap()
        self.picture = PlainLabel()
        self.picture.setAccessibleName(name)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setMinimumSize(150, 110)
        self.picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.text = PlainLabel()
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.hide()
        self.lines = PlainLabel()
        self.lines.setWordWrap(True)
        self.lines.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget, stretch in ((self.picture, 1), (self.text, 0), (self.lines, 0)):
            column.addWidget(widget, stretch)

    def show_preview(self, found: Sample) -> None:
        """Show this one."""
        self._pixmap = QPixmap.fromImage(found.image) if found.image is not None else QPixmap()
        self.text.setText(found.text)
        self.text.setVisible(bool(found.text))
        self.lines.setText("\n".join(found.lines))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The picture is never larger than its room, and never enlarged."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if self._pixmap.isNull():
            self.picture.setPixmap(QPixmap())
            return
        room = self.picture.size().boundedTo(self._pixmap.size())
        keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        self.picture.setPixmap(self._pixmap.scaled(room, keep, smooth))
