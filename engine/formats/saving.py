"""Saving maps, palettes, scenarios and replays, through the door of `engine.writing`.

A file that is replaced gives its comments to the new one; see `engine.formats.comments`.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from engine.boards.board import Board
from engine.boards.palette import Palette
from engine.boards.underlay import Underlay
from engine.errors import HexwrightError
from engine.formats.boards import dump_map
from engine.formats.comments import Comment, leading_comment, said, with_comments
from engine.formats.locate import ENDINGS
from engine.formats.reading import read_text
from engine.formats.specs import ReplaySpec
from engine.formats.write_palette import dump_palette
from engine.formats.write_scenario import dump_replay, dump_scenario
from engine.scenario import Scenario
from engine.scenario.system_name import SystemName, file_of
from engine.writing import write_text

Ref = str | os.PathLike[str]
SAME: Final = ""
"""Stands for the file that is replaced."""


class CommentsLostError(HexwrightError):
    """Comments of a file would have no place any more once it is saved, because what they belong to is not written."""

    def __init__(self, path: Ref, comments: Sequence[Comment]) -> None:
        more = "a comment" if len(comments) == 1 else "comments"
        super().__init__(f"{path} could not be saved: {more} would be lost: {said(comments)}")
        self.path = Path(path)
        self.comments = tuple(comments)


def save_map(
    model: Board, path: Ref, *, force: bool = False, like: Ref | None = SAME, lose_comments: bool = False
) -> None:
    """Write a map file; raises HexwrightError, and leaves the old file whole, when that fails.

    A file that is read-only is replaced, and stays read-only, with ``force``; else that is a ReadOnlyError. ``like`` is
    the file whose comments it gets, None for no comments; where one of them would be lost that is a CommentsLostError,
    unless ``lose_comments`` is given.
    """
    text = dump_map(rebased(model, Path(path).parent))
    _save(text, "map", path, force, like, lose_comments)


def rebased(model: Board, folder: Path) -> Board:
    """The map as it is written into a folder: the pictures under it are named from there."""
    moved = tuple(_rebased_picture(underlay, folder) for underlay in model.look.underlays)
    if moved == model.look.underlays:
        return model
    rebased = model.copy()
    rebased.look = replace(model.look, underlays=moved)
    return rebased


def _rebased_picture(underlay: Underlay, folder: Path) -> Underlay:
    if not underlay.folder:
        return underlay
    here, there = os.path.realpath(folder), os.path.realpath(underlay.folder)
    if here == there:
        return underlay
    file = os.path.join(there, underlay.image)
    # Between two drives of Windows there is no relative path.
    with contextlib.suppress(ValueError):
        file = os.path.relpath(file, here)
    return replace(underlay, image=file.replace(os.sep, "/"), folder=str(folder))


def save_palette(
    model: Palette, path: Ref, *, force: bool = False, like: Ref | None = SAME, lose_comments: bool = False
) -> None:
    """Write a palette file; see `save_map`."""
    _save(dump_palette(model), "palette", path, force, like, lose_comments)


def save_scenario(
    model: Scenario, path: Ref, *, force: bool = False, like: Ref | None = SAME, lose_comments: bool = False
) -> None:
    """Write a scenario file; see `save_map`. A map that the scenario names is not written with it."""
    if not model.map_ref:
        model = model.with_(map=rebased(model.map, Path(path).parent))
    model = model.with_(system=_rules_from(model.system, Path(path).parent))
    _save(dump_scenario(model), "scenario", path, force, like, lose_comments)


def save_replay(spec: ReplaySpec, path: Ref, *, force: bool = False) -> None:
    """Write a replay file, as `save_map` does. It tells another game than the one that it replaces: only what that file
    began with is kept."""
    write_text(path, leading_comment(_text_of(path)) + dump_replay(spec), force=force)


def _save(text: str, kind: str, path: Ref, force: bool, like: Ref | None, lose_comments: bool) -> None:
    kept = with_comments(text, _text_of(path if like == SAME else like), kind)
    if kept.lost and not lose_comments:
        raise CommentsLostError(path, kept.lost)
    write_text(path, kept.text, force=force)


def _rules_from(name: str, folder: Path) -> str:
    """A rules system as a scenario names it that is written into a folder: a rules file is named from there."""
    file = file_of(name)
    if not file or not ("/" in name or name.lower().endswith(ENDINGS)):
        return name
    try:
        seen = os.path.relpath(file, os.path.realpath(folder)).replace(os.sep, "/")
    except ValueError:
        # Between two drives of Windows there is no relative path.
        return name
    return SystemName(seen if seen.startswith("..") else f"./{seen}", file)


def _text_of(path: Ref | None) -> str:
    """The text of a file; empty where there is none, or none that can be read."""
    return read_text(path)[0] if path is not None and os.path.isfile(path) else ""
