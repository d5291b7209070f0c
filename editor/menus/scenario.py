"""The Scenario menu: properties of the scenario, new units; and the preferences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from editor.commands.add_unit import AddUnit
from editor.commands.edit_scenario import EditScenario
from editor.dialogs.asking import asked
from editor.dialogs.edit_unit import EditUnitDialog
from editor.dialogs.preferences import PreferencesDialog
from editor.dialogs.scenario_properties import ScenarioPropertiesDialog
from editor.document.document import Document

if TYPE_CHECKING:
    from editor.desk.workbench import Workbench


class ScenarioActions(QObject):
    """What one does with a scenario as a whole."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self.workbench = workbench
        add = workbench.actions.add
        self._new = add("scenario.new", "&New scenario…", self.new, menu="Scenario")
        self._properties = add(
            "scenario.properties",
            "&Properties…",
            self.properties,
            menu="Scenario",
            shortcut="F4",
            tip="Name, turns, sides, victory and options of the scenario",
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
        workbench.document_changed.connect(self._watch)
        workbench.changed.connect(lambda _change: self._enable())
        self._watch(workbench.document)

    def _watch(self, document: Document) -> None:
        self._enable()

    def _enable(self) -> None:
        has_scenario = self.workbench.document.scenario is not None
        self._properties.setEnabled(has_scenario)
        self._add_unit.setEnabled(has_scenario)

    def new(self) -> None:
        """Make a new scenario, as the File menu does."""
        action = self.workbench.actions.find("file.new-scenario")
        if action is not None:
            action.trigger()

    def properties(self) -> None:
        """Ask for the scenario's own fields."""
        document = self.workbench.document
        dialog = ScenarioPropertiesDialog(document.require_scenario(), self.workbench.window)
        dialog.rule_asked.connect(self.workbench.rule_asked)
        with asked(dialog) as accepted:
            fields = dialog.fields() if accepted else {}
        if fields:
            self.workbench.push(EditScenario(**fields))

    def add_unit(self) -> None:
        """Ask for a new unit and add it."""
        document = self.workbench.document
        dialog = EditUnitDialog(document.require_scenario(), None, self.workbench.window)
        with asked(dialog) as accepted:
            if accepted and self.workbench.push(AddUnit(dialog.unit)):
                self.workbench.selection.set([], dialog.unit.key)

    def preferences(self) -> None:
        """Show the preferences."""
        with asked(PreferencesDialog(self.workbench.window)):
            pass
