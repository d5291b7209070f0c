"""The TLG2 staff in the movement phase: which attacks could be set up, by whom, and what each is worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache, cached_property
from itertools import compress
from math import inf
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes.movement import Reach
from engine.mechanics.hexes.outlook import FAR
from engine.systems.twilights_last_gleaming.entering import MARCH
from engine.systems.twilights_last_gleaming.staff.ground import THIN
from engine.systems.twilights_last_gleaming.staff.offers import Offer, Offers
from engine.systems.twilights_last_gleaming.staff.plans import STEADY, Assault, Plan, Way
from engine.systems.twilights_last_gleaming.staff.view import View

_LINE: Final = 0.7
"""How much of the danger to its attackers counts against an attack: the enemy cannot answer everywhere."""

GUNS: Final = 0.8
"""The least that danger counts for guns, which do their work from afar."""

_HELP: Final = 0.05
"""The least gain, in points, for which a unit or a gun joins an attack."""

_DEARER: Final = 0.4
"""How many points less are enough for an attack on ground that counts."""

_MUCH: Final = 10.0
"""The least promise, in points, from which it is first asked whether any attack can reach it."""

_MORE: Final = 10_000
"""More than any gun's strength."""

_ROUNDING: Final = 1e-9
"""More than sums of points may differ by the order in which they are taken."""


Site: TypeAlias = tuple[float, int]
"""The danger of a gun in a hex, and the hex."""


Sites: TypeAlias = tuple[tuple[Site, ...], float, float]
"""The sites of a gun within range of a target, the least dangerous first; the least danger of any of them, and of any
within half its range: infinite where there is none."""


class Battery(NamedTuple):
    """Where a gun would stand against a target: the strength it has there, and what it fears."""

    hex: int
    strength: int
    danger: float


Gun: TypeAlias = tuple[int, int, float]
"""A gun that may come near a target, the most it may do to that, and its danger where it is safest: numbers alone, that
the garbage collector need not look at."""


@cache
def _beyond_contact(reach: int) -> bytes:
    """For each distance, up to 255, whether it is within a range and more than one."""
    return bytes(1 < distance <= reach for distance in range(FAR + 1))


class Assaults:
    """The attacks that a movement phase could set up from where it stands."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rules, self.state, self.side = view.rules, view.state, view.side
        rules, state = self.rules, self.state
        self.ways: dict[int, Way] = {
            u: Way(u, None, found) for u, found in MARCH.reaches(rules.field, state, self.side).items()
        }
        self.plan = Plan({}, temper=STEADY)
        """The plan in the making."""
        self._columns = rules.field.grid.columns
        self._guns_by_target: dict[int, list[Gun]] = {}
        self._fixed_by_target: dict[int, list[int]] = {}
        self._sites_of_gun: dict[int, tuple[float, list[Site], itemgetter[Any]]] = {}
        self._sites_before: dict[tuple[int, int], Sites] = {}
        self._assaults: dict[tuple[int, tuple[tuple[int, int], ...], tuple[int, ...]], Assault] = {}

    @cached_property
    def fixed(self) -> list[int]:
        """The units that stay where they are, whatever is planned."""
        return [u for u in self.view.mine if u not in self.ways]

    @cached_property
    def _fixed_mask(self) -> int:
        return mask_of(self.fixed)

    @cached_property
    def _fixed_guns(self) -> list[tuple[int, int, int]]:
        """The guns that stay where they are, each with its hex and its range."""
        roster, where = self.rules.field.roster, self.state.where
        return [(u, where[u], roster.range[u]) for u in self.fixed if roster.gun[u]]

    def set_up_attacks(self) -> None:
        """Commit units to the best attack, then to the best of those left, while one is worth it."""
        offers, control = Offers(), self.rules.field.ground.control
        stale: Iterable[int] = self.view.foe_hexes
        while True:
            for h in sorted(stale):
                offers.put(h, None if self._hopeless(h) else self._offer(h))
            best = offers.best()
            if best is None or best[0] < self._threshold(best[1]):
                return
            _, target, group = best
            if target in offers.doubtful:
                stale = (target,)
                continue
            name = self.rules.field.ground.grid.name(target)
            for u, h in group.items():
                self.plan.put(u, h, f"to attack {name}")
            self.plan.attacked.add(target)
            offers.put(target, None)
            # Less is left for the others; whether it is enough is asked when it is their turn.
            offers.doubtful.update(offers.touched_by({*group.values()}, group.keys()))
            # Who stands next to the target had to see to it as well, and may do more now.
            stale = offers.touched_by(set(control[target]), set())

    def _hopeless(self, target: int) -> bool:
        """Whether no attack on a hex can reach what the plan asks for, said before any is looked for: where nobody is
        pinned, whom an attack might save, it brings at most what all that it may meet is worth."""
        if self.plan.temper.least < _MUCH:
            return False
        spots = self.rules.field.ground.control[target]
        if any(self._only_contact(u, target) for u in self._fixed_in(spots)):
            return False
        return self.view.met(target) < self.plan.temper.least - _DEARER

    def _threshold(self, target: int) -> float:
        """What an attack must promise to be set up; for ground that counts a little less will do."""
        return self.plan.temper.least - (_DEARER if self.view.prize(target) else 0.0)

    def _offer(self, target: int) -> Offer | None:
        """The best group that could be brought against a hex: (gain over leaving it, hex, places)."""
        spots = [h for h in self.rules.field.ground.control[target] if h not in self.view.foe_set]
        guns = [gun for gun in self._guns_near(target) if gun[0] not in self.plan.place]
        free = self._free(spots)
        if not free and not guns:
            return None
        pinned = [u for u in self._fixed_in(spots) if self._only_contact(u, target)]
        line: dict[int, int] = {u: self.state.where[u] for u in pinned}
        worth = self._line_promises(target, line, self._stirred(target, line.values())) if line else 0.0
        base = worth if pinned else 0.0
        taken = self.plan.taken
        stirred: dict[int, tuple[int, ...]] = {}
        for u in free:
            reached = self.ways[u].found.cost
            best: tuple[float, int] | None = None
            for h in spots:
                if h not in reached or h in taken or h in line.values() or self.stands_on(u, h):
                    continue
                if h not in stirred:
                    stirred[h] = self._stirred(target, [*line.values(), h])
                tried = self._line_promises(target, {**line, u: h}, stirred[h])
                if best is None or tried > best[0]:
                    best = (tried, h)
            if best and (best[0] > worth + _HELP or not line):
                worth, line[u] = best
                stirred.clear()
        worth, batteries = self._add_guns(guns, target, line, worth)
        group = {**line, **batteries}
        if len(group) == len(pinned):
            return None
        return worth - base, target, {u: h for u, h in group.items() if u in self.ways}

    def _free(self, spots: Iterable[int]) -> list[int]:
        """The units without a place that could get to one of some hexes, the strongest first, guns left out."""
        comers = {u for h in spots for u in self._comers.get(h, ()) if u not in self.plan.place}
        return sorted(comers, key=self._rank.__getitem__)

    def _fixed_in(self, hexes: Iterable[int]) -> list[int]:
        """The units that stay where they are in one of some hexes, in order."""
        stacks = self.state.stacks
        own = sum([stacks[h] for h in hexes if h in stacks]) & self._fixed_mask
        return list(bits(own)) if own else []

    @cached_property
    def _comers(self) -> dict[int, list[int]]:
        """For each hex next to an enemy the units that could move there, guns left out."""
        found: dict[int, list[int]] = {}
        control = self.rules.field.ground.control
        spots: set[int] = set().union(*[control[h] for h in self.view.foe_hexes])
        for u, way in self.ways.items():
            if not self.rules.field.roster.gun[u]:
                for h in spots.intersection(way.found.cost):
                    found.setdefault(h, []).append(u)
        return found

    @cached_property
    def _rank(self) -> dict[int, int]:
        """For each unit that may move its place among them, the strongest first."""
        units = sorted(self.ways, key=lambda u: -self.view.strength(u))
        return {u: place for place, u in enumerate(units)}

    def _guns_near(self, target: int) -> list[Gun]:
        """The guns that may move and could come so near to a target that they reach it, as far as distance goes."""
        found = self._guns_by_target.get(target)
        if found is None:
            distance, column = self.rules.field.grid.distance, target % self._columns
            found = self._guns_by_target[target] = []
            for u, start, at, span, reach in self._spans:
                # No hex is nearer than its column of the map.
                if -span <= at - column <= span and (far := distance(start, target)) <= span:
                    full = self.view.strength(u)
                    # Full strength only goes up to half a gun's range.
                    power = full if 2 * (far - span + reach) <= reach else min(full, 1)
                    found.append((u, power, self._sites(u)[0]))
        return found

    @cached_property
    def _spans(self) -> list[tuple[int, int, int, int, int]]:
        """The guns that may move: each with where it starts, the column of that, how many hexes from there it may come
        to reach, as far as distance goes, and its range."""
        reach = self.rules.field.roster.range
        return [
            (u, way.found.start, way.found.start % self._columns, reach[u] + self._farthest(way.found), reach[u])
            for u, way in self.ways.items()
            if self.rules.field.roster.gun[u]
        ]

    def _farthest(self, found: Reach) -> int:
        """Hexes from where a unit starts to the farthest that it can get to."""
        far = max(map(self.view.ground.distances[found.start].__getitem__, found.cost), default=0)
        if far < FAR:
            return far
        return max([self.rules.field.grid.distance(found.start, h) for h in found.cost])

    def _add_guns(
        self, guns: Iterable[Gun], target: int, line: Mapping[int, int], worth: float
    ) -> tuple[float, dict[int, int]]:
        """Bring up guns where they help an attack by those next to its target; what it is worth then, and from where
        they fire."""
        batteries: dict[int, int] = {}
        assault = self._assault(target, line, self._stirred(target, line.values()))
        fire = self._bombards(target, line, batteries)
        taken = {*line.values()}
        fear, least = max(GUNS, self.plan.temper.danger), _HELP - _ROUNDING
        # Guns alone have to bring something themselves: those fixed in place fire without them as well.
        needed = least if line else least + worth - self._assault_worth(assault, fire)
        spare: dict[int, float] = {}
        """By the strength of a gun the most that it may gain beyond what is needed, as the attack stands."""
        for gun, power, safest in guns:
            # An attack that stands too high or too low for this gun to move it is left as it is.
            most = spare.get(power)
            if most is None:
                most = spare[power] = self._most_gain(assault, fire, power) - needed
            if most < fear * safest:
                continue
            # So is one for which it would have to go where it is too dangerous.
            _, anywhere, within_half = self._sites_near(gun, target)
            if most < fear * within_half and (
                most < fear * anywhere or self._most_gain(assault, fire, min(power, 1)) - needed < fear * anywhere
            ):
                continue
            found = self._battery(gun, target, taken)
            if found is None or self._most_gain(assault, fire, found.strength) - needed < fear * found.danger:
                continue
            with_gun = {**batteries, gun: found.hex}
            strength = self._bombards(target, line, with_gun)
            tried = self._assault_worth(assault, strength) - self._exposure(line, with_gun)
            if tried > worth + _HELP:
                worth, batteries, fire = tried, with_gun, strength
                taken.add(found.hex)
                needed = least
                spare.clear()
        return worth, batteries

    def _most_gain(self, assault: Assault, fire: int, more: int) -> float:
        """The most that an attack may gain by a gun of some strength, by all that guns do to it from where they are.

        ``fire``: the strength of the guns so far, which a gun in their way may weaken.
        """
        known = assault.gains.get(fire * _MORE + more)
        if known is None:
            least, now, most = [self._column(assault, guns) for guns in (0, fire, fire + more)]
            worths = [self._worth_at(assault, column) for column in range(least, most + 1)] if least < most else [0.0]
            known = assault.gains[fire * _MORE + more] = max(worths) - worths[now - least]
        return known

    def _battery(self, gun: int, target: int, taken: set[int]) -> Battery | None:
        """The hex from where a gun does most against a target at the least danger; None when it can do nothing.

        Of hexes worth the same that one is taken which would be worth most with nobody in the way, then the first.
        ``taken``: hexes that are taken besides those of the plan.
        """
        placed, foes = self.plan.taken, self.view.foe_set
        row, lines = self.view.ground.distances[target], self.view.ground.lines[target]
        reach, full = self.rules.field.roster.range[gun], self.view.strength(gun)
        best: tuple[float, float, int] | None = None
        found: Battery | None = None
        for danger, h in self._sites_near(gun, target)[0]:
            if best is not None and found is not None:
                # The least dangerous hexes come first, those with less in the way before others, then by number: no
                # later one is worth more than a clear shot from there.
                clear_shot = 2.0 * full - danger
                if clear_shot < best[0] or (clear_shot == best[0] and (best[1] > best[0] or danger == found.danger)):
                    break
            far = 2 * row[h] > reach
            if far and best is not None and best[0] >= 2.0 - danger:
                continue
            if h in taken or h in placed or (line := lines[h]) is None:
                continue
            weak = far or line is THIN or not foes.isdisjoint(line)
            if most := 1 if weak else full:
                clear = weak or (taken.isdisjoint(line) and placed.isdisjoint(line))
                strength = most if clear else 1
                tried = 2.0 * strength - danger, 2.0 * most - danger, -h
                if best is None or tried > best:
                    best, found = tried, Battery(h, strength, danger)
        return found

    def _sites(self, gun: int) -> tuple[float, list[Site], itemgetter[Any]]:
        """The danger of a gun where it is safest; the hexes it could fire from, the least dangerous first, each after
        its danger there; and what takes the entries of these hexes, and of some more, from a row of all hexes."""
        found = self._sites_of_gun.get(gun)
        if found is None:
            danger, zone = self.view.danger, self.view.foe_zone
            hexes = sorted((danger(gun, h, 1), h) for h in self.ways[gun].found.cost)
            stacks = self.state.stacks
            free = [
                site for site in hexes if not zone[h := site[1]] and (h not in stacks or not self.stands_on(gun, h))
            ]
            at_sites = itemgetter(*[h for _, h in free], 0, 0)
            found = self._sites_of_gun[gun] = hexes[0][0] if hexes else 0.0, free, at_sites
        return found

    def _sites_near(self, gun: int, target: int) -> Sites:
        """Those of them that are within the gun's range of a target, and not next to it."""
        found = self._sites_before.get((gun, target))
        if found is None:
            row, reach = self.view.ground.distances[target], self.rules.field.roster.range[gun]
            _, sites, at_sites = self._sites(gun)
            near = tuple(compress(sites, bytes(at_sites(row)).translate(_beyond_contact(reach))))
            within_half = next((danger for danger, h in near if 2 * row[h] <= reach), inf)
            found = self._sites_before[gun, target] = near, near[0][0] if near else inf, within_half
        return found

    def stands_on(self, u: int, h: int) -> bool:
        """Whether somebody else is in the hex now and may not leave in time."""
        return bool(self.state.stacks.get(h, 0) & ~(1 << u))

    def _only_contact(self, u: int, target: int) -> bool:
        near = self.view.foes_near(self.state.where[u])
        return target in near and (len(near) == 1 or min(near, key=self.view.defence) == target)

    def _line_promises(self, target: int, line: Mapping[int, int], others: tuple[int, ...]) -> float:
        """What an attack by units next to its target promises, with whom it stirs up and what it leaves open."""
        assault = self._assault(target, line, others)
        return self._assault_worth(assault, self._bombards(target, line, {})) - self._exposure(line, {})

    def _stirred(self, target: int, hexes: Iterable[int]) -> tuple[int, ...]:
        """The enemies that units in some hexes next to a target stand next to as well and nobody else sees to."""
        foes = set[int]().union(*map(self.view.foes_near, hexes))
        return tuple(sorted(foes.difference(self.plan.attacked, (target,))))

    def _assault(self, target: int, line: Mapping[int, int], others: tuple[int, ...]) -> Assault:
        """The attack that units next to a target make on it, who stir up ``others``; without any it is left to the
        guns."""
        key = (target, tuple(line.items()), others)
        known = self._assaults.get(key)
        if known is None:
            known = self._assaults[key] = self._assault_by(target, line, others)
        return known

    def _assault_by(self, target: int, near: Mapping[int, int], others: tuple[int, ...]) -> Assault:
        """The same by units next to the target, who stand next to ``others`` as well that nobody else sees to.

        It depends on nothing else that a plan says, so that plans in other tempers find it ready.
        """
        view, ground = self.view, self.rules.field.ground
        if not near:
            return Assault((target,), (), (), 0, view.defence(target), -ground.hex_shift[target], 0.0)
        worth, busy = self._diversions(near, others)
        attackers = [u for u in near if u not in busy]
        targets: tuple[int, ...] = (target,)
        if not attackers:
            # Everybody is in contact with others too: all of them must be attacked together.
            attackers, worth = list(near), 0.0
            targets = (target, *(foe for foes in busy.values() for foe in foes))
        hexes = [near[u] for u in attackers]
        sides = view.ground.side_shifts
        shift = -max([ground.hex_shift[h] for h in targets]) - min([sides[h, target] for h in hexes])
        shift += self._enfilade(target, hexes) + self._bayonet(attackers)
        attack, defence = sum(map(view.strength, attackers)), sum(map(view.defence, targets))
        return Assault(targets, tuple(attackers), tuple(hexes), attack, defence, shift, worth)

    def _column(self, assault: Assault, guns: int) -> int:
        """The column of an attack with guns of some strength behind it."""
        return self.view.column(assault.attack + guns, assault.defence, assault.shift)

    def _worth_at(self, assault: Assault, column: int) -> float:
        if assault.stakes is None:
            assault.stakes = self.view.stakes(assault.units, assault.targets, assault.closed)
        return assault.stakes.at(column)

    def _assault_worth(self, assault: Assault, guns: int) -> float:
        """What an attack promises with guns of some strength behind it, those besides it included."""
        return assault.aside + self._worth_at(assault, self._column(assault, guns))

    def _diversions(self, near: Mapping[int, int], others: tuple[int, ...]) -> tuple[float, dict[int, list[int]]]:
        """The attacks on enemies that come into contact besides the target: the weakest unit must see to each."""
        view = self.view
        busy: dict[int, list[int]] = {}
        for foe in others:
            beside = [u for u, h in near.items() if foe in self.view.foes_near(h)]
            weakest = min(beside, key=lambda u: (view.strength(u), u)) if len(beside) > 1 else beside[0]
            busy.setdefault(weakest, []).append(foe)
        worth = 0.0
        for u, foes in busy.items():
            worth += view.alone(u, tuple(foes)) - 0.1
        return worth, busy

    def _exposure(self, line: Mapping[int, int], batteries: Mapping[int, int]) -> float:
        """What the enemy's answer may cost those who attack; guns that stand off are not to be exposed at all."""
        danger, weight = self.view.danger, self.plan.temper.danger
        near = sum([danger(u, h, 1) for u, h in line.items()]) / len(line) if line else 0.0
        guns = sum([danger(u, h, 1) for u, h in batteries.items()])
        return _LINE * weight * near + max(GUNS, weight) * guns

    def _bombards(self, target: int, line: Mapping[int, int], batteries: Mapping[int, int]) -> int:
        """The strength of the guns that stand off, and of those fixed in place that reach the target, behind those who
        attack it from next to it."""
        away = [*batteries.items(), *[(g, self.state.where[g]) for g in self._fixed_before(target) if g not in line]]
        if not away:
            return 0
        fire, foes, placed = self.view.fire, self.view.foe_set, self.plan.taken
        places = {*line.values(), *batteries.values()}
        return sum([fire(g, h, target, places, foes, placed) for g, h in away])

    def _fixed_before(self, target: int) -> list[int]:
        """The guns that stay where they are and reach a target from there, while nobody is in the way."""
        found = self._fixed_by_target.get(target)
        if found is None:
            fire, row = self.view.fire, self.view.ground.distances[target]
            near = [(u, at) for u, at, reach in self._fixed_guns if row[at] <= reach]
            found = self._fixed_by_target[target] = [u for u, at in near if fire(u, at, target)]
        return found

    def _enfilade(self, target: int, hexes: Collection[int]) -> int:
        if len(hexes) < 2:
            return 0
        grid = self.rules.field.ground.grid
        fronts = {grid.direction(target, h) for h in hexes}
        opposite = any((d + 3) % 6 in fronts for d in fronts)
        star = any({d, (d + 2) % 6, (d + 4) % 6} <= fronts for d in fronts)
        return 1 if len(hexes) > 3 or opposite or star else 0

    def _bayonet(self, units: Iterable[int]) -> int:
        roster, state = self.rules.field.roster, self.state
        fresh = any(roster.bayonet >> u & 1 and state.steps[u] == roster.steps[u] for u in units)
        return self.rules.field.bayonet_shift if fresh else 0
