"""Lay roads, trails and rails from hex to hex."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from PySide6.QtCore import QTimer

from editor.controls.controls import Controls
from editor.hexes.canvas.aim import Aim
from editor.hexes.canvas.way import aims_by_hex, hexes_between
from editor.hexes.commands.set_path import SetPath
from editor.hexes.tools.base import HexTool
from editor.stage.stage import Stage
from editor.tools.options import OneOf, SymmetryRow
from engine.boards.palette import Layer
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.routes import Routes
from engine.plural import counted

AT_ONCE: Final = 500
"""Hexes that the search for a way looks at between two events."""


MODES: Final = {"hand": "By hand", "route": "Cheapest path"}
"""How a road is laid."""


class RoadTool(HexTool):
    """Roads, trails, rails and streams. Drag from hex to hex; with Shift held from the start, what lies along the way
    is erased. Ctrl+click picks.
    With Alt held from the start, or where the option says so, the road seeks the cheapest way to the pointer; a stream
    seeks the way down.

    A stroke that crosses the edge of the map lets the road run over it.
    """

    key = "road"
    title = "Roads and streams"
    shortcut = "R"
    group = 2
    layer = "paths"
    options = (OneOf("Lay", "road_mode", MODES), SymmetryRow)
    hint = "Drag from hex to hex, or across the map edge; Alt+drag finds the cheapest path, Shift+drag erases"

    _last = NOWHERE
    _before: Aim | None = None
    """Where the pointer was before."""
    _removing = False
    _start = NOWHERE
    """Where a road that seeks its own way begins, NOWHERE until it comes to the map."""
    _routed = False
    """Whether the road seeks its own way."""
    _came: Aim | None = None
    """Where the pointer was when it came to the map from beyond it, None where the stroke began on the map."""
    _left: Aim | None = None
    """Where the pointer is beyond the map, None while it is over it."""

    def __init__(self, stage: Stage, controls: Controls) -> None:
        super().__init__(stage, controls)
        self._route: list[int] = []
        self._routes: Routes | None = None
        self._seeking = QTimer()
        self._seeking.setSingleShot(True)
        self._seeking.timeout.connect(self._seek)

    def hover(self, aim: Aim) -> None:
        self.marks.show_marks(hexes=self.images([aim.hex]) if aim.on_map else ())

    def start(self, aim: Aim) -> None:
        if aim.control and aim.on_map:
            self._pick(aim)
            self.busy = False
            return
        self._last, self._before = aim.hex, aim
        self._removing = aim.shift
        self._routed = (aim.alt or self.settings.get("road_mode") == "route") and not aim.shift
        self._start, self._routes, self._route = NOWHERE, None, []
        self._came = self._left = None
        if self._routed and aim.on_map:
            self._begin_at(aim.hex)
        self.marks.show_marks(hexes=[aim.hex] if aim.on_map else ())

    def _begin_at(self, h: int) -> None:
        """Seek ways from this hex."""
        self._start, self._routes = h, Routes(self.map, h, self.settings.path)

    def _pick(self, aim: Aim) -> None:
        for key in self.map.palette.paths:
            if self.map.on_path(aim.hex, key):
                self.settings.picked.emit(Layer.PATH, key)
                return

    def move(self, aim: Aim) -> None:
        if self._routed:
            self._show_route(aim)
            return
        before, self._before = self._before, aim
        sides: list[int] = []
        for step in aims_by_hex(self.grid, before, aim):
            sides += self._sides_into(step, before or aim)
            before = step
        # At once: on a map that is far off a move of the mouse crosses many hexes.
        self._lay(sides)
        self.marks.show_marks(hexes=[aim.hex] if aim.on_map else ())

    def _sides_into(self, aim: Aim, before: Aim) -> list[int]:
        """The hexsides that the path crosses into another hex, or over the map's edge."""
        if not aim.on_map:
            sides = self._side_of_edge(self._last, aim)
        elif self._last == NOWHERE:
            # Over the side that the pointer came from: where it is in the hex by now says little.
            sides = self._side_of_edge(aim.hex, before)
        else:
            way = self.grid.line(self._last, aim.hex)
            sides = [side for a, b in pairwise(way) if (side := self.grid.side_between(a, b)) != NOWHERE]
        self._last = aim.hex
        return sides

    def _side_of_edge(self, h: int, aim: Aim) -> list[int]:
        """The side of the map's edge that lies toward the pointer; none where the hex is not at the edge."""
        if h == NOWHERE:
            return []
        cx, cy = self.grid.centre(h)
        best, direction = -2.0, NOWHERE
        for d, (dx, dy) in enumerate(self._ways_out(h)):
            if self.grid.ring1[h][d] == NOWHERE:
                along = (aim.x - cx) * dx + (aim.y - cy) * dy
                if along > best:
                    best, direction = along, d
        return [self.grid.side(h, direction)] if direction != NOWHERE else []

    def _ways_out(self, h: int) -> list[tuple[float, float]]:
        cx, cy = self.grid.centre(h)
        corners = self.grid.outline(h)
        return [
            ((ax + bx) / 2 - cx, (ay + by) / 2 - cy)
            for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
        ]

    def _lay(self, sides: list[int]) -> None:
        if sides:
            sides = self.side_images(sides)
            self.push(SetPath(sides, self.settings.path, not self._removing, self.stroke))

    def finish(self, aim: Aim) -> None:
        if self._routes is not None and self._route:
            self._route = self._routes.way(self._route[-1])
            self._lay([self.grid.side_between(a, b) for a, b in pairwise(self._route)])
            if self._route and self._came is not None:
                self._lay(self._side_of_edge(self._start, self._came))
            if self._route and self._left is not None:
                self._lay(self._side_of_edge(self._route[-1], self._left))
        self._end_search()
        self.hover(aim)

    def abandon(self) -> None:
        self._end_search()
        super().abandon()

    def _end_search(self) -> None:
        self._seeking.stop()
        self._start, self._routes, self._routed = NOWHERE, None, False

    def _show_route(self, aim: Aim) -> None:
        """The cheapest way from where the stroke began to the pointer, or to where it left the map."""
        before, self._before = self._before, aim
        hexes = hexes_between(self.grid, before, aim)
        if self._start == NOWHERE:
            if not hexes:
                return
            self._came = before
            self._begin_at(hexes[0])
        self._left = None if aim.on_map else aim
        end = aim.hex if aim.on_map else hexes[-1] if hexes else NOWHERE
        if self._routes is not None and end != NOWHERE and not (self._route and self._route[-1] == end):
            self._find(self._routes, end)

    def _find(self, routes: Routes, end: int) -> None:
        """Show the way to a hex, as well as it is known; the search goes on when there is nothing else to do."""
        self._route = routes.way(end, AT_ONCE)
        if not routes.is_sure(end):
            self._seeking.start(0)
        if not self._route:
            self.marks.show_marks(hexes=[end], note="no path", note_at=self.geometry.centre(end))
            return
        centres = [self.geometry.centre(h) for h in self._route]
        steps = len(self._route) - 1
        self.marks.show_marks(
            hexes=[self._start, end], line=centres, note=counted(steps, "hex", "hexes"), note_at=centres[-1]
        )

    def _seek(self) -> None:
        if self.busy and self._routes is not None and self._route:
            self._find(self._routes, self._route[-1])
