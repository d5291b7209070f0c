"""What was imported as changes of an open map and scenario: layer by layer, and units with their sides."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.errors import HexwrightError
from engine.exchange.matches import SIDES, Matched, MatchingTable, Ours, guessed
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.edit import Changes
from engine.scenario.model import Scenario, Side
from engine.tables.table import Table

LAYERS: Final = {
    "terrain": "Terrain",
    "elevation": "Elevation",
    "features": "Features",
    "hexsides": "Hexsides",
    "paths": "Roads",
    "names": "Place names",
    "units": "Units",
}
"""What can be taken over into an open document, with titles."""


def layers_in(board: BattleMap | Table, scenario: Scenario | None) -> list[str]:
    """The layers of an import that have anything in them; none of a table."""
    if isinstance(board, Table):
        return []
    has = {
        "terrain": any(board.terrain[h] != board.palette.base_terrain for h in board.grid.hexes),
        "elevation": any(board.elevation),
        "features": bool(board.features),
        "hexsides": bool(board.hexsides),
        "paths": bool(board.paths),
        "names": bool(board.labels),
        "units": scenario is not None and bool(scenario.units),
    }
    return [layer for layer in LAYERS if has[layer]]


def why_not(found: BattleMap | Table, board: BattleMap) -> str:
    """Why an import cannot be laid over an open map; empty where it can."""
    if isinstance(found, Table):
        return "the file has a table without hexes; import it as a new document"
    one, other = found.grid.spec, board.grid.spec
    if (one.columns, one.rows) != (other.columns, other.rows):
        return (
            f"the file has {one.columns} x {one.rows} hexes and the open map {other.columns} x {other.rows}; "
            "import it as a new document"
        )
    if (one.orientation, found.grid.paper(found.grid.lattice(0))) != (
        other.orientation,
        board.grid.paper(board.grid.lattice(0)),
    ):
        return "its hexes do not match those of the open map; import it as a new document"
    return ""


def changes(found: BattleMap, board: BattleMap, layers: Collection[str], *, partial: bool = False) -> Changes:
    """The changes that take layers over. Kinds that the open map's palette does not have are left out, and so is what
    lies in void hexes; with ``partial`` terrain stays where the import has the first terrain. Raises HexwrightError
    where the hexes do not fit."""
    reason = why_not(found, board)
    if reason:
        raise HexwrightError(reason)
    made = Changes()
    grid, palette = board.grid, board.palette
    hexes = [h for h in found.grid.hexes if h in grid]
    if "terrain" in layers:
        empty = found.palette.base_terrain if partial else ""
        made.terrain = {h: kind for h in hexes if (kind := found.terrain[h]) in palette.terrain and kind != empty}
    if "elevation" in layers:
        made.elevation = {h: found.elevation[h] for h in hexes}
    if "features" in layers:
        for h, kinds in found.features.items():
            there = board.features.get(h, ())
            fresh = tuple(kind for kind in kinds if kind in palette.features and kind not in there)
            if h in grid and fresh:
                made.features[h] = (*there, *fresh)
    if "hexsides" in layers:
        for side, edges in found.hexsides.items():
            at = _side_there(found, board, side)
            own = {kind: high for kind, high in edges.items() if kind in palette.hexsides}
            if at != NOWHERE and own:
                made.hexsides[at] = {**board.hexsides.get(at, {}), **own}
    if "paths" in layers:
        for side, keys in found.paths.items():
            at = _side_there(found, board, side)
            known_keys = frozenset(key for key in keys if key in palette.paths)
            if at != NOWHERE and known_keys:
                made.paths[at] = board.paths.get(at, frozenset()) | known_keys
    if "names" in layers:
        known = {(label.at, label.text) for label in board.labels}
        more = [label for label in found.labels if label.at in grid and (label.at, label.text) not in known]
        made.labels = [*board.labels, *more]
    return made


def _side_there(found: BattleMap, board: BattleMap, side: int) -> int:
    """The hexside of the open map in the place of one of the import; NOWHERE beyond its hexes."""
    one, other = found.grid.side_hexes(side)
    if one == NOWHERE or other == NOWHERE or one not in board.grid or other not in board.grid:
        return NOWHERE
    return board.grid.side_between(one, other)


# -- units ----------------------------------------------------------------------------------------------------------


def sides_table(found: Scenario, scenario: Scenario) -> MatchingTable:
    """The sides of the import beside those of the open scenario: guessed by name, colour, and their order."""
    choices = tuple(Ours(key, side.name, side.colour) for key, side in scenario.sides.items())
    matches = []
    for place, side in enumerate(found.sides.values()):
        count = sum(unit.side == side.key for unit in found.units.values())
        key, by = guessed(side.name, choices, {}, colour=side.colour, place=place)
        matches.append(Matched(side.name, count, key, by, side.colour))
    return MatchingTable(SIDES, tuple(matches), choices, ("unit", "units"))


def units_taken(found: Scenario, scenario: Scenario, becomes: Mapping[str, str]) -> dict[str, Any]:
    """The fields of the open scenario with the units of the import added: ``sides``, ``units`` and ``setup``.

    ``becomes`` is which side each side's name becomes; one that is not in it joins as a further side. A unit whose key
    is taken gets another one.
    """
    sides, units, setup = dict(scenario.sides), dict(scenario.units), dict(scenario.setup)
    keys: dict[str, str] = {}
    for key, side in found.sides.items():
        ours = becomes.get(side.name, "")
        keys[key] = ours if ours in sides else _free(key, sides)
        if ours not in sides:
            sides[keys[key]] = Side(keys[key], side.name, side.colour, side.ink, side.role, side.sentence_name)
    mine, theirs = hexes_of(scenario.map).grid, hexes_of(found.map).grid
    for key, unit in found.units.items():
        own = _free(key, units)
        units[own] = replace(unit, key=own, side=keys.get(unit.side, next(iter(sides))))
        h = theirs.find(found.setup.get(key, ""))
        if h != NOWHERE and h in mine:
            setup[own] = mine.name(h)
    return {"sides": sides, "units": units, "setup": setup}


def _free(key: str, taken: Collection[str]) -> str:
    made, number = key, 1
    while made in taken:
        number += 1
        made = f"{key}-{number}"
    return made
