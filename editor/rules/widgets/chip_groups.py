"""Requirements with conditions inside them: any of several, none, units nearby, attackers and defenders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QVBoxLayout

from editor.look.rebuilding import emptied
from editor.plain import PlainLabel
from editor.rules.widgets.value_fields import RangeField, ValueField
from engine.kit.requirement_kinds import RequirementKind
from engine.kit.wordlist import listed

TITLES: Final = {
    "any": "Any of these",
    "not": "Not",
    "has": "Units in the hex that are",
    "next_to": "Units in adjacent hexes that are",
    "within": "Units nearby that are",
    "attackers": "Attackers",
    "defenders": "Defenders",
    "defender_in": "A defender's hex",
    "attacker_in": "An attacker's hex",
}
MEMBERS: Final = {
    "all": "All of them",
    "any": "At least one",
    "none": "None of them",
    "count": "How many",
    "hexes": "In how many hexes",
}
"""The keys of a requirement about attackers or defenders."""
MakeChips = Callable[[str, str], ValueField]
"""Makes the chips of a condition inside a kind of requirement, with a name for screen readers."""


class ChipGroup(QFrame):
    """A requirement with conditions inside it, in a frame."""

    changed = Signal()
    removed = Signal()

    def __init__(self, kind: RequirementKind, value: Any, fault: str, chips: MakeChips) -> None:
        super().__init__()
        self.kind = kind
        self._value = value
        self._chips = chips
        self.fields: dict[str, ValueField] = {}
        """The fields inside, by their keys; alternatives by their numbers."""
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAccessibleName(TITLES.get(kind.key, kind.label))
        self._body = QVBoxLayout()
        self._body.setSpacing(3)
        self.add = QToolButton()
        if kind.shape == "Members":
            self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        else:
            self.add.clicked.connect(self._add_alternative)
        self.complaint = PlainLabel(fault)
        self.complaint.setObjectName("complaint")
        self.complaint.setWordWrap(True)
        self.complaint.setVisible(bool(fault))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 4, 6, 6)
        layout.setSpacing(3)
        layout.addLayout(self._head())
        layout.addLayout(self._body)
        layout.addWidget(self.complaint)
        self._build()

    def value(self) -> Any:
        """The value of the requirement, as plain data."""
        return self._value

    def show_fault(self, fault: str) -> None:
        """Say what is wrong with it; an empty text removes the message."""
        self.complaint.setText(fault)
        self.complaint.setVisible(bool(fault))

    def _head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.addWidget(PlainLabel(TITLES.get(self.kind.key, self.kind.label)), 1)
        head.addWidget(self.add)
        gone = QToolButton()
        gone.setText("\u00d7")
        gone.setAutoRaise(True)
        gone.setToolTip("Remove the whole requirement")
        gone.setAccessibleName(f"Remove: {self.accessibleName()}")
        gone.clicked.connect(self.removed)
        head.addWidget(gone)
        return head

    # -- what is inside ---------------------------------------------------------------------------------------

    def _build(self) -> None:
        emptied(self._body)
        self.fields = {}
        self.add.setVisible(self.kind.shape in ("Listed[Condition]", "Members"))
        if self.kind.shape == "Listed[Condition]":
            self._alternatives()
        elif self.kind.shape == "Members" and isinstance(self._value, Mapping):
            self._members()
        elif self.kind.shape == "Near" and isinstance(self._value, Mapping):
            self._near()
        else:
            self._put_field("", "", self._chips(self.kind.key, self.accessibleName()), self._value, self._whole)

    def _put_field(self, key: str, label: str, field: ValueField, value: Any, put: Callable[[Any], None]) -> None:
        """Add a field with its label; ``put`` takes what it is changed to."""
        if label:
            title = PlainLabel(label)
            title.setBuddy(field)
            self._body.addWidget(title)
        field.set_value(value)
        field.changed.connect(lambda: put(field.value()))
        self._body.addWidget(field)
        self.fields[key] = field

    def _said(self, value: Any) -> None:
        self._value = value
        self.changed.emit()

    def _whole(self, value: Any) -> None:
        self._said({} if value is None else value)

    def _alternatives(self) -> None:
        self.add.setText("Or\u2026")
        self.add.setToolTip("Add another alternative")
        self.add.setAccessibleName("Add an alternative")
        for number, condition in enumerate(listed(self._value)):
            chips = self._chips("any", f"Alternative {number + 1}")
            self._put_field(str(number), "or" if number else "", chips, condition, self._put_alternative(number))

    def _put_alternative(self, number: int) -> Callable[[Any], None]:
        def put(value: Any) -> None:
            many = list(listed(self._value))
            many[number] = {} if value is None else value
            self._said(many if isinstance(self._value, list) else many[0])

        return put

    def _add_alternative(self) -> None:
        # An alternative that was emptied goes as another one comes: it would always hold.
        kept = [one for one in listed(self._value) if one not in ({}, None)]
        self._said([*kept, {}])
        self._build()
        self.fields[str(len(kept))].setFocus()

    def _members(self) -> None:
        self.add.setText("And\u2026")
        self.add.setToolTip("Add another condition that they must meet")
        menu = QMenu(self.add)
        for key, label in MEMBERS.items():
            if key not in self._value:
                menu.addAction(label, partial(self._add_member, key))
            elif key in ("count", "hexes"):
                self._put_field(key, label, RangeField(label, optional=True), self._value[key], self._put_key(key))
            else:
                chips = self._chips(self.kind.key, f"{self.accessibleName()}, {label}")
                self._put_field(key, label, chips, self._value[key], self._put_key(key))
        self.add.setMenu(menu)

    def _put_key(self, key: str) -> Callable[[Any], None]:
        def put(value: Any) -> None:
            left = {name: one for name, one in self._value.items() if name != key}
            self._said(left if value is None else {**self._value, key: value})

        return put

    def _add_member(self, key: str) -> None:
        self._said({**self._value, key: {"least": 2} if key in ("count", "hexes") else {}})
        self._build()
        self.fields[key].setFocus()

    def _near(self) -> None:
        counts = {"count": ("How many (at least one by default)", RangeField("How many units", optional=True))}
        if self.kind.key == "within":
            counts["hexes"] = ("Within how many hexes", RangeField("Hexes"))
        for key, (label, field) in counts.items():
            self._put_field(key, label, field, self._value.get(key), self._put_key(key))
        inner = {name: one for name, one in self._value.items() if name not in ("count", "hexes")}
        self._put_field("", "Which units", self._chips(self.kind.key, "Which units"), inner, self._put_units)

    def _put_units(self, value: Any) -> None:
        kept = {name: self._value[name] for name in ("count", "hexes") if name in self._value}
        entries = [entry for entry in listed(value) if isinstance(entry, Mapping)]
        self._said({**{key: one for entry in entries for key, one in entry.items()}, **kept})
