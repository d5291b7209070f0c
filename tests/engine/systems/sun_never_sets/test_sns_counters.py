"""The counters of the campaigns: well formed, named once, and what the text lists is there, unit by unit."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any, Final

import pytest

from engine import data
from engine.formats import load_map
from engine.formats.reading import read_source
from engine.mechanics.tables import shipped

TABLES: Final[Any] = shipped("sun_never_sets")
CAMPAIGNS: Final = ("abyssinia", "afghan", "asante", "dahomey", "persia")
EMPIRE: Final = {"british", "french"}
"""The sides whose role is the empire's."""
WEAPONS: Final = {
    "infantry": "BLMRS",
    "mounted_infantry": "BLMR",
    "cavalry": "CS",
    "artillery": "ABFHL",
    "machine_gun": "GM",
    "rocket": "R",
    "engineer": "BLMR",
    "pioneer": "BLMR",
    "railroad_engineer": "N",
    "supply": "N",
    "civilians": "N",
    "elephant": "N",
}
"""The weapons that each type of land unit may have (2.44)."""
NO_STRENGTH: Final = {"supply", "civilians", "elephant", "railroad_engineer"}
AFLOAT: Final = {"fleet", "gunboat"}

Unit = dict[str, Any]


@cache
def read(campaign: str) -> Any:
    source, findings = read_source(data.resources() / "systems" / "sun_never_sets" / f"counters_{campaign}.yaml")
    assert findings == []
    assert source.root is not None
    return source.root.data


def units(campaign: str) -> dict[str, Unit]:
    found: dict[str, Unit] = read(campaign)["units"]
    return found


def listed(campaign: str, **wanted: Any) -> list[Unit]:
    """The units with these values."""
    return [unit for unit in units(campaign).values() if all(unit.get(key) == value for key, value in wanted.items())]


def label(unit: Unit) -> str:
    """Strength, weapon and movement as the text writes them: ``3-M-8``."""
    return f"{unit['strength']}-{unit['weapon']}-{unit['movement']}"


def at(campaign: str, place: str) -> list[str]:
    """What stands at a place: leaders by name, other units by their label; sorted."""
    found = listed(campaign, place=place)
    return sorted(unit["name"] if unit["type"] == "headquarters" else label(unit) for unit in found)


@pytest.fixture(params=CAMPAIGNS)
def campaign(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.rule("sns2:2.44")
@pytest.mark.rule("sns2:2.45")
def test_units_are_well_formed(campaign: str) -> None:
    for key, unit in units(campaign).items():
        kind = unit["type"]
        assert all(unit.get(field) for field in ("name", "nation", "provenance")), key
        assert ("movement" in unit) != (kind in AFLOAT), key
        if kind == "headquarters":
            assert 0 <= unit["tactical"] <= 4, key
            assert 0 <= unit["strategic"] <= 4, key
            assert not {"strength", "weapon", "morale"} & set(unit), key
        elif kind not in AFLOAT:
            assert unit["weapon"] in WEAPONS[kind], key
            assert unit["morale"] in "VLRF", key
            assert (unit["strength"] == 0) == (kind in NO_STRENGTH), key


def test_names_are_given_once(campaign: str) -> None:
    names = Counter((unit["side"], unit["name"]) for unit in units(campaign).values())
    assert [name for name, times in names.items() if times > 1] == []


def test_every_unit_has_a_place_or_a_group(campaign: str) -> None:
    assert [key for key, unit in units(campaign).items() if ("place" in unit) == ("group" in unit)] == []


def test_places_are_land_hexes_of_the_map(campaign: str) -> None:
    board = load_map(data.maps() / f"{campaign}.yaml")
    for key, unit in units(campaign).items():
        if "place" in unit:
            assert board.terrain[board.grid.parse(unit["place"])] not in ("sea", "lake"), key


@pytest.mark.rule("sns2:10.2")
def test_each_side_has_one_commander_in_chief(campaign: str) -> None:
    sides = Counter(unit["side"] for unit in units(campaign).values() if unit.get("commander"))
    assert set(sides.values()) == {1}
    assert set(sides) == {unit["side"] for unit in units(campaign).values()}


@pytest.mark.rule("sns2:12.64")
def test_supply_units_are_as_many_as_the_counter_mix(campaign: str) -> None:
    supply = TABLES["supply_units"][campaign]
    own = [unit for unit in listed(campaign, type="supply") if unit["side"] in EMPIRE]
    assert len(own) == supply["most"]
    better = [unit for unit in own if unit.get("better")]
    assert len(better) == supply["better"]
    assert all(unit["morale"] < "R" and unit["movement"] > 4 for unit in better)
    natives = [unit for unit in listed(campaign, type="supply") if unit["side"] not in EMPIRE]
    assert len(natives) == supply["native"]


def test_words_of_pools_and_arrivals_name_units(campaign: str) -> None:
    whole = read(campaign)
    groups = [*whole.get("pools", {}).values(), *whole.get("deployment", []), *whole.get("reinforcements", [])]
    named = [word for group in groups for word in group.get("units", "").split()]
    assert [word for word in named if word not in units(campaign)] == []
    assert [word for word, times in Counter(named).items() if times > 1] == []


# -- Asante ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:asante:3.1")
def test_the_asante_army_is_the_text_s() -> None:
    assert at("asante", "A1208") == sorted(["Kofi", "Dwaben", "8-S-6", "8-S-6", "8-S-6", "6-M-6"])
    assert at("asante", "A1603") == sorted(["Nkwanta", "3-M-8", "5-M-6", "5-M-6", "5-S-6", "5-S-6"])
    assert at("asante", "A1619") == sorted(["Bofo", *["3-M-6"] * 4, *["3-S-6"] * 4])
    fighting = [unit for unit in listed("asante", side="asante") if unit["type"] != "supply"]
    assert len(fighting) == 4 + 4 + 5 + 8
    assert listed("asante", side="asante", commander=True)[0]["name"] == "Kofi"


@pytest.mark.rule("sns2:asante:4.1")
@pytest.mark.rule("sns2:asante:4.3")
def test_the_british_of_asante_stand_where_the_text_puts_them() -> None:
    assert {"Butler", "5-S-6"} <= set(at("asante", "A4821"))
    assert {"Glover", "5-S-6"} <= set(at("asante", "A2827"))
    assert {"Wolseley", "Buller"} <= set(at("asante", "A1830"))
    assert len(listed("asante", type="supply", place="A1830")) == 3
    assert [label(unit) for unit in listed("asante", group="kumasa")] == ["5-S-6", "5-S-6"]


@pytest.mark.rule("sns2:asante:4.1")
def test_every_coastal_town_and_fortress_but_coast_castle_has_its_garrison_and_towns_have_works() -> None:
    board = load_map(data.maps() / "asante.yaml")
    towns, castles = board.regions["coastal_towns"].hexes, board.regions["coastal_fortresses"].hexes
    garrisons = [unit for unit in units("asante").values() if unit["name"].endswith(" garrison")]
    places = {unit["name"].removesuffix(" garrison"): board.grid.parse(unit["place"]) for unit in garrisons}
    assert set(places.values()) == (towns | castles) - {board.grid.parse("A1830")}
    assert all(board.place_name(h) == name for name, h in places.items())
    works = {board.grid.parse(word) for word in read("asante")["markers"]["fieldworks"].split()}
    assert works == towns


@pytest.mark.rule("sns2:asante:6.7")
@pytest.mark.rule("sns2:event2:british:46-51")
@pytest.mark.rule("sns2:event2:asante:43-46")
def test_who_is_a_levy_who_scouts_and_who_is_dwaben_s() -> None:
    assert [unit["name"] for unit in listed("asante", scouts=True)] == ["Gifford's scouts"]
    levies = listed("asante", levy=True)
    assert {unit["side"] for unit in levies} == {"british"}
    assert all(unit in levies for unit in listed("asante", side="british") if label_or(unit) == "5-S-6")
    dwaben = listed("asante", nation="dwaben")
    assert "Dwaben" in {unit["name"] for unit in dwaben}
    assert 1 < len(dwaben) < len(listed("asante", side="asante")) / 3


def label_or(unit: Unit) -> str:
    """The label of a unit that has one."""
    return label(unit) if "strength" in unit else ""


# -- Persia ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:persia:3.1")
def test_the_persian_army_is_the_text_s() -> None:
    def army(place: str) -> Counter[tuple[str, str]]:
        return Counter((unit["type"], unit.get("morale", "")) for unit in listed("persia", place=place))

    assert army("P0915") == {("headquarters", ""): 1, ("infantry", "R"): 2}
    assert army("P3306") == {
        ("headquarters", ""): 1,
        ("infantry", "L"): 3,
        ("cavalry", "L"): 1,
        ("artillery", "L"): 1,
    }
    assert army("P1508") == {
        ("headquarters", ""): 1,
        ("infantry", "R"): 2,
        ("cavalry", "R"): 1,
        ("artillery", "R"): 1,
    }
    assert army("P2006") == {("infantry", "R"): 1}
    leaders = {unit["name"]: unit["place"] for unit in listed("persia", side="persian", type="headquarters")}
    assert leaders == {"Bager Khan": "P0915", "Shoja ol-Moolk": "P3306", "Eel-Khanee": "P1508"}


@pytest.mark.rule("sns2:persia:3.21")
@pytest.mark.rule("sns2:persia:4.1")
@pytest.mark.rule("sns2:persia:4.2")
def test_persia_s_pool_start_and_reinforcements() -> None:
    whole = read("persia")
    groups = {
        "pool": whole["pools"]["persian"]["units"],
        "start": whole["deployment"][0]["units"],
        "reinforcement": whole["reinforcements"][0]["units"],
    }
    for group, words in groups.items():
        assert set(words.split()) == {key for key, unit in units("persia").items() if unit.get("group") == group}
    assert whole["reinforcements"][0]["turn"] == 4
    start = [units("persia")[word] for word in groups["start"].split()]
    assert len([unit for unit in start if unit["type"] == "supply"]) == 1


# -- Abyssinia -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:abyssinia:3.1")
@pytest.mark.rule("sns2:abyssinia:3.21")
def test_theodore_begins_with_guns_and_regulars_and_the_hostile_natives_wait() -> None:
    army = listed("abyssinia", group="theodore")
    assert {unit["type"] for unit in army} == {"headquarters", "infantry", "cavalry", "artillery"}
    assert {unit["nation"] for unit in army} == {"abyssinian"}
    assert not any(unit.get("irregular") for unit in army)
    assert {unit["nation"] for unit in listed("abyssinia", group="pool")} == {"hostile"}
    assert [unit["name"] for unit in listed("abyssinia", nation="abyssinian", type="headquarters")] == ["Theodore"]


@pytest.mark.rule("sns2:abyssinia:4.1")
def test_the_advance_guard_is_the_text_s() -> None:
    names = {unit["name"] for unit in listed("abyssinia", group="advance")}
    assert names == {"Field", "Merewether", "3rd Bombay", "10th Bengal Cavalry", "1st Bengal Engineers"}
    assert len(listed("abyssinia", type="fleet")) == 1
    assert [unit["name"] for unit in listed("abyssinia", type="civilians")] == ["Hostages"]
    kinds = [entry["kinds"] for entry in read("abyssinia")["deployment"] if entry.get("from") == "supply"]
    assert kinds == [{"supply": 6}]


@pytest.mark.rule("sns2:abyssinia:4.4")
def test_friendly_natives_are_a_british_pool() -> None:
    friendly = listed("abyssinia", nation="friendly")
    assert {(unit["side"], unit["group"]) for unit in friendly} == {("british", "friendly")}
    assert len(friendly) >= 6, "as many as the die of 4.11 may ask for"


# -- Afghanistan -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:afghan:3.1")
def test_the_afghan_army_is_the_text_s() -> None:
    at_kabul = Counter((unit["type"], unit.get("morale", "")) for unit in listed("afghan", place="K2506"))
    assert at_kabul == {("headquarters", ""): 1, ("infantry", "V"): 2, ("cavalry", "V"): 1}
    army = listed("afghan", group="army")
    leaders = {unit["name"] for unit in army if unit["type"] == "headquarters"}
    assert leaders == {"Yakub Khan", "Nek Mohammed", "Gulam Haidar"}
    sorts = Counter(
        (unit["type"], unit["morale"], unit.get("irregular", False)) for unit in army if unit["type"] != "headquarters"
    )
    assert sorts == {
        ("infantry", "L", False): 10,
        ("infantry", "R", False): 5,
        ("cavalry", "F", True): 3,
        ("infantry", "F", True): 5,
        ("infantry", "R", True): 5,
        ("cavalry", "L", False): 5,
        ("artillery", "L", False): 7,
    }
    guns = Counter(unit["weapon"] for unit in army if unit["type"] == "artillery")
    assert guns["F"] + guns["H"] == 3
    assert guns["F"] * guns["H"] > 0
    assert guns["L"] == 4
    assert all(
        unit["weapon"] == "R"
        for unit in army
        if (unit["type"], unit.get("morale")) == ("infantry", "R") and not unit.get("irregular")
    )
    assert not any(unit.get("ghazi") for unit in army)


@pytest.mark.rule("sns2:afghan:6.7")
def test_ghazis_have_a_rifle_and_a_sword_and_wait_in_the_pool() -> None:
    ghazis = listed("afghan", ghazi=True)
    assert ghazis
    assert {(unit["weapon"], unit["melee_weapon"], unit["group"]) for unit in ghazis} == {("R", "S", "pool")}
    assert [unit for unit in units("afghan").values() if "melee_weapon" in unit] == ghazis


@pytest.mark.rule("sns2:afghan:4.1")
def test_india_has_the_units_that_the_text_asks_for() -> None:
    wanted = {
        entry["name"]: entry["kinds"]
        for entry in read("afghan")["deployment"]
        if entry.get("from") == "india" and "kinds" in entry
    }
    assert wanted == {
        "Peshawar": {"headquarters": 2, "cavalry": 3, "infantry": 13, "artillery": 2, "engineer": 1},
        "Kohat": {"headquarters": 1, "cavalry": 1, "infantry": 6, "artillery": 2, "engineer": 1},
        "Sukkur": {"headquarters": 2, "cavalry": 6, "infantry": 16, "artillery": 5, "engineer": 1},
    }
    asked: Counter[str] = sum((Counter(kinds) for kinds in wanted.values()), Counter())
    there = Counter(unit["type"] for unit in listed("afghan", group="india"))
    assert all(there[kind] >= number for kind, number in asked.items())
    assert sum(there.values()) > sum(asked.values()), "the rest stands anywhere in India"
    assert there["elephant"] == 2
    assert there["railroad_engineer"] > 0, "for Sukkur (6.8)"
    trains = [entry["kinds"] for entry in read("afghan")["deployment"] if entry.get("from") == "supply"]
    assert trains == [{"supply": 2}] * 3


@pytest.mark.rule("sns2:afghan:4.11")
def test_kalat_has_a_friend_on_foot_and_one_on_horse() -> None:
    found = [(unit["type"], unit["irregular"], unit["nation"]) for unit in listed("afghan", place="K1331")]
    assert sorted(found) == [("cavalry", True, "friendly"), ("infantry", True, "friendly")]


@pytest.mark.rule("sns2:afghan:4.21")
@pytest.mark.rule("sns2:afghan:4.22")
def test_reserves_come_in_december_and_the_pool_lasts_for_some_turns() -> None:
    (reserve,) = read("afghan")["reinforcements"]
    assert reserve["turn"] == 2
    assert set(reserve["units"].split()) == {
        key for key, unit in units("afghan").items() if unit.get("group") == "reserve"
    }
    assert len(listed("afghan", group="reinforcement")) >= 5 * 3, "a die a turn from January to May"


@pytest.mark.rule("sns2:afghan:6.9")
def test_roberts_is_a_political_officer() -> None:
    assert "Roberts" in {unit["name"] for unit in listed("afghan", political=True)}


# -- Dahomey ---------------------------------------------------------------------------------------------------------


def test_the_legion_marches_in_dahomey_with_gunboats() -> None:
    assert "Foreign Legion" in {unit["name"] for unit in listed("dahomey", side="french")}
    boats = listed("dahomey", type="gunboat")
    assert boats
    assert all(unit["guns"] > 0 and unit["machine_guns"] > 0 for unit in boats)
    assert {unit["place"] for unit in boats} == {"D1816"}
