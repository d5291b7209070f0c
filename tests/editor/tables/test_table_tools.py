"""The tools of tables: areas, lines, walls, names, bases, the stick; drawn, changed, undone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from a_table import WOOD, battle, document
from bench import Bench, at_bench
from hand import Hand
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QInputDialog
from pytestqt.qtbot import QtBot
from settling import settle

from editor.look.name_field import NameField
from editor.panels.tool_options import ToolOptions
from editor.tables import shaping
from editor.tables.canvas.units import TablePieces
from editor.tables.things import Thing
from editor.tables.tools.line import WidthRow
from editor.tables.tools.wall import beside
from engine.tables.table import HillPart, Table, TableArea, TableWall, table_of

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        yield made


@pytest.fixture
def fighting(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, battle()) as made:
        yield made


def paper(*points: tuple[float, float]) -> list[tuple[float, float]]:
    """Points in paces as the hand takes them."""
    return [(x / 40, y / 40) for x, y in points]


def the(bench: Bench) -> Table:
    return table_of(bench.document.board)


def near(points: tuple[tuple[int, int], ...], wanted: list[tuple[float, float]], within: float = 6) -> bool:
    """Whether points are where they are wanted, to a pixel of the small window."""
    return len(points) == len(wanted) and all(
        abs(x - a) <= within and abs(y - b) <= within for (x, y), (a, b) in zip(points, wanted, strict=True)
    )


def pieces(bench: Bench) -> TablePieces:
    layer = bench.desk.controls.units.layer
    assert isinstance(layer, TablePieces)
    return layer


def test_an_area_is_drawn_point_by_point_and_closed_by_a_double_click(bench: Bench, qtbot: QtBot) -> None:
    hand, corners = Hand(qtbot, bench), [(900.0, 200.0), (1300.0, 200.0), (1100.0, 600.0)]
    bench.desk.settings.set("areas", "marsh")
    bench.desk.settings.set("table_smooth", False)
    hand.choose("area")
    for corner in paper(*corners):
        hand.click(corner)
    assert "marsh-1" not in the(bench).areas
    qtbot.mouseDClick(hand.viewport, Qt.MouseButton.LeftButton, pos=hand.spot(paper(corners[-1])[0]))
    area = the(bench).areas["marsh-1"]
    assert (area.kind, area.smooth) == ("marsh", False)
    assert near(area.outline, corners)
    assert bench.desk.selection.spot == Thing("areas", "marsh-1")
    hand.undo()
    assert "marsh-1" not in the(bench).areas


def test_an_area_is_cut_along_a_line_and_joined_again(bench: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    hand.choose("table-cut")
    for end in paper((1500, 450), (2100, 450)):
        hand.click(end)
    qtbot.keyClick(bench.canvas, Qt.Key.Key_Return)
    assert list(the(bench).areas) == ["wood-1", "wood-2", "hill-1", "town-1"]
    larger, smaller = (the(bench).areas[key].outline for key in ("wood-1", "wood-2"))
    assert max(y for _, y in smaller) == min(y for _, y in larger)
    assert abs(min(y for _, y in larger) - 450) <= 6
    assert shaping.neighbours(the(bench), "wood-2") == ["wood-1"]
    whole = shaping.joined(the(bench), "wood-2")
    assert whole is not None
    assert list(whole) == ["wood-2", "hill-1", "town-1"]
    assert set(whole["wood-2"].outline) == set(WOOD)
    hand.undo()
    assert the(bench).areas["wood-1"].outline == WOOD


def test_a_line_beside_all_areas_cuts_nothing(bench: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    hand.choose("table-cut")
    for end in paper((1000, 100), (1200, 200)):
        hand.click(end)
    qtbot.keyClick(bench.canvas, Qt.Key.Key_Return)
    assert hand.steps == 0
    assert len(the(bench).areas) == 3


def test_selected_bases_do_not_keep_an_area_from_being_cut(fighting: Bench, qtbot: QtBot) -> None:
    piece = next(iter(pieces(fighting).pieces))
    fighting.desk.selection.set([piece.spot], piece.unit.key)
    hand = Hand(qtbot, fighting)
    hand.choose("table-cut")
    for end in paper((1500, 450), (2100, 450)):
        hand.click(end)
    qtbot.keyClick(fighting.canvas, Qt.Key.Key_Return)
    assert "wood-2" in the(fighting).areas


def test_pieces_of_a_hill_keep_what_lies_in_them() -> None:
    part = HillPart("steep", "bare", ((0, 0), (100, 0), (100, 40), (0, 40)))
    hill = TableArea("h", "hill", ((0, 0), (100, 0), (100, 100), (0, 100)), crest=((50, 80),), parts=(part,))
    board = Table(document().board.palette, areas={"h": hill})
    found = shaping.cut(board, ["h"], ((0, 20), (100, 20)))
    assert found is not None
    large, small = found.values()
    assert (large.crest, small.crest) == (((50, 80),), ())
    assert [set(one.parts[0].outline) for one in (large, small)] == [
        {(0, 20), (100, 20), (100, 40), (0, 40)},
        {(0, 0), (100, 0), (100, 20), (0, 20)},
    ]


def test_areas_round_a_hole_are_not_joined() -> None:
    sides = {
        "a": ((0, 0), (300, 0), (300, 50), (0, 50)),
        "b": ((250, 50), (300, 50), (300, 250), (250, 250)),
        "c": ((0, 250), (300, 250), (300, 300), (0, 300)),
        "d": ((0, 50), (50, 50), (50, 250), (0, 250)),
    }
    board = Table(document().board.palette, areas={key: TableArea(key, "wood", one) for key, one in sides.items()})
    assert shaping.neighbours(board, "a") == ["b", "c", "d"]
    assert shaping.joined(board, "a") is None
    assert shaping.joined(Table(board.palette, areas={"a": board.areas["a"]}), "a") is None


def test_an_area_is_drawn_with_a_free_hand(bench: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    bench.desk.settings.set("areas", "wood")
    hand.choose("area")
    hand.drag(*paper((900, 150), (1300, 150), (1300, 450), (900, 450)), steps=12)
    area = the(bench).areas["wood-2"]
    assert len(area.outline) > 8
    assert area.smooth
    assert hand.steps == 1


def test_esc_gives_up_what_is_being_drawn_and_backspace_takes_a_point_away(bench: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    hand.choose("area")
    for corner in paper((900, 200), (1300, 200), (1100, 600)):
        hand.click(corner)
    tool = bench.desk.tools.get("area")
    qtbot.keyClick(bench.canvas, Qt.Key.Key_Backspace)
    assert len(tool.points) == 2
    qtbot.keyClick(bench.canvas, Qt.Key.Key_Escape)
    assert tool.points == []
    assert len(the(bench).areas) == 3
    assert hand.steps == 0


def test_a_road_and_a_wall_are_drawn(bench: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    bench.desk.settings.set("lines", "river")
    bench.desk.settings.set("table_smooth", False)
    hand.choose("table-line")
    ends = [(1300.0, 100.0), (1300.0, 700.0)]
    for end in paper(*ends):
        hand.click(end)
    qtbot.keyClick(bench.canvas, Qt.Key.Key_Return)
    assert near(the(bench).courses["river-1"].line, ends)
    bench.desk.settings.set("lines", "tf")
    hand.choose("table-wall")
    ends = [(800.0, 1100.0), (1200.0, 1100.0)]
    for end in paper(*ends):
        hand.click(end)
    qtbot.keyClick(bench.canvas, Qt.Key.Key_Return)
    wall = the(bench).walls["tf-1"]
    assert near(wall.inside, ends)
    assert near(wall.outside, [(800.0, 1060.0), (1200.0, 1060.0)], 8)


def test_the_outside_of_a_wall_is_parallel_to_its_inside_round_a_corner() -> None:
    assert beside(((0, 100), (200, 100), (200, 300)), 40) == ((0, 140), (160, 140), (160, 300))
    assert beside(((0, 100), (200, 100), (200, 300)), -40) == ((0, 60), (240, 60), (240, 300))


def test_points_are_dragged_added_and_taken_away(bench: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    hand.choose("table-select")
    hand.click(paper((1800, 500))[0])
    assert bench.desk.selection.spot == Thing("areas", "wood-1")
    hand.drag(*paper((2000, 300), (2200, 200)))
    assert near(the(bench).areas["wood-1"].outline, [(1600, 300), (2200, 200), (2000, 700), (1600, 700)], 8)
    hand.undo()
    assert the(bench).areas["wood-1"].outline == WOOD
    hand.click(paper((1600, 500))[0], ALT)
    outline = the(bench).areas["wood-1"].outline
    assert len(outline) == 5
    assert near(outline[4:], [(1600, 500)], 8)
    hand.click(paper((1600, 500))[0], ALT)
    assert the(bench).areas["wood-1"].outline == WOOD


def test_what_is_selected_is_moved_and_deleted(bench: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    hand.choose("table-select")
    hand.drag(*paper((1800, 500), (1900, 500)))
    x, y = the(bench).areas["wood-1"].outline[0]
    assert abs(x - 1700) <= 8
    assert y == 300
    assert hand.steps == 1
    qtbot.keyClick(bench.canvas, Qt.Key.Key_Delete)
    assert "wood-1" not in the(bench).areas
    assert list(the(bench).areas) == ["hill-1", "town-1"]
    hand.undo()
    assert list(the(bench).areas) == ["wood-1", "hill-1", "town-1"], "in the same order"


def test_a_wall_takes_its_outside_along(bench: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    hand.choose("table-select")
    hand.click(paper((2000, 960))[0])
    hand.drag(*paper((1800, 980), (1700, 980)))
    wall = the(bench).walls["pf-1"]
    assert isinstance(wall, TableWall)
    assert near(wall.inside, [(1700, 980), (2200, 980)], 8)
    assert near(wall.outside, [(1700, 940), (2200, 940)], 8)


def test_nothing_is_drawn_off_the_table_or_on_a_locked_layer(bench: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    bench.desk.controls.layers.set_locked("areas", True)
    hand.choose("table-select")
    hand.click(paper((1800, 500))[0])
    assert bench.desk.selection.spots == []
    hand.choose("area")
    hand.drag(*paper((900, 150), (1300, 150), (1300, 450), (900, 450)), steps=12)
    assert len(the(bench).areas) == 3
    assert "locked" in bench.said[-1]
    bench.desk.controls.layers.set_locked("areas", False)
    bench.desk.settings.set("table_smooth", False)
    hand.drag(*paper((2300, 100), (2600, 100), (2600, 300), (2300, 300)), steps=12)
    drawn = list(the(bench).areas.values())[-1]
    assert max(x for x, _ in drawn.outline) == 2400


def test_a_name_is_written_moved_and_changed(bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand(qtbot, bench)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_args, **_kept: ("Ford", True))
    hand.choose("table-label")
    hand.click(paper((1000, 300))[0])
    assert [label.text for label in the(bench).labels] == ["Zama", "Ford"]
    hand.drag(*paper((1000, 300), (1000, 400)))
    assert near((the(bench).labels[1].at,), [(1000, 400)], 8)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_args, **_kept: ("", True))
    qtbot.mouseDClick(hand.viewport, Qt.MouseButton.LeftButton, pos=hand.spot(paper((1000, 400))[0]))
    assert [label.text for label in the(bench).labels] == ["Zama"]


def test_the_stick_tells_the_distance(bench: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    hand.choose("stick")
    hand.drag(*paper((400, 200), (1000, 200)))
    told = int(bench.said[-1].split()[0])
    assert abs(told - 600) <= 8
    assert hand.steps == 0


# -- bases --------------------------------------------------------------------------------------------------------


def test_a_base_is_picked_and_carried_and_touches_what_it_comes_near(fighting: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, fighting)
    hand.choose("table-select")
    hand.click(paper((1120, 1310))[0])
    assert fighting.desk.selection.units == ["bd-4"]
    hand.drag(*paper((1120, 1310), (1300, 1310)))
    setup = fighting.document.require_scenario().setup
    assert setup["bd-4"].endswith(",1300/0")
    assert abs(int(setup["bd-4"].partition(",")[0]) - 1300) <= 10
    hand.drag(*paper((1300, 1310), (1128, 1316)))
    assert fighting.document.require_scenario().setup["bd-4"] == "1120,1300/0", "side by side with the third"
    assert hand.steps == 2
    hand.undo()
    hand.undo()
    assert fighting.document.require_scenario().setup["bd-4"] == "1120,1300/0"


def test_several_bases_go_together(fighting: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, fighting)
    hand.choose("table-select")
    hand.drag(*paper((800, 1200), (1200, 1420)))
    assert sorted(fighting.desk.selection.units) == ["bd-1", "bd-2", "bd-3", "bd-4"]
    hand.drag(*paper((960, 1310), (960, 1150)))
    setup = fighting.document.require_scenario().setup
    heights = {setup[key].partition(",")[2] for key in ("bd-1", "bd-2", "bd-3", "bd-4")}
    assert len(heights) == 1
    assert abs(int(next(iter(heights)).partition("/")[0]) - 1140) <= 10
    assert hand.steps == 1


def test_the_handle_turns_a_base_and_keys_move_it(fighting: Bench, qtbot: QtBot) -> None:
    hand, layer = Hand(qtbot, fighting), pieces(fighting)
    hand.choose("table-select")
    hand.click(paper((1120, 1310))[0])
    piece = layer.find("bd-4")
    assert piece is not None
    handle = layer.handle_of(piece)
    hand.drag((handle.x() / 64, handle.y() / 64), (1400 / 40, 1300 / 40))
    assert fighting.document.require_scenario().setup["bd-4"] == "1120,1300/90"
    fighting.canvas.setFocus()
    qtbot.keyClick(fighting.canvas, Qt.Key.Key_Right)
    assert fighting.document.require_scenario().setup["bd-4"] == "1130,1300/90"
    qtbot.keyClick(fighting.canvas, Qt.Key.Key_Comma)
    assert fighting.document.require_scenario().setup["bd-4"] == "1130,1300/85"


def test_a_carry_that_is_broken_off_or_ends_beside_the_table_changes_nothing(fighting: Bench, qtbot: QtBot) -> None:
    hand, before = Hand(qtbot, fighting), dict(fighting.document.require_scenario().setup)
    hand.choose("table-select")
    hand.press(paper((1120, 1310))[0])
    for x in (1150, 1250, 1350):
        hand.move(paper((x, 1310))[0])
    qtbot.keyClick(fighting.canvas, Qt.Key.Key_Escape)
    hand.release(paper((1350, 1310))[0])
    assert fighting.document.require_scenario().setup == before
    hand.drag(*paper((1120, 1310), (1120, 1700)))
    assert fighting.document.require_scenario().setup == before
    assert "map" in fighting.said[-1]


def test_a_base_is_at_a_point_that_it_covers(fighting: Bench) -> None:
    layer = pieces(fighting)
    board = fighting.document.board
    assert [piece.unit.key for piece in layer.standing_at(board.parse("1120,1310/0"))] == ["bd-4"]
    assert layer.standing_at(board.parse("1120,1200/0")) == []
    assert layer.piece_at(QPointF(0, 0)) is None


def test_the_keyboard_draws_an_area(bench: Bench, qtbot: QtBot) -> None:
    canvas = bench.canvas
    bench.desk.tools.choose("area")
    canvas.setFocus()
    canvas.keys.come()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left):
        canvas.keys.click()
        for _ in range(8):
            qtbot.keyClick(canvas, key)
    qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert len(bench.desk.tools.get("area").points) in (0, 3)


def test_a_tool_for_maps_of_hexes_is_left_where_it_is(bench: Bench) -> None:
    """The hand would mark hexes on a map that has none."""
    tools = bench.desk.tools
    before = tools.current
    for tool in tools.all:
        if tool not in tools.offered:
            tools.choose(tool.key)
            assert tools.current == before
    assert len(tools.offered) < len(tools.all)


@pytest.mark.parametrize("tool", ["table-label", "table-select"])
def test_f2_renames_a_name_where_it_is(bench: Bench, qtbot: QtBot, tool: str) -> None:
    hand = Hand(qtbot, bench)
    hand.choose(tool)
    if tool == "table-label":
        hand.move(paper((1000, 400))[0])
        hand.move(paper((2000, 1200))[0])
    else:
        bench.desk.selection.set([Thing("labels", "0")])
    qtbot.keyClick(bench.canvas, Qt.Key.Key_F2)
    field = bench.canvas.viewport().findChild(NameField)
    assert field.text() == "Zama"
    qtbot.keyClicks(field, "Zama Regia")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    settle()
    assert [label.text for label in the(bench).labels] == ["Zama Regia"]
    bench.document.stack.undo()
    assert [label.text for label in the(bench).labels] == ["Zama"]


@pytest.mark.parametrize(
    ("thing", "typed", "there"),
    [
        (Thing("areas", "hill-1"), "Caesar's Hill", "caesar-s-hill"),
        (Thing("lines", "road-1"), "Via Appia", "via-appia"),
        (Thing("regions", "camp"), "The Roman camp", "The Roman camp"),
    ],
)
def test_f2_renames_an_area_a_line_and_a_region_where_they_are(
    bench: Bench, qtbot: QtBot, thing: Thing, typed: str, there: str
) -> None:
    table = the(bench)
    table.areas["town-1"] = replace(table.areas["town-1"], joined="hill-1")
    table.lines["pf-1"] = replace(table.lines["pf-1"], encloses="hill-1")
    Hand(qtbot, bench).choose("table-select")
    bench.desk.selection.set([thing])
    qtbot.keyClick(bench.canvas, Qt.Key.Key_F2)
    field = bench.canvas.viewport().findChild(NameField)
    assert field.height() <= 2 * field.sizeHint().height()
    field.selectAll()
    qtbot.keyClicks(field, typed)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    settle()
    table = the(bench)
    names = [*table.areas, *table.lines, *(region.name for region in table.regions.values())]
    assert there in names
    hill = "caesar-s-hill" if thing.key == "hill-1" else "hill-1"
    assert table.areas["town-1"].joined == hill
    assert table.walls["pf-1"].encloses == hill
    bench.document.stack.undo()
    assert there not in [*the(bench).areas, *the(bench).lines, the(bench).regions["camp"].name]


def test_a_road_is_as_wide_as_its_row_says(bench: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    bench.desk.settings.set("lines", "road")
    hand.choose("table-line")
    row = ToolOptions(bench.desk).row(WidthRow)
    qtbot.addWidget(row)
    row.paces.setValue(120)
    for end in paper((1300.0, 100.0), (1300.0, 700.0)):
        hand.click(end)
    qtbot.keyClick(bench.canvas, Qt.Key.Key_Return)
    assert the(bench).courses["road-2"].width == 120
