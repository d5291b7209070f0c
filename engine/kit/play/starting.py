"""What a start sets beside where units are: statuses, markers, weather, points, who holds what, what was done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.errors import HexwrightError
from engine.kit.bound.words import names_in
from engine.kit.play.lasting import until
from engine.kit.play.state import DEED, KitState


def lay_out(field: Any, state: KitState, given: Mapping[str, Any]) -> None:
    """Lay out what a start sets. Raises HexwrightError for what it cannot set, NameNotKnown for names of nothing."""
    for word, value in given.items():
        if word == _ACTIVE:
            continue
        lay = _LAID.get(word)
        if lay is None:
            raise HexwrightError(f"a start of this system sets {', '.join(_LAID)}; there is no {word!r}")
        lay(field, state, value)
    field.changed(state)


def _number(field: Any, name: str, known: Mapping[str, int], what: str) -> int:
    if name not in known:
        raise HexwrightError(f"there is no {what} {name!r}; there are {', '.join(known) or 'none'}")
    return known[name]


def _status(field: Any, state: KitState, value: Mapping[str, Any]) -> None:
    for key, names in value.items():
        unit = field.roster.find(key)
        for name in names_in(names):
            state.status[_number(field, name, field.statuses, "status")] |= 1 << unit


def _facing(field: Any, state: KitState, value: Mapping[str, Any]) -> None:
    if field.arcs is None:
        raise HexwrightError("units have no facing under these rules")
    for key, name in value.items():
        number = field.arcs.number(str(name))
        if number < 0:
            raise HexwrightError(f"there is no direction {name!r}; there are {', '.join(field.arcs.names)}")
        state.facing[field.roster.find(key)] = number


def _carried(field: Any, state: KitState, value: Mapping[str, Any]) -> None:
    for key, carrier in value.items():
        unit, by = field.roster.find(key), field.roster.find(str(carrier))
        if field.roster.side[unit] != field.roster.side[by] or state.where[by] < 0:
            raise HexwrightError(f"{field.roster.names[by]} cannot carry {field.roster.names[unit]}")
        field.put(state, unit, state.where[by])
        state.carrier[unit] = by


def _weather(field: Any, state: KitState, value: Any) -> None:
    kinds = field.model.weather.kinds if field.model.weather else ()
    if value not in kinds:
        raise HexwrightError(f"there is no weather {value!r}; there are {', '.join(kinds) or 'none'}")
    state.weather = str(value)


def _markers(field: Any, state: KitState, value: Mapping[str, Any]) -> None:
    for kind, hexes in value.items():
        number = _number(field, kind, field.marker_kinds, "marker")
        lasts = field.model.markers[kind].lasts
        for name in names_in(hexes):
            state.markers = (*state.markers, (number, field.grid.parse(name), until(lasts, state.turn)))


def _points(field: Any, state: KitState, value: Mapping[str, Any]) -> None:
    for side, number in value.items():
        state.points[field.roster.player(side)] = float(number)


def _held(field: Any, state: KitState, value: Mapping[str, Any]) -> None:
    for name, side in value.items():
        field.scores.entered(state, field.roster.player(str(side)), field.grid.parse(str(name)))


def _did(field: Any, state: KitState, value: Mapping[str, Any]) -> None:
    for key, names in value.items():
        for name in names_in(names):
            state.did[_number(field, name, DEED, "deed")] |= 1 << field.roster.find(key)


def _events(field: Any, state: KitState, value: Any) -> None:
    rows = {
        row.name: (table, number, until(row.lasts or "ever", state.turn))
        for table, rule in field.model.events.items()
        for number, row in enumerate(rule.rows)
    }
    for name in names_in(value):
        if name not in rows:
            raise HexwrightError(f"there is no event {name!r}; there are {', '.join(rows) or 'none'}")
        state.events = (*state.events, rows[name])


_ACTIVE: Final = "active"
"""What is activated is laid out by the sequence of play."""
_LAID: Final[Mapping[str, Callable[[Any, KitState, Any], None]]] = {
    "status": _status,
    "facing": _facing,
    "carried": _carried,
    "weather": _weather,
    "markers": _markers,
    "points": _points,
    "held": _held,
    "did": _did,
    "events": _events,
}
"""What a start can set, each by who lays it out."""
