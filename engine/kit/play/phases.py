"""A phase in progress: what its side does in it, one thing after the other, until it ends it; and movement in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from engine.kit.acts import facing_of
from engine.kit.bound.stacking import END_OF_PHASE
from engine.kit.play.activity import Activity
from engine.kit.play.entering import KitEntering, as_far_as_it_goes, come_through, go_on, moved, turned
from engine.kit.play.frames import KitFrame
from engine.kit.play.state import DEED, KitState
from engine.kit.play.turns import is_turn, turn_to
from engine.mechanics.acts import unit_of, walk_of
from engine.mechanics.hexes.marching import leave_map
from engine.mechanics.procedure import END, Breach, ending
from engine.play import Action, Decision, Step
from engine.play.words import listed

MOST_ACTIONS: Final = 10_000
"""A phase with more actions than this ends the game."""
_ENDS: Final = 0.05
"""The share of random choices in a phase that end it."""


@dataclass(frozen=True)
class KitPhase(KitFrame):
    """A phase of the file, while a side acts in it."""

    side: int
    phase: int
    """Its number in the file."""

    def decision(self, field: Any, state: KitState) -> Decision | None:
        return self._asked(field) if self.is_asking(field, state) else None

    def _asked(self, field: Any) -> Decision:
        key = (self.side, self.phase)
        known: Decision | None = field.asked.get(key)
        if known is None:
            phase = field.phases[self.phase]
            does = dict.fromkeys(each.prompt for each in self._activities(field) if each.prompt)
            prompt = listed([*does, "end the phase"]).replace(" and end", ", or end")
            known = Decision(
                field.roster.sides[self.side], phase.title, field.cite(phase.rules[0]), prompt[0].upper() + prompt[1:]
            )
            field.asked[key] = known
        return known

    def _activities(self, field: Any) -> tuple[Any, ...]:
        found: tuple[Any, ...] = field.activities[self.phase]
        return found

    def is_asking(self, field: Any, state: KitState) -> bool:
        if state.asking is self:
            return True
        state.goings = {}
        for each in field.activities[self.phase]:
            if not each.idle(field, state, self.side, self.phase):
                break
        else:
            return False
        return True

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        """No unit can do anything: it closes by itself."""
        step.forced.append(END)
        state.pop()

    def actions(self, field: Any, state: KitState) -> Iterator[Action]:
        found = [
            action for each in self._activities(field) for action in each.actions(field, state, self.side, self.phase)
        ]
        if not any(self._unfinished(field, state)):
            found.append(END)
        return iter(sorted(found))

    def sample(self, field: Any, state: KitState, random: Random) -> Action:
        if random.random() < _ENDS and not any(self._unfinished(field, state)):
            return END
        activities = list(self._activities(field))
        while activities:
            each = activities.pop(int(random.random() * len(activities)))
            action = each.sample(field, state, self.side, self.phase, random)
            if action is not None:
                found: Action = action
                return found
        return END

    def breaches(self, field: Any, state: KitState, action: Action) -> Iterator[Breach]:
        phase = field.phases[self.phase]
        if action.verb == "end":
            yield from ending(action, phase.title, phase.rules[0])
            yield from self._unfinished(field, state)
            return
        for each in self._activities(field):
            if each.wants(field, action):
                yield from each.faults(field, state, self.side, self.phase, action)
                return
        said = f"this is the {phase.title} phase"
        yield from ((rule, said) for rule in phase.rules)
        yield from ((rule, said) for rule in field.cites("sequence"))
        yield from self.elsewhere(field, state, action)

    def _unfinished(self, field: Any, state: KitState) -> Iterator[Breach]:
        for each in self._activities(field):
            yield from each.unfinished(field, state, self.side, self.phase)

    def perform(self, field: Any, state: KitState, action: Action, step: Step) -> None:
        state.repeated += 1
        if state.repeated > MOST_ACTIONS:
            state.ended = True
            step.say("end", field.cite("sequence"), **field.scores.outcome(state).to_json())
        elif action.verb == "end":
            state.pop()
        else:
            for each in field.activities[self.phase]:
                if each.wants(field, action):
                    each.perform(field, state, self.side, self.phase, action, step)
                    break
        state.goings = {}


class MovingActivity(Activity):
    """Units move, reinforcements enter, units leave the map, one after the other."""

    verbs = ("move", "enter", "exit", "face")
    prompt = "move units"

    def __init__(self, march: Any) -> None:
        self.march = march

    def place_of(self, field: Any, verb: str) -> str:
        if verb in ("go", "stop"):
            return str(self.march.arrivals.rules[0])
        return str(self.march.phase.rules[0]) if verb in self.verbs else ""

    def begin(self, field: Any, state: KitState, side: int, phase: int) -> None:
        state.moved, state.columns = 0, ()
        state.spent, state.loaded = {}, 0

    def idle(self, field: Any, state: KitState, side: int, phase: int) -> bool:
        march = self.march
        if self.march.moves:
            doors = field.scores.exits[side]
            for u in march.movable(field, state, side):
                if state.where[u] in doors:
                    return False
                if march.may_leave(field, state, u):
                    return False
        for u in march.due(field, state, side):
            if any(march.may_enter(field, state, u, h) for h in march.entry_hexes(field, state, u)):
                return False
        return True

    def actions(self, field: Any, state: KitState, side: int, phase: int) -> Iterator[Action]:
        for action in self.march.actions(field, state, side):
            if self.march.moves or action.verb == "enter":
                yield action
        yield from self.march.exits(field, state, side)

    def sample(self, field: Any, state: KitState, side: int, phase: int, random: Random) -> Action | None:
        found: Action | None = self.march.sample_any(field, state, side, random)
        out: list[Action] = [] if found else list(self.march.exits(field, state, side))
        return random.choice(out) if out else found

    def faults(self, field: Any, state: KitState, side: int, phase: int, action: Action) -> Iterator[Breach]:
        unit, way = unit_of(action), way_of(action)
        if not self.march.moves and action.verb != "enter":
            said = f"units do not move in the {self.march.phase.title} phase"
            yield from ((rule, said) for rule in self.march.phase.rules)
        if action.verb == "exit":
            yield from self._exit_faults(field, state, side, unit)
        elif action.verb == "enter":
            yield from self.march.entry_breaches(field, state, unit, way, side)
        else:
            yield from self.march.breaches(field, state, unit, way, side)

    def unfinished(self, field: Any, state: KitState, side: int, phase: int) -> Iterator[Breach]:
        stacking = field.stacking
        if stacking.when != END_OF_PHASE:
            return
        for h in stacking.crowded(state):
            if state.stacks[h] & field.roster.of_side[side]:
                said = f"{field.place(h)} is over the stacking limit at the end of the phase"
                yield from ((rule, said) for rule in stacking.rules)

    def _exit_faults(self, field: Any, state: KitState, side: int, unit: int) -> Iterator[Breach]:
        name, at, rule = field.roster.names[unit], state.where[unit], field.cites("movement", "off_map")[0]
        if field.roster.side[unit] != side:
            yield self.march.phase.rules[0], f"{name} is not a unit of the active side"
        elif at < 0:
            yield rule, f"{name} is not on the map"
        elif field.never_off_map or at not in field.scores.exits[side]:
            yield rule, f"{name} cannot leave the map from {field.place(at)}"
        elif unit not in self.march.movable(field, state, side):
            yield field.cites("movement", "once")[0], f"{name} cannot move any more, so it cannot leave the map"

    def perform(self, field: Any, state: KitState, side: int, phase: int, action: Action, step: Step) -> None:
        unit, way = unit_of(action), way_of(action)
        if action.verb == "exit":
            leave_map(field, state, unit, field.scores.rule, step)
            return
        state.moved |= 1 << unit
        state.note(phase, DEED["moved"], 1 << unit)
        if action.verb != "enter":
            going = self.march.setting_out(field, state, unit)
            go_on(field, state, self.march, unit, going, way, field.cites("movement")[0], step)
            return
        state.note(phase, DEED["entered"], 1 << unit)
        h, onward = way[0], as_far_as_it_goes(field, state, unit, way[1:])
        price = self.march.entry_price(field, state, unit, h)
        on = 0
        if onward:
            going = self.march.going(field, state, unit, h, price, fresh=False)
            on = self.march.cost_of(field, state, unit, going, onward)
        self.march.came_on(field, state, unit, h)
        if field.reacting is not None:
            self._enter(field, state, unit, (h,), price, step)
            if onward:
                field.reacting.walk(state, self.march, unit, going, onward, self.march.arrivals.rules[0])
            else:
                state.push(KitEntering(side, phase, unit, price))
            field.reacting.open(state, "moves", 1 << unit)
            return
        self._enter(field, state, unit, (h, *onward), price + on, step)
        if not onward:
            state.push(KitEntering(side, phase, unit, price))

    def _enter(self, field: Any, state: KitState, unit: int, way: tuple[int, ...], paid: int, step: Step) -> None:
        """Bring a unit onto the map by its way, and say so."""
        name, hexes = field.grid.name, [n for n in way if not is_turn(n)]
        come_through(field, state, unit, hexes, step)
        field.put(state, unit, hexes[-1])
        state.spent[unit] = paid
        rule, data = field.cite(self.march.arrivals.rules[0]), {"cost": paid / field.parts, "to": name(hexes[-1])}
        step.say("enter", rule, unit=field.roster.keys[unit], at=name(way[0]), **data, path=[name(n) for n in hexes])
        turned(field, state, unit, way, step)
        moved(field, state, unit, step)


def way_of(action: Action) -> tuple[int, ...]:
    """The way of a move; of ``face`` the turn alone."""
    return (turn_to(facing_of(action)),) if action.verb == "face" else walk_of(action).path
