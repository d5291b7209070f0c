"""Transport: units that are loaded on others, go where they go, and are unloaded again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.acts import carry_of
from engine.kit.bound.citing import cites
from engine.kit.bound.subject import KitSubject
from engine.kit.play.activity import Activity
from engine.kit.play.state import KitState
from engine.mechanics.bits import bits
from engine.mechanics.hexes.verbs import HEX, UNIT, Verb
from engine.mechanics.procedure import Breach
from engine.play import Action, Step

LOAD = Verb[Any, KitState]("load", UNIT, UNIT.behind("on"))
UNLOAD = Verb[Any, KitState]("unload", UNIT, HEX)


class BoundTransport:
    """An entry of the block ``transport``, bound."""

    def __init__(self, field: Any, entry: Any) -> None:
        self.carriers, self.carried = field.binder.bind(entry.carriers), field.binder.bind(entry.carried)
        self.most, self.same_phase = entry.most, entry.same_phase
        self.load, self.unload = field.costs.entries(entry.load), field.costs.entries(entry.unload)
        self.entry = entry

    def rules(self, key: str = "") -> tuple[str, ...]:
        """The paragraphs of one of its keys."""
        return cites("transport", (self.entry, key))


class CarryingActivity(Activity):
    """Units are loaded and unloaded while others move; the carrier pays for it."""

    verbs = ("load", "unload")

    def __init__(self, field: Any, march: Any) -> None:
        self.march = march
        self.entries = tuple(BoundTransport(field, entry) for entry in field.model.transport)

    def place_of(self, field: Any, verb: str) -> str:
        return self.entries[0].rules()[0] if verb in self.verbs else ""

    # -- what is legal ----------------------------------------------------------------------------------------

    def actions(self, field: Any, state: KitState, side: int, phase: int) -> Iterator[Action]:
        if not self.entries:
            return
        for unit in field.roster.side_units[side]:
            at = state.where[unit]
            if at < 0:
                continue
            by = state.carrier.get(unit)
            if by is not None:
                for h in sorted((at, *field.ground.near[at])):
                    if not any(self._unload_faults(field, state, side, unit, h)):
                        yield Action("unload", (unit, h))
                continue
            for carrier in bits(state.stacks[at] & ~(1 << unit)):
                if not any(self._load_faults(field, state, side, unit, carrier)):
                    yield Action("load", (unit, carrier))

    def sample(self, field: Any, state: KitState, side: int, phase: int, random: Random) -> Action | None:
        found = list(self.actions(field, state, side, phase))
        # Who loads and unloads for ever never moves: most of the time something else is done.
        return random.choice(found) if found and random.random() < _CARRIES else None

    def faults(self, field: Any, state: KitState, side: int, phase: int, action: Action) -> Iterator[Breach]:
        faults = self._load_faults if action.verb == "load" else self._unload_faults
        yield from faults(field, state, side, *carry_of(action))

    def _entry(self, field: Any, state: KitState, unit: int, carrier: int) -> BoundTransport | None:
        """The entry by which a unit carries another."""
        by, what = KitSubject(field, state, -1, carrier), KitSubject(field, state, -1, unit)
        return next((one for one in self.entries if one.carriers.ask(by) and one.carried.ask(what)), None)

    def _left(self, field: Any, state: KitState, carrier: int) -> int:
        """What a unit may still spend in this phase, in parts of a movement point."""
        return int(self.march.budget(field, state, carrier)) - state.spent.get(carrier, 0)

    def _paid(self, field: Any, state: KitState, carrier: int, entries: Any, h: int) -> int | None:
        """What a carrier pays for it at a hex; None where it cannot."""
        at, left = state.where[carrier], self._left(field, state, carrier)
        subject = KitSubject(field, state, field.roster.side[carrier], carrier, h, at if h != at else NOWHERE)
        price = field.costs.of_entries(entries, subject).price
        if isinstance(price, str):
            whole = price == "all" and not state.spent.get(carrier, 0)
            return left if left > 0 and (whole or price == "rest") else None
        parts = int(field.costs.parts(price))
        return parts if parts <= left else None

    def _load_faults(self, field: Any, state: KitState, side: int, unit: int, carrier: int) -> Iterator[Breach]:
        names, at = field.roster.names, state.where[unit]
        rules = self.entries[0].rules()
        if field.roster.side[unit] != side or field.roster.side[carrier] != side:
            yield self.march.phase.rules[0], "both must be units of the active side"
            return
        if at < 0 or at != state.where[carrier] or unit == carrier:
            yield rules[0], f"{names[unit]} and {names[carrier]} are not in one hex"
            return
        entry = self._entry(field, state, unit, carrier)
        if entry is None:
            yield rules[0], f"{names[carrier]} does not carry {names[unit]}"
            return
        if unit in state.carrier or carrier in state.carrier or unit in state.carrier.values():
            yield entry.rules("carried")[0], f"{names[unit]} is already carried, or already carries a unit"
        if sum(by == carrier for by in state.carrier.values()) >= entry.most:
            yield entry.rules("most")[0], f"{names[carrier]} carries no more"
        yield from self._acts(field, state, side, carrier)
        if field.cannot(state, unit, "load"):
            yield from field.why_not(state, unit, "load")
        if self._paid(field, state, carrier, entry.load, at) is None:
            yield entry.rules("load")[0], f"{names[carrier]} cannot pay for loading {names[unit]}"

    def _unload_faults(self, field: Any, state: KitState, side: int, unit: int, h: int) -> Iterator[Breach]:
        names, at, carrier = field.roster.names, state.where[unit], state.carrier.get(unit)
        if field.roster.side[unit] != side:
            yield self.march.phase.rules[0], f"{names[unit]} is not a unit of the active side"
            return
        entry = None if carrier is None else self._entry(field, state, unit, carrier)
        if carrier is None or entry is None:
            yield self.entries[0].rules()[0], f"no unit carries {names[unit]}"
            return
        if h != at and h not in field.ground.near[at]:
            yield entry.rules("unload")[0], f"{field.place(h)} is not next to {names[unit]}"
            return
        if state.loaded >> unit & 1 and not entry.same_phase:
            yield entry.rules("same_phase")[0], f"{names[unit]} was loaded in this phase"
        yield from self._acts(field, state, side, carrier)
        if h != at and not field.passable(state, unit, at, h):
            yield field.cites("movement", "costs")[0], f"{names[unit]} cannot enter {field.place(h)}"
        if h != at:
            yield from self.march.occupied(field, state, unit, h)
        if not field.stacking.fits(state, unit, h):
            yield from field.stacking.faults(state, unit, h)
        if self._paid(field, state, carrier, entry.unload, h) is None:
            yield entry.rules("unload")[0], f"{names[carrier]} cannot pay for unloading {names[unit]}"

    def _acts(self, field: Any, state: KitState, side: int, carrier: int) -> Iterator[Breach]:
        """Why a carrier may do nothing in this phase."""
        phase = self.march.phase
        if not phase.who.ask(KitSubject(field, state, side, carrier)):
            yield phase.rules[0], f"{field.roster.names[carrier]} does not act in this phase"
        if field.cannot(state, carrier, "move"):
            yield from field.why_not(state, carrier, "move")

    # -- what happens -----------------------------------------------------------------------------------------

    def perform(self, field: Any, state: KitState, side: int, phase: int, action: Action, step: Step) -> None:
        unit, other = carry_of(action)
        keys = field.roster.keys
        loads = action.verb == "load"
        carrier, h = (other, state.where[unit]) if loads else (state.carrier[unit], other)
        entry = self._entry(field, state, unit, carrier)
        assert entry is not None
        paid = self._paid(field, state, carrier, entry.load if loads else entry.unload, h)
        state.spent[carrier] = state.spent.get(carrier, 0) + (paid or 0)
        if loads:
            state.carrier[unit] = carrier
            state.loaded |= 1 << unit
            field.changed(state)
            step.say("loaded", field.cite(entry.rules("load")[0]), unit=keys[unit], by=keys[carrier])
            return
        del state.carrier[unit]
        state.moved |= 1 << unit
        field.put(state, unit, h)
        field.changed(state)
        step.say("unloaded", field.cite(entry.rules("unload")[0]), unit=keys[unit], at=field.grid.name(h))


_CARRIES = 0.3
"""The share of random choices that load or unload, where that may be done."""
