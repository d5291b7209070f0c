"""Letting the program finish what it has begun: tests never wait for time to pass."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

_ROUNDS: Final = 10
"""Many more than anything here takes: what is due at once starts something else that is due at once, and so on."""


LONG: Final = 250.0
"""Seconds that a thread waits for its test: it must not outlive one that has failed, which pytest ends after 300."""


def settle() -> None:
    """All is done that is due at once: events that wait, timers without delay, and what these start in their turn.

    For what takes time (work in the background, timers with a delay) wait for its signal, or until it shows.
    """
    for _ in range(_ROUNDS):
        QApplication.processEvents()


def free() -> None:
    """What was let go is freed, as the event loop would that tests do not have."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
