"""Activations: the sides activate one thing each by turns, or as chits are drawn; what is activated does its parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import HexwrightError
from engine.hexes.board.grid import NOWHERE
from engine.kit.acts import thing_of
from engine.kit.bound.citing import Rules, cites
from engine.kit.bound.subject import KitSubject
from engine.kit.play import moments
from engine.kit.play.frames import KitFrame
from engine.kit.play.state import KitState
from engine.kit.play.timing import Timed, open_turn
from engine.kit.play.turning import InTurn
from engine.mechanics.bits import bits
from engine.mechanics.hexes.hexstate import WAITING
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step

PASS: Final = Action("pass")
_CUP: Final = "cup "
"""Under which the chits that are left are kept; no deck can be called so."""


# -- what may be activated ----------------------------------------------------------------------------------------


class Activating:
    """The block ``activation`` of a file."""

    def __init__(self, field: Any) -> None:
        self.field = field
        self.rule = field.model.sequence.activation
        self.of = self.rule.of
        self.parts = tuple(phase for phase in field.phases if phase.is_part)
        roster = field.roster
        self.formations = tuple(dict.fromkeys((s, names[-1]) for s, names in _named(roster) if names))
        """The smallest formations by side and name, in the order in which the scenario first names them."""
        self.in_formation = {
            entry: sum(1 << u for u, (s, names) in enumerate(_named(roster)) if names and (s, names[-1]) == entry)
            for entry in self.formations
        }
        self.chits = tuple(self._chits())
        self._who = tuple(field.binder.bind(units) for units in self._conditions())

    def cites(self, key: str = "") -> Rules:
        """The paragraphs of one of its keys."""
        return cites("sequence", (self.rule, key), (self.field.model.sequence, "activation"))

    def _chits(self) -> Iterator[tuple[str, int, int, bool]]:
        """All chits of the cup: name, side (-1 for none), units as a mask (-1 for what a condition says), end."""
        cup, roster = self.rule.cup, self.field.roster
        if cup == "formations":
            for side, name in self.formations:
                yield name, side, self.in_formation[side, name], False
        elif cup == "sides":
            for side, name in enumerate(roster.sides):
                yield name, side, roster.of_side[side], False
        else:
            for chit in cup:
                side = roster.sides.index(chit.side) if chit.side else NOWHERE
                for _ in range(chit.count):
                    yield chit.name, side, NOWHERE, chit.end

    def _conditions(self) -> Iterator[Any]:
        cup = self.rule.cup
        for chit in () if isinstance(cup, str) else cup:
            yield from (chit.units for _ in range(chit.count))

    def on_chit(self, state: KitState, number: int) -> int:
        """The units on a chit that may be activated, as a mask."""
        _, side, mask, _ = self.chits[number]
        if mask == NOWHERE:
            own, who = self.field.roster.side_units[side], self._who[number]
            mask = sum(1 << u for u in own if who.ask(KitSubject(self.field, state, side, u)))
        return self.fresh(state, mask)

    def fresh(self, state: KitState, mask: int) -> int:
        """Of some units those on the map or due that may still be activated in this game turn."""
        times, field, found = self.rule.times, self.field, 0
        for u in bits(mask):
            there = state.where[u] >= 0 or (state.where[u] == WAITING and _is_due(field, state, u))
            if there and state.activations.get(f"unit {u}", 0) < times and u not in state.carrier:
                found |= 1 << u
        return found

    def members(self, state: KitState, side: int, thing: int) -> int:
        """The units of a thing that may be activated, as a mask; none for what is not a thing of the side."""
        roster, own = self.field.roster, self.field.roster.of_side[side]
        if self.of == "unit":
            return self.fresh(state, own & 1 << thing)
        if self.of == "stack":
            return self.fresh(state, own & state.stacks.get(thing, 0))
        if self.of == "formation":
            entry = self.formations[thing]
            done = state.activations.get(f"formation {thing}", 0) >= self.rule.times
            return 0 if done or entry[0] != side else self.fresh(state, self.in_formation[entry])
        leads = self.field.leading
        if roster.side[thing] != side or not leads.is_leader(state, thing) or not self.fresh(state, 1 << thing):
            return 0
        led = [u for u in bits(self.fresh(state, own & ~(1 << thing))) if leads.leads(state, thing, u)]
        led.sort(key=lambda u: (self.field.distance(state.where[thing], state.where[u]), u))
        return sum(1 << u for u in led[: self.rule.most]) | 1 << thing

    def things(self, state: KitState, side: int) -> list[int]:
        """What a side may activate: units, hexes or formations by number."""
        if self.of == "formation":
            every: Any = range(len(self.formations))
        elif self.of == "stack":
            every = sorted(state.stacks)
        else:
            every = self.field.roster.side_units[side]
        return [thing for thing in every if self.members(state, side, thing)]

    def parse(self, state: KitState, side: int, text: str) -> int:
        """The number of a thing by its name. Raises HexwrightError for what is none."""
        if self.of == "formation":
            return self.formation(text, side)
        if self.of == "stack":
            return int(self.field.grid.parse(text))
        return int(self.field.roster.find(text))

    def formation(self, text: str, side: int = NOWHERE) -> int:
        """The number of a formation by its name. Raises HexwrightError for what is none."""
        wanted = plain_name(text)
        found = [number for number, (_, name) in enumerate(self.formations) if plain_name(name) == wanted]
        if found:
            # That of the other side is a formation as well: why it is not activated now is for the rules to say.
            return min(found, key=lambda number: self.formations[number][0] != side)
        known = ", ".join(name for _, name in self.formations)
        raise HexwrightError(f"there is no formation {text!r}; there are {known or 'none'}")

    def name(self, thing: int) -> str:
        """A thing as actions and events name it."""
        if self.of == "formation":
            return self.formations[thing][1]
        return str(self.field.grid.name(thing) if self.of == "stack" else self.field.roster.keys[thing])

    def called(self, thing: int) -> dict[str, str]:
        """The same as an event has it."""
        word = {"formation": "formation", "stack": "hex"}.get(self.of, "unit")
        return {word: self.name(thing)}

    def note(self, state: KitState, mask: int, thing: int = NOWHERE) -> None:
        """Note that units are activated, and the thing that they make up."""
        state.acting = mask
        for u in bits(mask):
            state.activations[f"unit {u}"] = state.activations.get(f"unit {u}", 0) + 1
        if thing >= 0 and self.of == "formation":
            key = f"formation {thing}"
            state.activations[key] = state.activations.get(key, 0) + 1
        self.field.changed(state)


def plain_name(text: str) -> str:
    """A name as actions are read: without small words, commas and capitals."""
    words = re.split(r"[\s,]+", text.casefold())
    return " ".join(word for word in words if word and word not in ("and", "to", "from", "via", "into", "-", "->"))


def _named(roster: Any) -> list[tuple[int, tuple[str, ...]]]:
    return list(zip(roster.side, roster.formations, strict=True))


def _is_due(field: Any, state: KitState, unit: int) -> bool:
    return field.arrival_turn.get(unit, state.turn + 1) <= state.turn and not field.waits_for(state, unit)


# -- by turns -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KitActivating(KitFrame, InTurn):
    """By turns the sides activate something, or pass."""

    phase: int
    side: int
    passed: int = 0
    """Passes one after the other."""

    @property
    def active(self) -> int:
        return self.side

    @property
    def number(self) -> int:
        return self.phase

    def is_asking(self, field: Any, state: KitState) -> bool:
        return self.passed < 2 and bool(field.activating.things(state, self.side))

    def decision(self, field: Any, state: KitState) -> Decision | None:
        if not self.is_asking(field, state):
            return None
        rule = field.cite(field.phases[self.phase].rules[0])
        things = [field.activating.name(thing) for thing in field.activating.things(state, self.side)]
        of = field.activating.of
        units = tuple(things) if of in ("unit", "leader") else ()
        hexes = tuple(things) if of == "stack" else ()
        prompt = f"Activate a {of}, or pass"
        return Decision(field.roster.sides[self.side], "activation", rule, prompt, units, hexes)

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        """A side with nothing left is skipped; without such a side the phase ends."""
        if self.passed < 2 and field.activating.things(state, 1 - self.side):
            state.replace(self.with_changes(side=1 - self.side))
        else:
            state.pop()

    def actions(self, field: Any, state: KitState) -> Iterator[Action]:
        for thing in field.activating.things(state, self.side):
            yield Action("activate", (thing,))
        yield PASS

    def breaches(self, field: Any, state: KitState, action: Action) -> Iterator[Breach]:
        phase, activating = field.phases[self.phase], field.activating
        if action.verb == "activate":
            thing = thing_of(action)
            if not activating.members(state, self.side, thing):
                said = f"{activating.name(thing)} cannot be activated now: nothing of it is left to this side"
                yield from ((rule, said) for rule in dict.fromkeys((*activating.cites("times"), *phase.rules)))
        elif action != PASS:
            said = "activate something first, or pass"
            yield from ((rule, said) for rule in dict.fromkeys((*phase.rules, *field.cites("sequence"))))
            yield from self.elsewhere(field, state, action)

    def perform(self, field: Any, state: KitState, action: Action, step: Step) -> None:
        side = field.roster.sides[self.side]
        rule = field.cite(field.phases[self.phase].rules[0])
        other = 1 - self.side
        if action == PASS:
            state.replace(self.with_changes(side=other, passed=self.passed + 1))
            step.say("passed", rule, side=side)
            return
        thing = thing_of(action)
        mask = field.activating.members(state, self.side, thing)
        state.replace(self.with_changes(side=other, passed=0))
        field.activating.note(state, mask, thing)
        step.say("activated", rule, side=side, **field.activating.called(thing))
        state.push(KitActivation(self.side))
        if field.reacting is not None:
            field.reacting.activated(state, mask)


@dataclass(frozen=True)
class KitActivation(Timed):
    """What is activated does one part after the other."""

    side: int
    begun: int = 0
    """How many of its parts have begun."""
    closed: bool = False
    """Whether all that happens at the end of the last of them is done."""
    first: int = NOWHERE
    """The number of its first part among the phases of the file, once it is known."""

    @property
    def active(self) -> int:
        return self.side

    @property
    def number(self) -> int:
        return self.first + self.begun - 1 if self.begun and self.first != NOWHERE else NOWHERE

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        parts = field.activating.parts
        if self.begun and not self.closed:
            # Effects that this sets going are carried out before the activation goes on.
            state.replace(self.with_changes(closed=True))
            moments.phase_ends(field, state, parts[self.begun - 1], step)
            return
        if not self.begun:
            open_turn(field, state)
        if self.begun == len(parts):
            state.pop()
            moments.turn_ends(field, state, self.side, step)
            state.acting = 0
            field.changed(state)
            return
        self.begin(field, state, self.begun, step)

    def begin(self, field: Any, state: KitState, index: int, step: Step) -> None:
        """Begin one of the parts; this frame is on top."""
        parts = field.activating.parts
        state.replace(self.with_changes(begun=index + 1, closed=False, first=parts[0].number))
        self.begin_phase(field, state, parts[index], self.side, self.side, step)


# -- by chits -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KitCup(KitFrame, InTurn):
    """Chits are drawn out of a cup; who is on them is activated."""

    phase: int
    filled: bool = False

    @property
    def number(self) -> int:
        return self.phase

    def breaches(self, field: Any, state: KitState, action: Action) -> Iterator[Breach]:
        yield field.cites("sequence")[0], "nothing is asked now"

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        activating = field.activating
        if not self.filled:
            state.replace(self.with_changes(filled=True))
            state.stored[_CUP] = tuple(self._chits(field, state))
            return
        left = state.stored.get(_CUP, ())
        if len(left) <= activating.rule.leave:
            self._over(state)
            return
        drawn = step.roll(state, len(left)) - 1 if len(left) > 1 else 0
        step.forced.append(Action("draw"))
        state.stored[_CUP] = (*left[:drawn], *left[drawn + 1 :])
        name, side, _, ends = activating.chits[left[drawn]]
        rule = field.cite(activating.cites("cup")[0])
        step.say("chit", rule, name=name, side=field.roster.sides[side] if side >= 0 else "")
        if ends:
            self._over(state)
        elif side >= 0:
            self._activate(field, state, left[drawn], step)

    def _over(self, state: KitState) -> None:
        state.stored.pop(_CUP, None)
        state.pop()

    def _chits(self, field: Any, state: KitState) -> Iterator[int]:
        """The chits of this game turn: of formations those with a unit on the map or due."""
        for number, (_, _, mask, ends) in enumerate(field.activating.chits):
            if mask == NOWHERE or ends or field.activating.rule.cup == "sides" or field.activating.fresh(state, mask):
                yield number

    def _activate(self, field: Any, state: KitState, number: int, step: Step) -> None:
        name, side, _, _ = field.activating.chits[number]
        mask = field.activating.on_chit(state, number)
        if not mask:
            return
        field.activating.note(state, mask)
        of = {"formation": name} if field.activating.rule.cup == "formations" else {}
        rule = field.cite(field.phases[self.phase].rules[0])
        step.say("activated", rule, side=field.roster.sides[side], **of)
        state.push(KitActivation(side))
        if field.reacting is not None:
            field.reacting.activated(state, mask)
