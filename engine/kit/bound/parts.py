"""The parts that a movement point is counted in, so that fractions of movement points are whole numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.kit.bound import forms
from engine.kit.bound.roster import KitRoster
from engine.kit.bound.subject import Number
from engine.kit.bound.words import exact


def parts_of_a_point(model: Any, roster: KitRoster) -> int:
    """The parts of a movement point in which all costs and allowances of a file are whole numbers."""
    movement, zones = model.movement, model.zones
    numbers: list[Number] = [1]
    if movement is not None:
        numbers += numbers_in(movement.costs) + numbers_in(movement.allowance)
        if movement.enemies != "closed":
            numbers += numbers_in(movement.enemies.overrun.cost)
    if zones is not None:
        numbers += [n for key in ("enter", "leave", "zone_to_zone") for n in numbers_in(getattr(zones, key))]
    numbers += [figure for row in roster.figures.get("movement", ()) for figure in row]
    for part in (model.facing, model.arrivals, model.transport):
        numbers += numbers_in(part)
    return common_parts(numbers)


def common_parts(numbers: Sequence[Number]) -> int:
    """The parts that a movement point is counted in: the least common denominator of some numbers."""
    parts = 1
    for number in numbers:
        denominator = Fraction(number).denominator
        found = parts
        while found % denominator:
            found += parts
        parts = found
    return parts


def numbers_in(given: Any) -> list[Number]:
    """The numbers anywhere in a part of the file."""
    if isinstance(given, bool) or given is None:
        return []
    if isinstance(given, int | Fraction | float):
        return [exact(given)]
    if isinstance(given, str):
        return []
    entries = forms.by_unit(given)
    if entries is not None:
        return [number for _, inner in entries for number in numbers_in(inner)]
    if isinstance(given, list | tuple | frozenset):
        return [number for inner in given for number in numbers_in(inner)]
    if isinstance(given, Mapping):
        return [number for inner in given.values() for number in numbers_in(inner)]
    fields = getattr(type(given), "model_fields", {})
    return [number for name in fields for number in numbers_in(getattr(given, name))]
