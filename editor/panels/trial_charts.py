"""The charts of trials on the screen, drawn by pyqtgraph: bars with intervals, lines by turn, columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pyqtgraph
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.trials.charts import Bar, Series

pyqtgraph.setConfigOptions(antialias=True)

HALF: Final = 0.36
"""Half the width of a bar; bars stand one apart."""
BAND: Final = 45
"""How dense the colour of an interval is, of 255."""
NAMES: Final = 40
"""Room under bars for names of two lines, in pixels."""
LEAST: Final = 190
"""The least height of a chart in pixels."""


class Chart(QWidget):
    """One chart, in the colours of the desktop. What it shows is also said by its accessible description."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._plot: Any = pyqtgraph.PlotWidget()
        self._plot.setMouseEnabled(False, False)
        self._plot.setMenuEnabled(False)
        self._plot.hideButtons()
        self._plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._plot.showGrid(y=True, alpha=0.2)
        self.setAccessibleName(title)
        self.setMinimumHeight(LEAST)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._plot)
        self._colour()

    def changeEvent(self, event: QEvent) -> None:
        """Another desktop has other colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()

    def _colour(self) -> None:
        palette = self.palette()
        ink = palette.color(QPalette.ColorRole.Text)
        self._plot.setBackground(palette.color(QPalette.ColorRole.Base))
        for side in ("left", "bottom"):
            axis = self._plot.getAxis(side)
            axis.enableAutoSIPrefix(False)
            axis.setPen(ink)
            axis.setTextPen(ink)

    def bars(self, rows: Sequence[Bar]) -> None:
        """Shares in per cent as columns, each with its 95 % interval as a whisker."""
        self._begin([_narrow(row.name) for row in rows], "% of games")
        self._plot.getAxis("bottom").setHeight(NAMES)
        places = list(range(len(rows)))
        values = [100 * row.value for row in rows]
        self._plot.addItem(
            pyqtgraph.BarGraphItem(
                x=places, height=values, width=2 * HALF, brushes=[row.colour for row in rows], pen=None
            )
        )
        ink = self.palette().color(QPalette.ColorRole.Text)
        top = [100 * row.high - value for row, value in zip(rows, values, strict=True)]
        bottom = [value - 100 * row.low for row, value in zip(rows, values, strict=True)]
        self._plot.addItem(
            pyqtgraph.ErrorBarItem(
                x=_numbers(places), y=_numbers(values), top=_numbers(top), bottom=_numbers(bottom), beam=0.2, pen=ink
            )
        )
        self._plot.setYRange(0, 100, padding=0.06)
        self._describe(f"{row.name} {100 * row.value:.1f} %" for row in rows)

    def lines(self, series: Sequence[Series], places: Sequence[str], unit: str) -> None:
        """Values by turn, or by the settings of a sweep, with their intervals as bands."""
        self._begin(places, unit)
        legend = self._plot.addLegend(offset=(8, 4), labelTextColor=self.palette().color(QPalette.ColorRole.Text))
        legend.setParentItem(self._plot.getPlotItem().getViewBox())
        for one in series:
            colour = QColor(one.colour)
            if one.bounds:
                band = QColor(colour)
                band.setAlpha(BAND)
                ends = [
                    pyqtgraph.PlotDataItem(_numbers(range(len(one.bounds))), _numbers([b[end] for b in one.bounds]))
                    for end in (0, 1)
                ]
                self._plot.addItem(pyqtgraph.FillBetweenItem(*ends, brush=band))
            known = [(place, value) for place, value in enumerate(one.values) if value is not None]
            self._plot.plot(
                _numbers([place for place, _ in known]),
                _numbers([value for _, value in known]),
                pen=pyqtgraph.mkPen(colour, width=2.5),
                symbol="o",
                symbolSize=7,
                symbolBrush=colour,
                symbolPen=None,
                name=one.name,
            )
        self._describe(
            f"{one.name} {', '.join(f'{value:.1f}' for value in one.values if value is not None)}" for one in series
        )

    def columns(self, counts: Mapping[int, int], unit: str) -> None:
        """How often each number."""
        first, last = min(counts, default=1), max(counts, default=1)
        numbers = range(first, last + 1)
        self._begin([str(number) for number in numbers], "games")
        heights = [counts.get(number, 0) for number in numbers]
        colour = self.palette().color(QPalette.ColorRole.Highlight)
        self._plot.addItem(
            pyqtgraph.BarGraphItem(x=list(range(len(heights))), height=heights, width=2 * HALF, brush=colour, pen=None)
        )
        self._plot.setLabel("bottom", unit)
        self._describe(f"{games} games of {number} {unit}" for number, games in counts.items())

    def _begin(self, places: Sequence[str], unit: str) -> None:
        self._plot.clear()
        self._plot.getAxis("bottom").setTicks([[(place, name) for place, name in enumerate(places)]])
        self._plot.setXRange(-0.6, max(0, len(places) - 1) + 0.6, padding=0)
        self._plot.setLabel("left", unit)

    def _describe(self, parts: Any) -> None:
        self.setAccessibleDescription("; ".join(parts))


def _narrow(name: str) -> str:
    """A name of two words on two lines."""
    return name.replace(" ", "\n", 1) if " " in name else name.replace("-", "-\n", 1)


def _numbers(values: Any) -> Any:
    from numpy import array

    return array(list(values), dtype=float)
