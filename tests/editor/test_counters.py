"""Counters: what they print, and that every symbol draws something of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter

from editor.canvas.drawing.counters import (
    NAME,
    NAME_LETTERS,
    counter_pixmap,
    draw_counter,
    name_room,
)
from editor.canvas.drawing.elements import short_type
from editor.canvas.drawing.faces import CounterLook
from editor.canvas.drawing.fitted import fitted
from editor.canvas.drawing.symbols import SYMBOLS, draw_symbol, symbol_of
from editor.canvas.drawing.typefaces import sans
from editor.canvas.drawing.unit_names import ALIASES
from engine import data
from engine.formats import load_scenario
from engine.scenario import Side, Unit
from engine.scenario.counters import USUAL, CounterDesign, CounterText, FormationLook
from engine.scenario.words import factors, full_steps

pytestmark = pytest.mark.usefixtures("qapp")
US = Side("us", "United States")


def unit(**values: object) -> Unit:
    return Unit("us-9", "us", "9th Infantry", "infantry", "regiment", values)  # type: ignore[arg-type]


def painted(draw: object) -> QImage:
    image = QImage(60, 60, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    draw(painter)  # type: ignore[operator]
    painter.end()
    return image


def test_factors_follow_the_steps_left() -> None:
    nine = unit(strength=8, reduced=4)
    assert full_steps(nine) == 2
    assert (factors(nine).left, factors(nine).reduced) == ("8", False)
    assert (factors(nine, 1).left, factors(nine, 1).reduced) == ("4", True)


def test_factors_show_range_on_the_right() -> None:
    assert factors(unit(strength=3, range=12)).right == "12"
    assert factors(unit(attack=4, defence=6, movement=8)).left == "4-6"
    assert factors(unit(strength=4.0)).left == "4"
    both = unit(attack=3, defense=4, reduced_attack=1, reduced_defense=2, movement=12)
    assert full_steps(both) == 2
    assert (factors(both).left, factors(both, 1).left) == ("3-4", "1-2")


@pytest.mark.parametrize("name", sorted(SYMBOLS))
def test_every_symbol_differs_from_the_empty_box(name: str) -> None:
    def draw(painter: QPainter) -> None:
        draw_symbol(painter, QRectF(0, 10, 60, 40), name, QColor("black"), QColor("white"))

    def empty(painter: QPainter) -> None:
        draw_symbol(painter, QRectF(0, 10, 60, 40), " ", QColor("black"), QColor("white"))

    assert painted(draw) != painted(empty)


def test_symbols_are_all_different() -> None:
    seen = {}
    for name in SYMBOLS:
        image = painted(
            lambda painter, name=name: draw_symbol(
                painter, QRectF(0, 10, 60, 40), name, QColor("black"), QColor("white")
            )
        )
        key = bytes(image.constBits())
        assert key not in seen, f"{name} looks like {seen[key]}"
        seen[key] = name


def test_names_of_types_are_understood() -> None:
    assert symbol_of("Anti-Tank") == "anti_tank"
    assert symbol_of("light infantry") == "light_infantry"
    assert symbol_of("zeppelin") == ""
    assert set(ALIASES.values()) <= set(SYMBOLS)


@pytest.mark.parametrize("size", [10, 20, 40, 80])
def test_a_counter_has_its_sides_colour_at_any_size(size: int) -> None:
    image = counter_pixmap(unit(strength=8), US, size).toImage()
    colour = image.pixelColor(size // 2, max(2, size // 8))
    assert abs(colour.hslHue() - QColor(US.colour).hslHue()) < 12


def test_reduced_selected_and_spent_can_be_told_apart() -> None:
    nine = unit(strength=8, reduced=4)
    images = [
        painted(lambda p, kw=kw: draw_counter(p, QRectF(5, 5, 50, 50), nine, US, **kw))
        for kw in ({}, {"steps": 1}, {"selected": True}, {"spent": True}, {"marks": ("!",)})
    ]
    assert len({bytes(image.constBits()) for image in images}) == len(images)


# -- letters, levels of detail, designs ---------------------------------------------------------------------------


def face(one: Unit, design: CounterDesign = USUAL, size: int = 300, **more: object) -> QImage:
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(QColor(US.colour))
    painter = QPainter(image)
    look = CounterLook(design, str(more.pop("folder", "")))
    draw_counter(painter, QRectF(0, 0, size, size), one, US, look=look, cut=True, **more)  # type: ignore[arg-type]
    painter.end()
    return image


def inked(image: QImage, ink: str = US.ink) -> QRectF:
    """What the darkest colour of a picture covers, in hundredths of its side."""
    dark = QColor(ink).lightness() + 40
    size = image.width()
    spots = [(x, y) for x in range(size) for y in range(size) if image.pixelColor(x, y).lightness() < dark]
    assert spots
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    left, top, right, bottom = (100 * spot / size for spot in (min(xs), min(ys), max(xs), max(ys)))
    return QRectF(left, top, right - left, bottom - top)


NAMES = [
    "9",
    "9th Infantry",
    "Incorporated Militia of Upper Canada",
    "Donaudampfschifffahrtsgesellschaftskapitaen",
    "2nd Battalion of the 12th SS Panzergrenadier Regiment of the Hitlerjugend Division",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_shrink_or_wrap_and_lose_no_letter(name: str) -> None:
    size, lines = fitted(name, 88, 17, 14, lines=2)
    assert " ".join(lines) == name
    assert 0 < size <= 14
    metrics = QFontMetricsF(sans(100, bold=True))
    assert all(metrics.horizontalAdvance(line) * size / 100 <= 88.01 for line in lines)
    assert size * (1 + 0.94 * (len(lines) - 1)) <= 17.01


def test_a_long_name_is_larger_on_two_lines() -> None:
    assert len(fitted("Royal Scots (3 companies)", 88, 17, 14, lines=2)[1]) == 2
    assert fitted("9th Infantry", 88, 17, 14, lines=2) == (14, ("9th Infantry",))


@pytest.mark.parametrize("path", sorted(data.scenarios().glob("*.yaml")), ids=lambda path: path.stem)
def test_the_names_on_shipped_counters_can_be_read(path: Path) -> None:
    """A counter half an inch wide has letters of 1.3 mm at least: 4 points."""
    for unit in load_scenario(path).units.values():
        room = name_room(unit.name)
        assert fitted(unit.name, room.width(), room.height(), NAME_LETTERS, lines=2)[0] > 10, unit.name


def test_a_long_name_has_its_second_line_and_a_short_one_leaves_the_symbol_its_room() -> None:
    assert name_room("21st Infantry") == NAME
    assert name_room("Incorporatedmilitiabattalion") == NAME, "there is nothing to be broken"
    long = name_room("41st Foot (light company)")
    assert long.height() > NAME.height()
    assert long.bottom() < 31, "the size mark and the symbol come below"
    lines = fitted("41st Foot (light company)", long.width(), long.height(), NAME_LETTERS, lines=2)[1]
    assert lines == ("41st Foot", "(light company)"), "what is in brackets stays together"


@pytest.mark.parametrize("name", NAMES)
def test_a_name_on_a_counter_stays_within_its_edges(name: str) -> None:
    design = CounterDesign(symbols="none", front=(CounterText("top", "{name}"),))
    covered = inked(face(replace(unit(), name=name), design))
    assert covered.left() >= 2
    assert covered.right() <= 98
    assert covered.bottom() <= 22


@pytest.mark.parametrize("size", [14, 20, 28])
def test_from_afar_the_combat_factors_fill_more_than_a_third_of_a_counter(size: int) -> None:
    """Their letters are as high as a name is close by: 5 pixels and more on a counter of 14."""
    for values in ({"strength": 8, "range": 4}, {"attack": 4, "defense": 6, "movement": 10}):
        image = face(unit(**values), size=300, pixels=float(size))
        lower = image.copy(0, 126, 300, 174)
        covered = inked(lower.scaled(300, 300))
        assert covered.height() * 0.58 > 34, values


def test_a_design_prints_its_texts_and_no_others() -> None:
    three = unit(strength=3, range=12)
    bare = CounterDesign(symbols="none", front=(CounterText("upper-left", "HQ"),))
    spot = inked(face(three, bare))
    assert spot.right() < 50
    assert spot.bottom() < 30
    assert face(three, bare) != face(three)
    letters = CounterDesign(symbols="letters", front=bare.front)
    assert face(three, letters) != face(three, bare)
    assert short_type("anti_tank") == "AT"
    assert short_type("infantry") == "INF"


def test_the_back_has_texts_of_its_own() -> None:
    nine = unit(strength=8, reduced=4)
    front = (CounterText("bottom", "{strength}"),)
    design = CounterDesign(symbols="none", front=front, back=(CounterText("top", "{reduced}"),))
    assert inked(face(nine, design, steps=1)).bottom() < 40
    assert inked(face(nine, design)).top() > 60


@pytest.mark.parametrize(
    ("edge", "spot"), [("top", (50, 3)), ("bottom", (50, 97)), ("left", (3, 50)), ("right", (97, 50))]
)
def test_a_formation_has_its_stripe_and_colour(edge: str, spot: tuple[int, int]) -> None:
    looks = (FormationLook("Scott", colour="#ffffff", stripe="#b02020"),)
    design = CounterDesign(stripe=edge, formations=looks, symbols="none", front=(CounterText("top", "x"),))
    image = face(replace(unit(), formation="Scott"), design, size=100)
    assert image.pixelColor(*spot).name() == "#b02020"
    assert image.pixelColor(50, 50).name() == "#ffffff"
    assert face(unit(), design, size=100).pixelColor(*spot).name() == US.colour


def test_a_picture_stands_for_the_symbol_and_one_that_is_missing_does_not(tmp_path: Path) -> None:
    picture = QImage(40, 40, QImage.Format.Format_RGB32)
    picture.fill(QColor("#00ff00"))
    picture.save(str(tmp_path / "foot.png"))
    design = CounterDesign(artwork={"infantry": "foot.png"})
    image = face(unit(strength=3), design, folder=str(tmp_path))
    assert image.pixelColor(150, 150).name() == "#00ff00"
    assert face(unit(strength=3), design, folder=str(tmp_path / "none")) == face(unit(strength=3))
    own = CounterDesign(artwork={"us-9": "none.png", "infantry": "foot.png"})
    assert face(unit(strength=3), own, folder=str(tmp_path)) == face(unit(strength=3))
