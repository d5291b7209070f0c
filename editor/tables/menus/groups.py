"""Edit > Form up bases, on tables: chosen bases are aligned, spaced, formed up, mirrored and rotated, one step each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QObject

from editor.commands.revise_units import ReviseUnits
from editor.desk.desk import Desk
from editor.kinds import TABLES
from editor.stage.submenus import FORMING_MENU
from editor.tables.grouping import FORMS, rotated, whole
from editor.tables.playing.aiming import whole_group
from engine.exchange.bases import depth_of
from engine.plural import counted
from engine.tables.places import BasePlace

TURN: Final = 150
"""Tenths of a degree that a group is rotated by."""


class GroupActions(QObject):
    """What is done to several bases of a set-up at once."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        add = partial(desk.actions.add, menu=FORMING_MENU, kinds=(TABLES.key,))
        for key, (text, keys, _, tip) in FORMS.items():
            add(f"bases.{key}", text, partial(self.form, key), shortcut=keys, tip=tip)
        add(
            "bases.left",
            "Rotate group le&ft",
            lambda: self.rotate(-TURN),
            shortcut="Ctrl+Alt+,",
            tip="The chosen bases turned as a whole by 15 degrees",
        )
        add(
            "bases.right",
            "Rotate group ri&ght",
            lambda: self.rotate(TURN),
            shortcut="Ctrl+Alt+.",
            tip="The chosen bases turned as a whole by 15 degrees",
        )
        add(
            "bases.group",
            "Select the whole gr&oup",
            self.select_group,
            shortcut="Ctrl+Alt+W",
            tip="All bases of the side that touch the chosen one and face the same way",
        )

    def _places(self, *, of: int) -> dict[str, BasePlace]:
        """Where the chosen bases stand; none, with the reason said, where too few are chosen."""
        desk, board = self.desk, self.desk.board
        scenario = desk.document.scenario
        if scenario is None or desk.preview.active:
            desk.status("You can form up bases only in the set-up. First end play.")
            return {}
        setup = scenario.setup
        found = {key: board.find(setup[key]) for key in desk.selection.units if key in setup}
        places = {key: spot for key, spot in found.items() if isinstance(spot, BasePlace)}
        if len(places) < of:
            desk.status(f"Choose at least {counted(of, 'base')} on the table first: click with Ctrl, or drag a box.")
            return {}
        return places

    def _depths(self, places: Mapping[str, BasePlace]) -> dict[str, float]:
        scenario = self.desk.document.require_scenario()
        return {key: depth_of(scenario, scenario.units[key]) for key in places}

    def form(self, key: str) -> None:
        """Form the chosen bases up in a way of `FORMS`."""
        places = self._places(of=2)
        if places:
            text, _, forming, _ = FORMS[key]
            self._put(text.replace("&", ""), forming(places, self._depths(places)), places)

    def rotate(self, tenths: int) -> None:
        """Rotate the chosen bases as a whole."""
        places = self._places(of=1)
        if places:
            self._put("Rotate group", rotated(places, tenths), places)

    def _put(self, text: str, ends: Mapping[str, BasePlace], before: Mapping[str, BasePlace]) -> None:
        desk, board = self.desk, self.desk.board
        there = whole(ends)
        names = {key: board.spell(there[key]) for key in before}
        if any(board.find(name) is None for name in names.values()):
            desk.status("Some bases would be off the table. First move them away from its edge.")
        elif desk.push(ReviseUnits(f"{text}: {counted(len(names), 'base')}", places=names)):
            desk.selection.set([there[key] for key in before], list(before))

    def select_group(self) -> None:
        """Choose all bases of a side that touch the one chosen first, side by side or one behind another."""
        places = self._places(of=1)
        if not places:
            return
        scenario = self.desk.document.require_scenario()
        first = next(iter(places))
        find = self.desk.board.find
        side = [key for key in scenario.setup if key in scenario.units]
        friends = [key for key in side if scenario.units[key].side == scenario.units[first].side]
        stand = {key: spot for key in friends if isinstance(spot := find(scenario.setup[key]), BasePlace)}
        found = whole_group(first, stand, self._depths(stand), list(stand))
        self.desk.selection.set([stand[key] for key in found], found)
