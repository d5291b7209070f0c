"""The cursor that goes about a map by keyboard: what a view asks of it, whatever the kind of map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QPointF
from PySide6.QtGui import QKeyEvent

from editor.canvas.aim import PointerAim
from engine.boards.board import Spot


class Cursor(Protocol):
    """Where the keyboard's cursor is on one view, and what keys do with it."""

    @property
    def is_down(self) -> bool:
        """Whether the keyboard holds the button down."""

    @property
    def point(self) -> QPointF:
        """Where the cursor points, in scene units."""

    def action(self, event: QKeyEvent) -> Callable[[], None] | None:
        """What a key does here; None for keys of others."""

    def come(self) -> None:
        """Show the cursor where it was, or in the middle of what is seen."""

    def put_away(self) -> None:
        """The view shows another map: remove the cursor from this one."""

    def refresh(self) -> None:
        """The tool, the map or the zoom is another one: point as it does."""

    def key_up(self, key: int) -> None:
        """A key came up: a stroke that it began ends with it."""

    def let_go(self) -> None:
        """End the stroke, if one is going on."""

    def forget_stroke(self) -> None:
        """The stroke was broken off: there is nothing to end."""

    def mouse_moved(self) -> None:
        """The mouse is used: the cursor is hidden, and remembers its place."""

    def mouse_pressed(self, spot: Spot | None) -> None:
        """Where the mouse was pressed the keyboard goes on."""

    def describe(self, text: str, aim: PointerAim) -> str:
        """The words for a place. A screen reader speaks them."""
