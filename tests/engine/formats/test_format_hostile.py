"""Broken, hostile and huge files: one clear finding, soon, and never anything but our own errors."""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest
import yaml
from format_fields import MAP, SCENARIO
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sweeps import tries

from engine import data
from engine.boards.furniture import Furniture, FurnitureKind
from engine.errors import ActionError
from engine.findings import FileProblem
from engine.formats import load, load_example, load_map, load_palette, load_replay, load_scenario, load_text
from engine.formats.reading import DEEPEST, LARGEST, MOST_LINES, MOST_VALUES, MOST_WORDS, read_text
from engine.formats.schema import documents
from engine.formats.source import MOST_FINDINGS
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.formats.layers import HexNames
from engine.play import Game
from engine.scenario import Arrival, Level, Scenario, Side, Unit
from engine.umpire.checks import bars_to_play, check_loaded

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
        (HEAD + "name:\n" + "- " * 1_000_000, "FILE009"),
        ("? " * 1_000_000, "FILE009"),
        (HEAD + "".join(" " * i + "a:\n" for i in range(200)), "FILE009"),
        ("- a\n" * 2_500_000, "FILE010"),
        ("[" + "a," * 5_000_000 + "]", "FILE010"),
        ('a: "' + "b" * TEN_MB, "FILE005"),
        ("%YAML 1.1\n" * 500_000, "FILE005"),
        ("&a " * 3_000_000, "FILE005"),
        ("\t" * TEN_MB, "FILE005"),
        (" " * TEN_MB, "FILE013"),
        ("name: x\n" * 20_000, "FILE006"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) == 7 else "",
)
def test_a_hopeless_file_gives_a_clear_finding_soon(tmp_path: Path, content: str | bytes, code: str) -> None:
    assert code in codes_of(written(tmp_path, content))


@pytest.mark.parametrize(
    ("content", "what", "advice"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG picture", "Underlay"),
        (b"\xff\xd8\xff\xe0", "a JPEG picture", "Underlay"),
        (b"BM\x36\x10\0\0\0\0\0\0\x36\0\0\0", "a BMP picture", "Underlay"),
        (b"MM\0*" + b"\0" * LARGEST, "a TIFF picture", "Underlay"),
        (b"%PDF-1.7\n%", "a PDF document", "underlay"),
        (
            b"<?xml version='1.0'?>\n<VASSAL.launch.BasicModule name='x'/>",
            "the build file of a VASSAL module",
            "Import",
        ),
        (b"<VASSAL.build.GameModule name='x'>", "the build file of a VASSAL module", "Import"),
        (b'<?xml version="1.0"?>\n<map version="1.10" tiledversion="1.10" orientation="hexagonal">', "Tiled", "Import"),
        (b'{"compressionlevel":-1, "tiledversion":"1.10"}', "Tiled", "Import"),
        (b'{\n "type": "FeatureCollection", "features": []}', "a GeoJSON file", "Import"),
        (b'{"SaveName": "x", "ObjectStates": []}', "Tabletop Simulator", "Hexwright"),
        (b"\x1f\x8b\x08\0", "Worldographer", "Import"),
        (b"GBOX\0\0", "Cyberboard", "PNG"),
        (b"<!DOCTYPE html><html>", "a web page", "file itself"),
        (b"<svg xmlns='x'/>", "an SVG drawing", "PNG"),
        (b"{\\rtf1", "a word processor", "plain text"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_of_another_program_is_called_what_it_is(tmp_path: Path, content: bytes, what: str, advice: str) -> None:
    text, (finding,) = read_text(written(tmp_path, content))
    assert text == ""
    assert finding.code == "FILE004"
    assert what in finding.message
    assert advice in finding.hint


@pytest.mark.parametrize(
    ("name", "inside", "what"),
    [
        ("game.vmod", "buildFile.xml", "a VASSAL module"),
        ("game.zip", "buildFile", "a VASSAL module"),
        ("more.vmdx", "buildFile", "an extension of a VASSAL module"),
        ("turn3.vsav", "savedGame", "a saved game of VASSAL"),
        ("oob.xlsx", "xl/workbook.xml", "a spreadsheet (xlsx)"),
        ("rules.docx", "word/document.xml", "a word processor"),
        ("board.zip", "BoardMetadata.xml", "a board file of VASL"),
        ("maps.zip", "maps/a.yaml", "a ZIP archive"),
    ],
)
def test_an_archive_is_called_what_it_is(tmp_path: Path, name: str, inside: str, what: str) -> None:
    with zipfile.ZipFile(tmp_path / name, "w") as archive:
        archive.writestr(inside, "x")
    (finding,) = read_text(tmp_path / name)[1]
    assert what in finding.message
    assert finding.hint


def test_an_open_document_says_what_it_is_first(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "oob.ods", "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    (finding,) = read_text(tmp_path / "oob.ods")[1]
    assert "a spreadsheet (ods)" in finding.message
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04" + b"\xff" * 100)
    assert "a ZIP archive" in read_text(tmp_path / "broken.zip")[1][0].message


@pytest.mark.parametrize("text", ["BMW: 3\n", '{"format": "hexwright-map 1"}', "[1]", "GBO: x"])
def test_a_text_is_a_text(tmp_path: Path, text: str) -> None:
    assert read_text(written(tmp_path, text)) == (text, [])


def test_names_longer_than_anybody_reads_are_refused() -> None:
    long = "x" * 200_000
    for text in (
        MAP.replace("name: Small", f"name: {long}"),
        SCENARIO.replace("name: 9th Infantry", f"name: {long}"),
        SCENARIO.replace("name: United States", f"name: {long}"),
        MAP + f"names: [{{text: {long}, at: L0101}}]\n",
    ):
        loaded = load_text(text)
        assert [finding.code for finding in loaded.errors] == ["FILE020"]
        assert len(loaded.errors[0].message) < 200


def test_more_place_names_than_a_map_can_show_are_refused() -> None:
    loaded = load_text(MAP + "names:\n" + "- {text: A, at: L0101}\n" * 20_000)
    assert [finding.code for finding in loaded.errors] == ["FILE020"]


@pytest.mark.parametrize("mark", ["\\n", "\\r\\n", "\\x85", "\\u2028", "\\v"])
def test_a_name_is_one_line_wherever_it_is_said(mark: str) -> None:
    forged = f'"Blue{mark}9:9: error SIDE001 forged"'
    text = SCENARIO.replace("name: United States", f"name: {forged}").replace("9th Infantry", forged)
    loaded = load_text(text)
    assert isinstance(loaded.model, Scenario)
    for name in (loaded.model.sides["us"].name, loaded.model.units["us-9"].name):
        assert name == "Blue 9:9: error SIDE001 forged"
    for finding in check_loaded(loaded):
        assert len(str(finding).splitlines()) == 1


@pytest.mark.parametrize("mark", ["\n", "\r\n", "\x85", "\u2028", "\v"])
def test_a_name_is_one_line_wherever_it_comes_from(mark: str) -> None:
    """As forms and the clipboard give it: models themselves hold no other."""
    forged = f"Blue{mark}9:9: error SIDE001 forged"
    said = "Blue 9:9: error SIDE001 forged"
    unit = Unit("us-9", "us", forged, "infantry", formation=f"I Corps > {forged}")
    assert (unit.name, unit.formation) == (said, f"I Corps > {said}")
    assert (Side("us", forged).name, Label(forged, 0).text) == (said, said)
    assert Region("heights", forged, frozenset()).name == said
    assert Furniture(FurnitureKind.BOX, title=forged).title == said
    assert (Level(forged, 1).name, replace(Arrival(1, "us", (), ()), name=forged).name) == (said, said)


@pytest.mark.parametrize("mark", ["\\n", "\\u2028"])
def test_names_on_a_map_are_one_line(mark: str) -> None:
    forged = f'"Ford{mark}9:9: error SIDE001 forged"'
    text = MAP + f"names:\n- {{text: {forged}, at: L0101}}\n"
    text += f"regions:\n  west: {{name: {forged}, hexes: [L0101]}}\nfurniture:\n- {{kind: box, title: {forged}}}\n"
    board = load_text(text).model
    assert isinstance(board, BattleMap)
    names = [board.labels[0].text, board.regions["west"].name, board.look.furniture[0].title]
    assert names == ["Ford 9:9: error SIDE001 forged"] * 3


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of each text in a file's values."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))


def test_no_text_of_a_file_forges_a_finding() -> None:
    for path in leaves(yaml.safe_load(SCENARIO)):
        values = yaml.safe_load(SCENARIO)
        inner = values
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] += "\u2028s.yaml:9:9: error SIDE001 forged"
        for finding in check_loaded(load_text(yaml.safe_dump(values, sort_keys=False))):
            assert len(f"{finding} {finding.message} {finding.hint}".splitlines()) == 1, path


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


GRID = HEAD + "grid: {columns: 4, rows: 4}\n"
BATTLE = """\
format: hexwright-scenario 1
system: fm
map: {grid: {columns: 4, rows: 4}}
sides: {a: {}, b: {}}
units: {u: {side: a, type: infantry, attack: 1, defense: 1, movement: 1}}
"""


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("\n" * 31_000_000, "lines"),
        (HEAD + " |\n" * 10_000_000, "lines"),
        (HEAD + "\r" * 10_000_000, "lines"),
        (GRID + "features:\n  building: " + "0101 " * 6_000_000, "words"),
        (BATTLE + "turns: {count: 9, night: '" + "1-9999 " * 4_000_000 + "'}", "words"),
        (HEAD + "x: [" + "*a, " * 4_000_000 + "]", "words"),
    ],
    ids=["newlines", "bars", "returns", "hexes", "turns", "aliases"],
)
def test_what_no_file_needs_is_refused_before_it_is_taken_apart(
    content: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parse(*_: object, **__: object) -> NoReturn:
        pytest.fail("the text is parsed")

    monkeypatch.setattr(yaml, "parse", parse)
    findings = load_text(content).findings
    assert [finding.code for finding in findings] == ["FILE010"]
    assert said in findings[0].message
    assert (findings[0].place.line, findings[0].place.column) == (1, 1)


def test_lines_and_words_at_their_limits_are_read() -> None:
    lines = "format: hexwright-map 1\n" + "\n" * (MOST_LINES - 2) + "name: x\n"
    assert [finding.code for finding in load_text(lines).findings] == ["FILE018"]
    words = HEAD + "provenance: " + "x " * (MOST_WORDS - 4)
    assert [finding.code for finding in load_text(words).findings] == ["FILE018"]
    assert [finding.code for finding in load_text(words + "x").findings] == ["FILE010"]


@pytest.mark.parametrize("item", ["*a,", "&a 1,", "!a 1,"])
def test_nothing_is_read_on_once_there_are_too_many_mistakes(item: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parse, events = yaml.parse, []

    def counted(*given: Any, **more: Any) -> Iterator[Any]:
        for event in parse(*given, **more):
            events.append(None)
            yield event

    monkeypatch.setattr(yaml, "parse", counted)
    loaded = load_text(HEAD + "x: [" + item * 1_000_000 + "]")
    assert loaded.model is None
    assert {finding.code for finding in loaded.findings} <= {"FILE007", "FILE008", "FILE024"}
    assert len(events) < 2 * MOST_FINDINGS


def test_aliases_count_as_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.formats.reading.MOST_VALUES", 100)
    found = [finding.code for finding in load_text(HEAD + "x: [" + "*a," * 150 + "]").findings]
    assert "FILE010" in found


LISTS = {
    "features": GRID + "features: {building: %s}",
    "hexsides": GRID + "hexsides: {river: %s}",
    "paths": GRID + "paths: {road: %s}",
    "regions": GRID + "regions: {r: {hexes: %s}}",
    "setup_areas": BATTLE + "setup_areas: {a: %s}",
    "entry": BATTLE + "reinforcements: [{turn: 1, side: a, entry: %s, units: u}]",
    "units": BATTLE + "reinforcements: [{turn: 1, side: a, entry: '0101', units: %s}]",
    "hexes": BATTLE + "victory: {scoring: [{kind: hold, hexes: %s}]}",
    "area": BATTLE + "deployment: [{side: a, area: %s, units: u}]",
    "pool": BATTLE + "pools: {p: {side: a, units: %s}}",
}


@pytest.mark.parametrize("where", LISTS)
def test_lists_are_no_longer_than_what_they_name(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = {"hexsides": "0101/0102", "paths": "0101", "units": "u", "pool": "u"}.get(where, "0101")
    looked = []
    find = HexNames.find
    monkeypatch.setattr(HexNames, "find", lambda names, text: looked.append(text) or find(names, text))
    loaded = load_text(LISTS[where] % ("'" + f"{name} " * 100_000 + "'"))
    assert "FILE026" in [finding.code for finding in loaded.findings]
    assert len(looked) < 10, "and the names are not even looked up"


def test_short_lists_may_repeat_names() -> None:
    loaded = load_text(LISTS["features"] % ("'" + "0101 " * 100 + "'"))
    assert {finding.code for finding in loaded.findings} == {"MAP019"}


@pytest.mark.parametrize(
    "text",
    [
        "special: {no_zoc_into: '" + "0101 " * 100_000 + "'}",
        "special: {support_fire: {allotment: {" + ", ".join(f"{n}: 1" for n in range(1, 1000)) + "}}}",
        "special: {support_fire: {a: [" + "{strength: 1}, " * 1000 + "]}}",
        "tables: {combat_results: {rows: {" + ", ".join(f"{n}: [a]" for n in range(1, 1000)) + "}}}",
        "special: {" + ", ".join(f"s{n}: 1" for n in range(1000)) + "}",
        "options: {" + ", ".join(f"s{n}: 1" for n in range(1000)) + "}",
        "turns: {count: 3, night: '" + "1-9999 " * 1000 + "'}",
        "units: {u: {side: a, type: infantry" + "".join(f", v{n}: 1" for n in range(1000)) + "}}",
    ],
    ids=["places", "turns", "markers", "rows", "special", "options", "night", "values"],
)
def test_what_rules_would_look_at_one_by_one_is_bounded(text: str) -> None:
    battle = BATTLE if not text.startswith("units") else BATTLE.partition("units:")[0]
    findings = bars_to_play(load_text(battle + text + "\n"))
    assert len(findings) == 1, "said once"
    assert re.search(r"at most|more than the map", findings[0].message)


@pytest.mark.parametrize("script", ["script: [{a: %s}]", "illegal: [{a: %s}]"])
def test_an_action_is_no_longer_than_a_player_could_say(script: str) -> None:
    battle = "  " + BATTLE.partition("\n")[2].strip().replace("\n", "\n  ")
    example = f"format: hexwright-example 1\nrule: fm:4.1\nscenario:\n{battle}\n"
    loaded = load_text(example + script % ("move u " + "0102 0101 " * 200_000))
    assert any("20,000 characters" in finding.message for finding in loaded.findings)


def test_too_long_an_action_is_no_action() -> None:
    scenario = load_scenario("first_steps")
    game = Game(scenario, 1)
    with pytest.raises(ActionError, match="20,000 characters"):
        game.verdict("move us-1 " + "0102 0101 " * 200_000)


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
@settings(max_examples=tries(130, 400), suppress_health_check=[HealthCheck.too_slow])
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
@settings(max_examples=tries(70, 200), suppress_health_check=[HealthCheck.function_scoped_fixture])
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
@settings(max_examples=tries(100, 300))
def test_values_of_any_kind_under_our_keys_give_findings(kind: str, drawn: st.DataObject) -> None:
    document = drawn.draw(st.sampled_from(documents(kind)))
    content = {key: drawn.draw(_values) for key in document.model_fields if drawn.draw(st.booleans())}
    content["format"] = f"hexwright-{kind} 1"
    loaded = load_text(json.dumps(content))
    assert loaded.model is not None or loaded.errors
