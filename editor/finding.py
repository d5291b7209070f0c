"""What Find offers: everything on the map that has a name or a number, and where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from editor.dialogs.seeker import Offer
from editor.moving import hexes_in_words
from engine.board.grid import NOWHERE
from engine.board.palette import Kind

if TYPE_CHECKING:
    from editor.workbench import Workbench

LISTED: Final = 10_000
"""Hexes are listed by number on maps of so many at most; on larger ones a number is looked up when it is typed."""


class Finder:
    """Offers what is on the map of a workbench."""

    def __init__(self, workbench: Workbench) -> None:
        self.workbench = workbench

    # -- what is offered ----------------------------------------------------------------------------------------

    def offers(self) -> Iterator[Offer]:
        """Names, regions, units, every kind with all the hexes it is in, levels, and hexes by number."""
        board = self.workbench.document.battle_map
        for label in board.labels:
            text = label.text.replace("\n", " ")
            yield self._offer(text, f"place · {board.grid.name(label.at)}", (label.at,))
        for region in board.regions.values():
            words = hexes_in_words(len(region.hexes))
            yield self._offer(region.name or region.key, f"region · {words}", sorted(region.hexes))
        yield from self._units()
        yield from self._kinds()
        if len(board.grid) <= LISTED:
            for h in board.grid.hexes:
                yield self._offer(board.grid.name(h), "hex", (h,))

    def numbered(self, query: str) -> Iterator[Offer]:
        """The hex of a number that is typed, on maps too large to list all."""
        grid = self.workbench.document.battle_map.grid
        h = grid.find(query.strip()) if len(grid) > LISTED else NOWHERE
        if h != NOWHERE:
            yield self._offer(grid.name(h), "hex", (h,))

    def _units(self) -> Iterator[Offer]:
        scenario, grid = self.workbench.document.scenario, self.workbench.document.battle_map.grid
        for key, unit in (scenario.units if scenario else {}).items():
            h = grid.find(scenario.setup.get(key, "")) if scenario else NOWHERE
            arrival = scenario.arrival_of(key) if scenario else None
            where = grid.name(h) if h != NOWHERE else f"turn {arrival.turn}" if arrival else "not placed"
            side = scenario.sides[unit.side].name if scenario and unit.side in scenario.sides else unit.side
            remark = f"unit {key} · {side} {unit.type} · {where}"
            yield self._offer(unit.name, remark, (h,) if h != NOWHERE else (), key)

    def _kinds(self) -> Iterator[Offer]:
        board = self.workbench.document.battle_map
        grid, palette = board.grid, board.palette
        terrain: dict[str, list[int]] = {}
        levels: dict[int, list[int]] = {}
        for h in grid.hexes:
            terrain.setdefault(board.terrain[h], []).append(h)
            levels.setdefault(board.elevation[h], []).append(h)
        features: dict[str, list[int]] = {}
        for h, kinds in sorted(board.features.items()):
            for kind in kinds:
                features.setdefault(kind, []).append(h)
        yield from self._named("terrain", palette.terrain, terrain)
        yield from self._named("feature", palette.features, features)
        yield from self._named("hexside", palette.hexsides, self._along(board.hexsides))
        yield from self._named("road", palette.paths, self._along(board.paths))
        if len(levels) > 1:
            for level, hexes in sorted(levels.items()):
                yield self._offer(f"Level {level}", f"elevation · {hexes_in_words(len(hexes))}", hexes)

    def _along(self, sides: Mapping[int, Iterable[str]]) -> dict[str, list[int]]:
        """The hexes on both sides of each kind's hexsides."""
        grid = self.workbench.document.battle_map.grid
        found: dict[str, set[int]] = {}
        for side, kinds in sides.items():
            ends = {h for h in grid.side_hexes(side) if h != NOWHERE}
            for kind in kinds:
                found.setdefault(kind, set()).update(ends)
        return {kind: sorted(hexes) for kind, hexes in found.items()}

    def _named(self, layer: str, known: Mapping[str, Kind], found: Mapping[str, list[int]]) -> Iterator[Offer]:
        for key, hexes in found.items():
            name = known[key].name if key in known else key
            yield self._offer(name, f"{layer} · {hexes_in_words(len(hexes))}", hexes)

    # -- going there --------------------------------------------------------------------------------------------

    def _offer(self, text: str, remark: str, hexes: Iterable[int], unit: str = "") -> Offer:
        places = tuple(hexes)
        return Offer(text, remark, self._goer(places, unit), None, places, unit)

    def _goer(self, hexes: tuple[int, ...], unit: str) -> Callable[[], None]:
        def go() -> None:
            if hexes:
                self.workbench.go_to(hexes[0])
            self.workbench.selection.set(hexes, unit or None)

        return go

    def select_all(self, offers: Iterable[Offer]) -> None:
        """Select everything that these offers stand for."""
        found = list(offers)
        hexes = dict.fromkeys(h for offer in found for h in offer.hexes)
        units = [offer.unit for offer in found if offer.unit]
        self.workbench.selection.set(hexes, units)
        told = [hexes_in_words(len(hexes))] if hexes else []
        told += [f"{len(units)} unit{'s' if len(units) != 1 else ''}"] if units else []
        self.workbench.status(f"{' and '.join(told)} selected")
