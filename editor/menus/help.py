"""The Help menu: the guide, keys and mouse, what this program is."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QDockWidget, QMessageBox, QWidget

from editor.canvas.view import MapView
from editor.desk.desk import Desk
from editor.dialogs import guide_pages
from editor.dialogs.guide_window import GuideWindow
from editor.plain import as_written
from editor.stage.actions import Actions
from editor.stage.keymap import keys_now, keys_of
from editor.work.version import version

KEYS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "Seeing the map": (
        ("Wheel", "zoom to the pointer"),
        ("Space+drag, middle button", "move the map"),
        ("{view.fit}", "show the whole map"),
        ("{view.actual}", "full size, at what is selected or under the pointer"),
        (
            "{view.split-across}, {view.split-down}",
            "split side by side, top and bottom; {view.unsplit} ends it",
        ),
        ("{view.scroll-together}, {view.zoom-together}", "two views scroll together, zoom together"),
    ),
    "Drawing": (
        ("1 to 0", "choose a kind of the palette"),
        ("{edit.smaller} and {edit.larger}", "smaller and larger brush"),
        ("Ctrl+click", "pick the kind that is there"),
        ("Shift+click", "with the brush: a straight line from the last hex"),
        ("Alt+drag with Roads", "draw the road along the cheapest path"),
        ("Esc", "cancel a stroke"),
        ("{edit.undo}, {edit.redo}", "undo and redo, one stroke per step"),
    ),
    "Selecting and moving": (
        ("{edit.copy}, {edit.cut}, {edit.paste}", "copy, cut and paste the selected hexes with all that is in them"),
        ("R, Shift+R, Shift+H, Shift+V", "while pasting: rotate and flip"),
        ("Drag the selection", "move it; with Ctrl (or Alt, where the desktop leaves it), copy it"),
        ("Shift+click or Ctrl+click a unit", "select several; drag one of them to move all"),
    ),
    "Without a mouse": (
        ("Arrow keys, Enter", "by keyboard: go from hex to hex, click"),
        ("Shift+arrows, or Insert", "draw on the way; Insert holds the button until it is pressed again"),
        (". and ,", "the next hexside, vertex or name of the hex"),
        ("Ctrl+arrows", "move the map"),
        ("{view.context-menu}, menu key, right click", "the menu of the hex"),
    ),
    "About the window": (
        ("{help.here}", "the guide, at what has the keyboard"),
        ("{help.commands}", "every command by name"),
        ("{view.next-part}, {view.previous-part}", "to the next and the previous part of the window"),
        ("{panel.*}", "to the map, to a panel"),
        ("{workspace.draw}, {workspace.army}, {workspace.scenario}, {workspace.play}", "Draw, Army, Scenario, Play"),
        ("{workspace.rules}, {workspace.exchange}", "Rules, Exchange"),
        ("{view.hide-panels}, {view.full-screen}", "hide or show all panels; full screen"),
        ("{view.next-tab}, {view.previous-tab}", "next and previous tab; {file.close} closes one"),
    ),
}
"""What does what, by subject. In braces stands an action, or several by the beginning of their names: the keys of the
user are filled in."""
NO_KEY: Final = "(no key)"


def key_rows(actions: Actions) -> list[tuple[str, str]]:
    """The lines of the help on keys, with the keys that actions have now."""
    return [row for rows in _key_parts(actions).values() for row in rows]


def _key_parts(actions: Actions) -> dict[str, list[tuple[str, str]]]:
    """The lines of the help on keys by subject."""

    def keys(found: re.Match[str]) -> str:
        name = found[1]
        few = name.endswith("*")
        entries = [one for one in actions.entries if one.key == name or (few and one.key.startswith(name[:-1]))]
        words = [" or ".join(keys_of(keys_now(entry))) for entry in entries]
        return ", ".join(sorted(word for word in words if word)) or NO_KEY

    def filled(text: str) -> str:
        return re.sub(r"\{([a-z.*-]+)\}", keys, text)

    return {part: [(filled(on), filled(what)) for on, what in rows] for part, rows in KEYS.items()}


def keys_page(actions: Actions) -> str:
    """The help on keys as a page of Markdown."""
    parts = ["# Keyboard and mouse"]
    for part, rows in _key_parts(actions).items():
        lines = [f"| **{escaped(on)}** | {escaped(what)} |" for on, what in rows]
        parts.append("\n".join([f"## {part}", "", "| keys, mouse | what they do |", "|---|---|", *lines]))
    parts.append("*Edit > Keyboard shortcuts* changes the keys; for more, see [By keyboard](guide/keyboard.md).")
    return "\n\n".join(parts)


def escaped(text: str) -> str:
    """A text as it has to stand in Markdown to be read as it is."""
    return re.sub(r"([\\`*_<>|\[\]])", r"\\\1", text)


class HelpActions(QObject):
    """Help, and leaving the program."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        add = desk.actions.add
        add("file.quit", "&Quit", desk.window.close, menu="File", group=9, shortcut=QKeySequence.StandardKey.Quit)
        add("help.here", "&What is this?", self.open_here, menu="Help", shortcut="F1", tip="The guide, at what you use")
        add("help.guide", "&User guide", lambda: self.open(guide_pages.HOME), menu="Help")
        add(
            "help.tutorial",
            "Your &first scenario",
            lambda: self.open(guide_pages.TUTORIAL),
            menu="Help",
            tip="Tutorial: from an empty map to a battle that you play",
        )
        add("help.keys", "&Keyboard and mouse", lambda: self.open(guide_pages.KEYS), menu="Help")
        add("help.about", "&About Hexwright", self._about, menu="Help", group=1)
        self._guide: GuideWindow | None = None

    @property
    def guide(self) -> GuideWindow:
        """The window of the guide, made when it is first asked for."""
        if self._guide is None:
            actions = self._desk.actions
            made = {guide_pages.KEYS: ("Keyboard and mouse", lambda: keys_page(actions))}
            self._guide = GuideWindow(made, self._desk.window)
        return self._guide

    def open(self, address: str) -> None:
        """Show a page of the guide; say so where it cannot be read."""
        try:
            self.guide.open(address)
        except OSError as error:
            QMessageBox.warning(
                self._desk.window,
                "The guide cannot be read",
                as_written(
                    f"{error.filename} cannot be read: {error.strerror}. "
                    "The guide comes with Hexwright: install it again."
                ),
            )

    def close(self) -> None:
        """The window closes, and the guide with it."""
        if self._guide is not None:
            self._guide.close()

    def open_here(self) -> None:
        """Show the guide at what is being used."""
        self.open(self.here(QApplication.focusWidget()))

    def here(self, focus: QWidget | None) -> str:
        """The page about the part of the window that has the keyboard: a panel, or on the map the tool in use."""
        part = focus
        while part is not None:
            if isinstance(part, QDockWidget):
                return guide_pages.PANELS.get(part.objectName(), guide_pages.HOME)
            if part.objectName() == "rules":
                return guide_pages.RULES
            if part.objectName() == "welcome":
                return "guide/desk.md#welcome"
            if isinstance(part, MapView):
                return guide_pages.TOOLS.get(self._desk.tools.current, guide_pages.HOME)
            part = part.parentWidget()
        return guide_pages.HOME

    def _about(self) -> None:
        QMessageBox.about(
            self._desk.window,
            "About Hexwright",
            f"<h3>Hexwright {escape(version())}</h3><p>A workshop for board wargames: paint maps, build scenarios, "
            "and let the umpire check and play them.</p><p>Free software under the MIT licence.</p>",
        )
