"""Where one person plays, what is hidden from that side never reaches the screen; elsewhere all is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import pytest
from bench import Bench, at_bench
from fields import battle_map
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from editor.document.document import Document
from editor.panels.play_banner import PlayBanner
from editor.panels.preview_panel import PreviewPanel
from editor.preview import session
from editor.preview.position import OTHERS_CHOICE
from editor.preview.seats import HUMAN
from engine.play import Action, Game
from engine.scenario import Scenario, Side, Turns, Unit

HAND = {"support_draw": "each_turn"}
POOL = [{"strength": value} for value in (1, 2, 3, 4, 5, 6, 7, 8)]


class Strongest:
    """Places the strongest marker of its hand, with a thought that tells of it; else ends its phases."""

    last_reason = ""

    def choose(self, game: Game) -> Action:
        actions = list(game.legal_actions())
        support = [action for action in actions if action.verb == "support"]
        self.last_reason = f"out of {[game.text(action) for action in support]}" if support else ""
        plain = [action for action in actions if action.verb in ("end", "pass", "hold", "fall back")]
        return support[-1] if support else (plain or actions)[-1]


def battle(options: Mapping[str, str]) -> Scenario:
    """A Commonwealth unit next to a German one, and hands of three of eight markers."""
    values = {"attack": 4, "defense": 4, "movement": 4, "reduced_attack": 2, "reduced_defense": 2}
    units = [Unit(f"{side}-1", side, f"First of {side}", "infantry", values=values) for side in ("cw", "ge")]
    return Scenario(
        key="secret",
        name="Secret",
        system="fm",
        map=battle_map(),
        turns=Turns(3),
        sides={"cw": Side("cw", "Commonwealth"), "ge": Side("ge", "German")},
        units={unit.key: unit for unit in units},
        setup={"cw-1": "L0204", "ge-1": "L0304"},
        options=dict(options),
        special={"support_fire": {"allotment": {"1": 3, "2": 3, "3": 3}, "cw": POOL, "ge": POOL}},
    )


@pytest.fixture
def bench(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[Bench]:
    made = battle(getattr(request, "param", HAND))
    with at_bench(qtbot, Document(made.map, made)) as found:
        yield found


@pytest.fixture
def panel(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> PreviewPanel:
    monkeypatch.setattr(session, "make", lambda name, side, seed: Strongest())
    made = PreviewPanel(bench.desk)
    dock = QDockWidget("Test turns")
    dock.setWidget(made)
    bench.window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    return made


def let_others_play(qtbot: QtBot, bench: Bench, **how: int) -> None:
    with qtbot.waitSignal(bench.desk.preview.stopped):
        bench.desk.preview.play(**how)


def on_screen(bench: Bench, panel: PreviewPanel) -> list[str]:
    """All that the panel of test turns and the log say."""
    items = [panel.list.item(row) for row in range(panel.list.count())]
    said = [text for item in items for text in (item.text(), item.toolTip())]
    said += [label.text() for label in panel.findChildren(QLabel)]
    said += [button.toolTip() for button in panel.buttons.findChildren(QPushButton) if button.isVisible()]
    return said + [line.text for line in bench.desk.log.lines]


def dealt_anew(bench: Bench, side: str, number: int) -> None:
    """Put another world behind the screen: all that a side may not know is otherwise."""
    game = bench.desk.preview.game
    assert game is not None
    game.state = game.rules.redeal(game.state, side, Random(number))


def placed(qtbot: QtBot, bench: Bench, panel: PreviewPanel, world: int, **seats: str) -> Game:
    """An attack of the Commonwealth at which both have placed a marker of their hand."""
    preview = bench.desk.preview
    assert bench.desk.controls.game.start({"cw": HUMAN, "ge": HUMAN, **seats}, 7)
    assert preview.game is not None
    dealt_anew(bench, "cw", world)
    for text in ("end phase", "end phase", "attack L0304 with cw-1"):
        assert preview.act(text)
    own = [choice.text for choice in preview.choices() if choice.verb == "support"]
    assert preview.act(own[0])
    if seats:
        let_others_play(qtbot, bench, actions=1)
    else:
        assert preview.act([choice.text for choice in preview.choices()][-1])
    return preview.game


def test_the_screen_of_one_person_is_the_same_whatever_the_enemy_holds(
    qtbot: QtBot, bench: Bench, panel: PreviewPanel
) -> None:
    screens, hands, views = [], set(), []
    for world in range(4):
        bench.desk.log.clear()
        game = placed(qtbot, bench, panel, world, ge="staff")
        screens.append(on_screen(bench, panel))
        hands.add(game.state.to_json()["hands"][1])
        shown = bench.desk.preview.position
        assert shown.state is not None
        views.append(game.rules.view(shown.state, "cw"))
        assert views[-1] == game.view("cw")
        bench.desk.controls.game.preview.close()
    assert len(hands) > 1, "the worlds differ"
    assert all(screen == screens[0] for screen in screens)
    assert all(view == views[0] for view in views)
    assert "German: Support" in screens[0]
    assert any("Commonwealth drew support fire of +" in line for line in screens[0]), "its own hand it may see"
    assert not any("German draws" in line or "out of" in line for line in screens[0])


def test_every_position_holds_a_guess_and_not_the_truth(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    placed(qtbot, bench, panel, 1, ge="staff")
    states = [position.state for position in bench.desk.preview.positions[1:]]
    game = bench.desk.preview.game
    assert game is not None
    hands = {state.to_json()["hands"][1] for state in states if state is not None}
    assert len(hands) > 1, "the enemy's hand is made up again for each"
    assert {state.to_json()["hands"][0] for state in states if state is not None} == {game.state.to_json()["hands"][0]}


def test_the_enemys_choice_is_neither_shown_nor_taken(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    preview = bench.desk.preview
    assert bench.desk.controls.game.start({"cw": HUMAN, "ge": "staff"}, 7)
    for text in ("end phase", "end phase", "attack L0304 with cw-1", "pass"):
        assert preview.act(text)
    assert preview.position.decision is not None
    assert preview.position.decision.side == "ge"
    assert list(preview.choices()) == []
    with qtbot.waitSignal(preview.refused) as refused:
        assert not preview.act("support +9")
    assert refused.args == ["", "it is not your choice now"]
    number = len(preview.positions)
    preview.show(2)
    preview.show(number - 1)
    assert len(preview.positions) == number, "nothing was taken back"


def test_two_people_at_one_screen_see_what_each_may_know(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    preview, banner = bench.desk.preview, PlayBanner(bench.desk)
    qtbot.addWidget(banner)
    assert bench.desk.controls.game.start({"cw": HUMAN, "ge": HUMAN}, 7)
    assert preview.eyes == "cw"
    for text in ("end phase", "end phase", "attack L0304 with cw-1"):
        assert preview.act(text)
    mine = [choice.text for choice in preview.choices() if choice.verb == "support"]
    game = preview.game
    assert game is not None
    assert preview.position.state is not game.state
    assert not banner.hand_over.isVisibleTo(banner)
    assert preview.act(mine[-1])
    # Now it is the German's choice: nobody sees his hand before he sits down.
    assert preview.handing_over
    assert not preview.human_turn
    assert list(preview.choices()) == []
    assert not preview.act("pass")
    assert banner.hand_over.isVisibleTo(banner)
    assert "Hand over the screen" in banner.asked.text()
    assert preview.position.decision is not None
    assert (preview.position.decision.prompt, preview.position.decision.units) == (OTHERS_CHOICE, ())
    said = on_screen(bench, panel)
    assert "Commonwealth: Support" in said
    assert not any(mine[-1] in line for line in said)
    assert not any("drew support fire of" in line for line in said)
    banner.hand_over.click()
    assert preview.eyes == "ge"
    assert preview.position.decision == game.decision
    assert preview.human_turn
    assert preview.position.state is not None
    view = game.rules.view(preview.position.state, "ge")
    assert view == game.view("ge")
    theirs = [choice.text for choice in preview.choices() if choice.verb == "support"]
    assert theirs
    assert not banner.hand_over.isVisibleTo(banner)
    # Neither does he see the other's hand by going back to what was played under other eyes.
    for number in (1, preview.played):
        preview.show(number)
        truth, seen = game.state_at(number), preview.position.state
        assert seen is not None
        assert game.rules.view(seen, "ge") == game.rules.view(truth, "ge"), "his own hand is the true one"
        assert game.rules.view(seen, "cw") != game.rules.view(truth, "cw"), "the other's is dealt again"


def test_everything_is_shown_where_nobody_has_secrets_from_the_screen(
    qtbot: QtBot, bench: Bench, panel: PreviewPanel
) -> None:
    preview = bench.desk.preview
    assert preview.eyes == ""
    assert bench.desk.controls.game.start({"cw": "staff", "ge": "staff"}, 7)
    assert preview.eyes == ""
    said = on_screen(bench, panel)
    assert any("German drew support fire of +" in line for line in said)
    game = preview.game
    assert game is not None
    assert preview.position.state is game.state


@pytest.mark.parametrize("bench", [{}], indirect=True)
def test_blind_draws_are_hidden_from_everybody(qtbot: QtBot, bench: Bench, panel: PreviewPanel) -> None:
    """Drawn as they are placed, nobody may look: not the person who placed it either."""
    game = placed(qtbot, bench, panel, 0, ge="staff")
    shown = bench.desk.preview.position.state
    assert shown is not None
    truth = [game.state.to_json()["stack"][-1][name] for name in ("fire", "cover")]
    guesses = [
        [game.rules.redeal(game.state, "cw", Random(number)).to_json()["stack"][-1][name] for name in ("fire", "cover")]
        for number in range(6)
    ]
    assert [[len(part) for part in guess] for guess in guesses] == [[1, 1]] * 6
    assert any(guess != truth for guess in guesses)
    assert game.rules.view(shown, "cw") == game.view("cw")
