"""Counters on sheets to be cut out: at true size, with bleed and cutting marks, the backs behind their fronts.

All lengths are millimetres, from the upper left corner of the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import floor
from pathlib import Path
from typing import Final

from PySide6.QtCore import QLineF, QMarginsF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPageLayout, QPageSize, QPainter, QPen

from editor.canvas.drawing.counters import draw_counter, draw_cover
from editor.canvas.drawing.faces import CounterLook, look_in
from editor.canvas.drawing.fitted import draw_fitted
from editor.canvas.drawing.typefaces import sans
from editor.output.apart import Tell, tell_nobody
from editor.output.export import need_application
from editor.output.pdf import pdf_painter
from editor.output.sheets import PAPERS
from engine.errors import HexwrightError
from engine.scenario import Scenario, Side, Unit
from engine.scenario.faces import colours
from engine.scenario.words import full_steps
from engine.writing import written_whole

DPI: Final = 1200
MM: Final = DPI / 25.4
"""Dots to a millimetre."""
FLIPS: Final = {"long": "Over the long edge", "short": "Over the short edge"}
"""How the paper is turned over between front and back."""
BLOCK: Final = (5, 2)
"""Columns and rows of a block of counters that a die cuts."""
MARK: Final = 4.0
"""How long a cutting mark is ..."""
MARK_GAP: Final = 0.8
"""... and how far from what is printed."""
INK: Final = QColor("#222222")
SEEN: Final = 1000.0
"""Pixels for the level of detail: on paper everything can be read."""
MOST: Final = 5000
_SIZES: Final = {"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}


@dataclass(frozen=True, slots=True)
class CounterSheetSetup:
    """What the user chooses."""

    size: float
    """Side of a counter once it is cut out."""
    paper: str = "a4"
    margin: float = 12.0
    """White on each side, with the marks in it."""
    bleed: float = 1.0
    """How far a counter's colour goes on beyond where it is cut; counters lie twice as far apart."""
    backs: bool = True
    flip: str = "long"
    marks: bool = True
    units: tuple[str, ...] = ()
    """The units that are printed, by key; empty for all."""
    lines: bool = False
    """Whether thin lines between the counters show every cut."""
    gutter: float = 0.0
    """For a die: counters touch in blocks of `BLOCK`, with gutters of this width in millimetres between these; 0 for
    single counters, each with its bleed."""

    def check(self) -> None:
        """Raise HexwrightError when nothing can be printed like this."""
        if self.paper not in PAPERS:
            raise HexwrightError(f"there is no paper {self.paper!r}; there are {', '.join(PAPERS)}")
        if not 5 <= self.size <= 60:
            raise HexwrightError("counters are from 5 to 60 mm")
        if not 0 <= self.bleed <= 5:
            raise HexwrightError("the bleed is from 0 to 5 mm")
        if not 5 <= self.margin <= 60:
            raise HexwrightError("margins are from 5 to 60 mm: the marks are printed in them")
        if not 0 <= self.gutter <= 20:
            raise HexwrightError("the gutters are from 0 to 20 mm")
        if self.flip not in FLIPS:
            raise HexwrightError(f"the paper is turned over its {' or '.join(FLIPS)} edge, not {self.flip!r}")


@dataclass(frozen=True, slots=True)
class CounterPage:
    """A side of a sheet: which unit is where. Of a back, as it is seen when the paper is turned over."""

    number: int
    back: bool
    places: tuple[tuple[str, QRectF], ...]
    """Unit key and where it is cut."""


@dataclass(frozen=True, slots=True)
class CounterPlan:
    """All sheets of a scenario's counters."""

    setup: CounterSheetSetup
    columns: int
    rows: int
    pages: tuple[CounterPage, ...] = field(default=())

    @property
    def sheets(self) -> int:
        """Sheets of paper."""
        return len({page.number for page in self.pages})


def plan_counters(scenario: Scenario, setup: CounterSheetSetup) -> CounterPlan:
    """How a scenario's counters fall on sheets, in the order of the order of battle.

    Raises HexwrightError for a setup that leaves no room, and where there is nothing to print.
    """
    setup.check()
    keys = [key for key in scenario.units if not setup.units or key in setup.units]
    if not keys:
        raise HexwrightError("there are no units to print")
    if len(keys) > MOST:
        raise HexwrightError(f"{len(keys):,} counters are more than the {MOST:,} that are printed at once")
    _, wide, high = PAPERS[setup.paper]
    across, down = (_starts(setup, length, size) for length, size in ((wide, BLOCK[0]), (high, BLOCK[1])))
    columns, rows = len(across), len(down)
    if columns < 1 or rows < 1:
        raise HexwrightError(f"a counter of {setup.size:g} mm does not fit between margins of {setup.margin:g} mm")
    pages = []
    for number, first in enumerate(range(0, len(keys), columns * rows), 1):
        some = keys[first : first + columns * rows]
        for back in (False, True) if setup.backs else (False,):
            places = []
            for i, key in enumerate(some):
                row, column = divmod(i, columns)
                if back and setup.flip == "long":
                    column = columns - 1 - column
                elif back:
                    row = rows - 1 - row
                places.append((key, QRectF(across[column], down[row], setup.size, setup.size)))
            pages.append(CounterPage(number, back, tuple(places)))
    return CounterPlan(setup, columns, rows, tuple(pages))


def _starts(setup: CounterSheetSetup, length: float, block: int) -> list[float]:
    """Where counters begin along a side of the paper, in its middle: what is turned over comes to lie on itself."""
    room = length - 2 * setup.margin + 1e-6
    if not setup.gutter:
        pitch = setup.size + 2 * setup.bleed
        count = floor(room / pitch)
        first = (length - count * pitch) / 2 + setup.bleed
        return [first + number * pitch for number in range(count)]
    starts: list[float] = []
    at = setup.bleed
    while at + setup.size + setup.bleed <= room:
        starts.append(at)
        at += setup.size + (setup.gutter if len(starts) % block == 0 else 0)
    used = starts[-1] + setup.size + setup.bleed if starts else 0.0
    return [(length - used) / 2 + start for start in starts]


def _bled(setup: CounterSheetSetup, place: QRectF, others: Sequence[QRectF]) -> QRectF:
    """A counter with its bleed, but not over the counters that touch it."""
    near, bleed = 0.01, setup.bleed
    if not setup.gutter:
        return place.adjusted(-bleed, -bleed, bleed, bleed)
    beside = [
        any(abs(a - b) < near and abs(c - d) < near for a, b, c, d in pairs)
        for pairs in (
            [(one.right(), place.left(), one.top(), place.top()) for one in others],
            [(one.bottom(), place.top(), one.left(), place.left()) for one in others],
            [(one.left(), place.right(), one.top(), place.top()) for one in others],
            [(one.top(), place.bottom(), one.left(), place.left()) for one in others],
        )
    ]
    left, top, right, bottom = (0.0 if touched else bleed for touched in beside)
    return place.adjusted(-left, -top, right, bottom)


def print_counters(
    scenario: Scenario, path: Path, plan: CounterPlan, folder: str = "", *, tell: Tell = tell_nobody
) -> None:
    """Write the sheets of a plan into a PDF file, whole or not at all; each front is followed by its back.

    ``folder`` is where pictures on counters are looked up. Raises HexwrightError when it cannot be written.
    """
    if path.suffix.lower() != ".pdf":
        raise HexwrightError(f"counters are printed to a .pdf file, not {path.suffix or 'nothing'!r}")
    need_application()
    layout = QPageLayout(QPageSize(_SIZES[plan.setup.paper]), QPageLayout.Orientation.Portrait, QMarginsF())
    layout.setMode(QPageLayout.Mode.FullPageMode)
    with (
        written_whole(path) as spare,
        pdf_painter(spare, f"{scenario.name}: counters", DPI, layout) as (writer, painter),
    ):
        painters = counter_painters(scenario, plan, folder)
        for number, paint in enumerate(painters):
            tell(number / len(painters))
            if number:
                writer.newPage()
            painter.save()
            paint(painter)
            painter.restore()
    tell(1.0)


def counter_painters(scenario: Scenario, plan: CounterPlan, folder: str = "") -> list[Callable[[QPainter], None]]:
    """What paints each side of each sheet of a plan; the painter's unit is a dot, from the corner of the paper."""
    look = look_in(scenario, folder)

    def one(page: CounterPage, painter: QPainter) -> None:
        painter.scale(MM, MM)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_page(painter, scenario, plan, page, look)

    return [partial(one, page) for page in plan.pages]


def paint_page(painter: QPainter, scenario: Scenario, plan: CounterPlan, page: CounterPage, look: CounterLook) -> None:
    """Paint a side of a sheet; the painter's unit is a millimetre."""
    setup = plan.setup
    beyond = 100 * setup.bleed / setup.size
    every = [place for _, place in page.places]
    for key, place in page.places:
        unit = scenario.units[key]
        side = scenario.sides.get(unit.side)
        if side is None:
            continue
        bleed = _bled(setup, place, every)
        painter.save()
        painter.setClipRect(bleed)
        painter.fillRect(bleed, QColor(colours(look.design, unit, side).ground))
        if not page.back:
            draw_counter(painter, place, unit, side, look=look, pixels=SEEN, cut=True, bleed=beyond)
        else:
            paint_back(painter, place, unit, side, look, beyond)
        painter.restore()
    if setup.lines:
        _cutting_lines(painter, every)
    if setup.marks:
        _cutting_marks(painter, setup, every)
    _caption(painter, scenario, plan, page)


def paint_back(painter: QPainter, place: QRectF, unit: Unit, side: Side, look: CounterLook, bleed: float) -> None:
    """Paint the back of a counter that will be cut out; colours go on for ``bleed`` hundredths of its side."""
    if has_back(unit):
        draw_counter(painter, place, unit, side, look=look, steps=1, pixels=SEEN, cut=True, bleed=bleed)
    elif not draw_cover(painter, place, unit, side, look=look, bleed=bleed):
        plain_back(painter, place, unit, side.name, QColor(colours(look.design, unit, side).ink))


def has_back(unit: Unit) -> bool:
    """Whether a unit has a reduced side to be printed."""
    return full_steps(unit) > 1


def plain_back(painter: QPainter, place: QRectF, unit: Unit, side: str, ink: QColor) -> None:
    """The back of a counter that has nothing on it: whose it is, small."""
    pale = QColor(ink)
    pale.setAlpha(150)
    room = place.adjusted(place.width() * 0.12, place.height() * 0.3, -place.width() * 0.12, -place.height() * 0.3)
    draw_fitted(painter, room, side, place.height() * 0.12, pale, bold=False)


def _cutting_lines(painter: QPainter, places: Sequence[QRectF]) -> None:
    """Thin lines around every counter, where it is cut."""
    painter.setPen(QPen(INK, 0.08))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for place in places:
        painter.drawRect(place)


def _cutting_marks(painter: QPainter, setup: CounterSheetSetup, places: Sequence[QRectF]) -> None:
    """Marks at the ends of every cut, outside of what is printed."""
    block = QRectF()
    for place in places:
        block |= place.adjusted(-setup.bleed, -setup.bleed, setup.bleed, setup.bleed)
    near = MARK_GAP
    far = min(near + MARK, setup.margin - 1)
    painter.setPen(QPen(INK, 0.1))
    for x in sorted({round(edge, 4) for place in places for edge in (place.left(), place.right())}):
        painter.drawLine(QLineF(x, block.top() - far, x, block.top() - near))
        painter.drawLine(QLineF(x, block.bottom() + near, x, block.bottom() + far))
    for y in sorted({round(edge, 4) for place in places for edge in (place.top(), place.bottom())}):
        painter.drawLine(QLineF(block.left() - far, y, block.left() - near, y))
        painter.drawLine(QLineF(block.right() + near, y, block.right() + far, y))


def _caption(painter: QPainter, scenario: Scenario, plan: CounterPlan, page: CounterPage) -> None:
    """Which sheet and side this is, in the lower margin."""
    setup = plan.setup
    _, wide, high = PAPERS[setup.paper]
    words = [
        scenario.name,
        f"sheet {page.number} of {plan.sheets}, {'back' if page.back else 'front'}",
        f"counters {setup.size:g} mm",
        f"turn over the {setup.flip} edge" if setup.backs else "",
    ]
    painter.save()
    # Fonts are sized in dots: in millimetres they would be a few dots high.
    painter.scale(1 / MM, 1 / MM)
    painter.setFont(sans(2.4 * MM))
    painter.setPen(INK)
    room = QRectF(QPointF(5, high - 5.5) * MM, QPointF(wide - 5, high - 1.5) * MM)
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, "  ·  ".join(word for word in words if word))
    painter.restore()
