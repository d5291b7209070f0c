"""Where the files are that other files name: beside them, in the project, among what ships."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from engine import data
from engine.formats.hints import nearest
from engine.spelling import composed, on_disk

ENDINGS: Final = (".yaml", ".yml")
FOLDERS: Final = {
    "map": "maps",
    "scenario": "scenarios",
    "palette": "palettes",
    "counters": "counters",
    "system": "systems",
}
CALLED: Final = {"counters": "template of counters", "system": "rules system"}
"""Kinds of file that sentences call otherwise."""
_MARK: Final = ".hexwright"
USERS_SYSTEMS: Final = Path(os.path.expanduser("~/.local/share/hexwright/systems"))
"""Where users keep rules files for all of their projects."""
USERS_PACKS: Final = Path(os.path.expanduser("~/.local/share/hexwright/packs"))
"""Where packs are installed, each in a folder of its own."""
_FORMAT: Final = re.compile(r"^format:\s*hexwright-(?P<kind>[a-z]+)", re.MULTILINE)


class NotFoundError(Exception):
    """A name or path leads nowhere; ``hint`` is a near name, or where was looked."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class OutsideError(Exception):
    """A path leads out of the project, or to another machine."""


def elsewhere(ref: str) -> bool:
    """Whether a reference names another machine, as ``//host/share`` does, or a device: Windows would call that machine
    as soon as it is asked whether the file is there."""
    return ref.lstrip()[:2].replace("\\", "/") == "//"


def project_of(near: Path) -> Path:
    """The project a file (or folder) belongs to: the nearest folder above it that holds ``maps/``, ``scenarios/``
    or a ``.hexwright`` file, else the file's own folder."""
    base = _folder(near)
    for folder in (base, *base.parents):
        if (folder / "maps").is_dir() or (folder / "scenarios").is_dir() or (folder / _MARK).is_file():
            return folder
    return base


def shipped(kind: str) -> Path:
    """The folder of shipped files of a kind (map, scenario, palette, counters, system)."""
    if kind in ("palette", "counters", "system"):
        return data.resources() / FOLDERS[kind]
    return data.maps() if kind == "map" else data.scenarios()


def pack_folders() -> list[Path]:
    """The folders of installed packs, in order."""
    try:
        return sorted(entry for entry in USERS_PACKS.iterdir() if entry.is_dir() and entry.name[:1] != ".")
    except OSError:
        return []


def names(kind: str, near: Path | None = None) -> list[str]:
    """The names under which files of a kind can be found from a file, sorted."""
    found: set[str] = set()
    for folder in _places(kind, _folder(near) if near else Path.cwd()):
        try:
            files = [entry for entry in folder.iterdir() if entry.suffix in ENDINGS and _is_file(entry)]
        except OSError:
            continue
        found.update(composed(entry.stem) for entry in files if not _is_another_kind(entry, kind))
        if kind == "system":
            found.update(composed(entry.parent.name) for entry in folder.glob("*/system.yaml"))
    return sorted(found)


def _files(kind: str, name: str) -> list[str]:
    """The files of a folder that may have a name: rules have a folder of their own as well."""
    own = [f"{name}/system.yaml"] if kind == "system" else []
    return [*(name + ending for ending in ENDINGS), *own]


def locate(kind: str, ref: str, near: Path | None = None) -> Path:
    """The file that a name or path means.

    ``near`` is the file that names it; a path may then not leave that file's project (or the shipped
    files). Without it the path is the user's own and may lead anywhere. Raises NotFoundError or OutsideError.
    """
    if not ref.strip() or "\0" in ref:
        raise NotFoundError(f"there is no {CALLED.get(kind, kind)} without a name")
    if near is not None and elsewhere(ref):
        raise OutsideError(f"{ref} is on another machine")
    ref = composed(ref)
    base = _folder(near) if near else Path.cwd()
    if "/" in ref or "\\" in ref or ref.lower().endswith(ENDINGS):
        return _by_path(kind, ref, base, bounded=near is not None)
    folders = _places(kind, base)
    for folder in folders:
        for file in _files(kind, ref):
            candidate = on_disk(folder / file)
            if _is_file(candidate) and not _is_another_kind(candidate, kind):
                if near is not None:
                    _bound(candidate, base)
                return candidate
    known_names = names(kind, near)
    alike = [name for name in known_names if _slug(name) == _slug(ref)]
    if len(alike) == 1 and alike[0] != ref:
        return locate(kind, alike[0], near)
    known = nearest(ref, known_names)
    hint = f"did you mean {known!r}?" if known else _looked(kind, folders)
    raise NotFoundError(f"there is no {CALLED.get(kind, kind)} named {ref!r}", hint)


def _slug(name: str) -> str:
    """A name as files are called after titles: ``Lundy's Lane`` is ``lundys_lane``, ``The Thames`` is ``thames``."""
    plain = re.sub(r"['\u2019]", "", name.casefold())
    return re.sub(r"[\W_]+", "_", plain).strip("_").removeprefix("the_")


def _is_another_kind(path: Path, kind: str) -> bool:
    """Whether a file says of itself that it is something else: a scenario is often named like its map."""
    try:
        with path.open("rb") as stream:
            head = stream.read(4096).decode("utf-8-sig", "ignore")
    except OSError:
        return False
    match = _FORMAT.search(head)
    return match is not None and match["kind"] != kind


def _by_path(kind: str, ref: str, base: Path, *, bounded: bool) -> Path:
    path = base / Path(ref).expanduser() if not bounded else base / ref
    if bounded:
        _bound(path, base)
    path = on_disk(path)
    if not _is_file(path):
        raise NotFoundError(f"there is no {CALLED.get(kind, kind)} file {ref!r}", f"looked for {path}")
    return path


def _bound(path: Path, base: Path) -> None:
    project = project_of(base)
    allowed = (
        Path(os.path.realpath(project)),
        Path(os.path.realpath(data.root())),
        Path(os.path.realpath(USERS_PACKS)),
    )
    # As it is written first: what leads out by its words alone is not looked for at all.
    written = Path(os.path.normpath(path))
    if any(written.is_relative_to(folder) for folder in (project, data.root(), USERS_PACKS, *allowed)):
        real = Path(os.path.realpath(path))
        if any(real.is_relative_to(folder) for folder in allowed):
            return
    raise OutsideError(f"{path} lies outside the project {allowed[0]}")


def _places(kind: str, base: Path) -> list[Path]:
    """The folders to look in, nearest first."""
    sub = FOLDERS[kind]
    project = project_of(base)
    folders = [base]
    for folder in (base, *base.parents):
        folders.append(folder / sub)
        if folder == project:
            break
    if kind == "system":
        folders.append(USERS_SYSTEMS)
    folders += [pack / sub for pack in pack_folders()]
    folders.append(shipped(kind))
    return list(dict.fromkeys(folders))


def _folder(near: Path) -> Path:
    path = Path(os.path.abspath(near))
    return path if path.is_dir() else path.parent


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _looked(kind: str, folders: list[Path]) -> str:
    return f"looked for {kind} files in {', '.join(str(folder) for folder in folders if folder.is_dir())}"
