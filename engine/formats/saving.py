"""Saving: the new file whole or the old file whole, never half of either."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from dataclasses import replace
from pathlib import Path

from engine.board.battlemap import BattleMap
from engine.board.palette import Palette
from engine.errors import HexwrightError
from engine.formats.specs import ReplaySpec
from engine.formats.write_map import dump_map, dump_palette
from engine.formats.write_scenario import dump_replay, dump_scenario
from engine.scenario import Scenario

_HEAD: int = 64 * 1024
"""Bytes of an old file that are searched for its leading comment."""


class ReadOnlyError(HexwrightError):
    """A file is marked read-only. It can be replaced all the same; whoever marked it did not want that unasked."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(f"{path} could not be saved: it is read-only; choose another name, or allow writing to it")
        self.path = Path(path)


def read_only(path: str | os.PathLike[str]) -> bool:
    """Whether there is a file that we may not write, or that is marked as not to be written.

    The superuser may write anything; so the mark itself is looked at too.
    """
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    marked = not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISREG(mode) and (marked or not os.access(path, os.W_OK))


def refuse_read_only(*paths: str | os.PathLike[str]) -> None:
    """Raise ReadOnlyError when one of these files is read-only: before the work, rather than after it."""
    for path in paths:
        if read_only(path):
            raise ReadOnlyError(path)


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


def write_text(path: str | os.PathLike[str], text: str, *, force: bool = False) -> None:
    """Replace a file's content in one step: through a new file beside it, flushed to the disk and renamed.

    Links are followed, the old file's mode is kept; a read-only file is replaced only with ``force``. Raises
    HexwrightError saying why it failed; then the old file is as it was and nothing is left behind.
    """
    try:
        target = Path(os.path.realpath(path))
        if not force:
            refuse_read_only(target)
        mode = _mode_of(target)
        _replace(target, text.encode("utf-8", "replace"), mode)
    except (OSError, ValueError) as error:
        if isinstance(error, HexwrightError):
            raise
        folder = Path(path).parent
        if isinstance(error, FileNotFoundError) and not folder.is_dir():
            reason = f"there is no folder {folder}"
        else:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise HexwrightError(f"{path} could not be saved: {reason}; the old file, if any, is untouched") from error


def _mode_of(target: Path) -> int | None:
    """The permissions of the file to be replaced, None when there is none."""
    try:
        info = os.stat(target)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(info.st_mode):
        raise HexwrightError(f"{target} could not be saved: it is a folder or a device, not a file")
    return stat.S_IMODE(info.st_mode)


def _replace(target: Path, content: bytes, mode: int | None) -> None:
    # The beginning of the name is kept short: some file systems allow no more than 143 bytes.
    spare = target.parent / f".{target.name[:40]}.{secrets.token_hex(4)}.tmp"
    handle = os.open(spare, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if mode is not None:
            os.chmod(spare, mode)
        os.replace(spare, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(spare)
        raise
    _flush_folder(target.parent)


def _flush_folder(folder: Path) -> None:
    """Ask that the renaming itself be on the disk; not every system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
