"""Moving the selected hexes, by a drag or a turn: the map, its regions, and what the scenario says of these hexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from editor.commands.move_hexes import MoveHexes
from engine.board.grid import NOWHERE
from engine.board.moving import Turn, moved
from engine.scenario.carry import shifted

if TYPE_CHECKING:
    from editor.workbench import Workbench


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
    fields: dict[str, Any] = {}
    lost: list[str] = []
    scenario = document.scenario
    if scenario is not None and settings.get("carry_units"):
        carried = shifted(scenario, found.shift)
        fields, lost = carried.fields(), [*carried.fallen, *carried.mentions]
    text = f"{verb} {hexes_in_words(len(hexes))}"
    if not document.push(MoveHexes(document, text, found.changes, fields, stroke)):
        return None
    if found.left_out:
        workbench.log.add(f"{text}: {found.left_out} things fell off the map. Undo brings them back.", "warning")
        workbench.status(f"{found.left_out} things fell off the map; Undo brings them back")
    for line in lost:
        workbench.log.add(f"{text}: {line}", "warning")
    return [h for h in found.shift.places.values() if h != NOWHERE]


def hexes_in_words(count: int) -> str:
    """``1 hex``, ``12 hexes``."""
    return f"{count} hex{'es' if count != 1 else ''}"
