"""The Scenario menu: properties of the scenario, new units; and the preferences."""

from __future__ import annotations

from PySide6.QtCore import QObject

from editor.commands.edit_scenario import EditScenario
from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.dialogs.preferences import PreferencesDialog
from editor.dialogs.scenario_properties import ScenarioPropertiesDialog
from editor.document.document import Document


class ScenarioActions(QObject):
    """What one does with a scenario as a whole."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        add = desk.actions.add
        self._new = add("scenario.new", "&New scenario…", self.new, menu="Scenario")
        self._variant = add(
            "scenario.variant",
            "New &variant…",
            self.new_variant,
            menu="Scenario",
            tip="Make another scenario that stores only its differences from this one",
        )
        self._properties = add(
            "scenario.properties",
            "&Properties…",
            self.properties,
            menu="Scenario",
            shortcut="F4",
            tip="Name, turns and sides of the scenario",
        )
        self._add_unit = add(
            "scenario.add-unit",
            "&Add unit…",
            self.add_unit,
            menu="Scenario",
            group=1,
            shortcut="Ctrl+U",
            tip="Add a unit to the order of battle, to the side that is selected there",
        )
        self._duplicate = add(
            "scenario.duplicate-units",
            "D&uplicate units",
            self.duplicate,
            menu="Scenario",
            group=1,
            shortcut="Ctrl+Alt+U",
            tip="Add copies of the selected units, under the next numbers",
        )
        self._number = add(
            "scenario.number-units",
            "Num&ber units…",
            self.number,
            menu="Scenario",
            group=1,
            tip="Name the selected units by a pattern with a number in it",
        )
        self._design = add(
            "scenario.counter-designer",
            "&Counter studio…",
            lambda: desk.controls.armies.design(desk.window),
            menu="Scenario",
            group=2,
            tip="Design the texts, pictures, places and colours of counters",
        )
        self._export = add(
            "scenario.export-units",
            "E&xport units…",
            lambda: desk.controls.armies.export_csv(desk.window),
            menu="Scenario",
            group=2,
            tip="Write all units into a CSV file, for a spreadsheet",
        )
        self._import = add(
            "scenario.import-units",
            "&Import units…",
            lambda: desk.controls.armies.import_csv(desk.window),
            menu="Scenario",
            group=2,
            tip="Import units from a CSV file; nothing changes if a cell is wrong",
        )
        add("edit.preferences", "Pre&ferences…", self.preferences, menu="Edit", group=9, shortcut="Ctrl+,")
        desk.document_changed.connect(self._watch)
        desk.changed.connect(lambda _change: self._enable())
        for signal in (desk.selection.selection_changed, desk.game.started, desk.game.closed):
            signal.connect(self._enable)
        self._watch(desk.document)

    def _watch(self, document: Document) -> None:
        self._enable()

    def _enable(self) -> None:
        has_scenario = self.desk.document.scenario is not None
        for action in (self._variant, self._design, self._export):
            action.setEnabled(has_scenario)
        # During play what changes the scenario rests.
        changing = has_scenario and not self.desk.preview.active
        for action in (self._properties, self._add_unit, self._import):
            action.setEnabled(changing)
        for action in (self._duplicate, self._number):
            action.setEnabled(changing and bool(self.desk.selection.units))

    def new(self) -> None:
        """Make a new scenario, as the File menu does."""
        action = self.desk.actions.find("file.new-scenario")
        if action is not None:
            action.trigger()

    def new_variant(self) -> None:
        """Open a variant of the scenario in a tab of its own, saved nowhere yet."""
        document = self.desk.document
        base = document.require_scenario()
        if document.scenario_path is None or document.scenario_dirty or not base.map_ref:
            self.desk.status("First save the scenario and its map in separate files: its variants need them.")
            return
        name = f"{base.name}, another way"
        board = document.board.copy()
        made = base.with_(name=name, key="", map=board, base_ref=document.scenario_path.stem, base=base)
        fresh = Document(board, made, document.map_path, None)
        fresh.mark_unsaved("scenario")
        self.desk.tabs.open(fresh)
        self.desk.status(f"A variant of {base.name}. Its file will contain only your changes.")

    def properties(self) -> None:
        """Ask for the scenario's own fields."""
        document = self.desk.document
        dialog = ScenarioPropertiesDialog(document.require_scenario(), self.desk.window)
        with asked(dialog) as accepted:
            fields = dialog.fields() if accepted else {}
        if fields:
            self.desk.push(EditScenario(**fields))

    def add_unit(self) -> None:
        """Ask for a new unit of the side in hand and add it."""
        self.desk.controls.armies.add(self.desk.window)

    def duplicate(self) -> None:
        """Add copies of the selected units, under the next numbers."""
        self.desk.controls.armies.duplicate(self._units())

    def number(self) -> None:
        """Name the selected units by a pattern."""
        self.desk.controls.armies.number(self._units(), self.desk.window)

    def _units(self) -> list[str]:
        """The selected units, in the scenario's order."""
        chosen = set(self.desk.selection.units)
        return [key for key in self.desk.document.require_scenario().units if key in chosen]

    def preferences(self) -> None:
        """Show the preferences."""
        dialog = PreferencesDialog(self.desk.window, self.desk.actions.get("help.plugins").trigger)
        with asked(dialog) as accepted:
            dark = bool(dialog.theme.currentData())
        if accepted:
            self.desk.actions.get("view.dark").setChecked(dark)
