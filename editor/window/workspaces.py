"""Workspaces: Draw, Army, Scenario, Play, Rules, Exchange and your own, each with its own arrangement of panels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from urllib.parse import quote

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QMainWindow

from editor.desk.desk import Desk
from editor.kinds import RULES as RULES_KIND
from editor.kinds import kind_of
from editor.stage.submenus import WORKSPACE_MENU
from editor.stage.tabs import Tab
from editor.window.docks import Docks
from editor.window.workspace_list import ARMY, DRAW, PLAY, RULES, WORKSPACES, Workspace
from editor.work.settings import settings

CURRENT: Final = "workspaces/current"
NAMES: Final = "workspaces/names"
OWN: Final = "own "
"""Begins the keys of workspaces of your own; their name follows."""
EARLIER: Final = "Earlier layout"
"""The name of the arrangement from before there were workspaces."""


class Workspaces(QObject):
    """Switches between workspaces, and remembers how each was left. A map that was fitted is fitted again where the
    panels of another workspace would hide a part of it; all other places and zooms stay.

    Until you choose one, a map is shown in Draw and a scenario in Army. A game is shown in Play and a rules file in
    Rules; the workspace from before comes back when the game is closed or a map is in front again.
    """

    shown = Signal()
    """Another workspace is shown, or the same one as it comes."""

    def __init__(self, window: QMainWindow, desk: Desk, docks: Docks, bring_rules: Callable[[], bool]) -> None:
        """``bring_rules`` brings a rules file to the front, and returns False where there is none."""
        super().__init__(window)
        self._window, self._desk, self._docks = window, desk, docks
        self._bring_rules = bring_rules
        self.current = DRAW.key
        self._home = DRAW.key
        """The workspace that was chosen for maps, or that fits the document in front: it comes back after a game and
        after rules."""
        self._reason = ""
        """The workspace that is shown for a while: Play for a game, Rules for a rules file; empty for none."""
        self._map_tab: Tab | None = None
        """The last tab in front with a map."""
        self._ticking = False
        """Whether ticks are being set, which is no choice of anybody."""
        self._chosen = False
        """Whether the user has chosen a workspace, in this session or an earlier one."""
        self.own = _names()
        """The names of the workspaces of your own."""
        self._entries: dict[str, QAction] = {}
        """By workspace, the action that shows it."""
        spaces = WORKSPACES.values()
        self.switches = [self._add(one.key, one.title, one.shortcut, one.about) for one in spaces]
        for name in self.own:
            self._add_own(name)
        self._add_actions()
        for signal in (desk.game.started, desk.game.closed):
            signal.connect(self._follow)
        desk.document_changed.connect(lambda _document: self._follow())

    def _add_actions(self) -> None:
        add = self._desk.actions.add
        self._save = add(
            "workspace.save",
            "&Save workspace as…",
            self._ask_name,
            menu=WORKSPACE_MENU,
            group=2,
            tip="Keep the panels as they are now under a name",
        )
        self._delete = add(
            "workspace.delete",
            "&Delete workspace",
            lambda: self.delete(self.current.removeprefix(OWN)),
            menu=WORKSPACE_MENU,
            group=2,
            tip="Delete the workspace of your own that is shown",
        )
        add(
            "view.reset-panels",
            "&Reset workspace",
            self.reset,
            menu=WORKSPACE_MENU,
            group=2,
            tip="Reset this workspace to its first panel layout",
        )
        self._hidden = add(
            "view.hide-panels",
            "&Hide panels",
            self._docks.hide_all,
            menu=WORKSPACE_MENU,
            group=3,
            shortcut="F12",
            tip="Hide all panels to give their space to the map, or show them again",
            checkable=True,
        )
        self.full_screen = add(
            "view.full-screen",
            "&Full screen",
            self._fill_screen,
            menu=WORKSPACE_MENU,
            group=3,
            shortcut="F11",
            tip="Fill the whole screen, or go back to a window",
            checkable=True,
        )

    def _add(self, key: str, title: str, shortcut: str = "", about: str = "", group: int = 0) -> QAction:
        action = self._desk.actions.add(
            f"workspace.{quote(key)}",
            title.replace("&", "&&"),
            self._switcher(key),
            menu=WORKSPACE_MENU,
            group=group,
            shortcut=shortcut,
            tip=about,
            checkable=True,
        )
        self._entries[key] = action
        return action

    def _add_own(self, name: str) -> None:
        found = self._entries.get(OWN + name)
        if found is None:
            self._add(OWN + name, name, about="A workspace of your own", group=1)
        else:
            found.setText(name.replace("&", "&&"))
            found.setVisible(True)

    def _switcher(self, key: str) -> Callable[[bool], None]:
        def switch(on: bool) -> None:
            if not self._ticking and (on or key == self.current):
                self.switch(key)

        return switch

    # -- from one to another ----------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Show the workspace of the last session, as it was left."""
        store = settings()
        earlier = store.value("window/state")
        if not store.contains(CURRENT) and isinstance(earlier, QByteArray):
            self._keep(EARLIER, earlier)
            store.setValue(CURRENT, OWN + EARLIER)
        current = str(store.value(CURRENT, ""))
        self._chosen = self._is_one(current)
        self._home = current if self._chosen else self._natural
        self._reason = self._wanted_for_a_while
        self._note_tab()
        self._show(self._reason or self._home)

    def switch(self, key: str) -> None:
        """Show another workspace at the user's request; the one in front is remembered as it is."""
        if not self._is_one(key):
            return
        if key == RULES.key and self._bring_rules():
            # It is in front for the rules file; the workspace for maps stays what it was.
            self._tick()
            return
        if self._rules_in_front and not self._bring_map():
            title = WORKSPACES[key].title if key in WORKSPACES else key.removeprefix(OWN)
            self._desk.status(f"{title} is for maps and scenarios. File > New map makes one, File > Open opens one.")
            self._tick()
            return
        self._chosen, self._home = True, key
        settings().setValue(CURRENT, key)
        self._turn_to(key)

    def _turn_to(self, key: str) -> None:
        if key == self.current:
            self._tick()
        else:
            self._leave()
            self._show(key)

    @property
    def _rules_in_front(self) -> bool:
        return kind_of(self._desk.document).key == RULES_KIND.key

    def _bring_map(self) -> bool:
        """Bring the map or scenario to the front that was there last; False where none is open."""
        tabs = [tab for tab in self._desk.tabs if kind_of(tab.document).key != RULES_KIND.key]
        if not tabs:
            return False
        self._desk.tabs.show(self._map_tab if self._map_tab in tabs else tabs[-1])
        return True

    def reset(self) -> None:
        """Arrange the panels as the workspace comes; one of your own, as it was saved."""
        settings().remove(_left(self.current))
        self._show(self.current)

    def remember(self) -> None:
        """Note for the next start how the panels are arranged."""
        self._leave()

    def _is_one(self, key: str) -> bool:
        return key in WORKSPACES or (key.startswith(OWN) and key.removeprefix(OWN) in self.own)

    @property
    def _natural(self) -> str:
        """The workspace for the document in front, as long as the user has not chosen one."""
        return DRAW.key if self._desk.document.scenario is None else ARMY.key

    @property
    def _wanted_for_a_while(self) -> str:
        """The workspace for a rules file or a game in front; empty for neither."""
        if self._rules_in_front:
            return RULES.key
        return PLAY.key if self._desk.preview.active else ""

    def _note_tab(self) -> None:
        if not self._rules_in_front:
            self._map_tab = self._desk.tabs.front

    def _follow(self) -> None:
        """A game begins or ends, or another document is in front."""
        self._note_tab()
        before, self._reason = self._reason, self._wanted_for_a_while
        if not self._reason and not self._chosen:
            self._home = self._natural
        if self._reason != before or not self._reason:
            self._turn_to(self._reason or self._home)

    def _leave(self) -> None:
        """Note how the workspace in front is arranged."""
        state = self._docks.arrangement
        if state is not None:
            settings().setValue(_left(self.current), state)

    def _show(self, key: str) -> None:
        self.current = key
        space: Workspace = WORKSPACES.get(key, DRAW)
        state = settings().value(_left(key))
        if not isinstance(state, QByteArray):
            state = settings().value(_saved(key))
        self._docks.show(space, state if isinstance(state, QByteArray) else None)
        self._desk.panes.fit_again()
        # Panels below the map take their height a moment later.
        QTimer.singleShot(0, self, self._desk.panes.fit_again)
        self._hidden.setChecked(False)
        self._tick()
        self.shown.emit()

    def _tick(self) -> None:
        """The entry of the workspace in front has the tick."""
        self._ticking = True
        for key, action in self._entries.items():
            action.setChecked(key == self.current)
        self._ticking = False
        self._delete.setEnabled(self.current.startswith(OWN))
        self._save.setEnabled(not self._rules_in_front)

    # -- those of your own ------------------------------------------------------------------------------------------

    def save_as(self, name: str) -> None:
        """Keep the panels as they are now as a workspace of your own, in the place of one with the same name."""
        state = self._docks.arrangement
        if state is None:
            return
        self._leave()
        self._keep(name, state)
        settings().remove(_left(OWN + name))
        self.current = ""
        self.switch(OWN + name)

    def delete(self, name: str) -> None:
        """Delete a workspace of your own, and show the one for the document in front."""
        if name not in self.own:
            return
        self.own.remove(name)
        settings().setValue(NAMES, self.own)
        for place in (_left(OWN + name), _saved(OWN + name)):
            settings().remove(place)
        action = self._entries[OWN + name]
        # An action without a text is offered nowhere.
        action.setText("")
        action.setVisible(False)
        self._home = self._natural
        settings().setValue(CURRENT, self._home)
        self._show(self._reason or self._home)

    def _keep(self, name: str, state: QByteArray) -> None:
        settings().setValue(_saved(OWN + name), state)
        if name not in self.own:
            self.own.append(name)
            settings().setValue(NAMES, self.own)
        self._add_own(name)

    def _ask_name(self) -> None:
        name, ok = QInputDialog.getText(self._window, "Save workspace", "Name of the workspace:")
        if ok and name.strip():
            self.save_as(name.strip())

    # -- the whole screen -------------------------------------------------------------------------------------------

    def _fill_screen(self, on: bool) -> None:
        if on is not self._window.isFullScreen():
            self._window.setWindowState(self._window.windowState() ^ Qt.WindowState.WindowFullScreen)


def _names() -> list[str]:
    value = settings().value(NAMES, [])
    return [str(name) for name in (value if isinstance(value, list) else [value]) if name]


def _left(key: str) -> str:
    """Where is kept how a workspace was left."""
    return f"workspaces/left/{quote(key, safe='')}"


def _saved(key: str) -> str:
    """Where is kept how a workspace of your own was saved."""
    return f"workspaces/saved/{quote(key, safe='')}"
