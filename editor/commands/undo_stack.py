"""The undo stack: each step is done before the stack takes it, and steps of one stroke are one step."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import count
from typing import Self

from PySide6.QtGui import QUndoCommand, QUndoStack
from shiboken6 import Shiboken

_strokes = count(1)
_serials = count(1)


def new_stroke() -> int:
    """A number for one stroke of a tool: commands of one stroke merge into one undo step."""
    return next(_strokes)


class UndoStep(QUndoCommand):
    """One step of undo. Subclasses give ``do`` and ``undo`` and, where steps of a stroke may merge, ``absorb``."""

    def __init__(self, text: str = "", stroke: Hashable = None) -> None:
        super().__init__(text)
        self.stroke = stroke
        """Steps of one stroke merge; a stroke that is empty, 0 or None merges with nothing."""
        self.serial = next(_serials)
        """The number of the state that it leads to; of steps that merged it is that of the last."""
        self._is_done = False

    def do(self) -> None:
        """Make the change; the stack calls it again after an undo."""
        raise NotImplementedError

    def absorb(self, later: Self) -> bool:
        """Take a later step of the same stroke and class, which is done, into this one; False keeps them apart."""
        return False

    def redo(self) -> None:
        """Called by the stack. When it takes the step, the step is done already."""
        if self._is_done:
            self._is_done = False
        else:
            self.do()


class UndoStack(QUndoStack):
    """The steps of a document. Give steps to ``add`` or ``add_to_macro``, never to ``push``."""

    @property
    def last(self) -> QUndoCommand | None:
        """The step that an undo would take back."""
        return self.command(self.index() - 1) if self.index() else None

    def add(self, step: UndoStep) -> None:
        """Do a step and keep it for undo, within the last one where that is of the same stroke and not saved yet.

        Raises what ``step.do`` raises; the stack has not changed then. Steps merge before Qt gets them, because PySide
        keeps every step that Qt merges in memory as long as the stack.
        """
        step.do()
        last = None if self.canRedo() or self.isClean() else self.last
        if step.stroke and isinstance(last, UndoStep) and _merged(last, step):
            self.indexChanged.emit(self.index())
        else:
            self._keep(step)

    def add_to_macro(self, step: UndoStep) -> None:
        """Do a step of the macro that is begun, and keep it as a step of its own."""
        step.do()
        self._keep(step)

    def take_back(self, stroke: Hashable) -> None:
        """Undo the last step if it is of this stroke, and leave nothing to redo."""
        last = self.last
        if not isinstance(last, UndoStep) or last.stroke != stroke:
            return
        self.undo()
        last.setObsolete(True)
        self.redo()
        # Qt has deleted the step; without this, PySide keeps its Python object.
        Shiboken.invalidate(last)

    def _keep(self, step: UndoStep) -> None:
        step._is_done = True
        self.push(step)


def _merged(last: UndoStep, step: UndoStep) -> bool:
    merged = type(last) is type(step) and last.stroke == step.stroke and last.absorb(step)
    if merged:
        last.serial = step.serial
    return merged
