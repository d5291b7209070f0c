"""What the desk remembers of each file beside the file itself: in the settings, by the file's path."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from editor.work.settings import settings

if TYPE_CHECKING:
    from editor.desk.workbench import Workbench
    from editor.document.document import Document


class Memory:
    """Plain data about each document: kept while it is open and, where it has a file, remembered at the next start."""

    def __init__(self, workbench: Workbench, room: str) -> None:
        self._workbench, self._room = workbench, room
        self._kept: WeakKeyDictionary[Document, dict[str, Any]] = WeakKeyDictionary()
        self._files: WeakKeyDictionary[Document, Path | None] = WeakKeyDictionary()
        """By which file each document was remembered last."""
        workbench.state_changed.connect(self._on_state)

    def of(self, document: Document) -> dict[str, Any] | None:
        """What is kept of an open document; None when nobody has told anything yet."""
        return self._kept.get(document)

    def recall(self, document: Document) -> dict[str, Any]:
        """What was told of its file, perhaps in another session."""
        return remembered(self._room, document.path)

    def keep(self, document: Document, told: Mapping[str, Any]) -> None:
        """This holds from now on."""
        self._kept[document] = dict(told)
        self._files[document] = document.path
        remember(self._room, document.path, told)

    def _on_state(self) -> None:
        """The document in front may have got another file."""
        document = self._workbench.document
        kept = self._kept.get(document)
        if kept is not None and self._files.get(document) != document.path:
            self.keep(document, kept)


def remembered(room: str, path: Path | None) -> dict[str, Any]:
    """What was told of a file last; nothing for one that has no path yet, or of which nothing (readable) is known."""
    try:
        told = json.loads(str(settings().value(_place(room, path), "{}"))) if path is not None else {}
    except ValueError:
        # Written by another version, or by hand.
        return {}
    return told if isinstance(told, dict) else {}


def remember(room: str, path: Path | None, told: Mapping[str, Any]) -> None:
    """Note plain data for the next start; nothing at all takes no room in the settings."""
    if path is None:
        return
    if told:
        settings().setValue(_place(room, path), json.dumps(dict(told)))
    else:
        settings().remove(_place(room, path))


def _place(room: str, path: Path) -> str:
    return f"{room}/" + hashlib.sha1(str(path.resolve()).encode()).hexdigest()[:16]
