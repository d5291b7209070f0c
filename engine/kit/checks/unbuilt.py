"""What section 2 of the format has and the rules do not enforce yet: it is refused at its place, never passed over.

Take a row out when its rule is enforced.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.kit.checks.survey import Survey, quoted
from engine.kit.model.system_file import SystemFile

BLOCKS: Final = (
    *("facing", "reaction", "rally", "supply", "leaders", "transport", "weather", "events", "markers"),
    *("secrecy", "replacements"),
)
"""Blocks that are refused whole."""
_ROWS: Final[tuple[tuple[tuple[str, ...], str, Callable[[SystemFile], Any]], ...]] = (
    (("sequence", "order"), "this order of play", lambda model: model.sequence.order != "player_turns"),
    (("sequence", "first"), "dice for the first side", lambda model: model.sequence.first != "scenario"),
)


def check_unbuilt(survey: Survey) -> None:
    """Note every rule that is not enforced yet: KIT150."""
    for name in BLOCKS:
        if getattr(survey.model, name):
            survey.error("KIT150", f"{name} is not enforced yet", (name,), key=True)
    for path, what, used in _ROWS:
        if used(survey.model):
            survey.error("KIT150", f"{what} is not enforced yet", path)
    _hooks(survey)


def _hooks(survey: Survey) -> None:
    """Hooks are found and refused: they are never run."""
    hooks, near = survey.model.hooks, survey.section.near
    if hooks is None:
        return
    if near is None or not (near.parent / hooks).is_file():
        survey.error("KIT148", f"there is no file {quoted(hooks)}", ("hooks",))
    else:
        survey.error("KIT150", "hooks are not run yet", ("hooks",))
