"""Every check of tables has a table that raises it, a sound one raises none, and fixes take their findings away."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest
from bad_tables import BAD_TABLES, HILL, TOWN, WALL, box, good_table, with_parts, with_region

from engine.boards.furniture import Furniture, FurnitureKind
from engine.boards.look import MapLook
from engine.boards.palette import Layer
from engine.errors import HexwrightError
from engine.findings import Finding
from engine.formats import dump_map, load_palette, load_text
from engine.tables.checks.subject import TableSubject
from engine.tables.fixes import VERB, fixed
from engine.tables.table import HILL as IS_HILL
from engine.tables.table import HillPart, Table, TableArea, TableLabel, TableLine, TableWall
from engine.umpire.checks import CHECKS, Scope, check_loaded, check_map, every_check

OF_TABLES = {code for code, check in every_check().items() if check.of is TableSubject}


def only(table: Table, code: str) -> Finding:
    (found,) = [finding for finding in check_map(table) if finding.code == code]
    return found


def test_a_sound_table_has_no_findings() -> None:
    assert check_map(good_table()) == []


@pytest.mark.parametrize("code", BAD_TABLES)
def test_bad_tables(code: str) -> None:
    make, path = BAD_TABLES[code]
    found = [finding for finding in check_map(make()) if finding.code == code]
    assert [finding.place.path for finding in found] == [path]
    assert found[0].severity is CHECKS[code].severity
    assert found[0].hint


@pytest.mark.parametrize("code", BAD_TABLES)
def test_what_is_wrong_is_found_at_its_place_in_the_file(code: str) -> None:
    make, path = BAD_TABLES[code]
    text = dump_map(make())
    found = [finding for finding in check_loaded(load_text(text, "table.yaml")) if finding.code == code]
    assert [finding.place.path for finding in found] == [path]
    line = text.splitlines()[found[0].place.line - 1]
    assert str(path[-1]) in line or "with" in line


def test_every_check_of_maps_has_a_bad_table() -> None:
    assert {code for code in OF_TABLES if CHECKS[code].scope is Scope.MAP} == set(BAD_TABLES)


@pytest.mark.parametrize("code", BAD_TABLES)
def test_a_fix_takes_its_finding_away(code: str) -> None:
    table = BAD_TABLES[code][0]()
    before = table.copy()
    for finding in check_map(table):
        if finding.fix is not None:
            assert finding.fix.verb == VERB
            better = fixed(table, finding.fix.data)
            assert finding.code not in {left.code for left in check_map(better)}
            assert load_text(dump_map(better), "table.yaml").findings == []
    assert table == before


def test_most_findings_can_be_fixed() -> None:
    fixed = {finding.code for make, _ in BAD_TABLES.values() for finding in check_map(make()) if finding.fix}
    assert set(BAD_TABLES) - fixed == {"MAP202", "MAP205", "MAP216"}


def test_what_only_hills_have_goes_where_the_palette_has_no_hill() -> None:
    table = BAD_TABLES["MAP207"][0]()
    kinds = {key: kind for key, kind in table.palette.areas.items() if IS_HILL not in (key, *kind.treat_as.values())}
    table.palette = replace(table.palette, kinds={**table.palette.kinds, Layer.AREA: kinds})
    fix = only(table, "MAP207").fix
    assert fix is not None
    assert fix.title == "Remove what only hills have"
    assert not any(area.is_hill for area in fixed(table, fix.data).areas.values())


def test_a_fix_for_what_is_gone_says_so() -> None:
    fix = only(BAD_TABLES["MAP212"][0](), "MAP212").fix
    assert fix is not None
    with pytest.raises(HexwrightError, match="no longer on the table"):
        fixed(with_parts(TOWN), fix.data)
    with pytest.raises(HexwrightError, match="wall-1 is not a fortification"):
        fixed(with_parts(TableLine("wall-1", "road", ((0, 0), (9, 9)))), fix.data)


# -- outlines -----------------------------------------------------------------------------------------------------


def test_points_on_one_line_enclose_nothing() -> None:
    found = only(with_region(((100, 100), (200, 200), (300, 300))), "MAP201")
    assert found.message == "the outline of the region The camp has all its points on one line"
    found = only(with_region(((100, 100), (200, 200), (100, 100))), "MAP201")
    assert found.message == "the outline of the region The camp has 2 points"


def test_it_is_said_where_an_outline_crosses_itself() -> None:
    found = only(BAD_TABLES["MAP202"][0](), "MAP202")
    assert found.message == "the outline of the wood wood-1 crosses or touches itself at 300,300"


def test_the_curve_of_a_smooth_area_counts() -> None:
    """Straight it is a sound outline; its curve swings through itself."""
    spike = ((1000, 1000), (2000, 1000), (2010, 1600), (2020, 1000), (2030, 2000), (1000, 2000))
    straight = TableArea("wood-1", "wood", spike)
    assert check_map(with_parts(straight)) == []
    assert only(with_parts(replace(straight, smooth=True)), "MAP202").place.path == ("areas", 0, "outline")


def test_the_curve_may_reach_over_the_edge_of_the_table() -> None:
    assert check_map(with_parts(TableArea("sea", "waterway", box(0, 0, 3600, 300), smooth=True))) == []


def test_a_waterway_may_end_at_the_edge() -> None:
    assert check_map(with_parts(TableArea("sea", "waterway", box(0, 2000, 3600, 400)))) == []


def test_every_point_off_the_table_is_found_once_for_each_thing() -> None:
    table = good_table()
    table.areas["hill-1"] = replace(HILL, crest=((4000, 4000),))
    table.lines["road-1"] = TableLine("road-1", "road", ((-1, 0), (3600, 2400)))
    table.lines["wall-1"] = TableWall("wall-1", "tf", ((0, 2400), (300, 2400)), ((0, 2440), (300, 2440)))
    table.labels.append(TableLabel("Nowhere", (0, 2401)))
    found = [finding for finding in check_map(table) if finding.code == "MAP203"]
    assert [finding.place.path for finding in found] == [
        ("areas", 0, "crest"),
        ("lines", 0, "line"),
        ("lines", 1, "outside"),
        ("names", 0, "at"),
    ]
    assert found[2].message == (
        "the outside of the temporary fortification wall-1 is off the table at 0,2440, and 1 more point"
    )
    for finding in found:
        assert finding.fix is not None
        table = fixed(table, finding.fix.data)
    assert "MAP203" not in {finding.code for finding in check_map(table)}


def test_the_point_that_is_wrong_is_pointed_at() -> None:
    text = dump_map(BAD_TABLES["MAP203"][0]())
    (found,) = check_loaded(load_text(text, "table.yaml"))
    line = text.splitlines()[found.place.line - 1]
    assert line[found.place.column - 1 :].startswith("3700,100")


# -- hills --------------------------------------------------------------------------------------------------------


def test_a_part_is_cut_off_where_its_hill_ends() -> None:
    table = BAD_TABLES["MAP204"][0]()
    found = only(table, "MAP204")
    assert found.message == "part 1 of the hill hill-1 reaches over its edge"
    assert found.fix is not None
    (part,) = fixed(table, found.fix.data).areas["hill-1"].parts
    assert set(part.outline) == set(box(600, 300, 100, 100))
    assert (part.slope, part.cover) == ("steep", "bare")


def test_a_part_that_is_outside_is_removed() -> None:
    table = with_parts(replace(HILL, parts=(HillPart("steep", "bare", box(900, 900, 50, 50)),)))
    found = only(table, "MAP204")
    assert found.message == "part 1 of the hill hill-1 is outside it"
    assert found.fix is not None
    assert fixed(table, found.fix.data).areas["hill-1"].parts == ()


def test_with_joins_a_town_and_its_hill_in_either_order() -> None:
    assert check_map(with_parts(replace(HILL, joined="town"), TOWN)) == []
    wood = TableArea("wood-1", "wood", box(2000, 300, 100, 100), joined="town")
    assert only(with_parts(wood, TOWN), "MAP206").message == "the wood wood-1 is with the town town"
    assert only(with_parts(HILL, replace(TOWN, joined="hill-11")), "MAP206").hint == "did you mean hill-1?"


def test_what_lies_on_a_hill_leaves_it_to_be_seen() -> None:
    wood = TableArea("wood-1", "wood", box(200, 200, 700, 700))
    assert check_map(with_parts(HILL, wood)) == []
    other = TableArea("hill-2", "hill", box(200, 200, 700, 700))
    assert only(with_parts(HILL, other), "MAP208").place.path == ("areas", 0, "outline")


def test_two_areas_together_cover_a_third() -> None:
    halves = TableArea("a", "wood", box(1000, 1000, 160, 300)), TableArea("b", "marsh", box(1150, 1000, 150, 300))
    assert only(with_parts(TOWN, *halves), "MAP208").message.startswith("nothing of the town town can be seen")
    assert check_map(with_parts(TOWN, halves[0])) == []


@pytest.mark.parametrize("end", [(0, 500), (3600, 900), (2100, 1100), (1500, 520)])
def test_a_river_may_rise_anywhere_and_ends_in_water_or_at_the_edge(end: tuple[int, int]) -> None:
    marsh = TableArea("marsh-1", "marsh", box(2000, 1000, 300, 300))
    other = TableLine("river-2", "river", ((1500, 0), (1500, 2400)))
    river = TableLine("river-1", "river", ((900, 900), end))
    assert check_map(with_parts(marsh, other, river)) == []
    assert check_map(with_parts(marsh, other, replace(river, line=river.line[::-1]))) == []


# -- fortifications -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outside", "said"),
    [
        (((1000, 960), (1300, 900)), "are 40 paces apart at 1000,960, and 100 at 1300,900"),
        (((1000, 960), (1150, 960), (1300, 960)), "have 2 and 3 points"),
        (((1300, 960), (1000, 960)), "go in opposite directions"),
        (((1000, 1000), (1300, 1000)), "are in the same place at 1000,1000"),
        (((1000, 960), (1300, 1000)), "are 40 paces apart at 1000,960, and none at 1300,1000"),
    ],
)
def test_in_which_way_edges_diverge(outside: tuple[tuple[int, int], ...], said: str) -> None:
    table = with_parts(TOWN, replace(WALL, outside=outside))
    found = only(table, "MAP212")
    assert found.message == f"inside and outside of the permanent fortification wall-1 {said}"
    assert found.fix is not None
    assert check_map(fixed(table, found.fix.data)) == []


def test_pieces_whose_ends_are_cut_to_fit_the_next_are_parallel() -> None:
    slanting = replace(WALL, outside=((960, 960), (1340, 960)))
    assert check_map(with_parts(TOWN, slanting)) == []


def test_a_side_of_a_wall_is_one_of_the_scenario() -> None:
    text = (
        "format: hexwright-scenario 1\nname: Walls\nsystem: dbm\nsides: {red: {name: Red}, blue: {name: Blue}}\n"
        "map:\n  table: {size: [1200, 800]}\n  lines:\n"
        '  - {key: w-1, kind: pf, side: green, inside: "100,100 200,100", outside: "100,60 200,60"}\n'
    )
    found = [finding for finding in check_loaded(load_text(text, "walls.yaml")) if finding.code == "MAP215"]
    assert [finding.place.path for finding in found] == [("map",)]
    assert "belongs to 'green', which is not a side of this scenario" in found[0].message
    again = load_text(text.replace("green", "blue"), "walls.yaml")
    assert "MAP215" not in {finding.code for finding in check_loaded(again)}


# -- what holds for maps of every kind ----------------------------------------------------------------------------


def test_letters_that_no_font_has_are_found_on_tables_too() -> None:
    table = with_region(box(100, 100, 50, 50))
    table.labels.append(TableLabel("A\ue000B", (500, 500)))
    table.look = MapLook(furniture=(Furniture(FurnitureKind.BOX, title="C\ue001"),))
    found = [finding for finding in check_map(table) if finding.code == "MAP124"]
    assert [finding.place.path for finding in found] == [("names", 0, "text"), ("furniture", 0, "title")]
    assert "the place name at 500,500" in found[0].message


def test_a_kind_that_stands_for_a_hill_is_one() -> None:
    palette = load_palette("table")
    mound = replace(palette.areas["hill"], key="mound", treat_as={"dbm": "hill"})
    kinds = {layer: dict(there) for layer, there in palette.kinds.items()}
    kinds[mound.layer]["mound"] = mound
    table = with_parts(replace(HILL, kind="mound", slope="steep"))
    table.palette = replace(palette, kinds=kinds)
    assert check_map(table) == []


def test_nothing_of_the_table_is_imported_for_hexes() -> None:
    program = (
        "import sys\n"
        "from engine.formats import dump_map, load\n"
        "from engine.umpire.checks import check_loaded\n"
        "loaded = load('maps/lundys_lane.yaml')\n"
        "check_loaded(loaded)\n"
        "dump_map(loaded.model)\n"
        "print([name for name in sys.modules if name.startswith('engine.tables') or name == 'shapely'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
