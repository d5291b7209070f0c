"""The sequence of play: game turns, player turns, and the phases of both by the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.phases import TURN, BoundPhase
from engine.kit.play import moments, statuses
from engine.kit.play.activating import KitActivating, KitActivation, KitCup
from engine.kit.play.deploying import KitArriving
from engine.kit.play.state import KitState
from engine.kit.play.timing import Acting, Timed, open_turn
from engine.mechanics.dice import DiceThrow
from engine.mechanics.hexes import turns
from engine.play import Step


@dataclass(frozen=True)
class KitPlayerTurn(Timed):
    """A player turn: its phases in the order of the file."""

    side: int
    begun: int = 0
    """How many of its phases have begun."""
    first: int = 0
    """The side whose player turn came first in this game turn."""
    closed: bool = False
    """Whether all that happens at the end of the last of them is done."""

    @property
    def active(self) -> int:
        return self.side

    @property
    def number(self) -> int:
        return self.begun - 1 if self.begun else NOWHERE

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        begun = self.begun
        if begun and not self.closed:
            closed = self.with_changes(closed=True)
            state.replace(closed)
            moments.phase_ends(field, state, field.phases[begun - 1], step)
            if interrupted(state, closed):
                return
        if not begun:
            open_turn(field, state)
            begun = field.turn_phases[0].number
        if begun > field.turn_phases[-1].number:
            state.pop()
            moments.turn_ends(field, state, self.side, step)
            return
        state.replace(self.with_changes(begun=begun + 1, closed=False))
        self.begin(field, state, begun, step)

    def begin(self, field: Any, state: KitState, number: int, step: Step) -> None:
        """Begin a phase of this turn by its number in the file."""
        self.begin_phase(field, state, field.phases[number], self.side, self.first, step)
        if number == field.landing_phase and field.has_landing(state, self.side):
            state.push(KitArriving(side=self.side))


@dataclass(frozen=True)
class KitGameTurn(Timed):
    """A game turn: phases before the player turns, both player turns, phases behind them."""

    stage: int = 0
    """How many of its parts are done: phases before, two player turns (or the phases of both sides), phases behind."""
    first: int = NOWHERE
    """The side whose player turn comes first; NOWHERE before that is known."""
    opened: bool = False
    """Whether all that happens as it begins is done."""
    closed: bool = False
    """Whether all that happens at the end of its last part is done."""
    phase: int = NOWHERE
    """The number of the phase in progress, where that is one of the game turn."""

    @property
    def number(self) -> int:
        return self.phase

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        turn = self
        if not turn.opened:
            turn = turn.with_changes(opened=True)
            state.replace(turn)
            turn.open(field, state, step)
            if interrupted(state, turn):
                return
        if turn.first == NOWHERE:
            turn = turn.with_changes(first=first_side(field, state, step))
            state.replace(turn)
        if turn.stage and not turn.closed:
            turn = turn.with_changes(closed=True)
            state.replace(turn)
            turn._ends(field, state, step)
            if interrupted(state, turn):
                return
        if turn.stage == len(field.turn_parts):
            turn._close(field, state, step)
        else:
            turn._go_on(field, state, step)

    def _go_on(self, field: Any, state: KitState, step: Step) -> None:
        """Begin the next part."""
        part = field.turn_parts[self.stage]
        if isinstance(part, BoundPhase):
            state.replace(self.with_changes(stage=self.stage + 1, closed=False, phase=part.number))
            open_turn(field, state)
            self.begin_phase(field, state, part, NOWHERE, self.first, step)
        else:
            state.replace(self.with_changes(stage=self.stage + 1, closed=False, phase=NOWHERE))
            state.push(KitPlayerTurn(self.first if part == 0 else 1 - self.first, 0, self.first))

    def push_acting(self, field: Any, state: KitState, phase: BoundPhase, active: int, first: int) -> None:
        if "activate" not in phase.does or field.activating is None:
            super().push_acting(field, state, phase, active, first)
        elif field.model.sequence.order == "chits":
            state.push(KitCup(phase.number))
        else:
            state.push(KitActivating(phase.number, first))
        if field.activating is not None and phase.number == field.landing_phase:
            for side in (1 - first, first):
                if field.has_landing(state, side):
                    state.push(KitArriving(side=side))

    def open(self, field: Any, state: KitState, step: Step) -> None:
        """What comes before the first phase."""
        state.activations = {}
        field.changed(state)
        turns.open_turn(field, state, field.cite(field.cites("sequence")[0]), step)
        moments.game_turn_begins(field, state, step)

    def _ends(self, field: Any, state: KitState, step: Step) -> None:
        """What happens at the end of a part of the game turn, and behind the last at its own end."""
        part = field.turn_parts[self.stage - 1]
        if isinstance(part, BoundPhase):
            moments.phase_ends(field, state, part, step)
        if self.stage == len(field.turn_parts):
            moments.game_turn_ends(field, state, step)
            statuses.end_all(field, state, "end_of_game_turn", field.roster.everybody, step)

    def _close(self, field: Any, state: KitState, step: Step) -> None:
        turns.close_turn(field, state, field.cite(field.cites("victory")[0]), KitGameTurn(), step)


def interrupted(state: KitState, turn: Timed) -> bool:
    """Whether something has been set going that is carried out before a turn goes on."""
    return state.ended or state.stack[-1] is not turn


def begin_in(field: Any, state: KitState, side: int, number: int, step: Step, thing: int = NOWHERE) -> None:
    """Begin a game in the middle: in a phase of the player turn of a side, or in one of the game turn; ``thing`` is
    what it has activated."""
    phase = field.phases[number]
    if field.activating is None and phase.place == TURN:
        place = field.turn_parts.index(0)
        first = side
        if side == 1:
            first, place = 0, place + 1
        state.push(KitGameTurn(place + 1, first, opened=True))
        turn = KitPlayerTurn(side, number + 1, first)
        state.push(turn)
        turn.begin(field, state, number, step)
        return
    entry = field.activating_phase if phase.is_part or thing >= 0 else phase
    game = KitGameTurn(field.turn_parts.index(entry) + 1, 0, opened=True, phase=entry.number)
    state.push(game)
    if entry is phase and thing < 0:
        game.begin_phase(field, state, phase, NOWHERE, 0 if "activate" not in phase.does else side, step)
        _from_side(state, side)
        return
    chits = field.model.sequence.order == "chits"
    state.push(KitCup(entry.number) if chits else KitActivating(entry.number, 1 - side))
    mask = field.activating.members(state, side, thing) if thing >= 0 else field.roster.of_side[side]
    field.activating.note(state, mask, thing)
    frame = KitActivation(side)
    state.push(frame)
    frame.begin(field, state, field.activating.parts.index(phase) if phase.is_part else 0, step)


def _from_side(state: KitState, side: int) -> None:
    """Of the sides that act one after the other those before one have acted."""
    waiting = [frame.side for frame in state.stack if isinstance(frame, Acting)]
    if side in waiting:
        before = waiting[waiting.index(side) + 1 :]
        state.stack[:] = [f for f in state.stack if not (isinstance(f, Acting) and f.side in before)]


def first_side(field: Any, state: KitState, step: Step) -> int:
    """The side that plays first in a game turn: the scenario's, or as the dice say."""
    how = field.model.sequence.first
    if isinstance(how, str):
        return 0
    throw = DiceThrow.of(how.dice)
    while True:
        totals = [throw.total(throw.throw(state, step)) + how.add.get(side, 0) for side in field.roster.sides]
        if totals[0] != totals[1]:
            return 0 if totals[0] > totals[1] else 1
