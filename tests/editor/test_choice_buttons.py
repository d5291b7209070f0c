"""The buttons of what can be done now: one for each action, and one to add many units in one go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from bench import Bench
from campaigning import at_campaign, take_up
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from editor.panels.choice_buttons import ChoiceButtons
from engine.play.parts import Parts, Word, WordKind
from engine.systems.sun_never_sets.march import marching

STACK = dict.fromkeys(("br-hq", "br-1", "br-2", "br-guns"), "T0303")


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_campaign(qtbot) as made:
        yield made


@pytest.fixture
def buttons(qtbot: QtBot, bench: Bench) -> ChoiceButtons:
    made = ChoiceButtons(bench.desk)
    qtbot.addWidget(made)
    return made


def texts(buttons: ChoiceButtons) -> dict[str, QPushButton]:
    buttons.refresh()
    return {button.text(): button for button in buttons.findChildren(QPushButton) if not button.isHidden()}


def test_all_units_of_a_hex_join_a_march_in_one_go(qtbot: QtBot, bench: Bench, buttons: ChoiceButtons) -> None:
    take_up(bench, {**STACK, "za-1": "T0805"}, "movement")
    assert bench.desk.preview.act("march T0303")
    qtbot.mouseClick(texts(buttons)["With all units"], Qt.MouseButton.LeftButton)
    taken = [position.action for position in bench.desk.preview.positions][-4:]
    assert sorted(taken) == sorted(f"with {unit}" for unit in STACK)
    assert not any(text.startswith("With") for text in texts(buttons)), "nobody is left"


def test_units_that_join_together_are_shown_once_and_taken_back_together(
    qtbot: QtBot, bench: Bench, buttons: ChoiceButtons
) -> None:
    take_up(bench, {**STACK, "za-1": "T0805"}, "movement")
    preview, shown = bench.desk.preview, list[int]()
    assert preview.act("march T0303")
    before = preview.played
    preview.moved.connect(shown.append)
    qtbot.mouseClick(texts(buttons)["With all units"], Qt.MouseButton.LeftButton)
    assert preview.played == before + len(STACK)
    assert shown == [before + len(STACK)], "one position is shown, not one for each unit"
    assert bench.desk.controls.game.take_back()
    assert preview.played == before


def test_a_list_for_another_question_opens_at_its_top(bench: Bench, buttons: ChoiceButtons) -> None:
    take_up(
        bench, {**dict.fromkeys(("br-1", "br-2", "br-guns"), "T0303"), "br-hq": "T0306", "za-1": "T0805"}, "movement"
    )
    buttons.resize(140, 60)
    buttons.show()
    buttons.refresh()
    bar = buttons.verticalScrollBar()
    bar.setRange(0, 50)
    bar.setValue(50)
    assert bench.desk.preview.act("march T0303")
    buttons.refresh()
    assert bar.value() == 0


def test_after_a_pass_that_leads_to_the_same_question_something_is_said(bench: Bench) -> None:
    take_up(bench, {**STACK, "za-1": "T0805"}, "movement")
    control, preview = bench.desk.controls.game, bench.desk.preview
    position = preview.position
    passed = replace(
        position, side="british", action="pass", parts=Parts("pass", (Word(WordKind.WORD, "pass"),)), events=[]
    )
    preview.positions.append(passed)
    preview.shown += 1
    control.telling.say_asked_again(position.decision)
    assert bench.said[-1] == "British: Pass. The same decision again."
    assert "The same decision again" in bench.canvas.said_here
    del preview.positions[-1]
    preview.shown -= 1


def test_all_units_of_a_hex_make_one_column(qtbot: QtBot, bench: Bench, buttons: ChoiceButtons) -> None:
    take_up(bench, {**STACK, "za-1": "T0805"}, "movement")
    assert bench.desk.preview.act("organise T0303")
    qtbot.mouseClick(texts(buttons)["All units to column c1"], Qt.MouseButton.LeftButton)
    told = [
        event for position in bench.desk.preview.positions for event in position.events if event.kind == "organised"
    ]
    assert sorted(unit for event in told for unit in event.data["units"]) == sorted(STACK)
    assert {event.data["column"] for event in told} == {"c1"}


def test_two_units_are_added_one_by_one(bench: Bench, buttons: ChoiceButtons) -> None:
    take_up(bench, {"br-1": "T0303", "br-2": "T0303", "za-1": "T0805"}, "movement")
    assert bench.desk.preview.act("march T0303")
    assert not any("all units" in text.lower() for text in texts(buttons))


def test_where_a_button_acts_comes_into_view(bench: Bench) -> None:
    take_up(bench, {**STACK, "za-1": "T0805"}, "movement")
    canvas, grid = bench.desk.canvas, bench.document.battle_map.grid
    canvas.set_zoom(2.0)
    canvas.centre_on(grid.parse("T1010"))
    centre = QPointF(*canvas.map_scene.geometry.centre(grid.parse("T0303")))
    assert not canvas.visible_rect.contains(centre)
    assert bench.desk.controls.game.act("march T0303")
    assert canvas.visible_rect.contains(centre)
    before = canvas.visible_rect
    assert bench.desk.controls.game.act("with br-1")
    assert canvas.visible_rect == before, "what is in view stays where it is"


def test_what_an_action_without_a_die_did_is_said(bench: Bench) -> None:
    take_up(bench, {**STACK, "za-1": "T0805"}, "movement")
    game = bench.desk.controls.game
    for action in ("organise T0303", "join c1 br-1"):
        assert game.act(action)
    assert bench.said[-1] == "1st Foot is now in column c1"


def test_a_caption_wider_than_the_panel_is_cut_short_and_told_whole(bench: Bench, buttons: ChoiceButtons) -> None:
    take_up(bench, {**STACK, "za-1": "T0805"}, "movement")
    buttons.resize(180, 100)
    whole = bench.desk.controls.game.caption(next(c for c in bench.desk.preview.choices() if c.verb == "organise"))
    button = next(one for text, one in texts(buttons).items() if text.startswith("Organise"))
    assert button.text().endswith("…")
    assert button.accessibleName() == whole
    assert whole in button.toolTip()
    assert button.sizeHint().width() <= buttons.viewport().width()


def test_a_click_goes_to_a_hex_that_is_legal_though_not_listed(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    take_up(bench, {**STACK, "za-1": "T0805"}, "movement", dice=(6,))
    preview, grid = bench.desk.preview, bench.document.battle_map.grid
    for action in ("march T0303", "with br-1", "roll"):
        assert preview.act(action)
    every = {choice.goal for choice in preview.choices() if choice.verb == "go"}
    monkeypatch.setattr(marching, "_LISTED", 2)
    preview._choices = None
    listed = {choice.goal for choice in preview.choices() if choice.verb == "go"}
    far = sorted(every - listed)[0]
    bench.desk.controls.game.clicked(grid.parse(far))
    assert preview.position.units["br-1"]["at"] == far
    assert not preview.unlisted("T0805"), "an enemy stands there"
