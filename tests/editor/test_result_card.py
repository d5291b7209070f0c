"""A battle's result is told on one card: the die, the result in words, who was lost and who went back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from fields import document
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.panels.result_card import ResultCard
from editor.preview.seats import HUMAN

HIT_AND_BACK = {"combat_results": {"rows": {die: ["DL1DR"] * 10 for die in range(1, 7)}}}


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    setup = {"us-9": "L0302", "us-towson": "L0601", "ac-1": "L0303", "ac-103": "L0806"}
    made = document(setup=setup, arrivals=(), tables=HIT_AND_BACK)
    with at_bench(qtbot, made) as found:
        assert found.desk.controls.game.start({"us": HUMAN, "ac": HUMAN}, 1)
        yield found


@pytest.fixture
def card(bench: Bench) -> ResultCard:
    return ResultCard(bench.desk, bench.window, bench.panes)


def test_die_result_loss_and_retreat_stand_on_one_card_that_stays_in_its_place(bench: Bench, card: ResultCard) -> None:
    control, preview = bench.desk.controls.game, bench.desk.preview
    assert control.act("end phase")
    assert not card.isVisible()
    assert control.act("attack L0303 with us-9")
    assert card.isVisible()
    told = card.text.text()
    assert "9th Infantry attacked Royal Scots" in told
    assert "Die roll" in told
    assert "the defender loses one step" in told
    assert "Royal Scots lost" in told
    corner = card.pos()
    retreat = next(choice.text for choice in preview.choices() if choice.verb == "retreat")
    assert control.act(retreat)
    assert "Royal Scots retreated from" in card.text.text()
    assert "Die roll" in card.text.text()
    assert card.pos() == corner
    while card.isVisible():
        texts = [choice.text for choice in preview.choices()]
        assert texts
        assert control.act(next((text for text in texts if text.startswith("end")), texts[0]))
    preview.show(1)
    assert not card.isVisible()
    preview.show(2)
    assert card.isVisible(), "stepping back shows it again"


def test_it_is_put_away_until_the_next_battle(qtbot: QtBot, bench: Bench, card: ResultCard) -> None:
    control, preview = bench.desk.controls.game, bench.desk.preview
    for action in ("end phase", "attack L0303 with us-9"):
        assert control.act(action)
    qtbot.mouseClick(card.away, Qt.MouseButton.LeftButton)
    assert not card.isVisible()
    assert control.act(next(choice.text for choice in preview.choices() if choice.verb == "retreat"))
    assert not card.isVisible()
