"""The TLG2 staff in the combat phase: who attacks whom, so that every duty is met and most is gained."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import inf
from typing import Final, NamedTuple, TypeAlias

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import attack_of
from engine.mechanics.bits import bits
from engine.play import Action
from engine.systems.twilights_last_gleaming import battle, contact
from engine.systems.twilights_last_gleaming.staff.ground import THIN, Stakes
from engine.systems.twilights_last_gleaming.staff.view import View

_COMBINATIONS: Final = 600
"""The most allotments of attackers to targets that are weighed; the likely ones come first."""


class Attack(NamedTuple):
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

    def stands(self, view: View) -> bool:
        """Whether it may be made now; guns alone make it only where it brings something."""
        fought = view.state.fought
        if not (self.near or self.worth > 0) or any(fought >> u & 1 for u in (*self.near, *self.guns)):
            return False
        targets, attackers, _ = attack_of(self.action)
        return not any(battle.breaches(view.rules.field, view.state, view.side, targets, attackers))


Allotted: TypeAlias = dict[int, Attack]
"""The attacks of an allotment by the place of their first unit in the knot."""

Choices: TypeAlias = tuple[tuple[int, ...], ...]
"""For each unit of a knot the target hexes that are tried."""


Standing: TypeAlias = tuple[int, int, int, Stakes]
"""How an attack stands with the guns it has: its strength, that of the defenders, the shifts, what is at stake."""


class Knot:
    """Units in contact, the strongest first, whose enemies nobody else is in contact with."""

    def __init__(self, units: tuple[int, ...], net: contact.Contacts, attack: Callable[..., Attack]) -> None:
        self.units = units
        self.hexes = [net.hexes[u] for u in units]
        """The enemy hexes that each of them is in contact with."""
        self.near = frozenset[int]().union(*self.hexes)
        self.owed = net.owed_hexes & self.near
        """Those of them that must be attacked."""
        self.attack = attack
        """Gives the attack on some targets by some units."""
        self._solved: dict[Choices, Allotted | None] = {}
        self._allotments: dict[tuple[int, ...], Allotted | None] = {}

    def is_of(self, units: tuple[int, ...], net: contact.Contacts) -> bool:
        """Whether it is of these units and the enemies that they are in contact with, who are owed what they were."""
        return (
            self.units == units
            and self.hexes == [net.hexes[u] for u in units]
            and self.owed == net.owed_hexes & self.near
        )

    def best(self, choices: Choices) -> Allotted | None:
        """The attacks of the allotment that is worth most, the first of equals; None if none will do."""
        if choices not in self._solved:
            self._solved[choices] = self._best(choices)
        return self._solved[choices]

    def _best(self, choices: Choices) -> Allotted | None:
        best: Allotted | None = None
        best_worth = -inf
        for picks in product(*choices):
            attacks = self._allotted(picks)
            if attacks is not None:
                worth = sum(attacks[place].worth for place in sorted(attacks))
                if worth > best_worth:
                    best, best_worth = attacks, worth
        return best

    def _allotted(self, picks: tuple[int, ...]) -> Allotted | None:
        """The attacks when the units are allotted these hexes; see `attacks`."""
        if picks not in self._allotments:
            self._allotments[picks] = self.attacks(picks)
        return self._allotments[picks]

    def attacks(self, picks: tuple[int, ...]) -> Allotted | None:
        """The attacks of an allotment, by the place of their first unit; enemies left out join one.

        None when somebody is left out whom no attack can take in.
        """
        groups: dict[int, list[int]] = {}
        for place, h in enumerate(picks):
            groups.setdefault(h, []).append(place)
        targets = {h: [h] for h in groups}
        for left in self.owed - groups.keys():
            for h, places in groups.items():
                if all(left in self.hexes[place] for place in places):
                    targets[h].append(left)
                    break
            else:
                return None
        return {
            places[0]: self.attack(tuple(sorted(targets[h])), tuple(sorted([self.units[place] for place in places])))
            for h, places in groups.items()
        }


class Fights:
    """Plans the rest of a combat phase.

    ``before``: what was planned earlier in the phase; where nobody has changed since, it is not found out again.
    """

    def __init__(self, view: View, before: Fights | None = None) -> None:
        self.view = view
        self.rules, self.state, self.side = view.rules, view.state, view.side
        self.net = contact.contacts(self.rules.field, self.state, self.side)
        self._units = sorted(self.net.hexes, key=lambda u: -view.strength(u))
        """The units in contact, the strongest first."""
        options = self.rules.field.options
        self._entangled = options["enfilade_counts_bombardment"] or options["attenuating_units"] == "uninvolved"
        """Whether a gun that bombards changes more of an attack than its strength."""
        self._odds: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, int, int]] = {}
        self._shots: dict[tuple[int, tuple[int, ...]], int] = {}
        self._stakes: dict[tuple[tuple[int, ...], tuple[int, ...]], Stakes] = {}
        self._knots: dict[int, Knot] = {}
        """The knots by their first unit."""
        self._known: dict[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], Attack] = {}
        self._targets: frozenset[int] = frozenset()
        self._reached: dict[int, tuple[int, list[int]]] = {}
        """For each gun where it stood when it was asked about, and which of those targets it could bombard."""
        self._where, self._steps = [*self.state.where], bytes(self.state.steps)
        """Where every unit stands as this is planned, and its steps."""
        self._turn = self.state.turn
        if before is not None and before.is_of_phase(view):
            self._take_over(before)

    def is_of_phase(self, view: View) -> bool:
        """Whether a position is in the combat phase that this was planned in."""
        return (self.rules, self.side, self._turn) == (view.rules, view.side, view.state.turn)

    def _take_over(self, before: Fights) -> None:
        """Take over what was found out earlier in the phase about enemies near whom nobody has changed."""
        stale = self._changed_near(before)
        self._odds = {key: found for key, found in before._odds.items() if stale.isdisjoint(key[0])}
        self._stakes = {key: found for key, found in before._stakes.items() if stale.isdisjoint(key[1])}
        # Who stands in the line of a gun may be far off.
        self._known = {key: found for key, found in before._known.items() if not key[2] and stale.isdisjoint(key[0])}
        self._targets, self._reached = before._targets, before._reached
        self._knots = {first: knot for first, knot in before._knots.items() if stale.isdisjoint(knot.near)}

    def _changed_near(self, before: Fights) -> set[int]:
        """The hexes in and next to which anybody has come, gone or lost a step since an earlier plan, and those of
        enemies who are hemmed in: whether they may go back depends on others farther off."""
        stood, steps = zip(before._where, self._where, strict=True), zip(before._steps, self._steps, strict=True)
        changed = {h for was, now in stood if was != now for h in (was, now)}
        changed.update(self._where[u] for u, (had, has) in enumerate(steps) if had != has)
        changed = {h for h in changed if h >= 0}
        stacks, ring1, passable = self.state.stacks, self.rules.field.grid.ring1, self.rules.field.ground.passable
        hemmed = [h for h in self.net.targets if all(map(stacks.__contains__, passable[h]))]
        return changed.union(hemmed, *[ring1[h] for h in changed])

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
        knots = [(places, self._knot(places)) for places in self._joined()]
        best: dict[int, Attack] = {}
        best_worth = -inf
        for block in _blocks(choices):
            found: dict[int, Attack] = {}
            for places, knot in knots:
                attacks = knot.best(tuple([tuple(block[place]) for place in places]))
                if attacks is None:
                    break
                for first, attack in attacks.items():
                    found[places[first]] = attack
            else:
                worth = sum(found[place].worth for place in sorted(found))
                if worth > best_worth:
                    best, best_worth = found, worth
        return [best[place] for place in sorted(best)]

    def _joined(self) -> list[list[int]]:
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

    def _knot(self, places: Sequence[int]) -> Knot:
        """A knot by the places of its units, with what is known about it from before."""
        units = tuple([self._units[place] for place in places])
        knot = self._knots.get(units[0])
        if knot is not None and knot.is_of(units, self.net):
            knot.attack = self._attack
        else:
            knot = self._knots[units[0]] = Knot(units, self.net, self._attack)
        return knot

    def _fire(self) -> dict[int, list[int]]:
        """For each gun that may bombard, the hexes that it could: as `contact.bombarders` says it of each hex."""
        field, state = self.rules.field, self.state
        out = state.fought | state.owed | state.displaced
        guns = [u for u in bits(field.roster.guns & field.roster.of_side[self.side] & ~out) if state.where[u] >= 0]
        come = [h for h in self.net.targets if h not in self._targets]
        before, self._reached, self._targets = self._reached, {}, frozenset(self.net.targets)
        for gun in guns:
            at, (stood, known) = state.where[gun], before.get(gun, (NOWHERE, []))
            if stood == at:
                hexes = sorted([h for h in known if h in self._targets] + self._in_reach(gun, come))
            else:
                hexes = self._in_reach(gun, self.net.targets)
            self._reached[gun] = at, hexes
        return {gun: hexes for gun in guns if (hexes := self._reached[gun][1])}

    def _in_reach(self, gun: int, targets: Iterable[int]) -> list[int]:
        """Those of some targets that a gun could bombard from where it stands."""
        field, lines, at = self.rules.field, self.view.ground.lines, self.state.where[gun]
        row, beside, span = self.view.ground.distances[at], field.ground.control[at], field.roster.range[gun]
        return [h for h in targets if row[h] <= span and h not in beside and lines[h][at] is not None]

    def _attack(self, targets: tuple[int, ...], near: tuple[int, ...], guns: tuple[int, ...] = ()) -> Attack:
        key = (targets, near, guns)
        known = self._known.get(key)
        if known is None:
            column = self._column(targets, near, guns)
            known = Attack(targets, near, guns, self._worth(column, near, targets), column)
            self._known[key] = known
        return known

    def _column(self, targets: tuple[int, ...], near: tuple[int, ...], guns: tuple[int, ...]) -> int:
        """The column of an attack, as `battle.odds` has it: of guns that bombard only the strengths are added."""
        if guns and self._entangled:
            return battle.odds(self.rules.field, self.state, targets, (*near, *guns)).column
        attack, defence, shift = self._odds_of(targets, near, guns)
        return self.view.column(attack + sum(self._shot(gun, targets) for gun in guns), defence, shift)

    def _odds_of(self, targets: tuple[int, ...], near: tuple[int, ...], guns: tuple[int, ...]) -> tuple[int, int, int]:
        """Attack, defence and shifts of an attack without what its guns add; see `StaffGround.odds`."""
        key = (targets, near)
        known = self._odds.get(key)
        if known is None:
            known = self._odds[key] = self.view.ground.odds(self.state, targets, near, guns)
        return known

    def _shot(self, gun: int, targets: tuple[int, ...]) -> int:
        """The strength of a gun that bombards several hexes, or one: where it does most (7.6)."""
        key = (gun, targets)
        known = self._shots.get(key)
        if known is None:
            known = self._shots[key] = max([self._shot_at(gun, h) for h in targets], default=1) or 1
        return known

    def _shot_at(self, gun: int, h: int) -> int:
        """The strength of a gun that bombards a hex in range, 0 where it cannot: as `battle.bombarding` says it of one
        that may fire at all."""
        field, state, ground = self.rules.field, self.state, self.view.ground
        at, span = state.where[gun], field.roster.range[gun]
        distance = ground.distances[at][h]
        if distance > span or h in field.ground.control[at] or (line := ground.lines[h][at]) is None:
            return 0
        weak = line is THIN or 2 * distance > span or not state.stacks.keys().isdisjoint(line)
        return 1 if weak else field.roster.factor(gun, state.steps[gun])

    def _worth(self, column: int, near: tuple[int, ...], targets: tuple[int, ...]) -> float:
        """What an attack at a column may bring, whatever guns add to it."""
        return self._stakes_of(near, targets).at(column)

    def _stakes_of(self, near: tuple[int, ...], targets: tuple[int, ...]) -> Stakes:
        known = self._stakes.get((near, targets))
        if known is None:
            known = self._stakes[near, targets] = self.view.stakes(near, targets)
        return known

    def _with_guns(self, attacks: list[Attack]) -> list[Attack]:
        """Give each gun that may bombard to the attack it helps most, or to a target of its own.

        Bombarding guns suffer nothing, so that any shot is better than none.
        """
        plan = {attack.targets: attack for attack in attacks}
        reach = self._fire()
        attack_on = {h: attack.targets for attack in attacks for h in attack.targets}
        for h in sorted({h for hexes in reach.values() for h in hexes}):
            if h not in attack_on and h not in self.net.owed_hexes:
                attack_on[h] = (h,)
                plan[(h,)] = Attack((h,), (), (), 0.0, 0)
        behind: dict[tuple[int, ...], Standing] = {}
        for gun in sorted(reach.keys() - self.net.hexes.keys()):
            offers = [
                (self._with_gun(plan[targets], gun, behind) - plan[targets].worth, targets)
                for targets in {attack_on[h] for h in reach[gun] if h in attack_on}
            ]
            if offers:
                old = plan[max(offers)[1]]
                plan[old.targets] = self._attack(old.targets, old.near, (*old.guns, gun))
                behind.pop(old.targets, None)
        return [attack for attack in plan.values() if attack.near or attack.guns]

    def _with_gun(self, attack: Attack, gun: int, behind: dict[tuple[int, ...], Standing]) -> float:
        """What an attack is worth with one more gun; ``behind`` remembers how attacks stand without it."""
        targets, near = attack.targets, attack.near
        if self._entangled:
            return self._worth(self._column(targets, near, (*attack.guns, gun)), near, targets)
        known = behind.get(targets)
        if known is None:
            strength, defence, shift = self._odds_of(targets, near, (*attack.guns, gun))
            strength += sum(self._shot(other, targets) for other in attack.guns)
            known = behind[targets] = strength, defence, shift, self._stakes_of(near, targets)
        strength, defence, shift, stakes = known
        return stakes.at(self.view.column(strength + self._shot(gun, targets), defence, shift))


def _blocks(choices: Sequence[Sequence[int]]) -> Iterator[list[Sequence[int]]]:
    """The first combinations of some choices, the last varying first, in blocks: in each of them every choice that
    is left to a unit goes with every other, so that knots can be solved one by one."""
    left, sizes = _COMBINATIONS, [1]
    for options in reversed(choices):
        sizes.append(sizes[-1] * len(options))
    picks: list[Sequence[int]] = []
    for options, size in zip(choices, reversed(sizes[:-1]), strict=True):
        whole = min(left // size, len(options))
        if whole:
            rest = choices[len(picks) + 1 :]
            yield [*picks, options[:whole], *rest]
            left -= whole * size
        if not left or whole == len(options):
            return
        picks.append(options[whole : whole + 1])
