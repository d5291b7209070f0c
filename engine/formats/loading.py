"""The doors in: a path or a name to a model, with every finding."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Final

from engine.boards.board import Board
from engine.findings import FileProblem, Finding, Place, Severity
from engine.formats.boards import build_map
from engine.formats.locate import NotFoundError, OutsideError, locate
from engine.formats.palettes import build_palette
from engine.formats.plays import build_example, build_replay
from engine.formats.scenarios import build_scenario
from engine.formats.source import Section
from engine.formats.specs import ExampleSpec, Loaded, ReplaySpec
from engine.formats.versions import Opened, open_document, open_text
from engine.scenario import Scenario

Ref = str | os.PathLike[str]
SYSTEMS: Final = "engine.kit.reading"
"""The module that reads rules files (`build_system`); it is imported when the first one is read."""


def load(path: Ref) -> Loaded:
    """Read any file of ours; the ``format:`` line says what it is. Never raises: what is wrong is in ``findings``."""
    return _load(path, "")


def load_text(text: str, path: Ref = "") -> Loaded:
    """Read a text as if it stood in a file at ``path`` (which need not exist)."""
    file = os.fspath(path)
    return _build(open_text(text, file, Path(file) if file else None), "")


def load_map(ref: Ref, near: Ref | None = None) -> Board:
    """The map of a name such as ``lundys_lane``, or of a path; names are looked up from the file ``near``.

    Raises FileProblem with every error when the file is not a sound map.
    """
    model = _required(_find("map", ref, near), "map")
    assert isinstance(model, Board)
    return model


def load_scenario(ref: Ref, near: Ref | None = None) -> Scenario:
    """The scenario of a name or path, with its map; raises FileProblem like `load_map`."""
    model = _required(_find("scenario", ref, near), "scenario")
    assert isinstance(model, Scenario)
    return model


def load_scenario_on(path: Ref, battle_map: Board) -> Scenario | None:
    """The scenario of a file on a map that is at hand, which is the one that it names: that is not read again. None
    when the file is no scenario."""
    opened = open_document(Path(path), os.fspath(path), "scenario")
    if opened.data is None or opened.kind != "scenario":
        return None
    section = Section(opened.source, notes=opened.notes)
    built = build_scenario(section, opened.data, Path(path).stem, battle_map)
    return built.scenario


def load_example(path: Ref) -> ExampleSpec:
    """An example of play, with its scenario; raises FileProblem with every error."""
    model = _required(path, "example")
    assert isinstance(model, ExampleSpec)
    return model


def load_replay(path: Ref) -> ReplaySpec:
    """A replay, with its scenario; raises FileProblem with every error. A changed scenario is no error:
    compare ``digest(spec.scenario)`` with ``spec.scenario_digest``, or see the findings of `load`."""
    model = _required(path, "replay")
    assert isinstance(model, ReplaySpec)
    return model


def _find(kind: str, ref: Ref, near: Ref | None) -> Path:
    text = os.fspath(ref)
    if isinstance(ref, os.PathLike) and near is None:
        return Path(ref)
    try:
        return locate(kind, text, Path(near) if near is not None else None)
    except NotFoundError as error:
        raise FileProblem([Finding("FILE021", Severity.ERROR, str(error), Place(text), hint=error.hint)]) from None
    except OutsideError as error:
        raise FileProblem([Finding("FILE022", Severity.ERROR, str(error), Place(text))]) from None


def _required(path: Ref, wanted: str) -> object:
    loaded = _load(path, wanted)
    if loaded.errors or loaded.model is None:
        raise FileProblem(loaded.errors)
    return loaded.model


def _load(path: Ref, wanted: str) -> Loaded:
    return _build(open_document(Path(path), os.fspath(path), wanted), wanted)


def _build(opened: Opened, wanted: str) -> Loaded:
    loaded = Loaded(opened.kind or wanted, None, [], opened.source)
    data = opened.data
    if data is not None:
        section = Section(opened.source, notes=opened.notes)
        key = opened.source.path.stem if opened.source.path else "unnamed"
        if opened.kind == "map":
            loaded.model, loaded.map_section = build_map(section, data), section
        elif opened.kind == "palette":
            loaded.model = build_palette(section, data, key)
        elif opened.kind == "system":
            loaded.model = importlib.import_module(SYSTEMS).build_system(section, data)
        elif opened.kind == "scenario":
            built = build_scenario(section, data, key)
            loaded.model, loaded.map_section, loaded.scenario_section = built.scenario, built.map_section, section
        else:
            loaded.model, built = (build_example if opened.kind == "example" else build_replay)(section, data)
            loaded.map_section, loaded.scenario_section = built.map_section, built.section
    loaded.findings = opened.notes.findings
    return loaded
