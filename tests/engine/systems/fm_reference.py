"""Fire & Movement once more, slow and plain, read from the text alone: every way tried, nothing worked out beforehand.

It looks at the painted map and at who stands where, and never at the engine's tables or arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE

HARD = {"forest", "swamp", "hill", "bocage"}
CLOSED = {"water", "river"}
HALF = Fraction(1, 2)


@dataclass
class Man:
    """A unit on the board of the reference."""

    side: str
    at: int
    allowance: int = 0
    mobile: bool = False
    commando: bool = False
    no_zoc: bool = False


@dataclass
class Board:
    """The map and everybody on it."""

    map: BattleMap
    men: dict[str, Man] = field(default_factory=dict)
    into_path: bool = False
    """Whether the displaced may step into the path of the unit that displaces them (option of 8.3.1)."""

    def around(self, h: int) -> list[int]:
        return [n for n in self.map.grid.ring1[h] if n != NOWHERE]

    def on_side(self, a: int, b: int) -> set[str]:
        return set(self.map.hexsides.get(self.map.grid.side_between(a, b), ()))

    def on_path(self, a: int, b: int) -> set[str]:
        return set(self.map.paths.get(self.map.grid.side_between(a, b), ()))

    def may_step(self, a: int, b: int) -> bool:
        """5.2: prohibited terrain and hexsides; from the sea only beaches."""
        if self.map.terrain[b] in CLOSED or "cliff" in self.on_side(a, b):
            return False
        return self.map.terrain[a] not in CLOSED or self.map.terrain[b] == "beach"

    def cost(self, a: int, b: int, mobile: bool) -> Fraction:
        """5.4 to 5.4.2."""
        if "road" in self.on_path(a, b):
            return HALF
        if "trail" in self.on_path(a, b):
            return Fraction(1)
        kind = self.map.terrain[b]
        hexes = 1 if kind not in HARD | {"rough"} else 3 if mobile and kind in HARD else 2
        added = len({"village", "town", "city"} & set(self.map.features.get(b, ())))
        water = len({"river", "creek"} & self.on_side(a, b))
        return Fraction(hexes + added + water)

    def controlled(self, h: int, by: str) -> bool:
        """6.0."""
        return any(man.side == by and not man.no_zoc and man.at in self.around(h) for man in self.men.values())

    def holder(self, h: int, but: str = "") -> Man | None:
        return next((man for key, man in self.men.items() if man.at == h and key != but), None)

    def reach(self, key: str) -> dict[int, Fraction]:
        """Every hex where a unit may end its move, and the least it costs: by trying every way that gains (5, 6.1)."""
        man = self.men[key]
        enemy = next(other.side for other in self.men.values() if other.side != man.side)
        best: dict[int, Fraction] = {}

        def go(at: int, spent: Fraction, steps: int) -> None:
            if steps and self.controlled(at, enemy) and not man.mobile:
                return
            for n in self.around(at):
                held = self.holder(n, but=key)
                if not self.may_step(at, n) or (held is not None and held.side == enemy):
                    continue
                price = self.price(man, at, n, steps == 0, enemy)
                if price is None or spent + price > man.allowance or spent + price >= seen.get(n, Fraction(10**6)):
                    continue
                seen[n] = spent + price
                if held is None:
                    best[n] = spent + price
                go(n, spent + price, steps + 1)

        seen: dict[int, Fraction] = {man.at: Fraction(0)}
        go(man.at, Fraction(0), 0)
        best.pop(man.at, None)
        return best

    def price(self, man: Man, a: int, b: int, first: bool, enemy: str) -> Fraction | None:
        cost = self.cost(a, b, man.mobile)
        if not self.controlled(b, enemy) or man.commando:
            return cost
        from_zone = self.controlled(a, enemy)
        if from_zone and ("minefield" in self.on_side(a, b) or "fort" in self.map.features.get(b, ())):
            return None
        if man.mobile:
            return cost + man.allowance // 2
        if from_zone and first:
            return Fraction(man.allowance) if cost <= man.allowance else None
        return cost

    # -- retreats (8.3) -------------------------------------------------------------------------------------------

    def walks(self, key: str, length: int) -> Iterator[tuple[int, ...]]:
        """Every walk of a length that ends as far from its start, through no enemy and no zone of the enemy."""
        man = self.men[key]
        enemy = next(other.side for other in self.men.values() if other.side != man.side)
        grid = self.map.grid
        for walk in self._all_walks(man.at, length):
            steps = list(zip((man.at, *walk), walk, strict=False))
            held = [self.holder(h, but=key) for h in walk]
            if (
                grid.distance(man.at, walk[-1]) == length
                and all(self.may_step(a, b) for a, b in steps)
                and not any(self.controlled(h, enemy) for h in walk)
                and not any(other is not None and other.side == enemy for other in held)
            ):
                yield walk

    def _all_walks(self, at: int, length: int) -> Iterator[tuple[int, ...]]:
        if length == 0:
            yield ()
            return
        for n in self.around(at):
            for rest in self._all_walks(n, length - 1):
                yield (n, *rest)

    def retreats(self, key: str, length: int, edge: list[int] | None = None) -> dict[tuple[int, ...], str]:
        """Every retreat that is allowed: ``whole``, ``short``, or either with ``, displacing`` behind it."""
        origin = self.men[key].at
        if self.map.terrain[origin] in CLOSED:
            return {}
        found: dict[tuple[int, ...], str] = {}
        pushed = False
        for far in range(length, 0, -1):
            name = "whole" if far == length else "short"
            walks = list(self.walks(key, far))
            vacant = [walk for walk in walks if all(self.holder(h, key) is None for h in walk)]
            passing = [walk for walk in walks if self.holder(walk[-1], key) is None]
            open_ways = vacant or passing
            if open_ways:
                return found | dict.fromkeys(self._toward(open_ways, origin, edge), name)
            if not pushed:
                pushing = [walk for walk in walks if self.displaced_to(walk[-1], self._taken(origin, walk), edge)]
                first = [walk for walk in pushing if all(self.holder(h, key) is None for h in walk[:-1])]
                found = dict.fromkeys(self._toward(first or pushing, origin, edge), f"{name}, displacing")
                pushed = bool(found)
        return found

    def _taken(self, origin: int, walk: tuple[int, ...]) -> set[int]:
        """The hexes in which the retreating unit is, or has been, when it displaces somebody at its end."""
        return {origin} if self.into_path else {origin, *walk[:-1]}

    def _toward(self, walks: list[tuple[int, ...]], origin: int, edge: list[int] | None) -> list[tuple[int, ...]]:
        if edge is None:
            return walks
        return [walk for walk in walks if edge[walk[-1]] < edge[origin]] or walks

    def displaced_to(self, h: int, closed: set[int], edge: list[int] | None = None) -> set[int]:
        """Where the unit in a hex could be displaced to, vacant hexes before those of friends (8.3.1)."""
        man = self.holder(h)
        assert man is not None
        enemy = next(other.side for other in self.men.values() if other.side != man.side)
        near = [n for n in self.around(h) if self.may_step(h, n) and not self.controlled(n, enemy) and n not in closed]
        vacant = {n for n in near if self.holder(n) is None}
        found = vacant or {
            n
            for n in near
            if (other := self.holder(n)) is not None
            and other.side == man.side
            and self.displaced_to(n, closed | {h}, edge)
        }
        if edge is None:
            return found
        return {n for n in found if edge[n] < edge[h]} or found
