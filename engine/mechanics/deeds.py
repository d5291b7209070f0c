"""Deeds: what a procedure lets a player do, as a table with a row for each verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.mechanics.procedure import Asking, Breach
from engine.play import Action, Step
from engine.play.frame import F, S

Offers = Iterator[tuple[Any, ...]]
"""The arguments of actions, one after the other."""


def always(frame: Any, field: Any, state: Any) -> Offers:
    """Offer a verb without arguments."""
    yield ()


def unlisted(frame: Any, field: Any, state: Any) -> Offers:
    """Offer nothing: the verb is legal, but it is not listed."""
    return iter(())


def unbroken(frame: Any, field: Any, state: Any, *args: Any) -> Iterator[Breach]:
    """Find no fault."""
    return iter(())


@dataclass(frozen=True)
class Deed:
    """A row of the table: a verb, what it does, what it breaks, and with which arguments it is offered.

    Each function gets the frame, the field and the state first; ``do`` gets the step next. Then ``do`` and ``faults``
    get the arguments of the action, which have their types there.
    """

    verb: str
    do: Callable[..., None]
    """Carries out the action, which is legal."""
    faults: Callable[..., Iterator[Breach]] = unbroken
    """Every paragraph that the action breaks."""
    offers: Callable[..., Offers] = always
    """The arguments of the actions that are listed."""

    def when(self, time: Callable[[Any], bool], rule: str, why: str) -> Deed:
        """The row of a verb that has its time: out of it nothing is offered, and an action breaks ``rule`` first."""

        def offers(frame: Any, field: Any, state: Any) -> Offers:
            return self.offers(frame, field, state) if time(frame) else iter(())

        def faults(frame: Any, field: Any, state: Any, *args: Any) -> Iterator[Breach]:
            if not time(frame):
                yield rule, why
            yield from self.faults(frame, field, state, *args)

        return replace(self, offers=offers, faults=faults)

    def actions(self, frame: Any, field: Any, state: Any) -> Iterator[Action]:
        """The actions of this row that are listed."""
        return (Action(self.verb, args) for args in self.offers(frame, field, state))


class Doing(Asking[F, S]):
    """A procedure whose verbs are the rows of a table; its actions are listed in the order of the rows."""

    deeds: ClassVar[tuple[Deed, ...]] = ()
    rows: ClassVar[dict[str, Deed]] = {}
    """The rows by verb."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "deeds" in cls.__dict__:
            cls.rows = {row.verb: row for row in cls.deeds}
            cls.verbs = tuple(cls.rows)

    def actions(self, field: F, state: S) -> Iterator[Action]:
        """What is offered, row after row."""
        for row in self.deeds:
            yield from row.actions(self, field, state)

    def faults(self, field: F, state: S, action: Action) -> Iterator[Breach]:
        """Every paragraph that an action of the table breaks."""
        return self.rows[action.verb].faults(self, field, state, *action.args)

    def perform(self, field: F, state: S, action: Action, step: Step) -> None:
        """Carry out a legal action of the table."""
        self.rows[action.verb].do(self, field, state, step, *action.args)


def changed(table: tuple[Deed, ...], *rows: Deed) -> tuple[Deed, ...]:
    """A table with other rows for the same verbs: a procedure that does some deeds in its own way."""
    own = {row.verb: row for row in rows}
    return tuple(own.pop(row.verb, row) for row in table) + tuple(own.values())


def each(values: Iterable[Any]) -> Offers:
    """Arguments of one value each."""
    return ((value,) for value in values)


def of_side(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of the field, the state and a side as one that a row has: the side is that of the frame."""

    def of_frame(frame: Any, field: Any, state: Any, *args: Any) -> Any:
        return function(field, state, frame.side, *args)

    return of_frame
