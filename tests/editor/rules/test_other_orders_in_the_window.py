"""Games of activations by turns and of chits, with fire on the way: played, taken back, played otherwise, told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from bench import forgive
from PySide6.QtWidgets import QTextBrowser
from pytestqt.qtbot import QtBot
from settling import settle

from editor.preview.seats import HUMAN
from editor.window.app import make_window
from editor.window.window import Window

RULES: Final = """\
format: hexwright-system 1
name: orders
title: Orders
units:
  types: {foot: Foot, guns: Guns}
  values: {strength: {least: 1}, movement: {default: 4}}
  steps: {most: 2, default: 2, reduced: {strength: half_up}}
sequence: {order: ORDER, phases: [{name: operations, do: activate}], activation: {does: [move, fire], HOW}}
ground: {terrain: [clear, woods], like: {forest: woods}}
movement: {costs: {hex: {clear: 1, woods: 2}}}
secrecy: {hides: values, after: again}
combat:
- {name: fire, range: 2, units: one, needs: none, strength: {attacker: strength}, resolve: strength, table: hits,
   once: {attacker: turn, defender: none}}
reaction: [{name: opportunity, when: moves, with: fire, per: {unit: turn, cause: 1}}]
results: {H: [{lose: defender}]}
tables: {hits: {columns: ["1", "3"], rows: {"1-3": ["-", "-"], "4-5": ["-", H], "6": [H, H]}}}
"""
BATTLE: Final = """\
format: hexwright-scenario 1
name: Orders
system: ./orders.yaml
map: first_steps
turns: {count: 3}
sides: {red: {name: Red}, blue: {name: Blue}}
units:
  red-1: {side: red, name: Red One, type: foot, strength: 3, formation: Red Left}
  red-2: {side: red, name: Red Guns, type: guns, strength: 4, formation: Red Right}
  blue-1: {side: blue, name: Blue One, type: foot, strength: 3, formation: Blue Left}
  blue-2: {side: blue, name: Blue Guns, type: guns, strength: 4, formation: Blue Right}
setup: {red-1: F0404, red-2: F0406, blue-1: F0804, blue-2: F0806}
victory: {scoring: [{kind: hold, hexes: F0605, points: 5}, {kind: eliminated, points: 1}]}
"""
ORDERS: Final = {
    "alternating": ("of: stack", {"activated", "reaction"}),
    "chits": ("of: formation, cup: formations, leave: 1", {"chit", "activated", "reaction"}),
}
"""By the order how units are activated, and the events of a game."""


@pytest.fixture(params=ORDERS)
def order(request: pytest.FixtureRequest) -> str:
    """The order of play."""
    return str(request.param)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, order: str) -> Iterator[Window]:
    """A window with a scenario of the order."""
    rules = RULES.replace("ORDER", order).replace("HOW", ORDERS[order][0])
    (tmp_path / "orders.yaml").write_text(rules, encoding="utf-8")
    (tmp_path / "battle.yaml").write_text(BATTLE, encoding="utf-8")
    made = make_window(str(tmp_path / "battle.yaml"))
    qtbot.addWidget(made, before_close_func=forgive)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    for tab in made.desk.tabs:
        tab.preview.close()
        tab.document.mark_saved()


def played(qtbot: QtBot, window: Window) -> list[str]:
    """The actions of a game that the computer has played to its end."""
    game = window.desk.preview
    game.play()
    qtbot.waitUntil(lambda: not game.busy and game.positions[-1].outcome is not None)
    settle()
    return [position.action for position in game.positions]


def test_a_game_is_played_taken_back_and_played_otherwise(qtbot: QtBot, window: Window, order: str) -> None:
    game = window.desk.preview
    game.start(window.desk.document.require_scenario(), {"red": "staff", "blue": "staff"}, seed=5)
    first = played(qtbot, window)
    before, after = dict(game.positions[0].units), dict(game.positions[-1].units)
    seen = {event.kind for position in game.positions for event in position.happened}
    assert ORDERS[order][1] <= seen | {"chit"} if order == "alternating" else ORDERS[order][1] <= seen
    assert all(position.reason for position in game.positions if position.action), "the staff says why it chose"
    while game.shown:
        assert game.undo()
    assert dict(game.position.units) == before
    assert all(game.act(text) for text in first[1:]), "the same dice and chits come again"
    assert dict(game.positions[-1].units) == after
    # Another way from the middle: the first is kept as a line, and comes back whole.
    middle = len(first) // 2
    game.show(middle)
    game.play_otherwise()
    decision = game.position.decision
    assert decision is not None
    game.set_seat(decision.side, HUMAN)
    other = next(text for text in map(game.game.text, game.game.legal_actions()) if text != first[middle + 1])
    assert game.act(other)
    assert len(game.lines) == 1
    game.take_line(0)
    assert [position.action for position in game.positions] == first
    log = window.docks.panel("log").browser
    assert isinstance(log, QTextBrowser)
    text = log.toPlainText()
    assert "reacted to" in text, text
    assert ("The chit" in text) == (order == "chits")


def test_what_a_side_may_not_know_is_not_shown(window: Window) -> None:
    game = window.desk.preview
    game.start(window.desk.document.require_scenario(), {"red": HUMAN, "blue": "staff"}, seed=5)
    assert game.eyes == "red"
    assert {key for key, how in game.position.units.items() if how["at"]} == {"red-1", "red-2"}
    assert {name: told.tells for name, told in game.position.concealed.items()} == {
        "F0804": "1 unit",
        "F0806": "1 unit",
    }
