"""The one door through which files are written: the new file whole or the old file whole, never half of either.

with written_whole(path) as spare:      # a path beside it, with the same ending, for whatever writes files
    picture.save(spare)                 # raise whatever says that it failed: then the old file stays as it was
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from engine.errors import HexwrightError
from engine.pauses import pause

if sys.platform != "win32":
    import fcntl

_SPARE: Final = re.compile(r"\.hexwright-[0-9a-f]{12}\.tmp(\.\w{1,8})?")
"""The names of files that are being written."""
_ENDING: Final = re.compile(r"\.\w{1,8}", re.ASCII)
_FORGOTTEN: Final = 24 * 3600
"""Seconds after which a file is no longer being written, where the system cannot tell by a lock."""


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


@contextlib.contextmanager
def written_whole(
    path: str | os.PathLike[str], *, force: bool = False, like: str | os.PathLike[str] | None = None
) -> Iterator[Path]:
    """A new, empty file to write in the place of another, which it replaces at the end of the block.

    It lies in the same folder and has the same ending (``.svg``), so that it can be handed by its path to anything
    that writes files: a writer of Qt, another process. When the block ends well it is flushed to the disk and renamed
    in one step; the old file's permissions are kept, and hold for the new file while it is being written. A file that
    was not there gets those of ``like``, the file that it is a copy of. When the block raises, the new file is removed
    and the old file stays as it was. A link is followed where it leads to a file in its own folder: nothing is written
    anywhere else, and no file is made, because another user's link leads there.

    Raises HexwrightError with path and reason when it cannot be written: an OSError of the block becomes one too, save
    InterruptedError, by which the user breaks off. A read-only file is a ReadOnlyError, before the block begins, unless
    ``force`` is given. A writer that does not raise when the disk is full, as those of Qt, has to be asked by the
    block, which then raises.
    """
    try:
        target = _behind_links(path)
        if not force:
            refuse_read_only(target)
        mode = _mode_of(target)
        sweep(target.parent)
        spare, lock = _spare_beside(target, _rights(mode, like))
    except OSError as error:
        raise _failure(path, error) from error
    except ValueError as error:
        # A name that no file can have, with a null character say.
        raise error if isinstance(error, HexwrightError) else _failure(path, error) from error
    try:
        yield spare
        _flush(spare)
        if mode is not None:
            os.chmod(spare, mode)
        os.replace(spare, target)
    except InterruptedError:
        raise
    except OSError as error:
        raise _failure(path, error, spare) from error
    finally:
        with contextlib.suppress(OSError):
            os.unlink(spare)
        if lock is not None:
            os.close(lock)
    _flush_folder(target.parent)


def write_text(
    path: str | os.PathLike[str], text: str, *, force: bool = False, like: str | os.PathLike[str] | None = None
) -> None:
    """Replace a file's content by a text, in UTF-8 with line ends as they are: see `written_whole`."""
    with written_whole(path, force=force, like=like) as spare, open(spare, "wb") as stream:
        stream.write(text.encode("utf-8", "replace"))


def write_together(files: Mapping[Path, bytes], ready: Callable[[], None] | None = None) -> None:
    """Write several files that belong together. None replaces an old one before all of them are whole on the disk; then
    ``ready`` is called. It may still raise InterruptedError, as may the pauses before: then nothing has been
    written."""
    with contextlib.ExitStack() as stack:
        spares = [(stack.enter_context(written_whole(path)), data) for path, data in files.items()]
        for spare, data in spares:
            pause()
            with open(spare, "wb") as stream:
                stream.write(data)
            _flush(spare)
        if ready is not None:
            ready()


@contextlib.contextmanager
def folder_for_writing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A folder to write files into, made with those above it where it is missing.

    When the block raises, the folders that were made are removed again as far as they are empty. Raises HexwrightError
    when it cannot be made.
    """
    folder = Path(path)
    made: list[Path] = []
    try:
        try:
            for missing in reversed([one for one in (folder, *folder.parents) if not os.path.lexists(one)]):
                missing.mkdir()
                made.append(missing)
        except OSError as error:
            raise HexwrightError(f"the folder {folder} cannot be made: {error.strerror or error}") from error
        if not folder.is_dir():
            raise HexwrightError(f"{folder} is not a folder")
        yield folder
    except BaseException:
        for one in reversed(made):
            with contextlib.suppress(OSError):
                one.rmdir()
        raise


def private_folder(path: Path) -> None:
    """Make a folder, with those above it, that only the user can read; raises OSError when that fails."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if sys.platform != "win32" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        path.chmod(0o700)


def sweep(folder: str | os.PathLike[str]) -> None:
    """Remove from a folder the new files of writers that were killed; those still being written stay."""
    try:
        with os.scandir(folder) as entries:
            left = [Path(entry.path) for entry in entries if _SPARE.fullmatch(entry.name)]
    except OSError:
        return
    for spare in left:
        with contextlib.suppress(OSError):
            if _abandoned(spare):
                os.unlink(spare)


def _behind_links(path: str | os.PathLike[str]) -> Path:
    """The file that a path means, in the folder that it names."""
    folder = Path(os.path.realpath(Path(os.path.abspath(path)).parent))
    named = folder / Path(os.path.abspath(path)).name
    if not named.is_symlink():
        return named
    target = Path(os.path.realpath(named))
    if not target.exists():
        raise HexwrightError(
            f"{path} could not be saved: it is a link to {target}, which is not there; remove the link"
        )
    if not target.is_relative_to(folder):
        leads = f"it is a link that leads out of its folder, to {target}"
        raise HexwrightError(f"{path} could not be saved: {leads}; choose another name, or open that file itself")
    return target


def _rights(mode: int | None, like: str | os.PathLike[str] | None) -> int:
    """The permissions of a new file while it is being written, and of one that replaces none: its writer can write."""
    if mode is None and like is not None:
        with contextlib.suppress(OSError, ValueError):
            mode = stat.S_IMODE(os.stat(like).st_mode)
    return 0o666 if mode is None else 0o600 | (mode & 0o077)


def _mode_of(target: Path) -> int | None:
    """The permissions of the file to be replaced, None when there is none."""
    try:
        info = os.stat(target)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(info.st_mode):
        raise HexwrightError(f"{target} could not be saved: it is a folder or a device, not a file")
    return stat.S_IMODE(info.st_mode)


def _spare_beside(target: Path, rights: int) -> tuple[Path, int | None]:
    """A new empty file in the same folder, and the handle that locks it as long as it is being written."""
    ending = target.suffix if _ENDING.fullmatch(target.suffix) else ""
    while True:
        spare = target.parent / f".hexwright-{secrets.token_hex(6)}.tmp{ending}"
        handle = os.open(spare, os.O_RDWR | os.O_CREAT | os.O_EXCL, rights)
        # Another process may remove it before it is locked: then another one is made.
        with contextlib.suppress(BlockingIOError, FileNotFoundError):
            if not _lock(handle):
                os.close(handle)
                return spare, None
            if os.path.samestat(os.fstat(handle), os.stat(spare)):
                return spare, handle
        os.close(handle)


def _lock(handle: int) -> bool:
    """Mark an open file as being written, until it is closed or the process ends; False where that is not possible.

    Raises BlockingIOError if another process holds it.
    """
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        # Some network drives have no locks.
        return False
    return True


def _abandoned(spare: Path) -> bool:
    """Whether no process writes this file any more."""
    info = os.lstat(spare)
    if not stat.S_ISREG(info.st_mode):
        return False
    handle = os.open(spare, os.O_RDONLY)
    try:
        return _lock(handle) or time.time() - info.st_mtime > _FORGOTTEN
    except BlockingIOError:
        return False
    finally:
        os.close(handle)


def _failure(path: str | os.PathLike[str], error: Exception, spare: Path | None = None) -> HexwrightError:
    return HexwrightError(f"{path} could not be saved: {_reason(error, spare)}; the old file, if any, is untouched")


def _reason(error: Exception, ours: Path | None = None) -> str:
    """What is wrong, in words; with the name of the file where it is none of ours."""
    if not isinstance(error, OSError):
        return str(error)
    name = str(error.filename or "")
    if isinstance(error, FileNotFoundError) and name and not Path(name).parent.is_dir():
        return f"there is no folder {Path(name).parent}"
    said = error.strerror or str(error)
    foreign = name and not _SPARE.fullmatch(Path(name).name) and (ours is None or Path(name) != ours)
    return f"{name}: {said}" if foreign else said


def _flush(file: Path) -> None:
    """Wait until a file's content is on the disk: where there is no room for it that may turn out only now."""
    handle = os.open(file, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _flush_folder(folder: Path) -> None:
    """Ask that the renaming itself be on the disk; not every system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
