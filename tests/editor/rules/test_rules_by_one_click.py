"""One click leads from a refusal, a line of odds and a line of the log to the rule, in each order of play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from bench import forgive
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel, QTextBrowser
from pytestqt.qtbot import QtBot
from settling import settle
from test_rules_in_play import BATTLE, FORD

from editor.document.rules_document import RulesDocument
from editor.preview.seats import HUMAN
from editor.window.app import make_window
from editor.window.window import Window

TURNS: Final = "phases: [{name: movement, do: move}, {name: combat, do: attack}]"
ORDERS: Final = {
    "two player turns": (TURNS, ("move red-2 F0802", "end phase")),
    "alternating activation": (
        "order: alternating, phases: [{name: orders, do: activate}], "
        "activation: {of: unit, times: 1, does: [move, attack]}",
        ("activate red-2", "move red-2 F0802"),
    ),
    "chits": (
        "order: chits, phases: [{name: orders, do: activate}], "
        "activation: {does: [move, attack], cup: [{name: reds, side: red}]}",
        ("move red-2 F0802", "end phase"),
    ),
}
"""What the rules say of the order, and what red does until it may attack."""
SHIFT: Final = '  shifts: [{when: {attackers: {any: {type: foot}}}, columns: -1, says: no guns, rule: "4"}]\n'


@pytest.fixture(params=ORDERS)
def window(qtbot: QtBot, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Window]:
    """A window with a game of the order in which red is about to attack."""
    order, actions = ORDERS[request.param]
    rules = FORD.replace(TURNS, order).replace("  table: crt\n", f"  table: crt\n{SHIFT}", 1)
    rules = rules.replace("text: A die.}\n", 'text: A die.}\n  "4": {title: No guns, text: A column less.}\n')
    (tmp_path / "ford.yaml").write_text(rules, encoding="utf-8")
    (tmp_path / "battle.yaml").write_text(BATTLE.replace("F0608", "F0702"), encoding="utf-8")
    made = make_window(str(tmp_path / "battle.yaml"))
    qtbot.addWidget(made, before_close_func=forgive)
    made.resize(1280, 800)
    with qtbot.waitExposed(made):
        made.show()
    desk = made.desk
    desk.preview.start(desk.document.require_scenario(), {"red": HUMAN, "blue": HUMAN})
    for action in actions:
        assert desk.preview.act(action), action
    settle()
    yield made
    for tab in desk.tabs:
        tab.preview.close()
        tab.document.mark_saved()


def click_link(qtbot: QtBot, shown: QLabel | QTextBrowser, rule: str) -> str:
    """Click the link to a paragraph with the mouse; its text."""
    assert shown.isVisible()
    if isinstance(shown, QTextBrowser):
        area = shown.viewport()
        found = [at for at in _points(area.width(), area.height()) if shown.anchorAt(at) == f"rule:{rule}"]
        assert found, shown.toHtml()
        said = shown.toPlainText()
        qtbot.mouseClick(area, Qt.MouseButton.LeftButton, pos=found[0])
        return said
    text = QTextDocument()
    text.setDefaultFont(shown.font())
    text.setDocumentMargin(0)
    text.setHtml(QLabel.text(shown))
    room = shown.contentsRect()
    text.setTextWidth(room.width() if shown.wordWrap() else -1)
    down = 0 if shown.alignment() & Qt.AlignmentFlag.AlignTop else (room.height() - text.size().height()) / 2
    layout = text.documentLayout()
    lower = QPoint(0, int(down))
    found = [at for at in _points(room.width(), room.height()) if layout.anchorAt(at - lower) == f"rule:{rule}"]
    assert found, QLabel.text(shown)
    first = [one for one in found if one.y() == found[0].y()]
    at = QPoint((first[0].x() + first[-1].x()) // 2, first[0].y() + 4) + room.topLeft()
    qtbot.mouseMove(shown, at)
    qtbot.mouseClick(shown, Qt.MouseButton.LeftButton, pos=at)
    return text.toPlainText()


def _points(width: int, height: int) -> list[QPoint]:
    return [QPoint(x, y) for y in range(2, height, 4) for x in range(2, width, 4)]


def rules_shown(window: Window) -> tuple[str, int]:
    """The page of the rules desk that is in front, and the line of the file that its field is in."""
    document = window.desk.document
    assert isinstance(document, RulesDocument), window.status.message.text()
    view = window.rules.view
    path = view.form.place_in_hand()
    return view.page.key, document.source.position(path, key=True)[0]


def line_of(window: Window, words: str) -> int:
    """The number of the first line of the rules that has these words."""
    document = window.desk.document
    assert isinstance(document, RulesDocument)
    return next(number for number, line in enumerate(document.text.splitlines(), 1) if words in line)


def back(window: Window) -> None:
    window.desk.tabs.show(window.desk.tabs[0])
    settle()


def test_refusal_odds_and_log_lead_to_the_rule_by_one_click(qtbot: QtBot, window: Window) -> None:
    preview, status = window.desk.preview, window.status.message
    # A refusal in the status bar.
    preview.act("attack F0606")
    assert status.text().startswith("Not allowed: ")
    assert "ford:" not in status.text()
    cited = window.desk.cited
    said = click_link(qtbot, status, cited)
    assert "ford:" not in said
    qtbot.waitUntil(lambda: window.rules.shown)
    assert rules_shown(window)[1] > 1
    back(window)
    # A line of odds.
    assert preview.act("attack F0902")
    assert preview.act("with red-2")
    card = window.play.card
    card.details.setChecked(True)
    settle()
    assert "no guns 4 No guns" in click_link(qtbot, card.text, "ford:4")
    assert rules_shown(window) == ("combat 0", line_of(window, "shifts: "))
    back(window)
    # A line of the log.
    window.docks.front("log")
    settle()
    log = window.docks.panel("log").browser
    assert isinstance(log, QTextBrowser)
    assert "1 Movement" in click_link(qtbot, log, "ford:1")
    assert rules_shown(window) == ("movement", line_of(window, 'movement: {rule: "1"'))
