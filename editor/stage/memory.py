"""What is remembered of each open document beside its file, such as how it is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from editor.document.document import Document
from editor.stage.tabs import Tabs
from editor.work.remembered import remember, remembered


class Memory:
    """Plain data about each document: kept while it is open and, where it has a file, remembered at the next start."""

    def __init__(self, tabs: Tabs, room: str) -> None:
        self._tabs, self._room = tabs, room
        self._kept: WeakKeyDictionary[Document, dict[str, Any]] = WeakKeyDictionary()
        self._files: WeakKeyDictionary[Document, Path | None] = WeakKeyDictionary()
        """By which file each document was remembered last."""
        tabs.state_changed.connect(self._on_state)

    def of(self, document: Document) -> dict[str, Any] | None:
        """What is kept of an open document; None if nothing is known yet."""
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
        document = self._tabs.front.document
        kept = self._kept.get(document)
        if kept is not None and self._files.get(document) != document.path:
            self.keep(document, kept)
