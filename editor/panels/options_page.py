"""The page of the options: a switch or choice for each, with what it does and its paragraph."""

from __future__ import annotations

import re
from html import escape
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from editor.commands.change import Change
from editor.commands.edit_scenario import EditScenario
from editor.desk.desk import Desk
from editor.dialogs.system_info import option_fields, title
from editor.dialogs.texts import sentence
from editor.look.rebuilding import emptied
from editor.look.scrolled import Scrolled
from editor.panels.buttons import PanelButton
from editor.panels.links import follow, rule_link
from editor.plain import PlainLabel, RichLabel, as_written
from engine.formats.fields import FieldInfo

LABEL: Final = 124
"""The width that names of options take at least where the longest takes more, in pixels."""


class RuleOptionRow(QWidget):
    """An option: what it is set to, and in words what that means."""

    def __init__(self, page: OptionsPage, info: FieldInfo) -> None:
        super().__init__()
        self.page, self.info = page, info
        self.switch: QCheckBox | QComboBox
        if info.kind == "bool":
            self.switch = QCheckBox(info.label)
            self.switch.toggled.connect(self._switched)
        else:
            self.switch = QComboBox()
            self.switch.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            for choice in info.choices:
                self.switch.addItem(choice.replace("_", " "), choice)
            self.switch.activated.connect(lambda _index: self._switched(self.switch.currentData()))
        self.switch.setAccessibleName(info.label)
        self.name = PlainLabel(info.label)
        self.name.setVisible(info.kind != "bool")
        self.back = PanelButton()
        self.back.setText("Reset to rules")
        self.back.setToolTip(as_written(f"Set it to {_said(info.default)} again, as the rules have it"))
        self.back.clicked.connect(lambda: page.set_option(info.key, info.default))
        about = RichLabel(f"{escape(page.in_words(info.help))} {' '.join(rule_link(rule) for rule in info.rules)}")
        about.setWordWrap(True)
        about.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        about.linkActivated.connect(lambda link: follow(page.desk, link))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.name)
        row.addWidget(self.switch, 1)
        row.addWidget(self.back)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 6)
        layout.setSpacing(2)
        layout.addLayout(row)
        layout.addWidget(about)

    def _switched(self, value: Any) -> None:
        self.page.set_option(self.info.key, value)

    def show_value(self, value: Any) -> None:
        """Show what the option is set to; bold where that is not what the rules have."""
        changed = value != self.info.default
        with QSignalBlocker(self.switch):
            if isinstance(self.switch, QCheckBox):
                self.switch.setChecked(bool(value))
            else:
                self.switch.setCurrentIndex(self.switch.findData(str(value)))
        for widget in (self.name, self.switch):
            font = widget.font()
            font.setBold(changed)
            widget.setFont(font)
        self.back.setVisible(changed)


def _said(value: object) -> str:
    """A value in words."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value).replace("_", " ")


class OptionsPage(QWidget):
    """All that the rules leave to the designer."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.rows: dict[str, RuleOptionRow] = {}
        self._system = ""
        self.head = PlainLabel()
        self.head.setWordWrap(True)
        self.body = QVBoxLayout()
        holder = QWidget()
        holder.setLayout(self.body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.head)
        layout.addWidget(Scrolled(holder), 1)
        desk.document_changed.connect(lambda _document: self.refresh())
        desk.changed.connect(self._changed)
        self.refresh()

    def _changed(self, change: Change) -> None:
        if change.what in ("scenario", "all"):
            self.refresh()

    def refresh(self) -> None:
        """Show the options of the open scenario's rules as they are set."""
        scenario = self.desk.document.scenario
        system = scenario.system if scenario is not None else ""
        if system != self._system:
            self._system = system
            self._make(system)
        if scenario is None:
            return
        changed = 0
        for key, row in self.rows.items():
            value = scenario.options.get(key, row.info.default)
            changed += value != row.info.default
            row.show_value(value)
        unknown = [key for key in scenario.options if key not in self.rows]
        said = f"{title(system)}: {changed or 'no'} option{'' if changed == 1 else 's'} different from the rules."
        self.head.setText(said + (f" The rules do not know {', '.join(unknown)}." if unknown else ""))

    def _make(self, system: str) -> None:
        emptied(self.body)
        self.rows = {info.key: RuleOptionRow(self, info) for info in (option_fields(system) if system else ())}
        widest = max((row.name.sizeHint().width() for row in self.rows.values() if row.info.kind != "bool"), default=0)
        for row in self.rows.values():
            # The boxes stand below each other, beside names of a usual length.
            row.name.setMinimumWidth(min(widest, LABEL))
            self.body.addWidget(row)
        self.body.addStretch(1)

    def in_words(self, text: str) -> str:
        """A text that speaks of options and choices as files call them, as a sentence with the names of this page."""
        fields = option_fields(self._system)
        names = {info.key: info.label for info in fields}
        names |= {choice: choice.replace("_", " ") for info in fields for choice in info.choices}
        return sentence(re.sub(r"\b[a-z]+(?:_[a-z]+)+\b", lambda found: names.get(found[0], found[0]), text))

    def set_option(self, key: str, value: Any) -> None:
        """Set an option; what the rules have by themselves is not written."""
        scenario = self.desk.document.require_scenario()
        options = {name: old for name, old in scenario.options.items() if name != key}
        if value != self.rows[key].info.default:
            options[key] = value
        self.desk.push(EditScenario(f"Set {self.rows[key].info.label.lower()}", options=options))
