"""Saving maps, palettes, scenarios and replays, through the door of `engine.writing`."""

from __future__ import annotations

import contextlib
import os
from dataclasses import replace
from pathlib import Path

from engine.board.battlemap import BattleMap
from engine.board.palette import Palette
from engine.formats.specs import ReplaySpec
from engine.formats.write_map import dump_map, dump_palette
from engine.formats.write_scenario import dump_replay, dump_scenario
from engine.scenario import Scenario
from engine.writing import write_text

_HEAD: int = 64 * 1024
"""Bytes of an old file that are searched for its leading comment."""


def save_map(model: BattleMap, path: str | os.PathLike[str], *, force: bool = False) -> None:
    """Write a map file; raises HexwrightError, and leaves the old file whole, when that fails.

    A file that is read-only is replaced, and stays read-only, with ``force``; else that is a ReadOnlyError.
    """
    _save(dump_map(rebased(model, Path(path).parent)), path, force)


def rebased(model: BattleMap, folder: Path) -> BattleMap:
    """The map as it is written into a folder: the picture under it is named from there."""
    underlay = model.underlay
    if underlay is None or not underlay.folder:
        return model
    here, there = os.path.realpath(folder), os.path.realpath(underlay.folder)
    if here == there:
        return model
    file = os.path.join(there, underlay.image)
    # Between two drives of Windows there is no relative path.
    with contextlib.suppress(ValueError):
        file = os.path.relpath(file, here)
    return replace(model, underlay=replace(underlay, image=file.replace(os.sep, "/"), folder=str(folder)))


def save_palette(model: Palette, path: str | os.PathLike[str], *, force: bool = False) -> None:
    """Write a palette file; see `save_map`."""
    _save(dump_palette(model), path, force)


def save_scenario(model: Scenario, path: str | os.PathLike[str], *, force: bool = False) -> None:
    """Write a scenario file; see `save_map`. A map that the scenario names is not written with it."""
    if not model.map_ref:
        model = model.with_(map=rebased(model.map, Path(path).parent))
    _save(dump_scenario(model), path, force)


def save_replay(spec: ReplaySpec, path: str | os.PathLike[str], *, force: bool = False) -> None:
    """Write a replay file; see `save_map`."""
    _save(dump_replay(spec), path, force)


def _save(text: str, path: str | os.PathLike[str], force: bool) -> None:
    write_text(path, leading_comment(path) + text, force=force)


def leading_comment(path: str | os.PathLike[str]) -> str:
    """The comment lines that a file begins with, such as a reference to its JSON Schema; they outlive saving."""
    try:
        with open(path, "rb") as stream:
            head = stream.read(_HEAD).decode("utf-8-sig", "ignore")
    except (OSError, ValueError):
        return ""
    kept = []
    for line in head.splitlines(keepends=True):
        if not (line.startswith("#") and line.endswith("\n") and line.rstrip("\r\n").isprintable()):
            break
        kept.append(line.replace("\r\n", "\n"))
    return "".join(kept)
