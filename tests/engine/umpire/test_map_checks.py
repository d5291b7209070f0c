"""Every check of maps has a map that raises it, and the sound ones raise none."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from bad_maps import BAD_MAPS, codes, good_map, paint, road, sides, with_legend, with_rule, with_unknown_kind
from toy_race import field

from engine.boards.furniture import Furniture, FurnitureKind
from engine.boards.palette import Layer
from engine.findings import Severity
from engine.formats import dump_palette, load, load_palette
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec
from engine.umpire.checks import CHECKS, check_loaded, check_map


@pytest.mark.parametrize("code", BAD_MAPS)
def test_bad_maps(code: str) -> None:
    make, where = BAD_MAPS[code]
    found = [finding for finding in check_map(make()) if finding.code == code]
    assert found
    assert found[0].place.hex == where
    assert found[0].severity is CHECKS[code].severity
    assert found[0].place.path


def test_letters_that_no_font_has_are_found_in_every_name_on_a_map() -> None:
    board = good_map()
    board.regions["west"] = Region("west", "West \ue001", frozenset({0}))
    titled = Furniture(FurnitureKind.TURN_TRACK, title="Turns \ue002")
    board.look = replace(board.look, furniture=(Furniture(FurnitureKind.BOX), titled))
    found = [finding for finding in check_map(board) if finding.code == "MAP124"]
    assert [finding.place.path for finding in found] == [("regions", "west", "name"), ("furniture", 1, "title")]
    assert ["U+E001" in found[0].message, "U+E002" in found[1].message] == [True, True]


def test_a_sound_map_has_no_findings() -> None:
    assert check_map(good_map()) == []


def test_a_pattern_of_a_palette_is_told_at_its_place(tmp_path: Path) -> None:
    """In the palette's own file, and at the map that is painted with it; it bars nobody from opening either."""
    palette = tmp_path / "odd.yaml"
    text = dump_palette(load_palette("standard")).replace("pattern: trees", "pattern: treees")
    palette.write_text(text, encoding="utf-8")
    (found,) = check_loaded(load(palette))
    assert (found.code, found.severity) == ("MAP121", Severity.ERROR)
    assert "treees" in text.splitlines()[found.place.line - 1]
    assert found.hint == "did you mean trees?"
    map_file = tmp_path / "map.yaml"
    map_file.write_text("format: hexwright-map 1\npalette: ./odd.yaml\ngrid: {columns: 2, rows: 1}\nterrain: |\n  ..\n")
    loaded = load(map_file)
    assert isinstance(loaded.model, BattleMap)
    assert [(one.code, one.place.data_path) for one in check_loaded(loaded)] == [("MAP121", "palette")]


def test_a_river_may_end_in_water_and_in_another_river() -> None:
    board = sides(field(), "river", "0401/0501", "0402/0501", "0402/0502")
    assert codes(check_map(paint(board, "water", "0403"))) == set()
    joined = sides(field(), "river", "0401/0501", "0402/0501", "0402/0502")
    assert codes(check_map(sides(joined, "creek", "0403/0502", "0403/0503"))) == set()


def test_a_slope_and_a_cliff_may_rise_the_same_way() -> None:
    board = sides(field(), "slope", "0302/0402", high="0302")
    assert "MAP111" not in codes(check_map(sides(board, "cliff", "0302/0402", high="0302")))


def test_of_three_slopes_on_a_hexside_two_are_named_that_face_each_other() -> None:
    board = sides(field(), "slope", "0302/0402", high="0302")
    board = sides(sides(board, "escarpment", "0302/0402", high="0302"), "cliff", "0302/0402", high="0402")
    (found,) = [one for one in check_map(board) if one.code == "MAP111"]
    assert found.message == "slope and cliff at 0302/0402 have opposite high sides"


def test_a_palette_may_say_that_a_kind_is_for_the_eye_alone() -> None:
    board = with_unknown_kind()
    assert "MAP112" in codes(check_map(board))
    assert "MAP112" not in codes(check_map(board, played=True))
    shrine = replace(board.palette.features["shrine"], treat_as={"fm": ""})
    kinds = {**board.palette.kinds, Layer.FEATURE: {"shrine": shrine}}
    board.palette = replace(board.palette, kinds=kinds)
    assert "MAP112" not in codes(check_map(board))


def test_it_is_told_how_often_a_kind_that_nobody_knows_is_on_the_map() -> None:
    board = with_unknown_kind()
    for places in ("one place", "2 places"):
        (told,) = [one.message for one in check_map(board) if one.code == "MAP112"]
        assert told == f"no rules system uses Shrine, which is on the map in {places}"
        board.features[board.grid.parse("0402")] = ("shrine",)


def test_both_characters_and_void_of_a_legend_are_counted() -> None:
    found = [finding.message for finding in check_map(with_legend())]
    assert found == [
        "'f' (forest) of the legend is not used on the map",
        "'x' (void) of the legend is not used on the map",
    ]


def test_two_ends_of_one_lane_are_no_gap() -> None:
    assert codes(check_map(road(field(), "0302/0402", "0402/0502"))) == set()


def test_two_ends_of_one_way_round_are_a_gap_when_it_is_longer_than_four_hexes() -> None:
    board = field(5, 5)
    ring = [board.grid.name(h) for h in board.grid.ring(board.grid.parse("0303"), 1)]
    for steps, found in ((4, set()), (5, {"MAP102"})):
        lane = [f"{a}/{b}" for a, b in pairwise(ring[: steps + 1])]
        assert codes(check_map(road(field(5, 5), *lane))) == found


def test_land_behind_a_bridge_can_be_reached() -> None:
    moat = [f"0303/{other}" for other in ("0302", "0403", "0404", "0304", "0204", "0203")]
    assert codes(check_map(sides(field(5, 5), "river", *moat))) == {"MAP107"}
    bridged = road(sides(field(5, 5), "river", *moat), moat[1])
    assert codes(check_map(sides(bridged, "bridge", moat[1]))) == set()


@pytest.mark.parametrize(("rule", "told"), [("feature twon", "feature twon"), ("towns", "cannot be read")])
def test_a_rule_that_means_nothing_is_told(rule: str, told: str) -> None:
    found = [finding for finding in check_map(with_rule(rule)) if finding.code == "MAP120"]
    assert told in found[0].message


def test_a_rule_of_a_region_tells_what_it_would_change() -> None:
    made = with_rule("feature town")
    region = next(iter(made.regions.values()))
    inside, outside = sorted(region.hexes)[0], sorted(set(made.grid.hexes) - region.hexes)[0]
    for h in made.grid.hexes:
        made.features.pop(h, None)
        if (h in region.hexes and h != inside) or h == outside:
            made.features[h] = ("town",)
    told = next(finding.message for finding in check_map(made) if finding.code == "MAP120")
    assert told.endswith("chooses 1 hex outside it and leaves out 1 hex within it")


def test_a_lone_hexside_of_a_river_is_told_once() -> None:
    found = [finding for finding in check_map(sides(field(), "river", "0402/0502")) if finding.code == "MAP101"]
    assert len(found) == 1
    assert "begins and ends" in found[0].message
    longer = check_map(sides(field(), "river", "0402/0502", "0402/0501"))
    two = [finding for finding in longer if finding.code == "MAP101"]
    assert len(two) == 2
    assert all(" ends at " in finding.message and "begins" not in finding.message for finding in two)


def with_paths(kind: str, *names: str) -> BattleMap:
    made = BattleMap(Grid(GridSpec(6, 5)), load_palette("standard"))
    for name in names:
        made.paths[made.grid.parse_side(name)] = frozenset({kind})
    return made


def test_a_stream_within_hexes_must_get_to_water_or_to_the_edge() -> None:
    assert "MAP101" in codes(check_map(with_paths("stream", "0302/0303", "0303/0304")))
    assert "MAP101" not in codes(check_map(with_paths("stream", "0302/0303", "0301/0302", "0301/N")))
    ends_in_a_lake = with_paths("stream", "0302/0303", "0303/0304")
    ends_in_a_lake.terrain[ends_in_a_lake.grid.parse("0304")] = "water"
    assert not {"MAP101", "MAP102", "MAP112"} & set(codes(check_map(ends_in_a_lake)))


def test_a_road_that_ends_at_a_blown_bridge_misses_nothing() -> None:
    def two_banks(*kinds: str) -> BattleMap:
        made = with_paths("road", "0301/N", "0301/0302", "0303/0304", "0304/0305", "0305/S")
        made.hexsides[made.grid.parse_side("0302/0303")] = dict.fromkeys(kinds, NOWHERE)
        return made

    assert "MAP102" in codes(check_map(two_banks()))
    assert "MAP102" in codes(check_map(two_banks("river", "bridge")))
    assert "MAP102" not in codes(check_map(two_banks("river")))


def test_where_rivers_widen_they_may_rise_on_land_but_must_get_somewhere() -> None:
    made = with_paths("stream")
    for name in ("0302/0303", "0302/0403", "0302/0402", "0301/0302", "0301/0402", "0301/0401"):
        made.hexsides[made.grid.parse_side(name)] = {"river": NOWHERE}
    assert "MAP101" in codes(check_map(made))
    made.look = replace(made.look, widen=True)
    assert "MAP101" not in codes(check_map(made))
    del made.hexsides[made.grid.parse_side("0301/0401")]
    assert "MAP101" in codes(check_map(made))


def test_a_river_may_be_lost_in_a_marsh() -> None:
    made = with_paths("stream")
    for name in ("0302/0303", "0302/0403", "0302/0402"):
        made.hexsides[made.grid.parse_side(name)] = {"river": NOWHERE}
    made.look = replace(made.look, widen=True)
    assert "MAP101" in codes(check_map(made))
    made.terrain[made.grid.parse("0303")] = "swamp"
    assert "MAP101" not in codes(check_map(made))


def test_a_stream_is_no_road_for_bridges() -> None:
    made = with_paths("stream", "0302/0303")
    side = made.grid.parse_side("0302/0303")
    made.hexsides[side] = {"river": NOWHERE}
    assert "MAP105" not in codes(check_map(made))
    made.hexsides[side] = {"bridge": NOWHERE, "river": NOWHERE}
    assert "MAP104" in codes(check_map(made))


def test_a_place_in_a_script_that_the_fonts_lack_is_found() -> None:
    board = good_map()
    board.labels.append(Label("\u0643\u0627\u0628\u0644", board.grid.parse("0302")))
    [found] = [finding for finding in check_map(board) if finding.code == "MAP124"]
    assert found.message.endswith("is in a script that Hexwright's own fonts lack: Arabic")
    assert found.place.hex == "0302"
    board.labels[-1] = Label("K\u0101bul", board.grid.parse("0302"))
    assert not [finding for finding in check_map(board) if finding.code == "MAP124"]
