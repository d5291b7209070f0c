"""Other scenarios on the same map: where they are, and their hexes carried over with those of the open one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

from editor.document.document import Document
from editor.hexes.commands.take_along import OtherScenarios
from engine import formats
from engine.formats import locate
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.carry import shifted
from engine.hexes.mapping.shift import Shift
from engine.scenario.carrying import CARRIED, Carried
from engine.scenario.model import Scenario

_NAMES_MAP: Final = re.compile(r"^map:[ \t]*(\S[^\n]*)$", re.MULTILINE)
_HEAD: Final = 64 * 1024
Carry = Callable[[Scenario, BattleMap, Sequence[int]], Carried]
"""Carries a scenario over to a changed map."""


def others_on_map(document: Document) -> dict[Path, Scenario]:
    """The scenarios of the project that lie on the document's map, other than its own, by file.

    Those that cannot be read, or whose map had other numbers when they were made, are left out.
    """
    found = {}
    for path in files_on_map(document):
        scenario = document.pending.get(path) or _read(path, document)
        if scenario is not None:
            found[path] = scenario.with_(map=document.battle_map)
    return found


def files_on_map(document: Document) -> list[Path]:
    """The files of the project's scenarios on the document's map, other than its own."""
    if document.map_path is None:
        return []
    here = document.map_path.resolve()
    own = document.scenario_path.resolve() if document.scenario_path else None
    return [path for path in _candidates(here) if path != own and _map_of(path) == here]


def carry_all(others: dict[Path, Scenario], carry: Carry, new: BattleMap, moved: Sequence[int]) -> OtherScenarios:
    """Carry them over to a changed map."""
    return OtherScenarios(others, {path: carry(scenario, new, moved) for path, scenario in others.items()})


def shift_all(others: dict[Path, Scenario], shift: Shift) -> OtherScenarios:
    """Let those that name hexes that are moved go along with them. They have not been asked about yet."""
    found = {path: shifted(scenario, shift) for path, scenario in others.items()}
    after = {path: what for path, what in found.items() if what.fields() != named(others[path])}
    return OtherScenarios({path: others[path] for path in after}, after, agreed=False)


def named(scenario: Scenario) -> dict[str, Any]:
    """The fields of a scenario that name hexes."""
    return {name: getattr(scenario, name) for name in CARRIED}


def _candidates(map_path: Path) -> list[Path]:
    project = locate.project_of(map_path)
    folders = dict.fromkeys((map_path.parent, project / "scenarios"))
    files = [path for folder in folders if folder.is_dir() for path in sorted(folder.iterdir())]
    return [path.resolve() for path in files if path.suffix.lower() in locate.ENDINGS and path.is_file()]


def _map_of(path: Path) -> Path | None:
    """The map file that a scenario names, without reading the whole of it."""
    try:
        with path.open("rb") as stream:
            head = stream.read(_HEAD).decode("utf-8-sig", "ignore")
    except OSError:
        return None
    match = _NAMES_MAP.search(head)
    if match is None or "hexwright-scenario" not in head:
        return None
    try:
        return locate.locate("map", match[1].strip().strip("\"'"), path).resolve()
    except (locate.NotFoundError, locate.OutsideError, OSError):
        return None


Stamp = tuple[int, int]
_known: WeakKeyDictionary[Document, dict[Path, tuple[Stamp, Scenario | None]]] = WeakKeyDictionary()
"""What each document has read last of other files, by the time and size that they had."""


def _read(path: Path, document: Document) -> Scenario | None:
    """The scenario of a file; None when it is none, or when its map had other numbers.

    The map is not read again where it is known to have the numbers of the open one still: that may take seconds.
    """
    spec = document.battle_map.grid.spec
    if document.saved_layout is not None and document.saved_layout != spec:
        return None
    known = _known.setdefault(document, {})
    try:
        about = path.stat()
    except OSError:
        return None
    stamp = about.st_mtime_ns, about.st_size
    if path not in known or known[path][0] != stamp:
        known[path] = stamp, _load(path, document)
    scenario = known[path][1]
    return scenario if scenario is not None and hexes_of(scenario.map).grid.spec == spec else None


def _load(path: Path, document: Document) -> Scenario | None:
    if document.saved_layout is not None:
        return formats.load_scenario_on(path, document.battle_map)
    model = formats.load(path).model
    return model if isinstance(model, Scenario) else None
