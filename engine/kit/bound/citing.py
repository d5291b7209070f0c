"""The paragraphs that a rules file gives its blocks, entries and keys."""

from __future__ import annotations

from typing import Any

Rules = tuple[str, ...]
"""Paragraphs without the name of the file, the first of which is cited for what happens."""


def said(block: Any, key: str = "") -> Rules:
    """What an entry or a block says itself: of one of its keys, or of itself."""
    if block is None:
        return ()
    if key:
        rules = getattr(block, "rules", None) or {}
        found = rules.get(key)
        if found:
            return _listed(found)
    return _listed(getattr(block, "rule", None))


def cites(path: str, *steps: tuple[Any, str]) -> Rules:
    """The paragraphs of something: of the first of the steps (an entry or block, and a key of it or an empty text) that
    says any; else the block itself by its ``path``: ``combat.fire``."""
    for block, key in steps:
        found = said(block, key)
        if found:
            return found
    return (path,)


def _listed(rule: Any) -> Rules:
    return tuple(rule or ())
