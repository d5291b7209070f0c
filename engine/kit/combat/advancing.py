"""Advances after combat: who may go forward, and into which hexes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.subject import KitSubject
from engine.kit.combat.memory import Conflict
from engine.kit.combat.rules import BoundAdvance
from engine.kit.play.frames import KitFrame
from engine.kit.play.state import DEED, KitState
from engine.mechanics.acts import unit_of, walk_of
from engine.mechanics.bits import bits
from engine.mechanics.hexes import results
from engine.mechanics.hexes.results import alive, relocate
from engine.mechanics.hexes.ways import Legs, parted, plain
from engine.mechanics.procedure import Breach
from engine.play import Action, Step

_FARTHEST = 12
"""No advance of more hexes is looked for."""


def begin(field: Any, state: KitState, conflict: Conflict) -> None:
    """Begin the advance of a combat that is over, where there is one."""
    kind = field.combat.kinds[conflict.kind]
    rule: BoundAdvance | None = kind.advance
    if rule is None or conflict.stood or not _after(rule, state, conflict):
        return
    vacated = tuple(h for h in conflict.targets if not state.stacks.get(h, 0) & ~field.yielding)
    ways = tuple(dict.fromkeys(conflict.paths)) if rule.into == "path" else ()
    subject = KitSubject(field, state, conflict.side)
    units = alive(state, conflict.attackers)
    for u in bits(units):
        near = any(h in field.ground.near[state.where[u]] for h in conflict.targets)
        if not near or field.cannot(state, u, "advance") or not rule.who.ask(subject.about(u)):
            units &= ~(1 << u)
    if units and (ways or vacated):
        most = rule.most or units.bit_count()
        ways = tuple(tuple(h for h in way if h != NOWHERE) for way in ways or tuple((h,) for h in vacated))
        state.push(KitAdvance(conflict.side, units, ways, conflict.kind, conflict.phase, most))


def _after(rule: BoundAdvance, state: KitState, conflict: Conflict) -> bool:
    """Whether what happened lets the attacker go forward."""
    if conflict.code in rule.after or ("retreat" in rule.after and conflict.went):
        return True
    return "any" in rule.after


@dataclass(frozen=True)
class KitAdvance(KitFrame, results.Advancing[Any, KitState]):
    """Units of the attacker go forward, one after the other."""

    side: int
    units: int
    paths: tuple[tuple[int, ...], ...]
    """The hexes that were vacated, each a way by itself, or the ways of the retreats."""
    kind: int
    phase: int
    most: int
    """Units that may still go forward."""
    advanced: bool = False
    """Whether a unit has advanced, so that no other unit has to."""

    rule = "advance"
    asks = "advance into a vacated hex first, or hold"

    def bound(self, field: Any) -> BoundAdvance:
        """What the file says of it."""
        found: BoundAdvance = field.combat.kinds[self.kind].advance
        return found

    def must(self, field: Any) -> bool:
        return self.bound(field).must and not self.advanced

    def ruled_by(self, field: Any) -> str:
        return self.cited(field, self.bound(field).rule)

    def options(self, field: Any, state: KitState) -> list[Action]:
        if self.most <= 0:
            return []
        found = []
        for u in bits(alive(state, self.units)):
            found += [Action("advance", (u, *way)) for way in self._ways(field, state, u)]
        return sorted(found)

    def _ways(self, field: Any, state: KitState, unit: int) -> Iterator[tuple[int, ...]]:
        rule = self.bound(field)
        if rule.into == "path":
            along = (h for path in self.paths for h in self._along(field, state, unit, path[: rule.hexes[unit]]))
            yield from ((h,) for h in dict.fromkeys(along))
        else:
            yield from self._over(field, state, unit, (), min(rule.hexes[unit], _FARTHEST))

    def _along(self, field: Any, state: KitState, unit: int, path: tuple[int, ...]) -> Iterator[int]:
        """The hexes of the way of the retreat, as far as no enemy stands in it."""
        foes = field.roster.of_side[1 - self.side] & ~field.yielding
        zone = field.felt(state, unit, "advance") if self.bound(field).felt else None
        for h in path:
            if state.stacks.get(h, 0) & foes:
                return
            if not state.stacks.get(h, 0) & ~field.yielding:
                yield h
            if zone is not None and zone[h]:
                return

    def _over(
        self, field: Any, state: KitState, unit: int, path: tuple[int, ...], left: int
    ) -> Iterator[tuple[int, ...]]:
        """The ways into a vacated hex, and on from there."""
        rule, foes = self.bound(field), field.roster.of_side[1 - self.side] & ~field.yielding
        at = path[-1] if path else state.where[unit]
        beyond = bool(path) and rule.into == "beyond"
        for n in field.ground.near[at]:
            if n in path or n == state.where[unit] or not (beyond or any(n in way for way in self.paths)):
                continue
            if state.stacks.get(n, 0) & foes or not field.passable(state, unit, at, n):
                continue
            if field.fits(state, unit, n):
                yield (*path, n)
            if left > 1 and not (rule.felt and field.felt(state, unit, "advance")[n]):
                yield from self._over(field, state, unit, (*path, n), left - 1)

    def faults(self, field: Any, state: KitState, action: Action) -> Iterator[Breach]:
        rule = self.bound(field)
        if action.verb == "hold":
            if self.must(field):
                yield rule.rule, "one attacker must advance"
        elif action not in self.options(field, state):
            yield rule.rule, "units of this combat advance into hexes that the enemy has left"

    def advance(self, field: Any, state: KitState, action: Action, step: Step) -> None:
        unit, path = walk_of(action)
        rule, bit = self.bound(field), 1 << unit
        left = self.with_changes(units=self.units & ~bit, most=self.most - 1, advanced=True)
        if left.units and left.most > 0:
            state.replace(left)
        else:
            state.pop()
        state.note(self.phase, DEED["advanced"], bit)
        for word in rule.blocks:
            state.blocked[word] = state.blocked.get(word, 0) | bit
        if rule.again:
            state.fought &= ~bit
            state.fought_turn &= ~bit
        field.changed(state)
        if field.yielding:
            for h in path:
                field.leading.make_room(state, self.side, h, step)
        relocate(field, state, unit, path[-1], "advance", rule.rule, step)


def advance_path(field: Any, state: KitState, unit: int, given: list[int]) -> Legs:
    """An advance given by its way: one along the path of the retreat is an advance to where it ends."""
    top = state.top if state.stack else None
    if isinstance(top, KitAdvance) and given and top.bound(field).into == "path":
        ways = [way[: way.index(given[-1]) + 1] for way in top.paths if given[-1] in way]
        return ((given[-1],),) if any(parted(way, given) for way in ways) else plain(given)
    if isinstance(top, KitAdvance):
        ways = [walk_of(action).path for action in top.options(field, state) if unit_of(action) == unit]
        if tuple(given) in ways:
            return plain(given)
        return next((legs for way in ways if (legs := parted(way, given))), None) or plain(given)
    return plain(given)
