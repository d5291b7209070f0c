"""The undo stack: strokes merge, a step that fails leaves nothing, and no step outlives its place on the stack."""

from __future__ import annotations

import gc
import weakref
from typing import Self

import pytest

from editor.commands.undo_stack import UndoStack, UndoStep


class Add(UndoStep):
    """Adds a number to a list; a number below 0 cannot be added."""

    def __init__(self, to: list[int], number: int, stroke: int = 0) -> None:
        super().__init__(f"Add {number}", stroke)
        self.to, self.numbers = to, [number]

    def do(self) -> None:
        if min(self.numbers) < 0:
            raise ValueError("below 0")
        self.to.extend(self.numbers)

    def undo(self) -> None:
        del self.to[-len(self.numbers) :]

    def absorb(self, later: Self) -> bool:
        self.numbers += later.numbers
        return True


class Put(Add):
    """Another class of step, for the same lists."""


def test_steps_of_one_stroke_are_one() -> None:
    steps, made = UndoStack(), list[int]()
    for number in (1, 2, 3):
        steps.add(Add(made, number, stroke=7))
    steps.add(Add(made, 4, stroke=8))
    assert (steps.count(), made) == (2, [1, 2, 3, 4])
    steps.undo()
    steps.undo()
    assert made == []
    steps.redo()
    assert made == [1, 2, 3]


def test_steps_without_a_stroke_and_of_other_classes_stay_apart() -> None:
    steps, made = UndoStack(), list[int]()
    for step in (Add(made, 1), Add(made, 2), Add(made, 3, 5), Put(made, 4, 5)):
        steps.add(step)
    assert steps.count() == 4


def test_a_stroke_that_goes_on_after_an_undo_drops_what_was_undone() -> None:
    steps, made = UndoStack(), list[int]()
    for step in (Add(made, 1, 5), Add(made, 2)):
        steps.add(step)
    steps.undo()
    steps.add(Add(made, 3, 5))
    assert (made, steps.canRedo()) == ([1, 3], False)
    while steps.canUndo():
        steps.undo()
    assert made == []


def test_a_step_that_fails_leaves_the_stack_as_it_was() -> None:
    steps, made = UndoStack(), list[int]()
    steps.add(Add(made, 1))
    with pytest.raises(ValueError, match="below 0"):
        steps.add(Add(made, -1))
    assert (steps.count(), steps.undoText(), made) == (1, "Add 1", [1])


def test_a_stroke_is_taken_back_and_cannot_be_done_again() -> None:
    steps, made = UndoStack(), list[int]()
    steps.add(Add(made, 1))
    steps.add(Add(made, 2, 5))
    steps.take_back(6)
    assert made == [1, 2]
    steps.take_back(5)
    assert (made, steps.count(), steps.canRedo()) == ([1], 1, False)


def test_no_step_outlives_its_place_on_the_stack() -> None:
    steps, made = UndoStack(), list[int]()
    steps.add(Add(made, 0))
    merged, taken_back, undone = (Add(made, number, stroke) for number, stroke in ((1, 0), (2, 6), (3, 0)))
    gone = [weakref.ref(step) for step in (merged, taken_back, undone)]
    steps.add(Add(made, 1, 5))
    merged.stroke = 5
    steps.add(merged)
    steps.add(taken_back)
    steps.take_back(6)
    steps.add(undone)
    steps.undo()
    steps.add(Add(made, 4))
    del merged, taken_back, undone
    gc.collect()
    assert [step() for step in gone] == [None, None, None]


def test_a_stroke_after_a_save_is_a_step_of_its_own() -> None:
    steps, made = UndoStack(), list[int]()
    steps.add(Add(made, 1, 5))
    steps.setClean()
    steps.add(Add(made, 2, 5))
    assert steps.count() == 2


def test_a_merged_step_is_heard_of() -> None:
    steps, made, heard = UndoStack(), list[int](), list[int]()
    steps.indexChanged.connect(heard.append)
    steps.add(Add(made, 1, 5))
    steps.add(Add(made, 2, 5))
    assert heard == [1, 1]
