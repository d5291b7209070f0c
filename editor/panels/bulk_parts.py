"""What the fields for many hexes or units are made of: lines of counts, small buttons, labels that lead to fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from editor.panels.flow import FlowLayout
from editor.plain import Html, RichLabel, as_written

MIXED: Final = "mixed"
"""What a field says where the things selected have different values."""


class CountsLabel(RichLabel):
    """A line of counts, wrapped, and no higher than it needs to be; a click on one calls ``narrow``."""

    def __init__(self, narrow: Callable[[str], object]) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setToolTip("Click a count to select only these hexes")
        self.linkActivated.connect(narrow)

    def show_html(self, text: Html) -> None:
        """Show this, or nothing at all when it is empty."""
        self.setHtml(text)
        self.setVisible(bool(text))
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Be as high as the text is at this width."""
        high = self.heightForWidth(max(80, self.width()))
        if high > 0 and high != self.minimumHeight():
            self.setFixedHeight(high)


def show_counts(
    label: CountsLabel, what: str, counts: Mapping[str, int], names: Mapping[str, str], least: int = 2
) -> None:
    """A line of counts in their order, each a link that narrows the selection; hidden for fewer than ``least``."""
    links = [
        f'<a href="{escape(what)}:{escape(key)}">{escape(names.get(key, key))}: {count:,}</a>'
        for key, count in counts.items()
    ]
    label.show_html(" · ".join(links) if len(links) >= least else "")


def slim(box: QComboBox) -> QComboBox:
    """Let a box be as narrow as its panel, whatever its entries are called."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(6)
    return box


def button(text: str, tip: str, slot: Callable[[], object]) -> QToolButton:
    """A small button with a word on it."""
    made = QToolButton()
    made.setText(text)
    made.setToolTip(as_written(tip))
    if not any(letter.isalpha() for letter in text):
        made.setAccessibleName(tip)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    made.clicked.connect(lambda _on=False: slot())
    return made


def bind(layout: QFormLayout, row: QHBoxLayout | QWidget, field: QWidget) -> None:
    """Let a row's label lead to its field."""
    label = layout.labelForField(row)
    if isinstance(label, QLabel):
        label.setBuddy(field)


class FlowBox(QWidget):
    """Widgets in rows, as many to a row as there is room for; as high as that takes."""

    def __init__(self, gap: int = 6) -> None:
        """``gap`` is what lies between them, in pixels."""
        super().__init__()
        self.flow = FlowLayout(self, gap)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.fit()

    def event(self, event: QEvent) -> bool:
        # Its widgets have been shown, hidden or given other words.
        if event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return super().event(event)

    def fit(self) -> None:
        """Be as high as the rows are."""
        high = max(1, self.flow.heightForWidth(self.width()))
        if high != self.minimumHeight():
            self.setFixedHeight(high)
