"""Replacements: lost steps and lost units come back, as far as the factors of the scenario go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.costs import PROHIBITED
from engine.kit.bound.subject import KitSubject
from engine.kit.play.activity import Activity
from engine.kit.play.state import KitState
from engine.mechanics.acts import place_of
from engine.mechanics.bits import bits
from engine.mechanics.hexes.hexstate import DEAD
from engine.mechanics.hexes.verbs import HEX, UNIT, Verb
from engine.mechanics.procedure import Breach
from engine.play import Action, Step


def _replaced(field: Any, state: KitState, args: tuple[int, ...]) -> Action:
    """The replacement of a unit; where its hex is not said and one alone is legal, there."""
    unit, h = args
    if h == NOWHERE and state.stack:
        legal = (action for action in state.top.actions(field, state) if action.verb == "replace")
        hexes = [place.hex for place in map(place_of, legal) if place.unit == unit]
        h = hexes[0] if len(hexes) == 1 else NOWHERE
    return Action("replace", (unit, h))


REPLACE = Verb[Any, KitState]("replace", UNIT, HEX.behind("at").optional(NOWHERE), made=_replaced)
_TRIED = "replaced"


class ReplacingActivity(Activity):
    """A side brings back steps, or units, one after the other."""

    verbs = ("replace",)
    prompt = "replace losses"

    def __init__(self, field: Any) -> None:
        self.block = field.model.replacements
        self.units = self.block.what == "units"
        kinds = self.block.kinds or dict.fromkeys(field.model.units.types)
        self.kinds = {
            name: field.roster.types[name] if condition is None else field.binder.mask(condition)
            for name, condition in kinds.items()
        }
        """By kind the units of it."""
        given = field.scenario.replacements
        self.factors = {
            (side, group, kind): count
            for side, groups in given.items()
            for group, kinds_ in groups.items()
            for kind, count in kinds_.items()
        }
        """The factors that the scenario gives: by side, group and kind."""
        self.place = field.settings[self.block.place] if self.block.place else None

    def begin(self, field: Any, state: KitState, side: int, phase: int) -> None:
        state.memory.pop(_TRIED, None)

    def place_of(self, field: Any, verb: str) -> str:
        return str(field.cites("replacements")[0]) if verb in self.verbs else ""

    def _line(self, field: Any, state: KitState, unit: int) -> str:
        """The line of factors that a unit takes one of; empty where none is left. A group that is called like a
        formation is for its units alone."""
        roster = field.roster
        known = {name for names in roster.formations for name in names}
        for (side, group, kind), count in self.factors.items():
            fits = side == roster.sides[roster.side[unit]] and self.kinds.get(kind, 0) >> unit & 1
            own = group not in known or group in roster.formations[unit]
            line = f"{side} {group} {kind}"
            if fits and own and state.replaced.get(line, 0) < count:
                return line
        return ""

    def _hexes(self, field: Any, side: int) -> list[int]:
        return [] if self.place is None else sorted(self.place.hexes(side))

    def actions(self, field: Any, state: KitState, side: int, phase: int) -> Iterator[Action]:
        for unit in field.roster.side_units[side]:
            for h in self._hexes(field, side) if self.units else (NOWHERE,):
                if not any(self._faults(field, state, side, phase, unit, h)):
                    yield Action("replace", (unit, h))

    def faults(self, field: Any, state: KitState, side: int, phase: int, action: Action) -> Iterator[Breach]:
        yield from self._faults(field, state, side, phase, *place_of(action))

    def _faults(self, field: Any, state: KitState, side: int, phase: int, unit: int, h: int) -> Iterator[Breach]:
        name, at = field.roster.names[unit], state.where[unit]
        rule = field.cites("replacements")[0]
        if field.roster.side[unit] != side:
            yield field.phases[phase].rules[0], f"{name} is not a unit of the active side"
            return
        if not field.phases[phase].who.ask(KitSubject(field, state, side, unit)):
            yield field.phases[phase].rules[0], f"{name} takes no part in this phase"
        most = self.block.most
        if most is not None and state.memory.get(_TRIED, 0) >= most:
            yield field.cites("replacements", "most")[0], f"{most} are replaced in a phase at most"
        if not self._line(field, state, unit):
            yield field.cites("replacements", "kinds")[0], f"no replacement is left for {name}"
        if self.units:
            yield from self._unit_faults(field, state, side, unit, h)
        elif at < 0 or state.steps[unit] >= field.roster.steps[unit]:
            yield rule, f"{name} has lost no step, or is not on the map"
        elif state.unsupplied >> unit & 1:
            yield rule, f"{name} is not supplied"
        elif field.zone(state, 1 - side)[at]:
            yield rule, f"{name} is in an enemy zone of control"
        elif field.stacking.counts_steps:
            after = state.copy()
            after.steps[unit] += 1
            yield from field.stacking.faults(after, unit, at)

    def _unit_faults(self, field: Any, state: KitState, side: int, unit: int, h: int) -> Iterator[Breach]:
        name, rule = field.roster.names[unit], field.cites("replacements", "place")[0]
        if state.where[unit] != DEAD:
            yield field.cites("replacements", "what")[0], f"{name} is not lost"
        if h not in self._hexes(field, side):
            yield rule, f"{name} comes back at one of the places for it"
            return
        foes = state.stacks.get(h, 0) & field.roster.of_side[1 - side]
        if foes:
            yield rule, f"{field.place(h)} is occupied by the enemy ({field.roster.names[next(bits(foes))]})"
        elif field.costs.ground_of(state, unit, h).price == PROHIBITED:
            yield field.cites("movement", "costs")[0], f"{name} cannot be in {field.place(h)}"
        elif not field.stacking.fits(state, unit, h):
            yield from field.stacking.faults(state, unit, h)

    def perform(self, field: Any, state: KitState, side: int, phase: int, action: Action, step: Step) -> None:
        unit, h = place_of(action)
        line = self._line(field, state, unit)
        state.replaced[line] = state.replaced.get(line, 0) + 1
        state.memory[_TRIED] = state.memory.get(_TRIED, 0) + 1
        state.steps[unit] = field.roster.steps[unit] if self.units else state.steps[unit] + 1
        if self.units:
            field.put(state, unit, h)
        field.changed(state)
        rule = field.cite(field.cites("replacements")[0])
        at = field.grid.name(state.where[unit])
        step.say("replaced", rule, unit=field.roster.keys[unit], steps=state.steps[unit], at=at)
