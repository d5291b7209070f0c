"""Templates: a scenario on an empty map, ready to be drawn and manned."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QObject

from editor.desk.desk import Desk
from editor.dialogs.forms import COLOURS
from editor.document.document import Document
from editor.kinds import TABLES
from editor.menus.file import FileActions
from engine import formats
from engine.boards.board import Board
from engine.hexes.board.grid import GridSpec
from engine.hexes.board.numbering import Numbering
from engine.scenario.model import Scenario, Side, Turns


class Template(NamedTuple):
    """What a scenario begins with."""

    system: str
    title: str
    about: str
    columns: int
    rows: int
    scale: str
    turns: int
    kind: str = "hexes"
    """The kind of its map; of a table columns and rows are paces."""


TEMPLATES: Final = (
    Template("tlg2", "New battle of 1812", "A field of 24 x 20 hexes, two armies, 8 turns", 24, 20, "100 yards", 8),
    Template("fm", "New battle of 1944", "A field of 32 x 24 hexes, two armies, 8 turns", 32, 24, "2.5 miles", 8),
    Template(
        "dbm",
        "New battle of antiquity",
        "A table of 2,400 x 1,600 paces without hexes, two armies of bases, 12 turns",
        2400,
        1600,
        "",
        12,
        "tables",
    ),
)


def action_key(template: Template) -> str:
    """The key of the action that begins with a template."""
    return f"file.template-{template.system}"


class TemplateActions(QObject):
    """An action for each template; the welcome page and the command palette offer them."""

    def __init__(self, desk: Desk, files: FileActions) -> None:
        super().__init__(desk)
        for template in TEMPLATES:
            desk.actions.add(
                action_key(template),
                template.title,
                lambda template=template: files.show(made(template)),
                tip=template.about,
            )


def _board(template: Template) -> Board:
    """The empty map of a template."""
    if template.kind == TABLES.key:
        found: Board = TABLES.offers("fresh")("Untitled table", (template.columns, template.rows))
        return found
    spec = GridSpec(template.columns, template.rows, numbering=Numbering())
    return Document.new_map(spec, formats.load_palette("standard"), "Untitled map", template.scale).board


def made(template: Template) -> Document:
    """A new document from a template; nothing of it has been saved."""
    board = _board(template)
    sides = {
        key: Side(key, name, *colours)
        for (key, name), colours in zip((("blue", "Blue"), ("red", "Red")), COLOURS, strict=False)
    }
    scenario = Scenario("untitled", "Untitled battle", template.system, board, turns=Turns(template.turns), sides=sides)
    document = Document(board, scenario, None, None)
    document.mark_unsaved("scenario")
    return document
