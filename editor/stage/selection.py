"""What is selected on the map in front."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from engine.hexes.board.grid import NOWHERE

Kept = tuple[tuple[int, ...], tuple[str, ...]]
"""Hexes and units that were selected."""


class Selection(QObject):
    """What is selected: hexes and units, each in the order they were selected."""

    selection_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hexes: tuple[int, ...] = ()
        self._units: tuple[str, ...] = ()

    @property
    def hexes(self) -> list[int]:
        """The selected hexes, in the order they were selected."""
        return list(self._hexes)

    @property
    def hex(self) -> int:
        """The hex selected last, or NOWHERE."""
        return self._hexes[-1] if self._hexes else NOWHERE

    @property
    def units(self) -> list[str]:
        """The keys of the selected units."""
        return list(self._units)

    @property
    def unit(self) -> str | None:
        """The key of the unit selected last, or None."""
        return self._units[-1] if self._units else None

    def set(self, hexes: Iterable[int] = (), units: str | Iterable[str] | None = None) -> None:
        """Select these hexes and this unit, or these, and nothing else."""
        chosen = tuple(dict.fromkeys(hexes))
        keys = (units,) if isinstance(units, str) else tuple(dict.fromkeys(units or ()))
        if (chosen, keys) != (self._hexes, self._units):
            self._hexes, self._units = chosen, keys
            self.selection_changed.emit()

    def clear(self) -> None:
        """Select nothing."""
        self.set()

    @property
    def kept(self) -> Kept:
        """What is selected, to be restored later."""
        return self._hexes, self._units

    def restore(self, kept: Kept) -> None:
        """Select what was selected then."""
        self.set(*kept)
