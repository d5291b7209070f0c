"""Moving the selected hexes, by a drag, a turn, or cut and paste: the map, its regions, and what the scenario says of
these hexes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from editor.commands.move_hexes import MoveHexes
from engine.board.grid import NOWHERE
from engine.board.moving import Shift, Turn, moved
from engine.scenario.carry import shifted

if TYPE_CHECKING:
    from editor.workbench import Workbench
    from engine.scenario.model import Scenario


@dataclass(slots=True)
class GoesAlong:
    """What a scenario says once some hexes have moved."""

    fields: dict[str, Any] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    """What has fallen off the map with them, and texts that speak of old places, in words."""


def goes_along(scenario: Scenario, shift: Shift, units: Collection[str] | None = None) -> GoesAlong:
    """What the scenario says after the move; of the units in the hexes only ``units`` go along, where they are told."""
    carried = shifted(scenario, shift)
    fields = carried.fields()
    if units is not None:
        there = {key: at for key, at in carried.scenario.setup.items() if key in units}
        fields["setup"] = {
            key: there.get(key, at) for key, at in scenario.setup.items() if key in there or key not in units
        }
    return GoesAlong(fields, [*carried.fallen, *carried.mentions])


def move_hexes(
    workbench: Workbench, verb: str, hexes: Sequence[int], start: int, end: int, turn: Turn | None = None,
    stroke: int = 0,
) -> list[int] | None:  # fmt: skip
    """Move hexes as far as ``end`` lies from ``start``, turned about it, as one step of undo, and log what falls off.

    Regions and units go along as the tool options say. Gives the hexes where they lie now; None where nothing has
    changed. Raises HexwrightError when it cannot be done.
    """
    document, settings = workbench.document, workbench.tools.settings
    found = moved(document.battle_map, hexes, start, end, turn, regions=bool(settings.get("carry_regions")))
    scenario = document.scenario
    carries = scenario is not None and bool(settings.get("carry_units"))
    along = goes_along(scenario, found.shift) if scenario is not None and carries else GoesAlong()
    text = f"{verb} {hexes_in_words(len(hexes))}"
    if not document.push(MoveHexes(document, text, found.changes, along.fields, stroke)):
        return None
    tell_lost(workbench, text, found.left_out, along.lost)
    return [h for h in found.shift.places.values() if h != NOWHERE]


def tell_lost(workbench: Workbench, text: str, left_out: int, lost: Sequence[str]) -> None:
    """Log what a move has pushed off the map."""
    if left_out:
        workbench.log.add(f"{text}: {left_out} things fell off the map. Undo brings them back.", "warning")
        workbench.status(f"{left_out} things fell off the map; Undo brings them back")
    for line in lost:
        workbench.log.add(f"{text}: {line}", "warning")


def hexes_in_words(count: int) -> str:
    """``1 hex``, ``12 hexes``."""
    return f"{count} hex{'es' if count != 1 else ''}"


def units_in_words(count: int) -> str:
    """``1 unit``, ``12 units``."""
    return f"{count} unit{'s' if count != 1 else ''}"
