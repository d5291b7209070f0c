"""The counters of every shipped scenario: large enough to be read in print, no two alike, with a designed back."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.drawing.counter_findings import (
    LEAST,
    SAFE,
    beyond,
    faces_of,
    near_texts,
    shown_elements,
    small_texts,
)
from editor.canvas.drawing.counters import draw_counter
from editor.canvas.drawing.elements import CounterDress, draw_element, lettered, written
from editor.canvas.drawing.faces import look_in
from editor.output.counter_sheets import paint_back
from engine import data
from engine.formats import load_scenario
from engine.formats.counter_templates import shipped_templates
from engine.scenario import Scenario, Unit
from engine.scenario.elements import CounterElement

pytestmark = pytest.mark.usefixtures("qapp")
SHIPPED = sorted(path.stem for path in data.scenarios().glob("*.yaml"))
PIXELS = 188
"""A counter of 15.9 mm at 300 dots per inch, as it is printed."""


def face(scenario: Scenario, unit: Unit, *, back: bool = False) -> np.ndarray:
    """A face as it is printed, the grey of each pixel."""
    image = QImage(PIXELS, PIXELS, QImage.Format.Format_Grayscale8)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    place, side, look = QRectF(0, 0, PIXELS, PIXELS), scenario.sides[unit.side], look_in(scenario)
    if back:
        paint_back(painter, place, unit, side, look, 0.0)
    else:
        draw_counter(painter, place, unit, side, look=look, cut=True, pixels=1000)
    painter.end()
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(PIXELS, image.bytesPerLine())
    return lines[:, :PIXELS].astype(np.int16)


def unlike(one: np.ndarray, other: np.ndarray) -> int:
    """Pixels that differ enough to be seen."""
    return int(np.count_nonzero(np.abs(one - other) > 60))


@pytest.mark.parametrize("name", SHIPPED)
def test_every_scenario_has_a_counter_set_whose_texts_can_be_read(name: str) -> None:
    scenario = load_scenario(name)
    template = scenario.counters.template
    assert template is not None
    small = [
        (one.unit.key, one.face, one.text, round(one.height, 2)) for one in small_texts(scenario, look_in(scenario))
    ]
    assert small == []
    assert LEAST == 1.6
    assert list(beyond(template)) == []


@pytest.mark.parametrize("name", SHIPPED)
def test_every_text_keeps_away_from_the_cut(name: str) -> None:
    scenario = load_scenario(name)
    near = {(one.face, one.number, one.text, round(one.gap, 2)) for one in near_texts(scenario, look_in(scenario))}
    assert near == set()
    assert SAFE == 0.8


LETTERS: Final = (
    ("2nd Canadian Armoured Brigade", 270, 3),
    ("Bge(O)", 0, 1),
    ("Senegalese Tirailleurs", 0, 2),
    ("\u00c9cole", 180, 1),
    ("12", 90, 1),
)
"""Texts with how far they are turned and the lines they may have."""


@pytest.mark.parametrize(("said", "turn", "lines"), LETTERS)
def test_a_text_covers_what_its_letters_cover(said: str, turn: int, lines: int) -> None:
    scenario = load_scenario("juno")
    unit = next(iter(scenario.units.values()))
    element = CounterElement("value", 3, 2, 9, 10, show=said, letters=2.5, lines=lines, turn=turn)
    image = QImage(640, 640, QImage.Format.Format_Grayscale8)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    draw_element(painter, element, CounterDress(unit, {}, {"ink": QColor("#000000")}), 40)
    painter.end()
    dark = np.frombuffer(image.constBits(), np.uint8).reshape(640, image.bytesPerLine())[:, :640] < 128
    down, across = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    room = written(element, {})
    drawn = (across[0] / 40, down[0] / 40, (across[-1] + 1) / 40, (down[-1] + 1) / 40)
    claimed = (room.left(), room.top(), room.right(), room.bottom())
    assert drawn == pytest.approx(claimed, abs=0.2)
    inked = QRectF(drawn[0], drawn[1], drawn[2] - drawn[0], drawn[3] - drawn[1])
    assert room.adjusted(-0.06, -0.06, 0.06, 0.06).contains(inked)


@pytest.mark.parametrize("face", ["front", "back", "cover"])
def test_texts_near_the_cut_are_found_on_every_face(face: str) -> None:
    scenario = load_scenario("juno")
    template = scenario.counters.template
    assert template is not None
    elements = template.face(face)
    number = next(n for n, one in enumerate(elements) if one.kind == "name")
    raised = replace(elements[number], y=-1.5)
    changed = replace(template, **{face: (*elements[:number], raised, *elements[number + 1 :])})
    moved = scenario.with_(counters=replace(scenario.counters, template=changed))
    found = list(near_texts(moved, look_in(moved)))
    assert {(one.face, one.number) for one in found} == {(face, number)}
    assert all(one.gap < SAFE for one in found)


APART: Final = 0.2
"""Millimetres between two texts beside each other, at least."""


@pytest.mark.parametrize("name", SHIPPED)
def test_no_texts_of_a_counter_run_into_each_other(name: str) -> None:
    scenario = load_scenario(name)
    template = scenario.counters.template
    assert template is not None
    found = set()
    for unit in scenario.units.values():
        shown = [*shown_elements(template, look_in(scenario), scenario, unit)]
        for (face, _, one, words), (other_face, _, other, _) in combinations(shown, 2):
            here, there = written(one, words), written(other, words)
            if face == other_face and here.adjusted(-APART, 0, APART, 0).intersects(there):
                found.add((face, lettered(one, words)[1], lettered(other, words)[1]))
    assert found == set()


def test_texts_that_run_into_each_other_are_found() -> None:
    one = CounterElement("value", 0, 0, 6, 3, show="Bge(O)", letters=2.7, align="left")
    other = CounterElement("value", 6, 0, 6, 3, show="Principes", letters=2.7, align="right")
    upright = CounterElement("value", 4, -4, 3, 11, show="Division", letters=2, turn=270)
    here = written(one, {})
    assert here.intersects(written(replace(other, x=5.0), {}))
    assert not here.intersects(written(replace(other, x=9.0), {}))
    assert here.intersects(written(upright, {})), "a text that is turned covers what it covers on the counter"
    assert written(upright, {}).height() > 2 * written(upright, {}).width()


def test_names_on_counters_have_the_marks_of_a_printer() -> None:
    name, figures = (CounterElement(kind, 0, 0, 10, 3, show=show) for kind, show in (("name", ""), ("value", "{a}")))
    words = {"name": "Gyrth's huscarls", "a": "4-5-5"}
    assert lettered(name, words)[1] == "Gyrth\u2019s huscarls"
    assert lettered(figures, words)[1] == "4-5-5", "figures stay as they are"


@pytest.mark.parametrize("name", SHIPPED)
def test_no_two_faces_are_alike(name: str) -> None:
    scenario = load_scenario(name)
    faces = {unit.key: (unit.side, face(scenario, unit)) for unit in scenario.units.values()}
    alike = [
        (a, b)
        for (a, (side, one)), (b, (other_side, other)) in combinations(faces.items(), 2)
        if side == other_side and unlike(one, other) < 12
    ]
    assert alike == []


@pytest.mark.parametrize("name", SHIPPED)
def test_every_counter_has_a_designed_back(name: str) -> None:
    scenario = load_scenario(name)
    template = scenario.counters.template
    assert template is not None
    kinds = {}
    for unit in scenario.units.values():
        kinds.setdefault((unit.side, unit.type, faces_of(template, unit)[1]), unit)
    for unit in kinds.values():
        back = face(scenario, unit, back=True)
        assert unlike(back, face(scenario, unit)) > 100, unit.key
        assert len(np.unique(back)) > 8, unit.key
        assert len(template.face(faces_of(template, unit)[1])) >= 4


@pytest.mark.parametrize("name", sorted(shipped_templates()))
def test_shipped_templates_lie_within_their_counters_and_have_all_faces(name: str) -> None:
    template = shipped_templates()[name]
    assert list(beyond(template)) == []
    assert template.front
    assert template.cover
    assert {one.kind for one in template.front} >= {"name", "symbol"}
    assert Path(data.resources() / "counters" / f"{name}.yaml").is_file()
