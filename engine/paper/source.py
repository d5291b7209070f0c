"""What paper is made from: a rules system, with a scenario where there is one."""

from __future__ import annotations

from dataclasses import dataclass

from engine.boards.board import Board
from engine.errors import HexwrightError
from engine.kit.model.system_file import SystemFile
from engine.kit.rules import KitRules
from engine.play import registry
from engine.play.system import System
from engine.scenario.model import Scenario


@dataclass(frozen=True, slots=True)
class PaperSource:
    """A rules system, and the scenario that is played by it."""

    system: System
    scenario: Scenario | None = None

    @property
    def board(self) -> Board | None:
        """The map; None where there is no scenario."""
        return self.scenario.map if self.scenario is not None else None

    @property
    def file(self) -> SystemFile | None:
        """The rules file; None for a system that is code."""
        rules = self.system.rules
        if not (isinstance(rules, type) and issubclass(rules, KitRules)):
            return None
        model: SystemFile = rules.file.model
        return model


def source_of(scenario: Scenario) -> PaperSource:
    """The source of a scenario. Raises HexwrightError where its rules cannot be had."""
    return PaperSource(registry.system(scenario.system), scenario)


def named_system(name: str) -> PaperSource | None:
    """The rules alone of a name, such as ``tlg2``; None where there are none of that name."""
    try:
        return PaperSource(registry.system(name))
    except HexwrightError:
        return None
