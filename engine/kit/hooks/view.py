"""What hooks see of a game: names and numbers that cannot be changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.kit.bound.ground import NOTHING
from engine.kit.play.turning import turn_frame
from engine.mechanics.bits import bits


class HookRecord:
    """Facts by name: ``unit.at`` and ``unit["at"]`` are the same. Nothing of it can be set."""

    __slots__ = ("_facts",)
    _facts: Mapping[str, Any]

    def __init__(self, facts: Mapping[str, Any]) -> None:
        object.__setattr__(self, "_facts", dict(facts))

    def __getattr__(self, name: str) -> Any:
        try:
            return self._facts[name]
        except KeyError:
            raise AttributeError(f"there is no {name!r}; there are {', '.join(self._facts)}") from None

    def __getitem__(self, name: str) -> Any:
        return self._facts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("what hooks see cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("what hooks see cannot be changed")


class HookView:
    """A game at one moment, as hooks see it: by the keys of units and sides and the names of hexes."""

    __slots__ = ("_field", "_state")
    _field: Any
    _state: Any

    def __init__(self, field: Any, state: Any) -> None:
        object.__setattr__(self, "_field", field)
        object.__setattr__(self, "_state", state)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("what hooks see cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("what hooks see cannot be changed")

    # -- the moment -------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The game turn."""
        return int(self._state.turn)

    @property
    def phase(self) -> str:
        """The name of the phase; empty between phases."""
        return str(self._field.phase_name(self._state))

    @property
    def side(self) -> str:
        """The side whose player turn it is; empty between player turns."""
        active, _ = turn_frame(self._state)
        return str(self._field.roster.sides[active]) if active >= 0 else ""

    @property
    def night(self) -> bool:
        """Whether this is a night turn."""
        return bool(self._field.by_night(self._state))

    @property
    def weather(self) -> str:
        """The weather; empty where the rules have none."""
        return str(self._state.weather)

    # -- units ------------------------------------------------------------------------------------------------

    def unit(self, key: str) -> HookRecord:
        """A unit: ``at`` (None off the map), ``steps``, ``side``, ``type``, ``status``, ``facing``, ``supplied``, its
        flags, and its values as they are now. Raises NameNotKnown."""
        field, state = self._field, self._state
        roster = field.roster
        u = roster.find(key)
        at = state.where[u]
        facts: dict[str, Any] = {name: bool(units >> u & 1) for name, units in roster.flags.items()}
        facts |= {name: field.value(state, u, name) for name in roster.figures}
        facts |= {
            "at": field.grid.name(at) if at >= 0 else None,
            "steps": state.steps[u],
            "side": roster.sides[roster.side[u]],
            "type": roster.units[u].type,
            "status": tuple(one.name for one in field.all_statuses if state.status[one.number] >> u & 1),
            "facing": field.direction_name(state.facing[u]) if state.facing else None,
            "supplied": not state.unsupplied >> u & 1,
        }
        return HookRecord(facts)

    def units(self, hex: str) -> tuple[str, ...]:
        """The units in a hex, in the order of the scenario. Raises NameNotKnown."""
        field = self._field
        there = self._state.stacks.get(field.grid.parse(hex), 0)
        return tuple(field.roster.keys[u] for u in bits(there))

    # -- the ground -------------------------------------------------------------------------------------------

    def hex(self, name: str) -> HookRecord:
        """A hex: its ``terrain``, ``features`` with its markers, and ``elevation``. Raises NameNotKnown."""
        field = self._field
        h = field.grid.parse(name)
        features = field.ground.features.get(h, NOTHING) | field.markers_at(self._state, h)
        facts = {"terrain": field.ground.terrain[h], "features": tuple(sorted(features))}
        return HookRecord({**facts, "elevation": field.ground.elevation[h]})

    def side_of(self, a: str, b: str) -> tuple[str, ...]:
        """What the hexside from a hex to the next carries: hexsides, also ``slope up``, and paths; nothing where they
        are not adjacent. Raises NameNotKnown."""
        ground, parse = self._field.ground, self._field.grid.parse
        start, to = parse(a), parse(b)
        side = ground.between(start, to)
        if side < 0:
            return ()
        carried = ground.sides.get(side, NOTHING)
        ways = {f"{name} {way}" for name in carried for way in ("up", "down") if (side, name) in ground.high}
        directed = {name for name in ways if ground.crossed(start, to, name)}
        return tuple(sorted(carried | directed | ground.paths.get(side, NOTHING)))

    def neighbours(self, hex: str) -> tuple[str, ...]:
        """The hexes next to one. Raises NameNotKnown."""
        grid = self._field.grid
        return tuple(grid.name(n) for n in self._field.ground.near[grid.parse(hex)])

    def distance(self, a: str, b: str) -> int:
        """How many hexes away a hex is. Raises NameNotKnown."""
        parse = self._field.grid.parse
        return int(self._field.distance(parse(a), parse(b)))

    def zone(self, side: str) -> frozenset[str]:
        """The hexes in the zones of control of a side. Raises NameNotKnown."""
        field = self._field
        zone = field.zone(self._state, field.roster.player(side))
        return frozenset(field.grid.name(h) for h, inside in enumerate(zone) if inside)

    def setting(self, name: str) -> Any:
        """What the scenario says of a setting: hexes as names, units as keys; by side where it is said by side. Raises
        KeyError."""
        field = self._field
        bound, rule = field.settings[name], field.model.settings[name]
        if not rule.kind.endswith("_by_side"):
            return self._said(bound.kind, bound.values[0])
        sides = zip(field.roster.sides, bound.values, strict=True)
        return HookRecord({side: self._said(bound.kind, value) for side, value in sides})

    def _said(self, kind: str, value: Any) -> Any:
        field = self._field
        if kind in ("hexes", "edge"):
            return frozenset(field.grid.name(h) for h in value)
        if kind == "side":
            return field.roster.sides[value] if value >= 0 else ""
        if kind == "units":
            return tuple(field.roster.keys[u] for u in bits(value))
        return value
