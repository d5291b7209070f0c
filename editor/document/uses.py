"""Which files an open document lives on: its own, and those that it shows or rests on."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

from editor.document import palettes
from editor.document.document import Document
from editor.document.rules_document import RulesDocument
from engine.formats import locate
from engine.scenario.system_name import file_of


class Use(Enum):
    """What a document has a file for."""

    SCENARIO = "scenario"
    MAP = "map"
    PALETTE = "palette"
    BASE = "base"
    RULES = "rules"
    """A rules file: what is open, or what a scenario is played by."""
    WAITING = "waiting"
    """A scenario of another file that is written with the map."""
    UNDERLAY = "underlay"
    ARTWORK = "artwork"


def uses_of(document: Document, path: Path) -> list[Use]:
    """What a document has this file for, the first meaning first; empty when it knows nothing of it."""
    wanted = real(path)
    return list(dict.fromkeys(use for use, file in files_of(document) if real(file) == wanted))


def files_of(document: Document) -> Iterator[tuple[Use, Path]]:
    """The files of a document, each with what it is for."""
    scenario = document.scenario
    if isinstance(document, RulesDocument):
        if document.path is not None:
            yield Use.RULES, document.path
        return
    if scenario is not None and (rules := file_of(scenario.system)):
        yield Use.RULES, Path(rules)
    if scenario is not None and document.scenario_path is not None:
        yield Use.SCENARIO, document.scenario_path
    if document.map_path is not None:
        yield Use.MAP, document.map_path
    near = document.map_path or document.path
    if near is not None:
        home = palettes.home(document.board.palette.key, near)
        if home.is_file() and palettes.on_disk(document.board.palette.key, near) is not None:
            yield Use.PALETTE, home
    if scenario is not None and scenario.base_ref and document.scenario_path is not None:
        with contextlib.suppress(locate.NotFoundError, locate.OutsideError):
            yield Use.BASE, locate.locate("scenario", scenario.base_ref, document.scenario_path)
    yield from ((Use.WAITING, file) for file in document.pending)
    yield from _pictures(document)


def _pictures(document: Document) -> Iterator[tuple[Use, Path]]:
    scenario = document.scenario
    for underlay in document.board.look.underlays:
        beside = document.path.parent if document.path is not None else Path.cwd()
        yield Use.UNDERLAY, Path(underlay.folder or beside) / underlay.image
    if scenario is not None and document.path is not None:
        folder = document.path.parent
        yield from ((Use.ARTWORK, folder / name) for name in scenario.counters.artwork.values())


def real(path: Path) -> Path:
    """A path by which the same file is known however it is named; links are followed."""
    return Path(os.path.realpath(path))
