"""Who could attack whom, who is owed a combat, and which attacks leave none without a partner.

Units that may attack and hexes that may be attacked make a graph. Any graph without lonely members falls apart into
stars, and a star is a legal attack (many on one, or one on many). So all that is owed can be met as long as nobody who
is owed a combat has lost the last partner.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Final

Attack = tuple[frozenset[int], frozenset[int]]
"""The hexes attacked, and the units that attack."""
MayLeave = Callable[[frozenset[int], frozenset[int]], bool]
"""Whether an attack on hexes may leave some others, which are owed a combat, without a partner."""
_NOWHERE: Final = frozenset[int]()


def nobody_is_left(targets: frozenset[int], hexes: frozenset[int]) -> bool:
    """Whether an attack leaves no hex without a partner: the answer where none may be left."""
    return not hexes


@dataclass(frozen=True, slots=True)
class ContactNet:
    """The contacts of a moment: units that may still attack, and hexes that may still be attacked."""

    hexes: dict[int, frozenset[int]]
    """For each unit in contact the hexes it could attack."""
    units: dict[int, frozenset[int]]
    """For each hex in contact the units that could attack it."""
    bound: frozenset[int]
    """The units that no attack may leave without a partner."""
    owed_hexes: frozenset[int]
    """The hexes that are owed a combat, and have a partner."""

    def left_over(self, targets: Collection[int], attackers: Collection[int]) -> tuple[frozenset[int], frozenset[int]]:
        """The bound units and owed hexes whose last partners an attack would take away."""
        t, a = frozenset(targets), frozenset(attackers)
        # Only those in contact with a unit in the attack can lose a partner by it.
        units = {u for h in t if h in self.units for u in self.units[h] if u in self.bound and u not in a}
        hexes = {h for u in a if u in self.hexes for h in self.hexes[u] if h in self.owed_hexes and h not in t}
        return (
            frozenset([u for u in units if self.hexes[u] <= t]),
            frozenset([h for h in hexes if self.units[h] <= a]),
        )

    def out_of_reach(self, targets: Iterable[int], attackers: Iterable[int]) -> bool:
        """Whether one of the attackers does not reach one of the targets."""
        return any(h not in self.hexes.get(u, _NOWHERE) for u in attackers for h in targets)

    def closure(
        self,
        targets: Iterable[int],
        attackers: Iterable[int],
        may_leave: MayLeave | None = nobody_is_left,
        *,
        several: bool = True,
    ) -> Attack | None:
        """A smallest attack that holds these targets and attackers and leaves none without a partner.

        None where there is no such attack: it would need attackers that do not reach all its targets. ``may_leave``
        says which hexes may be left; None where nothing is owed. ``several`` is False where an attack is on one hex.
        """
        t, a = frozenset(targets), frozenset(attackers)
        if self.out_of_reach(t, a):
            return None
        if may_leave is None:
            return t, a
        units, left = self.left_over(t, a)
        while units:
            a |= units
            if self.out_of_reach(t, units):
                return None
            units, left = self.left_over(t, a)
        if may_leave(t, left):
            return t, a
        if not several:
            return None
        wider = (self.closure(t | {h}, a, may_leave) for h in sorted(left))
        return next((found for found in wider if found), None)

    def in_common(self, targets: Collection[int]) -> list[int]:
        """The units that reach all of some hexes, in order."""
        return sorted(frozenset[int].intersection(*[self.units.get(h, _NOWHERE) for h in targets]) if targets else ())
