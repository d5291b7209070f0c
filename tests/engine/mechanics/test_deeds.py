"""Deeds: a procedure lists, judges and carries out what the rows of its table say, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.mechanics.deeds import Deed, Doing, Offers, changed, each, of_side, unlisted
from engine.mechanics.procedure import Breach
from engine.play import LEGAL, Action, Illegal, Step
from engine.play.dice import Dice
from engine.play.state import State


@dataclass(frozen=True)
class Counting(Doing[int, State]):
    """A toy: counts up in steps of at most the field, or stops."""

    side: int
    count: int = 0
    system: ClassVar[str] = "toy_deeds"
    rule = "1.0"
    asks = "choose a step, or stop"

    def steps(self, field: int, state: State) -> Offers:
        """The steps there are."""
        return each(range(1, field + 1))

    def bars(self, field: int, state: State, number: int) -> Iterator[Breach]:
        """Why a step is too long."""
        if number > field:
            yield "1.1", f"{number} is more than {field}"

    def add(self, field: int, state: State, step: Step, number: int) -> None:
        """Count."""
        state.replace(replace(self, count=self.count + number))

    def stop(self, field: int, state: State, step: Step) -> None:
        """Stop."""
        state.pop()

    deeds = (Deed("stop", stop), Deed("add", add, bars, steps), Deed("leap", add, bars, unlisted))


@dataclass(frozen=True)
class Slowing(Counting):
    """The same where stopping has its time, and a step is doubled."""

    def add_twice(self, field: int, state: State, step: Step, number: int) -> None:
        """Count twice."""
        self.add(field, state, step, 2 * number)

    deeds = changed(
        Counting.deeds,
        Deed("stop", Counting.stop).when(lambda frame: frame.count > 0, "2.0", "count before you stop"),
        Deed("add", add_twice, Counting.bars, Counting.steps),
        Deed("late", of_side(lambda field, state, side, step: state.push(Counting(side))), offers=unlisted),
    )


def _state(frame: Counting) -> State:
    state = State()
    state.push(frame)
    return state


def test_actions_are_listed_row_after_row() -> None:
    state = _state(Counting(0))
    listed = [Action("stop"), Action("add", (1,)), Action("add", (2,))]
    assert list(state.top.actions(2, state)) == listed
    assert Counting.verbs == ("stop", "add", "leap")


def test_a_row_judges_and_carries_out_its_own_verb_alone() -> None:
    state, step = _state(Counting(0)), Step(Dice(0))
    assert state.top.verdict(2, state, Action("leap", (2,))) == LEGAL
    refused = state.top.verdict(2, state, Action("add", (3,)))
    assert isinstance(refused, Illegal)
    assert (refused.rule, refused.reason) == ("toy_deeds:1.1", "3 is more than 2")
    other = state.top.verdict(2, state, Action("hop"))
    assert isinstance(other, Illegal)
    assert other.reason == "choose a step, or stop"
    state.top.perform(2, state, Action("leap", (2,)), step)
    assert state.top == Counting(0, 2)
    state.top.perform(2, state, Action("stop"), step)
    assert not state.stack


def test_a_procedure_does_some_deeds_in_its_own_way() -> None:
    state, step = _state(Slowing(1)), Step(Dice(0))
    assert Slowing.verbs == ("stop", "add", "leap", "late")
    assert [action.verb for action in state.top.actions(1, state)] == ["add"]
    refused = state.top.verdict(1, state, Action("stop"))
    assert isinstance(refused, Illegal)
    assert (refused.rule, refused.reason) == ("toy_deeds:2.0", "count before you stop")
    state.top.perform(1, state, Action("add", (1,)), step)
    assert state.top == Slowing(1, 2)
    assert state.top.verdict(1, state, Action("stop")) == LEGAL
    assert [action.verb for action in state.top.actions(1, state)] == ["stop", "add"]
    state.top.perform(1, state, Action("late"), step)
    assert state.top == Counting(1)
