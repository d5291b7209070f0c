"""Templates of counters: designs to begin with, made for what a rules system prints on its counters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.formats.fields import FieldInfo
from engine.scenario.counters import CounterDesign, CounterText

USUAL: Final = "usual"
TEMPLATES: Final = {
    USUAL: "As usual under these rules",
    "named": "Name, symbol, figures",
    "large": "Large figures, name in the corner",
    "formation": "Formation beside the symbol, stripe on the left",
    "letters": "Letters instead of symbols",
}
"""Key to name."""


def template(key: str, fields: Sequence[FieldInfo]) -> CounterDesign:
    """A template as a design; texts can be changed from there."""
    name = CounterText("top", "{name}")
    figures, weak = _figures(fields, 0.0)
    if key == "named":
        return CounterDesign(front=(name, *figures), back=(name, *weak))
    if key == "large":
        corner = CounterText("upper-left", "{name}", 11.0)
        large, weak_large = _figures(fields, 38.0)
        return CounterDesign(front=(corner, *large), back=(corner, *weak_large))
    if key == "formation":
        beside = CounterText("left", "{formation}", 11.0, bold=False)
        return CounterDesign(front=(name, beside, *figures), back=(name, beside, *weak), stripe="left")
    if key == "letters":
        return CounterDesign(symbols="letters", front=(name, *figures), back=(name, *weak))
    return CounterDesign()


def _figures(fields: Sequence[FieldInfo], height: float) -> tuple[tuple[CounterText, ...], tuple[CounterText, ...]]:
    """The figures of a system's counters, for the front and for the reduced side."""
    numbers = [info.key for info in fields if info.kind in ("int", "number")]
    printed = [key for key in numbers if not key.startswith("reduced")]
    if not printed:
        return (), ()

    def line(keys: Sequence[str], mark: str, *, weak: bool) -> str:
        return mark.join(f"{{{_reduced(key, numbers) if weak else key}}}" for key in keys)

    def texts(*, weak: bool) -> tuple[CounterText, ...]:
        if printed[0] != "strength":
            return (CounterText("bottom", line(printed[:3], "-", weak=weak), height),)
        first = CounterText("lower-left", line(printed[:1], "", weak=weak), height)
        others = line(printed[1:], "·", weak=weak)
        return (first, CounterText("lower-right", others, height, bold=False)) if others else (first,)

    return texts(weak=False), texts(weak=True)


def _reduced(key: str, known: Sequence[str]) -> str:
    """The value that stands for another one on the reduced side; the same one where there is none."""
    return next((one for one in (f"reduced_{key}", "reduced" if key == "strength" else "") if one in known), key)
