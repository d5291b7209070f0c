"""Collects garbage only on the main thread, while the user does not wait for the screen."""

from __future__ import annotations

import gc
from typing import Final

from PySide6.QtCore import QObject, QTimer

from editor.work.background import hands_are_on

LOOKS: Final = 1000
"""Milliseconds from one look to the next."""
YOUNG: Final = 50_000
"""The number of new objects since the last look after which they are looked through."""
ALL_EVERY: Final = 20
"""Everything is looked through once in this number of times, as it takes tens of milliseconds."""


class Collector(QObject):
    """Takes the place of Python's automatic collector while it lives.

    That one runs on whichever thread happens to allocate, and what it frees may be a widget, which only the main
    thread may destroy. Reference counting goes on as ever, on all threads.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._times = 0
        self._timer = QTimer(self)
        self._timer.setInterval(LOOKS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        self.destroyed.connect(gc.enable)

    def look(self) -> None:
        """Collect if there is enough to look through and the user's hands are off."""
        if gc.get_count()[0] < YOUNG or hands_are_on():
            return
        self._times += 1
        gc.collect(2 if self._times % ALL_EVERY == 0 else 1)


def rest() -> None:
    """Tell the collector that what is open now is here to stay: looking through a big map again and again would
    hold up the screen for a tenth of a second each time."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
