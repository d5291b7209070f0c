"""The fields of the rules desk that are more than a line: conditions, tables, paragraphs, and the example beside a
page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from editor.rules.fields import DataField, LineField
from editor.rules.shapes import RuleShape
from editor.rules.words import NameLists
from engine.formats.yamltext import mapping


def condition_field(shape: RuleShape, words: NameLists) -> QWidget:
    """A field for a condition."""
    return LineField(shape, words.of("types classes terrain statuses flags"))


def table_field(_words: NameLists) -> QWidget:
    """A field for a table."""
    return DataField(_dumped)


def _dumped(value: Any) -> str:
    return "\n".join(mapping(value)) if isinstance(value, Mapping) else str(value)
