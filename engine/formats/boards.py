"""Maps of any kind from the data of a file, and back to text: each kind's own reader and writer does it."""

from __future__ import annotations

from engine.boards.board import Board
from engine.boards.kinds import KINDS, kind_of, kind_of_file
from engine.formats.migrations import header
from engine.formats.source import Section


def build_map(section: Section, data: object) -> Board | None:
    """A map from the data of a map file (or of a map inside a scenario); None when there is none to be had.

    Everything wrong is noted in the section. What cannot be placed is left off the map.
    """
    fields = data if isinstance(data, dict) else {}
    if not any(kind.file_key in fields for kind in KINDS):
        hint = " or ".join(f"{kind.file_key!r} for a {kind.title}" for kind in KINDS)
        section.advice[(KINDS[0].file_key,)] = f"write {hint}"
    kind = kind_of_file(fields)
    for other in KINDS:
        if (
            other is not kind
            and other.file_key in fields
            and other.file_key not in kind.offers("document").model_fields
        ):
            message = f"the map has both {kind.file_key!r} and {other.file_key!r}"
            hint = f"keep {kind.file_key!r} for a {kind.title}, or {other.file_key!r} for a {other.title}"
            section.error("MAP023", message, (other.file_key,), key=True, hint=hint)
            return None
    built: Board | None = kind.offers("reader")(section, data)
    return built


def dump_map(model: Board) -> str:
    """The text of a map file."""
    return "\n".join(["format: " + header("map"), *map_lines(model)]) + "\n"


def map_lines(model: Board, indent: int = 0) -> list[str]:
    """The lines of a map, ``format`` left out, as a file or a scenario holds them."""
    lines: list[str] = kind_of(model).offers("writer")(model, indent)
    return lines
