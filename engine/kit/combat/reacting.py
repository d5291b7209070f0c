"""Reactions: windows in which the other side fights a unit that moves, attacks or is activated."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.citing import cites
from engine.kit.bound.subject import KitSubject
from engine.kit.combat.declared import DeclaredAttack
from engine.kit.combat.fighting import breaches, fight
from engine.kit.combat.kinds import BoundKind, attack_reach
from engine.kit.combat.legality import free
from engine.kit.combat.targets import hexes_of, unit_target
from engine.kit.play.frames import KitFrame
from engine.kit.play.state import KitState
from engine.kit.play.stepping import walk
from engine.kit.play.turning import turn_frame
from engine.mechanics.acts import attack_of
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes.results import alive
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step

OUTSIDE: Final = -2
"""The number of the phase in which reactions are fought: none of the file."""
MOVES, ENTERS, LEAVES, ATTACKS, ACTIVATES = "moves", "enters_zone", "leaves_zone", "attacks", "activates"
PASS: Final = Action("pass")
Mark = tuple[int, int, int, int]
"""A unit as it was: its number, its steps, its hex, and its statuses as a mask."""


class BoundReaction:
    """An entry of the block ``reaction``, bound."""

    def __init__(self, field: Any, number: int, entry: Any) -> None:
        self.number, self.entry = number, entry
        self.name, self.when = str(entry.name), str(entry.when)
        self.kind: BoundKind = field.combat.by_name[entry.with_]
        self.who, self.against = field.binder.bind(entry.who), field.binder.bind(entry.against)
        self.reach = None if entry.range is None else attack_reach(field, entry.range, "none")
        self.each = entry.per.unit or "turn"
        self.most = int(entry.per.cause or 1)
        self.stops = entry.stops == "hit"
        self.rules = cites("reaction", (entry, ""))

    def key(self, unit: int) -> str:
        """Under which it is kept that a unit has reacted."""
        return f"reacted {self.number} {unit}"

    def spent(self, state: KitState, unit: int) -> bool:
        """Whether a unit has reacted as often as it may."""
        last = state.memory.get(self.key(unit))
        if last is None or self.each == "each":
            return False
        return self.each == "turn" or last == turn_frame(state)[1]

    def may(self, field: Any, state: KitState, unit: int, h: int) -> bool:
        """Whether a unit may react to what happens in a hex, as far as this entry says."""
        side, at = field.roster.side[unit], state.where[unit]
        if self.spent(state, unit) or field.cannot(state, unit, "react"):
            return False
        if not self.who.ask(KitSubject(field, state, side, unit)):
            return False
        return self.reach is None or self.reach.spans(
            KitSubject(field, state, side, unit, h, at), field.distance(at, h)
        )


@contextmanager
def eased(state: KitState) -> Iterator[None]:
    """How often units fight and are fought in a phase, and what they owe there, does not count for reactions."""
    kept = state.fought, state.struck, state.fought_turn, state.struck_turn, state.back, state.owed
    state.fought = state.struck = state.fought_turn = state.struck_turn = state.back = state.owed = 0
    try:
        yield
    finally:
        state.fought, state.struck, state.fought_turn, state.struck_turn, state.back, state.owed = kept


class Reactions:
    """The block ``reaction`` of a file; the field of a game keeps it where there is one."""

    def __init__(self, field: Any) -> None:
        self.field = field
        self.entries = tuple(BoundReaction(field, number, entry) for number, entry in enumerate(field.model.reaction))

    def asks(self, when: str) -> bool:
        """Whether some reaction has such a cause."""
        return any(entry.when == when for entry in self.entries)

    def open(self, state: KitState, when: str, causes: int) -> None:
        """Open the windows for some units that give cause together, the first of the file first."""
        for entry in reversed(self.entries):
            if entry.when != when:
                continue
            subject = KitSubject(self.field, state)
            mask = mask_of(u for u in bits(alive(state, causes)) if entry.against.ask(subject.about(u)))
            if mask:
                side = 1 - int(self.field.roster.side[next(bits(mask))])
                state.push(ReactionWindow(side, entry.number, mask, tuple(marked(state, u) for u in bits(mask))))

    def answer(self, state: KitState, attack: DeclaredAttack) -> None:
        """Let the other side react to an attack before its dice."""
        kind, units = attack.kind.number, attack.units
        state.push(AnsweredAttack(kind, attack.side, attack.phase, attack.targets, units, attack.lowered))
        self.open(state, ATTACKS, mask_of(units))

    def stops(self, state: KitState, unit: int) -> bool:
        """Whether a reaction keeps a unit from going on; asked once."""
        return stopped(state, unit)

    def walk(self, state: KitState, march: Any, unit: int, going: Any, way: tuple[int, ...], rule: str) -> None:
        """Set a unit out on a way that the other side may react to."""
        walk(self.field, state, march, unit, going, way, rule)

    def activated(self, state: KitState, mask: int) -> None:
        """Let the other side react to units that are activated."""
        self.open(state, ACTIVATES, mask)


def marked(state: KitState, unit: int) -> Mark:
    """A unit as it is now."""
    has = mask_of(number for number, mask in enumerate(state.status) if mask >> unit & 1)
    return unit, state.steps[unit], state.where[unit], has


def stopped(state: KitState, unit: int) -> bool:
    """Whether a reaction keeps a unit from going on; asked once."""
    return bool(state.memory.pop(f"stopped {unit}", 0)) or state.where[unit] < 0


@dataclass(frozen=True)
class ReactionWindow(KitFrame):
    """The other side may fight those that gave cause, or pass."""

    side: int
    number: int
    causes: int
    marks: tuple[Mark, ...]
    """Those that gave cause, as they were."""
    made: int = 0
    """Reactions to this cause so far."""

    rule = "reaction"

    def _entry(self, field: Any) -> BoundReaction:
        found: BoundReaction = field.reacting.entries[self.number]
        return found

    def _causes(self, state: KitState) -> list[int]:
        """Those that gave cause and are still where they were."""
        return [unit for unit, _, where, _ in self.marks if state.where[unit] == where >= 0]

    def _targets(self, field: Any, state: KitState) -> list[int]:
        causes, whole = self._causes(state), self._entry(field).kind.whole_defender
        return sorted({state.where[u] for u in causes}) if whole else [unit_target(u) for u in causes]

    def _options(self, field: Any, state: KitState) -> list[Action]:
        """The reactions of one unit each."""
        entry, found = self._entry(field), list[Action]()
        if self.made >= entry.most:
            return found
        targets = self._targets(field, state)
        with eased(state):
            units = free(field, state, entry.kind, OUTSIDE, self.side)
            for target in targets:
                for unit in units:
                    action = Action(entry.kind.name, ((target,), (unit,), NOWHERE))
                    if not any(self._faults(field, state, action)):
                        found.append(action)
        return found

    def _faults(self, field: Any, state: KitState, action: Action) -> Iterator[Breach]:
        entry = self._entry(field)
        targets, units, _ = attack_of(action)
        hexes = {state.where[u] for u in self._causes(state)}
        if self.made >= entry.most or not units or not set(hexes_of(state, targets)) <= hexes:
            said = "a reaction must target the hex of the unit that caused it, with a named unit"
            yield from ((rule, said) for rule in entry.rules)
            return
        for unit in units:
            if not entry.may(field, state, unit, next(iter(hexes_of(state, targets)))):
                yield from ((rule, f"{field.roster.names[unit]} does not react to this now") for rule in entry.rules)
        yield from breaches(field, state, DeclaredAttack(entry.kind, OUTSIDE, self.side, *attack_of(action)))

    def decision(self, field: Any, state: KitState) -> Decision | None:
        options = self._options(field, state)
        if not options:
            return None
        entry = self._entry(field)
        causes = self._causes(state)
        names = ", ".join(field.roster.names[u] for u in causes)
        units = tuple(field.roster.keys[u] for u in sorted({attack_of(action).units[0] for action in options}))
        hexes = tuple(field.grid.name(h) for h in sorted({state.where[u] for u in causes}))
        title = entry.name.replace("_", " ")
        prompt = f"React to {names} ({title}), or pass"
        return Decision(field.roster.sides[self.side], "reaction", field.cite(entry.rules[0]), prompt, units, hexes)

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        state.pop()

    def actions(self, field: Any, state: KitState) -> Iterator[Action]:
        yield from self._options(field, state)
        yield PASS

    def breaches(self, field: Any, state: KitState, action: Action) -> Iterator[Breach]:
        entry = self._entry(field)
        if action == PASS:
            return
        if action.verb == entry.kind.name:
            with eased(state):
                yield from self._faults(field, state, action)
            return
        yield from ((rule, "react first, or pass") for rule in entry.rules)
        yield from self.elsewhere(field, state, action)

    def perform(self, field: Any, state: KitState, action: Action, step: Step) -> None:
        if action == PASS:
            state.pop()
            return
        entry, (targets, units, _) = self._entry(field), attack_of(action)
        state.replace(replace(self, made=self.made + 1))
        state.push(AfterReaction(self.number, self.marks))
        h = hexes_of(state, targets)[0]
        cause = next(u for u in self._causes(state) if state.where[u] == h)
        for unit in units:
            state.memory[entry.key(unit)] = turn_frame(state)[1]
            data = {"unit": field.roster.keys[unit], "cause": field.roster.keys[cause], "at": field.grid.name(h)}
            step.say("reaction", field.cite(entry.rules[0]), name=entry.name, **data)
        with eased(state):
            fight(field, state, DeclaredAttack(entry.kind, OUTSIDE, self.side, *attack_of(action)), step)


@dataclass(frozen=True)
class AfterReaction(KitFrame):
    """A reaction has been fought: who was hit goes no further."""

    number: int
    marks: tuple[Mark, ...]
    rule = "reaction"

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        state.pop()
        stops = field.reacting.entries[self.number].stops
        for mark in self.marks:
            unit, steps, where, had = mark
            now = marked(state, unit)
            hit = now[1] < steps or now[2] != where or now[3] & ~had
            if now[2] >= 0 and (now[2] != where or (stops and hit)):
                state.memory[f"stopped {unit}"] = 1
            if stops and hit:
                state.acting &= ~(1 << unit)


@dataclass(frozen=True)
class AnsweredAttack(KitFrame):
    """An attack that the other side may react to: it is made by those who are left."""

    kind: int
    side: int
    phase: int
    targets: tuple[int, ...]
    units: tuple[int, ...]
    lowered: int
    rule = "reaction"

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        state.pop()
        units = tuple(u for u in self.units if not stopped(state, u))
        kind = field.combat.kinds[self.kind]
        attack = DeclaredAttack(kind, self.phase, self.side, self.targets, units, self.lowered)
        if units and (units == self.units or self._holds(field, state, attack)):
            fight(field, state, attack, step)
        mask = mask_of(self.units)
        state.fought |= mask
        state.fought_turn |= mask
        state.contacts = None

    def _holds(self, field: Any, state: KitState, attack: DeclaredAttack) -> bool:
        """Whether those who are left can make the attack by themselves."""
        with eased(state):
            return not any(breaches(field, state, replace(attack, lowered=NOWHERE)))
