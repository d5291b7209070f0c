"""A bound: its dice, moves, spontaneous advances, shooting, combats and end, each in a frame of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.mechanics.procedure import END, Breach
from engine.play import Action, Decision, Step
from engine.plural import in_series
from engine.systems.de_bellis_multitudinis import ambush_frames, breaking, deployment_maps, discovery, flanks
from engine.systems.de_bellis_multitudinis.acts import assign_of
from engine.systems.de_bellis_multitudinis.advance import Advance
from engine.systems.de_bellis_multitudinis.combats import Combats
from engine.systems.de_bellis_multitudinis.conform import conform
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.frames import DbmFrame, ending
from engine.systems.de_bellis_multitudinis.moves import Moves
from engine.systems.de_bellis_multitudinis.shooting_frames import Shooting
from engine.systems.de_bellis_multitudinis.state import OF_BOTH, OF_BOUND, DbmState

STAGES: Final = ("dice", "moves", "advance", "shooting", "combat")
"""The phases of a bound, in order."""
PHASE_RULES: Final = {"dice": "10.1", "moves": "12.1", "advance": "15.1", "shooting": "17.1", "combat": "18.1"}
"""The paragraph of each phase: the main rules about it are not among the texts."""


@dataclass(frozen=True)
class Bound(DbmFrame):
    """The bound of a side. ``stage`` is the number of the phase that comes next in it."""

    stage: int = 0

    def proceed(self, field: DbmField, state: DbmState, step: Step) -> None:
        if self.stage == len(STAGES):
            self._end(field, state, step)
            return
        phase = STAGES[self.stage]
        state.replace(replace(self, stage=self.stage + 1))
        if self.stage == 0 and state.bound % 2:
            step.say("turn", field.cite("10.1"), turn=state.turn, label=field.scenario.turns.label(state.turn))
        seen = discovery.look_about(field, state, step)
        step.say("phase", field.cite(PHASE_RULES[phase]), **self._phase_data(field, state, phase))
        if phase == "dice":
            self._throw(field, state, step)
            state.push(DiceShares(self.side))
        elif phase == "moves":
            flanks.come(field, state, self.side, step)
            state.push(Moves(self.side))
        elif phase == "advance":
            state.push(Advance(self.side))
        elif phase == "shooting":
            conform(field, state, 1 - self.side, step)
            state.push(Shooting(self.side))
        else:
            state.push(Combats(self.side))
        for side in range(2):
            ambush_frames.accuse(field, state, side, tuple(unit for unit in seen if field.side(unit) != side), step)

    def _phase_data(self, field: DbmField, state: DbmState, phase: str) -> dict[str, Any]:
        return {"side": field.roster.sides[self.side], "phase": phase, "turn": state.turn}

    def _throw(self, field: DbmField, state: DbmState, step: Step) -> None:
        """Throw the dice of initiative of the side's commands, in the scenario's order (10.1)."""
        for unit, flags in enumerate(state.flags):
            own = field.side(unit) == self.side
            state.flags[unit] = flags & ~(OF_BOUND if own else OF_BOTH)
            if own:
                state.marches[unit] = 0
        state.waived, state.driven, state.hurt, state.cache = 0, 0, (), {}
        for command in field.roster.commands_of(self.side):
            state.dice[command] = state.pips[command] = step.roll(state)
            say_points(field, state, command, state.dice[command], step)

    def _end(self, field: DbmField, state: DbmState, step: Step) -> None:
        """The bound is over: commands and armies break, or the other side's bound begins."""
        breaking.settle(field, state, step)
        state.bound += 1
        state.turn = (state.bound + 1) // 2
        if state.turn > field.scenario.turns.count and not state.ended:
            state.turn = field.scenario.turns.count
            state.ended = True
        if state.ended:
            deployment_maps.show(field, state, step)
            breaking.say_end(field, state, step)
            state.stack.clear()
        else:
            state.replace(Bound(1 - self.side))


def say_points(field: DbmField, state: DbmState, command: int, die: int, step: Step) -> None:
    """Tell the die of a command and the points that it has by it (10.1)."""
    told = field.commands[command]
    points = state.pips[command]
    step.say("pips", field.cite("10.1"), side=field.roster.sides[told.side], command=told.key, die=die, points=points)


@dataclass(frozen=True)
class DiceShares(DbmFrame):
    """A regular commander in chief shares the dice that were thrown among his regular commands (10.1)."""

    given: tuple[int, ...] = ()
    """The commands that have been given a die, and their dice, in turns: command, die, command, die."""

    def _sharing(self, field: DbmField, state: DbmState) -> tuple[int, ...]:
        """The commands among which dice are shared; none where there is no choice."""
        regular = [number for number in field.roster.commands_of(self.side) if _is_regular(field, number)]
        led = any(field.commands[number].rank == "cinc" for number in regular)
        differ = len({state.dice[number] for number in regular}) > 1
        return tuple(regular) if led and differ else ()

    def _left(self, field: DbmField, state: DbmState) -> tuple[list[int], list[int]]:
        """The commands without a die yet, and the dice that are left."""
        commands = list(self._sharing(field, state))
        dice = sorted(state.dice[number] for number in commands)
        for command, die in zip(self.given[::2], self.given[1::2], strict=True):
            commands.remove(command)
            dice.remove(die)
        return commands, dice

    def decision(self, field: DbmField, state: DbmState) -> Decision | None:
        commands, dice = self._left(field, state)
        if len(set(dice)) < 2:
            return None
        names = [field.commands[number].name for number in commands]
        return self.asks(field, "dice", "10.1", f"Share the dice {in_series(map(str, dice))} among {in_series(names)}")

    def actions(self, field: DbmField, state: DbmState) -> Iterator[Action]:
        commands, dice = self._left(field, state)
        for die in sorted(set(dice)):
            for command in sorted(commands):
                yield Action("assign", (die, command))
        yield END

    def breaches(self, field: DbmField, state: DbmState, action: Action) -> Iterator[Breach]:
        commands, dice = self._left(field, state)
        if action.verb == END.verb:
            yield from ending(action, "dice", "10.1")
        elif action.verb != "assign":
            yield "10.1", "the dice of initiative are shared out first"
        else:
            die, command = assign_of(action)
            if command not in commands:
                yield "10.1", f"{field.commands[command].name} has none of these dice"
            if die not in dice:
                yield "10.1", f"there is no die of {die} to give; there are {', '.join(map(str, dice))}"

    def perform(self, field: DbmField, state: DbmState, action: Action, step: Step) -> None:
        if action.verb == END.verb:
            self._settle(field, state, step)
            return
        die, command = assign_of(action)
        self._give(field, state, command, die, step)
        state.replace(replace(self, given=(*self.given, command, die)))

    def _settle(self, field: DbmField, state: DbmState, step: Step) -> None:
        """End the sharing. A command that was given no die keeps the one it threw, if that is left; the other dice go
        to the other commands, the lowest first."""
        commands, dice = self._left(field, state)
        changed = list[int]()
        for command in commands:
            if state.dice[command] in dice:
                dice.remove(state.dice[command])
            else:
                changed.append(command)
        for command, die in zip(changed, dice, strict=True):
            self._give(field, state, command, die, step)
        for command in self._sharing(field, state):
            state.dice[command] = state.pips[command]
        state.pop()

    def _give(self, field: DbmField, state: DbmState, command: int, die: int, step: Step) -> None:
        state.pips[command] = die
        say_points(field, state, command, die, step)

    def proceed(self, field: DbmField, state: DbmState, step: Step) -> None:
        self._settle(field, state, step)


def _is_regular(field: DbmField, command: int) -> bool:
    """Whether a command takes part in the sharing of dice: its general is regular, and he is no ally."""
    general = field.commands[command].general
    return general >= 0 and field.commands[command].rank != "ally" and field.roster.values[general].regular
