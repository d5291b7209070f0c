"""Every key of a rules file is read by what plays it: none is passed over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

import engine.kit
from engine.kit.model import system_file
from engine.kit.model.parts import COMMENTS, KitPart, Named

ROOM = Path(str(engine.kit.__file__)).parent
READERS = [
    *ROOM.glob("*.py"),
    *(path for room in ("bound", "play", "combat", "hooks") for path in (ROOM / room).glob("*.py")),
    ROOM / "model" / "conditions.py",
]
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in READERS)
FOR_PEOPLE = {
    "Paragraph": {"title", "text", "kind"},
    "UnitType": {"symbol"},
    "Status": {"symbol"},
    "Marker": {"title", "symbol"},
    "MarkerRule": {"title", "symbol"},
    "Result": {"text"},
    "EventRow": {"text"},
    "RulesTable": {"dice", "source", "constraints"},
    "SystemFile": {"format", "base"},
}
"""Keys that no rule of play depends on: titles, symbols, sources, and what is checked alone."""


def _models() -> list[type[BaseModel]]:
    assert system_file.SystemFile
    found: list[type[BaseModel]] = []
    waiting: list[type[BaseModel]] = [KitPart]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.append(one)
            waiting += one.__subclasses__()
    return [one for one in found if one not in (KitPart, Named) and not issubclass(one, Named)]


KEYS = sorted({(model.__name__, name) for model in _models() for name in model.model_fields if name not in COMMENTS})


def is_read(name: str) -> bool:
    """Whether some reader names a key."""
    return re.search(rf"\.{name}\b|[\"']{name.rstrip('_')}[\"']|[\"']{name}[\"']", SOURCE) is not None


@pytest.mark.parametrize(("model", "name"), KEYS, ids=lambda part: part)
def test_a_key_is_read(model: str, name: str) -> None:
    assert name in FOR_PEOPLE.get(model, ()) or is_read(name)


def test_a_key_that_nobody_reads_is_noticed() -> None:
    assert not is_read("flies_by_night")
