"""Each key of a rules file has a name and says what it is for, in forms and in the schema for editors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from engine.formats.schema import schema
from engine.kit.model.choice_names import WORDS
from engine.kit.model.naming import NAMES, PLAIN, is_named, name_of
from engine.kit.model.parts import KitPart
from engine.kit.model.system_file import SystemFile


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


def _models(model: type[BaseModel] = KitPart) -> Iterator[type[BaseModel]]:
    yield model
    for one in model.__subclasses__():
        yield from _models(one)


def _keys_of(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


def test_every_key_has_a_name() -> None:
    assert SystemFile in _models()
    unnamed = {f"{one.__name__}.{key}" for one in _models() for key in _keys_of(one) if not is_named(one, key)}
    assert unnamed == set()


def test_names_read_well_beside_a_field_and_differ_within_a_block() -> None:
    for model in _models():
        names = [name_of(model, key) for key in _keys_of(model)]
        assert len(set(names)) == len(names), model.__name__
        for name in names:
            assert name[0].isupper(), (model.__name__, name)
            assert "_" not in name, (model.__name__, name)
            assert len(name) <= 30, (model.__name__, name)


def test_names_are_of_keys_and_words_that_there_are() -> None:
    keys = {one.__name__.partition("[")[0]: _keys_of(one) for one in _models()}
    assert [(owner, key) for owner, named in NAMES.items() for key in named if key not in keys[owner]] == []
    assert [(owner, key) for owner, key in WORDS if key not in keys[owner]] == []
    assert {key for found in keys.values() for key in found} >= PLAIN


def test_the_schema_has_the_same_names() -> None:
    parts = schema("system")["$defs"]
    assert parts["Once"]["properties"]["attacker"]["title"] == "A unit attacks"
    assert parts["ZoneRules"]["properties"]["cancelled_by_friend"]["title"] == "Friendly units cancel it for"
