"""Volleys: who fires together, on which row, with which modifiers, and what a result means."""

from __future__ import annotations

from typing import Final

import pytest

from engine.systems.sun_never_sets.base.tables import Round, Tables
from engine.systems.sun_never_sets.base.volleys import (
    RESULTS,
    ROUNDS,
    FireChart,
    Firer,
    Hits,
    VolleyClass,
    beaten,
    best_ground,
    classes,
    first_volley,
    morale_modifier,
    retreats,
    superior,
    total,
    verdict,
)

TABLES: Final = Tables.of({})
CHARTS: Final[dict[Round, FireChart]] = {
    "artillery": FireChart(TABLES.artillery_fire),
    "rifle": FireChart(TABLES.rifle_fire),
    "melee": FireChart(TABLES.melee_fire),
}


def unit(
    kind: str = "infantry",
    strength: int = 3,
    weapon: str = "R",
    morale: str = "L",
    demoralized: bool = False,
    melee: str = "",
) -> Firer:
    return Firer(kind, strength, weapon, morale, demoralized, melee)


def named(name: Round, *units: Firer) -> dict[str, tuple[int, ...]]:
    return {made.name: members for made, members in classes(name, dict(enumerate(units))).items()}


@pytest.mark.rule("sns2:8.31")
def test_each_arm_fires_in_its_rounds() -> None:
    arms = (
        unit("artillery", 1, "F"),
        unit("rocket", 1, "R"),
        unit("machine_gun", 1, "G"),
        unit("infantry", 3, "M"),
        unit("infantry", 3, "S"),
        unit("mounted_infantry", 2, "B"),
        unit("camel_corps", 2, "L"),
        unit("cavalry", 2, "C"),
        unit("engineer", 1, "B"),
        unit("supply", 1, "N"),
        unit("supply", 0, "N"),
        unit("headquarters", 0, "N"),
        unit("civilians", 0, "N"),
    )
    fire = {name: sorted(u for members in named(name, *arms).values() for u in members) for name in ROUNDS}
    assert fire == {"artillery": [0, 1, 2], "rifle": [3, 5, 6], "melee": [3, 4, 5, 6, 7, 8, 9]}


@pytest.mark.rule("sns2:8.43")
def test_the_text_s_example_of_firing_separately() -> None:
    force = (unit(morale="V"), unit(morale="V"), unit(morale="L"), unit(weapon="B", morale="L"))
    assert named("rifle", *force) == {"B-line": (3,), "R-line": (2,), "R-veteran": (0, 1)}


@pytest.mark.rule("sns2:8.44")
def test_all_firearms_of_a_class_are_one_volley_in_melee() -> None:
    force = (
        unit(weapon="M", morale="V"),
        unit(weapon="B", morale="V"),
        unit("camel_corps", weapon="B", morale="V"),
        unit("mounted_infantry", weapon="R", morale="L"),
        unit(weapon="S", morale="V"),
        unit("cavalry", weapon="C", morale="V"),
        unit("cavalry", weapon="S", morale="V"),
    )
    assert named("melee", *force) == {
        "C-veteran": (5,),
        "OT-line": (3,),
        "OT-veteran": (0, 1, 2),
        "sabre-veteran": (6,),
        "sword-veteran": (4,),
    }


@pytest.mark.rule("sns2:8.46")
def test_weapons_on_one_line_fire_apart_and_demoralized_ones_of_a_weapon_together() -> None:
    guns = (unit("machine_gun", 1, "M"), unit("machine_gun", 1, "G"), unit("artillery", 1, "F"))
    assert named("artillery", *guns) == {"F-line": (2,), "G-line": (1,), "M-line": (0,)}
    assert {CHARTS["artillery"].row(weapon, 1) for weapon in "MGF"} == {CHARTS["artillery"].row("F", 1)}
    shaken = (unit(morale="V", demoralized=True), unit(morale="R", demoralized=True), unit(morale="V"))
    assert named("rifle", *shaken) == {"R-demoralized": (0, 1), "R-veteran": (2,)}
    assert named("rifle", unit(weapon="B", morale="V"), unit("camel_corps", weapon="B", morale="V")) == {
        "B-veteran": (0, 1)
    }


@pytest.mark.rule("sns2:2.44")
def test_ghazis_fire_muskets_and_fight_with_swords() -> None:
    ghazi = unit(weapon="R", morale="F", melee="S")
    assert named("rifle", ghazi) == {"R-fanatic": (0,)}
    assert named("melee", ghazi) == {"sword-fanatic": (0,)}


@pytest.mark.rule("sns2:8.42")
def test_ten_muskets_fire_on_the_row_of_eight() -> None:
    rows = {factors: CHARTS["rifle"].row("M", factors) for factors in (0, 1, 3, 8, 10, 40)}
    assert rows[0] is None
    assert [row.factors for factors, row in rows.items() if row] == [1, 2, 8, 8, 16]
    assert CHARTS["rifle"].top("M") == 16


@pytest.mark.rule("sns2:8.6")
def test_eight_veteran_muskets_on_a_four_give_one() -> None:
    row = CHARTS["rifle"].row("M", 8)
    assert row is not None
    modifier = morale_modifier(TABLES.fire_modifiers, "rifle", VolleyClass("M", "V"))
    assert modifier.value == 2
    assert CHARTS["rifle"].result(row, 4 + modifier.value) == "1"


@pytest.mark.rule("sns2:8.6")
def test_dice_beyond_the_table_count_as_its_ends() -> None:
    for chart in CHARTS.values():
        row = chart.row("OT" if chart is CHARTS["melee"] else "R", 99)
        assert row is not None
        assert chart.result(row, 40) == chart.result(row, 9)
        assert chart.result(row, -40) == chart.result(row, 0)
        assert sum(chart.chances(row, 0).values()) == pytest.approx(1)


@pytest.mark.rule("sns2:8.6")
@pytest.mark.parametrize(("morale", "adds"), [("V", (2, 2, 2)), ("L", (1, 1, 1)), ("R", (0, 0, 0)), ("F", (0, 0, 3))])
def test_what_morale_adds(morale: str, adds: tuple[int, ...]) -> None:
    made = VolleyClass("R", morale)
    assert tuple(morale_modifier(TABLES.fire_modifiers, name, made).value for name in ROUNDS) == adds


@pytest.mark.rule("sns2:11.32")
def test_demoralized_units_add_nothing_whatever_their_class() -> None:
    made = classes("melee", {0: unit("infantry", 3, "S", "F", demoralized=True)})
    (modifier,) = [morale_modifier(TABLES.fire_modifiers, "melee", key) for key in made]
    assert (modifier.value, modifier.rule) == (0, "11.32")


@pytest.mark.rule("sns2:8.43")
def test_what_exceeds_the_top_row_fires_in_whole_units_in_another_volley() -> None:
    strength = {0: 8, 1: 6, 2: 6, 3: 2, 4: 20}
    assert first_volley((0, 1, 2, 3), strength, 16) == (0, 1, 3)
    assert first_volley((2,), strength, 16) == (2,)
    assert first_volley((4, 3), strength, 16) == (4,)


@pytest.mark.rule("sns2:8.6")
def test_the_defender_has_the_best_of_his_ground_and_never_a_sum() -> None:
    found = best_ground({"mountain": -2, "town": -1, "fortress": -3})
    assert found is not None
    assert (found.value, found.why, found.rule) == (-3, "fortress", "8.6")
    assert best_ground({"clear": 0}) is None
    assert best_ground({}) is None
    adds = morale_modifier(TABLES.fire_modifiers, "rifle", VolleyClass("B", "V"))
    assert total((found, adds)) == -1


@pytest.mark.rule("sns2:8.21")
def test_the_higher_total_has_superiority_and_a_tie_is_thrown_again() -> None:
    assert [superior(5, 4), superior(3, 4), superior(4, 4)] == [0, 1, -1]


@pytest.mark.rule("sns2:8.52")
@pytest.mark.rule("sns2:8.53")
def test_a_result_eliminates_then_demoralizes_as_many() -> None:
    hits = {code: Hits.of(TABLES.fire_results.results[code]) for code in RESULTS}
    assert hits == {"0": (0, 0), "(1)": (0, 1), "1": (1, 1), "2": (2, 2), "3": (3, 3)}


@pytest.mark.rule("sns2:8.71")
def test_half_the_strength_is_a_defeat() -> None:
    assert beaten(12, 6, 5, 2, 0.5)
    assert not beaten(13, 6, 5, 5, 0.5)
    assert beaten(0, 0, 3, 2, 0.5)
    assert not beaten(0, 0, 3, 1, 0.5)
    assert not beaten(0, 0, 0, 0, 0.5)


@pytest.mark.rule("sns2:8.72")
def test_both_or_neither_defeated_is_a_draw() -> None:
    assert [verdict(a, d) for a in (False, True) for d in (False, True)] == [-1, 0, 1, -1]


@pytest.mark.rule("sns2:8.82")
@pytest.mark.rule("sns2:8.85")
def test_retreats_end_two_hexes_off_and_a_fortress_ends_one() -> None:
    # A row of hexes 0 to 4 with 5 beside 0 and 1: from 0 nothing ends in 5 but where it is a fortress.
    onward = {0: (1, 5), 1: (0, 2, 5), 2: (1, 3), 5: (0, 1)}
    far = {0: 0, 1: 1, 5: 1, 2: 2, 3: 3}
    assert list(retreats(0, 2, onward, (), far)) == [(1, 2)]
    assert sorted(retreats(0, 2, onward, (5,), far)) == [(1, 2), (5,)]
    assert list(retreats(0, 2, {0: (5,), 5: (1,), 1: ()}, (), far)) == []
