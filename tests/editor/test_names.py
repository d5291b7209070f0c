"""Place names find their places: off buildings and counters, not on each other, along rivers; one step of undo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path
from typing import Final

import pytest
from bench import Bench
from fields import document
from hand import Hand
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QRegion, QTransform
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot
from tools.shipped import hex_maps, hex_scenarios

from editor.canvas.drawing.lettering import DENSE, STYLES
from editor.canvas.drawing.paint_list import PaintList, PaintOrder
from editor.canvas.drawing.paper import SCALE, Spot
from editor.canvas.drawing.stacks import covered
from editor.dialogs.edit_label import LabelDialog
from editor.document.document import Document
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.features import draw_feature
from editor.hexes.drawing.geometry import Geometry, between, on_curve
from editor.hexes.drawing.name_places import along, arranged
from editor.hexes.drawing.place_names import label_path, label_rect
from editor.hexes.drawing.roads import Roads
from editor.hexes.menus.names import standing
from engine.formats import load_map, load_palette, load_scenario
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec
from engine.hexes.board.numbering import Numbering

pytestmark = pytest.mark.usefixtures("qapp")


def board() -> BattleMap:
    return BattleMap(Grid(GridSpec(16, 12, numbering=Numbering(prefix="L"))), load_palette("standard"), "Field")


def overlap(made: BattleMap, labels: list[Label]) -> float:
    """How much of names lies on other names, in square circumradii."""
    geometry = Geometry(made.grid)
    total = 0.0
    for a, b in combinations([label_rect(label, geometry) for label in labels], 2):
        common = a.intersected(b)
        total += max(0.0, common.width()) * max(0.0, common.height())
    return total / SCALE**2


def test_names_get_off_each_other_and_off_houses() -> None:
    made = board()
    first, second = made.grid.parse("L0505"), made.grid.parse("L0605")
    made.features[first] = made.features[second] = ("village",)
    made.labels = [Label("Longhampton", first), Label("Shorthampton", second, dy=0.7)]
    assert overlap(made, made.labels) > 0.03
    after = arranged(made)
    assert overlap(made, after) == 0
    geometry = Geometry(made.grid)
    for label in after:
        x, y = geometry.centre(label.at)
        assert not label_rect(label, geometry).contains(x, y)
    assert [(label.text, label.at) for label in after] == [(label.text, label.at) for label in made.labels]


def test_it_is_the_same_each_time_and_leaves_what_stands_well() -> None:
    made = load_map("maps/lundys_lane.yaml")
    once = arranged(made)
    assert once == arranged(made)
    assert overlap(made, once) <= overlap(made, made.labels) + 1e-9
    made.labels = once
    assert sum(a != b for a, b in zip(once, arranged(made), strict=True)) <= len(once) // 5


def test_names_at_the_edge_stay_on_the_map() -> None:
    made = board()
    corner = made.grid.parse("L0101")
    made.labels = [Label("Far Western Farm", corner)]
    rect = label_rect(arranged(made)[0], Geometry(made.grid))
    assert rect.left() >= -1
    assert rect.top() >= -1


@pytest.mark.parametrize("style", ["place", "water", "region", "note"])
@pytest.mark.parametrize("size", ["small", "large", "huge"])
def test_names_keep_wholly_to_the_map_at_every_edge(size: str, style: str) -> None:
    made = board()
    corners = ("L0101", "L1601", "L0112", "L1612", "L0801", "L0812", "L0106", "L1606")
    made.labels = [Label("Far Western Farm", made.grid.parse(at), size=size, style=style) for at in corners]
    geometry = Geometry(made.grid)
    paper = QRectF(0, 0, *geometry.size).adjusted(-0.1, -0.1, 0.1, 0.1)
    assert not all(paper.contains(label_rect(label, geometry)) for label in made.labels)
    assert [label.at for label in arranged(made) if not paper.contains(label_rect(label, geometry))] == []


def test_a_name_wider_than_the_map_begins_on_it() -> None:
    small = BattleMap(Grid(GridSpec(3, 3, numbering=Numbering(prefix="L"))), load_palette("standard"), "Yard")
    small.labels = [Label("An orchard longer than the land it stands on", small.grid.parse("L0202"))]
    assert label_rect(arranged(small)[0], Geometry(small.grid)).left() == pytest.approx(0, abs=0.1)


def test_turned_names_stay() -> None:
    made = board()
    made.labels = [Label("River", made.grid.parse("L0505"), angle=30.0)]
    assert arranged(made) == made.labels


def river(made: BattleMap, *names: str) -> None:
    for name in names:
        made.hexsides[made.grid.parse_side(name)] = {"river": NOWHERE}


def road(made: BattleMap, *names: str) -> None:
    for a, b in pairwise(map(made.grid.parse, names)):
        side = next(made.grid.side(a, d) for d in range(6) if made.grid.neighbour(a, d) == b)
        made.paths[side] = frozenset({"road"})


def test_a_name_runs_along_a_road() -> None:
    made = board()
    road(made, "L0503", "L0504", "L0505", "L0506", "L0507")
    found = along(made, Label("Queen's Road", made.grid.parse("L0605")))
    assert found is not None
    assert abs(found.angle) == 90
    x = made.grid.centre(found.at)[0] + found.dx
    assert x - made.grid.centre(made.grid.parse("L0505"))[0] == pytest.approx(0.404, abs=0.01)


def test_names_of_water_follow_water_though_a_road_is_nearer() -> None:
    made = board()
    road(made, "L0503", "L0504", "L0505", "L0506", "L0507")
    river(made, "L0605/N", "L0605/NE", "L0705/N", "L0705/NE", "L0805/N", "L0805/NE")
    label = Label("Mill Creek", made.grid.parse("L0605"), style="water")
    found = along(made, label)
    assert found is not None
    assert abs(found.angle) < 35
    assert along(board(), label) is None


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    made = Bench(Document(board()))
    qtbot.addWidget(made.window)
    with qtbot.waitExposed(made.window):
        made.window.show()
    made.canvas.fit()
    return made


def test_arranging_is_one_step(bench: Bench) -> None:
    made = bench.document.battle_map
    h = made.grid.parse("L0505")
    made.features[h] = ("town",)
    before = [Label("Market", h), Label("Cross", h)]
    made.labels = list(before)
    bench.desk.actions.get("map.arrange-names").trigger()
    assert made.labels != before
    assert bench.document.stack.index() == 1
    assert "moved" in bench.said[-1]
    bench.document.stack.undo()
    assert made.labels == before


def test_locked_names_are_not_arranged_and_it_says_why(bench: Bench) -> None:
    made = bench.document.battle_map
    h = made.grid.parse("L0505")
    made.labels = before = [Label("Market", h), Label("Cross", h)]
    bench.document.locked = {"labels": "Names"}
    bench.desk.actions.get("map.arrange-names").trigger()
    assert made.labels == before
    assert bench.document.stack.index() == 0
    assert "locked" in bench.said[-1]


def test_the_dialog_lays_a_name_along(bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    made = bench.document.battle_map
    road(made, "L0503", "L0504", "L0505", "L0506", "L0507")

    def answer(dialog: LabelDialog) -> int:
        dialog.text.setText("Lane")
        dialog.along.setChecked(True)
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(LabelDialog, "exec", answer)
    hand = Hand(qtbot, bench)
    hand.choose("label")
    hand.click("L0605")
    assert [(label.text, abs(label.angle)) for label in made.labels] == [("Lane", 90.0)]


# -- counters that stand at set-up ----------------------------------------------------------------------------------


def hidden(made: BattleMap, labels: list[Label], occupied: Mapping[int, int]) -> dict[str, float]:
    """How much of each name lies under counters and the numbers of stacks, as they are drawn."""
    geometry = Geometry(made.grid)
    found = {}
    for label in labels:
        rect = label_rect(label, geometry)
        under = QRegion()
        for h, count in occupied.items():
            for counter in covered(*geometry.centre(h), count):
                under += counter.intersected(rect).toRect()
        hidden_area = sum(part.width() * part.height() for part in under)
        found[f"{label.text} {made.grid.name(label.at)}"] = hidden_area / (rect.width() * rect.height())
    return found


def test_names_come_out_from_under_counters() -> None:
    made = board()
    at, beside = made.grid.parse("L0505"), made.grid.parse("L0605")
    made.labels = [Label("Tavern", at, dy=0.3), Label("The Ridge", beside, style="region", dy=0.1)]
    occupied = {at: 1, beside: 4}
    assert min(hidden(made, made.labels, occupied).values()) > 0.3
    after = arranged(made, occupied)
    assert max(hidden(made, after, occupied).values()) == 0
    geometry = Geometry(made.grid)
    tavern = label_rect(after[0], geometry).center()
    x, y = geometry.centre(at)
    assert abs(tavern.x() - x) + abs(tavern.y() - y) < 2.5 * SCALE, "it stays with its place"


def test_a_turned_name_slides_along_its_road_and_no_further_than_it_goes() -> None:
    made = board()
    road(made, "L0501", "L0502", "L0503", "L0504", "L0505", "L0506", "L0507", "L0508", "L0509")
    label = Label("Post Road", made.grid.parse("L0505"), angle=-90.0, dx=0.5, dy=0.0)
    made.labels = [label]
    occupied = {made.grid.parse("L0505"): 1, made.grid.parse("L0506"): 1}
    assert arranged(made) == [label]
    moved = arranged(made, occupied)[0]
    assert hidden(made, [moved], occupied)["Post Road L0505"] == 0
    assert (moved.dx, moved.angle) == (0.5, -90.0)
    assert moved.dy < 0
    made.paths.clear()
    road(made, "L0505", "L0506")
    assert -0.5 <= arranged(made, occupied)[0].dy <= 2.25, "the road is only so long"


def test_counters_make_no_difference_elsewhere() -> None:
    made = board()
    made.labels = [Label("Tavern", made.grid.parse("L0505"))]
    assert arranged(made, {made.grid.parse("L1210"): 1}) == arranged(made)


@pytest.mark.parametrize("path", hex_scenarios(), ids=lambda path: path.stem)
def test_no_name_of_a_shipped_map_is_lost_under_the_counters_of_its_scenario(path: Path) -> None:
    played = load_scenario(path)
    under = hidden(played.map, played.map.labels, standing(played.map, played))
    assert {name: round(share, 2) for name, share in under.items() if share > 0.04} == {}


def crossing(made: BattleMap) -> list[tuple[str, str]]:
    """Names that lie on each other: level ones their halos included, turned ones by their letters."""
    geometry = Geometry(made.grid)
    drawn = [(label, label_rect(label, geometry)) for label in made.labels]
    return [
        (a.text, b.text)
        for (a, here), (b, there) in combinations(drawn, 2)
        if here.intersects(there)
        and (not (a.angle or b.angle) or label_path(a, geometry).intersects(label_path(b, geometry)))
    ]


def light(colour: QColor) -> float:
    """The relative luminance of a colour."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("style", STYLES)
def test_names_are_read_on_the_darkest_ground(style: str) -> None:
    """Letters keep a contrast of seven to their halo, where it lies on the ink of woods or the shade of a mountain."""
    look = STYLES[style]
    for ground in ("#23512c", "#4a3a2c"):
        halo, under = QColor(look.halo), QColor(ground)
        shown = QColor.fromRgbF(
            *(
                DENSE * over + (1 - DENSE) * below
                for over, below in zip(halo.getRgbF()[:3], under.getRgbF()[:3], strict=True)
            )
        )
        assert (light(shown) + 0.05) / (light(QColor(look.ink)) + 0.05) >= 7, ground


def test_names_that_lie_on_each_other_are_found() -> None:
    made = board()
    at = made.grid.parse("L0505")
    made.labels = [Label("Tavern", at), Label("Mill", at, dx=0.4, angle=-40.0), Label("Ford", at, dy=2.0)]
    assert crossing(made) == [("Tavern", "Mill")]


@pytest.mark.parametrize("path", hex_scenarios(), ids=lambda path: path.stem)
def test_no_name_of_a_shipped_map_lies_on_another(path: Path) -> None:
    assert crossing(load_scenario(path).map) == []


ALONG: Final = 1.6
"""A name may be crossed by a road or a river, and may not lie along one: so many heights of its letters at most."""


def lies_along(made: BattleMap) -> dict[str, float]:
    """Names with roads and rivers of more than ``ALONG`` heights of their letters under them."""
    geometry = Geometry(made.grid, seed=made.look.seed)
    roads = Roads(made, geometry)
    water = {key for key, kind in made.palette.hexsides.items() if kind.is_water}
    known: dict[int, list[tuple[Spot, float]]] = {}

    def pieces(h: int) -> list[tuple[Spot, float]]:
        """Short pieces of what runs through a hex and along its sides: the middle and length of each."""
        if h not in known:
            lines = [[on_curve(*curve, t / 12) for t in range(13)] for _, curves in roads.layout(h) for curve in curves]
            for d in range(6):
                side = made.grid.sides[h][d]
                if water.intersection(made.hexsides.get(side, ())) and h == min(
                    n for n in made.grid.side_hexes(side) if n >= 0
                ):
                    a, b = geometry.shape(h).vertices[d], geometry.shape(h).vertices[(d + 1) % 6]
                    lines.append([(a[0] + (b[0] - a[0]) * t / 8, a[1] + (b[1] - a[1]) * t / 8) for t in range(9)])
            known[h] = [(between(a, b), hypot(a[0] - b[0], a[1] - b[1])) for line in lines for a, b in pairwise(line)]
        return known[h]

    found = {}
    for label in made.labels:
        if label.style not in ("place", "note", "water"):
            continue
        level = label_path(replace(label, angle=0.0), geometry).boundingRect()
        x, y = (part * SCALE for part in made.grid.centre(label.at))
        turn = QTransform().translate(x + label.dx * SCALE, y + label.dy * SCALE).rotate(-label.angle)
        turn.translate(-x - label.dx * SCALE, -y - label.dy * SCALE)
        near = made.grid.within(label.at, int(level.width() / 2 / SCALE) + 2)
        under = sum(long for h in near for spot, long in pieces(h) if level.contains(turn.map(QPointF(*spot))))
        if under > ALONG * level.height():
            found[label.text] = round(under / level.height(), 1)
    return found


def test_a_name_that_lies_along_a_river_or_a_road_is_found() -> None:
    made = board()
    h = made.grid.parse("L0505")
    made.hexsides[made.grid.sides[h][0]] = {"river": NOWHERE}
    made.labels = [Label("Broad Water", h, style="water", dy=-0.86), Label("Mill", h, dy=0.3)]
    assert [*lies_along(made)] == ["Broad Water"]
    made.labels[0] = replace(made.labels[0], dy=-0.3)
    assert lies_along(made) == {}


@pytest.mark.parametrize("path", hex_maps(), ids=lambda path: path.stem)
def test_no_name_of_a_shipped_map_lies_along_a_river_or_a_road_nor_over_the_edge(path: Path) -> None:
    made = load_map(path)
    assert lies_along(made) == {}
    geometry = Geometry(made.grid)
    paper = QRectF(0, 0, *geometry.size).adjusted(-1, -1, 1, 1)
    assert [label.text for label in made.labels if not paper.contains(label_rect(label, geometry))] == []


def hides(made: BattleMap) -> dict[str, tuple[int, float]]:
    """Names that lie on more than one house, star or parapet, or on more than a quarter of a slope's hexside: how many
    of the first, and how many hexsides."""
    atlas = Atlas(made)
    geometry, found = atlas.geometry, {}
    for label in made.labels:
        level = label_path(replace(label, angle=0.0), geometry).boundingRect()
        x, y = (part * SCALE for part in made.grid.centre(label.at))
        turn = QTransform().translate(x + label.dx * SCALE, y + label.dy * SCALE).rotate(-label.angle)
        turn.translate(-x - label.dx * SCALE, -y - label.dy * SCALE)
        near = made.grid.within(label.at, int(level.width() / 2 / SCALE) + 2)
        houses, slopes = 0, 0.0
        for h in near:
            for kind in (made.palette.features[key] for key in made.features.get(h, ()) if key != "orchard"):
                drawn = PaintList()
                draw_feature(drawn, kind, atlas._spot(h))
                outlines = [item.path for item in drawn.items if item.order == PaintOrder.FEATURE + 3]
                parts = [part.boundingRect().center() for path in outlines for part in path.toSubpathPolygons()]
                houses += sum(level.contains(turn.map(spot)) for spot in parts)
            vertices = geometry.shape(h).vertices
            for d, side in enumerate(made.grid.sides[h]):
                if h == min(n for n in made.grid.side_hexes(side) if n != NOWHERE) and "slope" in made.hexsides.get(
                    side, ()
                ):
                    (ax, ay), (bx, by) = vertices[d], vertices[(d + 1) % 6]
                    spots = [QPointF(ax + (bx - ax) * t / 8, ay + (by - ay) * t / 8) for t in range(9)]
                    slopes += sum(level.contains(turn.map(spot)) for spot in spots) / 8
        if houses > 1 or slopes > 0.25:
            found[label.text] = houses, slopes
    return found


def test_a_name_that_hides_houses_or_a_slope_is_found() -> None:
    made = board()
    h = made.grid.parse("L0505")
    made.features[h] = ("town",)
    made.hexsides[made.grid.sides[h][3]] = {"slope": h}
    made.labels = [Label("Market", h, dy=0.2), Label("The Steep", h, dy=0.86), Label("Field", h, dy=-1.3)]
    assert [*hides(made)] == ["Market", "The Steep"]


@pytest.mark.parametrize("path", hex_maps(), ids=lambda path: path.stem)
def test_no_name_of_a_shipped_map_hides_houses_or_a_slope(path: Path) -> None:
    assert hides(load_map(path)) == {}


def test_the_menu_keeps_names_clear_of_the_set_up(qtbot: QtBot) -> None:
    bench = Bench(document())
    qtbot.addWidget(bench.window)
    board = bench.document.battle_map
    h = board.grid.parse("L0602")
    board.labels = [Label("Fort", h, dy=0.2)]
    bench.desk.actions.get("map.arrange-names").trigger()
    assert hidden(board, board.labels, {h: 1})["Fort L0602"] == 0
