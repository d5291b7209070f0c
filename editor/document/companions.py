"""Other scenarios on the same map: where they are, and their hexes carried over with those of the open one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine import formats
from engine.board.battlemap import BattleMap
from engine.formats import locate
from engine.scenario.carry import Carried, carried
from engine.scenario.model import Scenario

if TYPE_CHECKING:
    from editor.document.document import Document

_NAMES_MAP: Final = re.compile(r"^map:[ \t]*(\S[^\n]*)$", re.MULTILINE)
_HEAD: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Companions:
    """Scenarios of other files as they were, and as they will be when the map is saved."""

    before: dict[Path, Scenario] = field(default_factory=dict)
    after: dict[Path, Carried] = field(default_factory=dict)


def companions(document: Document) -> dict[Path, Scenario]:
    """The scenarios of the project that lie on the document's map, other than its own, by file.

    Those that cannot be read, or whose map had other numbers when they were made, are left out.
    """
    if document.map_path is None:
        return {}
    here = document.map_path.resolve()
    own = document.scenario_path.resolve() if document.scenario_path else None
    found = {}
    for path in _candidates(here):
        if path != own and _map_of(path) == here:
            scenario = document.pending.get(path) or _read(path, document.battle_map)
            if scenario is not None:
                found[path] = scenario.with_(map=document.battle_map)
    return found


def carry_all(others: dict[Path, Scenario], new: BattleMap, moved: Sequence[int]) -> Companions:
    """Carry them over to a changed map."""
    return Companions(others, {path: carried(scenario, new, moved) for path, scenario in others.items()})


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


def _read(path: Path, battle_map: BattleMap) -> Scenario | None:
    model = formats.load(path).model
    same = isinstance(model, Scenario) and model.map.grid.spec == battle_map.grid.spec
    return model if isinstance(model, Scenario) and same else None
