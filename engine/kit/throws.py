"""The dice that a rules file has thrown, for programs where players roll them by themselves."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from engine.kit.model.system_file import SystemFile
from engine.mechanics.dice import DiceThrow
from engine.play.system import USUAL_DICE


def throws(model: SystemFile) -> tuple[str, ...]:
    """Returns every throw of a rules file once, such as ``2d6``, the smaller dice first; the usual ones for none."""
    found: set[str] = set()
    for written in _written(model):
        with contextlib.suppress(ValueError):
            found.add(str(DiceThrow.of(written)))
    return tuple(sorted(found, key=_size)) or USUAL_DICE


def _size(written: str) -> tuple[int, int]:
    throw = DiceThrow.of(written)
    return throw.faces, throw.number


def _written(held: Any) -> Iterator[str]:
    """The dice of a part of the rules, and of all that is in it."""
    if isinstance(held, BaseModel):
        for name, value in held:
            if name == "dice" and isinstance(value, str):
                yield value
            else:
                yield from _written(value)
    elif isinstance(held, Mapping):
        for value in held.values():
            yield from _written(value)
    elif isinstance(held, tuple | list):
        for value in held:
            yield from _written(value)
