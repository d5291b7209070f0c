"""The look of the desktop: Fusion with a palette of our own, light or dark, quiet beside the map."""

from __future__ import annotations

import os
from dataclasses import dataclass
from string import Template
from typing import Final

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QMainWindow

from editor.work.settings import settings
from engine import data

DARK: Final = "view/dark"
SIZE: Final = "view/interface_size"
SIZES: Final = (80, 90, 100, 110, 125, 150, 175, 200)
"""Sizes of the interface that one may choose, in per cent of what the screen says."""


TICKED: Final = ("QCheckBox", "QRadioButton", "QTableWidget", "QTreeWidget", "QListWidget")
"""Widgets with boxes to tick."""


@dataclass(frozen=True, slots=True)
class Tones:
    """The colours of a light or a dark desktop."""

    window: str
    text: str
    base: str
    alternate: str
    button: str
    title: str
    bar: str
    line: str
    hover: str
    pressed: str
    checked: str
    checked_line: str
    accent: str
    muted: str
    """Hints and explanations: quieter than text, and still read with ease."""
    handle: str
    """Of scroll bars."""
    tip: str
    tip_text: str
    disabled: str
    mid: str
    dark: str
    tick: str
    """What the outline of boxes to tick is a darker shade of."""
    error: str


LIGHT_TONES: Final = Tones(
    window="#eef0ee",
    text="#1f2933",
    base="#ffffff",
    alternate="#f5f7f5",
    button="#f4f6f4",
    title="#e2e5e2",
    bar="#e6e9e6",
    line="#d3d7d3",
    hover="#dfe5ea",
    pressed="#cfd9e2",
    checked="#cfe0f2",
    checked_line="#8db3dc",
    accent="#2f6fb2",
    muted="#626c75",
    handle="#8a939b",
    tip="#fffdf2",
    tip_text="#1f2933",
    disabled="#8e969d",
    mid="#c4c9c4",
    dark="#a4aaa4",
    tick="#eef0ee",
    error="#b3261e",
)
DARK_TONES: Final = Tones(
    window="#2b2f33",
    text="#e4e7ea",
    base="#212427",
    alternate="#272b2e",
    button="#363b40",
    title="#343a3f",
    bar="#30353a",
    line="#454b51",
    hover="#3d444b",
    pressed="#4a535c",
    checked="#34506e",
    checked_line="#5f8fc4",
    accent="#6ea8e6",
    muted="#a9b2ba",
    handle="#8d969e",
    tip="#3a3f45",
    tip_text="#f0f2f4",
    disabled="#6f777e",
    mid="#4a5056",
    dark="#1c1f22",
    tick="#a2acb5",
    error="#ff8a80",
)

_SHEET: Final = Template("""
QMainWindow::separator { background: $line; width: 5px; height: 5px; }
QMainWindow::separator:hover { background: $accent; }
QDockWidget { titlebar-close-icon: none; titlebar-normal-icon: url("$float_icon"); font-weight: 600; }
QDockWidget::title { background: $title; padding: 5px 8px; border-bottom: 1px solid $line; }
QMainWindow > QTabBar::tab { padding: 4px 7px; background: $bar; border: 1px solid $line; border-top: none;
  margin-right: -1px; }
QMainWindow > QTabBar::tab:selected { background: $base; border-bottom: 2px solid $accent; }
QMainWindow > QTabBar::tab:hover:!selected { background: $hover; }
QMainWindow > QTabBar::tab:focus { color: $accent; }
QToolBar { background: $window; border: none; spacing: 2px; padding: 3px; }
QToolBar#tools { border-right: 1px solid $line; }
QToolBar#main { border-bottom: 1px solid $line; }
QToolBar QToolButton { border: 1px solid transparent; border-radius: 5px; padding: 4px; margin: 0; }
QToolBar QToolButton:hover { background: $hover; }
QToolBar QToolButton:pressed { background: $pressed; }
QToolBar QToolButton:focus { border-color: $accent; }
QToolBar QToolButton:checked { background: $checked; border-color: $checked_line; }
QDialog QToolButton:checked, QDockWidget QToolButton:checked { background: $checked; border: 1px solid $checked_line;
  border-radius: 3px; }
QToolButton#workspace { padding: 5px 11px; border-radius: 0; border: 1px solid $line; margin-right: -1px;
  background: $button; }
QToolButton#workspace:checked { font-weight: 600; border-color: $checked_line; background: $checked; }
QToolBar::separator { background: $line; margin: 4px; }
QToolBar::separator:horizontal { width: 1px; }
QToolBar::separator:vertical { height: 1px; }
QTabBar#tabs { background: $bar; }
QTabBar#tabs::tab { background: $bar; color: $text; padding: 5px 8px 5px 10px; border: none;
  border-right: 1px solid $line; border-top: 2px solid transparent; }
QTabBar#tabs::tab:selected { background: $base; border-top: 2px solid $accent; }
QTabBar#tabs::tab:hover:!selected { background: $hover; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QFrame#notice { background: $tip; border-bottom: 1px solid $line; }
QFrame#notice QLabel { color: $tip_text; }
QFrame#card { background: $base; border: 1px solid $accent; border-radius: 6px; }
QFrame#banner { background: $base; }
QLabel#banner-title { font-weight: 600; }
QLabel#pointer-note { background: $tip; color: $tip_text; border: 1px solid $accent; border-radius: 5px; }
QStatusBar { background: $bar; border-top: 1px solid $line; }
QStatusBar::item { border: none; }
QStatusBar QLabel { padding: 2px 8px; }
QLabel#complaint { color: $error; }
QTreeWidget::item { padding: 2px 0; }
QHeaderView { qproperty-defaultAlignment: "AlignLeft | AlignVCenter"; }
QListWidget#cards { background: transparent; outline: none; }
QListWidget#cards::item { border: 1px solid transparent; border-radius: 6px; padding: 2px; color: $text; }
QListWidget#cards::item:hover { background: $hover; }
QListWidget#cards::item:selected { background: $checked; border-color: $checked_line; color: $text; }
QScrollBar { background: $bar; border: none; margin: 0; }
QScrollBar:vertical { width: 13px; }
QScrollBar:horizontal { height: 13px; }
QScrollBar::handle { background: $handle; border-radius: 3px; margin: 3px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: $accent; }
QScrollBar::handle:disabled { background: $mid; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; background: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QMenu { padding: 4px; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QToolTip { color: $tip_text; background: $tip; border: 1px solid $mid; padding: 3px; }
""")


def is_dark() -> bool:
    """Whether the user has chosen the dark desktop."""
    return bool(settings().value(DARK, False, bool))


def interface_size() -> int:
    """How large the user wants the interface, in per cent."""
    chosen = settings().value(SIZE, 100)
    return int(str(chosen)) if str(chosen).isdigit() and int(str(chosen)) in SIZES else 100


def prepare() -> None:
    """Have everything drawn as large as the user likes it. Qt reads this once, before there is an application."""
    if interface_size() != 100:
        os.environ.setdefault("QT_SCALE_FACTOR", f"{interface_size() / 100:g}")


def set_dark(app: QApplication, on: bool) -> None:
    """Make the desktop dark or light, and remember it."""
    settings().setValue(DARK, on)
    apply(app)


def apply(app: QApplication) -> None:
    """Give the application its colours, light or dark as they were chosen last, and its windows their sheets."""
    tones = _tones()
    colours = palette(tones)
    if app.style().objectName() != "fusion":
        app.setStyle("Fusion")
    if app.palette() != colours:
        app.setPalette(colours)
        # Fusion outlines ticks in a shade of the window's colour: on a dark window an empty one would be invisible.
        ticks = palette(tones)
        ticks.setColor(QPalette.ColorRole.Window, QColor(tones.tick))
        for owner in TICKED:
            app.setPalette(ticks, owner)  # type: ignore[arg-type]  # text, whatever the stub says
    for window in app.topLevelWidgets():
        if isinstance(window, QMainWindow):
            dress(window)


def dress(window: QMainWindow) -> None:
    """Give a window, and all that stands in it or belongs to it, the sheet of the desktop. There is none on the
    application: Qt would go through every widget there is, also those that are about to go, at each change."""
    chosen = sheet(_tones())
    if window.styleSheet() != chosen:
        window.setStyleSheet(chosen)


def _tones() -> Tones:
    return DARK_TONES if is_dark() else LIGHT_TONES


def sheet(tones: Tones) -> str:
    """The style sheet of a desktop."""
    words = {name: getattr(tones, name) for name in Tones.__slots__}
    # Qt's own sign on the title of a panel is black on light and hardly to be seen on dark.
    float_icon = data.resources() / "signs" / ("float-dark.svg" if tones is DARK_TONES else "float-light.svg")
    return _SHEET.substitute(words, float_icon=float_icon.as_posix())


def palette(tones: Tones = LIGHT_TONES) -> QPalette:
    """A desktop's colours for Qt's own widgets."""
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    colours = QPalette(QColor(tones.window))
    for part, colour in {
        role.Window: tones.window,
        role.WindowText: tones.text,
        role.Base: tones.base,
        role.AlternateBase: tones.alternate,
        role.Text: tones.text,
        role.Button: tones.button,
        role.ButtonText: tones.text,
        role.BrightText: "#ffffff",
        role.Highlight: "#2f6fb2",
        role.HighlightedText: "#ffffff",
        role.Link: tones.accent,
        role.LinkVisited: "#8f7fc4",
        role.ToolTipBase: tones.tip,
        role.ToolTipText: tones.tip_text,
        role.PlaceholderText: tones.muted,
        role.Mid: tones.mid,
        role.Midlight: tones.title,
        role.Dark: tones.dark,
        role.Shadow: "#7b827b",
        role.Light: tones.base,
    }.items():
        colours.setColor(part, QColor(colour))
    for part in (role.WindowText, role.Text, role.ButtonText):
        colours.setColor(group.Disabled, part, QColor(tones.disabled))
    colours.setColor(group.Disabled, role.Highlight, QColor(tones.mid))
    return colours
