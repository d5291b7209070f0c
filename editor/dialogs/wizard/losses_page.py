"""The losses of an export or import, in groups, each with its hexes on the map and the option that would keep it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from editor.dialogs.texts import sentence
from editor.look.rebuilding import put_inside
from editor.plain import PlainLabel, as_written
from engine.exchange.losses import LOSSES, LostPart
from engine.plural import counted
from engine.scenario.model import Scenario, Unit

MOST_SHOWN: Final = 60
"""Losses that have a row of their own."""
FEW: Final = 6
"""Places of a loss that its row names."""
SEVERAL: Final = 12
"""Places of a loss that the tip of its button names."""
NONE: Final = "Nothing is lost."


class LossesPage(QWidget):
    """Shows losses; the buttons select their hexes on the map, or choose the option that keeps what would be lost."""

    keep = Signal(str)
    """The user wants this option, ``name=value``."""

    def __init__(self, about: str, show_places: Callable[[tuple[str, ...]], None] | None = None) -> None:
        super().__init__()
        self._show_places = show_places
        self._units: Mapping[str, Unit] = {}
        self.title = PlainLabel(about)
        self.title.setWordWrap(True)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setAccessibleName(about)
        self.texts: list[str] = []
        """What is listed, in order."""
        self.shows: list[QPushButton] = []
        self.keeps: list[QPushButton] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.title)
        column.addWidget(self.area, 1)

    def show_losses(self, losses: Sequence[LostPart], units: Mapping[str, Unit] | None = None) -> None:
        """Show these and no others. Places that are keys of ``units`` are called by their names."""
        self._units = units or {}
        self.texts, self.shows, self.keeps = [], [], []
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setColumnStretch(0, 1)
        grid.setVerticalSpacing(4)
        row = 0
        groups: dict[str, list[LostPart]] = {}
        for one in losses:
            groups.setdefault(one.code, []).append(one)
        for code, group in groups.items():
            kind = LOSSES[code]
            heading = _bold(kind.title)
            heading.setToolTip(as_written(code))
            grid.addWidget(heading, row, 0)
            why = PlainLabel(sentence(f"{kind.why}; {kind.instead}" if kind.instead else kind.why))
            why.setWordWrap(True)
            why.setForegroundRole(QPalette.ColorRole.PlaceholderText)
            grid.addWidget(why, row + 1, 0, 1, 2)
            row += 2
            for one in group[:MOST_SHOWN]:
                self._add(grid, row, one)
                row += 1
            if len(group) > MOST_SHOWN:
                grid.addWidget(PlainLabel(f"and {len(group) - MOST_SHOWN:,} more"), row, 0)
                row += 1
            grid.setRowMinimumHeight(row, 8)
            row += 1
        if not losses:
            self.texts.append(NONE)
            grid.addWidget(_bold(NONE), 0, 0)
        grid.setRowStretch(row + 1, 1)
        put_inside(self.area, body)

    def _add(self, grid: QGridLayout, row: int, one: LostPart) -> None:
        what = f"{one.what[:1].upper()}{one.what[1:]}"
        self.texts.append(what)
        called = [self._units[place].called if place in self._units else place for place in one.where[:SEVERAL]]
        few = ", ".join(called[:FEW]) + (", …" if len(one.where) > FEW else "")
        label = PlainLabel(f"{what} ({few})" if few else what)
        label.setWordWrap(True)
        label.setIndent(12)
        grid.addWidget(label, row, 0)
        buttons = QHBoxLayout()
        if one.where and self._show_places is not None:
            show = QPushButton(f"Show {counted(len(one.where), 'place')}")
            show.setToolTip(as_written(f"Select on the map: {', '.join(called)}"))
            show.setAccessibleName(f"Show on the map: {one.what}")
            show.clicked.connect(lambda _on=False, where=one.where: self._show(where))
            buttons.addWidget(show)
            self.shows.append(show)
        if one.option and not one.option.endswith("=..."):
            keep = QPushButton("Keep it")
            keep.setToolTip(as_written(f"Choose the option {one.option}"))
            keep.setAccessibleName(f"Keep it: {one.what}")
            keep.clicked.connect(lambda _on=False, option=one.option: self.keep.emit(option))
            buttons.addWidget(keep)
            self.keeps.append(keep)
        grid.addLayout(buttons, row, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)

    def _show(self, where: tuple[str, ...]) -> None:
        if self._show_places is not None:
            self._show_places(where)


def units_of(scenarios: Iterable[Scenario]) -> dict[str, Unit]:
    """The units of scenarios, by key."""
    return {key: unit for scenario in scenarios for key, unit in scenario.units.items()}


def _bold(text: str) -> QLabel:
    label = PlainLabel(text)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    return label
