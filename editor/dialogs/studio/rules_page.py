"""The rules of the counter studio: which units have which colours."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QHBoxLayout, QListWidget, QPushButton, QVBoxLayout, QWidget

from editor.dialogs.forms import add_row, form, note
from editor.dialogs.studio.conditions import ConditionForm, in_words
from editor.dialogs.studio.model import StudioModel
from editor.dialogs.studio.tables import ColourCell
from editor.plain import as_written
from engine.scenario.elements import EVERY_UNIT, ColourRule


class RulesPage(QWidget):
    """The scenario's own rules of colours in their order, and the fields of the one that is selected."""

    def __init__(self, model: StudioModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model, self._showing = model, False
        self.list = QListWidget()
        self.list.setAccessibleName("Rules of colours")
        self.add_button, self.remove_button = QPushButton("Add rule"), QPushButton("Remove")
        self.condition = ConditionForm(model.scenario)
        self.cells = {name: ColourCell("", title) for name, title in self.TITLES.items()}
        buttons, colours = QHBoxLayout(), form()
        for button in (self.add_button, self.remove_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        add_row(colours, "Counter, ink, stripe", *self.cells.values())
        layout = QVBoxLayout(self)
        layout.addWidget(
            note("A unit takes the colours of every rule that fits it. A later rule overrides an earlier one.")
        )
        layout.addWidget(self.list, 1)
        layout.addLayout(buttons)
        layout.addLayout(colours)
        layout.addWidget(self.condition)
        self.add_button.clicked.connect(self._add)
        self.remove_button.clicked.connect(self._remove)
        self.list.currentRowChanged.connect(lambda _row: self._show_rule())
        self.condition.edited.connect(self._take)
        for cell in self.cells.values():
            cell.changed.connect(self._take)
        model.changed.connect(self.show_rules)
        self.show_rules()

    TITLES = {"ground": "Counter", "ink": "Ink", "stripe": "Stripe"}

    def show_rules(self) -> None:
        """Show the rules as they are."""
        row = self.list.currentRow()
        self._showing = True
        self.list.clear()
        for rule in self.model.state.rules:
            self.list.addItem(as_written(in_words(rule.when, self.model.scenario)))
        self._showing = False
        self.list.setCurrentRow(min(row, self.list.count() - 1))
        self._show_rule()

    def _show_rule(self) -> None:
        if self._showing:
            return
        row = self.list.currentRow()
        there = 0 <= row < len(self.model.state.rules)
        for widget in (self.condition, self.remove_button, *self.cells.values()):
            widget.setEnabled(there)
        if there:
            rule = self.model.state.rules[row]
            self.condition.show_condition(rule.when)
            for name, cell in self.cells.items():
                cell.set_colour(getattr(rule, name))

    def _take(self) -> None:
        row, rules = self.list.currentRow(), list(self.model.state.rules)
        if 0 <= row < len(rules):
            colours = {name: cell.colour for name, cell in self.cells.items()}
            rules[row] = replace(rules[row], when=self.condition.condition(), **colours)
            self.model.set_rules(rules)

    def _add(self) -> None:
        self.model.set_rules([*self.model.state.rules, ColourRule(EVERY_UNIT, stripe="#b02020")])
        self.list.setCurrentRow(self.list.count() - 1)

    def _remove(self) -> None:
        row, rules = self.list.currentRow(), list(self.model.state.rules)
        if 0 <= row < len(rules):
            del rules[row]
            self.model.set_rules(rules)
