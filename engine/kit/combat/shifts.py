"""What changes an attack: columns, the sum thrown, dice, and the totals of strength, each change a line of the card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from engine.kit.attack import Number
from engine.kit.bound import forms
from engine.kit.bound.amounts import number_act
from engine.kit.bound.conditions import Binder
from engine.kit.bound.subject import BoundCondition, KitSubject
from engine.kit.bound.words import exact, names_in
from engine.kit.combat.asks import features_at
from engine.kit.combat.conditions import carried, pairs

COLUMNS: Final = "columns"
DIE: Final = "die"
DICE: Final = "dice"
ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"

Cites = Callable[[Any], str]
"""The paragraph of a change of the file."""


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change that applied: to the column, the sum thrown, the number of dice, or the strength."""

    amount: Number
    what: str
    """``columns``, ``die``, ``dice``, or whose strength: ``attacker``, ``defender``."""
    cause: str
    rule: str

    @property
    def text(self) -> str:
        """``-1 woods``."""
        shown = f"{self.amount:+d}" if isinstance(self.amount, int) else f"{float(self.amount):+g}"
        return f"{shown} {self.cause}".strip()


Found = tuple[Number, str] | None
"""What an ACT comes to in an attack, and what for; None where it comes to nothing."""


@dataclass(frozen=True, slots=True)
class AttackChange:
    """A change of an attack, bound."""

    what: str
    when: BoundCondition
    act: Callable[[KitSubject], Found]
    """For columns, die and dice: what is added."""
    total: Callable[[Number, KitSubject], Number] | None
    """For a total: what becomes of it."""
    each: str
    of: BoundCondition | None
    at_most: int
    says: str
    rule: str
    best: tuple[AttackChange, ...] = ()
    for_attacker: bool = False

    @property
    def acts_on(self) -> tuple[str, ...]:
        """What it may change: that of each of several of which the best counts."""
        return (self.what, *(what for one in self.best for what in one.acts_on))

    def added(self, subject: KitSubject) -> Found:
        """What is added to columns, sum or dice; None where the change does not hold."""
        if self.best:
            if not self.when.ask(subject):
                return None
            found = [one for change in self.best if (one := change.added(subject)) is not None]
            if not found:
                return None
            pick = max if self.for_attacker else min
            amount, cause = pick(found, key=lambda one: one[0])
            return amount, self.says or cause
        times = self.times(subject)
        found_once = self.act(subject) if times else None
        if found_once is None:
            return None
        amount, cause = found_once
        return amount * times, self.says or cause

    def totalled(self, number: Number, subject: KitSubject) -> Number:
        """What a total becomes: by the best of several changes that hold, or by this one as often as it applies."""
        if self.best:
            if not self.when.ask(subject):
                return number
            found = [change.totalled(number, subject) for change in self.best if change.times(subject)]
            greatest = self.for_attacker is (self.what == ATTACKER)
            return (max if greatest else min)(found, default=number)
        for _ in range(self.times(subject) if self.total is not None else 0):
            number = max(self.total(number, subject), 0) if self.total is not None else number
        return number

    def times(self, subject: KitSubject) -> int:
        """How many times the change applies."""
        if not (self.when.always or self.when.ask(subject)):
            return 0
        if not self.each:
            return 1
        units = subject.attack.attackers if self.each == "attackers" else subject.attack.defenders
        count = sum(self.of is None or self.of.ask(subject.about(u)) for u in units)
        return min(count, self.at_most) if self.at_most else count


class AttackChanges:
    """The changes of a kind of combat, in their order."""

    def __init__(self, binder: Binder, changes: Sequence[Any], cites: Cites) -> None:
        self._binder, self._cites = binder, cites
        self.changes = tuple(self._bound(change) for change in changes)
        self.late = any(DIE in change.acts_on for change in self.changes)
        """Whether something may be added to the sum thrown."""
        self._on_totals = tuple(change for change in self.changes if change.what in (ATTACKER, DEFENDER))

    def totals(
        self, subject: KitSubject, strength: tuple[Number, Number]
    ) -> tuple[tuple[Number, Number], list[ChangeLine]]:
        """The strengths of both sides after the changes of totals, each of which sees what the one before it gave."""
        if not self._on_totals:
            return strength, []
        found, lines = list(strength), []
        for change in self._on_totals:
            subject.attack = subject.attack.with_strength((found[0], found[1]))
            number = 0 if change.what == ATTACKER else 1
            before = found[number]
            found[number] = change.totalled(before, subject)
            if found[number] != before:
                cause = change.says or change.what
                lines.append(ChangeLine(exact(found[number] - before), change.what, cause, change.rule))
        return (found[0], found[1]), lines

    def lines(self, subject: KitSubject, *kinds: str) -> list[ChangeLine]:
        """The changes of some kinds that apply."""
        found = []
        for change in self.changes:
            if change.what in kinds and (added := change.added(subject)) is not None and added[0]:
                found.append(ChangeLine(exact(added[0]), change.what, added[1], change.rule))
        return found

    # -- binding ----------------------------------------------------------------------------------------------

    def _bound(self, change: Any) -> AttackChange:
        best = tuple(self._bound(one) for one in getattr(change, "best", None) or ())
        what = best[0].what if best else _what(change)
        nothing: Callable[[KitSubject], Found] = lambda subject: None  # noqa: E731
        total = None if best or what not in (ATTACKER, DEFENDER) else self._total(change)
        return AttackChange(
            what,
            self._binder.bind(change.when),
            nothing if best or total is not None else self._act(change, what),
            total,
            str(getattr(change, "each", None) or ""),
            self._binder.bind(change.of) if getattr(change, "of", None) else None,
            int(getattr(change, "at_most", None) or 0),
            str(change.says or ""),
            self._cites(change),
            best,
            str(getattr(change, "for_", None) or DEFENDER) == ATTACKER,
        )

    def _total(self, change: Any) -> Callable[[Number, KitSubject], Number]:
        return number_act(self._binder, change)

    def _act(self, change: Any, what: str) -> Callable[[KitSubject], Found]:
        if getattr(change, "crossing", None) is not None:
            return _crossing(change)
        if getattr(change, "ground", None) is not None:
            return _ground(change)
        number, cause = exact(getattr(change, what)), " ".join(named(change.when))
        return lambda subject: (number, cause)


def _what(change: Any) -> str:
    if getattr(change, "total", None):
        return str(change.total)
    if getattr(change, "crossing", None) is not None or getattr(change, "ground", None) is not None:
        return COLUMNS
    return next(what for what in (COLUMNS, DIE, DICE) if getattr(change, what, None) is not None)


def _pairs_of(value: Any) -> list[tuple[tuple[str, ...], int]]:
    """``{NAMES: COLUMNS}``, in order."""
    return [(forms.phrases(names), int(columns)) for names, columns in value.items()]


def _crossing(change: Any) -> Callable[[KitSubject], Found]:
    shifts, most = _pairs_of(change.crossing), str(getattr(change, "take", None) or "least") == "most"
    known: dict[tuple[int, int], tuple[int, tuple[str, ...]]] = {}  # hexsides never change

    def crossed(subject: KitSubject, a: int, b: int) -> tuple[int, tuple[str, ...]]:
        parts = [
            (columns, name)
            for names, columns in shifts
            if (name := next((name for name in names if carried(subject, a, b, name)), ""))
        ]
        known[a, b] = sum(columns for columns, _ in parts), tuple(name for _, name in parts)
        return known[a, b]

    def act(subject: KitSubject) -> Found:
        best: tuple[int, tuple[str, ...]] | None = None
        for pair in pairs(subject.attack, subject):
            found = known.get(pair) or crossed(subject, *pair)
            if best is None or (abs(found[0]) > abs(best[0]) if most else abs(found[0]) < abs(best[0])):
                best = found
        return (best[0], ", ".join(best[1])) if best and best[0] else None

    return act


def _ground(change: Any) -> Callable[[KitSubject], Found]:
    shifts = _pairs_of(change.ground)
    known: dict[int, tuple[int, tuple[str, ...]]] = {}  # ground never changes where there is no marker

    def lies(subject: KitSubject, h: int) -> tuple[int, tuple[str, ...]]:
        has = {subject.rules.ground.terrain[h], *features_at(subject.rules, subject.state, h)}
        parts = [(columns, name) for names, columns in shifts for name in names if name in has]
        found = sum(columns for columns, _ in parts), tuple(name for _, name in parts)
        if not subject.state.markers:
            known[h] = found
        return found

    def act(subject: KitSubject) -> Found:
        best: tuple[int, tuple[str, ...]] = (0, ())
        for h in subject.attack.targets:
            found = None if subject.state.markers else known.get(h)
            if found is None:
                found = lies(subject, h)
            if abs(found[0]) > abs(best[0]):
                best = found
        return (best[0], ", ".join(best[1])) if best[0] else None

    return act


def named(condition: Any) -> Iterator[str]:
    """The names in a condition, for the caption of a change that says none of its own."""
    for kind, value in forms.requirements(condition):
        yield from _words(kind, value)


def _words(kind: str, value: Any) -> Iterator[str]:
    if isinstance(value, bool):
        yield kind if value else f"no {kind}"
    elif isinstance(value, str):
        yield from (name if not name.startswith("!") else f"not {name[1:]}" for name in names_in(value))
    elif hasattr(type(value), "model_fields"):
        for key in type(value).model_fields:
            if (inner := getattr(value, key)) is not None:
                yield from _words(key, inner)
    elif hasattr(value, "items"):
        for key, inner in value.items():
            yield from _words(key, inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            if hasattr(inner, "kind"):
                yield from _words(inner.kind, inner.value)
            else:
                yield from _words(kind, inner)
    elif isinstance(value, int | Fraction):
        yield kind
