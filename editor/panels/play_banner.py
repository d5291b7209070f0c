"""Play in the open: a banner over the map that says whose turn it is and what is asked, and a frame around the map."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Final

from PySide6.QtCore import QRect, QSignalBlocker, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QColor, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.desk.desk import Desk
from editor.kinds import kind_of
from editor.look.fitting_label import FittingLabel
from editor.panels.answer_button import AnswerButton, EndSlots
from editor.panels.battle_card import BattleCard
from editor.panels.event_card import EventCardView
from editor.panels.grouping_card import GroupingCardView
from editor.panels.links import follow, rule_link
from editor.panels.result_card import ResultCard
from editor.panels.stack_fan import StackFan
from editor.plain import Html, RichLabel, as_written
from editor.preview.pace import SPEEDS
from editor.preview.seats import HUMAN
from editor.preview.telling import asked_of, historical_of, phase_of, rule_of, score_of, turn_of
from editor.stage.submenus import COMPUTER_MENU
from engine.umpire.wording import Words

FRAME: Final = 4
"""Pixels of the frame around the map during play."""
LINES: Final = 2
"""Lines that the banner has for what is asked, and for what is in force."""
YOU: Final = "You"
CARD: Final = "card:"
"""The link to the card of the turn's event."""


class PlayBanner(QFrame):
    """Whose turn, which phase, what is asked, the score; who plays each side, and how fast the computer plays."""

    card_asked = Signal()
    """Show the card of the turn's event."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.pace = desk.controls.game.pace
        self.setObjectName("banner")
        self.setAccessibleName("Play")
        self._build()
        game = desk.game
        for signal in (game.started, game.closed):
            signal.connect(self._follow)
        for signal in (game.moved, game.busy_changed, game.grown):
            signal.connect(lambda _value: self._show())
        game.seats_changed.connect(self._show)
        self.pace.changed.connect(self._show)
        desk.document_changed.connect(lambda _document: self._follow())
        self._follow()

    # -- building ---------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.title, self.score = FittingLabel(), QToolButton()
        self.title.setObjectName("banner-title")
        self.score.setText("Score")
        self.score.setAutoRaise(True)
        self.score.setToolTip("Current score; click for details")
        self.score.clicked.connect(lambda _on=False: self.desk.score_asked.emit())
        self.asked, self.historical = RichLabel(), RichLabel()
        for label in (self.asked, self.historical):
            label.setWordWrap(True)
            label.setTextInteractionFlags(
                Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
            )
            label.linkActivated.connect(self._follow_link)
            label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            # What is told changes with every action; the map below may not move for it.
            label.setFixedHeight(LINES * label.fontMetrics().lineSpacing() + 2)
        self.historical.setToolTip("The historical event of this turn")
        self.hand_over = AnswerButton(self.desk)
        self.hand_over.setText("I am ready")
        self.hand_over.clicked.connect(lambda _on=False: self.desk.preview.sit_down())
        self.otherwise = self._button(self.desk.actions.find("play.otherwise"), "Continue from here")
        self.leave = self._button(self.desk.actions.find("play.close"), "Leave")
        self.take_back = self._following(self.desk.actions.find("play.undo"), "Take back")
        self.ends = EndSlots(self.desk)
        """What can be answered without the map, such as the end of the phase."""
        self._make_paces()
        first, second = QHBoxLayout(), QHBoxLayout()
        first.addWidget(self.title, 1)
        for widget in (self.hand_over, *self._paces, self.speed, self.take_back, self.leave):
            first.addWidget(widget)
        second.addWidget(self.asked, 1)
        second.addWidget(self.ends, 0, Qt.AlignmentFlag.AlignTop)
        # Below Continue: the first line has no room for both it and the title of the turn.
        second.addWidget(self.otherwise, 0, Qt.AlignmentFlag.AlignTop)
        second.addWidget(self.score, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 5, 8, 5)
        layout.setSpacing(3)
        layout.addLayout(first)
        layout.addLayout(second)
        layout.addWidget(self.historical)

    def _make_paces(self) -> None:
        """The one set of buttons for what the computer plays, and how fast it is shown."""
        pause = self._add("pause", "&Pause or continue", self._run, "Shift+F9")
        pause.setShortcuts([QKeySequence("Shift+F9"), QKeySequence("Ctrl+.")])
        action = self._add("action", "Play one &action", self.pace.step, "F9")
        action.setShortcuts([QKeySequence("F9"), QKeySequence("Ctrl+F9")])
        turn, end = self.desk.actions.find("play.turn"), self.desk.actions.find("play.end")
        skip = self._add("skip", "S&kip to latest", self.pace.catch_up, "Ctrl+Shift+F9")
        self.run, self.step = self._button(pause, "Continue"), self._button(action, "Action")
        self.turn, self.end = self._button(turn, "Turn"), self._button(end, "To end")
        self.skip = self._button(skip, "Skip")
        self._paces = (self.run, self.step, self.turn, self.end, self.skip)
        """Buttons for what the computer plays."""
        self._entries = {self.run: pause, self.step: action, self.skip: skip}
        self.run.setFixedWidth(self.run.sizeHint().width())
        self.speed = QComboBox()
        for key in SPEEDS:
            self.speed.addItem(key.capitalize(), key)
        self.speed.setFixedWidth(self.speed.fontMetrics().horizontalAdvance("At once") + 34)
        self.speed.setAccessibleName("Speed of the computer's play")
        self.speed.setToolTip("How slowly the computer's actions are shown")
        self.speed.setCurrentIndex(self.speed.findData(self.pace.speed))
        self.speed.currentIndexChanged.connect(self._set_speed)
        for widget in (*self._paces, self.speed):
            self._keep(widget, on=True)

    def _add(self, key: str, text: str, slot: Callable[[], object], shortcut: str) -> QAction:
        return self.desk.actions.add(f"play.{key}", text, slot, menu=COMPUTER_MENU, shortcut=shortcut)

    def _button(self, action: QAction | None, caption: str) -> QToolButton:
        button = QToolButton()
        button.setText(caption)
        if action is not None:
            keys = action.shortcut().toString()
            title = action.text().replace("&", "")
            button.setToolTip(as_written(f"{title} ({keys})" if keys else title))
            button.setAccessibleName(title)
            button.clicked.connect(action.trigger)
        return button

    def _following(self, action: QAction | None, caption: str) -> QToolButton:
        """A button that can be used when its action can."""
        button = self._button(action, caption)
        if action is not None:
            action.enabledChanged.connect(button.setEnabled)
            button.setEnabled(action.isEnabled())
        return button

    def _follow_link(self, link: str) -> None:
        if link.startswith(CARD):
            self.card_asked.emit()
        else:
            follow(self.desk, QUrl(link).toString())

    # -- showing ----------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Another game is in front, or none."""
        self.setVisible(self.desk.preview.active)
        self._show()

    def _show(self) -> None:
        preview = self.desk.preview
        game = preview.game
        if game is None:
            for button in self._paces:
                self._offer(button, on=False)
            return
        words, position = Words(game.scenario), preview.position
        phase = phase_of(words, position)
        self.title.setText(turn_of(game, position) + (f" · {phase}" if phase else ""))
        score = score_of(words, position)
        self.score.setText(score)
        self.score.setVisible(bool(score))
        asked = self._doing() or asked_of(words, position, rule_link(rule_of(position)))
        self.asked.setHtml(asked)
        told = self._historical(words)
        self.historical.setHtml(told)
        self.historical.setVisible(bool(told))
        self._keep(self.historical, on=game.rules.tells("lasting"))
        self._tell_whole(asked)
        computers = any(name != HUMAN for name in preview.seats.values())
        for widget in (*self._paces, self.speed):
            widget.setVisible(computers or preview.looking)
        self._show_answers()
        with QSignalBlocker(self.speed):
            self.speed.setCurrentIndex(self.speed.findData(self.pace.speed))
        self.run.setText("Continue" if self.pace.paused or preview.looking else "Pause")
        self._offer(self.skip, on=not preview.at_end)
        over = preview.at_end and position.decision is None
        self._offer(self.run, on=not over)
        self._offer(self.step, on=not over and not preview.human_turn)
        for button in (self.turn, self.end):
            self._offer(button, on=not over and not preview.busy)
        parent = self.parentWidget()
        if parent is not None:
            parent.update()

    def _offer(self, button: QToolButton, *, on: bool) -> None:
        """Let a button and its menu entry be used, or rest."""
        button.setEnabled(on)
        if button in self._entries:
            self._entries[button].setEnabled(on)

    def _keep(self, widget: QWidget, *, on: bool) -> None:
        """Let a widget keep its place while it is hidden."""
        policy = widget.sizePolicy()
        policy.setRetainSizeWhenHidden(on)
        widget.setSizePolicy(policy)

    def _tell_whole(self, asked: Html) -> None:
        """In the tips all that the lines have no room for."""
        self.title.setToolTip(f"<span>{escape(self.title.text())}</span>")
        self.asked.setToolTip(f"<span>{asked}</span>")

    def _historical(self, words: Words) -> Html:
        """The historical event of the turn, and what else is in force; the card tells all of it."""
        preview = self.desk.preview
        game, state = preview.game, preview.position.state
        event = historical_of(preview.positions[: preview.shown + 1])
        card = f"<a href='{CARD}'>what it does</a>"
        lasting = game.rules.lasting(state) if game is not None and state and game.rules.tells("lasting") else []
        others = [one.title for one in lasting if event is None or one.title != event.data.get("title")]
        in_force = f"In force: {escape(', '.join(others))}" if others else ""
        if event is None:
            return f"{in_force} \u00b7 {card}" if in_force else ""
        told = f"{escape(words.event(event))} {rule_link(event.rule)} \u00b7 {card}"
        return f"{told}<br>{in_force}" if in_force else told

    def _show_answers(self) -> None:
        preview = self.desk.preview
        self.hand_over.setVisible(preview.handing_over)
        self.otherwise.setVisible(preview.looking)
        self.ends.refresh()

    def _doing(self) -> Html:
        """What the computer is about, where it is not the person's turn."""
        preview, position = self.desk.preview, self.desk.preview.position
        if preview.handing_over and position.decision is not None:
            name = escape(Words(preview.game.scenario).side(position.decision.side)) if preview.game else ""
            return f"Hand over the screen. The next decision is for <b>{name}</b>, and only that player may see it."
        if preview.looking:
            return (
                "An earlier position: <b>Continue</b> shows what followed, <b>Continue from here</b> starts a new line."
            )
        if position.decision is None or preview.human_turn or preview.seats.get(position.decision.side) == HUMAN:
            return ""
        return "The computer plays." if not self.pace.paused else "Paused before the computer's choice."

    @property
    def colour(self) -> QColor:
        """The colour of the side whose choice it is, or that has won."""
        preview = self.desk.preview
        if preview.game is None:
            return QColor()
        position = preview.position
        key = position.decision.side if position.decision is not None else ""
        if position.outcome is not None:
            key = position.outcome.winner
        side = preview.game.scenario.sides.get(key)
        return QColor(side.colour) if side is not None else QColor("#808890")

    # -- doing ------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        if self.pace.paused or self.desk.preview.looking:
            self.pace.resume()
        else:
            self.pace.pause()

    def _set_speed(self, _index: int) -> None:
        with QSignalBlocker(self.speed):
            self.pace.speed = str(self.speed.currentData())


class PlayFrame(QWidget):
    """The map with the banner over it; during play a frame in the colour of the side whose choice it is."""

    def __init__(self, desk: Desk, inside: QWidget) -> None:
        super().__init__()
        self.banner = PlayBanner(desk)
        self.column = QVBoxLayout(self)
        self.column.setSpacing(0)
        self.column.addWidget(self.banner)
        self.column.addWidget(inside, 1)
        self._desk = desk
        self._below: dict[str, QWidget] = {}
        """What stands below the banner for kinds of map that have more to say, by kind."""
        self.card = BattleCard(desk, self, inside)
        self.grouping_card = GroupingCardView(desk, self, inside)
        self.event_card = EventCardView(desk, self, inside)
        self.result_card = ResultCard(desk, self, inside)
        self.stack_fan = StackFan(desk, self, inside)
        self.banner.card_asked.connect(self.event_card.tell)
        for signal in (desk.game.started, desk.game.closed):
            signal.connect(self._fit)
        desk.document_changed.connect(lambda _document: self._fit())
        self._fit()

    def _fit(self) -> None:
        self._show_below()
        wide = FRAME if self._desk.preview.active else 0
        self.column.setContentsMargins(wide, wide, wide, wide)
        self.update()

    def _show_below(self) -> None:
        """Show what the kind of map in front has below the banner; it is made when it is first played on."""
        kind, active = kind_of(self._desk.document), self._desk.preview.active
        if active and kind.banner and kind.key not in self._below:
            self._below[kind.key] = made = kind.offers("banner")(self._desk)
            self.column.insertWidget(1, made)
        for key, widget in self._below.items():
            widget.setVisible(active and key == kind.key)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame, and a bar at the left of the banner."""
        if not self._desk.preview.active:
            return
        painter = QPainter(self)
        colour = self.banner.colour
        painter.fillRect(self.rect(), colour)
        painter.setPen(colour.darker(160))
        painter.drawRect(QRect(0, 0, self.width() - 1, self.height() - 1))
        painter.end()
