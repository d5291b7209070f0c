"""The words on map furniture: how wide they are, how large they can be, and where they are broken into lines."""

from __future__ import annotations

import re
from functools import lru_cache
from math import inf
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QPainterPath

from editor.canvas.drawing.typefaces import serif
from editor.canvas.drawing.typography import typeset

REFERENCE: Final = 64.0
"""Pixel size of the letters that all text is scaled from."""
CAPITAL: Final = 44.0
"""Height of its capitals."""
LINE: Final = 1.1
"""From line to line of a label, in heights of its letters."""


@lru_cache(maxsize=500)
def letters(words: str, bold: bool) -> QPainterPath:
    """Words as a path, on one line in letters of the size ``REFERENCE``."""
    path = QPainterPath()
    path.addText(0, 0, serif(REFERENCE, bold=bold), typeset(words))
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def wide(words: str, bold: bool = False) -> float:
    """How wide words are on one line, in heights of their letters."""
    return letters(words, bold).boundingRect().width() / REFERENCE


def filling(words: str, room: float, bold: bool = False) -> float:
    """The height of letters in which words on one line are as wide as a room; without end for words that show nothing,
    such as a space."""
    width = wide(words, bold)
    return room / width if width else inf


def size_of(label: str, width: float, height: float, most: float) -> float:
    """The highest letters, up to ``most``, in which a label fits into a room, on one line or two."""
    size = most
    while size > most / 8:
        lines = in_two(label, width / size)
        if len(lines) * size * LINE <= height and all(wide(line) * size <= width for line in lines):
            break
        size *= 0.96
    return size


_BREAKS: Final = re.compile(r"\s+|(?<=-)(?=[^\W\d])")
"""Where a label may be broken: between words, and between the dates that it leads from and to."""


@lru_cache(maxsize=200)
def in_two(label: str, width: float) -> tuple[str, ...]:
    """A label on one line or, where it is wider than a number of heights of its letters, on two: between dates where it
    has two, else as late as it can be."""
    if wide(label) <= width:
        return (label,)
    found = [(label[: place.start()], label[place.end() :]) for place in _BREAKS.finditer(label)]
    dates = [lines for lines in found if lines[0].endswith("-")]
    fitting = [lines for lines in dates or found if max(map(wide, lines)) <= width]
    return max(fitting, key=lambda lines: len(lines[0]), default=(label,))


_PARTS: Final = re.compile(r".+?(?:[/_-]|$)")


@lru_cache(maxsize=200)
def broken(words: str, width: float) -> tuple[str, ...]:
    """A text broken into lines of a width, in heights of its letters."""
    metrics = QFontMetricsF(serif(REFERENCE))
    lines: list[str] = []
    for word in words.split():
        # A path or an address that is wider than a line is broken behind what it is put together with.
        parts = [word] if metrics.horizontalAdvance(word) <= width * REFERENCE else _PARTS.findall(word)
        for place, part in enumerate(parts):
            longer = f"{lines[-1]}{'' if place else ' '}{part}" if lines else part
            if lines and metrics.horizontalAdvance(longer) <= width * REFERENCE:
                lines[-1] = longer
            else:
                lines.append(part)
    return tuple(lines)
