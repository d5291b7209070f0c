"""Reach by buckets finds what the plainest search finds, on any graph; random ways are ways of that reach."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hexes.board.grid import Grid, GridSpec
from engine.mechanics.hexes import movement
from engine.mechanics.hexes.movement import (
    Closed,
    Costs,
    Reach,
    Steps,
    Toll,
    costs_from,
    reach,
    reach_with_toll,
    wander,
)

ENDLESS = 10**6


@dataclass(frozen=True)
class Country:
    """A board as a graph, with a unit on it."""

    steps: Steps
    start: int
    budget: int
    spent: int
    blocked: frozenset[int]
    stops: bytearray

    def reach(self) -> Reach:
        return reach(self.start, self.steps, self.budget, self.blocked, self.stops, self.spent)

    def legal(self, way: Iterable[int]) -> bool:
        """Whether a way keeps within budget, out of blocked hexes, and stops where it has to."""
        at, left = self.start, self.budget - self.spent
        for count, h in enumerate(way):
            costs = dict(self.steps[at])
            if h not in costs or h in self.blocked or (count and self.stops[at]):
                return False
            left -= costs[h]
            at = h
        return left >= 0


@st.composite
def countries(draw: st.DrawFn, least: int = 0) -> Country:
    """A few hexes, joined anyhow, one way or both."""
    size = draw(st.integers(1, 9))
    hexes = st.integers(0, size - 1)
    rows = [draw(st.dictionaries(hexes, st.integers(least, 5), max_size=6)) for _ in range(size)]
    spent = draw(st.integers(0, 3))
    return Country(
        steps=Steps(tuple(row.items()) for row in rows),
        start=draw(hexes),
        budget=spent + draw(st.integers(0, 14)),
        spent=spent,
        blocked=draw(st.frozensets(hexes, max_size=3)),
        stops=bytearray(draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))),
    )


@st.composite
def tolls(draw: st.DrawFn, size: int) -> Toll:
    """Some hexes of a board in a zone, some steps barred."""
    hexes = st.integers(0, size - 1)
    return Toll(
        zone=bytes(draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))),
        extra=draw(st.integers(0, 4)),
        barred=draw(st.frozensets(st.tuples(hexes, hexes), max_size=12)),
        whole=draw(st.none() | st.integers(0, 14)),
    )


def free(country: Country) -> Toll:
    """A toll that nobody pays."""
    return Toll(bytes(len(country.steps)))


def plain_costs(country: Country, toll: Toll | None = None) -> dict[int, int]:
    """The same by going over all steps again and again, until nothing becomes cheaper."""
    cost = {country.start: country.spent}
    changed = True
    while changed:
        changed = False
        for a, so_far in list(cost.items()):
            if country.stops[a] and a != country.start:
                continue
            for b, price in country.steps[a]:
                paid = price if toll is None else toll.price(a, b, price, first=a == country.start)
                if paid is None or b in country.blocked or so_far + paid > country.budget:
                    continue
                if so_far + paid < cost.get(b, ENDLESS):
                    cost[b] = so_far + paid
                    changed = True
    return cost


def first_came(country: Country, cost: dict[int, int]) -> dict[int, int]:
    """The hex before each, where ties keep the way found first: from the cheapest hex, of these the first by number."""
    came = {}
    for h in cost.keys() - {country.start}:
        came[h] = min(
            (cost[a], a)
            for a in cost
            if (not country.stops[a] or a == country.start)
            and cost[a] + dict(country.steps[a]).get(h, ENDLESS) == cost[h]
        )[1]
    return came


@given(countries())
def test_it_costs_what_the_plainest_search_says(country: Country) -> None:
    assert country.reach().cost == plain_costs(country)


@given(countries())
def test_each_path_is_legal_and_costs_what_is_told(country: Country) -> None:
    found = country.reach()
    for h in found.destinations():
        path = found.path(h)
        hexes = (country.start, *path)
        assert country.legal(path)
        told = sum(dict(country.steps[a])[b] for a, b in zip(hexes, path, strict=False))
        assert country.spent + told == found.cost[h]


@given(countries(least=1))
def test_ties_keep_the_way_that_is_found_first(country: Country) -> None:
    found = country.reach()
    assert found.came == first_came(country, found.cost)


@pytest.mark.parametrize("start", [0, 40, 77])
def test_ties_go_by_the_number_of_the_hex(start: int) -> None:
    """Whatever order neighbours come in: on even ground most hexes have two ways that cost the same."""
    grid, steps = grassland(lambda a, b: 2 if b % 5 else 1)
    country = Country(steps, start, 9, 0, frozenset(grid.ring(start, 1)[:1]), bytearray(grid.size))
    found = country.reach()
    assert found.came == first_came(country, found.cost)
    assert reach_with_toll(start, steps, 9, free(country), country.blocked) == found


@given(countries())
def test_large_maps_that_are_kept_in_bytes_have_the_same_reach(country: Country) -> None:
    with patch.object(movement, "_LISTED", 0):
        large = replace(country, steps=Steps(country.steps)).reach()
    assert large == country.reach()


@given(countries(), st.data())
def test_what_was_learnt_on_one_way_does_no_harm_on_the_next(country: Country, data: st.DataObject) -> None:
    for start in data.draw(st.permutations(range(len(country.steps)))):
        other = Country(country.steps, start, country.budget, 0, country.blocked, country.stops)
        assert other.reach().cost == plain_costs(other)


@pytest.mark.parametrize("listed", [0, movement._LISTED])
@given(country=countries(), data=st.data())
def test_tolls_are_paid(country: Country, listed: int, data: st.DataObject) -> None:
    toll = data.draw(tolls(len(country.steps)))
    with patch.object(movement, "_LISTED", listed):
        found = reach_with_toll(
            country.start, country.steps, country.budget, toll, country.blocked, country.stops, country.spent
        )
    assert found.cost == plain_costs(country, toll)
    for h in found.destinations():
        path = found.path(h)
        assert country.legal(path)
        told = [
            toll.price(a, b, dict(country.steps[a])[b], first=a == country.start)
            for a, b in zip((country.start, *path), path, strict=False)
        ]
        assert country.spent + sum(price for price in told if price is not None) == found.cost[h]
        assert None not in told


def test_the_zone_asks_its_toll() -> None:
    """A hex of the zone is dearer; from one to the next some steps are barred, and the first one costs all there is."""
    toll = Toll(bytes((0, 1, 1, 1)), extra=3, barred=frozenset({(1, 2), (0, 2)}))
    whole = replace(toll, whole=9)
    assert [toll.price(1, 0, 2, first=True), toll.price(0, 2, 2, first=True), toll.price(1, 3, 2, first=True)] == [
        2,
        5,
        5,
    ]
    assert [toll.price(1, 2, 2, first=False), whole.price(1, 2, 2, first=True)] == [None, None]
    assert [whole.price(1, 3, cost, first=True) for cost in (2, 9, 10)] == [9, 9, None]
    assert [whole.price(1, 3, 2, first=False), whole.price(0, 3, 2, first=True)] == [5, 5]


@given(country=countries(least=1))
def test_without_a_toll_both_searches_find_the_same_ways(country: Country) -> None:
    found = reach_with_toll(
        country.start, country.steps, country.budget, free(country), country.blocked, country.stops, country.spent
    )
    assert found == country.reach()
    assert list(found.cost) == list(country.reach().cost)


@pytest.mark.parametrize("listed", [0, movement._LISTED])
@given(country=countries(), budget=st.integers(0, 14))
def test_closed_hexes_are_closed_to_one_unit_after_the_other_and_who_is_off_the_map_is_in_nobodys_way(
    country: Country, listed: int, budget: int
) -> None:
    hexes = [-2, *country.blocked, -1]
    closed = Closed(hexes)
    assert closed == country.blocked
    with patch.object(movement, "_LISTED", listed):
        for start in range(len(country.steps)):
            for spend in (country.budget, budget):
                other = replace(country, start=start, spent=0, budget=spend)
                assert replace(other, blocked=closed).reach() == other.reach()
                assert replace(other, blocked=frozenset(hexes)).reach() == other.reach()


@given(countries(), st.lists(st.integers(0, 8), min_size=1, max_size=3))
def test_the_nearest_source_counts(country: Country, wanted: list[int]) -> None:
    sources = [h % len(country.steps) for h in wanted]
    alone = [
        plain_costs(Country(country.steps, h, ENDLESS - 1, 0, frozenset(), bytearray(len(country.steps))))
        for h in sources
    ]
    expected: dict[int, int] = {}
    for costs in alone:
        for h, cost in costs.items():
            expected[h] = min(cost, expected.get(h, cost))
    assert costs_from(sources, country.steps) == expected


@given(countries(), st.integers(0, 10**6))
def test_a_random_way_is_a_legal_one(country: Country, seed: int) -> None:
    way = wander(
        country.start, country.steps, country.budget, Random(seed), country.blocked, country.stops, country.spent
    )
    assert country.legal(way)
    assert len({country.start, *way}) == len(way) + 1


def grassland(cost: Callable[[int, int], int]) -> tuple[Grid, Steps]:
    """A map of 9 x 9 hexes."""
    grid = Grid(GridSpec(columns=9, rows=9))
    return grid, Steps(tuple((n, cost(h, n)) for n in grid.neighbours[h]) for h in grid.hexes)


def test_every_hex_in_reach_has_a_chance() -> None:
    grid, steps = grassland(lambda a, b: 1 if b % 7 == 0 else 3 if b % 5 == 0 else 2)
    middle = grid.at(4, 4)
    blocked = set(grid.ring(middle, 2)[::3])
    stops = bytearray(h % 11 == 0 for h in range(grid.size))
    found = reach(middle, steps, 6, blocked, stops)
    random = Random(1)
    ways = [wander(middle, steps, 6, random, blocked, stops) for _ in range(4000)]
    assert {way[-1] for way in ways if way} == set(found.destinations())


def test_steps_for_nothing_have_an_end_and_leave_every_hex_its_chance() -> None:
    grid, steps = grassland(lambda a, b: 0)
    middle = grid.at(4, 4)
    assert set(reach(middle, steps, 0).cost) == set(grid.hexes)
    random = Random(1)
    ends = {way[-1] for _ in range(4000) if (way := wander(middle, steps, 0, random))}
    assert ends == set(grid.hexes) - {middle}


def test_far_hexes_are_met_as_well_as_near_ones() -> None:
    grid, steps = grassland(lambda a, b: 2)
    middle = grid.at(4, 4)
    random = Random(1)
    met = [0] * 5
    for _ in range(4000):
        way = wander(middle, steps, 8, random)
        met[grid.distance(middle, way[-1]) if way else 0] += 1
    even = 4000 / 61
    assert all(even / 3 < met[distance] / (6 * distance) < 3 * even for distance in (1, 2, 3, 4)), met


def test_an_endless_budget_goes_as_far_as_there_is_a_way() -> None:
    grid, steps = grassland(lambda a, b: 2)
    found = reach(0, steps, ENDLESS)
    assert set(found.cost) == set(grid.hexes)
    assert found.cost == costs_from([0], steps)


def test_costs_are_sure_however_far_out_they_have_been_asked_about() -> None:
    grid, steps = grassland(lambda a, b: (a * 7 + b) % 4)
    sources = [3, 17]
    expected = costs_from(sources, steps)
    for asked in (list(grid.hexes), list(grid.hexes)[::-1]):
        costs = Costs(sources, steps)
        assert {h: costs.get(h, -1) for h in asked} == expected
    assert Costs([], steps).get(3, -1) == -1


def test_who_has_spent_too_much_stays() -> None:
    _, steps = grassland(lambda a, b: 0)
    assert reach(0, steps, 2, spent=3) == Reach(0, {0: 3}, {})


def test_steps_are_sent_to_other_processes_without_what_was_learnt() -> None:
    _, steps = grassland(lambda a, b: 2)
    before = reach(0, steps, 40)
    twin = pickle.loads(pickle.dumps(steps))
    assert twin == steps
    assert reach(0, twin, 40) == before


def test_what_is_learnt_is_forgotten_before_it_fills_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    _, steps = grassland(lambda a, b: 1 + (a + b) % 3)
    monkeypatch.setattr(movement, "_LISTED", 0)
    monkeypatch.setattr(movement, "_LINKS_KEPT", 20)
    fresh = Steps(steps)
    for start in range(len(steps)):
        assert reach(start, fresh, 7) == reach(start, steps, 7)
    assert 0 < len(fresh.ahead) <= 20
