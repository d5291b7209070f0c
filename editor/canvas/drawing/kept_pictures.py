"""Pictures that are drawn once and kept while there is room for them, counted in bytes: how large one is goes with the
zoom, so that a number of them would say little."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVarTuple

from PySide6.QtGui import QImage

_Given = TypeVarTuple("_Given")


class KeptPictures(Generic[*_Given]):
    """What a function draws, remembered by what it is given: up to a number of bytes, and one picture at least.
    What was longest not asked for is let go first. Several threads may ask."""

    def __init__(self, draw: Callable[[*_Given], QImage], most: int) -> None:
        self._draw, self._most = draw, most
        self._kept: OrderedDict[tuple[*_Given], QImage] = OrderedDict()
        self._lock = Lock()
        self.size = 0
        """Bytes of all that is kept."""

    def __call__(self, *given: *_Given) -> QImage:
        """The picture, drawn now or before."""
        with self._lock:
            found = self._kept.get(given)
            if found is not None:
                self._kept.move_to_end(given)
                return found
        # Meanwhile another thread may draw, perhaps the same.
        made = self._draw(*given)
        with self._lock:
            self._let_go(given)
            self._kept[given] = made
            self.size += made.sizeInBytes()
            while self.size > self._most and len(self._kept) > 1:
                self._let_go(next(iter(self._kept)))
        return made

    def clear(self) -> None:
        """Let go of every picture."""
        with self._lock:
            self._kept.clear()
            self.size = 0

    def _let_go(self, given: tuple[*_Given]) -> None:
        image = self._kept.pop(given, None)
        if image is not None:
            self.size -= image.sizeInBytes()


def kept_within(most: int) -> Callable[[Callable[[*_Given], QImage]], KeptPictures[*_Given]]:
    """Keep what a function draws, as far as it fits into a number of bytes."""
    return lambda draw: KeptPictures(draw, most)
