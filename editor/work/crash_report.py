"""A crash leaves a report: version, the last actions by name, and where the program was. Nothing of any file is in it.

While the program runs, its report is written as it goes, for nothing can be written once it has crashed: Python's fault
handler adds where each thread was when a signal ends the program. At a proper end the report is removed; one that is
found at the next start, with nobody who holds its lock, is a crash.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import platform
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Final

from PySide6.QtCore import QLockFile, qVersion

from editor.work.settings import state_folder
from editor.work.version import version
from engine.errors import HexwrightError
from engine.writing import write_text

LAST: Final = 50
"""Actions that a report names."""
_MOST: Final = 10
"""Reports that are kept."""
_LONG: Final = 500
"""Actions after which the report is written again with the last ones."""
_RUNNING: Final = "running-"
_CRASH: Final = "crash-"


def _root() -> Path:
    return state_folder() / "reports"


class CrashReport:
    """The report of this run."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._lock: QLockFile | None = None
        self._handle = -1
        self._last: deque[str] = deque(maxlen=LAST)
        self._count = 0
        self._hook = sys.excepthook
        self.failed: Callable[[Path], None] = lambda _path: None
        """Called when a part of the program failed and the program goes on."""
        self._erred = False

    def begin(self) -> None:
        """Write the report from now on. Where it cannot be written the program goes on without one."""
        try:
            folder = _root()
            folder.mkdir(parents=True, exist_ok=True)
            self._path = folder / f"{_RUNNING}{datetime.now():%Y-%m-%d-%H%M%S}-{os.getpid()}.txt"
            self._lock = _lock_of(self._path)
            self._lock.tryLock(0)
            self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError:
            self._path = None
            return
        self._write_head()
        faulthandler.enable(self._handle)
        self._hook, sys.excepthook = sys.excepthook, self._excepthook
        threading.excepthook = self._thread_excepthook

    def _write_head(self) -> None:
        head = f"Hexwright {version()}, Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}\n"
        self._write(head + "Last actions:\n" + "".join(self._last))

    def note(self, what: str) -> None:
        """An action begins: its name, and nothing that anybody wrote."""
        line = f"{datetime.now():%H:%M:%S} {what}\n"
        self._last.append(line)
        if self._handle < 0:
            return
        self._count += 1
        if self._count % _LONG == 0 and not self._erred:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, 0)
            self._write_head()
        else:
            self._write(line)

    def _write(self, text: str) -> None:
        # A full disk must not stop the work that the report is about.
        with contextlib.suppress(OSError):
            os.write(self._handle, text.encode("utf-8", "replace"))

    def _excepthook(self, kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        self._failed(kind, where)
        self._hook(kind, error, where)

    def _thread_excepthook(self, given: threading.ExceptHookArgs) -> None:
        self._failed(given.exc_type, given.exc_traceback)
        threading.__excepthook__(given)

    def _failed(self, kind: type[BaseException], where: TracebackType | None) -> None:
        """Note where something failed; what the error says is left out, for it may have something of a file."""
        self._erred = True
        self._write(f"Failed: {kind.__name__}\n{''.join(traceback.format_tb(where))}")
        if self._path is not None:
            self.failed(self._path)

    def end(self) -> None:
        """The program ends properly: the report is removed, unless something failed."""
        if self._path is None or self._lock is None:
            return
        faulthandler.disable()
        sys.excepthook, threading.excepthook = self._hook, threading.__excepthook__
        os.close(self._handle)
        self._handle = -1
        with contextlib.suppress(OSError):
            if self._erred:
                self._path.rename(_named(self._path))
            else:
                self._path.unlink()
        self._lock.unlock()
        self._path = None


def crashed() -> list[Path]:
    """The reports of runs that did not end properly and were not told of yet, the latest first. Old ones go."""
    found = []
    with contextlib.suppress(OSError):
        for path in sorted(_root().glob(f"{_RUNNING}*.txt"), reverse=True):
            lock = _lock_of(path)
            if lock.tryLock(0):
                found.append(_closed(path))
                lock.unlock()
        for old in sorted(_root().glob(f"{_CRASH}*.txt"), reverse=True)[_MOST:]:
            old.unlink()
    return found


def _closed(path: Path) -> Path:
    """A report of a run that is over, under the name that it keeps."""
    text = path.read_text(encoding="utf-8", errors="replace")
    if "Fatal Python error" not in text and "Failed: " not in text:
        with contextlib.suppress(HexwrightError):
            write_text(path, f"{text}The program was ended from outside, or the computer stopped.\n")
    return path.rename(_named(path))


def _named(path: Path) -> Path:
    return path.with_name(path.name.replace(_RUNNING, _CRASH, 1))


def _lock_of(path: Path) -> QLockFile:
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)
    return lock


REPORT: Final = CrashReport()
"""The report of this program; it notes actions before it has begun as well."""
