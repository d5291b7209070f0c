"""Files of tables: read with every mistake at its place, written to the byte, with comments, schema, digest."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from bad_tables import good_table
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sweeps import tries
from table_samples import square

from editor.commandline import cli
from engine import formats
from engine.boards.board import Board
from engine.boards.furniture import Furniture, FurnitureKind
from engine.boards.kinds import kind_of, kind_of_file
from engine.boards.look import MapLook
from engine.boards.underlay import Underlay
from engine.formats.holding import held
from engine.formats.schema import documents, schema
from engine.formats.write_scenario import digest
from engine.tables.formats.documents import MOST_AREAS
from engine.tables.formats.reading import MOST_POINTS
from engine.tables.table import HillPart, Table, TableArea, TableLabel, TableLine, TableRegion, TableWall
from engine.umpire.checks import check_loaded

FULL = """\
# Drawn for the tests.
format: hexwright-map 1
name: Zama
scale: 1 pace is 0.75 m
palette: table
provenance: Drawn by hand.
table: {size: [3000, 2000], ground: dunes, north: 12.5}   # not the usual size
areas:
# the wood on the left
- {key: wood-1, kind: wood, outline: "2100,300 2400,320 2350,610", smooth: true}
- key: hill-1
  kind: hill
  slope: steep
  cover: brushy
  outline: "300,800 800,780 900,1200 250,1150"
  crest: "410,905 720,950"
  parts: [{slope: gentle, cover: wooded, outline: "700,800 760,800 760,900"}]
  with: town
  placed: defender
  compulsory: true
  fe: 0.5   # half
- {key: town, kind: town, outline: "2000,1040 2640,1040 2640,1400", placed: invader, fe: 2}
lines:
- {key: road-1, kind: road, line: "0,1200 900,1180 3000,1300", width: 60, smooth: true}
- key: wall-1
  kind: pf
  side: blue
  chain: town
  encloses: town
  inside: "2000,540 2640,540"
  outside: "2000,500 2640,500"
  gates: "2320,540"
  fe: 0
names:
- {text: Zama, at: "1200,700", size: large, style: note, angle: -15}
regions:
  camp: {name: The camp, outline: "100,100 400,100 400,300", colour: "#112233", rule: Tents}
underlay: {image: scan.png, at: [0.0, 0.0], scale: 0.01}
furniture:
- {kind: scale-bar, at: [1.0, 62.0], size: [9.0, 1.6]}
layers:
- {name: Notes, printed: false}
seed: 7
"""


def full() -> Table:
    loaded = formats.load_text(FULL, "zama.yaml")
    assert loaded.findings == []
    assert isinstance(loaded.model, Table)
    return loaded.model


def findings(text: str) -> list[tuple[str, int, int]]:
    return [(found.code, found.place.line, found.place.column) for found in formats.load_text(text, "t.yaml").findings]


# -- reading and writing --------------------------------------------------------------------------------------------


def test_a_file_is_read_whole() -> None:
    table = full()
    assert isinstance(table, Board)
    assert (table.name, table.scale, table.provenance) == ("Zama", "1 pace is 0.75 m", "Drawn by hand.")
    assert (table.size, table.ground, table.north) == ((3000, 2000), "dunes", 125)
    hill = table.areas["hill-1"]
    assert (hill.slope, hill.cover, hill.joined, hill.placed) == ("steep", "brushy", "town", "defender")
    assert (hill.compulsory, hill.fe, hill.crest) == (True, 0.5, ((410, 905), (720, 950)))
    assert hill.parts == (HillPart("gentle", "wooded", ((700, 800), (760, 800), (760, 900))),)
    assert len(table.areas["wood-1"].edge) == 24
    assert table.lines["road-1"] == TableLine("road-1", "road", ((0, 1200), (900, 1180), (3000, 1300)), 60, smooth=True)
    wall = table.lines["wall-1"]
    assert isinstance(wall, TableWall)
    assert (wall.side, wall.chain, wall.encloses, wall.gates, wall.fe) == ("blue", "town", "town", ((2320, 540),), 0)
    assert table.labels == [TableLabel("Zama", (1200, 700), "large", "note", -15)]
    camp = ((100, 100), (400, 100), (400, 300))
    assert table.regions == {"camp": TableRegion("camp", "The camp", camp, "#112233", "Tents")}
    assert table.look.furniture == (Furniture(FurnitureKind.SCALE_BAR, 1, 62, 9, 1.6),)
    assert table.look.seed == 7


def test_it_is_saved_to_the_byte_with_its_comments(tmp_path: Path) -> None:
    path = tmp_path / "zama.yaml"
    path.write_text(FULL, "utf-8")
    formats.save_map(formats.load_map(path), path)
    assert path.read_text("utf-8") == FULL
    assert formats.dump_map(full()).splitlines() == [
        line.split("   #")[0] for line in FULL.splitlines() if not line.startswith("#")
    ]


def test_a_comment_stays_with_its_area_when_others_go(tmp_path: Path) -> None:
    path = tmp_path / "zama.yaml"
    path.write_text(FULL, "utf-8")
    table = full()
    wood = table.areas.pop("wood-1")
    table.areas["wood-1"] = wood
    formats.save_map(table, path)
    text = path.read_text("utf-8")
    assert "# the wood on the left\n- {key: wood-1" in text
    assert "fe: 0.5   # half" in text


def test_what_is_usual_is_not_written() -> None:
    text = "format: hexwright-map 1\npalette: table\ntable: {size: [3600, 2400]}\n"
    loaded = formats.load_text(text, "t.yaml")
    assert loaded.findings == []
    assert isinstance(loaded.model, Table)
    assert formats.dump_map(loaded.model) == text
    bare = formats.load_text("format: hexwright-map 1\ntable: {}\n", "t.yaml")
    assert bare.model == loaded.model


def test_what_may_be_left_empty_is_found_wrong_once() -> None:
    hill = "{key: a, kind: hill, slope: mild, outline: '1,2 3,4 500,600'}"
    text = f"format: hexwright-map 1\ntable: {{}}\nareas: [{hill}]\n"
    (found,) = formats.load_text(text, "t.yaml").findings
    assert found.message == "'slope' must be one of gentle, steep, not 'mild'"


def test_outlines_may_be_lists_and_span_lines() -> None:
    for outline in ('["1,2", "3,4 500,600"]', '"1,2  3,4\\n500,600"', "|\n    1,2 3,4\n    500,600"):
        text = f"format: hexwright-map 1\ntable: {{}}\nareas:\n- key: a\n  kind: wood\n  outline: {outline}\n"
        loaded = formats.load_text(text, "t.yaml")
        assert loaded.findings == []
        assert isinstance(loaded.model, Table)
        assert loaded.model.areas["a"].outline == ((1, 2), (3, 4), (500, 600))


keys = st.from_regex(r"[a-z][a-z0-9]{0,5}(-[0-9]{1,2})?", fullmatch=True)
points = st.tuples(st.integers(-50, 12_000), st.integers(-50, 12_000))
outlines = st.lists(points, max_size=9).map(tuple)
placings = {
    "placed": st.sampled_from(["", "invader", "defender"]),
    "compulsory": st.booleans(),
    "fe": st.none() | st.sampled_from([0.0, 0.5, 1.0, 2.0, 7.25]),
}
parts = st.builds(
    HillPart, st.sampled_from(["gentle", "steep"]), st.sampled_from(["bare", "wooded"]), outlines.filter(bool)
)
areas = st.builds(
    TableArea, keys, st.sampled_from(["wood", "town"]), outlines.filter(bool), smooth=st.booleans(), **placings
) | st.builds(
    TableArea,
    keys,
    st.just("hill"),
    outlines.filter(bool),
    slope=st.sampled_from(["", "gentle", "steep"]),
    cover=st.sampled_from(["", "rocky"]),
    crest=outlines,
    parts=st.lists(parts, max_size=3).map(tuple),
    joined=keys,
    **placings,
)
lines = st.builds(
    TableLine, keys, st.just("road"), outlines.filter(bool), st.integers(0, 1000), st.booleans(), **placings
) | st.builds(
    TableWall,
    keys,
    st.sampled_from(["pf", "tf"]),
    outlines.filter(bool),
    outlines.filter(bool),
    outlines,
    side=keys,
    chain=keys,
    encloses=keys,
    **placings,
)
names = st.text("abc é:#'\"", max_size=12)
labels = st.builds(TableLabel, names, points, st.sampled_from(["small", "medium"]), angle=st.integers(-180, 180))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    sizes = st.tuples(st.integers(600, 12_000), st.integers(600, 12_000))
    table = Table(formats.load_palette("table"), draw(names), size=draw(sizes), north=draw(st.integers(0, 3599)))
    table.ground = draw(st.sampled_from(["plain", "dunes"]))
    for area in draw(st.lists(areas, max_size=5)):
        table.areas[area.key] = area
    for line in draw(st.lists(lines, max_size=5)):
        if line.key not in table.areas:
            table.lines[line.key] = line
    table.labels = draw(st.lists(labels, max_size=3))
    for key in draw(st.lists(keys, max_size=2, unique=True)):
        table.regions[key] = TableRegion(key, draw(names) or key, draw(outlines.filter(bool)))
    table.look = MapLook(seed=draw(st.integers(0, 9)), underlays=draw(st.just(()) | st.just((Underlay("scan.png"),))))
    return table


@given(tables())
@settings(max_examples=tries(60, 500))
def test_every_table_is_read_back_as_it_was_written(table: Table) -> None:
    text = formats.dump_map(table)
    loaded = formats.load_text(text, "t.yaml")
    assert loaded.findings == []
    assert isinstance(loaded.model, Table)
    assert formats.dump_map(loaded.model) == text
    made = loaded.model
    assert (made.areas, made.lines, made.regions) == (table.areas, table.lines, table.regions)
    assert (made.size, made.north, made.ground) == (table.size, table.north, table.ground)
    check_loaded(loaded)


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["1,2 3,4 5,0"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
_given = yaml.safe_load(FULL)


@given(st.data())
@settings(max_examples=tries(100, 1000), suppress_health_check=[HealthCheck.too_slow])
def test_values_of_any_kind_anywhere_in_a_table_give_findings(drawn: st.DataObject) -> None:
    content = json.loads(json.dumps(_given))
    for _ in range(drawn.draw(st.integers(1, 3))):
        place = content
        while isinstance(place, dict | list) and place:
            key = drawn.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
            if isinstance(place[key], dict | list) and drawn.draw(st.booleans()):
                place = place[key]
                continue
            place[key] = drawn.draw(_values)
            break
    content["format"] = "hexwright-map 1"
    loaded = formats.load_text(json.dumps(content), "t.yaml")
    assert loaded.model is not None or loaded.errors
    check_loaded(loaded)


# -- what is wrong --------------------------------------------------------------------------------------------------


def table_file(rest: str) -> str:
    return f"format: hexwright-map 1\ntable: {{size: [1200, 800]}}\n{rest}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("format: hexwright-map 1\ntable: {size: [500, 800]}\n", [("FILE020", 2, 16)]),
        ("format: hexwright-map 1\ntable: {size: [12001, 800]}\n", [("FILE020", 2, 16)]),
        ("format: hexwright-map 1\ntable: {north: 360}\n", [("FILE020", 2, 16)]),
        ("format: hexwright-map 1\ntable: {north: 12.34}\n", [("FILE020", 2, 16)]),
        ("format: hexwright-map 1\ntable: {north: -1}\n", [("FILE020", 2, 16)]),
        ("format: hexwright-map 1\ntable: {ground: lava}\n", [("MAP027", 2, 17)]),
        ("format: hexwright-map 1\npalette: standard\ntable: {}\n", [("MAP024", 2, 10)]),
        ("format: hexwright-map 1\npalette: table\ngrid: {columns: 2, rows: 1}\n", [("MAP024", 2, 10)]),
        ("format: hexwright-map 1\ngrid: {columns: 2, rows: 1}\ntable: {}\n", [("MAP023", 3, 1)]),
        ("format: hexwright-map 1\nname: Neither\n", [("FILE018", 1, 1)]),
        (table_file('areas:\n- {key: a, kind: wod, outline: "1,1 9,1 9,9"}\n'), [("MAP027", 4, 18)]),
        (
            table_file('areas:\n- {key: a, kind: wood, outline: "1,1 9;1 9, 9"}\n'),
            [("MAP025", 4, 38), ("MAP025", 4, 42), ("MAP025", 4, 45)],
        ),
        (table_file('areas:\n- {key: a, kind: wood, outline: "1,1 9.5,1 9,9"}\n'), [("MAP025", 4, 38)]),
        (table_file('areas:\n- {key: a, kind: wood, slope: steep, outline: "1,1 9,1 9,9"}\n'), [("MAP029", 4, 24)]),
        (table_file('areas:\n- {kind: wood, outline: "1,1 9,1 9,9"}\n'), [("FILE018", 4, 3)]),
        (table_file('lines:\n- {key: a, kind: road, inside: "1,1 9,1"}\n'), [("MAP029", 4, 3), ("MAP029", 4, 24)]),
        (table_file('lines:\n- {key: a, kind: pf, line: "1,1 9,1"}\n'), [("MAP029", 4, 3)] * 2 + [("MAP029", 4, 22)]),
        (table_file('names: [{text: A, at: "1,1 2,2"}]\n'), [("MAP025", 3, 24)]),
        (table_file('names: [{text: A, at: "here"}]\n'), [("MAP025", 3, 24)]),
    ],
)
def test_mistakes_are_found_at_their_places(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert findings(text) == expected


def test_a_doubled_key_is_found_among_areas_and_lines() -> None:
    text = table_file(
        'areas:\n- {key: a, kind: wood, outline: "1,1 9,1 9,9"}\n- {key: a, kind: hill, outline: "1,1 9,1 9,9"}\n'
        '- {key: b, kind: hill, outline: "1,1 9,1 9,900"}\nlines:\n- {key: b, kind: road, line: "1,1 9,1"}\n'
    )
    loaded = formats.load_text(text, "t.yaml")
    assert [(found.code, found.place.line, found.message) for found in loaded.findings] == [
        ("MAP028", 5, "the key 'a' is already used in areas"),
        ("MAP028", 8, "the key 'b' is already used in areas"),
    ]
    # What is found by checks is still found at its place, though an area before it was left out.
    assert [(found.code, found.place.line) for found in check_loaded(loaded) if found.code == "MAP203"] == [
        ("MAP203", 6)
    ]


def test_outlines_and_lists_have_their_limits() -> None:
    many = " ".join(f"{n % 1000},{n // 1000}" for n in range(100_000))
    text = table_file(f'areas:\n- {{key: a, kind: wood, outline: "{many}"}}\n')
    (found,) = formats.load_text(text, "t.yaml").findings
    assert found.code == "MAP026"
    assert found.message == f"this outline or line has 100,000 points; {MOST_POINTS:,} are allowed"
    lots = "".join(f'- {{key: a{n}, kind: wood, outline: "1,1 9,1 9,9"}}\n' for n in range(MOST_AREAS + 1))
    assert [found.code for found in formats.load_text(table_file(f"areas:\n{lots}"), "t.yaml").findings] == ["FILE020"]


def test_the_schema_of_maps_has_both_kinds() -> None:
    hexes, tables = schema("map")["oneOf"][:2]
    assert {"grid", "terrain"} <= set(hexes["properties"])
    assert set(tables["properties"]) == {*_given, "layers"}
    assert tables["required"] == ["table"]
    assert [document.__name__ for document in documents("palette")] == ["PaletteDoc", "TablePaletteDoc"]


def test_a_map_of_no_kind_is_told_which_keys_there_are() -> None:
    (found,) = formats.load_text("format: hexwright-map 1\nname: Neither\n", "t.yaml").findings
    assert (found.code, found.hint) == (
        "FILE018",
        "write 'grid' for a map of hexes or 'table' for a table without hexes",
    )


def test_both_kinds_of_map_are_told_apart_by_their_files() -> None:
    assert kind_of(full()).key == kind_of_file({"table": {}, "areas": []}).key == "tables"
    (found,) = formats.load_text("format: hexwright-map 1\ngrid: {columns: 1, rows: 1}\ntable: {}\n", "t.yaml").findings
    assert found.message == "the map has both 'grid' and 'table'"
    assert found.hint == "keep 'grid' for a map of hexes, or 'table' for a table without hexes"


# -- around files -----------------------------------------------------------------------------------------------------

SCENARIO = """\
format: hexwright-scenario 1
name: Zama
system: tlg2
map: zama
sides: {red: {name: Red}, blue: {name: Blue}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "zama.yaml").write_text(FULL.replace("underlay: {image: scan.png, at: [0.0, 0.0], scale: 0.01}\n", ""))
    (tmp_path / "battle.yaml").write_text(SCENARIO)
    return tmp_path


def test_a_digest_counts_the_table_and_not_its_looks(folder: Path) -> None:
    scenario = formats.load_scenario(folder / "battle.yaml")
    table = scenario.map
    assert isinstance(table, Table)
    dressed = table.copy()
    dressed.look, dressed.labels, dressed.provenance = MapLook(seed=9), [], ""
    dressed.regions["camp"] = replace(dressed.regions["camp"], colour="#445566")
    assert digest(scenario.with_(map=dressed)) == digest(scenario)
    moved = table.copy()
    moved.areas["town"] = replace(moved.areas["town"], outline=square(100, 100, 200))
    assert digest(scenario.with_(map=moved)) != digest(scenario)


def test_a_scenario_keeps_its_table_inline(folder: Path) -> None:
    scenario = formats.load_scenario(folder / "battle.yaml").with_(map_ref="")
    formats.save_scenario(scenario, folder / "inline.yaml")
    again = formats.load_scenario(folder / "inline.yaml")
    assert digest(again) == digest(scenario)
    assert formats.dump_scenario(again) == formats.dump_scenario(scenario)


def test_rules_for_hexes_refuse_a_table(folder: Path) -> None:
    found = [one for one in check_loaded(formats.load(folder / "battle.yaml")) if one.code == "RULE108"]
    assert [one.message for one in found] == [
        "Twilight's Last Gleaming 2 is played on a map of hexes; this is a table without hexes"
    ]


def test_the_command_line_checks_a_table_and_refuses_what_needs_hexes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["check", str(folder / "zama.yaml")]) == 0
    assert cli.main(["check", str(folder / "battle.yaml")]) == 1
    for command in (["query", "BATTLE", "reach", "us-9"], ["play", "BATTLE", "--turns", "1"]):
        assert cli.main([word.replace("BATTLE", str(folder / "battle.yaml")) for word in command]) != 0
    assert "Traceback" not in capsys.readouterr().err


def test_what_a_file_holds_is_told_in_words(folder: Path) -> None:
    there = held(folder / "zama.yaml")
    assert there is not None
    assert there.said == "a map: Zama, 3000 x 2000 paces"


def test_a_good_table_is_sound_in_a_file(tmp_path: Path) -> None:
    formats.save_map(good_table(), tmp_path / "good.yaml")
    loaded = formats.load(tmp_path / "good.yaml")
    assert check_loaded(loaded) == []
    assert loaded.model == good_table()
