"""Battles show two ranks of counters that face each other, a forecast in three words, and arrows on the map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from bench import Bench, at_bench, forgive
from campaigning import at_campaign, take_up
from fields import document, scenario
from hand import Hand
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.attack_arrows import FROM, TO, AttackArrows
from editor.panels.answer_button import ChoiceButton
from editor.panels.choice_buttons import ICON
from editor.panels.forecast_bar import ForecastBar
from editor.panels.preview_panel import PreviewPanel
from editor.panels.rank_view import RankView, height_of
from editor.panels.result_card import ResultCard
from editor.panels.tokens import AskedUnits
from editor.preview.ranks import Fighter, Ranks, ranks_of_account, ranks_of_board, ranks_of_events
from editor.preview.seats import HUMAN
from editor.window.app import make_window
from editor.window.window import Window
from engine.play import Event
from engine.play.answers import (
    BattleAccount,
    BattleBoard,
    BattleForce,
    BattleThrow,
    Likelihood,
    Strength,
    ThrowAccount,
)
from engine.umpire.wording import Words

PEOPLE = {"us": HUMAN, "ac": HUMAN}
HIT_AND_BACK = {"combat_results": {"rows": {die: ["DL1DR"] * 10 for die in range(1, 7)}}}
ACCOUNT = BattleAccount(
    kind="attack",
    rule="tlg2:6.2",
    targets=("L0303",),
    attackers=(Strength("us-9", 8), Strength("", 2, "1 marker drawn unseen")),
    defenders=(Strength("ac-1", 6),),
)


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    setup = {"us-9": "L0302", "us-towson": "L0202", "ac-1": "L0303", "ac-103": "L0806"}
    with at_bench(qtbot, document(setup=setup, arrivals=(), tables=HIT_AND_BACK)) as found:
        assert found.desk.controls.game.start(PEOPLE, 1)
        yield found


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    made = make_window(None)
    qtbot.addWidget(made, before_close_func=forgive)
    made.resize(1280, 800)
    with qtbot.waitExposed(made):
        made.show()
    setup = {"us-9": "L0302", "us-towson": "L0202", "ac-1": "L0303"}
    made.desk.tabs.set_document(document(setup=setup, arrivals=()))
    settle()
    made.canvas.fit()
    assert made.desk.controls.game.start(PEOPLE, 3)
    yield made
    made.desk.preview.close()


# -- who faces whom -------------------------------------------------------------------------------------------------


def test_the_ranks_say_what_each_brings() -> None:
    ranks = ranks_of_account(ACCOUNT)
    assert [one.brings for one in ranks.attackers] == ["8", "2"]
    assert ranks.attackers[1].about == "1 marker drawn unseen"
    assert ranks.between == "10 against 6"
    assert ranks.rows == 2
    assert ranks.units() == ["us-9", "ac-1"]


def test_a_throw_by_itself_has_one_rank() -> None:
    throw = ThrowAccount(stage="march", side="us", rule="", units=("us-9", "us-towson"))
    alone = BattleAccount(kind="march", rule="", targets=(), attackers=(), defenders=(), throws=(throw,))
    ranks = ranks_of_account(alone)
    assert [one.unit for one in ranks.attackers] == ["us-9", "us-towson"]
    assert ranks.rows == 1


def test_a_defender_who_is_not_known_stands_in_the_rank() -> None:
    hidden = BattleAccount(
        kind="attack", rule="", targets=("L0303",), attackers=(Strength("us-9", 8),), defenders=(), unknown=("L0303",)
    )
    assert [one.unit for one in ranks_of_account(hidden).defenders] == [""]


def test_hits_and_losses_fall_on_those_who_took_them() -> None:
    words = Words(scenario(arrivals=()))
    events = [
        Event("attack", "", {"attackers": ["us-9"], "defenders": ["ac-1", "ac-103"], "targets": ["L0303"]}),
        Event("result", "", {"die": 4, "result": "DL1DR"}),
        Event("loss", "", {"unit": "ac-1", "steps": 1}),
        Event("retreat", "", {"unit": "ac-1", "from": "L0303", "to": "L0304"}),
        Event("loss", "", {"unit": "ac-103", "steps": 0}),
        Event("eliminated", "", {"unit": "ac-103", "at": "L0303"}),
    ]
    ranks = ranks_of_events(words, events)
    assert ranks is not None
    assert ranks.attackers == (Fighter("us-9"),)
    assert ranks.defenders == (Fighter("ac-1", hits=1, fate="retreated"), Fighter("ac-103", hits=1, fate="eliminated"))
    assert ranks.between == "Die roll 4: DL1DR"
    assert ranks_of_events(words, events[1:]) is None, "nothing says who fought"


def test_a_battle_of_several_throws_has_its_ranks() -> None:
    throw = BattleThrow(
        account=ThrowAccount(stage="rifle round", side="us", rule=""),
        dice=(6,),
        total=6,
        result="2",
        fell=(("ac-1", ""),),
    )
    board = BattleBoard(
        rule="",
        target="L0303",
        forces=(
            BattleForce(side="us", at="L0302", attacks=True, units=("us-9",), fallen={}, strength=8),
            BattleForce(
                side="ac",
                at="L0303",
                attacks=False,
                units=("ac-1",),
                fallen={"ac-1": "demoralized"},
                strength=6,
                lost=3,
            ),
        ),
        stages=("rifle round",),
        throws=(throw,),
    )
    ranks = ranks_of_board(board)
    assert ranks.defenders == (Fighter("ac-1", hits=1, fate="demoralized"),)
    assert ranks.between == "8 of 8 against 3 of 6 left"


def test_the_view_lays_the_ranks_below_each_other_and_says_them(qtbot: QtBot, bench: Bench) -> None:
    view = RankView(bench.desk)
    qtbot.addWidget(view)
    view.setFixedSize(320, 140)
    view.show_ranks(ranks_of_account(ACCOUNT), bench.document.require_scenario())
    laid = view.laid()
    assert [one.unit for one, _ in laid] == ["us-9", "", "ac-1"]
    tops = [place.top() for _, place in laid]
    assert tops[0] == tops[1] < tops[2]
    assert "Attackers: 9th Infantry, strength 8" in view.said()
    assert "Defenders: Royal Scots, strength 6" in view.said()
    assert view.fighter_at(laid[2][1].center()) == laid[2][0]
    assert view.fighter_at(QPointF(310, 5)) is None
    assert not view.grab().isNull()


def test_a_crowd_stays_within_the_view(qtbot: QtBot, bench: Bench) -> None:
    view = RankView(bench.desk)
    qtbot.addWidget(view)
    view.setFixedSize(320, 140)
    crowd = Ranks(tuple(Fighter("us-9") for _ in range(60)), ())
    view.show_ranks(crowd, bench.document.require_scenario())
    places = [place for _, place in view.laid()]
    assert 10 < len(places) < 60
    assert max(place.right() for place in places) <= view.width()
    assert all(b.left() > a.left() for a, b in pairwise(places))
    assert height_of(None) == 0


def test_a_click_on_a_counter_brings_its_unit_into_view_at_the_same_zoom(qtbot: QtBot, bench: Bench) -> None:
    view = RankView(bench.desk)
    qtbot.addWidget(view)
    view.setFixedSize(320, 140)
    view.show()
    view.show_ranks(ranks_of_account(ACCOUNT), bench.document.require_scenario())
    bench.canvas.set_zoom(4.0)
    settle()
    far = bench.document.battle_map.grid.parse("L0806")
    bench.canvas.centre_on(far)
    zoom = bench.canvas.zoom
    x, y = bench.canvas.map_scene.geometry.centre(bench.document.battle_map.grid.parse("L0303"))
    assert not bench.canvas.visible_rect.contains(QPointF(x, y))
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.laid()[2][1].center().toPoint())
    assert bench.canvas.visible_rect.contains(QPointF(x, y))
    assert bench.canvas.zoom == zoom


def test_the_result_card_shows_the_ranks_of_the_battle(bench: Bench) -> None:
    card = ResultCard(bench.desk, bench.window, bench.panes)
    control = bench.desk.controls.game
    for action in ("end phase", "attack L0303 with us-9"):
        assert control.act(action)
    assert card.ranks.ranks is not None
    assert [one.unit for one in card.ranks.ranks.defenders] == ["ac-1"]
    assert card.ranks.ranks.defenders[0].hits == 1
    assert "1 hit" in card.ranks.accessibleDescription()


# -- the forecast ---------------------------------------------------------------------------------------------------


def test_the_forecast_is_a_bar_with_three_words(qtbot: QtBot) -> None:
    bar = ForecastBar()
    qtbot.addWidget(bar)
    bar.resize(300, bar.height())
    bar.show_shares(
        (
            Likelihood("DR", "all retreat", 0.5, True),
            Likelihood("AR", "the attacker retreats", 1 / 6, False),
            Likelihood("NE", "no effect", 1 / 3, None),
        )
    )
    assert bar.words == ["Bad 17 %", "Even 33 %", "Good 50 %"]
    parts = bar.parts()
    assert [share.result for share, _ in parts] == ["AR", "NE", "DR"], "from bad to good"
    assert parts[-1][1].right() == pytest.approx(300)
    assert bar.accessibleDescription().startswith("Bad 17 %, Even 33 %, Good 50 %")
    assert not bar.grab().isNull()


def test_the_details_of_the_card_are_shown_when_they_are_asked_for(qtbot: QtBot, window: Window) -> None:
    window.desk.tabs.set_document(document(setup={"us-9": "L0201", "ac-1": "L0202"}, arrivals=()))
    settle()
    window.canvas.fit()
    assert window.desk.controls.game.start(PEOPLE, 3)
    card = window.play.card
    for action in ("end phase", "attack L0202", "with us-9"):
        assert window.desk.controls.game.act(action)
    assert card.isVisible()
    assert card.ranks.isVisible()
    assert card.bar.isVisible()
    assert not any(slot.isVisible() for slot in card.slots), "three words are enough at first"
    low = card.height()
    foot = card.details.mapTo(window, card.details.rect().center())
    qtbot.mouseClick(card.details, Qt.MouseButton.LeftButton)
    settle()
    assert all(slot.isVisible() for slot in card.slots)
    assert card.height() > low
    assert card.details.mapTo(window, card.details.rect().center()) == foot, "the button stays under the pointer"
    window.desk.preview.undo()
    window.desk.controls.game.act("with us-9")
    assert all(slot.isVisible() for slot in card.slots), "what was chosen stays"


# -- on the map -----------------------------------------------------------------------------------------------------


def test_the_attack_is_drawn_from_each_attacker_to_its_target(qtbot: QtBot, window: Window) -> None:
    hand, attacks = Hand(qtbot, window.desk), window.desk.controls.attacks
    parse = window.desk.document.battle_map.grid.parse
    window.desk.controls.game.act("end phase")
    assert attacks.thrusts == ()
    hand.click("L0303")
    hand.click("L0302")
    (thrust,) = attacks.thrusts
    assert (thrust.start, thrust.end) == (parse("L0302"), parse("L0303"))
    layer = next(item for item in window.canvas.map_scene.items() if isinstance(item, AttackArrows))
    first, last = layer.ends(thrust)
    assert first.y() < last.y()
    whole = window.canvas.map_scene.geometry.centre(parse("L0303"))[1]
    assert last.y() < whole - (1 - TO) * 0.5 * (whole - first.y()), "both counters can be read"
    assert FROM > 0
    qtbot.mouseClick(window.play.card.offers["fight"], Qt.MouseButton.LeftButton)
    assert [(one.start, one.end) for one in attacks.thrusts] == [(parse("L0302"), parse("L0303"))]
    window.desk.preview.show(1)
    assert attacks.thrusts == ()
    window.desk.preview.close()
    assert attacks.thrusts == ()


def test_fire_in_a_battle_of_several_throws_is_drawn(qtbot: QtBot) -> None:
    with at_campaign(qtbot) as made:
        both = dict.fromkeys(("british", "zangari"), HUMAN)
        game = take_up(made, {"br-hq": "T0303", "br-1": "T0303", "za-1": "T0304"}, "battle", seats=both)
        for _ in range(4):
            texts = list(game.legal_actions().texts())
            attack = next((text for text in texts if text.startswith("attack")), "fight" if "fight" in texts else "")
            if not attack or not made.desk.preview.act(attack):
                break
        board = game.rules.battle([event for one in made.desk.preview.positions for event in one.events])
        assert board is not None
        assert not board.over
        thrusts = made.desk.controls.attacks.thrusts
        assert [one.volley for one in thrusts] == (
            [False, True] if board.throws[-1:] and board.throws[-1].account.units else [False]
        )


def test_units_on_buttons_are_drawn(qtbot: QtBot, window: Window) -> None:
    game = window.desk.controls.game
    game.act("end phase")
    game.act("attack L0303")
    panel = window.findChild(PreviewPanel)
    assert panel is not None
    buttons = {button.answer: button for button in panel.buttons.findChildren(ChoiceButton)}
    assert not buttons["with us-9"].icon().isNull()
    assert buttons["with us-9"].iconSize().height() == ICON


def test_units_in_a_question_are_drawn_and_lead_to_their_places(qtbot: QtBot, bench: Bench) -> None:
    asked = AskedUnits(bench.desk)
    qtbot.addWidget(asked)
    for action in ("end phase", "attack L0303 with us-9"):
        assert bench.desk.controls.game.act(action)
    asked.refresh()
    decision = bench.desk.preview.position.decision
    assert decision is not None
    assert asked.keys == decision.units == ("ac-1",)
    (button,) = asked.findChildren(QToolButton)
    assert button.accessibleName() == "Royal Scots"
    assert not button.icon().isNull()
