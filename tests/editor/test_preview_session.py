"""Test games: played off the main thread, stepped through, joined in, and given up without a trace."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fields import scenario
from pytestqt.qtbot import QtBot
from settling import settle

from editor.preview.seats import HUMAN
from editor.preview.session import Preview
from engine.play import Event, Game
from engine.umpire.wording import Words, place_of


@pytest.fixture
def preview(qtbot: QtBot) -> Iterator[Preview]:
    made = Preview()
    yield made
    made.close()
    made.shutdown()


def play(qtbot: QtBot, preview: Preview, **how: int) -> str:
    with qtbot.waitSignal(preview.stopped) as stopped:
        preview.play(**how)
    assert not preview.busy
    return str(stopped.args[0])


def test_players_play_one_turn_and_every_position_is_kept(qtbot: QtBot, preview: Preview) -> None:
    made = scenario()
    preview.start(made, {"us": "random", "ac": "random"}, seed=3)
    play(qtbot, preview, turns=1)
    assert preview.game is not None
    assert preview.game.state.turn == 2
    assert len(preview.positions) == len(preview.game) + 1
    assert preview.at_end
    assert [position.action for position in preview.positions[1:]] == preview.game.actions


def test_the_same_seed_plays_the_same_game(qtbot: QtBot, preview: Preview) -> None:
    logs = []
    for _ in range(2):
        preview.start(scenario(), {"us": "random", "ac": "random"}, seed=5)
        play(qtbot, preview, turns=2)
        logs.append([position.action for position in preview.positions])
    assert logs[0] == logs[1]


def test_it_plays_to_the_end_and_tells_the_outcome(qtbot: QtBot, preview: Preview) -> None:
    preview.start(scenario(), {"us": "random", "ac": "random"})
    play(qtbot, preview)
    assert preview.position.outcome is not None
    assert preview.position.decision is None


def test_stepping_back_shows_earlier_positions_and_playing_on_cuts_what_came_after(
    qtbot: QtBot, preview: Preview
) -> None:
    preview.start(scenario(), {"us": "random", "ac": "random"})
    play(qtbot, preview, actions=6)
    assert len(preview.positions) == 7
    first = preview.positions[2]
    preview.show(2)
    assert preview.position is first
    assert not list(preview.choices())
    preview.show(-5)
    assert preview.shown == 0
    preview.show(2)
    play(qtbot, preview, actions=1)
    assert len(preview.positions) == 4
    assert preview.positions[2] is first
    assert preview.game is not None
    assert len(preview.game) == 3


def test_a_person_is_waited_for(qtbot: QtBot, preview: Preview) -> None:
    preview.start(scenario(), {"us": HUMAN, "ac": "random"})
    assert preview.human_turn
    said = play(qtbot, preview, turns=1)
    assert len(preview.positions) == 1
    assert said == preview.position.decision.prompt  # type: ignore[union-attr]


def test_a_person_acts_and_takes_it_back(qtbot: QtBot, preview: Preview) -> None:
    preview.start(scenario(), {"us": HUMAN, "ac": "random"})
    choice = preview.choices().of("us-9")[0]
    assert choice.verb == "move"
    assert preview.act(choice.text)
    assert preview.position.units["us-9"]["at"] == choice.goal
    assert preview.position.action == choice.text
    assert preview.undo()
    assert preview.position.units["us-9"]["at"] == "L0202"
    assert not preview.undo()


def test_an_illegal_action_is_refused_with_its_paragraph(qtbot: QtBot, preview: Preview) -> None:
    preview.start(scenario(), {"us": HUMAN, "ac": HUMAN})
    with qtbot.waitSignal(preview.refused) as refused:
        assert not preview.act("move us-9 L0806")
    rule, reason = refused.args
    assert rule.startswith("tlg2:")
    assert reason
    with qtbot.waitSignal(preview.refused) as refused:
        assert not preview.act("sing us-9")
    assert refused.args[0] == ""
    assert len(preview.positions) == 1


def test_it_can_be_stopped_in_the_middle(qtbot: QtBot, preview: Preview) -> None:
    preview.start(scenario(), {"us": "random", "ac": "random"})
    preview.grown.connect(lambda _first: preview.stop())
    with qtbot.waitSignal(preview.stopped):
        preview.play()
        preview.stop()
    assert preview.active


def test_closing_while_players_play_leaves_nothing(qtbot: QtBot, preview: Preview) -> None:
    preview.start(scenario(), {"us": "random", "ac": "random"})
    preview.play()
    with qtbot.waitSignal(preview.closed):
        preview.close()
    settle()
    assert preview.positions == []
    assert not preview.busy


def test_a_game_that_was_left_can_be_gone_back_to(qtbot: QtBot, preview: Preview) -> None:
    preview.start(scenario(), {"us": "random", "ac": "random"}, 7)
    preview.close()
    assert preview.left is None, "nothing was played"
    preview.start(scenario(), {"us": "random", "ac": "random"}, 7)
    play(qtbot, preview, actions=5)
    preview.show(3)
    units = dict(preview.position.units)
    # Another game over it leaves it too.
    preview.start(scenario(), {"us": HUMAN, "ac": HUMAN}, 9)
    assert preview.played == 0
    with qtbot.waitSignal(preview.started):
        preview.resume()
    assert (preview.played, preview.shown, preview.seats) == (5, 3, {"us": "random", "ac": "random"})
    assert preview.position.units == units
    assert preview.left is None
    preview.show(5)
    play(qtbot, preview, actions=2)
    assert preview.played == 7
    twin = Game(scenario(), 7)
    for position in preview.positions[1:]:
        twin.apply(position.action)
    assert preview.game is not None
    assert twin.state.to_json() == preview.game.state.to_json()


def test_a_game_left_while_players_play_has_as_many_actions_as_positions(qtbot: QtBot, preview: Preview) -> None:
    preview.start(scenario(), {"us": "random", "ac": "random"})
    with qtbot.waitSignal(preview.grown):
        preview.play()
    preview.close()
    settle()
    preview.resume()
    assert preview.game is not None
    assert preview.played == len(preview.game) > 0


def test_what_would_be_missed(qtbot: QtBot, preview: Preview) -> None:
    assert not preview.would_be_missed
    preview.start(scenario(), {"us": "random", "ac": "random"})
    assert not preview.would_be_missed, "a game of which nothing was played"
    play(qtbot, preview, actions=2)
    assert preview.would_be_missed
    preview.close()
    assert not preview.would_be_missed


def test_events_become_sentences() -> None:
    words = Words(scenario())
    event = Event("move", "tlg2:4.7", {"unit": "us-9", "from": "L0202", "to": "L0303", "cost": 2.5})
    assert words.event(event) == "9th Infantry moved from L0202 to The Mill (L0303) (2.5 MP)"
    assert place_of(event) == "L0303"
    odd = Event("sandstorm", "x:1", {"unit": "us-9", "hexes": ["L0101", "L0102"]})
    assert words.event(odd) == "sandstorm unit us-9, hexes L0101 L0102 [x:1]", "a kind that these rules never tell of"
    with pytest.raises(KeyError):
        words.event(Event("move", "x:1", {"unit": "us-9"}))
