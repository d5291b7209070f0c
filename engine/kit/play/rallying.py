"""Rally: units try to get rid of a status, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kit.bound.amounts import bind_amount, bind_changes
from engine.kit.bound.citing import cites
from engine.kit.bound.subject import KitSubject
from engine.kit.combat.running import run
from engine.kit.play import statuses
from engine.kit.play.activity import Activity
from engine.kit.play.state import DEED, KitState
from engine.mechanics.acts import unit_of
from engine.mechanics.dice import DiceThrow
from engine.mechanics.hexes.verbs import UNIT, Verb
from engine.mechanics.procedure import Breach
from engine.play import Action, Step

RALLY = Verb[Any, KitState]("rally", UNIT)


class BoundRally:
    """An entry of the block ``rally``, bound."""

    def __init__(self, field: Any, number: int, entry: Any) -> None:
        binder = field.binder
        self.number, self.each = number, entry.each
        self.rules = cites("rally", (entry, ""))
        self.tries = binder.bind(entry.tries)
        self.throw = DiceThrow.of(entry.dice) if entry.dice else None
        self.least = entry.at_least is not None
        needed = entry.at_least if self.least else entry.at_most
        self.needed = bind_amount(binder, needed) if needed is not None else None
        self.changes = bind_changes(binder, entry.changes)
        effects = field.combat.effects
        self.passed = None if entry.pass_ is None else effects.bound(entry.pass_, self.rules[0])
        self.failed = effects.bound(entry.fail, self.rules[0])

    def key(self, unit: int) -> str:
        """Under which it is kept how often a unit has tried in this phase."""
        return f"rally {self.number} {unit}"

    def open_to(self, field: Any, state: KitState, unit: int) -> bool:
        """Whether a unit may try now."""
        if state.memory.get(self.key(unit), 0) >= self.each:
            return False
        tries: bool = self.tries.ask(KitSubject(field, state, -1, unit))
        return tries


class RallyActivity(Activity):
    """Units try to rally."""

    verbs = ("rally",)
    prompt = "rally units"

    def __init__(self, field: Any) -> None:
        self.entries = [BoundRally(field, number, entry) for number, entry in enumerate(field.model.rally)]

    def begin(self, field: Any, state: KitState, side: int, phase: int) -> None:
        state.memory = {key: value for key, value in state.memory.items() if not key.startswith("rally ")}

    def place_of(self, field: Any, verb: str) -> str:
        return str(field.cites("rally")[0]) if verb in self.verbs else ""

    def _rule(self, field: Any, state: KitState, side: int, phase: int, unit: int) -> BoundRally | None:
        """The entry by which a unit may try now."""
        who = field.phases[phase].who
        if field.roster.side[unit] != side or state.where[unit] < 0 or field.cannot(state, unit, "rally"):
            return None
        if not who.ask(KitSubject(field, state, side, unit)):
            return None
        return next((entry for entry in self.entries if entry.open_to(field, state, unit)), None)

    def actions(self, field: Any, state: KitState, side: int, phase: int) -> Iterator[Action]:
        for unit in field.roster.side_units[side]:
            if self._rule(field, state, side, phase, unit) is not None:
                yield Action("rally", (unit,))

    def faults(self, field: Any, state: KitState, side: int, phase: int, action: Action) -> Iterator[Breach]:
        unit = unit_of(action)
        if self._rule(field, state, side, phase, unit) is None:
            yield from field.why_not(state, unit, "rally")
            for rule in field.cites("rally", "", *(field.model.rally[:1])):
                yield rule, f"{field.roster.names[unit]} has nothing to rally from now, or has tried in this phase"

    def perform(self, field: Any, state: KitState, side: int, phase: int, action: Action, step: Step) -> None:
        unit = unit_of(action)
        entry = self._rule(field, state, side, phase, unit)
        assert entry is not None
        state.memory[entry.key(unit)] = state.memory.get(entry.key(unit), 0) + 1
        subject = KitSubject(field, state, side, unit)
        die, passed = 0, True
        if entry.throw is not None and entry.needed is not None:
            needed = entry.changes(entry.needed(subject), subject)
            die = entry.throw.total(entry.throw.throw(state, step))
            passed = die >= needed if entry.least else die <= needed
        step.say("rally", field.cite(entry.rules[0]), unit=field.roster.keys[unit], die=die, passed=passed)
        if not passed:
            run(state, entry.failed, side, unit)
            return
        state.note(phase, DEED["rallied"], 1 << unit)
        if entry.passed is not None:
            run(state, entry.passed, side, unit)
        else:
            statuses.end_all(field, state, "rally", 1 << unit, step)
