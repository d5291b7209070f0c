"""What checks of hex maps look at: facts about the ground that several of them share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import compress
from types import MappingProxyType
from typing import Any, Final

from engine.boards.board import Board
from engine.findings import Severity
from engine.hexes.board.battlemap import hexes_of
from engine.hexes.board.grid import NOWHERE
from engine.hexes.board.pieces import pieces
from engine.pauses import with_pauses
from engine.play.system import BARRIERS, WATER_TERRAIN
from engine.umpire.checks.registry import Found, Scope, check
from engine.umpire.checks.subject import Subject

RIVERS: Final = frozenset({"river"})
STREAMS: Final = frozenset({"river", "creek", "stream"})
CROSSINGS: Final = frozenset({"bridge", "ford"})
BUILT_UP: Final = frozenset({"village", "town", "city", "fort"})


class HexSubject(Subject):
    """A hex map, with or without a scenario played on it."""

    def __init__(self, board: Board, *args: Any, **options: Any) -> None:
        """As a `Subject`; raises HexwrightError for a map of another kind."""
        super().__init__(board, *args, **options)
        self.hexes = hexes_of(board)
        self.grid = self.hexes.grid

    def place_names(self) -> list[tuple[str, str]]:
        """The names of places, each with its hex."""
        return [(label.text, self.grid.name(label.at)) for label in self.hexes.labels]

    def sides_of(self, terms: frozenset[str]) -> Iterator[tuple[int, str]]:
        """(hexside, kind) of every hexside that carries one of the terms, in order."""
        wanted = self.kinds(self.hexes.palette.hexsides, terms)
        for side in with_pauses(sorted(self.hexes.hexsides)):
            for key in self.hexes.hexsides[side]:
                if key in wanted:
                    yield side, key

    @cached_property
    def wet(self) -> frozenset[int]:
        """The hexes that are all water: by the scenario's rules, or for a map alone by those of any system."""
        kinds = self.hexes.palette.terrain
        rules = self.system if self._scenario is not None else None
        if rules is None:
            keys = self.kinds(kinds, WATER_TERRAIN)
        else:
            keys = frozenset(key for key, kind in kinds.items() if rules.term(kind) in rules.water)
        are_wet = map(keys.__contains__, self.hexes.terrain)
        return frozenset(compress(range(self.grid.size), are_wet)) - self.grid.void

    @cached_property
    def roads(self) -> frozenset[int]:
        """The hexsides that a road, trail or rail crosses; streams that run through hexes are none."""
        streams = self.hexes.palette.streams
        return frozenset(side for side, kinds in with_pauses(self.hexes.paths.items()) if not streams.issuperset(kinds))

    def on_edge(self, h: int) -> bool:
        """Whether a hex lies on the edge of the map (of the paper, or of a void)."""
        return NOWHERE in self.grid.ring1[h]

    # -- how land hangs together -----------------------------------------------------------------------------

    @cached_property
    def land(self) -> list[frozenset[int]]:
        """The pieces of land, largest first, that no unbridged river, cliff or water divides."""
        land = sorted(frozenset(self.grid.hexes) - self.wet)
        # Each begins with its lowest hex.
        found = sorted(pieces(self.grid, land, self._barred()), key=lambda piece: (-len(piece), piece[0]))
        return [frozenset(piece) for piece in found]

    def _barred(self) -> frozenset[int]:
        rules = self.system if self._scenario is not None else None
        bars = {side for side, _ in self.sides_of(rules.barriers if rules is not None else BARRIERS)}
        return frozenset(bars - {side for side, _ in self.sides_of(CROSSINGS)} - self.roads)

    @cached_property
    def piece_of(self) -> Mapping[int, int]:
        """For each land hex the number of its piece of land."""
        return MappingProxyType({h: number for number, piece in enumerate(self.land) for h in piece})


def hex_check(
    code: str,
    severity: Severity,
    title: str,
    scope: Scope = Scope.SCENARIO,
    *,
    needs: str = "",
    bars_play: bool = False,
) -> Callable[[Callable[[HexSubject], Iterator[Found]]], Callable[[HexSubject], Iterator[Found]]]:
    """Register a check of hex maps alone; see `engine.umpire.checks.registry.check`."""
    return check(code, severity, title, scope, needs=needs, bars_play=bars_play, of=HexSubject)
