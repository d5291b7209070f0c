"""Counters: what they print, and that every symbol draws something of its own."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.drawing.counters import counter_pixmap, draw_counter, factors, full_steps
from editor.canvas.drawing.symbols import SYMBOLS, draw_symbol, symbol_of
from editor.canvas.drawing.unit_names import ALIASES
from engine.scenario import Side, Unit

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
