"""The card before the die: who fights, on what ground, each shift with its paragraph, and what may come of it.

It tells of the throws outside of battles as well: a march, foraging, a rally.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.stacks import COUNTER
from editor.controls.game import GameControl
from editor.desk.desk import Desk
from editor.look.rebuilding import emptied
from editor.panels.answer_button import AnswerButton
from editor.panels.flow import FlowLayout
from editor.panels.forecast_bar import TALL, ForecastBar
from editor.panels.links import linked_label, rule_link
from editor.panels.map_card import ROOM, MapCard
from editor.panels.rank_view import RankView, height_of
from editor.panels.throws import account_text, percent
from editor.panels.tokens import strip_width, token_strip
from editor.plain import Html, RichLabel
from editor.preview.position import Position
from editor.preview.ranks import ranks_of_account
from editor.work.settings import settings
from engine.play.answers import BattleAccount, OddsModifier, Prospects, Strength, ThrowAccount
from engine.play.choices import Choice
from engine.play.parts import WordKind
from engine.plural import counted
from engine.umpire.wording import Words

WIDE: Final = 350
MOST_NAMED: Final = 14
"""The most units that a card names one by one; of more it tells the sum."""
EDGE: Final = 10
"""Pixels between the border of the card and what is above and below."""
BORDER: Final = 2
"""Pixels of the lines at the top and at the bottom of the card."""
GAP: Final = 6
"""Pixels between the parts of the card."""
INSIDE: Final = WIDE - 2 * 12 - 2
"""Pixels that the parts of the card are wide."""
LEAST: Final = 120
"""Pixels that the texts have at least, however low the map is."""
HEADING: Final = 2
"""Lines that there are at least for what the card is about."""
DETAILS: Final = "play/battle-details"
"""The setting that keeps whether the details are shown."""
ON_BUTTON: Final = 24
"""Pixels of the side of a counter on a button."""
ADDING: Final = frozenset({"also", "with"})
"""Verbs that add to a battle; the others fight it, and their buttons have a row of their own below."""


class FightButton(AnswerButton):
    """A button for an action of the battle; the card tells of it while the pointer or the keyboard is on it."""

    looked_at = Signal()

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer comes onto it."""
        super().enterEvent(event)
        self.looked_at.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard comes onto it."""
        super().focusInEvent(event)
        self.looked_at.emit()


class Slot(QScrollArea):
    """A part of the card that keeps its height whatever is told in it; what is longer is scrolled."""

    def __init__(self, label: RichLabel) -> None:
        super().__init__()
        self.label = label
        label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFixedWidth(INSIDE)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setWidget(label)
        # The card's own ground is seen.
        self.viewport().setAutoFillBackground(False)
        label.setAutoFillBackground(False)

    def needed(self, text: Html) -> int:
        """The pixels that a text is high at this width."""
        self.label.setHtml(text)
        return self.label.heightForWidth(INSIDE) + ROOM if text else 0


class BattleCard(MapCard):
    """Lies over a corner of the map while a battle is put together, and offers to fight it.

    Its size and place fit the longest offer, so that looking at another offer moves no button. What fights has the
    lowest row, where no button that adds to the battle ever is. The lower edge stays while a battle is put together.
    Modifiers and results one by one are details, shown when they are asked for.
    """

    def __init__(self, desk: Desk, parent: QWidget, over: QWidget) -> None:
        """``over`` is the part of ``parent`` that it may cover."""
        super().__init__(desk, parent, over, name="Before the die", width=WIDE)
        self.control: GameControl = desk.controls.game
        self.shown: Prospects | None = None
        self._needed: Html = ""
        """What must be done before the action that is shown."""
        self.offers: dict[str, FightButton] = {}
        """The buttons, by the text of their action."""
        self._foot: QPoint | None = None
        """The lower left corner, while the same battle is put together."""
        self.heading, self.text, self.rows = linked_label(desk), linked_label(desk), linked_label(desk)
        self.heading.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.ranks, self.bar = RankView(desk), ForecastBar()
        self.slots = Slot(self.text), Slot(self.rows)
        self._offered: list[tuple[Prospects, Html]] = []
        """What each offer promises, and what must be done first."""
        self._built: tuple[Position, tuple[str, ...]] | None = None
        """The position and the offers that the buttons are for."""
        self.adding, self.buttons = QWidget(), QWidget()
        self._sample = QPushButton("Ag", self.buttons)
        """Never shown: as high as the buttons are in this card."""
        self._sample.hide()
        self.adding_flow, self.flow = FlowLayout(self.adding, 6), FlowLayout(self.buttons, 6)
        self.lowered = QToolButton(self.buttons)
        self.lowered.setText("Lower odds")
        self.lowered.setToolTip("Fight at lower odds by choice")
        self.lowered.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.lowered.setMenu(QMenu(self.lowered))
        self.details = QToolButton()
        self.details.setText("Details")
        self.details.setCheckable(True)
        self.details.setChecked(str(settings().value(DETAILS, "")).lower() == "true")
        self.details.setToolTip("Show every modifier and every result")
        self.details.toggled.connect(self._show_details)
        self._fights_width = INSIDE - self.details.sizeHint().width() - GAP
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, EDGE, 12, EDGE)
        layout.setSpacing(GAP)
        for widget in (self.heading, self.ranks, self.bar, *self.slots, self.adding):
            layout.addWidget(widget)
        foot = QHBoxLayout()
        foot.setSpacing(GAP)
        foot.addWidget(self.buttons, 1)
        foot.addWidget(self.details, 0, Qt.AlignmentFlag.AlignBottom)
        layout.addLayout(foot)
        game = desk.game
        game.moved.connect(lambda _number: self.refresh())
        game.busy_changed.connect(lambda _busy: self.refresh())
        for signal in (game.closed, game.seats_changed):
            signal.connect(self.refresh)
        self.control.offering.connect(self.refresh)
        desk.panes.view_changed.connect(self.keep_clear)
        desk.document_changed.connect(lambda _document: self.refresh())
        self.refresh()

    # -- what is offered --------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Ask again what battle is being put together."""
        battles = self.control.battles() or [(choice, _alone(throw)) for choice, throw in self.control.throws()]
        wanted = (self.desk.preview.position, tuple(choice.text for choice, _ in battles)) if battles else None
        if wanted is not None and wanted == self._built:
            return
        self._built = wanted
        self._clear()
        self._offered = [(what, self._condition(choice)) for choice, what in battles]
        if not battles:
            self.shown = self._foot = None
            self.desk.controls.attacks.plan(None)
            self.hide()
            return
        lowered = [(choice, what) for choice, what in battles if choice.parts.named(WordKind.ODDS)]
        plain = [(choice, what) for choice, what in battles if not choice.parts.named(WordKind.ODDS)]
        for choice, what in plain:
            self._offer(choice, what)
        fights = [(choice, what) for choice, what in plain if choice.verb not in ADDING]
        for choice, what in reversed(lowered):
            action = self.lowered.menu().addAction(f"Fight at {what.odds}")
            action.triggered.connect(partial(self._act, choice.text))
            action.hovered.connect(partial(self.tell, what, ""))
        self.lowered.setVisible(bool(lowered))
        if lowered:
            self.flow.addWidget(self.lowered)
        self._fit()
        first, what = (fights or plain or lowered)[0]
        self.tell(what, self._condition(first))
        self.show()
        self.place()

    def _fit(self) -> None:
        """Give each part the height that the longest of the offers needs, as far as the map has room for the card."""
        game = self.desk.preview.game
        accounts = [(what, what.account, told) for what, told in self._offered if what.account is not None]
        if game is None:
            return
        words, asked = Words(game.scenario), self.details.isChecked()
        texts = [self.slots[0].needed(_account_html(words, account)) for _, account, _ in accounts if asked]
        rows = [self.slots[1].needed(_rows(what)) for what, _, _ in accounts if asked]
        headings = [self._heading_height(told + _heading(words, what, account)) for what, account, told in accounts]
        self.heading.setFixedHeight(max(headings, default=0))
        ranks = max((height_of(ranks_of_account(account)) for _, account, _ in accounts), default=0)
        self.ranks.setFixedHeight(ranks)
        self.ranks.setVisible(ranks > 0)
        shares = any(account.shares for _, account, _ in accounts)
        adding = self.adding_flow.heightForWidth(INSIDE)
        # The row of what fights is there before anything does: nothing else comes to be in its place.
        buttons = max(self.flow.heightForWidth(self._fights_width), self._sample.sizeHint().height())
        rest = self.heading.height() + ranks + adding + buttons + (TALL if shares else 0)
        rest += 6 * GAP + 2 * EDGE + ROOM + BORDER
        first, second = max(texts, default=0), max(rows, default=0)
        room = max(LEAST, self.room().height() - rest)
        # The text above is the longer one: it is scrolled where there is no room for all.
        second = min(second, room // 2)
        for slot, high in zip(self.slots, (min(first, room - second), second), strict=True):
            slot.setFixedHeight(high)
            slot.setVisible(high > 0)
        self.bar.setVisible(shares)
        self.adding.setFixedHeight(adding)
        self.adding.setVisible(adding > 0)
        self.buttons.setFixedHeight(buttons)
        self.fit_contents()

    def _heading_height(self, heading: Html) -> int:
        """The pixels that a heading is high, two lines at least."""
        self.heading.setHtml(heading)
        least = HEADING * self.heading.fontMetrics().lineSpacing() + 2
        return max(least, self.heading.heightForWidth(INSIDE))

    def _clear(self) -> None:
        emptied(self.adding_flow)
        emptied(self.flow, (self.lowered,))
        self.offers.clear()
        self.lowered.menu().clear()

    def _offer(self, choice: Choice, what: Prospects) -> None:
        caption = self._caption(choice, what)
        button = FightButton(self.desk)
        button.setText(_promised(caption, what) if choice.verb == "fight" else caption)
        button.answer = choice.text
        button.clicked.connect(partial(self._act, choice.text))
        button.looked_at.connect(partial(self.tell, what, self._condition(choice)))
        units, game = choice.parts.units, self.desk.preview.game
        if units and game is not None:
            button.setIcon(token_strip(self.desk, game.scenario, units, ON_BUTTON, self.devicePixelRatioF()))
            button.setIconSize(QSize(strip_width(len(units), ON_BUTTON), ON_BUTTON))
        self.offers[choice.text] = button
        (self.adding_flow if choice.verb in ADDING else self.flow).addWidget(button)
        button.show()

    def _condition(self, choice: Choice) -> Html:
        """What must be done first for a battle to be as it is told: an action that adds to it."""
        return f"<i>After {escape(self.control.called(choice.parts))}:</i> " if choice.verb in ADDING else ""

    def _caption(self, choice: Choice, what: Prospects) -> str:
        """An action for its button; one that is itself a throw, in the words for those who throw."""
        account, game = what.account, self.desk.preview.game
        throws = account.throws if account is not None else ()
        itself = account is not None and len(throws) == 1 and account.kind == throws[0].stage
        if not itself or not throws[0].who or game is None:
            return self.control.caption(choice)
        led = f", led by {Words(game.scenario).units(choice.parts.units)}" if choice.parts.units else ""
        return f"{choice.verb.capitalize()} {throws[0].who}{led}".replace("&", "&&")

    def _act(self, text: str, _on: bool = False) -> None:
        self.control.act(text)

    # -- telling ----------------------------------------------------------------------------------------------

    def tell(self, what: Prospects, condition: Html = "") -> None:
        """Tell of one of the actions that are offered; ``condition`` says what must be done first."""
        game = self.desk.preview.game
        if game is None or what.account is None:
            return
        self.shown = what
        words = Words(game.scenario)
        self._needed = condition
        heading = condition + _heading(words, what, what.account)
        self.heading.setHtml(heading)
        self.heading.setToolTip(f"<span>{heading}</span>")
        self.ranks.show_ranks(ranks_of_account(what.account), game.scenario)
        self.desk.controls.attacks.plan(what.account)
        self.text.setHtml(_account_html(words, what.account))
        self.bar.show_shares(what.account.shares)
        self.rows.setHtml(_rows(what))
        for slot in self.slots:
            slot.verticalScrollBar().setValue(0)

    def _show_details(self, on: bool) -> None:
        """Show the details, or leave them out; the foot of the card stays where it is."""
        settings().setValue(DETAILS, on)
        if self.shown is not None:
            shown = self.shown
            self._fit()
            self.tell(shown, self._needed)
            self.place()

    def place(self) -> None:
        """The corner or edge of the map where it covers nobody who fights, and that lies farthest from them. While the
        same battle is put together its lower edge stays, as long as it covers nobody."""
        area = self.room()
        left, right = area.left(), max(area.left(), area.right() - self.width())
        top, bottom = area.top(), max(area.top(), area.bottom() - self.height())
        busy = self._busy_points()
        across, down = (left + right) // 2, (top + bottom) // 2
        corners = [QPoint(x, y) for y in (bottom, top) for x in (left, right)]
        edges = [QPoint(left, down), QPoint(right, down), QPoint(across, bottom), QPoint(across, top)]
        half = round(COUNTER * self.desk.canvas.zoom * 0.75)
        best = max([*corners, *edges], key=lambda corner: _room(QRect(corner, self.size()), busy, half))
        if self._foot is not None:
            kept = QPoint(self._foot.x(), max(area.top(), self._foot.y() - self.height()))
            covers = _room(QRect(kept, self.size()), busy, half)[0] < _room(QRect(best, self.size()), busy, half)[0]
            best = best if covers or not area.contains(QRect(kept, self.size())) else kept
        self._foot = QPoint(best.x(), best.y() + self.height())
        self.move(best)
        self.raise_()

    def _busy_points(self) -> list[QPoint]:
        """Where those stand who fight in any of the offers or may still join, over the map: the card is not to move
        when they do."""
        accounts = [what.account for what, _ in self._offered if what.account is not None]
        if not accounts:
            return []
        canvas, position = self.desk.canvas, self.desk.preview.position
        parts = [part for account in accounts for part in (*account.attackers, *account.defenders)]
        units = [part.unit for part in parts if part.unit]
        units += [key for account in accounts for throw in account.throws for key in throw.units]
        units += [key for choice in self.desk.preview.choices() if choice.verb == "with" for key in choice.parts.units]
        targets = [target for account in accounts for target in account.targets]
        names = dict.fromkeys([*targets, *(str(position.units[key].get("at") or "") for key in units)])
        geometry, find = canvas.map_scene.geometry, self.desk.board.find
        places = [geometry.centre(spot) for name in names if (spot := find(name)) is not None]
        view = [canvas.mapFromScene(x, y) for x, y in places]
        return [canvas.viewport().mapTo(self._parent, point) for point in view]


def _room(place: QRect, busy: list[QPoint], half: int) -> tuple[int, int]:
    """How good a place is: little of the counters covered, which reach so far from their points, then far from them."""
    squares = [place.intersected(QRect(point.x() - half, point.y() - half, 2 * half, 2 * half)) for point in busy]
    covered = sum(max(0, one.width()) * max(0, one.height()) for one in squares)
    near = min(((point - place.center()).manhattanLength() for point in busy), default=0)
    return -covered, near


def _alone(throw: ThrowAccount) -> Prospects:
    """A throw that is no part of a battle, for the card."""
    account = BattleAccount(
        kind=throw.stage, rule=throw.rule, targets=(), attackers=(), defenders=(), shares=throw.shares, throws=(throw,)
    )
    return Prospects("", 0.5, 0.0, 0.0, 0.0, 0.0, account=account)


def _promised(caption: str, what: Prospects) -> str:
    """``Fight at 2:1`` where a column is read, else ``Fight: 45% to win``; ``Fight`` where he is not known."""
    if what.account is not None and what.account.unknown:
        return caption
    return (
        f"{caption} at {what.odds}" if what.account is not None and what.account.column else f"{caption}: {what.odds}"
    )


def _heading(words: Words, what: Prospects, account: BattleAccount) -> Html:
    """``Attack on The Mill (L0303): 1:1``."""
    where = f" on {escape(', '.join(map(words.place, account.targets)))}" if account.targets else ""
    odds = f": {escape(what.odds)}" if what.odds and not account.unknown else ""
    return f"<b>{escape(account.kind.capitalize())}{where}{odds}</b> {rule_link(account.rule)}"


def _account_html(words: Words, account: BattleAccount) -> Html:
    """From the units to the column, as rich text."""
    if len(account.throws) == 1:
        return account_text(words, account.throws[0])
    lines = [f"<b>Attackers</b> {_parts(words, account.attackers)}"]
    lines.append(f"<b>Defenders</b> {_parts(words, account.defenders)}")
    lines += [f"<b>Ground</b> {escape(place)}" for place in account.terrain]
    if account.compared:
        lines.append(escape(account.compared))
    lines += [f"{_amount(shift)} {escape(shift.cause)} {rule_link(shift.rule)}" for shift in account.modifiers]
    if account.column:
        lines.append(f"<b>Column {escape(account.column)}</b>")
    return "<br>".join(lines)


def _parts(words: Words, parts: Sequence[Strength]) -> Html:
    """Those of one side, each with its strength; of a crowd how many there are and their strength in all."""
    if len(parts) > MOST_NAMED:
        return f"{counted(len(parts), 'unit')}, strength {round(sum(part.strength for part in parts), 1):g} in all"
    return ", ".join(
        escape(words.unit(part.unit) if part.unit else part.how)
        + (f" <b>{round(part.strength, 1):g}</b>" if part.unit or part.strength else f" {rule_link(part.rule)}")
        + (f" ({escape(part.how)} {rule_link(part.rule)})" if part.unit and part.how else "")
        for part in parts
    )


def _amount(shift: OddsModifier) -> Html:
    """``+1 column:``, ``-2 columns:``."""
    plural = "" if abs(shift.amount) == 1 else "s"
    return f"{shift.amount:+g} {escape(shift.unit)}{plural}:".replace("-", "\u2212")


def _rows(what: Prospects) -> Html:
    """The results with their shares, and what may be expected of them."""
    assert what.account is not None
    if not what.account.shares:
        return "The possible results depend on the units there." if what.account.unknown else ""
    merged: dict[str, float] = {}
    for share in what.account.shares:
        merged[share.meaning] = merged.get(share.meaning, 0.0) + share.chance
    rows = "".join(
        f"<tr><td align='right'>{percent(chance)}&nbsp;&nbsp;</td><td>{escape(meaning)}</td></tr>"
        for meaning, chance in merged.items()
    )
    lost = _steps(what.attacker_steps), _steps(what.defender_steps)
    if len(what.account.throws) == 1 or lost == (NO_STEPS, NO_STEPS):
        return f"<table cellspacing='0'>{rows}</table>"
    expected = f"Expected: the attacker loses {lost[0]}, the defender {lost[1]}."
    return f"<table cellspacing='0'>{rows}</table>{expected}"


NO_STEPS: Final = "0.0 steps"


def _steps(steps: float) -> Html:
    return f"{steps:.1f} step" + ("" if f"{steps:.1f}" == "1.0" else "s")
