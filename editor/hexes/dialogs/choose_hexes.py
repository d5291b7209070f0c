"""Choose hexes by a rule: conditions in rows, the rule as a text below, and a count while one works."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs.forms import FormDialog, note
from editor.look.numbers import WholeBox
from editor.look.rebuilding import put_instead, taken_out
from editor.plain import PlainLabel, as_written
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.mapping.choosing import KEYED, Condition, Rule, choose, parse, unknown, wording
from engine.plural import counted

TITLES: Final = {
    "terrain": "Terrain",
    "feature": "Feature",
    "hexside": "Hexside",
    "path": "Road",
    "region": "Region",
    "elevation": "Elevation",
    "coast": "Coast (land beside water)",
    "named": "A place name",
    "edge": "The edge of the map",
}
LOWEST: Final = -99
HIGHEST: Final = 99


def kinds(board: BattleMap, thing: str) -> Mapping[str, str]:
    """The keys that a condition on this map may name, with their titles."""
    palette = board.palette
    if thing == "region":
        return {key: region.name or key for key, region in board.regions.items()}
    layer = {"terrain": palette.terrain, "feature": palette.features, "hexside": palette.hexsides}
    return {key: kind.name for key, kind in layer.get(thing, palette.paths).items()}


class KeysButton(QToolButton):
    """A button with a menu in which several kinds can be ticked."""

    changed = Signal()

    def __init__(self, titles: Mapping[str, str], chosen: tuple[str, ...]) -> None:
        super().__init__()
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(150)
        self.setAccessibleName("Kinds")
        menu = QMenu(self)
        self.ticks: dict[str, QAction] = {}
        for key in [*titles, *(key for key in chosen if key not in titles)]:
            action = menu.addAction(titles.get(key, f"{key} (not on this map)"))
            action.setCheckable(True)
            action.setChecked(key in chosen)
            action.toggled.connect(self._on_toggled)
            self.ticks[key] = action
        self.setMenu(menu)
        self._show()

    @property
    def keys(self) -> tuple[str, ...]:
        """What is ticked."""
        return tuple(key for key, action in self.ticks.items() if action.isChecked())

    def _on_toggled(self, _on: bool) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        titles = [self.ticks[key].text() for key in self.keys]
        self.setText(" or ".join(titles) if len(titles) <= 2 else f"{titles[0]} or {len(titles) - 1} others")
        if not titles:
            self.setText("Choose…")


class ConditionRow(QWidget):
    """One condition."""

    changed = Signal()
    removed = Signal()

    def __init__(self, board: BattleMap, condition: Condition) -> None:
        super().__init__()
        self._board = board
        self._asked = condition
        self.unless = _combo({False: "is", True: "is not"}, condition.unless, "Is or is not")
        self.thing = _combo(TITLES, condition.thing, "What is asked for")
        self.low, self.high = _level("Lowest level", "from "), _level("Highest level", "to ")
        self.low.setValue(max(LOWEST, condition.low))
        self.high.setValue(min(HIGHEST, condition.high))
        self.within = WholeBox()
        self.within.setRange(0, 99)
        self.within.setValue(condition.within)
        self.within.setSpecialValueText("in the hex")
        self.within.setPrefix("within ")
        self.within.setAccessibleName("Within this number of hexes")
        self.keys = KeysButton({}, ())
        self.remove = QToolButton()
        self.remove.setText("–")
        self.remove.setToolTip("Remove the condition")
        self.remove.setAccessibleName("Remove the condition")
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        for widget in (self.unless, self.thing, self.keys, self.low, self.high):
            self._layout.addWidget(widget)
        self._layout.addStretch(1)
        self._layout.addWidget(self.within)
        self._layout.addWidget(self.remove)
        self.thing.currentIndexChanged.connect(self._on_thing)
        for signal in (self.unless.currentIndexChanged, self.low.valueChanged, self.high.valueChanged):
            signal.connect(self._emit)
        self.within.valueChanged.connect(self._emit)
        self.remove.clicked.connect(self.removed)
        self._show()

    @property
    def condition(self) -> Condition:
        """The condition as shown."""
        thing, within, unless = self.thing.currentData(), self.within.value(), bool(self.unless.currentData())
        if thing == "elevation":
            usual = Condition(thing)
            low = usual.low if self.low.value() == LOWEST else self.low.value()
            high = usual.high if self.high.value() == HIGHEST else self.high.value()
            return Condition(thing, (), low, high, within, unless)
        return Condition(thing, self.keys.keys if thing in KEYED else (), within=within, unless=unless)

    def _emit(self, _what: object = None) -> None:
        self.changed.emit()

    def _on_thing(self, _index: int) -> None:
        self._asked = replace(self._asked, keys=())
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        thing = self.thing.currentData()
        fresh = KeysButton(kinds(self._board, thing) if thing in KEYED else {}, self._asked.keys)
        fresh.changed.connect(self.changed)
        put_instead(self._layout, self.keys, fresh)
        self.keys = fresh
        fresh.setVisible(thing in KEYED)
        for box in (self.low, self.high):
            box.setVisible(thing == "elevation")


def _combo(titles: Mapping[str, str] | Mapping[bool, str], chosen: str | bool, name: str) -> QComboBox:
    box = QComboBox()
    for value, title in titles.items():
        box.addItem(title, value)
    box.setCurrentIndex(max(0, box.findData(chosen)))
    box.setAccessibleName(name)
    return box


def _level(name: str, prefix: str) -> WholeBox:
    box = WholeBox()
    box.setRange(LOWEST, HIGHEST)
    box.setPrefix(prefix)
    box.setAccessibleName(name)
    box.setToolTip(as_written(name))
    return box


class ChooseHexesDialog(FormDialog):
    """Conditions that all have to hold; ``show_hexes`` is told of the chosen hexes while one works."""

    def __init__(
        self,
        board: BattleMap,
        title: str,
        accept_text: str,
        rule: str = "",
        show_hexes: Callable[[frozenset[int]], None] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, parent, accept_text=accept_text)
        self._board = board
        self._show_hexes = show_hexes
        self.hexes: frozenset[int] = frozenset()
        self.rows: list[ConditionRow] = []
        self.body.addWidget(PlainLabel("Every hex for which all of this holds:"))
        self._list = QVBoxLayout()
        self.body.addLayout(self._list)
        self.add_button = QPushButton("&Add condition")
        self.add_button.setAutoDefault(False)
        self.add_button.clicked.connect(lambda: self._add(Condition("terrain"), tell=True))
        self.body.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.text = QLineEdit()
        self.text.setAccessibleName("The rule as a text")
        self.text.setPlaceholderText("feature town|village; coast within 4")
        self.text.textEdited.connect(self._on_text)
        line = QHBoxLayout()
        label = PlainLabel("As a &text")
        label.setBuddy(self.text)
        line.addWidget(label)
        line.addWidget(self.text, 1)
        self.body.addLayout(line)
        self.told = PlainLabel()
        self.body.addWidget(self.told)
        self.body.addWidget(note("The distance of “within” is counted in hexes; 0 asks about the hex itself."))
        self.body.addStretch(1)
        self.setMinimumWidth(640)
        self.text.setText(rule)
        self._on_text(rule or "terrain " + board.palette.base_terrain)
        # On OK it would go on to Cancel while the text cannot be read, and Enter with it.
        self.text.setFocus()

    @property
    def rule(self) -> str:
        """The rule as a text."""
        return self.text.text().strip()

    def problem(self) -> str:
        try:
            missing = unknown(self._board, parse(self.rule))
        except HexwrightError as error:
            return str(error)
        return f"This map has no {missing[0]}." if missing else ""

    # -- rows and text ------------------------------------------------------------------------------------------

    def _on_text(self, text: str) -> None:
        """The rows follow the text as soon as it can be read."""
        try:
            rule = parse(text)
        except HexwrightError:
            self._count()
            return
        if not self.text.text():
            self.text.setText(wording(rule))
        while self.rows:
            self._drop(self.rows[-1])
        for condition in rule:
            self._add(condition)
        self._count()

    def _on_rows(self) -> None:
        """The text follows the rows."""
        self.text.setText(wording(row.condition for row in self.rows))
        self._count()

    def _add(self, condition: Condition, tell: bool = False) -> None:
        row = ConditionRow(self._board, condition)
        row.changed.connect(self._on_rows)
        row.removed.connect(lambda: self._remove(row))
        self.rows.append(row)
        self._list.addWidget(row)
        self._enable()
        if tell:
            self._on_rows()

    def _remove(self, row: ConditionRow) -> None:
        self._drop(row)
        self._on_rows()

    def _drop(self, row: ConditionRow) -> None:
        self.rows.remove(row)
        taken_out(self._list, row)
        self._enable()

    def _enable(self) -> None:
        for row in self.rows:
            row.remove.setEnabled(len(self.rows) > 1)

    def _count(self) -> None:
        self.check()
        rule: Rule = () if self.problem() else parse(self.rule)
        self.hexes = choose(self._board, rule) if rule else frozenset()
        count = len(self.hexes)
        self.told.setText(
            "No hex fits." if not count else "One hex fits." if count == 1 else f"{counted(count, 'hex', 'hexes')} fit."
        )
        if self._show_hexes is not None:
            self._show_hexes(self.hexes)
