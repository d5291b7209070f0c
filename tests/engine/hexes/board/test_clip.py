"""Copy, turn, mirror, paste: proved by where things lie on paper afterwards."""

from __future__ import annotations

import random
from math import cos, pi, sin

import board_reference as reference
import board_samples as samples
import pytest

from engine.boards.palette import Layer, Palette
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation
from engine.hexes.mapping.clip import Clip, copied, flipped, pasted, rotated
from engine.hexes.mapping.edit import cleared

SPECS = [spec for spec in reference.variants(13, 13) if spec.first_column in (0, 1)]
Thing = tuple[str, str, float, float]


@pytest.fixture(params=SPECS, ids=lambda spec: reference.grid_id(Grid(spec)))
def painted(request: pytest.FixtureRequest) -> BattleMap:
    """A map with all sorts of things within two hexes of its middle."""
    battle_map = samples.blank(spec=request.param)
    grid, rng = battle_map.grid, random.Random(21)
    for h in patch(battle_map):
        battle_map.terrain[h] = rng.choice(["clear", "forest", "water"])
        battle_map.elevation[h] = rng.randrange(3)
        if rng.random() < 0.3:
            battle_map.features[h] = ("building",)
        if rng.random() < 0.3:
            battle_map.labels.append(Label(f"Place {h}", h, dx=rng.uniform(-1, 1), dy=rng.uniform(-1, 1)))
        for d in range(3):
            side, n = grid.side(h, d), grid.neighbour(h, d)
            if rng.random() < 0.3:
                battle_map.hexsides[side] = {"river": NOWHERE}
            elif rng.random() < 0.3:
                battle_map.hexsides[side] = {"cliff": rng.choice([h, n]), "creek": NOWHERE}
            if rng.random() < 0.3:
                battle_map.paths[side] = frozenset(rng.sample(["road", "rail"], rng.choice([1, 2])))
    return battle_map


def patch(battle_map: BattleMap) -> list[int]:
    return battle_map.grid.within(battle_map.grid.at(6, 6), 2)


def things(battle_map: BattleMap, about: int) -> set[Thing]:
    """Everything on a map and where it lies on paper, about the centre of a hex."""
    grid = battle_map.grid
    ox, oy = grid.centre(about)
    found: list[Thing] = []

    def note(layer: str, what: str, x: float, y: float) -> None:
        found.append((layer, what, round(x - ox, 6) + 0.0, round(y - oy, 6) + 0.0))

    for h in grid:
        x, y = grid.centre(h)
        if battle_map.terrain[h] != "clear":
            note("terrain", battle_map.terrain[h], x, y)
        if battle_map.elevation[h]:
            note("elevation", str(battle_map.elevation[h]), x, y)
        for feature in battle_map.features.get(h, ()):
            note("feature", feature, x, y)
    for side, kinds in battle_map.hexsides.items():
        for kind, high in kinds.items():
            note("hexside", kind, *_middle(grid, side))
            if high != NOWHERE:
                note("high", kind, *_towards(grid, side, high))
    for side, paths in battle_map.paths.items():
        for kind in paths:
            note("path", kind, *_middle(grid, side))
    for label in battle_map.labels:
        x, y = grid.centre(label.at)
        note("label", label.text, x + label.dx, y + label.dy)
    return {(a, b, round(x, 4) + 0.0, round(y, 4) + 0.0) for a, b, x, y in found}


def _middle(grid: Grid, side: int) -> tuple[float, float]:
    (ax, ay), (bx, by) = (grid.paper(end) for end in grid.side_ends(side))
    return (ax + bx) / 2, (ay + by) / 2


def _towards(grid: Grid, side: int, high: int) -> tuple[float, float]:
    (x, y), (cx, cy) = _middle(grid, side), grid.centre(high)
    return x + (cx - x) / 4, y + (cy - y) / 4


def carried(clip: Clip, spec: GridSpec, anchor: tuple[int, int] = (6, 6)) -> set[Thing]:
    """What a clip looks like on an empty map."""
    battle_map = samples.blank(spec=spec)
    h = battle_map.grid.at(*anchor)
    result = pasted(battle_map, clip, h)
    assert result.left_out == 0
    result.changes.write(battle_map)
    return things(battle_map, h)


def near(one: set[Thing], two: set[Thing]) -> bool:
    """The same things in the same places, but for rounding."""

    def sort(found: set[Thing]) -> list[Thing]:
        return sorted((a, b, round(x, 2) + 0.0, round(y, 2) + 0.0) for a, b, x, y in found)

    return sort(one) == sort(two)


def turned(found: set[Thing], sixths: int) -> set[Thing]:
    a = sixths * pi / 3
    return {(k, w, x * cos(a) - y * sin(a), x * sin(a) + y * cos(a)) for k, w, x, y in found}


class TestPlaces:
    def test_a_copy_looks_the_same_wherever_it_is_pasted(self, painted: BattleMap) -> None:
        grid = painted.grid
        middle = grid.at(6, 6)
        clip = copied(painted, patch(painted), middle)
        for anchor in [(6, 6), (7, 6), (6, 7), (7, 7), (4, 5), (5, 4)]:
            assert near(carried(clip, grid.spec, anchor), things(painted, middle))

    def test_turned_things_lie_where_a_turn_about_the_anchor_puts_them(self, painted: BattleMap) -> None:
        middle = painted.grid.at(6, 6)
        clip, before = copied(painted, patch(painted), middle), things(painted, middle)
        for sixths in range(-1, 8):
            assert near(carried(rotated(clip, sixths), painted.grid.spec), turned(before, sixths))

    def test_mirrored_things_lie_where_a_mirror_puts_them(self, painted: BattleMap) -> None:
        middle = painted.grid.at(6, 6)
        clip, before = copied(painted, patch(painted), middle), things(painted, middle)
        spec = painted.grid.spec
        assert near(carried(flipped(clip), spec), {(k, w, -x, y) for k, w, x, y in before})
        upside = carried(flipped(clip, top_to_bottom=True), spec)
        assert near(upside, {(k, w, x, -y) for k, w, x, y in before})

    def test_there_and_back(self, painted: BattleMap) -> None:
        clip = copied(painted, patch(painted), painted.grid.at(6, 6))
        assert _places(rotated(rotated(clip, 2), 4)) == _places(clip)
        assert flipped(flipped(clip)) == clip
        assert flipped(flipped(clip, top_to_bottom=True), top_to_bottom=True) == clip
        assert rotated(clip, 0) is clip

    def test_pasting_where_it_came_from_changes_nothing(self, painted: BattleMap) -> None:
        middle = painted.grid.at(6, 6)
        before = things(painted, middle)
        result = pasted(painted, copied(painted, patch(painted), middle), middle)
        assert not result.changes.hexsides
        assert not result.changes.paths
        result.changes.write(painted)
        assert things(painted, middle) == before

    def test_a_move_leaves_bare_ground(self, painted: BattleMap) -> None:
        grid, chosen = painted.grid, patch(painted)
        clip = copied(painted, chosen, grid.at(6, 6))
        cleared(painted, chosen).write(painted)
        pasted(painted, clip, grid.at(6, 8)).changes.write(painted)
        assert all(painted.terrain[h] == "clear" for h in chosen if h not in grid.within(grid.at(6, 8), 2))


class TestAnchor:
    def test_the_anchor_is_the_hex_nearest_to_the_middle(self) -> None:
        battle_map = samples.busy()
        grid = battle_map.grid
        middle = grid.at(2, 2)
        clip = copied(battle_map, grid.within(middle, 2))
        assert clip.cells[0, 0].terrain == battle_map.terrain[middle]
        assert set(clip.cells) == set(copied(battle_map, grid.within(middle, 2), middle).cells)

    def test_nothing_chosen_is_said(self) -> None:
        with pytest.raises(HexwrightError, match="nothing to copy"):
            copied(samples.busy(), [NOWHERE])


class TestReplacing:
    def test_what_was_inside_is_replaced_and_what_was_on_the_rim_is_added_to(self) -> None:
        battle_map = samples.blank()
        grid = battle_map.grid
        samples.put(battle_map, "creek", "0303/0304 0303/0302")
        samples.lay(battle_map, "trail", "0302 0303 0304 0305")
        battle_map.features[grid.parse("0303")] = ("tower",)
        battle_map.labels.append(Label("Old", grid.parse("0303")))
        stamp = samples.blank()
        samples.put(stamp, "river", "0303/0302")
        clip = copied(stamp, [stamp.grid.parse("0303"), stamp.grid.parse("0304")], stamp.grid.parse("0303"))
        pasted(battle_map, clip, grid.parse("0303")).changes.write(battle_map)
        side = grid.parse_side
        assert battle_map.hexsides == {side("0302/0303"): {"creek": NOWHERE, "river": NOWHERE}}
        assert set(battle_map.paths) == {side("0302/0303"), side("0304/0305")}
        assert not battle_map.features
        assert not battle_map.labels

    def test_regions_are_joined_when_asked(self) -> None:
        battle_map = samples.busy()
        grid = battle_map.grid
        here, there = grid.parse("0303"), grid.parse("0505")
        battle_map.regions["other"] = Region("other", "Other", frozenset({0}))
        clip = copied(battle_map, [here])
        assert pasted(battle_map, clip, there).changes.regions is None
        pasted(battle_map, clip, there, regions=True).changes.write(battle_map)
        assert battle_map.regions["heights"].hexes == {here, there, grid.parse("0605")}
        assert battle_map.regions["other"].hexes == {0}
        assert list(battle_map.regions) == ["heights", "lake", "other"]


class TestWhatHasNoPlace:
    def test_what_goes_over_the_edge_is_counted(self) -> None:
        battle_map = samples.busy()
        grid = battle_map.grid
        clip = copied(battle_map, grid.within(grid.parse("0303"), 1), grid.parse("0303"))
        result = pasted(battle_map, clip, grid.parse("0101"))
        assert result.left_out > 0
        assert set(result.changes.terrain) == set(grid.within(grid.parse("0101"), 1))
        result.changes.write(battle_map)
        for side, kinds in battle_map.hexsides.items():
            assert grid.side_hexes(side)[0] != NOWHERE
            assert all(high == NOWHERE or high in grid.side_hexes(side) for high in kinds.values())

    def test_void_hexes_take_nothing(self) -> None:
        stamp = samples.busy()
        target = samples.blank(spec=GridSpec(6, 6, void=frozenset({(2, 2)})))
        clip = copied(stamp, [stamp.grid.parse("0303")])
        result = pasted(target, clip, 2 * 6 + 2)
        assert not result.changes
        assert result.left_out > 1

    def test_kinds_that_the_palette_does_not_know_are_left_out(self) -> None:
        stamp = samples.busy()
        known = samples.palette()
        poor = Palette("poor", "Poor", {layer: dict(list(kinds.items())[:1]) for layer, kinds in known.kinds.items()})
        target = BattleMap(stamp.grid, poor)
        result = pasted(target, copied(stamp, list(stamp.grid), 0), 0)
        result.changes.write(target)
        assert result.left_out > 0
        assert set(target.terrain) == {"clear"}
        assert {kind for kinds in target.hexsides.values() for kind in kinds} <= set(poor.kinds[Layer.HEXSIDE])
        assert {kind for kinds in target.paths.values() for kind in kinds} == {"road"}

    def test_a_clip_of_the_other_orientation_keeps_its_neighbours(self) -> None:
        stamp = samples.busy()
        target = samples.blank(spec=GridSpec(12, 12, Orientation.POINTY))
        clip = copied(stamp, stamp.grid.within(stamp.grid.parse("0303"), 1))
        result = pasted(target, clip, target.grid.at(6, 6))
        result.changes.write(target)
        assert result.left_out == 0
        river = [side for side, kinds in target.hexsides.items() if "river" in kinds]
        assert len(river) == 2
        assert sum(key == "forest" for key in target.terrain) == 2


class TestLettering:
    def test_level_names_stay_level_and_slanted_ones_turn_but_stay_upright(self) -> None:
        battle_map = samples.blank()
        battle_map.labels += [Label("Level", 0, dx=1.0), Label("Slanted", 0, angle=30.0)]
        clip = copied(battle_map, [0])
        level, slanted = rotated(clip, 2).cells[0, 0].labels
        assert level.angle == 0
        assert (level.dx, level.dy) == pytest.approx((-0.5, 0.866025))
        assert slanted.angle == -30.0
        assert flipped(clip).cells[0, 0].labels[1].angle == -30.0


def _places(clip: Clip) -> object:
    """A clip but for the place names, whose offsets are rounded."""
    cells = {at: (cell.terrain, cell.elevation, cell.features) for at, cell in clip.cells.items()}
    return cells, clip.hexsides, clip.paths
