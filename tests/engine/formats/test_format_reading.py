"""Strict YAML: what plain scalars mean, and where everything stands in the text."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from format_fields import MAP, SCENARIO
from hypothesis import given
from hypothesis import strategies as st

from engine.formats import reading
from engine.formats.reading import WrittenFloat, as_written, parse_text, resolve
from engine.formats.source import Node, Source


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0102", "0102"),
        ("1807", 1807),
        ("0", 0),
        ("-3", -3),
        ("-0", "-0"),
        ("+5", "+5"),
        ("1_000", "1_000"),
        ("0x1F", "0x1F"),
        ("0o17", "0o17"),
        ("1:30", "1:30"),
        ("1814-07-25", "1814-07-25"),
        ("1.5", 1.5),
        ("-0.25", -0.25),
        ("1e3", 1000.0),
        (".5", ".5"),
        ("5.", "5."),
        ("01.5", "01.5"),
        ("1e999", "1e999"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("9" * 31, "9" * 31),
        ("true", True),
        ("false", False),
        ("True", "True"),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("off", "off"),
        ("y", "y"),
        ("null", None),
        ("~", None),
        ("", None),
        ("Null", "Null"),
        ("=", "="),
    ],
)
def test_what_a_plain_scalar_means(text: str, value: Any) -> None:
    found = resolve(text)
    assert found == value
    assert type(found) is type(value) or isinstance(found, WrittenFloat)


def test_a_number_remembers_how_it_was_written() -> None:
    found = resolve("1.10")
    assert found == 1.1
    assert isinstance(found, float)
    assert as_written(found) == "1.10"
    assert as_written(1807) == "1807"


def test_keys_are_text_and_quoted_scalars_are_text() -> None:
    source, findings = parse_text("1: 'true'\n0102: \"1\"\nno: |\n  2\n")
    assert findings == []
    assert source.root is not None
    assert source.root.data == {"1": "true", "0102": "1", "no": "2\n"}


def test_a_key_given_twice_names_both_places() -> None:
    source, findings = parse_text("a:\n  b: 1\n  c: 2\n  'b': 3\n")
    assert [(f.code, f.place.line, f.place.column) for f in findings] == [("FILE006", 4, 3)]
    assert "line 2, column 3" in findings[0].message
    assert source.root is not None
    assert source.root.data == {"a": {"b": 1, "c": 2}}


def test_merge_keys_and_tags_are_refused_and_the_rest_is_read() -> None:
    source, findings = parse_text("a: {<<: {b: 1}, c: !!str 2}\nd: ! e\n")
    assert [f.code for f in findings] == ["FILE007", "FILE008", "FILE008"]
    assert source.root is not None
    assert set(source.root.data) == {"a", "d"}


def positions(text: str, *paths: tuple[str | int, ...]) -> list[tuple[int, int]]:
    source, findings = parse_text(text)
    assert findings == []
    return [source.position(path) for path in paths]


def test_scalars_stand_where_their_value_is_and_collections_where_their_key_is() -> None:
    text = "a: 1\nb:\n  c: {d: 2}\n  e:\n  - x\n  - {f: g}\n"
    assert positions(text, ("a",), ("b",), ("b", "c"), ("b", "c", "d"), ("b", "e"), ("b", "e", 0), ("b", "e", 1)) == [
        (1, 4),
        (2, 1),
        (3, 3),
        (3, 10),
        (4, 3),
        (5, 5),
        (6, 5),
    ]


def test_a_path_that_leads_nowhere_stands_where_it_gets_lost() -> None:
    assert positions("a: {b: 1}\n", ("a", "x"), ("a", "b", "c"), ("z",), ("a", 0)) == [(1, 1), (1, 8), (1, 1), (1, 1)]
    assert Source().position(("a",)) == (0, 0)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_are_counted_as_editors_count_them(newline: str) -> None:
    text = newline.join(["a: |", "  ab", "", "  cd", "b: x y", "  z", ""])
    source, findings = parse_text(text)
    assert findings == []
    place = source.character_place(("a",), 2, 1)
    assert (place.line, place.column) == (4, 4)
    assert [source.line_column(start) for start in source.token_starts(("b",))] == [(5, 4), (5, 6), (6, 3)]


def test_an_indentation_mark_is_respected() -> None:
    source, _ = parse_text("a:\n  b: |2\n       x\n     y\n")
    assert source.root is not None
    assert source.root.data["a"]["b"] == "   x\n y\n"
    place = source.character_place(("a", "b"), 1, 1)
    assert (place.line, place.column) == (4, 6)


def test_escapes_make_the_places_of_words_uncertain_but_never_wrong_lines() -> None:
    source, _ = parse_text('a: "x\\ty z"\n')
    assert [source.line_column(start) for start in source.token_starts(("a",))] == [(1, 4)] * 3


def outline(node: Node | None) -> Any:
    if node is None:
        return None
    inside: Any = node.data
    if node.members is not None:
        inside = {key: (start, outline(value)) for key, (start, value) in node.members.items()}
    elif node.items is not None:
        inside = [outline(item) for item in node.items]
    return node.start, node.style, inside


@pytest.mark.parametrize("text", [MAP, SCENARIO, "a: 'x'\nb: \"y\"\nc: >\n  z\n  w\nd: [1, {e: ~}]\n"])
def test_without_the_c_library_all_is_read_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fast, _ = parse_text(text)
    monkeypatch.setattr(reading, "_LOADER", yaml.SafeLoader)
    slow, findings = parse_text(text)
    assert findings == []
    assert outline(slow.root) == outline(fast.root)


@given(st.text(max_size=200))
def test_any_text_gives_values_or_a_finding(text: str) -> None:
    source, findings = parse_text(text)
    lines = len(text.splitlines()) + 1
    for finding in findings:
        assert 1 <= finding.place.line <= lines
        assert finding.place.column >= 1
    # Blank to YAML are its own line breaks too.
    held = text.strip("\n\r\x85\u2028\u2029 \ufeff")
    if source.root is None and held and not text.lstrip().startswith(("#", "%", "---", "...")):
        assert findings
