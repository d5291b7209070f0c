"""Place names: click to write or change, drag to move, F2 to rename."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QCursor

from editor.canvas.drawing.lettering import SIZES
from editor.canvas.drawing.paper import SCALE
from editor.commands.set_label import SetLabel
from editor.dialogs.asking import asked
from editor.dialogs.edit_label import LabelDialog
from editor.hexes.canvas.aim import Aim
from editor.hexes.drawing.map_painter import LETTERS, pixels
from editor.hexes.drawing.name_places import along
from editor.hexes.drawing.place_names import label_rect
from editor.hexes.tools.base import HexTool
from engine.boards.user_layers import on_other_layers
from engine.hexes.board.battlemap import Label

STILL: float = 0.08
"""How far (in circumradii) the pointer may move in a click that is still no drag."""


def name_among(tool: HexTool, hexes: Iterable[int]) -> Label | None:
    """The name that stands in the first of these hexes that has one, the one written last first."""
    seen = on_other_layers([*reversed(tool.map.labels)], tool.hidden_layers)
    return next((label for h in hexes for label in seen if label.at == h), None)


def rename_in_place(tool: HexTool, label: Label) -> None:
    """Open a field for the text of a name, where the name is on the map."""
    place = label_rect(label, tool.geometry)
    tool.ask_name(place, label.text, lambda text: tool.push(SetLabel(label, replace(label, text=text))))


class LabelTool(HexTool):
    """A click on a name changes it, a drag moves it; a click elsewhere writes a new one there. F2 renames."""

    key = "label"
    title = "Place names"
    shortcut = "T"
    group = 2
    hint = "Click to write a name or change one; drag to move it; F2 renames it"

    _held: Label | None = None
    _over: Aim | None = None
    """Where the pointer, or the keyboard's cursor, was last."""
    _from: Aim | None = None
    _moved = False

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.IBeamCursor)

    def label_at(self, aim: Aim) -> Label | None:
        """The name under the pointer, the one written last first."""
        point = QPointF(aim.x * SCALE, aim.y * SCALE)
        for label in on_other_layers([*reversed(self.map.labels)], self.hidden_layers):
            if label_rect(label, self.geometry).contains(point):
                return label
        return None

    def spots(self, h: int) -> list[tuple[float, float]]:
        x, y = self.grid.centre(h)
        return [(x + label.dx, y + label.dy) for label in self.map.labels if label.at == h]

    def leave(self) -> None:
        super().leave()
        self._over = None

    def key_action(self, key: int, shift: bool) -> Callable[[], None] | None:
        """F2 opens a field for the name under the pointer, else for that in its hex or in a selected one."""
        return self.rename if key == Qt.Key.Key_F2.value and not shift and not self.busy else None

    def rename(self) -> None:
        """Open a field for the name that is meant, where it is on the map."""
        over = self._over
        label = self.label_at(over) if over is not None else None
        label = label or name_among(self, (*([over.hex] if over is not None else ()), *self.stage.selection.hexes))
        if label is not None:
            rename_in_place(self, label)
        else:
            self.say("There is no name here. F2 renames the name under the pointer or in the selected hex")

    def hover(self, aim: Aim) -> None:
        self._over = aim
        label = self.label_at(aim)
        if label is not None:
            rect = label_rect(label, self.geometry)
            corners = [rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft(), rect.topLeft()]
            self.marks.show_marks(line=[(point.x(), point.y()) for point in corners])
        else:
            self.marks.show_marks(hexes=[aim.hex] if aim.on_map else ())

    def start(self, aim: Aim) -> None:
        self._held, self._from, self._moved = self.label_at(aim), aim, False

    def move(self, aim: Aim) -> None:
        label, start = self._held, self._from
        if label is None or start is None:
            return
        dx, dy = aim.x - start.x, aim.y - start.y
        if not self._moved and dx * dx + dy * dy < STILL * STILL:
            return
        self._moved = True
        self._from = aim
        moved = self._placed(label, dx, dy)
        if self.push(SetLabel(label, moved, self.stroke)):
            self._held = moved
        self.hover(aim)

    def _placed(self, label: Label, dx: float, dy: float) -> Label:
        """The label moved on paper; it belongs to its hex until it is dragged nearer to another one."""
        cx, cy = self.grid.centre(label.at)
        x, y = cx + label.dx + dx, cy + label.dy + dy
        at = label.at
        # A name usually stands under its place: within a hex and a half it stays with it.
        if (x - cx) ** 2 + (y - cy) ** 2 > 1.7**2:
            found = self.grid.hex_at(x, y)
            if found in self.grid:
                at = found
                cx, cy = self.grid.centre(at)
        return replace(label, at=at, dx=round(x - cx, 3), dy=round(y - cy, 3))

    def finish(self, aim: Aim) -> None:
        if not self._moved and aim.on_map:
            self.edit(self._held, aim.hex)
        self._held = None

    def edit(self, label: Label | None, h: int) -> None:
        """Ask for a name's text and looks, and write it."""
        settings = self.settings
        fresh = label or Label("", h, str(settings.get("label_size")), str(settings.get("label_style")), 0.0, 0.62)
        name, layers = self.grid.name(fresh.at), self.map.look.layers
        dialog = LabelDialog(fresh, name, is_new=label is None, layers=layers, parent=self.stage.window)
        with asked(dialog) as accepted:
            if not accepted:
                return
            written, lies_along = dialog.label(), dialog.along.isChecked()
        if written is not None and lies_along:
            follows = along(self.map, written)
            if follows is None:
                self.say("There is no river or road near that name")
            written = follows or written
        if written is not None:
            settings.set("label_size", written.size)
            settings.set("label_style", written.style)
        if self.push(SetLabel(label, written)) and written is not None and not self._readable(written):
            self.say(f"{written.text} is at {self.grid.name(written.at)}; zoom in to read it")

    def _readable(self, label: Label) -> bool:
        """Whether a name is large enough at this zoom to be drawn."""
        return SIZES.get(label.size, SIZES["medium"]) * pixels(self.stage.canvas.zoom) >= LETTERS
