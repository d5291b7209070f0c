"""What section 2 of the format has and the rules do not enforce yet: it is refused at its place, never passed over.

Take a row out when its rule is enforced.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.formats.source import DataPath
from engine.kit.checks.survey import Survey
from engine.kit.model.ground import Overruns
from engine.kit.model.system_file import SystemFile

BLOCKS: Final = ("reaction",)
"""Blocks that are refused whole."""
Use = tuple[DataPath, str]
"""Where a rule stands that is not enforced, and what it is."""


def check_unbuilt(survey: Survey) -> None:
    """Note every rule that is not enforced yet: KIT150."""
    for name in BLOCKS:
        if getattr(survey.model, name):
            survey.error("KIT150", f"{name} is not enforced yet", (name,), key=True)
    for path, what in _of_turns(survey.model):
        survey.error("KIT150", f"{what} is not enforced yet", path)


def _of_turns(model: SystemFile) -> Iterator[Use]:
    """Orders of play and moves."""
    if model.movement is not None and isinstance(model.movement.enemies, Overruns):
        yield ("movement", "enemies", "overrun"), "an overrun"
