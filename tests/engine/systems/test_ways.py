"""A move given in part: what lies between is filled in by a legal way wherever there is one, in both systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import fm_field
import pytest
import tlg2_field as tlg
from fm_reference import Board
from hex_field import broken, field, happened, places
from sweeps import seeds
from test_fm_against_reference import random_board
from test_tlg2_reference import ALLOWANCE, armies, where, zone_by_hand
from tlg2_country import Country

from engine.play import Game, Illegal
from engine.scenario import Arrival

Go = Callable[[str, bool], Iterable[tuple[str, Fraction]]]
"""(hex, whether the way begins there) to the next hexes and what they cost, worked out by hand."""


def exists(start: str, given: tuple[str, ...], go: Go, budget: Fraction) -> bool:
    """Whether some way goes through given hexes in order within a budget: every way that gains is walked."""
    seen: dict[tuple[str, int], Fraction] = {}

    def walk(here: str, passed: int, spent: Fraction, first: bool) -> bool:
        if passed == len(given):
            return True
        for n, price in go(here, first):
            on = passed + (n == given[passed])
            if spent + price <= budget and spent + price < seen.get((n, on), Fraction(10**6)):
                seen[n, on] = spent + price
                if walk(n, on, spent + price, False):
                    return True
        return False

    return walk(start, 0, Fraction(0), True)


def wander(start: str, go: Go, budget: Fraction, random: Random) -> list[str]:
    """A random way within a budget."""
    way: list[str] = []
    here, spent = start, Fraction(0)
    while len(way) < 6:
        ahead = [(n, price) for n, price in go(here, not way) if spent + price <= budget]
        if not ahead:
            break
        here, price = random.choice(ahead)
        spent += price
        way.append(here)
    return way


def tries(way: list[str], names: list[str], start: str, random: Random) -> Iterator[tuple[str, ...]]:
    """Every choice of hexes of a way, in order, and some hexes at random; none stands still."""
    found = [part for count in range(1, len(way) + 1) for part in combinations(way, count)]
    found += [tuple(random.sample(names, random.randint(1, 3))) for _ in range(6)]
    for given in dict.fromkeys(found):
        if all(a != b for a, b in pairwise((start, *given))):
            yield given


def check(playing: Game, key: str, given: tuple[str, ...], wanted: bool) -> None:
    """A text is accepted as it should be, and goes through the given hexes to the last of them."""
    text = f"move {key} {' '.join(given)}"
    verdict = playing.verdict(text)
    assert bool(verdict) == wanted, (text, verdict)
    if wanted:
        path = [playing.rules.field.grid.name(h) for h in playing.parse(text).args[1:]]
        assert path[-1] == given[-1]
        rest = iter(path)
        assert all(name in rest for name in given), (given, path)


@pytest.mark.rule("tlg2:4.7")
@pytest.mark.parametrize("seed", seeds(16, 60))
def test_tlg2_accepts_any_part_of_a_legal_way(seed: int) -> None:
    country, random = Country(seed), Random(seed)
    night = bool(seed % 2)
    playing = armies(country, 9, night=night)
    at = where(playing)
    enemy = zone_by_hand(country, at, "ac")
    for key in (key for key in at if key.startswith("us")):
        kind, start = playing.scenario.units[key].type, at[key]
        taken = set(at.values()) - {start}
        budget = Fraction(ALLOWANCE[kind][night])

        def go(here: str, first: bool, kind: str = kind, taken: set[str] = taken) -> Iterator[tuple[str, Fraction]]:
            if here not in enemy:
                for n in country.neighbours(here):
                    if n not in taken and country.crossable(here, n):
                        yield n, Fraction(country.cost(here, n, kind))

        for given in tries(wander(start, go, budget, random), country.land, start, random):
            one = len(given) == 1 and given[0] in dict(go(start, True))  # one hex is always allowed (4.8)
            check(playing, key, given, one or exists(start, given, go, budget))


@pytest.mark.rule("fm:5.1")
@pytest.mark.parametrize("seed", seeds(16, 60))
def test_fm_accepts_any_part_of_a_legal_way(seed: int) -> None:
    playing, plain = random_board(seed, 2 + seed % 4)
    grid, random = plain.map.grid, Random(seed)
    names = [grid.name(h) for h in grid.hexes]
    for key, man in plain.men.items():
        if not key.startswith("cw"):
            continue
        start, budget = grid.name(man.at), Fraction(man.allowance)
        go = steps_of(plain, key)
        for given in tries(wander(start, go, budget, random), names, start, random):
            free = plain.holder(grid.parse(given[-1]), but=key) is None
            check(playing, key, given, free and exists(start, given, go, budget))


def steps_of(plain: Board, key: str) -> Go:
    """The steps of a unit by the reference."""
    man, grid = plain.men[key], plain.map.grid

    def go(here: str, first: bool) -> Iterator[tuple[str, Fraction]]:
        at = grid.parse(here)
        if not first and not man.mobile and plain.controlled(at, "ge"):
            return
        for n in plain.around(at):
            held = plain.holder(n, but=key)
            if plain.may_step(at, n) and (held is None or held.side != "ge"):
                price = plain.price(man, at, n, first, "ge")
                if price is not None:
                    yield grid.name(n), price

    return go


# -- by hand --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tlg2:4.7")
def test_tlg2_goes_round_friends_enemies_and_zones_between_given_hexes() -> None:
    """The straight way from X0604 to X0606 is closed by a friend in X0605."""
    units = {"us-1 cavalry 3": "X0603", "us-2 infantry 3": "X0605", "ac-1 infantry 3": "X1010"}
    playing = tlg.game(field(), units)
    playing.apply("move us-1 X0604 X0606")
    path = happened(playing, "move")[0]["path"]
    assert path[0] == "X0604"
    assert path[-1] == "X0606"
    assert "X0605" not in path
    zoned = tlg.game(field(), {"us-1 cavalry 3": "X0604", "us-2 infantry 3": "X1010", "ac-1 infantry 3": "X0406"})
    zoned.apply("move us-1 X0605 X0507")
    assert "X0506" not in happened(zoned, "move")[0]["path"]  # in the zone of ac-1


@pytest.mark.rule("tlg2:4.7")
@pytest.mark.rule("tlg2:4.16")
def test_an_adjacent_goal_takes_the_detour_and_a_way_spelled_out_does_not() -> None:
    board = field(hexsides={"river": "X0605/X0606"})
    playing = tlg.game(board, {"us-1 infantry 3": "X0605", "ac-1 infantry 3": "X1010"})
    assert broken(playing, "move us-1 X0605 X0606") == {"4.16"}
    playing.apply("move us-1 X0606")
    assert len(happened(playing, "move")[0]["path"]) == 2
    cliff = field(hexsides={"cliff": "X0605>X0606"})
    other = fm_field.game(cliff, {"cw-1 infantry 3-3-3": "X0605", fm_field.NOBODY: "X1010"})
    assert broken(other, "move cw-1 X0605 X0606") == {"5.2"}
    other.apply("move cw-1 X0606")
    assert len(happened(other, "move")[0]["path"]) == 2


@pytest.mark.rule("tlg2:4.9")
def test_a_refusal_says_what_was_filled_in() -> None:
    units = {"us-1 infantry 3": "X0605", "us-2 infantry 3": "X0607", "ac-1 infantry 3": "X1010"}
    playing = tlg.game(field(), units)
    verdict = playing.verdict("move us-1 X0606 X0608 X0609 X0610")
    assert isinstance(verdict, Illegal)
    assert verdict.reason.endswith("(X0606 and X0608 are not adjacent: filled in by X0607)")
    whole = playing.verdict("move us-1 X0606 X0607")
    assert isinstance(whole, Illegal)
    assert "filled in" not in whole.reason
    far = playing.verdict("move us-1 X0610")
    assert isinstance(far, Illegal)
    assert "X0605 and X0610 are not adjacent: filled in by X0606 X0607 X0608 X0609" in far.reason
    river = field(hexsides={"river": "X0605/X0606"})
    moved = tlg.game(river, {"us-1 infantry 3": "X0605", "us-2 infantry 3": "X0604", "ac-1 infantry 3": "X1010"})
    moved.apply("end phase")
    again = moved.verdict("move us-1 X0606")
    assert isinstance(again, Illegal)
    assert "from X0605 to X0606 by way of X0" in again.reason
    assert "adjacent" not in again.reason


@pytest.mark.rule("fm:5.2")
def test_fm_refusals_say_what_was_filled_in() -> None:
    playing = fm_field.game(field(), {"cw-1 infantry 3-3-2": "X0605", fm_field.NOBODY: "X0607"})
    verdict = playing.verdict("move cw-1 X0606 X0608")
    assert isinstance(verdict, Illegal)
    assert verdict.reason.endswith("(X0606 and X0608 are not adjacent: filled in by X0607)")


@pytest.mark.rule("tlg2:4.7")
@pytest.mark.rule("fm:5.1")
def test_a_hex_twice_in_a_row_is_no_way() -> None:
    tlg2 = tlg.game(field(), {"us-1 infantry 3": "X0605", "ac-1 infantry 3": "X1010"})
    assert "4.7" in broken(tlg2, "move us-1 X0604 X0604")
    assert "4.7" in broken(tlg2, "move us-1 X0605")
    fm = fm_field.game(field(), {"cw-1 infantry 3-3-3": "X0605", fm_field.NOBODY: "X1010"})
    assert "5.1" in broken(fm, "move cw-1 X0604 X0604")


@pytest.mark.rule("tlg2:5.3")
@pytest.mark.rule("fm:3.0")
def test_entries_are_filled_in_alike() -> None:
    units = {"us-1 infantry 3": "", "us-2 infantry 3": "X0602", "ac-1 infantry 3": "X1010"}
    tlg2 = tlg.game(field(), units, arrivals=[Arrival(1, "us", ("X0601",), ("us-1",))])
    tlg2.apply("enter us-1 X0601 X0603")
    assert "X0602" not in happened(tlg2, "enter")[0]["path"]
    refused = tlg2.verdict("enter us-1 X0601 X0603")
    assert not refused
    units = {"cw-1 infantry 3-3-5": "", "ge-1 infantry 1-1-1 no_zoc": "X0602"}
    fm = fm_field.game(field(), units, arrivals=[Arrival(1, "cw", ("X0601",), ("cw-1",))])
    fm.apply("enter cw-1 X0601 X0603")
    assert places(fm)["cw-1"] == "X0603"
    assert "X0602" not in happened(fm, "enter")[0]["path"]


@pytest.mark.rule("fm:8.3")
def test_a_retreat_may_be_given_by_some_of_its_hexes() -> None:
    units = {"cw-1 infantry 9-3-3": "X0605", "ge-1 infantry 3-3-3/2-2": "X0606"}
    for text, path in (("X0607 X0609", 3), ("X0609", 3), ("X0608 X0609", 3)):
        playing = fm_field.game(field(), units, phase="combat", tables=fm_field.always("D3"))
        fm_field.attack(playing, "X0606", "cw-1")
        playing.apply(f"retreat ge-1 {text}")
        assert len(happened(playing, "retreat")[0]["path"]) == path
        assert places(playing)["ge-1"] == "X0609"
