"""Tables that are moved, made larger or smaller, and the scenarios on them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bad_tables import box, good_table, with_parts
from hypothesis import given
from hypothesis import strategies as st

from engine.boards.furniture import Furniture, FurnitureKind
from engine.boards.look import MapLook
from engine.boards.underlay import Underlay
from engine.errors import HexwrightError
from engine.formats import dump_map, load_text
from engine.scenario import Arrival, Scenario, Scoring, Side, Unit, Victory
from engine.tables.carry import carried
from engine.tables.moving import moved, resized
from engine.tables.table import HillPart, Table, TableArea, TableLabel, TableLine, TableRegion, TableWall
from engine.umpire.checks import check_map


def dressed() -> Table:
    table = good_table()
    table.labels = [TableLabel("Zama", (1000, 900)), TableLabel("Far", (3500, 2300))]
    table.regions["camp"] = TableRegion("camp", "The camp", box(100, 100, 200, 200))
    piece = Furniture(FurnitureKind.SCALE_BAR, 2.0, 4.0)
    table.look = MapLook((Underlay("scan.png", x=1.0, y=1.0),), furniture=(piece,))
    return table


# -- moving ---------------------------------------------------------------------------------------------------------


@given(st.integers(-500, 500), st.integers(-500, 500))
def test_what_is_moved_and_moved_back_is_as_it_was(right: int, down: int) -> None:
    table = dressed()
    there = moved(table, right, down)
    assert moved(there, -right, -down) == table
    assert all(
        area.edge == tuple((x + right, y + down) for x, y in table.areas[key].edge) for key, area in there.areas.items()
    )
    assert table == dressed()


def test_everything_is_moved() -> None:
    there = moved(dressed(), 40, -80)
    assert there.areas["hill-1"].crest == ((440, 320), (540, 370))
    assert there.areas["hill-1"].parts[0].outline == box(640, 220, 100, 300)
    wall = there.walls["wall-1"]
    assert (wall.inside, wall.outside, wall.gates) == (
        ((1040, 920), (1340, 920)),
        ((1040, 880), (1340, 880)),
        ((1190, 920), (1190, 881)),
    )
    assert there.labels[0].at == (1040, 820)
    assert there.regions["camp"].outline == box(140, 20, 200, 200)
    assert there.look.underlay is not None
    assert (there.look.underlay.x, there.look.underlay.y) == (2.0, -1.0)
    assert (there.look.furniture[0].x, there.look.furniture[0].y) == (3.0, 2.0)


# -- resizing ---------------------------------------------------------------------------------------------------------


def test_a_larger_table_keeps_all() -> None:
    made = resized(dressed(), 4000, 3000, left=200, top=100)
    assert made.fallen == []
    assert made.by == (200, 100)
    assert made.map == replace(moved(dressed(), 200, 100), size=(4000, 3000))


def test_a_smaller_table_cuts_off_what_reaches_over_its_edge() -> None:
    made = resized(dressed(), 1600, 1100)
    assert [str(one) for one in made.fallen] == ["a part of wood-1", "a part of town", "road-1", "Far"]
    assert made.map.areas["hill-1"] == dressed().areas["hill-1"]
    wood = made.map.areas["wood-1"]
    assert not wood.smooth
    assert max(x for x, _ in wood.outline) == 1600
    assert set(made.map.areas["town"].outline) == set(box(1000, 1000, 300, 100))
    assert check_map(made.map) == []


def test_an_area_that_is_cut_in_two_becomes_two() -> None:
    comb = ((100, 700), (100, 100), (200, 100), (200, 650), (400, 650), (400, 100), (500, 100), (500, 700))
    table = with_parts(TableArea("sea", "waterway", comb, fe=2))
    table.size = (1200, 800)
    made = resized(table, 1200, 600)
    assert sorted(made.map.areas) == ["sea", "sea-2"]
    assert all(area.fe == 2 for area in made.map.areas.values())
    assert check_map(made.map) == []


def test_lines_and_fortifications_are_cut_off_at_the_edge() -> None:
    corner = ((100, 500), (700, 500), (700, 100))
    table = with_parts(
        TableLine("road-1", "road", ((0, 700), (1200, 100)), width=40),
        TableWall("w-1", "pf", corner, ((100, 540), (740, 540), (740, 100)), gates=((300, 500),)),
        TableWall("w-2", "tf", ((100, 700), (300, 700)), ((100, 740), (300, 740))),
    )
    table.size = (1200, 800)
    made = resized(table, 640, 600, left=-60)
    assert made.map.lines["road-1"] == TableLine("road-1", "road", ((140, 600), (640, 350)), width=40)
    cut = TableWall("w-1", "pf", ((40, 500), (602, 500)), ((40, 540), (640, 540)), gates=((240, 500),))
    assert made.map.lines["w-1"] == cut
    assert [(one.what, one.whole) for one in made.fallen] == [("road-1", False), ("w-1", False), ("w-2", True)]


def test_a_crest_and_parts_are_cut_with_their_hill() -> None:
    hill = TableArea(
        "hill-1",
        "hill",
        box(300, 300, 400, 200),
        crest=((350, 400), (650, 400)),
        parts=(HillPart("steep", "bare", box(500, 300, 200, 100)), HillPart("steep", "rocky", box(640, 420, 50, 50))),
    )
    made = resized(with_parts(hill), 620, 600)
    cut = made.map.areas["hill-1"]
    assert cut.crest == ((350, 400),)
    assert [part.cover for part in cut.parts] == ["bare"]
    assert check_map(made.map) == []


@pytest.mark.parametrize("size", [(599, 800), (600, 12_001)])
def test_a_size_that_tables_do_not_have_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(HexwrightError, match=r"600 to 12,000 paces on each side"):
        resized(good_table(), *size)


@given(st.integers(600, 3600), st.integers(600, 2400), st.integers(-900, 900), st.integers(-900, 900))
def test_a_cut_table_can_be_saved_and_has_nothing_off_it(width: int, height: int, left: int, top: int) -> None:
    made = resized(dressed(), width, height, left=left, top=top).map
    assert load_text(dump_map(made), "cut.yaml").findings == []
    assert "MAP203" not in {finding.code for finding in check_map(made)}


# -- scenarios ------------------------------------------------------------------------------------------------------


def scenario(table: Table) -> Scenario:
    return Scenario(
        "s",
        "S",
        "dbm",
        table,
        description="The line stands at 900,1000/0 with 1,200 men.",
        sides={"red": Side("red", "Red")},
        units={key: Unit(key, "red", key, "Bd") for key in ("bd-1", "bd-2", "bd-3")},
        setup={"bd-1": "900,1000/0", "bd-2": "3500 , 2300 facing 90", "bd-3": "nowhere"},
        setup_areas={"red": ("camp", "100,100")},
        arrivals=(Arrival(2, "red", ("900,1000/0",), (), "Column"),),
        victory=Victory(
            (Scoring("hold", region="camp", name="Camp"), Scoring("hold", hexes=("3500,2300",), name="Far"))
        ),
        special={"edges": {"red": "bottom"}, "ambush": "bd-1", "post": "900,1000/0 3500,2300/45", "men": "1,200"},
    )


def test_a_scenario_goes_along_with_its_table() -> None:
    table = dressed()
    made = resized(table, 3600, 2400, left=100, top=200)
    found = carried(scenario(table), made.map, made.by)
    assert found.scenario.map is made.map
    assert dict(found.scenario.setup) == {"bd-1": "1000,1200/0", "bd-3": "nowhere"}
    assert found.scenario.setup_areas == {"red": ("camp", "200,300")}
    assert found.scenario.arrivals[0].entry == ("1000,1200/0",)
    assert found.scenario.special["post"] == "1000,1200/0"
    assert found.scenario.special["men"] == "1,200"
    assert found.scenario.special["edges"] == {"red": "bottom"}
    assert found.fallen == [
        "place of bd-2: 3500 , 2300 facing 90",
        "objective Far: 3500,2300",
        "special, post: 3500,2300/45",
    ]
    assert found.mentions == ["the description mentions 900,1000/0, now 1000,1200/0"]


def test_a_region_that_is_gone_takes_its_objective_along() -> None:
    table = dressed()
    made = resized(table, 3600, 2400, left=-400, top=-400)
    found = carried(scenario(table), made.map, made.by)
    assert [line.name for line in found.scenario.victory.scoring] == ["Far"]
    assert "objective Camp: camp" in found.fallen
    assert found.scenario.setup["bd-1"] == "500,600/0"
