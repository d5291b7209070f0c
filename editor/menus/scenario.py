"""The Scenario menu: properties of the scenario, new units; and the preferences."""

from __future__ import annotations

from PySide6.QtCore import QObject

from editor.commands.add_unit import AddUnit
from editor.commands.edit_scenario import EditScenario
from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.dialogs.edit_unit import EditUnitDialog
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
            tip="Add a unit to the order of battle",
        )
        add("edit.preferences", "Pre&ferences…", self.preferences, menu="Edit", group=9, shortcut="Ctrl+,")
        desk.document_changed.connect(self._watch)
        desk.changed.connect(lambda _change: self._enable())
        self._watch(desk.document)

    def _watch(self, document: Document) -> None:
        self._enable()

    def _enable(self) -> None:
        has_scenario = self.desk.document.scenario is not None
        self._properties.setEnabled(has_scenario)
        self._add_unit.setEnabled(has_scenario)

    def new(self) -> None:
        """Make a new scenario, as the File menu does."""
        action = self.desk.actions.find("file.new-scenario")
        if action is not None:
            action.trigger()

    def properties(self) -> None:
        """Ask for the scenario's own fields."""
        document = self.desk.document
        dialog = ScenarioPropertiesDialog(document.require_scenario(), self.desk.window)
        dialog.rule_asked.connect(self.desk.rule_asked)
        with asked(dialog) as accepted:
            fields = dialog.fields() if accepted else {}
        if fields:
            self.desk.push(EditScenario(**fields))

    def add_unit(self) -> None:
        """Ask for a new unit and add it."""
        document = self.desk.document
        dialog = EditUnitDialog(document.require_scenario(), None, self.desk.window)
        with asked(dialog) as accepted:
            if accepted and self.desk.push(AddUnit(dialog.unit)):
                self.desk.selection.set([], dialog.unit.key)

    def preferences(self) -> None:
        """Show the preferences."""
        with asked(PreferencesDialog(self.desk.window)):
            pass
