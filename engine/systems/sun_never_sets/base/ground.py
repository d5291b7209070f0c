"""The map as chapters 6, 8, 9 and 12 see it, worked out once: costs to step, zones, defence, forage."""

from __future__ import annotations

from typing import Final, Literal

from engine.boards.palette import Kind
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.systems.sun_never_sets.base.counters import EMPIRE
from engine.systems.sun_never_sets.base.tables import Tables

SYSTEM: Final = "sns2"
HALF: Final = 2
"""Costs are in half movement points: along a road a hex costs one half (6.4)."""
Means = Literal["land", "rail", "river", "sea"]
"""How a unit moves, or is carried."""

TERRAIN: Final = {
    "terrain": frozenset(
        {
            "clear",
            "hill",
            "rough",
            "jungle",
            "mountain",
            "marsh",
            "mud_flats",
            "desert",
            "sand",
            "broken",
            "lake",
            "sea",
        }
    ),
    "features": frozenset({"pass", "village", "town", "kraal", "fortress", "oasis", "well"}),
    "hexsides": frozenset({"minor_river", "major_river", "bridge", "drift", "waterfall", "lake", "sea"}),
    "paths": frozenset({"road", "rail", "rail_planned"}),
}
"""The terms of this system by layer; a palette's ``treat_as`` maps other kinds to them."""

_LIKE: Final = {
    "forest": "jungle",
    "woods": "jungle",
    "swamp": "marsh",
    "water": "sea",
    "river": "major_river",
    "creek": "minor_river",
    "ford": "drift",
    "beach": "clear",
}

FORTRESS: Final = "fortress"
MAJOR: Final = "major_river"
WITHOUT, PIONEERS, BRIDGING = "without", "pioneers", "bridging"
"""What a force has where the chapter of engineers is played: none of them, engineers or pioneers, engineers that bridge
rivers (17.1, 17.4)."""
RoadRow = tuple[tuple[int, int, bool], ...]
"""The (next hex, half points, by road) steps from a hex."""


def term_of(kind: Kind) -> str:
    """What a kind of the palette is in this system."""
    term = kind.term(SYSTEM)
    return _LIKE.get(term, term)


class Ground:
    """A map in the terms of The Sun Never Sets. All hex lists are by hex number."""

    def __init__(self, board: BattleMap, tables: Tables) -> None:
        self.grid = grid = board.grid
        self.size = grid.size
        self._effects = effects = tables.terrain_effects
        terms = {
            str(layer): {key: term_of(kind) for key, kind in kinds.items()}
            for layer, kinds in board.palette.kinds.items()
        }
        self.terrain = [terms["terrain"].get(key, "clear") for key in board.terrain]
        self.features = [
            frozenset(terms["features"].get(kind, kind) for kind in board.features.get(h, ())) for h in range(self.size)
        ]
        self.closed = [h not in grid or effects.hex[term].closed for h, term in enumerate(self.terrain)]
        """Hexes that no land unit enters (6.34)."""
        self.sides: dict[int, frozenset[str]] = {
            side: frozenset(terms["hexsides"].get(kind, kind) for kind in kinds)
            for side, kinds in board.hexsides.items()
        }
        self.roads = frozenset(
            side for side, kinds in board.paths.items() if any(terms["paths"].get(kind) == "road" for kind in kinds)
        )
        pairs = [pair for pair in map(grid.side_hexes, self.roads) if NOWHERE not in pair]
        self._road_pairs = frozenset([*pairs, *((b, a) for a, b in pairs)])
        self.rails, self.rails_planned = (
            frozenset(
                side for side, kinds in board.paths.items() if any(terms["paths"].get(kind) == term for kind in kinds)
            )
            for term in ("rail", "rail_planned")
        )
        """The hexsides over which a railway is finished when the game begins, and over which one may be laid (30.2)."""
        self.fortress = [FORTRESS in features for features in self.features]
        self.town = ["town" in features for features in self.features]
        self.coastal = [
            not self.closed[h] and any(n != NOWHERE and self.terrain[n] == "sea" for n in grid.ring1[h])
            if h in grid
            else False
            for h in range(self.size)
        ]
        """Land hexes next to the sea (13.31)."""
        self._onward: list[tuple[tuple[int, int], ...]] = [self._open_from(h) for h in range(self.size)]
        self.open: list[tuple[int, ...]] = [tuple(n for n, _ in row) for row in self._onward]
        """For each hex the next hexes that a land unit may go to, attack or fire at from it (6.34)."""
        self.control: list[tuple[int, ...]] = [self._along(h, "zone") for h in range(self.size)]
        """For each hex the next hexes that a zone of control reaches from it: over no major river (9.21, 9.24)."""
        self.retreats: list[tuple[int, ...]] = [self._along(h, "retreat") for h in range(self.size)]
        """For each hex the next hexes that a force may retreat to: over no major river, bridged or not (8.81)."""
        self._steps: dict[tuple[str, bool, str, bool], list[RoadRow]] = {}

    def _open_from(self, h: int) -> tuple[tuple[int, int], ...]:
        """The next hexes that are open from a hex, each with the hexside between."""
        if self.closed[h]:
            return ()
        found = ((n, self.grid.side(h, d)) for d, n in enumerate(self.grid.ring1[h]) if n != NOWHERE)
        return tuple((n, side) for n, side in found if not self.closed[n] and not self._barred(side))

    def _barred(self, side: int) -> bool:
        hexsides = self._effects.hexside
        return any(hexsides[kind].closed for kind in self._kinds(side))

    def _along(self, h: int, what: str) -> tuple[int, ...]:
        hexsides = self._effects.hexside
        return tuple(
            n
            for n, side in self._onward[h]
            if all(getattr(hexsides[kind], what) for kind in self.sides.get(side, ()) if kind in hexsides)
        )

    def _kinds(self, side: int) -> list[str]:
        """What the rules know of a hexside."""
        return [kind for kind in sorted(self.sides.get(side, ())) if kind in self._effects.hexside]

    def by_road(self, a: int, b: int) -> bool:
        """Whether a road leads from a hex to the next one (6.41)."""
        return (a, b) in self._road_pairs

    def on_road(self, h: int) -> bool:
        """Whether a road leads into a hex."""
        return any(self.grid.side(h, d) in self.roads for d in range(6))

    # -- movement ---------------------------------------------------------------------------------------------

    def steps(self, role: str, shaken: bool = False, help_by: str = "", flooded: bool = False) -> list[RoadRow]:
        """For each hex the steps out of it; ``shaken`` by an earthquake, roads and passes are no better than the
        ground they lead over (event 25). ``help_by`` is what engineers do for a force, `WITHOUT` and what
        follows; empty where their chapter is not played. ``flooded``: no unit crosses major rivers (event 61-63)."""
        key = (role, shaken, help_by, flooded)
        if key not in self._steps:
            entry = [self.entry_cost(h, role, shaken) for h in range(self.size)]
            self._steps[key] = [
                tuple(
                    (n, *self._step(n, side, entry[n], role, shaken, help_by))
                    for n, side in row
                    if not flooded or MAJOR not in self.sides.get(side, ())
                )
                for row in self._onward
            ]
        return self._steps[key]

    def eased(self, a: int, b: int, role: str) -> bool:
        """Whether a road or a pass makes the step from a hex to the next one cheaper (6.4, event 25)."""
        return self.by_road(a, b) or self.entry_cost(b, role) < self.entry_cost(b, role, shaken=True)

    def over_major(self, a: int, b: int) -> bool:
        """Whether a major river lies between a hex and the next one."""
        return MAJOR in self.sides.get(self.grid.side_between(a, b), ())

    def over_water(self, a: int, b: int) -> bool:
        """Whether it costs points to cross the hexside between a hex and the next one."""
        side = self.grid.side_between(a, b)
        return side in self.sides and self._water(side) > 0

    def _step(self, b: int, side: int, entry: int, role: str, shaken: bool, help_by: str) -> tuple[int, bool]:
        """What a step over a hexside into a hex costs in half points, and whether it is by road (6.3, 6.4), with
        engineers or without (17.11, 17.41, 17.42). ``entry`` is what the hex costs by itself."""
        by_road = side in self.roads and not shaken
        road, given = self._effects.road, self._effects.engineers
        if help_by and role == EMPIRE:
            road = given["road_without" if help_by == WITHOUT else "road_with"]
        cost = road * HALF if by_road else entry
        if help_by in (PIONEERS, BRIDGING) and not by_road:
            cost = min(cost, given.get(self.terrain[b], cost) * HALF)
        water = self._water(side) if side in self.sides else 0
        if help_by == BRIDGING:
            water = min(water, given["river_with_supply"])
        return int(cost + water * HALF), by_road

    def entry_cost(self, h: int, role: str, shaken: bool = False) -> int:
        """Half points to enter a hex: those of its ground, or of a pass through it."""
        effects = self._effects
        cost = effects.hex[self.terrain[h]].cost
        for name in sorted(self.features[h]):
            feature = effects.feature.get(name)
            if feature is not None and feature.cost is not None and not shaken:
                cost = feature.cost
        return int(cost.of(role) * HALF) if cost is not None else 0

    def _water(self, side: int) -> float:
        """Points to cross the river of a hexside; none by a bridge or drift (6.43)."""
        hexsides = self._effects.hexside
        kinds = [hexsides[kind] for kind in self._kinds(side)]
        return 0 if any(kind.free for kind in kinds) else max((kind.cost for kind in kinds), default=0)

    # -- forage -----------------------------------------------------------------------------------------------

    def forage_lines(self, h: int) -> list[str]:
        """The lines of the forage chart that a hex offers: ground, what stands there, rivers at its sides (12.32)."""
        effects = self._effects
        found = [effects.hex[self.terrain[h]].forage]
        found += [effects.feature[name].forage for name in sorted(self.features[h]) if name in effects.feature]
        for d in range(6):
            found += [effects.hexside[kind].forage for kind in self._kinds(self.grid.side(h, d))]
            n = self.grid.ring1[h][d]
            if n != NOWHERE and self.terrain[n] == "lake":
                found.append(effects.hexside["lake"].forage)
        return [line for line in dict.fromkeys(found) if line]
