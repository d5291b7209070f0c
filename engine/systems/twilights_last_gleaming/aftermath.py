"""Chapter 6.11 to 6.15: combat results. Step losses, retreats, displacement, advance."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import place_of
from engine.mechanics.bits import bits
from engine.mechanics.charts import ResultTable
from engine.mechanics.hexes import results
from engine.mechanics.hexes.results import alive, eliminate, reduce, relocate
from engine.mechanics.procedure import Breach
from engine.play import Action, Step
from engine.play.words import listed
from engine.plural import counted
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.frames import TlgFrame, bombardment_exempt
from engine.systems.twilights_last_gleaming.moving import may_share
from engine.systems.twilights_last_gleaming.state import TlgState
from engine.systems.twilights_last_gleaming.tables import CombatResults

_PART: Final = re.compile(r"([ADB])(?:L(\d*)|(R)|(E))")
"""Whose, then steps to lose, or retreat, or elimination."""

Agenda = tuple[tuple[str, str, int], ...]
"""What a result asks for, in order: (side "A" or "D", "lose", "retreat" or "eliminate", steps)."""


@cache
def agenda(result: str) -> Agenda:
    """What a result code asks for: ``DL1DR`` is a loss and a retreat of the defender; all losses come first (6.11)."""
    losses, retreats = [], []
    for who, count, retreat, elimination in _PART.findall(result):
        for side in "DA" if who == "B" else who:
            if retreat:
                retreats.append((side, "retreat", 1))
            elif elimination:
                losses.append((side, "eliminate", 0))
            else:
                losses.append((side, "lose", int(count or 1)))
    return tuple(losses + retreats)


def asked_of_guns(result: str) -> Agenda:
    """What a result asks for in a bombardment: guns that bombard lose no step and do not retreat (7.4)."""
    return tuple(part for part in agenda(result) if part[0] == "D")


def meaning_for_guns(result: str) -> str:
    """What a result means in a bombardment, in words (7.4)."""
    said = {"retreat": "all defending units retreat", "eliminate": "all defending units are eliminated"}
    parts = [
        said.get(what) or f"the defender loses {counted(count, 'step')}" for _, what, count in asked_of_guns(result)
    ]
    return ", then ".join(parts) or "no effect, because guns that bombard lose no steps and do not retreat"


_WEIGHT: Final = {"lose": 2, "retreat": 1, "eliminate": 12}
"""How much each thing that a result asks for hurts, for each step of it."""


def _favour(result: str) -> int:
    """How good a result is for the attacker."""
    return sum(_WEIGHT[what] * max(count, 1) * (1 if who == "D" else -1) for who, what, count in agenda(result))


def scale(table: ResultTable[str], wanted: str) -> list[str]:
    """The results that may be forced whatever the column, from the worst for the attacker to the best: while the table
    is a rebuilt one (6.17) its own, and ``wanted`` where these rules know such a result. None in a table that is known.
    """
    if not table.reconstructed:
        return []
    codes = {code for row in table.rows for code in row}
    return sorted(codes | {wanted} if CombatResults.means(wanted) else codes, key=lambda code: (_favour(code), code))


@dataclass(frozen=True)
class Battle(TlgFrame):
    """The rest of a combat after the die roll: losses, then retreats, then the advance."""

    side: int
    targets: tuple[int, ...]
    near: int
    defenders: int
    todo: Agenda
    held: tuple[int, ...]
    """Hexes that held a unit when a multi-hex combat began; no unit retreats into them (6.12)."""

    def proceed(self, field: TlgField, state: TlgState, step: Step) -> None:
        if not self.todo:
            self._finish(field, state)
            return
        (who, what, count), *rest = self.todo
        state.replace(replace(self, todo=tuple(rest)))
        mask = alive(state, self.near if who == "A" else self.defenders)
        owner = self.side if who == "A" else 1 - self.side
        if not mask:
            return
        if what == "retreat":
            state.push(Retreats(owner, mask, self.held))
        elif what == "eliminate":
            for unit in bits(mask):
                eliminate(field, state, unit, "6.11", step)
        else:
            state.push(Losses(owner, mask, count))

    def _finish(self, field: TlgField, state: TlgState) -> None:
        vacated = tuple(h for h in self.targets if h not in state.stacks)
        state.pop()
        if vacated and self.near:
            state.push(Advance(self.side, self.near, vacated))


@dataclass(frozen=True)
class Losses(TlgFrame, results.LosingSteps[TlgField, TlgState]):
    """Step losses: the owner chooses which of the units involved takes each (6.11)."""

    side: int
    units: int
    count: int

    rule = "6.11"
    asks = "a step loss must be taken first: choose the unit that loses it"

    def faults(self, field: TlgField, state: TlgState, action: Action) -> Iterator[Breach]:
        if action not in self.options(field, state):
            yield from super().faults(field, state, action)
            yield from bombardment_exempt(field, state, action)

    def lose(self, field: TlgField, state: TlgState, unit: int, step: Step) -> None:
        """A full two-step unit is reduced, any other eliminated (2.6)."""
        reduce(field, state, unit, "6.11", step, last="2.6")


# -- retreat --------------------------------------------------------------------------------------------------


def free_ways(field: TlgField, state: TlgState, unit: int, held: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The hexes a unit could retreat to without displacing anybody: outside enemy zones of control, and in them."""
    enemy = field.zones.of(state, 1 - field.roster.side[unit])
    safe: list[int] = []
    zoned: list[int] = []
    for n in field.ground.passable[state.where[unit]]:
        if n not in held and may_share(field, state, unit, n):
            (zoned if enemy[n] else safe).append(n)
    return sorted(safe), sorted(zoned)


def retreat_options(field: TlgField, state: TlgState, unit: int, held: tuple[int, ...]) -> list[int]:
    """Where a unit may retreat: out of enemy zones of control; else into one; else by displacement (6.12 to 6.14)."""
    if field.roster.heavy >> unit & 1:
        return []
    safe, zoned = free_ways(field, state, unit, held)
    return safe or zoned or displacement_hexes(field, state, unit, held, frozenset({state.where[unit]}))


def may_retreat(field: TlgField, state: TlgState, unit: int, held: Collection[int]) -> bool:
    """Whether a unit has anywhere to retreat to: whether `retreat_options` finds any, in as few steps as can be."""
    if field.roster.heavy >> unit & 1:
        return False
    hexes = [n for n in field.ground.passable[state.where[unit]] if n not in held]
    seen = frozenset({state.where[unit]})
    return any(may_share(field, state, unit, n) for n in hexes) or any(
        makes_room(field, state, n, field.roster.side[unit], held, seen) for n in hexes
    )


def makes_room(
    field: TlgField, state: TlgState, h: int, side: int, held: Collection[int], seen: frozenset[int]
) -> bool:
    """Whether a unit of a side in ``h`` could be displaced: whether `displaced_unit` finds one, in as few steps as can
    be."""
    enemy = field.zones.of(state, 1 - side)
    friends = state.stacks.get(h, 0) & field.roster.of_side[side] & ~field.roster.heavy
    if not friends or enemy[h]:
        return False
    other = next(bits(friends))
    hexes = [n for n in field.ground.passable[h] if n not in held and n not in seen]
    for n in hexes:
        if (n not in state.stacks or may_share(field, state, other, n)) and not (
            enemy[n] and field.options["displaced_into_zoc"] == "never"
        ):
            return True
    seen |= {h}
    return any(makes_room(field, state, n, side, held, seen) for n in hexes)


def displacement_hexes(
    field: TlgField, state: TlgState, unit: int, held: tuple[int, ...], seen: frozenset[int]
) -> list[int]:
    """The friendly hexes next to a unit whose holder could be displaced to make room (6.13)."""
    return [
        n
        for n in sorted(field.ground.passable[state.where[unit]])
        if n not in held and n not in seen and displaced_unit(field, state, unit, n, held, seen) != NOWHERE
    ]


def displaced_unit(
    field: TlgField, state: TlgState, unit: int, h: int, held: tuple[int, ...], seen: frozenset[int]
) -> int:
    """The unit that would be displaced from ``h`` to let ``unit`` in, or NOWHERE when that is not allowed.

    Never out of an enemy zone of control, and never when it would eliminate anybody.
    """
    friends = state.stacks.get(h, 0) & field.roster.of_side[field.roster.side[unit]] & ~field.roster.heavy
    if not friends or field.zones.of(state, 1 - field.roster.side[unit])[h]:
        return NOWHERE
    other = next(bits(friends))
    return other if displaced_to(field, state, other, held, seen | {h}) else NOWHERE


def displaced_to(field: TlgField, state: TlgState, unit: int, held: tuple[int, ...], seen: frozenset[int]) -> list[int]:
    """Where a displaced unit may go: as if retreating, out of enemy zones of control, else into one, else by a
    further displacement (6.13, 6.14). Option ``displaced_into_zoc``: never into one."""
    ways = free_ways(field, state, unit, held)
    safe, zoned = ([n for n in found if n not in seen] for found in ways)
    if field.options["displaced_into_zoc"] == "never":
        zoned = []
    return safe or zoned or displacement_hexes(field, state, unit, held, seen)


def retreat_breaches(
    field: TlgField, state: TlgState, unit: int, h: int, allowed: list[int], held: tuple[int, ...]
) -> Iterator[Breach]:
    """Why a unit may not retreat, or be displaced, to a hex."""
    if h in allowed:
        return
    grid, name = field.ground.grid, field.roster.names[unit]
    at = state.where[unit]
    if h == NOWHERE:
        yield "4.20", f"{name} cannot leave the map"
        yield "6.12", "a retreat ends in a hex of the map"
        return
    where = field.place(h)
    if grid.distance(at, h) != 1:
        yield "6.12", f"{name} must retreat exactly one hex, and {where} is not adjacent to {field.place(at)}"
        yield "6.11", "you cannot take more of one loss to avoid another"
        return
    if h not in field.ground.passable[at]:
        yield "6.12", f"{name} cannot retreat into a hex or across a hexside closed to it"
        yield "4.16", f"{where} lies across a river without a bridge, or is an all-river hex"
        return
    others = state.stacks.get(h, 0)
    if others & field.roster.of_side[1 - field.roster.side[unit]]:
        yield "6.12", f"{where} is occupied by the enemy"
        yield "4.10", "no unit enters a hex with an enemy in it"
        yield "6.13", "enemy units are never displaced"
    elif h in held:
        yield "6.12", f"{where} held a unit when this multi-hex combat began"
    elif others and not may_share(field, state, unit, h):
        yield "6.13", f"no unit in {where} may be displaced: there is another path, or it would break 6.13"
        yield "6.12", f"{where} is occupied, and units cannot stack after a retreat"
        yield "4.9", "there is one unit in a hex at any instant"
    else:
        yield "6.14", f"{where} is in an enemy zone of control and there is a hex that is not"
        yield "6.12", f"{name} must leave the enemy zones of control"


@dataclass(frozen=True)
class Retreats(TlgFrame, results.Retreating[TlgField, TlgState]):
    """Retreat after combat: each unit of a side goes back one hex, in the order its owner likes (6.12)."""

    side: int
    units: int
    held: tuple[int, ...]

    rule = "6.12"
    verbs = ("retreat",)

    def options(self, field: TlgField, state: TlgState) -> list[Action]:
        return [
            Action("retreat", (unit, h))
            for unit in bits(self.units)
            for h in retreat_options(field, state, unit, self.held)
        ]

    def is_open(self, field: TlgField, state: TlgState, options: list[Action]) -> bool:
        return len(options) > 1 and not self.units & field.roster.heavy

    def prompt(self, field: TlgField, names: tuple[str, ...]) -> str:
        return f"Retreat {listed(names)} one hex"

    def proceed(self, field: TlgField, state: TlgState, step: Step) -> None:
        heavy = self.units & field.roster.heavy
        if not heavy:
            super().proceed(field, state, step)
            return
        for unit in bits(heavy):
            eliminate(field, state, unit, "6.12", step)
        state.replace(replace(self, units=self.units & ~heavy))

    def without(self, field: TlgField, state: TlgState, step: Step) -> None:
        for unit in bits(self.units):
            eliminate(field, state, unit, "6.12", step)

    def faults(self, field: TlgField, state: TlgState, action: Action) -> Iterator[Breach]:
        unit, h = place_of(action)
        if not self.units >> unit & 1:
            yield "6.12", f"{field.roster.names[unit]} need not retreat"
            yield from bombardment_exempt(field, state, action)
            return
        yield from retreat_breaches(field, state, unit, h, retreat_options(field, state, unit, self.held), self.held)

    def perform(self, field: TlgField, state: TlgState, action: Action, step: Step) -> None:
        unit, h = place_of(action)
        self.let_go(state, unit)
        if may_share(field, state, unit, h):
            retire(field, state, unit, h, "retreat", step)
            return
        other = displaced_unit(field, state, unit, h, self.held, frozenset({state.where[unit]}))
        state.push(Displacement(self.side, unit, h, other, self.held, (state.where[unit], h), "retreat"))


def retire(field: TlgField, state: TlgState, unit: int, h: int, kind: str, step: Step) -> None:
    """Move a unit one hex back, by retreat or displaced (6.12 to 6.14)."""
    rule = "6.13"
    if kind == "retreat":
        rule = "6.14" if field.zones.of(state, 1 - field.roster.side[unit])[h] else "6.12"
        state.retreated |= 1 << unit
    relocate(field, state, unit, h, kind, rule, step)


@dataclass(frozen=True)
class Displacement(TlgFrame, results.Displacing[TlgField, TlgState]):
    """A friendly unit makes room for a retreating one; chains of it are frames upon frames (6.13)."""

    side: int
    mover: int
    into: int
    displaced: int
    held: tuple[int, ...]
    seen: tuple[int, ...]
    kind: str
    """What the mover's own step is called: ``retreat``, or ``displaced`` inside a chain."""

    rule = "6.13"

    def options(self, field: TlgField, state: TlgState) -> list[Action]:
        if state.where[self.displaced] != self.into:
            return []
        hexes = displaced_to(field, state, self.displaced, self.held, frozenset(self.seen))
        return [Action("displace", (self.displaced, h)) for h in hexes]

    def _kept_out(self, field: TlgField, state: TlgState, unit: int, h: int) -> bool:
        """Whether nothing but the option keeps a displaced unit out of an enemy zone of control."""
        return field.options["displaced_into_zoc"] == "never" and h in free_ways(field, state, unit, self.held)[1]

    def without(self, field: TlgField, state: TlgState, step: Step) -> None:
        retire(field, state, self.mover, self.into, self.kind, step)

    def faults(self, field: TlgField, state: TlgState, action: Action) -> Iterator[Breach]:
        unit, h = place_of(action)
        if unit != self.displaced:
            yield "6.13", f"{field.roster.names[unit]} is not displaced"
        elif self._kept_out(field, state, unit, h):
            yield "6.13", f"{field.place(h)} is in an enemy zone of control; no unit is displaced into one"
        else:
            allowed = [place_of(option).hex for option in self.options(field, state)]
            yield from retreat_breaches(field, state, unit, h, allowed, self.held)
            if h not in allowed:
                yield "6.13", f"{field.roster.names[unit]} is displaced under the same restrictions as a retreat"

    def perform(self, field: TlgField, state: TlgState, action: Action, step: Step) -> None:
        unit, h = place_of(action)
        # Artillery that has not fired yet may not do so after this; one that has is not changed by the mark.
        state.displaced |= 1 << unit
        state.contacts = None
        if may_share(field, state, unit, h):
            retire(field, state, unit, h, "displaced", step)
            return
        other = displaced_unit(field, state, unit, h, self.held, frozenset(self.seen))
        state.push(Displacement(self.side, unit, h, other, self.held, (*self.seen, h), "displaced"))


@dataclass(frozen=True)
class Advance(TlgFrame, results.Advancing[TlgField, TlgState]):
    """Advance after combat: one attacker must enter one vacated hex (6.15)."""

    side: int
    units: int
    hexes: tuple[int, ...]

    rule = "6.15"
    verbs = ("advance",)
    asks = "an attacker must advance at once: choose the unit, and the hex that was vacated"

    def options(self, field: TlgField, state: TlgState) -> list[Action]:
        return [
            Action("advance", (unit, h))
            for unit in bits(alive(state, self.units))
            for h in self.hexes
            if h in field.ground.passable[state.where[unit]]
        ]

    def must(self, field: TlgField) -> bool:
        return True

    def faults(self, field: TlgField, state: TlgState, action: Action) -> Iterator[Breach]:
        if action not in self.options(field, state):
            yield "6.15", "one attacking unit, adjacent to a vacated hex, must advance into it"
            yield from bombardment_exempt(field, state, action)

    def advance(self, field: TlgField, state: TlgState, action: Action, step: Step) -> None:
        unit, h = place_of(action)
        state.pop()
        state.advanced |= 1 << unit
        relocate(field, state, unit, h, "advance", "6.15", step)
