"""The design of counters in a scenario's file, and what it prints on a unit's counter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import formats
from engine.formats.write_scenario import digest
from engine.scenario import Scenario, Side, Unit
from engine.scenario.counters import USUAL, CounterDesign, CounterText, FormationLook
from engine.scenario.elements import ColourRule, CounterTemplate, UnitCondition
from engine.scenario.faces import Colours, colours, printed

HEAD = """\
format: hexwright-scenario 1
name: Counters
system: fm
map: juno
turns: {count: 1}
sides:
  cw: {name: cw, colour: "#9cc3e6", ink: "#10202e"}
"""
DESIGN = """\
counters:
  size: 12.7
  symbols: letters
  front:
  - {at: top, show: "{name}", height: 12.0}
  - {at: bottom, show: "{attack}-{defense}"}
  back:
  - {at: bottom, show: "{reduced_attack}", bold: false}
  stripe: left
  formations:
  - {formation: I Corps > 3rd Division, colour: "#ffffff", stripe: "#b02020"}
  artwork:
    infantry: art/foot.png
"""
CW = Side("cw", "Commonwealth", "#d8b98a", "#201000")


def read(text: str) -> Scenario:
    loaded = formats.load_text(HEAD + text)
    assert loaded.errors == []
    assert isinstance(loaded.model, Scenario)
    return loaded.model


def test_a_design_is_read_and_written_byte_for_byte() -> None:
    model = read(DESIGN)
    assert model.counters == CounterDesign(
        12.7,
        "letters",
        (CounterText("top", "{name}", 12.0), CounterText("bottom", "{attack}-{defense}")),
        (CounterText("bottom", "{reduced_attack}", 0.0, False),),
        "left",
        (FormationLook("I Corps > 3rd Division", "#ffffff", "", "#b02020"),),
        {"infantry": "art/foot.png"},
    )
    assert formats.dump_scenario(model) == HEAD + DESIGN


def test_without_one_counters_are_as_usual_and_nothing_is_written() -> None:
    assert read("").counters == USUAL
    assert "counters" not in formats.dump_scenario(read(""))
    assert digest(read("")) == digest(read(DESIGN))


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("counters: {size: 90}", "size"),
        ("counters: {symbols: nice}", "symbols"),
        ("counters: {front: [{at: middle, show: x}]}", "at"),
        ("counters: {front: [{at: top}]}", "show"),
        ("counters: {formations: [{formation: A, stripe: red}]}", "stripe"),
        ("counters: {artwork: {infantry: 3, b: [x]}}", "b"),
        ("counters: {stripes: left}", "stripes"),
    ],
)
def test_a_mistake_in_a_design_has_its_place(written: str, said: str) -> None:
    errors = formats.load_text(HEAD + written + "\n").errors
    assert errors
    assert all(error.place.line == 8 for error in errors)
    assert said in f"{errors[0].message} {errors[0].place.path}"


def unit(formation: str = "", **values: int | bool | None) -> Unit:
    return Unit("a", "cw", "8th Foot", "anti_tank", "brigade", values, formation=formation)


@pytest.mark.parametrize(
    ("pattern", "values", "expected"),
    [
        ("{attack}-{defense}-{movement}", {"attack": 4, "defense": 6, "movement": 5}, "4-6-5"),
        ("{attack}-{defense}-{movement}", {"attack": 4, "movement": 5}, "4-5"),
        ("{attack}-{defense}", {"defense": 6}, "6"),
        ("{attack}-{defense}", {}, ""),
        ("r{range}", {}, ""),
        ("r{range}", {"range": 8}, "r8"),
        ("HQ", {}, "HQ"),
        ("{commando}", {"commando": True}, "•"),
        ("{name}, {formation} ({parent})", {}, "8th Foot, 3 (I)"),
    ],
)
def test_a_pattern_is_filled_and_leaves_no_loose_marks(
    pattern: str, values: dict[str, int | bool | None], expected: str
) -> None:
    assert printed(CounterText("bottom", pattern), unit("I > 3", **values), CW) == expected


def test_colours_come_from_the_side_and_over_it_from_formations() -> None:
    design = CounterDesign(
        stripe="top",
        formations=(
            FormationLook("I", ink="#111111", stripe="#aa0000"),
            FormationLook("I > 3", colour="#ffffff"),
            FormationLook("8", stripe="#00aa00"),
        ),
    )
    assert colours(design, unit(), CW) == Colours("#d8b98a", "#201000", "", "#d8b98a")
    assert colours(design, unit("I > 3"), CW) == Colours("#ffffff", "#111111", "#aa0000", "#ffffff")
    assert colours(design, unit("II > 8"), CW) == Colours("#d8b98a", "#201000", "#00aa00", "#d8b98a")
    assert colours(CounterDesign(formations=design.formations), unit("I"), CW).stripe == ""


def test_seen_from_afar_a_ground_that_all_counters_have_does_not_hide_the_side() -> None:
    armour = ColourRule(UnitCondition(types=("armour",)), ground="#101010")
    template = CounterTemplate(rules=(ColourRule(UnitCondition(), ground="#f4ead0"), armour))
    design = CounterDesign(template=template)
    assert (colours(design, unit(), CW).ground, colours(design, unit(), CW).afar) == ("#f4ead0", "#d8b98a")
    tank = replace(unit(), type="armour")
    assert (colours(design, tank, CW).ground, colours(design, tank, CW).afar) == ("#101010", "#101010")
