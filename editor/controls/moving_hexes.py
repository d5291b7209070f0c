"""Moving the selected hexes, by a drag, a turn, or cut and paste: the map, its regions, and what the scenario says of
these hexes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from editor.document.document import Document
from editor.document.other_scenarios import others_on_map, shift_all
from editor.hexes.commands.move_hexes import MoveHexes
from editor.hexes.commands.take_along import OtherScenarios
from editor.stage.stage import Stage
from engine.hexes.board.grid import NOWHERE
from engine.hexes.carry import shifted
from engine.hexes.mapping.shift import Shift, Turn, moved


@dataclass(slots=True)
class GoesAlong:
    """What scenarios say once some hexes have moved."""

    fields: dict[str, Any] = field(default_factory=dict)
    """Of the open scenario, what may have changed."""
    lost: list[str] = field(default_factory=list)
    """What has fallen off the map with them, and texts that speak of old places, in words."""
    others: OtherScenarios = field(default_factory=OtherScenarios)
    """Scenarios of other files on this map that go along."""


def goes_along(document: Document, shift: Shift, units: Collection[str] | None = None) -> GoesAlong:
    """What the open scenario, and others on the map, say after the move; of the units of the open one that stand in
    the hexes only ``units`` go along, where they are told."""
    found = GoesAlong(others=shift_all(others_on_map(document), shift))
    for path, what in found.others.after.items():
        found.lost += [f"in {path.name}: {line}" for line in (*what.fallen, *what.mentions)]
    scenario = document.scenario
    if scenario is None:
        return found
    carried = shifted(scenario, shift)
    found.fields = carried.fields()
    found.lost[:0] = [*carried.fallen, *carried.mentions]
    if units is not None:
        there = {key: at for key, at in carried.scenario.setup.items() if key in units}
        found.fields["setup"] = {
            key: there.get(key, at) for key, at in scenario.setup.items() if key in there or key not in units
        }
    return found


def move_hexes(
    stage: Stage,
    verb: str,
    hexes: Sequence[int],
    start: int,
    end: int,
    turn: Turn | None = None,
    stroke: int = 0,
) -> list[int] | None:
    """Move hexes as far as ``end`` lies from ``start``, turned about it, as one step of undo, and log what falls off.

    Regions and units go along as the tool options say. Gives the hexes where they lie now; None where nothing has
    changed. Raises HexwrightError when it cannot be done.
    """
    document, settings = stage.document, stage.settings
    found = moved(document.battle_map, hexes, start, end, turn, regions=bool(settings.get("carry_regions")))
    along = goes_along(document, found.shift) if settings.get("carry_units") else GoesAlong()
    text = f"{verb} {hexes_in_words(len(hexes))}"
    command = MoveHexes(text, found.changes, along.fields, stroke, others=along.others)
    if not document.push(command):
        return None
    tell_along(stage, text, along)
    if found.left_out:
        stage.log.add(f"{text}: {found.left_out} items off the map were removed. Undo restores them.", "warning")
        stage.status(f"{found.left_out} items off the map were removed; Undo restores them")
    return [h for h in found.shift.places.values() if h != NOWHERE]


def tell_along(stage: Stage, text: str, along: GoesAlong) -> None:
    """Say which other scenarios a move takes along, and log what it has pushed off the map."""
    names = ", ".join(path.name for path in along.others.after)
    if names:
        stage.log.add(f"{text}: changed in {names}, which is saved with the map.")
        stage.status(f"{text}: changed in {names} when the map is saved")
    for line in along.lost:
        stage.log.add(f"{text}: {line}", "warning")


def hexes_in_words(count: int) -> str:
    """``1 hex``, ``12 hexes``."""
    return f"{count} hex{'es' if count != 1 else ''}"


def units_in_words(count: int) -> str:
    """``1 unit``, ``12 units``."""
    return f"{count} unit{'s' if count != 1 else ''}"
