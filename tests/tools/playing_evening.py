"""The player's evening: a game of Lundy's Lane from the welcome page, a stack of thirty, a bound of Zama."""

from __future__ import annotations

from typing import Any

from designing import Choosing
from fields import document
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QListWidget, QPushButton
from settling import settle
from user import KEYS

from editor.canvas.drawing.counters import COUNT_AT
from editor.controls.lighting import TARGET
from editor.hexes.canvas.overlays import OverlayItem
from editor.hexes.canvas.units import UnitsLayer
from engine.scenario import Unit

AT = "L0303"
MOST = 400
"""Steps after which a turn should long be over."""


class EveningPlayer(Choosing):
    """Plays by what is lit on the map and written on the buttons."""

    def __init__(self, qtbot: Any, window: Any) -> None:
        super().__init__(qtbot, window)
        self.tried: set[tuple[str, str]] = set()

    @property
    def preview(self) -> Any:
        """The game in front."""
        return self.window.desk.preview

    def wait(self) -> None:
        """Until the person is asked, or the game is over."""
        self.qtbot.waitUntil(
            lambda: (
                not self.preview.busy
                and self.preview.at_end
                and (self.preview.human_turn or self.preview.position.outcome is not None)
            ),
            timeout=240_000,
        )
        settle()

    def open_sample(self, name: str) -> None:
        """Two clicks on its picture."""
        shown = next(one for one in self.window.findChildren(QListWidget) if one.accessibleName() == "Samples")
        item = next(shown.item(n) for n in range(shown.count()) if shown.item(n).text().startswith(name))
        shown.scrollToItem(item)
        settle()
        self.click(shown.viewport(), shown.visualItemRect(item).center())
        if self.window.desk.document.title != name:
            self.press(KEYS.Key_Return)
        settle()
        self.window.activateWindow()
        assert self.window.desk.document.scenario is not None

    def begin(self, side: str) -> None:
        """F5, and a seat."""
        self.hand.canvas.setFocus()
        self.press(KEYS.Key_F5)
        settle()
        box: QComboBox = self.window.docks.panel("preview").seat_row.seats[side]
        self.click(box)
        self.qtbot._bot.keyClick(box.view(), KEYS.Key_Home)
        self.qtbot._bot.keyClick(box.view(), KEYS.Key_Return)
        self.qtbot.clicks += 1
        self.window.activateWindow()
        settle()
        assert self.preview.seats[side] == "human"
        speed = self.window.play.banner.speed
        if speed.currentData() != "at once":
            speed.setCurrentIndex(speed.findData("at once"))
            self.qtbot.clicks += 2
        self.wait()

    def lit(self, key: str) -> dict[str, bool]:
        """The hexes that are lit, and whether as something to attack."""
        item = self.window.canvas.map_scene.overlays.get(key)
        cells = item.cells if isinstance(item, OverlayItem) else {}
        name = self.window.desk.document.battle_map.grid.name
        return {name(h): colour == TARGET for h, (colour, _) in cells.items()}

    def first_move(self) -> None:
        """A unit, then the last hex that is lit for it."""
        before = self.preview.played
        for name in self.lit("movers"):
            self.hand.click(name)
            goals = [goal for goal, attacked in self.lit("goals").items() if not attacked]
            if goals and self.preview.played == before:
                self.hand.click(max(goals))
            settle()
            if self.preview.played > before:
                return
        raise AssertionError("no unit could be moved")

    def take_back(self) -> None:
        """Take the move back by the banner, and move again."""
        self.click(self.window.play.banner.take_back)
        settle()
        assert self.preview.played == 0
        self.first_move()

    def step(self) -> None:
        """Do one thing: fight what is told on the card, attack, move, or answer by a button."""
        banner, card = self.window.play.banner, self.window.play.card
        if card.isVisible() and card.offers:
            self.click(next(iter(card.offers.values())))
            return
        title = banner.title.text()
        targets = [name for name, attacked in self.lit("goals").items() if attacked]
        for name in (*targets, *self.lit("movers")):
            if (title, name) in self.tried:
                continue
            self.tried.add((title, name))
            before = self.preview.played
            self.hand.click(name)
            goals = [goal for goal, attacked in self.lit("goals").items() if not attacked]
            if self.preview.played == before and goals and not card.isVisible():
                self.hand.click(max(goals))
            return
        panel = self.window.docks.panel("preview")
        answers: list[QAbstractButton] = [*banner.ends.buttons]
        answers += [button for button in panel.buttons.findChildren(QPushButton) if button.isVisible()]
        assert answers, f"nothing is offered: {title} {banner.asked.text()}"
        self.click(answers[0])
        self.tried.clear()

    def until_turn(self, turn: int) -> None:
        """Play until a turn begins, or the game is over."""
        for _ in range(MOST):
            self.wait()
            position = self.preview.position
            if position.outcome is not None or int(position.status.get("turn", 1)) >= turn:
                return
            self.step()
            settle()
        raise AssertionError(f"after {MOST} steps: {self.window.play.banner.title.text()}")

    def summary(self) -> None:
        """The first line that has a place."""
        row = next(one for one in self.window.docks.panel("summary").rows if one.isVisible() and one.isEnabled())
        zoom = self.window.canvas.zoom
        self.click(row)
        settle()
        assert self.window.canvas.zoom == zoom

    def leave(self) -> None:
        """Back to the set-up."""
        self.click(self.window.play.banner.leave)
        settle()
        assert not self.preview.active

    def fan_out(self, number: int) -> None:
        """A click on the count of a stack; what is typed filters it; two counters are clicked."""
        kinds = ("infantry", "artillery", "cavalry")
        units = [
            Unit(f"us-{n}", "us", f"Unit {n}", kinds[n % 3], "regiment", {"strength": n, "reduced": 1})
            for n in range(number)
        ]
        foe = Unit("ac-1", "ac", "Royal Scots", "infantry", "regiment", {"strength": 6, "reduced": 3})
        setup = {unit.key: AT for unit in units} | {"ac-1": "L0601"}
        made = document(units={one.key: one for one in (*units, foe)}, setup=setup, arrivals=())
        self.window.desk.tabs.open(made)
        settle()
        self.window.canvas.fit()
        layer = self.window.desk.controls.units.layer
        assert isinstance(layer, UnitsLayer)
        grid = self.window.desk.document.battle_map.grid
        count: QPointF = layer.layout(grid.parse(AT))[-1][1].topRight() + COUNT_AT
        self.click(self.window.canvas.viewport(), self.window.canvas.mapFromScene(count))
        fan = self.window.play.stack_fan
        settle()
        assert fan.isVisible()
        self.type("cavalry")
        settle()
        assert fan.filter.text() == "cavalry"
        shown = fan.counters
        rows = [shown.item(n) for n in range(shown.count()) if not shown.item(n).isHidden()][:2]
        self.click(shown.viewport(), shown.visualItemRect(rows[0]).center())
        place = shown.visualItemRect(rows[1]).center()
        self.qtbot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, place)
        settle()
        assert len(self.window.desk.selection.units) == 2
        self.press(KEYS.Key_Escape)

    def forecast(self) -> None:
        """An attack is put together; the card tells what may come of it."""
        made = document(setup={"us-9": "L0302", "us-towson": "L0202", "ac-1": "L0303"}, arrivals=())
        self.window.desk.tabs.open(made)
        settle()
        self.window.canvas.fit()
        self.begin("us")
        self.click(self.window.play.banner.ends.buttons[-1])
        settle()
        self.hand.click("L0303")
        self.hand.click("L0302")
        settle()
        card = self.window.play.card
        assert card.isVisible()
        assert card.bar.isVisible()
        if not card.details.isChecked():
            self.click(card.details, QPoint(8, 8))
        settle()
        self.click(self.window.play.banner.leave)

    def open_table(self) -> None:
        """From the welcome page, and a seat."""
        self.choose("Help", "Welcome page")
        self.open_sample("Zama")
        self.window.canvas.fit()
        self.begin("rome")

    def bound(self) -> None:
        """The dice, a base dragged forward, the end of the bound."""
        self.click(self.window.play.banner.ends.buttons[-1])
        settle()
        assert "dice" not in self.window.play.banner.title.text()
        self._drag_a_base()
        self.click(self.window.play.banner.ends.buttons[-1])
        settle()

    def _drag_a_base(self) -> None:
        before = self.preview.played
        units = self.window.desk.document.require_scenario().units
        for key, how in self.preview.position.units.items():
            if units[key].side != "rome" or not how.get("at"):
                continue
            x, y = map(int, str(how["at"]).partition("/")[0].split(","))
            self.hand.drag((x / 40, (y + 8) / 40), (x / 40, (y - 92) / 40), steps=3)
            settle()
            if self.preview.played > before:
                return
        raise AssertionError("no base could be moved")

    def their_bound(self) -> None:
        """The computer plays; its summary tells of it."""
        self.wait()
        assert any(row.isVisible() for row in self.window.docks.panel("summary").rows)
