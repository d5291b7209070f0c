"""The staff of Twilight's Last Gleaming 2: a plan for each phase, a considered answer to each smaller decision."""

from __future__ import annotations

from engine.mechanics.acts import attack_of, unit_of, walk_of
from engine.mechanics.hexes.marching import ENTRY, STOP
from engine.mechanics.procedure import END
from engine.play import Action, Game, Legal
from engine.systems.twilights_last_gleaming import battle
from engine.systems.twilights_last_gleaming.entering import MARCH
from engine.systems.twilights_last_gleaming.moving import may_share
from engine.systems.twilights_last_gleaming.rules import TlgRules
from engine.systems.twilights_last_gleaming.sequence import COMBAT, MOVEMENT
from engine.systems.twilights_last_gleaming.staff.answers import answer
from engine.systems.twilights_last_gleaming.staff.fights import Attack, Fights
from engine.systems.twilights_last_gleaming.staff.forecast import Forecast
from engine.systems.twilights_last_gleaming.staff.moves import Moves
from engine.systems.twilights_last_gleaming.staff.plans import STEADY, TEMPERS, Plan, Temper
from engine.systems.twilights_last_gleaming.staff.view import View
from engine.systems.twilights_last_gleaming.state import TlgState

_AGAIN = 2
"""A movement phase that did not go as planned is planned again so often."""


class TlgStaff:
    """Plays one side. Orders of a movement phase are remembered until something upsets them."""

    def __init__(self, side: str, seed: int = 0) -> None:
        self.side = side
        self.last_reason = ""
        self._orders: list[tuple[Action, str]] = []
        self._phase: tuple[int, int] | None = None
        """(turn, units moved so far) that the remembered orders follow on."""
        self._temper: Temper = STEADY
        """The temper of the plan that was found best in this phase."""
        self._again = 0
        """How often the phase may still be planned again."""
        self._seen: View | None = None
        """What this phase was planned on."""
        self._fights: Fights | None = None
        """What was last planned in a combat phase."""
        self._attacks: list[Attack] = []
        """The attacks of that plan."""

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
        if decision.kind == ENTRY:
            self.last_reason = "where it was to go"
            return STOP
        view = View(rules, state, rules.field.roster.sides.index(self.side))
        if decision.kind == COMBAT:
            return self._fight(view)
        action, self.last_reason = answer(decision.kind, view)
        return action

    def _move(self, rules: TlgRules, state: TlgState) -> Action:
        if self._phase != (state.turn, state.moved):
            self._orders, self._again = self._planned(rules, state), _AGAIN
        while True:
            for index, (action, _) in enumerate(self._orders):
                if not in_the_way(rules, state, action) and isinstance(rules.verdict(state, action), Legal):
                    return self._ordered(state, index, action)
            # Where somebody is in the way there may be another one to the same hex.
            for index, (action, _) in enumerate(self._orders):
                other = by_another_way(rules, state, action)
                if other is not None and isinstance(rules.verdict(state, other), Legal):
                    return self._ordered(state, index, other)
            due = MARCH.due(rules.field, state, rules.field.roster.sides.index(self.side))
            if not self._again or not (self._orders or due):
                break
            # Somebody was in the way, or an entry hex was closed until now.
            self._orders, self._again = self._planned_anew(rules, state), self._again - 1
        self._phase = None
        self.last_reason = "in position"
        return END

    def _ordered(self, state: TlgState, index: int, action: Action) -> Action:
        """Carry out an order that is remembered, by this action."""
        _, self.last_reason = self._orders.pop(index)
        self._phase = (state.turn, state.moved | 1 << unit_of(action))
        return action

    def _planned(self, rules: TlgRules, state: TlgState) -> list[tuple[Action, str]]:
        side = rules.field.roster.sides.index(self.side)
        view = View(rules, state, side)
        moves = Moves(view)
        plans: dict[tuple[tuple[int, int], ...], Plan] = {}
        for temper in TEMPERS:
            plan = moves.make(temper)
            plans.setdefault(tuple(sorted(plan.place.items())), plan)
        best = Forecast(rules, state, side).best([*plans.values()])
        self._temper, self._seen = best.temper, view
        return moves.orders(best)

    def _planned_anew(self, rules: TlgRules, state: TlgState) -> list[tuple[Action, str]]:
        """Orders for those who have not moved yet, in the temper that was found best for the phase.

        They are few, and what tempers differ in was weighed before: nothing is played out again for them.
        """
        view = View(rules, state, rules.field.roster.sides.index(self.side))
        if self._seen is not None:
            view.remember(self._seen)
        moves = Moves(view)
        return moves.orders(moves.make(self._temper))

    def _fight(self, view: View) -> Action:
        attack = self._as_planned(view)
        if attack is None:
            self._fights = Fights(view, self._fights)
            self._attacks = self._fights.plan()
            attack = next((attack for attack in self._attacks if attack.stands(view)), None)
        if attack is not None:
            self.last_reason = f"{view.rules.field.crt.columns[attack.column]}, worth {attack.worth:+.1f}"
            return attack.action
        if isinstance(view.rules.verdict(view.state, END), Legal):
            self.last_reason = "nothing more to gain"
            return END
        self.last_reason = "it must be attacked"
        return next(view.rules.actions(view.state))

    def _as_planned(self, view: View) -> Attack | None:
        """The first attack of the last plan that may still be made, at the odds that it was planned at."""
        if self._fights is None or not self._fights.is_of_phase(view):
            return None
        for attack in self._attacks:
            if attack.stands(view):
                odds = battle.odds(view.rules.field, view.state, attack.targets, attack_of(attack.action).units)
                if odds.column == attack.column:
                    return attack
        return None


def in_the_way(rules: TlgRules, state: TlgState, action: Action) -> bool:
    """Whether somebody stands in a hex of a move, so that it is not legal: said faster than by its verdict."""
    unit, way = walk_of(action)
    return not all(h not in state.stacks or may_share(rules.field, state, unit, h) for h in way)


def by_another_way(rules: TlgRules, state: TlgState, action: Action) -> Action | None:
    """A move of the same unit to where a move was to lead; None where there is no way any more."""
    unit, way = walk_of(action)
    if action.verb != "move" or (way[-1] in state.stacks and not may_share(rules.field, state, unit, way[-1])):
        return None
    found = MARCH.reach_of(rules.field, state, unit)
    return Action("move", (unit, *found.path(way[-1]))) if way[-1] in found.cost else None
