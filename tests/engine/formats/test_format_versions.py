"""The ``format:`` line, migration of old versions, and the JSON Schemas."""

from __future__ import annotations

import json
from typing import Any

import pytest
from format_fields import MAP

from engine import data
from engine.formats import dump_map, load_text, migrations, schema
from engine.formats.migrations import CURRENT
from engine.formats.schema import FILES
from engine.hexes.board.battlemap import BattleMap


def older_to_newer(old: dict[str, Any]) -> dict[str, Any]:
    """What version 1 of a made-up past called title is now called name."""
    new = {key: value for key, value in old.items() if key != "title"}
    return {**new, "name": old["title"]} if "title" in old else new


def twice_as_high(old: dict[str, Any]) -> dict[str, Any]:
    return {**old, "name": old["name"] + " again"}


@pytest.fixture
def third_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(migrations.CURRENT, "map", 3)
    monkeypatch.setitem(migrations.MIGRATIONS, ("map", 1), older_to_newer)
    monkeypatch.setitem(migrations.MIGRATIONS, ("map", 2), twice_as_high)


@pytest.mark.usefixtures("third_version")
def test_an_old_file_goes_through_every_step_and_is_saved_as_a_new_one() -> None:
    loaded = load_text(MAP.replace("name:", "title:"))
    assert loaded.findings == []
    assert isinstance(loaded.model, BattleMap)
    assert loaded.model.name == "Small again"
    assert dump_map(loaded.model).startswith("format: hexwright-map 3\n")


@pytest.mark.usefixtures("third_version")
def test_mistakes_in_an_old_file_keep_their_places() -> None:
    loaded = load_text(MAP.replace("name:", "title:").replace(".ff.", ".f?."))
    assert [(f.code, f.place.line, f.place.column) for f in loaded.findings] == [("MAP003", 7, 5)]


@pytest.mark.usefixtures("third_version")
def test_a_version_that_never_was_is_refused() -> None:
    assert [f.code for f in load_text(MAP.replace("map 1", "map 0")).findings] == ["FILE014"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("hexwright-map 2", "FILE015"),
        ("hexwright-map 0", "FILE014"),
        ("hexwright-map", "FILE014"),
        ("hexwright-map one", "FILE014"),
        ("hexwright-sandbox 1", "FILE014"),
        ("7", "FILE014"),
        ("[hexwright-map, 1]", "FILE014"),
        ("", "FILE014"),
        ("hexwright-map 99999999999", "FILE014"),
    ],
)
def test_format_lines_that_are_refused(line: str, code: str) -> None:
    loaded = load_text(MAP.replace("hexwright-map 1", line))
    assert [f.code for f in loaded.findings] == [code]
    assert loaded.model is None
    assert loaded.kind == ""


def test_a_missing_format_line_says_how_to_begin() -> None:
    found = load_text(MAP.partition("\n")[2]).findings
    assert [f.code for f in found] == ["FILE014"]
    assert "format: hexwright-map 1" in found[0].hint


def test_the_kept_schemas_are_up_to_date() -> None:
    folder = data.resources() / "schemas"
    assert sorted(path.stem for path in folder.iterdir()) == sorted(FILES)
    for kind in FILES:
        kept = (folder / f"{kind}.json").read_text(encoding="utf-8")
        assert kept == schema.text(kind), "run python -m engine.formats.schema"


def test_schemas_know_the_keys_and_link_to_each_other() -> None:
    made = schema.schema("scenario")
    assert made["anyOf"] == [{"required": ["system", "map", "sides"]}, {"required": ["base"]}]
    assert made["additionalProperties"] is False
    assert {"$ref": "map.json"} in made["properties"]["map"]["anyOf"]
    assert made["properties"]["format"]["const"] == f"hexwright-scenario {CURRENT['scenario']}"
    json.dumps(made)


def test_every_kind_has_a_version_and_a_model() -> None:
    assert set(CURRENT) == set(FILES)
    assert set(migrations.MIGRATIONS) <= {(kind, step) for kind in CURRENT for step in range(1, CURRENT[kind])}
