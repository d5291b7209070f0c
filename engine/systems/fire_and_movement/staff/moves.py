"""The Fire & Movement staff in its movement phases: which attacks to set up, and where everybody else should stand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from math import inf
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import end_of
from engine.mechanics.hexes.movement import Reach
from engine.mechanics.hexes.outlook import Depths, Posts
from engine.play import Action
from engine.systems.fire_and_movement.moving import MARCH, MOBILE_MARCH
from engine.systems.fire_and_movement.staff.view import View

_WORTHWHILE: Final = 0.12
"""The points by which an attack must promise more than leaving the enemy alone."""


@dataclass(frozen=True, slots=True)
class Way:
    """The ways a unit could go: from where it stands, or from one of its entry hexes."""

    unit: int
    goals: dict[int, tuple[tuple[int, ...], Reach]]
    """Every hex it may stop in, with what takes it there: the entry hex of one that is off the map, and its reach."""

    def action(self, h: int) -> Action:
        """The move or entry that ends in a hex."""
        begin, found = self.goals[h]
        return Action("enter" if begin else "move", (self.unit, *begin, *found.path(h)))


class Moves(Posts):
    """Plans a movement phase; in the first one the mobile reserve waits for the second where nothing calls."""

    def __init__(self, view: View, mobile: bool) -> None:
        self.view, self.mobile = view, mobile
        self.rules, self.state, self.side = view.rules, view.state, view.side
        self.ways = self._ways()
        self._fixed = {self.state.where[u]: u for u in view.mine if u not in self.ways}
        """The units that stay where they are, whatever is planned, by their hexes."""
        super().__init__({u: h for h, u in self._fixed.items()})
        self._depths = Depths(view.rules.field.grid, view.foe_hexes)
        """For each hex how many hexes the nearest enemy is away."""
        self._near = view.rules.field.ground.near
        self._calm: dict[int, tuple[float, float, float, float]] = {}
        """For hexes that were looked at what they are worth; see `_look_at`."""
        self._most: dict[int, float] = {}
        """The most of that."""

    def _ways(self) -> dict[int, Way]:
        rules, state = self.rules, self.state
        march = MOBILE_MARCH if self.mobile else MARCH
        found = {}
        for u in march.movable(rules.field, state, self.side):
            found[u] = Way(u, self._goals(u, (), march.reach_of(rules.field, state, u)))
        for u in march.due(rules.field, state, self.side):
            goals: dict[int, tuple[tuple[int, ...], Reach]] = {}
            for h in rules.field.entries[u]:
                goals = self._goals(u, (h,), march.reach_in(rules.field, state, u, h)) | goals
            if goals:
                found[u] = Way(u, goals)
        return found

    def _goals(self, unit: int, begin: tuple[int, ...], found: Reach) -> dict[int, tuple[tuple[int, ...], Reach]]:
        return dict.fromkeys(MARCH.endings(self.state, unit, found), (begin, found))

    def orders(self) -> list[tuple[Action, str]]:
        """The moves of this phase in order, each with its reason; units that stay are left out."""
        self._set_up_attacks()
        self._garrison()
        for u in sorted(self.ways.keys() - self.place.keys(), key=lambda u: -self.view.attack(u)):
            self._stand(u)
        found = []
        for u, way in self.ways.items():
            h = self.place.get(u)
            if h is not None and h in way.goals:
                found.append((way.action(h), self.why.get(u, "")))
        found.sort(key=lambda order: self._depths[end_of(order[0])])
        return found

    def _free(self, u: int, h: int) -> bool:
        return h not in self.taken and (h in self.ways[u].goals or h == self.state.where[u])

    # -- attacks ----------------------------------------------------------------------------------------------

    def _set_up_attacks(self) -> None:
        """Commit units to the best attack, then to the best of those left, while one is worth it."""
        offers: dict[int, tuple[float, int, dict[int, int]]] = {}
        stale = set(self.view.foe_hexes)
        while True:
            for h in stale:
                offer = self._offer(h)
                if offer is not None and offer[0] > self._threshold(h):
                    offers[h] = offer
                else:
                    offers.pop(h, None)
            if not offers:
                return
            _, target, group = max(offers.values(), key=lambda offer: (offer[0], -offer[1]))
            for u, h in group.items():
                self.put(u, h, f"to attack {self.rules.field.grid.name(target)}")
            self.attacked.add(target)
            del offers[target]
            stale = self._upset(group) - self.attacked

    def _upset(self, group: dict[int, int]) -> set[int]:
        """The targets of which something else may come now that a group has been sent: one of it could have gone
        there, or stands where others could have."""
        lost = {h for u in group for h in (*self.ways[u].goals, self.state.where[u])}
        return {target for h in lost.union(group.values()) for target in self._targets_by_spot.get(h, ())}

    @cached_property
    def _targets_by_spot(self) -> dict[int, list[int]]:
        """For each hex from where an enemy could be attacked the hexes of those enemies."""
        found: dict[int, list[int]] = {}
        for target in self.view.foe_hexes:
            for h in self._spots(target):
                found.setdefault(h, []).append(target)
        return found

    def _spots(self, target: int) -> list[int]:
        """The hexes from where a hex could be attacked."""
        return [h for h in self.rules.field.ground.onto(target) if h not in self.view.foe_set]

    @cached_property
    def _comers(self) -> dict[int, list[int]]:
        """For each hex from where an enemy could be attacked the places, in the order of the ways, of the units that
        could be there, by a move or not."""
        found: dict[int, list[int]] = {}
        spots = frozenset(self._targets_by_spot)
        for place, (u, way) in enumerate(self.ways.items()):
            for h in spots.intersection((*way.goals, self.state.where[u])):
                found.setdefault(h, []).append(place)
        return found

    @cached_property
    def _movers(self) -> list[int]:
        return list(self.ways)

    def _threshold(self, target: int) -> float:
        # The score is left out: who attacked at a loss because he was behind only fell further behind.
        return _WORTHWHILE - (0.3 if self.view.prize(target) else 0.0)

    def _offer(self, target: int) -> tuple[float, int, dict[int, int]] | None:
        """The best group that could be brought against a hex: (gain over what stands there already, hex, places)."""
        view, spots = self.view, self._spots(target)
        support = view.marker * min(2, self.state.left[self.side])
        ready = ~(self.state.fought | self.state.spent)
        beside = sorted((self._fixed[h], h) for h in spots if h in self._fixed)
        group = {u: h for u, h in beside if ready >> u & 1}
        worth = base = view.assault_worth(target, group, support) if group else 0.0
        able = [self._movers[place] for place in sorted({place for h in spots for place in self._comers.get(h, ())})]
        free = [u for u in able if u not in self.place and ready >> u & 1 and view.attack(u)]
        for u in sorted(free, key=lambda u: -view.attack(u)):
            best = max(
                (
                    (self._tried(target, group, u, h, support), h)
                    for h in spots
                    if h not in group.values() and self._free(u, h)
                ),
                default=None,
            )
            if best is not None and (best[0] > worth + 0.05 or not group):
                worth = best[0]
                group = {**group, u: best[1]}
        brought = {u: h for u, h in group.items() if u in self.ways}
        return (worth - max(base, 0.0), target, brought) if brought else None

    def _tried(self, target: int, group: dict[int, int], u: int, h: int, support: float) -> float:
        places = {**group, u: h}
        return self.view.assault_worth(target, places, support) - 0.35 * self.view.danger(u, h, 1)

    # -- positions --------------------------------------------------------------------------------------------

    def _garrison(self) -> None:
        """A unit to each objective that is open, or ours and in danger, where it is worth it."""
        goals = self.view.prizes.goals
        for goal in sorted(goals, key=lambda h: -goals[h]):
            if goal in self.taken or goal in self.view.foe_set:
                continue
            ours = self.view.holder.get(goal) == self.side
            if ours and not self.view.threat(goal):
                continue
            able = [u for u in self.ways if u not in self.place and self._free(u, goal)]
            if not able:
                continue
            best = max(able, key=lambda u: self._post(u, goal))
            if self._post(best, goal) + goals[goal] * (1.5 if ours else 2.5) > 0:
                self.put(best, goal, "to hold the objective" if ours else "to take the objective")

    def _post(self, u: int, h: int) -> float:
        return 0.2 * self.rules.field.roster.defense(u, self.state.steps[u]) - self.view.danger(u, h, 1)

    def _stand(self, u: int) -> None:
        here = self.state.where[u]
        if not self.mobile and self.rules.field.roster.mobile >> u & 1 and here >= 0 and not self.view.prize(here):
            # The mobile reserve goes last, when it is known where a hole is.
            self.put(u, here)
            return
        goals = self.ways[u].goals.keys() - self.taken
        if here >= 0 and here not in self.taken:
            goals.add(here)
        if not goals:
            return
        best = self._best_of(u, goals)
        goal = self.view.goal_of(best)
        self.put(u, best, f"toward {self.rules.field.grid.name(goal)}" if goal is not None else "to close in")

    def _best_of(self, u: int, goals: set[int]) -> int:
        """The hex that is worth most to a unit, of those that are worth the same the first by number.

        The friends next to a hex are counted, and what the enemy could do there is asked, only where the hex could be
        worth as much as another one without that.
        """
        for h in goals - self._calm.keys():
            self._look_at(h)
        here, most = self.state.where[u], self._most
        rest = sorted(goals, key=most.__getitem__)
        hopes = [(-self._hope(here, 0.05), here)] if here in goals else []
        best = (inf, NOWHERE)
        while hopes or rest:
            if rest and (not hopes or -most[rest[-1]] <= hopes[0][0]):
                h = rest.pop()
                if h != here:
                    heappush(hopes, (-self._hope(h), h))
            elif hopes[0] > best:
                break
            else:
                _, h = heappop(hopes)
                danger = self.view.danger(u, h, len(self.taken.intersection(self._near[h])))
                best = min(best, (-self._hope(h, 0.05 if h == here else 0.0, 0.6 * danger), h))
        return best[1]

    def _hope(self, h: int, more: float = 0.0, danger: float = 0.0) -> float:
        """What a hex is worth with the friends that are next to it by now."""
        *calm, depth = self._calm[h]
        return calm[min(len(self.taken.intersection(self._near[h])), 2)] - danger - depth + more

    def _look_at(self, h: int) -> None:
        """Note what a hex is worth where no danger is, with no friend next to it, one and more, and what its distance
        from the enemy takes off."""
        view, ground = self.view, self.rules.field.ground
        cover = 0.08 * (self.rules.field.lines[ground.own_line(h)] + (2 if ground.fort[h] else 0))
        prize, pull = view.prize(h), 0.5 * view.pull(h)
        none, one, two = (cover + 0.1 * friends + prize + pull for friends in range(3))
        depth = (0.02 if view.prizes.goals else 0.06) * self._depths[h]
        self._calm[h], self._most[h] = (none, one, two, depth), two - depth
