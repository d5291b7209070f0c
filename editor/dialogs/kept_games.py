"""The games that are kept in the user's state folder: listed, deleted, and gone on with."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs.asking import asked
from editor.look.mnemonics import LetteredDialog
from editor.plain import MessageBox, PlainLabel
from editor.preview import keeping
from engine.plural import counted


class KeptGamesList(QWidget):
    """The games that are kept, the latest first, with buttons that delete them."""

    changed = Signal()
    """Others are selected, or some are gone."""

    def __init__(self) -> None:
        super().__init__()
        self.list = QListWidget()
        self.list.setAccessibleName("Games that are kept")
        self.list.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.list.itemSelectionChanged.connect(self._enable)
        self.delete_button = QPushButton("Delete game…")
        self.delete_button.clicked.connect(lambda: self._delete(self.chosen))
        self.clear_button = QPushButton("Delete all games…")
        self.clear_button.clicked.connect(lambda: self._delete([game.key for game in keeping.games()]))
        row = QHBoxLayout()
        row.addWidget(self.delete_button)
        row.addWidget(self.clear_button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list, 1)
        layout.addLayout(row)
        self._fill()

    @property
    def chosen(self) -> list[str]:
        """The keys of the selected games."""
        return [str(item.data(Qt.ItemDataRole.UserRole)) for item in self.list.selectedItems()]

    def _fill(self) -> None:
        self.list.clear()
        for game in keeping.games():
            now = " (open now)" if game.in_use else ""
            said = f"{game.title}: {counted(game.played, 'action')}, {game.when:%d %B %Y, %H:%M}{now}"
            item = QListWidgetItem(said)
            item.setData(Qt.ItemDataRole.UserRole, game.key)
            if game.in_use:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self._enable()

    def _delete(self, keys: list[str]) -> None:
        """Delete games that are not being played, after the user has agreed."""
        going = [game for game in keeping.games() if game.key in keys and not game.in_use]
        if going and self._asked(going):
            keeping.delete([game.key for game in going])
            self._fill()

    def _asked(self, going: Sequence[keeping.KeptGame]) -> bool:
        """Whether these games may be deleted."""
        if len(going) == 1:
            question = f"Delete the game of {going[0].title} with {counted(going[0].played, 'action')}?"
        else:
            question = f"Delete {counted(len(going), 'game')}?"
        box = MessageBox(self)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Delete games")
        box.setText(question)
        box.setInformativeText("Deleted games cannot be recovered.")
        delete = box.addButton("&Delete", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        with asked(box):
            return box.clickedButton() is delete

    def _enable(self) -> None:
        self.delete_button.setEnabled(bool(self.chosen))
        self.clear_button.setEnabled(self.list.count() > 0)
        self.changed.emit()


class KeptGamesDialog(LetteredDialog):
    """Asks which game is gone on with; ``chosen`` is its key."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Earlier games")
        self.games = KeptGamesList()
        self.buttons = QDialogButtonBox()
        self.open_button = self.buttons.addButton("&Open game", QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(QDialogButtonBox.StandardButton.Close)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.games.list.itemActivated.connect(lambda _item: self.accept())
        self.games.changed.connect(self._enable)
        about = PlainLabel("The last ten games of each scenario are kept for thirty days.")
        layout = QVBoxLayout(self)
        layout.addWidget(about)
        layout.addWidget(self.games, 1)
        layout.addWidget(self.buttons)
        self.resize(520, 320)
        self.games.list.setCurrentRow(0)
        self._enable()

    @property
    def chosen(self) -> str:
        """The key of the game, empty where none is selected."""
        return next(iter(self.games.chosen), "")

    def _enable(self) -> None:
        self.open_button.setEnabled(len(self.games.chosen) == 1)
