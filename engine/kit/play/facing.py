"""How units that face a direction march: into their front, and turning on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from random import Random
from typing import Any, Final

from engine.kit.bound.arcs import FRONT, FacingArcs
from engine.kit.bound.costs import StepMap
from engine.kit.play.moving import KitMarching
from engine.kit.play.state import KitState
from engine.kit.play.turns import is_turn, towards, turn_to
from engine.kit.play.walking import Walked
from engine.mechanics.acts import walk_of
from engine.mechanics.hexes.going import Going
from engine.mechanics.hexes.movement import Reach
from engine.mechanics.hexes.ways import Legs, plain
from engine.mechanics.procedure import Breach
from engine.play import Action

_ONCE: Final = 6
"""No move turns further than this without being told to."""


class FacingWay:
    """A way in progress: what it cost, where it is, how the unit faces and has turned, and its steps."""

    __slots__ = ("cost", "ended", "facing", "h", "turned", "way")

    def __init__(
        self, cost: int, h: int, facing: int, turned: int, way: tuple[int, ...], *, ended: bool = False
    ) -> None:
        self.cost, self.h, self.facing, self.turned, self.way = cost, h, facing, turned, way
        self.ended = ended


class FacingMarching(KitMarching):
    """How units march where the file has facing. Ways have turns among their hexes (`turns.turn_to`)."""

    @property
    def arcs(self) -> FacingArcs:
        """The facing of the file."""
        found: FacingArcs = self.field.arcs
        return found

    @property
    def _price(self) -> int:
        return int(self.arcs.turn * self.field.parts)

    def walked(self, state: KitState, unit: int, start: int) -> Walked:
        if not self.arcs.has(state, unit):
            return super().walked(state, unit, start)
        return FacingWalk(self, state, unit, start)

    # -- where to ---------------------------------------------------------------------------------------------

    def ways_on(
        self, field: Any, state: KitState, unit: int, start: int, spent: int = 0, *, fresh: bool = True
    ) -> Iterator[tuple[int, ...]]:
        if not self.arcs.has(state, unit):
            yield from super().ways_on(field, state, unit, start, spent, fresh=fresh)
            return
        for found in self._ends(state, unit, start, spent, fresh=fresh):
            yield found.way

    def reach_of(
        self, field: Any, state: KitState, unit: int, start: int | None = None, spent: int = 0, *, fresh: bool = True
    ) -> Reach:
        if not self.arcs.has(state, unit):
            return super().reach_of(field, state, unit, start, spent, fresh=fresh)
        at = state.where[unit] if start is None else start
        cost, came = {at: spent}, dict[int, int]()
        for found in self._search(state, unit, FacingWay(spent, at, state.facing[unit], 0, ()), at, fresh=fresh):
            if found.h not in cost:
                cost[found.h] = found.cost
                came[found.h] = next((h for h in reversed(found.way[:-1]) if not is_turn(h)), at)
        return Reach(at, cost, came)

    def may_set_out(self, field: Any, state: KitState, unit: int, going: Going) -> bool:
        if not self.arcs.has(state, unit):
            return super().may_set_out(field, state, unit, going)
        ways = self.ways_on(field, state, unit, going.start, going.spent, fresh=going.fresh)
        return next(ways, None) is not None

    def random_way(self, field: Any, state: KitState, unit: int, going: Going, random: Random) -> Sequence[int]:
        if not self.arcs.has(state, unit):
            return super().random_way(field, state, unit, going, random)
        ways = list(self.ways_on(field, state, unit, going.start, going.spent, fresh=going.fresh))
        return random.choice(ways) if ways else ()

    def _ends(self, state: KitState, unit: int, start: int, spent: int, *, fresh: bool) -> list[FacingWay]:
        """The cheapest way to each hex and facing in which a unit may end its move."""
        own = state.where[unit]
        beginning = self._beginning(state, unit, start, spent)
        best: dict[tuple[int, int], FacingWay] = {}
        for found in self._search(state, unit, beginning, start, fresh=fresh):
            place = found.h, found.facing
            if place == (start, state.facing[unit]) or place in best:
                continue
            if found.h == start or found.h == own or self.may_end(state, unit, found.h):
                best[place] = found
        return sorted(best.values(), key=lambda each: each.way)

    def _beginning(self, state: KitState, unit: int, start: int, spent: int = 0) -> FacingWay:
        return FacingWay(max(spent, state.spent.get(unit, 0)), start, state.facing[unit], 0, ())

    def gets_out(self, field: Any, state: KitState, unit: int) -> bool:
        if not self.arcs.has(state, unit):
            return super().gets_out(field, state, unit)
        start = state.where[unit]
        beginning = self._beginning(state, unit, start)
        return any(found.h != start for found in self._search(state, unit, beginning, start, fresh=True))

    def _search(
        self, state: KitState, unit: int, beginning: FacingWay, start: int, *, fresh: bool
    ) -> Iterator[FacingWay]:
        """All that a unit can come to, the cheapest first."""
        going = self.going(self.field, state, unit, start, beginning.cost, fresh=fresh)
        stays = self.stays(self.field, state, unit, start, fresh=fresh)
        heap = [(beginning.cost, 0, 0, beginning)]
        done: dict[tuple[int, int], int] = {}
        number = 0
        while heap:
            _, _, _, now = heappop(heap)
            place = now.h, now.facing
            # Who was there before paid no more; he that turned no further either leaves nothing to look for.
            if done.get(place, now.turned + 1) <= now.turned:
                continue
            done[place] = now.turned
            yield now
            for following in self._onward(going, start, now, stays=stays):
                number += 1
                heappush(heap, (following.cost, len(following.way), number, following))

    def _onward(self, going: Going, start: int, now: FacingWay, *, stays: bool) -> Iterator[FacingWay]:
        halted = now.h != start and going.stops is not None and bool(going.stops[now.h])
        if halted or now.ended:
            return
        if not (now.way and is_turn(now.way[-1])):
            yield from self._turns(going, now)
        if stays:
            return
        for n, ground in going.steps[now.h]:
            if n in going.closed or not self._opens(now, n):
                continue
            paid = going.price(now.h, n, ground)
            if paid is not None and now.cost + paid <= going.budget:
                yield FacingWay(now.cost + paid, n, now.facing, now.turned, (*now.way, n))
        yield from self._last(going, now)

    def _last(self, going: Going, now: FacingWay) -> Iterator[FacingWay]:
        """The steps for all of an allowance or for the rest of it, and the one hex that is always allowed."""
        steps = going.steps
        for n, whole in steps.endings.get(now.h, ()) if isinstance(steps, StepMap) else ():
            fits = going.budget > 0 and (not now.cost if whole else now.cost < going.budget)
            if fits and n not in going.closed and self._opens(now, n) and going.price(now.h, n, 0) is not None:
                yield FacingWay(going.budget, n, now.facing, now.turned, (*now.way, n), ended=True)
        if self.always_one and going.fresh and not now.cost and not now.way:
            for n, ground in steps[now.h]:
                open_ = n not in going.closed and self._opens(now, n)
                if open_ and ground > going.budget and going.price(now.h, n, ground) is not None:
                    yield FacingWay(going.budget, n, now.facing, now.turned, (n,), ended=True)

    def _opens(self, now: FacingWay, n: int) -> bool:
        """Whether a unit may step into a hex as it faces."""
        return not self.arcs.into_front_alone or self.arcs.arc_at(now.facing, now.h, n) == FRONT

    def _turns(self, going: Going, now: FacingWay) -> Iterator[FacingWay]:
        for facing in range(6):
            by = self.arcs.turned(now.facing, facing)
            cost = now.cost + by * self._price
            if by and now.turned + by <= min(self.arcs.most, _ONCE) and cost <= going.budget:
                yield FacingWay(cost, now.h, facing, now.turned + by, (*now.way, turn_to(facing)))

    def actions(self, field: Any, state: KitState, side: int) -> Iterator[Action]:
        for unit in self.due(field, state, side):
            for way in self.ways_in(field, state, unit):
                yield Action("enter", (unit, *way))
        for unit in self.movable(field, state, side):
            for way in self.ways_on(field, state, unit, state.where[unit]):
                yield self.made_action("move", unit, way)

    def sample(self, field: Any, state: KitState, side: int, random: Random) -> Action | None:
        found = super().sample(field, state, side, random)
        return found if found is None else self.made_action("move", *walk_of(found))

    def ways_in(self, field: Any, state: KitState, unit: int) -> Iterator[tuple[int, ...]]:
        for h in sorted(self.entry_hexes(field, state, unit)):
            if not self.may_enter(field, state, unit, h):
                continue
            if self.may_end(state, unit, h):
                yield (h,)
                continue
            price = self.entry_price(field, state, unit, h)
            for way in self.ways_on(field, state, unit, h, price, fresh=False):
                if any(not is_turn(step) for step in way):
                    yield (h, *way)

    # -- ways given in part -----------------------------------------------------------------------------------

    def _whole(
        self, field: Any, state: KitState, unit: int, start: int, given: list[int], spent: int, *, fresh: bool
    ) -> Legs:
        if start < 0 or not self.arcs.has(state, unit):
            hexes = [h for h in given if not is_turn(h)]
            whole = super()._whole(field, state, unit, start, hexes, spent, fresh=fresh)
            return whole if len(hexes) == len(given) else plain(given)
        if not any(self.way_breaches(field, state, unit, start, tuple(given), spent, fresh=fresh)):
            return plain(given)
        now = FacingWay(max(spent, state.spent.get(unit, 0)), start, state.facing[unit], 0, ())
        for wanted in given:
            found = self._led(state, unit, now, start, wanted, fresh=fresh)
            if found is None:
                return plain(given)
            now = found
        return plain(now.way)

    def _led(
        self, state: KitState, unit: int, now: FacingWay, start: int, wanted: int, *, fresh: bool
    ) -> FacingWay | None:
        """A way continued to a hex or a facing; None where none leads there."""
        if is_turn(wanted):
            facing = towards(wanted)
            by = self.arcs.turned(now.facing, facing)
            return FacingWay(now.cost + by * self._price, now.h, facing, now.turned + by, (*now.way, wanted))
        ways = self._search(state, unit, now, start, fresh=fresh)
        return next((found for found in ways if found.h == wanted and len(found.way) > len(now.way)), None)

    def made_action(self, verb: str, unit: int, way: Sequence[int]) -> Action:
        if verb == "move" and len(way) == 1 and is_turn(way[0]):
            return Action("face", (unit, towards(way[0])))
        return super().made_action(verb, unit, way)


class FacingWalk(Walked):
    """A way that is judged step by step, of a unit that faces a direction."""

    def __init__(self, march: FacingMarching, state: KitState, unit: int, start: int) -> None:
        super().__init__(march.field, unit, start)
        self.arcs = march.arcs
        self.facing, self.turned = state.facing[unit], 0
        self._price = int(march.arcs.turn * march.field.parts)

    def turn(self, code: int) -> int:
        """Turn, and give what that costs."""
        facing = towards(code)
        by = self.arcs.turned(self.facing, facing)
        self.facing, self.turned = facing, self.turned + by
        return by * self._price

    def turning_faults(self) -> Iterator[Breach]:
        if self.turned > self.arcs.most:
            said = f"{self.name} would turn by {self.turned} in this move where {self.arcs.most} is the most"
            yield from ((rule, said) for rule in self.arcs.cites("most"))

    def faults(self, at: int, h: int) -> Iterator[Breach]:
        if self.arcs.into_front_alone and self.arcs.arc_at(self.facing, at, h) != FRONT:
            said = (
                f"{self.field.place(h)} is not in the front of {self.name}, which faces {self.arcs.names[self.facing]}"
            )
            yield from ((rule, said) for rule in self.arcs.cites("moves"))
