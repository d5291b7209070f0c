"""The TLG2 staff's smaller decisions: who takes a loss, where to go back to, who advances."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.mechanics.procedure import ARRIVAL, SET_UP
from engine.play import Action
from engine.systems.twilights_last_gleaming.sequence import Declaration
from engine.systems.twilights_last_gleaming.staff.view import View


def answer(kind: str, view: View) -> tuple[Action, str]:
    """The choice at a decision other than a whole phase, with its reason."""
    if kind in _WEIGHED:
        worth, reason = _WEIGHED[kind]
        return max(view.rules.actions(view.state), key=lambda action: worth(view, *action.args)), reason
    if kind in (SET_UP, ARRIVAL):
        # Only a forecast comes here, when it plays on into a turn in which units are put into hexes.
        return next(iter(view.rules.actions(view.state))), "where there is room"
    # An attack begun step by step: add what may be added, then fight.
    return _declared(view), "all that can"


def _declared(view: View) -> Action:
    """The first attacker that may be added to an attack; where there is none, to widen it or to fight it."""
    top: Any = view.state.top
    added = next(top.joining(view.rules.field, view.state), None) if isinstance(top, Declaration) else None
    return added or next(action for action in view.rules.actions(view.state) if action.verb in ("fight", "also"))


def refuge(view: View, unit: int, h: int) -> float:
    """How good a hex is to retreat to: little danger, cover, near what must be held."""
    rules = view.rules
    friends = sum(n in view.state.stacks for n in rules.field.ground.control[h])
    comfort = 0.3 * rules.field.ground.hex_shift[h] - (0.3 if view.state.stacks.get(h, 0) else 0.0)
    return comfort + 0.4 * view.pull(h, theirs=1.0) - view.danger(unit, h, friends)


def gain(view: View, unit: int, h: int) -> float:
    """How good it is that this unit takes this hex: the objective, then a unit that can stand there."""
    state, own = view.state, view.rules.field.roster.of_side[view.side]
    friends = sum(bool(state.stacks.get(n, 0) & own) for n in view.rules.field.ground.control[h])
    leaves = view.ground.goals.get(state.where[unit], 0.0)
    gun = 1.0 if view.rules.field.roster.gun[unit] else 0.0
    return 3 * view.prize(h) - view.danger(unit, h, friends) - leaves - gun


def _cheapness(view: View, unit: int) -> float:
    return -view.step_worth(unit)


_WEIGHED: Final[dict[str, tuple[Callable[..., float], str]]] = {
    "loss": (_cheapness, "the cheapest step"),
    "retreat": (refuge, "out of reach"),
    "displacement": (refuge, "out of reach"),
    "advance": (gain, "to take the ground"),
}
"""Kind of decision to what makes a choice good, and the reason given for it."""
