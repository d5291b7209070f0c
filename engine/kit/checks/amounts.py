"""Amounts: dice where none are thrown, and what asks about a unit where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from engine.formats.source import DataPath
from engine.kit.checks.survey import PlacedPart, Survey, quoted
from engine.kit.model.changes import ChangeRule
from engine.kit.model.effects import EffectRule
from engine.kit.model.values import ByUnit, DiceAmount, LeaderAmount, RangeOfFire, TableAmount

_AMOUNTS: Final = (str, Fraction, ByUnit, DiceAmount, LeaderAmount, RangeOfFire, TableAmount)
_THROWN: Final = ("steps", "hexes", "points")
"""The amounts of an effect for which dice are thrown."""
_OF_CHANGES: Final = ("add", "set", "least", "most")
_WITH_UNIT: Final = ("pass", "fail", "none", "short")
"""Keys whose effects are about one unit."""


def check_amounts(survey: Survey) -> None:
    """Find amounts that cannot be counted where they stand: KIT121, KIT150, and FILE020 for dice."""
    for spot in survey.spots_of(*_AMOUNTS):
        if any(isinstance(part, DiceAmount) for part in _parts(spot.value)):
            _dice(survey, spot)
        elif isinstance(spot.value, Fraction) and _is_points(spot) and spot.value.denominator != 1:
            survey.error("FILE020", "'points' must be a whole number", spot.path)
        elif _has_no_unit(spot):
            asked = next((name for part in _parts(spot.value) if (name := _asked(part))), "")
            if asked:
                survey.error("KIT121", f"{asked} asks about a unit, which there is not here", spot.path)


def _parts(value: Any) -> Iterator[Any]:
    """Yields an amount and the amounts that it is made of."""
    yield value
    if isinstance(value, TableAmount):
        yield from _parts(value.row)
    elif isinstance(value, RangeOfFire):
        for end in (value.least, value.most):
            yield from _parts(end)


def _dice(survey: Survey, spot: PlacedPart) -> None:
    if isinstance(spot.owner, EffectRule) and spot.key in _THROWN and isinstance(spot.value, DiceAmount):
        return
    if isinstance(spot.owner, EffectRule) or _in_check(spot.path):
        survey.error("KIT150", f"dice in {quoted(spot.key)} of an effect are not enforced yet", spot.path)
        return
    survey.error("FILE020", f"only effects and events throw dice: {quoted(spot.key)} must be another amount", spot.path)


def _in_check(path: DataPath) -> bool:
    """Whether a data path leads into an effect: a change of the number that a check asks for."""
    return path[0] in ("results", "events") or any(
        part in ("results", "after", "hits", "pass", "fail") for part in path
    )


def _has_no_unit(spot: PlacedPart) -> bool:
    """Whether an amount is asked for where no unit is spoken about: totals of an attack, sight, points of a side."""
    if spot.path[:2] == ("sight", "limit"):
        return spot.key in ("value", *_OF_CHANGES)
    if isinstance(spot.owner, ChangeRule):
        return bool(spot.owner.total) and spot.key in _OF_CHANGES
    if _is_points(spot):
        return spot.path[0] != "supply" and not any(part in _WITH_UNIT for part in spot.path)
    return False


def _is_points(spot: PlacedPart) -> bool:
    return isinstance(spot.owner, EffectRule) and spot.key == "points"


def _asked(part: Any) -> str:
    """What an amount asks about a unit, in words; empty where it asks nothing."""
    if isinstance(part, str):
        return quoted(part)
    if isinstance(part, LeaderAmount):
        return "leader"
    return "an amount by unit" if isinstance(part, ByUnit) else ""
