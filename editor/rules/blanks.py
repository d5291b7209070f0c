"""The first contents of a value that is added to a rules file: the least that can be played."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from editor.rules.shapes import RuleShape

_TABLE: Final = {"columns": ["1:2", "1:1", "2:1"], "rows": {"1-3": ["-", "-", "-"], "4-6": ["-", "-", "-"]}}


def blank_of(shape: RuleShape) -> Any:
    """The first value of a key that is added."""
    if shape.kind == "model":
        return {}
    if shape.kind == "choice":
        return shape.choices[0] if shape.choices else ""
    return {"bool": True, "map": {}, "list": []}.get(shape.kind, "")


def larger_of(shape: RuleShape) -> Any:
    """The first contents of the larger form of a value that may be a word."""
    if shape.kind == "list":
        return [new_entry(shape.inner, (), "")] if shape.inner is not None else []
    return _blank_model(shape.parts(), ())


def new_entry(inner: RuleShape, taken: Collection[str], name: str) -> Any:
    """The first contents of a new entry of a list or mapping; ``taken`` are the existing names."""
    if inner.kind == "cells":
        return _TABLE
    if inner.kind == "condition":
        return next((word for word in inner.choices if word not in taken), {})
    if inner.kind == "list" and inner.inner is not None and inner.inner.short == "cost":
        return 1
    if inner.kind != "model":
        return {"list": [], "map": {}, "number": 1, "whole": 1, "turns": 1}.get(inner.kind, "")
    if inner.short == "title":
        return name.replace("_", " ").capitalize()
    if inner.short == "cost":
        return 1
    return _blank_model(inner.parts(), taken)


def _blank_model(parts: Mapping[str, RuleShape], taken: Collection[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, shape in parts.items():
        if not shape.required:
            continue
        if key == "name":
            number = next(n for n in range(1, 10_000) if f"new_{n}" not in taken)
            found[key] = f"new_{number}"
        elif shape.kind == "model":
            found[key] = _blank_model(shape.parts(), ())
        elif shape.kind == "dice":
            found[key] = "1d6"
        elif shape.kind in ("amount", "number", "whole"):
            found[key] = 1
        else:
            found[key] = blank_of(shape)
    return found
