"""Where the editor keeps what it remembers: window, recent files, recovery."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSettings, QStandardPaths

MOST_RECENT: Final = 10


def settings() -> QSettings:
    """The settings: of the user, or in the file that HEXWRIGHT_SETTINGS names (as tests do). What is set is written
    when the program has a moment, many things at once; `write_out` has it written now."""
    return _shared(_file())


def _file() -> str:
    return os.environ.get("HEXWRIGHT_SETTINGS", "")


def _store(file: str) -> QSettings:
    return QSettings(file, QSettings.Format.IniFormat) if file else QSettings("Hexwright", "Hexwright")


@lru_cache(maxsize=1)
def _shared(file: str) -> QSettings:
    """One object for all who ask: each writes the whole file when it is let go."""
    return _store(file)


def write_out() -> None:
    """Write what was set; for the end of the program, which has no moment left."""
    settings().sync()


def not_kept() -> str:
    """Why what was chosen cannot be kept for the next start; empty when it can, and is. The old file is whole then."""
    # One that could not write once says so for ever: another one is asked, which writes the same.
    store = _store(_file())
    store.sync()
    if store.status() == QSettings.Status.NoError:
        return ""
    return f"{store.fileName()} cannot be written"


def state_folder() -> Path:
    """The folder for unsaved work: of the user, or the one that HEXWRIGHT_STATE names."""
    named = os.environ.get("HEXWRIGHT_STATE")
    if named:
        return Path(named)
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation))


def recent_files() -> list[Path]:
    """The files opened last, the latest first; those that are gone are left out."""
    store = settings()
    # Another window of the program may have opened some.
    store.sync()
    value = store.value("recent", [])
    names = value if isinstance(value, list) else [value]
    return [path for path in map(Path, map(str, names)) if path.is_file()]


def note_recent(path: Path) -> None:
    """Put a file at the head of the recent ones."""
    path = path.resolve()
    others = [other for other in recent_files() if other != path]
    settings().setValue("recent", [str(other) for other in [path, *others][:MOST_RECENT]])


def forget_recent() -> None:
    """Empty the list of recent files."""
    settings().setValue("recent", [])
