"""Who takes the pointer and the keys during play, where a kind of map has more than clicks on places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class PlayHands(Protocol):
    """What moves units with the pointer and the keys during play."""

    def hover(self, aim: Any) -> None:
        """The pointer moves with no button held."""

    def press(self, aim: Any) -> bool:
        """The left button goes down; whether what follows, up to its release, is for the hands."""

    def drag(self, aim: Any) -> None:
        """The pointer moves with the button held, after a press that was taken."""

    def release(self, aim: Any) -> None:
        """The button comes up after a press that was taken."""

    def double_click(self, aim: Any) -> bool:
        """The left button is clicked twice; whether that was for the hands."""

    def cancel(self) -> bool:
        """Esc: whether something was given up."""

    def key_action(self, key: int, shift: bool) -> Callable[[], None] | None:
        """What a key does; None for keys of others."""
