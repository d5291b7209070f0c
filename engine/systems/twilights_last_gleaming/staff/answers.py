"""The TLG2 staff's smaller decisions: who takes a loss, where to go back to, who advances."""

from __future__ import annotations

from engine.play import Action
from engine.systems.twilights_last_gleaming.staff.view import View


def answer(kind: str, view: View) -> tuple[Action, str]:
    """The choice at a decision other than a whole phase, with its reason."""
    actions = list(view.rules.actions(view.state))
    if kind == "loss":
        return min(actions, key=lambda action: view.step_worth(action.args[0])), "the cheapest step"
    if kind in ("retreat", "displacement"):
        return max(actions, key=lambda action: refuge(view, *action.args)), "out of reach"
    if kind == "advance":
        return max(actions, key=lambda action: gain(view, *action.args)), "to take the ground"
    # An attack begun step by step: add what may be added, then fight.
    adding = [action for action in actions if action.verb == "with"]
    return (adding or [action for action in actions if action.verb in ("fight", "also")])[0], "all that can"


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
