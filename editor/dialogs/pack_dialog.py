"""Packs in the window: what a pack holds before it is installed, and which are installed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from editor.look.mnemonics import LetteredDialog
from editor.plain import PlainLabel, as_written
from engine.exchange.packs import Manifest


def _wrapped(text: str) -> QLabel:
    label = PlainLabel(text)
    label.setWordWrap(True)
    return label


class InstallPackDialog(LetteredDialog):
    """Shows what a pack is and holds, and asks whether it is to be installed."""

    def __init__(self, manifest: Manifest, there: str, parent: QWidget | None = None) -> None:
        """``there`` is the version of it that is installed already; empty for none."""
        super().__init__(parent)
        self.setWindowTitle(f"Install {manifest.name}")
        layout = QVBoxLayout(self)
        layout.addWidget(_wrapped(f"{manifest.name}, version {manifest.version}"))
        about = [f"By {manifest.author}." if manifest.author else ""]
        about.append(f"Licence: {manifest.licence}." if manifest.licence else "")
        about.append(f"It holds {manifest.holds}, and no programs.")
        about.append(f"Version {there} is installed, and is replaced." if there else "")
        layout.addWidget(_wrapped(" ".join(part for part in about if part)))
        if manifest.description:
            layout.addWidget(_wrapped(manifest.description))
        self.files = QListWidget()
        self.files.setAccessibleName("Files of the pack")
        self.files.addItems(sorted(manifest.files))
        layout.addWidget(self.files)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.install = buttons.addButton("&Install", QDialogButtonBox.ButtonRole.AcceptRole)
        self.install.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.resize(460, 360)


class PacksDialog(LetteredDialog):
    """Lists the packs that are installed; each can be removed, and another one installed."""

    def __init__(
        self,
        packs: Callable[[], list[Manifest]],
        install: Callable[[], None],
        remove: Callable[[Manifest], None],
        parent: QWidget | None = None,
    ) -> None:
        """``install`` asks for a file and installs it; ``remove`` removes a pack."""
        super().__init__(parent)
        self.setWindowTitle("Packs")
        self._packs, self._remove_pack = packs, remove
        layout = QVBoxLayout(self)
        layout.addWidget(
            _wrapped("What packs hold is found by its name, as what comes with Hexwright is. Packs hold no programs.")
        )
        self.list = QListWidget()
        self.list.setAccessibleName("Packs that are installed")
        self.list.currentRowChanged.connect(lambda _row: self._show_buttons())
        layout.addWidget(self.list)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.remove = QPushButton("&Remove")
        self.install = QPushButton("&Install…")
        buttons.addButton(self.install, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.remove, QDialogButtonBox.ButtonRole.ActionRole)
        self.install.clicked.connect(lambda _checked=False: self._do(install))
        self.remove.clicked.connect(lambda _checked=False: self._remove())
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.resize(520, 320)
        self._show_packs()

    def _do(self, what: Callable[[], None]) -> None:
        what()
        self._show_packs()

    def _remove(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            manifest = item.data(Qt.ItemDataRole.UserRole)
            self._do(lambda: self._remove_pack(manifest))

    def _show_packs(self) -> None:
        self.list.clear()
        for manifest in self._packs():
            author = f", by {manifest.author}" if manifest.author else ""
            item = QListWidgetItem(f"{manifest.name} {manifest.version}{author}: {manifest.holds}")
            item.setData(Qt.ItemDataRole.UserRole, manifest)
            item.setToolTip(as_written(manifest.key))
            self.list.addItem(item)
        self.list.setCurrentRow(0 if self.list.count() else -1)
        self._show_buttons()

    def _show_buttons(self) -> None:
        self.remove.setEnabled(self.list.currentItem() is not None)
