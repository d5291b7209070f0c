"""Attacks of the staff in a phase of combat: who attacks whom, so that every duty is met and most is gained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.hexes.board.grid import NOWHERE
from engine.kit.combat.contacts import Net, contacts_of
from engine.kit.combat.kinds import BoundKind
from engine.kit.combat.targets import hexes_of
from engine.kit.staff.outlook import KitOutlook
from engine.play import Action

WORTH_IT: Final = 0.1
"""What an attack has to promise at least, in prices of a factor, where it need not be made."""
_OWED: Final = 1000.0
"""What it counts, in the same, for each unit left out that must fight."""
_UNIT: Final = 0.02
"""What each unit that takes part counts against an attack."""
_PASSES: Final = 4
"""How many times a distribution of attackers is gone through for something better."""

Targets = tuple[int, ...]


class PlannedAttack(NamedTuple):
    """An attack of a plan."""

    kind: BoundKind
    targets: Targets
    units: tuple[int, ...]
    worth: float

    @property
    def action(self) -> Action:
        """The attack as an action."""
        return Action(self.kind.name, (self.targets, self.units, NOWHERE))


class KitFights:
    """The attacks of the phase in progress, planned from how it stands."""

    def __init__(self, outlook: KitOutlook, phase: int, kinds: Sequence[BoundKind]) -> None:
        self.outlook, self.phase, self.kinds = outlook, phase, kinds
        self.price = outlook.view.price[outlook.enemy]

    def plan(self) -> list[PlannedAttack]:
        """The attacks in their order: places first, then those that promise most."""
        found = [attack for kind in self.kinds for attack in self._of(kind)]
        prize = self.outlook.prize
        return sorted(found, key=lambda one: (-sum(prize(h) for h in self._hexes(one.targets)), -one.worth))

    def _hexes(self, targets: Targets) -> Targets:
        return hexes_of(self.outlook.state, targets)

    def _of(self, kind: BoundKind) -> Iterator[PlannedAttack]:
        outlook = self.outlook
        contacts = contacts_of(outlook.field, outlook.state, kind, self.phase, outlook.side)
        net = contacts.net
        if kind.units == "many" and kind.whole_defender:
            yield from Allotment(self, kind, net).attacks()
        else:
            yield from self._singles(kind, contacts.targets(), net)

    def worth(self, kind: BoundKind, targets: Targets, units: Sequence[int]) -> float:
        """What an attack is worth, a little less for each unit."""
        return self.outlook.hopes.of(kind, targets, tuple(sorted(units))) - _UNIT * self.price * len(units)

    # -- one by one -------------------------------------------------------------------------------------------

    def _singles(self, kind: BoundKind, targets: Sequence[int], net: Net) -> Iterator[PlannedAttack]:
        """Attacks by single units or stacks, on hexes or on units in them."""
        found = []
        for target in targets:
            for h in self._hexes((target,)):
                for group in self._groups(kind, net.units.get(h, frozenset())):
                    worth = self.worth(kind, (target,), group)
                    if worth >= WORTH_IT * self.price:
                        found.append(PlannedAttack(kind, (target,), group, worth))
        found.sort(key=lambda one: (-one.worth, one.targets, one.units))
        used, struck = set[int](), set[int]()
        for attack in found:
            if used.isdisjoint(attack.units) and (kind.once_defender == "none" or struck.isdisjoint(attack.targets)):
                used.update(attack.units)
                struck.update(attack.targets)
                yield attack

    def _groups(self, kind: BoundKind, units: frozenset[int]) -> Iterator[tuple[int, ...]]:
        if kind.units == "one":
            yield from ((u,) for u in sorted(units))
            return
        by_hex: dict[int, list[int]] = {}
        for u in sorted(units):
            by_hex.setdefault(self.outlook.state.where[u] if kind.units == "stack" else 0, []).append(u)
        for group in by_hex.values():
            group.sort(key=lambda u: (-self.outlook.attack(kind, u), u))
            yield from (tuple(sorted(group[:count])) for count in range(1, len(group) + 1))


class Allotment:
    """Attackers of one kind allotted to hexes, several to one: begun with the best, then gone through for better."""

    def __init__(self, fights: KitFights, kind: BoundKind, net: Net) -> None:
        self.fights, self.kind, self.net = fights, kind, net
        self.owed = _OWED * fights.price
        self.groups: dict[Targets, set[int]] = {}
        """The attacks: hexes with units."""
        self.free = set(net.hexes)

    def attacks(self) -> Iterator[PlannedAttack]:
        """The attacks that are worth it or have to be made."""
        self._begin()
        for _ in range(_PASSES):
            if not (self._go_through() | self._join()):
                break
        self._support()
        for targets, group in sorted(self.groups.items()):
            units = tuple(sorted(group))
            worth = self.fights.worth(self.kind, targets, units)
            due = any(h in self.net.owed_hexes for h in targets) or any(u in self.net.bound for u in units)
            if due or worth >= WORTH_IT * self.fights.price:
                yield PlannedAttack(self.kind, targets, units, worth)

    def _worth(self, targets: Targets, group: set[int]) -> float:
        """What an attack adds, duties included."""
        if not group:
            return -self.owed * sum(h in self.net.owed_hexes for h in targets)
        return self.fights.worth(self.kind, targets, [*group])

    def _idle(self, unit: int) -> float:
        return -self.owed if unit in self.net.bound else 0.0

    # -- the beginning ----------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Take the best attack on one hex by the strongest, then the best of what is left."""
        offers = {h: self._offer(h) for h in self.net.units}
        while True:
            best = max(offers.values(), key=lambda offer: offer[0], default=None)
            if best is None or best[0] <= 0:
                return
            _, h, group = best
            self.groups[(h,)] = group
            self.free -= group
            del offers[h]
            offers.update({n: self._offer(n) for n, offer in offers.items() if offer[2] & group})

    def _offer(self, h: int) -> tuple[float, int, set[int]]:
        strength = self.fights.outlook.attack
        units = sorted((u for u in self.net.units[h] if u in self.free), key=lambda u: (-strength(self.kind, u), u))
        best: tuple[float, int, set[int]] = (0.0, h, set())
        for count in range(1, len(units) + 1):
            worth = self._worth((h,), set(units[:count]))
            if worth > best[0]:
                best = worth, h, set(units[:count])
        return best

    # -- something better -------------------------------------------------------------------------------------

    def _go_through(self) -> bool:
        """Send units to other attacks where that is better."""
        changed = False
        for u in sorted(self.net.hexes):
            here = next((targets for targets, group in self.groups.items() if u in group), None)
            now = self._idle(u) if here is None else self._added(here, u)
            best: list[Targets | None] = []
            gain = 1e-6
            for targets in self._options(u, here):
                gained = self._added(targets, u) - now
                if gained > gain:
                    best, gain = [targets], gained
            if best:
                self._move(u, here, best[0])
                changed = True
        return changed

    def _added(self, targets: Targets | None, unit: int) -> float:
        """What a unit adds to an attack in which it takes part, or would; None for staying out of all."""
        if targets is None:
            return self._idle(unit)
        group = self.groups.get(targets, set())
        return self._worth(targets, group | {unit}) - self._worth(targets, group - {unit})

    def _options(self, unit: int, here: Targets | None) -> Iterator[Targets | None]:
        reached, attacked = self.net.hexes[unit], {h for targets in self.groups for h in targets}
        for targets in sorted(self.groups):
            if targets != here and reached.issuperset(targets):
                yield targets
        for h in sorted(reached - attacked):
            yield (h,)
        if here is not None:
            yield None

    def _move(self, unit: int, here: Targets | None, there: Targets | None) -> None:
        if here is not None:
            self.groups[here].discard(unit)
            if not self.groups[here]:
                del self.groups[here]
        if there is not None:
            self.groups.setdefault(there, set()).add(unit)

    def _join(self) -> bool:
        """Take hexes that must be attacked and are not into attacks whose units all reach them."""
        if not self.kind.many_hexes:
            return False
        attacked, changed = {h for targets in self.groups for h in targets}, False
        for h in sorted(self.net.owed_hexes - attacked):
            best, gain = None, -self.owed
            for targets, group in self.groups.items():
                if all(h in self.net.hexes[u] for u in group):
                    joined = self._worth(tuple(sorted((*targets, h))), group) - self._worth(targets, group)
                    if joined > gain:
                        best, gain = targets, joined
            if best is not None:
                self.groups[tuple(sorted((*best, h)))] = self.groups.pop(best)
                changed = True
        return changed

    def _support(self) -> None:
        """Add those who only support where that is better."""
        used = {u for group in self.groups.values() for u in group}
        for targets, group in self.groups.items():
            able = {u for h in targets for u in self.net.supports.get(h, ())} - used
            for u in sorted(able):
                if self._worth(targets, group | {u}) > self._worth(targets, group):
                    group.add(u)
                    used.add(u)
