"""What somebody who works by keyboard, or listens to a screen reader, finds wanting in a window."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDialog,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QToolBar,
    QToolButton,
    QWidget,
)

INPUTS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
)


def mnemonic(text: str) -> str:
    """The letter that Alt and a key choose, or nothing."""
    found = re.search(r"&([^&\s])", text.replace("&&", ""))
    return found[1].upper() if found else ""


def twice(texts: list[str]) -> list[str]:
    """The texts that share a mnemonic with another one."""
    letters = [mnemonic(text) for text in texts]
    return [text for text, letter in zip(texts, letters, strict=True) if letter and letters.count(letter) > 1]


def menu_faults(menu: QMenu) -> Iterator[str]:
    """Mnemonics of a menu and its submenus that mean two things."""
    for text in twice([action.text() for action in menu.actions()]):
        yield f"menu {menu.title()}: {text!r} is not the only one with its letter"
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            yield from menu_faults(below)


def inputs(top: QWidget) -> Iterator[QWidget]:
    """The widgets that take something from the user, without those that are parts of others."""
    for widget in top.findChildren(QWidget):
        if not isinstance(widget, INPUTS) or widget.objectName().startswith("qt_"):
            continue
        if isinstance(widget, (QScrollBar, QHeaderView)) or isinstance(widget.parentWidget(), (QToolBar, QHeaderView)):
            continue
        if isinstance(widget, QLineEdit) and isinstance(widget.parentWidget(), (QAbstractSpinBox, QComboBox)):
            continue
        if _in_popup(widget, top) or _is_corner(widget):
            continue
        if isinstance(widget, QToolButton) and isinstance(widget.parentWidget(), QLineEdit):
            continue
        if isinstance(widget, QTabBar) and not widget.count():
            continue
        yield widget


def _in_popup(widget: QWidget, top: QWidget) -> bool:
    """Whether a widget sits in the list that a box opens."""
    parent = widget.parentWidget()
    while parent is not None and parent is not top:
        if isinstance(parent, QComboBox):
            return True
        parent = parent.parentWidget()
    return False


def _is_corner(widget: QWidget) -> bool:
    """The button of a table that selects everything, and the like."""
    return type(widget).__name__ in ("QTableCornerButton", "QDockWidgetTitleButton") or (
        isinstance(widget.parentWidget(), QAbstractItemView) and type(widget) is QAbstractButton
    )


def name_of(widget: QWidget) -> str:
    """What a screen reader calls a widget."""
    if widget.accessibleName():
        return widget.accessibleName()
    if isinstance(widget, (QAbstractButton, QGroupBox)):
        text = widget.text() if isinstance(widget, QAbstractButton) else widget.title()
        if re.search(r"[A-Za-z]", text):
            return text
        action = widget.defaultAction() if isinstance(widget, QToolButton) else None
        return action.text() if action is not None else ""
    if isinstance(widget, QTabBar):
        return widget.tabText(0)
    for label in widget.window().findChildren(QLabel):
        if label.buddy() is widget:
            return label.text()
    return widget.placeholderText() if isinstance(widget, QLineEdit) else ""


def faults(top: QWidget, only_shown: bool = True) -> list[str]:
    """What is wrong with a dialog or panel for those who type and those who listen."""
    found = []
    for widget in inputs(top):
        if only_shown and not widget.isVisibleTo(top):
            continue
        what = f"{type(top).__name__}: {type(widget).__name__} {name_of(widget)!r} {widget.toolTip()!r}"
        if not re.search(r"[A-Za-z]", name_of(widget)):
            found.append(f"{what} has no name")
        # A list whose keys are typed into another line has that line for its proxy.
        reached = widget.focusPolicy() & Qt.FocusPolicy.TabFocus or widget.focusProxy() is not None
        if not reached and not isinstance(widget, QTabBar):
            found.append(f"{what} is not reached by Tab")
    return found


def dialog_faults(dialog: QDialog) -> list[str]:
    """Those, and what a dialog has besides: mnemonics, a default button."""
    found = faults(dialog)
    texts = [
        label.text() for label in dialog.findChildren(QLabel) if label.buddy() is not None and label.isVisibleTo(dialog)
    ]
    for kind in (QPushButton, QToolButton, QCheckBox, QRadioButton):
        texts += [button.text() for button in dialog.findChildren(kind) if button.isVisibleTo(dialog)]
    texts += [box.title() for box in dialog.findChildren(QGroupBox) if box.isVisibleTo(dialog)]
    for bar in dialog.findChildren(QTabBar):
        texts += [bar.tabText(i) for i in range(bar.count())]
    found += [f"{type(dialog).__name__}: {text!r} is not the only one with its letter" for text in twice(texts)]
    buttons = [button for button in dialog.findChildren(QPushButton) if button.isVisibleTo(dialog)]
    if buttons and not any(button.isDefault() or button.autoDefault() for button in buttons):
        found.append(f"{type(dialog).__name__} has no button that Enter presses")
    return found
