"""The Help menu: the guide, keys and mouse, what this program is."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence
from PySide6.QtWidgets import QMessageBox

from editor.desk.desk import Desk
from editor.stage.actions import Actions
from editor.stage.keymap import keys_now, keys_of
from editor.work.version import version
from engine import data

KEYS: Final = (
    ("Wheel", "zoom to the pointer"),
    ("Space-drag, middle button", "move the map"),
    ("{view.fit}", "show the whole map"),
    ("{view.next-tab}, {view.previous-tab}", "next and previous tab; {file.close} closes one"),
    ("{view.split-across}, {view.split-down}", "split side by side, top and bottom; {view.unsplit} closes the split"),
    ("{view.scroll-together}, {view.zoom-together}", "two views scroll together, zoom together"),
    ("1 to 0", "choose a kind of the palette"),
    ("{edit.smaller} and {edit.larger}", "smaller and larger brush"),
    ("Ctrl-click", "pick what lies there"),
    ("Shift-click", "with the brush: a straight line from the last hex"),
    ("{edit.copy}, {edit.cut}, {edit.paste}", "copy, cut and paste the selected hexes with all that is in them"),
    ("R, Shift+R, Shift+H, Shift+V", "while pasting: turn and flip"),
    ("Drag the selection", "move it; with Ctrl (or Alt, where the desktop leaves it), copy it"),
    ("Shift- or Ctrl-click a unit", "select several; drag one of them to move all"),
    ("Alt-drag with Roads", "lay the road by the cheapest ground"),
    ("Arrow keys, Enter", "by keyboard: go from hex to hex, click"),
    ("Shift+arrows, or Insert", "draw on the way; Insert holds the button until it is pressed again"),
    (". and ,", "the next hexside, vertex or name of the hex"),
    ("Ctrl+arrows", "move the map"),
    ("{view.context-menu}, menu key, right click", "the menu of the hex"),
    ("{view.next-part}, {view.previous-part}", "to the next and the previous part of the window"),
    ("{panel.*}", "to the map, to a panel"),
    ("Esc", "break off a stroke"),
    ("{edit.undo}, {edit.redo}", "undo and redo, a stroke a step"),
)
"""What does what. In braces stands an action, or several by the beginning of their names: it has the keys of the
user."""
NO_KEY: Final = "(no key)"


def key_rows(actions: Actions) -> list[tuple[str, str]]:
    """The lines of the help on keys, with the keys that actions have now."""

    def keys(found: re.Match[str]) -> str:
        name = found[1]
        few = name.endswith("*")
        entries = [one for one in actions.entries if one.key == name or (few and one.key.startswith(name[:-1]))]
        words = [" or ".join(keys_of(keys_now(entry))) for entry in entries]
        return ", ".join(sorted(word for word in words if word)) or NO_KEY

    def filled(text: str) -> str:
        return re.sub(r"\{([a-z.*-]+)\}", keys, text)

    return [(filled(on), filled(what)) for on, what in KEYS]


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
        rows = "".join(
            f"<tr><td><b>{escape(keys)}</b></td><td>&nbsp;&nbsp;{escape(what)}</td></tr>"
            for keys, what in key_rows(self._desk.actions)
        )
        QMessageBox.information(self._desk.window, "Keyboard and mouse", f"<table cellspacing=4>{rows}</table>")

    def _about(self) -> None:
        QMessageBox.about(
            self._desk.window,
            "About Hexwright",
            f"<h3>Hexwright {version()}</h3><p>A workshop for board wargames: paint maps, build scenarios, "
            "and let the umpire check and play them.</p><p>Free software under the MIT licence.</p>",
        )
