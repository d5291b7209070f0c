"""Which paragraphs a block or an entry of a rules file names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def own(entry: Any) -> tuple[str, ...]:
    """The paragraphs that an entry names itself."""
    rule = entry.get("rule") if isinstance(entry, Mapping) else getattr(entry, "rule", None)
    if not rule:
        return ()
    return (str(rule),) if isinstance(rule, str) else tuple(str(one) for one in rule)


def first(entry: Any) -> str:
    """The first of them; empty where it names none."""
    return next(iter(own(entry)), "")


def of_key(block: Any, key: str, name: str) -> tuple[str, ...]:
    """The paragraphs of a key of a block: what its entry names itself, else what the ``rules`` of the block name, else
    its ``rule``, else the block called ``name``."""
    found = own(getattr(block, key, None)) or (getattr(block, "rules", None) or {}).get(key)
    return tuple(found) if found else own(block) or (name,)


def said(block: Any, key: str, default: Any = None) -> Any:
    """What a block says under a key; ``default`` where it says nothing."""
    found = block.get(key) if isinstance(block, Mapping) else getattr(block, key, None)
    return default if found is None else found
