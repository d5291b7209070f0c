"""A field for hexes that have other hexes or regions each, such as fortresses with their besiegers: all of them are
chosen on the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic_core import PydanticCustomError
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from editor.controls.choose_on_map import MapChoice
from editor.desk.desk import Desk
from editor.look.rebuilding import taken_out
from editor.panels.buttons import PanelButton
from editor.panels.fields import OwnField
from editor.panels.place_field import PlaceField
from editor.plain import PlainLabel, as_written
from engine.formats.short_forms import tokens

_INDENT: Final = 12
"""Pixels that the places of a hex stand to the right of it."""


def names_in(value: Any) -> tuple[str, ...]:
    """The names of a value; none where a broken file holds something else."""
    try:
        return tuple(tokens(value)) if value else ()
    except PydanticCustomError:
        return ()


class PlacesByHexField(OwnField):
    """Hexes by name, each with its places."""

    def __init__(self, desk: Desk, title: str) -> None:
        super().__init__()
        self.desk, self.title = desk, title
        self.places: dict[str, PlaceField] = {}
        """The field of each hex."""
        self.choice: MapChoice | None = None
        self._rows: dict[str, tuple[QWidget, QLabel]] = {}
        self.add = PanelButton()
        self.add.setText("Add a hex on the map")
        self.add.setCheckable(True)
        self.add.setToolTip(as_written(f"{title}: click the hex on the map; Esc ends it"))
        self.add.toggled.connect(self._toggle)
        self.setAccessibleName(title)
        self.body = QVBoxLayout()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(self.body)
        layout.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing is chosen for a field that is out of sight."""
        self.stop()
        super().hideEvent(event)

    def stop(self) -> None:
        """No hex is waited for any longer."""
        self.add.setChecked(False)
        for field in self.places.values():
            field.stop()

    def show_value(self, value: Any) -> None:
        """Show the hexes and their places; a field in which hexes are being chosen stays."""
        given = value if isinstance(value, Mapping) else {}
        shown = {str(name): names_in(places) for name, places in given.items()}
        for name in [*self.places]:
            if name not in shown:
                self._drop(name)
        for name, places in shown.items():
            if name not in self.places:
                self._put(name)
            self._rows[name][1].setText(self._spoken(name))
            with QSignalBlocker(self.places[name]):
                self.places[name].show_names(places)

    def _spoken(self, name: str) -> str:
        board = self.desk.board
        spot = board.find(name)
        return board.spoken(spot) if spot is not None else f"{name}, which is not on the map"

    def _put(self, name: str) -> None:
        """The row of a hex."""
        told = PlainLabel()
        told.setWordWrap(True)
        remove = PanelButton()
        remove.setText("Remove")
        remove.setAccessibleName(f"Remove {name}: {self.title}")
        remove.clicked.connect(lambda: self._remove(name))
        places = PlaceField(self.desk, f"the hexes of {self._spoken(name)}")
        places.edited.connect(lambda _names, _stroke: self._tell())
        head = QHBoxLayout()
        head.addWidget(told, 1)
        head.addWidget(remove)
        row = QWidget()
        layout = QVBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(head)
        inner = QHBoxLayout()
        inner.setContentsMargins(_INDENT, 0, 0, 0)
        inner.addWidget(places)
        layout.addLayout(inner)
        self.body.addWidget(row)
        self.places[name], self._rows[name] = places, (row, told)

    def _drop(self, name: str) -> None:
        self.places.pop(name).stop()
        row, _ = self._rows.pop(name)
        taken_out(self.body, row)

    def _remove(self, name: str) -> None:
        self._drop(name)
        self._tell()

    def _tell(self) -> None:
        self.edited.emit({name: list(field.names) for name, field in self.places.items()})

    # -- another hex ------------------------------------------------------------------------------------------

    def _toggle(self, on: bool) -> None:
        if on:
            for field in self.places.values():
                field.stop()
            self.choice = MapChoice(self.desk, (), f"{self.title}: click the hex. Esc ends it.", self._chosen)
            self.choice.ended.connect(self._ended)
        elif self.choice is not None:
            self.choice.end()

    def _ended(self) -> None:
        self.choice = None
        with QSignalBlocker(self.add):
            self.add.setChecked(False)

    def _chosen(self, hexes: list[int], _stroke: int) -> None:
        """The hex is there; the next clicks are for its places."""
        name = self.desk.board.spell(hexes[-1])
        self.stop()
        if name not in self.places:
            self._put(name)
            self._tell()
        if name in self.places:
            self.places[name].choose()
