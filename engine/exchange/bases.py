"""The bases that stand on a table when a scenario begins, measured as drawings are."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from engine.errors import HexwrightError
from engine.play import registry
from engine.scenario.model import Scenario, Unit
from engine.tables.places import PACE, WIDTH, as_degrees
from engine.tables.table import Table

USUAL_DEPTH: Final = 40.0
"""Paces that a base is deep where its rules do not say."""
BROAD: Final = WIDTH / PACE
"""Paces that a base is wide."""


class StandingBase(NamedTuple):
    """A base on a table; lengths are paces."""

    unit: Unit
    x: float
    """The middle of the base, not of its front edge."""
    y: float
    facing: float
    """Degrees clockwise; 0 faces the upper table edge."""
    depth: float


def depth_of(scenario: Scenario, unit: Unit) -> float:
    """How deep a unit's base is, in paces, by the rules of its scenario."""
    try:
        depth = registry.system(scenario.system).base_depth
    except HexwrightError:
        return USUAL_DEPTH
    return depth(unit) if depth is not None else USUAL_DEPTH


def standing(table: Table, scenario: Scenario, left_out: Collection[str] = ()) -> Iterator[StandingBase]:
    """The bases of a set-up in its order, without units that are left out."""
    for key, spelled in scenario.setup.items():
        where = table.find(spelled)
        if key not in scenario.units or key in left_out or where is None:
            continue
        unit = scenario.units[key]
        depth = depth_of(scenario, unit)
        middle = where.at(-round(depth * PACE / 2), 0)
        yield StandingBase(unit, middle.x / PACE, middle.y / PACE, as_degrees(where.facing), depth)
