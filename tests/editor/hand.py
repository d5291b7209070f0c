"""A hand for the tests: it presses, drags and clicks on hexes and hexsides of a canvas with real mouse events."""

from __future__ import annotations

from itertools import pairwise

from bench import Bench
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot

from editor.canvas.drawing.paper import SCALE
from editor.desk.desk import Desk

NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


class Hand:
    """Works on the canvas of a bench or desk. Places are hex names (``L0303``), or hexsides (``L0303/N``)."""

    def __init__(self, qtbot: QtBot, bench: Bench | Desk) -> None:
        self.qtbot = qtbot
        self.bench = bench
        self.canvas = bench.canvas
        self.viewport = bench.canvas.viewport()

    @property
    def map(self):  # type: ignore[no-untyped-def]
        """The open map."""
        return self.bench.document.battle_map

    @property
    def grid(self):  # type: ignore[no-untyped-def]
        """Its grid."""
        return self.map.grid

    def h(self, name: str) -> int:
        """A hex by its name."""
        return int(self.grid.parse(name))

    def paper(self, place: str) -> tuple[float, float]:
        """Where a place is on paper: a hexside's middle lies a little inside the hex that is named first."""
        name, slash, _ = place.partition("/")
        x, y = self.grid.centre(self.h(name))
        if not slash:
            return x, y
        side = self.grid.parse_side(place)
        (ax, ay), (bx, by) = (self.grid.paper(end) for end in self.grid.side_ends(side))
        mx, my = (ax + bx) / 2, (ay + by) / 2
        return x + (mx - x) * 0.88, y + (my - y) * 0.88

    def spot(self, place: str | tuple[float, float]) -> QPoint:
        """Where a place is in the viewport."""
        x, y = self.paper(place) if isinstance(place, str) else place
        return self.canvas.mapFromScene(QPointF(x * SCALE, y * SCALE))

    def move(self, place: str | tuple[float, float]) -> None:
        """Move the pointer with no button held."""
        self.qtbot.mouseMove(self.viewport, self.spot(place))

    def click(self, place: str | tuple[float, float], modifier: Qt.KeyboardModifier = NONE) -> None:
        """Click with the left button."""
        self.qtbot.mouseMove(self.viewport, self.spot(place))
        self.qtbot.mouseClick(self.viewport, LEFT, modifier, self.spot(place))

    def press(self, place: str | tuple[float, float], modifier: Qt.KeyboardModifier = NONE) -> None:
        """Put the left button down."""
        self.qtbot.mouseMove(self.viewport, self.spot(place))
        self.qtbot.mousePress(self.viewport, LEFT, modifier, self.spot(place))

    def release(self, place: str | tuple[float, float], modifier: Qt.KeyboardModifier = NONE) -> None:
        """Let the left button up."""
        self.qtbot.mouseRelease(self.viewport, LEFT, modifier, self.spot(place))

    def drag(self, *places: str | tuple[float, float], modifier: Qt.KeyboardModifier = NONE, steps: int = 6) -> None:
        """Drag with the left button over these places."""
        self.press(places[0], modifier)
        for start, end in pairwise(places):
            here, there = self.spot(start), self.spot(end)
            for step in range(1, steps + 1):
                self.qtbot.mouseMove(self.viewport, here + (there - here) * step / steps)
        self.release(places[-1], modifier)

    def choose(self, tool: str) -> None:
        """Take up a tool."""
        self.bench.desk.tools.choose(tool)

    def undo(self) -> None:
        """Undo one step."""
        self.bench.document.stack.undo()

    @property
    def steps(self) -> int:
        """How many steps can be undone."""
        return int(self.bench.document.stack.index())
