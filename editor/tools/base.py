"""The base of tools: they are told of the pointer, show what they would do, and push commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor

from editor.commands.base import Command, new_stroke
from editor.controls.controls import Controls
from editor.document.document import Document
from editor.hexes.canvas.aim import Aim
from editor.hexes.canvas.marks import Marks
from editor.hexes.canvas.way import hexes_between
from editor.hexes.drawing.geometry import Geometry
from editor.kinds import HEXES
from editor.stage.stage import Stage
from editor.stage.tool_settings import ToolSettings
from editor.tools.options import RowKind
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid
from engine.hexes.mapping.symmetry import Symmetry


def edge_spots(grid: Grid, h: int, corners: bool = False) -> list[tuple[float, float]]:
    """The middles of a hex's sides on paper, or its corners; drawn in a little, so that they are the hex's own."""
    x, y = grid.centre(h)
    outline = grid.outline(h)
    if not corners:
        ends = zip(outline, outline[1:] + outline[:1], strict=True)
        outline = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in ends]
    return [(x + (px - x) * 0.88, y + (py - y) * 0.88) for px, py in outline]


def middle_of(grid: Grid) -> int:
    """The hex in the middle of the map, or one beside it where that one is void."""
    column, row = grid.columns // 2, grid.rows // 2
    for reach in range(max(grid.columns, grid.rows)):
        # Further and further out, so that a large map need not be gone through at every move of the pointer.
        for dx in range(-reach, reach + 1):
            for dy in range(-reach, reach + 1) if abs(dx) == reach else (-reach, reach):
                h = grid.at(column + dx, row + dy)
                if h != NOWHERE:
                    return h
    return grid.hexes[0]


class Tool:
    """A tool. A stroke goes from ``press`` over ``drag`` to ``release``, and is one step of undo."""

    key = ""
    """Its name in the program, and that of its icon in ``resources/icons``."""
    title = ""
    shortcut = ""
    group = 0
    """Groups are parted by a line in the tool bar."""
    layer = ""
    """The palette's layer that it paints with: choosing a kind there chooses the first tool of that layer, unless
    another one of it is in use."""
    options: tuple[RowKind, ...] = ()
    """The rows of options that it has, from above."""
    kinds: tuple[str, ...] = (HEXES.key,)
    """The kinds of map that it works on; see ``editor.kinds``."""
    hint = ""
    """What the status bar says when the tool is chosen."""
    draws = True
    """Whether a click changes the map: such a tool is put down where a form is filled in."""
    takes_items = False
    """Whether units and other items under the pointer come first."""

    def __init__(self, stage: Stage, controls: Controls) -> None:
        self.stage, self.controls = stage, controls
        self.stroke = 0
        self.busy = False
        """Whether a stroke is going on."""

    # -- what tools work with -----------------------------------------------------------------------------------

    @property
    def document(self) -> Document:
        """The open document."""
        return self.stage.document

    @property
    def map(self) -> BattleMap:
        """The open map."""
        return self.stage.document.battle_map

    @property
    def grid(self) -> Grid:
        """The grid of the open map."""
        return self.map.grid

    @property
    def settings(self) -> ToolSettings:
        """What the user has chosen: kinds, brush size and so on."""
        return self.stage.settings

    @property
    def marks(self) -> Marks:
        """The marks over the map."""
        return self.stage.marks

    @property
    def geometry(self) -> Geometry:
        """Where hexes are drawn."""
        return self.stage.canvas.map_scene.geometry

    @property
    def cursor(self) -> QCursor:
        """The pointer's shape over the map."""
        return QCursor(Qt.CursorShape.CrossCursor)

    def push(self, command: Command) -> bool:
        """Do a command; what stands against it goes to the status bar."""
        return self.stage.push(command)

    @property
    def symmetry(self) -> Symmetry:
        """The symmetry that is drawn in; about the middle of the map where no centre was chosen."""
        grid, centre = self.grid, int(self.settings.get("symmetry_centre"))
        if centre not in grid:
            centre = middle_of(grid)
        return Symmetry(grid, str(self.settings.get("symmetry")), centre)

    def images(self, hexes: Iterable[int]) -> list[int]:
        """Hexes with their images in the symmetry that is drawn in."""
        return self.symmetry.hexes(hexes) if self.settings.get("symmetry") else list(hexes)

    def side_images(self, sides: Iterable[int]) -> list[int]:
        """Hexsides with their images."""
        return self.symmetry.sides(sides) if self.settings.get("symmetry") else list(sides)

    def high_images(self, sides: Mapping[int, int | None]) -> dict[int, int | None]:
        """Hexsides and their high hexes with their images."""
        return self.symmetry.high_sides(sides) if self.settings.get("symmetry") else dict(sides)

    def say(self, text: str) -> None:
        """Say something in the status bar."""
        self.stage.status(text)

    # -- the pointer --------------------------------------------------------------------------------------------

    def hover(self, aim: Aim) -> None:
        """The pointer moves with no button held."""

    def press(self, aim: Aim) -> None:
        """The left button goes down: a stroke begins."""
        self.stroke = new_stroke()
        self.busy = True
        self.start(aim)

    def drag(self, aim: Aim) -> None:
        """The pointer moves with the left button held."""
        if self.busy:
            self.move(aim)

    def release(self, aim: Aim) -> None:
        """The left button comes up: the stroke ends."""
        if self.busy:
            self.busy = False
            self.finish(aim)

    def double_click(self, aim: Aim) -> None:
        """The left button is clicked twice; most tools take it for another press."""
        self.press(aim)

    def leave(self) -> None:
        """The pointer leaves the map."""
        if not self.busy:
            self.marks.clear()

    def cancel(self) -> None:
        """Esc: the stroke is taken back, as if it had not begun."""
        if self.busy:
            self.busy = False
            self.abandon()
        self.marks.clear()

    def key_action(self, key: int, shift: bool) -> Callable[[], None] | None:
        """What a key does over the map while this tool is in use, before any shortcut; None for keys of others."""
        return None

    def spots(self, h: int) -> list[tuple[float, float]]:
        """The points of a hex, on paper, that the keyboard's cursor visits; none for its middle alone."""
        return []

    def activate(self) -> None:
        """The tool was chosen."""
        if self.hint:
            self.say(self.hint)

    def deactivate(self) -> None:
        """Another tool was chosen, or another document opened."""
        self.cancel()

    # -- strokes ------------------------------------------------------------------------------------------------

    def start(self, aim: Aim) -> None:
        """A stroke begins."""

    def move(self, aim: Aim) -> None:
        """The stroke goes on."""

    def finish(self, aim: Aim) -> None:
        """The stroke ends."""

    def abandon(self) -> None:
        """Take back what the stroke has done so far, and leave nothing to redo."""
        self.document.take_back(self.stroke)


class HexStroke(Tool):
    """A tool that paints hexes along the pointer's way; subclasses say what happens to them."""

    def __init__(self, stage: Stage, controls: Controls) -> None:
        super().__init__(stage, controls)
        self._last = NOWHERE
        self._before: Aim | None = None
        """Where the pointer was before."""

    def spread(self, h: int) -> list[int]:
        """The hexes under the brush at a hex."""
        return [h]

    def paint(self, hexes: list[int]) -> None:
        """Do it to these hexes."""
        raise NotImplementedError

    def bordered(self) -> Iterable[int]:
        """Hexes whose border is marked with the hexes under the brush."""
        return ()

    def _mark(self, h: int) -> None:
        """Show what the brush would paint at a hex, if it is one."""
        hexes = self.images(self.spread(h)) if h != NOWHERE else ()
        self.marks.show_marks(hexes=hexes, border=self.bordered())

    def hover(self, aim: Aim) -> None:
        self._mark(aim.hex if aim.on_map else NOWHERE)

    def press(self, aim: Aim) -> None:
        # Wherever it begins, it does not go on from where the last one ended.
        self._last, self._before = NOWHERE, None
        super().press(aim)

    def start(self, aim: Aim) -> None:
        self._last, self._before = aim.hex, aim
        if aim.on_map:
            self.paint(self.images(self.spread(aim.hex)))
            self._mark(aim.hex)

    def move(self, aim: Aim) -> None:
        before, self._before = self._before, aim
        way = hexes_between(self.grid, before, aim)
        if way:
            hexes = {n for h in way for n in self.spread(h)}
            self.paint(sorted(self.images(hexes)))
            self._mark(aim.hex)
        self._last = aim.hex
