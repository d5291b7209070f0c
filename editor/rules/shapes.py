"""What forms need to know of the models of rules files: for each key what kind of value it takes, and its help.

A shape is made of the annotation of a field. Models that refer to themselves are no difficulty: the parts of a model
are made when somebody asks for them.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, Le
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from engine.formats import documents
from engine.kit.checks.references import KEYS, MAPPINGS
from engine.kit.model import (
    changes,
    conditions,
    effects,
    ground,
    others,
    parts,
    sequence,
    system_file,
    units,
    values,
)
from engine.kit.model.describing import texts_of

COMMENTS: Final = (*parts.COMMENTS, "about")
LARGE: Final = 14
"""A model with more keys than this shows those alone that are there; the others can be added."""


@dataclass(frozen=True)
class RuleShape:
    """A value of a rules file.

    ``kind`` is ``line``, ``prose``, ``name``, ``names``, ``number``, ``whole``, ``dice``, ``amount`` (or any other
    value of one line), ``bool``, ``choice``, ``condition``, ``cells`` (a table of results), ``paragraphs``, ``any``,
    ``model`` (of ``model``), ``list`` (of ``inner``) or ``map`` (from names to ``inner``).
    """

    kind: str
    choices: tuple[Any, ...] = ()
    """What there is to choose; of a value of one line the words that it may be."""
    least: int = 0
    most: int = 1_000_000
    model: type[BaseModel] | None = None
    inner: RuleShape | None = None
    short: str = ""
    """The key of a model that a value alone stands for."""
    single: bool = False
    """Whether a list of one may be written as its entry alone."""
    only: frozenset[str] = frozenset()
    """Keys of a mapping that is written out; any other mapping is the value alone."""
    required: bool = False
    default: Any = None
    label: str = ""
    about: str = ""
    words: str = ""
    """What names there are to choose from: domains of `engine.kit.wordlist`; of a map for its keys."""

    @property
    def simple(self) -> bool:
        """Whether one field shows the whole of it."""
        return self.kind not in ("model", "list", "map")

    def parts(self) -> Mapping[str, RuleShape]:
        """The shapes of a model's keys, as the file spells these."""
        return _parts(self.model) if self.model is not None else {}


_WORDS: Final[Mapping[tuple[str, str], str]] = {
    **KEYS,
    **MAPPINGS,
    ("GroundRules", "terrain"): "palette_terrain",
    ("GroundRules", "features"): "palette_features",
    ("GroundRules", "hexsides"): "palette_hexsides",
    ("GroundRules", "paths"): "palette_paths",
    ("GroundRules", "like"): "palette_terrain palette_features palette_hexsides palette_paths",
    ("CombatKind", "results"): "code",
    ("RetreatKeys", "toward"): "setting",
    ("RetreatKeys", "not_into"): "closed",
    ("RetreatKeys", "avoid"): "closed",
    ("EffectRule", "lose"): "=attacker =defender =both =active =other =unit",
    ("EffectRule", "eliminate"): "=attacker =defender =both =active =other =unit",
    ("EffectRule", "retreat"): "=attacker =defender =both =active =other =unit",
    ("EffectRule", "check"): "=attacker =defender =both =active =other =unit",
    ("EffectRule", "reveal"): "=attacker =defender =both =active =other =unit",
    ("EffectRule", "to_pool"): "=attacker =defender =both =active =other =unit",
    ("EffectRule", "strength_of"): "=attacker =defender =both =active =other =unit",
    ("EffectRule", "of"): "=attacker =defender =both =active =other =unit",
    ("EffectRule", "to"): "=attacker =defender =both =active =other =unit",
    ("Block", "rule"): "paragraph",
}
"""By model and field the names that there are to choose from: those that the checks know, and what the checks look at
otherwise."""
_LABELS: Final = {"rule": "Paragraphs", "rules": "Paragraphs of keys", "says": "Caption", "when": "When"}
_PROSE: Final = frozenset({"about", "text", "source", "constraints"})
"""Keys whose text may have several lines."""


@cache
def whole() -> RuleShape:
    """The shape of a whole rules file."""
    return RuleShape("model", model=system_file.SystemFile)


def shape_at(path: tuple[str | int, ...]) -> RuleShape | None:
    """The shape of the value at a data path; None where there can be none."""
    found: RuleShape | None = whole()
    for part in path:
        if found is None:
            return None
        if found.kind == "list":
            found = found.inner if isinstance(part, int) else _through(found, part)
        elif found.kind == "map":
            found = found.inner
        else:
            found = found.parts().get(str(part))
    return found


def _through(shape: RuleShape, part: str | int) -> RuleShape | None:
    """A key of the only entry of a list that is written without the list."""
    return shape.inner.parts().get(str(part)) if shape.inner is not None else None


# -- from models --------------------------------------------------------------------------------------------------


@cache
def _parts(model: type[BaseModel]) -> dict[str, RuleShape]:
    hints = get_type_hints(model, include_extras=True)
    texts = texts_of(model)
    found = {}
    for name, info in model.model_fields.items():
        if name == "format":
            continue
        key = info.alias or name
        owners = [one.__name__.partition("[")[0] for one in model.__mro__]
        words = next((_WORDS[owner, name] for owner in owners if (owner, name) in _WORDS), "")
        made = RuleShape("paragraphs") if key == "paragraphs" else _shape(hints[name])
        if made.kind == "prose" and key not in _PROSE:
            made = replace(made, kind="name" if words else "line")
        found[key] = replace(
            made,
            label=_LABELS.get(key, key.replace("_", " ").capitalize()),
            about=texts.get(name, "").replace("``", ""),
            required=info.is_required(),
            default=_default(info),
            words=words or made.words,
        )
    return found


def _default(info: FieldInfo) -> Any:
    value = None if info.is_required() else info.get_default()
    return value if isinstance(value, str | int | bool) and value != "" else None


_LINES: Final[list[tuple[Any, tuple[str, ...]]]] = [
    (values.ZoneEntry, ("stop", "free", "half_up", "half_down")),
    (values.ZoneExit, ("free", "only_start", "never")),
    (values.ZoneCrossing, ("as_usual", "prohibited", "whole")),
    (values.CostFigure, ("prohibited", "all", "rest")),
    (values.Share, ("whole", "double", "half_up", "half_down", "third_down")),
    (values.Reduced, ("same", "half_up", "half_down", "printed", "list")),
    (values.Distance, ("adjacent",)),
    (values.Steps, ("full", "reduced")),
    (values.NumberByUnit, ()),
    (values.Between, ()),
    (values.TurnNumbers, ()),
    (values.Texts, ()),
]
"""Values of one line by their annotations, with the words that they may be."""
_NAMED: Final[list[tuple[Any, str]]] = [
    (values.Name, "name"),
    (values.SystemName, "line"),
    (values.Code, "line"),
    (values.Names, "names"),
    (values.Fits, "names"),
    (values.SideFits, "names"),
    (values.SideNames, "names"),
    (values.Paragraphs, "names"),
    (values.Number, "number"),
    (values.Dice, "dice"),
    (documents.Line, "line"),
    (documents.Text, "prose"),
]


@cache
def _known() -> list[tuple[Any, RuleShape]]:
    """The annotations that have a shape of their own."""
    change = RuleShape("model", model=changes.ChangeRule)
    effect = RuleShape("model", model=effects.EffectRule)
    cost = RuleShape("model", model=ground.CostLine, short="cost", only=_keys(ground.CostLine), required=True)
    result = RuleShape("model", model=effects.Result, short="do", only=_keys(effects.Result))
    phase = RuleShape("model", model=sequence.PhaseRule, short="do")
    path_cost = get_args(get_args(get_type_hints(ground.CostRules, include_extras=True)["path"])[1])
    return [
        (conditions.Condition, RuleShape("condition")),
        (conditions.KindOfUnit, RuleShape("condition", words="type")),
        (changes.Changes, RuleShape("list", inner=change, single=True)),
        (effects.Effects, RuleShape("list", inner=effect, single=True)),
        (effects.NoWay, RuleShape("amount", choices=("eliminate", "stay"))),
        (effects.Closed, RuleShape("amount", choices=effects.CLOSED)),
        (effects.ResultOrEffects, result),
        (ground.Cost, RuleShape("list", inner=cost, single=True)),
        (Annotated[path_cost], RuleShape("model", model=ground.PathCost, short="cost", only=_keys(ground.PathCost))),
        (
            ground.Valued,
            RuleShape("model", model=ground.ChangedAmount, short="value", only=_keys(ground.ChangedAmount)),
        ),
        (units.TypeOrTitle, RuleShape("model", model=units.UnitType, short="title")),
        (units.StatusOrTitle, RuleShape("model", model=units.Status, short="title")),
        (units.Flags, RuleShape("map", inner=RuleShape("line"))),
        (sequence.ActivityPart, phase),
        (others.Secrecy, RuleShape("model", model=others.SecrecyRule, short="hides")),
        (values.Quantity, RuleShape("amount", words="value =steps =units")),
        *((kind, RuleShape("amount", choices=words)) for kind, words in _LINES),
        *((kind, RuleShape(name)) for kind, name in _NAMED),
    ]


def _keys(model: type[BaseModel]) -> frozenset[str]:
    return frozenset(info.alias or name for name, info in model.model_fields.items())


def _shape(kind: Any) -> RuleShape:
    found = next((shape for known, shape in _known() if known == kind), None)
    if found is not None:
        return found
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _bounded(_of_annotated(kind, inside), inside[1:])
    if origin in (Union, types.UnionType):
        return _of_union([one for one in inside if one is not type(None)])
    if origin is Literal:
        return RuleShape("choice", choices=inside)
    if origin is dict:
        return RuleShape("map", inner=_shape(inside[1]))
    if origin is tuple:
        inner = _shape(inside[0])
        return RuleShape("any") if inner.simple else RuleShape("list", inner=inner, single=True)
    if isinstance(kind, type) and issubclass(kind, parts.Named):
        entries = get_type_hints(kind, include_extras=True)["entries"]
        arguments = kind.__pydantic_generic_metadata__["args"]
        return RuleShape("map", inner=_shape(arguments[0] if arguments else get_args(entries)[1]))
    if kind is system_file.RulesTable:
        return RuleShape("cells")
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return RuleShape("model", model=kind)
    return {bool: RuleShape("bool"), int: RuleShape("whole"), str: RuleShape("line")}.get(kind, RuleShape("any"))


def _of_annotated(kind: Any, inside: tuple[Any, ...]) -> RuleShape:
    """An annotation of our own making that has no row above: what it is made of, or any value of one line."""
    asked = next((one for one in inside[1:] if getattr(one, "json_schema_input_type", None) == int | str), None)
    return RuleShape("amount") if asked is not None or inside[0] is Any else _shape(inside[0])


def _of_union(kinds: list[Any]) -> RuleShape:
    if len(kinds) == 1:
        return _shape(kinds[0])
    shapes = [_shape(one) for one in kinds]
    words = tuple(word for shape in shapes if shape.kind == "choice" for word in shape.choices)
    large = next((shape for shape in shapes if not shape.simple), None)
    condition = next((shape for shape in shapes if shape.kind == "condition"), None)
    if large is not None and not words:
        return large
    if condition is not None or large is not None or any(shape.kind == "amount" for shape in shapes):
        return RuleShape("amount", choices=words)
    return RuleShape("amount", choices=words) if words else RuleShape("any")


def _bounded(shape: RuleShape, marks: tuple[Any, ...]) -> RuleShape:
    least = next((one.ge for one in _flat(marks) if isinstance(one, Ge)), None)
    most = next((one.le for one in _flat(marks) if isinstance(one, Le)), None)
    if shape.kind != "whole":
        return shape
    return replace(
        shape,
        least=least if isinstance(least, int) else shape.least,
        most=most if isinstance(most, int) else shape.most,
    )


def _flat(marks: tuple[Any, ...]) -> list[Any]:
    return [inner for one in marks for inner in (one.metadata if isinstance(one, FieldInfo) else (one,))]
