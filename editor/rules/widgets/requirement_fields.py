"""The fields in which a requirement of a condition is changed, one for each shape of value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from editor.look.rebuilding import emptied
from editor.look.tab_order import hand_on
from editor.plain import PlainLabel
from editor.rules.widgets.value_fields import (
    NamesField,
    RangeField,
    TextField,
    ValueField,
    WordField,
    combo,
)
from engine.formats.reading import resolve
from engine.kit.condition_text import ConditionText
from engine.kit.requirement_kinds import RequirementKind
from engine.kit.wordlist import WordList

Build = Callable[[RequirementKind, WordList], ValueField]


def field_for(kind: RequirementKind, words: WordList, value: Any) -> ValueField:
    """The field for a requirement of a kind, with its value in it. What it could not show is shown as text."""
    build = _FIELDS.get(kind.shape)
    field = build(kind, words) if build is not None and _shows(kind, value) else TextField(kind.label)
    field.set_value(value)
    return field


def _shows(kind: RequirementKind, value: Any) -> bool:
    """Whether the field of a kind can show a value that may be half written."""
    if kind.shape in ("Fits", "SideFits", "Texts"):
        return not isinstance(value, Mapping)
    if kind.shape.startswith("dict") or kind.shape in ("Crossed", "Strengths", "HeldCount"):
        return isinstance(value, Mapping) and all(isinstance(one, str) for one in value)
    return kind.shape == "Deeds" or not isinstance(value, list) or kind.shape == "Edges"


class StepsField(ValueField):
    """Full, reduced, or how many steps."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.how = combo(name, {"full": "all its steps", "reduced": "a step lost", "": "a number of steps"})
        self.figure = RangeField("Steps")
        self.how.activated.connect(lambda _index: self._chosen())
        self.figure.changed.connect(self.changed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.how)
        layout.addWidget(self.figure, 1)
        hand_on(self, self.how)

    def _chosen(self) -> None:
        self.figure.setVisible(not self.how.currentData())
        self.changed.emit()

    def value(self) -> Any:
        return self.how.currentData() or self.figure.value()

    def set_value(self, value: Any) -> None:
        word = value if value in ("full", "reduced") else ""
        self.how.setCurrentIndex(self.how.findData(word))
        self.figure.setVisible(not word)
        if not word:
            self.figure.set_value(value)


class PairsField(ValueField):
    """Names, each with a range or a choice: printed values, options, settings."""

    def __init__(self, kind: RequirementKind, words: WordList) -> None:
        super().__init__()
        self._kind, self._words = kind, words
        self._pairs: dict[str, Any] = {}
        self._rows = QVBoxLayout()
        self.add = QToolButton()
        self.add.setText("And another\u2026")
        self.add.clicked.connect(self._add)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(self._rows)
        layout.addWidget(self.add)

    def value(self) -> Any:
        return dict(self._pairs)

    def set_value(self, value: Any) -> None:
        self._pairs = dict(value) if isinstance(value, Mapping) else {}
        self._build()

    def _build(self) -> None:
        emptied(self._rows)
        for name in self._pairs:
            self._rows.addWidget(self._row(name))
        self.add.setVisible(any(name not in self._pairs for name in self._words.names(self._kind.domains)))

    def _row(self, name: str) -> QWidget:
        holder = QWidget()
        line = QHBoxLayout(holder)
        line.setContentsMargins(0, 0, 0, 0)
        names = WordField(f"{self._kind.label}: name", self._words.names(self._kind.domains))
        names.set_value(name)
        names.changed.connect(lambda: self._renamed(name, names.value()))
        line.addWidget(names)
        field = self._figure(name)
        field.set_value(self._pairs[name])
        field.changed.connect(lambda: self._put(name, field.value()))
        line.addWidget(field, 1)
        if len(self._pairs) > 1:
            gone = QToolButton()
            gone.setText("\u00d7")
            gone.setToolTip("Remove")
            gone.setAccessibleName(f"Remove {name}")
            gone.clicked.connect(lambda: self._remove(name))
            line.addWidget(gone)
        hand_on(self, field)
        return holder

    def _figure(self, name: str) -> ValueField:
        title = self._words.title(self._kind.domains, name)
        if self._kind.shape == "dict[Name, Between]":
            return RangeField(title)
        choices = self._words.choices(name) if self._kind.key == "option" else self._words.setting_choices(name)
        if choices:
            return WordField(title, {resolve(choice): choice for choice in choices})
        return TextField(title)

    def _put(self, name: str, value: Any) -> None:
        self._pairs[name] = value
        self.changed.emit()

    def _renamed(self, before: str, after: str) -> None:
        if after not in self._pairs:
            self._pairs = {after if name == before else name: value for name, value in self._pairs.items()}
            self.changed.emit()
        self._build()

    def _remove(self, name: str) -> None:
        del self._pairs[name]
        self._build()
        self.changed.emit()

    def _add(self) -> None:
        free = next(name for name in self._words.names(self._kind.domains) if name not in self._pairs)
        ranged = self._kind.shape == "dict[Name, Between]"
        self._pairs[free] = {"least": 1} if ranged else ""
        self._build()
        self.changed.emit()


class PartsField(ValueField):
    """A value of several keys, each with a field of its own that may be left out."""

    def __init__(self, parts: Mapping[str, tuple[str, ValueField]], *, short: str = "") -> None:
        """``parts`` gives each key its label and its field. ``short`` is the key that stands for the whole alone."""
        super().__init__()
        self._short = short
        self.fields = {key: field for key, (_, field) in parts.items()}
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        for key, (label, field) in parts.items():
            form.addRow(PlainLabel(label), field)
            field.changed.connect(partial(self._put, key))
        hand_on(self, next(iter(self.fields.values())))
        self._raw: dict[str, Any] = {}

    def value(self) -> Any:
        if self._short and set(self._raw) == {self._short}:
            return self._raw[self._short]
        return dict(self._raw)

    def set_value(self, value: Any) -> None:
        self._raw = dict(value) if isinstance(value, Mapping) else {self._short: value}
        for key, field in self.fields.items():
            field.set_value(self._raw.get(key))

    def _put(self, key: str) -> None:
        value = self.fields[key].value()
        if value in (None, "", []):
            self._raw.pop(key, None)
        else:
            self._raw[key] = value
        self.changed.emit()


class EdgesField(ValueField):
    """At an edge of the map, not at one, or at some."""

    def __init__(self, kind: RequirementKind, words: WordList) -> None:
        super().__init__()
        self.how = combo(kind.label, {True: "any edge", False: "no edge", "": "these edges"})
        self.names = NamesField("Edges", words.names(kind.domains))
        self.how.activated.connect(lambda _index: self._chosen())
        self.names.changed.connect(self.changed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.how)
        layout.addWidget(self.names, 1)
        hand_on(self, self.how)

    def _chosen(self) -> None:
        self.names.setVisible(self.how.currentData() == "")
        self.changed.emit()

    def value(self) -> Any:
        chosen = self.how.currentData()
        return self.names.value() if chosen == "" else chosen

    def set_value(self, value: Any) -> None:
        whole = isinstance(value, bool)
        self.how.setCurrentIndex(self.how.findData(value if whole else ""))
        self.names.setVisible(not whole)
        self.names.set_value("" if whole else value)


# -- one for each shape -------------------------------------------------------------------------------------------


def _names(kind: RequirementKind, words: WordList) -> ValueField:
    separator = "," if kind.shape == "Texts" else " "
    return NamesField(kind.label, words.names(kind.domains), negatable=True, separator=separator)


def _flag(kind: RequirementKind, words: WordList) -> ValueField:
    says = ConditionText(words)
    return WordField(kind.label, {yes: says.clause(kind.key, yes) for yes in (True, False)})


def _deeds(kind: RequirementKind, words: WordList) -> ValueField:
    phases: dict[Any, str] = {None: "this player turn"}
    phases |= words.names("phase")
    parts: dict[str, tuple[str, ValueField]] = {
        "what": ("It has", NamesField(kind.label, words.names(kind.domains))),
        "phase": ("In", WordField("Phase", phases)),
    }
    return PartsField(parts, short="what")


def _crossed(kind: RequirementKind, words: WordList) -> ValueField:
    labels = {"all": "All across", "any": "Any across", "none": "None across"}
    names = words.names(kind.domains)
    return PartsField({key: (label, NamesField(label, names)) for key, label in labels.items()})


def _strengths(_kind: RequirementKind, _words: WordList) -> ValueField:
    sides = {"attacker": "Attacker", "defender": "Defender"}
    return PartsField({key: (label, RangeField(label, optional=True)) for key, label in sides.items()})


def _held(_kind: RequirementKind, words: WordList) -> ValueField:
    return PartsField(
        {
            "place": ("Place", WordField("Place", words.names("setting"))),
            "side": ("Held by", WordField("Held by", words.names("=own =enemy side"))),
            "count": ("Hexes", RangeField("Hexes", optional=True)),
        }
    )


_FIELDS: Final[Mapping[str, Build]] = {
    "Fits": _names,
    "SideFits": _names,
    "Texts": _names,
    "Name": lambda kind, words: WordField(kind.label, words.names(kind.domains)),
    "Literal": lambda kind, words: WordField(kind.label, words.names(kind.domains)),
    "Between": lambda kind, _words: RangeField(kind.label),
    "Steps": lambda kind, _words: StepsField(kind.label),
    "bool": _flag,
    "dict[Name, Between]": PairsField,
    "dict[Name, Any]": PairsField,
    "Deeds": _deeds,
    "Edges": EdgesField,
    "TurnNumbers": lambda kind, _words: TextField(kind.label),
    "Crossed": _crossed,
    "Strengths": _strengths,
    "HeldCount": _held,
}
