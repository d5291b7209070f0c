"""Each key of a rules file says in one sentence what it is for: in forms as its tip, and in the schema for editors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.formats.schema import schema


def _keys() -> Iterator[tuple[str, dict[str, Any]]]:
    whole = schema("system")
    for name, part in {"SystemFile": whole, **whole["$defs"]}.items():
        for key, said in part.get("properties", {}).items():
            yield f"{name}.{key}", said


def test_every_key_has_a_sentence() -> None:
    keys = dict(_keys())
    assert len(keys) > 300
    assert [key for key, said in keys.items() if not said.get("description")] == []


def test_sentences_are_short_and_whole() -> None:
    for key, said in _keys():
        text = " ".join(said["description"].split())
        assert text[0].isupper() or text.startswith("``"), key
        assert text.endswith((".", "…")), key
        assert len(text) <= 160, key
