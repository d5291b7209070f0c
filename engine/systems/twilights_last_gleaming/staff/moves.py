"""The TLG2 staff in the movement phase: what is planned in it, and where everybody should stand who does not attack."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Final

from engine.mechanics.acts import end_of, unit_of
from engine.mechanics.hexes.hexstate import WAITING
from engine.mechanics.hexes.marching import HALF
from engine.play import Action
from engine.systems.twilights_last_gleaming import moving
from engine.systems.twilights_last_gleaming.entering import MARCH
from engine.systems.twilights_last_gleaming.staff.assaults import GUNS, Assaults
from engine.systems.twilights_last_gleaming.staff.plans import Plan, Temper, Way
from engine.systems.twilights_last_gleaming.staff.view import View

_MARCH: Final = 0.04
"""What each movement point to the enemy counts against a place, for each point of hunger."""

_NEAR: Final = 4.0
"""Movement points to the enemy that are near enough for an attack in the next turn: where only losses count, to be
nearer is worth no more."""

_STAYING: Final = 0.05
"""What it counts for a place that a unit is there already."""


class Moves(Assaults):
    """Plans a movement phase from where it stands: its attacks, and where everybody else goes."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.entrants = self._entrants()
        self._doors = Counter(self.ways[u].entry for u in self.entrants)
        """Entry hexes and how many want to come on there: nobody should be in their way."""
        prizes = view.ground
        self._calls = [
            (prizes.pulls[goal], prizes.distance[goal], points * (1.0 if view.holder.get(goal) == self.side else 2.0))
            for goal, points in prizes.goals.items()
        ]
        """Objectives: how much they draw from each hex, the way to them, and what they weigh."""
        self._futures = {kind: self._future(kind) for kind in set(self.rules.field.roster.kind)}
        self._hunger = 0.0
        self._near = 0.0 if prizes.goals else _NEAR
        """Movement points to the enemy below which a place is worth no more."""
        self._marches: dict[int, float] = {}

    def _entrants(self) -> list[int]:
        """The reinforcements in the order they come on, the slowest first: those behind pay more for the column."""
        rules = self.rules
        due = MARCH.due(rules.field, self.state, self.side)
        if not due:
            return []
        twin, found = self.state.copy(), []
        due.sort(key=lambda u: (moving.allowance(rules.field, twin, u), -self.view.strength(u), u))
        for u in due:
            for h in MARCH.entry_hexes(rules.field, twin, u)[:1]:
                reached = MARCH.reach_in(rules.field, twin, u, h)
                if reached.cost:
                    self.ways[u] = Way(u, h, reached)
                    found.append(u)
                    MARCH.came_on(rules.field, twin, u, h)
        return found

    def _future(self, kind: str) -> int:
        """Half movement points that a unit still has in the turns to come."""
        turns = self.rules.field.scenario.turns
        return 2 * sum(
            (self.rules.field.night if turn in turns.night else self.rules.field.day)[kind]
            for turn in range(self.state.turn + 1, turns.count + 1)
        )

    def march(self, h: int) -> float:
        """Movement points of infantry from a hex to the nearest enemy, over a map without units."""
        found = self._marches.get(h)
        if found is None:
            found = self._marches[h] = self.view.ground.marches(self.view.foe_set).get(h, 200) / HALF
        return found

    # -- the plan ---------------------------------------------------------------------------------------------

    def make(self, temper: Temper, *, rough: bool = False) -> Plan:
        """A plan in a temper: attacks first, then garrisons, the line, the guns; a rough one stops at garrisons."""
        self.plan = Plan({u: self.state.where[u] for u in self.fixed}, temper=temper)
        self._hunger = self._hungry(temper)
        self.set_up_attacks()
        self._garrison()
        if not rough:
            self._stand()
        return self.plan

    def orders(self, plan: Plan) -> list[tuple[Action, str]]:
        """The moves of a plan in order, each with its reason; units that stay are left out."""
        found = []
        for u, h in plan.place.items():
            way = self.ways.get(u)
            if way is not None and h != self.state.where[u]:
                found.append((way.action(h), plan.why.get(u, "")))
        # The nearest to the enemy first: those behind may need the room. A column comes on in its order.
        order = {u: index for index, u in enumerate(self.entrants)}
        depths = self.view.foe_depths
        found.sort(key=lambda move: (order.get(unit_of(move[0]), -1), depths[end_of(move[0])] if depths else 0))
        return found

    # -- positions --------------------------------------------------------------------------------------------

    def _stand(self) -> None:
        """Place everybody who has no place yet: the line first, then the guns."""
        rest = [u for u in self.ways if u not in self.plan.place]
        rest.sort(key=lambda u: (self.rules.field.roster.gun[u], -self.view.strength(u)))
        for u in rest:
            self._stand_one(u)

    def _garrison(self) -> None:
        """A strong unit on or before each objective of ours that the enemy could reach, and one to each open one."""
        goals = sorted(self.view.ground.goals, key=lambda h: -self.view.ground.goals[h])
        for goal in goals:
            if goal in self.plan.taken or goal in self.view.foe_set:
                continue
            ours = self.view.holder.get(goal) == self.side
            if ours and not self.view.threat(goal):
                continue
            able = [
                u
                for u in self.ways
                if u not in self.plan.place and goal in self.ways[u].found.cost and not self.stands_on(u, goal)
            ]
            if not able:
                continue
            best = max(able, key=lambda u: self._post(u, goal))
            if self._post(best, goal) + self.view.ground.goals[goal] * (1.5 if ours else 2.5) > 0:
                self.plan.put(best, goal, "to hold the objective" if ours else "to take the objective")

    def _post(self, u: int, h: int) -> float:
        gun = 3.0 if self.rules.field.roster.gun[u] else 0.0
        return 0.3 * self.rules.field.roster.defence(u, self.state.steps[u]) - self.view.danger(u, h, 1) - gun

    def _stand_one(self, u: int) -> None:
        taken = self.plan.taken
        here = self.state.where[u]
        gun = self.rules.field.roster.gun[u]
        fear = max(GUNS, self.plan.temper.danger) if gun else self.plan.temper.danger
        fire = self._most_fire(u) if gun else 0.0
        stacks = self.state.stacks
        hopes = [
            (self._hope(u, h, taken) + fire, -order, h)
            for order, h in enumerate(self.ways[u].found.cost)
            if h not in taken and not (h in stacks and h != here and self.stands_on(u, h))
        ]
        hopes.sort(reverse=True)
        best: tuple[float, int, int] | None = None
        for hope, order, h in hopes:
            # Danger takes some hope away and never adds to it, and the enemy has to be looked at for it.
            if best is not None and hope < best[0]:
                break
            worth = hope - fear * self.view.danger(u, h, self._friends(h, taken))
            if gun:
                worth += self._fire_worth(u, h) - fire
            if best is None or (worth, order) > best:
                best = worth, order, h
        if best is None:
            if here != WAITING:
                self.plan.put(u, here)
            return
        self.plan.put(u, best[2], "to fire" if gun else self._reason(best[2]))

    def _reason(self, h: int) -> str:
        goal = self.view.goal_of(h)
        return f"toward {self.rules.field.ground.grid.name(goal)}" if goal is not None else "to close in"

    def _hope(self, u: int, h: int, taken: set[int]) -> float:
        """What a place is worth to a unit but for its danger, and for what a gun could do from there: cover, friends, a
        prize, the way to the enemy, what draws the line, no contact that brings nothing."""
        view, ground, hunger = self.view, self.rules.field.ground, self._hunger
        worth = 0.3 * ground.hex_shift[h] + 0.07 * min(self._friends(h, taken), 2) + view.prize(h)
        contact = view.foes_near(h)
        if contact:
            worth += self._contact_worth(u, contact)
        if h in self._doors:
            worth -= 0.5 * self._doors[h]
        if h == self.state.where[u]:
            worth += _STAYING
        if self.rules.field.roster.gun[u]:
            return worth - _MARCH * max(1.25, hunger) * self.march(h)
        pull, future = 0.0, self._futures[self.rules.field.roster.kind[u]]
        for pulls, distance, weight in self._calls:
            if h in pulls:
                # What cannot be reached in time hardly draws.
                pull += weight * pulls[h] * (0.1 if distance[h] > future else 1.0)
        return worth + 0.8 * pull - _MARCH * hunger * max(self.march(h), self._near)

    def _friends(self, h: int, taken: set[int]) -> int:
        """How many units of the plan stand next to a hex."""
        return len(taken.intersection(self.rules.field.ground.control[h]))

    def _contact_worth(self, u: int, contact: tuple[int, ...]) -> float:
        """What it costs to stand next to enemies without a planned attack: they must be attacked all the same."""
        view = self.view
        if all(foe in self.plan.attacked for foe in contact):
            return -0.2
        # Whom nobody else sees to, it has to attack alone, all at once.
        alone = tuple(foe for foe in contact if foe not in self.plan.attacked)
        shift = -max(self.rules.field.ground.hex_shift[foe] for foe in alone)
        column = view.column(view.strength(u), sum(map(view.defence, alone)), shift)
        return min(0.0, view.prospect(column, (u,), alone)) - 0.2 * len(contact)

    def _hungry(self, temper: Temper) -> float:
        """How much a unit wants to come near the enemy: more where only losses count, and where it is behind. Without
        objectives, a tie that wins is no lag."""
        only_losses = not self.view.ground.goals
        behind = self.view.lead < (0 if only_losses else 1)
        return temper.hunger * (10.0 if only_losses else 1.0) * (2.0 if behind else 0.5)

    def _fire_worth(self, gun: int, h: int) -> float:
        """What a gun could do from a hex: the best target within half range counts most."""
        found = self.view.fires.get((gun, h))
        if found is None:
            found = self.view.fires[gun, h] = self._fire_from(gun, h)
        return found

    def _most_fire(self, gun: int) -> float:
        """The most that a gun could do from anywhere."""
        return 0.3 + 0.3 * max(self.view.strength(gun), 1)

    def _fire_from(self, gun: int, h: int) -> float:
        best = 0.0
        if self.view.foe_zone[h]:
            return -1.0
        full, reach = self.view.strength(gun), self.rules.field.roster.range[gun]
        for foe, distances in self._foes_by_gun.get(gun, ()):
            # Full strength only goes up to half a gun's range: what is farther off soon adds nothing.
            most = full if 2 * distances[h] <= reach else min(full, 1)
            if distances[h] > reach or best >= 0.3 + 0.3 * most:
                continue
            strength = self.view.fire(gun, h, foe, self.view.foe_set)
            if strength:
                best = max(best, 0.3 + 0.3 * strength)
        return best

    @cached_property
    def _foes_by_gun(self) -> dict[int, list[tuple[int, bytes]]]:
        """For each gun the enemy hexes that it may come to reach, as far as distance goes, each with its distances to
        others."""
        found: dict[int, list[tuple[int, bytes]]] = {}
        for h in self.view.foe_hexes:
            for gun, *_ in self._guns_near(h):
                found.setdefault(gun, []).append((h, self.view.ground.distances[h]))
        return found
