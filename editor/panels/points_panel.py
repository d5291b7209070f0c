"""Points: who leads and at which level, who gained and lost what for what, and what would be counted at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from editor.controls.turn_record import strip_of
from editor.desk.desk import Desk
from editor.look.scrolled import Scrolled
from editor.panels.in_dock import bring_up, empty_state
from editor.panels.links import linked_text, rule_link
from editor.panels.point_track import PAIR, LeadTrack, TurnBox, TurnRow, TurnTrack
from editor.plain import Html, RichLabel
from editor.preview.gains import Gain, begun_with, gains, scores
from editor.preview.telling import in_force
from engine.play.score_sheet import ScoreLine, ScoreSheet
from engine.umpire.wording import Words

WIDE: Final = 560
"""From this width on, in pixels, tracks and text stand side by side."""
EMPTY: Final = "The score of the game.\nStart one with Play > Play set-up."


def lead_to_points(desk: Desk, panel: Callable[[], PointsPanel]) -> None:
    """Whoever asks for the score gets the panel, which ``panel`` gives."""
    desk.score_asked.connect(lambda: bring_up(panel()))


class PointsPanel(QWidget):
    """The score of the test game at the position that is shown."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Points")
        self.desk = desk
        self.turns, self.lead = TurnTrack(), LeadTrack()
        self.standing = RichLabel()
        self.standing.setWordWrap(True)
        self.text = linked_text(desk, "Points gained and lost")
        page, tracks = QWidget(), QWidget()
        column = QVBoxLayout(tracks)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        self.turn_row = TurnRow(self.turns)
        for widget in (self.turn_row, self.lead, self.standing):
            column.addWidget(widget)
        column.addStretch(1)
        self._parts = QBoxLayout(QBoxLayout.Direction.TopToBottom, page)
        self._parts.setContentsMargins(6, 4, 6, 4)
        self._parts.addWidget(Scrolled(tracks), 1)
        self._parts.addWidget(self.text, 1)
        self.pages = QStackedWidget()
        self.pages.addWidget(empty_state(EMPTY))
        self.pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.pages)
        game = desk.game
        game.moved.connect(lambda _number: self.refresh())
        for signal in (game.started, game.closed):
            signal.connect(self.refresh)
        desk.document_changed.connect(lambda _document: self.refresh())
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """It is looked at now: tell how things stand."""
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is wide the tracks stand beside the text."""
        super().resizeEvent(event)
        wide = self.width() >= WIDE
        self._parts.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)

    def refresh(self) -> None:
        """Tell the score of the position shown; nothing is worked out while it is not seen."""
        if not self.isVisible():
            return
        preview = self.desk.preview
        game = preview.game
        state = preview.position.state if game is not None else None
        sheet = game.rules.tally(state) if game is not None and state is not None else None
        self.pages.setCurrentIndex(1 if game is not None else 0)
        if game is None or sheet is None:
            return
        words, scenario = Words(game.scenario), game.scenario
        history = preview.positions[: preview.shown + 1]
        kept, now = scores(history), int(preview.position.status.get("turn", 1))
        told = [
            TurnBox(number, _label(scenario.turns.label(number), number), _score(kept.get(number, {})))
            for number in range(1, scenario.turns.count + 1)
        ]
        self.turns.show_turns(told, now, [strip_of(scenario, one) for one in in_force(game, history)])
        self.turn_row.follow()
        sides, victory = list(scenario.sides.values()), scenario.victory
        self.lead.setVisible(len(sides) == PAIR)
        if len(sides) == PAIR:
            self.lead.show_lead(sides, victory.levels, victory.sudden, kept.get(now, {}), sheet.points)
        self.standing.setHtml(_standing(words, sheet))
        self.text.setHtml(_gained(words, begun_with(history), gains(history)) + _lines(words, sheet))


def _label(label: str, number: int) -> str:
    return "" if label == f"Turn {number}" else label


def _score(score: Mapping[str, float]) -> str:
    """``5 : 20``; empty for a turn to come."""
    return " : ".join(f"{points:g}" for points in score.values())


def _standing(words: Words, sheet: ScoreSheet) -> Html:
    """How the game would end now, in a sentence."""
    met = [escape(win.about) for win in sheet.wins if win.met]
    who = f"<b>{escape(words.side(sheet.leader))}</b>" if sheet.leader else "<b>No side</b>"
    level = f" ({escape(sheet.level)})" if sheet.level and sheet.leader else ""
    why = escape(words.spoken(sheet.standing))
    return "; ".join([*met, f"{who} would win{level} if the game ended now: {why}."])


def _gained(words: Words, begun: Mapping[str, float], found: Sequence[Gain]) -> Html:
    """The gains and losses, the latest first, down to what each side began with; nothing without any."""
    if not found:
        return ""
    lines = [
        f"Turn {gain.turn:d}: {escape(words.side(gain.side))} <b>{gain.points:+g}</b>, "
        f"{escape(words.spoken(gain.why))} {rule_link(gain.rule)}".replace("<b>-", "<b>\u2212")
        for gain in reversed(found)
    ]
    if begun:
        lines.append(f"To begin with: <b>{_named(words, begun)}</b>")
    sums = dict.fromkeys((*begun, *(gain.side for gain in found)), 0.0) | dict(begun)
    for gain in found:
        sums[gain.side] += gain.points
    return _part("Gained and lost", [*lines, f"Together: <b>{_named(words, sums)}</b>"])


def _lines(words: Words, sheet: ScoreSheet) -> Html:
    """The lines of the victory conditions with what each side has of them, and their sum: the score."""
    had = [_had(words, line) for line in sheet.lines if line.counted]
    if any(sheet.opening.values()):
        had.insert(0, f"To begin with: <b>{_named(words, sheet.opening)}</b>")
    together = [f"Together: <b>{_named(words, sheet.so_far(), nothing=True)}</b>"] if had else []
    ending = [_had(words, line) for line in sheet.lines if not line.counted]
    return _part("In the score", had + together) + _part("At the end, in this position", ending)


def _named(words: Words, points: Mapping[str, float], *, nothing: bool = False) -> Html:
    """``British 5, Zangari 2``; with ``nothing`` those without points too."""
    found = [f"{escape(words.side(side))} {_number(number)}" for side, number in points.items() if number or nothing]
    return ", ".join(found)


def _number(points: float) -> Html:
    return f"{points:g}".replace("-", "\u2212")


def _had(words: Words, line: ScoreLine) -> Html:
    return f"{escape(words.spoken(line.about))}: <b>{_named(words, line.points) or 'no side'}</b>"


def _part(title: Html, lines: Iterable[Html]) -> Html:
    told = "<br>".join(lines)
    return f"<p><b>{title}</b><br>{told}</p>" if told else ""
