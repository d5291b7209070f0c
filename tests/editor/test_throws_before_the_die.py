"""The card before the die outside of battles: a march by its results, foraging, a rally; and where the card lies."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench
from campaigning import at_campaign, take_up
from hand import Hand
from PySide6.QtCore import QPoint, QRect, Qt
from pytestqt.qtbot import QtBot

from editor.panels.battle_card import BattleCard, _room
from editor.panels.play_banner import PlayBanner

FORCE = {"br-hq": "T0303", "br-1": "T0303", "br-2": "T0303", "za-1": "T0805"}


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_campaign(qtbot) as made:
        yield made


@pytest.fixture
def card(bench: Bench) -> BattleCard:
    return BattleCard(bench.desk, bench.window, bench.panes)


def test_a_march_tells_its_odds_by_result_before_it_is_rolled(qtbot: QtBot, bench: Bench, card: BattleCard) -> None:
    take_up(bench, FORCE, "movement")
    assert card.isHidden(), "nothing is about to be thrown"
    for action in ("march T0303", "with br-1"):
        assert bench.desk.preview.act(action)
    assert list(card.offers) == ["roll"]
    assert "<b>March" in card.heading.text()
    assert "(1st Foot)" in card.text.text()
    assert "+2 Sir Arthur" in card.text.text(), "the commander in chief leads by himself"
    assert "50 %" in card.rows.text()
    assert "up to its movement allowance (6 points)" in card.rows.text()
    assert [share.good for share in card.bar.shares] == [None, False, True, True]
    qtbot.mouseClick(card.offers["roll"], Qt.MouseButton.LeftButton)
    assert any(event.kind == "march" for event in bench.desk.preview.position.events)
    assert "March roll of " in bench.said[-1], "what the die said is said"
    assert "March roll of " in bench.desk.canvas.said_here
    marching = "halt" in [choice.text for choice in bench.desk.preview.choices()]
    assert bench.desk.controls.game.act("halt" if marching else "end phase")
    assert bench.said[-1] == "", "it is said until the next action"


def test_a_column_that_would_throw_at_once_shows_it_first(qtbot: QtBot, bench: Bench, card: BattleCard) -> None:
    take_up(bench, {**FORCE, "br-hq": "T0306"}, "movement", columns={"c1": ["br-1", "br-2"]})
    banner = PlayBanner(bench.desk)
    qtbot.addWidget(banner)
    button = next(button for button in banner.ends.buttons if button.text() == "March column c1")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not any(event.kind == "march" for event in bench.desk.preview.position.events)
    assert list(card.offers) == ["march c1"]
    assert "(1st Foot and 2nd Rifles)" in card.text.text()


def test_foraging_is_told_before_a_click_throws_for_it(qtbot: QtBot, bench: Bench, card: BattleCard) -> None:
    take_up(bench, {"br-1": "T0408", "br-2": "T0604", "za-1": "T0805", "za-2": "T0407"}, "logistics")
    first = next(choice for choice in bench.desk.preview.choices() if choice.verb == "forage")
    Hand(qtbot, bench.desk).click(first.goal)
    assert first.text in card.offers
    assert "<b>Foraging" in card.heading.text()
    assert not any(event.kind == "forage" for event in bench.desk.preview.position.events)


def test_rallies_are_told_unit_by_unit(bench: Bench, card: BattleCard) -> None:
    take_up(bench, {**FORCE, "br-1": {"at": "T0303", "steps": 1}}, "rally")
    assert list(card.offers) == ["rally br-1", "rally br-1 by br-hq"]
    assert "it stays demoralized" in card.rows.text()


def test_the_card_keeps_clear_of_whole_counters() -> None:
    card, point = QRect(0, 0, 100, 100), QPoint(120, 50)
    assert _room(card, [point], 10)[0] == 0
    assert _room(card, [point], 30)[0] == -600, "the counter reaches ten pixels under it, sixty high"
    assert _room(card, [point], 30) > _room(card.translated(20, 0), [point], 30)


def test_no_line_of_the_card_is_cut_off(bench: Bench, card: BattleCard) -> None:
    """Also where a line just needs another row at the width that is left within the card's border."""
    bench.window.setStyleSheet("QFrame#card { border: 1px solid black; }")
    take_up(bench, FORCE, "movement")
    for action in ("march T0303", "with br-1"):
        assert bench.desk.preview.act(action)
    for letters in range(60, 90):
        text = f"<table><tr><td>33 %&nbsp;&nbsp;</td><td>{'i' * letters} end</td></tr></table>"
        assert card.slots[1].needed(text) >= card.rows.heightForWidth(card.slots[1].viewport().width()), letters
