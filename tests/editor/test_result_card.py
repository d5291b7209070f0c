"""A battle's result is told on one card: the die, the result in words, who was lost and who went back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from campaigning import at_campaign, take_up
from fields import document
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.panels.result_card import ResultCard
from editor.preview.seats import HUMAN
from engine.players import make

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


def test_a_battle_of_several_throws_ends_on_the_card(qtbot: QtBot) -> None:
    with at_campaign(qtbot) as bench:
        card = ResultCard(bench.desk, bench.window, bench.panes)
        preview = bench.desk.preview
        both = dict.fromkeys(("british", "zangari"), HUMAN)
        places = {"br-hq": "T0303", "br-1": "T0303", "za-1": "T0304"}
        take_up(bench, places, "battle", seats=both)
        players = {side: make("greedy", side, 1) for side in both}
        ended = 0
        for _ in range(60):
            if preview.handing_over:
                preview.sit_down()
            game, decision = preview.game, preview.position.decision
            if game is None or decision is None or ended:
                break
            attacks = [text for text in game.legal_actions().texts() if text.startswith("attack")]
            assert preview.act(attacks[0] if attacks else game.text(players[decision.side].choose(game)))
            ended = sum(event.kind == "battle" for event in preview.position.events)
            assert card.isVisible() == bool(ended), "not before the battle is over"
        assert ended
        told = card.text.text()
        assert "attack" in told
        assert "It is over" in told
        assert told.count("strength points") == 2
