"""A whole game of a person against the staff, by mouse and keys alone, told by what is to be seen on the screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import forgive
from fields import document
from hand import Hand
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QPushButton
from pytestqt.qtbot import QtBot
from settling import settle

from editor.controls.lighting import TARGET
from editor.hexes.canvas.overlays import OverlayItem
from editor.panels.preview_panel import PreviewPanel
from editor.window.app import make_window
from editor.window.window import Window
from engine.scenario import Scoring, Victory

LEFT = Qt.MouseButton.LeftButton
MOST: int = 400
"""More steps than any game of six turns with four units takes."""


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    made = make_window(None)
    qtbot.addWidget(made, before_close_func=forgive)
    made.resize(1280, 800)
    with qtbot.waitExposed(made):
        made.show()
    victory = Victory((Scoring("hold", 3, hexes=("L0404",), name="The Ford"), Scoring("eliminated")))
    setup = {"us-9": "L0304", "us-towson": "L0303", "ac-1": "L0504", "ac-103": "L0505"}
    made.desk.tabs.set_document(document(victory=victory, setup=setup, arrivals=()))
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    settle()
    yield made
    made.desk.preview.close()


class Person:
    """Plays by what is lit on the map and written on the buttons."""

    def __init__(self, qtbot: QtBot, window: Window) -> None:
        self.qtbot, self.window = qtbot, window
        self.hand = Hand(qtbot, window.desk)
        panel = window.docks["preview"].widget()
        assert isinstance(panel, PreviewPanel)
        self.panel = panel
        self.tried: set[tuple[str, str]] = set()
        """What was tried already in the phase in progress: its title and a hex."""

    def choose(self, combo: QComboBox, letters: str) -> None:
        """Type the first letters of an entry."""
        combo.setFocus()
        self.qtbot.keyClicks(combo, letters)

    def press(self, button: QAbstractButton) -> None:
        """Click a button."""
        self.qtbot.mouseClick(button, LEFT)

    def lit(self, key: str) -> dict[str, bool]:
        """The hexes that are lit, and whether as something to attack."""
        item = self.window.canvas.map_scene.overlays.get(key)
        cells = item.cells if isinstance(item, OverlayItem) else {}
        name = self.window.desk.document.battle_map.grid.name
        return {name(h): colour == TARGET for h, (colour, _) in cells.items()}

    def step(self) -> None:
        """Do one thing: fight what is told on the card, attack, move, or answer by a button."""
        banner, card = self.window.play.banner, self.window.play.card
        if card.isVisible():
            self.press(next(iter(card.offers.values())))
            return
        title = banner.title.text()
        targets = [name for name, attacked in self.lit("goals").items() if attacked]
        for name in (*targets, *self.lit("movers")):
            if (title, name) in self.tried:
                continue
            self.tried.add((title, name))
            before = self.window.desk.preview.played
            self.hand.click(name)
            goals = [goal for goal, attacked in self.lit("goals").items() if not attacked]
            if self.window.desk.preview.played == before and goals and not card.isVisible():
                self.hand.click(max(goals))
            return
        answers: list[QPushButton] = [*banner.ends.buttons]
        answers += [button for button in self.panel.buttons.findChildren(QPushButton) if button.isVisible()]
        assert answers, f"nothing is offered: {title} {banner.asked.text()}"
        self.press(answers[0])
        self.tried.clear()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_whole_game_of_a_person_against_the_staff(qtbot: QtBot, window: Window) -> None:
    person, preview = Person(qtbot, window), window.desk.preview
    qtbot.keyClick(window.canvas, Qt.Key.Key_F5)
    banner = window.play.banner
    person.choose(banner.speed, "At")
    person.choose(window.docks.panel("preview").seat_row.seats["us"], "You")
    assert (banner.pace.speed, preview.seats) == ("at once", {"us": "human", "ac": "staff"})
    window.canvas.fit()
    for _ in range(MOST):
        qtbot.waitUntil(lambda: preview.human_turn or (preview.at_end and preview.position.outcome is not None))
        if preview.position.outcome is not None:
            break
        person.step()
        settle()
    assert preview.position.outcome is not None, f"after {MOST} steps: {banner.title.text()}"
    assert "Victory" in banner.asked.text() or "draw" in banner.asked.text()
    verbs = {position.action.split()[0] for position in preview.positions[1:] if position.side == "us"}
    assert {"move", "attack", "with", "fight", "end"} <= verbs
    assert any(position.side == "ac" and position.action.startswith("move") for position in preview.positions)
    assert any("The game is over" in line.text for line in window.desk.log.lines)
    person.press(banner.leave)
    assert not preview.active
    assert not window.desk.document.dirty
