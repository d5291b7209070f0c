"""The raids of the staff on railways that feed the British: Native forces near a line march to it and cut it (30.3)."""

from __future__ import annotations

from typing import Final

from engine.systems.sun_never_sets.position import railways
from engine.systems.sun_never_sets.staff.view import View

WORTH: Final = 1.5
"""Points that it is worth to come to a railway that can be cut."""
_NEAR: Final = 5
"""Hexes within which a force of ours is near enough to a line for a raid."""
_GUARDED: Final = 2
"""Hexes within which a unit of the enemy guards a line."""


def hexes(view: View) -> list[int]:
    """The hexes of railways that feed the enemy, with no unit of his near, that a force of ours is near to."""
    field = view.field
    if view.side != field.native or not field.on("railroads"):
        return []
    forces = [h for h, mask in view.mine.items() if mask & field.roster.combat]
    lines = railways.feeding(field, view.state) - field.closed[view.side]
    return sorted(
        h
        for h in lines
        if any(field.distance(h, at) <= _NEAR for at in forces)
        and not any(field.distance(h, e) <= _GUARDED for e in view.foes)
    )
