"""The staff in a phase of movement: which attacks could be set up, by whom and from where, and what each is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.hexes.board.grid import NOWHERE
from engine.kit.combat.kinds import BoundKind
from engine.kit.combat.legality import in_reach
from engine.kit.staff.outlook import KitOutlook
from engine.kit.staff.ways import Ways

_LINE: Final = 0.7
"""How much of the danger to its attackers counts against an attack: the enemy cannot answer everywhere."""
_HELP: Final = 0.05
"""The least gain, in prices of a factor, for which a unit joins an attack."""
_FRONT: Final = 8
"""More attackers than this are not led to one hex."""
_OPPOSITE: Final = 0.5
"""What it counts to stand where the enemy's way back is, in prices of a factor."""
_COLUMN: Final = 0.35
"""What a column is taken to be worth where a hex to attack from is chosen, in prices of a factor."""
_PULL: Final = 0.8
"""How much it counts that places draw a unit."""
_DRAWN: Final = 0.5
"""How much of what other places lose counts against an attack."""


class KitTemper(NamedTuple):
    """How a phase of movement is approached."""

    name: str
    danger: float
    """How much an expected loss in the enemy's next attack counts against a place."""
    least: float
    """The least promise, in prices of a factor, for which an attack is set up."""
    hunger: float
    """How much units long for the enemy where no place draws them."""


STEADY: Final = KitTemper("steady", 0.4, 0.1, 1.0)
CAREFUL: Final = KitTemper("careful", 0.8, 0.4, 1.0)
BOLD: Final = KitTemper("bold", 0.15, -0.6, 2.0)
TEMPERS: Final = (STEADY, BOLD, CAREFUL)
"""In the order in which they are tried: where there is time for two alone, the second is the bold one."""


@dataclass(frozen=True, slots=True)
class KitOffer:
    """An attack that could be set up."""

    worth: float
    target: int
    places: dict[int, int]


class KitAssaults:
    """A plan of a phase of movement in the making: the attacks that it sets up."""

    def __init__(self, outlook: KitOutlook, ways: Ways, temper: KitTemper = STEADY) -> None:
        self.outlook, self.view, self.field = outlook, outlook.view, outlook.field
        self.side, self.state = outlook.side, outlook.state
        self.ways, self.temper = ways, temper
        self.twin = self.state.copy()
        """The planned places of all units."""
        self.place: dict[int, int] = {}
        """The hexes that units have been given."""
        self.why: dict[int, str] = {}
        self.attacked: set[int] = set()
        """The hexes that are attacked."""
        self.engaged: set[int] = set()
        """The units that attack."""
        self.price = self.view.price[outlook.enemy]
        self._pulls: dict[tuple[int, int], float] = {}

    def put(self, unit: int, h: int, why: str = "") -> None:
        """Give a unit its hex, and say why."""
        self.place[unit] = h
        if why:
            self.why[unit] = why
        if self.twin.where[unit] != h:
            self.field.put(self.twin, unit, h)

    def settled(self, h: int, unit: int = NOWHERE) -> list[int]:
        """The units that will stand in a hex: those put there, and those that do not move."""
        friends = self.outlook.friends(self.twin, h, unit)
        return [u for u in friends if u in self.place or u not in self.ways]

    # -- what places are worth --------------------------------------------------------------------------------

    def pull(self, unit: int, h: int) -> float:
        """How much places draw a unit in a hex."""
        key = (unit, h)
        found = self._pulls.get(key)
        if found is None:
            found = self._pulls[key] = self.outlook.pull(unit, h)
        return _PULL * found

    def beside(self, h: int) -> int:
        """The adjacent hexes in which friends will stand."""
        own, stacks = self.view.roster.of_side[self.side], self.twin.stacks
        return sum(1 for n in self.field.ground.near[h] if stacks.get(n, 0) & own)

    def danger(self, unit: int, h: int) -> float:
        """What a unit may lose in a hex with those who will stand there and next to it."""
        return self.outlook.danger(unit, h, self.outlook.friends(self.twin, h, unit), self.beside(h))

    # -- attacks ----------------------------------------------------------------------------------------------

    def set_up_attacks(self) -> None:
        """Lead units to the best attack, then to the best of those left, while one is worth it."""
        offers: dict[int, KitOffer | None] = dict.fromkeys(sorted(self.outlook.foes))
        stale: Iterable[int] = [*offers]
        while True:
            for h in stale:
                offers[h] = self._offer(h)
            best = max((offer for offer in offers.values() if offer), key=lambda offer: offer.worth, default=None)
            if best is None or best.worth < self.temper.least * self.price:
                return
            self._commit(best)
            del offers[best.target]
            taken, spots = best.places.keys(), {*best.places.values()}
            stale = [
                h
                for h, offer in offers.items()
                if (offer is not None and (offer.places.keys() & taken or spots & {*offer.places.values()}))
                or spots & {*self.field.ground.near[h]}
            ]

    def _commit(self, offer: KitOffer) -> None:
        name = self.field.grid.name(offer.target)
        for u, h in offer.places.items():
            self.put(u, h, f"to attack {name}, which promises {offer.worth:+.1f} points")
            self.engaged.add(u)
        self.attacked.add(offer.target)
        for u in self._standing(offer.target):
            self.engaged.add(u)

    def _standing(self, target: int) -> list[int]:
        """The units next to a target that stay there and have no target yet."""
        return [
            u
            for n in self.field.ground.near[target]
            for u in self.settled(n)
            if u not in self.engaged and self.outlook.strength(u)
        ]

    def _offer(self, target: int) -> KitOffer | None:
        """The best attack that those still free could bring on a hex."""
        found = [offer for kind in self.view.fights for offer in self._offers(kind, target)]
        return max(found, key=lambda offer: offer.worth, default=None)

    def _offers(self, kind: BoundKind, target: int) -> Iterator[KitOffer]:
        outlook, twin = self.outlook, self.twin
        attackers = [u for u in self.ways if u not in self.place and outlook.attack(kind, u)]
        if not attackers:
            return
        doors = self.view.doors(self.state, kind, target, attackers[0])
        near = tuple(u for u in self._standing(target) if self._strikes(kind, u, target))
        base = outlook.hopes.of(kind, (target,), near, twin) if near else 0.0
        if not self.view.owes:
            base = max(base, 0.0)
        line: dict[int, int] = {}
        best = 0.0
        comers = [u for u in attackers if any(h == self.state.where[u] or self.ways.leads(u, h) for h in doors)]
        for u in sorted(comers, key=lambda u: (-outlook.attack(kind, u), u)):
            if len(line) >= _FRONT:
                break
            spot = self._spot(kind, u, target, doors, line)
            if spot is None:
                continue
            self.field.put(twin, u, spot)
            worth = self._promises(kind, target, near, {**line, u: spot}) - base
            if worth > best + _HELP * self.price or not line:
                best = worth
                line[u] = spot
            else:
                self.field.put(twin, u, self.state.where[u])
        for u in line:
            self.field.put(twin, u, self.state.where[u])
        if line:
            yield KitOffer(best, target, line)

    def _strikes(self, kind: BoundKind, unit: int, target: int) -> bool:
        """Whether a unit attacks a hex in a way from where it will stand."""
        return bool(self.outlook.attack(kind, unit)) and in_reach(self.field, self.twin, kind, kind.reach, unit, target)

    def _spot(
        self, kind: BoundKind, unit: int, target: int, doors: Iterable[int], line: Mapping[int, int]
    ) -> int | None:
        """The hex from which a unit would attack, where there is one with room."""
        own, grid = self.state.where[unit], self.field.grid
        sides = {grid.direction(target, h) for h in line.values()}
        found: list[tuple[float, int]] = []
        for h in doors:
            if h != own and not (self.ways.leads(unit, h) and self.field.fits(self.twin, unit, h)):
                continue
            worth = self.pull(unit, h) - _LINE * self.temper.danger * self.danger(unit, h)
            worth += _COLUMN * self.price * self._crossed(kind, unit, h, target)
            if (grid.direction(target, h) + 3) % 6 in sides:
                worth += _OPPOSITE * self.price
            found.append((worth, -h))
        return -max(found)[1] if found else None

    def _crossed(self, kind: BoundKind, unit: int, h: int, target: int) -> int:
        """The columns that the hexside between a unit in a hex and its target gives."""
        was = self.twin.where[unit]
        found = self.view.crossed(kind, h, target)
        if found is None:
            self.field.put(self.twin, unit, h)
            found = self.view.cross(self.twin, kind, unit, target)
            self.field.put(self.twin, unit, was)
        return found

    def _promises(self, kind: BoundKind, target: int, near: tuple[int, ...], line: Mapping[int, int]) -> float:
        """What an attack promises, with what it leaves behind and whom it stirs up."""
        found, busy = self._diverted(kind, target, line) if self.view.owes else (0.0, {})
        units = tuple(sorted(u for u in (*near, *line) if u not in busy))
        targets: tuple[int, ...] = (target,)
        if not units:
            # All stand next to others as well, and have to attack them together.
            found, units = 0.0, tuple(sorted((*near, *line)))
            if kind.many_hexes:
                targets = tuple(sorted({target, *(foe for foes in busy.values() for foe in foes)}))
        found += self.outlook.hopes.of(kind, targets, units, self.twin)
        exposed = sum(self.danger(u, h) for u, h in line.items()) / len(line)
        drawn = sum(self.leaving(u, h) for u, h in line.items())
        return found + _DRAWN * drawn - _LINE * self.temper.danger * exposed

    def leaving(self, unit: int, h: int) -> float:
        """What places lose where a unit goes to a hex instead of staying, or gain."""
        was = self.state.where[unit]
        if was < 0:
            return 0.0
        found = self.pull(unit, h) - self.pull(unit, was)
        goal = self.outlook.goals.get(was)
        if goal is not None and was != h and was in self.outlook.threats and not self.settled(was, unit):
            found -= 0.5 * goal.now
        return found

    def _diverted(self, kind: BoundKind, target: int, line: Mapping[int, int]) -> tuple[float, dict[int, list[int]]]:
        """The attacks on enemies next to whom units come besides their target: the weakest has to see to each. What
        those cost, and who is busy with whom."""
        others = {foe for h in line.values() for foe in self.outlook.foes_near(h)} - self.attacked - {target}
        busy: dict[int, list[int]] = {}
        for foe in sorted(others):
            beside = [u for u, h in line.items() if foe in self.field.ground.near[h]]
            weakest = min(beside, key=lambda u: (self.outlook.attack(kind, u), u))
            busy.setdefault(weakest, []).append(foe)
        found = 0.0
        for u, foes in busy.items():
            targets = tuple(foes) if kind.many_hexes else tuple(foes[:1])
            found += min(0.0, self.outlook.hopes.of(kind, targets, (u,), self.twin)) - 0.1 * self.price
        return found, busy
