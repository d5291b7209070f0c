"""The page on which victory is put together: lines of points, ways to win outright, and how the game ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QStackedWidget,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from editor.commands.change import Change
from editor.commands.edit_scenario import EditScenario
from editor.desk.desk import Desk
from editor.dialogs.forms import swatch
from editor.dialogs.system_info import scoring_kinds
from editor.dialogs.texts import turns_text as ranges
from editor.look.scrolled import Scrolled
from editor.panels.buttons import PanelButton
from editor.panels.fields import Fields, sides_of, units_of
from editor.panels.form_page import FormPage
from editor.panels.levels_field import LevelsField
from editor.panels.place_field import PlaceField
from editor.panels.victory_blocks import (
    ALWAYS,
    line_with,
    names_of,
    new_condition,
    part_at,
    part_with,
    plain,
    with_part,
)
from editor.panels.victory_text import VictoryText
from editor.plain import PlainLabel, as_written
from engine.scenario import Scenario, Scoring, Victory, VictoryCondition, Win
from engine.scenario.model import GROUPS, PLACES
from engine.scenario.victory_words import condition_text, line_text, line_title, win_text

LINES: Final = {
    "hold": "Hold hexes",
    "exit": "Leave the map",
    "eliminated": "Losses of the enemy",
    "unit": "A unit eliminated",
    "occupied": "Occupy hexes at the end",
    "reached": "Occupy for the first time",
    "supplied": "Supply hexes at the end",
}
WHERE: Final = {
    "hold": "the hexes to hold",
    "exit": "the hexes to leave by",
    "occupied": "the hexes to occupy",
    "reached": "the hexes to come to",
    "supplied": "the hexes to supply",
}
EACH: Final = {"reached": "Given once, for the first of the hexes"}
PARTS: Final = {
    "hold": "holds hexes",
    "exit": "has units off the map",
    "eliminated": "has eliminated enemy factors",
    "unit": "sees a unit eliminated",
    "lead": "leads by points",
    "turn": "has reached a turn",
    "all": "all of …",
    "any": "any of …",
    "none": "none of …",
}
WORDS: Final = {"all": "All of these", "any": "Any of these", "none": "None of these"}

Path = tuple[Any, ...]
"""What a row is: ``("line", 2)``, ``("win", 0)``, ``("win", 0, 1, 3)`` for a part of its condition, or ``("end",)``."""
PATH: Final = Qt.ItemDataRole.UserRole


class VictoryPage(FormPage):
    """Blocks of victory above, the fields of the chosen one below."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName("Victory")
        self.tree.setWordWrap(True)
        self.tree.setIndentation(12)
        self.tree.setMinimumHeight(120)
        # Choosing a row has Qt measure all of them: they have to have their style by then.
        self.tree.ensurePolished()
        self.tree.currentItemChanged.connect(lambda *_items: self._chosen())
        self.add_button = self._button("Add", "Add points or a way to win")
        self.add_menu = QMenu(self)
        self.add_menu.aboutToShow.connect(self._fill_menu)
        self.add_button.setMenu(self.add_menu)
        self.add_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.remove_button = self._button("Remove", "Remove the chosen block")
        self.remove_button.clicked.connect(self.remove)
        self.up_button = self._button("Up", "Move up in the list; the first way to win that is met counts")
        self.up_button.clicked.connect(self.move_up)
        row = QHBoxLayout()
        row.setSpacing(2)
        for button in (self.add_button, self.remove_button, self.up_button):
            row.addWidget(button)
        row.addStretch(1)
        self.score, self.sentence = PlainLabel(), PlainLabel()
        for label in (self.score, self.sentence):
            label.setWordWrap(True)
        self.sentence.setAccessibleName("The chosen block in a sentence")
        self.text = VictoryText(desk)
        """All conditions in sentences: shown while no block is chosen that has fields."""
        self.pages = QStackedWidget()
        self.pages.addWidget(self.text)
        self.pages.addWidget(Scrolled(self.holder))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(4)
        layout.addWidget(self.tree, 3)
        layout.addLayout(row)
        layout.addWidget(self.score)
        layout.addWidget(self.sentence)
        layout.addWidget(self.pages, 4)
        desk.document_changed.connect(lambda _document: self.refresh())
        desk.changed.connect(self._changed)
        for signal in (desk.game.started, desk.game.closed, desk.game.grown, desk.game.cut):
            signal.connect(lambda *_args: self._tell_score())
        desk.game.moved.connect(lambda _number: self._tell_score())
        self.refresh()

    def _button(self, text: str, tip: str) -> QToolButton:
        button = PanelButton()
        button.setText(text)
        button.setToolTip(as_written(tip))
        return button

    # -- showing ----------------------------------------------------------------------------------------------

    @property
    def scenario(self) -> Scenario | None:
        """The open scenario."""
        return self.desk.document.scenario

    def _changed(self, change: Change) -> None:
        if change.what in ("scenario", "units", "regions", "all", "map"):
            self.refresh()

    @property
    def path(self) -> Path:
        """The chosen row."""
        item = self.tree.currentItem()
        return tuple(item.data(0, PATH)) if item is not None and item.data(0, PATH) else ()

    def refresh(self, path: Path | None = None) -> None:
        """Show the victory conditions again; ``path`` is the row that is to be chosen, else the one that was."""
        chosen = self.path if path is None else path
        scenario = self.scenario
        with QSignalBlocker(self.tree):
            self.tree.clear()
            if scenario is not None:
                self._fill(scenario)
                self._choose(chosen or ("points",))
        self._chosen()
        self._tell_score()

    def _fill(self, scenario: Scenario) -> None:
        points = self._row(None, "Points", ("points",))
        for number, line in enumerate(scenario.victory.scoring):
            row = self._row(points, line_title(scenario, line), ("line", number), line.side or line.initial)
            row.setToolTip(0, as_written(line_text(scenario, line)))
        if not scenario.victory.scoring:
            self._row(points, "none yet: Add makes the first", ())
        wins = self._row(None, "Ways to win outright", ("wins",))
        for number, win in enumerate(scenario.victory.wins):
            row = self._row(wins, win.name or win_text(scenario, win), ("win", number), win.side)
            row.setToolTip(0, as_written(win_text(scenario, win)))
            self._conditions(row, scenario, win.condition, ("win", number))
        if not scenario.victory.wins:
            self._row(wins, "none: points decide", ())
        self._row(None, "How the game ends", ("end",))
        self.tree.expandAll()

    def _conditions(self, above: QTreeWidgetItem, scenario: Scenario, part: VictoryCondition, path: Path) -> None:
        if part.kind in GROUPS:
            for number, inner in enumerate(part.of):
                here = (*path, number)
                text = WORDS.get(inner.kind) or f"it {condition_text(scenario, inner)}"
                self._conditions(self._row(above, text, here), scenario, inner, here)

    def _row(self, above: QTreeWidgetItem | None, text: str, path: Path, side: str = "") -> QTreeWidgetItem:
        item = QTreeWidgetItem([text])
        item.setData(0, PATH, path)
        item.setToolTip(0, as_written(text))
        scenario = self.scenario
        if scenario is not None and side in scenario.sides:
            item.setIcon(0, swatch(scenario.sides[side].colour, 14))
        if above is None:
            bold = item.font(0)
            bold.setBold(True)
            item.setFont(0, bold)
            self.tree.addTopLevelItem(item)
        else:
            above.addChild(item)
        if not path:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        return item

    def _choose(self, path: Path) -> None:
        """Choose a row, or where it is gone the nearest above it."""
        found = self.tree.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)
        rows = {tuple(item.data(0, PATH) or ()): item for item in found}
        while path and path not in rows:
            path = path[:-1] if len(path) > 2 else ({"line": "points", "win": "wins"}.get(path[0], "points"),)
        if path in rows:
            self.tree.setCurrentItem(rows[path])

    def _tell_score(self) -> None:
        """The score of the test game, as it stands; nothing without one."""
        game = self.desk.preview.game
        sheet = game.tally() if game is not None else None
        self.score.setVisible(sheet is not None)
        if sheet is not None:
            met = [win.about for win in sheet.wins if win.met]
            self.score.setText("As it stands: " + "; ".join([*met, sheet.standing]))

    # -- the form ---------------------------------------------------------------------------------------------

    def _chosen(self) -> None:
        """Another row was chosen, or what it shows is another: the form follows."""
        path, scenario = self.path, self.scenario
        self.remove_button.setEnabled(path[:1] in (("line",), ("win",)))
        self.up_button.setEnabled(len(path) == 2 and path[1] > 0)
        self.add_button.setEnabled(scenario is not None)
        self._tell_in_words(scenario, path)
        if scenario is None:
            self._show_form(None, ())
            return
        victory = scenario.victory
        made: tuple[Any, ...]
        if path[:1] == ("line",):
            line = victory.scoring[path[1]]
            made = (path, line.kind, self._offered())
            if self._shown != made:
                self._show_form(self._line_form(line.kind), made)
            self._show({**plain(line), "place": names_of(line), "turns": ranges(line.turns)})
        elif path[:1] == ("win",):
            part = part_at(victory.wins[path[1]].condition, path[2:])
            made = (path, part.kind, self._offered())
            if self._shown != made:
                self._show_form(self._win_form(part.kind, whole=len(path) == 2), made)
            win = victory.wins[path[1]]
            self._show({**plain(part), "place": names_of(part), **(plain(win) if len(path) == 2 else {})})
        elif path[:1] == ("end",):
            made = (path, self._offered())
            if self._shown != made:
                self._show_form(self._end_form(scenario), made)
            begun = {f"begin {key}": victory.handicap.get(key, 0) for key in scenario.sides}
            self._show({**plain(victory), **begun})
        else:
            self._show_form(None, ())

    def _tell_in_words(self, scenario: Scenario | None, path: Path) -> None:
        """Write out the chosen block, and all of them where that is asked for by choosing a heading."""
        said = ""
        if scenario is not None and path[:1] == ("line",):
            said = line_text(scenario, scenario.victory.scoring[path[1]])
        elif scenario is not None and path[:1] == ("win",):
            said = win_text(scenario, scenario.victory.wins[path[1]])
        self.sentence.setText(f"{said[:1].upper()}{said[1:]}." if said else "")
        self.sentence.setVisible(bool(said))
        self.text.show_scenario(scenario)
        self.pages.setCurrentIndex(1 if path[:1] in (("line",), ("win",), ("end",)) else 0)

    def _offered(self) -> tuple[Any, ...]:
        """What forms list: they are made again when it changes."""
        return tuple(sides_of(self.desk).items()), tuple(units_of(self.desk).items())

    def _line_form(self, kind: str) -> Fields:
        fields = Fields(self.desk)
        fields.choice("kind", "For", {key: LINES.get(key, key) for key in self._kinds()})
        fields.points("points", "Points", EACH.get(kind, "Given for each hex, combat factor or unit"))
        if kind in PLACES:
            fields.place("place", "Where", WHERE[kind])
        if kind == "unit":
            fields.choice("unit", "Unit", {"": "choose a unit", **units_of(self.desk)})
        else:
            fields.choice("side", "To", sides_of(self.desk, "either side"))
        if kind == "hold":
            fields.choice("initial", "Held at first by", sides_of(self.desk, "no side"))
            fields.text("turns", "At the end of", "Turns such as 3 5-8; empty for the end of the game", "the game")
        fields.text("name", "Name", "What players call it", "for example The churchyard")
        return fields

    def _win_form(self, kind: str, *, whole: bool) -> Fields:
        fields = Fields(self.desk)
        if whole:
            fields.choice("side", "Who wins", sides_of(self.desk))
            fields.text("name", "Name", hint="for example Hill and bridge")
            fields.text("level", "Level", hint="for example decisive")
            fields.tick("at_once", "Ends the game at once", "At the end of the turn in which it comes true")
        fields.choice("kind", "When it" if whole else "It", PARTS)
        if kind in ("hold", "exit"):
            fields.place("place", "Where", WHERE[kind])
        if kind == "hold":
            fields.number("count", "How many", tip="Number of these hexes", none="all of them")
        elif kind in ("exit", "eliminated"):
            fields.number("count", "Combat factors", none=ALWAYS)
        elif kind == "lead":
            fields.points("count", "Points")
        elif kind == "turn":
            fields.number("count", "Turn", least=1)
        elif kind == "unit":
            fields.choice("unit", "Unit", {"": "choose a unit", **units_of(self.desk)})
        else:
            fields.note("Add puts conditions into this group.")
        return fields

    def _end_form(self, scenario: Scenario) -> Fields:
        fields = Fields(self.desk)
        fields.prose("text", "In words", "How the battle is won, in words for the players")
        fields.choice("tie", "A tie is won by", sides_of(self.desk, "no side: a draw"))
        for key, side in scenario.sides.items():
            fields.points(f"begin {key}", f"{side.name} begins with", "Points before the first turn")
        fields.number("sudden", "A lead that ends the game", tip="At the end of any turn", none="none")
        fields.own("levels", "Levels, by points of lead", LevelsField())
        return fields

    # -- changing ---------------------------------------------------------------------------------------------

    def _push(self, victory: Victory, text: str, path: Path | None = None, stroke: int = 0) -> None:
        if self.desk.push(EditScenario(text, stroke=stroke, victory=victory)) and path is not None:
            self.refresh(path)

    def _edited(self, name: str, value: Any, stroke: int) -> None:
        scenario, path = self.scenario, self.path
        if scenario is None:
            return
        victory = scenario.victory
        if path[0] == "line":
            lines = list(victory.scoring)
            lines[path[1]] = self._placed(line_with(lines[path[1]], name, value, scenario.turns.count), name, value)
            victory = replace(victory, scoring=tuple(lines))
        elif path[0] == "win":
            wins = list(victory.wins)
            win = wins[path[1]]
            if name in ("side", "name", "level", "at_once"):
                wins[path[1]] = replace(win, **{name: value})
            else:
                part = part_at(win.condition, path[2:])
                part = self._placed(part_with(part, name, value), name, value)
                wins[path[1]] = replace(win, condition=with_part(win.condition, path[2:], part))
            victory = replace(victory, wins=tuple(wins))
        elif name.startswith("begin "):
            begun = {**victory.handicap, name.removeprefix("begin "): value}
            victory = replace(victory, handicap={key: points for key, points in begun.items() if points})
        else:
            victory = replace(victory, **{name: value})
        self._push(victory, "Edit victory", stroke=stroke or self._stroke)

    def _placed(self, part: Any, name: str, value: Any) -> Any:
        """A line or condition at the places that were chosen: it has one region at most."""
        if name != "place":
            return part
        regions = [key for key in value if key in self.desk.document.board.regions]
        return replace(part, hexes=tuple(key for key in value if key not in regions), region=(regions or [""])[-1])

    def _kinds(self) -> list[str]:
        scenario = self.scenario
        return list(scoring_kinds(scenario.system)) if scenario is not None else []

    def _fill_menu(self) -> None:
        self.add_menu.clear()
        for kind in self._kinds():
            action = self.add_menu.addAction(f"Points: {LINES.get(kind, kind).lower()}")
            action.triggered.connect(lambda _on=False, kind=kind: self.add_line(kind))
        self.add_menu.addSeparator()
        self.add_menu.addAction("A way to win outright").triggered.connect(self.add_win)
        if self.path[:1] == ("win",):
            parts = self.add_menu.addMenu("A condition of this way to win")
            for kind, text in PARTS.items():
                parts.addAction(f"it {text}").triggered.connect(lambda _on=False, kind=kind: self.add_part(kind))

    def add_line(self, kind: str) -> None:
        """Add a line of points; where it is about hexes they can be clicked at once."""
        scenario = self.desk.document.require_scenario()
        victory = scenario.victory
        self._push(
            replace(victory, scoring=(*victory.scoring, Scoring(kind))), "Add points", ("line", len(victory.scoring))
        )
        self._await_place()

    def add_win(self) -> None:
        """Add a way to win, for the first side, by hexes that can be clicked at once."""
        scenario = self.desk.document.require_scenario()
        victory = scenario.victory
        win = Win(next(iter(scenario.sides), ""), VictoryCondition("hold"), at_once=True)
        self._push(replace(victory, wins=(*victory.wins, win)), "Add a way to win", ("win", len(victory.wins)))
        self._await_place()

    def add_part(self, kind: str) -> None:
        """Add a condition to the chosen group; a condition that stands alone becomes a group of all with it."""
        path = self.path
        victory = self.desk.document.require_scenario().victory
        wins = list(victory.wins)
        win = wins[path[1]]
        steps = path[2:]
        part = part_at(win.condition, steps)
        if part.kind not in GROUPS and steps:
            # Beside the chosen one, in the group that it is in.
            steps = steps[:-1]
            part = part_at(win.condition, steps)
        inner = part.of if part.kind in GROUPS else (part,)
        group = VictoryCondition(part.kind if part.kind in GROUPS else "all", of=(*inner, new_condition(kind)))
        wins[path[1]] = replace(win, condition=with_part(win.condition, steps, group))
        self._push(replace(victory, wins=tuple(wins)), "Add a condition", ("win", path[1], *steps, len(inner)))
        self._await_place()

    def _await_place(self) -> None:
        place = self.form.widgets.get("place") if self.form is not None else None
        if isinstance(place, PlaceField):
            place.choose()

    def remove(self) -> None:
        """Remove the chosen block."""
        path, victory = self.path, self.desk.document.require_scenario().victory
        if path[:1] == ("line",):
            lines = [line for number, line in enumerate(victory.scoring) if number != path[1]]
            self._push(replace(victory, scoring=tuple(lines)), "Remove points", ("points",))
        elif path[:1] == ("win",):
            wins = list(victory.wins)
            if len(path) == 2:
                del wins[path[1]]
            else:
                wins[path[1]] = replace(wins[path[1]], condition=with_part(wins[path[1]].condition, path[2:], None))
            self._push(
                replace(victory, wins=tuple(wins)), "Remove a way to win", path[:-1] if len(path) > 2 else ("wins",)
            )

    def move_up(self) -> None:
        """Put the chosen line or way to win before the one above it."""
        path, victory = self.path, self.desk.document.require_scenario().victory
        number, lines = path[1], path[0] == "line"
        blocks: list[Any] = list(victory.scoring if lines else victory.wins)
        blocks[number - 1 : number + 1] = [blocks[number], blocks[number - 1]]
        changed = replace(victory, scoring=tuple(blocks)) if lines else replace(victory, wins=tuple(blocks))
        self._push(changed, "Change the order of victory", (path[0], number - 1))
