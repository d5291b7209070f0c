"""Games by rules files that have to be stopped: a hook does what it may not, or they would never end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from engine.findings import Finding, Place, Severity
from engine.kit.hints import HINTS
from engine.kit.hooks.running import HookFault
from engine.kit.play.field import KitField
from engine.kit.play.phases import MOST_ACTIONS
from engine.kit.play.state import KitState
from engine.kit.play.turning import InTurn, turn_frame
from engine.mechanics.hexes.hexrules import HexRules
from engine.play import Action, Decision, Illegal, Outcome, Step
from engine.play.model import Verdict

MOST_STEPS: Final = 1_000
"""A phase with more steps than this without a choice ends the game."""
_FEW_STEPS: Final = 50
"""Only behind so many steps in a row is it looked at which phase they belong to."""


class GuardedRules(HexRules[KitField, KitState]):
    """Rules that end a game which cannot go on, and say why (`stopped`)."""

    follows = False
    """Whether there is anything to look at after every action (`follow`)."""

    def stopped(self, state: KitState) -> Finding | None:
        if self._fault is not None:
            return self._fault
        if not state.ended or state.repeated <= MOST_ACTIONS:
            return None
        number = turn_frame(state)[1]
        phase = self.field.phases[number] if number >= 0 else None
        name = f"the phase {phase.title}" if phase is not None else "the game turn"
        message = f"{name} on turn {state.turn} does not end: the game is over"
        rule = self.field.cite(phase.rules[0] if phase is not None else self.field.cites("sequence")[0])
        return Finding("KIT149", Severity.ERROR, message, Place(), rule, HINTS["KIT149"])

    @property
    def _fault(self) -> Finding | None:
        return self.field.hooks.fault if self.field.hooks is not None else None

    # -- hooks that do what they may not ----------------------------------------------------------------------

    def decision(self, state: KitState) -> Decision | None:
        hooks = self.field.hooks
        if hooks is None:
            return None if state.ended or not state.stack else state.stack[-1].decision(self.field, state)
        if hooks.fault is not None:
            return None
        try:
            return super().decision(state)
        except HookFault:
            return None

    def actions(self, state: KitState) -> Iterator[Action]:
        if self._fault is not None:
            return
        try:
            yield from super().actions(state)
        except HookFault:
            return

    def verdict(self, state: KitState, action: Action) -> Verdict:
        if self._fault is not None:
            return Illegal(self.order_rules[0], "the game is over")
        try:
            return super().verdict(state, action)
        except HookFault as fault:
            return Illegal(self.field.cite("hooks"), str(fault))

    def sample(self, state: KitState, random: Random) -> Action:
        hooks = self.field.hooks
        if hooks is not None and hooks.fault is not None:
            raise HookFault(hooks.fault)
        return super().sample(state, random)

    def outcome(self, state: KitState) -> Outcome | None:
        found = super().outcome(state)
        return self.field.scores.outcome(state) if found is None and self._fault is not None else found

    def defects(self, state: KitState) -> list[str]:
        try:
            return super().defects(state)
        except HookFault:
            return []

    def perform(self, state: KitState, action: Action, step: Step) -> None:
        try:
            state.stack[-1].perform(self.field, state, action, step)
            self.settle(state, step)
            while self.follows and self.follow(state, step) and state.stack:
                # Who was to be asked may have nothing left to choose by it.
                asked, state.asking = state.stack[-1], None
                self.settle(state, step)
                if state.stack and state.stack[-1] is asked:
                    return
        except HookFault:
            self._end(state, step)

    def follow(self, state: KitState, step: Step) -> bool:
        """Look at what has to be looked at after every action; whether that changes anything."""
        return False

    def load(self, data: dict[str, Any]) -> KitState:
        state = super().load(data)
        if self.field.hooks is not None:
            for kind, text in state.hooked:
                self.field.hooks.bind(kind, text)
        return state

    # -- what never ends --------------------------------------------------------------------------------------

    def settle(self, state: KitState, step: Step) -> None:
        phase: tuple[int, tuple[int, int]] | None = None
        field, count = self.field, 0
        while not state.ended and state.stack and not (frame := state.stack[-1]).is_asking(field, state):
            if step.watch is not None:
                step.watch(state)
            frame.proceed(field, state, step)
            count += 1
            if count <= _FEW_STEPS:
                continue
            if phase is None or isinstance(frame, InTurn):  # no other frame leads to another phase
                now = (state.turn, turn_frame(state))
                count = count if now == phase else _FEW_STEPS
                phase = now
            if count > _FEW_STEPS + MOST_STEPS:
                state.repeated = MOST_ACTIONS + 1
                self._end(state, step)
        if not state.ended and state.stack:
            state.asking = state.stack[-1]

    def _end(self, state: KitState, step: Step) -> None:
        """The game is over as it stands."""
        state.ended = True
        victory = self.field.cite(self.field.cites("victory")[0])
        step.say("end", victory, **self.field.scores.outcome(state).to_json())
