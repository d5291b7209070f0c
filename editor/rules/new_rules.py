"""The dialog for new rules: what they begin with, their title and name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QWidget

from editor.dialogs.forms import FormDialog, form, note
from editor.plain import as_written
from engine import data
from engine.findings import Severity
from engine.formats import locate
from engine.formats.patching import put
from engine.formats.reading import read_text
from engine.formats.versions import open_text
from engine.formats.yamltext import mapping
from engine.kit.model.values import is_name

TEMPLATES: Final = "templates"
FIRST: Final = ("classic_odds", "fire_and_movement", "blocks", "ancients_line")
"""The templates in the order in which they are offered; others come after them."""
EMPTY: Final = """\
format: hexwright-system 1
name: untitled
title: Untitled rules
units:
  types: {infantry: Infantry}
  values: {strength: {least: 0}, movement: {default: 4}}
sequence:
  phases:
  - {name: movement, do: move}
ground:
  terrain: [clear]
movement:
  costs:
    hex: {clear: 1}
"""
"""The smallest rules that a game can use."""
LONGEST: Final = 20
"""Letters of the name of a system."""


@dataclass(frozen=True, slots=True)
class RulesBeginning:
    """What new rules may begin with."""

    title: str
    about: str
    path: Path | None = None
    """Its file; None for the empty rules."""
    base: str = ""
    """The name of the base of the new rules; empty for a copy."""

    def text(self, name: str, title: str) -> str:
        """The text of the new rules."""
        if self.base:
            said = {"format": "hexwright-system 1", "base": self.base, "name": name, "title": title}
            return "\n".join(mapping(said)) + "\n"
        text = read_text(self.path)[0] if self.path is not None else EMPTY
        return put(put(text, ("name",), name), ("title",), title)


def beginnings() -> list[RulesBeginning]:
    """The choices for new rules: templates, empty rules, and the rules that ship or that the user has."""
    folder = data.resources() / locate.FOLDERS["system"] / TEMPLATES
    files = sorted(folder.glob("*.yaml"), key=lambda path: (_rank(path.stem), path.stem))
    found = [
        RulesBeginning(_said(head, "title", path.stem), _said(head, "about"), path) for path, head in _heads(files)
    ]
    found.append(RulesBeginning("Empty rules", "One type of unit, one terrain, one phase."))
    for name in locate.names("system", locate.shipped("system")):
        path = locate.locate("system", name)
        for file, head in _heads([path]):
            about = f"What you leave out is taken from {_said(head, 'title', name)}. {_said(head, 'about')}"
            found.append(RulesBeginning(f"Based on {_said(head, 'title', name)}", about.strip(), file, name))
    return found


def _rank(name: str) -> int:
    return FIRST.index(name) if name in FIRST else len(FIRST)


def _heads(files: list[Path]) -> list[tuple[Path, Mapping[str, Any]]]:
    """The rules files that can be read, with their data."""
    found: list[tuple[Path, Mapping[str, Any]]] = []
    for path in files:
        text, findings = read_text(path)
        opened = open_text(text, path.name, path, "system")
        wrong = [*findings, *opened.notes.findings]
        if opened.data and not any(one.severity is Severity.ERROR for one in wrong):
            found.append((path, opened.data))
    return found


def _said(head: Mapping[str, Any], key: str, instead: str = "") -> str:
    return " ".join(str(head.get(key) or instead).split())


def name_from(title: str) -> str:
    """The name of rules, made of their title: ``Two Banks`` is ``two_banks``."""
    words = "".join(letter if letter.isascii() and letter.isalnum() else " " for letter in title.lower()).split()
    name = "_".join(words)[:LONGEST].strip("_")
    return name if name[:1].isalpha() else f"rules_{name}"[:LONGEST].strip("_")


class NewRulesDialog(FormDialog):
    """Asks for what new rules begin with. ``text`` is their text."""

    def __init__(self, offered: list[RulesBeginning], parent: QWidget | None = None) -> None:
        super().__init__("New rules", parent, accept_text="Create rules")
        self._named = False
        """Whether the name was typed and no longer follows the title."""
        self.offers = QListWidget()
        self.offers.setAccessibleName("Begin with")
        self.offers.setMinimumSize(420, 190)
        for one in offered:
            item = QListWidgetItem(one.title, self.offers)
            item.setData(Qt.ItemDataRole.UserRole, one)
            item.setToolTip(as_written(one.about))
        self.about = note("")
        self.about.setMinimumHeight(3 * self.about.fontMetrics().lineSpacing())
        self.title, self.name = QLineEdit("My rules"), QLineEdit()
        self.name.setMaxLength(LONGEST)
        self.name.setToolTip("Letters, digits, - and _: scenarios and citations use it")
        self.title.textChanged.connect(self._titled)
        self.name.textEdited.connect(self._typed)
        self.name.textChanged.connect(lambda _text: self.check())
        self.offers.currentRowChanged.connect(lambda _row: self._tell())
        self.body.addWidget(self.offers, 1)
        self.body.addWidget(self.about)
        fields = form()
        fields.addRow("&Title", self.title)
        fields.addRow("&Name", self.name)
        self.body.addLayout(fields)
        self.offers.setCurrentRow(0)
        self._titled(self.title.text())
        self.title.selectAll()
        self.title.setFocus()

    @property
    def chosen(self) -> RulesBeginning:
        """What the rules begin with."""
        found = self.offers.currentItem().data(Qt.ItemDataRole.UserRole)
        assert isinstance(found, RulesBeginning)
        return found

    @property
    def text(self) -> str:
        """The text of the new rules."""
        return self.chosen.text(self.name.text(), self.title.text().strip())

    def problem(self) -> str:
        """The reason why this cannot become rules; empty if it can."""
        if not self.title.text().strip():
            return "The rules need a title."
        if not is_name(self.name.text()):
            return "The name has letters, digits, - and _, and begins with a letter."
        return ""

    def _tell(self) -> None:
        self.about.setText(self.chosen.about)
        self.check()

    def _titled(self, title: str) -> None:
        if not self._named:
            self.name.setText(name_from(title))
        self.check()

    def _typed(self, _name: str) -> None:
        self._named = True
