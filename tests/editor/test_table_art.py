"""How tables and bases are drawn: every cover inside its outline, the same each time, legible from afar."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from editor.tables.drawing import bases, covers, hills, lines
from editor.tables.drawing.bases import BaseFace, draw_base
from editor.tables.drawing.covers import COVERS, HILL_COVERS, CoveredGround
from editor.tables.drawing.figures import TROOPS
from editor.tables.drawing.outlines import closed
from editor.tables.drawing.table_art import TableArt
from engine.boards.palette import Kind, Layer, Palette
from engine.tables.table import HillPart, Table, TableArea, TableLabel, TableLine, TableRegion, TableWall

SQUARE = [(100.0, 100.0), (500.0, 100.0), (500.0, 400.0), (100.0, 400.0)]
GRASS = "#d9dca6"


def palette() -> Palette:
    """A kind of area for each cover, beside open ground."""
    layer = next(iter(Layer))
    kinds = {name: Kind(name, layer, name.title(), "#a9c388", name, ink="#3f6b3a") for name in COVERS}
    plain = Kind("plain", layer, "Plain", GRASS)
    bare = Kind("bare", layer, "Bare", "#a9c388", ink="#3f6b3a")
    return Palette("p", "P", {layer: {"plain": plain, "bare": bare, **kinds}})


def table(*areas: TableArea) -> Table:
    """A small table with some areas."""
    return Table(palette(), size=(600, 600), areas={area.key: area for area in areas})


def painted(draw: Callable[[QPainter], None], wide: int = 300, high: int = 300, scale: float = 0.5) -> QImage:
    """What a function draws, at half a pixel a pace."""
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    painter.scale(scale, scale)
    draw(painter)
    painter.end()
    return image


def of(drawn: Table, hidden: tuple[str, ...] = (), scale: float = 0.5) -> QImage:
    """A table as a picture."""
    art = TableArt(drawn)
    return painted(lambda painter: art.paint(painter, art.rect, scale, hidden))


def colours(image: QImage) -> Iterator[str]:
    """The colours of a picture, every third pixel."""
    return (image.pixelColor(x, y).name() for x in range(0, image.width(), 3) for y in range(0, image.height(), 3))


@pytest.mark.parametrize("name", sorted(COVERS))
def test_a_cover_marks_its_ground_and_stays_near_it(qapp: object, name: str) -> None:
    area = TableArea("a", name, ((100, 100), (500, 100), (500, 400), (100, 400)))
    bare, covered = of(table()), of(table(area))
    outside = QRectF(60, 60, 480, 380)
    for x in range(0, 300, 4):
        for y in range(0, 300, 4):
            if not outside.contains(QPointF(2 * x, 2 * y)):
                assert covered.pixelColor(x, y) == bare.pixelColor(x, y)
    assert covered != of(table(TableArea("a", "bare", area.outline)))


@pytest.mark.parametrize("name", sorted(COVERS))
def test_a_table_is_drawn_alike_every_time(qapp: object, name: str) -> None:
    area = TableArea("a", name, ((100, 100), (500, 120), (480, 400)), smooth=True)
    assert of(table(area)) == of(table(area))


def test_the_seed_draws_other_trees(qapp: object) -> None:
    one = covers.wood(CoveredGround(SQUARE, GRASS, "#3f6b3a", 1))
    other = covers.wood(CoveredGround(SQUARE, GRASS, "#3f6b3a", 2))
    assert one.items[1].path != other.items[1].path


def test_trees_stand_inside_the_edge(qapp: object) -> None:
    outline = closed(SQUARE)
    crowns = covers.wood(CoveredGround(SQUARE, GRASS, "#3f6b3a", 1)).items[1].path
    assert QRectF(outline.boundingRect()).adjusted(-14, -14, 14, 14).contains(crowns.boundingRect())


@pytest.mark.parametrize("cover", ["", "terraced", *sorted(HILL_COVERS)])
@pytest.mark.parametrize("slope", ["gentle", "steep"])
def test_hills_show_slope_and_cover(qapp: object, slope: str, cover: str) -> None:
    outline = ((100, 100), (500, 100), (500, 400), (100, 400))
    plain = hills.hill(TableArea("h", "hill", outline), "#d4c08c", "#8a6436", 1)
    drawn = hills.hill(TableArea("h", "hill", outline, slope=slope, cover=cover), "#d4c08c", "#8a6436", 1)
    assert (len(drawn.items) > len(plain.items)) is (slope == "steep" or bool(cover))


def test_parts_of_a_hill_end_where_it_ends(qapp: object) -> None:
    outline = ((100, 100), (500, 100), (500, 400), (100, 400))
    part = HillPart("steep", "wooded", ((300, 0), (900, 0), (900, 900), (300, 900)))
    drawn = hills.hill(TableArea("h", "hill", outline, parts=(part,)), "#d4c08c", "#8a6436", 1)
    assert QRectF(60, 60, 480, 380).contains(drawn.bounds)


def test_a_wall_has_a_heavy_outside_and_its_gates(qapp: object) -> None:
    wall = TableWall("w", "pf", ((100, 300), (400, 300)), ((100, 260), (400, 260)))
    gated = TableWall("w", "pf", wall.inside, wall.outside, gates=((250, 280),))
    one, other = lines.wall(wall, "#a9a294", "#3f3a31"), lines.wall(gated, "#a9a294", "#3f3a31")
    assert len(other.items) > len(one.items)
    widths = [item.pen.widthF() for item in one.items if item.path.boundingRect().top() == 260]
    assert max(widths) > 4


def test_what_is_hidden_is_not_drawn(qapp: object) -> None:
    drawn = Table(
        palette(),
        size=(600, 600),
        areas={"a": TableArea("a", "trees", ((100, 100), (500, 100), (500, 400)))},
        lines={"r": TableLine("r", "road", ((0, 300), (600, 300)))},
        labels=[TableLabel("Zama", (300, 500), "large")],
        regions={"c": TableRegion("c", "Camp", ((20, 420), (200, 420), (200, 580)))},
    )
    everything = of(drawn)
    for layer in ("areas", "lines", "labels", "regions"):
        assert of(drawn, (layer,)) != everything
    assert of(drawn, ("areas", "lines", "labels", "regions")) == of(Table(palette(), size=(600, 600)))


@pytest.mark.parametrize("kind", sorted(TROOPS))
def test_every_type_of_troops_has_its_figures(qapp: object, kind: str) -> None:
    face = BaseFace(kind, depth=80.0, key="a")

    def near(painter: QPainter) -> None:
        painter.translate(60, 20)
        draw_base(painter, face, 1.6)

    blank = painted(near, 240, 240, 1.6)
    other = "Sp" if kind != "Sp" else "El"

    def of_another(painter: QPainter) -> None:
        painter.translate(60, 20)
        draw_base(painter, BaseFace(other, depth=80.0, key="a"), 1.6)

    assert blank != painted(of_another, 240, 240, 1.6)


def test_from_afar_letters_stand_in_place_of_figures(qapp: object) -> None:
    before = bases.picture_of.cache_info().misses

    def afar(painter: QPainter) -> None:
        painter.translate(60, 20)
        draw_base(painter, BaseFace("Kn", depth=77.0), 0.2)

    assert len(set(colours(painted(afar, 60, 60, 0.5)))) > 2
    assert bases.picture_of.cache_info().misses == before


def test_a_general_and_an_ambusher_can_be_told_from_others(qapp: object) -> None:
    def base(face: BaseFace) -> QImage:
        def draw(painter: QPainter) -> None:
            painter.translate(60, 20)
            draw_base(painter, face, 1.6)

        return painted(draw, 200, 160, 1.6)

    plain = base(BaseFace("Cv", depth=60.0))
    faces = [BaseFace("Cv", depth=60.0, general=rank) for rank in ("cinc", "sub", "ally")]
    faces += [BaseFace("Cv", depth=60.0, hidden=True), BaseFace("Cv", depth=60.0, broken=True)]
    pictures = [plain, *(base(face) for face in faces)]
    assert all(one != other for number, one in enumerate(pictures) for other in pictures[:number])


def test_letters_from_afar_stay_upright(qapp: object) -> None:
    def facing(degrees: float) -> QImage:
        def draw(painter: QPainter) -> None:
            painter.translate(60, 20 if not degrees else 97)
            painter.rotate(degrees)
            draw_base(painter, BaseFace("Pk", depth=77.0), 0.2)

        return painted(draw, 60, 60, 0.5)

    letters = QRect(12, 16, 36, 26)
    assert facing(0).copy(letters) == facing(180).copy(letters)
