"""Ground, units, statuses and the sequence: what can never be done."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Any, Final

from engine.formats.source import DataPath
from engine.kit.checks.survey import Survey, quoted
from engine.kit.model.combat import CombatKind
from engine.kit.model.conditions import Condition
from engine.kit.model.ground import CostLine
from engine.kit.model.sequence import PhaseRule
from engine.kit.model.units import Status
from engine.kit.model.values import ELSE, ByUnit, StepTable
from engine.plural import counted

FINEST: Final = 12
"""The largest common denominator of the costs of a file."""


def check_play(survey: Survey) -> None:
    """Find what can never be done: KIT110 to KIT119, and KIT144."""
    _terrain(survey)
    _costs(survey)
    _denominators(survey)
    _movers(survey)
    _fighters(survey)
    _phases(survey)
    _order(survey)
    _steps(survey)
    _values(survey)
    for name, status in survey.model.units.statuses.items():
        _status(survey, name, status)


# -- ground and movement ------------------------------------------------------------------------------------------


def _terrain(survey: Survey) -> None:
    movement = survey.model.movement
    if movement is None or not movement.costs.hex:
        return
    for number, term in enumerate(survey.model.ground.terrain):
        if term not in movement.costs.hex:
            path = ("ground", "terrain", number)
            survey.warn("KIT110", f"the terrain {quoted(term)} has no cost; it costs 1", path)


def _costs(survey: Survey) -> None:
    """Find lines of costs behind one that always holds."""
    movement = survey.model.movement
    if movement is None:
        return
    for table in ("hex", "feature", "hexside"):
        for name, lines in getattr(movement.costs, table).items():
            held = next((number for number, line in enumerate(lines[:-1]) if _holds_for_all(line)), None)
            if held is not None:
                message = "this cost can never count: the one before it always holds"
                survey.warn("KIT124", message, ("movement", "costs", table, name, held + 1))


def _holds_for_all(line: CostLine) -> bool:
    """Whether a line of a cost holds for every unit at any moment."""
    named = isinstance(line.cost, ByUnit) and ELSE not in dict(line.cost.entries)
    return not (line.when or line.unless or named)


def _denominators(survey: Survey) -> None:
    """Find costs and allowances without a common denominator, at the first that does not fit those before it."""
    whole = 1
    for path, number in _figures(survey):
        whole = lcm(whole, number.denominator)
        if whole > FINEST:
            message = f"the smallest common denominator of the costs is {whole}; {FINEST} is allowed"
            survey.error("KIT144", message, path)
            return


def _figures(survey: Survey) -> Iterator[tuple[DataPath, Fraction]]:
    """Yields the numbers that a movement point is divided for, with their paths."""
    for spot in survey.spots_of(Fraction, ByUnit):
        places = [place for place in _COSTS if spot.path[: len(place)] == place]
        if spot.path[:1] == ("transport",) and ("load" in spot.path or "unload" in spot.path):
            places.append(spot.path)
        if spot.path[:1] == ("sequence",) and spot.key == "allowance":
            places.append(spot.path)
        if spot.path[:2] == ("units", "values") and spot.key == "default":
            places.append(spot.path)
        if not places:
            continue
        if isinstance(spot.value, Fraction) and spot.key != "times":
            yield spot.path, spot.value
        elif isinstance(spot.value, ByUnit):
            yield from ((spot.path, inner) for inner in spot.value.values() if isinstance(inner, Fraction))


_COSTS: Final[tuple[DataPath, ...]] = (
    ("movement",),
    ("zones",),
    ("facing", "turn"),
    ("arrivals", "cost"),
)
"""The parts of a file whose numbers are costs and allowances."""


def _of_type(survey: Survey, value: Any, unit_type: str) -> Any:
    """The entry of a value by unit that holds for a type, as far as that is known."""
    if not isinstance(value, ByUnit):
        return value
    return next((inner for name, inner in value.entries if survey.fits(name, unit_type)), None)


def _closed(survey: Survey, lines: tuple[CostLine, ...], unit_type: str) -> bool:
    return all(not line.unless and _of_type(survey, line.cost, unit_type) == "prohibited" for line in lines[:1])


def _movers(survey: Survey) -> None:
    movement = survey.model.movement
    moving = [phase for _, phase in survey.phases if "move" in phase.do]
    if movement is None or not moving:
        return
    terrain = survey.model.ground.terrain
    for name in survey.model.units.types:
        reason = ""
        allowance = _of_type(survey, movement.allowance.value, name)
        if allowance is None and "movement" in survey.model.units.values:
            allowance = "movement"
        value = survey.model.units.values.get(allowance) if isinstance(allowance, str) else None
        if not any(survey.may_fit(phase.who, name) for phase in moving):
            reason = "no phase of movement is for it"
        elif allowance is None:
            reason = "the allowance leaves it out"
        elif (isinstance(allowance, Fraction) and allowance <= 0) or (value is not None and value.most == 0):
            reason = "its allowance is 0"
        elif terrain and all(
            term in movement.costs.hex and _closed(survey, movement.costs.hex[term], name) for term in terrain
        ):
            reason = "all terrain is prohibited"
        if reason and not movement.allowance.changes:
            survey.warn("KIT111", f"units of type {quoted(name)} can never move: {reason}", ("units", "types", name))


def _fighters(survey: Survey) -> None:
    fought = [
        (survey.kinds[word], phase.with_) for _, phase in survey.phases for word in phase.do if word in survey.kinds
    ]
    fought += [(survey.kinds[one.with_], ()) for one in survey.model.reaction if one.with_ in survey.kinds]
    for name in survey.model.units.types if fought else ():
        if any(_fights(survey, kind, allowed, name) for kind, allowed in fought):
            continue
        survey.advise("KIT112", f"units of type {quoted(name)} can never attack", ("units", "types", name))


def _fights(survey: Survey, kind: CombatKind, allowed: Condition, unit_type: str) -> bool:
    """Whether units of a type may attack or support in a kind of combat, of whom a phase allows some."""
    if not survey.may_fit(allowed, unit_type):
        return False
    support = kind.support
    return survey.may_fit(kind.who, unit_type) or (support is not None and survey.may_fit(support.who, unit_type))


def _values(survey: Survey) -> None:
    """Find values that no unit can print, or that are as nobody may print them where nothing is said."""
    for name, value in survey.model.units.values.items():
        path = ("units", "values", name)
        if value.least > value.most:
            survey.error(
                "FILE020", f"no unit can print {quoted(name)}: its 'least' is more than its 'most'", (*path, "least")
            )
        elif value.default is not None and not value.least <= value.default <= value.most:
            message = f"'default' must be from {value.least} to {value.most}"
            survey.error("FILE020", message, (*path, "default"))


# -- the sequence -------------------------------------------------------------------------------------------------


def _phases(survey: Survey) -> None:
    fighting = False
    for path, phase in survey.phases:
        does = [word for word in phase.do if not _idle(survey, phase, word)]
        fighting = fighting or any(word == "move" or word in survey.kinds for word in phase.do)
        if not does:
            survey.warn("KIT113", f"nothing can be done in the phase {quoted(phase.title)}", path)
    if not fighting:
        survey.error("KIT114", "no phase allows movement or combat", ("sequence",), key=True)


def _idle(survey: Survey, phase: PhaseRule, word: str) -> bool:
    """Whether a word of a phase is for nothing."""
    model = survey.model
    types = [name for name in model.units.types if survey.may_fit(phase.who, name)]
    lacking = {
        "move": model.movement is None or not types,
        "rally": not model.rally,
        "supply": model.supply is None,
        "weather": model.weather is None or not (model.weather.dice or model.weather.turns),
        "events": not model.events,
        "replace": model.replacements is None,
        "recover": not any(status.until == "recover" for status in model.units.statuses.values()),
        "activate": model.sequence.activation is None,
    }
    if word in lacking:
        return lacking[word]
    kind = survey.kinds.get(word)
    if kind is None:
        return False
    return not any(survey.may_fit(kind.who, name) and survey.may_fit(phase.with_, name) for name in types)


def _order(survey: Survey) -> None:
    sequence = survey.model.sequence
    activating = any("activate" in phase.do for phase in sequence.every())
    by_turns = sequence.order == "player_turns"
    if by_turns and activating:
        survey.error("KIT115", "nothing is activated in player turns", ("sequence", "phases"), key=True)
    elif by_turns and sequence.activation is not None:
        survey.error("KIT115", "nothing is activated in player turns", ("sequence", "activation"), key=True)
    elif not by_turns and not activating:
        message = f"the order {sequence.order} needs a phase with do: activate"
        survey.error("KIT115", message, ("sequence", "order"))
    elif not by_turns and sequence.activation is None:
        survey.error("KIT115", f"the order {sequence.order} needs an activation", ("sequence", "order"))


# -- steps and statuses -------------------------------------------------------------------------------------------


def _steps(survey: Survey) -> None:
    steps = survey.model.units.steps
    if steps is None:
        return
    path: DataPath = ("units", "steps")
    if steps.default is not None and steps.default > steps.most:
        survey.error(
            "KIT116",
            f"units begin with {counted(steps.default, 'step')} and have at most {steps.most}",
            (*path, "default"),
        )
    for name, how in steps.reduced.items():
        at = (*path, "reduced", name)
        if steps.most == 1:
            survey.error("KIT116", f"{quoted(name)} cannot fall: units have one step", at, key=True)
        elif how == "printed" and steps.most > 2:
            hint = "write list, and print a figure for each step"
            message = f"{quoted(name)} has one reduced figure, and units have up to {counted(steps.most, 'step')}"
            survey.error("KIT116", message, at, key=True, hint=hint)
        elif isinstance(how, StepTable):
            table = survey.model.tables.get(how.table)
            if table is not None and name not in table.columns:
                survey.error("KIT116", f"the table {quoted(how.table)} has no column {quoted(name)}", at, key=True)


def _status(survey: Survey, name: str, status: Status) -> None:
    model, path = survey.model, ("units", "statuses", name)
    effects = [effect for _, effect in survey.effects]
    given = any(effect.status == name for effect in effects) or (
        model.supply is not None and model.supply.status == name
    )
    if not given and not any(other.again == name for other in model.units.statuses.values()):
        survey.advise("KIT118", f"nothing gives units the status {quoted(name)}", path, key=True)
    cleared = any(effect.clear == name for effect in effects)
    cleared = cleared or any(name in other.replaces for other in model.units.statuses.values())
    reason = "" if cleared else _kept(survey, status)
    if (reason or (status.until == "never" and not cleared)) and {"move", *survey.kinds} <= {*status.cannot}:
        survey.warn("KIT119", f"the status {quoted(name)} forbids everything for ever", path, key=True)
    elif reason:
        survey.warn("KIT117", f"nothing ends the status {quoted(name)}: {reason}", path, key=True)


def _kept(survey: Survey, status: Status) -> str:
    """Why a status that ends by rallying or recovering never does; empty where it may."""
    if status.until not in ("rally", "recover"):
        return ""
    entries = survey.model.rally
    if not any(status.until in phase.do for _, phase in survey.phases) or (status.until == "rally" and not entries):
        return f"there is no phase with do: {status.until}"
    if status.until == "rally" and "rally" in status.cannot:
        return "units with it cannot rally"
    if status.until == "rally" and all(entry.pass_ is not None for entry in entries):
        return "no effect under pass of rally clears it"
    return ""
