"""The staff looks ahead: a plan is played out with the enemy's likely reply, and what comes of it is weighed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, sqrt
from typing import Any, Final

from engine.kit.play.phases import KitPhase, MovingActivity
from engine.kit.play.state import KitState
from engine.kit.play.turning import turn_frame
from engine.kit.staff.answers import KitAnswers
from engine.kit.staff.fights import KitFights, PlannedAttack
from engine.kit.staff.moves import KitMarches
from engine.kit.staff.outlook import KitOutlook
from engine.kit.staff.view import KitView
from engine.kit.staff.ways import Ways
from engine.mechanics.hexes.outlook import Depths
from engine.mechanics.procedure import END
from engine.play import Action, Step
from engine.play.dice import Dice

_ROLLS: Final = (3, 4)
"""Die rolls that a plan is played out with, over and over: middling luck, the same for every plan."""
_CLEAR: Final = 0.4
"""How many prices of a factor another plan must promise more to be taken instead of the first."""
_VICTORY: Final = 6.0
"""Prices of a factor that winning is worth besides the points: a narrow lead is kept, a narrow lag is fought."""
_MASS: Final = 0.15
"""What a factor more than the enemy has still brings in each turn to come, in prices; over four turns at most."""
_APART: Final = 0.04
"""What each hex between a unit and the enemy costs where nothing but losses counts, likewise."""
_SPREAD: Final = 0.23
"""How much of the say of a unit about a place is left one turn away from it."""
_MOST: Final = 400
"""The most actions that are played out."""


class MiddlingDice(Dice):
    """Dice that repeat a pattern of throws of a die of six; one of other sides falls as high in its own range."""

    def roll(self, number: int, sides: int = 6) -> int:
        return 1 + (_ROLLS[number % len(_ROLLS)] - 1) * sides // 6


class Listening(Step):
    """A step that keeps nothing but the result of the last attack."""

    result = ""

    def say(self, kind: str, rule: str, /, **data: Any) -> None:
        if kind == "result":
            self.result = str(data.get("result", ""))


class KitForecast:
    """Plays out plans of one side from a position in a phase of movement."""

    def __init__(self, views: Sequence[KitView], state: KitState, side: int) -> None:
        self.views, self.rules, self.state, self.side = views, views[side].rules, state, side
        self.field = views[side].field
        self.price = views[side].price[1 - side]

    def best(self, plans: Sequence[Mapping[int, int]]) -> int:
        """The number of the plan of which most may be hoped; the first unless another one is clearly better."""
        hopes = [self._hope(plan) + (0.0 if number else _CLEAR * self.price) for number, plan in enumerate(plans)]
        return max(range(len(plans)), key=hopes.__getitem__)

    def _hope(self, plan: Mapping[int, int]) -> float:
        """What may be hoped for when a plan has been carried out and the enemy has replied."""
        state = self.state.copy()
        step = Listening(MiddlingDice())
        self._march(state, plan)
        self.rules.perform(state, END, step)
        luck = self._play(state, step, 1 - self.side)
        if not state.ended and state.turn >= self.views[0].turns:
            # The end is so near that what is left can be played out.
            luck += self._play(state, step, self.side)
        return self.lead(state, luck)

    def _march(self, state: KitState, places: Mapping[int, int]) -> None:
        for u, h in places.items():
            if state.where[u] != h:
                self.field.put(state, u, h)

    def _play(self, state: KitState, step: Listening, last: int) -> float:
        """Play to the end of the player turn of a side, and say how lucky we were, in points."""
        luck, begun, attacks = 0.0, False, list[PlannedAttack]()
        planned: Any = None
        for _ in range(_MOST):
            active = turn_frame(state)[0]
            begun = begun or active == last
            if state.ended or not state.stack or (begun and active != last):
                break
            top = state.top
            if not isinstance(top, KitPhase):
                self._answer(state, step)
                continue
            kinds = self._kinds(top)
            if kinds and planned != (state.turn, top):
                planned = (state.turn, top)
                attacks = KitFights(KitOutlook(self.views[top.side], state), top.phase, kinds).plan()
            if kinds and (attack := self._next(state, attacks)) is not None:
                luck += self._fight(state, attack, step)
            else:
                self._pass(state, top, step)
        return luck

    def _kinds(self, top: KitPhase) -> list[Any]:
        by_name = self.field.combat.by_name
        return [by_name[word] for word in self.field.phases[top.phase].does if word in by_name]

    def _next(self, state: KitState, attacks: list[PlannedAttack]) -> PlannedAttack | None:
        while attacks:
            attack = attacks.pop(0)
            if self.rules.verdict(state, attack.action):
                return attack
        return None

    def _fight(self, state: KitState, attack: PlannedAttack, step: Listening) -> float:
        """Make an attack; how lucky we were in it."""
        side = int(self.field.roster.side[attack.units[0]])
        gains = KitOutlook(self.views[side], state).hopes.gains(attack.kind, attack.targets, attack.units)
        step.result = ""
        self.rules.perform(state, attack.action, step)
        if step.result not in gains:
            return 0.0
        luck = gains[step.result][1] - sum(chance * gain for chance, gain in gains.values())
        return luck if side == self.side else -luck

    def _pass(self, state: KitState, top: KitPhase, step: Listening) -> None:
        """Move in a phase of movement, and end the phase, or do what must be done before."""
        for activity in self.field.activities[top.phase]:
            if isinstance(activity, MovingActivity) and activity.march.moves and not state.moved:
                outlook = KitOutlook(self.views[top.side], state)
                marches = KitMarches(outlook, Ways(self.field, state, activity.march, top.side))
                marches.plan(rough=True)
                self._march(state, marches.place)
        if self.rules.verdict(state, END):
            self.rules.perform(state, END, step)
        else:
            self.rules.perform(state, next(self.rules.actions(state)), step)

    def _answer(self, state: KitState, step: Step) -> None:
        """Whoever is asked for something other than a phase answers."""
        decision = self.rules.decision(state)
        assert decision is not None
        side = self.field.roster.player(decision.side)
        legal: list[Action] = [*self.rules.actions(state)]
        found = KitAnswers(KitOutlook(self.views[side], state)).best(legal) if len(legal) > 1 else None
        self.rules.perform(state, legal[0] if found is None else found[0], step)

    # -- what has come of it ----------------------------------------------------------------------------------

    def lead(self, state: KitState, luck: float = 0.0) -> float:
        """The lead that may be hoped for at the end, in points, with a premium on the chance that it is one; of that
        ``luck``, in points, was mere luck."""
        outlook, price = KitOutlook(self.views[self.side], state), self.price
        lead = outlook.lead() - luck + outlook.edge
        ahead = 0.0 if state.ended else outlook.left + (1.0 if self.side == 0 else 0.5)
        if ahead:
            lead += self._places(outlook, ahead) + _MASS * min(4.0, ahead) * price * self._mass(outlook)
            lead -= 0.0 if outlook.goals else _APART * price * self._distances(outlook)
        odds = max(-30.0, min(30.0, lead / price / (0.6 + 2.0 * sqrt(ahead))))
        return lead + _VICTORY * price / (1.0 + exp(-odds))

    def _mass(self, outlook: KitOutlook) -> float:
        """Factors more than the enemy has on the map."""
        mine, theirs = (sum(map(outlook.strength, outlook.on_map(side))) for side in (self.side, 1 - self.side))
        return mine - theirs

    def _distances(self, outlook: KitOutlook) -> int:
        """Hexes from each of our units to the nearest enemy, all together."""
        if not outlook.foes:
            return 0
        depths = Depths(self.field.grid, outlook.foes)
        return sum(depths[outlook.state.where[u]] for u in outlook.on_map(self.side))

    def _places(self, outlook: KitOutlook, ahead: float) -> float:
        """Points that may still change hands, by who is near the places with how much."""
        share, total, view = min(1.0, 0.25 + 0.25 * ahead), 0.0, outlook.view
        for goal in outlook.goals.values():
            near = [0.5, 0.5]
            for side in range(2):
                for u in outlook.on_map(side):
                    turns = view.turns_to(u, outlook.state.where[u], goal.hex, outlook.pace(u))
                    near[side] += outlook.strength(u) * _SPREAD**turns
            now = 0.0 if goal.holder < 0 else 1.0 if goal.holder == self.side else -1.0
            then = (near[self.side] - near[1 - self.side]) / (near[0] + near[1])
            total += 0.5 * goal.swing * share * (then - now)
        return total
