"""The base of tools: they are told of the pointer, show what they would do, and push commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QCursor

from editor.canvas.aim import PointerAim
from editor.canvas.marks import Marks
from editor.commands.base import Command
from editor.commands.undo_stack import new_stroke
from editor.controls.controls import Controls
from editor.document.document import Document
from editor.look.name_field import NameField
from editor.stage.stage import Stage
from editor.stage.tool_settings import ToolSettings
from editor.tools.options import RowKind
from engine.boards.board import Board, Spot

A = TypeVar("A", bound=PointerAim)


class Tool(Generic[A]):
    """A tool of some kind of map, whose aims it understands. A stroke goes from ``press`` over ``drag`` to ``release``,
    and is one step of undo."""

    key = ""
    """Its name in the program, and that of its icon in ``resources/icons``."""
    picture = ""
    """The name of another icon there; empty for that of its key."""
    title = ""
    shortcut = ""
    group = 0
    """Groups are parted by a line in the tool bar."""
    layer = ""
    """The palette's layer that it paints with: choosing a kind there chooses the first tool of that layer, unless
    another one of it is in use."""
    options: tuple[RowKind, ...] = ()
    """The rows of options that it has, from above."""
    kinds: tuple[str, ...] = ()
    """The kinds of map that it works on, none for any; see ``editor.kinds``."""
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
    def board(self) -> Board:
        """The open map."""
        return self.stage.document.board

    @property
    def settings(self) -> ToolSettings:
        """What the user has chosen: kinds, brush size and so on."""
        return self.stage.settings

    @property
    def marks(self) -> Marks:
        """The marks over the map."""
        return self.stage.marks

    @property
    def cursor(self) -> QCursor:
        """The pointer's shape over the map."""
        return QCursor(Qt.CursorShape.CrossCursor)

    @property
    def hidden_layers(self) -> frozenset[str]:
        """The designer's own layers that are not drawn: what lies on them is not picked."""
        return self.stage.canvas.map_scene.map_layer.look.without(self.board)

    def push(self, command: Command) -> bool:
        """Do a command; what stands against it goes to the status bar."""
        return self.stage.push(command)

    def say(self, text: str) -> None:
        """Say something in the status bar."""
        self.stage.status(text)

    def ask_name(self, place: QRectF, name: str, take: Callable[[str], object]) -> NameField:
        """Open a field for a name over a part of the map, in scene units; see `NameField`. It closes when the map moves
        and when another document comes to the front."""
        canvas = self.stage.canvas
        field = NameField(canvas.viewport(), canvas.mapFromScene(place).boundingRect(), name, take)
        canvas.view_changed.connect(field.leave)
        self.stage.leaving.connect(field.leave)
        return field

    # -- the pointer --------------------------------------------------------------------------------------------

    def hover(self, aim: A) -> None:
        """The pointer moves with no button held."""

    def press(self, aim: A) -> None:
        """The left button goes down: a stroke begins."""
        self.stroke = new_stroke()
        self.busy = True
        self.start(aim)

    def drag(self, aim: A) -> None:
        """The pointer moves with the left button held."""
        if self.busy:
            self.move(aim)

    def release(self, aim: A) -> None:
        """The left button comes up: the stroke ends."""
        if self.busy:
            self.busy = False
            self.finish(aim)

    def double_click(self, aim: A) -> None:
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

    def spots(self, spot: Spot) -> list[tuple[float, float]]:
        """The points of a place, on paper, that the keyboard's cursor visits; none for its middle alone."""
        return []

    def activate(self) -> None:
        """The tool was chosen."""
        if self.hint:
            self.say(self.hint)

    def deactivate(self) -> None:
        """Another tool was chosen, or another document opened."""
        self.cancel()

    # -- strokes ------------------------------------------------------------------------------------------------

    def start(self, aim: A) -> None:
        """A stroke begins."""

    def move(self, aim: A) -> None:
        """The stroke goes on."""

    def finish(self, aim: A) -> None:
        """The stroke ends."""

    def abandon(self) -> None:
        """Take back what the stroke has done so far, and leave nothing to redo."""
        self.document.take_back(self.stroke)
