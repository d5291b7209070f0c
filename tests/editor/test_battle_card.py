"""Fighting with open eyes: the card before the die, what is lit, and lower odds as a small choice behind it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import pytest
from bench import forgive
from fields import document
from hand import Hand
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from settling import settle

from editor.document.document import Document
from editor.hexes.canvas.overlays import OverlayItem
from editor.panels import battle_card
from editor.panels.battle_card import MOST_NAMED
from editor.preview.seats import HUMAN
from editor.window.app import make_window
from editor.window.window import Window
from engine.play.answers import BattleAccount, Likelihood, Prospects, Strength
from engine.scenario import Unit
from engine.umpire.wording import Words

PEOPLE = {"us": HUMAN, "ac": HUMAN}


def in_contact() -> Document:
    """Two Americans next to a Briton who stands in the wood of L0303."""
    return document(setup={"us-9": "L0302", "us-towson": "L0202", "ac-1": "L0303"}, arrivals=())


def in_the_open() -> Document:
    """An American next to a Briton on clear ground."""
    return document(setup={"us-9": "L0602", "ac-1": "L0603"}, arrivals=())


def with_support() -> Document:
    """A fight in which both sides have markers of support fire, drawn unseen."""
    values = {"attack": 4, "defense": 4, "movement": 4, "reduced_attack": 2, "reduced_defense": 2}
    units = [Unit(f"{side}-1", side, f"First of {side}", "infantry", values=values) for side in ("us", "ac")]
    pool = [{"strength": 1}, {"strength": 3}]
    return document(
        system="fm",
        units={unit.key: unit for unit in units},
        setup={"us-1": "L0302", "ac-1": "L0303"},
        arrivals=(),
        special={"support_fire": {"allotment": {"1": "1/1"}, "us": pool, "ac": pool}},
    )


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    made = make_window(None)
    qtbot.addWidget(made, before_close_func=forgive)
    made.resize(1280, 800)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    made.desk.preview.close()


def play(qtbot: QtBot, window: Window, shown: Document) -> Hand:
    """A game of two people on a document, at the map."""
    window.desk.tabs.set_document(shown)
    settle()
    window.canvas.fit()
    assert window.desk.controls.game.start(PEOPLE, 3)
    return Hand(qtbot, window.desk)


def lit(window: Window, key: str) -> set[str]:
    item = window.canvas.map_scene.overlays[key]
    assert isinstance(item, OverlayItem)
    return {window.desk.document.battle_map.grid.name(h) for h in item.cells}


def press(qtbot: QtBot, button: QPushButton) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_card_tells_all_before_the_die(qtbot: QtBot, window: Window) -> None:
    hand = play(qtbot, window, in_contact())
    control, card = window.desk.controls.game, window.play.card
    control.act("end phase")
    assert not card.isVisible()
    hand.click("L0303")
    assert window.desk.preview.position.action == "attack L0303"
    assert not card.isVisible(), "nobody attacks yet"
    hand.click("L0302")
    assert card.isVisible()
    text = card.text.text()
    assert "9th Infantry <b>8</b>" in text
    assert "Royal Scots <b>6</b>" in text
    assert "Forest" in text
    assert "8 against 6 is 1:1" in text
    assert "\u22121 column: forest The Mill (L0303)" in text
    assert 'href="rule:tlg2:6.9"' in text
    assert card.shown is not None
    assert card.shown.account is not None
    assert sum(share.chance for share in card.bar.shares) == pytest.approx(1)
    assert "the attacker loses" in card.rows.text()
    for share in card.bar.shares:
        assert escape(share.meaning) in card.rows.text()
    assert lit(window, "chosen") == {"L0302"}
    assert lit(window, "asked") == {"L0303"}
    assert not card.geometry().contains(window.canvas.viewport().mapTo(window.play, hand.spot("L0303")))


def test_lower_odds_are_a_small_choice_behind_the_card(qtbot: QtBot, window: Window) -> None:
    hand = play(qtbot, window, in_the_open())
    control, card = window.desk.controls.game, window.play.card
    control.act("end phase")
    hand.click("L0603")
    hand.click("L0602")
    assert list(card.offers) == ["fight"]
    column = card.shown.odds if card.shown else ""
    assert card.offers["fight"].text() == f"Fight at {column}"
    lower = card.lowered.menu().actions()
    assert lower
    assert [action.text() for action in lower][-1] == "Fight at 1:4"
    assert not any("at 1:" in choice.text for choice in control.buttons())
    lower[-1].hover()
    assert "odds lowered by choice" in card.text.text()
    lower[-1].trigger()
    attack = next(event for event in window.desk.preview.position.events if event.kind == "attack")
    assert attack.data["odds"] == "1:4"
    assert not card.isVisible()


def test_the_fight_is_what_the_card_said(qtbot: QtBot, window: Window) -> None:
    hand = play(qtbot, window, in_contact())
    window.desk.controls.game.act("end phase")
    hand.click("L0303")
    hand.click("L0302")
    card = window.play.card
    column = card.shown.odds if card.shown else ""
    results = {share.result for share in card.bar.shares}
    press(qtbot, card.offers["fight"])
    events = {event.kind: event.data for event in window.desk.preview.position.events}
    assert events["attack"]["odds"] == column
    assert events["result"]["result"] in results


def test_support_fire_is_told_for_a_marker_and_for_none(qtbot: QtBot, window: Window) -> None:
    hand = play(qtbot, window, with_support())
    control, card = window.desk.controls.game, window.play.card
    control.act("end phase")
    hand.click("L0303")
    assert len(card.offers) == 1, "a click on the target asks about a bombardment by one marker"
    assert "Bombardment on The Mill (L0303)" in card.heading.text()
    control.act("end phase")
    hand.click("L0303")
    hand.click("L0302")
    press(qtbot, card.offers["fight"])
    assert set(card.offers) == {"pass", "support"}
    assert lit(window, "chosen") == {"L0302"}
    qtbot.mouseMove(card.offers["support"])
    card.offers["support"].looked_at.emit()
    assert "1 marker unseen: 1 to 3, on average <b>2</b>" in card.text.text()
    card.offers["pass"].looked_at.emit()
    assert "unseen" not in card.text.text()


def test_of_a_crowd_the_card_tells_the_sum_and_of_no_losses_nothing() -> None:
    words = Words(document(arrivals=()).require_scenario())
    crowd = tuple(Strength("us-9", 3) for _ in range(MOST_NAMED + 1))
    first = Likelihood("first", "fires first", 1.0, True)
    account = BattleAccount(
        kind="superiority", rule="", targets=(), attackers=crowd, defenders=(Strength("ac-1", 2),), shares=(first,)
    )
    without = Prospects("", 1, 0, 0, 0, 0, account=account)
    with_losses = Prospects("", 1, 0, 0, 0.5, 1, account=account)
    told = battle_card._account_html(words, account)
    assert f"{len(crowd)} units, strength {3 * len(crowd)} in all" in told
    assert f"{words.unit('ac-1')} <b>2</b>" in told
    assert "Expected" not in battle_card._rows(without)
    assert "the attacker loses 0.5 steps" in battle_card._rows(with_losses)


def two_targets() -> Document:
    """An American next to two Britons, whom he may attack together."""
    setup = {"us-9": "L0302", "us-towson": "L0202", "ac-1": "L0303", "ac-103": "L0402"}
    return document(setup=setup, arrivals=())


def test_the_card_tells_of_what_was_declared_and_says_what_else_would_come_first(qtbot: QtBot, window: Window) -> None:
    play(qtbot, window, two_targets())
    card = window.play.card
    for action in ("end phase", "attack L0303", "with us-9"):
        assert window.desk.controls.game.act(action)
    assert set(card.offers) == {"also L0402", "fight"}
    assert "103rd Foot" not in card.text.text(), "he is not attacked yet"
    card.offers["also L0402"].looked_at.emit()
    assert card.heading.text().startswith("<i>After Also L0402:</i>")
    assert "103rd Foot" in card.text.text()
    card.offers["fight"].looked_at.emit()
    assert "After" not in card.heading.text()


def test_what_adds_to_a_battle_never_stands_where_the_fight_comes_to_stand(qtbot: QtBot, window: Window) -> None:
    play(qtbot, window, two_targets())
    card, game = window.play.card, window.desk.controls.game
    adding, fights = list[QRect](), list[QRect]()

    def look() -> None:
        settle()
        for text, button in card.offers.items():
            place = QRect(button.mapTo(window, QPoint()), button.size())
            (fights if text == "fight" else adding).append(place)

    for action in ("end phase", "attack L0303", "with us-9", "also L0402", "with us-towson"):
        assert game.act(action)
        look()
    assert len(fights) == 3
    assert len({place.topLeft().toTuple() for place in fights}) == 1, "the fight keeps its place"
    assert adding
    assert not any(place.intersects(fight) for place in adding for fight in fights)
