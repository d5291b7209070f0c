"""The map as chapters 4, 6 and 7 see it, worked out once: costs, zones of control, shifts, what blocks sight."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.boards.palette import Kind
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.hexes.marching import HALF
from engine.mechanics.hexes.movement import Steps
from engine.systems.twilights_last_gleaming.tables import Tables

SYSTEM: Final = "tlg2"
TERRAIN: Final = {
    "terrain": frozenset({"clear", "forest", "swamp", "river"}),
    "features": frozenset({"building"}),
    "hexsides": frozenset({"creek", "river", "bridge", "ford", "slope"}),
    "paths": frozenset({"road"}),
}
"""The terms of this system by layer; a palette's ``treat_as`` maps other kinds to them."""

# Kinds of the standard palette that this system has no word for, and what they are taken for.
_LIKE: Final = {"woods": "forest", "water": "river", "hill": "clear", "rough": "clear"} | dict.fromkeys(
    ("village", "town", "city", "church", "fort", "tower", "mine"), "building"
)

_COST_RULES: Final = {"clear": "4.13", "forest": "4.14", "swamp": "4.15"}


class Ground:
    """A battle map in the terms of TLG2. All hex lists are by hex number."""

    def __init__(self, board: BattleMap, tables: Tables, free_bridges: Iterable[str] = ()) -> None:
        """``free_bridges`` are hexsides whose bridge is always free to cross, by name."""
        grid = board.grid
        self.grid = grid
        self.size = grid.size
        self._costs = tables.entry_costs
        effects = tables.combat_effects
        terrain = {key: term_of(kind) for key, kind in board.palette.terrain.items()}
        features = {key: term_of(kind) for key, kind in board.palette.features.items()}
        sides = {key: term_of(kind) for key, kind in board.palette.hexsides.items()}
        paths = {key: term_of(kind) for key, kind in board.palette.paths.items()}
        self.terrain = [terrain.get(key, "clear") for key in board.terrain]
        self.playable = [h in grid and self.terrain[h] != "river" for h in range(grid.size)]
        """No activity goes into, out of or through an all-river hex (4.16)."""
        self.building = [
            any(features.get(key) == "building" for key in board.features.get(h, ())) for h in range(grid.size)
        ]
        self.forest = [term == "forest" for term in self.terrain]
        self.hex_shift = [
            effects.hex.get(self.terrain[h], 0) + (effects.feature["building"] if self.building[h] else 0)
            for h in range(grid.size)
        ]

        def carries(side: int, term: str) -> bool:
            return any(sides.get(key) == term for key in board.hexsides.get(side, ()))

        free = {grid.parse_side(name) for name in free_bridges}
        self.road: set[int] = {
            side for side, kinds in board.paths.items() if any(paths.get(kind) == "road" for kind in kinds)
        }
        """Hexsides that a road crosses."""
        rivers = {side for side in board.hexsides if carries(side, "river")}
        self.bridges = {side for side in rivers if side in self.road or carries(side, "bridge") or side in free} | {
            side for side in board.hexsides if carries(side, "bridge")
        }
        """A bridge stands wherever a road crosses a river (4.16), and where the map says so."""
        self.free_bridges = free
        self.unbridged = rivers - self.bridges
        self.creek = {side for side in board.hexsides if carries(side, "creek")} - self.bridges
        """Creeks to be waded: a road alone does not help, a bridge does (4.16)."""
        self.high_side: dict[int, int] = {}
        """Slope hexsides, each with its high hex."""
        for side, kinds in board.hexsides.items():
            for key, high in kinds.items():
                if sides.get(key) == "slope" and high != NOWHERE:
                    self.high_side[side] = high
        low = min((board.elevation[h] for h in grid.hexes), default=0)
        self.high = [level > low for level in board.elevation]
        for high in self.high_side.values():
            self.high[high] = True
        self.road_hex = [
            any(grid.side(h, d) in self.road for d in range(6)) if h in grid else False for h in range(grid.size)
        ]
        self.control: list[tuple[int, ...]] = [self._beside(h) for h in range(grid.size)]
        """For each hex the hexes its unit's zone of control reaches, and those it may attack (4.1, 6.4)."""
        self.passable: list[tuple[int, ...]] = self.control
        """Where a unit may step, retreat or advance to: the same hexes, since both stop at unbridged rivers (4.16)."""
        self._hexside_shifts = effects.hexside
        self.edge = [h in grid and any(n == NOWHERE for n in grid.ring1[h]) for h in range(grid.size)]
        """Hexes on the edge of the map, where reinforcements may have to come on (5.3)."""

    def _beside(self, h: int) -> tuple[int, ...]:
        if not self.playable[h]:
            return ()
        grid, playable, unbridged = self.grid, self.playable, self.unbridged
        pairs = zip(grid.ring1[h], grid.sides[h], strict=True)
        return tuple([n for n, side in pairs if n != NOWHERE and playable[n] and side not in unbridged])

    def entry_cost(self, h: int, kind: str) -> int:
        """Half movement points to enter a hex off the road (4.13 to 4.15); a building has a cost of its own (4.19)."""
        if self.building[h]:
            return int(self._costs.building * HALF)
        return int(self._costs.hex.get(self.terrain[h], self._costs.hex["clear"])[kind] * HALF)

    def step_cost(self, a: int, b: int, kind: str, roads: bool = True) -> int:
        """Half movement points from a hex to a next one that may be entered.

        ``roads`` False: the road rate is off and road hexes count as clear (an exclusive rule of Chippewa).
        """
        side = self.grid.side_between(a, b)
        by_road = side in self.road and (roads or side in self.free_bridges)
        cost = int(self._costs.road * HALF) if by_road else self._cost_off_road(b, kind, roads)
        return cost + (int(self._costs.creek * HALF) if side in self.creek else 0)

    def _cost_off_road(self, b: int, kind: str, roads: bool) -> int:
        """The same across a hexside without a road or a creek."""
        return self.clear_cost(kind) if not roads and self.road_hex[b] else self.entry_cost(b, kind)

    def cost_rule(self, a: int, b: int, roads: bool = True) -> tuple[str, str]:
        """The paragraph that gives the cost of a step, and what it is for."""
        side = self.grid.side_between(a, b)
        if side in self.creek:
            return "4.16", "across a creek"
        if side in self.road and (roads or side in self.free_bridges):
            return "4.18", "by road"
        if self.building[b]:
            return "4.19", "building"
        return _COST_RULES.get(self.terrain[b], "4.13"), self.terrain[b]

    def steps(self, kind: str, roads: bool = True) -> Steps:
        """For each hex the (next hex, half movement points) pairs of a movement class."""
        # Most hexsides carry nothing: all steps across them into a hex are one and the same pair.
        plain = [(h, self._cost_off_road(h, kind, roads)) for h in range(self.grid.size)]
        rows = [tuple([plain[n] for n in beside]) for beside in self.control]
        for h in {h for side in self.road | self.creek for h in self.grid.side_hexes(side) if h != NOWHERE}:
            rows[h] = tuple([(n, self.step_cost(h, n, kind, roads)) for n in self.control[h]])
        return Steps(rows)

    def road_cost(self) -> int:
        """Half movement points of one hex along a road."""
        return int(self._costs.road * HALF)

    def clear_cost(self, kind: str) -> int:
        """Half movement points of a clear hex."""
        return int(self._costs.hex["clear"][kind] * HALF)

    def hexside_shifts(self, attacker: int, defender: int) -> list[tuple[str, int]]:
        """The shifts that a defender gets from one attacker's hexside: (feature, columns) (6.9)."""
        side = self.grid.side_between(attacker, defender)
        sizes = self._hexside_shifts
        found = []
        if side in self.bridges:
            found.append(("bridge", sizes.get("bridge", 0)))
        if side in self.creek:
            found.append(("creek", sizes.get("creek", 0)))
        if self.high_side.get(side) == defender:
            found.append(("slope", sizes.get("slope", 0)))
        return [(name, size) for name, size in found if size]


def term_of(kind: Kind) -> str:
    """What a kind of the palette is in this system."""
    term = kind.term(SYSTEM)
    return _LIKE.get(term, term)
