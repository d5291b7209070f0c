"""Reading and writing a document's files, and where a scenario's map goes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine import data, formats
from engine.boards.board import Board
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.formats import locate
from engine.formats.specs import Model
from engine.scenario.model import Scenario
from engine.writing import sweep


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """What a file held: a map, or a scenario with its map and the map's file (None when it is inline)."""

    board: Board
    scenario: Scenario | None
    map_path: Path | None
    scenario_path: Path | None


class OtherFileError(HexwrightError):
    """A file that is read without error and is neither map nor scenario; ``model`` is what it holds."""

    def __init__(self, message: str, model: Model) -> None:
        super().__init__(message)
        self.model = model


def read(path: Path) -> OpenedFile:
    """Read a map or scenario file. Mistakes of which saving would lose nothing are left to the
    umpire's findings. What a killed writer left beside it is removed.

    Raises FileProblem with every finding of a file that cannot be taken over whole, or OtherFileError for another kind
    of file.
    """
    sweep(path.parent)
    loaded = formats.load(path)
    if loaded.errors or loaded.model is None:
        raise FileProblem(loaded.errors or loaded.findings)
    if isinstance(loaded.model, Scenario):
        return OpenedFile(loaded.model.map, loaded.model, map_file(loaded.model, path), path)
    if isinstance(loaded.model, Board):
        return OpenedFile(loaded.model, None, path, None)
    said = f"{path.name} is a {loaded.kind}; the editor opens maps, scenarios, rules and replays"
    raise OtherFileError(said, loaded.model)


def map_file(scenario: Scenario, path: Path) -> Path | None:
    """Where the map of a scenario file is; None when it is inline."""
    if not scenario.map_ref:
        return None
    return locate.locate("map", scenario.map_ref, path)


def write_map(board: Board, path: Path, like: Path | None, *, lose_comments: bool) -> None:
    """Write a map, all or nothing. Whether a read-only file may be replaced is settled before.

    ``like`` is the file whose comments it gets, the one that the map was read from or saved to; unless they may be
    lost, a comment that finds no place is a CommentsLostError.
    """
    formats.save_map(board, path, force=True, like=like, lose_comments=lose_comments)


def write_scenario(scenario: Scenario, path: Path, like: Path | None, *, lose_comments: bool) -> None:
    """Write a scenario, all or nothing, as `write_map` does; its map is written only when it is inline."""
    formats.save_scenario(scenario, path, force=True, like=like, lose_comments=lose_comments)


def on_its_base(scenario: Scenario, path: Path) -> Scenario:
    """A scenario as it is written to a new place: a variant whose base cannot be found from there stands alone."""
    if not scenario.base_ref:
        return scenario
    try:
        found = locate.locate("scenario", scenario.base_ref, path)
    except (locate.NotFoundError, locate.OutsideError):
        found = path
    # Saved over its base it would rest on itself.
    return scenario if found.resolve() != path.resolve() else scenario.with_(base_ref="", base=None)


def same(first: Path, second: Path) -> bool:
    """Whether two paths lead to one file."""
    return first.resolve() == second.resolve()


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
