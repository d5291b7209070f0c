"""What is selected on the map in front."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from engine.boards.board import Spot
from engine.hexes.board.grid import NOWHERE

Kept = tuple[tuple[Spot, ...], tuple[str, ...]]
"""Places and units that were selected."""


class Selection(QObject):
    """What is selected: places and units, each in the order they were selected."""

    selection_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._spots: tuple[Spot, ...] = ()
        self._units: tuple[str, ...] = ()

    @property
    def spots(self) -> list[Spot]:
        """The selected places, in the order they were selected."""
        return list(self._spots)

    @property
    def spot(self) -> Spot | None:
        """The place selected last, or None."""
        return self._spots[-1] if self._spots else None

    @property
    def hexes(self) -> list[int]:
        """The selected places that are hexes; none on a map of another kind."""
        return [spot for spot in self._spots if isinstance(spot, int)]

    @property
    def hex(self) -> int:
        """The hex selected last, or NOWHERE."""
        return self._spots[-1] if self._spots and isinstance(self._spots[-1], int) else NOWHERE

    @property
    def units(self) -> list[str]:
        """The keys of the selected units."""
        return list(self._units)

    @property
    def unit(self) -> str | None:
        """The key of the unit selected last, or None."""
        return self._units[-1] if self._units else None

    def set(self, spots: Iterable[Spot] = (), units: str | Iterable[str] | None = None) -> None:
        """Select these places and this unit, or these, and nothing else."""
        chosen = tuple(dict.fromkeys(spots))
        keys = (units,) if isinstance(units, str) else tuple(dict.fromkeys(units or ()))
        if (chosen, keys) != (self._spots, self._units):
            self._spots, self._units = chosen, keys
            self.selection_changed.emit()

    def clear(self) -> None:
        """Select nothing."""
        self.set()

    @property
    def kept(self) -> Kept:
        """What is selected, to be restored later."""
        return self._spots, self._units

    def restore(self, kept: Kept) -> None:
        """Select what was selected then."""
        self.set(*kept)
