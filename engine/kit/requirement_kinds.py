"""The kinds of requirement that conditions are made of, read from their model: what each is called, what it asks about
and what its value looks like. Forms, help and sentences are made from this list."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from engine.kit.checks.conditions import OF_ATTACK, OF_DICE, OF_HEX, OF_HEXSIDE, OF_UNIT, PRINTED
from engine.kit.checks.references import REQUIREMENTS
from engine.kit.model.conditions import Requirements
from engine.kit.model.naming import name_of

_DOMAINS: Final = {
    **REQUIREMENTS,
    "side": "=own =enemy side",
    "active": "=own =enemy side",
    "facing": "direction",
    "did": "deed",
    "map_edge": "edge",
    "mark": "mark",
    "region": "region",
    "formation": "formation",
    "size": "size",
    "across": "hexsides paths",
    "holds": "setting",
}
"""Where the names of a kind are looked up, as `engine.kit.checks.references` writes it."""
_SUBJECTS: Final = (
    (OF_UNIT, "unit"),
    (OF_HEX, "hex"),
    (OF_HEXSIDE, "hexside"),
    (OF_ATTACK, "attack"),
    (OF_DICE, "dice"),
    (frozenset({"any", "not", "is"}), ""),
)
_LITERAL: Final = re.compile(r"Literal\[(.*)\]")


@dataclass(frozen=True, slots=True)
class RequirementKind:
    """A kind of requirement."""

    key: str
    label: str
    """What people read for it."""
    subject: str
    """What it asks about: ``unit``, ``hex``, ``hexside``, ``attack``, ``dice``, ``moment``; empty for what stands
    around other conditions."""
    shape: str
    """What its value looks like, by the name of its type in the model: ``Fits``, ``Between``, ``Near``."""
    domains: str
    """Where its names are looked up; a word with ``=`` is meant itself."""

    @property
    def printed(self) -> bool:
        """Whether classes, which see only what is printed on units, may ask it."""
        return self.key in PRINTED

    @property
    def grouping(self) -> bool:
        """Whether there are conditions inside it."""
        return self.shape in GROUPS

    def fits(self, subjects: frozenset[str]) -> bool:
        """Whether it can be asked where these subjects are (`engine.kit.checks.conditions.subjects_at`)."""
        if "printed" in subjects:
            return self.printed
        return self.subject in ("", "moment") or self.subject in subjects


GROUPS: Final = ("Listed[Condition]", "Condition", "Near", "Members")
"""Shapes with conditions inside."""


def _kind(name: str, written: str) -> RequirementKind:
    key = Requirements.model_fields[name].alias or name
    shape = written.partition(" |")[0]
    literal = _LITERAL.fullmatch(shape)
    domains = _DOMAINS.get(key, "")
    if literal is not None:
        shape, domains = "Literal", " ".join(f"={word}" for word in re.findall(r"\w+", literal[1]))
    subject = next((called for kinds, called in _SUBJECTS if key in kinds), "moment")
    return RequirementKind(key, _lower(name_of(Requirements, key)), subject, shape, domains)


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]


KINDS: Final[Mapping[str, RequirementKind]] = {
    kind.key: kind for kind in (_kind(name, str(text)) for name, text in Requirements.__annotations__.items())
}
"""Every kind by its key, in the order of the model."""


def misfit(kind: str, value: Any) -> str:
    """Why a value does not fit a kind of requirement, in the model's own words; empty where it fits."""
    if kind not in KINDS:
        return f"{kind} is not a requirement"
    try:
        Requirements.model_validate({kind: value})
    except ValidationError as error:
        said = error.errors(include_url=False, include_input=False)[0]
        return str(said["msg"]).removeprefix("Value error, ")
    return "a value is missing" if value is None else ""
