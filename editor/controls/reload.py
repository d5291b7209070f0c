"""What happens when a file of an open document is changed by another tab or another program."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject

from editor.commands.replace_map import ReplaceMap
from editor.controls.notice_bar import NoticeBar
from editor.document import files
from editor.document.document import Document
from editor.document.file_watch import FileWatch
from editor.document.rules_document import RulesDocument
from editor.stage.stage import Stage
from editor.stage.tabs import Tab
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.plural import in_series
from engine.scenario.model import Scenario

KEPT = frozenset({"map", "key"})
"""Fields of a scenario that are the open document's own affair."""


class Freshness(QObject):
    """Reads changed files again where nothing is lost by it, and asks in a bar where something might be.

    Reading again is a step that can be undone like any other.
    """

    def __init__(self, stage: Stage, watch: FileWatch, bar: NoticeBar) -> None:
        # With the bar it goes: what is heard of after the window is gone must not reach for it.
        super().__init__(bar)
        self.stage, self.watch, self.bar = stage, watch, bar
        self._missed: WeakKeyDictionary[Document, list[Path]] = WeakKeyDictionary()
        """Files whose absence the user knows of."""
        self._offers_undo = False
        watch.changed.connect(self._changed)
        watch.settled.connect(self._settled)
        stage.undo.indexChanged.connect(self._stepped)
        stage.tabs.fronted.connect(self._fronted)

    def _changed(self, document: Document) -> None:
        # Another tab's document is read again when that tab is shown.
        if document is self.stage.document:
            self.consider()

    def _settled(self, document: Document) -> None:
        """A question is off when the files are again as the document knows them."""
        if document is self.stage.document and not self._offers_undo:
            self._missed.pop(document, None)
            self.bar.clear()

    def _stepped(self, _index: int) -> None:
        """After another step, *Undo* in the bar would take back that one instead."""
        if self._offers_undo:
            self._offers_undo = False
            self.bar.clear()

    def _fronted(self, _tab: Tab) -> None:
        self._offers_undo = False
        self.bar.clear()
        self.consider()

    def consider(self) -> None:
        """Look whether files of the document in front have changed or are gone, and read them again or ask."""
        document = self.stage.document
        stale = self.watch.stale(document)
        gone = [path for path in stale if not path.exists()]
        if gone:
            self._tell_gone(document, gone)
        elif stale and not document.dirty and not self.stage.preview.active:
            self.reload(undoable=True)
        elif stale:
            why = "there are unsaved changes here" if document.dirty else "test turns are being played on it"
            self.bar.say(
                f"{_names(stale)} on disk, and {why}.", [("&Reload", self.reload), ("&Keep my version", self.keep)]
            )

    def _tell_gone(self, document: Document, gone: list[Path]) -> None:
        if self._missed.get(document) == gone:
            return
        self._missed[document] = gone
        targets = [
            target
            for target, path in (("map", document.map_path), ("scenario", document.scenario_path))
            if path is not None and path.resolve() in gone
        ]
        document.mark_unsaved(*targets)
        save = self.stage.actions.get("file.save")
        names = in_series(path.name for path in gone)
        self.bar.say(
            f"{names} {'is' if len(gone) == 1 else 'are'} no longer on disk. Save again to keep your work.",
            [("Save &again", save.trigger), ("&Not now", lambda: None)],
        )

    def keep(self) -> None:
        """What is open counts; saving will overwrite the file."""
        document = self.stage.document
        stale = [path.resolve() for path in self.watch.stale(document)]
        targets = [
            target
            for target, path in (("map", document.map_path), ("scenario", document.scenario_path))
            if path is not None and path.resolve() in stale
        ]
        self.watch.note(document)
        document.mark_unsaved(*targets)

    def reload(self, *, undoable: bool = False) -> bool:
        """Read the document's files again, as a step that can be undone. False when they cannot be used."""
        document = self.stage.document
        stale = self.watch.stale(document)
        path = document.path
        if path is None:
            return False
        if isinstance(document, RulesDocument):
            return self._reload_text(document, path, undoable=undoable)
        try:
            opened = files.read(path)
            if (opened.scenario is None) != (document.scenario is None):
                raise HexwrightError(f"{path.name} is another kind of file now")
        except HexwrightError as error:
            return self._cannot(stale or [path], error)
        self.stage.preview.close()
        changed = _fields(opened.scenario) if opened.scenario is not None else {}
        document.push(ReplaceMap("Reload from disk", opened.board, changed))
        document.map_path = opened.map_path
        return self._reloaded(document, stale or [path], undoable=undoable)

    def _reload_text(self, document: RulesDocument, path: Path, *, undoable: bool) -> bool:
        """Read the text of a rules file again, sound or not."""
        stale = self.watch.stale(document)
        try:
            fresh = RulesDocument.open(path)
        except HexwrightError as error:
            return self._cannot(stale or [path], error)
        document.set_text(fresh.text, "Reload from disk")
        return self._reloaded(document, stale or [path], undoable=undoable)

    def _cannot(self, paths: list[Path], error: HexwrightError) -> bool:
        first = str(error.findings[0].message) if isinstance(error, FileProblem) and error.findings else str(error)
        self.bar.say(
            f"{_names(paths)} on disk, but cannot be read: {first}",
            [("&Try again", self.reload), ("&Keep my version", self.keep)],
        )
        return False

    def _reloaded(self, document: Document, paths: list[Path], *, undoable: bool) -> bool:
        document.mark_saved()
        self.watch.note(document)
        said = f"{_names(paths)} on disk, and was read again."
        self.stage.log.add(said)
        if undoable:
            self.bar.say(said, [("&Undo", self.stage.undo.undo), ("&OK", lambda: None)])
            self._offers_undo = True
        else:
            self.stage.status(said + " Undo brings back what was here.")
        return True


def _fields(scenario: Scenario) -> dict[str, object]:
    return {one.name: getattr(scenario, one.name) for one in fields(scenario) if one.name not in KEPT}


def _names(paths: list[Path]) -> str:
    names = in_series(path.name for path in paths)
    return f"{names} {'has' if len(paths) == 1 else 'have'} changed"
