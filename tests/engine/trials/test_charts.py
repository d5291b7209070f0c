"""Charts are well-formed pictures whose marks stand where the values are."""

from __future__ import annotations

import xml.etree.ElementTree as Xml

import pytest

from engine.trials.charts import LEFT, NAMES, Bar, Series, _scale, bars, columns, lines, shares, strong

SVG = "{http://www.w3.org/2000/svg}"


def numbers(text: str) -> list[float]:
    return [float(number) for number in text.replace(",", " ").split()]


def test_a_bar_is_as_long_as_its_share_and_its_whisker_as_the_interval() -> None:
    picture = Xml.fromstring(
        bars([Bar("A", "#112233", 0.25, 0.125, 0.5), Bar("B & <C>", "#445566", 1, 0.9, 1)], "Wins")
    )
    short, full = (float(rect.get("width", "")) for rect in picture.iter(f"{SVG}rect"))
    assert short == pytest.approx(full / 4, abs=0.1)
    whisker = next(line for line in picture.iter(f"{SVG}line") if line.get("stroke-width") == "2")
    assert (float(whisker.get("x1", "")) - NAMES) * 8 == pytest.approx(full, abs=0.6)
    assert (float(whisker.get("x2", "")) - NAMES) * 2 == pytest.approx(full, abs=0.6)
    assert "B & <C>" in [text.text for text in picture.iter(f"{SVG}text")]


def test_points_of_lines_rise_with_their_values_and_leave_gaps() -> None:
    made = Xml.fromstring(lines([Series("A", "#112233", [0, 5, None, 10])], ["1", "2", "3", "4"], "Points"))
    heights = [float(circle.get("cy", "")) for circle in made.iter(f"{SVG}circle")]
    assert len(heights) == 3
    assert heights[0] - heights[1] == pytest.approx(heights[1] - heights[2], abs=0.2)
    assert heights[0] > heights[2]
    banded = Xml.fromstring(lines([Series("A", "#112233", [1, 2], [(0, 2), (1, 3)])], ["1", "2"], "Wins"))
    band = next(banded.iter(f"{SVG}polygon"))
    assert len(numbers(band.get("points", ""))) == 8


def test_losses_below_zero_are_on_the_picture() -> None:
    made = Xml.fromstring(lines([Series("A", "#112233", [-3, 4])], ["1", "2"], "Margin"))
    assert all(0 < float(circle.get("cy", "")) < 260 for circle in made.iter(f"{SVG}circle"))
    labels = [text.text for text in made.iter(f"{SVG}text")]
    assert "0" in labels
    assert any(str(label).startswith("-") for label in labels)


def test_columns_have_no_gaps_in_their_numbers() -> None:
    made = Xml.fromstring(columns({3: 1, 5: 4}, "Length"))
    tall = [float(rect.get("height", "")) for rect in made.iter(f"{SVG}rect")]
    assert tall[0] * 4 == pytest.approx(tall[2], abs=0.3)
    assert tall[1] == 0
    assert all(float(rect.get("x", "")) > LEFT for rect in made.iter(f"{SVG}rect"))
    Xml.fromstring(columns({}, "Nothing"))


def test_shares_fill_the_bar() -> None:
    key = {"a": ("A", "#112233"), "b": ("B", "#445566"), "": ("Nobody", "#999999")}
    made = Xml.fromstring(shares([("Turn 1", {"a": 0.25, "b": 0.5, "": 0.25})], key, "Held"))
    wide = [float(rect.get("width", "")) for rect in made.iter(f"{SVG}rect")][:3]
    assert wide[1] == pytest.approx(2 * wide[0], abs=0.2)
    assert wide[2] == wide[0]


@pytest.mark.parametrize(
    ("least", "most", "scale"), [(0, 0, (0, 0.2, 0.2)), (0, 7, (0, 2, 8)), (0, 100, (0, 20, 100)), (-3, 4, (-4, 2, 4))]
)
def test_scales_are_round(least: float, most: float, scale: tuple[float, float, float]) -> None:
    assert _scale(least, most) == pytest.approx(scale)


def test_pale_colours_of_counters_become_strong() -> None:
    assert strong("#9cc3e6") == "#2969a3"
