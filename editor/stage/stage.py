"""The stage: what tools and controls are given to work with."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMainWindow

from editor.canvas.marks import Marks
from editor.canvas.view import MapView
from editor.commands.base import Command
from editor.document.document import Document
from editor.preview.session import Preview
from editor.stage.actions import Actions
from editor.stage.kind_signals import KindSignals
from editor.stage.log import Log
from editor.stage.panes import Panes
from editor.stage.tabs import Tabs
from editor.stage.tool_settings import ToolSettings
from engine.boards.board import Board, Spot
from engine.errors import HexwrightError


class Stage(QObject):
    """The open documents and their views, what is selected, what the user has chosen for the tools, the actions, and
    ways to speak to the user.

    ``document``, ``preview`` and the signals are those of the tab in front: who listens need not know that there are
    others.
    """

    status_changed = Signal(str)
    """There is something to say in the status bar."""
    rule_asked = Signal(str)
    """Show a paragraph of the rules: ``tlg2:6.12``."""
    source_asked = Signal(str)
    """Show where a rules file says what a paragraph is cited for."""
    score_asked = Signal()
    """Explain the score of the test game."""
    form_in_hand = Signal()
    """The user fills in a form of the scenario, or chooses hexes for one on the map."""

    def __init__(self, document: Document, window: QMainWindow, *, blank: bool = False) -> None:
        """``window`` is what dialogs belong to; ``blank`` marks the empty map of the start, which gives way to the
        first document that is opened."""
        # It goes with the window: its connections hold all that listens, where no garbage collector can see it.
        super().__init__(window)
        self.window = window
        self.tabs = tabs = Tabs(document, self, blank=blank)
        self.leaving, self.document_changed = tabs.leaving, tabs.document_changed
        self.changed, self.state_changed = tabs.changed, tabs.state_changed
        self.selection, self.undo, self.game = tabs.selection, tabs.undo, tabs.game
        self.log = Log(lambda: self.document, self)
        self.actions = Actions(self)
        self.settings = ToolSettings(self)
        self.cited = ""
        """The paragraph that the text of the status bar cites, ``tlg2:6.12``; empty for none."""
        # Before all others: whoever hears of another document finds its scene in the views.
        self.panes = Panes(tabs)

    @property
    def document(self) -> Document:
        """The document in front."""
        return self.tabs.front.document

    @property
    def preview(self) -> Preview:
        """Its test game."""
        return self.tabs.front.preview

    @property
    def canvas(self) -> MapView:
        """The view that is worked in."""
        return self.panes.active

    @property
    def marks(self) -> Marks:
        """The marks over the map that show what a tool is about to do."""
        return self.canvas.map_scene.marks

    def only(self, owner: QObject, *kinds: str) -> KindSignals:
        """The signals of the document in front while its map is of one of these kinds; they end with their owner."""
        return KindSignals(self.tabs, kinds, owner)

    def push(self, command: Command) -> bool:
        """Do a command on the document in front, or say in the status bar why it cannot be done.

        True when it was done; False when it would change nothing, or cannot be done.
        """
        try:
            return self.document.push(command)
        except HexwrightError as error:
            self.status(str(error))
            return False

    def status(self, text: str, rule: str = "") -> None:
        """Say something in the status bar; the paragraph that it cites in words is a link there."""
        self.cited = rule
        self.status_changed.emit(text)

    @property
    def board(self) -> Board:
        """The map of the document in front."""
        return self.document.board

    def go_to(self, spot: Spot | None) -> None:
        """Bring a place of the map into view and select it."""
        if spot is not None and self.board.find(self.board.spell(spot)) is not None:
            self.canvas.centre_on(spot)
            self.selection.set([spot])
