"""What map editing works out: changes and their way back, floods, clearing, slopes, bridges."""

from __future__ import annotations

import random
from collections import deque
from copy import deepcopy

import board_reference as reference
import board_samples as samples
import pytest

from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec
from engine.hexes.mapping.edit import Changes, cleared, crossings, same_terrain_area, slopes_from_elevation


def contents(battle_map: BattleMap) -> object:
    """Everything on a map, for comparison."""
    m = battle_map
    return m.terrain, m.elevation, m.features, m.hexsides, m.paths, m.labels, m.regions


class TestChanges:
    def test_writing_and_taking_back(self) -> None:
        battle_map = samples.busy()
        before = deepcopy(contents(battle_map))
        side = battle_map.grid.parse_side("0303/0403")
        changes = Changes(
            terrain={0: "water", 7: "forest"},
            elevation={3: 2},
            features={0: ("tower",), battle_map.grid.parse("0302"): ()},
            hexsides={side: {}, 9: {"river": NOWHERE}},
            paths={side: frozenset(), 12: frozenset({"rail"})},
            labels=[Label("New", 4)],
            regions={"r": Region("r", "R", frozenset({1}))},
        )
        undo = changes.write(battle_map)
        assert battle_map.terrain[7] == "forest"
        assert battle_map.elevation[3] == 2
        assert battle_map.features[0] == ("tower",)
        assert battle_map.grid.parse("0302") not in battle_map.features
        assert side not in battle_map.hexsides
        assert side not in battle_map.paths
        assert battle_map.labels == [Label("New", 4)]
        assert list(battle_map.regions) == ["r"]
        after = deepcopy(contents(battle_map))
        redo = undo.write(battle_map)
        assert contents(battle_map) == before
        redo.write(battle_map)
        assert contents(battle_map) == after

    def test_what_is_touched(self) -> None:
        assert not Changes()
        assert Changes(labels=[])
        changes = Changes(terrain={1: "clear"}, features={2: ()}, paths={5: frozenset()})
        assert changes
        assert changes.hexes == {1, 2}
        assert changes.sides == {5}

    def test_later_edits_of_the_map_do_not_reach_the_changes(self) -> None:
        battle_map = samples.blank()
        changes = Changes(hexsides={9: {"river": NOWHERE}})
        changes.write(battle_map)
        battle_map.hexsides[9]["creek"] = NOWHERE
        assert changes.hexsides == {9: {"river": NOWHERE}}


class TestFlood:
    @pytest.mark.parametrize(
        "spec",
        reference.variants(9, 8) + reference.variants(9, 8, frozenset({(0, 0), (4, 4), (8, 7)})),
        ids=lambda spec: reference.grid_id(Grid(spec)),
    )
    def test_areas_hang_together(self, spec: GridSpec) -> None:
        battle_map = samples.blank(spec=spec)
        grid, rng = battle_map.grid, random.Random(3)
        battle_map.terrain[:] = [rng.choice(["clear", "clear", "forest"]) for _ in range(grid.size)]
        around = reference.neighbours(spec)
        for h in grid:
            expected, queue = {h}, deque([h])
            while queue:
                here = queue.popleft()
                for n in around[here] - expected:
                    if battle_map.terrain[n] == battle_map.terrain[h]:
                        expected.add(n)
                        queue.append(n)
            assert same_terrain_area(battle_map, h) == expected

    def test_nowhere_and_void_have_no_area(self) -> None:
        battle_map = samples.blank(spec=GridSpec(3, 3, void=frozenset({(1, 1)})))
        assert same_terrain_area(battle_map, NOWHERE) == set()
        assert same_terrain_area(battle_map, 4) == set()
        assert len(same_terrain_area(battle_map, 0)) == 8


class TestClearing:
    def test_a_cleared_hex_is_as_on_a_new_map(self) -> None:
        battle_map = samples.busy()
        grid = battle_map.grid
        gone = [grid.parse("0303"), grid.parse("0403"), grid.parse("0302")]
        outer = grid.parse_side("0403/0503")
        assert outer in battle_map.paths
        cleared(battle_map, gone).write(battle_map)
        for h in gone:
            assert battle_map.terrain[h] == "clear"
            assert battle_map.elevation[h] == 0
            assert h not in battle_map.features
            assert battle_map.place_name(h) == ""
        assert grid.parse_side("0303/0403") not in battle_map.hexsides
        assert grid.parse_side("0303/0403") not in battle_map.paths
        assert outer in battle_map.paths, "an outer hexside belongs to the hex that stays, too"

    def test_nothing_chosen_changes_nothing(self) -> None:
        assert not cleared(samples.busy(), [])
        assert not cleared(samples.busy(), [NOWHERE])


class TestSlopes:
    kinds = {1: "slope", 3: "cliff"}

    def test_ground_that_rises_gets_slopes_with_the_high_hex(self) -> None:
        battle_map = samples.blank()
        grid = battle_map.grid
        hill, peak = grid.parse("0303"), grid.parse("0304")
        battle_map.elevation[hill], battle_map.elevation[peak] = 1, 4
        slopes_from_elevation(battle_map, self.kinds).write(battle_map)
        assert battle_map.high_side(grid.side_between(hill, grid.parse("0302")), "slope") == hill
        assert battle_map.hexsides[grid.side_between(hill, peak)] == {"cliff": peak}
        assert battle_map.hexsides[grid.side_between(peak, grid.parse("0305"))] == {"cliff": peak}
        assert len(battle_map.hexsides) == 5 + 1 + 5

    def test_slopes_that_elevation_does_not_bear_out_go_and_rivers_stay(self) -> None:
        battle_map = samples.blank()
        samples.put(battle_map, "slope", "0101>0102")
        samples.put(battle_map, "river", "0101/0102")
        samples.put(battle_map, "cliff", "0303>0304")
        changes = slopes_from_elevation(battle_map, self.kinds)
        changes.write(battle_map)
        assert battle_map.hexsides == {battle_map.grid.parse_side("0101/0102"): {"river": NOWHERE}}
        assert not slopes_from_elevation(battle_map, self.kinds), "a second time there is nothing to do"

    def test_a_slope_that_faces_the_wrong_way_is_turned(self) -> None:
        battle_map = samples.blank()
        samples.put(battle_map, "slope", "0101>0102")
        low, high = battle_map.grid.parse("0101"), battle_map.grid.parse("0102")
        battle_map.elevation[high] = 1
        slopes_from_elevation(battle_map, {1: "slope"}, [low, high]).write(battle_map)
        assert battle_map.hexsides == {battle_map.grid.side_between(low, high): {"slope": high}}

    def test_only_chosen_hexes_are_looked_at(self) -> None:
        battle_map = samples.blank()
        battle_map.elevation[battle_map.grid.parse("0303")] = 1
        assert not slopes_from_elevation(battle_map, self.kinds, [battle_map.grid.parse("0303")])
        some = [battle_map.grid.parse(name) for name in ("0303", "0304", "0101")]
        assert len(slopes_from_elevation(battle_map, self.kinds, some).hexsides) == 1

    def test_a_river_is_no_slope(self) -> None:
        with pytest.raises(HexwrightError, match="not a kind of hexside with a high side"):
            slopes_from_elevation(samples.blank(), {1: "river"})


class TestCrossings:
    over = {"road": "bridge", "rail": "bridge", "trail": "ford"}

    def test_roads_get_bridges_and_trails_fords(self) -> None:
        battle_map = samples.blank()
        samples.put(battle_map, "river", "0101/0102 0201/0202 0301/0302 0401/0402")
        samples.lay(battle_map, "road", "0101 0102 0103")
        samples.lay(battle_map, "trail", "0201 0202")
        samples.lay(battle_map, "trail", "0301 0302")
        samples.lay(battle_map, "road", "0301 0302")
        crossings(battle_map, self.over).write(battle_map)
        side = battle_map.grid.parse_side
        assert battle_map.hexsides == {
            side("0101/0102"): {"bridge": NOWHERE, "river": NOWHERE},
            side("0201/0202"): {"ford": NOWHERE, "river": NOWHERE},
            side("0301/0302"): {"bridge": NOWHERE, "river": NOWHERE},
            side("0401/0402"): {"river": NOWHERE},
        }

    def test_it_can_be_told_not_to(self) -> None:
        battle_map = samples.blank()
        samples.put(battle_map, "creek", "0101/0102")
        samples.lay(battle_map, "road", "0101 0102")
        assert crossings(battle_map, self.over)
        assert not crossings(battle_map, self.over, without={battle_map.grid.parse_side("0101/0102")})
        assert not crossings(battle_map, self.over, water=("river",))

    def test_a_crossing_that_is_there_stays(self) -> None:
        battle_map = samples.blank()
        samples.put(battle_map, "creek", "0101/0102")
        samples.put(battle_map, "ford", "0101/0102")
        samples.lay(battle_map, "road", "0101 0102")
        assert not crossings(battle_map, self.over)

    def test_an_unknown_crossing_is_refused(self) -> None:
        with pytest.raises(HexwrightError, match="tunnel"):
            crossings(samples.blank(), {"road": "tunnel"})
