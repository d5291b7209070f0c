"""The fields of the rules desk that are more than a line: conditions, tables, paragraphs."""

from __future__ import annotations

from editor.rules.shapes import RuleShape
from editor.rules.widgets.chips import ConditionChips
from editor.rules.widgets.figure_field import FigureField
from editor.rules.widgets.paragraph_editor import ParagraphEditor
from editor.rules.widgets.table_grid import TableGrid
from editor.rules.widgets.value_fields import ValueField
from editor.rules.widgets.word_or_condition import WordOrCondition
from engine.formats.source import DataPath
from engine.kit.wordlist import WordList


def special_field(shape: RuleShape, ident: DataPath, words: WordList, name: str) -> ValueField | None:
    """The field for a condition, a table, all paragraphs, or what is chosen from a list; None for anything else."""
    if shape.kind == "amount" or shape.forms or (shape.kind in ("name", "names", "values") and _listed(shape)):
        return FigureField(shape, words, name)
    if shape.kind == "condition":
        chips = WordOrCondition(shape, words, name) if shape.choices else ConditionChips(words, name=name)
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


def _listed(shape: RuleShape) -> bool:
    return bool(shape.words or shape.choices)


def show_words(field: object, words: WordList) -> None:
    """Offer the names of another word list."""
    if isinstance(field, ConditionChips | FigureField | TableGrid | ParagraphEditor | WordOrCondition):
        field.set_words(words)
