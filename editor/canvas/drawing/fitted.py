"""Letters that fit where they are to stand: they shrink, and wrap between words; nothing of them is cut off."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from editor.canvas.drawing.typefaces import draw_letters, sans

_MEASURE: Final = 100
"""Height of the letters that widths are measured at; they grow in proportion, for nothing is hinted."""
MOST_LINES: Final = 3
MOST_WORDS: Final = 9
"""With more words than these only breaks of even length are tried."""
LEADING: Final = 0.94
"""From line to line, in heights of the letters: counters have no room between lines."""

Set = tuple[float, tuple[str, ...]]
"""The height of letters, and the lines."""


@lru_cache(maxsize=4000)
def fitted(text: str, width: float, height: float, largest: float, bold: bool = True, lines: int = MOST_LINES) -> Set:
    """The largest letters, up to ``largest``, in which a text fits into a room, and how it is broken into lines."""
    metrics = QFontMetricsF(sans(_MEASURE, bold=bold))
    words = text.split() or [text]
    best: Set = (0.0, (text,))
    for count in range(1, min(lines, len(words)) + 1):
        size = min(largest, height / (LEADING * (count - 1) + 1))
        if size <= best[0]:
            break
        found = max(
            (
                (min(size, width / wide), -_torn(broken), -wide, broken)
                for broken in _breaks(words, count)
                if (wide := _wide(metrics, broken))
            ),
            key=lambda one: one[:3],
            default=(size, 0, 0.0, (text,)),
        )
        # A break has to be worth it.
        if found[0] > best[0] * 1.05:
            best = found[0], found[3]
    return best


def first_line(middle: float, size: float, lines: int, bold: bool) -> float:
    """Where the first of some lines runs whose capitals have their middle at ``middle``."""
    capitals = QFontMetricsF(sans(_MEASURE, bold=bold)).capHeight() * size / _MEASURE
    return middle - (size * LEADING * (lines - 1) - capitals) / 2


def lines_wide(lines: tuple[str, ...], bold: bool) -> float:
    """How wide lines of letters are, in heights of their letters."""
    return _wide(QFontMetricsF(sans(_MEASURE, bold=bold)), lines)


@lru_cache(maxsize=4000)
def above_and_below(lines: tuple[str, ...], bold: bool) -> tuple[float, float]:
    """How far the letters of the first line rise above it, and those of the last line reach below it, in heights of
    their letters."""
    metrics = QFontMetricsF(sans(_MEASURE, bold=bold))
    above, below = metrics.tightBoundingRect(lines[0]).top(), metrics.tightBoundingRect(lines[-1]).bottom()
    return -above / _MEASURE, below / _MEASURE


def _torn(lines: tuple[str, ...]) -> int:
    """How many lines begin or end within brackets: of breaks that are as good otherwise, what is in brackets stays
    together."""
    return sum(line.count("(") != line.count(")") for line in lines)


def _wide(metrics: QFontMetricsF, lines: tuple[str, ...]) -> float:
    """How wide lines are, in heights of their letters."""
    return max(metrics.horizontalAdvance(line) for line in lines) / _MEASURE


def _breaks(words: list[str], count: int) -> list[tuple[str, ...]]:
    """The ways to break words into a number of lines."""
    if count == 1:
        return [(" ".join(words),)]
    if len(words) > MOST_WORDS:
        share = -(-len(words) // count)
        return [tuple(" ".join(words[i : i + share]) for i in range(0, len(words), share))]
    found = []
    for cuts in combinations(range(1, len(words)), count - 1):
        edges = [0, *cuts, len(words)]
        found.append(tuple(" ".join(words[a:b]) for a, b in pairwise(edges)))
    return found


def draw_fitted(
    painter: QPainter,
    room: QRectF,
    text: str,
    largest: float,
    ink: QColor,
    *,
    bold: bool = True,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignHCenter,
    lines: int = MOST_LINES,
) -> None:
    """Draw a text into a room, its lines in the middle between top and bottom."""
    if not text:
        return
    size, broken = fitted(text, room.width(), room.height(), largest, bold, lines)
    painter.save()
    # Typefaces have whole heights: set large and drawn small, letters are as high as they are to be.
    scale = size / _MEASURE
    painter.scale(scale, scale)
    font = sans(_MEASURE, bold=bold)
    painter.setFont(font)
    painter.setPen(ink)
    metrics = QFontMetricsF(font)
    high = size * LEADING
    top = first_line(room.center().y(), size, len(broken), bold)
    for i, line in enumerate(broken):
        free = room.width() - metrics.horizontalAdvance(line) * scale
        indent = 0.0 if align & Qt.AlignmentFlag.AlignLeft else free
        indent = free / 2 if align & Qt.AlignmentFlag.AlignHCenter else indent
        draw_letters(painter, QPointF((room.left() + indent) / scale, (top + i * high) / scale), line)
    painter.restore()
