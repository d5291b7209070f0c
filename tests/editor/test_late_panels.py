"""Panels that stand behind others are made when somebody first looks at them, and show then what there is."""

from __future__ import annotations

from bench import forgive
from pytestqt.qtbot import QtBot
from settling import settle

from editor.panels import PANELS
from editor.panels.in_dock import Unseen
from editor.panels.log_panel import LogPanel
from editor.window.app import make_window
from editor.window.window import Window


def unmade(window: Window) -> set[str]:
    return {key for key, dock in window.docks.by_key.items() if isinstance(dock.widget(), Unseen)}


def test_a_panel_is_made_when_it_is_first_looked_at(qtbot: QtBot) -> None:
    window = make_window("scenarios/first_steps.yaml")
    qtbot.addWidget(window, before_close_func=forgive)
    with qtbot.waitExposed(window):
        window.show()
    settle()
    window.desk.log.add("Said before anybody looked")
    late = {spec.key for spec in PANELS if spec.late}
    assert unmade(window) == late - {"scenario"}, "it is in front"
    # By its tab, by its key, by a menu entry, by a link: each leads to a panel that is there and filled.
    window.docks.front("log")
    log = window.docks["log"].widget()
    assert isinstance(log, LogPanel)
    assert "Said before anybody looked" in log.browser.toPlainText()
    window.desk.actions.get("panel.arrivals").trigger()
    window.desk.actions.get("scenario.victory-page").trigger()
    window.desk.rule_asked.emit("tlg2:6.12")
    settle()
    assert unmade(window) == late - {"log", "arrivals", "scenario", "ledger"}
    assert not window.docks["ledger"].visibleRegion().isEmpty()
    assert window.docks.panel("ledger").tree.currentItem().text(0) == "6.12"
    # What is made is kept, and keeps what was done in it.
    log.wanted.setText("before")
    window.docks.front("units")
    window.docks.front("log")
    assert window.docks["log"].widget() is log
    assert log.wanted.text() == "before"


def test_a_panel_that_was_in_front_comes_back_whole(qtbot: QtBot) -> None:
    window = make_window(None)
    window.docks.front("layers")
    arranged = window.docks.arrangement
    window.deleteLater()
    again = make_window("scenarios/first_steps.yaml")
    qtbot.addWidget(again, before_close_func=forgive)
    again.docks.show(again.docks._space, arranged)
    with qtbot.waitExposed(again):
        again.show()
    qtbot.waitUntil(lambda: "layers" not in unmade(again))
    assert again.docks.panel("layers").isVisible()


def test_a_workspace_makes_only_what_is_in_sight(qtbot: QtBot) -> None:
    window = make_window("scenarios/first_steps.yaml")
    qtbot.addWidget(window, before_close_func=forgive)
    with qtbot.waitExposed(window):
        window.show()
    settle()
    before = unmade(window)
    for key, made in (
        ("draw", set()),
        ("rules", {"ledger"}),
        ("exchange", {"exchange", "underlay"}),
        ("play", {"log"}),
    ):
        window.workspaces.switch(key)
        assert before - unmade(window) == made, key
        settle()
        assert before - unmade(window) == made, key
        before = unmade(window)
