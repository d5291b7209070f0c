"""What Find offers on a map of hexes: everything that has a name or a number, and where it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Final, TypeVar

from editor.controls.moving_hexes import hexes_in_words
from editor.dialogs.seeker import Offer, Places
from editor.menus.find_offers import Finder, at
from engine.boards.palette import Kind
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.lanes import Lanes

LISTED: Final = 10_000
"""The most hexes of a map that are listed by number; on larger maps a number is looked up when it is typed."""


class HexFinder(Finder):
    """Offers what is on a map of hexes."""

    def counted(self, places: int) -> str:
        return hexes_in_words(places)

    def offers(self) -> Iterator[Offer]:
        """Names, regions, units, every kind with all the hexes it is in, levels, and hexes by number."""
        board = self.desk.document.battle_map
        for label in board.labels:
            text = label.text.replace("\n", " ")
            yield self.offer(text, f"place · {board.grid.name(label.at)}", at(label.at))
        for region in board.regions.values():
            places = Places(len(region.hexes), partial(sorted, region.hexes))
            yield self.offer(region.name or region.key, f"region · {hexes_in_words(places.count)}", places)
        yield from self.units()
        yield from self._kinds()
        if len(board.grid) <= LISTED:
            for h in board.grid.hexes:
                yield self.offer(board.grid.name(h), "hex", at(h))

    def numbered(self, query: str) -> Iterator[Offer]:
        """The hex of a number that is typed, on maps too large to list all."""
        grid = self.desk.document.battle_map.grid
        h = grid.find(query.strip()) if len(grid) > LISTED else NOWHERE
        if h != NOWHERE:
            yield self.offer(grid.name(h), "hex", at(h))

    def _kinds(self) -> Iterator[Offer]:
        """Kinds and levels with the hexes that have them: counted now, looked up when they are wanted."""
        board = self.desk.document.battle_map
        palette, void = board.palette, board.grid.void
        terrain, levels = Counter(board.terrain), Counter(board.elevation)
        terrain.subtract(board.terrain[h] for h in void)
        levels.subtract(board.elevation[h] for h in void)
        features = Counter(chain.from_iterable(board.features.values()))
        yield from self._named("terrain", palette.terrain, _placed(terrain, partial(_holding, board, board.terrain)))
        yield from self._named("feature", palette.features, _placed(features, partial(_with_feature, board)))
        yield from self._named("hexside", palette.hexsides, self._along(board.hexsides))
        yield from self._named("road", palette.paths, self._along(board.paths))
        heights = _placed(levels, partial(_holding, board, board.elevation))
        for level, places in sorted(heights.items()) if len(heights) > 1 else ():
            yield self.offer(f"Level {level}", f"elevation · {hexes_in_words(places.count)}", places)

    def _along(self, sides: Mapping[int, Iterable[str]]) -> dict[str, Places]:
        """The hexes on both sides of each kind's hexsides."""
        lanes = Lanes(self.desk.document.battle_map.grid)
        by_kind: dict[str, list[int]] = {}
        for side, kinds in sides.items():
            for kind in kinds:
                by_kind.setdefault(kind, []).append(side)
        found = {kind: lanes.beside(some) for kind, some in by_kind.items()}
        return {kind: Places(number.bit_count(), partial(lanes.hexes, number)) for kind, number in found.items()}

    def _named(self, layer: str, known: Mapping[str, Kind], found: Mapping[str, Places]) -> Iterator[Offer]:
        for key, places in found.items():
            name = known[key].name if key in known else key
            yield self.offer(name, f"{layer} · {hexes_in_words(places.count)}", places)


V = TypeVar("V", str, int)


def _placed(counts: Counter[V], find: Callable[[V], Iterable[int]]) -> dict[V, Places]:
    """What there is of each, to be looked up when it is wanted."""
    return {key: Places(count, partial(find, key)) for key, count in counts.items() if count}


def _holding(board: BattleMap, layer: Sequence[V], value: V) -> list[int]:
    return [h for h in board.grid.hexes if layer[h] == value]


def _with_feature(board: BattleMap, kind: str) -> list[int]:
    return sorted(h for h, kinds in board.features.items() if kind in kinds)
