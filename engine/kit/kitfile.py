"""A rules file that has been read: what rules are bound from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from engine.boards.palette import Kind
from engine.kit.hooks.reading import HookFile


@dataclass(frozen=True, slots=True)
class KitFile:
    """The model of a rules file, with what the record of its system has from it."""

    name: str
    """What its paragraphs are cited with."""
    model: Any
    """The whole file (`engine.kit.model`)."""
    term_of: Callable[[Kind], str]
    """The term that a kind of a palette has in it; empty for none."""
    counters: type[BaseModel]
    """What is printed on a unit."""
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Its options (`engine.play.options.Option`)."""
    hooks: HookFile | str | None = None
    """Its hooks, or why they cannot be used: then nothing is played by it."""
