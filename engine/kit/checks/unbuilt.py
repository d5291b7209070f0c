"""What section 2 of the format has and the rules do not enforce yet: it is refused at its place, never passed over.

Take a row out when its rule is enforced.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.formats.source import DataPath
from engine.kit.checks.survey import Survey, quoted
from engine.kit.model.effects import DisplacementRule
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
    for path, what in (*_of_turns(survey.model), *_of_combat(survey)):
        survey.error("KIT150", f"{what} is not enforced yet", path)
    _hooks(survey)


def _of_turns(model: SystemFile) -> Iterator[Use]:
    """Orders of play and moves."""
    if model.movement is not None and isinstance(model.movement.enemies, Overruns):
        yield ("movement", "enemies", "overrun"), "an overrun"


def _of_combat(survey: Survey) -> Iterator[Use]:
    """Ways to fight and to go back."""
    for number, kind in enumerate(survey.model.combat):
        at: DataPath = ("combat", number)
        if kind.resolve == "buckets":
            yield (*at, "resolve"), "combat by buckets of dice"
        if not kind.whole_stack.defender:
            yield (*at, "whole_stack", "defender"), "an attack on some units of a stack"
        if kind.targets == "hex":
            yield (*at, "targets"), "an attack on an empty hex"
    for path, rule in survey.of(DisplacementRule):
        if rule.cannot == "short":
            yield (*path, "cannot"), "a retreat that is shorter where nobody makes room"


def _hooks(survey: Survey) -> None:
    """Hooks are found and refused: they are never run."""
    hooks, near = survey.model.hooks, survey.section.near
    if hooks is None:
        return
    if near is None or not (near.parent / hooks).is_file():
        survey.error("KIT148", f"there is no file {quoted(hooks)}", ("hooks",))
    else:
        survey.error("KIT150", "hooks are not run yet", ("hooks",))
