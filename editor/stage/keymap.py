"""Which keys the actions have: their own, the user's laid over them, and those that no action may take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow, QWidget

from editor.stage.actions import Actions, Entry
from editor.work.settings import settings

_GROUP: Final = "shortcuts"
_OWN: Final = "default-shortcut"
_FORMER: Final = {"play.step": "play.action", "play.halt": "play.pause"}
"""Actions that were two and are one now: the keys that you gave the first go to the second."""
_THE_MAPS: Final = (
    *("Left", "Right", "Up", "Down", "Home", "End", "PgUp", "PgDown", "Return", "Enter", "Ins", "Space", ".", ","),
    *("Del", "Backspace", "Esc", "Tab", "Shift+Tab", "Shift+F10", "Menu", "Ctrl+Home", "Ctrl+End"),
    *(f"{held}+{arrow}" for held in ("Ctrl", "Shift") for arrow in ("Left", "Right", "Up", "Down")),
    *(f"{held}+{enter}" for held in ("Ctrl", "Shift", "Alt") for enter in ("Return", "Enter")),
)
"""Keys that the map, its cursor and the focus answer to."""


def plain_title(text: str) -> str:
    """An action's text as people read it, without the mark of its access key."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…. ")


def menu_title(entry: Entry) -> str:
    """Where in the menus an action stands, as people read it: ``View > Map style``."""
    return " > ".join(plain_title(part) for part in entry.menu.split("/"))


def keys_of(text: str) -> list[str]:
    """The single keys of a text such as ``Ctrl+PgDown; Ctrl+Tab``."""
    return [keys.toString() for keys in QKeySequence.listFromString(text) if not keys.isEmpty()]


def keys_now(entry: Entry) -> str:
    """An action's keys as a text, ``Ctrl+PgDown; Ctrl+Tab``."""
    return QKeySequence.listToString(entry.action.shortcuts())


def own_keys(entry: Entry) -> str:
    """The keys that an action has from us."""
    return str(entry.action.property(_OWN) or "")


def lay_over(actions: Actions) -> None:
    """Note each action's own keys, then lay the user's over them. A key that the user gave away leaves its owner."""
    store = settings()
    chosen: dict[str, str] = {}
    formerly = {new: store.value(f"{_GROUP}/{old}") for old, new in _FORMER.items()}
    for entry in actions.entries:
        if entry.action.property(_OWN) is None:
            entry.action.setProperty(_OWN, keys_now(entry))
        changed = store.value(f"{_GROUP}/{entry.key}", formerly.get(entry.key))
        if changed is not None:
            chosen[entry.key] = str(changed)
    given = {key for text in chosen.values() for key in keys_of(text)}
    for entry in actions.entries:
        if entry.key in chosen:
            entry.action.setShortcuts(QKeySequence.listFromString(chosen[entry.key]))
        elif given.intersection(own := keys_of(own_keys(entry))):
            entry.action.setShortcuts([QKeySequence(key) for key in own if key not in given])


def keep(entries: Iterable[Entry], wanted: Mapping[str, str]) -> None:
    """Set the keys of actions and remember those that are not their own."""
    store = settings()
    for entry in entries:
        text = wanted[entry.key]
        if text != keys_now(entry):
            entry.action.setShortcuts(QKeySequence.listFromString(text))
        if text == own_keys(entry):
            store.remove(f"{_GROUP}/{entry.key}")
        else:
            store.setValue(f"{_GROUP}/{entry.key}", text)


def reserved(window: QWidget | None) -> dict[str, str]:
    """Keys that no action may take, each with what it is there for."""
    found = {QKeySequence(key).toString(): "belongs to the map and its cursor" for key in _THE_MAPS}
    found |= {str(digit): "chooses a kind of the palette" for digit in range(10)}
    bar = window.menuBar() if isinstance(window, QMainWindow) else None
    for action in bar.actions() if bar is not None else ():
        letter = re.search(r"&([^&])", action.text())
        if letter:
            found[f"Alt+{letter[1].upper()}"] = f"opens the menu {plain_title(action.text())}"
    return found
