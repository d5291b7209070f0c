"""Map styles, hill shading, tints and contours: what they show, and that the menu remembers them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from fields import document
from painting import picture
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainterPath
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from editor.canvas.drawing.greys import lightness
from editor.canvas.drawing.look import GREY, ORGANIC, PLAIN, STYLES, Look
from editor.canvas.drawing.paper import SCALE
from editor.canvas.tiles import Tiles
from editor.commandline import cli
from editor.commandline.render import STYLES as OFFERED
from editor.hexes.drawing.dress import dressed
from editor.hexes.drawing.hatching import HATCHES, dots_in_polygon, hatch_polygon, hatches
from editor.hexes.drawing.map_painter import atlas_for, is_dressed, painting_of
from editor.hexes.drawing.shading import Shading
from editor.stage.keymap import plain_title
from editor.window.window import Window
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation

pytestmark = pytest.mark.usefixtures("qapp")


BARE = Look(grid=False, numbers=False, labels=False, regions=False)


def board() -> BattleMap:
    """A wood, a lake, and a hill of two levels."""
    made = BattleMap(Grid(GridSpec(14, 10)), load_palette("standard"))
    for h in made.grid.within(made.grid.at(3, 4), 1):
        made.terrain[h] = "forest"
    for h in made.grid.within(made.grid.at(11, 2), 1):
        made.terrain[h] = "water"
    for level in (1, 2):
        for h in made.grid.within(made.grid.at(9, 6), 3 - level):
            made.elevation[h] = level
    return made


def colours(image: QImage, step: int = 3) -> list[QColor]:
    return [image.pixelColor(x, y) for x in range(0, image.width(), step) for y in range(0, image.height(), step)]


def at(image: QImage, made: BattleMap, column: int, row: int, scale: float = 0.5) -> QColor:
    x, y = made.grid.centre(made.grid.at(column, row))
    return image.pixelColor(round(x * SCALE * scale), round(y * SCALE * scale))


def test_the_plain_style_is_flat_coloured_hexes() -> None:
    made = board()
    made.elevation = [0] * made.grid.size
    image = picture(made, replace(BARE, style=PLAIN))
    forest = QColor(made.palette.terrain["forest"].colour)
    h = made.grid.at(3, 4)
    cx, cy = made.grid.centre(h)
    for x, y in made.grid.outline(h):
        # Just inside each corner, where the organic outline would be rounded off.
        px, py = (cx + (x - cx) * 0.93) * SCALE / 2, (cy + (y - cy) * 0.93) * SCALE / 2
        assert image.pixelColor(round(px), round(py)) == forest


def test_the_grey_style_has_no_colour_at_all() -> None:
    doc = document()
    for made in (board(), doc.battle_map):
        for colour in colours(picture(made, Look(style=GREY, shading=True), 0.6)):
            assert (
                max(colour.red(), colour.green(), colour.blue()) - min(colour.red(), colour.green(), colour.blue()) <= 6
            )


def test_hatchings_tell_all_terrains_apart() -> None:
    palette = load_palette("standard")
    found = hatches(palette)
    assert set(found) == set(palette.terrain) - {palette.base_terrain}
    assert len(set(found.values())) == len(found) <= len(HATCHES)
    assert found["water"] == HATCHES["lines"]
    assert found["beach"] == HATCHES["fine dots"]
    tones = [lightness(kind.colour) for kind in dressed(palette, GREY).terrain.values()]
    assert len({round(tone, 3) for tone in tones}) == len(tones)
    assert min(tones) > 0.75


@pytest.mark.parametrize("key", ["standard", "campaign", "colour_blind"])
def test_water_alone_is_ruled_level(key: str) -> None:
    palette = load_palette(key)
    level = {
        terrain for terrain, hatch in hatches(palette).items() if hatch in (HATCHES["lines"], HATCHES["close lines"])
    }
    assert level == palette.lakes


def test_a_hatching_stays_in_its_polygon_and_runs_on_from_hex_to_hex() -> None:
    square = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]
    beside = [(x + 100, y) for x, y in square]
    for hatch in HATCHES.values():
        one, two, both = QPainterPath(), QPainterPath(), QPainterPath()
        hatch_polygon(one, hatch, square)
        hatch_polygon(two, hatch, beside)
        hatch_polygon(both, hatch, [(0.0, 0.0), (200.0, 0.0), (200.0, 100.0), (0.0, 100.0)])
        assert not one.isEmpty()
        assert QRectF(-0.01, -0.01, 100.02, 100.02).contains(one.boundingRect())
        parts = one.boundingRect().united(two.boundingRect())
        assert parts.getCoords() == pytest.approx(both.boundingRect().getCoords(), abs=1e-6)


def test_dots_lie_where_their_strokes_would() -> None:
    square = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]
    dotted = [hatch for hatch in HATCHES.values() if hatch.dotted]
    assert len(dotted) == 3
    for hatch in dotted:
        path = QPainterPath()
        hatch_polygon(path, hatch, square)
        spots = dots_in_polygon(hatch, square)
        starts = [path.elementAt(i) for i in range(0, path.elementCount(), 2)]
        assert len(spots) == len(starts) > 20
        for spot, start in zip(spots, starts, strict=True):
            assert (spot - QPointF(start.x, start.y)).manhattanLength() < hatch.mark * SCALE


def test_slopes_facing_the_light_are_light_and_the_others_dark() -> None:
    made = board()
    atlas = atlas_for(made, Look())
    shading = Shading(made, atlas.geometry)
    grid = made.grid
    assert shading.shade(grid.at(7, 4)) > 0.2
    assert shading.shade(grid.at(11, 8)) < -0.2
    assert shading.shade(grid.at(2, 8)) == 0
    lit, dark = picture(made, Look(shading=True, tints=False)), picture(made, Look(tints=False))
    assert lightness(at(lit, made, 7, 4)) > lightness(at(dark, made, 7, 4))
    assert lightness(at(lit, made, 11, 8)) < lightness(at(dark, made, 11, 8))


@pytest.mark.parametrize("orientation", list(Orientation))
def test_shades_reach_to_the_tips_of_the_outermost_hexes_and_not_beside_them(orientation: Orientation) -> None:
    hole = (7, 5)
    made = BattleMap(Grid(GridSpec(14, 10, orientation=orientation, void=frozenset({hole}))), load_palette("standard"))
    for h in made.grid.hexes:
        # It falls away to the south-east, so that all of it lies in the shadow.
        made.elevation[h] = 30 - sum(made.grid.offset(h))
    # Where the map is clear, all that makes a difference is the shade.
    look = replace(BARE, shading=True, tints=False, contours=False)
    lit, flat = picture(made, look), picture(made, replace(look, shading=False))

    def shade(x: float, y: float) -> int:
        """How much darker it is at a place on paper."""
        spot = round(x * SCALE * 0.5), round(y * SCALE * 0.5)
        return flat.pixelColor(*spot).lightness() - lit.pixelColor(*spot).lightness()

    grid = made.grid
    edges = [h for h in grid.hexes if NOWHERE in grid.ring1[h] and len(grid.neighbours[h]) > 3]
    assert edges
    for h in edges:
        x, y = grid.centre(h)
        for (ax, ay), (bx, by), n in zip(
            grid.outline(h), grid.outline(h)[1:] + grid.outline(h)[:1], grid.ring1[h], strict=True
        ):
            if n == NOWHERE:
                mx, my = (ax + bx) / 2 - x, (ay + by) / 2 - y
                assert shade(x + mx * 0.9, y + my * 0.9) > 8, grid.name(h)
                beyond = x + mx * 1.12, y + my * 1.12
                if 0 < beyond[0] < grid.extent[0] and 0 < beyond[1] < grid.extent[1]:
                    assert shade(*beyond) == 0, grid.name(h)


def test_tints_and_contours_can_be_left_out() -> None:
    made = board()
    looks = [Look(tints=tints, contours=contours) for tints in (True, False) for contours in (True, False)]
    pictures = [picture(made, look) for look in looks]
    assert all(a != b for a, b in combinations(pictures, 2))
    bare = pictures[-1]
    made.elevation = [0] * made.grid.size
    assert picture(made, looks[-1]) == bare


@pytest.mark.parametrize("look", [Look(style=GREY), Look(style=PLAIN), Look(shading=True)])
def test_tiles_are_parts_of_one_picture(look: Look) -> None:
    made = board()
    atlas = atlas_for(made, look)
    tiles = Tiles(painting_of(atlas))
    tiles.look = look
    key = (0.5, 1, 0)
    tile = tiles.draw(key)
    whole = picture(made, look)
    part = whole.copy(256, 0, min(256, whole.width() - 256), 256)
    differing = sum(
        abs(tile.pixelColor(x, y).lightness() - part.pixelColor(x, y).lightness()) > 12
        for x in range(0, part.width(), 4)
        for y in range(0, min(part.height(), whole.height()), 4)
    )
    assert differing < 12


def test_the_menu_changes_the_style_and_remembers(qtbot: QtBot) -> None:
    window = Window(document())
    qtbot.addWidget(window)
    get = window.desk.actions.get
    layer = window.canvas.map_scene.map_layer
    assert layer.look.style == ORGANIC
    get("view.style-grey").trigger()
    get("view.shading").trigger()
    assert (layer.look.style, layer.look.shading) == (GREY, True)
    assert is_dressed(layer.atlas, layer.look)
    window.close()
    again = Window(document())
    qtbot.addWidget(again)
    assert again.canvas.map_scene.map_layer.look.style == GREY
    assert again.canvas.map_scene.map_layer.look.shading
    again.desk.actions.get("view.style-organic").trigger()
    again.desk.actions.get("view.shading").trigger()
    again.close()


def test_styles_and_heights_have_one_menu_which_the_tool_bar_opens_too(qtbot: QtBot) -> None:
    window = Window(document())
    qtbot.addWidget(window)
    get = window.desk.actions.get
    view = next(action.menu() for action in window.menuBar().actions() if action.text() == "&View")
    menu = next(action.menu() for action in view.actions() if plain_title(action.text()) == "Map style")
    keys = [f"view.style-{style}" for style in STYLES] + ["view.shading", "view.tints", "view.contours"]
    assert [action for action in menu.actions() if not action.isSeparator()] == [get(key) for key in keys]
    button = next(one for one in window.findChildren(QToolButton) if one.menu() is menu)
    assert not button.icon().isNull()
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for style in (PLAIN, GREY, ORGANIC):
        shortcut = get(f"view.style-{style}").shortcut()
        qtbot.keyClick(window, Qt.Key(shortcut[0].key()), shortcut[0].keyboardModifiers())
        assert window.canvas.map_scene.map_layer.look.style == style
    window.close()


def test_the_map_menu_widens_rivers_and_draws_other_outlines(qtbot: QtBot) -> None:
    window = Window(document())
    qtbot.addWidget(window)
    actions, open_now = window.desk.actions, window.desk.document
    widen = actions.get("map.widen")
    assert not actions.get("map.coast").isEnabled(), "this map was not made of geography"
    widen.trigger()
    assert open_now.battle_map.look.widen
    open_now.stack.undo()
    assert not widen.isChecked()
    actions.get("map.outlines").trigger()
    actions.get("map.outlines").trigger()
    assert open_now.battle_map.look.seed == 2
    open_now.stack.undo()
    open_now.stack.undo()
    assert open_now.battle_map.look.seed == 0
    assert not open_now.map_dirty
    window.close()


def test_painting_in_another_style_is_drawn_in_it(qtbot: QtBot) -> None:
    made = board()
    atlas = atlas_for(made, Look(style=GREY))
    chunk = 0
    before = atlas.art("ground", chunk)
    h = made.grid.at(2, 2)
    made.terrain[h] = "swamp"
    atlas.invalidate([h], what="terrain")
    assert len(atlas.art("ground", chunk)) > len(before)


def test_the_command_line_offers_every_style(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert set(OFFERED) == set(STYLES)
    out = tmp_path / "map.png"
    assert cli.main(["render", "first_steps", "-o", str(out), "--style", "grey", "--dpi", "40"]) == 0
    assert not QImage(str(out)).isNull()
    assert re.search(r"map\.png", capsys.readouterr().out)
    assert cli.main(["render", "first_steps", "-o", str(out), "--style", "sepia"]) == 2


def test_every_pattern_that_a_palette_may_name_is_drawn() -> None:
    from editor.hexes.drawing.patterns import PATTERNS
    from editor.hexes.drawing.ranges import RIDGED
    from engine.boards import palette

    assert sorted([*PATTERNS, *RIDGED]) == sorted(palette.PATTERNS)
