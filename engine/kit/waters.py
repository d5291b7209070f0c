"""Where no unit stands or crosses by a rules file, as checks of scenarios ask it."""

from __future__ import annotations

from typing import Literal

from engine.kit.bound.costs import PROHIBITED
from engine.kit.checks.survey import Survey
from engine.kit.model.ground import CostLine
from engine.kit.model.system_file import SystemFile
from engine.kit.reading import ReadSystem
from engine.play.system import WATER_TERRAIN


def water_terrain(model: SystemFile) -> frozenset[str]:
    """Returns the terms of terrain that is all water: those for units afloat, and the usual ones that are prohibited to
    all units."""
    terrain = {*model.ground.terrain}
    closed = {term for term in terrain & WATER_TERRAIN if _closed(model, "hex", term)}
    return frozenset(closed | terrain & {*model.ground.water})


def barriers(model: SystemFile) -> frozenset[str]:
    """Returns the terms of hexsides that units on land do not cross."""
    hexsides = {*model.ground.hexsides}
    closed = {term for term in hexsides if _closed(model, "hexside", term)}
    return frozenset(closed | hexsides & {*model.ground.water})


def types_afloat(read: ReadSystem, model: SystemFile) -> tuple[str, ...]:
    """Returns the types of units some of which may stand in water."""
    if not model.ground.afloat or read.section is None:
        return ()
    survey = Survey(read.section, model)
    return tuple(name for name in model.units.types if survey.may_fit(model.ground.afloat, name))


def _closed(model: SystemFile, layer: Literal["hex", "hexside"], term: str) -> bool:
    """Whether no unit enters or crosses what has a term, whenever that is."""
    lines: tuple[CostLine, ...] = getattr(model.movement.costs, layer).get(term, ()) if model.movement else ()
    return bool(lines) and lines[0].cost == PROHIBITED and not lines[0].when
