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


def _leave_arrival(document: Document, data: Data) -> Command:
    """A group of reinforcements without one entry of its units."""
    arrivals = list(document.require_scenario().arrivals)
    group = arrivals[data["number"]]
    arrivals[data["number"]] = replace(group, units=_without(group.units, data["token"]))
    return EditScenario("Remove from reinforcements", arrivals=tuple(arrivals))


def _leave_group(document: Document, data: Data) -> Command:
    """A group of the set-up, or a pool, without one entry of its units."""
    scenario, at, token = document.require_scenario(), data["at"], data["token"]
    if data["list"] == "pools":
        pool = replace(scenario.pools[at], units=_without(scenario.pools[at].units, token))
        return EditScenario("Remove from pool", pools={**scenario.pools, at: pool})
    groups = list(scenario.deployments)
    groups[at] = replace(groups[at], units=_without(groups[at].units, token))
    return EditScenario("Remove from group", deployments=tuple(groups))


def _without(units: tuple[str, ...], token: int) -> tuple[str, ...]:
    return (*units[:token], *units[token + 1 :])


def _drop_replacements(document: Document, data: Data) -> Command:
    """The replacement factors without those of a side."""
    left = {side: plan for side, plan in document.require_scenario().replacements.items() if side != data["side"]}
    return EditScenario("Remove replacements", replacements=left)


def _drop_line(document: Document, data: Data) -> Command:
    """The victory conditions without a line of points."""
    victory = document.require_scenario().victory
    lines = tuple(line for number, line in enumerate(victory.scoring) if number != data["line"])
    return EditScenario("Remove line of points", victory=replace(victory, scoring=lines))


def _drop_line_hex(document: Document, data: Data) -> Command:
    """A line of points without one of its hexes; the line goes with its last one."""
    victory = document.require_scenario().victory
    line = victory.scoring[data["line"]]
    left = tuple(name for name in line.hexes if name != data["hex"])
    if not left and not line.region:
        return _drop_line(document, data)
    lines = list(victory.scoring)
    lines[data["line"]] = replace(line, hexes=left)
    return EditScenario("Remove hex from line of points", victory=replace(victory, scoring=tuple(lines)))


SCENARIO_COMMANDS: Final[dict[str, Callable[[Document, Data], Command]]] = {
    "sort_levels": _sort_levels,
    "drop_turns": _drop_turns,
    "drop_turn_marks": _drop_turn_marks,
    "remove_arrivals": _remove_arrivals,
    "remove_colours": _remove_colours,
    "recolour_side": _recolour_side,
    "leave_arrival": _leave_arrival,
    "leave_group": _leave_group,
    "drop_replacements": _drop_replacements,
    "drop_line": _drop_line,
    "drop_line_hex": _drop_line_hex,
}
"""By the verb of the fix."""
