"""Places of a rules file as people read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from editor.rules.shapes import RuleShape, shape_below, whole
from engine.formats.source import DataPath
from engine.kit.wordlist import spoken

ARROW: Final = " \u203a "
"""What stands between the names of a place."""


def place_in_words(data: Any, path: DataPath) -> str:
    """A place as people read it: the names of its keys with arrows between them; entries of lists by their names."""
    said: list[str] = []
    node, shape = data, whole()
    for part in path:
        node = _below(node, part)
        shape = shape_below(shape, part) or RuleShape("any")
        name = node.get("name") if isinstance(part, int) and isinstance(node, Mapping) else None
        if isinstance(part, int):
            said.append(spoken(name) if isinstance(name, str) else f"{part + 1}")
        else:
            said.append(shape.label or spoken(part))
    return ARROW.join(said) or "the file"


def _below(node: Any, part: str | int) -> Any:
    if isinstance(node, Mapping):
        return node.get(part)
    return node[part] if isinstance(node, list) and isinstance(part, int) and part < len(node) else None
