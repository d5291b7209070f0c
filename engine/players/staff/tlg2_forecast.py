"""The TLG2 staff looks ahead: a plan is played out with the enemy's likely reply, and what comes of it is weighed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, sqrt
from typing import Any, Final

from engine.mechanics.notation import END
from engine.play import Action, Step
from engine.play.dice import Dice
from engine.players.staff.tlg2_answers import answer
from engine.players.staff.tlg2_fights import Attack, Fights
from engine.players.staff.tlg2_moves import STEADY, Moves, Plan
from engine.players.staff.tlg2_view import View, ground_of
from engine.systems.twilights_last_gleaming import battle, contact
from engine.systems.twilights_last_gleaming.rules import TlgRules
from engine.systems.twilights_last_gleaming.sequence import CombatPhase, MovementPhase
from engine.systems.twilights_last_gleaming.state import TlgState

_PATTERNS: Final = ((3, 4), (4, 3))
"""Die rolls that a plan is played out with, over and over: middling luck, the same for every plan."""

_CLEAR: Final = 0.06
"""How much likelier to win another plan must be to be taken instead of the first."""


class Pattern(Dice):
    """Dice that repeat a pattern."""

    def __init__(self, pattern: tuple[int, ...]) -> None:
        super().__init__()
        self.pattern = pattern

    def roll(self, number: int, sides: int = 6) -> int:
        return self.pattern[number % len(self.pattern)]


class Quiet(Step):
    """A step that tells nobody."""

    def say(self, kind: str, rule: str, /, **data: Any) -> None:
        pass


class Forecast:
    """Plays out plans of one side from a position in its movement phase."""

    def __init__(self, rules: TlgRules, state: TlgState, side: int) -> None:
        self.rules, self.state, self.side = rules, state, side

    def best(self, plans: Sequence[Plan]) -> Plan:
        """The plan of which most may be hoped; the first unless another one is clearly better."""
        if len(plans) == 1:
            return plans[0]
        hopes = [sum(self._played(plan.place, pattern) for pattern in _PATTERNS) for plan in plans]
        hopes[0] += _CLEAR * len(_PATTERNS)
        return plans[hopes.index(max(hopes))]

    def _played(self, place: Mapping[int, int], pattern: tuple[int, ...]) -> float:
        """The hope that is left when a plan has been played out with some dice; mere luck does not count."""
        state = self.state.copy()
        step = Quiet(Pattern(pattern))
        luck = self._march(state, place, step)
        top = state.top
        if not state.ended and isinstance(top, MovementPhase) and top.side != self.side:
            view = View(self.rules, state, top.side)
            luck -= self._march(state, Moves(view).make(STEADY, rough=True).place, step)
        return self._hope(state, luck)

    def _march(self, state: TlgState, place: Mapping[int, int], step: Step) -> float:
        """Put units where they go, and fight the combat phase to its end; how lucky the attacker was, in points."""
        for u, h in place.items():
            if state.where[u] != h:
                self.rules.put(state, u, h)
        self.rules.perform(state, END, step)
        attacks: list[Attack] | None = None
        luck = 0.0
        while not state.ended and not isinstance(state.top, MovementPhase):
            top: Any = state.top
            view = View(self.rules, state, top.side)
            if not isinstance(top, CombatPhase):
                decision = self.rules.decision(state)
                action, _ = answer(decision.kind if decision else "", view)
                self.rules.perform(state, action, step)
                continue
            if attacks is None:
                attacks = Fights(view).plan()
            attack = self._attack(view, attacks)
            if attack is not None:
                luck += view.luck(attack.column, step.dice.roll(state.draws), attack.near, attack.targets)
            self.rules.perform(state, attack.action if attack else self._last(state, top.side), step)
        return luck

    def _attack(self, view: View, attacks: list[Attack]) -> Attack | None:
        """The next of some attacks; they are planned anew when they are done and somebody is still owed one."""
        rules, state, side = self.rules, view.state, view.side
        for anew in (False, True):
            if anew:
                attacks[:] = Fights(view).plan()
            while attacks:
                attack = attacks.pop(0)
                if (attack.near or attack.worth > 0) and not any(
                    battle.breaches(rules, state, side, attack.targets, attack.action.args[1])
                ):
                    return attack
            if not contact.owed_text(rules, state, side)[0]:
                return None
        return None

    def _last(self, state: TlgState, side: int) -> Action:
        """The end of the phase, or whatever must be done before it."""
        if not contact.owed_text(self.rules, state, side)[0]:
            return END
        return next(action for action in self.rules.actions(state) if action != END)

    # -- what has come of it ----------------------------------------------------------------------------------

    def _hope(self, state: TlgState, luck: float) -> float:
        """The chance to win from a position: by points, and by who is near the objectives with how much."""
        points = self.rules.scores.score(state)
        side, scenario = self.side, self.rules.scenario
        tie = scenario.victory.tie
        edge = 0.5 if tie == self.rules.force.sides[side] else -0.5 if tie else 0.0
        lead = points[side] - points[1 - side] + edge - luck
        left = 0 if state.ended else scenario.turns.count - state.turn + (0.5 if side == 1 else 1)
        if left:
            lead += self._outlook(state, left)
        return 1 / (1 + exp(-max(-30.0, min(30.0, lead / (0.8 + 2.0 * sqrt(left))))))

    def _outlook(self, state: TlgState, left: float) -> float:
        """Points that may still change hands at the objectives."""
        ground = ground_of(self.rules)
        share = min(1.0, left / 4) * 0.6
        total = 0.0
        for (_, goal), holder in zip(self.rules.scores.objectives, state.holders, strict=True):
            points = ground.goals[goal]
            near = [0.5, 0.5]
            for player in range(2):
                for u in self.rules.force.side_units[player]:
                    if state.where[u] >= 0:
                        reach = ground.pulls[goal].get(state.where[u], 0.0)
                        near[player] += self.rules.force.factor(u, state.steps[u]) * reach**5
            now = 0.0 if holder < 0 else 1.0 if holder == self.side else -1.0
            then = (near[self.side] - near[1 - self.side]) / (near[0] + near[1])
            total += points * share * (then - now)
        return total
