"""The look of the desktop: Fusion with a palette of our own, quiet beside the map."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

WINDOW: Final = "#eef0ee"
TEXT: Final = "#1f2933"
ACCENT: Final = "#2f6fb2"

_SHEET: Final = """
QMainWindow::separator { background: #d3d7d3; width: 5px; height: 5px; }
QMainWindow::separator:hover { background: #2f6fb2; }
QDockWidget { titlebar-close-icon: none; font-weight: 600; }
QDockWidget::title { background: #e2e5e2; padding: 5px 8px; border-bottom: 1px solid #cfd4cf; }
QToolBar { background: #eef0ee; border: none; spacing: 2px; padding: 3px; }
QToolBar#tools { border-right: 1px solid #d3d7d3; }
QToolBar#main { border-bottom: 1px solid #d3d7d3; }
QToolBar QToolButton { border: 1px solid transparent; border-radius: 5px; padding: 4px; margin: 0; }
QToolBar QToolButton:hover { background: #dfe5ea; }
QToolBar QToolButton:pressed { background: #cfd9e2; }
QToolBar QToolButton:checked { background: #cfe0f2; border-color: #8db3dc; }
QToolBar::separator { background: #d3d7d3; margin: 4px; }
QToolBar::separator:horizontal { width: 1px; }
QToolBar::separator:vertical { height: 1px; }
QStatusBar { background: #e6e9e6; border-top: 1px solid #d3d7d3; }
QStatusBar::item { border: none; }
QStatusBar QLabel { padding: 2px 8px; }
QMenu { padding: 4px; }
QMenu::separator { height: 1px; background: #d3d7d3; margin: 4px 8px; }
QToolTip { color: #1f2933; background: #fffdf2; border: 1px solid #c9c3a5; padding: 3px; }
"""


def apply(app: QApplication) -> None:
    """Dress the application."""
    app.setStyle("Fusion")
    app.setPalette(palette())
    app.setStyleSheet(_SHEET)


def palette() -> QPalette:
    """The colours."""
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    colours = QPalette(QColor(WINDOW))
    for part, colour in {
        role.Window: WINDOW, role.WindowText: TEXT, role.Base: "#ffffff", role.AlternateBase: "#f5f7f5",
        role.Text: TEXT, role.Button: "#f4f6f4", role.ButtonText: TEXT, role.BrightText: "#ffffff",
        role.Highlight: ACCENT, role.HighlightedText: "#ffffff", role.Link: ACCENT, role.LinkVisited: "#6b4fa0",
        role.ToolTipBase: "#fffdf2", role.ToolTipText: TEXT, role.PlaceholderText: "#8a939b",
        role.Mid: "#c4c9c4", role.Midlight: "#e2e6e2", role.Dark: "#a4aaa4", role.Shadow: "#7b827b",
        role.Light: "#ffffff",
    }.items():  # fmt: skip
        colours.setColor(part, QColor(colour))
    for part in (role.WindowText, role.Text, role.ButtonText):
        colours.setColor(group.Disabled, part, QColor("#9aa2a9"))
    colours.setColor(group.Disabled, role.Highlight, QColor("#c8d0d8"))
    return colours
