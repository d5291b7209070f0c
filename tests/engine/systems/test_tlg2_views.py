"""Chapter 7 for many lines at once: the same answers as line by line, and fields of fire by range and strength."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tlg2_country import Country
from tlg2_field import field, game

from engine.errors import NameNotKnown
from engine.play import Game
from engine.systems.twilights_last_gleaming import fire

FAR = {"ac-far infantry 1": "X1212"}


@pytest.mark.rule("tlg2:7.3")
@pytest.mark.rule("tlg2:7.7")
@given(st.integers(0, 10**9), st.integers(3, 11))
def test_all_lines_at_once_are_as_each_line_alone(seed: int, size: int) -> None:
    country = Country(seed, size)
    board = country.board
    dry = [h for h in board.grid.hexes if country.terrain[board.grid.name(h)] != "river"]
    if len(dry) < 3:
        return
    spots = [dry[seed % len(dry)], dry[seed // 7 % len(dry)], dry[seed // 49 % len(dry)]]
    if len(set(spots)) < 3:
        return
    names = [board.grid.name(h) for h in spots]
    units = ("us-1 infantry 1", "us-gun artillery 3 range 4", "ac-1 infantry 1")
    playing = game(board, dict(zip(units, names, strict=True)))
    rules, state, grid = playing.rules, playing.state, board.grid
    for start in grid.hexes[:: 1 + size // 4]:
        together = rules.sights(state, grid.name(start))
        alone = {grid.name(h): fire.sight(rules.field, state, start, h).state for h in grid.hexes if h != start}
        assert {name: how.state for name, how in together.items()} == alone


def battery(**ground: object) -> Game:
    """A gun of range 4 in the middle of a field."""
    units = {"us-gun artillery 3 range 4": "X0606", "us-2 infantry 3": "X0608", **FAR}
    return game(field(**ground), units, phase="combat")  # type: ignore[arg-type]


def test_a_field_of_fire_ends_with_the_range_and_begins_beyond_the_hexes_next_to_the_gun() -> None:
    playing = battery()
    grid = playing.rules.field.grid
    gun = grid.parse("X0606")
    (fires,) = playing.rules.fields_of_fire(playing.state, ["X0606"]).fire
    assert (fires.unit, fires.at, fires.range) == ("us-gun", "X0606", 4)
    found = {grid.parse(name) for name in (*fires.full, *fires.attenuated)}
    assert found == {h for h in grid.hexes if 2 <= grid.distance(gun, h) <= 4}


def test_beyond_half_the_range_and_through_an_attenuated_line_a_gun_has_a_strength_of_one() -> None:
    playing = battery(features={"building": "X0605"})
    (fires,) = playing.rules.fields_of_fire(playing.state, ["X0606"]).fire
    grid = playing.rules.field.grid
    assert {grid.distance(grid.parse("X0606"), grid.parse(name)) for name in fires.full} == {2}
    assert "X0604" in fires.attenuated, "behind the building"
    assert "X0610" in fires.attenuated, "behind the other unit, and far"


def test_where_woods_stand_nothing_is_seen_behind_them() -> None:
    playing = battery(terrain={"forest": "X0605 X0505 X0705"})
    found = playing.rules.fields_of_fire(playing.state, ["X0606"])
    assert "X0605" in found.visible
    assert "X0603" not in [*found.visible, *found.attenuated]
    assert "X0603" not in [*found.fire[0].full, *found.fire[0].attenuated]


def test_several_hexes_see_what_any_of_them_sees() -> None:
    playing = battery(terrain={"forest": "X0605 X0505 X0705"})
    alone = [playing.rules.fields_of_fire(playing.state, [name]) for name in ("X0606", "X0601")]
    both = playing.rules.fields_of_fire(playing.state, ["X0606", "X0601", "X0606"])
    assert both.from_ == ["X0606", "X0601"]
    assert set(both.visible) == {name for one in alone for name in one.visible}
    assert set(both.attenuated) == {name for one in alone for name in one.attenuated} - set(both.visible)
    assert len(both.fire) == 1


def test_there_has_to_be_such_a_hex() -> None:
    playing = battery()
    with pytest.raises(NameNotKnown):
        playing.rules.fields_of_fire(playing.state, ["X9999"])
