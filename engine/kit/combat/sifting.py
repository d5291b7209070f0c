"""The ways on which a unit may go back: all that nothing forbids, sifted again and again where some way is left."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.subject import KitSubject
from engine.kit.combat.asks import nearness
from engine.kit.combat.rules import BoundRetreat, ClosedHexes
from engine.mechanics.bits import bits

Path = tuple[int, ...]
MOST_WAYS: Final = 5000
"""The most ways of a unit that are looked at; of longer retreats one way to each end."""
RETREAT: Final = "retreat"


@dataclass(slots=True)
class WayBack:
    """A way back: its hexes, whether it has the full length, and whether a friend makes room at its end."""

    path: Path
    short: bool = False
    displaces: bool = False


def sift(ways: list[WayBack], test: Callable[[WayBack], bool]) -> list[WayBack]:
    """Those of some ways that pass a test; all of them where none does."""
    return [way for way in ways if test(way)] or ways


@dataclass(frozen=True, slots=True)
class GoingBack:
    """One unit that goes back at a moment."""

    field: Any
    state: Any
    unit: int
    rule: BoundRetreat
    held: Collection[int]

    @property
    def side(self) -> int:
        """Its side."""
        return int(self.field.roster.side[self.unit])

    @property
    def own(self) -> int:
        """The others of its side."""
        return int(self.field.roster.of_side[self.side]) & ~(1 << self.unit)

    def shuts(self, closed: Iterable[ClosedHexes], start: int, h: int) -> bool:
        """Whether one of some words or conditions keeps the unit out of a hex."""
        return any(self._shuts(one, start, h) for one in closed)

    def _shuts(self, closed: ClosedHexes, start: int, h: int) -> bool:
        if closed.when is not None:
            return closed.when.ask(KitSubject(self.field, self.state, self.side, self.unit, h, start))
        word = closed.word
        if word == "zones":
            return bool(self.field.felt(self.state, self.unit, RETREAT)[h])
        if word == "friends":
            return bool(self.state.stacks.get(h, 0) & self.own)
        if word == "held":
            return h in self.held
        return word == "map_edge" and h in self.field.ground.rim

    def steps(self, path: Path) -> Iterator[int]:
        """The hexes that a way may go on to: enemies and what the unit may not enter are always closed."""
        field, state, origin = self.field, self.state, self.state.where[self.unit]
        at = path[-1] if path else origin
        foes = field.roster.of_side[1 - self.side]
        open_, never = field.open_to(state, self.unit, at), self.rule.never
        for n in field.ground.near[at]:
            if n not in open_ or n == origin or n in path or state.stacks.get(n, 0) & foes:
                continue
            if not self._goes_away(origin, at, len(path) + 1, n) or (never and self.shuts(never, at, n)):
                continue
            yield n

    def _goes_away(self, origin: int, at: int, length: int, h: int) -> bool:
        """Whether a hex is as far from where the unit stood, or from its enemies, as it must be."""
        field, state = self.field, self.state
        if self.rule.away == "start":
            return length == 1 or bool(field.distance(origin, h) == length)
        if self.rule.away == "enemy":
            foes = field.roster.of_side[1 - self.side]
            hexes = [n for n in field.ground.near[origin] if state.stacks.get(n, 0) & foes]
            return all(field.distance(h, n) >= field.distance(at, n) for n in hexes)
        return True

    def walks(self, length: int) -> list[Path]:
        """Every way of up to this many hexes, through friends or not; the longest may be cut down to one for each
        end."""
        found: list[Path] = []
        last: list[Path] = [()]
        for _ in range(length):
            last = [(*path, n) for path in last for n in self.steps(path)]
            if len(last) > MOST_WAYS:
                last = list({path[-1]: path for path in reversed(last)}.values())
            found += last
            if not last:
                break
        return found

    def passes_friends(self, path: Path) -> bool:
        """Whether a way leads through friends on the way to its end."""
        return any(self.state.stacks.get(h, 0) & self.own for h in path[:-1])

    def is_vacant(self, path: Path) -> bool:
        """Whether there is no friend on a way, nor at its end."""
        return not any(self.state.stacks.get(h, 0) & self.own for h in path if h != NOWHERE)

    def crowded(self, length: int) -> bool:
        """Whether there would be a way if friends made room at its end."""
        return any(
            not self.field.fits(self.state, self.unit, path[-1])
            and not (self.rule.friends == "closed" and self.passes_friends(path))
            for path in self.walks(length)
        )

    def ways(self, length: int) -> list[WayBack]:
        """The ways back, sorted; none where the unit cannot leave its hex."""
        rule = self.rule
        free: list[WayBack] = []
        pushing: list[WayBack] = []
        for path in [*self.walks(length), *self.off_map(length)]:
            end = path[-1]
            if rule.friends == "closed" and self.passes_friends(path):
                continue
            short = len(path) < length and end != NOWHERE
            if end == NOWHERE or self.field.fits(self.state, self.unit, end):
                free.append(WayBack(path, short))
            elif rule.displace is not None:
                pushing.append(WayBack(path, short, displaces=True))
        if not free or rule.displace is None or not rule.displace.voluntary:
            found = self.sifted(free) or self.sifted(self._given_way(pushing))
            return sorted(found, key=lambda way: way.path)
        found = self.sifted(free)
        reached = len(found[0].path)
        longer = [way for way in pushing if len(way.path) > reached] if found[0].short else []
        return sorted([*found, *self.sifted(self._given_way(longer))], key=lambda way: way.path)

    def off_map(self, length: int) -> list[Path]:
        """The ways that lead off the map, where the rules let units leave it so."""
        if self.rule.off_map == "never":
            return []
        rim = self.field.ground.rim
        at = self.state.where[self.unit]
        paths: list[Path] = [()] if at in rim else []
        paths += [path for path in self.walks(length - 1) if path[-1] in rim]
        return [(*path, NOWHERE) for path in paths]

    def _given_way(self, ways: list[WayBack]) -> list[WayBack]:
        """The ways at whose end a friend can make room."""
        return [
            way
            for way in ways
            if displaced(self.field, self.state, self.rule, self.held, self.unit, way.path[-1], self._closed(way.path))
        ]

    def _closed(self, path: Path) -> frozenset[int]:
        return frozenset((self.state.where[self.unit], *path))

    def sifted(self, ways: list[WayBack]) -> list[WayBack]:
        """The best of ways: of full length, else the longest; through nothing to be avoided; through no friend; nearer
        to where they should end."""
        if not ways:
            return ways
        rule, start = self.rule, self.state.where[self.unit]
        if all(way.short for way in ways):
            most = max(len(way.path) for way in ways)
            ways = [way for way in ways if len(way.path) == most]
        else:
            ways = [way for way in ways if not way.short]
        for avoided in rule.avoid:
            ways = sift(ways, partial(self._spares, avoided, start))
        if rule.friends != "stack":
            ways = sift(ways, lambda way: self.is_vacant(way.path))
        near = nearness(self.field, rule.toward, self.side) if rule.toward else None
        if near is not None:
            ways = sift(ways, lambda way: way.path[-1] != NOWHERE and near(way.path[-1]) < near(start))
        return ways

    def _spares(self, avoided: ClosedHexes, start: int, way: WayBack) -> bool:
        """Whether a way goes through no hex that is to be avoided."""
        at = start
        for h in way.path:
            if h != NOWHERE and self._shuts(avoided, at, h):
                return False
            at = h
        return True


def displaced(
    field: Any, state: Any, rule: BoundRetreat, held: Collection[int], mover: int, h: int, closed: Collection[int]
) -> bool:
    """Whether a unit in a hex can make room for another one: whether some chain of friends ends where one more fits."""
    known, chain = {*closed}, [(mover, h)]
    while chain:
        pushing, at = chain.pop()
        known.add(at)
        for friend in movable(field, state, rule, pushing, at):
            back = GoingBack(field, state, friend, rule, held)
            for n in back.steps(()):
                if n in known:
                    continue
                if field.fits(state, friend, n):
                    return True
                if rule.displace is not None and rule.displace.chain:
                    known.add(n)
                    chain.append((friend, n))
    return False


def movable(field: Any, state: Any, rule: BoundRetreat, mover: int, h: int) -> Iterator[int]:
    """The units in a hex that could make room there for another of their side."""
    side = field.roster.side[mover]
    for u in bits(state.stacks.get(h, 0) & field.roster.of_side[side] & ~(1 << mover)):
        if field.cannot(state, u, RETREAT) or u in state.carrier:
            continue
        if rule.displace is not None and rule.displace.not_in_zones and field.zone(state, 1 - side)[h]:
            continue
        if field.stacking.fits(state, mover, h, leaving=1 << u):
            yield u


def room_for(
    field: Any, state: Any, rule: BoundRetreat, held: Collection[int], friend: int, closed: Collection[int]
) -> list[WayBack]:
    """Where a unit that is displaced may go: one hex, as if it retreated, and never into ``closed`` hexes."""
    back = GoingBack(field, state, friend, rule, held)
    at = state.where[friend]
    paths = [(n,) for n in back.steps(()) if n not in closed]
    free = [WayBack(path) for path in paths if field.fits(state, friend, path[0])]
    if free or rule.displace is None or not rule.displace.chain:
        return sorted(back.sifted(free), key=lambda way: way.path)
    pushing = [
        WayBack(path, displaces=True)
        for path in paths
        if not field.fits(state, friend, path[0])
        and displaced(field, state, rule, held, friend, path[0], {*closed, at})
    ]
    return sorted(back.sifted(pushing), key=lambda way: way.path)
