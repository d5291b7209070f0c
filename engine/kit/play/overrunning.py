"""Overruns: a unit that moves enters the hex of much weaker enemies, who are eliminated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.kit.bound.citing import Rules, cites
from engine.kit.bound.subject import KitSubject, Number
from engine.kit.bound.words import exact
from engine.kit.combat.losses import leave
from engine.kit.play.state import KitState
from engine.mechanics.bits import bits
from engine.mechanics.hexes.movement import Toll
from engine.mechanics.procedure import Breach
from engine.play import Step


@dataclass(frozen=True, slots=True)
class OverrunToll(Toll):
    """What steps cost a unit that overruns: in and out of enemy zones, and more into the hexes of who is overrun."""

    inner: Toll | None = None
    """What zones do; None where they do no more than stop it."""
    hexes: frozenset[int] = frozenset()
    more: int = 0
    """What an overrun costs more, in parts of a movement point."""

    def price(self, a: int, b: int, cost: int, *, first: bool) -> int | None:
        paid = cost if self.inner is None else self.inner.price(a, b, cost, first=first)
        return paid if paid is None or b not in self.hexes else paid + self.more

    def bars(self, a: int, b: int) -> bool:
        """Whether zones prohibit a step in any case."""
        barred = getattr(self.inner, "bars", None)
        return barred is not None and bool(barred(a, b))


class Overrunning:
    """The key ``enemies`` of the block ``movement``, where it has an overrun.

    A way is judged by the position in which the move begins: until the unit comes, the zones of whom it overruns are
    there.
    """

    def __init__(self, field: Any, block: Any) -> None:
        overrun = block.enemies.overrun
        self.field = field
        self.ratio = exact(overrun.ratio)
        self.more = int(exact(overrun.cost) * field.parts)
        self.rules: Rules = cites("movement", (overrun, ""), (block.enemies, "overrun"), (block, "enemies"))

    # -- who is weak enough -----------------------------------------------------------------------------------

    def hexes(self, state: KitState, unit: int) -> frozenset[int]:
        """The hexes with enemies that a unit may overrun, as far as its side knows who stands there."""
        seen = self._enemies(unit) & ~self.field.unseen_by(state, unit)
        found = ((h, mask & seen) for h, mask in state.stacks.items())
        return frozenset([h for h, foes in found if foes and self.may(state, unit, foes)])

    def may(self, state: KitState, unit: int, foes: int) -> bool:
        """Whether a unit may overrun some enemies in one hex: all are known, and together they are weak enough."""
        if self._unknown(state, unit, foes):
            return False
        return self._defence(state, foes) * self.ratio < self._attack(state, unit)

    def enemies_at(self, state: KitState, unit: int, h: int) -> int:
        """The enemies of a unit in a hex that do not make room, as a mask."""
        return state.stacks.get(h, 0) & self._enemies(unit)

    def _enemies(self, unit: int) -> int:
        roster = self.field.roster
        return int(roster.of_side[1 - roster.side[unit]] & ~self.field.yielding)

    def _unknown(self, state: KitState, unit: int, foes: int) -> bool:
        """Whether the sides do not know of one another how strong they are."""
        field = self.field
        if field.hiding is None:
            return False
        side = field.roster.side[unit]
        if field.hiding.hidden(state, side) & foes:
            return True
        # What the other side may ask about a unit that it does not know says nothing of its strength.
        return field.active_side(state) == 1 - side and bool(field.hiding.hidden(state, 1 - side) >> unit & 1)

    def _attack(self, state: KitState, unit: int) -> Number:
        field, kind = self.field, self.field.combat.kinds[0]
        if field.cannot(state, unit, kind.name):
            return 0
        strength: Number = kind.attack(KitSubject(field, state, field.roster.side[unit], unit))
        return strength

    def _defence(self, state: KitState, foes: int) -> Number:
        field, kind, total = self.field, self.field.combat.kinds[0], exact(0)
        for u in bits(foes):
            if not field.cannot(state, u, "defend"):
                total += kind.defence(KitSubject(field, state, 1 - field.roster.side[u], u))
        return total

    # -- the move ---------------------------------------------------------------------------------------------

    def toll(self, hexes: frozenset[int], inner: Toll | None, zone: bytearray) -> Toll | None:
        """What steps cost a unit that may overrun the enemies in some hexes."""
        if not hexes or not self.more:
            return inner
        return OverrunToll(zone, inner=inner, hexes=hexes, more=self.more)

    def run_over(self, state: KitState, unit: int, h: int, step: Step) -> None:
        """A unit comes into a hex: the enemies there are eliminated."""
        for u in bits(self.enemies_at(state, unit, h)):
            leave(self.field, state, u, self.rules[0], step)

    def faults(self, state: KitState, unit: int, h: int, foes: int) -> Iterator[Breach]:
        """Why a unit may not overrun the enemies in a hex."""
        field, name = self.field, self.field.roster.names[unit]
        said = f"{field.place(h)} is occupied by the enemy ({field.called(state, field.roster.side[unit], foes)})"
        if self._unknown(state, unit, foes):
            why = "unknown units cannot be overrun"
        else:
            theirs, most = float(self._defence(state, foes)), float(self._attack(state, unit) / self.ratio)
            why = f"its strength is {theirs:g}, and {name} may overrun less than {most:g}"
        yield from ((rule, f"{said}; {why}") for rule in self.rules)


def toll_rules(field: Any, toll: Toll | None, path: Sequence[int]) -> Rules:
    """The paragraphs of what a way costs besides the ground: of zones, and of overruns on it."""
    zoned = toll.inner if isinstance(toll, OverrunToll) else toll
    rules: Rules = () if zoned is None else field.cites("zones", "enter")
    if isinstance(toll, OverrunToll) and not toll.hexes.isdisjoint(path):
        rules += field.overrunning.rules
    return rules


def is_held_up(field: Any, state: KitState, unit: int, h: int) -> bool:
    """Whether enemies keep a unit out of a hex of its way, as they are now."""
    foes = state.stacks.get(h, 0) & field.roster.of_side[1 - field.roster.side[unit]] & ~field.yielding
    return bool(foes) and (field.overrunning is None or not field.overrunning.may(state, unit, foes))
