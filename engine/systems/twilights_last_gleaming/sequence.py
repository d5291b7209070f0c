"""Chapter 3: the sequence of play, and the two phases of a player turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, ClassVar, Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import attack_of
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes import attacks, marching, turns
from engine.mechanics.hexes.marching import HALF
from engine.mechanics.procedure import END, Breach
from engine.play import Action, Decision, Step
from engine.play.words import listed
from engine.systems.twilights_last_gleaming import battle, contact
from engine.systems.twilights_last_gleaming.aftermath import Battle, agenda, scale
from engine.systems.twilights_last_gleaming.deploying import Arriving
from engine.systems.twilights_last_gleaming.entering import MARCH
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.frames import ASKED, TlgFrame, bombardment_exempt
from engine.systems.twilights_last_gleaming.state import TlgState

MOVEMENT, COMBAT = "movement", "combat"


class TlgPhase(TlgFrame, turns.Phase[TlgField, TlgState]):
    """A phase of this system; each has its time (3.1, 3.2)."""

    rule = "3.1"
    does: ClassVar[str]
    """What is done in it, in words."""

    def is_asking(self, field: TlgField, state: TlgState) -> bool:
        return True

    def waiting(self, verb: str) -> Iterator[Breach]:
        if verb in ASKED:
            yield ASKED[verb]
        yield "3.1", f"this is the {self.phase} phase: {self.does}, or end it"
        yield "3.2", "movement comes before combat, and each in its own phase"

    def elsewhere(self, field: TlgField, state: TlgState, action: Action) -> Iterator[Breach]:
        yield from (
            bombardment_exempt(field, state, action)
            if action.verb in ASKED
            else super().elsewhere(field, state, action)
        )


def begin_movement(field: TlgField, state: TlgState, side: int) -> None:
    """No unit has moved or entered yet."""
    state.moved, state.columns = 0, ()
    state.push(MovementPhase(side))


@cache
def _to_move(side: str) -> Decision:
    return Decision(side, MOVEMENT, "tlg2:4.6", "Move units, bring on reinforcements, or end the phase")


@dataclass(frozen=True)
class Entering(TlgFrame, marching.Entering[TlgField, TlgState]):
    """A reinforcement has come on at its entry hex, and may go on with what is left to it (5.3)."""

    rule = "5.3"
    march = MARCH


@dataclass(frozen=True)
class MovementPhase(TlgPhase, marching.Movement[TlgField, TlgState]):
    """The movement phase: units move and reinforcements enter, one after the other (4.6, 4.7, 5.2)."""

    side: int
    phase = MOVEMENT
    does = "move units, bring on reinforcements"
    march = MARCH
    move_rule, enter_rule, leave_rule = "4.7", "5.3", "4.20"
    entering = Entering

    def decision(self, field: TlgField, state: TlgState) -> Decision:
        return _to_move(field.roster.sides[self.side])

    def told_of_entry(self, price: int) -> dict[str, Any]:
        return {"entry": price / HALF}


def begin_combat(field: TlgField, state: TlgState, side: int) -> None:
    """Note who is in contact now: those units are owed a combat in this phase (6.1, 6.4)."""
    state.fought = state.struck = state.displaced = state.retreated = state.advanced = 0
    state.contacts = None
    state.owed = field.zones.entangled(state)
    state.push(CombatPhase(side))


@dataclass(frozen=True)
class CombatPhase(TlgPhase):
    """The combat phase: attacks in any order, until none is owed (6.1 to 6.4)."""

    side: int
    phase = COMBAT
    does = "attack a hex in contact"
    verbs = ("attack",)

    def decision(self, field: TlgField, state: TlgState) -> Decision:
        _, owed = contact.owed_text(field, state, self.side)
        prompt = f"Attack: {owed}" if owed else "Attack, or end the phase"
        return Decision(field.roster.sides[self.side], COMBAT, "tlg2:6.2", prompt)

    def actions(self, field: TlgField, state: TlgState) -> Iterator[Action]:
        for h in contact.target_hexes(field, state, self.side):
            if contact.feasible(field, state, self.side, (h,), ()):
                yield Action("attack", ((h,), (), NOWHERE))
        if not contact.is_owed(field, state, self.side):
            yield END

    def sample(self, field: TlgField, state: TlgState, random: Random) -> Action:
        choices = [*contact.target_hexes(field, state, self.side), NOWHERE]
        while choices:
            h = choices.pop(int(random.random() * len(choices)))
            if h == NOWHERE:
                if not contact.is_owed(field, state, self.side):
                    return END
            elif contact.feasible(field, state, self.side, (h,), ()):
                return Action("attack", ((h,), (), NOWHERE))
        return super().sample(field, state, random)

    def unfinished(self, field: TlgField, state: TlgState) -> Iterator[Breach]:
        rule, reason = contact.owed_text(field, state, self.side)
        if rule:
            yield rule, reason
            yield ("6.4" if rule == "6.1" else "6.1"), reason
            owed, roster = contact.contacts(field, state, self.side).owed_units, field.roster
            guns = listed(roster.names[u] for u in sorted(owed) if roster.gun[u])
            if guns:
                yield "7.8", f"artillery in an enemy zone of control must attack what is next to it: {guns}"

    def faults(self, field: TlgField, state: TlgState, action: Action) -> Iterator[Breach]:
        targets, attackers, lowered = attack_of(action)
        yield from battle.breaches(field, state, self.side, targets, attackers, lowered, whole=bool(attackers))

    def carry_out(self, field: TlgField, state: TlgState, action: Action, step: Step) -> None:
        targets, attackers, lowered = attack_of(action)
        if attackers:
            resolve(field, state, self.side, targets, attackers, lowered, step)
        else:
            state.push(Declaration(self.side, targets))


@dataclass(frozen=True)
class Declaration(TlgFrame, attacks.Building[TlgField, TlgState]):
    """An attack being put together: further targets and attackers, then the fight (6.5, 7.6)."""

    side: int
    targets: tuple[int, ...]
    attackers: tuple[int, ...] = ()

    decision_rule, rule, twice = "6.5", "6.2", "6.7"

    def other_targets(self, field: TlgField, state: TlgState) -> list[int]:
        """Enemies in contact that are no target yet."""
        return [h for h in sorted(contact.contacts(field, state, self.side).units) if h not in self.targets]

    def other_attackers(self, field: TlgField, state: TlgState) -> list[int]:
        """Units next to a target, and guns that reach one, which do not take part yet."""
        near = {u for h in self.targets for u in contact.contacts(field, state, self.side).units.get(h, ())}
        guns = {u for h in self.targets for u in contact.bombarders(field, state, self.side, h)}
        return [u for u in sorted(near | guns) if u not in self.attackers]

    def fits(self, field: TlgField, state: TlgState, targets: tuple[int, ...], attackers: tuple[int, ...]) -> bool:
        near, guns = battle.split(field, state, targets, attackers)
        return contact.feasible(field, state, self.side, targets, near, guns)

    def judged(
        self,
        field: TlgField,
        state: TlgState,
        targets: tuple[int, ...],
        attackers: tuple[int, ...],
        lowered: int = NOWHERE,
        *,
        whole: bool = True,
    ) -> Iterator[Breach]:
        return battle.breaches(field, state, self.side, targets, attackers, lowered, whole=whole)

    def column(self, field: TlgField, state: TlgState) -> int:
        return battle.odds(field, state, self.targets, self.attackers).column

    def strike(self, field: TlgField, state: TlgState, lowered: int, step: Step) -> None:
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
    kind = battle.kind_of(near, guns)
    step.say(
        "attack",
        f"tlg2:{battle.RULES[kind]}",
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
    codes = scale(field.crt, step.dice.forced_result(state.results))
    die, result = step.read(state, field.crt.column(column), field.crt.columns[column], codes)
    # A bombardment has the same results, but not all of what they ask for comes about.
    applied = {"kind": kind} if kind == battle.BOMBARDMENT else {}
    step.say("result", "tlg2:6.2", die=die, odds=field.crt.columns[column], result=result, **applied)
    state.fought |= mask_of(attackers)
    state.struck |= defenders
    contact.attacked(state, side, targets, attackers)
    multi_hex = len(targets) > 1 or (
        field.options["multi_hex_combat"] == "any_side" and len({state.where[u] for u in near}) > 1
    )
    held = tuple(sorted(state.stacks)) if multi_hex else ()
    state.push(Battle(side, targets, mask_of(near), defenders, agenda(result), held))


@dataclass(frozen=True)
class PlayerTurn(TlgFrame, turns.PlayerTurn[TlgField, TlgState]):
    """A player turn: movement, then combat (3.2)."""

    rule = "3.2"
    phases = {MOVEMENT: begin_movement, COMBAT: begin_combat}

    def arriving(self, side: int) -> Arriving:
        return Arriving(side=side)


@dataclass(frozen=True)
class GameTurn(TlgFrame, turns.GameTurn[TlgField, TlgState]):
    """A game turn: the player turns of both sides, the first side's first (3.1)."""

    rule, end_rule = "3.1", "2.8"
    player_turn = PlayerTurn


PHASES: Final = tuple(PlayerTurn.phases)
