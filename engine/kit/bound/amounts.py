"""Amounts and changes of numbers, bound once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from engine.kit.bound import forms
from engine.kit.bound.conditions import Binder
from engine.kit.bound.subject import Amount, BoundCondition, KitSubject, Number
from engine.kit.bound.words import exact, halved
from engine.kit.model.values import LeaderAmount, TableAmount

Lines = list[Any]
"""The changes that applied, as the file has them."""

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
UNLIMITED: Final = 10**6
"""A limit that nothing reaches, for units of which the file says none."""
NUMERIC: Final = ("add", "times", "halve", "set", "least", "most")
"""The ACTS that change a number."""


def bind_amount(binder: Binder, value: Any, default: Amount | Number | str = 0) -> Amount:
    """An AMOUNT as a function of the subject; ``default`` holds where no entry of BY UNIT fits the unit. Effects throw
    dice, which are no amount by themselves."""
    if isinstance(value, str):
        return _named(binder, value)
    if isinstance(value, int | float | Fraction):
        number = exact(value)
        return lambda subject: number
    if isinstance(value, LeaderAmount):
        lent = value.value
        return lambda s: s.rules.leading.lent(s.state, s.unit, lent) or 0
    if isinstance(value, TableAmount):
        return _from_table(binder, value.table, value.row, value.column)
    entries = forms.by_unit(value)
    if entries is None:
        raise ValueError(f"{value!r} is not an amount")
    otherwise = default if callable(default) else bind_amount(binder, default)
    return by_unit(binder, [(name, bind_amount(binder, inner)) for name, inner in entries], otherwise)


def constant(value: Any) -> Number | None:
    """The number that an AMOUNT always is; None where it depends on something."""
    return exact(value) if isinstance(value, int | float | Fraction) else None


def _named(binder: Binder, name: str) -> Amount:
    if name == "steps":
        return lambda s: s.state.steps[s.unit]
    if name == "units":

        def units(s: KitSubject) -> int:
            roster = s.rules.roster
            own = roster.of_side[roster.side[s.unit] if s.unit >= 0 else s.viewer]
            return int((s.state.stacks.get(s.at, 0) & own).bit_count())

        return units
    if name in binder.field.roster.figures:
        return lambda s: s.rules.value(s.state, s.unit, name)
    number = exact(name)
    return lambda s: number


def _from_table(binder: Binder, table: str, row: Any, column: str) -> Amount:
    asked = bind_amount(binder, row)
    return lambda s: s.rules.looked_up(table, asked(s), column)


def by_unit(binder: Binder, entries: Sequence[tuple[str, Amount]], default: Amount) -> Amount:
    """Of the amounts of types and classes that which the unit fits first; ``default`` where it fits none."""
    masks = [(binder.field.who_mask(name), amount) for name, amount in entries]

    def asked(s: KitSubject) -> Number:
        for mask, amount in masks:
            if mask >> s.unit & 1:
                return amount(s)
        return default(s)

    return asked


def fitted(binder: Binder, entries: Sequence[tuple[str, Any]]) -> int:
    """The units that some entry of BY UNIT fits."""
    mask = 0
    for name, _ in entries:
        mask |= binder.field.who_mask(name)
    return mask


def first_by_unit(binder: Binder, value: Any, default: Any) -> list[Any]:
    """For each unit the value that BY UNIT has for it, or the value itself; ``default`` where none fits."""
    entries, count = forms.by_unit(value), len(binder.field.roster.units)
    if entries is None:
        return [default if value is None else value] * count
    found = [default] * count
    for name, inner in reversed(entries):
        mask = binder.field.who_mask(name)
        for u in range(count):
            if mask >> u & 1:
                found[u] = inner
    return found


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A change of a number, bound."""

    when: BoundCondition
    act: Callable[[Number, KitSubject], Number]
    line: Any
    """As the file has it."""


@dataclass(frozen=True, slots=True)
class NumberChanges:
    """A list of changes of a number; each is applied to what the one before it gave."""

    changes: tuple[NumberChange, ...]

    def __call__(self, number: Number, subject: KitSubject) -> Number:
        for change in self.changes:
            if change.when.ask(subject):
                number = change.act(number, subject)
        return number

    def with_lines(self, number: Number, subject: KitSubject) -> tuple[Number, Lines]:
        """The number after all changes, and those that applied."""
        lines: Lines = []
        for change in self.changes:
            if change.when.ask(subject):
                number = change.act(number, subject)
                lines.append(change.line)
        return number, lines

    def __bool__(self) -> bool:
        return bool(self.changes)


def bind_changes(binder: Binder, changes: Sequence[Any] | None, good_for: str = ATTACKER) -> NumberChanges:
    """CHANGES of a number, bound; those of an attack are left out. A greater number is good for ``good_for``."""
    return NumberChanges(tuple(_change(binder, each, good_for) for each in changes or () if is_numeric(each)))


def is_numeric(change: Any) -> bool:
    """Whether a change is one of a number."""
    if getattr(change, "best", None):
        return all(map(is_numeric, change.best))
    return any(getattr(change, name, None) is not None for name in NUMERIC) and getattr(change, "total", None) is None


def amounts_of(change: Any) -> Iterator[Any]:
    """Yields the amounts in a change, as the file has them."""
    for name in ("add", "set", "least", "most"):
        if getattr(change, name, None) is not None:
            yield getattr(change, name)
    for each in change.best or ():
        yield from amounts_of(each)


def _change(binder: Binder, change: Any, good_for: str) -> NumberChange:
    when = binder.bind(change.when)
    if getattr(change, "best", None):
        return _best(binder, change, when, good_for)
    return NumberChange(when, number_act(binder, change), change)


def _set(number: Number, amount: Number) -> Number:
    """The amount, whatever the number was."""
    return amount


_BOUNDS: Final[dict[str, Callable[[Number, Number], Number]]] = {"set": _set, "least": max, "most": min}
"""What a change with an amount makes of a number; of who fits no entry of BY UNIT, nothing."""


def number_act(binder: Binder, change: Any) -> Callable[[Number, KitSubject], Number]:
    """What the one act of a change makes of a number."""
    if change.times is not None:
        factor = exact(change.times)
        return lambda number, s: exact(Fraction(number) * factor)
    if change.halve is not None:
        how = str(change.halve)
        return lambda number, s: halved(number, how)
    name = next(name for name in ("add", "set", "least", "most") if getattr(change, name, None) is not None)
    value = getattr(change, name)
    amount = bind_amount(binder, value)
    if name == "add":
        return lambda number, s: number + amount(s)
    bounded = _BOUNDS[name]
    entries = forms.by_unit(value)
    if entries is not None:
        mask = fitted(binder, entries)
        return lambda number, s: bounded(number, amount(s)) if mask >> s.unit & 1 else number
    return lambda number, s: bounded(number, amount(s))


def _best(binder: Binder, change: Any, when: BoundCondition, good_for: str) -> NumberChange:
    """Of several changes that hold the one that is best: the greatest number for whom it is good, else the least."""
    inner = [_change(binder, each, good_for) for each in change.best]
    pick = max if change.for_ == good_for else min

    def act(number: Number, s: KitSubject) -> Number:
        return pick(one.act(number, s) for one in inner if one.when.ask(s))

    def holds(s: KitSubject) -> bool:
        return when.ask(s) and any(one.when.ask(s) for one in inner)

    return NumberChange(BoundCondition(holds), act, change)
