"""What is written by itself into the user's state folder, so that it survives a crash: documents, and games.

Each has a folder of its own, held by a lock that dies with the process. It is written in the background, whole or not
at all. A folder whose lock nobody holds is left over from a session that did not close properly.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from editor.work.background import Worker
from engine.writing import private_folder

_LOCK: Final = "lock"


class Autosaver(QObject):
    """Writes something into a folder that it holds, and says once when that cannot be done."""

    failed = Signal(str)
    """Nothing could be written, and why; sent once until a write succeeds."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        """``name``: of the thread that writes."""
        super().__init__(parent)
        self._worker = Worker(name, self, patient=True)
        self._lock: QLockFile | None = None
        self._told = False

    def _timer(self) -> QTimer:
        """A timer after which is written."""
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(self.write)
        return timer

    def write(self) -> None:
        """Write now; the writing itself goes on in the background."""
        raise NotImplementedError

    def _pace(self, took: float) -> None:
        """Wait the longer until the next time, the longer (in seconds) writing took."""
        raise NotImplementedError

    def _claim(self, folder: Path) -> bool:
        """Make a folder that only the user may look into, and hold its lock; False where that cannot be done, which is
        told."""
        if self._lock is not None:
            return True
        try:
            private_folder(folder.parent)
            private_folder(folder)
            self._lock = locked(folder)
        except OSError as error:
            self._fail(f"{folder}: {error.strerror or error}")
            return False
        if self._lock is None:
            self._fail(f"{folder}: the folder cannot be locked")
        return self._lock is not None

    def _unlock(self) -> None:
        """Let go of the folder."""
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def _start(self, write: Callable[[], float]) -> None:
        """Write in the background; ``write`` gives the seconds that it worked."""
        self._worker.start(write, self._done, self._not_written)

    def _done(self, took: float) -> None:
        self._told = False
        self._pace(took)

    def _not_written(self, error: Exception) -> None:
        self._fail(str(error))

    def _fail(self, why: str) -> None:
        if not self._told:
            self._told = True
            self.failed.emit(why)


def locked(folder: Path) -> QLockFile | None:
    """The lock of a folder, held from now on; None while another process, or another part of this one, holds it."""
    lock = QLockFile(str(folder / _LOCK))
    lock.setStaleLockTime(0)
    return lock if lock.tryLock(0) else None


def is_held(folder: Path) -> bool:
    """Whether a process holds the lock of a folder."""
    lock = locked(folder)
    if lock is None:
        return True
    lock.unlock()
    return False
