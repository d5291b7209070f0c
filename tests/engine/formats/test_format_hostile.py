"""Broken, hostile and huge files: one clear finding, soon, and never anything but our own errors."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from format_fields import MAP, SCENARIO
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import data
from engine.findings import FileProblem
from engine.formats import load, load_example, load_map, load_palette, load_replay, load_scenario, load_text
from engine.formats.documents import DOCUMENTS
from engine.formats.reading import DEEPEST, LARGEST, MOST_VALUES

TEN_MB = 10_000_000
HEAD = "format: hexwright-map 1\n"


def codes_of(path: Path | str) -> list[str]:
    loaded = load(path)
    assert loaded.model is None
    return [finding.code for finding in loaded.findings]


def written(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "bad.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


BOMB = "a: &a [x, x]\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [" + ", ".join([f"*{chr(97 + i)}"] * 9) + "]\n" for i in range(20)
)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "FILE013"),
        (b"\n\n# only a comment\n", "FILE013"),
        (b"just text", "FILE013"),
        ((HEAD + "name: Größe\n").encode("utf-16"), "FILE004"),
        ((HEAD + "name: Größe\n").encode("latin-1"), "FILE004"),
        (HEAD.encode() + b"name: a\0b\n", "FILE004"),
        (os.urandom(4096) + b"\xff", "FILE004"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "FILE004"),
        ("[" * TEN_MB, "FILE009"),
        (HEAD + "name: " + "[" * TEN_MB, "FILE009"),
        (HEAD + "name: " + "{a: " * 2_000_000, "FILE009"),
        (HEAD + "name:\n" + "- " * TEN_MB, "FILE009"),
        ("? " * 5_000_000, "FILE009"),
        (HEAD + "".join(" " * i + "a:\n" for i in range(200)), "FILE009"),
        ("- a\n" * 2_500_000, "FILE010"),
        ("[" + "a," * 5_000_000 + "]", "FILE010"),
        ('a: "' + "b" * TEN_MB, "FILE005"),
        ("%YAML 1.1\n" * 1_000_000, "FILE005"),
        ("&a " * 3_000_000, "FILE005"),
        ("\t" * TEN_MB, "FILE005"),
        (" " * TEN_MB, "FILE013"),
        ("name: x\n" * 20_000, "FILE006"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) == 7 else "",
)
def test_a_hopeless_file_gives_a_clear_finding_soon(tmp_path: Path, content: str | bytes, code: str) -> None:
    assert code in codes_of(written(tmp_path, content))


def test_an_alias_bomb_is_never_unfolded(tmp_path: Path) -> None:
    found = codes_of(written(tmp_path, HEAD + BOMB))
    assert "FILE007" in found


def test_limits_are_where_they_say(tmp_path: Path) -> None:
    deep = HEAD + "name: " + "[" * (DEEPEST - 1) + "]" * (DEEPEST - 1)
    assert codes_of(written(tmp_path, deep)) == ["FILE018", "FILE019"]
    assert "FILE010" in codes_of(written(tmp_path, "- 1\n" * MOST_VALUES))
    path = tmp_path / "huge.yaml"
    with path.open("wb") as stream:
        stream.truncate(LARGEST + 1)
    assert codes_of(path) == ["FILE003"]


def test_files_that_are_no_files(tmp_path: Path) -> None:
    assert codes_of(tmp_path / "nothing.yaml") == ["FILE001"]
    assert codes_of(tmp_path) == ["FILE002"]
    assert codes_of(written(tmp_path, MAP) / "below.yaml") == ["FILE001"]
    assert codes_of(str(tmp_path / "a\0b.yaml")) == ["FILE001"]
    assert codes_of(str(tmp_path / ("long" * 200))) == ["FILE002"]
    assert codes_of("") == ["FILE002"]
    loop = tmp_path / "loop.yaml"
    loop.symlink_to(loop)
    assert codes_of(loop) == ["FILE002"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert codes_of(tmp_path / "pipe.yaml") == ["FILE002"]
    assert codes_of("/dev/zero") == ["FILE002"]


def test_an_unreadable_file_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, MAP)

    def refuse(*args: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    loaded = load(path)
    assert [f.code for f in loaded.findings] == ["FILE002"]
    assert "Permission denied" in loaded.findings[0].message


def test_a_newer_version_says_what_can_be_read() -> None:
    loaded = load_text("format: hexwright-scenario 3\nunheard: of\n")
    assert [f.code for f in loaded.findings] == ["FILE015"]
    assert "version 3" in loaded.findings[0].message
    assert "up to 1" in loaded.findings[0].message


SEEDS = [
    MAP,
    SCENARIO,
    (data.maps() / "first_steps.yaml").read_text(encoding="utf-8"),
    (data.scenarios() / "first_steps.yaml").read_text(encoding="utf-8"),
    "format: hexwright-example 1\nrule: tlg2:4.1\nscenario: first_steps\nstart: {units: {a: 0101}}\n"
    "script:\n- us: end phase\nillegal:\n- {us: end phase, rule: tlg2:4.1}\nfinal: {a: {at: 0101}}\n",
    "format: hexwright-replay 1\nscenario: first_steps\nseed: 3\nplayers: {us: staff}\n"
    "actions:\n- {side: us, do: end phase, events: [{event: x}]}\n",
]
SIGNS = ["", "[", "]", "{", "}", ": ", "- ", "\n", "  ", "|", ">", "'", '"', "#", "/", "\t", "&a ", "*a", "!!int "]
SNIPPETS = [*SIGNS, "x", "0", "-1", "1e9", "null", "true", "L0101", "99999999999", "1.5", "é", "a: b", "[[]]", "{}"]


@given(st.data())
@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
def test_mutated_files_give_findings_and_nothing_else(drawn: st.DataObject) -> None:
    text = drawn.draw(st.sampled_from(SEEDS))
    for _ in range(drawn.draw(st.integers(1, 4))):
        begin = drawn.draw(st.integers(0, len(text)))
        end = min(len(text), begin + drawn.draw(st.integers(0, 12)))
        text = text[:begin] + drawn.draw(st.sampled_from(SNIPPETS)) + text[end:]
    loaded = load_text(text, "mutated.yaml")
    assert loaded.model is not None or loaded.errors
    lines = text.count("\n") + 1
    for finding in loaded.findings:
        assert finding.place.file != "mutated.yaml" or finding.place.line <= lines


@given(st.binary(max_size=300))
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_bytes_give_our_own_errors(tmp_path: Path, content: bytes) -> None:
    path = written(tmp_path, content)
    for loader in (load_map, load_scenario, load_example, load_replay, load_palette):
        with pytest.raises(FileProblem) as caught:
            loader(path)
        assert caught.value.findings


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(["map", "palette", "scenario", "example", "replay"]), st.data())
@settings(max_examples=300)
def test_values_of_any_kind_under_our_keys_give_findings(kind: str, drawn: st.DataObject) -> None:
    content = {key: drawn.draw(_values) for key in DOCUMENTS[kind].model_fields if drawn.draw(st.booleans())}
    content["format"] = f"hexwright-{kind} 1"
    loaded = load_text(json.dumps(content))
    assert loaded.model is not None or loaded.errors
