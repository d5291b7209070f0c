"""Leaders: what they lend to units about them, and who is led."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.kit.bound.amounts import bind_amount
from engine.kit.bound.citing import cites
from engine.kit.bound.subject import KitSubject, Number
from engine.kit.combat.losses import leave
from engine.kit.play.state import KitState
from engine.mechanics.bits import bits
from engine.mechanics.dice import DiceThrow
from engine.mechanics.hexes.results import relocate
from engine.play import Step

_NOBODY: Final = -1
"""The command of a leader for whom the file says none: it reaches not even its own hex."""


class Leading:
    """The block ``leaders``."""

    def __init__(self, field: Any) -> None:
        self.field = field
        binder = field.binder
        self.entries = [
            (
                binder.bind(entry.who),
                [(loan, binder.bind(loan.only)) for loan in entry.lends],
                None if entry.command is None else bind_amount(binder, entry.command, _NOBODY),
            )
            for entry in field.model.leaders
        ]
        self.alone = [entry.alone for entry in field.model.leaders]
        self.lost = [
            None if entry.lost is None else (DiceThrow.of(entry.lost.dice), bind_amount(binder, entry.lost.at_most))
            for entry in field.model.leaders
        ]
        """By entry the dice by which leaders are lost, and the number that loses them."""
        self.endangered = any(self.lost)

    def _leaders(self, state: KitState, side: int, number: int) -> Iterator[int]:
        """The leaders of an entry on the map, of one side."""
        who = self.entries[number][0]
        for u in self.field.roster.side_units[side]:
            if state.where[u] >= 0 and who.ask(KitSubject(self.field, state, side, u)):
                yield u

    def lent(self, state: KitState, unit: int, value: str) -> Number | None:
        """What leaders lend a unit of a value; None where none lends it any."""
        field, found = self.field, list[Number]()
        taken = "best"
        side = field.roster.side[unit]
        for number, (_, loans, _) in enumerate(self.entries):
            for loan, only in loans:
                if loan.value != value or not only.ask(KitSubject(field, state, side, unit)):
                    continue
                taken = loan.take
                leaders = [u for u in self._leaders(state, side, number) if self._lends(state, u, unit, loan.to)]
                found += [field.value(state, u, value) for u in leaders]
        if not found:
            return None
        return max(found) if taken == "best" else sum(found)

    def _lends(self, state: KitState, leader: int, unit: int, to: Any) -> bool:
        roster, where = self.field.roster, state.where
        if where[unit] < 0 or leader == unit:
            return False
        if to == "stack":
            return where[leader] == where[unit]
        if to == "formation":
            return self._of_his(leader, unit)
        return bool(self.field.distance(where[leader], where[unit]) <= to) and roster.side[leader] == roster.side[unit]

    def _of_his(self, leader: int, unit: int) -> bool:
        """Whether a unit belongs to the formation of a leader; to one without a formation all do."""
        own, theirs = self.field.roster.formations[leader], self.field.roster.formations[unit]
        return bool(theirs[: len(own)] == own)

    def is_leader(self, state: KitState, unit: int) -> bool:
        """Whether a unit is a leader."""
        return self._entry_of(state, unit) >= 0

    def leads(self, state: KitState, leader: int, unit: int) -> bool:
        """Whether a leader commands a unit where it stands."""
        field, number = self.field, self._entry_of(state, leader)
        if number < 0 or leader == unit or state.where[unit] < 0 or not self._of_his(leader, unit):
            return False
        command = self.entries[number][2]
        reach = 0 if command is None else command(KitSubject(field, state, -1, leader))
        return bool(field.distance(state.where[leader], state.where[unit]) <= reach)

    def led(self, state: KitState, unit: int) -> bool:
        """Whether a leader commands a unit where it stands."""
        field, at = self.field, state.where[unit]
        if at < 0:
            return False
        side = field.roster.side[unit]
        for number, (_, _, command) in enumerate(self.entries):
            for leader in self._leaders(state, side, number):
                if leader == unit or not self._of_his(leader, unit):
                    continue
                reach = 0 if command is None else command(KitSubject(field, state, side, leader))
                if field.distance(state.where[leader], at) <= reach:
                    return True
        return False

    # -- what befalls them ------------------------------------------------------------------------------------

    def _entry_of(self, state: KitState, unit: int) -> int:
        """The entry of the file that a unit is a leader by; -1 for none."""
        subject = KitSubject(self.field, state, -1, unit)
        return next((number for number, (who, _, _) in enumerate(self.entries) if who.ask(subject)), -1)

    def endanger(self, state: KitState, hurt: int, h: int, step: Step) -> None:
        """A unit in a hex has lost a step: its leaders there may be lost too."""
        field = self.field
        for unit in bits(state.stacks.get(h, 0) & ~(1 << hurt)):
            number = self._entry_of(state, unit)
            risk = self.lost[number] if number >= 0 else None
            if risk is None:
                continue
            throw, most = risk
            die = throw.total(throw.throw(state, step))
            lost = die <= most(KitSubject(field, state, -1, unit))
            rule = self._rule(number, "lost")
            step.say("check", field.cite(rule), unit=field.roster.keys[unit], die=die, passed=not lost)
            if lost:
                leave(field, state, unit, rule, step)

    def _rule(self, number: int, key: str) -> str:
        entry = self.field.model.leaders[number]
        return cites("leaders", (getattr(entry, key), "") if key == "lost" else (None, ""), (entry, key))[0]

    def make_room(self, state: KitState, side: int, h: int, step: Step) -> None:
        """A unit of a side comes into a hex: enemy leaders who are alone there go to the nearest hex with a unit of
        their own, or die, as the file says."""
        field = self.field
        there = state.stacks.get(h, 0) & field.roster.of_side[1 - side]
        if not there or there & ~field.yielding:
            return
        for unit in bits(there):
            number = self._entry_of(state, unit)
            rule = self._rule(number, "alone")
            refuge = self._refuge(state, unit) if self.alone[number] == "displace" else -1
            if refuge >= 0:
                relocate(field, state, unit, refuge, "displaced", rule, step)
            else:
                leave(field, state, unit, rule, step)

    def _refuge(self, state: KitState, unit: int) -> int:
        """The nearest hex with a unit of its side that is no such leader; -1 for none."""
        field, at = self.field, state.where[unit]
        own = field.roster.of_side[field.roster.side[unit]] & ~field.yielding
        hexes = [h for h, mask in state.stacks.items() if mask & own and field.stacking.fits(state, unit, h)]
        return min(hexes, key=lambda h: (field.distance(at, h), h), default=-1)
