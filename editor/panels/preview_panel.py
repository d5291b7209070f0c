"""Test turns: who plays, the timeline, what is asked now, and the answers that name units. Banner and cards have the
other buttons of play."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Final

from PySide6.QtCore import QRegularExpression, QSignalBlocker, QSize, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QRegularExpressionValidator, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QSlider,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.commands.change import Change
from editor.desk.desk import Desk
from editor.dialogs.forms import note, swatch
from editor.dialogs.preferences import usual_player
from editor.dialogs.save_questions import ask_new_game
from editor.document.document import Document
from editor.look.numbers import WholeBox
from editor.look.rebuilding import emptied
from editor.look.scrolled import Scrolled
from editor.panels.choice_buttons import ChoiceButtons
from editor.panels.in_dock import bring_up, empty_state
from editor.panels.line_row import LineRow
from editor.panels.links import follow, rule_link
from editor.panels.seat_row import SeatRow
from editor.panels.set_up_list import SetUpList
from editor.panels.tokens import AskedUnits
from editor.plain import Html, PlainLabel, RichLabel, as_written
from editor.preview.position import Position
from editor.preview.seats import HUMAN
from editor.preview.session import Preview
from editor.preview.telling import asked_of, rule_of
from editor.stage.submenus import BACK_MENU, COMPUTER_MENU
from engine.kit.citing import in_words
from engine.players import names
from engine.plural import counted
from engine.umpire.wording import Words

HUMAN_TEXT: Final = "You, at the map"
PLAYERS: Final = {
    "staff": "Plans the whole turn: the best opponent",
    "greedy": "Attacks wherever the odds are good",
    "random": "Does anything that is legal",
    "first": "Does the first thing that is legal, always the same",
}
"""What each computer player does, for the tips of the lists."""


class ActionList(QListWidget):
    """The actions so far; the one shown stays in view, also when the list grows or shrinks."""

    def sizeHint(self) -> QSize:
        """Low: it takes what room there is, and what stands below it is not pushed out of sight."""
        return QSize(super().sizeHint().width(), self.minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the current row in view."""
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())


class PreviewPanel(QWidget):
    """The desk of the test game."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.control = desk.controls.game
        self.seats: dict[str, QComboBox] = {}
        self._build()
        preview = desk.game
        preview.started.connect(self._started)
        # The workspace of play is shown first: its panels are those that are arranged.
        preview.started.connect(lambda: QTimer.singleShot(0, self, lambda: bring_up(self)))
        preview.closed.connect(self._show_page)
        preview.grown.connect(self._grown)
        preview.cut.connect(self._cut)
        preview.moved.connect(lambda _number: self._show_position())
        preview.retold.connect(self._retell)
        preview.lines_changed.connect(self.line_row.refresh)
        preview.busy_changed.connect(lambda _busy: self._show_position())
        self.control.offering.connect(self._show_position)
        desk.document_changed.connect(self._watch)
        desk.changed.connect(self._changed)
        self._watch(desk.document)

    @property
    def preview(self) -> Preview:
        """The test game in front."""
        return self.desk.preview

    # -- building ---------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._make_actions()
        self.pages = QStackedWidget()
        self.empty = empty_state("Only a scenario can be played.\nScenario > New scenario makes one.")
        self.pages.addWidget(self.empty)
        self.pages.addWidget(self._start_page())
        self.pages.addWidget(self._game_page())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(Scrolled(self.pages))

    def _make_actions(self) -> None:
        add = self.desk.actions.add

        def action(key: str, text: str, slot: Callable[[], object], shortcut: str, menu: str = "Play") -> QAction:
            return add(f"play.{key}", text, slot, menu=menu, group=2 if key == "undo" else 0, shortcut=shortcut)

        self.start_action = action("start", "&Play set-up", self.start, "F5")
        self.new_action = action("new", "Ne&w game…", self.new_game, "")
        self.new_action.setToolTip("Begin another game; the present one is kept")
        self.back_to_setup = action("close", "&End play", lambda: self.preview.close(), "Shift+F5")
        self.resume = action("resume", "&Resume play", self.control.resume, "")
        self.resume.setToolTip("Resume the last game")
        self.one_turn = action("turn", "Play one &turn", lambda: self.preview.play(turns=1), "F10", COMPUTER_MENU)
        self.to_end = action("end", "Play to the &end", lambda: self.preview.play(), "Ctrl+F10", COMPUTER_MENU)
        self.back = action("back", "Step &back", lambda: self._step(-1), "Alt+Left", BACK_MENU)
        self.forward = action("forward", "Step &forward", lambda: self._step(1), "Alt+Right", BACK_MENU)
        self.otherwise = action(
            "otherwise", "&Continue from here", lambda: self.preview.play_otherwise(), "Alt+Return", BACK_MENU
        )
        self.otherwise.setToolTip("Continue from the position shown; the actions after it are kept as a line of play")
        self.take_back = action("undo", "Take back last action", self.control.take_back, "Alt+Backspace")

    def _start_page(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.addWidget(
            note("Choose You for each side that you want to play. The game is a copy: the scenario stays as it is.")
        )
        self.seat_grid = QGridLayout()
        self.seat_grid.setColumnStretch(2, 1)
        layout.addLayout(self.seat_grid)
        row = QHBoxLayout()
        label = PlainLabel("&Dice seed")
        self.seed = WholeBox()
        self.seed.setRange(0, 999_999)
        self.seed.setToolTip("The same seed gives the same die rolls")
        label.setBuddy(self.seed)
        row.addWidget(label)
        row.addWidget(self.seed)
        row.addStretch(1)
        layout.addLayout(row)
        self.start_button = QPushButton("Play set-up")
        self.start_button.clicked.connect(self.start)
        layout.addWidget(self.start_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.resume_button = QPushButton("Resume play")
        self.resume_button.clicked.connect(self.resume.trigger)
        layout.addWidget(self.resume_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)
        return page

    def _game_page(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        # At the top: what is told grows and shrinks, and the seats stay under the pointer.
        self.seat_row = SeatRow(self.desk)
        layout.addWidget(self.seat_row)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(6)
        kept = self.progress.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(kept)
        layout.addWidget(self.progress)
        layout.addWidget(self._choice_box())
        layout.addLayout(self._timeline())
        self.line_row = LineRow(self.desk)
        layout.addWidget(self.line_row)
        self.list = ActionList()
        self.list.setAccessibleName("Actions so far")
        self.list.setAlternatingRowColors(True)
        # A long action is shortened, and its tip has it whole.
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(lambda row: self.preview.show(row))
        layout.addWidget(self.list, 1)
        layout.addWidget(self._dice_row())
        return page

    def _dice_row(self) -> QWidget:
        """What the next dice are to show."""
        self.dice = QLineEdit()
        self.dice.setPlaceholderText("random")
        self.dice.setAccessibleName("Next dice")
        self.dice.setToolTip("Results of the next dice, such as 6 3; leave empty for random rolls")
        self.dice.setValidator(QRegularExpressionValidator(QRegularExpression("[0-9 ,]*"), self.dice))
        self.dice.editingFinished.connect(self._force_dice)
        label = PlainLabel("Next &dice")
        label.setBuddy(self.dice)
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label)
        row.addWidget(self.dice, 1)
        return box

    def _choice_box(self) -> QWidget:
        box = QWidget()
        layout = QVBoxLayout(box)
        layout.setContentsMargins(0, 0, 0, 0)
        self.prompt = RichLabel()
        self.prompt.setWordWrap(True)
        self.prompt.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.prompt.linkActivated.connect(lambda link: follow(self.desk, QUrl(link).toString()))
        layout.addWidget(self.prompt)
        self.asked_units = AskedUnits(self.desk)
        layout.addWidget(self.asked_units)
        self.buttons = ChoiceButtons(self.desk)
        layout.addWidget(self.buttons)
        self.set_up = SetUpList(self.desk)
        layout.addWidget(self.set_up)
        self.line = QLineEdit()
        self.line.setPlaceholderText("Or type an action, such as: end phase")
        self.line.returnPressed.connect(self._typed)
        layout.addWidget(self.line)
        self.choice_box = box
        return box

    def _timeline(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        for action, text in ((self.back, "◀"), (self.forward, "▶")):
            button = QToolButton()
            button.setText(text)
            button.setAccessibleName(action.text().replace("&", ""))
            button.setToolTip(as_written(f"{action.text().replace('&', '')} ({action.shortcut().toString()})"))
            button.clicked.connect(action.trigger)
            row.addWidget(button)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Timeline")
        self.slider.valueChanged.connect(lambda number: self.preview.show(number))
        self.count = PlainLabel()
        row.insertWidget(1, self.slider, 1)
        row.addWidget(self.count)
        return row

    # -- before the game --------------------------------------------------------------------------------------

    def _watch(self, document: Document) -> None:
        self._fill_seats()
        if self.preview.active:
            self._started()
            self.line_row.refresh()
            self._show_position()
        else:
            self._show_page()

    def _changed(self, change: Change) -> None:
        if change.what in ("scenario", "all"):
            self._fill_seats()
            self._show_page()

    def _fill_seats(self) -> None:
        """One line for each side: who plays it."""
        chosen = {key: str(combo.currentData()) for key, combo in self.seats.items()}
        emptied(self.seat_grid)
        self.seats.clear()
        scenario = self.desk.document.scenario
        players = names()
        usual = usual_player()
        for row, (key, side) in enumerate(scenario.sides.items() if scenario is not None else ()):
            chip = PlainLabel()
            chip.setPixmap(swatch(side.colour).pixmap(16, 16))
            label = PlainLabel(side.name)
            combo = QComboBox()
            combo.addItem(HUMAN_TEXT, HUMAN)
            for name in players:
                combo.addItem(f"Computer: {name}", name)
                combo.setItemData(combo.count() - 1, PLAYERS.get(name), Qt.ItemDataRole.ToolTipRole)
            combo.setCurrentIndex(max(0, combo.findData(chosen.get(key, usual))))
            combo.setAccessibleName(f"Who plays {side.name}")
            label.setBuddy(combo)
            for column, widget in enumerate((chip, label, combo)):
                self.seat_grid.addWidget(widget, row, column)
            self.seats[key] = combo

    def start(self) -> None:
        """Go on with the game that is running; begin one where none is."""
        if self.preview.active:
            bring_up(self)
            self.desk.status("The game goes on. Play > New game begins another one.")
        else:
            self._begin()

    def new_game(self) -> None:
        """Begin a game. One that is running is asked about, and can be gone back to."""
        played = self.preview.played if self.preview.active else 0
        if not played or ask_new_game(counted(played, "action"), self.desk.window):
            self._begin()

    def _begin(self) -> None:
        seats = {key: str(combo.currentData()) for key, combo in self.seats.items()}
        self.control.start(seats, self.seed.value())

    # -- showing ----------------------------------------------------------------------------------------------

    def _show_page(self) -> None:
        scenario = self.desk.document.scenario
        self.pages.setCurrentIndex(2 if self.preview.active else 1 if scenario is not None else 0)
        self._enable()

    def _started(self) -> None:
        with QSignalBlocker(self.list):
            self.list.clear()
        self._grown(0)
        self._show_page()

    def _grown(self, first: int) -> None:
        game = self.preview.game
        if game is None:
            return
        words = Words(game.scenario)
        with QSignalBlocker(self.list), QSignalBlocker(self.slider):
            for position in self.preview.positions[first:]:
                self.list.addItem(self._item(position, words))
        self._show_known()
        self._show_count()

    def _item(self, position: Position, words: Words) -> QListWidgetItem:
        if not position.action:
            return QListWidgetItem("Set-up")
        called = words.visible_action(position.action) if position.parts is None else words.action(position.parts)
        item = QListWidgetItem(f"{words.side(position.side)}: {called}")
        item.setToolTip(_tip(item.text(), position, words))
        return item

    def _retell(self) -> None:
        """Another side looks at the game: the tips of its actions show what that side may know."""
        game = self.preview.game
        if game is None:
            return
        words = Words(game.scenario)
        for row, position in zip(range(self.list.count()), self.preview.positions, strict=False):
            if any(event.to for event in position.happened):
                item = self.list.item(row)
                item.setToolTip(_tip(item.text(), position, words))

    def _cut(self, left: int) -> None:
        with QSignalBlocker(self.list), QSignalBlocker(self.slider):
            while self.list.count() > left:
                self.list.takeItem(self.list.count() - 1)
            self.slider.setRange(0, left - 1)

    def _show_count(self) -> None:
        self.count.setText(f"{self.preview.shown} of {self.preview.known}")

    def _show_known(self) -> None:
        """What the players played and was not shown yet is kept out of the list and the timeline."""
        known = self.preview.known
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, known)
        for row in range(self.list.count() - 1, -1, -1):
            hidden = row > known
            if self.list.isRowHidden(row) == hidden and not hidden:
                break
            self.list.setRowHidden(row, hidden)

    def _show_position(self) -> None:
        if not self.preview.active:
            return
        self._show_known()
        with QSignalBlocker(self.list), QSignalBlocker(self.slider):
            self.list.setCurrentRow(self.preview.shown)
            self.list.scrollTo(self.list.currentIndex())
            self.slider.setValue(self.preview.shown)
        self._show_count()
        self._show_dice()
        self._show_choices()
        self._enable()

    def _show_choices(self) -> None:
        position = self.preview.position
        game = self.preview.game
        assert game is not None
        words = Words(game.scenario)
        human = self.preview.human_turn
        if self.preview.busy and self.preview.at_end:
            text = "The players are playing…"
        else:
            who = f"<b>{escape(words.side(position.decision.side))}</b>: " if position.decision is not None else ""
            text = who + asked_of(words, position, rule_link(rule_of(position)))
        self.prompt.setHtml(text)
        self.progress.setRange(0, 0 if self.preview.busy else 1)
        self.progress.setVisible(self.preview.busy)
        self.line.setVisible(human)
        self.asked_units.refresh()
        self.buttons.refresh()
        self.set_up.refresh()

    def _enable(self) -> None:
        preview = self.preview
        active, busy = preview.active, preview.busy
        over = active and preview.at_end and preview.position.decision is None
        scenario = self.desk.document.scenario
        self.start_action.setEnabled(scenario is not None)
        self.new_action.setEnabled(scenario is not None)
        self.back_to_setup.setEnabled(active)
        left = preview.left
        self.resume.setEnabled(left is not None)
        self.resume_button.setVisible(left is not None)
        if left is not None:
            count = len(left.positions) - 1
            actions = counted(count, "action")
            self.resume_button.setText(f"Resume play ({actions})")
        for action in (self.one_turn, self.to_end):
            action.setEnabled(active and not busy and not over)
        self.back.setEnabled(active and preview.shown > 0)
        self.forward.setEnabled(active and not preview.at_end)
        self.otherwise.setEnabled(active and not busy and preview.looking)
        self.take_back.setEnabled(active and not busy and preview.shown > 0)

    def _show_dice(self) -> None:
        if not self.dice.isModified():
            self.dice.setText(" ".join(str(throw) for throw in self.preview.dice_to_come))
        self.dice.setEnabled(not self.preview.busy)

    # -- doing ------------------------------------------------------------------------------------------------

    def _step(self, by: int) -> None:
        if self.preview.active:
            self.preview.show(self.preview.shown + by)

    def _force_dice(self) -> None:
        throws = [int(word) for word in self.dice.text().replace(",", " ").split()]
        self.dice.setModified(False)
        if tuple(throws) != self.preview.dice_to_come:
            self.preview.force_dice(throws)

    def _typed(self) -> None:
        text = self.line.text().strip()
        if text and self.control.act(text):
            self.line.clear()


def _tip(called: str, position: Position, words: Words) -> Html:
    """What an action was, why it was chosen and what came of it."""
    happened = "\n".join(f"{words.event(event)} [{in_words(event.rule)}]" for event in position.events)
    return as_written("\n".join(part for part in (called, position.reason, happened) if part))
