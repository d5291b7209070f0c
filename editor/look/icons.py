"""The editor's icons: drawn by our own code on a field of 24 x 24, in the ink of the desktop."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from editor.canvas.drawing import typefaces
from editor.look import style

INK: Final = QColor("#3a4450")
INK_ON_DARK: Final = QColor("#cdd4db")
FADED: Final = QColor("#a9b0b7")
FADED_ON_DARK: Final = QColor("#6a727a")
BLUE: Final = QColor("#2f6fb2")
ON_DARK: Final = {INK.name(): INK_ON_DARK, BLUE.name(): QColor("#79b0ea")}
"""What stands for colours that would drown on a dark desktop."""
GREEN: Final = QColor("#6f9e4c")
CROSS: Final = QColor("#4a3d22")
SAND: Final = QColor("#e3c98b")
ORANGE: Final = QColor("#d9822b")
SIZES: Final = (16, 20, 24, 32, 48, 64)


class Pen:
    """Draws one icon on a field of 24 x 24."""

    def __init__(self, painter: QPainter, off: bool, dark: bool = False) -> None:
        self.painter = painter
        self.off = off
        self.dark = dark

    def colour(self, colour: QColor) -> QColor:
        """A colour, or its stand-in on a disabled icon or on a dark desktop."""
        if self.off:
            return FADED_ON_DARK if self.dark else FADED
        return ON_DARK.get(colour.name(), colour) if self.dark else colour

    def line(self, *points: tuple[float, float], width: float = 1.8, colour: QColor = INK, close: bool = False) -> None:
        """A line through points."""
        path = QPainterPath(QPointF(*points[0]))
        for point in points[1:]:
            path.lineTo(*point)
        if close:
            path.closeSubpath()
        self.stroke(path, width, colour)

    def stroke(self, path: QPainterPath, width: float = 1.8, colour: QColor = INK) -> None:
        """The outline of a path."""
        round_cap, round_join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        self.painter.strokePath(path, QPen(self.colour(colour), width, Qt.PenStyle.SolidLine, round_cap, round_join))

    def fill(self, path: QPainterPath, colour: QColor) -> None:
        """A filled path."""
        tint = QColor(self.colour(colour))
        if self.off:
            tint.setAlpha(110)
        self.painter.fillPath(path, tint)

    def shape(self, *points: tuple[float, float]) -> QPainterPath:
        """A closed path through points."""
        path = QPainterPath()
        path.addPolygon(QPolygonF([QPointF(*point) for point in points]))
        path.closeSubpath()
        return path

    def hex(self, x: float, y: float, radius: float) -> QPainterPath:
        """A flat-topped hexagon."""
        return self.shape(*((x + radius * cos(pi / 3 * i), y + radius * sin(pi / 3 * i)) for i in range(6)))

    def text(self, letters: str, rect: QRectF, size: int, colour: QColor = INK, serif: bool = False) -> None:
        """Letters."""
        self.painter.setFont((typefaces.serif if serif else typefaces.sans)(size, bold=True))
        self.painter.setPen(self.colour(colour))
        self.painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, letters)


def _select(p: Pen) -> None:
    arrow = p.shape((6, 3), (6, 18), (10, 14.4), (12.8, 20.4), (15.2, 19.3), (12.5, 13.4), (17.8, 13))
    p.fill(arrow, QColor("#ffffff"))
    p.stroke(arrow, 1.6)


def _furniture(p: Pen) -> None:
    p.fill(p.shape((3, 4), (21, 4), (21, 20), (3, 20)), SAND)
    p.stroke(p.shape((3, 4), (21, 4), (21, 20), (3, 20)), 1.5)
    p.line((12.5, 9), (18, 9), width=1.4)
    p.line((12.5, 15), (18, 15), width=1.4)
    p.fill(p.shape((6, 7), (10, 7), (10, 11), (6, 11)), GREEN)
    p.fill(p.shape((6, 13), (10, 13), (10, 17), (6, 17)), BLUE)


def _stamp(p: Pen) -> None:
    handle = QPainterPath(QPointF(9, 13.5))
    handle.cubicTo(11.5, 9, 6.5, 3, 12, 3)
    handle.cubicTo(17.5, 3, 12.5, 9, 15, 13.5)
    handle.closeSubpath()
    p.fill(handle, SAND)
    p.stroke(handle, 1.4)
    p.fill(p.shape((5, 13.5), (19, 13.5), (19, 17.5), (5, 17.5)), GREEN)
    p.stroke(p.shape((5, 13.5), (19, 13.5), (19, 17.5), (5, 17.5)), 1.5)
    p.line((4, 21), (20, 21), width=1.8)


def _shape(p: Pen) -> None:
    p.fill(p.shape((3, 4), (15, 4), (15, 14), (3, 14)), GREEN)
    p.stroke(p.shape((3, 4), (15, 4), (15, 14), (3, 14)), 1.5)
    ring = QPainterPath()
    ring.addEllipse(QPointF(15.5, 15), 6, 6)
    p.stroke(ring, 3.6)
    p.stroke(ring, 1.6, SAND)


def _brush(p: Pen) -> None:
    p.line((20, 3.5), (12.2, 12), width=3)
    tuft = QPainterPath(QPointF(12.6, 11))
    tuft.quadTo(7, 11, 6.4, 16)
    tuft.quadTo(6, 19.4, 3, 20)
    tuft.quadTo(12, 22.6, 14, 15.6)
    tuft.quadTo(14.6, 12.8, 12.6, 11)
    p.fill(tuft, GREEN)
    p.stroke(tuft, 1.3)


def _line(p: Pen) -> None:
    for x, y in ((5.2, 17), (12, 12.6), (18.8, 8.2)):
        p.fill(p.hex(x, y, 4.4), GREEN)
        p.stroke(p.hex(x, y, 4.4), 1.2)


def _fill(p: Pen) -> None:
    bucket = p.shape((10.5, 4), (18.5, 12), (11, 19.2), (3.4, 11.4))
    p.fill(p.shape((4.6, 11.6), (17.6, 11.6), (11, 18.6)), GREEN)
    p.stroke(bucket, 1.6)
    p.line((8, 6.4), (6, 3.4))
    drop = QPainterPath(QPointF(20.4, 14))
    drop.quadTo(23.4, 19.6, 20.4, 20)
    drop.quadTo(17.4, 19.6, 20.4, 14)
    p.fill(drop, GREEN)
    p.stroke(drop, 1.1)


def _elevation(p: Pen) -> None:
    hill = QPainterPath(QPointF(2.5, 19.5))
    hill.cubicTo(7, 19, 7.5, 7, 12, 7)
    hill.cubicTo(16.5, 7, 17, 19, 21.5, 19.5)
    hill.closeSubpath()
    p.fill(hill, SAND)
    p.stroke(hill, 1.5)
    p.line((7.2, 15), (16.8, 15), width=1.1)
    p.line((9, 11), (15, 11), width=1.1)


def _hexside(p: Pen) -> None:
    p.stroke(p.hex(12, 12, 9), 1.1, FADED)
    p.line((3, 12), (7.5, 4.2), (16.5, 4.2), (21, 12), width=3.2, colour=BLUE)


def _road(p: Pen) -> None:
    way = QPainterPath(QPointF(3, 19))
    way.cubicTo(10, 18, 8, 10, 13, 9)
    way.cubicTo(17, 8, 18, 6, 21, 4)
    p.stroke(way, 5.4)
    p.stroke(way, 3, SAND)


def _feature(p: Pen) -> None:
    p.fill(p.shape((5, 11), (12, 5), (19, 11)), QColor("#b0604f"))
    p.stroke(p.shape((5, 11), (12, 5), (19, 11)), 1.5)
    p.stroke(p.shape((6.5, 11), (17.5, 11), (17.5, 19.5), (6.5, 19.5)), 1.5)
    p.fill(p.shape((10.4, 14), (13.6, 14), (13.6, 19.5), (10.4, 19.5)), INK)


def _label(p: Pen) -> None:
    p.text("A", QRectF(1, 1, 15, 20), 18, serif=True)
    p.text("b", QRectF(12, 5, 11, 17), 13, BLUE, serif=True)


def _region(p: Pen) -> None:
    path = QPainterPath(QPointF(4, 9))
    path.cubicTo(6, 2, 16, 3, 19, 6)
    path.cubicTo(22, 10, 20, 18, 15, 20)
    path.cubicTo(9, 22, 3, 16, 4, 9)
    p.fill(path, QColor(122, 92, 153, 70))
    pen = QPen(p.colour(QColor("#7a5c99")), 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    pen.setDashPattern([2.2, 1.9])
    p.painter.strokePath(path, pen)


def _eraser(p: Pen) -> None:
    p.fill(p.shape((3.5, 15), (9, 20.4), (14.4, 15), (9, 9.4)), QColor("#e8a0a8"))
    p.stroke(p.shape((3.5, 15), (14, 4.4), (20, 10.2), (9.6, 20.4), (8.4, 20.4)), 1.6)
    p.line((9, 9.4), (14.8, 15.2), width=1.4)
    p.line((10, 20.6), (20.5, 20.6), width=1.6)


def _pick(p: Pen) -> None:
    p.line((4, 20), (5, 16.4), (13, 8.4), (15.8, 11.2), (7.8, 19.2), close=True, width=1.5)
    p.line((12, 7), (17.2, 12.2), width=2.6)
    p.line((15, 9), (19.4, 4.8), width=4.2)


def _measure(p: Pen) -> None:
    ruler = p.shape((2.6, 15.6), (15.6, 2.6), (21.4, 8.4), (8.4, 21.4))
    p.fill(ruler, SAND)
    p.stroke(ruler, 1.5)
    for i in range(1, 6):
        x, y = 2.6 + i * 2.17, 15.6 - i * 2.17
        reach = 2.6 if i % 2 else 1.7
        p.line((x, y), (x + reach, y + reach), width=1.1)


def _sight(p: Pen) -> None:
    eye = QPainterPath(QPointF(2.5, 12))
    eye.quadTo(12, 2.5, 21.5, 12)
    eye.quadTo(12, 21.5, 2.5, 12)
    p.fill(eye, QColor("#ffffff"))
    p.stroke(eye, 1.6)
    iris = QPainterPath()
    iris.addEllipse(8.6, 8.6, 6.8, 6.8)
    p.fill(iris, BLUE)


def _underlay(p: Pen) -> None:
    sheet = p.shape((2.5, 8), (14.5, 4), (21.5, 17), (9, 21.5))
    p.fill(sheet, SAND)
    p.stroke(sheet, 1.4, FADED)
    p.line((6, 10.4), (11.6, 14), (17, 15), width=1.6, colour=BLUE)
    p.stroke(p.hex(12.4, 10.6, 6.6), 1.5)


def _page(p: Pen) -> None:
    page = p.shape((5.5, 3), (14, 3), (19, 8), (19, 21), (5.5, 21))
    p.fill(page, QColor("#ffffff"))
    p.stroke(page, 1.5)
    p.line((14, 3.2), (14, 8), (18.8, 8), width=1.3)


def _new(p: Pen) -> None:
    _page(p)
    p.line((12.2, 11.4), (12.2, 18), colour=GREEN, width=2.3)
    p.line((8.9, 14.7), (15.5, 14.7), colour=GREEN, width=2.3)


def _open(p: Pen) -> None:
    p.fill(p.shape((3, 19), (6.6, 10.4), (22, 10.4), (18.6, 19.4)), SAND)
    p.line((19, 10), (19, 7.4), (11, 7.4), (9, 5), (3, 5), (3, 19), width=1.5)
    p.stroke(p.shape((3, 19.4), (6.6, 10.4), (22, 10.4), (18.6, 19.4)), 1.5)


def _tab_map(p: Pen) -> None:
    """A hex of ground."""
    hexagon = p.shape((21, 12), (16.5, 20), (7.5, 20), (3, 12), (7.5, 4), (16.5, 4))
    p.fill(hexagon, GREEN)
    p.stroke(hexagon, 1.6)


def _tab_scenario(p: Pen) -> None:
    """A counter with the sign of infantry."""
    counter = p.shape((3.5, 5.5), (20.5, 5.5), (20.5, 18.5), (3.5, 18.5))
    p.fill(counter, SAND)
    p.stroke(counter, 1.6)
    for ends in (((3.5, 5.5), (20.5, 18.5)), ((20.5, 5.5), (3.5, 18.5))):
        p.line(*ends, width=1.4, colour=CROSS)


def _save(p: Pen) -> None:
    body = p.shape((4, 4), (16.6, 4), (20, 7.4), (20, 20), (4, 20))
    p.fill(body, QColor("#d9e4ef"))
    p.stroke(body, 1.5)
    p.stroke(p.shape((7.6, 4), (15.4, 4), (15.4, 9), (7.6, 9)), 1.3)
    p.fill(p.shape((7, 13), (17, 13), (17, 20), (7, 20)), QColor("#ffffff"))
    p.stroke(p.shape((7, 13), (17, 13), (17, 20), (7, 20)), 1.3)


def _undo(p: Pen) -> None:
    path = QPainterPath(QPointF(5, 9))
    path.cubicTo(16, 7, 20, 12, 18, 19)
    p.stroke(path, 2)
    p.line((9.6, 4.4), (4.6, 9), (9.8, 13), width=2)


def _redo(p: Pen) -> None:
    path = QPainterPath(QPointF(19, 9))
    path.cubicTo(8, 7, 4, 12, 6, 19)
    p.stroke(path, 2)
    p.line((14.4, 4.4), (19.4, 9), (14.2, 13), width=2)


def _glass(p: Pen) -> None:
    lens = QPainterPath()
    lens.addEllipse(3.6, 3.6, 12.8, 12.8)
    p.fill(lens, QColor("#ffffff"))
    p.stroke(lens, 1.7)
    p.line((14.8, 14.8), (20.4, 20.4), width=2.8)


def _zoom_in(p: Pen) -> None:
    _glass(p)
    p.line((10, 6.8), (10, 13.2), colour=BLUE)
    p.line((6.8, 10), (13.2, 10), colour=BLUE)


def _zoom_out(p: Pen) -> None:
    _glass(p)
    p.line((6.8, 10), (13.2, 10), colour=BLUE)


def _fit(p: Pen) -> None:
    for sx in (-1, 1):
        for sy in (-1, 1):
            x, y = 12 + sx * 8.6, 12 + sy * 8.6
            p.line((x - sx * 5, y), (x, y), (x, y - sy * 5), width=1.8)
    p.fill(p.hex(12, 12, 5), GREEN)
    p.stroke(p.hex(12, 12, 5), 1.2)


def _grid(p: Pen) -> None:
    for x, y in ((8, 7.6), (8, 16.3), (15.5, 12)):
        p.stroke(p.hex(x, y, 5), 1.4)


def _style(p: Pen) -> None:
    half = p.shape((12, 3.3), (17, 3.3), (22, 12), (17, 20.7), (12, 20.7))
    p.fill(p.hex(12, 12, 10), SAND)
    p.fill(half, GREEN)
    p.stroke(p.hex(12, 12, 10), 1.4)
    for x in (5.2, 8.4):
        p.line((x, 16 if x > 6 else 13), (x + 3.2, 8 if x > 6 else 6.5), width=1.2)


def _numbers(p: Pen) -> None:
    p.stroke(p.hex(12, 12, 10), 1.3)
    p.text("01", QRectF(2, 3, 20, 18), 9, BLUE)


def _play(p: Pen) -> None:
    triangle = p.shape((7, 4.4), (19.4, 12), (7, 19.6))
    p.fill(triangle, GREEN)
    p.stroke(triangle, 1.5)


def _app(p: Pen) -> None:
    p.fill(p.hex(12, 12, 11.6), QColor("#2b3a4a"))
    p.fill(p.hex(12, 12, 10), QColor("#e6e5bf"))
    for x, y, r in ((8, 9.4, 3), (12.4, 7.2, 3.1), (15.4, 10.4, 2.7), (10.8, 11.4, 2.7)):
        crown = QPainterPath()
        crown.addEllipse(QPointF(x, y), r, r)
        p.fill(crown, QColor("#4f7f3d"))
        crown = QPainterPath()
        crown.addEllipse(QPointF(x - 0.3, y - 0.4), r * 0.76, r * 0.76)
        p.fill(crown, QColor("#7fae62"))
    river = QPainterPath(QPointF(3.6, 15))
    river.cubicTo(9, 13.4, 12, 20, 18.4, 16.4)
    p.stroke(river, 2.6, QColor("#2f6f96"))
    p.stroke(river, 1.7, QColor("#83bbda"))


def _size(size: int) -> Callable[[Pen], None]:
    """A disc as large as a brush."""

    def draw(p: Pen) -> None:
        disc = QPainterPath()
        disc.addEllipse(QPointF(12, 12), 2.4 + size * 2, 2.4 + size * 2)
        p.fill(disc, INK)

    return draw


ICONS: Final[dict[str, Callable[[Pen], None]]] = {
    "app": _app,
    "select": _select,
    "furniture": _furniture,
    "stamp": _stamp,
    "shape": _shape,
    "brush": _brush,
    "line": _line,
    "fill": _fill,
    "elevation": _elevation,
    "hexside": _hexside,
    "road": _road,
    "feature": _feature,
    "label": _label,
    "region": _region,
    "eraser": _eraser,
    "pick": _pick,
    "measure": _measure,
    "sight": _sight,
    "underlay": _underlay,
    "new": _new,
    "open": _open,
    "tab_map": _tab_map,
    "tab_scenario": _tab_scenario,
    "save": _save,
    "undo": _undo,
    "redo": _redo,
    "zoom_in": _zoom_in,
    "zoom_out": _zoom_out,
    "fit": _fit,
    "grid": _grid,
    "numbers": _numbers,
    "style": _style,
    "play": _play,
    **{f"size_{size}": _size(size) for size in range(1, 5)},
}


_names: Final[dict[int, str]] = {}
"""The names of the icons that were made, by what Qt knows them by."""


def icon(name: str) -> QIcon:
    """An icon by its name, in the ink of the desktop; an empty one for a name nobody drew."""
    return _drawn(name, style.is_dark())


def redressed(old: QIcon) -> QIcon | None:
    """An icon of ours in the ink of the desktop as it is now; None for one that is not ours."""
    name = _names.get(old.cacheKey())
    return icon(name) if name is not None else None


@cache
def _drawn(name: str, dark: bool) -> QIcon:
    found = QIcon()
    draw = ICONS.get(name)
    if draw is None:
        return found
    for size in SIZES:
        for off, mode in ((False, QIcon.Mode.Normal), (True, QIcon.Mode.Disabled)):
            pixmap = QPixmap(size, size)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(size / 24, size / 24)
            draw(Pen(painter, off, dark))
            painter.end()
            found.addPixmap(pixmap, mode)
    _names[found.cacheKey()] = name
    return found
