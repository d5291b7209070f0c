"""Formations: written as a text or a list, read into one text, told apart by what they are part of."""

from __future__ import annotations

import pytest

from engine import formats
from engine.scenario import Scenario, Unit, formations

FILE = """\
format: hexwright-scenario 1
name: Formations
system: fm
map: juno
sides: [cw, ge]
units:
  a: {{side: cw, type: infantry, attack: 1, defense: 1, movement: 5, formation: {formation}}}
"""


def load(formation: str) -> formats.Loaded:
    return formats.load_text(FILE.format(formation=formation))


def unit(key: str, formation: str) -> Unit:
    return Unit(key, "us", key, "infantry", formation=formation)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("3rd Division", "3rd Division"),
        ("I Corps > 3rd Division", "I Corps > 3rd Division"),
        ("I Corps>3rd   Division >", "I Corps > 3rd Division"),
        ("[I Corps, 3rd Division]", "I Corps > 3rd Division"),
        ("[I Corps > 3rd Division, 2/89th Foot]", "I Corps > 3rd Division > 2/89th Foot"),
        ("9", "9"),
    ],
)
def test_a_formation_is_a_text_or_a_list(written: str, read: str) -> None:
    loaded = load(written)
    assert loaded.errors == []
    assert isinstance(loaded.model, Scenario)
    assert loaded.model.units["a"].formation == read
    assert loaded.model.units["a"].values == {"attack": 1, "defense": 1, "movement": 5}


@pytest.mark.parametrize("written", ["true", "{a: b}", "[[a]]", "x" * 301])
def test_what_is_no_formation_is_an_error_with_its_place(written: str) -> None:
    (error,) = load(written).errors
    assert error.place.line == 7
    assert "formation" in error.message


def test_it_is_written_before_the_provenance_and_only_where_there_is_one() -> None:
    model = load("[I Corps, 3rd Division]").model
    assert isinstance(model, Scenario)
    text = formats.dump_scenario(model)
    assert "movement: 5, formation: I Corps > 3rd Division}" in text
    bare = model.with_(units={"a": Unit("a", "cw", "a", "infantry")})
    assert "formation" not in formats.dump_scenario(bare)


def test_formations_come_before_their_parts_in_the_units_order() -> None:
    units = [unit("a", "II > 2"), unit("b", ""), unit("c", "I > 1 > x"), unit("d", "II"), unit("e", "I")]
    found = formations.groups(units)
    assert list(found) == [(), ("II",), ("II", "2"), ("I",), ("I", "1"), ("I", "1", "x")]
    assert [one.key for one in found["II",]] == ["d"]
    assert [one.key for one in formations.everyone(found)["I",]] == ["e", "c"]


def test_a_formation_takes_its_parts_along() -> None:
    under = formations.moved(unit("a", "I > 3 > 8"), ("I", "3"), ("II", "3rd"))
    assert under.formation == "II > 3rd > 8"
    assert formations.moved(unit("a", "I > 30"), ("I", "3"), ("II",)).formation == "I > 30"
    assert formations.moved(unit("a", "I > 3"), ("I",), ()).formation == "3"
    assert not formations.belongs(unit("a", "Ix"), ("I",))
