"""Spontaneous advances (15.1 to 15.5)."""

from __future__ import annotations

from typing import Any

import pytest
from field_of import bound, game, number, told

from engine.systems.de_bellis_multitudinis import impetuous
from engine.tables.places import PACE, parse, place
from engine.tables.table import TableArea


def rushed(units: dict[str, str], at: dict[str, Any], **more: Any) -> tuple[float, float, float]:
    """Where the first element stands after its first advance."""
    played = game(units, at, phase="advance", **more)
    to = next((event.data["to"] for event in played.events if event.kind == "advance"), None)
    first = at[next(iter(units))]
    return told(parse(to)) if to else told(place(*first))


WARBAND = {"wb-1": "red Wb O irr", "sp-1": "blue Sp O", "sp-2": "blue Sp O"}


def test_who_advances_by_himself() -> None:
    units = {**WARBAND, "kn-1": "red Kn O", "kn-2": "red Kn O irr", "exp-1": "red Exp O irr"}
    at = {key: [1000 + 100 * n, 1000, 0] for n, key in enumerate(units)}
    field, state = bound(units, at)
    found = [field.roster.keys[unit] for unit in impetuous.waiting(field, state, 0)]
    assert found == ["wb-1", "kn-2", "exp-1"]


def test_a_full_move_at_the_nearest_enemy() -> None:
    units = {**WARBAND, "cv-9": "blue Cv O"}
    at = {"wb-1": [1000, 1000, 0], "sp-1": [1000, 600, 180], "cv-9": [1500, 300, 180]}
    assert rushed(units, at) == (1000.0, 900.0, 0.0)


@pytest.mark.rule("dbm:15.5")
def test_contact_ends_the_move_in_line() -> None:
    assert rushed(WARBAND, {"wb-1": [1020, 700, 0], "sp-1": [1000, 640, 180]}) == (1000.0, 640.0, 0.0)


@pytest.mark.rule("dbm:15.2")
def test_equal_targets_are_a_choice() -> None:
    at = {"wb-1": [1000, 1000, 0], "sp-1": [900, 600, 180], "sp-2": [1100, 600, 180]}
    played = game(WARBAND, at, phase="advance")
    assert played.decision is not None
    assert played.decision.kind == "aim"
    assert played.legal_actions().texts() == ["aim wb-1 at sp-1", "aim wb-1 at sp-2"]
    assert not played.verdict("aim wb-1 at wb-1")
    assert not played.verdict("end phase")
    events = played.apply("aim wb-1 at sp-2")
    assert parse(events[0].data["to"]).x > 1000 * PACE


@pytest.mark.rule("dbm:15.1")
def test_where_a_friend_fights_already_one_helps_him() -> None:
    units = {**WARBAND, "wb-2": "red Wb O irr"}
    at = {"wb-2": [1000, 600, 0], "sp-1": [1000, 600, 180], "wb-1": [1090, 680, 0]}
    assert rushed(units, at) == (1080.0, 600.0, 0.0)


@pytest.mark.rule("dbm:15.3")
def test_the_least_shift_clears_what_is_met() -> None:
    cliff = TableArea("c", "impassable", ((900, 880), (985, 880), (985, 960), (900, 960)))
    x, y, _ = rushed(WARBAND, {"wb-1": [1000, 1000, 0], "sp-1": [1000, 500, 180]}, areas=(cliff,))
    assert 1000 < x <= 1080
    assert y < 960


@pytest.mark.rule("dbm:15.4")
def test_who_is_shut_in_turns_about_or_stays() -> None:
    ring = TableArea("c", "impassable", ((900, 960), (1100, 960), (1100, 1000), (900, 1000)))
    at = {"wb-1": [1000, 1000, 0], "sp-1": [1000, 500, 180]}
    assert rushed(WARBAND, at, areas=(ring,)) == (1000.0, 1000.0, 0.0)


@pytest.mark.rule("dbm:16.2")
def test_a_full_move_ends_even_among_those_who_are_passed() -> None:
    units = {**WARBAND, "ps-1": "red Ps O"}
    at = {"wb-1": [1000, 1000, 0], "ps-1": [1000, 930, 0], "sp-1": [1000, 500, 180]}
    assert rushed(units, at)[1] <= 930.0
    field, state = bound(units, at)
    found = impetuous.rush(field, state, 0, number(field, "sp-1"))
    assert found is not None
    assert set(found.displaced) <= {number(field, "ps-1")}


@pytest.mark.rule("dbm:15.2")
def test_baggage_comes_first_where_its_way_is_open() -> None:
    units = {**WARBAND, "bge-1": "blue Bge O"}
    at = {"wb-1": [1000, 1200, 0], "sp-1": [500, 900, 180], "bge-1": [1400, 500, 180]}
    field, state = bound(units, at)
    assert impetuous.targets(field, state, 0) == (number(field, "bge-1"),)
    state.put(number(field, "sp-1"), place(1400, 600, 180))
    assert impetuous.targets(field, state, 0) == (number(field, "sp-1"),)


@pytest.mark.rule("dbm:15.1")
@pytest.mark.parametrize(
    ("enemies", "first", "then"),
    [
        # It turns about to whom its front corners were nearest, and then is nearer to another.
        ([[860, 740, 90], [810, 1180, 90], [780, 650, 270]], "sp-2", "sp-1"),
        ([[690, 530, 270], [1350, 1130, 0], [1180, 640, 90]], "sp-2", "sp-3"),
        ([[1000, 700, 180], [3000, 100, 180], [3000, 300, 180]], "sp-1", "sp-1"),
    ],
)
def test_another_enemy_may_become_the_nearest_on_the_way(enemies: list[Any], first: str, then: str) -> None:
    """Front corners are measured again after a turn about and in a wheel: the move goes on at whoever is nearest."""
    units = {**WARBAND, "sp-3": "blue Sp O"}
    at = {"wb-1": [1000, 1000, 0], **{f"sp-{n}": place for n, place in enumerate(enemies, 1)}}
    field, state = bound(units, at, phase="advance")
    assert impetuous.targets(field, state, 0) == (number(field, first),)
    found = impetuous.rush(field, state, 0, number(field, first))
    assert found is not None
    assert found.target == number(field, then)
