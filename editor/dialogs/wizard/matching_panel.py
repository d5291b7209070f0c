"""A matching table: left what the file has, right ours; changed for one or for all like it, saved as a profile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs.forms import swatch
from editor.plain import PlainLabel, as_written
from engine.exchange.matches import NOTHING, TERRAIN, TOPICS, Matched, MatchingTable, alike, spelled
from engine.plural import counted

_PLACE: Final = Qt.ItemDataRole.UserRole
_BY: Final = {"name": "by its name", "colour": "by its colour", "position": "by its position", "you": "your choice"}
SAME: Final = 12
"""How far the colours of two pictures that look the same differ at most, of 255."""
NEAR: Final = 40
"""The same for pictures whose names are alike."""
LEFT_OUT: Final = "Left out"
NOT_MATCHED: Final = "Not matched"


class MatchingPanel(QWidget):
    """Shows the matching tables of a file, and keeps what the user chose."""

    changed = Signal()
    """The user has chosen something."""
    profile_chosen = Signal(str)
    """The profile of this name is wanted; an empty text for none."""
    profile_saved = Signal(str)
    """The present matches are to be kept under this name."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[MatchingTable] = []
        self.chosen: dict[str, dict[str, str]] = {}
        """By topic, what the user chose for each name."""
        self.topic = QComboBox()
        self.topic.setAccessibleName("What is matched")
        self.only_missing = QCheckBox("Not matched only")
        self.list = QTreeWidget()
        self.list.setHeaderLabels(["In the file", "Count", "Here"])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setIconSize(QSize(28, 28))
        self.list.setAccessibleName("Matches")
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        header = self.list.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.state = PlainLabel()
        self.ours = QComboBox()
        self.ours.setAccessibleName("Replacement for the selected")
        self.same = QPushButton("Apply to all like it")
        self.same.setToolTip("Give the same to all entries with similar pictures whose names differ only in numbers")
        self.profiles = QComboBox()
        self.profiles.setAccessibleName("Profile")
        self.profiles.setToolTip("Matches and options that were kept for files of this kind")
        self.name = QLineEdit()
        self.name.setPlaceholderText("Name of a profile")
        self.name.setAccessibleName("Name of the profile")
        self.keep = QPushButton("Keep as profile")
        self.keep.setToolTip("Keep options and matches under this name for the next file of this kind")
        self._filling = False
        self._lay_out()
        self.topic.currentIndexChanged.connect(lambda _place: self._fill())
        self.only_missing.toggled.connect(lambda _on: self._fill())
        self.list.itemSelectionChanged.connect(self._show_choice)
        self.ours.activated.connect(lambda _place: self._choose(self._selected()))
        self.same.clicked.connect(self._choose_alike)
        self.profiles.activated.connect(self._want_profile)
        self.name.textChanged.connect(lambda text: self.keep.setEnabled(bool(text.strip())))
        self.keep.clicked.connect(lambda: self.profile_saved.emit(self.name.text().strip()))
        self.keep.setEnabled(False)

    def _lay_out(self) -> None:
        above, below, kept = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        above.addWidget(self.topic)
        above.addWidget(self.only_missing)
        above.addWidget(self.state, 1)
        below.addWidget(PlainLabel("Becomes"))
        below.addWidget(self.ours, 1)
        below.addWidget(self.same)
        kept.addWidget(self.profiles, 1)
        kept.addWidget(self.name, 1)
        kept.addWidget(self.keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(above)
        column.addWidget(self.list, 1)
        column.addLayout(below)
        column.addLayout(kept)

    # -- what is shown ------------------------------------------------------------------------------------------

    def show_tables(self, tables: Sequence[MatchingTable]) -> None:
        """Show the tables of a file; the topic in front stays where there is one."""
        before = self.topic.currentData()
        self.tables = [table for table in tables if table.matches]
        self._filling = True
        self.topic.clear()
        for table in self.tables:
            self.topic.addItem(TOPICS.get(table.topic, table.topic), table.topic)
        self.topic.setCurrentIndex(max(0, self.topic.findData(before)))
        self._filling = False
        self.setVisible(bool(self.tables))
        self._fill()

    def show_profiles(self, names: Iterable[str], current: str = "") -> None:
        """Offer these profiles."""
        self.profiles.clear()
        self.profiles.addItem("No profile", "")
        for name in names:
            self.profiles.addItem(name, name)
        self.profiles.setCurrentIndex(max(0, self.profiles.findData(current)))

    @property
    def table(self) -> MatchingTable | None:
        """The table in front."""
        place = self.topic.currentIndex()
        return self.tables[place] if 0 <= place < len(self.tables) else None

    def values(self) -> dict[str, str]:
        """The options that say what the user chose, by topic."""
        return {topic: spelled(pairs) for topic, pairs in self.chosen.items() if pairs}

    def set_chosen(self, chosen: Mapping[str, Mapping[str, str]]) -> None:
        """Begin with these choices, as those of a profile."""
        self.chosen = {topic: dict(pairs) for topic, pairs in chosen.items()}

    def _fill(self) -> None:
        table = self.table
        if self._filling or table is None:
            return
        kept = {item.text(0) for item in self.list.selectedItems()}
        self._filling = True
        self.list.clear()
        names = {one.key: one.name for one in table.choices}
        for place, match in enumerate(table.matches):
            if self.only_missing.isChecked() and match.ours:
                continue
            item = QTreeWidgetItem([match.name, f"{match.count:,}", self._here(match, names)])
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setData(0, _PLACE, place)
            item.setIcon(0, _icon_of(match))
            ours = next((one for one in table.choices if one.key == match.ours), None)
            if ours is not None and ours.colour:
                item.setIcon(2, swatch(ours.colour, 18))
            item.setToolTip(0, as_written(match.name))
            self.list.addTopLevelItem(item)
            item.setSelected(match.name in kept)
        self.ours.clear()
        for one in table.choices:
            self.ours.addItem(swatch(one.colour, 16) if one.colour else QIcon(), one.name, one.key)
        if table.topic != TERRAIN:
            self.ours.addItem(LEFT_OUT, NOTHING)
        missing = len(table.missing)
        self.state.setText(f"{counted(missing, 'name')} not matched" if missing else "All are matched.")
        self._filling = False
        first = self.list.topLevelItem(0)
        if first is not None and not self.list.selectedItems():
            self.list.setCurrentItem(first)
        self._show_choice()

    @staticmethod
    def _here(match: Matched, names: Mapping[str, str]) -> str:
        if match.ours == NOTHING:
            return LEFT_OUT
        if not match.ours:
            return NOT_MATCHED
        return f"{names.get(match.ours, match.ours)} ({_BY.get(match.by, match.by)})"

    def _selected(self) -> list[Matched]:
        table = self.table
        places = [item.data(0, _PLACE) for item in self.list.selectedItems()]
        return [table.matches[place] for place in places] if table is not None else []

    def _show_choice(self) -> None:
        if self._filling:
            return
        selected = self._selected()
        for widget in (self.ours, self.same):
            widget.setEnabled(bool(selected))
        keys = {one.ours for one in selected}
        self.ours.setCurrentIndex(self.ours.findData(next(iter(keys))) if len(keys) == 1 else -1)

    # -- what is chosen -----------------------------------------------------------------------------------------

    def _choose(self, matches: Iterable[Matched]) -> None:
        key, table = self.ours.currentData(), self.table
        names = [one.name for one in matches]
        if table is None or not isinstance(key, str) or not names:
            return
        self.chosen.setdefault(table.topic, {}).update(dict.fromkeys(names, key))
        self.changed.emit()

    def _choose_alike(self) -> None:
        table, selected = self.table, self._selected()
        if table is None or not selected:
            return
        like = [one for one in table.matches if any(_are_alike(one, other) for other in selected)]
        self._choose([*selected, *like])

    def _want_profile(self, _place: int) -> None:
        self.profile_chosen.emit(str(self.profiles.currentData() or ""))


def _are_alike(one: Matched, other: Matched) -> bool:
    """Whether two things of a file are of one kind: names that differ in figures, or pictures that look alike."""
    if one.colour and other.colour:
        far = _far(one.colour, other.colour)
        return far < SAME or (far < NEAR and alike(one.name, other.name))
    return alike(one.name, other.name)


def _far(one: str, other: str) -> int:
    return max(abs(int(one[at : at + 2], 16) - int(other[at : at + 2], 16)) for at in (1, 3, 5))


def _icon_of(match: Matched) -> QIcon:
    if match.picture:
        pixmap = QPixmap()
        if pixmap.loadFromData(match.picture):
            return QIcon(pixmap)
    return swatch(match.colour, 24) if match.colour else QIcon()
