"""Questions that combat asks of the map and of other blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kit.bound.subject import BoundCondition


def features_at(field: Any, state: Any, h: int) -> frozenset[str]:
    """The features of a hex, markers among them."""
    found: frozenset[str] = field.ground.features.get(h, frozenset())
    return found | field.markers_at(state, h) if state.markers else found


def who_attacks(field: Any, phase: int) -> BoundCondition | None:
    """What a phase asks of those who attack in it; None for nothing, and outside of phases."""
    if phase < 0:
        return None
    entry = field.phases[phase]
    bound: BoundCondition = entry.who if entry.helps.always else entry.helps
    return None if bound.always else bound


def sees(field: Any, state: Any, a: int, b: int) -> bool:
    """Whether there is a line of sight between two hexes; always where the file has no sight."""
    sight = getattr(field, "sight", None)
    return sight is None or bool(sight.sees(state, a, b))


def sight_rules(field: Any, state: Any, a: int, b: int) -> tuple[str, ...]:
    """The paragraphs of the line of sight between two hexes; nothing where the file has no sight."""
    sight = getattr(field, "sight", None)
    return () if sight is None else tuple(sight.cites(state, a, b))


def faces(field: Any, state: Any, unit: int, h: int) -> bool:
    """Whether a unit may attack a hex as it faces."""
    arcs = getattr(field, "arcs", None)
    return arcs is None or bool(arcs.may_attack(state, unit, h))


def nearness(field: Any, setting: str, side: int) -> Callable[[int], int] | None:
    """How far each hex is from the nearest hex of a setting; None where a scenario does not say it."""
    known: dict[tuple[str, int], list[int] | None] = field.combat.nearness
    if (setting, side) not in known:
        goals = sorted(field.settings[setting].hexes(side))
        grid = field.grid
        known[setting, side] = [min(grid.distance(h, n) for n in goals) for h in range(grid.size)] if goals else None
    found = known[setting, side]
    return None if found is None else found.__getitem__
