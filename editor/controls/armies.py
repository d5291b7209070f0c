"""What one does with units of the order of battle: added, edited, duplicated, numbered, grouped, placed, deleted.

Panels and menus ask it; it knows to which side and formation a new unit goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QWidget

from editor.commands.add_unit import AddUnit
from editor.commands.edit_scenario import EditScenario
from editor.commands.place_unit import PlaceUnit
from editor.commands.remove_unit import RemoveUnit
from editor.commands.revise_units import ReviseUnits
from editor.controls.save_door import Wanted, ask_where
from editor.dialogs.asking import asked
from editor.dialogs.edit_unit import EditUnitDialog
from editor.dialogs.forms import key_from
from editor.dialogs.number_units import NumberUnitsDialog
from editor.dialogs.studio.window import CounterStudio
from editor.dialogs.twice import Twice, ask_twice
from editor.dialogs.unit_parts import formations_of
from editor.plain import as_written
from editor.stage.stage import Stage
from engine.boards.board import Spot
from engine.errors import HexwrightError
from engine.formats import roster, roster_csv
from engine.formats.roster import Revision, TableProblem
from engine.plural import counted
from engine.scenario import Scenario, Unit, formations
from engine.scenario.counters import CounterDesign
from engine.scenario.formations import Parts
from engine.scenario.numbering import next_name
from engine.writing import write_text

CSV: Final = "Tables (*.csv *.tsv *.txt)"
ANY_TABLE: Final = f"{CSV};;All files (*)"
TOLD: Final = 15
"""Cells of a file that are told of when they are wrong."""


class ArmiesControl(QObject):
    """The units of the open scenario, by hand."""

    added = Signal(list)
    """Units are new, or have other keys: who lists them selects them."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.stage = stage
        self._side, self._formation = "", ""

    @property
    def scenario(self) -> Scenario:
        """The open scenario; raises HexwrightError when there is none."""
        return self.stage.document.require_scenario()

    @property
    def folder(self) -> str:
        """Where the pictures on counters are looked up."""
        path = self.stage.document.path
        return str(path.parent) if path is not None else ""

    # -- where new units go -------------------------------------------------------------------------------------

    def hold(self, side: str, formation: str = "") -> None:
        """This side, or formation of it, was chosen: new units go there until something else is chosen."""
        self._side, self._formation = side, formation

    def in_hand(self) -> tuple[str, str]:
        """Side and formation that a new unit goes to: those of the unit selected last, else those chosen last, else the
        first side."""
        scenario = self.scenario
        unit = scenario.units.get(self.stage.selection.unit or "")
        if unit is not None:
            return unit.side, unit.formation
        if self._side in scenario.sides:
            return self._side, self._formation
        return next(iter(scenario.sides), ""), ""

    # -- one at a time ------------------------------------------------------------------------------------------

    def add(self, parent: QWidget) -> None:
        """Ask for a new unit of the side in hand, and for another as long as the user likes."""
        side, formation = self.in_hand()
        dialog = EditUnitDialog(self.scenario, None, parent, side=side, formation=formation, folder=self.folder)

        def go_on() -> None:
            if self._add_from(dialog):
                dialog.go_on(self.scenario)

        dialog.another_asked.connect(go_on)
        dialog.values.rule_asked.connect(self.stage.rule_asked)
        with asked(dialog) as accepted:
            if accepted:
                self._add_from(dialog)

    def _add_from(self, dialog: EditUnitDialog) -> bool:
        unit = dialog.unit
        done = self.stage.push(self._revision(f"Add {unit.name}", dialog))
        if done:
            self.added.emit([unit.key])
            self.stage.selection.set([], unit.key)
        return done

    def edit(self, key: str, parent: QWidget) -> None:
        """Ask for new values of a unit."""
        scenario = self.scenario
        dialog = EditUnitDialog(scenario, scenario.units[key], parent, folder=self.folder)
        dialog.values.rule_asked.connect(self.stage.rule_asked)
        with asked(dialog) as accepted:
            if accepted and self.stage.push(self._revision(f"Edit {dialog.unit.name}", dialog, key)):
                self.added.emit([dialog.unit.key])

    def _revision(self, text: str, dialog: EditUnitDialog, key: str = "") -> ReviseUnits:
        """What a dialog has about a unit, as a command; what stays as it is is left out."""
        scenario, unit = self.scenario, dialog.unit
        arrival = scenario.arrival_of(key)
        place, turn = scenario.setup.get(key, ""), arrival.turn if arrival else 0
        return ReviseUnits(
            text,
            [unit],
            renamed={key: unit.key} if key and key != unit.key else None,
            places={unit.key: dialog.place} if dialog.place != place else None,
            turns={unit.key: dialog.turn_number} if dialog.turn_number != turn else None,
        )

    def design(self, parent: QWidget) -> None:
        """Open the counter studio."""
        selection = self.stage.selection
        dialog = CounterStudio(self.scenario, selection.unit or "", self.folder, parent)
        with asked(dialog) as accepted:
            design = dialog.design if accepted else None
        if design is not None:
            self.stage.push(EditScenario("Design counters", counters=design))

    # -- many at once -------------------------------------------------------------------------------------------

    def duplicate(self, keys: Sequence[str]) -> None:
        """Add a copy of each unit under the next number and a key of its own, not yet placed."""
        scenario = self.scenario
        taken, names = set(scenario.units), {unit.name for unit in scenario.units.values()}
        copies = []
        for key in keys:
            unit = scenario.units[key]
            name = next_name(unit.name, names)
            new = key_from(key, taken)
            taken.add(new)
            names.add(name)
            copies.append(replace(unit, key=new, name=name))
        if copies and self.stage.push(AddUnit(copies)):
            self.added.emit([copy.key for copy in copies])

    def number(self, keys: Sequence[str], parent: QWidget) -> None:
        """Ask for a pattern, and name units by it, in this order."""
        scenario = self.scenario
        units = [scenario.units[key] for key in keys if key in scenario.units]
        if not units:
            return
        dialog = NumberUnitsDialog(scenario, units, parent)
        with asked(dialog) as accepted:
            if not accepted:
                return
            new = dialog.keys()
            named = [
                replace(unit, name=name, key=new.get(unit.key, unit.key))
                for unit, name in zip(units, dialog.names(), strict=True)
            ]
        if self.stage.push(ReviseUnits(f"Number {len(units)} units", named, renamed=new)):
            self.added.emit([unit.key for unit in named])

    def group(self, keys: Sequence[str], parent: QWidget) -> None:
        """Ask for a formation, and let units belong to it."""
        scenario = self.scenario
        units = [scenario.units[key] for key in keys if key in scenario.units]
        if not units:
            return
        sides = {unit.side for unit in units}
        offers = ["", *formations_of(scenario, next(iter(sides)) if len(sides) == 1 else "")]
        text, accepted = QInputDialog.getItem(
            parent, "Formation", "They belong to (I Corps > 3rd Division):", offers, _at(offers, units[0].formation)
        )
        if accepted:
            self.regroup(units, text)

    def regroup(self, units: Iterable[Unit], formation: str) -> None:
        """Let units belong to a formation, or to none."""
        wanted = formations.text(formations.parts(formation))
        changed = [replace(unit, formation=wanted) for unit in units]
        what = f"into {wanted}" if wanted else "out of their formations"
        self.stage.push(ReviseUnits(f"Move {_count(changed)} {what}", changed))

    def rename_formation(self, side: str, names: Parts, parent: QWidget) -> None:
        """Ask for another name of a formation; what belongs to it goes along."""
        text, accepted = QInputDialog.getText(parent, "Rename formation", "Name:", text=names[-1])
        if accepted:
            self.call_formation(side, names, text)

    def rename(self, key: str, name: str) -> None:
        """Give a unit another name; its key stays."""
        unit = self.scenario.units[key]
        self.stage.push(ReviseUnits(f"Rename {unit.name}", [replace(unit, name=name)]))

    def call_formation(self, side: str, names: Parts, name: str) -> None:
        """Give a formation another name; what belongs to it goes along. A ``>`` in it makes it part of another one."""
        new = formations.parts(name)
        if new:
            self._move_formation(side, names, (*names[:-1], *new), f"Rename {names[-1]}")

    def dissolve(self, side: str, names: Parts) -> None:
        """Let what belongs to a formation belong to the one it is part of."""
        self._move_formation(side, names, names[:-1], f"Dissolve {names[-1]}")

    def _move_formation(self, side: str, names: Parts, to: Parts, text: str) -> None:
        units = [unit for unit in self.scenario.units.values() if unit.side == side]
        changed = [formations.moved(unit, names, to) for unit in units if formations.belongs(unit, names)]
        self.stage.push(ReviseUnits(text, changed, counters=self._recoloured(side, names, to)))

    def _recoloured(self, side: str, names: Parts, to: Parts) -> CounterDesign | None:
        """The design of the counters once a formation has another name: its colours go along, unless another side has
        one of the same name."""
        scenario = self.scenario
        design = scenario.counters
        if any(formations.belongs(unit, names) for unit in scenario.units.values() if unit.side != side):
            return None
        looks = []
        for look in design.formations:
            own = formations.parts(look.formation)
            if own[: len(names)] == names:
                own = (*to, *own[len(names) :])
            looks.append(replace(look, formation=formations.text(own)))
        left = tuple(look for look in looks if look.formation)
        return replace(design, formations=left) if left != design.formations else None

    def arrange(self, changed: Iterable[Unit], beside: str = "", *, behind: bool = False) -> None:
        """Units that were dragged within the order of battle: to their new side and formation, and, where ``beside``
        is a unit, to their place before or behind it."""
        scenario = self.scenario
        moved = {unit.key: unit for unit in changed}
        order = None
        if beside and beside not in moved:
            left = [key for key in scenario.units if key not in moved]
            at = left.index(beside) + behind
            order = [*left[:at], *moved, *left[at:]]
        self.stage.push(ReviseUnits(f"Move {_count(list(moved.values()))}", moved.values(), order=order))

    def place(self, keys: Sequence[str], parent: QWidget) -> None:
        """Ask for a hex number and place units there."""
        if not keys:
            return
        now = self.scenario.setup.get(keys[0], "")
        text, accepted = QInputDialog.getText(parent, "Place units", "Hex:", text=now)
        if accepted and text.strip():
            try:
                self.put(keys, self.stage.board.parse(text))
            except HexwrightError as error:
                self.stage.status(str(error))

    def put(self, keys: Iterable[str], spot: Spot | None) -> None:
        """Set units up in a place; with None take them off the map."""
        units = list(keys)
        if units:
            self.stage.push(PlaceUnit(units, spot))

    def take_off(self, keys: Iterable[str]) -> None:
        """Take units off the map."""
        self.put(keys, None)

    def export_csv(self, parent: QWidget) -> None:
        """Ask for a file, and write all units into it."""
        scenario = self.scenario
        wanted = Wanted("Export units", CSV, (".csv",))
        path = ask_where(self.stage, wanted, Path(f"{scenario.key}-units.csv"), parent=parent)
        if path is not None:
            try:
                write_text(path, roster_csv.dump_csv(scenario))
            except HexwrightError as error:
                QMessageBox.warning(parent, "Not written", as_written(str(error)))
                return
            self.stage.status(f"{counted(len(scenario.units), 'unit')} written into {path}")

    def import_csv(self, parent: QWidget) -> None:
        """Ask for a file, and take units over from it: all that it says, or nothing."""
        path, _ = QFileDialog.getOpenFileName(parent, "Import units", "", ANY_TABLE)
        if path:
            self.take_csv(Path(path), parent)

    def take_csv(self, path: Path, parent: QWidget) -> bool:
        """Take units over from a CSV file. What is wrong is told by row and column, and then nothing changes."""
        try:
            revision = roster_csv.read_file(self.scenario, path)
        except TableProblem as problem:
            more = len(problem.lines) - TOLD
            told = [*problem.lines[:TOLD], *([f"and {more} more"] if more > 0 else [])]
            QMessageBox.warning(parent, "Nothing was imported", as_written(f"In {path.name}:\n\n" + "\n".join(told)))
            return False
        except HexwrightError as error:
            QMessageBox.warning(parent, "Nothing was imported", as_written(f"{path.name}: {error}"))
            return False
        return self.take_over(f"Import {path.name}", revision, parent)

    def take_over(
        self, text: str, revision: Revision, parent: QWidget, renamed: Mapping[str, str] | None = None
    ) -> bool:
        """Take a table's units over as one step called ``text``, with keys that are renamed. Where units in it are
        there already, the user says whether they are wanted twice. False when nothing has changed."""
        renamed = renamed or {}
        again = roster.already_there(self.scenario, revision, renamed.values())
        if again:
            answer = ask_twice(len(again), len(again) == len(revision.units), parent)
            if answer is Twice.CANCEL:
                self.stage.status("No units were added.")
                return False
            if answer is Twice.LEAVE_OUT:
                revision = roster.without(revision, again)
        before = {*self.scenario.units, *renamed.values()}
        command = ReviseUnits(
            text,
            revision.units,
            renamed=renamed or None,
            places=revision.places,
            turns=revision.turns,
            entries=revision.entries,
        )
        if not self.stage.push(command):
            self.stage.status("Every unit is already as the table has it. Nothing changes.")
            return False
        new = len({unit.key for unit in revision.units} - before)
        every = {unit.key for unit in revision.units}.union(revision.places, revision.turns, revision.entries)
        self.stage.status(f"{counted(new, 'unit')} added, {len(every) - new} changed")
        return True

    def delete(self, keys: Sequence[str]) -> None:
        """Strike units from the order of battle."""
        units = [self.scenario.units[key] for key in keys if key in self.scenario.units]
        if units and self.stage.push(RemoveUnit(keys)):
            them = "it" if len(units) == 1 else "them"
            self.stage.status(f"{_count(units)} deleted; Edit > Undo brings {them} back")


def _count(units: Sequence[Unit]) -> str:
    return units[0].name if len(units) == 1 else f"{len(units)} units"


def _at(offers: Sequence[str], text: str) -> int:
    return offers.index(text) if text in offers else 0
