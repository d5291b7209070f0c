"""Where the pointer is, in terms that every kind of map shares."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt

from engine.boards.board import Spot


class PointerAim(Protocol):
    """A place on the map as the pointer sees it. ``x`` and ``y`` are paper coordinates (circumradii)."""

    @property
    def x(self) -> float: ...

    @property
    def y(self) -> float: ...

    @property
    def spot(self) -> Spot | None:
        """The place under the pointer, None beyond the map."""

    @property
    def on_map(self) -> bool:
        """Whether the pointer is on the map."""

    @property
    def modifiers(self) -> Qt.KeyboardModifier: ...

    @property
    def shift(self) -> bool:
        """Whether Shift is held."""

    @property
    def control(self) -> bool:
        """Whether Ctrl is held."""

    @property
    def alt(self) -> bool:
        """Whether Alt is held."""


class HeldKeys:
    """Which keys are held with the pointer; the base of the aims of each kind of map."""

    __slots__ = ()

    modifiers: Qt.KeyboardModifier

    @property
    def shift(self) -> bool:
        """Whether Shift is held."""
        return bool(self.modifiers & Qt.KeyboardModifier.ShiftModifier)

    @property
    def control(self) -> bool:
        """Whether Ctrl is held."""
        return bool(self.modifiers & Qt.KeyboardModifier.ControlModifier)

    @property
    def alt(self) -> bool:
        """Whether Alt is held."""
        return bool(self.modifiers & Qt.KeyboardModifier.AltModifier)
