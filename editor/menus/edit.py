"""The Edit menu: undo and redo, and the tools with their keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QActionGroup, QKeySequence

from editor.desk.desk import Desk
from editor.look.icons import icon
from editor.stage.submenus import PAINTING_MENU, TOOLS_MENU
from editor.tools.base import Tool


class EditActions(QObject):
    """Undo, redo, selection, tools, size of the brush."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        add = desk.actions.add
        self.undo = add("edit.undo", "&Undo", self._undo, menu="Edit", shortcut="Ctrl+Z", icon=icon("undo"))
        self.redo = add("edit.redo", "&Redo", desk.undo.redo, menu="Edit", shortcut="Ctrl+Shift+Z", icon=icon("redo"))
        self.redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        self._add_tools()
        settings = desk.settings
        add(
            "edit.smaller",
            "S&maller brush",
            lambda: settings.set("size", settings.size - 1),
            menu=PAINTING_MENU,
            group=3,
            shortcut="[",
        )
        add(
            "edit.larger",
            "&Larger brush",
            lambda: settings.set("size", settings.size + 1),
            menu=PAINTING_MENU,
            group=3,
            shortcut="]",
        )
        desk.undo.indexChanged.connect(self._show)
        desk.undo.activeStackChanged.connect(self._show)
        # In play the last action is taken back; afterwards there may be more, or less, to undo than before.
        for signal in (desk.game.started, desk.game.closed, desk.game.moved, desk.game.busy_changed):
            signal.connect(self._show)
        desk.document_changed.connect(self._show)
        self._show()

    def _add_tools(self) -> None:
        tools = self.desk.tools
        self._group = QActionGroup(self)
        self._list_tools(tools.all)
        tools.added.connect(self._list_tools)
        tools.changed.connect(lambda key: self.desk.actions.get(f"tool.{key}").setChecked(True))

    def _list_tools(self, made: Sequence[Tool[Any]]) -> None:
        """An entry for each of these tools."""
        tools = self.desk.tools
        for tool in made:
            action = self.desk.actions.add(
                f"tool.{tool.key}",
                tool.title,
                self._chooser(tool.key),
                menu=PAINTING_MENU if tool.layer else TOOLS_MENU,
                shortcut=tool.shortcut,
                icon=icon(tool.picture or tool.key),
                checkable=True,
                checked=tool.key == tools.current,
                kinds=tool.kinds,
                tip=f"{tool.title} ({tool.shortcut})" if tool.shortcut else tool.title,
            )
            self._group.addAction(action)

    def _chooser(self, key: str) -> Callable[[bool], None]:
        def choose(on: bool) -> None:
            if on:
                self.desk.tools.choose(key)

        return choose

    def _undo(self) -> None:
        """Take back the last step, or in play the last action."""
        if self.desk.preview.active:
            self.desk.controls.game.take_back()
        else:
            self.desk.undo.undo()

    def _show(self, _index: object = 0) -> None:
        """Name the step that would be undone or redone."""
        group, preview = self.desk.undo, self.desk.preview
        if preview.active:
            self.undo.setEnabled(not preview.busy and preview.shown > 0)
            self.undo.setText("Take back the last &action")
            self.redo.setEnabled(False)
            return
        self.undo.setEnabled(group.canUndo())
        self.redo.setEnabled(group.canRedo())
        self.undo.setText(f"&Undo {group.undoText()}".rstrip())
        self.redo.setText(f"&Redo {group.redoText()}".rstrip())
