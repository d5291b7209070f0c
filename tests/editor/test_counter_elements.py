"""Elements of counters: what each kind draws, whom a condition fits, and that old designs look as before."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.drawing.counter_findings import beyond, small_texts
from editor.canvas.drawing.counters import draw_counter
from editor.canvas.drawing.faces import CounterLook, look_in
from editor.canvas.drawing.silhouettes import FIGURES, figure_of, outline_of
from editor.output.counter_sheets import paint_back
from engine.formats import load_scenario
from engine.scenario import Scenario, Side, Unit
from engine.scenario.counters import PLACES, CounterDesign, CounterText, FormationLook
from engine.scenario.elements import FORMS, ColourRule, CounterElement, CounterTemplate, UnitCondition
from engine.scenario.faces import colours, fits
from engine.scenario.slots import converted
from engine.scenario.words import words_of

pytestmark = pytest.mark.usefixtures("qapp")
US = Side("us", "United States", "#9cc3e6", "#10202e")
NINE = Unit("us-9", "us", "9th Infantry", "infantry", "regiment", {"strength": 8, "reduced": 4}, formation="I > Scott")


def drawn(template: CounterTemplate, unit: Unit = NINE, *, folder: str = "", steps: int | None = None) -> QImage:
    return shown(CounterLook(CounterDesign(size=template.size, template=template), folder), unit, steps=steps)


def shown(look: CounterLook, unit: Unit, *, steps: int | None = None, cut: bool = True, size: int = 200) -> QImage:
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    draw_counter(painter, QRectF(0, 0, size, size), unit, US, look=look, steps=steps, cut=cut)
    painter.end()
    return image


def lightness(image: QImage) -> np.ndarray:
    """How light each pixel is, from 0 to 255, as `QColor.lightness` has it: rows of columns."""
    kept = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(kept.constBits(), np.uint8).reshape(kept.height(), kept.width(), 4)[:, :, :3].astype(int)
    return (pixels.max(axis=2) + pixels.min(axis=2)) // 2


def alone(*elements: CounterElement) -> CounterTemplate:
    return CounterTemplate(size=20, front=elements)


EMPTY = alone()
BOX = (4.0, 4.0, 12.0, 12.0)


@pytest.mark.parametrize(
    "element",
    [
        CounterElement("value", *BOX, show="{strength}"),
        CounterElement("name", *BOX),
        CounterElement("symbol", *BOX),
        CounterElement("symbol", *BOX, form="silhouette"),
        CounterElement("symbol", *BOX, form="letters"),
        CounterElement("symbol", 4, 9, 12, 2, form="size"),
        CounterElement("artwork", *BOX, show="gone.png", form="nato"),
        CounterElement("band", *BOX, fill="#aa0000"),
        CounterElement("badge", *BOX, show="{formation}"),
        CounterElement("steps", *BOX),
        CounterElement("steps", *BOX, form="edges"),
        *(CounterElement("shape", *BOX, form=form, fill="black", line=0.3) for form in FORMS),
    ],
    ids=lambda one: f"{one.kind} {one.form}",
)
def test_every_kind_draws_within_its_box(element: CounterElement) -> None:
    image, plain = drawn(alone(element)), drawn(EMPTY)
    assert image != plain
    outside = [(x, y) for x in range(0, 200, 3) for y in range(0, 200, 3) if not (36 <= x <= 164 and 36 <= y <= 164)]
    assert all(image.pixel(x, y) == plain.pixel(x, y) for x, y in outside)


def test_turned_texts_lie_in_the_same_box_the_other_way() -> None:
    upright = drawn(alone(CounterElement("value", 4, 4, 4, 12, show="Brigade", letters=3)))
    turned = drawn(alone(CounterElement("value", 4, 4, 4, 12, show="Brigade", letters=3, turn=90)))
    dark = [(lightness(one) < 100).sum() for one in (upright, turned)]
    assert dark[1] > 2 * dark[0], "it has the height of the box to run along"


def test_a_value_that_a_unit_lacks_draws_nothing() -> None:
    for kind in ("value", "badge"):
        assert drawn(alone(CounterElement(kind, *BOX, show="{range}"))) == drawn(EMPTY)
    assert drawn(alone(CounterElement("band", *BOX))) == drawn(EMPTY), "there is no colour of the formation"


def test_a_missing_picture_leaves_the_symbol_in_its_place(tmp_path: Path) -> None:
    symbol = drawn(alone(CounterElement("symbol", *BOX)))
    assert drawn(alone(CounterElement("artwork", *BOX, show="gone.png", form="nato")), folder=str(tmp_path)) == symbol
    picture = QImage(20, 20, QImage.Format.Format_RGB32)
    picture.fill(QColor("#00ff00"))
    picture.save(str(tmp_path / "there.png"))
    image = drawn(alone(CounterElement("artwork", *BOX, show="there.png", form="nato")), folder=str(tmp_path))
    assert image.pixelColor(100, 100).name() == "#00ff00"
    rect = '<rect width="9" height="9" fill="#0000ff"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{rect}</svg>'
    (tmp_path / "wide.svg").write_text(svg, "utf-8")
    image = drawn(alone(CounterElement("artwork", *BOX, show="wide.svg")), folder=str(tmp_path))
    assert image.pixelColor(100, 100).name() == "#0000ff"


@pytest.mark.parametrize(
    ("when", "yes"),
    [
        (UnitCondition(), True),
        (UnitCondition(sides=("us",)), True),
        (UnitCondition(sides=("ac",)), False),
        (UnitCondition(types=("infantry",), sizes=("regiment",)), True),
        (UnitCondition(sizes=("company",)), False),
        (UnitCondition(formations=("I",)), True),
        (UnitCondition(formations=("Scott",)), True),
        (UnitCondition(formations=("I > Scott",)), True),
        (UnitCondition(formations=("II > Scott",)), False),
        (UnitCondition(steps="two"), True),
        (UnitCondition(steps="one"), False),
        (UnitCondition(has=("{strength}",), lacks=("{range}",)), True),
        (UnitCondition(has=("{range}",)), False),
        (UnitCondition(lacks=("{strength}",)), False),
        (UnitCondition(values=(("strength", ("8", "9")),)), True),
        (UnitCondition(values=(("strength", ("7",)),)), False),
    ],
)
def test_a_condition_fits_units_by_what_they_are(when: UnitCondition, yes: bool) -> None:
    assert fits(when, NINE, words_of(NINE, US), 2) is yes
    element = CounterElement("name", *BOX, when=when)
    assert (drawn(alone(element)) != drawn(EMPTY)) is yes


def test_the_last_rule_that_fits_gives_the_colours_and_formations_come_after() -> None:
    rules = (
        ColourRule(UnitCondition(), "#111111", "#222222", "#333333"),
        ColourRule(UnitCondition(types=("infantry",)), "#444444"),
        ColourRule(UnitCondition(types=("cavalry",)), "#555555"),
    )
    design = CounterDesign(template=replace(EMPTY, rules=rules))
    worn = colours(design, NINE, US)
    assert (worn.ground, worn.ink, worn.stripe) == ("#444444", "#222222", "#333333")
    over = replace(design, formations=(FormationLook("Scott", stripe="#aa0000"),))
    assert colours(over, NINE, US).stripe == "#aa0000"
    own = replace(design, rules=(ColourRule(UnitCondition(), ink="#999999"),))
    assert colours(own, NINE, US).ink == "#999999"


def test_the_back_and_the_cover_are_faces_of_their_own() -> None:
    template = CounterTemplate(
        size=20,
        front=(CounterElement("shape", *BOX, fill="#ff0000"),),
        back=(CounterElement("shape", *BOX, fill="#00ff00"),),
        cover=(CounterElement("shape", *BOX, fill="#0000ff"),),
    )
    assert drawn(template).pixelColor(100, 100).name() == "#ff0000"
    assert drawn(template, steps=1).pixelColor(100, 100).name() == "#00ff00"
    single = replace(NINE, values={"strength": 1})
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    paint_back(painter, QRectF(0, 0, 200, 200), single, US, CounterLook(CounterDesign(size=20, template=template)), 0)
    painter.end()
    assert image.pixelColor(100, 100).name() == "#0000ff"


def eight(scenario: Scenario) -> CounterDesign:
    words = ("name", "size", "key", "type", "side", "strength", "movement", "range")
    texts = tuple(CounterText(place, f"{{{word}}}") for place, word in zip(PLACES, words, strict=True))
    group = next((unit.formation for unit in scenario.units.values() if unit.formation), "none")
    looks = (FormationLook(group, stripe="#aa0000"),)
    return CounterDesign(front=texts, stripe="left", formations=looks, artwork={"cavalry": "gone.png"})


@pytest.mark.parametrize("name", ["juno", "lundys_lane", "sns_first_steps"])
@pytest.mark.parametrize("cut", [True, False])
def test_a_design_by_the_eight_places_looks_the_same_as_a_template(name: str, cut: bool) -> None:
    scenario = load_scenario(name)
    scenario = scenario.with_(counters=eight(scenario))
    after = scenario.with_(counters=replace(scenario.counters, front=(), stripe="", template=converted(scenario)))
    for unit in list(scenario.units.values())[::4]:
        for steps in (None, 1):
            before = shown(look_in(scenario), unit, steps=steps, cut=cut)
            image = shown(look_in(after), unit, steps=steps, cut=cut)
            assert (abs(lightness(before) - lightness(image)) <= 8).all(), unit.key


def test_texts_that_are_too_small_and_elements_beyond_the_edge_are_found() -> None:
    scenario = load_scenario("first_steps")
    template = alone(CounterElement("name", 0, 0, 4, 1), CounterElement("value", 19, 0, 3, 3, show="x"))
    scenario = scenario.with_(counters=CounterDesign(size=20, template=template))
    small = list(small_texts(scenario, look_in(scenario)))
    assert {one.number for one in small} == {0}
    assert len({one.unit.key for one in small}) == len(scenario.units)
    assert [(face, number) for face, number, _ in beyond(template)] == [("front", 1)]


def test_every_figure_is_drawn_within_its_field() -> None:
    for name in FIGURES:
        box = outline_of(name).boundingRect()
        assert QRectF(-1, -1, 102, 82).contains(box), name
        assert box.height() > 30
    assert figure_of("Kn") == "knight"
    assert figure_of("Anti-Tank") == "gun"
    assert figure_of("zeppelin") == ""
