"""The battle map's questions, and the palette's."""

from __future__ import annotations

import board_samples as samples
import pytest

from engine.boards.palette import HEX_LAYERS, Kind, Layer, Palette
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec


class TestNewMap:
    def test_it_is_low_and_of_the_first_terrain(self) -> None:
        battle_map = samples.blank(4, 3)
        assert battle_map.terrain == ["clear"] * 12
        assert battle_map.elevation == [0] * 12
        assert (battle_map.features, battle_map.hexsides, battle_map.paths) == ({}, {}, {})

    def test_maps_share_nothing(self) -> None:
        one, two = samples.blank(), samples.blank()
        one.terrain[0] = "forest"
        one.features[0] = ("tower",)
        assert two.terrain[0] == "clear"
        assert two.features == {}

    def test_given_terrain_is_kept(self) -> None:
        battle_map = BattleMap(Grid(GridSpec(2, 1)), samples.palette(), terrain=["forest", "water"])
        assert battle_map.terrain == ["forest", "water"]
        assert battle_map.elevation == [0, 0]


class TestQuestions:
    battle_map = samples.busy()
    grid = battle_map.grid

    def test_features(self) -> None:
        assert self.battle_map.has_feature(self.grid.parse("0403"), "tower")
        assert not self.battle_map.has_feature(self.grid.parse("0302"), "tower")
        assert not self.battle_map.has_feature(self.grid.parse("0101"), "tower")

    def test_hexsides(self) -> None:
        river = self.grid.parse_side("0303/0403")
        assert self.battle_map.has_hexside(river, "river")
        assert not self.battle_map.has_hexside(river, "slope")
        assert not self.battle_map.has_hexside(self.grid.parse_side("0101/N"), "river")

    def test_which_side_is_high(self) -> None:
        slope, high = self.grid.parse_side("0304/0303"), self.grid.parse("0303")
        assert self.battle_map.high_side(slope, "slope") == high
        assert self.battle_map.high_side(slope, "cliff") == NOWHERE
        assert self.battle_map.high_side(self.grid.parse_side("0303/0403"), "river") == NOWHERE

    def test_paths(self) -> None:
        side = self.grid.parse_side("0303/0403")
        assert self.battle_map.has_path(side, "road")
        assert self.battle_map.has_path(side, "rail")
        assert not self.battle_map.has_path(side, "trail")

    @pytest.mark.parametrize(
        ("name", "kind", "ways"),
        [
            ("0302", "road", {"S", "NW"}),
            ("0101", "road", {"NW", "SE"}),
            ("0603", "road", {"NE", "SW"}),
            ("0303", "rail", {"NE"}),
            ("0606", "road", set()),
        ],
    )
    def test_where_paths_leave_a_hex(self, name: str, kind: str, ways: set[str]) -> None:
        h = self.grid.parse(name)
        assert {self.grid.direction_names[d] for d in self.battle_map.exits(h, kind)} == ways
        assert self.battle_map.on_path(h, kind) is bool(ways)

    def test_place_names(self) -> None:
        assert self.battle_map.place_name(self.grid.parse("0302")) == "Tavern"
        assert self.battle_map.place_name(self.grid.parse("0101")) == ""


class TestPalette:
    def test_kinds_by_layer(self) -> None:
        palette = samples.palette()
        assert palette.base_terrain == "clear"
        assert list(palette.terrain) == ["clear", "forest", "water"]
        assert list(palette.features) == ["building", "tower"]
        assert palette.hexsides["slope"].directional
        assert not palette.hexsides["river"].directional
        assert list(palette.paths) == ["road", "trail", "rail"]
        assert palette.get(Layer.PATH, "road") is palette.paths["road"]
        assert palette.get(Layer.TERRAIN, "road") is None
        assert palette.to_json()["paths"] == ["road", "trail", "rail"]

    def test_what_a_system_should_treat_a_kind_as(self) -> None:
        kind = Kind("bocage", Layer.TERRAIN, "Bocage", "#336633", treat_as={"tlg2": "forest"})
        assert kind.term("tlg2") == "forest"
        assert kind.term("fm") == "bocage"

    def test_palettes_can_be_keys(self) -> None:
        empty = {layer: {} for layer in HEX_LAYERS}
        assert hash(Palette("a", "A", empty)) == hash(Palette("a", "A", empty))
        assert hash(Kind("x", Layer.PATH, "X", "#000000")) == hash(Kind("x", Layer.PATH, "X", "#000000"))


def test_an_area_is_a_region_or_a_hex_or_nothing() -> None:
    board = samples.blank(4, 4)
    hexes = frozenset({9, 2})
    board.regions["beach"] = Region("beach", "Beach", hexes)
    assert board.area("beach") == (2, 9)
    assert board.area(board.grid.name(5)) == (5,)
    assert board.area("nowhere") == ()


def test_a_hex_is_said_with_the_name_of_its_place_alone() -> None:
    board = samples.blank(4, 3)
    town, wood, gate, inside = range(4)
    board.labels += [Label("THE WOOD", wood, style="region"), Label("to York", wood, style="note")]
    board.labels += [Label("Brook", town, style="water"), Label("Old\nTown", town)]
    board.regions["gate"] = Region("gate", "Gate", frozenset({gate}))
    board.regions["wood"] = Region("wood", "Wood", frozenset({wood, gate, inside}))
    names = [board.grid.name(h) for h in range(4)]
    assert [board.spoken(h) for h in range(4)] == [f"Old Town ({names[0]})", names[1], f"Gate ({names[2]})", names[3]]
