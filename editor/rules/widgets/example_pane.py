"""The live example beside a page of the rules desk."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from editor.panels.flow import FlowLayout
from editor.panels.forecast_bar import ForecastBar
from editor.panels.links import rule_link
from editor.plain import Html, PlainLabel, RichLabel
from editor.rules.widgets.example_map import ExampleMap
from editor.rules.widgets.example_work import ExampleRequest, ExampleView, ExampleWork
from editor.rules.widgets.share_bars import MEANINGS
from editor.rules.widgets.value_fields import combo
from editor.work.background import Worker
from engine.formats.source import DataPath
from engine.kit.example.answers import ExampleAnswer, ExampleKind
from engine.kit.example.layout import asked_at
from engine.kit.table_shares import ResultShare
from engine.play.answers import Likelihood
from engine.scenario import Scenario

TITLES: Final = {
    ExampleKind.REACH: "Reach",
    ExampleKind.ZONES: "Zones of control",
    ExampleKind.SIGHT: "Line of sight",
    ExampleKind.ODDS: "Odds",
}
_GOOD: Final = {"attacker": False, "defender": True}


class ExamplePane(QWidget):
    """Shows what the rules as they are this second mean for a unit on a small map.

    All work is done on a thread of its own, one request after another; of several that come meanwhile only the last is
    done. Rules that cannot be used leave the last picture, with a line that says why.
    """

    shown = Signal()
    """A view was shown."""
    rule_asked = Signal(str)
    """The paragraph or block of a line was clicked: ``bladensburg:7.3``, ``ridge:zones``."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._path: Path | None = None
        self._scenario: Scenario | None = None
        self._moved: dict[str, str] = {}
        self._kind = ""
        self._stale = False
        self._worker = Worker("example", self)
        self._work = ExampleWork()
        self.kinds = combo("What the example shows", TITLES)
        self.units = combo("Unit of the example", {})
        self.enemies = combo("Enemy of the example", {})
        for box in (self.kinds, self.units, self.enemies):
            box.activated.connect(lambda _index: self._ask())
        self.trouble = PlainLabel()
        self.trouble.setObjectName("complaint")
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        self.map = ExampleMap()
        self.map.moved.connect(self._move)
        self.map.resized.connect(self._ask)
        self.bar = ForecastBar()
        self.bar.hide()
        self.lines = RichLabel()
        self.lines.setWordWrap(True)
        self.lines.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.lines.linkActivated.connect(lambda link: self.rule_asked.emit(link.partition(":")[2]))
        choosers = QWidget()
        flow = FlowLayout(choosers, 4)
        for box in (self.kinds, self.units, self.enemies):
            flow.addWidget(box)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(choosers)
        layout.addWidget(self.trouble)
        layout.addWidget(self.map)
        layout.addWidget(self.bar)
        layout.addWidget(self.lines)
        layout.addStretch(1)

    # -- what is shown ----------------------------------------------------------------------------------------

    def show_rules(self, text: str, path: Path | None) -> None:
        """Show what these rules mean; soon, and not before all that was asked earlier."""
        self._text, self._path = text, path
        self._ask()

    def set_scenario(self, scenario: Scenario | None) -> None:
        """Take map and units of a scenario in place of those that are made up."""
        if scenario is not self._scenario:
            self._scenario, self._moved = scenario, {}
            self._ask()

    def show_asked(self, asked: ExampleKind, kind: str = "") -> None:
        """Choose what is shown; of odds those of a kind of combat, with a unit that can make it."""
        if kind != self._kind:
            self._kind = kind
            self.units.setCurrentIndex(-1)
            self.enemies.setCurrentIndex(-1)
        self.kinds.setCurrentIndex(self.kinds.findData(asked))
        self._ask()

    def show_page(self, path: DataPath, data: Any) -> None:
        """Choose what goes with the page of a part of the file: reach with movement, odds with a kind of combat."""
        self.show_asked(*asked_at(path, data))

    @property
    def busy(self) -> bool:
        """Whether something is still to be shown."""
        return self._worker.busy

    def _move(self, key: str, name: str) -> None:
        self._moved[key] = name
        self._ask()

    def _ask(self) -> None:
        if not self._text or not self.isVisible() or self._worker.busy:
            self._stale = True
        else:
            self._stale = False
            request = ExampleRequest(
                self._text,
                self._path,
                self._scenario,
                ExampleKind(self.kinds.currentData()),
                str(self.units.currentData() or ""),
                str(self.enemies.currentData() or ""),
                dict(self._moved),
                self.map.pixels(),
                self._kind,
            )
            work = self._work
            self._worker.start(lambda: work.show(request), self._show, self._failed)

    def _failed(self, error: Exception) -> None:
        self._show(ExampleView(f"These rules could not be tried: {error}"))

    def _show(self, view: ExampleView) -> None:
        self.trouble.setText(view.trouble)
        self.trouble.setVisible(bool(view.trouble))
        if view.board is not None and view.answer is not None:
            _fill(self.units, view.units, view.unit)
            _fill(self.enemies, view.enemies, view.enemy)
            self.enemies.setVisible(view.answer.asked is ExampleKind.ODDS)
            self.map.show_view(view)
            self.lines.setHtml(_lines_of(view.answer))
            self.bar.show_shares(_likely(share) for share in view.answer.shares)
            self.bar.setVisible(bool(view.answer.shares))
        self.shown.emit()
        if self._stale:
            self._ask()

    def showEvent(self, event: QShowEvent) -> None:
        """What came while it was out of sight is shown now."""
        super().showEvent(event)
        if self._stale:
            self._ask()


def _fill(box: QComboBox, items: Mapping[str, str], chosen: str) -> None:
    with QSignalBlocker(box):
        if [box.itemData(n) for n in range(box.count())] != list(items):
            box.clear()
            for key, name in items.items():
                box.addItem(name, key)
        box.setCurrentIndex(box.findData(chosen))


def _lines_of(answer: ExampleAnswer) -> Html:
    """The lines of an answer, each with the paragraph that it rests on."""
    lines = [f"{escape(line.text[:1].upper())}{escape(line.text[1:])} {rule_link(line.rule)}" for line in answer.lines]
    return "<br>".join(lines)


def _likely(share: ResultShare) -> Likelihood:
    good = _GOOD.get(share.hurts)
    return Likelihood(share.code, f"{share.code} ({MEANINGS[share.hurts]})", float(share.chance), good)
