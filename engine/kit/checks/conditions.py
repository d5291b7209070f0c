"""Conditions: requirements without their subject, those that never or always hold, changes that never count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from engine.formats.source import DataPath
from engine.kit.checks.about_names import in_a_circle
from engine.kit.checks.survey import Survey, inner_of, quoted, requirements_of
from engine.kit.model.changes import ChangeRule
from engine.kit.model.combat import CombatKind
from engine.kit.model.conditions import Condition, HeldCount, Members, Near, Requirement, Strengths
from engine.kit.model.values import Range
from engine.plural import counted

OF_UNIT: Final = frozenset(
    {
        *("type", "class", "flag", "size", "formation", "side", "value", "steps", "status", "supplied"),
        *("led", "carried", "carrying", "led_by", "facing", "did"),
    }
)
PRINTED: Final = frozenset(
    {
        *("type", "flag", "size", "formation", "side", "value", "any", "not", "is"),
    }
)
OF_HEX: Final = frozenset(
    {
        *("terrain", "feature", "path", "beside", "elevation", "region", "place", "map_edge", "empty"),
        *("zone", "marker", "has", "next_to", "within"),
    }
)
OF_HEXSIDE: Final = frozenset(
    {
        *("hexside", "over_path", "climb"),
    }
)
OF_ATTACK: Final = frozenset(
    {
        *("kind", "attackers", "defenders", "defender_in", "attacker_in", "across", "surround", "range"),
        *("from", "strength"),
    }
)
OF_DICE: Final = frozenset({"result", "die"})
_CALLED: Final = (
    (OF_UNIT, "unit"),
    (OF_HEX, "hex"),
    (OF_HEXSIDE, "hexside"),
    (OF_ATTACK, "attack"),
    (OF_DICE, "throw"),
)
_HEX: Final = frozenset({"hex"})
_UNIT: Final = frozenset({"unit", "hex"})
_STEP: Final = frozenset({"unit", "hex", "hexside"})
_ATTACK: Final = frozenset({"attack"})
_NOTHING: Final = frozenset[str]()
_MAKE_ZONES: Final = frozenset({"exert", "not_across", "not_into"})
"""The keys of ``zones`` that say where zones of control are."""
_STEPS: Final = frozenset({"not_across", "not_into", "avoid", "barred"})
_SINGLE: Final = frozenset({"type", "terrain", "result", "kind", "weather", "phase", "size", "facing", "from"})
"""What a thing has one of."""


def check_conditions(survey: Survey) -> None:
    """Find what is wrong with conditions: KIT120 to KIT124."""
    if in_a_circle(survey):
        return
    for spot in survey.conditions:
        if spot.path[:1] != ("conditions",):
            _subjects(survey, spot.value, spot.path, subjects_at(spot.path))
        if spot.path[:1] == ("zones",) and spot.path[1] in _MAKE_ZONES and _asks_of_zones(survey, spot.value):
            survey.error("KIT109", "zones of control cannot depend on zones of control", spot.path)
        _nesting(survey, spot.value, spot.path, inside=False)
        _holding(survey, spot.value, spot.path)
    _changes(survey)


def _asks_of_zones(survey: Survey, condition: Condition) -> bool:
    """Whether a condition asks about zones of control, itself or by what it is made of."""
    waiting = [condition]
    while waiting:
        for path, one in requirements_of(waiting.pop(), ()):
            if one.kind == "zone":
                return True
            waiting += [inner for _, inner in inner_of(path, one)]
            named = _named(survey, one)
            waiting += [named] if named is not None else []
    return False


def subjects_at(path: DataPath) -> frozenset[str]:
    """Returns what a condition at a data path may speak about, beside the moment."""
    words = [part for part in path if isinstance(part, str)]
    last = words[-1]
    if path[:2] == ("units", "classes"):
        return frozenset({"printed"})
    if words[0] == "sequence":
        return _NOTHING if last == "when" else _UNIT
    if words[0] == "events" and words[2:] == ["rows", "when"]:
        return _NOTHING
    if words[0] == "sight":
        return _HEX
    if "costs" in words or last in _STEPS:
        return _STEP
    if words[0] == "combat":
        return _in_combat(words)
    if words[0] == "results":
        return _UNIT | _ATTACK | {"dice"}
    return _UNIT


def _in_combat(words: list[str]) -> frozenset[str]:
    last = words[-1]
    if last == "when" and "shifts" in words:
        return _ATTACK | {"die"}
    if "strength" in words:
        return _UNIT | _ATTACK
    if words[1] in ("retreat", "advance", "results", "after", "buckets"):
        return _STEP | _ATTACK | {"dice"} if words[1] in ("retreat", "advance") else _UNIT | _ATTACK | {"dice"}
    return _UNIT


def _named(survey: Survey, one: Requirement) -> Condition | None:
    return survey.model.conditions.get(one.value) if one.kind == "is" else None


def _subjects(survey: Survey, condition: Condition, path: DataPath, subjects: frozenset[str]) -> None:
    for at, one in requirements_of(condition, path):
        wanted = next((called for kinds, called in _CALLED if one.kind in kinds), "")
        if "printed" in subjects:
            fits = one.kind in PRINTED
            wanted = wanted or "moment"
        else:
            fits = _is_there(one, wanted, subjects)
        if not fits:
            message = f"{one.kind} asks about the {wanted}, which there is not here"
            if "printed" in subjects:
                message = f"{one.kind} is not printed on units, and classes see only what is printed"
            survey.error("KIT121", message, at)
            continue
        named = _named(survey, one)
        if named is not None and _subjects_of_named(survey, named, at, subjects, str(one.value)):
            continue
        for where, inner in inner_of(at, one):
            _subjects(survey, inner, where, subjects_inside(one.kind, subjects))


def _is_there(one: Requirement, wanted: str, subjects: frozenset[str]) -> bool:
    """Whether the subject of a requirement is there. Before a table is read the dice are known, and no result."""
    if wanted == "throw":
        return "dice" in subjects or ("die" in subjects and one.kind == "die")
    return not wanted or wanted in subjects


def subjects_inside(kind: str, subjects: frozenset[str]) -> frozenset[str]:
    """Returns what the conditions inside a requirement of a kind may speak about."""
    if kind in ("any", "not"):
        return subjects
    if kind in ("defender_in", "attacker_in"):
        return _HEX
    return _UNIT


def _subjects_of_named(survey: Survey, named: Condition, at: DataPath, subjects: frozenset[str], name: str) -> bool:
    """A named condition is looked at where it is used, and once for the same subjects; one finding is enough. Returns
    whether there is one."""
    key = name, subjects
    if key not in survey.lacking:
        survey.lacking[key] = _lacking(survey, named, subjects)
    lacking = survey.lacking[key]
    if lacking:
        survey.error("KIT121", f"the condition {quoted(name)} asks about the {lacking}, which there is not here", at)
    return bool(lacking)


def _lacking(survey: Survey, named: Condition, subjects: frozenset[str]) -> str:
    """The subject that a named condition asks about and that is not there; empty where all are."""
    waiting: list[tuple[Condition, frozenset[str]]] = [(named, subjects)]
    while waiting:
        part, about = waiting.pop()
        for path, one in requirements_of(part, ()):
            wanted = next((called for kinds, called in _CALLED if one.kind in kinds), "")
            fits = one.kind in PRINTED if "printed" in about else _is_there(one, wanted, about)
            if not fits:
                return wanted or "moment"
            inner = _named(survey, one)
            if inner is not None:
                waiting.append((inner, about))
            waiting += [(condition, subjects_inside(one.kind, about)) for _, condition in inner_of(path, one)]
    return ""


def _nesting(survey: Survey, condition: Condition, path: DataPath, *, inside: bool) -> None:
    for at, one in requirements_of(condition, path):
        if inside and one.kind in ("any", "not"):
            message = f"{one.kind} stands inside another any or not"
            hint = "give the inner condition a name under conditions, and use it by is"
            survey.error("KIT123", message, at, hint=hint)
            continue
        for where, inner in inner_of(at, one):
            _nesting(survey, inner, where, inside=inside or one.kind in ("any", "not"))


# -- never and always ---------------------------------------------------------------------------------------------


def _holding(survey: Survey, condition: Condition, path: DataPath) -> None:
    reason = never(survey, condition)
    if reason:
        survey.warn("KIT120", f"this condition never holds: {reason}", path)
        return
    # A class of all types is a name for them.
    for at, one in requirements_of(condition, path) if path[:2] != ("units", "classes") else ():
        said = _always(survey, one)
        if said:
            survey.advise("KIT122", f"this always holds: {said}", at)


def certain(survey: Survey, condition: Condition) -> bool:
    """Whether a condition always holds, as far as that is plain."""
    return all(_always(survey, one) for one in condition)


def never(survey: Survey, condition: Condition) -> str:
    """Returns why a condition never holds; empty where it may."""
    for one in condition:
        reason = _alone(survey, one)
        if reason:
            return reason
    for number, one in enumerate(condition):
        for other in condition[number + 1 :]:
            if one.kind == other.kind and _excludes(one, other):
                return f"two requirements {one.kind} exclude each other"
            if (other.kind == "not" and other.value == (one,)) or (one.kind == "not" and one.value == (other,)):
                return f"{other.kind if one.kind == 'not' else one.kind} is required and forbidden"
    kinds = tuple(one for one in condition if one.kind in ("type", "class"))
    if len(kinds) > 1 and not any(survey.may_fit(kinds, name) for name in survey.model.units.types):
        return "no type of unit is of all of these types and classes"
    return ""


def _alone(survey: Survey, one: Requirement) -> str:
    if any(figure.empty for figure in _ranges(one.value)) or (one.kind == "turn" and not one.value):
        return f"no number fits {one.kind}"
    if _names_every(survey, one, barred=True):
        return f"it forbids every {one.kind}"
    if one.kind in ("value",):
        return next(filter(None, (_beyond(survey, name, fit) for name, fit in one.value.items())), "")
    if one.kind == "any" and all(never(survey, inner) for inner in one.value):
        return "nothing in any can hold"
    if one.kind == "not" and not one.value:
        return "the empty condition, which always holds, is forbidden"
    if one.kind == "steps" and isinstance(one.value, Range) and survey.model.units.steps is not None:
        most = survey.model.units.steps.most
        if one.value.least is not None and one.value.least > most:
            return f"units have at most {counted(most, 'step')}"
    return ""


def _ranges(value: Any) -> list[Range]:
    """The ranges of numbers that a requirement asks for."""
    if isinstance(value, dict):
        parts: Iterable[Any] = value.values()
    elif isinstance(value, Near | HeldCount):
        parts = (value.count,)
    elif isinstance(value, Members):
        parts = (value.count, value.hexes)
    elif isinstance(value, Strengths):
        parts = (value.attacker, value.defender)
    else:
        parts = (value,)
    return [part for part in parts if isinstance(part, Range)]


def _names_every(survey: Survey, one: Requirement, *, barred: bool) -> bool:
    """Whether a requirement names all that its subject may be; ``barred``: names them to forbid them."""
    model = survey.model
    every = {
        "type": [*model.units.types],
        "terrain": [*model.ground.terrain],
        "kind": [*survey.kinds],
        "weather": [*model.weather.kinds] if model.weather else [],
    }.get(one.kind)
    if not every or not isinstance(one.value, tuple) or _negative(set(one.value)) is not barred:
        return False
    return {*every} <= {name.removeprefix("!") for name in one.value}


def _beyond(survey: Survey, name: str, fit: Range) -> str:
    value = survey.model.units.values.get(name)
    if value is not None and fit.least is not None and fit.least > value.most:
        return f"{name} is at most {value.most}"
    return ""


def _excludes(one: Requirement, other: Requirement) -> bool:
    if isinstance(one.value, bool) and isinstance(other.value, bool):
        return one.value is not other.value
    if isinstance(one.value, Range) and isinstance(other.value, Range):
        return _share_nothing(one.value, other.value)
    if isinstance(one.value, frozenset) and isinstance(other.value, frozenset):
        return not one.value & other.value
    if isinstance(one.value, dict) and isinstance(other.value, dict):
        shared = one.value.keys() & other.value.keys()
        return any(_share_nothing(one.value[name], other.value[name]) for name in shared)
    if one.kind == "steps" and isinstance(one.value, str) and isinstance(other.value, str):
        return one.value != other.value
    if not isinstance(one.value, tuple) or not isinstance(other.value, tuple) or one.kind in ("any", "not"):
        return False
    first, second = set(one.value), set(other.value)
    if _negative(first) or _negative(second):
        plain, barred = (second, first) if _negative(first) else (first, second)
        return not _negative(plain) and plain <= {name[1:] for name in barred}
    opposed = one.kind in ("side", "active") and first | second == {"own", "enemy"}
    return (opposed or one.kind in _SINGLE) and not first & second


def _share_nothing(one: Any, other: Any) -> bool:
    """Whether no number lies in both of two ranges; of an option or a setting, whether it is asked to be two things."""
    if not isinstance(one, Range) or not isinstance(other, Range):
        return bool(one != other)
    lows = [end for end in (one.least, other.least) if end is not None]
    highs = [end for end in (one.most, other.most) if end is not None]
    return bool(lows and highs and max(lows) > min(highs))


def _opposites(alone: list[Requirement]) -> bool:
    """Whether one of some requirements says just what another forbids."""
    said = {(one.kind, one.value) for one in alone if isinstance(one.value, bool)}
    said |= {(one.kind, one.value[0]) for one in alone if isinstance(one.value, tuple) and len(one.value) == 1}
    return any(
        (kind, not value) in said if isinstance(value, bool) else (kind, f"!{value}") in said for kind, value in said
    )


def _negative(names: set[str]) -> bool:
    return any(name.startswith("!") for name in names)


def _always(survey: Survey, one: Requirement) -> str:
    if _names_every(survey, one, barred=False):
        return f"it names every {one.kind}"
    if one.kind == "any" and any(not inner for inner in one.value):
        return "one of its conditions is empty"
    if one.kind == "any" and _opposites([inner[0] for inner in one.value if len(inner) == 1]):
        return "two of its conditions are opposites"
    least = 1 if one.kind == "range" else survey.model.units.steps and one.kind == "steps" and 1
    if least and isinstance(one.value, Range) and one.value.most is None and (one.value.least or 0) <= least:
        return "every number fits"
    if one.kind == "not" and one.value and never(survey, one.value):
        return "what it forbids never holds"
    if isinstance(one.value, Range) and one.value == Range():
        return "every number fits"
    return ""


# -- changes ------------------------------------------------------------------------------------------------------


def _changes(survey: Survey) -> None:
    for path, change in survey.changes:
        if len(change.acts) != 1:
            continue
        act = change.acts[0]
        value = getattr(change, act)
        nothing = (act in ("add", "columns", "die", "dice") and value == 0) or (act == "times" and value == 1)
        reason = "it changes nothing" if nothing else ""
        reason = reason or (never(survey, change.when) and "its condition never holds")
        reason = reason or next(_unfit(survey, path, change, act), "")
        if reason:
            survey.warn("KIT124", f"this change can never count: {reason}", path)


_OF_ATTACKS: Final = ("columns", "die", "dice", "crossing", "ground")
_OF_NUMBERS: Final = ("add", "times", "halve", "set", "least", "most")


def _unfit(survey: Survey, path: DataPath, change: ChangeRule, act: str) -> Iterator[str]:
    """Why a change does not go with what it is of, or a shift with how its kind of combat is resolved."""
    if path[:1] != ("combat",) or "shifts" not in path or not isinstance(path[1], int):
        if act in _OF_ATTACKS:
            yield f"{act} is for the shifts of an attack, and this is a number"
        return
    if act in _OF_NUMBERS and not change.total:
        yield f"{act} is for a number: total must say attacker or defender"
    kind: CombatKind = survey.model.combat[path[1]]
    for one in change.when:
        names = set(one.value) if one.kind == "kind" else set[str]()
        if names and (not names.isdisjoint((kind.name, f"!{kind.name}"))) is _negative(names):
            yield f"it is not for {kind.name}"
    with_columns = kind.resolve in ("odds", "difference", "strength")
    if act in ("columns", "crossing", "ground") and not with_columns:
        yield f"{kind.resolve} has no columns"
    if act == "dice" and kind.resolve != "buckets":
        yield f"{kind.resolve} has no dice of units"
    if act == "die" and kind.resolve in ("none", "buckets"):
        yield f"{kind.resolve} has no sum of dice"
