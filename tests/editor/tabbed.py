"""Hands for the tests of windows with several documents in tabs."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMessageBox

from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.window.window import Window


def titles(window: Window) -> list[str]:
    return [tab.document.title for tab in window.desk.tabs]


def front(window: Window) -> str:
    return window.desk.document.title


def paint(window: Window, h: int = 7, kind: str = "forest") -> None:
    window.desk.document.push(PaintTerrain([h], kind))


def answer(monkeypatch: pytest.MonkeyPatch, button: QMessageBox.StandardButton) -> list[str]:
    """Every question is answered with this button; gives the texts that were asked."""
    asked: list[str] = []

    def reply(box: QMessageBox) -> QMessageBox.StandardButton:
        asked.append(box.text())
        return button

    monkeypatch.setattr(QMessageBox, "exec", reply)
    return asked
