"""Moving by hand in a battle on a table: groups, ghosts that stop where the rules stop them, wheels, keys, answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from hand import CTRL, SHIFT, Hand
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from settling import settle

from editor.document.document import Document
from editor.preview.seats import HUMAN
from editor.tables.canvas.units import TablePieces
from editor.tables.playing.answering import ACTS
from editor.tables.playing.hands import TableHands
from editor.tables.playing.plan import AHEAD, BACK, WHEEL_RIGHT, MovePart, MovePlan, in_order
from editor.tables.playing.strip import CommandStrip
from editor.tables.scale import PER_PACE
from engine import data
from engine.tables.places import place

Keys = Qt.Key
Point = tuple[float, float]
LINE = ("bd-1", "bd-2", "bd-3", "bd-4", "sp-1", "sp-2")


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, Document.open(data.scenarios() / "teaching_table.yaml")) as made:
        assert made.desk.controls.game.start(dict.fromkeys(("red", "blue"), HUMAN), 1)
        settle()
        yield made


def hands_of(bench: Bench) -> TableHands:
    found = bench.canvas.map_scene.hands
    assert isinstance(found, TableHands)
    return found


def at(x: float, y: float) -> Point:
    return x / 40, y / 40


def actions(bench: Bench) -> list[str]:
    game = bench.desk.preview.game
    assert game is not None
    return game.actions


def carry(hand: Hand, start: Point, end: Point) -> None:
    """Press and go there; the button stays down."""
    hand.press(start)
    for step in range(1, 5):
        hand.move((start[0] + (end[0] - start[0]) * step / 4, start[1] + (end[1] - start[1]) * step / 4))
    settle()


def judged(qtbot: QtBot, hands: TableHands) -> None:
    qtbot.waitUntil(lambda: hands.judge.found is not None and not hands.judge.busy)


def test_a_double_click_takes_the_group_and_a_drag_moves_it(bench: Bench, qtbot: QtBot) -> None:
    hand, hands = Hand(qtbot, bench), hands_of(bench)
    qtbot.mouseDClick(hand.viewport, Qt.MouseButton.LeftButton, pos=hand.spot(at(860, 862)))
    assert hands.plan.units == LINE
    assert bench.desk.selection.units == list(LINE)
    carry(hand, at(860, 862), at(864, 767))
    judged(qtbot, hands)
    found = hands.judge.found
    assert found is not None
    assert found.said.legal
    assert len(hands.ghost.stands) == 6
    assert not hands.ghost.beyond
    assert "1 point" in bench.canvas.said_here
    assert any("Move Blades 1 and 5 others" in said for said in bench.said)
    assert actions(bench) == [], "nothing is done before the button is let go"
    hand.release(at(864, 767))
    settle()
    assert len(actions(bench)) == 1
    assert actions(bench)[0].startswith("move bd-1 bd-2 bd-3 bd-4 sp-1 sp-2: ahead ")
    assert hands.plan.units == LINE, "they stay chosen"
    assert not hands.ghost.stands


def test_the_ghost_stops_where_the_rules_stop_it(bench: Bench, qtbot: QtBot) -> None:
    hand, hands = Hand(qtbot, bench), hands_of(bench)
    carry(hand, at(400, 880), at(400, 500))
    judged(qtbot, hands)
    found = hands.judge.found
    assert found is not None
    assert found.stop is not None
    assert not found.said.legal
    assert found.stop.text == "move lh-2: ahead 250"
    [(_, stands)], [(_, beyond)] = hands.ghost.stands, hands.ghost.beyond
    assert stands == place(400, 620, 0)
    assert beyond.y < stands.y
    assert "it may go 250" in bench.canvas.said_here
    assert "dbm:12.1" in bench.canvas.said_here
    hand.release(at(400, 500))
    settle()
    assert actions(bench) == ["move lh-2: ahead 250"]


def test_esc_in_the_middle_of_a_drag_gives_it_up(bench: Bench, qtbot: QtBot) -> None:
    hand, hands = Hand(qtbot, bench), hands_of(bench)
    carry(hand, at(400, 880), at(400, 700))
    qtbot.keyClick(bench.canvas, Keys.Key_Escape)
    assert not hands.plan.parts
    assert not hands.ghost.stands
    hand.release(at(400, 700))
    assert actions(bench) == []
    assert hands.plan.units == ("lh-2",)
    qtbot.keyClick(bench.canvas, Keys.Key_Escape)
    assert hands.plan.units == ()


def test_a_drag_let_go_off_the_table_does_nothing_odd(bench: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    hand.drag(at(400, 880), at(400, -90))
    settle()
    assert actions(bench) == ["move lh-2: ahead 250"]


def test_a_handle_wheels_and_drawn_back_pivots(bench: Bench, qtbot: QtBot) -> None:
    hand, hands = Hand(qtbot, bench), hands_of(bench)
    hand.click(at(1360, 880))
    left, right = hands.ghost.handles
    start = left.x() / PER_PACE, left.y() / PER_PACE
    carry(hand, at(*start), at(start[0] + 8, start[1] - 40))
    assert hands.plan.parts[0].word == WHEEL_RIGHT
    qtbot.keyClick(bench.canvas, Keys.Key_Escape)
    hand.release(at(*start))
    start = right.x() / PER_PACE, right.y() / PER_PACE
    carry(hand, at(*start), at(start[0] - 8, start[1] + 40))
    assert hands.plan.parts[0].word == "pivot right"
    hand.release(at(start[0] - 8, start[1] + 40))
    settle()
    assert actions(bench)[0].startswith("move kn-1: pivot right ")


def test_everything_by_keyboard(bench: Bench, qtbot: QtBot) -> None:
    hand, hands = Hand(qtbot, bench), hands_of(bench)
    hand.click(at(320, 890))
    bench.canvas.setFocus()
    for key in (Keys.Key_G, Keys.Key_Up, Keys.Key_Up, Keys.Key_Up, Keys.Key_Right, Keys.Key_Backspace, Keys.Key_Down):
        qtbot.keyClick(bench.canvas, key)
    assert hands.plan.text == "move lh-1 lh-2: ahead 20"
    qtbot.keyClick(bench.canvas, Keys.Key_Up, SHIFT)
    qtbot.keyClick(bench.canvas, Keys.Key_M)
    assert hands.plan.text == "march lh-1 lh-2: ahead 21"
    qtbot.keyClick(bench.canvas, Keys.Key_M)
    qtbot.keyClick(bench.canvas, Keys.Key_Return)
    settle()
    assert actions(bench) == ["move lh-1 lh-2: ahead 21"]


def test_ctrl_and_a_click_build_a_group_and_a_box_takes_one(bench: Bench, qtbot: QtBot) -> None:
    hand, hands = Hand(qtbot, bench), hands_of(bench)
    hand.click(at(860, 862))
    hand.click(at(780, 862), CTRL)
    assert hands.plan.units == ("bd-1", "bd-2"), "from their left to their right"
    hand.click(at(780, 862), CTRL)
    assert hands.plan.units == ("bd-2",)
    hand.drag(at(270, 830), at(460, 960))
    assert hands.plan.units == ("lh-1", "lh-2")


def test_ctrl_in_a_drag_marches(bench: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    hand.click(at(400, 880))
    hand.press(at(400, 880))
    qtbot.mouseMove(hand.viewport, hand.spot(at(400, 800)))
    hands = hands_of(bench)
    assert hands.plan.verb == "move"
    hand.release(at(400, 800))
    settle()
    assert actions(bench)[0].startswith("move lh-2: ahead ")


def test_near_an_enemy_a_single_base_comes_into_contact(bench: Bench, qtbot: QtBot) -> None:
    hand, hands, game = Hand(qtbot, bench), hands_of(bench), bench.desk.controls.game
    assert game.act("move lh-2: ahead 250")
    settle()
    hand.click(at(400, 640))
    before = hands.ground.places["lh-2"]
    assert before == place(400, 620, 0)
    carry(hand, at(320, 890), at(336, 390))
    end = hands.plan.ends(hands.ground.places, hands.ground.depths)["lh-1"]
    assert end == place(340, 370, 0), "front to front with the horse"
    hand.release(at(336, 390))


def test_undo_takes_a_move_back_and_the_choice_of_units_stays_harmless(bench: Bench, qtbot: QtBot) -> None:
    hand, hands = Hand(qtbot, bench), hands_of(bench)
    hand.drag(at(400, 880), at(400, 800))
    settle()
    assert len(actions(bench)) == 1
    assert bench.desk.controls.game.take_back()
    settle()
    assert actions(bench) == []
    assert hands.ground.places["lh-2"] == place(400, 870, 0)


def test_a_click_answers_whom_to_aim_at(bench: Bench, qtbot: QtBot) -> None:
    hand, game = Hand(qtbot, bench), bench.desk.controls.game
    for action in ("move bd-1 bd-2 bd-3: ahead 100", "move sp-1 sp-2: ahead 100", "end phase", "end phase"):
        assert game.act(action), action
    settle()
    decision = bench.desk.preview.position.decision
    assert decision is not None
    assert decision.kind == "aim"
    assert len(bench.canvas.map_scene.overlays["table-aims"].cells) == 2
    assert bench.canvas.map_scene.overlays[ACTS].cells
    hand.click(at(1100, 760))
    settle()
    assert actions(bench)[-1] == "aim wb-1 at sp-1"


def test_the_strip_tells_dice_points_and_losses_of_commands(bench: Bench) -> None:
    strip = CommandStrip(bench.desk)
    assert [chip.accessibleName() for chip in strip.chips] == ["The red army", "The blue army"]
    assert strip.chips[0].accessibleDescription() == (
        "The red army: die 6, 6 points left; 12 of 12 elements left; 0 of 11.5 equivalents lost, demoralised at 4. "
        "Its army has lost 0 and is beaten at 6"
    )
    assert bench.desk.controls.game.act("move lh-2: ahead 100")
    settle()
    assert "5 points left" in strip.chips[0].accessibleDescription()
    assert not strip.grab().toImage().isNull()
    strip.deleteLater()


def test_reach_zones_and_arcs_are_drawn(bench: Bench, qtbot: QtBot) -> None:
    hand, find = Hand(qtbot, bench), bench.desk.actions.get
    overlays = bench.canvas.map_scene.overlays
    find("overlay.zoc-second").setChecked(True)
    assert len(overlays["zoc-second"].areas) == 12
    find("overlay.zoc-second").setChecked(False)
    assert overlays["zoc-second"].areas == []
    hand.click(at(640, 870))
    find("overlay.field").setChecked(True)
    assert len(overlays["field"].areas) == 1
    assert any("Archers, range 200: no target" in said for said in bench.said)
    find("overlay.field").setChecked(False)
    find("overlay.reach").setChecked(True)
    qtbot.waitUntil(lambda: len(overlays["reach"].areas) == 3)
    ahead = overlays["reach"].areas[0].path.boundingRect()
    assert round(ahead.height() / PER_PACE) == 100, "archers go a hundred paces"
    find("overlay.reach").setChecked(False)


def test_handles_are_there_only_where_a_base_may_wheel(bench: Bench, qtbot: QtBot) -> None:
    hand, hands = Hand(qtbot, bench), hands_of(bench)
    hand.click(at(640, 870))
    assert len(hands.ghost.handles) == 2
    assert bench.desk.controls.game.act("end phase")
    settle()
    assert not hands.ghost.handles
    bench.desk.preview.close()
    settle()
    assert bench.canvas.map_scene.hands is None
    layer = bench.desk.controls.units.layer
    assert isinstance(layer, TablePieces)


def test_parts_add_up_and_cut() -> None:
    places = {"a": place(100, 500, 0), "b": place(180, 500, 0)}
    depths = {"a": 30.0, "b": 30.0}
    plan = MovePlan("move", ("a", "b")).then(MovePart(AHEAD, 30)).then(MovePart(AHEAD, 20)).then(MovePart(BACK, 60))
    assert plan.text == "move a b: back 10"
    assert not plan.then(MovePart(AHEAD, 10)).parts
    wheel = MovePlan("move", ("a", "b")).then(MovePart(WHEEL_RIGHT, 900))
    assert wheel.ends(places, depths)["b"] == place(220, 460, 90)
    assert wheel.cut(450, places, depths).text == "move a b: wheel right 45"
    there = MovePlan("move", ("a",), (MovePart("to", end=place(100, 400, 90)),))
    assert there.span(places, depths) == 100
    assert there.cut(50, places, depths).text == "move a: to 100,450/45"
    assert in_order(("b", "a"), places) == ("a", "b")
    assert in_order(("a", "b"), {"a": place(100, 500, 180), "b": place(180, 500, 180)}) == ("b", "a")


def test_another_tab_takes_the_hands_away(bench: Bench, qtbot: QtBot) -> None:
    hand, hands = Hand(qtbot, bench), hands_of(bench)
    carry(hand, at(400, 880), at(400, 800))
    bench.desk.tabs.open(Document.open(data.scenarios() / "first_steps.yaml"))
    settle()
    assert bench.desk.canvas.map_scene.hands is None
    assert hands.plan.units == ()
