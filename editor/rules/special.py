"""The fields of the rules desk that are more than a line: conditions, tables, paragraphs."""

from __future__ import annotations

from editor.rules.shapes import RuleShape
from editor.rules.widgets.chips import ConditionChips
from editor.rules.widgets.paragraph_editor import ParagraphEditor
from editor.rules.widgets.table_grid import TableGrid
from editor.rules.widgets.value_fields import ValueField
from engine.formats.source import DataPath
from engine.kit.wordlist import WordList


def special_field(shape: RuleShape, ident: DataPath, words: WordList, name: str) -> ValueField | None:
    """The field for a condition, a table or all paragraphs; None for anything else."""
    if shape.kind == "condition":
        chips = ConditionChips(words, name=name)
        chips.set_place(ident)
        return chips
    field: TableGrid | ParagraphEditor | None = None
    if shape.kind == "cells":
        field = TableGrid()
        field.set_place(ident)
    elif shape.kind == "paragraphs":
        field = ParagraphEditor()
    show_words(field, words)
    return field


def show_words(field: object, words: WordList) -> None:
    """Offer the names of another word list."""
    if isinstance(field, ConditionChips | TableGrid | ParagraphEditor):
        field.set_words(words)
