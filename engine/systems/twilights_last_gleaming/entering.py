"""Chapter 5: reinforcements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.hexes.hexstate import WAITING
from engine.mechanics.hexes.marching import HALF, another_in
from engine.mechanics.procedure import Breach
from engine.plural import counted
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.moving import Moving, allowance, closed_to, occupied, roads_open, stopped
from engine.systems.twilights_last_gleaming.state import TlgState


def blocked(field: TlgField, state: TlgState, side: int, h: int) -> bool:
    """Whether an entry hex is blocked: an enemy in it, or an enemy zone of control (5.3)."""
    return bool(field.zones.of(state, 1 - side)[h] or state.stacks.get(h, 0) & field.roster.of_side[1 - side])


def _wrong_entry(field: TlgField, state: TlgState, unit: int, h: int, allowed: tuple[int, ...]) -> str:
    own = field.entries[unit][0]
    names = " or ".join(field.place(n) for n in allowed)
    if h == own:
        return f"the entry hex {field.place(own)} is blocked; this column may use {names or 'no hex'}"
    return f"{field.roster.names[unit]} must enter at {names or 'no hex'}, not at {field.place(h)}"


class TlgMarching(Moving):
    """How units march, and come onto the map in columns."""

    def entry_hexes(self, field: TlgField, state: TlgState, unit: int) -> tuple[int, ...]:
        """The hexes where a unit may come on now: its own, or the nearest unblocked ones while that is blocked.

        Once one unit of a column has used a substitute, the whole column uses it (5.3).
        """
        side = field.roster.side[unit]
        own = field.entries[unit][0]
        for designated, used, _ in state.columns:
            if designated == own:
                return (used,)
        if not blocked(field, state, side, own):
            return (own,)
        grid, ground = field.ground.grid, field.ground
        best = grid.size
        nearest: list[int] = []
        for h in field.edge_hexes:
            if ground.playable[h] and not blocked(field, state, side, h):
                distance = grid.distance(own, h)
                if distance < best:
                    best, nearest = distance, []
                if distance == best:
                    nearest.append(h)
        return tuple(nearest)

    def entry_price(self, field: TlgField, state: TlgState, unit: int, h: int) -> int:
        """Half movement points to come on at ``h``, each unit paying for its place in the chain off the map (5.3)."""
        ground = field.ground
        own = field.entries[unit][0]
        before = next((count for designated, _, count in state.columns if designated == own), 0)
        kind = field.roster.kind[unit]
        if h == own and ground.road_hex[h]:
            rate = ground.road_cost() if roads_open(field, state, unit) else ground.clear_cost(kind)
            return rate * (before + 1)
        cost = ground.entry_cost(h, kind) + ground.clear_cost(kind) * before
        # The first of a column may always take the one hex (4.8); those behind it are still on the way.
        return min(cost, allowance(field, state, unit)) if before == 0 else cost

    def may_enter(self, field: TlgField, state: TlgState, unit: int, h: int) -> bool:
        """Whether it is no river (4.16), is free (4.9), and the unit can pay for its place in the column (5.3)."""
        if not field.ground.playable[h]:
            return False
        paid = self.entry_price(field, state, unit, h) <= allowance(field, state, unit)
        return paid and h not in closed_to(field, state, unit)

    def came_on(self, field: TlgField, state: TlgState, unit: int, h: int) -> None:
        """Note that a unit came on at ``h``: the next of its column pays more."""
        state.columns = another_in(state.columns, field.entries[unit][:1], h)

    def entry_breaches(
        self, field: TlgField, state: TlgState, unit: int, way: tuple[int, ...], side: int
    ) -> Iterator[Breach]:
        """Every paragraph that an entry breaks."""
        name = field.roster.names[unit]
        if field.roster.side[unit] != side:
            yield "5.2", f"{name} is not a unit of the active side"
            yield "3.2", "each side brings on its reinforcements in its own player turn"
        if state.where[unit] != WAITING or unit not in field.arrival_turn:
            yield "5.1", f"{name} is not a reinforcement waiting to enter"
            return
        if field.arrival_turn[unit] > state.turn:
            yield "5.2", f"{name} arrives on {field.scenario.turns.said(field.arrival_turn[unit])}, never earlier"
        elif why := field.waits_for(state, unit):
            yield "5.1", f"{name} {why}"
        h = way[0]
        if h == NOWHERE:
            yield "5.3", f"{name} must enter at {field.place(field.entries[unit][0])}"
            return
        allowed = self.entry_hexes(field, state, unit)
        if h not in allowed:
            yield "5.3", _wrong_entry(field, state, unit, h, allowed)
        if not field.ground.playable[h]:
            yield "4.16", f"{field.place(h)} is an all-river hex"
        yield from occupied(field, state, unit, h)
        cost = self.entry_price(field, state, unit, h)
        budget = allowance(field, state, unit)
        if cost > budget:
            yield (
                "5.3",
                f"{name} would pay {counted(cost / HALF, 'movement point')} for its place in the column "
                f"and has {budget / HALF:g}",
            )
            yield "4.6", f"{name} has {counted(budget / HALF, 'movement point')} this turn"
        elif len(way) > 1:
            if field.zones.of(state, 1 - field.roster.side[unit])[h]:
                yield from stopped(name, field.place(h))
            yield from self.way_breaches(field, state, unit, h, way[1:], cost, fresh=False)


MARCH: Final = TlgMarching()
"""How units march."""
