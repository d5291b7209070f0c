"""Map furniture: click to select, drag to move, drag a handle to size, double-click to edit, Delete to remove."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QCursor

from editor.canvas.aim import PointerAim
from editor.canvas.drawing.furniture import scene_rect
from editor.canvas.drawing.paper import SCALE
from editor.commands.set_furniture import SetFurniture
from editor.dialogs.asking import asked
from editor.dialogs.edit_furniture import FurnitureDialog
from editor.tools.base import Tool
from engine.boards.furniture import Furniture
from engine.boards.user_layers import on_other_layers

HANDLE = 5.0
"""Half the side of a handle in pixels."""
GRIP = 9.0
"""How near a handle the pointer takes it, in pixels."""
STILL = 0.08
"""How far (in circumradii) the pointer may move in a click that is still no drag."""

_CURSORS = {
    (-1, -1): Qt.CursorShape.SizeFDiagCursor,
    (1, 1): Qt.CursorShape.SizeFDiagCursor,
    (1, -1): Qt.CursorShape.SizeBDiagCursor,
    (-1, 1): Qt.CursorShape.SizeBDiagCursor,
    (-1, 0): Qt.CursorShape.SizeHorCursor,
    (1, 0): Qt.CursorShape.SizeHorCursor,
    (0, -1): Qt.CursorShape.SizeVerCursor,
    (0, 1): Qt.CursorShape.SizeVerCursor,
}
"""The pointer over each handle: left, middle or right; upper, middle or lower."""


class FurnitureTool(Tool[PointerAim]):
    """Arranges what stands on the paper."""

    key = "furniture"
    title = "Map furniture"
    group = 2
    hint = "Click furniture to select it, drag to move it, drag a handle to size it; add some in the Map menu"

    chosen: Furniture | None = None
    _over: tuple[int, int] | None = None
    _grip: tuple[int, int] | None = None
    _from: PointerAim | None = None
    _moved = False

    @property
    def cursor(self) -> QCursor:
        return QCursor(_CURSORS[self._over] if self._over is not None else Qt.CursorShape.SizeAllCursor)

    @property
    def selected(self) -> Furniture | None:
        """The selected piece, if it is on the map still and may be changed."""
        return self.chosen if self.chosen in self.board.look.furniture and not self.locked else None

    @property
    def locked(self) -> bool:
        """Whether the pointer leaves furniture where it is."""
        return "furniture" in self.document.locked

    def piece_at(self, aim: PointerAim) -> Furniture | None:
        """The piece under the pointer, the uppermost first; none while furniture is locked."""
        if self.locked:
            return None
        seen = on_other_layers(self.board.look.furniture, self.hidden_layers)
        return next((item for item in reversed(seen) if item.holds(aim.x, aim.y)), None)

    def _pixel(self) -> float:
        """A pixel of the screen in circumradii."""
        return 1 / (self.stage.canvas.zoom * SCALE)

    def handle_at(self, aim: PointerAim) -> tuple[int, int] | None:
        """The handle of the selected piece under the pointer."""
        piece = self.selected
        if piece is None:
            return None
        reach = GRIP * self._pixel()
        for handle in _CURSORS:
            x, y = _handle_spot(piece, handle)
            if abs(aim.x - x) <= reach and abs(aim.y - y) <= reach:
                return handle
        return None

    def select(self, piece: Furniture | None) -> None:
        """Select a piece, or none."""
        self.chosen = piece
        self._mark(piece)

    def _mark(self, piece: Furniture | None, handles: bool = True) -> None:
        if piece is None:
            self.marks.clear()
            return
        reach = HANDLE * self._pixel() if handles else 0.0
        around = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
        line: list[tuple[float, float]] = []
        for handle in around:
            x, y = _handle_spot(piece, handle)
            line.append((x * SCALE, y * SCALE))
            if handles:
                corners = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))
                line += [((x + dx * reach) * SCALE, (y + dy * reach) * SCALE) for dx, dy in corners]
                line.append((x * SCALE, y * SCALE))
        self.marks.show_marks(line=line)

    # -- the pointer --------------------------------------------------------------------------------------------

    def hover(self, aim: PointerAim) -> None:
        over = self.handle_at(aim)
        if over != self._over:
            self._over = over
            self.stage.panes.update_cursor()
        under = self.piece_at(aim)
        if self.selected is not None:
            self._mark(self.selected)
        else:
            self._mark(under, handles=False)

    def start(self, aim: PointerAim) -> None:
        self._from, self._moved = aim, False
        if self.locked:
            self.select(None)
            self.say("Map furniture is locked; unlock it in the Layers panel")
            return
        self._grip = self.handle_at(aim)
        if self._grip is None:
            self.select(self.piece_at(aim))

    def move(self, aim: PointerAim) -> None:
        piece, start = self.selected, self._from
        if piece is None or start is None:
            return
        dx, dy = aim.x - start.x, aim.y - start.y
        if not self._moved and dx * dx + dy * dy < STILL * STILL:
            return
        self._moved, self._from = True, aim
        new = piece.moved(dx, dy) if self._grip is None else _sized(piece, self._grip, aim)
        if self.push(SetFurniture(piece, new, self.stroke)):
            self.chosen = new
        self._mark(self.selected)

    def finish(self, aim: PointerAim) -> None:
        self._grip = None
        self.hover(aim)

    def abandon(self) -> None:
        super().abandon()
        self.select(None)

    def double_click(self, aim: PointerAim) -> None:
        piece = self.piece_at(aim)
        self.select(piece)
        if piece is not None:
            self.edit(piece)

    def leave(self) -> None:
        """The selected piece stays marked."""
        if not self.busy:
            self._mark(self.selected)

    def deactivate(self) -> None:
        self.chosen = None
        super().deactivate()

    def key_action(self, key: int, shift: bool) -> Callable[[], None] | None:
        """Delete removes the selected piece, Enter edits it, F2 opens a field for its title, Esc lets go of it, arrows
        move it; . , choose others."""
        piece = self.selected
        turn = {Qt.Key.Key_Period.value: 1, Qt.Key.Key_Comma.value: -1}.get(key)
        if turn is not None and self.board.look.furniture and not self.locked:
            return lambda: self._select_next(turn)
        if piece is None:
            return None
        step = 0.05 if shift else 0.5
        arrows = {
            Qt.Key.Key_Left.value: (-step, 0.0),
            Qt.Key.Key_Right.value: (step, 0.0),
            Qt.Key.Key_Up.value: (0.0, -step),
            Qt.Key.Key_Down.value: (0.0, step),
        }
        if key in arrows:
            return lambda: self._replace(piece, piece.moved(*arrows[key]))
        if key in (Qt.Key.Key_Delete.value, Qt.Key.Key_Backspace.value):
            return lambda: self._replace(piece, None)
        if key in (Qt.Key.Key_Return.value, Qt.Key.Key_Enter.value):
            return lambda: self.edit(piece)
        if key == Qt.Key.Key_F2.value and not shift:
            return lambda: self.retitle(piece)
        if key == Qt.Key.Key_Escape.value and not self.busy:
            return lambda: self.select(None)
        return None

    def _select_next(self, turn: int) -> None:
        """Select another piece, also one that lies beside the map."""
        pieces = list(self.board.look.furniture)
        piece = self.selected
        now = pieces.index(piece) + turn if piece is not None else min(turn, 0)
        chosen = pieces[now % len(pieces)]
        self.select(chosen)
        left, top, right, bottom = (edge * SCALE for edge in chosen.rect)
        self.stage.canvas.ensureVisible(QRectF(left, top, right - left, bottom - top))

    # -- changing it --------------------------------------------------------------------------------------------

    def _replace(self, piece: Furniture, new: Furniture | None) -> None:
        if self.push(SetFurniture(piece, new)):
            self.select(new)

    def retitle(self, piece: Furniture) -> None:
        """Open a field for the title over the piece."""
        self.ask_name(scene_rect(piece), piece.title, lambda title: self._replace(piece, replace(piece, title=title)))

    def edit(self, piece: Furniture) -> None:
        """Ask for title, place and size, and for the pools of a box."""
        scenario = self.stage.document.scenario
        pools = scenario.pools if scenario is not None else None
        dialog = FurnitureDialog(piece, self.stage.window, pools, self.board.look.layers)
        with asked(dialog) as accepted:
            if accepted:
                self._replace(piece, dialog.furniture())


def _handle_spot(piece: Furniture, handle: tuple[int, int]) -> tuple[float, float]:
    return (
        piece.x + piece.width * (handle[0] + 1) / 2,
        piece.y + piece.height * (handle[1] + 1) / 2,
    )


def _sized(piece: Furniture, grip: tuple[int, int], aim: PointerAim) -> Furniture:
    """The piece with the held edges where the pointer is; they do not pass the opposite ones."""
    left, top, right, bottom = piece.rect
    if grip[0] < 0:
        left = min(aim.x, right)
    elif grip[0] > 0:
        right = max(aim.x, left)
    if grip[1] < 0:
        top = min(aim.y, bottom)
    elif grip[1] > 0:
        bottom = max(aim.y, top)
    return piece.resized(left, top, right, bottom)
