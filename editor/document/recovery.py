"""Unsaved work survives a crash: a copy is kept in the user's state folder, a second after the last change.

Each session has a folder of its own, held by a lock that dies with the process. A folder whose lock nobody
holds is left over from a session that did not close properly. The copy is written whole, in one step, off the
main thread: a kill at any moment leaves the copy before, or the new one.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import thread_time
from typing import Final
from uuid import uuid4

from PySide6.QtCore import QObject, Signal

from editor.document import files
from editor.document.document import Document
from editor.document.rules_document import RULES, RulesDocument
from editor.work.autosaving import Autosaver, is_held
from editor.work.habits import copies_after
from editor.work.settings import state_folder
from engine import formats
from engine.boards.board import Board
from engine.boards.kinds import gist
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.formats.palettes import offered, read_palette
from engine.formats.reading import read_text
from engine.scenario.model import Scenario
from engine.writing import write_text

LATEST: Final = 5000
"""Milliseconds after the first unwritten change when it is written in any case."""
REST: Final = 5
"""Writing may take no more than this part of the time: copies of very big maps are written less often."""
LONGEST: Final = 30_000
"""Milliseconds that a change waits at most, however long writing takes."""

_WORK: Final = "work.yaml"
_PALETTE: Final = "palette.yaml"
_ABOUT: Final = "about.json"


@dataclass(frozen=True, slots=True)
class UnsavedWork:
    """Unsaved work of a session that did not close properly."""

    key: str
    title: str
    file: str
    """The file it was opened from; empty when it was never saved."""
    when: datetime
    newer: bool
    """Whether one of its files was written after the copy: saving the work would replace what was saved then."""


def _root() -> Path:
    return state_folder() / "recovery"


class Recovery(Autosaver):
    """Keeps the copy of the open document."""

    doubted = Signal(str)
    """What was saved could not be read again, and why: the copy stays."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("recovery", parent)
        self._folder = _root() / uuid4().hex[:12]
        self._document: Document | None = None
        self._written: tuple[int, int] | None = None
        self._proof: _Proof | None = None
        """That what was saved last can be read again, once that is known."""
        self._soon, self._latest = self._timer(), self._timer()
        self._pace(0.0)

    def watch(self, document: Document) -> None:
        """Keep a copy of this document from now on, and none of the one before."""
        if self._document is not None:
            self._document.state_changed.disconnect(self._on_change)
        self._let_go()
        self._pace(0.0)
        self._document = document
        document.state_changed.connect(self._on_change)
        self._on_change()

    def _on_change(self) -> None:
        document = self._document
        if document is None:
            return
        if not document.dirty:
            self._prove(document)
        elif self._state(document) != self._written:
            self._soon.start()
            if not self._latest.isActive():
                self._latest.start()

    @staticmethod
    def _state(document: Document) -> tuple[int, int]:
        return document.revision("map"), document.revision("scenario")

    def _prove(self, document: Document) -> None:
        """The work is saved: the copy goes as soon as the files have been read again and hold it."""
        self._soon.stop()
        self._latest.stop()
        if self._lock is None or document.path is None:
            self.clear()
        elif self._proof is None or self._proof.state != self._state(document):
            proof = self._proof = _proof_of(document, self._state(document), document.path)
            self._worker.start(proof.read, lambda why: self._proved(proof, why))

    def _proved(self, proof: _Proof, why: str) -> None:
        document = self._document
        if proof is not self._proof or document is None or document.dirty:
            return
        if why:
            self.doubted.emit(why)
        else:
            self.clear()

    def _let_go(self) -> None:
        """The document goes: its copy stays only where what was saved does not hold the work."""
        proof, document = self._proof, self._document
        if proof is not None and document is not None and not document.dirty and self._lock is not None:
            self._worker.wait()
            if proof.why != "":
                self._unlock()
        self.clear()

    def write(self) -> None:
        self._soon.stop()
        self._latest.stop()
        document = self._document
        if document is None or not document.dirty:
            return
        if not self._claim(self._folder):
            return
        self._written = self._state(document)
        folder = self._folder
        if isinstance(document, RulesDocument):
            file, text = str(document.path.resolve()) if document.path else "", document.text
            told = {"title": document.title, "map": file, "scenario": "", "kind": RULES}
            self._start(lambda: _write_text(folder, text, told))
            return
        board, scenario = document.snapshot()
        about = {
            "title": document.title,
            "map": str(document.map_path.resolve()) if document.map_path else "",
            "scenario": str(document.scenario_path.resolve()) if document.scenario_path else "",
            "dirty": "map " * document.map_dirty + "scenario" * document.scenario_dirty,
            "reference": scenario.map_ref if scenario else "",
            "base": scenario.base_ref if scenario else "",
            "palette": board.palette.key,
        }
        self._start(lambda: _write(folder, board, scenario, about))

    def _not_written(self, error: Exception) -> None:
        # It is tried again at the next change.
        self._written = None
        super()._not_written(error)

    def _pace(self, took: float) -> None:
        rest = min(LONGEST, round(REST * took * 1000))
        chosen = 1000 * copies_after()
        self._soon.setInterval(max(chosen, rest))
        self._latest.setInterval(max(LATEST, chosen, rest))

    def clear(self) -> None:
        """The work is saved, or given up: no copy is needed."""
        self._soon.stop()
        self._latest.stop()
        self._written = None
        self._proof = None
        if self._lock is not None:
            self._worker.wait()
            self._unlock()
            shutil.rmtree(self._folder, ignore_errors=True)

    def flush(self) -> None:
        """Write what is not written yet, and wait for it."""
        if self._soon.isActive() or self._latest.isActive():
            self.write()
        self._worker.wait()

    def close(self) -> None:
        """The session ends properly, or the document is closed."""
        self._let_go()
        if self._document is not None:
            self._document.state_changed.disconnect(self._on_change)
            self._document = None
        self._worker.close()


class _Proof:
    """What was saved, read again from its files on the worker's thread."""

    def __init__(self, state: tuple[int, int], path: Path, board: Board, scenario: Scenario | None) -> None:
        self.state = state
        self.why: str | None = None
        """Why the files do not hold the work; empty when they do, None while that is not known."""
        self._path, self._map, self._scenario = path, board, scenario

    def read(self) -> str:
        """Read the files; gives why they do not hold the work, empty when they do."""
        try:
            opened = files.read(self._path)
        except HexwrightError as error:
            self.why = str(error)
            return self.why
        scenario, board = opened.scenario, opened.board
        same = gist(board) == gist(self._map)
        units = [list(one.units) if one is not None else None for one in (scenario, self._scenario)]
        self.why = "" if same and units[0] == units[1] else f"{self._path.name} does not hold what was saved"
        return self.why


class _TextProof(_Proof):
    """That a rules file holds the text that was saved."""

    def __init__(self, state: tuple[int, int], path: Path, document: RulesDocument) -> None:
        super().__init__(state, path, document.board, None)
        self._text = document.text

    def read(self) -> str:
        text, findings = read_text(self._path)
        self.why = findings[0].message if findings else ""
        if not findings and text != self._text:
            self.why = f"{self._path.name} does not hold what was saved"
        return self.why


def _proof_of(document: Document, state: tuple[int, int], path: Path) -> _Proof:
    if isinstance(document, RulesDocument):
        return _TextProof(state, path, document)
    return _Proof(state, path, *document.snapshot())


def _write_text(folder: Path, text: str, about: dict[str, str]) -> float:
    """Write the copy of a rules file; gives the seconds that it worked."""
    begun = thread_time()
    like = about["map"] or None
    write_text(folder / _ABOUT, json.dumps(about), like=like)
    write_text(folder / _WORK, text, like=like)
    return thread_time() - begun


def _write(folder: Path, board: Board, scenario: Scenario | None, about: dict[str, str]) -> float:
    """Write the copy; gives the seconds that it worked, waiting left out."""
    begun = thread_time()
    # The scenario's copy holds its map, so that one file is the whole of the work.
    board = formats.rebased(board, folder)
    scenario = scenario.with_(map=board) if scenario else None
    text = (
        formats.dump_scenario(scenario.with_(map_ref="", base_ref="", base=None))
        if scenario
        else formats.dump_map(board)
    )
    like = about["scenario"] or about["map"] or None
    write_text(folder / _ABOUT, json.dumps(about), like=like)
    write_text(folder / _PALETTE, formats.dump_palette(board.palette), like=like)
    write_text(folder / _WORK, text, like=like)
    return thread_time() - begun


# -- finding it again ---------------------------------------------------------------------------------------------


def found() -> list[UnsavedWork]:
    """Unsaved work left over from other sessions, the latest first."""
    work = []
    try:
        folders = list(_root().iterdir())
    except OSError:
        return []
    for folder in folders:
        if is_held(folder):
            continue
        try:
            about = json.loads((folder / _ABOUT).read_text())
            when = datetime.fromtimestamp(os.stat(folder / _WORK).st_mtime)
            file = str(about["scenario"] or about["map"])
            newer = bool(newer_files(folder.name, about))
            work.append(UnsavedWork(folder.name, str(about["title"]), file, when, newer))
        except (OSError, ValueError, KeyError, TypeError):
            # Killed before the first copy was whole: there is nothing to bring back.
            shutil.rmtree(folder, ignore_errors=True)
    return sorted(work, key=lambda one: one.when, reverse=True)


def newer_files(key: str, about: Mapping[str, object] | None = None) -> list[Path]:
    """The files of unsaved work that were written after its copy: the user continued without it."""
    folder = _root() / Path(key).name
    found = []
    with contextlib.suppress(OSError, ValueError):
        if about is None:
            about = json.loads((folder / _ABOUT).read_text())
        copied = os.stat(folder / _WORK).st_mtime
        for name in (about.get("map"), about.get("scenario")):
            with contextlib.suppress(OSError):
                if name and os.stat(str(name)).st_mtime > copied:
                    found.append(Path(str(name)))
    return found


def restore(key: str) -> Document:
    """The unsaved work of another session as a document that is not saved yet.

    Raises FileProblem when the copy cannot be read.
    """
    folder = _root() / Path(key).name
    try:
        about = json.loads((folder / _ABOUT).read_text())
        text = (folder / _WORK).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise HexwrightError(f"the unsaved work cannot be read: {error}") from None
    map_path = Path(about["map"]) if about.get("map") else None
    if about.get("kind") == RULES:
        rules = RulesDocument(text, map_path)
        rules.mark_unsaved("map")
        return rules
    scenario_path = Path(about["scenario"]) if about.get("scenario") else None
    # Read as if it stood in its old place, so that what it names is found from there.
    near = scenario_path or map_path
    with _palette_of(folder, str(about.get("palette", ""))):
        loaded = formats.load_text(text, str(near) if near else "")
    if loaded.errors or loaded.model is None:
        raise FileProblem(loaded.errors or loaded.findings)
    if isinstance(loaded.model, Scenario):
        reference = str(about.get("reference", "")) if map_path else ""
        scenario = _on_its_base(loaded.model.with_(map_ref=reference), str(about.get("base", "")), near)
        document = Document(scenario.map, scenario, map_path, scenario_path)
    elif isinstance(loaded.model, Board):
        document = Document(loaded.model, None, map_path, None)
    else:
        raise HexwrightError("the unsaved work is neither a map nor a scenario")
    document.mark_unsaved(*str(about.get("dirty", "map scenario")).split())
    return document


def _on_its_base(scenario: Scenario, base: str, near: Path | None) -> Scenario:
    """A variant that rests on its base again; one whose base is not there any more stands alone."""
    if not base or near is None:
        return scenario
    try:
        return scenario.with_(base_ref=base, base=formats.load_scenario(base, near))
    except FileProblem:
        return scenario


def _palette_of(folder: Path, key: str) -> contextlib.AbstractContextManager[None]:
    """The palette that the work was painted with: it may be in no file yet."""
    try:
        return offered(read_palette(folder / _PALETTE, key))
    except FileProblem:
        return contextlib.nullcontext()


def discard(keys: list[str]) -> None:
    """Delete the copies of unsaved work under these keys."""
    for key in keys:
        with contextlib.suppress(OSError):
            shutil.rmtree(_root() / Path(key).name)
