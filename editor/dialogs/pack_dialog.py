"""Packs in the window: what a pack holds before it is installed, and which are installed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs.trust_question import RIGHTS
from editor.look.mnemonics import LetteredDialog
from editor.plain import PlainLabel, as_written
from engine.exchange.packed_code import Code
from engine.exchange.packs import Manifest


def _wrapped(text: str) -> QLabel:
    label = PlainLabel(text)
    label.setWordWrap(True)
    return label


class CodeView(QWidget):
    """Lists the program code of a pack, and shows the file that is selected, to be read."""

    def __init__(self, code: Sequence[Code]) -> None:
        super().__init__()
        self._code = code
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self.files = QListWidget()
        self.files.setAccessibleName("Program code of the pack")
        self.files.addItems([str(one) for one in code])
        self.files.setWordWrap(True)
        self.files.setMaximumHeight(90)
        self.text = QPlainTextEdit()
        self.text.setAccessibleName("The code of the selected file")
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        layout.addWidget(self.files)
        layout.addWidget(self.text, 1)
        self.files.currentRowChanged.connect(lambda row: self.text.setPlainText(self._code[row].text))
        self.files.setCurrentRow(0)


class InstallPackDialog(LetteredDialog):
    """Shows what a pack is and holds, and asks whether it is to be installed. Where it has program code that the user
    has not trusted yet, it shows that code and asks for trust."""

    def __init__(
        self, manifest: Manifest, there: str, parent: QWidget | None = None, *, code: Sequence[Code] = ()
    ) -> None:
        """``there`` is the version of it that is installed already; empty for none. ``code`` is not trusted yet."""
        super().__init__(parent)
        self.setWindowTitle(f"Install {manifest.name}")
        layout = QVBoxLayout(self)
        layout.addWidget(_wrapped(f"{manifest.name}, version {manifest.version}"))
        about = [f"By {manifest.author}." if manifest.author else ""]
        about.append(f"Licence: {manifest.licence}." if manifest.licence else "")
        about.append(f"It holds {manifest.holds}." if manifest.code else f"It holds {manifest.holds}, and no programs.")
        about.append("You already trust its code." if manifest.code and not code else "")
        about.append(f"Version {there} is installed, and is replaced." if there else "")
        layout.addWidget(_wrapped(" ".join(part for part in about if part)))
        if manifest.description:
            layout.addWidget(_wrapped(manifest.description))
        self.files = QListWidget()
        self.files.setAccessibleName("Files of the pack")
        self.files.addItems(sorted(manifest.files))
        layout.addWidget(self.files)
        self.code = CodeView(code) if code else None
        if self.code is not None:
            self.files.setMaximumHeight(110)
            layout.addWidget(_wrapped(f"Its rules come with the program code below. {RIGHTS}"))
            layout.addWidget(self.code, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        caption = "&Trust and install" if code else "&Install"
        self.install = buttons.addButton(caption, QDialogButtonBox.ButtonRole.AcceptRole)
        # A stray Return must not trust a program.
        usual = buttons.button(QDialogButtonBox.StandardButton.Cancel) if code else self.install
        usual.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.resize(*((680, 600) if code else (460, 360)))


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
            _wrapped("Hexwright finds files in packs by name, like those that it ships. Packs with code are marked.")
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
