"""Plug-ins: the template's formats, and plug-ins that something is wrong with, which never stop the program."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from exchange_drawing import FlatPictures
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import formats, plugins
from engine.errors import HexwrightError
from engine.exchange.exporting import export, writing_options
from engine.exchange.importing import import_file
from engine.exchange.rows import FORMATS, all_formats, format_named, format_of_ending, recognised
from engine.exchange.source import ExportSource
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity
from engine.play import registry
from engine.umpire.checks import check_map

TEMPLATE = Path(__file__).resolve().parents[3] / "docs" / "plugin-template"
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a package as pip does: a module, and what tells of it."""
    monkeypatch.setattr(plugins, "STATE", tmp_path / "state" / "plugins.json")
    before = set(sys.modules)

    def put(name: str, code: str = "", entries: str = "", version: str = "1.0") -> None:
        site = tmp_path / f"site-{name}"
        site.mkdir(exist_ok=True)
        if code:
            (site / f"{name}.py").write_text(code, encoding="utf-8")
        about = site / f"{name}-{version}.dist-info"
        about.mkdir(exist_ok=True)
        text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nAuthor: A. Writer\n"
        (about / "METADATA").write_text(text, encoding="utf-8")
        (about / "entry_points.txt").write_text(entries, encoding="utf-8")
        monkeypatch.syspath_prepend(str(site))
        plugins.forget()

    plugins.forget()
    yield put
    plugins.forget()
    for name in set(sys.modules) - before:
        if name.startswith(("hexwright_boards", "odd_")):
            del sys.modules[name]


@pytest.fixture
def template(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    """The template, installed."""
    monkeypatch.syspath_prepend(str(TEMPLATE / "src"))
    text = (TEMPLATE / "pyproject.toml").read_text(encoding="utf-8")
    part = text.split('[project.entry-points."hexwright.formats"]')[1].split("\n\n")[0].replace('"', "")
    install("hexwright_boards", entries="[hexwright.formats]" + part)


def out(board: BattleMap, key: str, folder: Path) -> Path:
    row = format_named(key)
    path = folder / f"map{row.endings[0]}"
    export(ExportSource(board), row, writing_options(row, {}), FlatPictures(), path, force=True)
    return path


# -- the template -------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("template")
def test_its_formats_are_found_beside_those_of_the_house() -> None:
    assert [row.key for row in all_formats()][-2:] == ["megamek", "wesnoth"]
    assert format_of_ending(Path("a.board")).plugin == "hexwright_boards"
    (one,) = plugins.plugins()
    assert (one.name, one.version, one.author, one.trouble) == ("hexwright_boards", "1.0", "A. Writer", "")
    assert one.said == "formats: megamek, wesnoth"
    plugins.switch("hexwright_boards", on=False)
    assert len(all_formats()) == len(FORMATS)
    plugins.forget()
    assert plugins.plugins()[0].off, "it stays switched off"
    plugins.switch("hexwright_boards", on=True)
    assert len(all_formats()) == len(FORMATS) + 2


@pytest.mark.usefixtures("template")
@pytest.mark.parametrize("key", ["megamek", "wesnoth"])
@pytest.mark.parametrize("name", ["first_steps", "lundys_lane"])
def test_a_second_export_equals_the_first(name: str, key: str, tmp_path: Path) -> None:
    board = hexes_of(formats.load_map(name))
    file = out(board, key, tmp_path)
    before = file.read_bytes()
    assert recognised(file).key == key
    found = import_file(file, format_named(key), {}, "map")
    assert found.losses == []
    assert out(found.board, key, tmp_path).read_bytes() == before


@pytest.mark.usefixtures("template")
def test_a_board_of_megamek_is_what_that_expects(tmp_path: Path) -> None:
    board = BattleMap(Grid(GridSpec(4, 3, Orientation.FLAT, Parity.EVEN)), formats.load_palette("standard"), "Small")
    grid = board.grid
    board.terrain[grid.parse("0201")] = "forest"
    board.elevation[grid.parse("0301")] = 2
    board.paths[grid.side_between(grid.parse("0101"), grid.parse("0201"))] = frozenset({"road"})
    board.features[grid.parse("0403")] = ("building",)
    lines = out(board, "megamek", tmp_path).read_text(encoding="ascii").splitlines()
    assert lines[0] == "size 4 3"
    assert lines[1] == 'hex 0101 0 "road:1:4" ""', "the second column is lower: 0201 lies to the southeast"
    assert lines[2] == 'hex 0201 0 "woods:1;road:1:32" ""'
    assert lines[3] == 'hex 0301 2 "" ""'
    assert lines[-2] == 'hex 0403 0 "building:1" ""'
    assert lines[-1] == "end"
    back = import_file(tmp_path / "map.board", format_named("megamek"), {}, "map").board
    assert (back.terrain, back.elevation, back.paths, back.features) == (
        board.terrain, board.elevation, board.paths, board.features,
    )  # fmt: skip


@pytest.mark.usefixtures("template")
def test_a_map_of_wesnoth_has_a_border_and_its_codes(tmp_path: Path) -> None:
    board = BattleMap(Grid(GridSpec(3, 2, Orientation.FLAT, Parity.EVEN)), formats.load_palette("standard"), "Small")
    board.terrain[board.grid.parse("0201")] = "mountain"
    board.features[board.grid.parse("0102")] = ("village",)
    rows = [row.split(", ") for row in out(board, "wesnoth", tmp_path).read_text(encoding="ascii").splitlines()]
    assert (len(rows), len(rows[0])) == (4, 5)
    assert rows[1][1:4] == ["Gg", "Mm", "Gg"]
    assert rows[2][1] == "Gg^Vh"
    theirs = tmp_path / "theirs.map"
    head = "border_size=1\nusage=map\n\n"
    theirs.write_text(
        head + "Gg, Gg, Gg, Gg\nGg, 1 Ke, Re, Gg\nGg, Gs^Fp, Re, Gg\nGg, Xv, Zz^Zz, Gg\nGg, Gg, Gg, Gg\n",
        encoding="utf-8",
    )
    found = import_file(theirs, recognised(theirs), {}, "map")
    made, grid = found.board, found.board.grid
    assert {grid.name(h): made.terrain[h] for h in grid.hexes} == {
        "0101": "clear", "0201": "clear", "0102": "forest", "0202": "clear", "0203": "clear",
    }  # fmt: skip
    assert [label.text for label in made.labels] == ["Start 1"]
    assert [grid.side_name(side) for side in made.paths] == ["0201/0202"]
    assert [one.what for one in found.losses] == ["terrain Zz^Zz (2)"]


@pytest.mark.usefixtures("template")
@pytest.mark.parametrize("key", ["megamek", "wesnoth"])
def test_what_has_no_place_there_is_said(key: str, tmp_path: Path) -> None:
    board = hexes_of(formats.load_map("first_steps"))
    row = format_named(key)
    _, losses = export(ExportSource(board), row, writing_options(row, {}), FlatPictures(), tmp_path / "a.x", force=True)
    assert {"LOSS103", "LOSS117"} <= {one.code for one in losses}
    pointy = BattleMap(Grid(GridSpec(3, 3, Orientation.POINTY)), board.palette)
    with pytest.raises(HexwrightError, match="flat tops only"):
        out(pointy, key, tmp_path)


@pytest.mark.usefixtures("template")
@pytest.mark.parametrize(
    ("key", "text", "why"),
    [
        ("megamek", 'size 2 2\nhex 0101 0 "" ""\nend', "has 1 hexes, and should have 4"),
        ("megamek", 'size 1 1\nhex 0901 0 "" ""\nend', "hex 0901 is not on a board"),
        ("megamek", "size 9999 9999\nend", "no size, or more than"),
        ("megamek", "end", "does not say its size"),
        ("wesnoth", "Gg, Gg, Gg\nGg, Gg\nGg, Gg, Gg\n", "row 2: it has 2 hexes"),
        ("wesnoth", "Gg, Gg, Gg\nGg, !, Gg\nGg, Gg, Gg\n", "row 2: '!' is not a code"),
        ("wesnoth", "Gg, Gg\nGg, Gg\n", "no size"),
        ("wesnoth", "", "no size"),
    ],
)  # fmt: skip
def test_files_that_are_not_sound_are_refused(key: str, text: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(HexwrightError, match=why) as caught:
        import_file(file, format_named(key), {}, "map")
    assert str(caught.value).startswith(str(file))


@pytest.mark.usefixtures("template")
@given(key=st.sampled_from(["megamek", "wesnoth"]), content=st.binary(max_size=120))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_any_bytes_are_read_or_refused(key: str, content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    begin = b'size 1 1\nhex 0101 0 "' if key == "megamek" else b"Gg, Gg, Gg\nGg, Gg, Gg\nGg, "
    file.write_bytes(begin + content)
    with contextlib.suppress(HexwrightError):
        assert import_file(file, format_named(key), {}, "map").board.grid.size


# -- plug-ins that something is wrong with ------------------------------------------------------------------------

SOUND = "HEXWRIGHT_CONTRACT = 1\n"


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import gone_for_good\n", r"odd_one:THING cannot be imported \(ModuleNotFoundError: No module named 'gone"),
        ("raise SystemExit(3)\n", r"cannot be imported \(SystemExit: 3\)"),
        ("THING = 3\n", "version none of the contract; this Hexwright has version 1"),
        ("HEXWRIGHT_CONTRACT = 2\nTHING = 3\n", "version 2 of the contract"),
        (SOUND, r"cannot be imported \(AttributeError"),
        (SOUND + "THING = 3\n", "not a Format"),
        (SOUND + "from engine.exchange.rows import FORMATS\nTHING = FORMATS[0]\n", "there is already a format 'vmod'"),
    ],
)
def test_a_plug_in_with_something_wrong_is_named_and_switched_off(install: Install, code: str, why: str) -> None:
    import re

    install("odd_one", code, "[hexwright.formats]\nx = odd_one:THING\n")
    assert all_formats() == FORMATS
    (one,) = plugins.plugins()
    assert one.off
    assert re.search(why, one.trouble), one.trouble


ROW = SOUND + (
    "from dataclasses import replace\n"
    "from engine.exchange.rows import Format\n"
    "ROW = Format(key='odd', title='odd file', target='x', endings=('.odd',), carries='x',\n"
    "             survey='odd_row:survey', writer='odd_row:write', reader='odd_row:read', recognise='odd_row:seen')\n"
    "def survey(*_): return []\n"
    "def write(*_): return {'.odd': b''}\n"
    "def seen(*_): return True\n"
    "def read(*_): raise SystemExit(3)\n"
    "Thing = int\n"
)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("key=5", "the field key of its format '5'"),
        ("key=''", "the field key of its format ''"),
        ("title=None", "the field title of its format 'odd'"),
        ("writer=print", "the field writer of its format 'odd'"),
        ("endings='.odd'", "the field endings of its format 'odd'"),
        ("endings=()", "do not begin with a dot"),
        ("endings=('odd',)", "do not begin with a dot"),
        ("boards=['hexes']", "the field boards of its format 'odd'"),
        ("options='odd_row:Gone'", "AttributeError"),
        ("reading='nowhere_at_all:Gone'", "ModuleNotFoundError"),
        ("options='odd_row:Thing'", "the options of its format 'odd' are not a class of Options"),
        ("reading='odd_row:seen'", "the reading of its format 'odd' are not a class of Options"),
    ],
)
def test_a_format_that_does_not_fit_is_named_and_switched_off(install: Install, change: str, why: str) -> None:
    install("odd_row", ROW + f"ROW = replace(ROW, {change})\n", "[hexwright.formats]\nodd = odd_row:ROW\n")
    assert all_formats() == FORMATS
    assert why in plugins.plugins()[0].trouble


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("def survey(*_): return None\n", "its survey gives"),
        ("def survey(*_): return ['all of it']\n", "its survey gives"),
        ("def write(*_): return b'x'\n", "its writer gives"),
        ("def write(*_): return {'.odd': 'x'}\n", "its writer gives"),
        ("def write(*_): return {'/../../away.odd': b'x'}\n", "its writer gives"),
        ("def write(*_): raise SystemExit(3)\n", "SystemExit: 3"),
    ],
)
def test_what_a_format_gives_that_does_not_fit_is_an_error_with_its_name(
    install: Install, tmp_path: Path, code: str, why: str
) -> None:
    install("odd_row", ROW + code, "[hexwright.formats]\nodd = odd_row:ROW\n")
    board = hexes_of(formats.load_map("first_steps"))
    before = sorted(tmp_path.rglob("*.odd"))
    with pytest.raises(HexwrightError, match=r"the plug-in odd_row failed") as caught:
        out(board, "odd", tmp_path)
    assert why in str(caught.value)
    assert sorted(tmp_path.rglob("*.odd")) == before


def test_a_reader_that_ends_the_program_is_an_error_with_its_name(install: Install, tmp_path: Path) -> None:
    install("odd_row", ROW, "[hexwright.formats]\nodd = odd_row:ROW\n")
    (tmp_path / "a.odd").write_bytes(b"x")
    with pytest.raises(HexwrightError, match=r"plug-in odd_row failed \(SystemExit: 3\)"):
        import_file(tmp_path / "a.odd", recognised(tmp_path / "a.odd"), {}, "a")


@pytest.mark.parametrize("metadata", ["", "Metadata-Version: 2.1\n", None])
@pytest.mark.parametrize("entry", ["x = odd_lost:THING", "x = :::", "x = 3 4"])
def test_a_package_that_is_broken_itself_stops_nothing(
    install: Install, tmp_path: Path, metadata: str | None, entry: str
) -> None:
    install("odd_lost", SOUND + "THING = 3\n", f"[hexwright.formats]\n{entry}\n")
    about = next(tmp_path.rglob("METADATA"))
    about.unlink() if metadata is None else about.write_text(metadata, encoding="utf-8")
    plugins.forget()
    assert all_formats() == FORMATS
    (one,) = plugins.plugins()
    assert one.name
    assert one.off


def test_a_plug_in_that_takes_too_long_is_switched_off_also_for_the_next_start(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "LIMIT", 0.02)
    going_on = Event()
    sys.modules["odd_gate"] = gate = type(sys)("odd_gate")
    vars(gate)["going_on"] = going_on
    install("odd_slow", SOUND + "import odd_gate\nodd_gate.going_on.wait()\n", "[hexwright.formats]\nx = odd_slow:T\n")
    try:
        assert all_formats() == FORMATS
        assert plugins.plugins()[0].trouble.startswith("importing odd_slow:T takes longer than")
    finally:
        going_on.set()
    plugins.forget()
    assert plugins.plugins()[0].off
    state = json.loads(plugins.STATE.read_text(encoding="utf-8"))
    assert list(state["off"]) == ["odd_slow"]


def test_a_format_that_fails_fails_with_a_word(install: Install, tmp_path: Path) -> None:
    code = SOUND + (
        "from engine.exchange.rows import Format\n"
        "ROW = Format(key='odd', title='odd file', target='x', endings=('.odd',), carries='x',\n"
        "             survey='odd_row:survey', writer='odd_row:write',\n"
        "             recognise='odd_row:write', reader='odd_row:write')\n"
        "def survey(*_): return []\n"
        "def write(*_): return 1 / 0\n"
    )
    install("odd_row", code, "[hexwright.formats]\nodd = odd_row:ROW\n")
    board = hexes_of(formats.load_map("first_steps"))
    with pytest.raises(HexwrightError, match=r"plug-in odd_row failed \(ZeroDivisionError: division by zero\)"):
        out(board, "odd", tmp_path)
    assert list(tmp_path.glob("*.odd")) == []
    with pytest.raises(HexwrightError, match="plug-in odd_row failed"):
        import_file(tmp_path / "a.odd", format_named("odd"), {}, "a")
    (tmp_path / "b.txt").write_text("nothing", encoding="utf-8")
    with pytest.raises(HexwrightError, match="not a file that can be imported"):
        recognised(tmp_path / "b.txt")


def test_a_plug_in_adds_a_system_and_a_check(install: Install) -> None:
    code = SOUND + (
        "from dataclasses import replace\n"
        "from engine.findings import Severity\n"
        "from engine.play import registry\n"
        "from engine.umpire.checks.registry import Check, Found, Scope\n"
        "SYSTEM = replace(registry.system('tlg2'), name='odd1', title='Odd rules')\n"
        "def look(subject):\n    yield Found('it is odd')\n"
        "def fail(subject):\n    raise OSError('no disk')\n    yield\n"
        "CHECK = Check('ODD101', Severity.INFO, Scope.MAP, 'Odd', 'Odd.', look)\n"
        "FAILS = Check('ODD102', Severity.INFO, Scope.MAP, 'Odd', 'Odd.', fail)\n"
    )
    install("odd_rules", code, "[hexwright.systems]\no = odd_rules:SYSTEM\n[hexwright.checks]\nc = odd_rules:CHECK\n")
    assert registry.system("odd1").title == "Odd rules"
    assert registry.written("Odd rules") == "odd1"
    board = hexes_of(formats.load_map("first_steps"))
    assert "ODD101" in [finding.code for finding in check_map(board)]
    install("odd_rules", code, "[hexwright.checks]\nc = odd_rules:FAILS\n")
    assert not [finding for finding in check_map(board) if finding.code.startswith("ODD")]
    assert "no disk" in plugins.plugins()[0].trouble
    with pytest.raises(HexwrightError):
        registry.system("odd1")


def test_a_state_that_cannot_be_read_or_written_stops_nothing(install: Install, tmp_path: Path) -> None:
    install("odd_one", SOUND + "THING = 3\n", "[hexwright.formats]\nx = odd_one:THING\n")
    plugins.STATE.parent.mkdir()
    plugins.STATE.write_text("{", encoding="utf-8")
    plugins.forget()
    assert not plugins.plugins()[0].off
    with pytest.raises(HexwrightError, match="no plug-in"):
        plugins.switch("gone", on=False)
