"""The battle board: what is promised before, then throw by throw what came of it; the card offers the throws."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from bench import Bench
from campaigning import SCENARIO, at_campaign, take_up
from hand import Hand
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from editor.panels.battle_board import BattleBoardPanel, heading_of
from editor.panels.battle_card import BattleCard
from engine.formats import load_scenario
from engine.play.answers import BattleBoard, BattleForce
from engine.umpire.wording import Words

PLACES = {"br-hq": "T0303", "br-1": "T0303", "br-2": "T0303", "za-1": "T0304", "za-3": "T0304"}
KNOWN = {"known": {"british": ["za-1", "za-3"]}}


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_campaign(qtbot) as made:
        yield made


@pytest.fixture
def board(qtbot: QtBot, bench: Bench) -> BattleBoardPanel:
    made = BattleBoardPanel(bench.desk)
    qtbot.addWidget(made)
    made.resize(340, 420)
    made.show()
    return made


@pytest.fixture
def card(bench: Bench) -> BattleCard:
    return BattleCard(bench.desk, bench.window, bench.panes)


def buttons(board: BattleBoardPanel) -> list[str]:
    return [button.text() for button in board.answers.findChildren(QPushButton) if not button.isHidden()]


def test_a_click_on_the_enemy_tells_every_volley_beforehand(
    qtbot: QtBot, bench: Bench, board: BattleBoardPanel, card: BattleCard
) -> None:
    take_up(bench, PLACES, "battle", **KNOWN)
    assert board.pages.currentIndex() == 0
    Hand(qtbot, bench.desk).click("T0304")
    assert board.heading.text().startswith("<b>Before the battle: attack on")
    told = board.text.toPlainText()
    assert told.index("Tactical superiority sns2:8.21") < told.index("Rifle round sns2:8.4") < told.index("Melee round")
    assert "+2 veteran troops sns2:8.6" in told
    assert "British veteran breechloaders (1st Foot) 4 on the row of 4 for breechloaders" in told
    assert list(card.offers) == ["attack T0304 from T0303"]
    assert "expected: the attacker" in card.rows.text().lower()


def test_an_unknown_enemy_is_not_guessed_at(
    qtbot: QtBot, bench: Bench, board: BattleBoardPanel, card: BattleCard
) -> None:
    take_up(bench, PLACES, "battle")
    Hand(qtbot, bench.desk).click("T0304")
    assert board.stages.text().startswith("Who defends there is not known.")
    assert "tribesmen" not in board.text.toPlainText() + card.text.text()
    assert "a force that is not known" in card.text.text()
    assert card.bar.isHidden()
    assert card.rows.text() == "The possible results depend on the units there."
    # One volley, as a fleet's is, does not give its name to the whole battle.
    take_up(bench, {"br-hq": "T0303", "br-guns": "T0303", "za-1": "T0304"}, "battle")
    Hand(qtbot, bench.desk).click("T0304")
    assert [button.text() for button in card.offers.values()] == ["Attack T0304 from Landing (T0303)"]
    assert bench.desk.preview.act("attack T0304 from T0303")
    assert [button.text() for button in card.offers.values()] == ["Fight"]


def test_a_battle_is_told_throw_by_throw(qtbot: QtBot, bench: Bench, board: BattleBoardPanel, card: BattleCard) -> None:
    take_up(bench, PLACES, "battle", dice=(6, 1, 4), seats={"british": "human", "zangari": "human"})
    preview = bench.desk.preview
    preview.sit_down()
    board.hide()
    for action in ("attack T0304 from T0303", "fight"):
        assert preview.act(action)
    assert not board.isHidden(), "a person fights"
    ours, theirs = board.strips
    assert ours.said() == "lost 0 of 7 strength points, beaten from 4; fires first"
    assert theirs.said() == "lost 0 of 6 strength points, beaten from 3"
    assert "<b>tactical superiority</b>" in board.stages.text()
    assert {"Fire veteran breechloaders", "Fire veteran breechloaders, led by Sir Arthur"} < {
        button.text() for button in card.offers.values()
    }
    assert buttons(board) == [], "the card has them"
    qtbot.mouseClick(card.offers["fire B-veteran"], Qt.MouseButton.LeftButton)
    told = board.text.toPlainText()
    assert "Die 4, 6 in all: 1 unit eliminated and 1 more demoralized" in told
    preview.sit_down()
    assert preview.human_turn
    assert buttons(board) == ["1st tribesmen is eliminated", "3rd tribesmen is eliminated"]
    button = next(one for one in board.answers.findChildren(QPushButton) if one.text() == "3rd tribesmen is eliminated")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert "3rd tribesmen is eliminated" in board.text.toPlainText()
    assert theirs.force is not None
    assert theirs.force.lost >= 3
    # When it is over what is asked next is answered here as well: the board stays in front.
    for _ in range(60):
        preview.sit_down()
        assert board.board is not None
        if board.board.over:
            break
        assert preview.act(next(iter(preview.choices())).text)
    assert "It is over" in board.heading.text()
    assert preview.human_turn
    assert {"Advance to T0304 with 1st Foot", "Hold"} < {*buttons(board)}
    assert not board.asked.isHidden()


def test_a_battle_is_headed_by_who_attacks_whom_and_by_its_end() -> None:
    words = Words(load_scenario(SCENARIO))
    forces = tuple(
        BattleForce(side=side, at=at, attacks=attacks, units=(), fallen={}, strength=4)
        for side, at, attacks in (("british", "T0303", True), ("zangari", "T0304", False))
    )
    begun = BattleBoard(rule="sns2:7.0", target="T0304", forces=forces, stages=("melee round",))
    for board, ended in (
        (begun, ""),
        (replace(begun, over=True, winner="zangari"), "It is over: The Zangari won."),
        (replace(begun, over=True), "It is over: a draw."),
    ):
        told = re.sub(r"<[^>]*>", "", heading_of(words, board).replace("<br>", " "))
        assert told == f"British attack T0304 from Landing (T0303) sns2:7.0 {ended}".strip()


def test_rules_without_such_battles_leave_it_empty(bench: Bench, board: BattleBoardPanel) -> None:
    assert board.board is None
    assert board.pages.currentIndex() == 0
