"""How many units may stand in a hex, and which together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.kit.bound.amounts import UNLIMITED, bind_amount, bind_changes, constant
from engine.kit.bound.citing import Rules, cites
from engine.kit.bound.subject import NEVER, KitSubject, Number
from engine.kit.play.state import KitState
from engine.mechanics.bits import bits
from engine.mechanics.procedure import Breach
from engine.play.words import listed

END_OF_MOVE: Final = "end_of_move"
ALWAYS_ASKED: Final = "always"
END_OF_PHASE: Final = "end_of_phase"


class StackLimits:
    """The block ``stacking`` of a file; without one there is no limit."""

    def __init__(self, field: Any) -> None:
        self.field, block = field, field.model.stacking
        self.block = block
        self.when = block.when if block else END_OF_MOVE
        self.counts = block.counts if block else "units"
        self.alike = block.alike or "" if block else ""
        self.apart = field.binder.bind(block.apart) if block is not None and block.apart else NEVER
        limit = block.limit if block else None
        self.there = limit is not None
        self._amount = bind_amount(field.binder, limit.value, UNLIMITED) if limit else None
        self._changes = bind_changes(field.binder, limit.changes if limit else ())
        known = constant(limit.value) if limit and not limit.changes else None
        self.plain = known if known is not None and self.counts == "units" and not self.alike else None
        """The limit where it is a number of units and nothing else is asked."""
        if self.apart is not NEVER:
            self.plain = None
        self.counts_steps = self.there and self.counts not in ("units", "size")
        """Whether a unit with another step may be too much where it stands."""
        lasting = known is not None and self.counts in ("units", "size", "steps")
        printed = self.apart is NEVER or self.apart.units is not None
        self.holds_always = lasting and printed and self.when != END_OF_PHASE
        """Whether a hex never holds more than it may: where the limit may change, or units may be shut in before the
        end of the phase, it can come to that."""
        self.rules: Rules = cites("stacking", (limit, ""), (block, "limit"))

    def fits(self, state: KitState, unit: int, h: int, coming: int = 0, leaving: int = 0) -> bool:
        """Whether a unit may stand in a hex with those of its side that are there, with ``coming`` ones and without
        ``leaving`` ones."""
        away = self._yielding(state, unit) | leaving
        others = (state.stacks.get(h, 0) & ~away | coming) & ~(1 << unit)
        if not others:
            return True
        if self.plain is not None:
            others &= ~self._uncounted(state)
            return (
                others.bit_count() < self.plain
                and not others & self.field.roster.of_side[1 - self.field.roster.side[unit]]
            )
        return not any(self.faults(state, unit, h, coming, leaving))

    def _yielding(self, state: KitState, unit: int) -> int:
        """The enemies of a unit that make room where it comes in, or that its side does not see."""
        field = self.field
        away = field.yielding if field.hiding is None else field.yielding | field.unseen_by(state, unit)
        return int(away & field.roster.of_side[1 - field.roster.side[unit]]) if away else 0

    def _uncounted(self, state: KitState) -> int:
        mask = 0
        for unit in state.carrier:
            mask |= 1 << unit
        return mask

    def _counted(self, state: KitState, mask: int, h: int) -> list[int]:
        carried = state.carrier
        return [
            u for u in bits(mask) if u not in carried and not self.apart.ask(KitSubject(self.field, state, -1, u, h))
        ]

    def count(self, state: KitState, units: list[int]) -> Number:
        """What units in one hex come to, by what is counted."""
        roster = self.field.roster
        if self.counts == "units":
            return len(units)
        if self.counts == "steps":
            return sum(state.steps[u] for u in units)
        if self.counts == "size":
            sizes: list[Number] = [roster.size[u] for u in units]
            return sum(sizes)
        figures: list[Number] = [self.field.value(state, u, self.counts) for u in units]
        return sum(figures)

    def limit_of(self, state: KitState, units: list[int], h: int) -> Number:
        """The greatest of the limits of the units in a hex."""
        found = []
        for u in units:
            subject = KitSubject(self.field, state, -1, u, h)
            assert self._amount is not None
            found.append(self._changes(self._amount(subject), subject))
        return max(found, default=0)

    def faults(self, state: KitState, unit: int, h: int, coming: int = 0, leaving: int = 0) -> Iterator[Breach]:
        """Why a unit may not stand in a hex; nothing where it may."""
        roster = self.field.roster
        away = self._yielding(state, unit) | leaving
        everybody = state.stacks.get(h, 0) & ~away | coming | 1 << unit
        if foes := everybody & roster.of_side[1 - roster.side[unit]]:
            names = self.field.called(state, roster.side[unit], foes)
            yield self.rules[0], f"{self.field.place(h)} is occupied by the enemy ({names})"
            return
        units = self._counted(state, everybody, h)
        if unit not in units or len(units) < 2:
            return
        others = listed(roster.names[u] for u in units if u != unit)
        if self.there:
            count, limit = self.count(state, units), self.limit_of(state, units, h)
            if count > limit:
                what = {"units": "units", "steps": "steps"}.get(self.counts, "points of stacking")
                for rule in self.rules:
                    yield (
                        rule,
                        (
                            f"{self.field.place(h)} holds {others}; with {roster.names[unit]} that is {_shown(count)} "
                            f"{what} where {_shown(limit)} may be"
                        ),
                    )
        if self.alike and not self._all_alike(units):
            for rule in cites("stacking", (self.block, "alike")):
                yield rule, f"{roster.names[unit]} cannot be together with {others}"

    def _all_alike(self, units: list[int]) -> bool:
        roster = self.field.roster
        if self.alike == "formation":
            return len({roster.formations[u][-1:] for u in units}) == 1
        if self.alike == "type":
            return len({roster.units[u].type for u in units}) == 1
        mask = roster.flags.get(self.alike, 0)
        return len({bool(mask >> u & 1) for u in units}) == 1

    def crowded(self, state: KitState) -> list[int]:
        """The hexes that hold more than they may now."""
        if not self.there and not self.alike:
            return []
        found = []
        for h, mask in state.stacks.items():
            if mask & (mask - 1) and any(self.faults(state, next(bits(mask)), h)):
                found.append(h)
        return found


def _shown(number: Any) -> str:
    return f"{float(number):g}"
