"""What the menu of a place on a table offers beside its units: the area or line there."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QMenu

from editor.desk.desk import Desk
from editor.tables.commands.edit_table import EditTable
from editor.tables.editing import raised, removed
from editor.tables.scale import PER_GRAIN
from editor.tables.shaping import joined, neighbours
from editor.tables.things import AREAS, LABELS, Thing, said_of, thing_at
from engine.tables.places import BasePlace
from engine.tables.table import table_of


def add_place(desk: Desk, menu: QMenu, spot: BasePlace | Thing) -> None:
    """Add what can be done with the uppermost thing at a place."""
    table = table_of(desk.board)
    thing = spot if isinstance(spot, Thing) else thing_at(table, QPointF(spot.x, spot.y) * PER_GRAIN)
    if thing is None or desk.preview.active:
        return
    menu.addSeparator()
    named = said_of(table, thing).replace("&", "&&")
    menu.addAction(f"&Select {named}", lambda: desk.selection.set([thing]))
    if thing.layer != LABELS:
        menu.addAction("&Raise", lambda: _order(desk, thing, 1))
        menu.addAction("&Lower", lambda: _order(desk, thing, -1))
    if thing.layer == AREAS and neighbours(table, thing.key):
        menu.addAction("&Join with those it touches", lambda: _join(desk, thing))
    menu.addAction("&Delete", lambda: desk.push(removed(table_of(desk.board), thing)))


def _join(desk: Desk, thing: Thing) -> None:
    """Join an area with those of its kind that it touches."""
    table = table_of(desk.board)
    areas = joined(table, thing.key)
    if areas is None:
        desk.status("They enclose ground of another kind: an area has no holes.")
    else:
        desk.push(EditTable(f"Join {said_of(table, thing)}", areas=areas))


def _order(desk: Desk, thing: Thing, by: int) -> None:
    command = raised(table_of(desk.board), thing, by)
    if command is not None:
        desk.push(command)
