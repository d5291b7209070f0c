"""The staff of Fire & Movement: a plan for each movement phase, attacks that pay, support fire where it helps."""

from __future__ import annotations

from math import inf
from typing import Final

from engine.mechanics.acts import end_of, place_of, unit_of
from engine.mechanics.hexes.marching import ENTRY, STOP
from engine.mechanics.procedure import END
from engine.play import Action, Game, Legal
from engine.systems.fire_and_movement import assault, retreat
from engine.systems.fire_and_movement.acts import bombard_of
from engine.systems.fire_and_movement.aftermath import StiffResistance
from engine.systems.fire_and_movement.rules import FmRules
from engine.systems.fire_and_movement.sequence import (
    BOMBARDMENT,
    COMBAT,
    MOBILE_COMBAT,
    MOBILE_MOVEMENT,
    MOVEMENT,
    CombatPhase,
    SupportFire,
)
from engine.systems.fire_and_movement.staff.moves import Moves
from engine.systems.fire_and_movement.staff.view import View
from engine.systems.fire_and_movement.state import FmState

_TIPS: Final = 0.2
"""Points that a support fire marker must be expected to bring before it is placed."""


class FmStaff:
    """Plays one side. Orders of a movement phase are remembered until something upsets them."""

    def __init__(self, side: str, seed: int = 0) -> None:
        self.side = side
        self.last_reason = ""
        self._orders: list[tuple[Action, str]] = []
        self._phase: tuple[int, str, int] | None = None
        self._weighed_before: dict[tuple[object, ...], float] = {}

    def choose(self, game: Game) -> Action:
        """The staff's choice; always legal."""
        decision = game.decision
        if decision is None:
            raise ValueError("the game is over")
        rules, state = game.rules, game.state
        if not isinstance(rules, FmRules) or not isinstance(state, FmState):
            raise TypeError("this staff knows one rules system only")
        if decision.kind in (MOVEMENT, MOBILE_MOVEMENT):
            return self._move(rules, state, decision.kind)
        if decision.kind == ENTRY:
            self.last_reason = "where it was to go"
            return STOP
        view = View(rules, state, rules.field.roster.sides.index(self.side))
        if decision.kind == BOMBARDMENT:
            return self._bombard(view)
        if decision.kind in (COMBAT, MOBILE_COMBAT):
            return self._attack(view)
        if decision.kind == "support fire":
            return self._support(view)
        return self._answer(decision.kind, view)

    # -- movement ---------------------------------------------------------------------------------------------

    def _move(self, rules: FmRules, state: FmState, phase: str) -> Action:
        self._weighed_before.clear()
        if self._phase != (state.turn, phase, state.moved):
            self._orders = self._planned(rules, state, phase)
        while self._orders:
            action, reason = self._orders.pop(0)
            if isinstance(rules.verdict(state, action), Legal):
                self._phase = (state.turn, phase, state.moved | 1 << unit_of(action))
                self.last_reason = reason
                return action
            self._orders = [order for order in self._planned(rules, state, phase) if order[0] != action]
        self._phase = None
        self.last_reason = "in position"
        return END

    def _planned(self, rules: FmRules, state: FmState, phase: str) -> list[tuple[Action, str]]:
        view = View(rules, state, rules.field.roster.sides.index(self.side))
        return Moves(view, phase == MOBILE_MOVEMENT).orders()

    # -- fire and combat --------------------------------------------------------------------------------------

    def _bombard(self, view: View) -> Action:
        """Shell what is worth most, and keep two markers for each attack that is set up, and one besides."""
        rules, state, side = view.rules, view.state, view.side
        spare = state.left[side] - 2 * len(self._attacks(view)) - 1
        best: tuple[float, Action] | None = None
        for action in rules.actions(state):
            if action.verb != "bombard" or bombard_of(action).number > spare:
                continue
            h, count, values = bombard_of(action)
            fire = sum(values) or view.marker * count
            fire = fire / 2 if rules.field.ground.fort[h] else fire
            odds = assault.bombardment(rules.field, state, side, h, int(fire))
            worth = self._shelling(view, h, odds.column)
            if worth > 0.35 * count and (best is None or worth > best[0]):
                best = (worth, action)
        self.last_reason = f"worth {best[0]:+.1f}" if best else "fire is kept for the attacks"
        return best[1] if best else END

    def _shelling(self, view: View, h: int, column: int) -> float:
        """What a bombardment may bring: only retreats, elimination and friendly fire count."""
        foe = view.foe_in(h)
        near = assault.threatened(view.rules.field, view.state, view.side, h)
        risk = min((view.step_worth(u) for u in near), default=0.0)
        worth = 0.0
        for result, chance in view.rules.field.crt.distribution(column).items():
            if result == "De":
                worth += chance * view.whole_worth(foe)
            elif result in ("D2", "D3"):
                worth += chance * min(view.step_worth(foe), 0.4 + view.prize(h))
            elif result == "(A)":
                worth -= chance * risk
        return worth

    def _attacks(self, view: View) -> list[tuple[float, int, tuple[int, ...]]]:
        """The attacks that would pay now: (points, hex, attackers), the best first."""
        rules, state, side = view.rules, view.state, view.side
        top = state.top
        mobile = isinstance(top, CombatPhase) and top.mobile
        found = []
        support = view.marker * min(2, state.left[side])
        ready = [u for u in view.mine if not (state.fought | state.spent | state.displaced) >> u & 1]
        in_reach = {n for u in ready for n in rules.field.ground.open[state.where[u]]}
        for h in assault.targets(rules.field, state, side):
            if h not in in_reach:
                continue
            units = assault.able(rules.field, state, side, h, mobile)
            if not units:
                continue
            worth = self._weighed(view, h, units, support)
            if worth > self._least(view, h):
                found.append((worth, h, tuple(units)))
        return sorted(found, reverse=True)

    def _weighed(self, view: View, target: int, units: list[int], support: float) -> float:
        """What an attack promises: worked out once for as long as all is as it was that this depends on."""
        state, foe = view.state, view.foe_in(target)
        places = {u: state.where[u] for u in units}
        strengths = (foe, state.steps[foe], *((u, h, state.steps[u]) for u, h in places.items()))
        key = (target, support, view.shut_in(foe), strengths, state.holders)
        worth = self._weighed_before.get(key)
        if worth is None:
            worth = self._weighed_before[key] = view.assault_worth(target, places, support)
        return worth

    def _least(self, view: View, h: int) -> float:
        return 0.05 - (0.2 if view.prize(h) else 0.0)

    def _attack(self, view: View) -> Action:
        for worth, h, units in self._attacks(view):
            action = Action("attack", (h, units))
            if isinstance(view.rules.verdict(view.state, action), Legal):
                self.last_reason = f"worth {worth:+.1f}"
                return action
        self.last_reason = "no attack pays"
        return END

    def _support(self, view: View) -> Action:
        """A marker is placed where the mean of the pool changes enough of what may be expected."""
        top = view.state.top
        assert isinstance(top, SupportFire)
        attacking = top.side == view.side
        rules, state = view.rules, view.state
        placed = view.marker * len(top.fire if attacking else top.cover)
        before = self._expected(view, top, attacking, placed)
        after = self._expected(view, top, attacking, placed + view.marker)
        gain = after - before if attacking else before - after
        if gain < _TIPS:
            self.last_reason = "it would not change the result"
            return Action("pass")
        self.last_reason = f"worth {gain:+.1f}"
        strongest = [action for action in rules.actions(state) if action.verb == "support"]
        return strongest[-1]

    def _expected(self, view: View, top: SupportFire, attacking: bool, points: float) -> float:
        """The attacker's prospect with a number of points of support fire on our side."""
        rules, state = view.rules, view.state
        fire, cover = (points, 0.0) if attacking else (0.0, points)
        if attacking and rules.field.ground.fort[top.target]:
            fire /= 2
        odds = assault.differential(rules.field, state, top.side, top.target, top.attackers, int(fire), int(cover))
        foe = assault.defender_of(rules.field, state, 1 - top.side, top.target)
        seen = view if attacking else View(rules, state, top.side)
        return seen.prospect(odds.column, top.attackers, foe, top.target)

    # -- answers ----------------------------------------------------------------------------------------------

    def _answer(self, kind: str, view: View) -> Action:
        actions = list(view.rules.actions(view.state))
        if kind == "loss":
            self.last_reason = "the cheapest step"
            return min(actions, key=lambda action: view.step_worth(unit_of(action)))
        if kind == "stiff resistance":
            return self._stand_or_go(view)
        if kind == "retreat":
            self.last_reason = "out of reach"
            return self._safest(view, actions)
        if kind == "displacement":
            self.last_reason = "room for the retreat"
            return self._safest(view, actions)
        if kind == "advance":
            return self._advance(view, actions)
        self.last_reason = "all that can"
        adding = [action for action in actions if action.verb == "with"]
        return adding[0] if adding else next(action for action in actions if action.verb == "fight")

    def _stand_or_go(self, view: View) -> Action:
        top = view.state.top
        assert isinstance(top, StiffResistance)
        units = [u for u in view.mine if top.units >> u & 1]
        cheapest = min(units, key=view.step_worth)
        loss = sum(self._retreat_loss(view, u, top.length, top.shelled) for u in units)
        if loss > view.step_worth(cheapest):
            self.last_reason = "this ground is worth a step"
            return Action("stand", (cheapest,))
        self.last_reason = "the ground is not worth a step"
        return Action("fall back")

    def _retreat_loss(self, view: View, unit: int, length: int, shelled: bool) -> float:
        ways = retreat.retreats(view.rules.field, view.state, unit, length, shelled)
        if not ways:
            return view.whole_worth(unit)
        stake = view.stake(view.state.where[unit])
        short = view.step_worth(unit) if all(way.short for way in ways) else 0.0
        return 0.2 * length + stake + short

    def _safest(self, view: View, actions: list[Action]) -> Action:
        """The action that ends in the best refuge, the first of those that are as good.

        What the enemy could do in a hex is only asked where it would be better than another one without that.
        """
        calm = [self._calm(view, end_of(action)) for action in actions]
        best = (inf, 0)
        for place in sorted(range(len(actions)), key=lambda place: -calm[place]):
            if (-calm[place], place) > best:
                break
            unit, h = unit_of(actions[place]), end_of(actions[place])
            friends = sum(n in view.state.stacks for n in view.rules.field.ground.near[h])
            best = min(best, (view.danger(unit, h, friends) - calm[place], place))
        return actions[best[1]]

    def _calm(self, view: View, h: int) -> float:
        """What a refuge is worth where no danger is."""
        cover = view.rules.field.lines[view.rules.field.ground.own_line(h)]
        return 0.08 * cover + 0.4 * view.pull(h, theirs=1.0)

    def _advance(self, view: View, actions: list[Action]) -> Action:
        best, best_gain = Action("hold"), 0.0
        for action in actions:
            if action.verb != "advance":
                continue
            unit, h = place_of(action)
            here = view.state.where[unit]
            gain = view.prize(h) - (view.stake(here) * 0.5 if view.stake(here) and view.threat(here) else 0.0)
            gain += 0.5 * (view.pull(h) - view.pull(here))
            risk = view.danger(unit, here, 1)
            if gain + 0.6 * risk <= best_gain:
                continue
            gain += 0.6 * (risk - view.danger(unit, h, 1))
            if gain > best_gain:
                best, best_gain = action, gain
        self.last_reason = "to take the ground" if best.verb == "advance" else "better where it stands"
        return best
