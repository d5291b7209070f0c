"""Leaders: what they lend to units about them, and who is led."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kit.bound.amounts import bind_amount
from engine.kit.bound.subject import KitSubject, Number
from engine.kit.play.state import KitState


class Leading:
    """The block ``leaders``."""

    def __init__(self, field: Any) -> None:
        self.field = field
        binder = field.binder
        self.entries = [
            (
                binder.bind(entry.who),
                [(loan, binder.bind(loan.only)) for loan in entry.lends],
                None if entry.command is None else bind_amount(binder, entry.command),
            )
            for entry in field.model.leaders
        ]

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
