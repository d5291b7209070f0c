"""Matching tables: guesses, the user's choices as text, profiles, and units and layers for an open document."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import data, formats
from engine.errors import HexwrightError, NameNotKnown
from engine.exchange import profiles
from engine.exchange.matches import (
    NOTHING,
    SIDES,
    TERRAIN,
    Matched,
    MatchingTable,
    Ours,
    alike,
    guessed,
    pairs_of,
    parsed,
    spelled,
    terrains,
)
from engine.exchange.merging import changes, layers_in, sides_table, units_taken, why_not
from engine.exchange.sincelast import changed, digests
from engine.exchange.source import ExportSource
from engine.hexes.board.battlemap import BattleMap, Label, hexes_of
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation
from engine.scenario.model import Scenario

OURS = (Ours("clear", "Clear", "#dfe3b4"), Ours("forest", "Forest", "#9bbf85"), Ours("water", "Water"))


@pytest.mark.parametrize(
    ("name", "colour", "place", "found"),
    [
        ("Forest", "", -1, ("forest", "name")),
        ("pine forest 12", "", -1, ("forest", "name")),
        ("bos", "#9abe84", -1, ("forest", "colour")),
        ("bos", "#000000", -1, ("", "")),
        ("bos", "nonsense", 2, ("water", "position")),
        ("bos", "", 3, ("", "")),
        ("heath", "", -1, ("clear", "you")),
    ],
)
def test_ours_is_guessed_by_name_colour_and_position(
    name: str, colour: str, place: int, found: tuple[str, str]
) -> None:
    assert guessed(name, OURS, {"heath": "clear"}, colour=colour, place=place) == found


@pytest.mark.parametrize(
    "pairs",
    [
        {},
        {"set 2": "forest"},
        {"a, b": "clear", 'the "Guards"': "forest", "x=y": "water", "Лес": "forest", "left": "-"},
    ],
)
def test_choices_come_back_from_their_text(pairs: dict[str, str]) -> None:
    assert pairs_of(spelled(pairs)) == pairs
    assert set(parsed(spelled(pairs), TERRAIN, OURS).values()) == set(pairs.values())


@pytest.mark.parametrize("text", ["forest", "a=lava", "=clear", "{", '{"a": "lava"}'])
def test_what_is_no_choice_is_said(text: str) -> None:
    with pytest.raises(NameNotKnown, match="option terrain"):
        parsed(text, TERRAIN, OURS)


def test_names_that_differ_in_figures_are_alike() -> None:
    assert alike("forest 1", "Forest_12")
    assert not alike("forest", "pine forest")
    assert not alike("12", "13")


def table(*names: str) -> MatchingTable:
    return MatchingTable(TERRAIN, tuple(Matched(name, 1) for name in names), OURS)


def test_profiles_are_found_again_by_the_names_that_they_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "FOLDER", tmp_path)
    profiles.keep_profile("moors", "csv", {"terrain": "moor=clear"}, [])
    profiles.keep_profile("heaths", "csv", {"terrain": "heath=clear,bos=forest"}, [])
    profiles.keep_profile("tiles", "tmx", {"terrain": "heath=clear,bos=forest"}, [])
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    found = profiles.fitting_profiles("csv", [table("Heath", "bos", "moor")])
    assert found == [("heaths", 2), ("moors", 1)]


def test_what_is_matched_now_is_kept_in_a_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "FOLDER", tmp_path)
    there = MatchingTable(TERRAIN, (Matched("heath, wet", 2, "clear", "name"), Matched("?", 1)), OURS)
    sides = MatchingTable(SIDES, (Matched("Reds", 2, "red", "name"),), (Ours("red", "Red"),))
    profiles.keep_profile("mine", "csv", {"terrain": "moor=water", "palette": "a", "sides": ""}, [there, sides])
    words = profiles.read_profile("mine", "csv")
    assert pairs_of(words["terrain"]) == {"moor": "water", "heath, wet": "clear"}
    assert (words["palette"], pairs_of(words["sides"])) == ("a", {"Reds": "red"})


def a_map(columns: int = 5) -> BattleMap:
    return BattleMap(Grid(GridSpec(columns, 4)), formats.load_palette("standard"))


def test_layers_are_taken_over_and_nothing_else_changes() -> None:
    ours, theirs = a_map(), a_map()
    ours.terrain[1], theirs.terrain[2], theirs.elevation[3] = "forest", "swamp", 2
    side = next(side for side in theirs.grid.all_sides() if NOWHERE not in theirs.grid.side_hexes(side))
    theirs.hexsides[side] = {"river": NOWHERE}
    theirs.paths[side] = frozenset({"road"})
    theirs.labels.append(Label("Mill", 3))
    assert layers_in(theirs, None) == ["terrain", "elevation", "hexsides", "paths", "names"]
    made = changes(theirs, ours, ["elevation", "hexsides", "paths", "names"])
    assert not made.terrain
    made.write(ours)
    assert (ours.terrain[1], ours.elevation[3], ours.labels) == ("forest", 2, [Label("Mill", 3)])
    assert (ours.hexsides, ours.paths) == (theirs.hexsides, theirs.paths)
    assert changes(theirs, ours, ["names"]).labels == [Label("Mill", 3)], "a name that is there already is not doubled"


def test_hexes_that_lie_otherwise_are_refused() -> None:
    assert why_not(a_map(6), a_map()).startswith("the file has 6 x 4 hexes")
    pointy = BattleMap(Grid(GridSpec(5, 4, Orientation.POINTY)), formats.load_palette("standard"))
    assert "do not match" in why_not(pointy, a_map())
    with pytest.raises(HexwrightError):
        changes(pointy, a_map(), ["terrain"])


@pytest.fixture(scope="module")
def steps() -> Scenario:
    return formats.load_scenario(data.scenarios() / "first_steps.yaml")


def test_units_join_the_sides_that_they_are_like(steps: Scenario) -> None:
    there = sides_table(steps, steps)
    assert there.topic == SIDES
    assert [one.by for one in there.matches] == ["name"] * len(steps.sides)
    fields = units_taken(steps, steps, {one.name: one.ours for one in there.matches})
    assert list(fields["sides"]) == list(steps.sides)
    assert len(fields["units"]) == 2 * len(steps.units)
    assert len(fields["setup"]) == 2 * len(steps.setup)
    apart = units_taken(steps, steps, {})
    assert len(apart["sides"]) == 2 * len(steps.sides)
    assert {unit.side for unit in apart["units"].values()} == {
        *steps.sides,
        *(key for key in apart["sides"] if key not in steps.sides),
    }


def test_what_changed_since_an_export_is_said(steps: Scenario) -> None:
    before = digests(ExportSource(hexes_of(steps.map), (steps,)))
    assert changed(before, before) == []
    moved = steps.with_(setup={})
    assert changed(before, digests(ExportSource(hexes_of(steps.map), (moved,)))) == ["set-up"]
    board = hexes_of(steps.map).copy()
    board.terrain[0] = "swamp"
    assert "terrain" in changed(before, digests(ExportSource(board, (steps.with_(map=board),))))


def test_terrains_of_a_palette_are_choices() -> None:
    assert {one.key for one in terrains(formats.load_palette("standard"))} >= {"clear", "forest", "water"}
    assert NOTHING not in {one.key for one in OURS}
