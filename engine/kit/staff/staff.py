"""The staff for any game by a rules file."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from engine.kit.play.state import KitState
from engine.kit.staff.attacks import KitAssaults
from engine.kit.staff.moves import KitMarches
from engine.kit.staff.view import KitView, position
from engine.play import Action, Game
from engine.play.dice import Dice

_TRIED: Final = 24
"""So many actions are tried at a decision; where there are more, a random choice of them."""


class KitStaff:
    """Plans moves for a whole phase, chooses attacks by what their results are worth, and tries other choices out."""

    def __init__(self, side: str, seed: int = 0) -> None:
        self.side = side
        self.last_reason = ""
        self._random = Random(f"{side}:{seed}:kit")
        self._view: KitView | None = None
        self._orders: list[tuple[Action, str]] = []
        self._phase: tuple[Any, ...] = ()

    def choose(self, game: Game) -> Action:
        """The action that promises most."""
        legal = list(game.legal_actions())
        if len(legal) == 1:
            self.last_reason = "no other choice"
            return legal[0]
        view = self._seen(game)
        verbs = {action.verb for action in legal}
        if "rally" in verbs:
            return self._say(next(action for action in legal if action.verb == "rally"), "rallies who can")
        if "enter" in verbs:
            return self._say(next(action for action in legal if action.verb == "enter"), "comes on")
        if "move" in verbs:
            order = self._order(view, game, legal)
            if order is not None:
                return order
        if verbs & set(view.field.combat.by_name):
            view.look(position(game))
            chosen = KitAssaults(view, game).choice(legal)
            if chosen is not None:
                return self._say(*chosen)
        ends = [action for action in legal if action.verb == "end"]
        if ends:
            return self._say(ends[0], "nothing better to do")
        return self._by_trial(view, game, legal)

    def _say(self, action: Action, reason: str) -> Action:
        self.last_reason = reason
        return action

    def _seen(self, game: Game) -> KitView:
        if self._view is None or self._view.rules is not game.rules:
            self._view = KitView(game.rules, list(game.scenario.sides).index(self.side))
            self._phase = ()
        return self._view

    def _order(self, view: KitView, game: Game, legal: list[Action]) -> Action | None:
        """The next move of the plan for this phase; None at its end."""
        phase = (game.state.turn, game.rules.phase(game.state))
        if phase != self._phase:
            self._phase = phase
            self._orders = KitMarches(view, game, legal).orders()
        while self._orders:
            action, reason = self._orders.pop(0)
            if game.verdict(action):
                return self._say(action, reason)
        return None

    def _by_trial(self, view: KitView, game: Game, legal: list[Action]) -> Action:
        view.look(position(game))
        actions = legal if len(legal) <= _TRIED else sorted(self._random.sample(legal, _TRIED))
        dice = Dice(self._random.getrandbits(48))
        threats = view.threats(position(game))
        best, worth = actions[0], float("-inf")
        for action in actions:
            twin = game.copy()
            twin.dice = dice
            twin.apply(action, trusted=True)
            stands = self._stands(view, position(twin), threats)
            if stands > worth:
                best, worth = action, stands
        return self._say(best, f"best of {len(actions)} tried")

    def _stands(self, view: KitView, state: KitState, threats: list[tuple[int, float, float]]) -> float:
        """How well a side stands: the worth of its units against the enemy's, and how near they are to what counts."""
        found = 0.0
        for side, sign in ((view.side, 1.0), (1 - view.side, -1.0)):
            found += sign * sum(view.worth(state, u) for u in view.on_map(state, side))
        for u in view.on_map(state, view.side):
            h, pace = state.where[u], view.pace(state, u)
            pulls = [worth / (1.0 + view.turns_to(u, h, goal, pace)) for goal, worth in view.goals]
            found += 0.3 * max(pulls, default=0.0)
            foes = sum(1 for at, _, _ in threats if view.field.distance(at, h) <= 1)
            found -= 0.1 * foes
        return found
