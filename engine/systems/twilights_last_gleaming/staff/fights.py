"""The TLG2 staff in the combat phase: who attacks whom, so that every duty is met and most is gained."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
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
        self._known: dict[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], Attack] = {}

    def plan(self) -> list[Attack]:
        """The attacks that are worth most together, those on objectives and the surest first."""
        best: list[Attack] = []
        best_worth = -float("inf")
        for allotted in self._allotments():
            attacks = self._attacks(allotted)
            if attacks is None:
                continue
            worth = sum(attack.worth for attack in attacks)
            if worth > best_worth:
                best, best_worth = attacks, worth
        best = self._with_guns(best)
        return sorted(best, key=lambda attack: (-sum(self.view.prize(h) for h in attack.targets), -attack.worth))

    def _allotments(self) -> Iterator[dict[int, int]]:
        """Every way to give each unit in contact one target hex; the weakest defended hexes come first."""
        units = sorted(self.net.hexes, key=lambda u: -self.view.strength(u))
        choices = [sorted(self.net.hexes[u], key=self.view.defence) for u in units]
        for picks in islice(product(*choices), _COMBINATIONS):
            yield dict(zip(units, picks, strict=True))

    def _attacks(self, allotted: dict[int, int]) -> list[Attack] | None:
        """The attacks of an allotment; enemies left out are joined to an attack. None when that cannot be."""
        groups: dict[int, list[int]] = {}
        for unit, h in allotted.items():
            groups.setdefault(h, []).append(unit)
        targets = {h: [h] for h in groups}
        for left in self.net.owed_hexes - groups.keys():
            for h, units in groups.items():
                if all(left in self.net.hexes[u] for u in units):
                    targets[h].append(left)
                    break
            else:
                return None
        return [self._attack(tuple(sorted(targets[h])), tuple(sorted(units)), ()) for h, units in groups.items()]

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
