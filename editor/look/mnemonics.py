"""The underlined letters of menus and dialogs, chosen so that none means two things in one place.

Menus grow where panels and systems add to them, so nobody can keep their letters apart by hand. What somebody
wrote with ``&`` stands where it is free; the rest get the first free letter of a word, then any.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QWidget,
    QWidgetAction,
)

FIELDS: Final = (QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit, QAbstractItemView)
"""What takes what one types in a dialog."""


def letter_of(text: str) -> str:
    """The letter that Alt chooses a text by, in capitals; nothing where it has none."""
    found = re.search(r"&([^&\s])", text.replace("&&", "\0\0"))
    return found[1].upper() if found else ""


def bare(text: str) -> str:
    """A text without its mark; a ``&&`` stays one."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&&")


def dealt(texts: Sequence[str], taken: str = "") -> list[str]:
    """The texts, each with a letter of its own as far as there are any; ``taken`` are letters of others."""
    used = set(taken.upper())
    found: list[str | None] = []
    for text in texts:
        letter = letter_of(text)
        keeps = letter and letter not in used
        found.append(text if keeps else None)
        if keeps:
            used.add(letter)
    for i, text in enumerate(texts):
        if found[i] is None:
            found[i] = _marked(bare(text), used)
    return [text or "" for text in found]


def _marked(text: str, used: set[str]) -> str:
    """The text with a mark before its first free letter, of a word's beginning if it may be; notes it as used."""
    if text.startswith("#"):
        return text  # a colour
    starts = [match.start() for match in re.finditer(r"(?<![A-Za-z0-9&])[A-Za-z]", text)]
    others = [i for i, char in enumerate(text) if char.isascii() and char.isalpha()]
    for i in [*starts, *others]:
        if text[i].upper() not in used:
            used.add(text[i].upper())
            return f"{text[:i]}&{text[i:]}"
    return text


def deal_menu(menu: QMenu) -> None:
    """Give the entries of a menu letters of their own, now and each time before it opens."""
    _deal_actions(menu.actions())
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            deal_menu(below)
    if not menu.property("dealt"):
        menu.setProperty("dealt", True)
        _Dealer(menu)


class _Dealer(QObject):
    """Deals a menu's letters out each time before it opens. It asks Qt for the menu each time: what Python has of a
    menu that Qt has made may be gone while the menu is there."""

    def __init__(self, menu: QMenu) -> None:
        super().__init__(menu)
        menu.aboutToShow.connect(self._deal)

    def _deal(self) -> None:
        menu = self.parent()
        if isinstance(menu, QMenu):
            _deal_actions(menu.actions())


def _deal_actions(actions: Sequence[QAction]) -> None:
    plain = (action for action in actions if not isinstance(action, QWidgetAction))
    named = [action for action in plain if not action.isSeparator() and action.text()]
    for action, text in zip(named, dealt([action.text() for action in named]), strict=True):
        if action.text() != text:
            action.setText(text)


def deal_dialog(dialog: QDialog) -> None:
    """Give what is shown of a dialog's labels, buttons and boxes letters of their own."""
    widgets: list[QLabel | QAbstractButton | QGroupBox] = [
        label for label in dialog.findChildren(QLabel) if label.buddy() is not None and label.isVisibleTo(dialog)
    ]
    standard = ""
    for kind in (QCheckBox, QRadioButton, QPushButton):
        for button in dialog.findChildren(kind):
            if not button.isVisibleTo(dialog):
                continue
            if isinstance(button.parentWidget(), QDialogButtonBox):
                # OK and Cancel have Enter and Esc. The signs of the desktop's theme are of another family than ours.
                button.setIcon(QIcon())
                standard += letter_of(button.text())
            else:
                widgets.append(button)
    widgets += [box for box in dialog.findChildren(QGroupBox) if box.isCheckable() and box.isVisibleTo(dialog)]
    texts = [widget.title() if isinstance(widget, QGroupBox) else widget.text() for widget in widgets]
    for widget, text in zip(widgets, dealt(texts, standard), strict=True):
        if isinstance(widget, QGroupBox):
            widget.setTitle(text)
        else:
            widget.setText(text)


class LetteredDialog(QDialog):
    """A dialog whose letters are dealt out when it comes up, and in whose first field one can type at once."""

    def setVisible(self, visible: bool) -> None:
        """Deal before the first look at it."""
        if visible:
            deal_dialog(self)
        super().setVisible(visible)
        if visible:
            begin_in_a_field(self)


def begin_in_a_field(dialog: QDialog) -> None:
    """Give the keyboard to the first field of a dialog where no field has it.

    While OK cannot be pressed Qt gives it to Cancel: what one typed was lost, and Enter closed the dialog.
    """
    if not isinstance(dialog.focusWidget(), QPushButton | None):
        return
    found = [field for kind in FIELDS for field in dialog.findChildren(kind) if _takes_keys(field)]
    if found:
        places = {id(field): field.mapTo(dialog, QPoint(0, 0)) for field in found}
        min(found, key=lambda field: (places[id(field)].y(), places[id(field)].x())).setFocus()


def _takes_keys(field: QWidget) -> bool:
    inside = isinstance(field.parentWidget(), QAbstractSpinBox | QComboBox)
    takes = bool(field.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return takes and not inside and field.isVisible() and field.isEnabled()
