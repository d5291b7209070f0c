"""Measures, typefaces and colours of printed pages. Lengths are dots, `DPI` to an inch; the painter counts in dots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont

from editor.canvas.drawing.typefaces import sans, serif
from editor.output.sheets import PAPERS
from engine.errors import HexwrightError

DPI: Final = 1200
MM: Final = DPI / 25.4
"""Dots to a millimetre."""
POINT: Final = DPI / 72
"""Dots to a point of type."""
MARGIN: Final = 17 * MM
HEAD: Final = 8 * MM
"""From the running head's line to the text."""
GUTTER: Final = 7 * MM
"""Between two columns."""

INK: Final = QColor("#1d1b18")
SOFT: Final = QColor("#6b6459")
"""Running heads, captions, small print."""
BAND: Final = QColor("#33414d")
"""The ground of heads of charts and of chapters' numbers."""
ON_BAND: Final = QColor("#ffffff")
STRIPE: Final = QColor("#f1ece0")
"""Every second row of a chart."""
LINE: Final = QColor("#b9b0a0")
NIGHT: Final = QColor("#d7dbe8")
WHY: Final = QColor("#f6f1e4")
"""The ground of designers' notes."""


@dataclass(frozen=True, slots=True)
class PageSize:
    """A page of paper, upright."""

    paper: str
    width: float
    height: float

    @classmethod
    def of(cls, paper: str) -> PageSize:
        """The page of a paper. Raises HexwrightError for one that there is not."""
        if paper not in PAPERS:
            raise HexwrightError(f"there is no paper {paper!r}; there are {', '.join(PAPERS)}")
        _, wide, high = PAPERS[paper]
        return cls(paper, wide * MM, high * MM)

    @property
    def body(self) -> QRectF:
        """What margins, running head and page number leave for text."""
        top, bottom = MARGIN + HEAD, self.height - MARGIN
        return QRectF(MARGIN, top, self.width - 2 * MARGIN, bottom - top)

    @property
    def column(self) -> float:
        """The width of one of two columns."""
        return (self.body.width() - GUTTER) / 2


def text_font(points: float = 9.6, *, bold: bool = False, italic: bool = False) -> QFont:
    """Letters of the text."""
    return serif(points * POINT, bold=bold, italic=italic)


def head_font(points: float = 9.6, *, bold: bool = True) -> QFont:
    """Letters of heads and charts."""
    return sans(points * POINT, bold=bold)
