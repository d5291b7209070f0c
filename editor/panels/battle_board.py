"""The battle board: a battle of several throws from its declaration on, or what it promises before it is fought."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from editor.desk.desk import Desk
from editor.look.scrolled import Scrolled
from editor.panels.choice_buttons import ChoiceButtons
from editor.panels.in_dock import bring_up, empty_state
from editor.panels.links import hex_link, linked_label, linked_text, rule_link
from editor.panels.rank_view import RankView, height_of
from editor.panels.throws import expected_throw, stage_text, thrown
from editor.plain import Html, PlainLabel, as_written
from editor.preview.ranks import Ranks, ranks_of_account, ranks_of_board
from editor.preview.seats import HUMAN
from engine.play.answers import BattleAccount, BattleBoard, BattleForce, Prospects, ThrowAccount
from engine.scenario import Side
from engine.umpire.wording import Words

TALL: Final = 46
"""Pixels that the strip of a force is high."""
EMPTY: Final = "Each battle appears here, one die roll at a time,\nwhile you play."
FALLEN: Final = {"eliminated": "\u2020 {}", "demoralized": "<i>{} (demoralized)</i>"}


class ForceStrip(QWidget):
    """A force: its side, and its strength as a bar with what is lost and the mark from which it is beaten."""

    def __init__(self) -> None:
        super().__init__()
        self.force: BattleForce | None = None
        self.side: Side | None = None
        self.first = False
        self.setFixedHeight(TALL)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Wide enough for its line of text."""
        return QSize(240, TALL)

    def show_force(self, force: BattleForce, side: Side, *, first: bool) -> None:
        """Show a force; ``first`` tells that it fires first."""
        self.force, self.side, self.first = force, side, first
        self.setAccessibleName(f"{'Attacker' if force.attacks else 'Defender'}: {side.name}")
        self.setAccessibleDescription(self.said())
        self.setToolTip(as_written(self.said()))
        self.update()

    def said(self) -> str:
        """``lost 3 of 18, beaten from 9; fires first``."""
        force = self.force
        if force is None:
            return ""
        beaten = f", beaten from {force.limit:g}" if force.limit else ""
        first = "; fires first" if self.first else ""
        return f"lost {force.lost:g} of {force.strength:g} strength points{beaten}{first}"

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line of text and the bar."""
        force, side = self.force, self.side
        if force is None or side is None:
            return
        painter, colours = QPainter(self), self.palette()
        text = colours.text().color()
        heading = f"{'Attacker' if force.attacks else 'Defender'}: {side.name}"
        painter.setPen(text)
        bold = painter.font()
        bold.setBold(True)
        painter.setFont(bold)
        top = QRectF(0, 0, self.width(), 20)
        painter.drawText(top, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, heading)
        bold.setBold(False)
        painter.setFont(bold)
        right = f"\u2212{force.lost:g} of {force.strength:g}" + ("  \u2691 first" if self.first else "")
        painter.drawText(top, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, right)
        bar = QRectF(0.5, 23.5, self.width() - 1, 14)
        whole = max(force.strength, 1.0)
        painter.fillRect(bar, QColor(side.colour))
        lost = QRectF(bar.left(), bar.top(), bar.width() * min(force.lost / whole, 1.0), bar.height())
        painter.fillRect(lost, QColor("#b3261e"))
        painter.setPen(QPen(colours.mid().color(), 1))
        painter.drawRect(bar)
        if force.limit:
            x = bar.left() + bar.width() * min(force.limit / whole, 1.0)
            painter.setPen(QPen(text, 2))
            painter.drawLine(round(x), round(bar.top()) - 3, round(x), round(bar.bottom()) + 4)
        painter.end()


class BattleBoardPanel(QWidget):
    """The battle of the position shown, or the one that is being put together."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Battle board")
        self.desk = desk
        self.board: BattleBoard | None = None
        self.planned: Prospects | None = None
        """What the battle promises that is being put together; None where none is, or it has begun."""
        self.heading, self.stages = linked_label(desk), linked_label(desk)
        self.strips = (ForceStrip(), ForceStrip())
        self.ranks = RankView(desk)
        self.text = linked_text(desk, "The die rolls of the battle")
        # The bars are as wide as there is room without the other bar, which comes when there is much to tell.
        self.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(8, 6, 8, 6)
        column.setSpacing(4)
        for widget in (self.heading, self.ranks, *self.strips, self.stages):
            column.addWidget(widget)
        column.addWidget(self.text, 1)
        self.asked = PlainLabel()
        self.asked.setWordWrap(True)
        self.answers = ChoiceButtons(desk)
        column.addWidget(self.asked)
        column.addWidget(self.answers)
        self.pages = QStackedWidget()
        self.pages.addWidget(empty_state(EMPTY))
        self.pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(Scrolled(self.pages))
        game = desk.game
        game.moved.connect(lambda _number: self.refresh())
        for signal in (game.started, game.closed, desk.controls.game.offering):
            signal.connect(self.refresh)
        desk.document_changed.connect(lambda _document: self.refresh())
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """It is looked at now: tell how things stand."""
        super().showEvent(event)
        self.refresh()

    # -- what there is to tell --------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Tell of the battle of the position shown. One that begins and in which a person fights comes to the front."""
        preview = self.desk.preview
        before, game = self.board, preview.game
        self.planned = self.board = None
        if game is not None and game.rules.tells("battle"):
            events = [event for position in preview.positions[: preview.shown + 1] for event in position.events]
            self.board = game.rules.battle(events)
            self.planned = self._plan()
        begun = self.board is not None and not self.board.over and (before is None or before.over)
        if begun and self._concerns_a_person():
            bring_up(self)
        if self.isVisible():
            self._show()

    def _plan(self) -> Prospects | None:
        if self.board is not None and not self.board.over:
            return None
        found = (what for _, what in self.desk.controls.game.battles() if what.account and what.account.throws)
        return next(found, None)

    def _concerns_a_person(self) -> bool:
        seats = self.desk.preview.seats
        return self.board is not None and any(seats.get(force.side) == HUMAN for force in self.board.forces)

    # -- showing ----------------------------------------------------------------------------------------------

    def _show(self) -> None:
        game = self.desk.preview.game
        self.pages.setCurrentIndex(1 if self.board is not None or self.planned is not None else 0)
        if game is None:
            return
        words = Words(game.scenario)
        account = self.planned.account if self.planned is not None else None
        for strip in self.strips:
            strip.setVisible(account is None)
        if account is not None:
            self._show_planned(words, account)
            self._show_ranks(words, ranks_of_account(account))
        elif self.board is not None:
            self._show_board(words, self.board)
            self._show_ranks(words, ranks_of_board(self.board))
        self._show_answers(words)

    def _show_ranks(self, words: Words, ranks: Ranks) -> None:
        self.ranks.show_ranks(ranks, words.scenario)
        self.ranks.setFixedHeight(height_of(ranks))

    def _show_answers(self, words: Words) -> None:
        """What is asked, in the battle (whom to lose) or after it, with a button for each answer, so that nobody has to
        look for another panel to go on. The card has those that throw."""
        control, position = self.desk.controls.game, self.desk.preview.position
        asked = self.board is not None and self.desk.preview.human_turn and not control.battles()
        if asked:
            self.answers.refresh()
        else:
            self.answers.hide()
        self.asked.setText(words.spoken(position.decision.prompt) if asked and position.decision is not None else "")
        self.asked.setVisible(asked)

    def _show_planned(self, words: Words, account: BattleAccount) -> None:
        places = ", ".join(hex_link(name, words.place(name)) for name in account.targets)
        self.heading.setHtml(f"<b>Before the battle: {escape(account.kind)} on {places}</b> {rule_link(account.rule)}")
        who = "Who defends there is not known. " if account.unknown else ""
        self.stages.setHtml(f"{who}{escape(account.compared)} Positions before the first die roll.")
        self.text.setHtml(_by_stage(account.throws, words))

    def _show_board(self, words: Words, board: BattleBoard) -> None:
        self.heading.setHtml(heading_of(words, board))
        for strip, force in zip(self.strips, board.forces, strict=False):
            strip.show_force(force, words.scenario.sides[force.side], first=force.side == board.superior)
        self.stages.setHtml(_stages(board))
        self.text.setHtml(_board_html(words, board))
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.maximum())


def heading_of(words: Words, board: BattleBoard) -> Html:
    """Who attacks whom from where, and who won."""
    attacker = next(force for force in board.forces if force.attacks)
    target, start = (hex_link(name, words.place(name)) for name in (board.target, attacker.at))
    first = f"<b>{escape(words.side(attacker.side))} attack {target} from {start}</b>"
    if not board.over:
        return f"{first} {rule_link(board.rule)}"
    ended = f"{escape(words.opened(words.the_side(board.winner)))} won" if board.winner else "a draw"
    return f"{first} {rule_link(board.rule)}<br>It is over: <b>{ended}</b>."


def _stages(board: BattleBoard) -> Html:
    """The steps of the battle in a row, the present one in bold."""
    shown = [f"<b>{escape(stage)}</b>" if stage == board.stage else escape(stage) for stage in board.stages]
    return " \u203a ".join(shown)


def _board_html(words: Words, board: BattleBoard) -> Html:
    """The throws by step, and what followed."""
    parts: list[Html] = []
    stage = ""
    for throw in board.throws:
        if throw.account.stage != stage:
            stage = throw.account.stage
            parts.append(stage_text(throw.account))
        parts.append(thrown(words, throw))
    parts += [f"<p>{escape(words.event(event))} {rule_link(event.rule)}</p>" for event in board.notes]
    return "".join(parts)


def losses_of(words: Words, force: BattleForce) -> Html:
    """What a force has lost in strength, and what became of whom."""
    fallen = ", ".join(FALLEN.get(how, "{}").format(escape(words.unit(key))) for key, how in force.fallen.items())
    lost = f"<b>{escape(words.side(force.side))}</b> lost {force.lost:g} of {force.strength:g} strength points"
    return f"{lost}: {fallen}" if fallen else lost


def _by_stage(throws: Iterable[ThrowAccount], words: Words) -> Html:
    parts, stage = [], ""
    for account in throws:
        if account.stage != stage:
            stage = account.stage
            parts.append(stage_text(account))
        parts.append(expected_throw(words, account))
    return "".join(parts)
