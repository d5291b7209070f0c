"""The TLG2 staff in the combat phase: who attacks whom, so that every duty is met and most is gained."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, product
from math import inf
from typing import Final

from engine.board.grid import NOWHERE
from engine.play import Action
from engine.systems.twilights_last_gleaming import battle, contact
from engine.systems.twilights_last_gleaming.staff.view import View

_COMBINATIONS: Final = 600
"""So many allotments of attackers to targets are weighed; the likely ones come first."""


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack of a plan and what it may bring."""

    targets: tuple[int, ...]
    near: tuple[int, ...]
    guns: tuple[int, ...]
    worth: float
    column: int

    @property
    def action(self) -> Action:
        """The attack as an action."""
        return Action("attack", (self.targets, tuple(sorted((*self.near, *self.guns))), NOWHERE))


class Fights:
    """Plans the rest of a combat phase."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rules, self.state, self.side = view.rules, view.state, view.side
        self.net = contact.contacts(self.rules.field, self.state, self.side)
        self._units = sorted(self.net.hexes, key=lambda u: -view.strength(u))
        """The units in contact, the strongest first."""
        self._known: dict[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], Attack] = {}

    def plan(self) -> list[Attack]:
        """The attacks that are worth most together, those on objectives and the surest first."""
        best = self._with_guns(self._best())
        return sorted(best, key=lambda attack: (-sum(self.view.prize(h) for h in attack.targets), -attack.worth))

    def _best(self) -> list[Attack]:
        """The attacks of the allotment that is worth most; guns that bombard have no part in it yet.

        An allotment gives each unit in contact one target hex; the weakest defended hexes come first. Knots of
        contacts have nothing to do with each other: each is worked out once for each choice of its units.
        """
        choices = [sorted(self.net.hexes[u], key=self.view.defence) for u in self._units]
        steady = _steady(choices)
        always = tuple(hexes[0] for hexes in choices[:steady])
        known: dict[tuple[int, ...], dict[int, Attack] | None] = {}
        best: dict[int, Attack] = {}
        best_worth = -inf
        same: dict[int, Attack] = {}
        changing = []
        for knot in self._knots():
            if knot[-1] >= steady:
                changing.append(knot)
                continue
            attacks = self._attacks({place: always[place] for place in knot})
            if attacks is None:
                return []
            same |= attacks
        for rest in islice(product(*choices[steady:]), _COMBINATIONS):
            picks, found = (*always, *rest), same.copy()
            for knot in changing:
                key = (knot[0], *(picks[place] for place in knot))
                if key not in known:
                    known[key] = self._attacks({place: picks[place] for place in knot})
                attacks = known[key]
                if attacks is None:
                    break
                found |= attacks
            else:
                worth = sum(found[place].worth for place in sorted(found))
                if worth > best_worth:
                    best, best_worth = found, worth
        return [best[place] for place in sorted(best)]

    def _knots(self) -> list[list[int]]:
        """The units in contact in groups that no enemy is in contact with two of: by their places, in order."""
        knot_of: dict[int, list[int]] = {}
        for place, u in enumerate(self._units):
            joined = [place]
            for other in {id(knot_of[h]): knot_of[h] for h in self.net.hexes[u] if h in knot_of}.values():
                joined += other
            for member in joined:
                for h in self.net.hexes[self._units[member]]:
                    knot_of[h] = joined
        return [sorted(knot) for knot in {id(knot): knot for knot in knot_of.values()}.values()]

    def _attacks(self, allotted: dict[int, int]) -> dict[int, Attack] | None:
        """The attacks of a knot's allotment, by the place of their first unit; enemies left out join one.

        ``allotted``: the target hex by a unit's place. None when somebody is left out whom no attack can take in.
        """
        groups: dict[int, list[int]] = {}
        for place, h in allotted.items():
            groups.setdefault(h, []).append(place)
        targets = {h: [h] for h in groups}
        near = {h for place in allotted for h in self.net.hexes[self._units[place]]}
        for left in (self.net.owed_hexes & near) - groups.keys():
            for h, places in groups.items():
                if all(left in self.net.hexes[self._units[place]] for place in places):
                    targets[h].append(left)
                    break
            else:
                return None
        return {
            places[0]: self._attack(
                tuple(sorted(targets[h])), tuple(sorted(self._units[place] for place in places)), ()
            )
            for h, places in groups.items()
        }

    def _attack(self, targets: tuple[int, ...], near: tuple[int, ...], guns: tuple[int, ...]) -> Attack:
        key = (targets, near, guns)
        known = self._known.get(key)
        if known is None:
            odds = battle.odds(self.rules.field, self.state, targets, (*near, *guns))
            worth = self.view.prospect(odds.column, near, targets)
            known = Attack(targets, near, guns, worth, odds.column)
            self._known[key] = known
        return known

    def _with_guns(self, attacks: list[Attack]) -> list[Attack]:
        """Give each gun that may bombard to the attack it helps most, or to a target of its own.

        Bombarding guns suffer nothing, so that any shot is better than none.
        """
        plan = {attack.targets: attack for attack in attacks}
        taken = {h for attack in attacks for h in attack.targets}
        reach = {
            h: contact.bombarders(self.rules.field, self.state, self.side, h)
            for h in contact.target_hexes(self.rules.field, self.state, self.side)
        }
        for h, guns in reach.items():
            if guns and h not in taken and h not in self.net.owed_hexes:
                plan[(h,)] = Attack((h,), (), (), 0.0, 0)
        for gun in sorted({g for guns in reach.values() for g in guns} - self.net.hexes.keys()):
            offers = []
            for targets, old in plan.items():
                if any(gun in reach.get(h, ()) for h in targets):
                    new = self._attack(old.targets, old.near, (*old.guns, gun))
                    offers.append((new.worth - old.worth, targets, new))
            if offers:
                _, targets, new = max(offers, key=lambda offer: (offer[0], offer[1]))
                plan[targets] = new
        return [attack for attack in plan.values() if attack.near or attack.guns]


def _steady(choices: list[list[int]]) -> int:
    """How many of the first choices are the same in all combinations that are weighed: the last vary first."""
    count, steady = 1, len(choices)
    while steady and count < _COMBINATIONS:
        steady -= 1
        count *= len(choices[steady])
    return steady
