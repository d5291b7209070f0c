"""The TLG2 staff looks ahead: a plan is played out with the enemy's likely reply, and what comes of it is weighed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, sqrt
from typing import Any, Final

from engine.mechanics.procedure import END
from engine.play import Action, Step
from engine.play.dice import Dice
from engine.systems.twilights_last_gleaming import contact
from engine.systems.twilights_last_gleaming.rules import TlgRules
from engine.systems.twilights_last_gleaming.sequence import CombatPhase, MovementPhase
from engine.systems.twilights_last_gleaming.staff.answers import answer
from engine.systems.twilights_last_gleaming.staff.fights import Attack, Fights
from engine.systems.twilights_last_gleaming.staff.ground import ground_of
from engine.systems.twilights_last_gleaming.staff.moves import Moves
from engine.systems.twilights_last_gleaming.staff.plans import STEADY, Plan
from engine.systems.twilights_last_gleaming.staff.view import View
from engine.systems.twilights_last_gleaming.state import TlgState

_ROLLS: Final = (3, 4)
"""Die rolls that a plan is played out with, over and over: middling luck, the same for every plan."""

_CLEAR: Final = 0.4
"""How many points another plan must promise more to be taken instead of the first."""

_MANY: Final = 4
"""The number of plans from which the one that its own attacks leave worst off is not played further."""

_BEHIND: Final = 2.5
"""How many points behind the best that is. In 1,162 movement phases the plan that would have been taken in the end was
so far behind eight times, at 0.03 points in the mean of all phases."""

_VICTORY: Final = 6.0
"""Points that winning is worth besides the points themselves: a narrow lead is kept, a narrow lag is fought."""

_MASS: Final = 0.15
"""Points that a combat factor more than the enemy has still brings in each turn to come, over four turns at most."""

_APART: Final = 0.04
"""Points that each hex between a unit and the enemy costs where nothing but losses counts."""

_SPREAD: Final = 7
"""How fast the say of a unit about an objective fades with its distance."""


class Pattern(Dice):
    """Dice that repeat a pattern of throws of a die of six; one of other sides falls as high in its own range."""

    def __init__(self, pattern: tuple[int, ...]) -> None:
        super().__init__()
        self.pattern = pattern

    def roll(self, number: int, sides: int = 6) -> int:
        return 1 + (self.pattern[number % len(self.pattern)] - 1) * sides // 6


class Quiet(Step):
    """A step that tells no side."""

    def say(self, kind: str, rule: str, /, **data: Any) -> None:
        pass


class BattlePlan:
    """The attacks of a combat phase, in order, planned from how it begins."""

    def __init__(self, view: View) -> None:
        self._fights = Fights(view)
        self._attacks = self._fights.plan()

    def next(self, view: View) -> Attack | None:
        """The next of them; they are planned again when they are done and somebody is still owed one."""
        attack = self._next(view)
        if attack is None and contact.is_owed(view.rules.field, view.state, view.side):
            self._fights = Fights(view, self._fights)
            self._attacks = self._fights.plan()
            attack = self._next(view)
        return attack

    def _next(self, view: View) -> Attack | None:
        while self._attacks:
            attack = self._attacks.pop(0)
            if attack.stands(view):
                return attack
        return None


class Forecast:
    """Plays out plans of one side from a position in its movement phase."""

    def __init__(self, rules: TlgRules, state: TlgState, side: int) -> None:
        self.rules, self.state, self.side = rules, state, side

    def best(self, plans: Sequence[Plan]) -> Plan:
        """The plan of which most may be hoped; the first unless another one is clearly better."""
        if len(plans) == 1:
            return plans[0]
        begun = [self._begun(plan.place) for plan in plans]
        many = len(plans) >= _MANY
        far = promising([self.lead(state, luck) for state, _, luck in begun]) if many else range(len(plans))
        hopes = {index: self._ended(*begun[index]) + (0.0 if index else _CLEAR) for index in far}
        return plans[max(hopes, key=hopes.__getitem__)]

    def _begun(self, place: Mapping[int, int]) -> tuple[TlgState, Step, float]:
        """The position when a plan has been carried out and its attacks have been made; how lucky we were in them."""
        state = self.state.copy()
        step = Quiet(Pattern(_ROLLS))
        return state, step, self._march(state, place, step)

    def _ended(self, state: TlgState, step: Step, luck: float) -> float:
        """The hope that is left when the enemy has replied to a plan; mere luck does not count."""
        enemy = 1 - self.side
        luck += self._likely(state, enemy, step)
        if state.turn >= self.rules.field.scenario.turns.count:
            # The end is so near that what is left can be played out.
            luck += self._likely(state, self.side, step) + self._likely(state, enemy, step)
        return self.lead(state, luck)

    def _likely(self, state: TlgState, side: int, step: Step) -> float:
        """A side does what it is likely to do if it is its turn; how lucky our side was in it, in points."""
        top = state.top
        if state.ended or not isinstance(top, MovementPhase) or top.side != side:
            return 0.0
        luck = self._march(state, Moves(View(self.rules, state, side)).make(STEADY, rough=True).place, step)
        return luck if side == self.side else -luck

    def _march(self, state: TlgState, place: Mapping[int, int], step: Step) -> float:
        """Put units where they go, and fight the combat phase to its end; how lucky the attacker was, in points."""
        for u, h in place.items():
            if state.where[u] != h:
                self.rules.field.put(state, u, h)
        self.rules.perform(state, END, step)
        planned: BattlePlan | None = None
        luck = 0.0
        while not state.ended and not isinstance(state.top, MovementPhase):
            top = state.top
            if not isinstance(top, CombatPhase):
                self._answer(state, step)
                continue
            view = View(self.rules, state, top.side)
            planned = planned or BattlePlan(view)
            attack = planned.next(view)
            if attack is not None:
                luck += view.luck(attack.column, step.dice.roll(state.draws), attack.near, attack.targets)
            self.rules.perform(state, attack.action if attack else self._last(state, top.side), step)
        return luck

    def _answer(self, state: TlgState, step: Step) -> None:
        """Whoever is asked for something other than a phase answers."""
        decision = self.rules.decision(state)
        assert decision is not None
        view = View(self.rules, state, self.rules.field.roster.player(decision.side))
        action, _ = answer(decision.kind, view)
        self.rules.perform(state, action, step)

    def _last(self, state: TlgState, side: int) -> Action:
        """The end of the phase, or whatever must be done before it."""
        if not contact.is_owed(self.rules.field, state, side):
            return END
        return next(action for action in self.rules.actions(state) if action != END)

    # -- what has come of it ----------------------------------------------------------------------------------

    def lead(self, state: TlgState, luck: float = 0.0) -> float:
        """The lead that may be hoped for at the end, in points, with a premium on the chance that it is one; of that
        ``luck``, in points, was mere luck."""
        points = self.rules.field.scores.score(state)
        side, scenario = self.side, self.rules.field.scenario
        tie = scenario.victory.tie
        edge = 0.5 if tie == self.rules.field.roster.sides[side] else -0.5 if tie else 0.0
        lead = points[side] - points[1 - side] + edge - luck
        left = 0 if state.ended else max(0, scenario.turns.count - state.turn) + (0.5 if side == 1 else 1)
        if left:
            ground = ground_of(self.rules)
            lead += self._outlook(state, left) + _MASS * min(4.0, left) * ground.factor * self._mass(state)
            lead -= 0.0 if ground.goals else _APART * self._distances(state)
        odds = max(-30.0, min(30.0, lead / (0.6 + 2.0 * sqrt(left))))
        return lead + _VICTORY / (1.0 + exp(-odds))

    def _mass(self, state: TlgState) -> int:
        """Combat factors more than the enemy has, those still to come included."""
        roster = self.rules.field.roster
        mine, theirs = (
            sum(roster.factor(u, state.steps[u]) for u in roster.side_units[player] if state.steps[u])
            for player in (self.side, 1 - self.side)
        )
        return mine - theirs

    def _distances(self, state: TlgState) -> int:
        """Hexes from each of our units to the nearest enemy, all together."""
        units, where, ground = self.rules.field.roster.side_units, state.where, ground_of(self.rules)
        foes = {where[u] for u in units[1 - self.side] if where[u] >= 0}
        depths = ground.depths(foes)
        return sum(depths[where[u]] for u in units[self.side] if where[u] >= 0) if foes else 0

    def _outlook(self, state: TlgState, left: float) -> float:
        """Points that may still change hands at the objectives, by who is near them with how much."""
        ground = ground_of(self.rules)
        share = min(1.0, 0.25 + 0.25 * left)
        total = 0.0
        for (goal, _), holder in zip(self.rules.field.scores.stakes, state.holders, strict=True):
            points = ground.goals[goal]
            near = [0.5, 0.5]
            for player in range(2):
                for u in self.rules.field.roster.side_units[player]:
                    if state.where[u] >= 0:
                        reach = ground.pulls[goal].get(state.where[u], 0.0)
                        near[player] += self.rules.field.roster.factor(u, state.steps[u]) * reach**_SPREAD
            now = 0.0 if holder < 0 else 1.0 if holder == self.side else -1.0
            then = (near[self.side] - near[1 - self.side]) / (near[0] + near[1])
            total += points * share * (then - now)
        return total


def promising(leads: Sequence[float]) -> Sequence[int]:
    """Which of some plans are worth playing further, by the lead after their own attacks: all but the worst where it is
    far behind; the first is the measure of all others and always stays."""
    worst = min(range(1, len(leads)), key=leads.__getitem__)
    if max(leads) - leads[worst] < _BEHIND:
        return range(len(leads))
    return [index for index in range(len(leads)) if index != worst]
