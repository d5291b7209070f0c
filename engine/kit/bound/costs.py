"""What steps cost a unit: for each sort of unit and state of affairs the steps of the whole map, worked out once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any, Final

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound import forms
from engine.kit.bound.amounts import NumberChanges, amounts_of, bind_changes
from engine.kit.bound.aspects import EVERYTHING, answers, together
from engine.kit.bound.ground import NOTHING
from engine.kit.bound.subject import BoundCondition, KitSubject, Number
from engine.kit.bound.words import exact
from engine.kit.model.ground import CostRules
from engine.kit.play.state import KitState
from engine.mechanics.hexes.movement import Row, Steps

PROHIBITED: Final = "prohibited"
ALL: Final = "all"
REST: Final = "rest"
Price = Number | str
"""What a step costs: a number, or one of the words above."""
NO_COSTS: Final = CostRules.model_construct()
_KEPT: Final = 64
"""Maps of steps that are kept before they are forgotten."""
_DEAREST: Final = 100
"""Movement points that no step of a live map costs more than, as far as the search goes."""


@dataclass(frozen=True, slots=True)
class CostEntry:
    """A cost of a list: the first one that holds counts."""

    cost: Any
    """A price, or the masks of units each with a price."""
    when: BoundCondition
    unless: frozenset[str]
    replaces: bool
    """Whether a feature takes the place of the terrain."""
    source: Any
    """As the file has it."""

    def price(self, unit: int) -> Price | None:
        """What it costs a unit; None where it says nothing of it."""
        found: Price | None = _for_unit(self.cost, unit)
        return found


@dataclass(frozen=True, slots=True)
class PathRate:
    """What a path costs."""

    cost: Any
    """A number, or the masks of units each with a number."""
    replaces: str
    when: BoundCondition
    source: Any

    def price(self, unit: int) -> Number | None:
        """What it costs a unit; None where it says nothing of it."""
        found: Number | None = _for_unit(self.cost, unit)
        return found


@dataclass(frozen=True, slots=True)
class StepCost:
    """A step with its price, and the entries of the file that gave it."""

    price: Price
    sources: tuple[tuple[str, Any], ...]
    """The key of the cost (``woods``, ``river``, ``road``) and its entry in the file."""
    why: tuple[str, str] | None = None
    """The paragraph and the reason of a hook that prohibits it."""


class StepMap(Steps):
    """The steps of one sort of unit: also those after which the move ends, and those that are prohibited."""

    def __init__(self, rows: Sequence[Row], endings: dict[int, tuple[tuple[int, bool], ...]]) -> None:
        super().__init__(rows)
        self.endings = endings
        """By hex the hexes that are entered for all (True) of the allowance, or for the rest of it."""


class StepCosts:
    """The costs of a file, bound to a map."""

    def __init__(self, field: Any) -> None:
        self.field = field
        costs = field.model.movement.costs if field.model.movement else NO_COSTS
        self.block = costs
        self.hex = {term: self._entries(cost) for term, cost in costs.hex.items()}
        self.feature = {term: self._entries(cost) for term, cost in costs.feature.items()}
        for name, marker in field.model.markers.items():
            if marker.cost is not None:
                self.feature.setdefault(name, self._entries(marker.cost))
        self.hexside = {term: self._entries(cost) for term, cost in costs.hexside.items()}
        self._ways = {
            term: tuple(key for key in self.hexside if key.partition(" ")[0] == term) for term in _terms(self.hexside)
        }
        """By kind of hexside the keys that speak of it: itself, and one way across it (``slope up``)."""
        self._directed = any(" " in key for key in self.hexside)
        self.path = {term: self._rate(cost) for term, cost in costs.path.items()}
        self.changes: NumberChanges = bind_changes(field.binder, costs.changes)
        self._afloat = field.afloat
        self._asked = self._conditions()
        self.live = any(not bound.moment for bound in self._asked)
        """Whether costs depend on where units stand."""
        self._asks = tuple(sorted(self._aspects()))
        """What of the moment and of the unit costs depend on."""
        self.live = self.live or any(name in field.marker_kinds for name in self.feature)
        self.hooks = field.hooks if field.hooks and (field.hooks.has("cost") or field.hooks.has("may_enter")) else None
        self.live = self.live or self.hooks is not None
        self._sort = self._sorts()
        self._known: dict[tuple[int, tuple[Any, ...]], StepMap] = {}
        self._arrivals: dict[tuple[int, int], StepCost] = {}
        """By sort of unit and hex what it costs to come onto the map, where that never changes."""

    # -- binding ----------------------------------------------------------------------------------------------

    def _entries(self, lines: Any) -> tuple[CostEntry, ...]:
        bind = self.field.binder.bind
        return tuple(
            CostEntry(self._priced(line.cost), bind(line.when), frozenset(line.unless), line.replaces == "hex", line)
            for line in lines
        )

    def _priced(self, cost: Any) -> Any:
        entries = forms.by_unit(cost)
        if entries is None:
            return _price(cost)
        return tuple((self.field.who_mask(name), _price(inner)) for name, inner in entries)

    def _rate(self, given: Any) -> PathRate:
        binder = self.field.binder
        return PathRate(
            self._priced(given.cost),
            given.replaces,
            binder.both(binder.bind(given.who), binder.bind(given.when)),
            given,
        )

    def _conditions(self) -> list[BoundCondition]:
        entries = [e for table in (self.hex, self.feature, self.hexside) for each in table.values() for e in each]
        return [
            *(entry.when for entry in entries),
            *(rate.when for rate in self.path.values()),
            *(change.when for change in self.changes.changes),
        ]

    def _aspects(self) -> frozenset[str]:
        """All that conditions of costs ask; everything where a change adds what is no plain number."""
        changes = [number for change in self.block.changes for number in amounts_of(change)]
        plain = all(isinstance(number, int | Fraction) for number in changes)
        return together(bound.asks for bound in self._asked) if plain else EVERYTHING

    def _sorts(self) -> tuple[int, ...]:
        """For each unit the first that pays the same on every ground."""
        field, first = self.field, dict[Any, int]()
        masks = {mask for entry in self._all_entries() if isinstance(entry.cost, tuple) for mask, _ in entry.cost}
        masks |= {mask for rate in self.path.values() if isinstance(rate.cost, tuple) for mask, _ in rate.cost}
        masks |= {bound.units & field.roster.everybody for bound in self._asked if bound.units is not None}
        masks.add(self._afloat)
        listed = sorted(masks)
        found = []
        for u, unit in enumerate(field.roster.units):
            key: Any = tuple(mask >> u & 1 for mask in listed)
            if any(bound.units is None and not bound.unitless for bound in self._asked):
                # Conditions may ask anything that is printed.
                key = (key, field.roster.like[u], unit.formation)
            found.append(first.setdefault(key, u))
        return tuple(found)

    def _all_entries(self) -> Iterator[CostEntry]:
        for table in (self.hex, self.feature, self.hexside):
            for entries in table.values():
                yield from entries

    # -- steps ------------------------------------------------------------------------------------------------

    def steps(self, state: KitState, unit: int) -> StepMap:
        """What every step on the map costs a unit now, in parts of a movement point."""
        if self.live:
            return LiveSteps(self, state, unit)
        sort = self._sort[unit]
        # What does not speak of the ground is the same for the whole map; what does is asked hex by hex.
        asked = answers(state, unit, self._asks) if self._asks else ()
        found = self._known.get((sort, asked))
        if found is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            found = self._known[sort, asked] = self._made(state, unit)
        return found

    def _made(self, state: KitState, unit: int) -> StepMap:
        ground = self.field.ground
        plain: dict[Any, Price] = {}
        conditional = any(not bound.always for bound in self._asked) or bool(self.changes) or self._directed
        rows, endings = [], dict[int, tuple[tuple[int, bool], ...]]()
        for h in range(ground.size):
            row, last = [], []
            for n, side in ground.across[h].items():
                if conditional:
                    price = self.price(state, unit, h, n).price
                else:
                    # On the same ground a step costs the same everywhere.
                    key = (ground.terrain[n], ground.features.get(n), ground.sides.get(side), ground.paths.get(side))
                    known = plain.get(key)
                    price = self.price(state, unit, h, n).price if known is None else known
                    plain[key] = price
                if isinstance(price, str):
                    if price != PROHIBITED:
                        last.append((n, price == ALL))
                else:
                    row.append((n, self.parts(price)))
            rows.append(tuple(row))
            if last:
                endings[h] = tuple(last)
        return StepMap(rows, endings)

    def parts(self, price: Number) -> int:
        """A number of movement points in parts of one, never below none."""
        return max(0, ceil(price * int(self.field.parts)))

    def price(self, state: KitState, unit: int, start: int, to: int) -> StepCost:
        """What one step costs a unit, in movement points, and why."""
        ground = self.field.ground
        side = ground.between(start, to)
        subject = KitSubject(self.field, state, self.field.roster.side[unit], unit, to, start)
        paths = ground.paths.get(side, NOTHING)
        land, sources = self._land(subject, to, ground.sides.get(side, NOTHING) | paths)
        water, crossed = self._water(subject, side, paths)
        found = StepCost(_sum(land, water), sources + crossed)
        rates = [(term, self.path[term]) for term in sorted(paths) if term in self.path]
        asked = [(term, rate, rate.price(unit)) for term, rate in rates if rate.when.ask(subject)]
        options = [] if any(rate.replaces == "none" for _, rate, _ in asked) else [found]
        for term, rate, price in asked:
            source = ((term, rate.source),)
            if price is None:
                continue
            if rate.replaces == "all":
                options.append(StepCost(price, source))
            elif rate.replaces == "hex":
                options.append(StepCost(_sum(price, water), source + crossed))
            else:
                options.append(StepCost(_sum(_sum(land, water), price), sources + crossed + source))
        options = options or [found]
        best = min(options, key=_dearness)
        if self.changes and not isinstance(best.price, str):
            price, lines = self.changes.with_lines(best.price, subject)
            best = StepCost(price, (*best.sources, *(("changes", line) for line in lines)))
        return best if self.hooks is None else self._hooked(self.hooks, state, unit, start, to, best)

    def _hooked(self, hooks: Any, state: KitState, unit: int, start: int, to: int, found: StepCost) -> StepCost:
        """What hooks make of the cost of a step."""
        if isinstance(found.price, str):
            return found
        why = hooks.barred(state, unit, to)
        if why is not None:
            return StepCost(PROHIBITED, found.sources, why)
        price = hooks.cost(state, unit, start, to, found.price)
        return found if price == found.price else StepCost(PROHIBITED if price is None else price, found.sources)

    def _land(self, subject: KitSubject, to: int, crossed: frozenset[str]) -> tuple[Price, tuple[tuple[str, Any], ...]]:
        """What the hex itself costs: its terrain, and its features beside it or in its place."""
        ground = self.field.ground
        term = ground.terrain[to]
        if term in ground.water and not self._afloat >> subject.unit & 1:
            return PROHIBITED, ((term, None),)
        entry = _first(self.hex.get(term, ()), subject, crossed)
        price: Price = 1 if entry is None else entry[1]
        sources: tuple[tuple[str, Any], ...] = ((term, None if entry is None else entry[0].source),)
        added: list[tuple[str, CostEntry, Price]] = []
        features = ground.features.get(to, NOTHING) | self.field.markers_at(subject.state, to)
        for name in sorted(features):
            found = _first(self.feature.get(name, ()), subject, crossed)
            if found is not None:
                added.append((name, *found))
        replacing = [each for each in added if each[1].replaces]
        if replacing:
            name, entry_, price = max(replacing, key=lambda each: _dearness_of(each[2]))
            sources = ((name, entry_.source),)
        for name, entry_, extra in added:
            if not entry_.replaces:
                price = _sum(price, extra)
                if extra != 0:
                    sources = (*sources, (name, entry_.source))
        return price, sources

    def _water(
        self, subject: KitSubject, side: int, paths: frozenset[str]
    ) -> tuple[Price, tuple[tuple[str, Any], ...]]:
        """What the hexside costs."""
        ground = self.field.ground
        kinds = ground.sides.get(side, NOTHING)
        price: Price = 0
        sources: tuple[tuple[str, Any], ...] = ()
        for name in sorted(kinds):
            if name in ground.water_sides and not self._afloat >> subject.unit & 1:
                return PROHIBITED, ((name, None),)
            for key in self._ways.get(name, ()):
                if " " in key and not ground.crossed(subject.start, subject.at, key):
                    continue
                found = _first(self.hexside[key], subject, kinds | paths)
                if found is not None and found[1] != 0:
                    price = _sum(price, found[1])
                    sources = (*sources, (key, found[0].source))
        return price, sources

    def entries(self, lines: Any) -> tuple[CostEntry, ...]:
        """The lines of a cost that stands in another block, bound."""
        return self._entries(lines)

    def of_entries(self, entries: Sequence[CostEntry], subject: KitSubject) -> StepCost:
        """What such a cost comes to for the unit of a subject, and why."""
        found = _first(entries, subject, NOTHING)
        return StepCost(0, ()) if found is None else StepCost(found[1], (("", found[0].source),))

    def arrival(self, state: KitState, unit: int, h: int) -> StepCost:
        """What it costs to come onto the map at a hex: by the path that runs off the edge there, else its ground."""
        if self.live or self._asks:
            return self._arrival(state, unit, h)
        key = self._sort[unit], h
        known = self._arrivals.get(key)
        if known is None:
            known = self._arrivals[key] = self._arrival(state, unit, h)
        return known

    def _arrival(self, state: KitState, unit: int, h: int) -> StepCost:
        ground, grid = self.field.ground, self.field.grid
        subject = KitSubject(self.field, state, self.field.roster.side[unit], unit, h)
        rates = []
        for d, n in enumerate(grid.ring1[h]):
            if n == NOWHERE:
                for term in ground.paths.get(grid.side(h, d), NOTHING):
                    rate = self.path.get(term)
                    price = rate.price(unit) if rate is not None and rate.when.ask(subject) else None
                    if rate is not None and price is not None:
                        rates.append(StepCost(price, ((term, rate.source),)))
        land, sources = self._land(subject, h, NOTHING)
        return min([*rates, StepCost(land, sources)], key=_dearness)

    def ground_of(self, state: KitState, unit: int, h: int) -> StepCost:
        """What the ground of a hex costs a unit that comes onto the map there."""
        subject = KitSubject(self.field, state, self.field.roster.side[unit], unit, h)
        return StepCost(*self._land(subject, h, NOTHING))

    def base(self, state: KitState, unit: int, h: int) -> Number:
        """What a hex of the base terrain costs a unit."""
        subject = KitSubject(self.field, state, self.field.roster.side[unit], unit, h)
        found = _first(self.hex.get(self.field.ground.base, ()), subject, NOTHING)
        return 1 if found is None or isinstance(found[1], str) else found[1]


class LiveSteps(StepMap):
    """Steps whose costs depend on where units stand: worked out where they are asked for, for one search."""

    def __init__(self, costs: StepCosts, state: KitState, unit: int) -> None:
        super().__init__([], {})
        self.costs, self.state, self.unit = costs, state, unit
        size = costs.field.ground.size
        self.extend([()] * size)
        self.span, self.least, self.most = 8, 0, _DEAREST * costs.field.parts
        self.ahead = [None] * (size * self.span)
        self._rows: dict[int, Row] = {}

    def __getitem__(self, h: Any) -> Any:
        found = self._rows.get(h)
        if found is None:
            row, last = [], []
            for n in self.costs.field.ground.near[h]:
                price = self.costs.price(self.state, self.unit, h, n).price
                if not isinstance(price, str):
                    row.append((n, min(self.costs.parts(price), self.most)))
                elif price != PROHIBITED:
                    last.append((n, price == ALL))
            found = self._rows[h] = tuple(row)
            if last:
                self.endings[h] = tuple(last)
        return found


def _terms(keys: Iterable[str]) -> set[str]:
    """The kinds of hexside that keys speak of, whichever way."""
    return {key.partition(" ")[0] for key in keys}


def _for_unit(cost: Any, unit: int) -> Any:
    """What is said for a unit: of the masks that of which it is first; None for none."""
    if not isinstance(cost, tuple):
        return cost
    return next((price for mask, price in cost if mask >> unit & 1), None)


def _price(cost: Any) -> Price:
    word = str(cost) if isinstance(cost, str) else ""
    return word if word in (PROHIBITED, ALL, REST) else exact(cost)


def _first(
    entries: Sequence[CostEntry], subject: KitSubject, crossed: frozenset[str]
) -> tuple[CostEntry, Price] | None:
    """The first entry that holds, with what it costs the unit; nothing where a bridge is on the same hexside."""
    for entry in entries:
        if entry.when.ask(subject):
            price = entry.price(subject.unit)
            if price is not None:
                return entry, (0 if not entry.unless.isdisjoint(crossed) else price)
    return None


def _sum(first: Price, second: Price) -> Price:
    """Two costs together: what is prohibited stays so, and all of an allowance or the rest of it is not added to."""
    for word in (PROHIBITED, ALL, REST):
        if word in (first, second):
            return word
    assert not isinstance(first, str)
    assert not isinstance(second, str)
    return first + second


def _dearness_of(price: Price) -> tuple[int, Number]:
    if isinstance(price, str):
        return (3 if price == PROHIBITED else 2 if price == ALL else 1), 0
    return 0, price


def _dearness(cost: StepCost) -> tuple[int, Number]:
    return _dearness_of(cost.price)
