"""Colours by formation: whether counters show them, and colours for all formations at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.scenario import formations
from engine.scenario.counters import FormationLook
from engine.scenario.elements import FACES, ColourRule, CounterElement, CounterTemplate

SHADES: Final = (
    *("#b3261e", "#1f5fa8", "#2e7d32", "#e0a100", "#6a3d9a", "#00838f"),
    *("#d1590b", "#5d4037", "#ad1457", "#37474f", "#7cb342", "#3f51b5"),
)
"""Colours that are told from each other at the width of a stripe; more formations begin again with the first."""
UNSEEN: Final = "An element shows the colour of the formation, and no formation has a colour yet"


def shows_formation(element: CounterElement) -> bool:
    """Whether an element is drawn in the colour of the unit's formation."""
    return "formation" in (element.fill, element.ink) or (element.kind == "band" and not element.fill)


def unseen(template: CounterTemplate | None, looks: Iterable[FormationLook], rules: Iterable[ColourRule]) -> bool:
    """Whether a template shows the colours of formations and there are none."""
    if template is None or any(look.stripe for look in looks):
        return False
    if any(rule.stripe for rule in (*rules, *template.rules)):
        return False
    return any(shows_formation(one) for face in FACES for one in template.face(face))


def shared_out(names: Sequence[str]) -> dict[str, str]:
    """A colour for each of some formations: for the largest of them, or, where all units belong to one, for its parts.
    Smaller ones have the colour of what they are part of."""
    depth = {name: len(formations.parts(name)) for name in names}
    for wanted in sorted(set(depth.values())):
        found = [name for name in names if depth[name] == wanted]
        if len(found) > 1 or wanted == max(depth.values()):
            return {name: SHADES[place % len(SHADES)] for place, name in enumerate(found)}
    return {}
