"""Checks of a palette: alone, or as that of a map."""

from __future__ import annotations

from collections.abc import Iterator

from engine.boards.palette import PATTERNS
from engine.findings import Fix, Severity
from engine.umpire.checks.registry import Found, Scope, check
from engine.umpire.checks.subject import Subject, near


@check("MAP121", Severity.ERROR, "A pattern that cannot be drawn", Scope.PALETTE)
def patterns_unknown(subject: Subject) -> Iterator[Found]:
    """A terrain or an area of the palette names a pattern that there is none of, most often by a slip of the pen; its
    hexes are, or its ground is, drawn plain."""
    palette = subject.map.palette
    for kind in (*palette.terrain.values(), *palette.areas.values()):
        if kind.pattern and kind.pattern not in PATTERNS:
            path = (str(kind.layer), kind.key, "pattern") if subject.palette_alone else ("palette",)
            yield Found(
                f"there is no pattern {kind.pattern!r} to draw {kind.name} with",
                path,
                hint=near(kind.pattern, PATTERNS),
                fix=Fix("Open the palette", "edit_palette", {"layer": str(kind.layer), "kind": kind.key}),
            )
