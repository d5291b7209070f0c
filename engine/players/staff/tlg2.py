"""The staff of Twilight's Last Gleaming 2: a plan for each phase, a considered answer to each smaller decision."""

from __future__ import annotations

from engine.mechanics.notation import END
from engine.play import Action, Game, Legal
from engine.players.staff.tlg2_fights import Fights
from engine.players.staff.tlg2_moves import Moves
from engine.players.staff.tlg2_view import View
from engine.systems.twilights_last_gleaming.rules import TlgRules
from engine.systems.twilights_last_gleaming.sequence import COMBAT, MOVEMENT
from engine.systems.twilights_last_gleaming.state import TlgState


class TlgStaff:
    """Plays one side. Orders of a movement phase are remembered until something upsets them."""

    def __init__(self, side: str, seed: int = 0) -> None:
        self.side = side
        self.last_reason = ""
        self._orders: list[tuple[Action, str]] = []
        self._phase: tuple[int, int] | None = None
        """(turn, units moved so far) that the remembered orders follow on."""

    def choose(self, game: Game) -> Action:
        """The staff's choice; always legal."""
        decision = game.decision
        if decision is None:
            raise ValueError("the game is over")
        rules, state = game.rules, game.state
        if not isinstance(rules, TlgRules) or not isinstance(state, TlgState):
            raise TypeError("this staff knows one rules system only")
        if decision.kind == MOVEMENT:
            return self._move(rules, state)
        view = View(rules, state, rules.force.sides.index(self.side))
        if decision.kind == COMBAT:
            return self._fight(view)
        return self._answer(decision.kind, view)

    def _move(self, rules: TlgRules, state: TlgState) -> Action:
        if self._phase != (state.turn, state.moved):
            self._orders = self._planned(rules, state)
        while self._orders:
            action, reason = self._orders.pop(0)
            if isinstance(rules.verdict(state, action), Legal):
                self._phase = (state.turn, state.moved | 1 << action.args[0])
                self.last_reason = reason
                return action
            self._orders = [order for order in self._planned(rules, state) if order[0] != action]
        self._phase = None
        self.last_reason = "in position"
        return END

    def _planned(self, rules: TlgRules, state: TlgState) -> list[tuple[Action, str]]:
        return Moves(View(rules, state, rules.force.sides.index(self.side))).orders()

    def _fight(self, view: View) -> Action:
        for attack in Fights(view).plan():
            if not attack.near and attack.worth <= 0:
                continue
            if isinstance(view.rules.verdict(view.state, attack.action), Legal):
                self.last_reason = f"{attack.odds}, worth {attack.worth:+.1f}"
                return attack.action
        actions = list(view.rules.actions(view.state))
        self.last_reason = "nothing more to gain" if END in actions else "it must be attacked"
        return END if END in actions else actions[0]

    def _answer(self, kind: str, view: View) -> Action:
        actions = list(view.rules.actions(view.state))
        if kind == "loss":
            self.last_reason = "the cheapest step"
            return min(actions, key=lambda action: view.step_worth(action.args[0]))
        if kind in ("retreat", "displacement"):
            self.last_reason = "out of reach"
            return max(actions, key=lambda action: self._refuge(view, *action.args))
        if kind == "advance":
            self.last_reason = "to take the ground"
            return max(actions, key=lambda action: self._gain(view, *action.args))
        # An attack begun step by step: add what may be added, then fight.
        self.last_reason = "all that can"
        adding = [action for action in actions if action.verb == "with"]
        return adding[0] if adding else next(action for action in actions if action.verb == "fight")

    def _refuge(self, view: View, unit: int, h: int) -> float:
        """How good a hex is to retreat to: little danger, cover, near what must be held."""
        rules = view.rules
        friends = sum(n in view.state.stacks for n in rules.ground.control[h])
        comfort = 0.3 * rules.ground.hex_shift[h] - (0.3 if view.state.stacks.get(h, 0) else 0.0)
        return comfort + 0.4 * view.pull(h, theirs=1.0) - view.danger(unit, h, friends)

    def _gain(self, view: View, unit: int, h: int) -> float:
        """How good it is that this unit takes this hex: the objective, then a unit that can stand there."""
        state, own = view.state, view.rules.force.of_side[view.side]
        friends = sum(bool(state.stacks.get(n, 0) & own) for n in view.rules.ground.control[h])
        leaves = view.ground.goals.get(state.where[unit], 0.0)
        gun = 1.0 if view.rules.force.gun[unit] else 0.0
        return 3 * view.prize(h) - view.danger(unit, h, friends) - leaves - gun
