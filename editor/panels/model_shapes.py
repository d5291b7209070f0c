"""What forms need to know of a pydantic model: for each of its values what kind of thing it is."""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, Le, Lt
from pydantic import BaseModel

from engine.formats.documents import TurnSet
from engine.formats.fitting import HexName, PlaceNames, SideName, SpecialModel, UnitKey
from engine.hexes.formats.names import HexsideName

_MARKS: Final = {
    get_args(SideName)[-1]: "side",
    get_args(get_args(get_args(PlaceNames)[0])[0])[-1]: "place",
    get_args(HexsideName)[-1]: "hexside",
    get_args(HexName)[-1]: "hex",
    get_args(UnitKey)[-1]: "unit",
    get_args(TurnSet)[1]: "turns",
}
"""What the validators of names say that a value is."""

_KEYS: Final = {"int": "Turn", "unit": "Unit", "hex": "Hex"}
"""What keys of a map are called, by their kind."""


@dataclass(frozen=True, slots=True)
class ValueShape:
    """A value of a model.

    ``kind`` is ``side``, ``places``, ``hex``, ``hexside``, ``hexsides``, ``unit``, ``turns``, ``int``, ``bool``,
    ``choice``, ``text``, ``model`` (with ``parts`` by key), ``by-side`` (a value of ``inner`` for each side), ``map``
    (from keys to ``inner``) or ``list`` (of ``inner``).
    """

    kind: str
    label: str = ""
    about: str = ""
    least: int = 0
    most: int = 9999
    default: Any = None
    choices: tuple[Any, ...] = ()
    """Texts or numbers."""
    keys: str = ""
    """What the keys of a map are called."""
    parts: Mapping[str, ValueShape] = field(default_factory=dict)
    inner: ValueShape | None = None

    @property
    def by_hex(self) -> bool:
        """Whether it is a map from hexes to places."""
        return self.keys == _KEYS["hex"] and self.inner is not None and self.inner.kind == "places"


def shapes_of_special(model: type[SpecialModel], sides: Mapping[str, str]) -> dict[str, ValueShape]:
    """The exclusive rules of a system by key; ``sides`` are those of the scenario, with their names."""
    parts = _parts(model, sides)
    extra = _extra(model)
    for key in model.keys(sides):
        if key not in parts and extra is not None:
            label = _label(key)
            for side, name in sides.items():
                label = label.replace(f" {side} ", f" {name} ")
            parts[key] = _shape(extra, (), label, "", None)
    return parts


def _label(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _extra(model: type[BaseModel]) -> Any:
    """The kind of values that a model has beside its fields; None where it has none."""
    if model.model_config.get("extra") != "allow":
        return None
    hint = get_type_hints(model, include_extras=True).get("__pydantic_extra__")
    arguments = get_args(hint)
    return arguments[-1] if arguments else None


def _parts(model: type[BaseModel], sides: Mapping[str, str]) -> dict[str, ValueShape]:
    found = {}
    for name, info in model.model_fields.items():
        default = None if info.is_required() else info.get_default()
        label = _label(info.alias or name)
        found[info.alias or name] = _shape(
            info.annotation, tuple(info.metadata), label, info.description or "", default, sides
        )
    return found


def _shape(
    annotation: Any, marks: tuple[Any, ...], label: str, about: str, default: Any, sides: Mapping[str, str] = {}
) -> ValueShape:
    """The shape of an annotation; ``marks`` are the validators and bounds that stand beside it."""
    kind = annotation
    while True:
        if get_origin(kind) is Annotated:
            kind, *more = get_args(kind)
            marks = (*more, *marks)
        elif get_origin(kind) in (Union, types.UnionType):
            kind = next(one for one in get_args(kind) if one is not type(None))
        else:
            break
    named = next((word for mark in marks for known, word in _MARKS.items() if mark is known or mark == known), "")
    if named in ("side", "turns"):
        return ValueShape(named, label, about, default=default)
    if get_origin(kind) is list:
        inner = _shape(get_args(kind)[0], (), "", "", None, sides)
        if inner.kind in ("place", "hexside"):
            return ValueShape(f"{inner.kind}s", label, about)
        return ValueShape("list", label, about, inner=inner)
    if named:
        return ValueShape(named, label, about)
    if get_origin(kind) is dict:
        key, value = get_args(kind)
        kind_of_key = _shape(key, (), "", "", None, sides).kind
        inner = _shape(value, (), "", "", None, sides)
        keys = _KEYS.get(kind_of_key, "Name")
        return ValueShape("by-side" if kind_of_key == "side" else "map", label, about, inner=inner, keys=keys)
    if get_origin(kind) is Literal:
        return ValueShape("choice", label, about, default=default, choices=get_args(kind))
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        parts = _parts(kind, sides)
        extra = _extra(kind)
        if extra is not None:
            parts |= {side: _shape(extra, (), name, "", None, sides) for side, name in sides.items()}
        return ValueShape("model", label, about, parts=parts)
    if kind is bool:
        return ValueShape("bool", label, about, default=default)
    if kind is int:
        least, most = _bounds(marks)
        return ValueShape("int", label, about, least, most, default)
    if kind is float:
        least, most = _bounds(marks)
        return ValueShape("decimal", label, about, least, most, default)
    return ValueShape("text", label, about, default=default)


def _bounds(marks: Iterable[Any]) -> tuple[int, int]:
    least, most = 0, 9999
    for mark in marks:
        inner = getattr(mark, "metadata", (mark,))
        for one in inner if isinstance(inner, Iterable) else (inner,):
            least = int(one.ge) if isinstance(one, Ge) else least  # type: ignore[call-overload]
            most = int(one.le) if isinstance(one, Le) else most  # type: ignore[call-overload]
            most = int(one.lt) if isinstance(one, Lt) else most  # type: ignore[call-overload]
    return least, most
