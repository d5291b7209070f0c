"""Settings of a rules file: what a scenario says under ``special``, bound to its map and units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import TypeAdapter

from engine.formats.documents import TurnSet
from engine.kit.bound.subject import KitSubject
from engine.kit.bound.words import exact, names_in

_TURNS: Final[TypeAdapter[Any]] = TypeAdapter(TurnSet)
_BY_SIDE: Final = "_by_side"


@dataclass(frozen=True, slots=True)
class BoundSetting:
    """A setting with its value for each side; both are the same where it is not said by side."""

    kind: str
    values: tuple[Any, Any]

    def hexes(self, side: int) -> frozenset[int]:
        """The hexes of a setting of places, of a side where it is said by side."""
        if side < 0:
            return frozenset(self.values[0]) | frozenset(self.values[1])
        found: frozenset[int] = self.values[side]
        return found

    def is_so(self, subject: KitSubject, wanted: Any) -> bool:
        """Whether the setting has a value for the subject now."""
        viewer = subject.viewer
        value = self.values[max(viewer, 0)]
        if self.kind == "turns":
            return (subject.state.turn in value) if wanted == "now" else bool(value) is bool(wanted)
        if self.kind == "side":
            if wanted in ("own", "enemy"):
                return bool(value >= 0 and (value == viewer) is (wanted == "own"))
            return bool(value >= 0 and subject.rules.roster.sides[value] == wanted)
        if self.kind == "units":
            return subject.unit >= 0 and bool(value >> subject.unit & 1) is bool(wanted)
        if self.kind == "number":
            return bool(value == exact(wanted))
        return bool(value == wanted)


def bind_settings(field: Any) -> dict[str, BoundSetting]:
    """All settings of the file by name. Raises HexwrightError for names that lead nowhere."""
    found = {}
    special = field.scenario.special
    for name, setting in field.model.settings.items():
        kind = setting.kind
        given = special.get(name, setting.default)
        plain = kind.removesuffix(_BY_SIDE)
        if kind.endswith(_BY_SIDE):
            by_side = given if isinstance(given, Mapping) else {}
            values = tuple(_value(field, plain, by_side.get(side)) for side in field.roster.sides)
        else:
            values = (_value(field, plain, given),) * 2
        found[name] = BoundSetting(plain, (values[0], values[1]))
    return found


def _value(field: Any, kind: str, given: Any) -> Any:
    if kind == "hexes":
        return frozenset(field.hexes_of(names_in(given)))
    if kind == "edge":
        return _edge(field, given)
    if kind == "side":
        return field.roster.player(str(given)) if given else -1
    if kind == "number":
        return exact(given or 0)
    if kind == "turns":
        return frozenset(_TURNS.validate_python(given)) if given else frozenset()
    if kind == "units":
        return sum(1 << field.roster.find(key) for key in names_in(given))
    return bool(given)


def _edge(field: Any, given: Any) -> frozenset[int]:
    """The hexes of an edge, or of a region that stands for one."""
    if not given:
        return frozenset()
    region = field.map.regions.get(str(given))
    found: frozenset[int] = region.hexes if region is not None else field.ground.edge(str(given))
    return found
