"""The historical event of a turn stands in the banner over the map while the turn lasts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench
from campaigning import at_campaign, take_up
from pytestqt.qtbot import QtBot

from editor.panels.event_card import EventCardView
from editor.panels.play_banner import PlayBanner
from editor.preview.position import Position
from editor.preview.telling import historical_of
from engine.play import Event


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_campaign(qtbot) as made:
        yield made


@pytest.fixture
def banner(bench: Bench, qtbot: QtBot) -> PlayBanner:
    made = PlayBanner(bench.desk)
    qtbot.addWidget(made)
    return made


def begin(bench: Bench, throw: tuple[int, int]) -> None:
    """A game whose set-up is over, and whose first event has been thrown."""
    preview = bench.desk.preview
    assert bench.desk.controls.game.start({"british": "random", "zangari": "random"}, 3)
    bench.desk.controls.game.pace.pause()
    preview.force_dice(throw)
    for action in ("deploy za-2", "at T0806", "deploy za-3", "at T0906"):
        assert preview.act(action)


def test_the_event_is_told_with_its_paragraph(bench: Bench, banner: PlayBanner) -> None:
    begin(bench, (3, 4))
    told = banner.historical.text()
    assert told.startswith("British, historical event 34: Native attrition")
    assert "sns2:event2:british:34-35" in told
    assert not banner.historical.isHidden()
    bench.desk.preview.show(0)
    assert banner.historical.isHidden(), "it was not thrown yet"


def test_a_throw_that_brings_no_event_is_not_told(bench: Bench, banner: PlayBanner) -> None:
    begin(bench, (1, 1))
    assert any(event.kind == "event" for position in bench.desk.preview.positions for event in position.events)
    assert banner.historical.isHidden()


@pytest.fixture
def card(bench: Bench) -> EventCardView:
    return EventCardView(bench.desk, bench.window, bench.panes)


def test_the_card_tells_what_an_event_changes_until_the_next_action(bench: Bench, card: EventCardView) -> None:
    begin(bench, (3, 4))
    assert not card.isHidden()
    told = card.text.text()
    assert "<b>Native attrition</b>" in told
    assert "British, dice 3 and 4" in told
    assert "its owner throws for each unit" in told
    assert "sns2:event2:british:34-35" in told
    assert "<i>At once</i>" in told
    preview = bench.desk.preview
    preview.show(0)
    assert card.isHidden()
    preview.show(preview.played)
    card.away.click()
    assert card.isHidden()


def test_what_is_in_force_is_told_in_banner_and_card(bench: Bench, banner: PlayBanner, card: EventCardView) -> None:
    banner.card_asked.connect(card.tell)
    take_up(bench, {"br-1": "T0303", "za-1": "T0805"}, "battle", effects={"foul_weather": {"turn": 2}})
    assert banner.historical.text().startswith("In force: Particularly foul weather")
    assert card.isHidden(), "nothing was thrown on the way to this position"
    banner.historical.linkActivated.emit("card:")
    assert "<b>In force</b>" in card.text.text()
    assert "until the end of game turn 2" in card.text.text()


def position(turn: int, *events: Event) -> Position:
    return Position({}, {"turn": turn}, None, events=list(events))


def test_the_last_event_of_a_turn_counts_and_no_longer_than_the_turn() -> None:
    first, second = (Event("event", "sns2:4.1", {"title": title, "happens": True}) for title in ("Rain", "Plague"))
    nothing = Event("event", "sns2:4.1", {"title": "No event", "happens": False})
    positions = [position(1, first), position(1, second, nothing), position(1)]
    assert historical_of(positions[:1]) is first
    assert historical_of(positions) is second
    assert historical_of([*positions, position(2)]) is None
    assert historical_of([]) is None
