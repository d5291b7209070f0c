"""Files in which every text that a stranger may choose names a picture, and a watch that tells when it is opened."""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import yaml
from PySide6.QtGui import QImage

from engine.findings import Severity
from engine.formats import load
from engine.umpire.checks import check_loaded

_OPENED: Final = 0x20
"""``IN_OPEN``."""
_AT_ONCE: Final = 0o4000
"""``IN_NONBLOCK``."""


class Canary:
    """A picture that nobody has a reason to open."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "canary.png"
        QImage(8, 8, QImage.Format.Format_RGB32).save(str(self.path))
        self.tag = f'<img src="{self.path.as_uri()}">'
        libc = ctypes.CDLL(None, use_errno=True)
        self._watch = libc.inotify_init1(_AT_ONCE)
        assert libc.inotify_add_watch(self._watch, os.fsencode(self.path), _OPENED) >= 0

    def opened(self) -> bool:
        """Whether somebody has opened it since this was last asked."""
        with suppress(BlockingIOError):
            return bool(os.read(self._watch, 4096))
        return False

    def close(self) -> None:
        """Watch no more."""
        os.close(self._watch)


@contextmanager
def canary(folder: Path) -> Iterator[Canary]:
    """A canary in a folder, watched."""
    made = Canary(folder)
    try:
        yield made
    finally:
        made.close()


def infested(source: Path, home: Path, tag: str, more: dict[str, Any]) -> tuple[Path, int]:
    """A copy in ``home`` of a shipped map or scenario, every text of which begins with ``tag`` that may.

    ``more`` are entries laid over it first. Gives the file, and how many texts have it.
    """
    document = {**yaml.safe_load(source.read_text(encoding="utf-8")), **more}
    path = home / source.name

    def sound() -> bool:
        """Write the file; whether it can be played."""
        path.write_text(yaml.safe_dump(document, allow_unicode=True, sort_keys=False), encoding="utf-8")
        return all(finding.severity is not Severity.ERROR for finding in check_loaded(load(path)))

    assert sound()

    infested = 0
    for kind, places in _kinds(document).items():
        if kind.endswith("/format"):
            continue
        before = [holder[key] for holder, key in places]
        for holder, key in places:
            holder[key] = tag + holder[key]
        if sound():
            infested += len(places)
            continue
        for (holder, key), text in zip(places, before, strict=True):
            holder[key] = text
    assert sound()
    return path, infested


def _kinds(document: dict[str, Any]) -> dict[str, list[tuple[Any, Any]]]:
    """The texts of a file by what they are, as what holds them and under which key or number."""
    found: dict[str, list[tuple[Any, Any]]] = {}

    def walk(node: Any, path: str) -> None:
        for key, value in list(node.items() if isinstance(node, dict) else enumerate(node)):
            at = f"{path}/*" if isinstance(key, int) or re.search(r"\d|-|^(us|ac|uk)", str(key)) else f"{path}/{key}"
            if isinstance(value, str):
                found.setdefault(at, []).append((node, key))
            elif isinstance(value, dict | list):
                walk(value, at)

    walk(document, "")
    return found
