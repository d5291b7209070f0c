"""A rules file to be checked: all parts of its model with their data paths."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from typing import Any, Final, TypeVar

from pydantic import BaseModel

from engine.findings import Severity
from engine.formats.hints import clip
from engine.formats.source import DataPath
from engine.kit.laid import LaidSection
from engine.kit.model.changes import ChangeRule
from engine.kit.model.combat import CombatKind
from engine.kit.model.conditions import Condition, Crossed, Did, HeldCount, Members, Near, Requirement, Strengths
from engine.kit.model.effects import EffectRule
from engine.kit.model.parts import Named
from engine.kit.model.sequence import PhaseRule
from engine.kit.model.system_file import SystemFile

P = TypeVar("P")
_INSIDE = (Near, Members, Crossed, Did, HeldCount, Strengths)
"""Parts of requirements: they are looked at with the condition."""
_MAY_BE_EMPTY: Final = frozenset({str, tuple, dict})
"""Classes of what says nothing where it is empty."""


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part of the file with its data path."""

    path: DataPath
    value: Any
    owner: Any
    """The part that has it as a key."""

    @property
    def key(self) -> str:
        """The last key of the path."""
        return next((part for part in reversed(self.path) if isinstance(part, str)), "")


def is_condition(value: Any) -> bool:
    """Whether a value is a condition with requirements."""
    return isinstance(value, tuple) and bool(value) and all(isinstance(one, Requirement) for one in value)


def parts_of(value: Any) -> list[PlacedPart]:
    """A part of the file and all that it is made of, in the order of the file; conditions whole, without what says
    nothing."""
    found: list[PlacedPart] = []
    _collect(found, value, (), None)
    return found


@cache
def _keys_of(model: type[BaseModel]) -> tuple[tuple[str, str], ...]:
    """The fields of a model with their keys in the file."""
    return tuple((name, field.alias or name) for name, field in model.model_fields.items())


def _collect(found: list[PlacedPart], value: Any, path: DataPath, owner: Any) -> None:
    found.append(PlacedPart(path, value, owner))
    if isinstance(value, str) or is_condition(value) or isinstance(value, _INSIDE):
        return
    if isinstance(value, BaseModel):
        named = isinstance(value, Named)
        for name, key in _keys_of(type(value)):
            inner = getattr(value, name)
            if inner is not None and (inner or type(inner) not in _MAY_BE_EMPTY):
                _collect(found, inner, path if named and name == "entries" else (*path, key), value)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if inner is not None:
                _collect(found, inner, (*path, str(key)), owner)
    elif isinstance(value, tuple):
        for number, inner in enumerate(value):
            if inner is not None and not isinstance(inner, str):
                _collect(found, inner, (*path, number), owner)


def requirements_of(condition: Condition, path: DataPath) -> Iterator[tuple[DataPath, Requirement]]:
    """Yields the requirements of a condition with their data paths; what is inside of them is not looked at."""
    for one in condition:
        yield (*path, one.entry, one.kind), one


def inner_of(path: DataPath, one: Requirement) -> Iterator[tuple[DataPath, Condition]]:
    """Yields the conditions that a requirement is made of, with their data paths."""
    if one.kind == "any":
        for number, condition in enumerate(one.value):
            yield (*path, number), condition
    elif one.kind in ("not", "defender_in", "attacker_in"):
        yield path, one.value
    elif isinstance(one.value, Near):
        yield path, one.value.condition
    elif isinstance(one.value, Members):
        for name in ("all", "any", "none"):
            condition = getattr(one.value, name)
            if condition is not None:
                yield (*path, name), condition


class Survey:
    """The file, its parts by kind, and the door for findings."""

    def __init__(self, section: LaidSection, model: SystemFile) -> None:
        self.section, self.model = section, model
        self.lacking: dict[tuple[str, frozenset[str]], str] = {}
        """By named condition and subjects the subject that it asks about and that is not there."""

    @cached_property
    def spots(self) -> tuple[PlacedPart, ...]:
        """All parts of the file."""
        return tuple(parts_of(self.model))

    @cached_property
    def _numbered(self) -> Mapping[type, list[int]]:
        """The numbers of the parts, by their very classes."""
        found = defaultdict[type, list[int]](list)
        for number, spot in enumerate(self.spots):
            found[type(spot.value)].append(number)
        return found

    def of(self, kind: type[P]) -> Iterator[tuple[DataPath, P]]:
        """Yields the parts of a class, with their data paths, in the order of the file."""
        for spot in self.spots_of(kind):
            yield spot.path, spot.value

    @property
    def classes(self) -> tuple[type, ...]:
        """The very classes of the parts."""
        return tuple(self._numbered)

    def spots_of(self, *kinds: type) -> list[PlacedPart]:
        """The parts of some classes, in the order of the file."""
        numbers = (own for kind, own in self._numbered.items() if issubclass(kind, kinds))
        return [self.spots[number] for number in sorted(chain.from_iterable(numbers))]

    @cached_property
    def conditions(self) -> tuple[PlacedPart, ...]:
        """All conditions that say something; not those inside others."""
        return tuple(spot for spot in self.spots_of(tuple) if is_condition(spot.value))

    @cached_property
    def changes(self) -> tuple[tuple[DataPath, ChangeRule], ...]:
        """All changes."""
        return tuple(self.of(ChangeRule))

    @cached_property
    def effects(self) -> tuple[tuple[DataPath, EffectRule], ...]:
        """All effects."""
        return tuple(self.of(EffectRule))

    @cached_property
    def phases(self) -> tuple[tuple[DataPath, PhaseRule], ...]:
        """All phases and parts of activations."""
        return tuple(self.of(PhaseRule))

    @cached_property
    def kinds(self) -> Mapping[str, CombatKind]:
        """The kinds of combat by name."""
        return {kind.name: kind for kind in self.model.combat}

    def error(self, code: str, message: str, path: DataPath, *, hint: str = "", key: bool = False) -> None:
        """Note an error."""
        self.section.error(code, message, path, hint=hint, key=key)

    def warn(self, code: str, message: str, path: DataPath, *, hint: str = "", key: bool = False) -> None:
        """Note a warning."""
        self.section.error(code, message, path, hint=hint, key=key, severity=Severity.WARNING)

    def advise(self, code: str, message: str, path: DataPath, *, hint: str = "", key: bool = False) -> None:
        """Note advice."""
        self.section.error(code, message, path, hint=hint, key=key, severity=Severity.INFO)

    # -- what fits which types ------------------------------------------------------------------------------------

    def fits(self, name: str, unit_type: str) -> bool:
        """Whether units of a type may be of a type or class of this name."""
        if name == unit_type or name == "else":
            return True
        condition = self.model.units.classes.get(name)
        return condition is not None and self.may_fit(condition, unit_type)

    def may_fit(self, condition: Condition | None, unit_type: str) -> bool:
        """Whether units of a type may fit a condition, as far as it speaks of types and classes."""
        if condition is None:
            return False
        return all(self._may(one, unit_type) for one in condition)

    def _may(self, one: Requirement, unit_type: str) -> bool:
        if one.kind in ("type", "class"):
            if one.value and one.value[0].startswith("!"):
                return not any(self._surely(name[1:], unit_type) for name in one.value)
            return any(self.fits(name, unit_type) for name in one.value)
        if one.kind == "any":
            return any(self.may_fit(inner, unit_type) for inner in one.value)
        if one.kind == "not":
            return not (bool(one.value) and all(self._must(inner, unit_type) for inner in one.value))
        if one.kind == "is":
            named = self.model.conditions.get(one.value)
            return named is None or self.may_fit(named, unit_type)
        return True

    def _surely(self, name: str, unit_type: str) -> bool:
        """Whether every unit of a type is of a type or class of this name."""
        if name == unit_type:
            return True
        condition = self.model.units.classes.get(name)
        return condition is not None and all(self._must(one, unit_type) for one in condition)

    def _must(self, one: Requirement, unit_type: str) -> bool:
        if one.kind in ("type", "class"):
            if one.value and one.value[0].startswith("!"):
                return not any(self.fits(name[1:], unit_type) for name in one.value)
            return any(self._surely(name, unit_type) for name in one.value)
        return False


def quoted(name: str) -> str:
    """A name in a message."""
    return clip(name)
