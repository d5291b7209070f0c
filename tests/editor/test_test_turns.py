"""Test turns in the window: started, watched, stepped through, played by hand, and left without a trace."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from fields import battle_map, document, scenario
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QDockWidget, QPushButton
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.drawing.paper import SCALE
from editor.commands.replace_map import ReplaceMap
from editor.document.document import Document
from editor.hexes.canvas.overlays import OverlayItem
from editor.panels.answer_button import ChoiceButton
from editor.panels.play_banner import PlayBanner
from editor.panels.preview_panel import PreviewPanel
from editor.preview.seats import HUMAN
from engine.play import Action
from engine.play.parts import Parts
from engine.scenario import Arrival, Deployment, Unit


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        yield made


@pytest.fixture
def panel(qtbot: QtBot, bench: Bench) -> PreviewPanel:
    made = PreviewPanel(bench.desk)
    dock, above = QDockWidget("Test turns"), QDockWidget("Banner")
    dock.setWidget(made)
    above.setWidget(PlayBanner(bench.desk))
    bench.window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    bench.window.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, above)
    settle()
    bench.canvas.fit()
    return made


def seat(panel: PreviewPanel, **players: str) -> None:
    for side, name in players.items():
        panel.seats[side].setCurrentIndex(panel.seats[side].findData(name))


def spot(bench: Bench, name: str) -> QPoint:
    x, y = bench.document.battle_map.grid.centre(bench.document.battle_map.grid.parse(name))
    return bench.canvas.mapFromScene(QPointF(x * SCALE, y * SCALE))


def click(qtbot: QtBot, bench: Bench, name: str) -> None:
    qtbot.mouseClick(bench.canvas.viewport(), Qt.MouseButton.LeftButton, pos=spot(bench, name))


def lit(bench: Bench, key: str) -> set[str]:
    item = bench.canvas.map_scene.overlays[key]
    assert isinstance(item, OverlayItem)
    return {bench.document.battle_map.grid.name(h) for h in item.cells}


def buttons(panel: PreviewPanel) -> dict[str, QPushButton]:
    found = panel.window().findChildren(ChoiceButton)
    return {button.answer: button for button in found if button.isVisible()}


def test_one_turn_is_played_and_watched(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    seat(panel, us="random", ac="random")
    before = bench.document.scenario
    qtbot.mouseClick(panel.start_button, Qt.MouseButton.LeftButton)
    assert bench.desk.preview.active
    with qtbot.waitSignal(bench.desk.preview.stopped):
        panel.one_turn.trigger()
    assert "Turn 2 of 6" in panel.window().findChild(PlayBanner).title.text()
    assert panel.list.count() == len(bench.desk.preview.positions)
    assert panel.slider.maximum() == panel.list.count() - 1
    said = [line for line in bench.desk.log.lines if line.rule.startswith("tlg2:")]
    assert said
    assert bench.document.scenario is before
    assert not bench.document.dirty


def test_the_timeline_moves_the_units(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    seat(panel, us="random", ac="random")
    panel.start()
    preview, layer = bench.desk.preview, bench.desk.controls.units.layer
    with qtbot.waitSignal(preview.stopped):
        panel.one_turn.trigger()
    for number in (0, len(preview.positions) - 1, 2):
        panel.slider.setValue(number)
        assert preview.shown == number
        assert panel.list.currentRow() == number
        where = {key: how["at"] for key, how in preview.position.units.items() if how["at"] is not None}
        grid = bench.document.battle_map.grid
        assert {piece.unit.key: grid.name(piece.hex) for stack in layer.stacks.values() for piece in stack} == where
    panel.back.trigger()
    assert preview.shown == 1
    panel.forward.trigger()
    assert preview.shown == 2


def test_return_to_set_up_shows_the_set_up(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    seat(panel, us="random", ac="random")
    panel.start()
    with qtbot.waitSignal(bench.desk.preview.stopped):
        panel.to_end.trigger()
    assert "Victory" in panel.prompt.text() or "draw" in panel.prompt.text()
    panel.back_to_setup.trigger()
    assert not bench.desk.preview.active
    layer = bench.desk.controls.units.layer
    grid = bench.document.battle_map.grid
    standing = {piece.unit.key: grid.name(piece.hex) for stack in layer.stacks.values() for piece in stack}
    assert standing == dict(bench.document.require_scenario().setup)
    assert bench.canvas.picking is None
    assert not bench.document.dirty


def test_test_turns_that_were_left_are_a_click_away(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    assert not panel.resume.isEnabled()
    assert not panel.resume_button.isVisibleTo(panel)
    seat(panel, us=HUMAN, ac=HUMAN)
    panel.start()
    click(qtbot, bench, "L0202")
    click(qtbot, bench, "L0103")
    told = [line.text for line in bench.desk.log.lines if line.kind == "game"]
    panel.back_to_setup.trigger()
    assert "Play > Resume play" in bench.said[-1]
    assert panel.resume_button.isVisibleTo(panel)
    assert panel.resume_button.text() == "Resume play (1 action)"
    qtbot.mouseClick(panel.resume_button, Qt.MouseButton.LeftButton)
    assert bench.desk.preview.played == 1
    assert panel.list.count() == 2
    assert bench.canvas.picking is not None
    assert [line.text for line in bench.desk.log.lines if line.kind == "game"] == told, "not told twice"
    panel.take_back.trigger()
    panel.back_to_setup.trigger()
    assert not panel.resume.isEnabled(), "nothing is left of it"


def test_test_turns_of_a_map_with_other_hexes_are_not_gone_back_to(
    qtbot: QtBot, bench: Bench, panel: PreviewPanel
) -> None:
    seat(panel, us="random", ac="random")
    panel.start()
    with qtbot.waitSignal(bench.desk.preview.stopped):
        bench.desk.controls.game.pace.step()
    panel.back_to_setup.trigger()
    document = bench.document
    smaller = battle_map(7)
    document.push(ReplaceMap("Crop", smaller))
    panel.resume.trigger()
    assert not bench.desk.preview.active
    assert "hexes have changed" in bench.said[-1]
    document.stack.undo()
    panel.resume.trigger()
    assert bench.desk.preview.active


def test_a_person_moves_by_clicks_with_moves_lit(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    seat(panel, us=HUMAN, ac=HUMAN)
    panel.start()
    assert lit(bench, "movers") == {"L0202"}
    click(qtbot, bench, "L0202")
    unit = bench.desk.controls.game.unit
    assert unit in {"us-9", "us-towson"}
    goals = lit(bench, "goals")
    assert "L0303" in goals or "L0103" in goals
    click(qtbot, bench, "L0202")
    assert bench.desk.controls.game.unit != unit
    goal = "L0103"
    click(qtbot, bench, goal)
    positions = bench.desk.preview.positions
    assert len(positions) == 2
    assert goal in {how["at"] for how in positions[-1].units.values()}
    panel.take_back.trigger()
    assert len(positions) == 1
    assert panel.list.count() == 1
    assert panel.count.text() == "0 of 0"
    assert "end phase" in buttons(panel)


def test_what_is_not_allowed_is_answered_with_the_paragraph(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    seat(panel, us=HUMAN, ac=HUMAN)
    panel.start()
    click(qtbot, bench, "L0202")
    click(qtbot, bench, "L0806")
    assert bench.said[-1].startswith("Not allowed: ")
    assert "[tlg2:" in bench.said[-1]
    assert bench.desk.log.lines[-1].kind == "warning"
    assert len(bench.desk.preview.positions) == 1


def test_decisions_have_buttons_and_a_line(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    seat(panel, us=HUMAN, ac=HUMAN)
    panel.start()
    assert "United States" in panel.prompt.text()
    assert "tlg2:" in panel.prompt.text()
    qtbot.mouseClick(buttons(panel)["end phase"], Qt.MouseButton.LeftButton)
    assert bench.desk.preview.position.action == "end phase"
    panel.line.setFocus()
    qtbot.keyClicks(panel.line, "dance")
    qtbot.keyClick(panel.line, Qt.Key.Key_Return)
    assert panel.line.text() == "dance"
    assert bench.said[-1].startswith("Not allowed: ")


def test_units_stay_put_while_a_test_is_on(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    seat(panel, us=HUMAN, ac=HUMAN)
    panel.start()
    viewport = bench.canvas.viewport()
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=spot(bench, "L0602"))
    qtbot.mouseMove(viewport, spot(bench, "L0504"))
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=spot(bench, "L0504"))
    assert bench.document.require_scenario().setup["ac-1"] == "L0602"
    assert not bench.document.stack.canUndo()


def test_a_scenario_that_cannot_be_played_says_why(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    bench.desk.tabs.set_document(document(system="chess"))
    panel.start()
    assert not bench.desk.preview.active
    assert "cannot be played yet" in bench.said[-1]


def test_a_map_alone_has_no_test_turns(bench: Bench, panel: PreviewPanel) -> None:
    bench.desk.tabs.set_document(Document(battle_map()))
    assert panel.pages.currentWidget() is panel.empty
    assert not panel.start_action.isEnabled()


def test_another_document_ends_the_test(bench: Bench, panel: PreviewPanel) -> None:
    panel.start()
    assert bench.desk.preview.active
    bench.desk.tabs.set_document(document())
    assert not bench.desk.preview.active
    assert panel.pages.currentIndex() == 1


def test_reinforcements_are_chosen_by_button_or_at_their_entry(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    arrival = Arrival(1, "us", ("L0106",), ("us-towson",))
    bench.desk.tabs.set_document(document(arrivals=(arrival,), setup={"us-9": "L0202", "ac-1": "L0602"}))
    seat(panel, us=HUMAN, ac=HUMAN)
    panel.start()
    control = bench.desk.controls.game
    assert control.waiting() == ["us-towson"]
    button = next(button for button in panel.buttons.findChildren(QPushButton) if button.text() == "Towson")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert control.unit == "us-towson"
    assert "L0106" in lit(bench, "goals")
    control.unit = None
    click(qtbot, bench, "L0106")
    assert control.unit == "us-towson"
    click(qtbot, bench, "L0106")
    assert bench.desk.preview.position.units["us-towson"]["at"] == "L0106"
    assert control.waiting() == []


def bombarding() -> Document:
    """Fire & Movement with support fire at a German brigade."""
    made = scenario(
        system="fm",
        units={
            key: Unit(key, side, key, "infantry", "brigade", {"attack": 3, "defense": 3, "movement": 3})
            for key, side in (("us-9", "us"), ("ac-1", "ac"))
        },
        setup={"us-9": "L0202", "ac-1": "L0302"},
        arrivals=(),
        special={
            "support_fire": {"allotment": dict.fromkeys(range(1, 7), "2/0"), "us": [{"strength": 3}] * 2, "ac": []}
        },
    )
    return Document(made.map, made)


@pytest.mark.parametrize("unit", ["us-9", "us-towson"])
def test_of_two_units_that_reach_a_hex_the_chosen_one_goes(
    qtbot: QtBot, bench: Bench, panel: PreviewPanel, unit: str
) -> None:
    seat(panel, us=HUMAN, ac=HUMAN)
    panel.start()
    bench.desk.controls.game.choose(unit)
    click(qtbot, bench, "L0103")
    units = bench.desk.preview.position.units
    assert {key: units[key]["at"] for key in ("us-9", "us-towson")} == {"us-9": "L0202", "us-towson": "L0202"} | {
        unit: "L0103"
    }


def test_a_unit_with_one_hex_to_be_set_up_in_goes_there(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    made = Deployment("us", ("L0101", "L0102"), ("us-9", "us-towson"))
    bench.desk.tabs.set_document(document(setup={"ac-1": "L0602"}, deployments=(made,)))
    seat(panel, us=HUMAN, ac=HUMAN)
    panel.start()
    preview = bench.desk.preview
    bench.desk.controls.game.choose("us-9")
    assert preview.position.action == "deploy us-9", "there are two hexes"
    click(qtbot, bench, "L0102")
    bench.desk.controls.game.choose("us-towson")
    assert preview.position.units["us-towson"]["at"] == "L0101"


def test_a_set_up_is_played_by_clicks(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    area = ("L0101", "L0102", "L0201")
    bench.desk.tabs.set_document(
        document(setup={"ac-1": "L0602"}, deployments=(Deployment("us", area, ("us-9", "us-towson")),))
    )
    seat(panel, us=HUMAN, ac=HUMAN)
    panel.start()
    preview = bench.desk.preview
    assert bench.desk.controls.game.waiting() == ["us-9", "us-towson"]
    tree = panel.set_up.tree
    rows = [row for place in range(tree.topLevelItemCount()) if (row := tree.topLevelItem(place)) is not None]
    assert [row.text(0) for row in rows] == ["9th Infantry", "Towson"]
    rows[1].setSelected(True)
    assert lit(bench, "goals") == set(area)
    click(qtbot, bench, "L0201")
    assert preview.position.action == "deploy us-towson at L0201"
    assert preview.position.units["us-towson"]["at"] == "L0201"
    bench.desk.controls.game.choose("us-9")
    click(qtbot, bench, "L0102")
    assert preview.position.units["us-9"]["at"] == "L0102"
    assert preview.position.decision is not None
    assert preview.position.decision.kind == "movement"


def test_a_click_that_may_mean_several_things_asks(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    bench.desk.tabs.set_document(bombarding())
    seat(panel, us=HUMAN, ac=HUMAN)
    panel.start()
    assert bench.desk.controls.game.act("end phase")
    assert lit(bench, "goals") == {"L0302"}
    played = bench.desk.preview.played
    click(qtbot, bench, "L0302")
    assert bench.desk.preview.played == played
    assert set(buttons(panel)) - {"end phase"} == {"bombard L0302 with 1", "bombard L0302 with 2"}
    click(qtbot, bench, "L0606")
    assert "end phase" in {choice.text for choice in bench.desk.controls.game.buttons()}, "asked no more"
    click(qtbot, bench, "L0302")
    qtbot.mouseClick(buttons(panel)["bombard L0302 with 2"], Qt.MouseButton.LeftButton)
    assert bench.desk.preview.position.action == "bombard L0302 with 2"


def test_of_very_many_actions_a_unit_is_clicked_first(
    qtbot: QtBot, bench: Bench, panel: PreviewPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("editor.controls.game.MANY", 5)
    seat(panel, us=HUMAN, ac=HUMAN)
    panel.start()
    assert bench.desk.preview.game is not None
    worded: list[str] = []
    told = bench.desk.preview.game.rules.parts

    def parts(action: Action) -> Parts:
        found = told(action)
        worded.extend(found.units)
        return found

    monkeypatch.setattr(bench.desk.preview.game.rules, "parts", parts)
    bench.desk.preview.moved.emit(0)
    assert set(buttons(panel)) == {"end phase"}
    assert worded == [], "no unit's moves are put into words before it is chosen"
    bench.desk.controls.game.choose("us-towson")
    assert set(worded) == {"us-towson"}
    assert "L0103" in lit(bench, "goals")
