"""Notices when something else writes the files of open documents: another tab, or another program."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from editor.document.document import Document

QUIET: Final = 250
"""Milliseconds without a further sign before files are looked at: who writes one may need several steps."""

Print = str | None
"""The fingerprint of what is in a file; None when there is none."""
UNLIKE_ANY: Final = ""
"""A fingerprint that no file has."""


class FileWatch(QObject):
    """Knows what was in each document's files when they were read or written last."""

    changed = Signal(object)
    """Files of this ``Document`` are not as it knows them."""
    settled = Signal(object)
    """Files of this ``Document`` that were not are as it knows them again."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: dict[Document, dict[Path, Print]] = {}
        self._behind: set[Document] = set()
        self._watcher = QFileSystemWatcher(self)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(QUIET)
        self._soon.timeout.connect(self.look)
        self._watcher.fileChanged.connect(lambda _path: self._soon.start())
        self._watcher.directoryChanged.connect(lambda _path: self._soon.start())

    def look_soon(self) -> None:
        """Look when it has been quiet for a moment. Not all file systems say what happens to them, and none says that
        a folder was moved: so whoever comes back from another program calls this."""
        self._soon.start()

    def watch(self, document: Document) -> None:
        """Watch a document's files from now on; they are now as it has read them."""
        self._known[document] = {}
        document.saved.connect(self._saved)
        self.note(document)

    def unwatch(self, document: Document) -> None:
        """Watch this document's files no more: it is closed."""
        self._known.pop(document, None)
        self._behind.discard(document)
        document.saved.disconnect(self._saved)
        self._aim()

    def _saved(self, document: Document, paths: list[Path]) -> None:
        self.note(document, paths)

    def note(self, document: Document, paths: Iterable[Path] | None = None) -> None:
        """What is in these files now, or in all of the document's, is what it has."""
        known = self._known.get(document)
        if known is None:
            return
        own = _files(document)
        noted = {path.resolve() for path in paths} if paths is not None else set(own)
        self._known[document] = {
            path: _print(path) if path in noted or path not in known else known[path] for path in own
        }
        self._aim()

    def doubt(self, document: Document, paths: Iterable[Path]) -> None:
        """These files are not what the document goes back to, whatever is in them."""
        known = self._known.get(document, {})
        known.update(dict.fromkeys((path.resolve() for path in paths if path.resolve() in known), UNLIKE_ANY))
        self._soon.start()

    def stale(self, document: Document) -> list[Path]:
        """The document's files that are not as it knows them; files never written are not missed."""
        known = self._known.get(document, {})
        return [path for path in _files(document) if path in known and _print(path) != known[path]]

    def look(self) -> None:
        """Look at all files, and tell of the documents that are behind."""
        self._aim()
        for document in list(self._known):
            if self.stale(document):
                self._behind.add(document)
                self.changed.emit(document)
            elif document in self._behind:
                self._behind.discard(document)
                self.settled.emit(document)

    def _aim(self) -> None:
        """Watch the files, and their folders: a file that is replaced, as editors do, is another file."""
        files = {path for known in self._known.values() for path in known}
        wanted = {str(path) for path in files if path.exists()}
        wanted |= {str(path.parent) for path in files if path.parent.is_dir()}
        watched = {*self._watcher.files(), *self._watcher.directories()}
        if watched - wanted:
            self._watcher.removePaths(sorted(watched - wanted))
        if wanted - watched:
            self._watcher.addPaths(sorted(wanted - watched))


def _files(document: Document) -> list[Path]:
    found = (document.map_path, document.scenario_path if document.scenario is not None else None)
    return [path.resolve() for path in found if path is not None]


def _print(path: Path) -> Print:
    try:
        return hashlib.sha1(path.read_bytes()).hexdigest()
    except OSError:
        return None
