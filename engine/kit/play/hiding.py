"""Secrecy: what a side does not know of the units of the other, and how a position is dealt as it might be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, Final

from engine.kit.bound.costs import PROHIBITED
from engine.kit.combat.advancing import KitAdvance
from engine.kit.combat.losses import UnitChoice
from engine.kit.combat.memory import conflict_in
from engine.kit.combat.retreating import KitRetreats
from engine.kit.play.entering import KitEntering
from engine.kit.play.state import KitState
from engine.mechanics.bits import bits
from engine.play import Action, Event
from engine.play.display import ConcealedAnswer, ConcealedHex
from engine.plural import counted

_TRIES: Final = 8
_COMPARED: Final = 200
"""Legal actions that are compared between a position and one that was dealt."""
_FIGHTS: Final = ("attack", "reaction")
"""Events that name those who fight."""
_MARCHES: Final = ("move", "enter", "exit")
"""Events that a side sees of units that it does not know."""


class Hiding:
    """The block ``secrecy``."""

    def __init__(self, field: Any) -> None:
        self.field = field
        block = field.model.secrecy
        self.block = block
        self.places = block.hides == "units"
        """Whether it is unknown where units are, too."""
        self.again = block.after == "again"
        self.spot = 1 if block.spot is None else block.spot

    # -- who is unknown ---------------------------------------------------------------------------------------

    def known(self, state: KitState) -> int:
        """The units that both sides know: those that have fought, or are fighting; that advance, go back or lose steps
        now; or that are coming onto the map."""
        found = 0 if self.again else state.shown
        conflict = conflict_in(state)
        if conflict is not None:
            found |= conflict.attackers | conflict.defenders
        for frame in state.stack:
            if isinstance(frame, KitEntering):
                found |= 1 << frame.unit
            elif isinstance(frame, KitAdvance | KitRetreats | UnitChoice):
                found |= frame.units
        for unit, carrier in state.carrier.items():
            found |= 1 << unit | 1 << carrier
        return found

    def hidden(self, state: KitState, side: int) -> int:
        """The units of the other side on the map of which a side does not know what they are."""
        foes = self.field.roster.of_side[1 - side] & ~self.known(state)
        return sum(1 << u for u in bits(foes) if state.where[u] >= 0)

    def unseen(self, state: KitState, side: int) -> int:
        """Of these the units of which it does not know where they are either."""
        if not self.places:
            return 0
        found = 0
        for u in bits(self.hidden(state, side)):
            if not self.sees(state, side, state.where[u]):
                found |= 1 << u
        return found

    def sees(self, state: KitState, side: int, h: int) -> bool:
        """Whether a side would see an enemy in a hex."""
        field = self.field
        eyes = {state.where[u] for u in field.roster.side_units[side] if state.where[u] >= 0}
        if self.spot == "sight":
            return any(
                field.distance(at, h) <= 1 or field.sight is None or field.sight.sees(state, at, h) for at in eyes
            )
        return any(field.distance(at, h) <= self.spot for at in eyes)

    # -- what a side may see ----------------------------------------------------------------------------------

    def concealed(self, state: KitState, side: int) -> ConcealedAnswer:
        """The hexes in which a side sees enemies that it does not know, with their number, and the keys of all units
        that it does not know: where each of these is, it cannot tell."""
        roster = self.field.roster
        hidden = self.hidden(state, side)
        stood = {state.where[u] for u in bits(hidden & ~self.unseen(state, side))}
        hexes = {}
        for h in sorted(stood):
            there = state.stacks.get(h, 0) & roster.of_side[1 - side]
            hexes[self.field.grid.name(h)] = ConcealedHex(
                side=roster.sides[1 - side],
                columns=(),
                loose=True,
                seen=tuple(roster.keys[u] for u in bits(there & ~hidden)),
                tells=counted((there & hidden).bit_count(), "unit"),
            )
        return ConcealedAnswer(tuple(roster.keys[u] for u in bits(hidden)), hexes)

    def veil(self, state: KitState, side: int, data: dict[str, Any]) -> None:
        """Take out of a state's JSON what a side may not know; of units whose place it knows the hexes are left."""
        hidden, unseen = self.hidden(state, side), self.unseen(state, side)
        seen: dict[str, int] = {}
        for unit in bits(hidden):
            data["where"][unit] = data["steps"][unit] = None
            if not unseen >> unit & 1:
                name = self.field.grid.name(state.where[unit])
                seen[name] = seen.get(name, 0) + 1
        data["seen"] = dict(sorted(seen.items()))

    def knows(self, state: KitState, side: int, units: Any) -> bool:
        """Whether a side knows what all of some units are."""
        hidden = self.hidden(state, side)
        return not any(hidden >> u & 1 for u in units)

    def dealt(self, rules: Any, state: KitState, side: int, random: Random) -> KitState:
        """A copy in which the units that a side does not know are others, as they might be; where chance finds none
        that asks and allows the same, the copy is the position itself."""
        hidden = self.hidden(state, side)
        if not hidden:
            twin: KitState = state.copy()
            return twin
        decision = rules.decision(state)
        own = decision is not None and decision.side == self.field.roster.sides[side]
        listed = [*islice(rules.actions(state), _COMPARED)] if own else []
        shown: dict[str, Any] = rules.view(state, rules.field.roster.sides[side])
        for _ in range(_TRIES):
            twin = state.copy()
            if not self._deal(twin, state, side, hidden, random):
                continue
            same = rules.decision(twin) == decision and (not own or [*islice(rules.actions(twin), _COMPARED)] == listed)
            if same and not rules.defects(twin) and rules.view(twin, rules.field.roster.sides[side]) == shown:
                return twin
        return state.copy()

    def _deal(self, twin: KitState, state: KitState, side: int, hidden: int, random: Random) -> bool:
        """Deal the hidden units of the other side; whether each found a place."""
        field, unseen = self.field, self.unseen(state, side)
        units = list(bits(hidden))
        places = sorted(state.where[u] for u in units if not unseen >> u & 1)
        for u in units:
            twin.place(u, -2)
        random.shuffle(units)
        for u, h in zip(units, places, strict=False):
            if not self._fits(twin, u, h):
                return False
            field.put(twin, u, h)
        for u in units[len(places) :]:
            free = [h for h in field.grid.hexes if not self.sees(twin, side, h) and self._fits(twin, u, h)]
            if not free:
                return False
            field.put(twin, u, random.choice(free))
        for u in units:
            twin.steps[u] = field.roster.steps[u]
        # The holder of a place is known: a unit dealt there has not entered it.
        twin.holders = state.holders
        field.changed(twin)
        return True

    def _fits(self, state: KitState, unit: int, h: int) -> bool:
        field = self.field
        if state.stacks.get(h, 0) & field.roster.of_side[1 - field.roster.side[unit]]:
            return False
        return field.costs.ground_of(state, unit, h).price != PROHIBITED and bool(field.stacking.fits(state, unit, h))

    # -- what happens -----------------------------------------------------------------------------------------

    def as_known(self, events: list[Event], before: KitState, after: KitState) -> Iterator[Event]:
        """Events as the sides may know them: those that name units which a side does not know are for the other side
        alone; of marches that it sees it is told all but who marches."""
        fought = self._fought(events)
        for event in events:
            owner = self._owner(event, before, after, fought)
            if owner < 0 or event.to:
                yield event
                continue
            sides = self.field.roster.sides
            yield replace(event, to=(sides[owner],))
            if event.kind in _MARCHES and (not self.places or self._is_seen(event, after, 1 - owner)):
                data = {key: value for key, value in event.data.items() if key != "unit"}
                yield Event(event.kind, event.rule, {"unit": "", **data}, (sides[1 - owner],))

    def _fought(self, events: list[Event]) -> int:
        """The units of fights that were over in one step: whoever fights is shown, though it is hidden before and
        after."""
        return sum(1 << unit for unit in {u for event in events if event.kind in _FIGHTS for u in self._named(event)})

    def _named(self, event: Event) -> Iterator[int]:
        """The units that an event names."""
        roster = self.field.roster
        for value in event.data.values():
            for key in value if isinstance(value, list | tuple) else (value,):
                unit = roster.number.get(key.lower()) if isinstance(key, str) else None
                if unit is not None and roster.keys[unit] == key:
                    yield unit

    def _owner(self, event: Event, before: KitState, after: KitState, fought: int) -> int:
        """The side that owns units which an event names and the other side does not know; -1 for none."""
        roster = self.field.roster
        for unit in self._named(event):
            if not fought >> unit & 1:
                other = 1 - roster.side[unit]
                if all(self._is_hidden(state, other, unit) for state in (before, after)):
                    return int(roster.side[unit])
        return -1

    def _is_hidden(self, state: KitState, side: int, unit: int) -> bool:
        if state.where[unit] < 0:
            return not self.known(state) >> unit & 1 and state.where[unit] != -1
        return bool(self.hidden(state, side) >> unit & 1)

    def _is_seen(self, event: Event, state: KitState, side: int) -> bool:
        at = self.field.grid.find(str(event.data.get("to") or event.data.get("at") or ""))
        return at >= 0 and self.sees(state, side, at)

    def visible_text(self, action: Action, text: str, kinds: frozenset[str]) -> str:
        """The words of an action for the other side: the attackers are shown; of other actions, only the verb."""
        return text if action.verb in kinds else action.verb
