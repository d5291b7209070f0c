"""Supply: which units are supplied, by lines from their hexes to a source."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.amounts import bind_amount
from engine.kit.bound.citing import cites
from engine.kit.bound.costs import PROHIBITED
from engine.kit.bound.ground import NOTHING
from engine.kit.bound.phases import BoundPhase
from engine.kit.bound.subject import KitSubject
from engine.kit.combat.running import run
from engine.kit.play import statuses
from engine.kit.play.moments import ByItself
from engine.kit.play.state import KitState
from engine.play import Step

ALWAYS_JUDGED = "always"
_ENDLESS: Final = 10**6
"""Hexes that no line of supply is longer than."""


class SupplyRule(ByItself):
    """The block ``supply``."""

    def __init__(self, field: Any) -> None:
        block, binder = field.model.supply, field.binder
        self.block = block
        self.rules = cites("supply", (block, ""))
        self.always = ALWAYS_JUDGED in block.judged
        self.judged = frozenset(name.lower().replace("_", " ") for name in block.judged)
        self.cost = bind_amount(binder, block.trace.cost) if block.trace.cost is not None else None
        self.units = [None if source.units is None else binder.bind(source.units) for source in block.sources]
        self.after = {int(count): field.combat.effects.bound(do, self.rules[0]) for count, do in block.after.items()}

    # -- when -------------------------------------------------------------------------------------------------

    def phase_begins(self, field: Any, state: KitState, phase: BoundPhase, active: int, step: Step) -> None:
        if phase.title.lower() in self.judged or "supply" in phase.does:
            sides = (active,) if active >= 0 and phase.by == "active" else (0, 1)
            self.judge(field, state, sides, step, counted=True)
        elif self.always:
            self.judge(field, state, (0, 1), step)

    def game_turn_ends(self, field: Any, state: KitState, step: Step) -> None:
        if self.always:
            self.judge(field, state, (0, 1), step, counted=True)

    def judge(self, field: Any, state: KitState, sides: tuple[int, ...], step: Step, *, counted: bool = False) -> None:
        """Judge who is supplied, and say what has changed; where it is ``counted``, a time in a row more or less."""
        for side in sides:
            fed = self.supplied(field, state, side)
            for unit in field.roster.side_units[side]:
                if state.where[unit] >= 0:
                    self._note(field, state, unit, bool(fed >> unit & 1), step)
                    if counted:
                        self._count(field, state, unit, bool(fed >> unit & 1))

    def _note(self, field: Any, state: KitState, unit: int, fed: bool, step: Step) -> None:
        if fed is not bool(state.unsupplied >> unit & 1):
            return
        state.unsupplied ^= 1 << unit
        field.changed(state)
        step.say("supply", field.cite(self.rules[0]), unit=field.roster.keys[unit], supplied=fed)
        if self.block.status:
            change = statuses.end if fed else statuses.give
            change(field, state, unit, self.block.status, self.rules[0], step)

    def _count(self, field: Any, state: KitState, unit: int, fed: bool) -> None:
        if fed:
            state.hunger.pop(unit, None)
            return
        state.hunger[unit] = state.hunger.get(unit, 0) + 1
        if state.hunger[unit] in self.after:
            run(state, self.after[state.hunger[unit]], field.roster.side[unit], unit)

    # -- who --------------------------------------------------------------------------------------------------

    def sources(self, field: Any, state: KitState, side: int) -> set[int]:
        """The hexes from which a side is supplied."""
        found: set[int] = set()
        for source, units in zip(self.block.sources, self.units, strict=True):
            hexes: set[int] = set()
            if source.place is not None:
                hexes = set(field.settings[source.place].hexes(side))
            elif source.edge is not None:
                hexes = set(field.settings[source.edge].hexes(side))
            elif source.feature is not None:
                name = source.feature
                hexes = {h for h, kinds in field.ground.features.items() if name in kinds}
            elif units is not None:
                where = state.where
                own = [u for u in field.roster.side_units[side] if where[u] >= 0]
                hexes = {where[u] for u in own if units.ask(KitSubject(field, state, side, u))}
            if source.side == "held":
                hexes = {h for h in hexes if field.holder_of(state, h) == side}
            found |= hexes
        return found

    def supplied(self, field: Any, state: KitState, side: int) -> int:
        """The units of a side on the map that are supplied, as a mask."""
        closed = self.closed(field, state, side)
        goals = self.goals(field, self.sources(field, state, side), closed)
        mask = 0
        for unit in field.roster.side_units[side]:
            if state.where[unit] < 0:
                continue
            fed = bool(self.line(field, state, unit, goals, closed))
            if fed if field.hooks is None else field.hooks.supplied(state, unit, fed):
                mask |= 1 << unit
        return mask

    def closed(self, field: Any, state: KitState, side: int) -> set[int]:
        """The hexes that lines of supply do not go through."""
        closed: set[int] = set()
        words = self.block.trace.blocked_by
        foes = field.roster.of_side[1 - side]
        if "enemy" in words:
            closed |= {h for h, mask in state.stacks.items() if mask & foes}
        if "zones" in words:
            zone = field.zone(state, 1 - side)
            own = field.roster.of_side[side] if "supply" in field.zones.cancelled else 0
            closed |= {h for h, inside in enumerate(zone) if inside and not state.stacks.get(h, 0) & own}
        return closed

    def goals(self, field: Any, sources: set[int], closed: Collection[int]) -> dict[int, int]:
        """The sources, and the hexes that are joined to one by the paths of the file; each with the next hex on the
        way to its source, which is NOWHERE in the source itself."""
        found = dict.fromkeys(sources, NOWHERE)
        paths = frozenset(self.block.trace.paths)
        rim = sorted(sources.difference(closed)) if paths else []
        while rim:
            h = rim.pop()
            for n, hexside in field.ground.across[h].items():
                along = not paths.isdisjoint(field.ground.paths.get(hexside, NOTHING))
                if along and n not in found and n not in closed:
                    found[n] = h
                    rim.append(n)
        return found

    def reach(self, field: Any, state: KitState, unit: int) -> Any:
        """How far a line of supply of a unit may lead: movement points where the file counts those, else hexes."""
        if self.cost is not None:
            return self.cost(KitSubject(field, state, field.roster.side[unit], unit))
        hexes = self.block.trace.hexes
        return _ENDLESS if hexes is None else hexes

    def line(
        self, field: Any, state: KitState, unit: int, goals: Mapping[int, int], closed: Collection[int]
    ) -> tuple[int, ...]:
        """The hexes of the line that supplies a unit, from its own to the source; empty where there is none."""
        start = state.where[unit]
        came: dict[int, int] = {start: NOWHERE}
        if start in goals:
            return _joined(start, came, goals)
        most, by_ground = self.reach(field, state, unit), "prohibited" in self.block.trace.blocked_by
        paid: dict[int, Any] = {start: 0}
        rim = [start]
        while rim:
            rim.sort(key=lambda h: paid[h])
            h = rim.pop(0)
            for n in field.ground.near[h]:
                if n in closed:
                    continue
                price: Any = 1
                if self.cost is not None or by_ground:
                    step = field.costs.price(state, unit, h, n).price
                    if step == PROHIBITED or (self.cost is not None and isinstance(step, str)):
                        continue
                    price = step if self.cost is not None else 1
                total = paid[h] + price
                if total <= most and total < paid.get(n, most + 1):
                    came[n] = h
                    if n in goals:
                        return _joined(n, came, goals)
                    paid[n] = total
                    rim.append(n)
        return ()


def _joined(goal: int, came: Mapping[int, int], goals: Mapping[int, int]) -> tuple[int, ...]:
    """The hexes from where a line begins, over one that is joined to a source, to that source."""
    back, h = [], came[goal]
    while h != NOWHERE:
        back.append(h)
        h = came[h]
    ahead, h = [goal], goals[goal]
    while h != NOWHERE:
        ahead.append(h)
        h = goals[h]
    return (*reversed(back), *ahead)
