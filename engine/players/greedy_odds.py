"""The greedy player where units fight in hexes: where the best odds are to be had, by what the rules tell of odds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from engine.mechanics.bits import bits
from engine.mechanics.hexrules import HexRules
from engine.mechanics.hexstate import HexState
from engine.play import Action

_FAVOURABLE: Final = 0.5
"""An attack is worth making from this part of the results table on, its columns counted from 1 as a share of all."""

_FRONT: Final = 6
"""More attackers than this never stand about one hex."""


class Field:
    """What the greedy player asks of a position of a hex game."""

    def __init__(self, rules: Any, state: HexState, side: int) -> None:
        self.rules, self.state, self.side = rules, state, side
        self.grid = rules.field.grid
        self.columns = len(rules.field.crt.columns)
        self.mine = [u for u in rules.field.roster.side_units[side] if state.where[u] >= 0]
        self.foes = sorted({h for u in rules.field.roster.side_units[1 - side] if (h := state.where[u]) >= 0})
        self.range: list[int] = [unit.number("range") for unit in rules.field.roster.units]

    def prize(self, h: int) -> int:
        """The combat factors that stand in a hex."""
        roster, steps = self.rules.field.roster, self.state.steps
        return sum(roster.worth(u, steps[u]) for u in bits(self.state.stacks.get(h, 0)))

    def odds(self, state: HexState, target: int, units: Iterable[int]) -> tuple[float, str]:
        """How far to the right of the results table an attack stands, 1 for the last column; and the odds in words."""
        keys = [self.rules.field.roster.keys[u] for u in units]
        answer = self.rules.odds(state, self.grid.name(target), keys)
        return int(answer["column"]) / self.columns, str(answer["odds"])

    def strikes(self, u: int, at: int, target: int) -> bool:
        """Whether a unit could take part from a hex in an attack on another, as far as distance goes."""
        distance: int = self.grid.distance(at, target)
        return 1 <= distance <= max(1, self.range[u])


class Marches(Field):
    """Moves for a whole movement phase: toward the attack with the best odds, then the next best, then nearer."""

    def __init__(self, rules: HexRules[Any, Any], state: HexState, side: int, legal: Iterable[Action]) -> None:
        super().__init__(rules, state, side)
        self.end = Action("end")
        self.ways: dict[int, dict[int, Action]] = {}
        """For each unit that may move, or enter, its destinations."""
        for action in legal:
            if action.verb == "move":
                self.ways.setdefault(action.args[0], {}).setdefault(action.args[-1], action)
            elif action.verb == "enter":
                u, *way = action.args
                # An entry may be told in one action together with where it leads.
                found = rules.march.reach_in(rules.field, state, u, way[0])
                for goal in rules.march.endings(state, u, found):
                    whole = Action("enter", (u, way[0], *found.path(goal)))
                    self.ways.setdefault(u, {}).setdefault(goal, whole)
        for u in self.mine:
            if u in self.ways:
                self.ways[u].setdefault(state.where[u], self.end)
        self.fixed = [u for u in self.mine if u not in self.ways]
        self.place: dict[int, int] = {u: state.where[u] for u in self.fixed}
        held = zip(rules.field.scores.objectives, state.holders, strict=True)
        self.goals = sorted({h for (_, h), holder in held if holder != side}) or self.foes
        """Where everybody goes who has nobody to attack: objectives not ours, else the enemy."""

    def orders(self) -> list[tuple[Action, str]]:
        """The moves in order, each with its reason, and the end of the phase."""
        why: dict[int, str] = {}
        open_targets = set(self.foes)
        while best := max((self._offer(h) for h in sorted(open_targets)), default=None, key=lambda offer: offer[:2]):
            share, _, target, group, odds = best
            if share < _FAVOURABLE:
                break
            open_targets.discard(target)
            self.place |= group
            why |= dict.fromkeys(group, f"{odds} against {self.grid.name(target)}")
        for u in self.ways:
            if u not in self.place:
                self.place[u] = self._nearer(u)
                why[u] = "nearer"
        found = [(self.ways[u][h], why[u]) for u, h in self.place.items() if u in self.ways and h >= 0]
        return [*(order for order in found if order[0] != self.end), (self.end, "all have moved")]

    def _offer(self, target: int) -> tuple[float, int, int, dict[int, int], str]:
        """The attack that everybody still free could bring on a hex: (odds, prize, hex, places, odds in words)."""
        taken = set(self.place.values())
        twin = self.state.copy()
        group: dict[int, int] = {}
        strongest = sorted(self.ways, key=lambda u: (-self.rules.field.roster.worth(u, self.state.steps[u]), u))
        for u in strongest:
            if u in self.place or len(group) >= _FRONT:
                continue
            spots = [h for h in self.ways[u] if h not in taken and self.strikes(u, h, target) and not self._held(u, h)]
            if spots:
                group[u] = max(spots, key=lambda h: (self._aim(u, h, target), -h))
                taken.add(group[u])
                self.rules.field.put(twin, u, group[u])
        if not group:
            return 0.0, 0, target, {}, ""
        near = [u for u in self.fixed if self.strikes(u, self.state.where[u], target)]
        share, odds = self.odds(twin, target, [*group, *near])
        return share, self.prize(target), target, group, odds

    def _aim(self, u: int, h: int, target: int) -> int:
        """How well a hex serves to attack from: guns stay as far off as half their range."""
        distance: int = self.grid.distance(h, target)
        return distance if 2 * distance <= self.range[u] else -distance

    def _held(self, u: int, h: int) -> bool:
        """Whether somebody else stands in a hex."""
        return bool(self.state.stacks.get(h, 0) & ~(1 << u))

    def _nearer(self, u: int) -> int:
        """The free hex nearest to the nearest goal and out of contact, if there is one."""
        taken = set(self.place.values())
        free = [h for h in self.ways[u] if h not in taken and not self._held(u, h)]
        return min(
            free,
            key=lambda h: (
                any(self.grid.distance(h, foe) == 1 for foe in self.foes),
                min((self.grid.distance(h, goal) for goal in self.goals), default=0),
                h,
            ),
            default=-1,
        )


class Attacks(Field):
    """The choices of a combat phase: the best odds first, with everybody who can, until odds are bad."""

    def __init__(self, rules: HexRules[Any, Any], state: HexState, side: int, legal: list[Action]) -> None:
        super().__init__(rules, state, side)
        self.legal = legal

    def choice(self) -> tuple[Action, str]:
        """The next action of the phase, or of an attack being put together, with its reason."""
        for verb, reason in (("with", "with all that can"), ("fight", "at the best odds"), ("also", "must be met")):
            for action in self.legal:
                if action.verb == verb:
                    return action, reason
        ends = [((_FAVOURABLE, "no good odds"), action) for action in self.legal if action.verb == "end"]
        offers = [(self._odds_of(action), action) for action in self.legal if action.verb == "attack"]
        (_, reason), best = max([*offers, *ends], key=lambda offer: offer[0][0])
        return best, reason

    def _odds_of(self, action: Action) -> tuple[float, str]:
        """The odds against the hex that an attack begins with, for everybody who is near and has not fought yet."""
        first = action.args[0]
        target = first if isinstance(first, int) else first[0]
        where, fought = self.state.where, getattr(self.state, "fought", 0)
        units = [u for u in self.mine if not fought >> u & 1 and self.strikes(u, where[u], target)]
        return self.odds(self.state, target, units) if units else (0.0, "it must be attacked")
