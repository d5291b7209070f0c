"""The smaller decisions of the staff: who takes a loss, where to go back to, who advances, who is activated first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.kit.acts import thing_of
from engine.kit.combat.reacting import ReactionWindow
from engine.kit.combat.targets import hex_of
from engine.kit.play.entering import KitEntering
from engine.kit.play.turns import is_turn
from engine.kit.staff.fights import WORTH_IT
from engine.kit.staff.outlook import KitOutlook
from engine.mechanics.acts import attack_of, names_something, path_of, unit_of
from engine.play import Action

_FEAR: Final = 0.4
"""How much danger counts against ground that is taken."""
_RISK: Final = 0.3
"""How much the danger of the ground alone counts besides: of several units the one that can hold it goes."""
_BOLD: Final = 0.1
"""What it counts that a unit goes forward after an attack, in prices of a factor."""
_BEHIND: Final = 3
"""The distance, in hexes, within which friends come after a unit that goes forward."""
_WAY: Final = 0.5
"""How much of what they gain by it counts."""
_CROWD: Final = 0.3
"""What it counts against a refuge that another unit is already there, in the same measure."""
_LIVES: Final = 1.5
"""How much more a unit is worth to its side than its points where it is asked to stand and die."""

Answer = tuple[float, str]


class KitAnswers:
    """What is good about each choice of a decision other than a phase."""

    def __init__(self, outlook: KitOutlook) -> None:
        self.outlook, self.view, self.field, self.state = outlook, outlook.view, outlook.field, outlook.state
        self.price = self.view.price[outlook.side]

    def best(self, legal: list[Action]) -> tuple[Action, str] | None:
        """The best of some choices, with its reason; None where one of them is not understood."""
        judged = []
        for action in legal:
            how = _JUDGED.get(action.verb)
            answer = how(self, action) if how is not None else self._attack(action)
            if answer is None:
                return None
            judged.append((answer, action))
        (_, why), action = max(judged, key=lambda each: each[0][0])
        return action, why

    # -- back and forward -------------------------------------------------------------------------------------

    def _place(self, unit: int, h: int) -> float:
        """How good a hex is to a unit: what is near, less what threatens it."""
        outlook, friends = self.outlook, self.outlook.friends(self.state, h, unit)
        own = self.view.roster.of_side[outlook.side]
        beside = sum(1 for n in self.field.ground.near[h] if self.state.stacks.get(n, 0) & own)
        return self._pull(unit, h) - outlook.danger(unit, h, friends, beside)

    def _pull(self, unit: int, h: int) -> float:
        return 0.4 * self.outlook.pull(unit, h)

    def refuge(self, action: Action) -> Answer:
        """Going back to the end of a way: little danger, near what must be held."""
        unit, h = unit_of(action), _end(action)
        crowd = _CROWD * self.price if self.outlook.friends(self.state, h, unit) else 0.0
        return self._place(unit, h) - crowd, f"to {self.field.grid.name(h)}, where it is safest"

    def stand(self, action: Action) -> Answer:
        """Standing where others would go back: it costs a step, and keeps the ground."""
        unit = unit_of(action) if names_something(action) else -1
        if unit < 0:
            return 0.0, "stands"
        at = self.state.where[unit]
        goal = self.outlook.goals.get(at)
        ground = 0.5 * goal.now if goal is not None else 0.0
        last = self.state.steps[unit] <= 1
        cost = _LIVES * self.outlook.worth(unit) if last else self.outlook.step(unit)
        return self._place(unit, at) + ground - cost, "the ground is worth a step"

    def loss(self, action: Action) -> Answer:
        """Losing a step: the cheapest one."""
        unit = unit_of(action)
        worth = self.outlook.step(unit)
        return -worth, f"the cheapest step, {worth:.1f} points"

    def advance(self, action: Action) -> Answer:
        """Going forward into ground that was left."""
        unit, h = unit_of(action), _end(action)
        at, outlook = self.state.where[unit], self.outlook
        own = self.view.roster.of_side[outlook.side]
        beside = sum(1 for n in self.field.ground.near[h] if self.state.stacks.get(n, 0) & own)
        gain = self._pull(unit, h) - self._pull(unit, at) + outlook.prize(h) + _BOLD * self.price
        gain += self._opened(unit, h)
        there = outlook.danger(unit, h, outlook.friends(self.state, h, unit), beside)
        here = outlook.danger(unit, at, outlook.friends(self.state, at, unit), beside)
        gain -= _FEAR * (there - here) + _RISK * there
        goal = outlook.goals.get(at)
        if goal is not None and at in outlook.threats and not outlook.friends(self.state, at, unit):
            gain -= 0.5 * goal.now
        return gain, f"to take {self.field.grid.name(h)}"

    def _opened(self, unit: int, h: int) -> float:
        """What it counts that the way is open for the friends close behind, by how much nearer it brings them."""
        outlook, where, grid = self.outlook, self.state.where, self.field.grid
        behind = [
            u
            for u in outlook.on_map(outlook.side)
            if u != unit and outlook.strength(u) and grid.distance(where[u], h) <= _BEHIND
        ]
        return _WAY * sum(max(0.0, self._pull(u, h) - self._pull(u, where[u])) for u in behind)

    # -- coming on, activations, reactions --------------------------------------------------------------------

    def go(self, action: Action) -> Answer:
        """Going on after coming onto the map."""
        top = self.state.top
        assert isinstance(top, KitEntering)
        h = _end(action) if names_something(action) else self.state.where[top.unit]
        return self._place(top.unit, h), f"enters and moves to {self.field.grid.name(h)}"

    def activate(self, action: Action) -> Answer:
        """Activating something: whoever can attack best, or is most in danger, comes first."""
        activating, outlook = self.field.activating, self.outlook
        thing = thing_of(action)
        found, where = 0.0, self.state.where
        best, most = "", 0.0
        for u in self._bits(activating.members(self.state, outlook.side, thing)):
            if where[u] < 0:
                continue
            hope = max((self._hope(u, h) for h in outlook.foes_near(where[u])), default=0.0)
            fear = 0.5 * outlook.danger(u, where[u], outlook.friends(self.state, where[u], u))
            near = 0.1 * self.price if where[u] in outlook.threats else 0.0
            found += max(hope, 0.0) + fear + near
            if max(hope, fear) > most:
                most, best = max(hope, fear), "it can attack" if hope > fear else "it is in danger"
        return found + 0.01, best or "no other unit is nearer to the enemy"

    def _hope(self, unit: int, h: int) -> float:
        return max(
            (
                self.outlook.hopes.of(kind, (h,), (unit,))
                for kind in self.view.fights
                if self.outlook.attack(kind, unit)
            ),
            default=0.0,
        )

    def _bits(self, mask: int) -> list[int]:
        return [u for u in self.view.roster.side_units[self.outlook.side] if mask >> u & 1]

    def nothing(self, action: Action) -> Answer:
        """Doing nothing."""
        return 0.0, "nothing better to do"

    def _attack(self, action: Action) -> Answer | None:
        """An attack as a reaction: it has to promise something."""
        kind = self.field.combat.by_name.get(action.verb)
        top: Any = self.state.top if self.state.stack else None
        if kind is None or not isinstance(top, ReactionWindow):
            return None
        targets, units, _ = attack_of(action)
        worth = self.outlook.hopes.of(kind, targets, units)
        name = self.field.grid.name(hex_of(self.state, targets[0]))
        return worth - WORTH_IT * self.price, f"against {name}, which promises {worth:+.1f} points"


def _end(action: Action) -> int:
    """The hex where an action ends."""
    return int(next(step for step in reversed(path_of(action)) if not is_turn(step)))


_JUDGED: Final[dict[str, Callable[[KitAnswers, Action], Answer]]] = {
    "lose": KitAnswers.loss,
    "reduce": KitAnswers.loss,
    "retreat": KitAnswers.refuge,
    "displace": KitAnswers.refuge,
    "stay": KitAnswers.stand,
    "stand": KitAnswers.stand,
    "advance": KitAnswers.advance,
    "hold": KitAnswers.nothing,
    "go": KitAnswers.go,
    "stop": KitAnswers.go,
    "activate": KitAnswers.activate,
    "pass": KitAnswers.nothing,
}
"""By verb what makes a choice good."""
