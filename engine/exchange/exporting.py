"""One way out: what would be lost, then all files or none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from engine.boards.kinds import kind_of
from engine.errors import HexwrightError
from engine.exchange.losses import LostPart, StrictError
from engine.exchange.rows import Format, all_formats
from engine.exchange.source import ExportSource, Options, Pictures
from engine.formats.holding import refuse_to_replace
from engine.writing import refuse_read_only, write_together


def options_of(model: type[Options] | None, words: Mapping[str, Any]) -> Options:
    """Options from names and values, which may be texts. Raises HexwrightError with the names there are."""
    made = model or Options
    unknown = [name for name in words if name not in made.model_fields]
    if unknown:
        known = ", ".join(made.model_fields) or "no options"
        raise HexwrightError(f"there is no option {unknown[0]!r}; there are {known}")
    try:
        return made.model_validate(words)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = ".".join(str(part) for part in first["loc"])
        raise HexwrightError(f"option {name}: {str(first['msg']).removeprefix('Value error, ')}") from None


def writing_options(row: Format, words: Mapping[str, Any]) -> Options:
    """The options of writing a format; see `options_of`."""
    return options_of(row.offers("options") if row.options else None, words)


def survey(source: ExportSource, row: Format, options: Options) -> list[LostPart]:
    """What would be lost if this were exported. Raises HexwrightError where the format does not take it at all."""
    if not row.writer:
        raise HexwrightError(f"a {row.title} can be imported only")
    kind = kind_of(source.board)
    if kind.key not in row.boards:
        takers = [one.title for one in all_formats() if one.writer and kind.key in one.boards]
        raise HexwrightError(
            f"a {kind.title} cannot go into this format: {row.title}. It can go into: {', '.join(takers)}"
        )
    found: list[LostPart] = row.offers("survey")(source, options)
    return found


def made_files(row: Format, source: ExportSource, options: Options, pictures: Pictures, stem: str) -> dict[str, bytes]:
    """The files of an export, by what follows ``stem`` in their names."""
    made: dict[str, bytes] = row.offers("writer")(source, options, pictures, stem)
    return made


def export(
    source: ExportSource,
    row: Format,
    options: Options,
    pictures: Pictures,
    path: Path,
    *,
    make: Callable[[Format, ExportSource, Options, Pictures, str], dict[str, bytes]] = made_files,
    force: bool = False,
    agreed: bool = False,
    strict: bool = False,
    ready: Callable[[], None] | None = None,
) -> tuple[list[Path], list[LostPart]]:
    """Write a file of another program, with what belongs beside it: all of it or nothing. Gives the files, the one that
    was asked for first, and what is lost.

    Raises StrictError with ``strict`` where something would be lost, InTheWayError for files of another kind unless
    ``force`` is given, and HexwrightError. With ``agreed`` the user has said that the file itself may be replaced; what
    is written beside it is still checked. ``ready`` is called before the files take their places, and may raise
    InterruptedError. ``make`` does the work of `made_files`, where it likes.
    """
    losses = survey(source, row, options)
    if strict and losses:
        raise StrictError(losses)
    refuse_targets([path], row.key, force=force or agreed)
    stem = _stem(path, row)
    made = make(row, source, options, pictures, stem)
    targets = {path if not ending else path.with_name(stem + ending): data for ending, data in made.items()}
    refuse_targets([target for target in targets if target != path], "png", force=force)
    write_together(targets, ready)
    return list(targets), losses


def refuse_targets(paths: Iterable[Path], kind: str = "", *, force: bool) -> None:
    """Raise HexwrightError where one of these files cannot be written, or is there and is not ours and of this kind;
    without a kind, where it is there at all."""
    for path in paths:
        if path.is_dir():
            raise HexwrightError(f"{path} is a folder; name a file in it")
        if not path.parent.is_dir():
            raise HexwrightError(f"there is no folder {path.parent} to write {path.name} into")
        refuse_read_only(path)
        refuse_to_replace(path, kind, force=force)


def _stem(path: Path, row: Format) -> str:
    """The name of a file without its ending."""
    ending = next((ending for ending in row.endings if path.name.lower().endswith(ending)), path.suffix)
    return path.name[: len(path.name) - len(ending)] or path.name
