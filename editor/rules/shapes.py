"""What forms need to know of the models of rules files: for each key what kind of value it takes, and its help.

A shape is made of the annotation of a field. Models that refer to themselves are no difficulty: the parts of a model
are made on request.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, Le
from pydantic import AfterValidator, BaseModel, BeforeValidator
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
from engine.kit.model.left_out import left_out
from engine.kit.model.naming import name_of, words_of

COMMENTS: Final = (*parts.COMMENTS, "about")
LARGE: Final = 14
"""A model with more keys than this shows those alone that are there; the others can be added."""


@dataclass(frozen=True)
class RuleShape:
    """A value of a rules file.

    ``kind`` is ``line``, ``prose``, ``name``, ``names``, ``number``, ``whole``, ``dice``, ``turns``, ``amount`` (a
    number or a word), ``plain`` (any value without parts), ``values`` (of such), ``bool``, ``choice``, ``condition``,
    ``cells`` (a table of results), ``paragraphs``, ``model`` (of ``model``), ``list`` (of ``inner``) or ``map`` (from
    names to ``inner``).
    """

    kind: str
    choices: tuple[Any, ...] = ()
    """What there is to choose; of other kinds the words that may stand in place of a larger value."""
    forms: tuple[str, ...] = ()
    """The larger forms that a figure may have (`editor.rules.widgets.figure_parts.FORMS`)."""
    least: int = 0
    most: int = 1_000_000
    model: type[BaseModel] | None = None
    inner: RuleShape | None = None
    short: str = ""
    """The key of a model that a value alone stands for."""
    single: bool = False
    """Whether a list of one may be written as its entry alone."""
    spaced: bool = False
    """Whether a list of words may be written as one text with spaces."""
    only: frozenset[str] = frozenset()
    """Keys of a mapping that is written out; any other mapping is the value alone."""
    required: bool = False
    usual: bool = False
    """Whether a value with parts that is left out has the defaults of these, rather than being absent."""
    default: Any = None
    without: str = ""
    """What holds where it is left out, if no word or number says it."""
    label: str = ""
    about: str = ""
    key: str = ""
    """The key in the file, of a part of a model."""
    titles: Mapping[Any, str] = field(default_factory=dict, compare=False)
    """What people read for the words that it may be, where a word alone says too little."""
    words: str = ""
    """What names there are to choose from: domains of `engine.kit.wordlist`; of a map for its keys."""

    @property
    def simple(self) -> bool:
        """Whether one field shows the whole of it."""
        return self.kind not in ("model", "list", "map")

    @property
    def tip(self) -> str:
        """What the value is for, and its key in the file."""
        return f"{self.about}\nIn the file: {self.key}" if self.key else self.about

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
_PROSE: Final = frozenset({"about", "text", "source", "constraints"})
"""Keys whose text may have several lines."""


@cache
def whole() -> RuleShape:
    """The shape of a whole rules file."""
    return RuleShape("model", model=system_file.SystemFile)


def shape_below(shape: RuleShape, part: str | int) -> RuleShape | None:
    """The shape of a key, name or number in a value; None where there can be none."""
    if shape.kind == "list" and not isinstance(part, int):
        # The only entry of a list may be written without the list.
        return shape.inner.parts().get(part) if shape.inner is not None else None
    return shape.inner if shape.kind in ("list", "map") else shape.parts().get(str(part))


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
        if _DICE_TOO & {(owner, name) for owner in owners}:
            made = replace(made, forms=(*made.forms, "dice"))
        found[key] = replace(
            made,
            choices=next((_CHOICES[owner, name] for owner in owners if (owner, name) in _CHOICES), made.choices),
            label=name_of(model, key),
            key=key,
            titles=words_of(model, key),
            about=texts.get(name, "").replace("``", ""),
            required=info.is_required(),
            usual=info.default_factory is not None,
            default=_default(info),
            without=left_out(model, key),
            words=words or made.words,
        )
    return found


def _default(info: FieldInfo) -> Any:
    value = None if info.is_required() else info.get_default()
    return value if isinstance(value, str | int | bool) and value != "" else None


_BY_UNIT: Final = ("by_unit",)
_AMOUNT: Final = ("by_unit", "leader", "table")
_AMOUNTS: Final = "value =steps =units"
_FIGURES: Final[list[tuple[Any, RuleShape]]] = [
    (values.Quantity, RuleShape("amount", words=_AMOUNTS, forms=_AMOUNT)),
    (values.ZoneEntry, RuleShape("amount", ("stop", "free", "half_up", "half_down"), _BY_UNIT)),
    (values.ZoneExit, RuleShape("amount", ("free", "only_start", "never"), _BY_UNIT)),
    (values.ZoneCrossing, RuleShape("amount", ("as_usual", "prohibited", "whole"), _BY_UNIT)),
    (values.CostFigure, RuleShape("amount", ("prohibited", "all", "rest"), _BY_UNIT)),
    (values.Share, RuleShape("amount", ("whole", "double", "half_up", "half_down", "third_down"))),
    (values.Reduced, RuleShape("amount", ("same", "half_up", "half_down", "printed", "list"), ("steps_table",))),
    (values.Distance, RuleShape("amount", ("adjacent",), ("range", *_AMOUNT), words=_AMOUNTS)),
    (values.NumberByUnit, RuleShape("amount", forms=_BY_UNIT)),
    (values.TurnNumbers, RuleShape("turns")),
    (Any, RuleShape("plain", forms=("by_side",))),
]
"""Figures by their annotations, with the words that they may be and their larger forms."""
_DICE_TOO: Final = frozenset({("EffectRule", "points"), ("EffectRule", "steps"), ("EffectRule", "hexes")})
"""Amounts that may be thrown."""
_CHOICES: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {("EffectRule", "steps"): ("all", "hits")}
"""Words that a field may be beside those of its annotation."""
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
    (values.NotNegative, "number"),
    (values.Dice, "dice"),
    (documents.Line, "line"),
    (documents.Text, "prose"),
]


_CLOSED: Final = {
    "zones": "enemy zones of control",
    "prohibited": "hexes that the unit cannot enter",
    "friends": "hexes of friendly units",
    "held": "hexes with units when the attack began",
    "map_edge": "the edge of the map",
}
"""What people read for the hexes of a retreat that have a word."""


@cache
def _known() -> list[tuple[Any, RuleShape]]:
    """The annotations that have a shape of their own."""
    change = RuleShape("model", model=changes.ChangeRule)
    effect = RuleShape("model", model=effects.EffectRule)
    cost = RuleShape("model", model=ground.CostLine, short="cost", only=_keys(ground.CostLine), required=True)
    result = RuleShape("model", model=effects.Result, short="do", only=_keys(effects.Result))
    phase = RuleShape("model", model=sequence.PhaseRule, short="do")
    path_cost = get_args(get_args(get_type_hints(ground.CostRules, include_extras=True)["path"])[1])
    closed = RuleShape("condition", effects.CLOSED, titles=_CLOSED)
    return [
        (conditions.Condition, RuleShape("condition")),
        (conditions.KindOfUnit, RuleShape("condition", words="type")),
        (changes.Changes, RuleShape("list", inner=change, single=True)),
        (effects.Effects, RuleShape("list", inner=effect, single=True)),
        (effects.NoWay, RuleShape("list", ("eliminate", "stay"), inner=effect, single=True)),
        (effects.Closed, RuleShape("list", inner=closed, single=True, spaced=True)),
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
        *_FIGURES,
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
        return _of_list(_shape(inside[0]))
    if isinstance(kind, type) and issubclass(kind, parts.Named):
        entries = get_type_hints(kind, include_extras=True)["entries"]
        arguments = kind.__pydantic_generic_metadata__["args"]
        return RuleShape("map", inner=_shape(arguments[0] if arguments else get_args(entries)[1]))
    if kind is system_file.RulesTable:
        return RuleShape("cells")
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return RuleShape("model", model=kind)
    return {bool: RuleShape("bool"), int: RuleShape("whole"), str: RuleShape("line")}.get(kind, RuleShape("plain"))


def _of_list(inner: RuleShape) -> RuleShape:
    """A list: of plain values one line with all of them."""
    if not inner.simple:
        return RuleShape("list", inner=inner, single=True)
    few = inner.kind == "whole" and inner.most - inner.least < LARGE
    return RuleShape("values", tuple(range(inner.least, inner.most + 1)) if few else ())


def _of_annotated(kind: Any, inside: tuple[Any, ...]) -> RuleShape:
    """An annotation of our own making that has no row above: what it is made of, or words and whole numbers."""
    if isinstance(inside[-1], AfterValidator):
        # A check of the value does not change how it is written.
        return _shape(Annotated[inside[:-1]] if len(inside) > 2 else inside[0])
    asked = next((one.func for one in inside[1:] if isinstance(one, BeforeValidator)), None)
    return RuleShape("amount", asked.words) if isinstance(asked, values.WordOrWhole) else _shape(inside[0])


def _of_union(kinds: list[Any]) -> RuleShape:
    """Several kinds of value: one of them that has parts may be a word instead; others are a word or a figure."""
    if len(kinds) == 1:
        return _shape(kinds[0])
    shapes = [_shape(one) for one in kinds]
    words = tuple(word for shape in shapes if shape.kind == "choice" for word in shape.choices if word != "")
    large = next((one for one in shapes if not one.simple or one.kind in ("condition", "name")), None)
    if large is not None:
        return replace(large, choices=words)
    return RuleShape("amount", words) if words else RuleShape("plain")


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
