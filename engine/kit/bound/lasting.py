"""Whether an amount with its changes is the same for a whole game turn, so that it is worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from engine.kit.bound import forms

_PRINTED: Final = frozenset({"type", "class", "flag", "size", "formation", "night", "turn", "mark", "option"})
"""Requirements whose answer is the same for a unit during a whole game turn."""
_ACTS: Final = ("add", "set", "least", "most")


def lasting(field: Any, amount: Any, changes: Sequence[Any]) -> bool:
    """Whether nothing of it depends on more than what is printed on a unit, its steps and the game turn."""
    amounts = [amount, *(getattr(change, act) for change in changes for act in _ACTS)]
    plain = not any(change.best for change in changes) and all(_lasts(field, one) for one in amounts)
    return plain and all(_asks_printed(field, change.when) for change in changes)


def _lasts(field: Any, amount: Any) -> bool:
    if amount is None or amount == "steps" or isinstance(amount, int | Fraction):
        return True
    entries = forms.by_unit(amount)
    if entries is not None:
        return all(_lasts(field, inner) for _, inner in entries)
    return isinstance(amount, str) and amount in field.roster.figures and not field.changes_value(amount)


def _asks_printed(field: Any, condition: Any) -> bool:
    for kind, value in forms.requirements(condition):
        if kind == "any":
            fine = all(_asks_printed(field, each) for each in value)
        elif kind == "not":
            fine = _asks_printed(field, value)
        elif kind == "is":
            names = (value,) if isinstance(value, str) else value
            fine = all(_asks_printed(field, field.model.conditions[name]) for name in names)
        else:
            fine = kind in _PRINTED
        if not fine:
            return False
    return True
