"""Figures that stand for types of units: foot, horse, guns, elephants, ships, wagons, flags, tanks.

Each is an outline in a box of 100 x 80 that stands on its lower edge and looks to the left, as on counters of old
wargames. A type of unit finds its figure by the name of its symbol.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from editor.canvas.drawing.symbols import symbol_of

WIDTH: Final = 100.0
HEIGHT: Final = 80.0

_MAN: Final = (
    # Shako, head, coat, striding legs.
    "M44 4 h12 v10 h-13 z M44 15 h11 v8 q-5 4 -10 0 z "
    "M40 25 q9 -3 17 1 l4 20 l-3 3 l-1 8 l7 21 h-9 l-6 -19 l-6 19 h-9 l5 -22 l-1 -10 l-5 -4 z "
)
_MUSKET: Final = "M34 2 l2 -1 l3 30 l9 3 l-1 5 l-10 -2 l1 20 l-3 0 z M62 30 h8 v14 h-8 z "
_HORSE: Final = (
    "M6 34 q1 -11 13 -16 l2 -5 l4 5 q9 3 14 14 q16 4 34 1 q9 -1 13 6 q9 3 8 19 l-4 -1 q0 -8 -5 -9 q1 8 -4 12 l5 20 "
    "h-6 l-8 -18 l-3 2 l1 16 h-6 l-2 -20 q-10 2 -19 -1 l-5 21 h-6 l1 -20 l-6 8 l1 12 h-6 l-1 "
    "-14 l8 -14 q-4 -9 -8 -14 "
    "q-6 0 -9 5 z "
)
_RIDER: Final = (
    "M45 2 h9 v8 h-10 z M45 11 h8 q1 6 -4 7 q-4 -1 -4 -7 z M41 19 q8 -3 15 2 l3 15 l-6 3 l-3 14 h-6 l2 -15 l-6 -4 z "
)
_SABRE: Final = "M44 21 l-9 -5 l-7 -16 l10 13 l8 4 z "
_LANCE: Final = "M12 0 l32 24 l-2 3 l-31 -25 z M15 0 l12 1 l-5 7 z "
FIGURES: Final[dict[str, str]] = {
    "foot": _MAN + _MUSKET,
    "guard": _MAN.replace("M44 4 h12 v10 h-13 z", "M43 2 q7 -5 13 0 l1 12 h-15 z") + _MUSKET,
    "light": (
        "M44 12 h12 v5 h-14 z M45 18 h10 v6 q-5 4 -9 0 z M42 27 q8 -3 15 2 l6 20 l10 14 l-2 12 h-8 l1 -10 l-11 -10 "
        "l-11 6 l-13 14 l-6 -4 l12 -16 l8 -6 z M14 34 l28 -4 l9 -1 v5 l-8 2 l-28 3 z "
    ),
    "warrior": (
        "M45 8 q6 -6 11 0 l1 6 q0 6 -5 8 q-6 -1 -7 -7 z M56 7 l9 -7 l-4 9 z M41 25 q9 -3 16 2 l5 19 l-4 4 l7 28 h-8 "
        "l-8 -22 l-7 22 h-9 l7 -26 z M25 0 l4 4 l1 8 l3 66 h-3 l-3 -66 z M31 32 l12 -4 v6 l-11 4 z "
        "M60 30 q12 0 12 13 q0 13 -12 13 q-4 -13 0 -26 z "
    ),
    "spear": (
        "M44 6 q6 -6 12 0 l2 9 h-15 z M45 16 h10 v6 q-5 4 -9 0 z M41 26 q9 -3 16 2 l4 22 l5 28 h-8 "
        "l-8 -22 l-6 22 h-9 "
        "l6 -26 z M20 0 l4 7 l-2 3 l2 68 h-3 l-2 -68 l-2 -3 z M28 28 q14 -3 16 14 q-2 17 -16 16 q-4 -15 0 -30 z "
    ),
    "sword": (
        "M44 6 q6 -7 12 0 l2 10 h-15 z M48 0 l6 3 h-9 z M45 17 h10 v6 q-5 4 -9 0 z M41 26 q9 -3 16 2 l5 22 l5 28 h-8 "
        "l-8 -22 l-6 22 h-9 l6 -26 z M22 27 h18 q3 16 -1 32 h-16 q-4 -16 -1 -32 z M58 30 l16 -8 l2 "
        "-8 l2 8 l-2 4 l-17 9 z "
    ),
    "bow": (
        "M44 8 q6 -6 12 0 l1 7 q-1 6 -6 7 q-6 -1 -7 -7 z M41 25 q9 -3 16 2 l4 22 l6 29 h-8 l-9 -22 "
        "l-6 22 h-9 l6 -26 z "
        "M26 8 q-16 25 0 50 l2 -2 q-11 -23 0 -46 z M12 32 h32 v4 h-32 z M56 28 l10 6 l-4 5 l-8 -4 z "
    ),
    "horse": _HORSE + _RIDER + _SABRE,
    "lancer": _HORSE + _RIDER + _LANCE,
    "knight": _HORSE
    + _RIDER.replace("M45 2 h9 v8 h-10 z", "M44 2 q5 -4 10 0 l1 9 h-12 z")
    + "M0 24 l44 6 v3 l-44 -6 z ",
    "camel": (
        "M4 22 l4 -8 l10 1 q6 2 6 14 q1 9 7 10 q6 -15 13 -15 q7 1 9 10 q6 -11 13 -10 q8 2 10 14 q10 4 9 18 l-3 -1 "
        "q0 -5 -4 -8 l-4 8 l3 23 h-5 l-6 -22 l-3 22 h-5 l-1 -22 q-10 1 -17 -2 l-3 24 h-5 l-1 -24 l-4 24 h-5 l2 -28 "
        "q-11 -3 -13 -22 z M47 2 h8 v8 h-8 z M44 12 q7 -3 12 1 l2 14 h-15 z "
    ),
    "gun": ("M2 30 l52 8 l14 2 q4 4 1 9 l-15 -1 l-52 -9 z M46 34 a21 21 0 1 0 0.1 0 z M62 52 l36 22 l-3 5 l-38 -20 z "),
    "rocket": "M20 8 l10 -8 l4 12 l34 50 l-5 4 l-36 -50 z M44 46 l-18 32 h7 l16 -26 z M58 62 l16 16 h8 l-20 -22 z ",
    "elephant": (
        "M8 60 q-4 -18 4 -30 q10 -13 26 -8 q26 -8 46 4 q12 10 10 28 l2 10 l-3 1 l-4 -11 l-1 22 h-13"
        " l-2 -19 q-14 3 -24 0 "
        "l-1 19 h-14 l-2 -26 q-8 2 -13 -2 q-4 10 1 15 q3 2 5 -2 l3 2 q-3 8 -10 6 q-8 -2 -10 -9 z "
        "M42 2 h30 v4 l-3 13 h-24 l-3 -13 z "
    ),
    "wagon": (
        "M10 42 q2 -30 36 -30 q38 0 40 30 z M8 44 h80 v10 h-80 z M26 50 a14 14 0 1 0 0.1 0 z M72 50"
        " a14 14 0 1 0 0.1 0 z "
        "M0 46 h10 v4 h-10 z "
    ),
    "flag": "M22 2 h5 v76 h-5 z M28 6 q18 -8 32 0 q14 7 26 0 v36 q-14 8 -28 0 q-14 -7 -30 0 z ",
    "fort": "M10 78 v-46 h8 v8 h10 v-8 h10 v8 h10 v-8 h10 v8 h10 v-8 h10 v8 h8 v38 h-30 v-16 q-8 -10 -16 0 v16 z ",
    "ship": "M6 56 h88 l-12 20 h-64 z M46 4 h4 v50 h-4 z M52 8 q24 10 26 42 h-26 z M43 14 q-22 8 -27 36 h27 z ",
    "tank": (
        "M30 26 l26 -6 h20 l6 12 h-52 l-2 -1 h-28 v-4 h30 z M14 34 h76 l8 12 h-90 z "
        "M8 48 h86 q8 8 4 18 q-2 8 -10 8 h-72 q-10 0 -12 -10 q-2 -8 4 -16 z "
    ),
    "truck": (
        "M6 34 h20 v-16 h64 v40 h-84 z M20 52 a12 12 0 1 0 0.1 0 z M74 52 a12 12 0 1 0 0.1 0 z M10 38 h12 v9 h-12 z "
    ),
    "plane": (
        "M4 36 q20 -8 44 -6 l-10 -28 h10 l20 28 l18 2 l8 -12 h6 l-2 24 l-30 4 l-22 24 h-10 l10 -24 q-30 2 -42 -12 z "
    ),
    "tools": (
        "M20 70 l44 -48 l6 5 l-44 48 z M52 6 q22 0 32 22 l-5 4 q-10 -12 -22 -14 z M70 72 l-36 -42 "
        "l-6 6 l36 42 z M18 12 l18 12 l-10 12 l-16 -14 z "
    ),
}
"""Name of a figure to its outline: commands of a path as SVG has them; small letters count from the last point."""
FIGURE_OF: Final = {
    "infantry": "foot",
    "light_infantry": "light",
    "militia": "foot",
    "guard": "guard",
    "warband": "warrior",
    "mountain": "light",
    "marine": "light",
    "machine_gun": "light",
    "cavalry": "horse",
    "heavy_cavalry": "knight",
    "dragoons": "horse",
    "camelry": "camel",
    "artillery": "gun",
    "horse_artillery": "gun",
    "heavy_artillery": "gun",
    "rockets": "rocket",
    "mortar": "gun",
    "armour": "tank",
    "mechanised": "tank",
    "motorised": "truck",
    "reconnaissance": "tank",
    "armoured_cars": "tank",
    "armoured_artillery": "tank",
    "anti_tank": "gun",
    "tank_destroyer": "tank",
    "anti_aircraft": "gun",
    "engineer": "tools",
    "parachute": "light",
    "glider": "light",
    "commando": "light",
    "headquarters": "flag",
    "leader": "flag",
    "supply": "wagon",
    "depot": "wagon",
    "transport": "truck",
    "baggage": "wagon",
    "garrison": "fort",
    "ship": "ship",
    "aircraft": "plane",
    "elephant": "elephant",
    "civilians": "wagon",
}
"""Symbol of a type, or the type itself, to its figure."""
_OF_TABLES: Final = {
    "El": "elephant",
    "Kn": "knight",
    "Cv": "horse",
    "LH": "lancer",
    "Cm": "camel",
    "Ex": "wagon",
    "Art": "gun",
    "Sp": "spear",
    "Pk": "spear",
    "Bd": "sword",
    "Ax": "spear",
    "Bw": "bow",
    "Ps": "bow",
    "Wb": "warrior",
    "Hd": "warrior",
    "Bge": "wagon",
    "WWg": "wagon",
    "Gal": "ship",
    "Shp": "ship",
    "Bts": "ship",
}


def figure_of(unit_type: str) -> str:
    """The name of the figure of a unit type; empty where there is none."""
    if unit_type in _OF_TABLES:
        return _OF_TABLES[unit_type]
    key = symbol_of(unit_type) or unit_type.strip().lower().replace(" ", "_")
    return FIGURE_OF.get(key, "engineer" if "engineer" in key else "") if key != "railroad_engineer" else "tools"


@cache
def outline_of(figure: str) -> QPainterPath:
    """The outline of a figure."""
    return _traced(FIGURES[figure])


def draw_silhouette(painter: QPainter, box: QRectF, unit_type: str, ink: QColor) -> bool:
    """Draw the figure of a unit type into a box, standing on its lower edge; False where there is none."""
    figure = figure_of(unit_type)
    if figure not in FIGURES:
        return False
    path = outline_of(figure)
    scale = min(box.width() / WIDTH, box.height() / HEIGHT)
    painter.save()
    painter.translate(box.center().x() - WIDTH * scale / 2, box.bottom() - HEIGHT * scale)
    painter.scale(scale, scale)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPath(path)
    painter.restore()
    return True


def _traced(text: str) -> QPainterPath:
    """The path that a text describes."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for command, numbers in _commands(text):
        at = path.currentPosition()
        if command == "M":
            path.moveTo(*numbers)
        elif command == "l":
            path.lineTo(at + QPointF(*numbers))
        elif command == "h":
            path.lineTo(at + QPointF(numbers[0], 0))
        elif command == "v":
            path.lineTo(at + QPointF(0, numbers[0]))
        elif command == "q":
            path.quadTo(at + QPointF(*numbers[:2]), at + QPointF(*numbers[2:]))
        elif command == "a":
            path.addEllipse(at + QPointF(0, numbers[0]), numbers[0], numbers[1])
        else:
            path.closeSubpath()
    return path


def _commands(text: str) -> list[tuple[str, list[float]]]:
    """The commands of a path with their numbers."""
    found: list[tuple[str, list[float]]] = []
    for word in text.split():
        if word[0].isalpha():
            found.append((word[0], []))
            word = word[1:]
        if word:
            found[-1][1].append(float(word))
    sizes = {"M": 2, "l": 2, "h": 1, "v": 1, "q": 4, "a": 7, "z": 0}
    return [
        (command, numbers[i : i + sizes[command]])
        for command, numbers in found
        for i in range(0, max(1, len(numbers)), max(1, sizes[command]))
    ]
