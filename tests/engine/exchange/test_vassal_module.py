"""Modules of VASSAL: every hex has its own name at its own place, and every piece is its unit."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from exchange_drawing import FlatPictures
from PIL import Image
from vassal_reading import Module, V, tokens

from engine import formats
from engine.boards.underlay import Underlay
from engine.errors import HexwrightError
from engine.exchange.exporting import export, options_of, survey
from engine.exchange.losses import StrictError
from engine.exchange.rows import format_named
from engine.exchange.source import ExportSource, placed
from engine.exchange.vassal import notes
from engine.exchange.vassal.grids import pixel_of, spacing
from engine.exchange.vassal.options import VassalOptions
from engine.formats.holding import InTheWayError, held
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity
from engine.hexes.board.numbering import Columns, Descending, Numbering, Order, Slant
from engine.scenario.model import (
    Arrival,
    Deployment,
    Pool,
    Scenario,
    Scoring,
    Side,
    Turns,
    Unit,
    Victory,
    VictoryCondition,
)

VMOD = format_named("vmod")
ODD_NAMES = ["5/2, 3", "'Guards'", "back\\slash", "tab\there", "Гвардия", "Smith & <Sons>", 'a "quoted" one', "\\'"]


def numberings() -> Iterator[Numbering]:
    yield Numbering()
    yield Numbering(Order.ROW_COLUMN, digits=3, separator=".")
    yield Numbering(columns=Columns.DOUBLED, digits=0)
    yield Numbering(Order.ROW_COLUMN, Columns.DOUBLED, 2, "M", "-")
    yield Numbering(prefix="L", digits=2)
    yield Numbering(rows=Columns.DOUBLED, digits=1)
    yield Numbering(columns=Columns.DOUBLED, rows=Columns.DOUBLED, separator="-")


def written(board: BattleMap, path: Path, *scenarios: Scenario, **options: object) -> Module:
    source = ExportSource(board, scenarios)
    export(source, VMOD, VassalOptions.model_validate(options), FlatPictures(), path / "game.vmod", force=True)
    return Module(path / "game.vmod")


@pytest.fixture
def plain() -> BattleMap:
    return BattleMap(Grid(GridSpec(14, 15)), formats.load_palette("standard"), "Plain")


def battle(board: BattleMap, **changes: object) -> Scenario:
    sides = {"us": Side("us", "United States"), "ac": Side("ac", "Anglo-Canadian", "#f2b8c0")}
    units = {
        f"us-{n}": Unit(f"us-{n}", "us", name, "infantry", "regiment", {"strength": n, "reduced": n % 2}, "", "I > 1st")
        for n, name in enumerate(ODD_NAMES)
    }
    units["ac-1"] = Unit("ac-1", "ac", "Guns", "artillery", "", {"strength": 4, "range": 6})
    setup = {key: "0505" if number < 3 else f"05{number + 3:02d}" for number, key in enumerate(units)}
    made = Scenario(
        "b", "Battle", "tlg2", board, sides=sides, units=units, setup=setup, turns=Turns(3, labels={1: "Dawn, 5 am"})
    )
    return made.with_(**changes)


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("shifted", list(Parity))
@pytest.mark.parametrize("first", [(1, 1), (2, 5), (1, 2)])
def test_every_hex_has_its_own_name_at_its_own_place(
    orientation: Orientation, shifted: Parity, first: tuple[int, int], tmp_path: Path
) -> None:
    for numbering in numberings():
        spec = GridSpec(31, 15, orientation, shifted, *first, numbering)
        board = BattleMap(Grid(spec), formats.load_palette("standard"))
        module = written(board, tmp_path, pixels=60)
        grid, place = board.grid, placed(board, 60, furniture=True)
        assert len(grid.hexes) > 192
        for h in grid.hexes:
            x, y = grid.centre(h)
            pixel = (x - place.left) * place.scale, (y - place.top) * place.scale
            assert module.hex_name(*pixel) == grid.name(h)
            snapped = pixel_of(grid, spacing(grid, place), h)
            assert max(abs(snapped[0] - pixel[0]), abs(snapped[1] - pixel[1])) < 2


def test_hexes_that_start_at_zero_are_named_too(tmp_path: Path) -> None:
    board = BattleMap(Grid(GridSpec(12, 20, first_column=0, first_row=0)), formats.load_palette("standard"))
    module = written(board, tmp_path)
    place = placed(board, 100, furniture=True)
    for h in board.grid.hexes:
        x, y = board.grid.centre(h)
        assert module.hex_name((x - place.left) * place.scale, (y - place.top) * place.scale) == board.grid.name(h)


def test_pieces_are_units_with_odd_names_and_all_their_values(plain: BattleMap, tmp_path: Path) -> None:
    scenario = battle(plain)
    module = written(plain, tmp_path, scenario)
    pieces = [piece for _, _, stack in module.stacks("Map") for piece in stack]
    for piece in pieces:
        unit = scenario.units[piece.marks["Key"]]
        assert piece.name == unit.name.replace("\t", " ")
        assert piece.marks["Name"] == unit.name
        assert piece.marks["Side"] == scenario.sides[unit.side].name
        assert piece.marks["Type"] == unit.type
        assert piece.marks["Formation"] == unit.formation
        assert piece.marks["Strength"] == str(unit.values["strength"])
        assert len(piece.images) == (2 if unit.values.get("reduced") else 1)
        assert all("images/" + image in module.entries for image in piece.images)
        assert {"delete", "markmoved", "footprint", "sendto"} <= set(piece.traits)


def test_stacks_stand_in_their_hexes_in_our_order(plain: BattleMap, tmp_path: Path) -> None:
    scenario = battle(plain)
    module = written(plain, tmp_path, scenario)
    seen: dict[str, list[str]] = {}
    for x, y, pieces in module.stacks("Map"):
        seen[module.hex_name(x, y)] = [piece.marks["Key"] for piece in pieces]
    wanted: dict[str, list[str]] = {}
    for key, name in scenario.setup.items():
        wanted.setdefault(name, []).append(key)
    assert seen == wanted
    numbers = [node.get("gpid") for node in module.root.iter(V + "widget.PieceSlot")]
    assert len(set(numbers)) == len(numbers)
    assert max(map(int, filter(None, numbers))) < int(module.root.get("nextPieceSlotId", "0"))


def test_units_off_the_map_are_in_boxes(plain: BattleMap, tmp_path: Path) -> None:
    scenario = battle(
        plain,
        setup={"us-0": "0505"},
        arrivals=(Arrival(2, "us", ("0101",), ("us-1", "us-2"), "Relief"),),
        pools={"reserve": Pool("us", ("us-3",), "choice")},
    )
    module = written(plain, tmp_path, scenario)
    assert {p.marks["Key"] for _, _, stack in module.stacks("Reinforcements") for p in stack} == {"us-1", "us-2"}
    others = {p.marks["Key"] for _, _, stack in module.stacks("Off the map") for p in stack}
    assert others == set(scenario.units) - {"us-0", "us-1", "us-2"}
    for window in module.root.iter(V + "module.Map"):
        board = window.find(f".//{V}module.map.boardPicker.Board")
        assert board is not None
        image = Image.open(io.BytesIO(module.entries["images/" + board.get("image", "")]))
        assert image.size == (int(board.get("width", "")), int(board.get("height", "")))
        setup = window.find(f".//{V}module.map.BoardPicker/setup")
        assert setup is not None, "a new game asks for no board"
        assert (setup.text or "").split("\t")[:2] == [f"{window.get('mapName')}BoardPicker", board.get("name")]


def test_a_hidden_set_up_goes_along_only_when_asked(plain: BattleMap, tmp_path: Path) -> None:
    group = Deployment("us", ("0505",), ("us-1",), hidden=True)
    scenario = battle(plain, setup={"us-0": "0505"}, deployments=(group,))
    for hidden, there in ((False, 0), (True, 2)):
        module = written(plain, tmp_path, scenario, hidden=hidden)
        pieces = [module.piece(slot) for slot in module.root.iter(V + "widget.PieceSlot")]
        assert sum(piece.marks["Key"] == "us-1" for piece in pieces) == there
    losses = survey(ExportSource(plain, (scenario,)), VMOD, VassalOptions())
    assert [one.where for one in losses if one.code == "LOSS104"] == [("us-1",)]


def test_the_turn_tracker_has_turns_sides_and_phases(plain: BattleMap, tmp_path: Path) -> None:
    module = written(plain, tmp_path, battle(plain))
    levels = [tokens(node.get("list", ""), ",") for node in module.root.iter(V + "module.turn.ListTurnLevel")]
    assert levels == [["Dawn, 5 am", "Turn 2", "Turn 3"], ["United States", "Anglo-Canadian"], ["movement", "combat"]]


@pytest.mark.parametrize(
    ("name", "throws"),
    [("the_ridge", [("1", "6"), ("2", "6"), ("1", "10")]), ("first_steps", [("1", "6"), ("2", "6")])],
)
def test_the_dice_are_those_of_the_rules(name: str, throws: list[tuple[str, str]], tmp_path: Path) -> None:
    scenario = formats.load_scenario(name)
    module = written(scenario.map, tmp_path, scenario)
    buttons = [(node.get("nDice"), node.get("nSides")) for node in module.root.iter(V + "module.DiceButton")]
    assert buttons == throws


def test_the_notes_are_pictures_too(tmp_path: Path) -> None:
    scenario = formats.load_scenario("first_steps")
    module = written(scenario.map, tmp_path, scenario)
    charts = {node.get("chartName"): node.get("fileName") for node in module.root.iter(V + "widget.Chart")}
    assert {"Combat", "Terrain"} <= {word for name in charts for word in name.split()}
    assert all(f"images/{image}" in module.entries for image in charts.values())
    assert len(set(charts.values())) == len(charts)


def test_a_map_alone_makes_a_module_without_pieces(plain: BattleMap, tmp_path: Path) -> None:
    module = written(plain, tmp_path)
    assert not list(module.root.iter(V + "widget.PieceSlot"))
    assert module.root.find(V + "module.PlayerRoster") is None


def test_the_help_page_has_the_charts_of_the_player_aids() -> None:
    scenario = formats.load_scenario("first_steps")
    second = scenario.with_(name="Älfsborg")
    page = notes.page(ExportSource(scenario.map, (scenario, second))).decode("ascii")
    assert "VASSAL does not enforce them." in page
    for title in ("Combat results", "Terrain effects", "Sequence of play", "Victory"):
        assert title in page
    assert page.count(">Combat results ") == 1, "what both scenarios have stands there once"
    assert "The scenario: &#196;lfsborg" in page, "VASSAL reads it in any encoding"
    assert "data:image" not in page
    assert "<img" not in page
    lone = notes.page(ExportSource(scenario.map)).decode("ascii")
    assert "The map" in lone
    assert "Combat results" not in lone


def test_the_same_game_gives_the_same_bytes_and_replaces_itself_unasked(plain: BattleMap, tmp_path: Path) -> None:
    source, path = ExportSource(plain, (battle(plain),)), tmp_path / "a.vmod"
    export(source, VMOD, VassalOptions(), FlatPictures(), path)
    first = path.read_bytes()
    there = held(path)
    assert there is not None
    assert (there.kind, there.ours) == ("vmod", True)
    export(source, VMOD, VassalOptions(), FlatPictures(), path)
    assert path.read_bytes() == first


def test_a_module_of_somebody_else_is_not_replaced(plain: BattleMap, tmp_path: Path) -> None:
    path = tmp_path / "theirs.vmod"
    path.write_bytes(b"PK\x03\x04 theirs")
    with pytest.raises(InTheWayError):
        export(ExportSource(plain), VMOD, VassalOptions(), FlatPictures(), path)
    assert path.read_bytes() == b"PK\x03\x04 theirs"


def test_with_strict_nothing_is_written_where_something_is_lost(plain: BattleMap, tmp_path: Path) -> None:
    with pytest.raises(StrictError) as caught:
        export(
            ExportSource(plain, (battle(plain),)),
            VMOD,
            VassalOptions(),
            FlatPictures(),
            tmp_path / "a.vmod",
            strict=True,
        )
    assert {one.code for one in caught.value.losses} == {"LOSS101"}
    assert not list(tmp_path.iterdir())


def test_a_board_that_is_too_large_says_what_fits() -> None:
    board = BattleMap(Grid(GridSpec(200, 200)), formats.load_palette("standard"))
    with pytest.raises(HexwrightError, match="too large") as caught:
        placed(board, 100, furniture=True)
    fits = int(str(caught.value).rpartition("=")[2])
    assert placed(board, fits, furniture=True).width > 1000


def test_odd_options_are_refused_with_their_name() -> None:
    with pytest.raises(HexwrightError, match="option pixels"):
        options_of(VassalOptions, {"pixels": "20"})
    with pytest.raises(HexwrightError, match=r"no option 'pixel'.*pixels"):
        options_of(VassalOptions, {"pixel": "100"})
    assert options_of(VassalOptions, {"pixels": "120", "units": "no"}) == VassalOptions(pixels=120, units=False)


def test_each_part_of_a_scenario_that_a_module_cannot_hold_is_said(plain: BattleMap) -> None:
    look = replace(plain.look, underlays=(Underlay("scan.png"),))
    scenario = battle(
        replace(plain, look=look),
        victory=Victory((Scoring("eliminated"),)),
        replacements={"us": {"american": {"infantry": 2}}},
        options={"fog": True},
        arrivals=(Arrival(2, "us", ("0101",), ("us-1",), when=VictoryCondition("turn", count=2)),),
        setup_areas={"us": ("0101",)},
        pools={"reserve": Pool("us", ("us-3",), back="eliminated")},
    )
    source = ExportSource(replace(plain, look=look), (scenario,))
    losses = {one.code: one for one in survey(source, VMOD, VassalOptions())}
    assert sorted(losses) == [
        *("LOSS101", "LOSS105", "LOSS106", "LOSS107", "LOSS108", "LOSS110", "LOSS114", "LOSS115"),
    ]
    assert losses["LOSS108"].where == ("us-1",)
    assert losses["LOSS107"].what == "1 option"
    alone = {one.code: one for one in survey(source, VMOD, VassalOptions(units=False))}
    assert (sorted(alone), alone["LOSS109"].option) == (["LOSS109", "LOSS110"], "units=true")


def test_what_a_module_cannot_hold_is_said(plain: BattleMap) -> None:
    lettered = Numbering(columns=Columns.LETTERS, prefix="$", digits=0)
    board = replace(
        plain, grid=Grid(GridSpec(30, 4, numbering=lettered, void=frozenset({(0, 0)}))), terrain=[], elevation=[]
    )
    losses = survey(ExportSource(board), VMOD, VassalOptions())
    assert [one.code for one in losses] == ["LOSS102", "LOSS103", "LOSS103"]
    assert losses[1].where[0] == "$AA1"
    assert len(losses[1].where) == 16


@pytest.mark.parametrize("numbering", [Numbering(slant=Slant.UP), Numbering(descending=Descending.ROWS)])
def test_numbers_that_slant_or_descend_are_said(plain: BattleMap, numbering: Numbering) -> None:
    board = replace(plain, grid=Grid(GridSpec(5, 4, numbering=numbering)), terrain=[], elevation=[])
    (lost,) = survey(ExportSource(board), VMOD, VassalOptions())
    assert (lost.code, lost.what, len(lost.where)) == ("LOSS103", "numbers that descend or slant", 20)
