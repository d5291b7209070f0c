"""A line to type in and a list of what fits, best first: the shape of the command palette and of Find."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QIcon, QKeyEvent, QPixmap
from PySide6.QtWidgets import (
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs.fuzzy import score
from editor.look.mnemonics import LetteredDialog
from editor.plain import PlainLabel, as_written
from engine.boards.board import Spot
from engine.plural import counted
from engine.spelling import folded

_MOST: Final = 200
"""Rows shown at once."""
EASY: Final = 30_000
"""The most hexes that are counted while one types; more of them ..."""
REST: Final = 180
"""... after this number of milliseconds without a key."""
_MEANT: Final = 4.0
"""What a synonym is worth: as much as a text whose words all begin with what is typed."""
_LIST_KEYS: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class Places:
    """Hexes of which only the number is known at first; they are looked up when they are wanted."""

    def __init__(self, count: int, find: Callable[[], Iterable[Spot]]) -> None:
        self.count = count
        self._find = find

    @cached_property
    def hexes(self) -> tuple[Spot, ...]:
        """The hexes themselves."""
        return tuple(self._find())


NO_PLACES: Final = Places(0, tuple)


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be chosen: its text, a remark beside it, and what choosing it does."""

    text: str
    remark: str
    choose: Callable[[], object]
    icon: QIcon | None = None
    places: Places = NO_PLACES
    """Where it is on the map, if it is anywhere."""
    unit: str = ""
    """The unit that it is, if it is one."""
    about: str = ""
    """What it is for, in words that may be searched as well."""
    synonyms: str = ""
    """Other words for it, which are searched and not shown."""
    usable: bool = True
    """Whether it can be chosen just now."""

    @property
    def hexes(self) -> tuple[Spot, ...]:
        """The hexes that it is in."""
        return self.places.hexes


Gather = Callable[[list[Offer]], object]


class Seeker(LetteredDialog):
    """Offers that narrow down while one types; Enter or a click takes one (``chosen``), Esc leaves.

    With ``gather`` there is a button that takes all that fit, and ``more`` adds offers that answer a query.
    """

    def __init__(
        self,
        title: str,
        hint: str,
        offers: list[Offer],
        parent: QWidget | None = None,
        *,
        gather: Gather | None = None,
        more: Callable[[str], Iterable[Offer]] | None = None,
    ) -> None:
        super().__init__(parent)
        self.chosen: Callable[[], object] | None = None
        """What was chosen, to be done once the dialog is gone."""
        self._gather = gather
        self._more = more
        self._fitting: list[Offer] = []
        self.setWindowTitle(title)
        self.resize(560, 420)
        self._offers = offers
        self.line = QLineEdit()
        self.line.setPlaceholderText(hint)
        self.line.setClearButtonEnabled(True)
        self.list = QTreeWidget()
        self.list.setAccessibleName("What fits")
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFocusProxy(self.line)
        self.empty = PlainLabel("Nothing fits.")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.line)
        layout.addWidget(self.list)
        layout.addWidget(self.empty)
        self.all_button = QPushButton()
        self.all_button.setToolTip("Select everything that has these words in it (Ctrl+Enter)")
        self.all_button.setAutoDefault(False)
        self.all_button.setVisible(gather is not None)
        self.all_button.clicked.connect(self.take_all)
        layout.addWidget(self.all_button)
        self._counting = QTimer(self)
        self._counting.setSingleShot(True)
        self._counting.setInterval(REST)
        self._counting.timeout.connect(self._count_slowly)
        self.line.installEventFilter(self)
        self.line.textChanged.connect(self._narrow)
        self.line.returnPressed.connect(self.take)
        self.list.itemClicked.connect(lambda _item: self.take())
        self._narrow("")

    def _narrow(self, query: str) -> None:
        ranked = []
        self._fitting = [*self._offers, *(self._more(query) if self._more is not None else ())]
        for index, offer in enumerate(self._fitting):
            rank = _rank(query, offer)
            if rank is not None:
                ranked.append((*rank, index, offer))
        ranked.sort(key=lambda item: item[:3])
        if self._gather is not None:
            self._count(query)
        self.list.clear()
        for _, _, index, offer in ranked[:_MOST]:
            row = QTreeWidgetItem([offer.text, offer.remark])
            row.setData(0, Qt.ItemDataRole.UserRole, index)
            if offer.icon is not None:
                # What has none keeps its place, so that the texts stand in line.
                row.setIcon(0, _blank() if offer.icon.isNull() else offer.icon)
            row.setForeground(1, self.palette().placeholderText())
            row.setToolTip(0, as_written(offer.about))
            if not offer.usable:
                row.setForeground(0, self.palette().placeholderText())
            row.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.list.addTopLevelItem(row)
        first = self.list.topLevelItem(0)
        if first is not None:
            self.list.setCurrentItem(first)
        self.list.setVisible(bool(ranked))
        self.empty.setText("Nothing fits.")
        self.empty.setVisible(not ranked)

    def texts(self) -> list[str]:
        """What is offered now, best first."""
        rows = (self.list.topLevelItem(i) for i in range(self.list.topLevelItemCount()))
        return [row.text(0) for row in rows if row is not None]

    def take(self) -> None:
        """Choose the current row."""
        row = self.list.currentItem()
        if row is None:
            return
        offer = self._fitting[row.data(0, Qt.ItemDataRole.UserRole)]
        if not offer.usable:
            self.empty.setText(f"{offer.text}: you cannot use it here now.")
            self.empty.setVisible(True)
            return
        self.chosen = offer.choose
        self.accept()

    # -- all of them --------------------------------------------------------------------------------------------

    def matches(self) -> list[Offer]:
        """What has every word of the query in it, letter by letter; nothing without a query."""
        words = folded(self.line.text()).split()
        return [
            offer
            for offer in self._fitting
            if words
            and (offer.places.count or offer.unit)
            and all(word in folded(f"{offer.text} {offer.remark}") for word in words)
        ]

    def _count(self, query: str) -> None:
        """Say on the button how much it takes; very many hexes are counted when one stops typing."""
        found = self.matches() if query.strip() else []
        self._counting.stop()
        self.all_button.setEnabled(bool(found))
        placed = [offer.places for offer in found if offer.places.count]
        if len(placed) > 1 and sum(places.count for places in placed) > EASY:
            self._show_count(found, 0)
            self._counting.start()
        else:
            self._show_count(found, _together(placed))

    def _count_slowly(self) -> None:
        found = self.matches()
        self._show_count(found, _together([offer.places for offer in found]))

    def _show_count(self, found: list[Offer], hexes: int) -> None:
        units = len({offer.unit for offer in found if offer.unit})
        parts = [counted(hexes, "hex", "hexes")] if hexes else []
        parts += [counted(units, "unit")] if units else []
        self.all_button.setText("Select &all" + (f": {', '.join(parts)}" if parts else ""))

    def take_all(self) -> None:
        """Gather everything that fits."""
        found = self.matches()
        if found and self._gather is not None:
            self.chosen = partial(self._gather, found)
            self.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrow keys move in the list while the line keeps the focus."""
        pressed = event if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        if watched is self.line and pressed is not None and self._gather is not None and _is_all(pressed):
            self.take_all()
            return True
        if watched is self.line and pressed is not None and pressed.key() in _LIST_KEYS:
            self.list.keyPressEvent(pressed)
            return True
        return super().eventFilter(watched, event)


def _rank(query: str, offer: Offer) -> tuple[int, float] | None:
    """How well an offer answers, the lowest first: by its own text, with its remark, by what it is for."""
    if not query.strip():
        return 0, 0.0
    points = score(query, offer.text)
    whole = folded(query).strip()
    if offer.synonyms and any(word.startswith(whole) for word in _beginnings(offer.synonyms)):
        return 0, -max(points or 0.0, _MEANT)
    if points is not None:
        return 0, -points
    points = score(query, f"{offer.text} {offer.remark}")
    if points is not None:
        return 1, -points
    everything = folded(f"{offer.text} {offer.remark} {offer.about}")
    return (2, 0.0) if offer.about and all(word in everything for word in folded(query).split()) else None


def _beginnings(synonyms: str) -> list[str]:
    """The synonyms, from each of their words on."""
    words = folded(synonyms).replace(",", "").split()
    return [" ".join(words[n:]) for n in range(len(words))]


def _together(placed: list[Places]) -> int:
    """How many hexes these are, each counted once."""
    return placed[0].count if len(placed) == 1 else len({h for places in placed for h in places.hexes})


def _blank() -> QIcon:
    nothing = QPixmap(16, 16)
    nothing.fill(Qt.GlobalColor.transparent)
    return QIcon(nothing)


def _is_all(event: QKeyEvent) -> bool:
    enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return enter and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
