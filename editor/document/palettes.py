"""Palettes in files: a map that has a palette of its own keeps it beside itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine import data, formats
from engine.boards.palette import Palette
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.formats import locate


def on_disk(key: str, near: Path) -> Palette | None:
    """The palette of a name as a file at ``near`` would find it, or None."""
    try:
        return formats.load_palette(key, near)
    except FileProblem:
        return None


def home(key: str, near: Path) -> Path:
    """The file in which a map at ``near`` keeps its palette: where it is already, else beside the map.

    What ships is never written to, nor is anything outside the project of the map.
    """
    return _found(key, near) or near.parent / _beside(key)


def _found(key: str, near: Path) -> Path | None:
    """The file of a palette, as a map at ``near`` finds it by its name; None where it finds none that is its own."""
    try:
        found = locate.locate("palette", key, near)
    except (locate.NotFoundError, locate.OutsideError):
        return None
    return None if found.resolve().is_relative_to(data.resources().resolve()) else found


def _beside(key: str) -> str:
    """What the file of a palette is called beside its map: the folders of a path are left out."""
    name = key.replace("\\", "/").rstrip("/").rpartition("/")[2].strip(". ") or "palette"
    return name if name.lower().endswith(locate.ENDINGS) else f"{name}.yaml"


def named_from(palette: Palette, near: Path) -> Palette:
    """The palette under a name by which a map at ``near`` finds the file that it is kept in: a path that leads
    elsewhere from there becomes the name of a file beside the map."""
    plain = not any(sign in palette.key for sign in "/\\")
    if plain or on_disk(palette.key, near) == palette or _found(palette.key, near) is not None:
        return palette
    return replace(palette, key=_beside(palette.key))


def unkept(palette: Palette, near: Path, before: Palette | None) -> list[Path]:
    """The files that the palette of the map at ``near`` has to be written to: one or none.

    ``before`` is the palette as it was when the map was read or saved last: one that has not changed since is
    written only where the map would not find it.
    """
    there = on_disk(palette.key, near)
    if there == palette or (there is not None and palette == before):
        return []
    return [home(palette.key, near)]


def keep(palette: Palette, near: Path, before: Palette | None, *, lose_comments: bool) -> list[Path]:
    """Write the palette of the map at ``near`` where need be; says which files were written, see `unkept`.

    Raises HexwrightError when it cannot be written; that is a CommentsLostError where a comment of the file would find
    no place, unless ``lose_comments`` is given. Whether a read-only file may be replaced is settled before.
    """
    found = unkept(palette, near, before)
    for file in found:
        if file.exists() and _is_other(file):
            raise HexwrightError(
                f"the palette cannot be kept in {file.name}: there is another kind of file of that name"
            )
        formats.save_palette(palette, file, force=True, lose_comments=lose_comments)
    return found


def _is_other(file: Path) -> bool:
    return formats.load(file).kind != "palette"
