"""Work of a menu entry that takes a while: off the main thread, with a bar of progress and a way to break off."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox

from editor.controls.save_door import may_replace
from editor.desk.desk import Desk
from editor.dialogs.progress import ProgressDialog
from editor.output.apart import Tell
from editor.plain import as_written
from editor.work.background import Worker
from engine.errors import HexwrightError

_Made = TypeVar("_Made")


class LongWork(QObject):
    """Does one thing at a time in the background."""

    finished = Signal(bool)
    """It is done (True), or was broken off or failed."""
    told = Signal(float)
    """So great a part of it is done."""

    def __init__(self, desk: Desk, name: str, fails: str) -> None:
        """``fails`` is the beginning of the message for an unexpected error."""
        super().__init__(desk)
        self.desk = desk
        self._fails = fails
        self._worker = Worker(name, self)
        self._stop = Event()
        self.progress: ProgressDialog | None = None
        self.told.connect(self._show_progress)

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._worker.busy

    def stop(self) -> None:
        """Break off: the window closes."""
        self._stop.set()

    def _has_hands_full(self) -> bool:
        """Whether one export has to be waited for before the next; the user is told."""
        if self.busy:
            self.desk.status("Another export is running. Wait until it is finished.")
        return self.busy

    def _may_replace(self, path: Path) -> bool:
        return may_replace(self.desk, [path])

    def _run(self, title: str, work: Callable[[Tell], object], done: str) -> None:
        self._begin(title, work, lambda _made: self._done(done))

    def _begin(self, title: str, work: Callable[[Tell], _Made], done: Callable[[_Made], None]) -> None:
        """Do it in the background; ``done`` gets what it gives, on this thread."""
        self._stop.clear()
        self.progress = ProgressDialog(title, self.desk.window)
        self.progress.broken_off.connect(self._stop.set)
        told = self._worker.telling(self.told.emit)
        self._worker.start(partial(work, partial(_tell, self._stop, told)), done, self._failed)

    def _show_progress(self, part: float) -> None:
        if self.progress is not None:
            self.progress.show_part(part)

    def _close(self) -> None:
        if self.progress is not None:
            self.progress.end()
            self.progress = None

    def _done(self, text: str) -> None:
        self.desk.status(text)
        self.desk.log.add(text)
        self._finish()

    def _finish(self) -> None:
        self._close()
        self.finished.emit(True)

    def _failed(self, error: Exception) -> None:
        self._close()
        if isinstance(error, InterruptedError):
            self.desk.status("Cancelled. No file was written.")
        else:
            why = str(error) if isinstance(error, HexwrightError) else f"{self._fails}: {error}"
            QMessageBox.warning(self.desk.window, "Not written", as_written(why))
        self.finished.emit(False)


def _tell(stop: Event, told: Callable[[float], None], part: float) -> None:
    """Called on the other thread."""
    if stop.is_set():
        raise InterruptedError
    told(part)
