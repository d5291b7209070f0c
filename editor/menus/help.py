"""The Help menu: the guide, keys and mouse, what this program is."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence
from PySide6.QtWidgets import QMessageBox

from editor.desk.desk import Desk
from editor.work.version import version
from engine import data

KEYS: Final = (
    ("Wheel", "zoom to the pointer"),
    ("Space-drag, middle button", "move the map"),
    ("Ctrl+0", "show the whole map"),
    ("Ctrl+Tab, Ctrl+Shift+Tab", "next and previous tab; Ctrl+W closes one"),
    ("Ctrl+D, Ctrl+Shift+D", "split side by side, top and bottom; Ctrl+Alt+D closes the split"),
    ("Ctrl+Alt+G, Ctrl+Alt+Z", "two views scroll together, zoom together"),
    ("1 to 0", "choose a kind of the palette"),
    ("[ and ]", "smaller and larger brush"),
    ("Ctrl-click", "pick what lies there"),
    ("Shift-click", "with the brush: a straight line from the last hex"),
    ("Ctrl+C, Ctrl+X, Ctrl+V", "copy, cut and paste the selected hexes with all that is in them"),
    ("R, Shift+R, Shift+H, Shift+V", "while pasting: turn and flip"),
    ("Drag the selection", "move it; with Ctrl (or Alt, where the desktop leaves it), copy it"),
    ("Shift- or Ctrl-click a unit", "select several; drag one of them to move all"),
    ("Alt-drag with Roads", "lay the road by the cheapest ground"),
    ("Arrow keys, Enter", "by keyboard: go from hex to hex, click"),
    ("Shift+arrows, or Insert", "draw on the way; Insert holds the button until it is pressed again"),
    (". and ,", "the next hexside, vertex or name of the hex"),
    ("Ctrl+arrows", "move the map"),
    ("Shift+F10, menu key, right click", "the menu of the hex"),
    ("F6, Alt+1 to Alt+9, Alt+0", "to the next part of the window, to a panel, to the map"),
    ("Esc", "break off a stroke"),
    ("Ctrl+Z, Ctrl+Shift+Z", "undo and redo, a stroke a step"),
)


class HelpActions(QObject):
    """Help, and leaving the program."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        add = desk.actions.add
        add("file.quit", "&Quit", desk.window.close, menu="File", group=9, shortcut=QKeySequence.StandardKey.Quit)
        add("help.guide", "&User guide", self._open_guide, menu="Help", shortcut="F1")
        add("help.keys", "&Keyboard and mouse", self._show_keys, menu="Help")
        add("help.about", "&About Hexwright", self._about, menu="Help", group=1)

    def _open_guide(self) -> None:
        for guide in (data.root() / "docs" / "guide" / "index.md", data.root() / "README.md"):
            if guide.is_file():
                QDesktopServices.openUrl(QUrl.fromLocalFile(str(guide)))
                return
        self._desk.status("The guide is on the project's page")

    def _show_keys(self) -> None:
        rows = "".join(f"<tr><td><b>{keys}</b></td><td>&nbsp;&nbsp;{what}</td></tr>" for keys, what in KEYS)
        QMessageBox.information(self._desk.window, "Keyboard and mouse", f"<table cellspacing=4>{rows}</table>")

    def _about(self) -> None:
        QMessageBox.about(
            self._desk.window,
            "About Hexwright",
            f"<h3>Hexwright {version()}</h3><p>A workshop for board wargames: paint maps, build scenarios, "
            "and let the umpire check and play them.</p><p>Free software under the MIT licence.</p>",
        )
