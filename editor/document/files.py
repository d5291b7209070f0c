"""The document's door to the file formats: opening, writing, and where a scenario's map goes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine import data, formats
from engine.board.battlemap import BattleMap
from engine.formats import locate
from engine.scenario.model import Scenario

ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Opened:
    """What a file held: a map, or a scenario with its map and the map's file (None when it is inline)."""

    battle_map: BattleMap
    scenario: Scenario | None
    map_path: Path | None
    scenario_path: Path | None


def is_scenario(path: Path) -> bool:
    """Whether a file says it is a scenario (from its ``format:`` line; anything else is read as a map)."""
    with path.open("rb") as stream:
        head = stream.read(4096)
    return b"hexwright-scenario" in head.partition(b"grid:")[0]


def read(path: Path) -> Opened:
    """Read a map or scenario file; raises FileProblem with every finding, or OSError."""
    if is_scenario(path):
        scenario = formats.load_scenario(path)
        map_path = map_file(scenario, path)
        return Opened(scenario.map, scenario, map_path, path)
    return Opened(formats.load_map(path), None, path, None)


def map_file(scenario: Scenario, path: Path) -> Path | None:
    """Where the map of a scenario file is; None when it is inline."""
    if not scenario.map_ref:
        return None
    return locate.locate("map", scenario.map_ref, path)


def write_map(battle_map: BattleMap, path: Path) -> None:
    """Write a map, all or nothing."""
    formats.save_map(battle_map, path)


def write_scenario(scenario: Scenario, path: Path) -> None:
    """Write a scenario, all or nothing; its map is written only when it is inline."""
    formats.save_scenario(scenario, path)


def map_beside(map_path: Path, scenario_path: Path, reference: str) -> tuple[Path, str]:
    """Where the map goes when a scenario is written to a new place, and how the scenario names it there.

    A shipped map and a map in the same folder stay where they are; any other map is copied beside the scenario.
    """
    if map_path.resolve().parent == data.maps().resolve():
        return map_path, map_path.stem
    folder = scenario_path.resolve().parent
    if map_path.resolve().parent == folder:
        return map_path, reference
    return folder / map_path.name, map_path.name
