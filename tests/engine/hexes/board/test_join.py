"""Two maps as one: hexes meet as they should, nothing is lost unsaid, palettes have to agree."""

from __future__ import annotations

from dataclasses import replace

import board_reference as reference
import pytest

from engine import formats
from engine.boards.palette import Kind, Layer, Palette
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation, Parity
from engine.hexes.mapping.join import Edge, differences, fits, joined


def board(columns: int = 4, rows: int = 3, **spec: object) -> BattleMap:
    return BattleMap(Grid(GridSpec(columns, rows, **spec)), formats.load_palette("standard"), "Field")  # type: ignore[arg-type]


class TestShape:
    @pytest.mark.parametrize("edge", list(Edge))
    @pytest.mark.parametrize("orientation", list(Orientation))
    @pytest.mark.parametrize("shifted", list(Parity))
    @pytest.mark.parametrize(("offset", "overlap"), [(0, 0), (1, 0), (-1, 1), (2, 1)])
    def test_hexes_lie_to_each_other_as_before(
        self, edge: Edge, orientation: Orientation, shifted: Parity, offset: int, overlap: int
    ) -> None:
        first = board(6, 6, orientation=orientation, shifted=shifted, first_column=20, first_row=20)
        second = board(5, 4, orientation=orientation)
        if fits(first.grid, second.grid, edge, offset, overlap):
            with pytest.raises(HexwrightError):
                joined(first, second, edge, offset=offset, overlap=overlap)
            overlap += 1 if (edge in (Edge.EAST, Edge.WEST)) == first.grid.flat else 0
            offset += 1 if (edge in (Edge.NORTH, Edge.SOUTH)) == first.grid.flat else 0
        made = joined(first, second, edge, offset=offset, overlap=overlap)
        for old, moved in ((first, made.first), (second, made.second)):
            for a in old.grid:
                for b in old.grid.neighbours[a]:
                    if NOWHERE not in (moved[a], moved[b]):
                        assert made.map.grid.direction(moved[a], moved[b]) == old.grid.direction(a, b)
        both = set(made.first) | {n for n in made.second if n != NOWHERE}
        assert both == set(made.map.grid.hexes)
        assert all(made.map.grid.name(n) == first.grid.name(h) for h, n in enumerate(made.first))
        beside = {n for h in made.first for n in made.map.grid.neighbours[h]} & set(made.second)
        assert beside, "the maps touch"

    def test_places_that_neither_covers_are_void(self) -> None:
        made = joined(board(4, 3), board(4, 5), Edge.EAST, offset=1)
        assert (made.map.grid.columns, made.map.grid.rows) == (8, 6)
        assert len(made.map.grid) == 12 + 20

    def test_numbers_may_begin_anew(self) -> None:
        first, second = board(), board()
        with pytest.raises(HexwrightError, match="numbers below 0"):
            joined(first, second, Edge.WEST)
        made = joined(first, second, Edge.WEST, keep_numbers=False)
        assert made.map.grid.name(made.second[0]) == "0101"
        assert made.map.grid.name(made.first[0]) == "0501"

    def test_grids_that_do_not_meet_are_refused_with_a_way_out(self) -> None:
        with pytest.raises(HexwrightError, match="pointy"):
            joined(board(), board(orientation=Orientation.POINTY), Edge.EAST)
        with pytest.raises(HexwrightError, match="overlap by one"):
            joined(board(3, 3), board(), Edge.EAST)
        with pytest.raises(HexwrightError, match="offset by one"):
            joined(board(), board(), Edge.SOUTH, offset=1)
        with pytest.raises(HexwrightError, match="touch"):
            joined(board(), board(), Edge.SOUTH, offset=6)
        with pytest.raises(HexwrightError, match="altogether"):
            joined(board(), board(), Edge.SOUTH, overlap=3)


def test_all_that_is_on_the_second_map_comes_along() -> None:
    first, second = board(), board()
    h = second.grid.parse("0102")
    second.terrain[h], second.elevation[h], second.features[h] = "forest", 2, ("town",)
    west, slope = second.grid.side(h, 5), second.grid.side(h, 1)
    second.hexsides[west] = {"river": NOWHERE}
    second.hexsides[slope] = {"slope": h}
    second.paths[west] = frozenset({"road"})
    second.labels.append(Label("Farm", h, dy=0.5))
    second.regions["r"] = Region("r", "R", frozenset({h}))
    made = joined(first, second, Edge.EAST)
    n, grid = made.second[h], made.map.grid
    assert grid.name(n) == "0502"
    assert (made.map.terrain[n], made.map.elevation[n], made.map.features[n]) == ("forest", 2, ("town",))
    assert made.map.hexsides == {grid.side(n, 5): {"river": NOWHERE}, grid.side(n, 1): {"slope": n}}
    assert made.map.paths == {grid.side(n, 5): frozenset({"road"})}
    assert made.map.labels == [Label("Farm", n, dy=0.5)]
    assert made.map.regions == {"r": Region("r", "R", frozenset({n}))}
    assert made.fallen == []
    assert first.hexsides == {}
    assert first.labels == []


def test_where_the_maps_lie_on_each_other_the_first_one_stays() -> None:
    first, second = board(3, 3), board(4, 3)
    theirs = second.grid.parse("0102")
    mine = first.grid.parse("0302")
    first.terrain[mine] = "swamp"
    second.terrain[theirs], second.features[theirs] = "forest", ("town",)
    second.elevation[theirs] = 1
    second.labels.append(Label("Farm", theirs))
    second.hexsides[second.grid.side(theirs, 0)] = {"river": NOWHERE}
    made = joined(first, second, Edge.EAST, overlap=1)
    n = made.first[mine]
    assert made.second[theirs] == NOWHERE
    assert (made.map.terrain[n], made.map.features.get(n)) == ("swamp", None)
    assert [str(one) for one in made.fallen] == [
        "forest at 0102",
        "level 1 at 0102",
        "town at 0102",
        "river at 0101/0102",
        "Farm at 0102",
    ]


def test_a_shared_edge_keeps_what_both_have_there() -> None:
    first, second = board(), board()
    first.hexsides[first.grid.parse_side("0402/NE")] = {"river": NOWHERE}
    second.hexsides[second.grid.parse_side("0102/SW")] = {"bridge": NOWHERE, "river": NOWHERE}
    made = joined(first, second, Edge.EAST)
    assert any(kinds == {"river": NOWHERE, "bridge": NOWHERE} for kinds in made.map.hexsides.values()) or (
        len(made.map.hexsides) == 2
    )


def test_regions_of_one_key() -> None:
    first, second = board(), board()
    first.regions = {"a": Region("a", "North", frozenset({0})), "b": Region("b", "Mine", frozenset({1}))}
    second.regions = {"a": Region("a", "North", frozenset({0})), "b": Region("b", "Yours", frozenset({1}))}
    made = joined(first, second, Edge.EAST)
    assert made.map.regions["a"].hexes == {made.first[0], made.second[0]}
    assert made.map.regions["b"].name == "Mine"
    assert made.map.regions["b-2"].name == "Yours"


def other_palette() -> Palette:
    base = formats.load_palette("standard")
    lava = Kind("lava", Layer.TERRAIN, "Lava", "#aa2200", key_char="L")
    fence = Kind("fence", Layer.HEXSIDE, "Fence", "#aa2200")
    kinds = {layer: dict(base.kinds[layer]) for layer in base.kinds}
    kinds[Layer.TERRAIN]["lava"] = lava
    kinds[Layer.HEXSIDE]["fence"] = fence
    kinds[Layer.HEXSIDE]["wall"] = replace(kinds[Layer.HEXSIDE]["wall"], treat_as={"tlg2": "creek"})
    return Palette("other", "Other", kinds)


def test_kinds_that_the_first_palette_lacks_need_a_word() -> None:
    first = board()
    second = BattleMap(Grid(GridSpec(4, 3)), other_palette(), "Other")
    second.terrain[0] = "lava"
    second.hexsides[second.grid.side(5, 0)] = {"fence": NOWHERE, "wall": NOWHERE}
    found = differences(first.palette, second)
    assert [kind.key for kind in found.missing] == ["lava", "fence"]
    assert [mine.key for mine, _ in found.unlike] == ["wall"]
    with pytest.raises(HexwrightError, match="Lava, Fence"):
        joined(first, second, Edge.EAST)
    said = {(Layer.TERRAIN, "lava"): "rough", (Layer.HEXSIDE, "fence"): ""}
    made = joined(first, second, Edge.EAST, instead=said)
    assert made.map.terrain[made.second[0]] == "rough"
    assert list(made.map.hexsides.values()) == [{"wall": NOWHERE}]
    assert [one.what for one in made.fallen] == ["fence"]


def test_a_kind_that_becomes_directional_gets_a_high_side() -> None:
    first = board()
    second = BattleMap(Grid(GridSpec(4, 3)), other_palette(), "Other")
    side = second.grid.parse_side("0202/0302")
    second.hexsides[side] = {"fence": NOWHERE}
    made = joined(first, second, Edge.EAST, instead={(Layer.HEXSIDE, "fence"): "cliff"})
    (kinds,) = made.map.hexsides.values()
    assert kinds["cliff"] in made.second


def test_a_joined_map_is_written_and_read_back(tmp_path: object) -> None:
    made = joined(board(4, 3), board(4, 5), Edge.EAST, offset=1).map
    text = formats.dump_map(made)
    loaded = formats.load_text(text, "joined.yaml")
    assert loaded.findings == []
    assert isinstance(loaded.model, BattleMap)
    assert formats.dump_map(loaded.model) == text
    assert reference.grid_id(loaded.model.grid) == reference.grid_id(made.grid)
