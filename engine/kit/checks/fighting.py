"""Zones, stacking, retreats, advances, reactions and supply: what never works."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from engine.formats.source import DataPath
from engine.kit.checks.conditions import certain, never
from engine.kit.checks.survey import Survey, quoted
from engine.kit.model.combat import CombatKind
from engine.kit.model.effects import Result
from engine.kit.model.values import ByUnit, RangeOfFire
from engine.plural import counted

LONGEST: Final = 5
"""Numbers of times without supply have fewer digits."""


def check_fighting(survey: Survey) -> None:
    """Find what never works: KIT126 to KIT129, KIT146 and KIT147."""
    _zones(survey)
    _stacking(survey)
    for number, kind in enumerate(survey.model.combat):
        _retreat(survey, number, kind)
        _advance(survey, number, kind)
    _kept_from_retreating(survey)
    _reactions(survey)
    supply = survey.model.supply
    for times in supply.after if supply is not None else {}:
        if not (times.isdecimal() and len(times) < LONGEST):
            message = f"{quoted(times)} is not a number of times in a row without supply"
            survey.error("KIT106", message, ("supply", "after", times), hint="write a number, such as 2", key=True)
    if supply is not None and not supply.sources:
        survey.warn("KIT147", "no unit can be in supply: there are no sources", ("supply",), key=True)
    elif supply is not None and all(one.units is not None and never(survey, one.units) for one in supply.sources):
        survey.warn("KIT147", "no unit can be in supply: no unit can be a source", ("supply", "sources"), key=True)


def _zones(survey: Survey) -> None:
    zones = survey.model.zones
    if zones is not None and zones.reach == "front" and survey.model.facing is None:
        message = "zones reach the front hexes, but the rules have no facing"
        survey.error("KIT106", message, ("zones", "reach"), hint="add the block facing, or let zones reach 1 hex")
    used = {word for _, phase in survey.phases for word in phase.do}
    leave = zones.leave if zones is not None else None
    locked = all(value == "never" for value in leave.values()) if isinstance(leave, ByUnit) else leave == "never"
    if locked and not any(kind.name in used for kind in survey.model.combat):
        message = "no unit can ever leave an enemy zone of control, and no combat opens one"
        survey.warn("KIT126", message, ("zones", "leave"))


def _stacking(survey: Survey) -> None:
    stacking = survey.model.stacking
    if stacking is None or stacking.limit is None or stacking.limit.changes:
        return
    for name, kind in survey.model.units.types.items():
        limit: Any = stacking.limit.value
        if isinstance(limit, ByUnit):
            limit = next((inner for key, inner in limit.entries if survey.fits(key, name)), None)
        counts = {"units": Fraction(1), "steps": Fraction(1), "size": kind.size}.get(stacking.counts)
        value = survey.model.units.values.get(stacking.counts)
        counts = value.least if counts is None and value is not None else counts
        left_out = stacking.apart is not None and survey.may_fit(stacking.apart, name)
        if isinstance(limit, Fraction) and counts is not None and counts > limit and not left_out:
            message = f"a unit of type {quoted(name)} alone is over the stacking limit"
            survey.warn("KIT127", message, ("stacking", "limit"))
            return


def _retreat(survey: Survey, number: int, kind: CombatKind) -> None:
    retreat = kind.retreat
    if retreat is None:
        return
    path = ("combat", number, "retreat")
    if retreat.eliminated is not None and certain(survey, retreat.eliminated):
        survey.warn("KIT128", "every unit that retreats is eliminated", (*path, "eliminated"))
    elif _is_closed(survey, retreat.not_into or ()) and retreat.none in (None, "eliminate"):
        survey.warn("KIT128", "no hex is open to a retreat, so it always eliminates", (*path, "not_into"))


def _kept_from_retreating(survey: Survey) -> None:
    """Find retreats of units to whom an effect before them gave a status that forbids it."""
    statuses = survey.model.units.statuses
    barred = {name for name, status in statuses.items() if "retreat" in status.cannot and status.again not in statuses}
    results: list[tuple[DataPath, Result]] = [
        (("results", code, "do"), result) for code, result in survey.model.results.items()
    ]
    for number, kind in enumerate(survey.model.combat) if barred else ():
        results += [(("combat", number, "results", code, "do"), result) for code, result in kind.results.items()]
    for path, result in results if barred else ():
        given: dict[str, str] = {}
        for number, effect in enumerate(result.do):
            if len(effect.verbs) != 1:
                continue
            roles = _SIDES if effect.role == "both" else (effect.role,)
            if effect.verb == "retreat" and all(role in given for role in roles):
                message = (
                    f"the retreat always eliminates: units with the status {quoted(given[roles[0]])} cannot retreat"
                )
                survey.warn("KIT128", message, (*path, number, "retreat"), key=True)
            elif effect.verb == "status" and not effect.who and effect.units == "all":
                kept = str(effect.status) if effect.status in barred else ""
                replaced = statuses[effect.status].replaces if effect.status in statuses else ()
                given = {role: name for role, name in given.items() if role not in roles or name not in replaced}
                given |= dict.fromkeys(roles, kept) if kept else {}
            elif effect.verb in ("status", "clear"):
                given = {role: name for role, name in given.items() if role not in roles}


_SIDES: Final = ("defender", "attacker")
"""The roles that ``both`` stands for."""


def _is_closed(survey: Survey, entries: Iterable[Any]) -> bool:
    """Whether what is closed to a retreat closes every hex: one entry alone, or all terrain one after the other."""
    terrain: set[str] = set()
    for entry in entries:
        condition = survey.model.conditions.get(entry) if isinstance(entry, str) else entry
        if condition is not None and certain(survey, condition):
            return True
        if condition is not None and len(condition) == 1 and condition[0].kind == "terrain":
            terrain |= {*condition[0].value}
    return bool(terrain) and terrain >= {*survey.model.ground.terrain}


def _advance(survey: Survey, number: int, kind: CombatKind) -> None:
    for word in kind.advance.after if kind.advance is not None else ():
        result = kind.results.get(word) or survey.model.results.get(word)
        if word in ("any", "retreat") or result is None:
            continue
        roles = [effect.role for effect in result.do if len(effect.verbs) == 1]
        verbs = [effect.verbs[0] for effect in result.do if len(effect.verbs) == 1]
        empties = any(
            role in ("defender", "both") and verb in ("lose", "eliminate", "retreat", "to_pool", "check")
            for role, verb in zip(roles, verbs, strict=True)
        )
        if not empties and "withdraw" not in verbs:
            message = f"no unit advances after {quoted(word)}: it never empties a hex"
            survey.warn("KIT129", message, ("combat", number, "advance", "after"))


def _reactions(survey: Survey) -> None:
    for number, reaction in enumerate(survey.model.reaction):
        lacking = _has_no_cause(survey, reaction.when)
        if lacking:
            message = f"{quoted(reaction.name)} never takes place: {lacking}"
            survey.warn("KIT146", message, ("reaction", number, "when"))
        kind = survey.kinds.get(reaction.with_)
        if kind is None:
            continue
        most = kind.range.most if isinstance(kind.range, RangeOfFire) else Fraction(1)
        wanted = reaction.range.least if isinstance(reaction.range, RangeOfFire) else None
        least = wanted if isinstance(wanted, Fraction) else Fraction(1)
        if isinstance(most, Fraction) and most < least:
            reach = counted(float(most), "hex", "hexes")
            message = f"{quoted(reaction.with_)} reaches {reach}, less than this reaction needs"
            survey.warn("KIT146", message, ("reaction", number, "with"))


def _has_no_cause(survey: Survey, when: str) -> str:
    """Why what a reaction answers never happens; empty where it may."""
    if when in ("enters_zone", "leaves_zone") and survey.model.zones is None:
        return "the rules have no zones of control"
    if when == "activates" and survey.model.sequence.order == "player_turns":
        return "nothing is activated in player turns"
    return ""
