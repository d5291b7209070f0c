"""File > New table: asks, and makes an empty table."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from editor.dialogs.asking import asked
from editor.document.document import Document
from editor.tables.dialogs.table_size import NewTableDialog
from engine import formats
from engine.tables.table import Table

PALETTE = "table"


def ask(parent: QWidget) -> Document | None:
    """A document with a new table; None where the user changes their mind. Raises FileProblem for a broken palette."""
    palette = formats.load_palette(PALETTE)
    dialog = NewTableDialog(palette, parent)
    with asked(dialog) as accepted:
        if not accepted:
            return None
        table = Table(
            palette,
            dialog.table_name,
            scale=dialog.table_scale,
            size=dialog.size_in_paces,
            ground=dialog.ground,
        )
    return Document(table)


def fresh(name: str, size: tuple[int, int]) -> Table:
    """An empty table of a size in paces."""
    return Table(formats.load_palette(PALETTE), name, size=size)
