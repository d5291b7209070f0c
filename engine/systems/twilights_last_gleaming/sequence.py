"""Chapter 3: the sequence of play, and the two phases of a player turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, Final

from engine.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.procedure import Breach, ending
from engine.mechanics.verbs import END
from engine.play import Action, Decision, Step
from engine.systems.twilights_last_gleaming import battle, contact, entering, moving
from engine.systems.twilights_last_gleaming.aftermath import Battle, TlgFrame, agenda
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.ground import HALF
from engine.systems.twilights_last_gleaming.state import TlgState
from engine.systems.twilights_last_gleaming.wrongtime import elsewhere

MOVEMENT, COMBAT = "movement", "combat"

_FIGHTS: Final = 0.6
"""Of random choices while an attack is put together so many are to fight it as it is, where that is legal."""
PHASES: Final = (MOVEMENT, COMBAT)


@dataclass(frozen=True)
class GameTurn(TlgFrame):
    """A game turn: the player turns of both sides, the first side's first (3.1)."""

    player: int = 0
    """The player turn that comes next; 2 when both are done."""

    def proceed(self, field: TlgField, state: TlgState, step: Step) -> None:
        if self.player < 2:
            if self.player == 0:
                step.say("turn", "tlg2:3.1", turn=state.turn, label=field.scenario.turns.label(state.turn))
            state.replace(GameTurn(self.player + 1))
            state.push(PlayerTurn(self.player))
        elif field.scores.over(state):
            state.ended = True
            outcome = field.scores.outcome(state)
            step.say("end", "tlg2:2.8", **outcome.to_json())
        else:
            state.turn += 1
            state.replace(GameTurn())


@dataclass(frozen=True)
class PlayerTurn(TlgFrame):
    """A player turn: movement, then combat (3.2)."""

    side: int
    phase: int = 0

    def proceed(self, field: TlgField, state: TlgState, step: Step) -> None:
        side = field.roster.sides[self.side]
        if self.phase == 0:
            state.replace(replace(self, phase=1))
            state.push(MovementPhase(self.side))
            state.moved, state.columns = 0, ()
            step.say("phase", "tlg2:3.2", phase=MOVEMENT, side=side, turn=state.turn)
        elif self.phase == 1:
            state.replace(replace(self, phase=2))
            begin_combat(field, state, self.side)
            step.say("phase", "tlg2:3.2", phase=COMBAT, side=side, turn=state.turn)
        else:
            state.pop()


def phase_of(state: TlgState) -> tuple[int, str]:
    """The side whose player turn it is and its phase; -1 and nothing between turns."""
    for frame in state.stack:
        if isinstance(frame, PlayerTurn) and frame.phase:
            return frame.side, PHASES[frame.phase - 1]
    return -1, ""


@cache
def _to_move(side: str) -> Decision:
    return Decision(side, MOVEMENT, "tlg2:4.6", "Move units, bring on reinforcements, or end the phase")


@dataclass(frozen=True)
class MovementPhase(TlgFrame):
    """The movement phase: units move and reinforcements enter, one after the other (4.6, 4.7, 5.2)."""

    side: int

    def decision(self, field: TlgField, state: TlgState) -> Decision:
        return _to_move(field.roster.sides[self.side])

    def actions(self, field: TlgField, state: TlgState) -> Iterator[Action]:
        yield END
        yield from entering.actions(field, state, self.side)
        yield from moving.actions(field, state, self.side)

    def sample(self, field: TlgField, state: TlgState, random: Random) -> Action:
        if random.random() < 0.06:
            return END
        entry = entering.sample(field, state, self.side, random) if random.random() < 0.3 else None
        return entry or moving.sample(field, state, self.side, random) or END

    def breaches(self, field: TlgField, state: TlgState, action: Action) -> Iterator[Breach]:
        verb, args = action
        if verb == "end":
            yield from ending(action, MOVEMENT, "3.1")
            return
        if verb == "move":
            yield from moving.breaches(field, state, args[0], args[1:], self.side)
        elif verb == "enter":
            yield from entering.breaches(field, state, args[0], args[1:], self.side)
        else:
            yield from _wrong_time(MOVEMENT, verb)
            yield from elsewhere(field, state, action, self.side)

    def perform(self, field: TlgField, state: TlgState, action: Action, step: Step) -> None:
        verb, args = action
        if verb == "end":
            state.pop()
            return
        unit, way = args[0], args[1:]
        names = field.ground.grid.name
        data: dict[str, Any] = {"unit": field.roster.keys[unit]}
        if verb == "enter":
            data["at"] = names(way[0])
            entry = entering.entry_cost(field, state, unit, way[0])
            data["entry"] = entry / HALF
            data["cost"] = (entry + moving.way_cost(field, state, unit, way[1:], way[0])) / HALF
            entering.enter(field, state, unit, way[0])
        else:
            data["from"] = names(state.where[unit])
            data["cost"] = moving.way_cost(field, state, unit, way) / HALF
        data["to"] = names(way[-1])
        data["path"] = [names(h) for h in way]
        state.moved |= 1 << unit
        field.put(state, unit, way[-1])
        step.say(verb, "tlg2:5.3" if verb == "enter" else "tlg2:4.7", **data)


_ASKED: Final = {
    "lose": ("6.11", "no unit has to lose a step now"),
    "retreat": ("6.12", "no unit has to retreat now"),
    "displace": ("6.13", "no unit is displaced now"),
    "advance": ("6.15", "no unit may advance now"),
    "also": ("6.5", "no attack is being put together: begin with one"),
    "with": ("6.5", "no attack is being put together: begin with one"),
    "fight": ("6.5", "no attack is being put together: begin with one"),
}
"""What is done only when it is asked for, with the paragraph that asks."""


def _wrong_time(phase: str, verb: str) -> Iterator[Breach]:
    if verb in _ASKED:
        yield _ASKED[verb]
    yield "3.1", f"this is the {phase} phase"
    yield "3.2", "movement comes before combat, and each in its own phase"


def begin_combat(field: TlgField, state: TlgState, side: int) -> None:
    """Note who is in contact now: those units are owed a combat in this phase (6.1, 6.4)."""
    state.fought = state.struck = state.displaced = state.retreated = state.advanced = 0
    state.contacts = None
    owed = 0
    for player in range(2):
        enemy = moving.zone(field, state, 1 - player)
        owed |= mask_of(u for u in field.roster.side_units[player] if state.where[u] >= 0 and enemy[state.where[u]])
    state.owed = owed
    state.push(CombatPhase(side))


@dataclass(frozen=True)
class CombatPhase(TlgFrame):
    """The combat phase: attacks in any order, until nobody is owed one (6.1 to 6.4)."""

    side: int

    def decision(self, field: TlgField, state: TlgState) -> Decision:
        _, owed = contact.owed_text(field, state, self.side)
        return Decision(
            field.roster.sides[self.side],
            COMBAT,
            "tlg2:6.2",
            f"Attack ({owed})" if owed else "Attack, or end the phase",
        )

    def actions(self, field: TlgField, state: TlgState) -> Iterator[Action]:
        for h in contact.target_hexes(field, state, self.side):
            if contact.feasible(field, state, self.side, (h,), ()):
                yield Action("attack", ((h,), (), NOWHERE))
        if not contact.owed_text(field, state, self.side)[0]:
            yield END

    def sample(self, field: TlgField, state: TlgState, random: Random) -> Action:
        choices = [*contact.target_hexes(field, state, self.side), NOWHERE]
        while choices:
            h = choices.pop(int(random.random() * len(choices)))
            if h == NOWHERE:
                if not contact.owed_text(field, state, self.side)[0]:
                    return END
            elif contact.feasible(field, state, self.side, (h,), ()):
                return Action("attack", ((h,), (), NOWHERE))
        return super().sample(field, state, random)

    def breaches(self, field: TlgField, state: TlgState, action: Action) -> Iterator[Breach]:
        verb, args = action
        if verb == "end":
            yield from ending(action, COMBAT, "3.1")
            rule, reason = contact.owed_text(field, state, self.side)
            if rule:
                yield rule, reason
                yield ("6.4" if rule == "6.1" else "6.1"), reason
        elif verb == "attack":
            targets, attackers, lowered = args
            yield from battle.breaches(field, state, self.side, targets, attackers, lowered, whole=bool(attackers))
        else:
            yield from _wrong_time(COMBAT, verb)
            yield from elsewhere(field, state, action, self.side)

    def perform(self, field: TlgField, state: TlgState, action: Action, step: Step) -> None:
        if action.verb == "end":
            state.pop()
            return
        targets, attackers, lowered = action.args
        if attackers:
            resolve(field, state, self.side, targets, attackers, lowered, step)
        else:
            state.push(Declaration(self.side, targets))


@dataclass(frozen=True)
class Declaration(TlgFrame):
    """An attack being put together: further targets and attackers, then the fight (6.5, 7.6)."""

    side: int
    targets: tuple[int, ...]
    attackers: tuple[int, ...] = ()

    def decision(self, field: TlgField, state: TlgState) -> Decision:
        names = field.ground.grid.name
        hexes = tuple(names(h) for h in self.targets)
        units = tuple(field.roster.keys[u] for u in self.attackers)
        prompt = f"Attack {' '.join(hexes)}: add attackers or targets, then fight"
        return Decision(field.roster.sides[self.side], "attack", "tlg2:6.5", prompt, units, hexes)

    def actions(self, field: TlgField, state: TlgState) -> Iterator[Action]:
        for h in self._other_targets(field, state):
            if self._fits(field, state, h, None):
                yield Action("also", (h,))
        yield from self._fights(field, state)
        for u in self._other_attackers(field, state):
            if self._fits(field, state, None, u):
                yield Action("with", (u,))

    def sample(self, field: TlgField, state: TlgState, random: Random) -> Action:
        if random.random() < _FIGHTS and self._may_fight(field, state):
            return self._random_fight(field, state, random)
        choices = [*(Action("also", (h,)) for h in self._other_targets(field, state))]
        choices += [Action("with", (u,)) for u in self._other_attackers(field, state)]
        while choices:
            action = choices.pop(int(random.random() * len(choices)))
            added = action.args[0]
            if self._fits(field, state, *((added, None) if action.verb == "also" else (None, added))):
                return action
        return self._random_fight(field, state, random)

    def _random_fight(self, field: TlgField, state: TlgState, random: Random) -> Action:
        """To fight, at the odds that there are or at lower ones; to be called where that is legal."""
        if random.random() < 0.5:
            return Action("fight")
        columns = battle.odds(field, state, self.targets, self.attackers).column
        return Action("fight", (random.randrange(columns),)) if columns else Action("fight")

    def _may_fight(self, field: TlgField, state: TlgState) -> bool:
        return bool(self.attackers) and not any(battle.breaches(field, state, self.side, self.targets, self.attackers))

    def _fights(self, field: TlgField, state: TlgState) -> Iterator[Action]:
        if not self._may_fight(field, state):
            return
        yield Action("fight")
        for column in range(battle.odds(field, state, self.targets, self.attackers).column):
            yield Action("fight", (column,))

    def _other_targets(self, field: TlgField, state: TlgState) -> list[int]:
        """Enemies in contact that are no target yet."""
        return [h for h in sorted(contact.contacts(field, state, self.side).units) if h not in self.targets]

    def _other_attackers(self, field: TlgField, state: TlgState) -> list[int]:
        """Units next to a target, and guns that reach one, which do not take part yet."""
        near = {u for h in self.targets for u in contact.contacts(field, state, self.side).units.get(h, ())}
        guns = {u for h in self.targets for u in contact.bombarders(field, state, self.side, h)}
        return [u for u in sorted(near | guns) if u not in self.attackers]

    def _fits(self, field: TlgField, state: TlgState, h: int | None, u: int | None) -> bool:
        targets = self.targets if h is None else (*self.targets, h)
        attackers = self.attackers if u is None else (*self.attackers, u)
        near, guns = battle.split(field, state, targets, attackers)
        return contact.feasible(field, state, self.side, targets, near, guns)

    def breaches(self, field: TlgField, state: TlgState, action: Action) -> Iterator[Breach]:
        verb, args = action
        targets, attackers = self.targets, self.attackers
        if verb == "fight":
            lowered = args[0] if args else NOWHERE
            yield from battle.breaches(field, state, self.side, targets, attackers, lowered)
            return
        if verb == "also":
            targets = tuple(sorted({*targets, args[0]}))
        elif verb == "with":
            attackers = tuple(sorted({*attackers, args[0]}))
        else:
            yield "6.2", "an attack is being put together; fight it first"
            yield from elsewhere(field, state, action, self.side)
            return
        if (targets, attackers) == (self.targets, self.attackers):
            yield "6.7", "it takes part in this attack already"
        yield from battle.breaches(field, state, self.side, targets, attackers, whole=False)

    def perform(self, field: TlgField, state: TlgState, action: Action, step: Step) -> None:
        verb, args = action
        if verb == "also":
            state.replace(replace(self, targets=tuple(sorted((*self.targets, args[0])))))
        elif verb == "with":
            state.replace(replace(self, attackers=tuple(sorted((*self.attackers, args[0])))))
        else:
            state.pop()
            lowered = args[0] if args else NOWHERE
            resolve(field, state, self.side, self.targets, self.attackers, lowered, step)


def resolve(
    field: TlgField,
    state: TlgState,
    side: int,
    targets: tuple[int, ...],
    attackers: tuple[int, ...],
    lowered: int,
    step: Step,
) -> None:
    """Work out the odds, roll the die and set the result going (6.2, 6.11)."""
    near, guns = battle.split(field, state, targets, attackers)
    odds = battle.odds(field, state, targets, attackers)
    column = odds.column if lowered == NOWHERE else min(lowered, odds.column)
    defenders = mask_of(u for h in targets for u in bits(state.stacks[h]))
    keys, names = field.roster.keys, field.ground.grid.name
    kind = "attack" if near and not guns else "combined attack" if near else "bombardment"
    rule = {"attack": "6.2", "combined attack": "7.6", "bombardment": "7.4"}[kind]
    step.say(
        "attack",
        f"tlg2:{rule}",
        kind=kind,
        target=names(targets[0]),
        targets=[names(h) for h in targets],
        attackers=[keys[u] for u in attackers],
        defenders=[keys[u] for u in bits(defenders)],
        strength=f"{odds.attack}:{odds.defence}",
        basic=odds.basic,
        shifts=[f"{shift.columns:+d} {shift.cause}" for shift in odds.shifts],
        odds=field.crt.columns[column],
    )
    die, result = step.read(state, field.crt.column(column), field.crt.columns[column])
    step.say("result", "tlg2:6.2", die=die, odds=field.crt.columns[column], result=result)
    state.fought |= mask_of(attackers)
    state.struck |= defenders
    state.contacts = None
    multi_hex = len(targets) > 1 or (
        field.options["multi_hex_combat"] == "any_side" and len({state.where[u] for u in near}) > 1
    )
    held = tuple(sorted(state.stacks)) if multi_hex else ()
    state.push(Battle(side, targets, mask_of(near), defenders, agenda(result), held))
