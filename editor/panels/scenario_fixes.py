"""Quick fixes of scenarios that name what they change by itself: levels, turns, colours, empty groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from editor.commands.base import Command
from editor.commands.edit_scenario import EditScenario
from editor.document.document import Document

Data = Mapping[str, Any]
SIDES: Final = ("#9cc2e5", "#f2b8c0", "#b7d7a8", "#ffe08a", "#cdb4e8", "#f6c08f", "#a8d8d0", "#d5c7b0")
"""Colours for the counters of sides that are told from each other."""


def _sort_levels(document: Document, _data: Data) -> Command:
    """The levels of victory from the least margin to the greatest."""
    victory = document.require_scenario().victory
    levels = tuple(sorted(victory.levels, key=lambda level: level.margin))
    return EditScenario("Sort levels of victory", victory=replace(victory, levels=levels))


def _drop_turns(document: Document, data: Data) -> Command:
    """A line of points without the turns that are never played; one that is not counted by turns without any."""
    scenario = document.require_scenario()
    lines = list(scenario.victory.scoring)
    line = lines[data["line"]]
    kept = frozenset(turn for turn in line.turns if turn <= scenario.turns.count and line.kind == "hold")
    lines[data["line"]] = replace(line, turns=kept)
    return EditScenario("Remove turns", victory=replace(scenario.victory, scoring=tuple(lines)))


def _drop_turn_marks(document: Document, _data: Data) -> Command:
    """The turn record without marks and names of turns that are never played."""
    turns = document.require_scenario().turns

    def played(found: frozenset[int]) -> frozenset[int]:
        return frozenset(turn for turn in found if 1 <= turn <= turns.count)

    marks = {name: played(found) for name, found in turns.marks.items()}
    labels = {turn: label for turn, label in turns.labels.items() if 1 <= turn <= turns.count}
    return EditScenario("Remove marks", turns=replace(turns, night=played(turns.night), marks=marks, labels=labels))


def _remove_arrivals(document: Document, data: Data) -> Command:
    """The reinforcements without one group."""
    arrivals = document.require_scenario().arrivals
    left = tuple(one for number, one in enumerate(arrivals) if number != data["number"])
    return EditScenario("Remove reinforcement group", arrivals=left)


def _remove_colours(document: Document, data: Data) -> Command:
    """The design of the counters without the colours of a formation."""
    design = document.require_scenario().counters
    left = tuple(look for look in design.formations if look.formation != data["formation"])
    return EditScenario("Remove colours", counters=replace(design, formations=left))


def _recolour_side(document: Document, data: Data) -> Command:
    """A side with a colour that no other side has."""
    sides = document.require_scenario().sides
    taken = {side.colour.lower() for side in sides.values()}
    colour = next((one for one in SIDES if one not in taken), SIDES[0])
    changed = {key: replace(side, colour=colour) if key == data["side"] else side for key, side in sides.items()}
    return EditScenario("Give side another colour", sides=changed)


SCENARIO_COMMANDS: Final[dict[str, Callable[[Document, Data], Command]]] = {
    "sort_levels": _sort_levels,
    "drop_turns": _drop_turns,
    "drop_turn_marks": _drop_turn_marks,
    "remove_arrivals": _remove_arrivals,
    "remove_colours": _remove_colours,
    "recolour_side": _recolour_side,
}
"""By the verb of the fix."""
