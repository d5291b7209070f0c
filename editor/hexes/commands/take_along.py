"""Scenarios of other files on the same map, which go along when its hexes move."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from editor.commands.models import Models
from engine.scenario.carrying import Carried
from engine.scenario.model import Scenario


@dataclass(frozen=True, slots=True)
class OtherScenarios:
    """Scenarios of other files as they were, and as they will be when the map is saved."""

    before: dict[Path, Scenario] = field(default_factory=dict)
    after: dict[Path, Carried] = field(default_factory=dict)
    agreed: bool = True
    """Whether the user has agreed that they are written; if not, saving asks."""


class TakenAlong:
    """Other scenarios that a command takes along: they wait in ``pending`` to be written with the map."""

    def __init__(self, others: OtherScenarios) -> None:
        self.others = others
        self._waited: dict[Path, Scenario] = {}

    def along(self, models: Models) -> None:
        """The command is done: let the others wait to be written with the map."""
        after = {path: what.scenario for path, what in self.others.after.items()}
        self._waited = dict(models.pending)
        models.pending.update(after)
        if not self.others.agreed:
            models.unasked.update(after)

    def back(self, models: Models) -> None:
        """The command is undone: the others are as before; what was written meanwhile is to be written again."""
        pending = models.pending
        for path, what in self.others.after.items():
            if pending.get(path) is not what.scenario:
                if path in pending or path in models.carried:
                    pending[path] = self.others.before[path]
            elif path in self._waited:
                pending[path] = self._waited[path]
            else:
                del pending[path]
