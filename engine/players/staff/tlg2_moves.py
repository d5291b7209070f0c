"""The TLG2 staff in the movement phase: which attacks to set up, and where everybody else should stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.mechanics.hexstate import WAITING
from engine.mechanics.movement import Reach
from engine.play import Action
from engine.players.staff.tlg2_view import View
from engine.systems.twilights_last_gleaming import entering, fire, moving

_WORTHWHILE: Final = 0.15
"""An attack is set up when it promises at least so many points."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a unit could get somewhere: an entry hex first for one that is still off the map."""

    unit: int
    entry: int | None
    found: Reach

    def action(self, h: int) -> Action:
        """The move or entry that ends in a hex."""
        path = self.found.path(h)
        if self.entry is None:
            return Action("move", (self.unit, *path))
        return Action("enter", (self.unit, self.entry, *path))


@dataclass(slots=True)
class Plan:
    """What is decided so far: the hex of each unit, and why."""

    place: dict[int, int]
    why: dict[int, str]
    attacked: set[int]


class Moves:
    """Plans a movement phase from where it stands."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rules, self.state, self.side = view.rules, view.state, view.side
        rules, state = self.rules, self.state
        free = moving.movable(rules, state, self.side)
        self.ways: dict[int, Way] = {u: Way(u, None, moving.reach_of(rules, state, u)) for u in free}
        for u in entering.due(rules, state, self.side):
            for h in entering.entry_hexes(rules, state, u)[:1]:
                found = entering.reach_from(rules, state, u, h)
                if found.cost:
                    self.ways[u] = Way(u, h, found)
        self.fixed = [u for u in view.mine if u not in self.ways]
        self.plan = Plan({u: state.where[u] for u in self.fixed}, {}, set())
        self._near_foes = {h: self._foes_next_to(h) for h in self._all_hexes()}

    def _all_hexes(self) -> set[int]:
        return {h for way in self.ways.values() for h in way.found.cost} | {self.state.where[u] for u in self.fixed}

    def _foes_next_to(self, h: int) -> tuple[int, ...]:
        return tuple(n for n in self.rules.ground.control[h] if n in self.view.foe_set)

    def orders(self) -> list[tuple[Action, str]]:
        """The moves of this phase in order, each with its reason; units that stay are left out."""
        self._set_up_attacks()
        self._stand()
        found = []
        for u, h in self.plan.place.items():
            way = self.ways.get(u)
            if way is not None and h != self.state.where[u]:
                found.append((way.action(h), self.plan.why.get(u, "")))
        # The nearest to the enemy first: those behind may need the room.
        found.sort(key=lambda order: self._depth(order[0].args[-1]))
        return found

    def _depth(self, h: int) -> int:
        return min((self.rules.distance(h, foe) for foe in self.view.foe_hexes), default=0)

    # -- attacks ----------------------------------------------------------------------------------------------

    def _set_up_attacks(self) -> None:
        """Commit units to the best attack, then to the best of those left, while one is worth it."""
        while True:
            offers = [offer for h in self.view.foe_hexes if h not in self.plan.attacked and (offer := self._offer(h))]
            if not offers:
                return
            worth, target, group = max(offers, key=lambda offer: (offer[0], -offer[1]))
            if worth < self._threshold(target):
                return
            name = self.rules.ground.grid.name(target)
            for u, h in group.items():
                self.plan.place[u] = h
                self.plan.why[u] = f"to attack {name}"
            self.plan.attacked.add(target)

    def _threshold(self, target: int) -> float:
        """Ahead near the end one need not gamble; behind, one must."""
        lead, left = self.view.lead, self.view.turns_left
        nerve = 0.0
        if left <= 2:
            nerve = 0.8 if lead > 0 else -0.8
        if self.view.prize(target):
            nerve -= 0.4
        return _WORTHWHILE + nerve

    def _offer(self, target: int) -> tuple[float, int, dict[int, int]] | None:
        """The best group that could be brought against a hex: (gain over leaving it, hex, places)."""
        spots = [h for h in self.rules.ground.control[target] if h not in self.view.foe_set]
        pinned = [u for u in self.fixed if self.state.where[u] in spots and self._only_contact(u, target)]
        group: dict[int, int] = {u: self.state.where[u] for u in pinned}
        worth = self._group_worth(target, group)
        base = worth if pinned else 0.0
        taken = set(self.plan.place.values())
        free = [u for u in self.ways if u not in self.plan.place and not self.rules.force.gun[u]]
        free.sort(key=lambda u: -self.view.strength(u))
        for u in free:
            best: tuple[float, int] | None = None
            for h in spots:
                if h in taken or h in group.values() or h not in self.ways[u].found.cost or self._stands_on(u, h):
                    continue
                tried = self._group_worth(target, {**group, u: h})
                if best is None or tried > best[0]:
                    best = (tried, h)
            if best and (best[0] > worth + 0.05 or not group):
                worth, group[u] = best[0], best[1]
        if len(group) == len(pinned):
            return None
        return worth - base, target, {u: h for u, h in group.items() if u in self.ways}

    def _stands_on(self, u: int, h: int) -> bool:
        """Whether somebody else is in the hex now and may not leave in time."""
        others = self.state.stacks.get(h, 0) & ~(1 << u)
        return bool(others)

    def _only_contact(self, u: int, target: int) -> bool:
        near = self._near_foes.get(self.state.where[u], ())
        return target in near and (len(near) == 1 or min(near, key=self.view.defence) == target)

    def _group_worth(self, target: int, group: dict[int, int]) -> float:
        """What an attack by these units from these hexes promises, with what it stirs up and what it leaves open."""
        if not group:
            return 0.0
        view, ground = self.view, self.rules.ground
        units = list(group)
        attack = sum(view.strength(u) for u in units)
        extra: dict[int, int] = {}
        for u, h in group.items():
            for foe in self._near_foes.get(h, ()):
                if foe != target and foe not in self.plan.attacked:
                    extra[foe] = min(extra.get(foe, 99), view.strength(u))
        stirred = 0.0
        for foe, least in extra.items():
            # Somebody must attack this one too: count the weakest unit there as a diversion.
            stirred += min(0.0, view.prospect(view.column(least, view.defence(foe), 0), units[:1], (foe,))) - 0.3
            attack -= least if len(units) > 1 else least // 2
        shift = -ground.hex_shift[target] - min(
            sum(size for _, size in ground.hexside_shifts(h, target)) for h in group.values()
        )
        shift += self._enfilade(target, group.values()) + self._bayonet(units)
        guns = self._gun_support(target, units)
        column = view.column(attack + guns, view.defence(target), shift)
        worth = view.prospect(column, units, (target,)) + stirred
        return worth - 0.5 * sum(view.danger(u, h, 1) for u, h in group.items()) / max(len(group), 1)

    def _enfilade(self, target: int, hexes: Iterable[int]) -> int:
        grid = self.rules.ground.grid
        fronts = {grid.direction(target, h) for h in hexes}
        opposite = any((d + 3) % 6 in fronts for d in fronts)
        star = any({d, (d + 2) % 6, (d + 4) % 6} <= fronts for d in fronts)
        return 1 if len(fronts) > 3 or opposite or star else 0

    def _bayonet(self, units: Iterable[int]) -> int:
        force, state = self.rules.force, self.state
        fresh = any(force.bayonet >> u & 1 and state.steps[u] == force.steps[u] for u in units)
        return self.rules.bayonet_shift if fresh else 0

    def _gun_support(self, target: int, units: Iterable[int]) -> int:
        taken = set(units)
        return sum(
            fire.strength(self.rules, self.state, g, target)
            for g in self.view.mine
            if g not in taken and self.rules.force.gun[g] and self._can_fire(g, self.state.where[g], target)
        )

    def _can_fire(self, gun: int, at: int, target: int) -> bool:
        rules = self.rules
        if self.view.foe_zone[at] or rules.distance(at, target) > rules.force.range[gun]:
            return False
        return fire.is_open(rules, self.state, at, target) != fire.BLOCKED

    # -- positions --------------------------------------------------------------------------------------------

    def _stand(self) -> None:
        """Place everybody who attacks nobody: garrisons first, then the line, then the guns."""
        rest = [u for u in self.ways if u not in self.plan.place]
        self._garrison(rest)
        rest = [u for u in rest if u not in self.plan.place]
        rest.sort(key=lambda u: (self.rules.force.gun[u], -self.view.strength(u)))
        for u in rest:
            self._stand_one(u)

    def _garrison(self, rest: list[int]) -> None:
        """A strong unit on or before each objective of ours that the enemy could reach, and one to each open one."""
        goals = sorted(self.view.ground.goals, key=lambda h: -self.view.ground.goals[h])
        for goal in goals:
            if goal in self.plan.place.values() or goal in self.view.foe_set:
                continue
            ours = self.view.holder.get(goal) == self.side
            if ours and not self.view.threat().get(goal):
                continue
            able = [
                u
                for u in rest
                if u not in self.plan.place and goal in self.ways[u].found.cost and not self._stands_on(u, goal)
            ]
            if not able:
                continue
            best = max(able, key=lambda u: self._post(u, goal))
            if self._post(best, goal) + self.view.ground.goals[goal] * (1.5 if ours else 2.5) > 0:
                self.plan.place[best] = goal
                self.plan.why[best] = "to hold the objective" if ours else "to take the objective"

    def _post(self, u: int, h: int) -> float:
        gun = 3.0 if self.rules.force.gun[u] else 0.0
        return 0.3 * self.rules.force.defence(u, self.state.steps[u]) - self.view.danger(u, h, 1) - gun

    def _stand_one(self, u: int) -> None:
        taken = set(self.plan.place.values())
        here = self.state.where[u]
        best: tuple[float, int] | None = None
        for h in self.ways[u].found.cost:
            if h in taken or (h != here and self._stands_on(u, h)):
                continue
            worth = self._place_worth(u, h, taken)
            if h == here:
                worth += 0.05
            if best is None or worth > best[0]:
                best = (worth, h)
        if best is None:
            if here != WAITING:
                self.plan.place[u] = here
            return
        self.plan.place[u] = best[1]
        self.plan.why[u] = "to fire" if self.rules.force.gun[u] else self._reason(best[1])

    def _reason(self, h: int) -> str:
        goal = self.view.goal_of(h)
        return f"toward {self.rules.ground.grid.name(goal)}" if goal is not None else "to close in"

    def _place_worth(self, u: int, h: int, taken: set[int]) -> float:
        view, rules = self.view, self.rules
        friends = sum(n in taken for n in rules.ground.control[h])
        worth = 0.3 * rules.ground.hex_shift[h] + 0.15 * min(friends, 2)
        worth += view.prize(h)
        gun = rules.force.gun[u]
        contact = self._near_foes.get(h, ())
        if contact and (h != self.state.where[u] or u in self.ways):
            if all(foe in self.plan.attacked for foe in contact):
                worth -= 0.2
            else:
                weakest = min(contact, key=view.defence)
                column = view.column(view.strength(u), view.defence(weakest), -rules.ground.hex_shift[weakest])
                worth += min(0.0, view.prospect(column, (u,), (weakest,))) - 0.6 * len(contact)
        worth -= (1.2 if gun else 0.7) * view.danger(u, h, friends)
        if gun:
            return worth + self._fire_worth(u, h) - 0.04 * self._depth(h)
        return worth + 0.54 * view.pull(h) - 0.03 * self._hunger() * self._depth(h)

    def _hunger(self) -> float:
        """How much a unit longs for the enemy: where only losses count, or when behind, more."""
        hungry = 4.0 if not self.view.ground.goals else 1.0
        return hungry * (2.0 if self.view.lead <= 0 else 0.5)

    def _fire_worth(self, gun: int, h: int) -> float:
        """What a gun could do from a hex: the best target within half range counts most."""
        best = 0.0
        rules = self.rules
        if self.view.foe_zone[h]:
            return -1.0
        for foe in self.view.foe_hexes:
            distance = rules.distance(h, foe)
            if not 1 < distance <= rules.force.range[gun]:
                continue
            seen = fire.is_open(rules, self.state, h, foe)
            if seen != fire.BLOCKED:
                full = 2 * distance <= rules.force.range[gun] and seen == fire.VISIBLE
                best = max(best, 1.2 if full else 0.5)
        return best
