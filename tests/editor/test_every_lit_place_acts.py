"""What is lit acts: in games of every system a click on each lit hex does something, and a dead click says why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench import Bench, at_bench
from campaigning import at_campaign, take_up
from fields import document
from hand import Hand
from pytestqt.qtbot import QtBot
from settling import settle

from editor.document.document import Document
from editor.hexes.canvas.overlays import OverlayItem
from editor.preview.seats import HUMAN
from engine.play.choices import Choice
from engine.players import make

SCENARIOS = Path(__file__).parents[2] / "scenarios"
ALWAYS_BACK = {"combat_results": {"rows": {die: ["DR"] * 10 for die in range(1, 7)}}}
LIT = ("goals", "asked", "movers")


def lit(bench: Bench) -> set[int]:
    """The hexes that are lit as places to click."""
    items = [bench.canvas.map_scene.overlays[key] for key in LIT]
    return {h for item in items if isinstance(item, OverlayItem) for h in item.cells}


@pytest.mark.parametrize(("name", "seed"), [("first_steps", 2), ("fm_first_steps", 2), ("sns_first_steps", 4)])
def test_every_lit_hex_acts(qtbot: QtBot, name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with at_bench(qtbot, Document.open(SCENARIOS / f"{name}.yaml")) as bench:
        control, preview = bench.desk.controls.game, bench.desk.preview
        scenario = bench.document.require_scenario()
        assert control.start(dict.fromkeys(scenario.sides, HUMAN), seed)
        players = {side: make("random", side, seed) for side in scenario.sides}
        done: list[object] = []
        acted: Callable[[Choice], None] = done.append
        monkeypatch.setattr(control, "_act", acted)
        monkeypatch.setattr(control, "offer", lambda meant, h: done.append(meant))
        asked = set[str]()
        for _ in range(90):
            if preview.handing_over:
                preview.sit_down()
            decision, game = preview.position.decision, preview.game
            if decision is None or game is None:
                break
            control._select(None, -1)
            for h in sorted(lit(bench)) if decision.kind not in asked else ():
                done.clear()
                control._select(None, -1)
                control.clicked(h)
                chosen = control.unit is not None and control.unit in preview.choices().units
                named = bench.document.battle_map.grid.name(h)
                # The hex that all is about, such as one that is attacked, says what is asked.
                told = named in decision.hexes and decision.prompt in bench.said[-1]
                assert done or chosen or told, f"{decision.kind} {named}: {decision.prompt}"
            asked.add(decision.kind)
            control._select(None, -1)
            assert preview.act(game.text(players[decision.side].choose(game)))
        assert len(asked) > 3, "various things were asked"


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    setup = {"us-9": "L0302", "us-towson": "L0601", "ac-1": "L0303", "ac-103": "L0602"}
    made = document(setup=setup, arrivals=(), tables=ALWAYS_BACK)
    with at_bench(qtbot, made) as found:
        assert found.desk.controls.game.start({"us": HUMAN, "ac": HUMAN}, 1)
        yield found


def test_a_goal_of_a_retreat_is_clicked_at_once(qtbot: QtBot, bench: Bench) -> None:
    control, preview = bench.desk.controls.game, bench.desk.preview
    for action in ("end phase", "attack L0303 with us-9"):
        assert control.act(action)
    assert preview.position.decision is not None
    assert preview.position.decision.side == "ac"
    goals = [choice.goal for choice in preview.choices() if choice.verb == "retreat"]
    settle()
    grid = bench.document.battle_map.grid
    assert {grid.parse(goal) for goal in goals} <= lit(bench)
    Hand(qtbot, bench.desk).click(goals[0])
    assert preview.position.units["ac-1"]["at"] == goals[0]


def test_a_click_on_a_unit_that_may_not_take_part_says_why(qtbot: QtBot, bench: Bench) -> None:
    control, hand = bench.desk.controls.game, Hand(qtbot, bench.desk)
    for action in ("end phase", "attack L0303"):
        assert control.act(action)
    hand.click("L0601")
    assert "Towson" in bench.said[-1] or "Not allowed" in bench.said[-1]
    assert bench.canvas.said_here
    hand.click("L0806")
    assert "Not allowed" in bench.said[-1] or "Nothing can be done there" in bench.said[-1]
    assert "Current decision" in bench.said[-1]


def test_a_refusal_of_a_click_speaks_of_the_matter(qtbot: QtBot, bench: Bench) -> None:
    """Nobody who clicks gave a way: hexes that were filled in are not told of; where one is typed they are."""
    hand = Hand(qtbot, bench.desk)
    hand.click("L0601")
    assert bench.desk.controls.game.unit == "us-towson"
    hand.click("L0106")
    assert bench.said[-1].startswith("Not allowed: ")
    assert "filled in" not in bench.said[-1] + bench.canvas.said_here
    bench.desk.controls.game.act("move us-towson L0106")
    assert "filled in by" in bench.said[-1]


def test_a_note_of_what_is_asked_goes_when_something_else_is_asked(qtbot: QtBot, bench: Bench) -> None:
    control, hand = bench.desk.controls.game, Hand(qtbot, bench.desk)
    hand.click("L0601")
    hand.click("L0106")
    assert "Current decision" in bench.canvas.said_here
    assert control.act("end phase")
    settle()
    assert not bench.canvas.said_here


def test_where_several_units_can_go_the_note_at_the_pointer_asks_which(qtbot: QtBot) -> None:
    setup = {"us-9": "L0302", "us-towson": "L0202", "ac-1": "L0303", "ac-103": "L0303"}
    with at_bench(qtbot, document(setup=setup, arrivals=(), tables=ALWAYS_BACK)) as bench:
        control, preview = bench.desk.controls.game, bench.desk.preview
        assert control.start({"us": HUMAN, "ac": HUMAN}, 1)
        for action in ("end phase", "attack L0303 with us-9 us-towson"):
            assert control.act(action)
        settle()
        both = [
            goal
            for goal in {choice.goal for choice in preview.choices() if choice.verb == "retreat"}
            if len([one for one in preview.choices() if one.goal == goal]) == 2
        ]
        Hand(qtbot, bench.desk).click(sorted(both)[0])
        assert "Which unit: Royal Scots and 103rd Foot?" in bench.canvas.said_here
        assert "Choose one by its button" in bench.canvas.said_here
        assert bench.said[-1].startswith("Which unit: Royal Scots and 103rd Foot?")


def test_where_a_unit_that_has_come_cannot_be_placed_a_click_says_why(qtbot: QtBot) -> None:
    with at_campaign(qtbot) as bench:
        places = {"br-hq": "T0303", "br-1": "T0303", "br-2": "T0304", "za-1": "T0805"}
        take_up(bench, places, "reinforcement")
        preview, hand = bench.desk.preview, Hand(qtbot, bench.desk)
        assert preview.act("place br-train2")
        assert {choice.goal for choice in preview.choices()} == {"T0303", "T0306"}
        for name in ("T0304", "T0505"):
            bench.canvas.hush()
            hand.click(name)
            assert bench.canvas.said_here.startswith("Not allowed: "), name
            assert "Current decision: Place Train 2" in bench.canvas.said_here
        hand.click("T0306")
        assert preview.position.units["br-train2"]["at"] == "T0306"
