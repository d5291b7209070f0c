"""Palettes in files: a map that has a palette of its own keeps it beside itself."""

from __future__ import annotations

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

    What ships is never written to.
    """
    try:
        found = locate.locate("palette", key, near)
    except (locate.NotFoundError, locate.OutsideError):
        found = None
    shipped = data.resources().resolve()
    if found is not None and not found.resolve().is_relative_to(shipped):
        return found
    name = key if key.lower().endswith(locate.ENDINGS) else f"{key}.yaml"
    return near.parent / name


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
