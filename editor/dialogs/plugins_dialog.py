"""Help > Plug-ins: which are installed, what each adds, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDialogButtonBox, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from editor.look.mnemonics import LetteredDialog
from editor.plain import PlainLabel, as_written
from engine.plugins import PlugIn

HEADINGS = ("Plug-in", "Version", "Author", "Adds", "State")


class PluginsDialog(LetteredDialog):
    """Lists plug-ins; each can be switched on and off."""

    def __init__(
        self, plugins: Callable[[], list[PlugIn]], switch: Callable[[str, bool], None], parent: QWidget | None = None
    ) -> None:
        """``switch`` switches one on or off by its name."""
        super().__init__(parent)
        self.setWindowTitle("Plug-ins")
        self._plugins, self._switch = plugins, switch
        layout = QVBoxLayout(self)
        about = PlainLabel(
            "Plug-ins are programs by other people: install only those that you trust. Formats and checks change "
            "at once, tools and panels when you restart Hexwright."
        )
        about.setWordWrap(True)
        layout.addWidget(about)
        self.list = QTreeWidget()
        self.list.setAccessibleName("Plug-ins that are installed")
        self.list.setHeaderLabels(list(HEADINGS))
        self.list.setRootIsDecorated(False)
        layout.addWidget(self.list)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.resize(720, 320)
        self.show_plugins()
        self.list.itemChanged.connect(self._changed)

    def show_plugins(self) -> None:
        """Show what there is now."""
        self.list.blockSignals(True)
        self.list.clear()
        for one in self._plugins():
            state = "on" if not one.off else f"off: {one.trouble}" if one.trouble else "off"
            item = QTreeWidgetItem([one.name, one.version, one.author, one.said, state])
            item.setCheckState(0, Qt.CheckState.Unchecked if one.off else Qt.CheckState.Checked)
            item.setToolTip(4, as_written(state))
            self.list.addTopLevelItem(item)
        if not self.list.topLevelItemCount():
            none = QTreeWidgetItem(["No plug-ins are installed."])
            none.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addTopLevelItem(none)
            self.list.setFirstColumnSpanned(0, self.list.rootIndex(), True)
        for column in range(len(HEADINGS) - 1):
            self.list.resizeColumnToContents(column)
        self.list.blockSignals(False)

    def _changed(self, item: QTreeWidgetItem, column: int) -> None:
        if column == 0:
            self._switch(item.text(0), item.checkState(0) == Qt.CheckState.Checked)
            # The list is filled again later, and not inside the signal of what it removes.
            self.list.itemChanged.disconnect(self._changed)
            QTimer.singleShot(0, self, self._shown)

    def _shown(self) -> None:
        self.show_plugins()
        self.list.itemChanged.connect(self._changed)
