"""Combat by buckets of dice: each unit throws, each die hits or misses, and hits are losses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from engine.kit.attack import KitAttack
from engine.kit.bound.subject import KitSubject
from engine.kit.combat import retreating
from engine.kit.combat.battle import KitBattle
from engine.kit.combat.kinds import BoundBuckets, BoundKind
from engine.kit.combat.legality import fights, supports
from engine.kit.combat.memory import Conflict, attack_in
from engine.kit.combat.running import run
from engine.kit.combat.shifts import DICE
from engine.kit.play.frames import KitFrame
from engine.kit.play.state import KitState
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes.results import alive
from engine.mechanics.procedure import Asking, Breach
from engine.play import Action, Decision, Step

TOGETHER = "together"
BEFORE = "before"
NOBODY = "none"
Throwing = tuple[bool, int]
"""Units that throw at once: whether they are those of the defender, and their mask."""
Hits = tuple[bool, int]
"""Hits of a side: whether they are those of the defender, and how many."""


@dataclass(frozen=True)
class KitBuckets(Conflict):
    """A combat by buckets in progress."""

    throwers: int = 0
    """The units of the attacker that throw."""
    round: int = 0
    """How many rounds have begun."""
    asked: int = 0
    """How many sides have been asked whether they go on."""
    waiting: tuple[Throwing, ...] = ()
    """Who still throws in this round."""
    more: tuple[tuple[int, int], ...] = ()
    """By attacker the dice that changes add to his own in this round, or take from them."""
    hits: tuple[Hits, ...] = ()
    """Hits that have been thrown and not been suffered yet."""

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        kind: BoundKind = field.combat.kinds[self.kind]
        assert kind.buckets is not None
        if self.hits:
            (turned, hits), *rest = self.hits
            state.replace(replace(self, hits=tuple(rest)))
            run(state, kind.buckets.hits, self.side, hits=hits, turned=turned)
        elif self.waiting:
            number = len(self.waiting) if _at_once(kind.buckets) else 1
            now, later = self.waiting[:number], self.waiting[number:]
            thrown = tuple(
                (turned, hits) for turned, mask in now if (hits := self._throw(field, state, kind, turned, mask, step))
            )
            state.replace(replace(self, waiting=later, hits=thrown))
        elif self._goes_on(field, state, kind):
            self._next(field, state, kind)
        else:
            state.replace(KitBattle(**{each.name: getattr(self, each.name) for each in fields(KitBattle)}))

    # -- rounds -----------------------------------------------------------------------------------------------

    def _goes_on(self, field: Any, state: KitState, kind: BoundKind) -> bool:
        """Whether a further round is fought: both sides still have units in the fight."""
        assert kind.buckets is not None
        if not self.round:
            return True
        if self.round >= kind.buckets.rounds:
            return False
        return bool(self._attackers(field, state, kind) and self._defenders(state))

    def _next(self, field: Any, state: KitState, kind: BoundKind) -> None:
        """Ask the sides whether they go on, the attacker first; then the next round begins."""
        assert kind.buckets is not None
        if self.round and self.asked < 2:
            state.replace(replace(self, asked=self.asked + 1))
            side = 1 - self.side if self.asked else self.side
            mask = self._defenders(state) if self.asked else self._attackers(field, state, kind)
            state.push(BetweenRounds(side, mask, kind.number))
            return
        waiting = tuple(self._order(field, state, kind, kind.buckets))
        more = self._shared(field, state, kind)
        state.replace(replace(self, round=self.round + 1, asked=0, waiting=waiting, more=more))

    def _attackers(self, field: Any, state: KitState, kind: BoundKind) -> int:
        """The attackers that are still in the fight."""
        return mask_of(
            u
            for u in bits(alive(state, self.throwers))
            if fights(field, state, kind, u, self.targets) or supports(field, state, kind, u, self.targets)
        )

    def _defenders(self, state: KitState) -> int:
        """The defenders that are still in the hexes attacked."""
        return mask_of(u for u in bits(alive(state, self.defenders)) if state.where[u] in self.targets)

    def _order(self, field: Any, state: KitState, kind: BoundKind, buckets: BoundBuckets) -> Iterator[Throwing]:
        """Who throws in a round, one after the other."""
        ours = self._attackers(field, state, kind)
        theirs = mask_of(u for u in bits(self._defenders(state)) if not field.cannot(state, u, "defend"))
        if buckets.returns == NOBODY:
            theirs = 0
        if buckets.order:
            units = [(field.value(state, u, buckets.order), 0, u) for u in bits(theirs)]
            units += [(field.value(state, u, buckets.order), 1, u) for u in bits(ours)]
            for _, of_attacker, unit in sorted(units):
                yield not of_attacker, 1 << unit
            return
        both: list[Throwing] = [(False, ours), (True, theirs)]
        yield from (each for each in (both[::-1] if buckets.returns == BEFORE else both) if each[1])

    # -- dice -------------------------------------------------------------------------------------------------

    def _shared(self, field: Any, state: KitState, kind: BoundKind) -> tuple[tuple[int, int], ...]:
        """How the dice that changes add or take are shared among the attackers of a round."""
        subject = KitSubject(field, state, self.side, attack=attack_in(field, state))
        units = list(bits(self._attackers(field, state, kind)))
        numbers = [dice_of(kind, subject, u) for u in units]
        shared = numbers.copy()
        if shared:
            add_dice(shared, more_dice(kind, subject))
        return tuple((u, now - own) for u, own, now in zip(units, numbers, shared, strict=True) if now != own)

    def _throw(self, field: Any, state: KitState, kind: BoundKind, turned: bool, mask: int, step: Step) -> int:
        """Throw the dice of some units, and say it; the number of hits."""
        assert kind.buckets is not None
        still = self._defenders(state) if turned else alive(state, self.throwers)
        units = list(bits(mask & still))
        if not units:
            return 0
        subject = KitSubject(field, state, self.side, attack=attack_in(field, state))
        more = {} if turned else dict(self.more)
        numbers = [max(dice_of(kind, subject, u) + more.get(u, 0), 0) for u in units]
        dice: list[int] = []
        hits = 0
        for unit, number in zip(units, numbers, strict=True):
            needed = kind.buckets.hit(subject.about(unit))
            thrown = [step.roll(state, kind.throw.faces) for _ in range(number)]
            hits += sum(die <= needed for die in thrown)
            dice += thrown
        side = 1 - self.side if turned else self.side
        keys = [field.roster.keys[u] for u in units]
        cited = field.cite(kind.bucket_rule("hit"))
        step.say("hits", cited, side=field.roster.sides[side], units=keys, dice=dice, hits=hits)
        return hits


def _at_once(buckets: BoundBuckets) -> bool:
    """Whether both sides throw before anybody loses anything."""
    return buckets.returns == TOGETHER and not buckets.order


def dice_of(kind: BoundKind, subject: KitSubject, unit: int) -> int:
    """The dice of a unit, before changes of the attack."""
    assert kind.buckets is not None
    return max(int(kind.buckets.dice(subject.about(unit))), 0)


def more_dice(kind: BoundKind, subject: KitSubject) -> int:
    """The dice that changes add to those of the attacker."""
    return int(sum(line.amount for line in kind.shifts.lines(subject, DICE)))


def add_dice(numbers: list[int], more: int) -> None:
    """Give the first of some units more dice, or take dice from the last ones, as many as they have."""
    if more > 0:
        numbers[0] += more
    for at in reversed(range(len(numbers))):
        if more < 0:
            taken = min(-more, numbers[at])
            numbers[at] -= taken
            more += taken


def begin(state: KitState, battle: KitBattle, attack: KitAttack) -> KitBuckets:
    """Begin a combat by buckets; ``battle`` is what is left of it once it is fought."""
    throwers = mask_of((*attack.attackers, *attack.supporters))
    known = {each.name: getattr(battle, each.name) for each in fields(battle)}
    return KitBuckets(**known, throwers=throwers)


@dataclass(frozen=True)
class BetweenRounds(KitFrame, Asking[Any, KitState]):
    """A side may fall back by one hex before the next round, or pass."""

    side: int
    units: int
    kind: int

    rule = "buckets"
    verbs = ("fall back", "pass")
    asks = "first choose whether to fall back or to fight on"

    def _back(self, field: Any, state: KitState) -> retreating.KitRetreats:
        units = alive(state, self.units)
        lengths = tuple((u, 1) for u in bits(units))
        number: int = field.combat.kinds[self.kind].fall_back
        return retreating.KitRetreats(self.side, units, lengths, number, False)

    def _may_go(self, field: Any, state: KitState) -> bool:
        """Whether each of the units can go back by a hex."""
        back = self._back(field, state)
        return all(back.ways(field, state, u) for u in bits(back.units))

    def decision(self, field: Any, state: KitState) -> Decision | None:
        if not alive(state, self.units) or not self._may_go(field, state):
            return None
        keys = tuple(field.roster.keys[u] for u in bits(alive(state, self.units)))
        cited = field.cite(field.combat.kinds[self.kind].bucket_rule("rounds"))
        prompt = "Fall back one hex, or pass to fight another round"
        return Decision(field.roster.sides[self.side], "retreat", cited, prompt, keys)

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        state.pop()
        if alive(state, self.units):
            step.forced.append(Action("pass"))

    def actions(self, field: Any, state: KitState) -> Iterator[Action]:
        yield Action("fall back")
        yield Action("pass")

    def waiting(self, verb: str) -> Iterator[Breach]:
        yield "sequence", self.asks

    def perform(self, field: Any, state: KitState, action: Action, step: Step) -> None:
        state.pop()
        if action.verb == "fall back":
            state.push(self._back(field, state))
