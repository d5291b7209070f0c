"""Checks of names: whether they can be drawn."""

from __future__ import annotations

from collections.abc import Iterator

from engine.findings import Severity
from engine.spelling import scripts_lacking, spelled_out, undrawable
from engine.umpire.checks.registry import Found, check
from engine.umpire.checks.subject import Path, Subject


def undrawn(name: str, what: str, path: Path, *, at: str = "", unit: str = "") -> Iterator[Found]:
    """A name that has letters no font has, or a script that no shipped font has; ``what`` is the thing that is named,
    in words."""
    letters = undrawable(name)
    if letters:
        rest = " ".join("".join(char for char in name if char not in letters).split())
        message = f"{what}{f' ({rest})' if rest else ''} has letters that no font has: {spelled_out(letters)}"
        yield Found(message, path, hex=at, unit=unit, hint="type the name again")
    scripts = scripts_lacking(name)
    if scripts:
        message = f"{what} ({name}) is in a script that Hexwright's own fonts lack: {', '.join(scripts)}"
        hint = "a computer without a font for it draws boxes: write the name in Latin, Greek or Cyrillic letters too"
        yield Found(message, path, hex=at, unit=unit, hint=hint)


@check("UNIT127", Severity.WARNING, "A unit or side name with letters that no font has")
def names_nobody_can_draw(subject: Subject) -> Iterator[Found]:
    """The name of a unit or of a side has letters that are for private use or stand for nothing: a box is drawn in
    their place, on its counters too. So it is with a script that the shipped fonts lack, on a computer without a font
    for it."""
    for key, side in subject.scenario.sides.items():
        yield from undrawn(side.name, "the name of a side", ("sides", key, "name"))
    for key, unit in subject.scenario.units.items():
        yield from undrawn(unit.name, "the name of a unit", ("units", key, "name"), unit=key)
