"""The base of every command: bound to the models when it is pushed, checked, then done and undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from editor.commands.change import Change
from editor.commands.models import MAP, SCENARIO, Models
from editor.commands.undo_stack import UndoStep
from editor.work.background import hands_full
from engine.boards.board import Board
from engine.scenario.model import Scenario


class Command(UndoStep):
    """A change to a map or a scenario.

    ``target`` says which file it makes dirty. A command is made of what is wanted; which models it changes it learns
    from ``Document.push``, which binds it, checks it and puts it on the undo stack. Subclasses give ``prepare``,
    ``apply`` and ``revert`` and, where a stroke may merge, ``absorb``.
    """

    def __init__(self, text: str = "", target: str = MAP, stroke: int = 0) -> None:
        super().__init__(text, stroke)
        self.target = target
        self._models: Models | None = None
        self._before = 0

    def bind(self, models: Models) -> None:
        """Change these models. To be called once, before anything else is asked of the command."""
        self._models = models
        self.prepare()

    @property
    def models(self) -> Models:
        """What it changes."""
        if self._models is None:
            raise RuntimeError(f"{type(self).__name__} is bound to nothing; give it to Document.push")
        return self._models

    def prepare(self) -> None:
        """Note what is there before, and what will be; give the step its text where that depends on the models.

        Raises HexwrightError when there is nothing that it could change.
        """

    def validate(self) -> None:
        """Raise HexwrightError when the command cannot be done; nothing has happened yet."""

    def is_empty(self) -> bool:
        """Whether doing it would change nothing; such a command is not pushed."""
        return False

    def layers(self) -> frozenset[str]:
        """The layers that it edits, as the layers panel names them: a locked one stands against it."""
        return frozenset()

    def apply(self) -> Change:
        """Write what is wanted to the models; gives what must be drawn again."""
        raise NotImplementedError

    def revert(self) -> Change:
        """Write what was there before; gives what must be drawn again."""
        raise NotImplementedError

    # -- Qt's side ----------------------------------------------------------------------------------------------

    def do(self) -> None:
        """Make the change, and tell the models."""
        self._before = self.models.revision(self.target)
        with hands_full():
            change = self.apply()
        self.models.note(self.target, self.serial, change)

    def undo(self) -> None:
        """Called by the stack: take the step back, and tell the models."""
        with hands_full():
            change = self.revert()
        self.models.note(self.target, self._before, change)


class AlsoScenario(Command):
    """A command on the map that changes fields of the scenario with it, as one step; both files become dirty."""

    new_fields: dict[str, Any]
    old_fields: dict[str, Any]
    """The same fields before and after; empty where the scenario stays as it is."""
    _scenario_before = 0

    def keep_fields(self, fields: Mapping[str, Any]) -> None:
        """Note those of the fields that change."""
        scenario = self.models.scenario
        wanted = dict(fields) if scenario is not None else {}
        self.new_fields = {name: value for name, value in wanted.items() if getattr(scenario, name) != value}
        self.old_fields = {name: getattr(scenario, name) for name in self.new_fields}

    def do(self) -> None:
        self._scenario_before = self.models.revision(SCENARIO)
        super().do()
        self._note_scenario(self.serial)

    def undo(self) -> None:
        super().undo()
        self._note_scenario(self._scenario_before)

    def _note_scenario(self, revision: int) -> None:
        if self.new_fields:
            self.models.note(SCENARIO, revision, Change("scenario", keys=frozenset(self.new_fields)))


class ScenarioEdit(Command):
    """Replaces fields of the scenario; the base of every command that changes one.

    Subclasses say in ``plan`` which fields become what. Only those are kept, before and after.
    """

    new: dict[str, Any]
    old: dict[str, Any]
    change: Change

    def __init__(self, text: str = "", stroke: int = 0) -> None:
        super().__init__(text, SCENARIO, stroke)

    def plan(self, scenario: Scenario, board: Board) -> tuple[Mapping[str, Any], Change]:
        """The new values of fields, and what the change is about."""
        raise NotImplementedError

    def prepare(self) -> None:
        scenario = self.models.require_scenario()
        new, self.change = self.plan(scenario, self.models.board)
        self.new = dict(new)
        self.old = {name: getattr(scenario, name) for name in self.new}

    def is_empty(self) -> bool:
        return self.old == self.new

    def apply(self) -> Change:
        self.models.replace_scenario(self.new)
        return self.change

    def revert(self) -> Change:
        self.models.replace_scenario(self.old)
        return self.change

    def absorb(self, later: Self) -> bool:
        if later.new.keys() != self.new.keys():
            return False
        self.new = later.new
        mine, theirs = self.change, later.change
        self.change = Change(
            mine.what if mine.what == theirs.what else "scenario",
            mine.hexes | theirs.hexes,
            mine.sides | theirs.sides,
            mine.keys | theirs.keys,
        )
        return True
