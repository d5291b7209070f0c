"""The rows of a page of the rules desk, before there are widgets: the values that it shows, and their indents.

Two lists of rows that are equal are shown by the same widgets: then only values are shown again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from editor.document.rules_document import RulesDocument
from editor.rules.cells import RuleCell, cell_at
from editor.rules.pages import Page
from editor.rules.shapes import COMMENTS, LARGE
from engine.formats.source import DataPath
from engine.kit.model.combat import CombatKind

MANY: Final = 12
"""Entries of a list that are shown at once when a page is first shown."""
FIELD: Final = "field"
"""A value in a field of its own."""
HEADING: Final = "heading"
"""The title of a block, with what adds or removes the block."""
FOLD: Final = "fold"
"""A key with values inside it, that are shown or folded away."""
ENTRY: Final = "entry"
"""An entry of a list."""
NAMED: Final = "named"
"""An entry of a mapping, with its name."""
MORE: Final = "more"
"""What adds keys that a model has not."""
NEW: Final = "new"
"""What adds an entry to a list or mapping."""
NOTE: Final = "note"
"""A sentence."""


@dataclass(frozen=True)
class FormRow:
    """A row of a page."""

    kind: str
    ident: DataPath
    depth: int = 0
    label: str = field(default="", compare=False)
    """What people read; while a name is typed the widgets of the row stay."""
    open: bool = False
    inline: bool = False
    """Whether its value can be changed in the row itself."""
    folds: bool = False
    """Whether there are values inside it, to be shown or folded away."""
    keys: tuple[str, ...] = ()
    cell: RuleCell = field(compare=False, kw_only=True)


def rows_of(document: RulesDocument, page: Page, opened: Collection[DataPath]) -> list[FormRow]:
    """The rows of a page; ``opened`` are the places that are not folded away."""
    found: list[FormRow] = []
    for block in page.blocks:
        found += _root(document) if not block else _block(cell_at(document, block), opened)
    return found


def open_at_first(document: RulesDocument, page: Page) -> set[DataPath]:
    """The rows that are open at first: those directly below the blocks of a page, unless they are a long list."""
    found = set[DataPath]()
    waiting = [cell_at(document, block) for block in page.blocks if block]
    for _level in range(2):
        below = [child for cell in waiting if cell.shape.kind == "model" for child in cell.children()]
        waiting = [one for one in below if not one.shape.simple and 0 < len(list(one.children())) <= MANY]
        found |= {one.ident for one in waiting if not is_short(one)}
    return found


def _root(document: RulesDocument) -> Iterator[FormRow]:
    """The keys of the file itself that are no blocks."""
    whole = cell_at(document, ())
    for key in ("title", "name", "about", "base", "hooks"):
        cell = whole.child(key)
        yield FormRow(FIELD, cell.ident, 0, cell.shape.label, cell=cell)


def _block(cell: RuleCell, opened: Collection[DataPath]) -> Iterator[FormRow]:
    if cell.shape.simple:
        yield FormRow(FIELD, cell.ident, 0, cell.shape.label, cell=cell)
        return
    many = cell.shape.kind in ("list", "map")
    title = cell.title.replace("_", " ").capitalize() if isinstance(cell.key, int) else cell.shape.label
    yield FormRow(HEADING, cell.ident, 0, title, open=cell.given or many, cell=cell)
    if cell.given or many:
        yield from _contents(cell, 0, opened)
    else:
        yield FormRow(NOTE, cell.ident, 0, f"These rules have no {title.lower()}.", cell=cell)


def _contents(cell: RuleCell, depth: int, opened: Collection[DataPath]) -> Iterator[FormRow]:
    if cell.shape.kind == "model":
        yield from _model(cell, depth, opened)
        return
    names, children = fields_around(cell), list(cell.children())
    for child in children:
        kind = NAMED if cell.shape.kind == "map" and not names else ENTRY
        yield from _folded(kind, child, depth, names.get(str(child.key), child.title), opened)
    there = {str(child.key) for child in children}
    keys = tuple(name for name in names if name not in there)
    yield FormRow(NEW, cell.ident, depth, _one_of(cell), keys=keys, cell=cell)


def fields_around(cell: RuleCell) -> dict[str, str]:
    """The names of the fields that entries of a mapping are about, by their keys: of paragraphs of single fields."""
    if cell.key != "rules" or cell.around is None:
        return {}
    return {key: part.label for key, part in cell.around.shape.parts().items() if key not in COMMENTS}


def _model(cell: RuleCell, depth: int, opened: Collection[DataPath]) -> Iterator[FormRow]:
    parts = cell.shape.parts()
    sparse = len(parts) - len(COMMENTS) > LARGE and cell.shape.model is not CombatKind
    hidden, folds = [], list[RuleCell]()
    for key, shape in parts.items():
        child = cell.child(key)
        seldom = not child.given and not shape.required and (sparse or key in COMMENTS)
        if seldom and child.ident not in opened:
            hidden.append(key)
        elif shape.simple:
            yield FormRow(FIELD, child.ident, depth, shape.label, cell=child)
        else:
            folds.append(child)
    for child in folds:
        yield from _folded(FOLD, child, depth, child.shape.label, opened)
    if hidden:
        yield FormRow(MORE, cell.ident, depth, keys=tuple(hidden), cell=cell)


def _folded(kind: str, cell: RuleCell, depth: int, label: str, opened: Collection[DataPath]) -> Iterator[FormRow]:
    inline = cell.shape.simple or bool(cell.shape.choices) or is_short(cell)
    folds = not cell.shape.simple and not (cell.shape.choices and (cell.worded or not cell.given))
    shown = cell.ident in opened and folds
    yield FormRow(kind, cell.ident, depth, label, shown, inline, folds, cell=cell)
    if shown:
        yield from _contents(cell, depth + 1, opened)


def is_short(cell: RuleCell) -> bool:
    """Whether it stands there in its short form, or could."""
    inner = cell.shape.inner
    if (
        cell.shape.kind == "list"
        and inner is not None
        and isinstance(cell.raw, Mapping)
        and set(cell.raw) <= inner.only
    ):
        return False
    return short_of(cell) != "" and not cell.long


def short_of(cell: RuleCell) -> str:
    """The key whose value can replace the whole cell; empty for none."""
    shape = cell.shape
    if shape.kind == "list" and shape.inner is not None and shape.inner.required:
        return shape.inner.short
    return shape.short if shape.kind == "model" and shape.short not in ("do", "") else ""


def _one_of(cell: RuleCell) -> str:
    """What an entry of a list or mapping is called on the button that adds one."""
    inner = cell.shape.inner
    model = inner.model.__name__ if inner is not None and inner.model is not None else ""
    within = str(cell.around.key) if cell.around is not None else ""
    return _KEYS.get(str(cell.key)) or _MODELS.get(model) or _INSIDE.get(within, "entry")


_MODELS: Final = {
    "UnitType": "type",
    "PrintedValue": "value",
    "Status": "status",
    "PhaseRule": "phase",
    "ChangeRule": "change",
    "EffectRule": "effect",
    "CombatKind": "kind of combat",
    "CostLine": "cost",
    "PathCost": "cost",
    "Result": "result",
    "Paragraph": "paragraph",
    "RallyRule": "rally",
    "Reaction": "reaction",
    "Leader": "leader",
    "Loan": "loan",
    "Chit": "chit",
    "Transport": "transport",
    "SourceRule": "source",
    "EventTable": "table of events",
    "EventEntry": "event",
    "MarkerRule": "marker",
    "SettingRule": "setting",
    "KitOption": "option",
}
_KEYS: Final = {
    "tables": "table",
    "rules": "paragraphs of a field",
    "hex": "terrain",
    "feature": "feature",
    "hexside": "hexside",
    "path": "path",
    "like": "kind of the map",
    "hinders": "hindrance",
    "reduced": "value",
    "without": "value",
    "turns": "kind of weather",
    "table": "kind of weather",
    "add": "side",
    "classes": "class",
    "conditions": "condition",
    "flags": "flag",
    "kinds": "kind",
    "not_into": "kind of hex",
    "avoid": "kind of hex",
}


def asked_of(called: str) -> str:
    """What a line says, while it is empty, into which the name of a new entry is typed."""
    return _ASKED.get(called, f"Name of a new {called}")


_ASKED: Final = {"die roll": "Die roll, such as 1-2", "number of times": "Number of times"}
"""What is asked for where an entry has a number in place of a name."""
_INSIDE: Final = {"table": "die roll", "statuses": "value", "supply": "number of times"}
"""What an entry is called by what is around its list."""


def around_of(ident: DataPath) -> Iterator[DataPath]:
    """The places around a place, which must be open to show it."""
    return (ident[:length] for length in range(1, len(ident) + 1))
