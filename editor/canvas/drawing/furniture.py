"""Map furniture on paper: title, legend, scale bar, turn track, boxes, compass, sources; for screen and print alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from editor.canvas.drawing.furniture_words import CAPITAL, LINE, REFERENCE, broken, filling, in_two, letters, size_of
from editor.canvas.drawing.look import GREY, ORGANIC, Look
from editor.canvas.drawing.paper import SCALE, paper_size
from editor.canvas.drawing.samples import sample_of
from editor.canvas.drawing.typefaces import serif, stays_text
from editor.canvas.drawing.typography import typeset
from engine.boards.board import Board
from engine.boards.distances import METRES
from engine.boards.furniture import Furniture, FurnitureKind
from engine.boards.kinds import used_kinds
from engine.boards.palette import Kind, Layer
from engine.boards.user_layers import on_other_layers
from engine.paper.sources import without_files
from engine.scenario.model import Scenario, Turns

TITLES: Final = {
    FurnitureKind.LEGEND: "Legend",
    FurnitureKind.SCALE_BAR: "",
    FurnitureKind.TURN_TRACK: "Turn record",
    FurnitureKind.BOX: "",
    FurnitureKind.COMPASS: "N",
    FurnitureKind.TITLE: "",
    FurnitureKind.SOURCES: "Sources",
}
"""What stands on furniture that has no title of its own."""

HEX: Final = sqrt(3) * SCALE
"""From side to side of a hex, which is from centre to centre of neighbours, in scene units."""
PAD: Final = 0.22 * SCALE
HEAD: Final = 0.62 * SCALE
"""Height of a title's line."""
ENTRY: Final = 1.3 * SCALE
"""Height of a line of a legend, at most: its pictures are as large as the hexes they stand for."""
NAMES: Final = 0.44 * SCALE
"""Height of a legend's letters, at most."""
TITLE_ROOM: Final = 0.4 * SCALE
"""What a title leaves free at its left and right, within the padding of its frame."""
LETTERS: Final = 4.0
"""Text lower than this many pixels is left out."""
SWATCHES: Final = (16, 32, 64, 160)
"""Heights in pixels that swatches are painted in: few, so that a change of the zoom seldom needs new ones."""
SMALL_PRINT: Final = 0.3 * SCALE
"""Height of the letters of a text of several lines, at most."""
LEADING: Final = 1.32
"""From line to line of such a text, in heights of its letters."""
USUAL_TURNS: Final = 10
"""Spaces of a turn track beside a map that is played in no scenario."""


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of furniture."""

    paper: QColor
    edge: QColor
    ink: QColor
    soft: QColor
    shade: QColor


_COLOURS: Final = Inks(QColor("#fbf7e8"), QColor("#5a4a38"), QColor("#1f1a14"), QColor("#8a7a62"), QColor("#d5d9e6"))
_GREYS: Final = Inks(QColor("#ffffff"), QColor("#000000"), QColor("#000000"), QColor("#6a6a6a"), QColor("#d8d8d8"))


@dataclass(frozen=True, slots=True)
class FurnitureContents:
    """What furniture tells of: the map, what is used on it, the game's turns, the style."""

    board: Board
    kinds: tuple[Kind, ...] = ()
    """What a legend lists, in the palette's order."""
    turns: Turns | None = None
    style: str = ORGANIC
    name: str = ""
    """What a title says: the scenario's name, else the map's."""
    pieces: tuple[Furniture, ...] = ()
    """The pieces that are drawn, the lowest first."""

    @property
    def inks(self) -> Inks:
        """The colours to draw in."""
        return _GREYS if self.style == GREY else _COLOURS


def setting_of(board: Board, scenario: Scenario | None, look: Look | None = None) -> FurnitureContents:
    """What the furniture of a map tells of; a scenario gives the turns, the look says the style and what is hidden."""
    look = look or Look()
    pieces = tuple(on_other_layers(board.look.furniture, look.without(board)))
    lists = any(item.kind is FurnitureKind.LEGEND for item in pieces)
    turns, name = (scenario.turns, scenario.name) if scenario else (None, board.name)
    return FurnitureContents(board, listed_kinds(board) if lists else (), turns, look.style, name, pieces)


def listed_kinds(board: Board) -> tuple[Kind, ...]:
    """The kinds that lie on a map, in the palette's order."""
    found = used_kinds(board)
    return tuple(kind for layer in found for key, kind in board.palette.kinds[layer].items() if key in found[layer])


_LIES: Final = {Layer.HEXSIDE: "along hexsides", Layer.PATH: "through hexes", Layer.FEATURE: "feature"}
"""Where kinds of a layer lie, for those that share a name with another kind."""


def captions(kinds: Sequence[Kind]) -> list[str]:
    """What a legend calls kinds: by name, and of several with one name by name and layer."""
    often = Counter(kind.name for kind in kinds)
    first = {kind.name: kind for kind in reversed(kinds)}
    alone = [often[kind.name] == 1 or kind is first[kind.name] for kind in kinds]
    where = [_LIES.get(kind.layer, kind.layer) for kind in kinds]
    return [
        kind.name if only else f"{kind.name} ({place})" for kind, only, place in zip(kinds, alone, where, strict=True)
    ]


def scene_rect(item: Furniture) -> QRectF:
    """Where a piece lies in the scene."""
    return QRectF(item.x * SCALE, item.y * SCALE, item.width * SCALE, item.height * SCALE)


def room_of(item: Furniture) -> QRectF:
    """What its edge and its title leave free of a piece, in the scene."""
    return _inside(scene_rect(item), item.title or TITLES[item.kind])


def furnished(board: Board) -> QRectF:
    """What furniture covers in the scene; empty when there is none."""
    rect = QRectF()
    for item in board.look.furniture:
        rect |= scene_rect(item)
    return rect


def drawn_area(board: Board, furniture: bool = True) -> QRectF:
    """The rectangle of the scene that the map and its furniture fill."""
    rect = QRectF(0, 0, *paper_size(board))
    return rect.united(furnished(board)) if furniture and board.look.furniture else rect


def paint_furniture(painter: QPainter, setting: FurnitureContents, part: QRectF, scale: float) -> None:
    """Paint the furniture that lies in a part of the scene; ``scale`` is pixels to a scene unit."""
    for item in setting.pieces:
        if scene_rect(item).intersects(part):
            paint_piece(painter, item, setting, scale)


def paint_piece(painter: QPainter, item: Furniture, setting: FurnitureContents, scale: float) -> None:
    """Paint one piece where it stands."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _PAINTERS[item.kind](_Board(painter, item, setting, scale))
    painter.restore()


class _Board:
    """One piece being painted: its room, and how letters are set."""

    def __init__(self, painter: QPainter, item: Furniture, setting: FurnitureContents, scale: float) -> None:
        self.painter = painter
        self.item = item
        self.setting = setting
        self.scale = scale
        self.rect = scene_rect(item)
        self.inks = setting.inks
        self.title = item.title or TITLES[item.kind]

    def frame_only(self, dash: bool = False) -> QRectF:
        """Draw paper and edge; what is left inside."""
        pen = QPen(self.inks.edge, 0.035 * SCALE, Qt.PenStyle.DashLine if dash else Qt.PenStyle.SolidLine)
        self.painter.setPen(pen)
        self.painter.setBrush(self.inks.paper)
        self.painter.drawRect(self.rect)
        return _inside(self.rect, "")

    def frame(self, dash: bool = False) -> QRectF:
        """Draw paper, edge and title; what is left inside."""
        whole, inside = self.frame_only(dash), _inside(self.rect, self.title)
        if self.title:
            head = inside.top() - whole.top()
            self.text(QRectF(whole.left(), whole.top(), whole.width(), head), self.title, head * 0.72, bold=True)
        return inside

    def lines(self, room: QRectF, words: str, size: float) -> None:
        """Words in the middle of a room, broken where they are too wide for it."""
        lines = in_two(words, room.width() / size)
        top = room.bottom() - len(lines) * size * LINE
        for place, line in enumerate(lines):
            self.text(QRectF(room.left(), top + place * size * LINE, room.width(), size * LINE), line, size, soft=True)

    def paragraph(self, room: QRectF, words: str) -> None:
        """A text of several lines, in the largest letters up to small print in which it fits."""
        size = SMALL_PRINT
        lines = broken(words, room.width() / size)
        while len(lines) * size * LEADING > room.height() and size > 0.02 * SCALE:
            size *= 0.95
            lines = broken(words, room.width() / size)
        for place, line in enumerate(lines):
            top = room.top() + place * size * LEADING
            self.text(QRectF(room.left(), top, room.width(), size * LEADING), line, size, left=True)

    def text(
        self, room: QRectF, words: str, size: float, *, bold: bool = False, left: bool = False, soft: bool = False
    ) -> None:
        """Letters of a height in a room, smaller where they would not fit; in its middle or from its left."""
        if size * self.scale < LETTERS or not words or room.width() <= 0:
            return
        path = letters(words, bold)
        bounds = path.boundingRect()
        factor = size / REFERENCE
        if bounds.width() * factor > room.width():
            factor = room.width() / bounds.width()
        x = room.left() if left else room.center().x() - bounds.width() * factor / 2
        self.painter.save()
        # All words of a size stand on one line, whatever their letters.
        self.painter.translate(x - bounds.left() * factor, room.center().y() + CAPITAL * factor / 2)
        self.painter.scale(factor, factor)
        ink = self.inks.soft if soft else self.inks.ink
        if stays_text(self.painter):
            self.painter.setFont(serif(REFERENCE, bold=bold))
            self.painter.setPen(ink)
            self.painter.drawText(QPointF(), typeset(words))
        else:
            self.painter.fillPath(path, ink)
        self.painter.restore()


def _inside(rect: QRectF, title: str) -> QRectF:
    """What the edge of a piece and its title leave free."""
    inside = rect.adjusted(PAD, PAD, -PAD, -PAD)
    if title:
        inside.setTop(inside.top() + min(HEAD, inside.height() * 0.4))
    return inside


# -- kinds --------------------------------------------------------------------------------------------------------


def _legend(board: _Board) -> None:
    inside = board.frame()
    kinds = board.setting.kinds
    if not kinds or inside.isEmpty():
        return
    columns, high = max(
        ((count, min(ENTRY, inside.height() / ceil(len(kinds) / count))) for count in range(1, 7)),
        key=lambda found: min(found[1], inside.width() / found[0] / 3.2),
    )
    rows, wide = ceil(len(kinds) / columns), inside.width() / columns
    ratio = 1.35
    tall = min(high * 0.84, wide * 0.4 / ratio)
    # Names keep off the next column's pictures. All are as high, unless one is much longer than the others.
    room = wide - tall * ratio - PAD * 1.7
    size = min(tall * 0.5, NAMES)
    names = captions(kinds)
    size = max(0.75 * size, min(size, *(filling(name, room) for name in names)))
    for place, (kind, name) in enumerate(zip(kinds, names, strict=True)):
        column, row = divmod(place, rows)
        cell = QRectF(inside.left() + column * wide, inside.top() + row * high, wide, high)
        swatch = QRectF(cell.left(), cell.center().y() - tall / 2, tall * ratio, tall)
        _swatch(board, kind, swatch)
        board.text(QRectF(swatch.right() + PAD * 0.7, cell.top(), room, high), name, size, left=True)


def _swatch(board: _Board, kind: Kind, rect: QRectF) -> None:
    """A kind as the map draws it: in the same detail, whatever the zoom."""
    wanted = rect.height() * max(board.scale, 0.5)
    tall = next((height for height in SWATCHES if height >= wanted), SWATCHES[-1])
    wide = max(8, round(tall * rect.width() / rect.height()))
    image = sample_of(board.setting.board, kind, wide, tall, board.setting.style)
    painter = board.painter
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(rect, image)
    painter.setPen(QPen(board.inks.edge, 0.018 * SCALE))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect)


_DISTANCE: Final = re.compile(r"(\d+(?:[.,]\d+)*)\s*([^\d\s][^\d,;(]*)?")


def distance(scale: str) -> tuple[float, str]:
    """What a hex is across, from a map's scale: ``100 yards`` is 100 and yards. Without a number one hex is a hex."""
    match = _DISTANCE.search(re.sub(r"\b1\s*hex(?:es)?\b|\b(?:per|a|each|to the)\s+hex\b|=", "", scale))
    if match is None:
        return 1.0, "hexes"
    digits = match[1]
    # A comma before three digits groups thousands, any other is a decimal point.
    digits = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", digits) if re.search(r"^\d{1,3}(,\d{3})+$", digits) else digits
    return float(digits.replace(",", ".")), (match[2] or "").strip() or "hexes"


def true_distance(scale: str, metres: float) -> tuple[float, str]:
    """The width of a hex, given in metres, in the unit of the map's scale, else in metres or kilometres."""
    unit = distance(scale)[1]
    if unit.lower() not in METRES:
        unit = "km" if metres >= 1000 else "m"
    return round(metres / METRES[unit.lower()], 3), unit


def _scale_bar(board: _Board) -> None:
    map_of, geo = board.setting.board, board.setting.board.look.geo
    value, unit = distance(map_of.scale) if geo is None else true_distance(map_of.scale, geo.hex)
    rect, painter = board.rect, board.painter
    room = rect.adjusted(PAD, PAD * 0.5, -PAD, -PAD * 0.5)
    if room.isEmpty():
        return
    count, share = max(1, floor((room.width() - 0.9 * SCALE) / HEX)), 1.0
    while share * HEX > room.width():
        share /= 2
    if count == 1 and room.width() > 1.5 * share * HEX:
        # A bar of one part shows no measure to compare with.
        count, share = 2, share / 2
    part = share * HEX
    length = count * part
    left = room.center().x() - length / 2
    title = board.item.title
    head = room.height() * 0.34 if title else 0.0
    painter.setPen(QPen(board.inks.edge, 0.035 * SCALE))
    painter.setBrush(board.inks.paper)
    painter.drawRect(rect)
    if title:
        board.text(QRectF(room.left(), room.top(), room.width(), head), title, head * 0.8, bold=True)
    body = QRectF(room.left(), room.top() + head, room.width(), room.height() - head)
    thick = min(0.22 * SCALE, body.height() * 0.3)
    bar = QRectF(left, body.bottom() - thick * 1.3, length, thick)
    for place in range(count):
        painter.setBrush(board.inks.ink if place % 2 == 0 else board.inks.paper)
        painter.setPen(QPen(board.inks.ink, 0.02 * SCALE))
        painter.drawRect(QRectF(left + place * part, bar.top(), part, thick))
    words = QRectF(0, body.top(), HEX, bar.top() - body.top())
    size = min(0.36 * SCALE, words.height() * 0.75)
    if count == 1:
        # There is no room for two marks beside each other.
        board.text(QRectF(room.left(), words.top(), room.width(), words.height()), f"{share * value:g} {unit}", size)
        return
    marks = {0: "0", count: f"{count * share * value:g} {unit}"}
    if count % 2 == 0 and count > 2:
        marks[count // 2] = f"{count // 2 * value:g}"
    for place, text in marks.items():
        # The last mark holds the unit as well and ends within the frame.
        words.setWidth(min(HEX, length))
        words.moveLeft(left + place * part - words.width() / 2)
        if place == count:
            start = left + length - min(1.2 * HEX, 0.8 * length)
            words = QRectF(start, words.top(), rect.right() - PAD - start, words.height())
        board.text(words, text, size)


def _turn_track(board: _Board) -> None:
    inside = board.frame()
    turns = board.setting.turns
    if inside.isEmpty():
        return
    spaces = _spaces(inside, turns.count if turns else USUAL_TURNS)
    wide, high = spaces[0].width(), spaces[0].height()
    painter, labels = board.painter, turns.labels if turns else {}
    margin = min(wide, high) * 0.08
    room = wide - 2 * margin
    # All labels are as high: the highest letters in which the longest one fits, on two lines if it has to.
    size = min((size_of(label, room, high * 0.4 - margin, high * 0.2) for label in labels.values()), default=0.0)
    for turn, cell in enumerate(spaces, 1):
        painter.setPen(QPen(board.inks.edge, 0.022 * SCALE))
        painter.setBrush(board.inks.shade if turns and turn in turns.night else board.inks.paper)
        painter.drawRect(cell)
        upper = cell.adjusted(margin, margin, -margin, 0)
        upper.setHeight(high * 0.3)
        board.text(upper, str(turn), high * 0.3, bold=True)
        if turns and turn in turns.labels:
            board.lines(cell.adjusted(margin, high * 0.55, -margin, -margin), turns.labels[turn], size)


def turn_spaces(item: Furniture, count: int) -> list[QRectF]:
    """The spaces of a number of turns on a turn track, in the scene, in order; none where it has no room."""
    inside = _inside(scene_rect(item), item.title or TITLES[item.kind])
    return [] if inside.isEmpty() else _spaces(inside, count)


def _spaces(inside: QRectF, count: int) -> list[QRectF]:
    """A number of spaces of one size in rows, as large as a room allows."""
    columns = max(
        range(1, min(count, 60) + 1),
        key=lambda columns: min(inside.width() / columns, inside.height() / ceil(count / columns) * 1.2),
    )
    wide = inside.width() / columns
    high = min(inside.height() / ceil(count / columns), wide * 1.1)
    places = (divmod(turn, columns) for turn in range(count))
    return [QRectF(inside.left() + column * wide, inside.top() + row * high, wide, high) for row, column in places]


def _box(board: _Board) -> None:
    board.frame(dash=True)


def _compass(board: _Board) -> None:
    rect, painter = board.rect, board.painter
    reach = min(rect.width(), rect.height()) / 2
    middle = rect.center()
    letter = QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, reach * 0.5)
    top, foot = middle.y() - reach * 0.45, middle.y() + reach * 0.95
    halo = QPainterPath()
    halo.addEllipse(middle, reach, reach)
    paper = QColor(board.inks.paper)
    paper.setAlphaF(0.75)
    painter.fillPath(halo, paper)
    for side in (-1, 1):
        half = QPainterPath()
        half.moveTo(middle.x(), top)
        half.lineTo(middle.x() + side * reach * 0.42, foot)
        half.lineTo(middle.x(), foot - reach * 0.38)
        half.closeSubpath()
        painter.fillPath(half, board.inks.ink if side < 0 else board.inks.paper)
        painter.strokePath(half, QPen(board.inks.ink, 0.03 * SCALE))
    board.text(letter, board.title, reach * 0.5, bold=True)


def _title(board: _Board) -> None:
    inside = board.frame_only()
    scale = board.setting.board.scale
    high = inside.height() * (0.66 if scale else 1.0)
    # A long title keeps as far from the frame at its sides as it does above.
    room = inside.width() - 2 * min(TITLE_ROOM, inside.width() * 0.05)
    head = QRectF(inside.center().x() - room / 2, inside.top(), room, high)
    name = board.title or board.setting.name
    board.text(head, name, high * 0.78, bold=True)
    if scale:
        foot = QRectF(inside.left(), head.bottom(), inside.width(), inside.height() - high)
        # It is lower than the title, which may be a long one.
        board.text(foot, f"{scale} a hex", min(foot.height() * 0.8, filling(name, room, bold=True) * 0.7), soft=True)


def _sources(board: _Board) -> None:
    board.paragraph(board.frame(), without_files(board.setting.board.provenance))


_PAINTERS: Final[dict[FurnitureKind, Callable[[_Board], None]]] = {
    FurnitureKind.LEGEND: _legend,
    FurnitureKind.SCALE_BAR: _scale_bar,
    FurnitureKind.TURN_TRACK: _turn_track,
    FurnitureKind.BOX: _box,
    FurnitureKind.COMPASS: _compass,
    FurnitureKind.TITLE: _title,
    FurnitureKind.SOURCES: _sources,
}
