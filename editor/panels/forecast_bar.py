"""The forecast of a battle or a throw: one bar, and three words with their shares below it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from editor.look import style
from editor.panels.throws import SHARES, SHARES_ON_DARK, percent
from editor.plain import as_written
from engine.play.answers import Likelihood

BAR: Final = 12
"""Pixels that the bar is high."""
WORD: Final = 18
"""Pixels that the words are high."""
TALL: Final = BAR + WORD
WORDS: Final = {False: "Bad", None: "Even", True: "Good"}
"""The word for results that hurt the attacker alone, both or nobody, the defender alone; of a throw outside of battles
from the side of whoever throws."""
ORDER: Final = (False, None, True)
ALIGNED: Final = {
    False: Qt.AlignmentFlag.AlignLeft,
    None: Qt.AlignmentFlag.AlignHCenter,
    True: Qt.AlignmentFlag.AlignRight,
}


class ForecastBar(QWidget):
    """The results from what hurts the attacker to what hurts the defender, each as wide as it is likely."""

    def __init__(self) -> None:
        super().__init__()
        self.shares: tuple[Likelihood, ...] = ()
        self.setFixedHeight(TALL)
        self.setAccessibleName("Forecast")

    def show_shares(self, shares: Iterable[Likelihood]) -> None:
        """Show these."""
        self.shares = tuple(shares)
        each = ", ".join(f"{percent(share.chance)} {share.meaning}" for share in self.shares)
        self.setAccessibleDescription(f"{', '.join(self.words)}. {each}" if self.shares else "")
        self.update()

    @property
    def words(self) -> list[str]:
        """``Bad 17%``, ``Even 33%``, ``Good 50%``."""
        chances = {good: sum(one.chance for one in self.shares if one.good is good) for good in ORDER}
        return [f"{WORDS[good]} {percent(chances[good])}" for good in ORDER]

    def parts(self) -> list[tuple[Likelihood, QRectF]]:
        """The results with their parts of the bar, from the left."""
        x, found = 0.0, []
        for share in sorted(self.shares, key=lambda share: ORDER.index(share.good)):
            wide = share.chance * self.width()
            found.append((share, QRectF(x, 0, wide, BAR)))
            x += wide
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar, with gaps between the results, and the words at places that stay."""
        if not self.shares:
            return
        painter = QPainter(self)
        colours = SHARES_ON_DARK if style.is_dark() else SHARES
        for share, part in self.parts():
            painter.fillRect(part.adjusted(0.5, 0, -0.5, 0), QColor(colours[share.good]))
        row = QRectF(0, BAR + 1, self.width(), WORD - 1)
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        for good, word in zip(ORDER, self.words, strict=True):
            painter.setPen(QColor(colours[good]) if good is not None else self.palette().text().color())
            painter.drawText(row, ALIGNED[good] | Qt.AlignmentFlag.AlignVCenter, word)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """The result under the pointer in words."""
        if isinstance(event, QHelpEvent):
            for share, part in self.parts():
                if part.contains(event.pos()):
                    QToolTip.showText(event.globalPos(), as_written(f"{percent(share.chance)}: {share.meaning}"), self)
                    return True
        return super().event(event)
