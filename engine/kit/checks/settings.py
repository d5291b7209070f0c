"""Settings and options: what they are asked for, and what they are where a scenario says nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.formats.source import DataPath
from engine.kit.checks.survey import Survey, inner_of, quoted, requirements_of
from engine.kit.model.conditions import HeldCount
from engine.kit.model.effects import RetreatRule
from engine.kit.model.others import ReplacementRules, SourceRule

_PLACES: Final = frozenset({"hexes", "hexes_by_side", "edge", "edge_by_side"})
"""The kinds of setting that stand for hexes."""


def check_settings(survey: Survey) -> None:
    """Find settings that are asked for what they are not, and options whose default is none of their choices."""
    settings = survey.model.settings
    for path, name, wants_hexes in (*_keys(survey), *_asked(survey)):
        setting = settings.get(name)
        if setting is None or (setting.kind in _PLACES) is wants_hexes:
            continue
        wanted = "hexes or an edge are" if wants_hexes else "a value is"
        message = f"the setting {quoted(name)} is of kind {setting.kind}, but {wanted} needed"
        survey.error("KIT106", message, path, hint="" if wants_hexes else "ask for hexes by place")
    if survey.model.weather is not None and not survey.model.weather.kinds:
        survey.error("FILE020", "'kinds' must name at least one kind of weather", ("weather", "kinds"))
    for name, option in survey.model.options.items():
        choices = [str(one) for one in option.choices]
        if option.default is not None and choices and str(option.default) not in choices:
            message = f"the option {quoted(name)} has no choice {quoted(str(option.default))}"
            hint = survey.section.suggest(str(option.default), choices)
            survey.error("KIT106", message, ("options", name, "default"), hint=hint)


def _keys(survey: Survey) -> Iterator[tuple[DataPath, str, bool]]:
    """The settings that keys name, with their paths; all of these stand for hexes."""
    named: list[tuple[DataPath, str | None]] = []
    for path, source in survey.of(SourceRule):
        named += [((*path, "place"), source.place), ((*path, "edge"), source.edge)]
    named += [((*path, "toward"), retreat.toward) for path, retreat in survey.of(RetreatRule)]
    for path, effect in survey.effects:
        named += [((*path, "toward"), effect.toward), ((*path, "at"), effect.at)]
    named += [((*path, "place"), block.place) for path, block in survey.of(ReplacementRules)]
    yield from ((path, name, True) for path, name in named if name is not None)


def _asked(survey: Survey) -> Iterator[tuple[DataPath, str, bool]]:
    """The settings that conditions ask for, with their paths and whether they have to stand for hexes."""
    waiting = [(spot.path, spot.value) for spot in survey.conditions]
    while waiting:
        at, condition = waiting.pop()
        for path, one in requirements_of(condition, at):
            if isinstance(one.value, HeldCount):
                yield (*path, "place"), one.value.place, True
            elif one.kind == "place":
                yield from ((path, name.removeprefix("!"), True) for name in one.value)
            elif one.kind == "setting":
                yield from (((*path, name), name, False) for name in one.value)
            waiting += inner_of(path, one)
