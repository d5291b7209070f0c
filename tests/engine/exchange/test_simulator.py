"""Saved objects for Tabletop Simulator, read as the program reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from exchange_drawing import FlatPictures, plain
from PIL import Image

from engine import formats
from engine.errors import HexwrightError
from engine.exchange.exporting import export, writing_options
from engine.exchange.losses import LostPart
from engine.exchange.rows import format_named, format_of_ending
from engine.exchange.source import ExportSource
from engine.formats.holding import held
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.board.grid import Grid, GridSpec, Orientation
from engine.scenario.model import Scenario, Unit

Data = dict[str, Any]


class NumberedPictures(FlatPictures):
    """A picture of its own for each unit."""

    def counter(self, scenario: Scenario, unit: Unit, pixels: int, *, back: bool, folder: str) -> bytes:
        return plain(pixels, pixels, f"#{list(scenario.units).index(unit.key):04x}{int(back):02x}")


def exported(name: str, folder: Path, **words: Any) -> tuple[Data, list[LostPart], ExportSource]:
    scenario = formats.load_scenario(name)
    source = ExportSource(hexes_of(scenario.map), (scenario,))
    row = format_named("tts")
    path = folder / "game.tts.json"
    written, losses = export(source, row, writing_options(row, words), NumberedPictures(), path)
    assert written[0] == path
    data: Data = json.loads(path.read_text(encoding="utf-8"))
    return data, losses, source


def tiles(data: Data) -> list[Data]:
    return [one for one in data["ObjectStates"] if one["Name"] == "Custom_Tile"]


def seen_at(board: Data, position: Data) -> tuple[float, float]:
    """Where a point of the board's own lies on the table: its scale and its turn of 180 degrees applied."""
    place = board["Transform"]
    assert place["rotY"] == 180.0
    return place["posX"] - position["x"] * place["scaleX"], place["posZ"] - position["z"] * place["scaleZ"]


def test_a_snap_point_lies_on_every_hex_and_counters_lie_on_them(tmp_path: Path) -> None:
    data, _, source = exported("first_steps", tmp_path, address="https://example.org/game")
    board, *counters = tiles(data)
    grid = source.board.grid
    points = [seen_at(board, point["Position"]) for point in board["AttachedSnapPoints"]]
    assert len(points) == len(list(grid.hexes))
    scenario = source.scenario
    assert scenario is not None
    by_name = dict(zip(grid.hexes, points, strict=True))
    assert len(counters) == len(scenario.setup)
    for counter, spelled in zip(counters, scenario.setup.values(), strict=True):
        x, z = by_name[grid.parse(spelled)]
        assert (counter["Transform"]["posX"], counter["Transform"]["posZ"]) == pytest.approx((x, z), abs=1e-3)
        assert counter["Transform"]["posY"] > board["Transform"]["posY"]
    # North is away from the player, east to the right; neighbours are as far apart as the option says.
    first, second = grid.at(0, 0), grid.at(0, 1)
    assert by_name[first][1] - by_name[second][1] == pytest.approx(1.0, abs=1e-3)
    assert by_name[grid.at(1, 0)][0] > by_name[first][0]
    assert board["Locked"] is True


def test_the_board_has_the_shape_of_its_picture(tmp_path: Path) -> None:
    data, _, _ = exported("first_steps", tmp_path, hex=2.0)
    board = tiles(data)[0]
    with Image.open(tmp_path / "game-board.png") as picture:
        wide, high = picture.size
    scale = board["Transform"]
    assert scale["scaleX"] / scale["scaleZ"] == pytest.approx(wide / high, abs=1e-3)
    assert scale["scaleX"] == pytest.approx(wide / 100, abs=1e-3), "half of 100 pixels for each 2 inches"
    assert board["CustomImage"]["CustomTile"]["Stretch"] is True, "without it the scale is not that of the sides"


def test_counters_have_two_sides_and_addresses(tmp_path: Path) -> None:
    data, losses, source = exported("first_steps", tmp_path, address="https://example.org/game")
    assert "LOSS112" not in [one.code for one in losses]
    assert source.scenario is not None
    units = {unit.name: unit for unit in source.scenario.units.values()}
    for one in tiles(data)[1:]:
        image = one["CustomImage"]
        assert image["ImageURL"].startswith("https://example.org/game/game-")
        assert (tmp_path / image["ImageURL"].rpartition("/")[2]).is_file()
        has_back = bool(units[one["Nickname"]].values.get("reduced"))
        assert bool(image["ImageSecondaryURL"]) is has_back
    _, losses, _ = exported("first_steps", tmp_path)
    assert {one.code: one.option for one in losses}["LOSS112"] == "address=https://..."


def test_what_is_not_on_the_map_is_in_bags_by_side_and_arrival(tmp_path: Path) -> None:
    data, _, source = exported("lundys_lane", tmp_path)
    scenario = source.scenario
    assert scenario is not None
    bags = [one for one in data["ObjectStates"] if one["Name"] == "Bag"]
    titles = [bag["Nickname"] for bag in bags]
    arriving = {unit for group in scenario.arrivals for unit in group.units} - set(scenario.setup)
    first = min(scenario.arrivals, key=lambda group: group.turn)
    assert titles[0].startswith(scenario.turns.label(first.turn))
    inside = [one["Nickname"] for bag in bags for one in bag["ContainedObjects"]]
    assert {scenario.units[key].name for key in arriving} <= set(inside)
    on_map = [one["Nickname"] for one in tiles(data)[1:]]
    assert sorted([*inside, *on_map]) == sorted(unit.name for unit in scenario.units.values())
    objects = [*data["ObjectStates"], *(one for bag in bags for one in bag["ContainedObjects"])]
    guids = [one["GUID"] for one in objects]
    assert len(set(guids)) == len(guids)
    assert all(len(guid) == 6 for guid in guids)


def test_the_same_export_has_the_same_bytes_and_may_be_replaced(tmp_path: Path) -> None:
    exported("first_steps", tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    there = held(tmp_path / "game.tts.json")
    assert there is not None
    assert (there.kind, there.ours) == ("tts", True)
    exported("first_steps", tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_hidden_groups_go_along_only_when_asked(tmp_path: Path) -> None:
    scenario = formats.load_scenario("first_steps")
    key = next(iter(scenario.setup))
    from engine.scenario.model import Deployment

    group = Deployment(scenario.units[key].side, ("F0101",), (key,), hidden=True)
    secret = scenario.with_(deployments=(group,), setup={k: at for k, at in scenario.setup.items() if k != key})
    source = ExportSource(hexes_of(scenario.map), (secret,))
    row = format_named("tts")
    name = scenario.units[key].name
    for words, is_there in (({}, False), ({"hidden": True}, True)):
        for path in tmp_path.iterdir():
            path.unlink()
        _, losses = export(source, row, writing_options(row, words), NumberedPictures(), tmp_path / "a.tts.json")
        text = (tmp_path / "a.tts.json").read_text(encoding="utf-8")
        assert (json.dumps(name) in text) is is_there
        assert ("LOSS104" in [one.code for one in losses]) is not is_there


def test_a_board_that_is_too_large_says_what_fits(tmp_path: Path) -> None:
    spec = GridSpec(160, 12, Orientation.POINTY)
    board = BattleMap(Grid(spec), formats.load_palette("standard"), "Long")
    row = format_named("tts")
    with pytest.raises(HexwrightError, match=r"too large for Tabletop Simulator; \d+ pixels per hex fit"):
        export(ExportSource(board), row, writing_options(row, {}), FlatPictures(), tmp_path / "a.tts.json")
    assert list(tmp_path.iterdir()) == []


def test_an_address_is_one() -> None:
    row = format_named("tts")
    with pytest.raises(HexwrightError, match="an address begins with"):
        writing_options(row, {"address": "game/pictures"})
    assert format_of_ending(Path("A.TTS.json")).key == "tts"
    assert format_of_ending(Path("a.json")).key == "json"
