"""Which units go along: sides and formations that the user chose; the others are said, and are nowhere in the file."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from exchange_drawing import FlatPictures
from test_vassal_module import battle, written
from vassal_reading import V

from engine import formats
from engine.errors import HexwrightError
from engine.exchange.choosing import formations_of, spelled, unchosen
from engine.exchange.exporting import export, survey, writing_options
from engine.exchange.facts import facts
from engine.exchange.rows import format_named
from engine.exchange.source import ExportSource
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.scenario.model import Arrival, Deployment, Pool, Scenario, Side, Unit


@pytest.fixture
def plain() -> BattleMap:
    return BattleMap(Grid(GridSpec(14, 15)), formats.load_palette("standard"), "Plain")


def corps(board: BattleMap) -> Scenario:
    groups = {"a": "I Corps > 1st", "b": "I Corps > 2nd", "c": 'II "Iron", Corps', "d": ""}
    units = {
        key: Unit(key, "us", key.upper(), "infantry", "", {"strength": 2}, "", text) for key, text in groups.items()
    }
    units["e"] = Unit("e", "ac", "E", "artillery", "", {"strength": 3, "range": 4})
    made = battle(board, setup={"a": "0505", "b": "0505", "e": "0606"})
    return made.with_(
        units=units,
        arrivals=(Arrival(2, "us", ("0101",), ("c",)),),
        pools={"reserve": Pool("us", ("d",))},
    )


@pytest.mark.parametrize(
    ("only", "gone"),
    [
        ("", ""),
        ("us", "e"),
        ("Anglo-Canadian", "abcd"),
        ("us:i corps", "cde"),
        ("us: 1st , ac", "bcd"),
        ('"us:II ""Iron"", Corps", us:', "abe"),
    ],
)
def test_what_is_not_chosen_stays_behind(plain: BattleMap, only: str, gone: str) -> None:
    scenario = corps(plain)
    assert unchosen(scenario, only) == set(gone)
    for key in ("vmod", "tts", "counters"):
        row = format_named(key)
        losses = survey(ExportSource(plain, (scenario,)), row, writing_options(row, {"only": only}))
        assert [one.where for one in losses if one.code == "LOSS119"] == ([tuple(sorted(gone))] if gone else [])


@pytest.mark.parametrize("only", ["fr", "us:III Corps", "ac:I Corps", '"us', "us,:"])
def test_a_side_or_formation_that_is_not_there_is_refused(plain: BattleMap, only: str) -> None:
    with pytest.raises(HexwrightError, match="option only: "):
        unchosen(corps(plain), only)


def test_choices_are_spelled_as_they_are_read(plain: BattleMap) -> None:
    scenario = corps(plain)
    assert formations_of(scenario, "us") == {"I Corps": 2, 'II "Iron", Corps': 1, "": 1}
    for name in formations_of(scenario, "us"):
        kept = {unit.key for unit in scenario.units.values()} - unchosen(scenario, spelled([f"us:{name}"]))
        assert {scenario.units[key].formation.partition(" >")[0] for key in kept} == {name}


def names_in(made: dict[str, object]) -> Iterator[str]:
    """The names of all tiles of an object of Tabletop Simulator."""
    for one in made.get("ObjectStates", made.get("ContainedObjects", [])):  # type: ignore[attr-defined]
        yield str(one["Nickname"])
        yield from names_in(one)


def test_files_have_the_units_that_were_chosen(plain: BattleMap, tmp_path: Path) -> None:
    scenario = corps(plain)
    module = written(plain, tmp_path, scenario, only="us:I Corps, ac")
    keys = {module.piece(slot).marks["Key"] for slot in module.root.iter(V + "widget.PieceSlot")}
    assert keys == {"a", "b", "e"}
    assert {window.get("mapName") for window in module.root.iter(V + "module.Map")} == {"Map", "Eliminated"}
    source = ExportSource(plain, (scenario,))
    for key, name in (("tts", "a.tts.json"), ("counters", "a.zip")):
        row = format_named(key)
        export(source, row, writing_options(row, {"only": "us:I Corps"}), FlatPictures(), tmp_path / name)
    names = set(names_in(json.loads((tmp_path / "a.tts.json").read_text(encoding="utf-8"))))
    assert names & {"A", "B", "C", "D", "E"} == {"A", "B"}
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        rows = io.TextIOWrapper(archive.open("counters.csv"), "utf-8-sig").read().splitlines()
    assert len(rows) == 3


def test_a_side_of_which_nothing_goes_along_stays_a_player(plain: BattleMap, tmp_path: Path) -> None:
    module = written(plain, tmp_path, corps(plain), only="us")
    assert [entry.text for entry in module.root.iter("entry")] == ["United States", "Anglo-Canadian", "Solitaire"]


def tree(node: ElementTree.Element) -> list[object]:
    """The palette as names within names."""
    if node.tag.endswith("PieceSlot"):
        return [node.get("entryName")]
    return [(node.get("entryName"), [part for child in node for part in tree(child)])]


BY_FORMATION = [
    (
        "United States",
        [("I Corps", [("1st", ["A"]), ("2nd", ["B"])]), ('II "Iron", Corps', ["C"]), ("United States", ["D"])],
    ),
    ("Anglo-Canadian", ["E"]),
]
BY_TYPE = [("United States", [("infantry", ["A", "B", "C", "D"])]), ("Anglo-Canadian", [("artillery", ["E"])])]


@pytest.mark.parametrize(
    ("sorted_by", "wanted", "line"),
    [
        ("formation", BY_FORMATION, "Palette: United States (I Corps 2, "),
        ("type", BY_TYPE, "Palette: United States (infantry 4); Anglo-Canadian (artillery 1)"),
    ],
)
def test_the_palette_is_sorted_by_formation_or_by_type(
    sorted_by: str, wanted: list[object], line: str, plain: BattleMap, tmp_path: Path
) -> None:
    module = written(plain, tmp_path, corps(plain), palette=sorted_by)
    window = next(module.root.iter(V + "module.PieceWindow"))
    assert [part for child in window[0] for part in tree(child)] == wanted
    row = format_named("vmod")
    lines = facts(ExportSource(plain, (corps(plain),)), row, writing_options(row, {"palette": sorted_by}))
    assert lines[-1].startswith(line)


def test_hidden_units_and_units_not_chosen_both_stay_behind(plain: BattleMap, tmp_path: Path) -> None:
    scenario = corps(plain).with_(deployments=(Deployment("us", ("0505",), ("b",), hidden=True),), setup={})
    module = written(plain, tmp_path, scenario, only="us:I Corps")
    assert {module.piece(slot).marks["Key"] for slot in module.root.iter(V + "widget.PieceSlot")} == {"a"}


def test_a_side_is_named_by_key_or_name(plain: BattleMap) -> None:
    scenario = corps(plain).with_(sides={"us": Side("us", "Ünited"), "ac": Side("ac", "AC")})
    assert unchosen(scenario, "ÜNITED") == {"e"}
