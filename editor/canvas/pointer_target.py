"""What a view tells of the pointer, and to whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtGui import QCursor

from editor.canvas.aim import PointerAim
from engine.boards.board import Spot


class PointerTarget(Protocol):
    """Who is told of the pointer: the tools."""

    @property
    def takes_items(self) -> bool:
        """Whether units and other items under the pointer come first."""

    @property
    def busy(self) -> bool:
        """Whether a stroke is going on."""

    def hover(self, aim: PointerAim) -> None:
        """The pointer moves with no button held."""

    def press(self, aim: PointerAim) -> None:
        """The left button goes down."""

    def drag(self, aim: PointerAim) -> None:
        """The pointer moves with the left button held."""

    def release(self, aim: PointerAim) -> None:
        """The left button comes up."""

    def double_click(self, aim: PointerAim) -> None:
        """The left button is clicked twice."""

    def leave(self) -> None:
        """The pointer leaves the map."""

    def cancel(self) -> None:
        """Esc, or the stroke was broken off."""

    def key_action(self, key: int, shift: bool) -> Callable[[], None] | None:
        """What a key does, before any shortcut; None for keys of others."""

    def step_kind(self, by: int) -> bool:
        """Alt and the wheel: take up the next kind of the palette, or with -1 the one before; False where the tool
        paints with none."""

    def spots(self, spot: Spot) -> list[tuple[float, float]]:
        """The points of a place, on paper, that the keyboard's cursor visits; none for its middle alone."""

    @property
    def cursor(self) -> QCursor:
        """The pointer's shape."""
