"""Conditions, bound once: what is printed becomes a mask of units, the rest closures that are asked in play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.kit.bound import forms
from engine.kit.bound.aspects import EVERYTHING, NOTHING_ASKED, together
from engine.kit.bound.subject import ALWAYS, NEVER, Ask, BoundCondition, KitSubject
from engine.kit.bound.words import fits, masked, names_in, spelled, within
from engine.kit.play.state import DEED
from engine.mechanics.bits import bits
from engine.scenario.formations import text

AttackBinder = Callable[["Binder", Any], Ask]
"""Binds a requirement of an attack."""


class Binder:
    """Binds conditions to a scenario. ``attacks`` binds the requirements of attacks, by their names."""

    def __init__(self, field: Any, attacks: Mapping[str, AttackBinder]) -> None:
        self.field, self.attacks = field, attacks
        self._named: dict[str, BoundCondition] = {}
        self._kinds: dict[str, Callable[[Any], BoundCondition]] = {
            **{name: self._printed_of(name) for name in ("type", "class", "flag", "size", "formation")},
            "side": self._side,
            "value": self._value,
            "steps": self._steps,
            "status": self._status,
            "supplied": lambda value: _own(
                lambda s: bool(value) is not bool(s.state.unsupplied >> s.unit & 1), "supply"
            ),
            "led": lambda value: _board(lambda s: s.rules.leading.led(s.state, s.unit) is bool(value)),
            "led_by": self._led_by,
            "carried": lambda value: _own(lambda s: (s.unit in s.state.carrier) is bool(value), "carried"),
            "carrying": lambda value: _own(lambda s: (s.unit in s.state.carrier.values()) is bool(value), "carried"),
            "facing": self._facing,
            "did": self._did,
            "terrain": self._terrain,
            "feature": self._feature,
            "path": self._path,
            "beside": self._beside,
            "elevation": self._elevation,
            "region": self._region,
            "place": self._place,
            "map_edge": self._map_edge,
            "empty": lambda value: _board(lambda s: (not s.state.stacks.get(s.at)) is bool(value)),
            "zone": self._zone,
            "marker": self._marker,
            "has": lambda value: self._counted(value, lambda h: (h,)),
            "next_to": lambda value: self._counted(value, lambda h: self.field.ground.near[h]),
            "within": self._within,
            "hexside": self._hexside,
            "over_path": self._over_path,
            "climb": self._climb,
            "turn": self._turn,
            "night": lambda value: _moment(lambda s: s.rules.by_night(s.state) is bool(value), "turn"),
            "mark": self._mark,
            "phase": self._phase,
            "active": self._active,
            "weather": self._weather,
            "event": self._event,
            "option": self._option,
            "setting": self._setting,
            "holds": self._holds,
        }

    # -- conditions -------------------------------------------------------------------------------------------

    def bind(self, condition: Any) -> BoundCondition:
        """A condition, bound: all of its requirements must hold."""
        parts = [self.requirement(kind, value) for kind, value in forms.requirements(condition)]
        return self._all(parts)

    def requirement(self, kind: str, value: Any) -> BoundCondition:
        """One requirement, bound."""
        if kind == "any":
            return self._any([self.bind(each) for each in value])
        if kind == "not":
            return self._none(self.bind(value))
        if kind == "is":
            return self._all([self.named(name) for name in names_in(value)])
        if kind in self.attacks:
            return BoundCondition(self.attacks[kind](self, value))
        return self._kinds[kind](value)

    def named(self, name: str) -> BoundCondition:
        """A condition of the file by its name."""
        found = self._named.get(name)
        if found is None:
            found = self._named[name] = self.bind(self.field.model.conditions[name])
        return found

    def bind_never(self, condition: Any) -> BoundCondition:
        """A condition of something that is not: where the file says nothing, or an empty list, it never holds."""
        return self.bind(condition) if condition else NEVER

    def both(self, first: BoundCondition, second: BoundCondition) -> BoundCondition:
        """Two conditions that must both hold."""
        return self._all([first, second])

    def mask(self, condition: Any) -> int:
        """The units that fit what a condition asks of the printed counter, with all of its steps; what else it asks
        holds for all."""
        found: int = self.field.roster.everybody
        for kind, value in forms.requirements(condition):
            found &= self._printed_part(kind, value)
        return found

    def _printed_part(self, kind: str, value: Any) -> int:
        roster = self.field.roster
        everybody: int = roster.everybody
        if kind == "value":
            wanted = [(name, within(span)) for name, span in value.items()]
            units = range(len(roster.units))
            return masked([u for u in units if all(inside(roster.figures[name][u][-1]) for name, inside in wanted)])
        if kind == "any":
            found = 0
            for each in value:
                found |= self.mask(each)
            return found
        if kind == "is":
            found = everybody
            for name in names_in(value):
                found &= self.mask(self.field.model.conditions[name])
            return found
        if kind == "not":
            return everybody & ~self.mask(value) if self._is_printed(value) else everybody
        bound = self.requirement(kind, value)
        return everybody if bound.units is None else bound.units & everybody

    def _is_printed(self, condition: Any) -> bool:
        """Whether a condition asks for nothing but what is printed."""
        return all(
            kind == "value" or (kind not in ("any", "not", "is") and self.requirement(kind, value).units is not None)
            for kind, value in forms.requirements(condition)
        )

    def _all(self, parts: list[BoundCondition]) -> BoundCondition:
        parts = [part for part in parts if not part.always]
        if not parts:
            return ALWAYS
        if len(parts) == 1:
            return parts[0]
        masks = [part.units for part in parts]
        if None not in masks:
            mask = -1
            for one in masks:
                mask &= one if one is not None else -1
            return _printed(mask)
        asks = [part.ask for part in parts]
        return BoundCondition(
            lambda subject: all(ask(subject) for ask in asks),
            ground=all(part.ground for part in parts),
            moment=all(part.moment for part in parts),
            unitless=all(part.unitless for part in parts),
            asks=together(part.asks for part in parts),
        )

    def _any(self, parts: list[BoundCondition]) -> BoundCondition:
        masks = [part.units for part in parts]
        if None not in masks:
            mask = 0
            for one in masks:
                mask |= one or 0
            return _printed(mask)
        asks = [part.ask for part in parts]
        return BoundCondition(
            lambda subject: any(ask(subject) for ask in asks),
            ground=all(part.ground for part in parts),
            moment=all(part.moment for part in parts),
            unitless=all(part.unitless for part in parts),
            asks=together(part.asks for part in parts),
        )

    def _none(self, part: BoundCondition) -> BoundCondition:
        if part.units is not None:
            return _printed(~part.units)
        ask = part.ask
        return replace(part, ask=lambda s: not ask(s))

    # -- units ------------------------------------------------------------------------------------------------

    def _printed_of(self, what: str) -> Callable[[Any], BoundCondition]:
        return lambda value: _printed(self._mask_of(what, value))

    def _mask_of(self, what: str, value: Any) -> int:
        roster = self.field.roster
        if what == "class":
            names = names_in(value)
            barred = [name[1:] for name in names if name.startswith("!")]
            mask = 0
            for name in barred or names:
                mask |= self.field.class_mask(name)
            return roster.everybody & ~mask if barred else mask
        fit = fits((value,) if what in ("formation", "size") and isinstance(value, str) else value)
        mask = 0
        for u, unit in enumerate(roster.units):
            has: Iterable[str]
            if what == "type":
                has = (unit.type,)
            elif what == "size":
                has = (unit.size,)
            elif what == "formation":
                has = (*roster.formations[u], text(roster.formations[u]))
            else:
                has = [name for name, units in roster.flags.items() if units >> u & 1]
            if fit(frozenset(has)):
                mask |= 1 << u
        return mask

    def _side(self, value: Any) -> BoundCondition:
        names, roster = names_in(value), self.field.roster
        if not {"own", "enemy", "!own", "!enemy"} & set(names):
            fit = fits(names)
            return _printed(sum(1 << u for u, unit in enumerate(roster.units) if fit((unit.side,))))
        own, enemy = "own" in names or "!enemy" in names, "enemy" in names or "!own" in names
        sides = [name for name in names if name in roster.sides]

        def ask(s: KitSubject) -> bool:
            is_own = roster.side[s.unit] == s.viewer
            return (own if is_own else enemy) or roster.sides[roster.side[s.unit]] in sides

        return _own(ask)

    def _value(self, value: Mapping[str, Any]) -> BoundCondition:
        roster = self.field.roster
        wanted = [(name, within(span)) for name, span in value.items()]
        rows = [row for name, _ in wanted for row in roster.figures[name]]
        if not self.field.changing_values and all(len(set(row[1:])) < 2 for row in rows):
            units = range(len(roster.units))
            fitting = [u for u in units if all(inside(roster.figures[name][u][-1]) for name, inside in wanted)]
            return _printed(masked(fitting))
        return _own(lambda s: all(inside(s.rules.value(s.state, s.unit, name)) for name, inside in wanted))

    def _steps(self, value: Any) -> BoundCondition:
        most = self.field.roster.steps
        if value == "full":
            return _own(lambda s: s.state.steps[s.unit] == most[s.unit], "steps")
        if value == "reduced":
            return _own(lambda s: s.state.steps[s.unit] < most[s.unit], "steps")
        inside = within(value)
        return _own(lambda s: inside(s.state.steps[s.unit]), "steps")

    def _status(self, value: Any) -> BoundCondition:
        names = names_in(value)
        barred = names and names[0].startswith("!")
        numbers = [self.field.statuses[name.removeprefix("!")] for name in names]

        def ask(s: KitSubject) -> bool:
            has = any(s.state.status[number] >> s.unit & 1 for number in numbers)
            return not has if barred else has

        return _own(ask, "status")

    def _led_by(self, value: Mapping[str, Any]) -> BoundCondition:
        wanted = [(name, within(span)) for name, span in value.items()]

        def ask(s: KitSubject) -> bool:
            lent = [(s.rules.leading.lent(s.state, s.unit, name), inside) for name, inside in wanted]
            return all(figure is not None and inside(figure) for figure, inside in lent)

        return _board(ask)

    def _facing(self, value: Any) -> BoundCondition:
        names = names_in(value)
        fit = fits(names)
        return _own(lambda s: fit((s.rules.direction_name(s.state.facing[s.unit]),)), "facing")

    def _did(self, value: Any) -> BoundCondition:
        phase = self.field.phase_number(value.phase) if value.phase else -1
        names = names_in(value.what)
        barred = bool(names) and names[0].startswith("!")
        deeds = [DEED[name.removeprefix("!")] for name in names]

        def ask(s: KitSubject) -> bool:
            has = any(s.state.done(deed, phase) >> s.unit & 1 for deed in deeds)
            return not has if barred else has

        return _own(ask, "deeds")

    # -- hexes ------------------------------------------------------------------------------------------------

    def _terrain(self, value: Any) -> BoundCondition:
        fit, terrain = fits(value), self.field.ground.terrain
        kinds = {term: fit((term,)) for term in set(terrain)}
        return _ground(lambda s: (h := s.at) >= 0 and kinds[terrain[h]])

    def _feature(self, value: Any) -> BoundCondition:
        fit, features = fits(value), self.field.ground.features
        nothing: frozenset[str] = frozenset()
        if {name.removeprefix("!") for name in names_in(value)} & set(self.field.marker_kinds):
            return _board(lambda s: (h := s.at) >= 0 and fit(features.get(h, nothing) | s.rules.markers_at(s.state, h)))
        return _ground(lambda s: (h := s.at) >= 0 and fit(features.get(h, nothing)))

    def _path(self, value: Any) -> BoundCondition:
        fit, paths = fits(value), self.field.ground.on_path
        return _ground(lambda s: fit(paths.get(s.at, frozenset())))

    def _beside(self, value: Any) -> BoundCondition:
        fit, beside = fits(value), self.field.ground.beside
        return _ground(lambda s: fit(beside.get(s.at, frozenset())))

    def _elevation(self, value: Any) -> BoundCondition:
        inside, levels = within(value), self.field.ground.elevation
        return _ground(lambda s: (h := s.at) >= 0 and inside(levels[h]))

    def _region(self, value: Any) -> BoundCondition:
        names, regions = names_in(value), self.field.map.regions
        barred = bool(names) and names[0].startswith("!")
        found = [name.removeprefix("!") for name in names]
        hexes = frozenset[int]().union(*[regions[name].hexes for name in found if name in regions])
        return _ground(lambda s: (s.at in hexes) is not barred)

    def _place(self, value: Any) -> BoundCondition:
        names = names_in(value)
        barred = bool(names) and names[0].startswith("!")
        settings = [self.field.settings[name.removeprefix("!")] for name in names]

        def ask(s: KitSubject) -> bool:
            inside = any(
                s.at in setting.hexes(s.rules.roster.side[s.unit] if s.unit >= 0 else s.side) for setting in settings
            )
            return inside is not barred

        return _ground(ask, unitless=False)

    def _map_edge(self, value: Any) -> BoundCondition:
        ground = self.field.ground
        if isinstance(value, bool):
            return _ground(lambda s: (s.at in ground.rim) is value)
        hexes = frozenset[int]().union(*[ground.edge(name) for name in names_in(value)])
        return _ground(lambda s: s.at in hexes)

    def _zone(self, value: Any) -> BoundCondition:
        def zones(s: KitSubject) -> tuple[bool, bool]:
            viewer = s.viewer if s.unit < 0 else s.rules.roster.side[s.unit]
            at = s.at
            return bool(s.rules.zone(s.state, viewer)[at]), bool(s.rules.zone(s.state, 1 - viewer)[at])

        fit = fits(value)

        def ask(s: KitSubject) -> bool:
            if s.at < 0:
                return False
            own, enemy = zones(s)
            return fit([name for name, so in (("own", own), ("enemy", enemy), ("none", not (own or enemy))) if so])

        return _board(ask)

    def _marker(self, value: Any) -> BoundCondition:
        fit = fits(value)
        return _board(lambda s: fit(s.rules.markers_at(s.state, s.at)))

    def _counted(self, value: Any, hexes: Callable[[int], Iterable[int]]) -> BoundCondition:
        wanted, inside, _ = forms.counted(value)
        fit = self.bind(wanted)

        def ask(s: KitSubject) -> bool:
            at, number = s.at, 0
            if at < 0:
                return False
            for h in hexes(at):
                for u in bits(s.state.stacks.get(h, 0)):
                    number += fit.ask(s.about(u, h))
            return inside(number)

        return _board(ask)

    def _within(self, value: Any) -> BoundCondition:
        _, _, reach = forms.counted(value)
        grid = self.field.grid
        return self._counted(value, lambda h: grid.within(h, reach))

    # -- hexsides ---------------------------------------------------------------------------------------------

    def _hexside(self, value: Any) -> BoundCondition:
        names, ground = forms.phrases(value), self.field.ground
        barred = bool(names) and names[0].startswith("!")
        found = [name.removeprefix("!") for name in names]

        def ask(s: KitSubject) -> bool:
            has = any(ground.crossed(s.start, s.cell, name) for name in found)
            return not has if barred else has

        return _ground(ask)

    def _over_path(self, value: Any) -> BoundCondition:
        fit, ground = fits(value), self.field.ground
        return _ground(lambda s: fit(ground.paths.get(ground.between(s.start, s.cell), frozenset())))

    def _climb(self, value: Any) -> BoundCondition:
        inside, levels = within(value), self.field.ground.elevation
        return _ground(lambda s: s.start >= 0 and s.cell >= 0 and inside(levels[s.cell] - levels[s.start]))

    # -- the moment -------------------------------------------------------------------------------------------

    def _turn(self, value: Any) -> BoundCondition:
        turns = forms.turns(value)
        return _moment(lambda s: s.state.turn in turns, "turn")

    def _mark(self, value: Any) -> BoundCondition:
        names, turns = names_in(value), self.field.scenario.turns
        fit = fits(names)
        marks = [*turns.marks, "night"]
        return _moment(lambda s: fit([mark for mark in marks if turns.marked(s.state.turn, mark)]), "turn")

    def _phase(self, value: Any) -> BoundCondition:
        names = tuple(spelled(name) for name in forms.phrases(value))
        barred = bool(names) and names[0].startswith("!")
        wanted = frozenset(name.removeprefix("!") for name in names)
        return _moment(lambda s: (spelled(s.rules.phase_name(s.state)) in wanted) is not barred, "phase")

    def _active(self, value: Any) -> BoundCondition:
        names, sides = names_in(value), self.field.roster.sides
        fit = fits(names)

        def ask(s: KitSubject) -> bool:
            active = s.rules.active_side(s.state)
            if active < 0:
                return False
            viewer = s.rules.roster.side[s.unit] if s.unit >= 0 else s.side
            return fit((sides[active], "own" if active == viewer else "enemy"))

        return _moment(ask)

    def _weather(self, value: Any) -> BoundCondition:
        fit = fits(value)
        return _moment(lambda s: fit((s.state.weather,)), "weather")

    def _event(self, value: Any) -> BoundCondition:
        fit = fits(value)
        return _moment(lambda s: fit(s.rules.events_in_force(s.state)), "events")

    def _option(self, value: Mapping[str, Any]) -> BoundCondition:
        chosen = all(self.field.options.get(name) == choice for name, choice in value.items())
        return ALWAYS if chosen else _printed(0)

    def _setting(self, value: Mapping[str, Any]) -> BoundCondition:
        wanted = [(self.field.settings[name], each) for name, each in value.items()]
        return _moment(lambda s: all(setting.is_so(s, each) for setting, each in wanted))

    def _holds(self, value: Any) -> BoundCondition:
        place, side, count = forms.held(value)

        def ask(s: KitSubject) -> bool:
            setting, viewer = s.rules.settings[place], s.viewer
            who = viewer if side == "own" else 1 - viewer if side == "enemy" else s.rules.roster.sides.index(side)
            hexes = setting.hexes(who)
            return count(sum(s.rules.holder_of(s.state, h) == who for h in hexes))

        return _board(ask)


def _printed(mask: int) -> BoundCondition:
    """What is asked of a unit alone, and is printed on it."""
    if mask == 0:
        return NEVER
    return BoundCondition(
        lambda subject: subject.unit >= 0 and bool(mask >> subject.unit & 1),
        mask,
        ground=True,
        moment=True,
        asks=NOTHING_ASKED,
    )


def _ground(ask: Ask, *, unitless: bool = True) -> BoundCondition:
    """What never changes: the ground, and what is printed."""
    return BoundCondition(ask, ground=True, moment=True, unitless=unitless, asks=NOTHING_ASKED)


def _own(ask: Ask, aspect: str = "") -> BoundCondition:
    """What depends on the state of the unit itself: on one aspect of it, or on any."""
    return BoundCondition(ask, moment=True, asks=frozenset({aspect}) if aspect else EVERYTHING)


def _moment(ask: Ask, aspect: str = "") -> BoundCondition:
    """What depends on the moment: on one aspect of it and on nothing of a unit, or on any."""
    asks = frozenset({aspect}) if aspect else EVERYTHING
    return BoundCondition(ask, moment=True, unitless=bool(aspect), asks=asks)


def _board(ask: Ask) -> BoundCondition:
    """What depends on where others are."""
    return BoundCondition(ask)
