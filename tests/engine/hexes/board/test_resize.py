"""Larger and smaller maps: what stays, stays where it is; items that are lost are listed."""

from __future__ import annotations

import board_reference as reference
import board_samples as samples
import pytest

from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation, Parity
from engine.hexes.board.numbering import Columns, Numbering
from engine.hexes.mapping.resize import Anchor, resized

SPECS = [spec for spec in reference.variants(6, 6) if spec.first_column in (6, 7)]
SHIFTS = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 3), (-1, -1), (-2, 1)]


def named(battle_map: BattleMap) -> dict[str, object]:
    """What is on a map, by the names of hexes and hexsides."""
    grid = battle_map.grid
    return {
        "terrain": {grid.name(h): battle_map.terrain[h] for h in grid if battle_map.terrain[h] != "clear"},
        "elevation": {grid.name(h): battle_map.elevation[h] for h in grid if battle_map.elevation[h]},
        "features": {grid.name(h): features for h, features in battle_map.features.items()},
        "hexsides": {
            grid.side_name(side): {kind: grid.name(high) for kind, high in kinds.items()}
            for side, kinds in battle_map.hexsides.items()
        },
        "paths": {grid.side_name(side): kinds for side, kinds in battle_map.paths.items()},
        "labels": [(label.text, grid.name(label.at), label.dx) for label in battle_map.labels],
        "regions": {
            key: (region.name, {grid.name(h) for h in region.hexes}) for key, region in battle_map.regions.items()
        },
    }


class TestShape:
    @pytest.mark.parametrize("spec", SPECS, ids=lambda spec: reference.grid_id(Grid(spec)))
    @pytest.mark.parametrize("keep_numbers", [True, False])
    @pytest.mark.parametrize(("left", "top"), SHIFTS)
    def test_hexes_lie_to_each_other_as_before(self, spec: GridSpec, keep_numbers: bool, left: int, top: int) -> None:
        old = samples.blank(spec=spec)
        result = resized(old, 9, 8, left=left, top=top, keep_numbers=keep_numbers)
        for a in old.grid:
            for b in old.grid:
                if NOWHERE not in (result.moved[a], result.moved[b]):
                    d = result.map.grid.direction(result.moved[a], result.moved[b])
                    assert d == old.grid.direction(a, b)
        assert (result.map.grid.columns, result.map.grid.rows) == (9, 8)
        if keep_numbers:
            assert result.renamed(old) == {}
        else:
            assert result.map.grid.name(0) == old.grid.name(0)

    def test_odd_shifts_without_the_old_numbers_change_the_parity(self) -> None:
        old = samples.blank()
        assert resized(old, 7, 6, left=1, keep_numbers=False).map.grid.spec.shifted is Parity.EVEN
        assert resized(old, 7, 6, left=1).map.grid.spec.shifted is Parity.ODD
        assert resized(old, 8, 6, left=2, keep_numbers=False).map.grid.spec.shifted is Parity.ODD
        pointy = samples.blank(spec=GridSpec(6, 6, Orientation.POINTY))
        assert resized(pointy, 6, 7, top=1, keep_numbers=False).map.grid.spec.shifted is Parity.EVEN
        assert resized(pointy, 7, 6, left=1, keep_numbers=False).map.grid.spec.shifted is Parity.ODD

    def test_void_hexes_move_along(self) -> None:
        old = samples.blank(spec=GridSpec(4, 4, first_column=3, void=frozenset({(0, 0), (3, 3)})))
        result = resized(old, 5, 3, left=1)
        assert [h for h in range(15) if h not in result.map.grid] == [1]
        assert result.moved[0] == NOWHERE
        assert result.fallen == []

    @pytest.mark.parametrize(
        ("anchor", "added"),
        [
            (Anchor.NORTH_WEST, (0, 0)),
            (Anchor.NORTH, (2, 0)),
            (Anchor.NORTH_EAST, (4, 0)),
            (Anchor.WEST, (0, -1)),
            (Anchor.CENTRE, (2, -1)),
            (Anchor.EAST, (4, -1)),
            (Anchor.SOUTH_WEST, (0, -2)),
            (Anchor.SOUTH, (2, -2)),
            (Anchor.SOUTH_EAST, (4, -2)),
        ],
    )
    def test_anchors(self, anchor: Anchor, added: tuple[int, int]) -> None:
        assert anchor.added(10, 10, 14, 8) == added


class TestContents:
    def test_a_larger_map_keeps_everything(self) -> None:
        old = samples.busy()
        result = resized(old, 8, 9)
        assert result.fallen == []
        before, after = named(old), named(result.map)
        # A road that ran over the edge of the map now leads into a new hex.
        edge = "0603/NE"
        before["paths"]["0702/0603"] = before["paths"].pop(edge)
        assert after == before
        assert result.map.palette is old.palette

    def test_larger_on_every_side_and_back_again_restores_it(self) -> None:
        old = samples.busy()
        before = named(old)
        larger = resized(old, 11, 12, left=2, top=3, keep_numbers=False)
        again = resized(larger.map, 6, 6, left=-2, top=-3, keep_numbers=False)
        assert named(again.map) == before
        assert again.fallen == []
        assert again.map.grid.spec == old.grid.spec
        assert named(old) == before, "the old map is left as it was"
        larger = resized(old, 7, 6, left=1, keep_numbers=False)
        assert larger.map.grid.spec.shifted is Parity.EVEN
        assert larger.renamed(old)["0101"] == "0201"

    def test_what_falls_off_is_listed_in_full(self) -> None:
        old = samples.busy()
        result = resized(old, 4, 3)
        listed = {(fallen.layer, fallen.what, fallen.at) for fallen in result.fallen}
        assert listed == {
            ("terrain", "water", "0606"),
            ("elevation", "level 1", "0605"),
            ("hexsides", "river", "0504/0505"),
            ("hexsides", "slope", "0505/0605"),
            ("paths", "road", "0503/0603"),
            ("paths", "road", "0603/NE"),
            ("names", "Lake", "0606"),
            ("regions", "Heights", "0605"),
            ("regions", "Lake", "0606"),
        }
        assert "lake" not in result.map.regions
        assert str(result.fallen[0]) == "level 1 at 0605"
        after = named(result.map)
        assert after["hexsides"]["0303/S"] == {"slope": "0303"}, "the high hex stayed: so does its slope"
        assert after["paths"]["0403/SE"] == {"road"}, "a road that now runs over the edge of the map"

    def test_a_slope_whose_high_hex_falls_off_goes_too(self) -> None:
        old = samples.blank()
        samples.put(old, "slope", "0304>0303")
        samples.put(old, "river", "0304/0303")
        result = resized(old, 6, 3)
        assert [(fallen.what, fallen.at) for fallen in result.fallen] == [("slope", "0303/0304")]
        assert named(result.map)["hexsides"] == {"0303/S": {"river": "?"}}

    def test_nothing_left_in_common(self) -> None:
        old = samples.busy()
        result = resized(old, 3, 3, left=-6, keep_numbers=False)
        assert set(result.moved) == {NOWHERE}
        assert set(result.map.terrain) == {"clear"}
        assert len(result.fallen) > 10


class TestNumbers:
    def test_numbers_below_nought_are_refused(self) -> None:
        with pytest.raises(HexwrightError, match="no hex numbers below 0"):
            resized(samples.blank(), 8, 6, left=2)
        assert resized(samples.blank(), 7, 6, left=1).map.grid.name(0) == "0001"

    def test_letters_before_a_are_refused(self) -> None:
        lettered = samples.blank(spec=GridSpec(4, 4, numbering=Numbering(columns=Columns.LETTERS)))
        with pytest.raises(HexwrightError, match="start at 1"):
            resized(lettered, 5, 4, left=1)

    def test_no_map_without_hexes(self) -> None:
        with pytest.raises(HexwrightError, match="at least one"):
            resized(samples.blank(), 0, 6)

    def test_more_digits_rename_hexes(self) -> None:
        old = samples.blank()
        result = resized(old, 120, 6)
        assert result.renamed(old)["0101"] == "001001"
