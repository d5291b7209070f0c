"""Zones of control of a rules file: who exerts them, how far, across and into what, and what they do to a move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from engine.kit.bound.amounts import first_by_unit
from engine.kit.bound.subject import ALWAYS, KitSubject
from engine.kit.bound.words import exact
from engine.kit.play.state import KitState
from engine.mechanics.hexes.zones import Zones

STOP: Final = "stop"
FREE: Final = "free"
NEVER: Final = "never"
ONLY_START: Final = "only_start"
WHOLE: Final = "whole"
AS_USUAL: Final = "as_usual"
FRONT: Final = "front"


@dataclass(frozen=True, slots=True)
class ZoneEffects:
    """What zones of control do to one unit: words of the file, or movement points."""

    enter: Any
    leave: Any
    zone_to_zone: Any


class KitZones(Zones):
    """Zones of control as a rules file has them; none where it has no block."""

    def __init__(self, field: Any) -> None:
        self.field, self.block = field, field.model.zones
        block, binder = self.block, field.binder
        self.there = block is not None
        self.exert = binder.bind(block.exert) if block else ALWAYS
        self.not_across = binder.bind_never(block.not_across if block else None)
        self.not_into = binder.bind_never(block.not_into if block else None)
        self.affects = binder.bind(block.affects if block else ())
        self.barred = binder.bind_never(block.barred if block else None)
        self.can_bar = bool(block and block.barred)
        """Whether there are steps from zone to zone that are prohibited in any case."""
        self.far = 2 if block and block.reach == 2 else 1
        self.front = bool(block) and block.reach == FRONT
        self.cancelled = frozenset(block.cancelled_by_friend if block else ())
        silent = field.roster.everybody if not self.there else field.quiet
        if self.exert.units is not None:
            silent |= ~self.exert.units & field.roster.everybody
        self.still = all(bound.ground for bound in (self.exert, self.not_across, self.not_into)) and not self.front
        """Whether the zone of a unit depends on nothing but where it stands."""
        self.hooks = field.hooks if self.there and field.hooks and field.hooks.has("exerts") else None
        self.kept = self.hooks is None and all(bound.moment for bound in (self.exert, self.not_across, self.not_into))
        """Whether a zone that was worked out holds until a unit of its side changes."""
        super().__init__(field.roster, [()] * field.grid.size, 0 if self.hooks is not None else silent)
        self._silent = silent
        self._ways: dict[tuple[int, int], tuple[int, ...]] = {}
        self._alike = self.not_across.unitless and self.not_into.unitless
        rules = [
            first_by_unit(binder, block.enter if block else FREE, STOP),
            first_by_unit(binder, block.leave if block else FREE, FREE),
            first_by_unit(binder, block.zone_to_zone if block else AS_USUAL, AS_USUAL),
        ]
        self.rules = [ZoneEffects(*(_word(value) for value in each)) for each in zip(*rules, strict=True)]
        """For each unit what enemy zones do to it."""

    @cached_property
    def steady(self) -> bool:
        """Whether the zone of a side depends on nothing but where its units are: nothing that happens keeps one of them
        from exerting its own."""
        field = self.field
        hindered = [status for status in field.all_statuses if "exert" in status.cannot]
        blocked = any(word == "exert" for word, _ in field.combat.blockers)
        return self.still and self.hooks is None and not (hindered or blocked or field.model.transport)

    @cached_property
    def plain(self) -> bool:
        """Whether every unit that is not silent exerts its zone wherever it is, whatever happens."""
        return self.field.combat is not None and self.steady and self.exert.units is not None

    @cached_property
    def shared(self) -> bool:
        """Whether all units of a side feel the same enemy zones, for whatever purpose."""
        return self.field.hiding is None and self.affects.always and not self.cancelled

    def exerts(self, state: Any, unit: int) -> bool:
        """Whether a unit on the map exerts a zone now."""
        found = self._exerts(state, unit)
        return found if self.hooks is None else bool(self.hooks.exerts(state, unit, found))

    def _exerts(self, state: Any, unit: int) -> bool:
        """The same without hooks."""
        if self._silent >> unit & 1 or bool(self.field.cannot(state, unit, "exert")):
            return False
        if self.exert.units is not None:
            return True
        return self.exert.ask(KitSubject(self.field, state, -1, unit))

    def reached(self, state: KitState, unit: int, h: int) -> tuple[int, ...]:
        """The hexes that the zone of a unit in a hex reaches."""
        if not self.still:
            return self._reached(state, unit, h)
        key = (0 if self._alike else unit), h
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = self._reached(state, unit, h)
        return found

    def _reached(self, state: KitState, unit: int, h: int) -> tuple[int, ...]:
        found = [n for n in self.field.ground.near[h] if self._goes(state, unit, h, n)]
        if self.front:
            ahead = self.field.arcs.ahead(state, unit, h)
            found = [n for n in found if n in ahead]
        if self.far == 2:
            farther = {n for m in found for n in self.field.ground.near[m] if self._goes(state, unit, m, n)}
            found = sorted({*found, *farther} - {h})
        return tuple(found)

    def _goes(self, state: KitState, unit: int, a: int, b: int) -> bool:
        subject = KitSubject(self.field, state, -1, unit, b, a)
        return not (self.not_across.ask(subject) or self.not_into.ask(subject))

    def of(self, state: Any, side: int) -> bytearray:
        known: bytearray | None = state.zones[side] if self.kept else None
        if known is None:
            known = self._found(state, side)
            if self.kept:
                state.zones[side] = known
        return known

    def _found(self, state: Any, side: int, without: int = 0) -> bytearray:
        zone = bytearray(self.field.grid.size)
        where, plain = state.where, self.plain and not without
        for unit in self._members[side]:
            h = where[unit]
            if h >= 0 and (plain or (not without >> unit & 1 and self.exerts(state, unit))):
                for n in self.reached(state, unit, h):
                    zone[n] = 1
        return zone

    def holders(self, state: Any, side: int) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for unit, h in self.exerting(state, side):
            for n in self.reached(state, unit, h):
                found.setdefault(n, []).append(self._keys[unit])
        return found

    def exerting(self, state: Any, side: int) -> Iterator[tuple[int, int]]:
        """The units of a side that exert a zone, each with its hex."""
        for unit in self._members[side]:
            if state.where[unit] >= 0 and self.exerts(state, unit):
                yield unit, state.where[unit]

    def felt(self, state: KitState, unit: int, purpose: str) -> bytearray:
        """The enemy zones as a unit feels them for a purpose: ``move``, ``retreat``, ``supply``, ``advance``."""
        side = self.field.roster.side[unit]
        zone = self.of(state, 1 - side)
        if self.shared:
            return zone
        if self.field.hiding is not None and (unseen := self.field.unseen_by(state, unit)):
            zone = self._found(state, 1 - side, unseen)
        if not self.affects.always and not self.affects.ask(KitSubject(self.field, state, -1, unit)):
            return bytearray(len(zone))
        if purpose in self.cancelled:
            zone = bytearray(zone)
            own = self.field.roster.of_side[side] & ~(1 << unit)
            for h, mask in state.stacks.items():
                if mask & own:
                    zone[h] = 0
        return zone

    def bars(self, state: KitState, unit: int, a: int, b: int) -> bool:
        """Whether a step directly from one enemy zone into the next is prohibited in any case."""
        barred: bool = self.barred.ask(KitSubject(self.field, state, -1, unit, b, a))
        return barred

    def partners(self, state: KitState, unit: int, side: int) -> list[int]:
        """The units of a side whose zones a unit stands in."""
        at = state.where[unit]
        return [u for u, h in self.exerting(state, side) if at in self.reached(state, u, h)]

    def stale(self, state: Any) -> list[int]:
        if not self.kept:
            return []
        return [
            side for side, known in enumerate(state.zones) if known is not None and known != self._found(state, side)
        ]


def _word(value: Any) -> Any:
    """A word of the file as it is, a number exact."""
    return value if isinstance(value, str) else exact(value)
