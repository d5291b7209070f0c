"""Turns: a game turn with a player turn of either side, each of which goes through the phases of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.hexstate import HexState
from engine.mechanics.procedure import Asking, Breach, Procedure, ending
from engine.play import Action, Frame, Step
from engine.play.state import State

F = TypeVar("F", bound=HexField[Any, Any])
H = TypeVar("H", bound=HexState)

Begin = Callable[[Any, Any, int], None]
"""Begins a phase: (field, state, side) are made ready, and the frame of the phase is pushed."""


@dataclass(frozen=True)
class PlayerTurn(Asking[F, H]):
    """A player turn: its phases in the order of the table."""

    side: int
    phase: int = 0
    """How many phases have begun."""

    phases: ClassVar[Mapping[str, Begin]]
    """The phases by name, in order."""

    def proceed(self, field: F, state: H, step: Step) -> None:
        if self.phase == len(self.phases):
            state.pop()
            return
        if self.phase == 0:
            self.open(field, state)
        state.replace(replace(self, phase=self.phase + 1))
        self.begin(field, state, tuple(self.phases)[self.phase], step)

    def begin(self, field: F, state: H, phase: str, step: Step) -> None:
        """Begin a phase of this turn, and say so."""
        side = field.roster.sides[self.side]
        step.say("phase", self.cite(self.rule), phase=phase, side=side, turn=state.turn)
        self.phases[phase](field, state, self.side)
        if phase == next(iter(self.phases)) and field.has_landing(state, self.side):
            state.push(self.arriving(self.side))

    def arriving(self, side: int) -> Procedure[F, H]:
        """The frame in which a side puts reinforcements straight into hexes, where its rules leave it that choice."""
        raise NotImplementedError

    def open(self, field: F, state: H) -> None:
        """Make the state ready for a player turn in which nothing has been done yet."""


@dataclass(frozen=True)
class GameTurn(Asking[F, H]):
    """A game turn: the player turns of both sides, the first side's first."""

    player: int = 0
    """The player turn that comes next; 2 when both are done."""

    player_turn: ClassVar[type[PlayerTurn[Any, Any]]]
    end_rule: ClassVar[str]
    """The paragraph under which the game ends."""

    def proceed(self, field: F, state: H, step: Step) -> None:
        if self.player < 2:
            if self.player == 0:
                open_turn(field, state, self.cite(self.rule), step)
                self.open(field, state, step)
            state.replace(replace(self, player=self.player + 1))
            state.push(self.player_turn(self.player))
            return
        close_turn(field, state, self.cite(self.end_rule), type(self)(), step)

    def open(self, field: F, state: H, step: Step) -> None:
        """What comes before the player turns."""

    @classmethod
    def begin_in(cls, field: F, state: H, side: int, phase: str, step: Step) -> None:
        """Begin a game in the middle: in a phase of the player turn of a side."""
        turn = cls(side + 1)
        state.push(turn)
        turn.open(field, state, step)
        player_turn = cls.player_turn(side, tuple(cls.player_turn.phases).index(phase) + 1)
        state.push(player_turn)
        player_turn.begin(field, state, phase, step)


def open_turn(field: HexField[Any, Any], state: HexState, rule: str, step: Step) -> None:
    """Say that a game turn begins, under a paragraph with its system: units are withdrawn, and put into pools."""
    step.say("turn", rule, turn=state.turn, label=field.scenario.turns.label(state.turn))
    field.withdraw(state, step)
    field.fill_pools(state, step)


def close_turn(field: HexField[Any, Any], state: HexState, rule: str, following: Frame[Any, Any], step: Step) -> None:
    """End a game turn: the game is over, under a paragraph with its system, or the frame of the next turn follows."""
    field.scores.turn_ends(state)
    if field.scores.over(state):
        state.ended = True
        step.say("end", rule, **field.scores.outcome(state).to_json())
    else:
        state.turn += 1
        state.replace(following)


def turn_in_progress(state: State) -> PlayerTurn[Any, Any] | None:
    """The player turn in progress; None between turns."""
    return next((frame for frame in state.stack if isinstance(frame, PlayerTurn)), None)


def active_side(state: State) -> int:
    """The side whose player turn it is; -1 between turns."""
    turn = turn_in_progress(state)
    return turn.side if turn else -1


def phase_of(state: State) -> tuple[int, str]:
    """The side whose player turn it is and its phase; -1 and nothing before its first phase and between turns."""
    turn = turn_in_progress(state)
    return (turn.side, tuple(turn.phases)[turn.phase - 1]) if turn and turn.phase else (-1, "")


class Phase(Asking[F, H]):
    """A phase in progress: what its side does in it, one thing after the other, until it ends it.

    ``rule`` is the paragraph that gives each phase its time.
    """

    side: int

    @property
    def phase(self) -> str:
        """The name of the phase."""
        raise NotImplementedError

    def breaches(self, field: F, state: H, action: Action) -> Iterator[Breach]:
        if action.verb == "end":
            yield from ending(action, self.phase, self.rule)
            yield from self.unfinished(field, state)
        else:
            yield from super().breaches(field, state, action)

    def unfinished(self, field: F, state: H) -> Iterator[Breach]:
        """Why the phase may not end yet."""
        return iter(())

    def perform(self, field: F, state: H, action: Action, step: Step) -> None:
        if action.verb == "end":
            state.pop()
        else:
            self.carry_out(field, state, action, step)

    def carry_out(self, field: F, state: H, action: Action, step: Step) -> None:
        """Carry out a legal action that is not the end of the phase."""
        raise NotImplementedError
