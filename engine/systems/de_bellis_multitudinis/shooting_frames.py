"""Distant shooting of both sides (17)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.mechanics.acts import unit_of
from engine.mechanics.procedure import END, Breach
from engine.play import Action, Decision, Step
from engine.systems.de_bellis_multitudinis import factors, notation, walls
from engine.systems.de_bellis_multitudinis.acts import shot_of
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.frames import DbmFrame, ending
from engine.systems.de_bellis_multitudinis.notation import NOTHING
from engine.systems.de_bellis_multitudinis.outcome import compare, fate, with_grades
from engine.systems.de_bellis_multitudinis.outcome_frames import suffer
from engine.systems.de_bellis_multitudinis.shooting import (
    FRONT,
    edge_of,
    edges_of,
    first_targets,
    held_horses,
    may_hold,
    targets,
    why_not,
    why_silent,
)
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag

RULE: Final = "17.1"


@dataclass(frozen=True)
class Shooting(DbmFrame):
    """Distant shooting of both sides: the mover says in which order, then the other side for who is left (17)."""

    exhaustive = False

    # -- what there is to do --------------------------------------------------------------------------------------

    def _options(self, field: DbmField, state: DbmState) -> dict[int, list[Action]]:
        """What each element that may shoot can do, by element."""
        key = ("shots", self.side)
        if key not in state.cache:
            found = {unit: self._options_of(field, state, unit) for unit, _ in field.on_table(state)}
            state.cache[key] = {unit: actions for unit, actions in found.items() if actions}
        options: dict[int, list[Action]] = state.cache[key]
        return options

    def _options_of(self, field: DbmField, state: DbmState, unit: int) -> list[Action]:
        if why_silent(field, state, unit, self.side):
            return []
        found = []
        for edge in edges_of(field, state, unit):
            number = NOTHING if edge == FRONT else notation.EDGES.index(edge)
            for target in first_targets(field, state, unit, edge):
                found.append(Action("shoot", (unit, target, 0, number, ())))
            for target in held_horses(field, state, unit, edge):
                found.append(Action("shoot", (unit, target, 1, number, ())))
        if found and may_hold(field, state, unit):
            found.append(Action("hold", (unit,)))
        return sorted(found)

    def _asked(self, field: DbmField, state: DbmState) -> int:
        """The side that says who shoots next: the mover while any of its own elements can shoot."""
        own = any(field.side(unit) == self.side for unit in self._options(field, state))
        return self.side if own else 1 - self.side

    def _listed(self, field: DbmField, state: DbmState) -> list[Action]:
        """What the asked side can do: anything with its own, and let those of the enemy shoot that have no choice."""
        asked = self._asked(field, state)
        options = self._options(field, state)
        return sorted(
            action
            for unit, actions in options.items()
            for action in actions
            if field.side(unit) == asked or len(actions) == 1
        )

    # -- the frame ------------------------------------------------------------------------------------------------

    def decision(self, field: DbmField, state: DbmState) -> Decision | None:
        options = self._options(field, state)
        if sum(map(len, options.values())) < 2:
            return None
        side = self._asked(field, state)
        # Only those that the asked side decides about: it may not know of all others.
        units = tuple(dict.fromkeys(unit_of(action) for action in self._listed(field, state)))
        prompt = f"Choose who shoots next ({len(units)} can)"
        return Decision(field.roster.sides[side], "shooting", field.cite(RULE), prompt, tuple(field.keys(units)))

    def actions(self, field: DbmField, state: DbmState) -> Iterator[Action]:
        listed = self._listed(field, state)
        yield from sorted({*listed, *self._joined(field, state, listed)})

    def _joined(self, field: DbmField, state: DbmState, listed: list[Action]) -> Iterator[Action]:
        """Each shot with all others who have the same target and would help it."""
        most = field.tables.shooting.helpers
        by_target: dict[int, list[int]] = {}
        for action in listed:
            if action.verb == "shoot" and not shot_of(action).holders:
                shot = shot_of(action)
                by_target.setdefault(shot.target, []).append(shot.unit)
        for action in listed:
            if action.verb == "shoot" and not shot_of(action).holders:
                unit, target, holders, edge, _ = shot_of(action)
                side = field.side(unit)
                with_it = [one for one in by_target[target] if one != unit and field.side(one) == side]
                helpers = tuple(dict.fromkeys(with_it))[:most]
                if helpers:
                    yield Action("shoot", (unit, target, holders, edge, helpers))

    def breaches(self, field: DbmField, state: DbmState, action: Action) -> Iterator[Breach]:
        if action.verb == END.verb:
            yield from ending(action, "shooting", RULE)
            yield "17.3", "first all elements with a target must shoot, or hold their shot if allowed"
        elif action.verb == "hold":
            yield from self._hold_breaches(field, state, unit_of(action))
        elif action.verb == "shoot":
            yield from self._shot_breaches(field, state, action)
        else:
            yield RULE, "first choose who shoots next"

    def _owner_breaches(self, field: DbmField, state: DbmState, unit: int) -> Iterator[Breach]:
        """What is wrong with deciding for an element of the other side."""
        options = self._options(field, state).get(unit, [])
        if field.side(unit) != self._asked(field, state) and len(options) > 1:
            owner = field.roster.side_names[field.side(unit)]
            yield "17.3", f"{owner} chooses what {field.name(unit)} does"

    def _hold_breaches(self, field: DbmField, state: DbmState, unit: int) -> Iterator[Breach]:
        reason = why_silent(field, state, unit, self.side)
        if reason:
            yield RULE, f"{field.name(unit)} {reason}"
            return
        yield from self._owner_breaches(field, state, unit)
        if unit not in self._options(field, state):
            yield RULE, f"{field.name(unit)} has no target"
        elif not may_hold(field, state, unit):
            yield "17.3", f"{field.name(unit)} must shoot: no recoil of its target could destroy friends"

    def _shot_breaches(self, field: DbmField, state: DbmState, action: Action) -> Iterator[Breach]:
        unit, target, holders, number, helpers = shot_of(action)
        yield from self._owner_breaches(field, state, unit)
        yield from self._aim_breaches(field, state, unit, target, number, holders=bool(holders))
        for helper in helpers:
            if field.side(helper) != field.side(unit) or helper == unit:
                yield RULE, f"{field.name(helper)} cannot help {field.name(unit)}"
            else:
                yield from self._aim_breaches(field, state, helper, target, NOTHING, holders=bool(holders))

    def _aim_breaches(
        self, field: DbmField, state: DbmState, unit: int, target: int, number: int, *, holders: bool
    ) -> Iterator[Breach]:
        reason = why_silent(field, state, unit, self.side)
        if reason:
            yield RULE, f"{field.name(unit)} {reason}"
            return
        names = edges_of(field, state, unit)
        if number != NOTHING and notation.EDGES[number] not in names:
            yield "17.2", f"{field.name(unit)} shoots only from its front edge"
            return
        edge = self._edge(field, state, unit, target, number)
        if holders:
            if target not in held_horses(field, state, unit, edge):
                yield "3.3", f"{field.name(unit)} has no horses held for {field.name(target)} as its target"
            return
        if target in first_targets(field, state, unit, edge):
            return
        found = list(why_not(field, state, unit, edge_of(field, state, unit, edge), target))
        yield from found
        if not found:
            first = field.name(first_targets(field, state, unit, edge)[0])
            yield "17.6", f"{first} is nearer to the middle line of {field.name(unit)} and must be shot at"

    def _edge(self, field: DbmField, state: DbmState, unit: int, target: int, number: int) -> str:
        """The edge from which an element shoots at a target: the one named, else the first that has it as a target."""
        if number != NOTHING:
            return notation.EDGES[number]
        names = edges_of(field, state, unit)
        first = (name for name in names if target in first_targets(field, state, unit, name))
        any_way = (name for name in names if any(one.unit == target for one in targets(field, state, unit, name)))
        return next(first, next(any_way, FRONT))

    def perform(self, field: DbmField, state: DbmState, action: Action, step: Step) -> None:
        if action.verb == "hold":
            state.mark(unit_of(action), Flag.SHOT)
            return
        unit, target, holders, number, helpers = shot_of(action)
        edge = self._edge(field, state, unit, target, number)
        if holders:
            state.hold(target, None)
            step.say("holders", field.cite("3.3"), unit=field.roster.keys[target], gone=True)
            return
        self._shoot(field, state, (unit, *helpers), target, edge, step)

    def _shoot(
        self, field: DbmField, state: DbmState, units: tuple[int, ...], target: int, edge: str, step: Step
    ) -> None:
        unit = units[0]
        manned = walls.manned(field, state, target)
        own = factors.shooting(field, state, unit, target, edge).total
        other = factors.shot_at(field, state, target, unit, len(units) - 1, manned[0].wall if manned else "").total
        for one in units:
            state.mark(one, Flag.SHOT)
            state.unmark(one, Flag.HIDDEN)
        dice = step.roll(state), step.roll(state)
        totals = with_grades(field, state, (unit, target), (own + dice[0], other + dice[1]), self.side)
        step.say(
            "shot",
            field.cite(RULE),
            units=field.listed(units),
            target=field.roster.keys[target],
            dice=list(dice),
            totals=list(totals),
            edge=edge,
        )
        result = compare(*totals)[1]
        suffer(field, state, target, unit, fate(field, state, target, unit, result, shot=True), step, shot=True)

    def proceed(self, field: DbmField, state: DbmState, step: Step) -> None:
        options = [action for actions in self._options(field, state).values() for action in actions]
        if not options:
            state.pop()
            return
        self.perform(field, state, step.choose(options[0], lambda wish: self.verdict(field, state, wish)), step)
