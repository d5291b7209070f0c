"""The staff for any game by a rules file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from engine.kit.play.phases import KitPhase, MovingActivity
from engine.kit.play.state import KitState
from engine.kit.staff.answers import KitAnswers
from engine.kit.staff.assaults import TEMPERS, KitTemper
from engine.kit.staff.fights import KitFights, PlannedAttack
from engine.kit.staff.forecast import KitForecast
from engine.kit.staff.moves import KitMarches
from engine.kit.staff.outlook import KitOutlook
from engine.kit.staff.view import KitView, position
from engine.kit.staff.ways import Ways
from engine.mechanics.acts import end_of, entry_of, unit_of
from engine.mechanics.procedure import END
from engine.play import Action, Game
from engine.play.dice import Dice

_TRIED: Final = 24
"""The most actions that are tried at a decision; where there are more, a random choice of them."""
_PLANS: Final = ((16, 3), (40, 2))
"""Pairs: up to a number of units on the map, the number of plans that are made and played out. With more units, one."""
_PULL: Final = 0.3
"""How much it counts in what has been tried that places draw units."""
_FEAR: Final = 0.1
"""How much danger counts there."""


class KitStaff:
    """Plans moves for a whole phase and the attacks of one together; weighs other choices, or tries them out."""

    def __init__(self, side: str, seed: int = 0) -> None:
        self.side = side
        self.last_reason = ""
        self._random = Random(f"{side}:{seed}:kit")
        self._view: KitView | None = None
        self._enemy: KitView | None = None
        self._phase: tuple[Any, ...] = ()
        self._orders: list[tuple[Action, str]] | None = None
        """The moves still to be made in the phase; None before they are planned."""
        self._attacks: list[PlannedAttack] | None = None
        """The attacks still to be made; None where they have to be planned."""

    def choose(self, game: Game) -> Action:
        """The action that promises most."""
        view, state = self._seen(game), position(game)
        top = state.top if state.stack else None
        if isinstance(top, KitPhase):
            return self._in_phase(view, game, state, top)
        legal = [*iter(game.legal_actions())]
        if len(legal) == 1:
            return self._say(legal[0], "no other choice")
        found = KitAnswers(KitOutlook(view, state)).best(legal)
        return self._say(*found) if found is not None else self._by_trial(view, game, legal)

    def _say(self, action: Action, reason: str) -> Action:
        self.last_reason = reason
        return action

    def _seen(self, game: Game) -> KitView:
        if self._view is None or self._view.rules is not game.rules:
            self._view = KitView(game.rules, list(game.scenario.sides).index(self.side))
            self._enemy, self._phase = None, ()
        return self._view

    # -- phases -----------------------------------------------------------------------------------------------

    def _in_phase(self, view: KitView, game: Game, state: KitState, top: KitPhase) -> Action:
        phase = (state.turn, top, state.acting, len(state.stack))
        if phase != self._phase:
            self._phase, self._orders, self._attacks = phase, None, None
        for found in self._done(view, game, state, top):
            return self._say(*found)
        if game.verdict(END):
            return self._say(END, "nothing better to do")
        return self._forced(view, game)

    def _done(self, view: KitView, game: Game, state: KitState, top: KitPhase) -> Iterator[tuple[Action, str]]:
        """What is worth doing in a phase, the most pressing first."""
        field = view.field
        for activity in field.activities[top.phase]:
            if not isinstance(activity, MovingActivity) and not activity.idle(field, state, top.side, top.phase):
                yield from self._small(view, activity, state, top)
        for activity in field.activities[top.phase]:
            if isinstance(activity, MovingActivity):
                yield from self._moves(view, activity, game, state)
                yield from self._entries(activity, game, state, top)
        kinds = [field.combat.by_name[word] for word in field.phases[top.phase].does if word in field.combat.by_name]
        if kinds:
            yield from self._fights(KitOutlook(view, state), game, top.phase, kinds)

    def _small(self, view: KitView, activity: Any, state: KitState, top: KitPhase) -> Iterator[tuple[Action, str]]:
        """Rallying and replacing, whoever it is that counts most."""
        found = [
            action
            for action in activity.actions(view.field, state, top.side, top.phase)
            if action.verb in ("rally", "replace")
        ]
        if found:
            roster = view.roster
            worth = {action: roster.worth(unit := unit_of(action), roster.steps[unit]) for action in found}
            best = max(found, key=lambda action: (worth[action], -unit_of(action)))
            yield (
                best,
                "worth most of the units that can recover" if best.verb == "rally" else "worth most of the units lost",
            )

    def _entries(
        self, activity: MovingActivity, game: Game, state: KitState, top: KitPhase
    ) -> Iterator[tuple[Action, str]]:
        field, march = self._known.field, activity.march
        for unit in march.due(field, state, top.side):
            for way in march.ways_in(field, state, unit):
                action = Action("enter", (unit, *way))
                if game.verdict(action):
                    yield action, "its turn has come"
        if not activity.march.moves:
            return
        for action in activity.march.exits(field, state, top.side):
            yield action, "it counts off the map"

    @property
    def _known(self) -> KitView:
        assert self._view is not None
        return self._view

    def _moves(
        self, view: KitView, activity: MovingActivity, game: Game, state: KitState
    ) -> Iterator[tuple[Action, str]]:
        """The moves of the plan for this phase, as far as they are still legal."""
        if self._orders is None:
            self._orders = self._planned(view, activity.march, state, moves=activity.march.moves)
        waiting: list[tuple[Action, str]] = []
        while self._orders:
            action, reason = self._orders.pop(0)
            if game.verdict(action):
                # Those who had no way so far may have one now.
                self._orders[:0] = waiting
                yield action, reason
                return
            other = self._round(view, activity.march, state, action)
            if other is not None and game.verdict(other):
                self._orders[:0] = waiting
                yield other, reason
                return
            waiting.append((action, reason))

    def _planned(self, view: KitView, march: Any, state: KitState, *, moves: bool) -> list[tuple[Action, str]]:
        """The moves of the plan that promises most: made in several tempers, and played out with the enemy's reply."""
        ways, outlook = Ways(view.field, state, march, view.side, moves=moves), KitOutlook(view, state)
        plans: dict[tuple[tuple[int, int], ...], tuple[KitMarches, list[tuple[Action, str]]]] = {}
        for temper in self._tempers(view, state):
            marches = KitMarches(outlook, ways, temper)
            orders = marches.plan()
            plans.setdefault(tuple(sorted(marches.place.items())), (marches, orders))
        found = [*plans.values()]
        if len(found) == 1:
            return found[0][1]
        self._enemy = self._enemy or KitView(view.rules, 1 - view.side)
        views = (view, self._enemy) if view.side == 0 else (self._enemy, view)
        chosen = KitForecast(views, state, view.side).best([marches.place for marches, _ in found])
        return found[chosen][1]

    def _tempers(self, view: KitView, state: KitState) -> Sequence[KitTemper]:
        """The tempers that are tried: fewer where there are many units, and one where the sides have no turns."""
        if view.field.activating is not None:
            return TEMPERS[:1]
        units = sum(h >= 0 for h in state.where)
        return TEMPERS[: next((plans for most, plans in _PLANS if units <= most), 1)]

    def _round(self, view: KitView, march: Any, state: KitState, action: Action) -> Action | None:
        """Another way of a unit to the hex to which it was to go, for one that comes on as near to it as it gets; None
        where there is none."""
        unit, goal, field = unit_of(action), end_of(action), view.field
        if action.verb == "enter":
            found = march.reach_in(field, state, unit, entry_of(action).entry)
            ends = [h for h in found.cost if march.may_end(state, unit, h)]
            if not ends:
                return None
            pace = view.pace(state, unit)
            end = min(ends, key=lambda h: (view.turns_to(unit, h, goal, pace), h))
            return Action("enter", (unit, entry_of(action).entry, *found.path(end)))
        if action.verb != "move" or goal < 0 or state.moved >> unit & 1:
            return None
        found = march.reach_of(field, state, unit)
        return Action("move", (unit, *found.path(goal))) if goal in found.cost and goal != found.start else None

    def _fights(self, outlook: KitOutlook, game: Game, phase: int, kinds: list[Any]) -> Iterator[tuple[Action, str]]:
        """The attacks of the plan for this phase that are still legal; where none is, they are planned once more."""
        for _ in range(2):
            fresh = self._attacks is None
            if self._attacks is None:
                self._attacks = KitFights(outlook, phase, kinds).plan()
            while self._attacks:
                attack = self._attacks.pop(0)
                if game.verdict(attack.action):
                    yield attack.action, f"it promises {attack.worth:+.1f} points"
                    return
            if fresh:
                return
            self._attacks = None

    def _forced(self, view: KitView, game: Game) -> Action:
        """What has to be done although nothing is gained by it: the attack that costs least, as far as is known."""
        legal = [*iter(game.legal_actions())]
        return self._by_trial(view, game, legal)

    # -- by trial ---------------------------------------------------------------------------------------------

    def _by_trial(self, view: KitView, game: Game, legal: list[Action]) -> Action:
        for verb in ("with", "fight"):
            for action in legal:
                if action.verb == verb:
                    return self._say(action, "with all units that can" if verb == "with" else "with the units that can")
        actions = legal if len(legal) <= _TRIED else sorted(self._random.sample(legal, _TRIED))
        dice = Dice(self._random.getrandbits(48))
        best, worth = actions[0], float("-inf")
        for action in actions:
            twin = game.copy()
            twin.dice = dice
            twin.apply(action, trusted=True)
            stands = self._stands(KitOutlook(view, position(twin)))
            if stands > worth:
                best, worth = action, stands
        return self._say(best, f"best of {len(actions)} tried")

    def _stands(self, outlook: KitOutlook) -> float:
        """How well a side stands: points, the worth of units on either side, and how near they are to what counts."""
        found = outlook.lead()
        for side, sign in ((outlook.side, 1.0), (outlook.enemy, -1.0)):
            found += sign * sum(outlook.worth(u) for u in outlook.on_map(side))
        for u in outlook.on_map(outlook.side):
            h = outlook.state.where[u]
            found -= _FEAR * outlook.danger(u, h, outlook.friends(outlook.state, h, u))
            found += _PULL * outlook.pull(u, h)
        return found
