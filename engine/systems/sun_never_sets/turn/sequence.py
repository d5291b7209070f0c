"""Chapter 3: the sequence of play; 15.3 and 16.4: how a game ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine.mechanics.bits import bits
from engine.mechanics.deeds import Deed
from engine.mechanics.hexes import turns
from engine.mechanics.hexes.turns import Begin
from engine.mechanics.hexes.verbs import Verb
from engine.play import Decision, Step
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base import effects
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, SnsFrame
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.battle import battle, morale
from engine.systems.sun_never_sets.march import movement
from engine.systems.sun_never_sets.position import fates, points
from engine.systems.sun_never_sets.turn import arrivals, conduct, events

SEGMENTS: Final[dict[str, Begin]] = {
    "events": events.begin,
    "reinforcement": arrivals.begin,
    "movement": movement.begin,
    "battle": battle.begin,
    "logistics": conduct.begin,
    "rally": morale.begin,
}
"""The segments of a player turn by name, in order, and how each begins (3.1)."""
TREATY, EXTEND = "treaty", "extend"


@dataclass(frozen=True)
class PlayerTurn(SnsFrame, turns.PlayerTurn[SnsField, SnsState]):
    """A player turn: its six segments (3.1)."""

    side: int
    phase: int = 0
    rule = "3.1"
    phases: ClassVar = SEGMENTS

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        for unit in bits(campaigns.of(field).strangers(field, state)) if self.phase else ():
            fates.eliminate(field, state, unit, campaigns.of(field).control_rule, step)
        if self.phase == len(self.phases):
            effects.expire(state, self.side)
        super().proceed(field, state, step)

    def begin(self, field: SnsField, state: SnsState, phase: str, step: Step) -> None:
        points.reached(field, state, step)
        if not state.ended:
            super().begin(field, state, phase, step)


@dataclass(frozen=True)
class GameTurn(SnsFrame, turns.GameTurn[SnsField, SnsState]):
    """A game turn: the player turns of both sides, then the end of the turn (3.0, 3.1)."""

    rule = "3.0"
    end_rule = "15.3"
    player_turn = PlayerTurn

    def open(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.brought = [0, 0]

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        if self.player < 2:
            super().proceed(field, state, step)
            return
        campaign = campaigns.of(field)
        if campaign.may_extend(field, state):
            state.push(Extending())
            return
        if state.turn >= campaign.last_turn(field, state):
            points.end(field, state, self.end_rule, step)
            return
        state.turn += 1
        state.replace(type(self)())
        if field.options["treaty"]:
            state.turn -= 1
            state.push(Treaty())


@dataclass(frozen=True)
class Treaty(SnsDoing):
    """The end of a turn: whether both players agree to end the game (16.4)."""

    player: int = 0
    rule = "16.4"
    asks = "choose whether the game ends here by a treaty or continues"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if self.player > 1:
            return None
        return Decision(field.sides[self.player], TREATY, "sns2:16.4", "End the game here by a treaty, or continue")

    def _agree(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.replace(replace(self, player=self.player + 1))

    def _go_on(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()
        state.turn += 1

    deeds = (Deed("on", _go_on), Deed(TREATY, _agree))

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        points.end(field, state, self.rule, step)


@dataclass(frozen=True)
class Extending(SnsDoing):
    """The end of the standard game: whether the British play on (afghan:6.10)."""

    rule = "afghan:6.10"
    asks = "choose whether the war continues or ends by a treaty"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        prompt = "Continue the war, for which the enemy gains points, or end it by a treaty"
        return Decision(field.sides[field.empire], TREATY, field.cite(self.rule), prompt)

    def _extend(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()
        campaigns.of(field).extend(field, state, step)

    def _agree(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()
        points.end(field, state, self.rule, step)

    deeds = (Deed(EXTEND, _extend), Deed(TREATY, _agree))


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (Verb(TREATY), Verb("on"), Verb(EXTEND))
