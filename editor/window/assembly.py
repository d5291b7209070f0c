"""Putting a desk together, for the program and for tests alike."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QMainWindow

from editor.commands.change import Change
from editor.desk.desk import Desk
from editor.document.document import Document
from editor.menus.menus import Menus
from editor.pictures.artwork import ReadingBehind

COUNTERS: Final = Change("scenario", keys=frozenset({"counters"}))
"""The counters look different: their pictures have been read."""


def assemble(document: Document, window: QMainWindow, *, blank: bool = False) -> tuple[Desk, Menus]:
    """The desk with this document on it, and all that can be done there; whoever asks shows ``desk.panes``.

    ``window`` is what dialogs belong to; ``blank`` marks the empty map of the start, which gives way to the first
    document that is opened.
    """
    desk = Desk(document, window, blank=blank)
    pictures = ReadingBehind(window)
    pictures.arrived.connect(lambda: desk.tabs.changed.emit(COUNTERS))
    return desk, Menus(desk)
