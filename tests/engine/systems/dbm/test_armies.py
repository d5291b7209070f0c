"""Armies against their lists: numbers, allied contingents, upgrades, points, civil wars (11.1, 25.1 to 25.6)."""

from __future__ import annotations

from typing import Any

import pytest
from field_of import palette, scenario

from engine.errors import ActionError, HexwrightError
from engine.scenario import Scenario
from engine.systems.de_bellis_multitudinis import armies, army_lists, questions_armies
from engine.systems.de_bellis_multitudinis.allies import is_civil_war
from engine.systems.de_bellis_multitudinis.counters import UnitValues
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.systems.de_bellis_multitudinis.tables import Tables
from engine.tables.table import Table, TableWall

HILL = {
    "name": "Hill men",
    "foot_optional": True,
    "least_size": 2,
    "most_size": 12,
    "lines": {
        "chief": {"element": "Cv O", "least": 1, "most": 1, "general": "ally"},
        "riders": {"element": "LH O", "least": 5, "most": 14},
        "spears": {"element": "Ax O", "least": 9, "most": 20},
        "slings": {"element": "Ps O", "least": 4, "most": 9, "compulsory": False},
        "old": {"of": "riders", "to": "LH S", "upgrade": "0-7"},
    },
}
ARMY: dict[str, Any] = {
    "name": "Ours",
    "list": "9/9",
    "nation": "Ours",
    "from": 100,
    "to": 200,
    "leader": "A",
    "terrain": {"compulsory": [], "options": [["Wd"], ["Rv"]], "optional": []},
    "lines": {
        "blades": {"element": "Bd O", "least": 2, "most": 4},
        "guards": {"of": "blades", "to": "Bd S", "upgrade": "0-1"},
        "bows": {"element": "Bw O", "least": 0, "most": 2},
    },
    "allies": {"hill": HILL},
}


def made(units: dict[str, str], **more: Any) -> Scenario:
    lists = more.pop("lists", {"red": more.pop("army", ARMY)})
    return scenario({**units, "sp-1": "blue Sp O"}, lists=lists, **more)


def field(units: dict[str, str], **more: Any) -> DbmField:
    return DbmField(made(units, **more), {})


def blades(number: int, line: str = "blades", grade: str = "O") -> dict[str, str]:
    return {f"{line}-{n}": f"red Bd {grade} line={line}" for n in range(number)}


def hill(line: str, number: int, troops: str) -> dict[str, str]:
    return {f"{line}-{n}": f"red {troops} line=hill.{line}" for n in range(number)}


def rules(units: dict[str, str], **more: Any) -> list[str]:
    return [rule for rule, _ in armies.problems(field(units, **more), 0)]


def asked(question: str, units: dict[str, str], words: str, **more: Any) -> Any:
    battle = field(units, **more)
    state = DbmState(len(battle.units), len(battle.commands))
    return questions_armies.QUESTIONS[question](battle, state, words.split())


@pytest.mark.parametrize(
    ("kind", "values", "points"),
    [
        ("Bd", UnitValues(grade="S"), 8),
        ("Ax", UnitValues(grade="S"), 4.5),
        ("Kn", UnitValues(grade="F", regular=False, general="cinc"), 19),
        ("Cv", UnitValues(grade="O", general="sub"), 28),
        ("Cv", UnitValues(grade="O", regular=False, general="ally"), 12),
        ("Cv", UnitValues(grade="O", chariot=True), 7),
        ("Ax", UnitValues(grade="O", mounted_infantry=True), 4.5),
        ("Cv", UnitValues(grade="O", double=True, rear="Sp I"), 12),
    ],
)
def test_points_are_those_of_the_table_with_what_is_added(kind: str, values: UnitValues, points: float) -> None:
    assert armies.price(Tables.of({}), kind, values) == points


def test_a_rear_half_that_the_list_wants_is_cheaper() -> None:
    lines = {"horse": {"element": "Cv O", "least": 0, "most": 9, "double": True}}
    battle = field({"cv-1": "red Cv O line=horse double", "cv-2": "red Cv O double"}, army={**ARMY, "lines": lines})
    assert armies.unit_points(battle, 0, frozenset({"horse"})) == 14
    assert armies.unit_points(battle, 1, frozenset({"horse"})) == 16
    assert armies.side_points(battle, 0) == 30


@pytest.mark.rule("dbm:25.6")
def test_compulsory_fortifications_are_paid_for() -> None:
    def wall(key: str, **more: Any) -> TableWall:
        return TableWall(key, "pf", ((500, 540), (660, 540)), ((500, 500), (660, 500)), side="red", **more)

    walls = {one.key: one for one in (wall("w-1", compulsory=True, placed="defender"), wall("w-2", encloses="town"))}
    battle = field(blades(2), table=Table(palette(), lines=dict(walls)))
    assert armies.side_points(battle, 0) == 2 * 6 + 2 * 2 + 2 * 1


@pytest.mark.rule("dbm:25.1")
def test_lines_have_a_least_and_a_most() -> None:
    assert rules(blades(2)) == []
    assert rules(blades(1)) == ["25.1"]
    assert rules(blades(4)) == []
    assert rules(blades(5)) == ["25.1"]
    assert rules({**blades(2), "bow-1": "red Bw O line=bows"}) == []
    assert rules({**blades(2), "bow-1": "red Bw S line=bows"}) == ["25.1"]
    assert rules({**blades(2), "bow-1": "red Bw O line=crossbows"}) == ["25.1"]


@pytest.mark.rule("dbm:25.1")
def test_upgrades_are_limited() -> None:
    assert rules({**blades(1), **blades(1, "guards", "S")}) == []
    assert rules({**blades(1), **blades(2, "guards", "S")}) == ["25.1"]


@pytest.mark.rule("dbm:25.1")
@pytest.mark.parametrize(
    ("text", "chosen", "least", "most"),
    [
        ("0-7", 6, 0, 2),
        ("0-7", 1, 0, 1),
        ("all", 5, 5, 5),
        ("all/0", 5, 0, 5),
        ("any", 5, 0, 5),
        ("1/2-all", 5, 3, 5),
        ("1/3-all", 6, 2, 6),
    ],
)
def test_upgrades_in_a_contingent(text: str, chosen: int, least: int, most: int) -> None:
    assert army_lists.upgraded(text, chosen, allied=True) == (least, most)


def test_an_army_itself_has_the_whole_of_an_upgrade() -> None:
    assert army_lists.upgraded("0-7", 9, allied=False) == (0, 7)


@pytest.mark.rule("dbm:25.1")
def test_a_contingent_is_a_quarter_and_a_third() -> None:
    limits = {line: asked("allied", blades(2), f"red hill {line}") for line in ("riders", "slings", "chief")}
    assert limits == {
        "riders": {"least": 2, "most": 4},
        "slings": {"least": 0, "most": 3},
        "chief": {"least": 1, "most": 1},
    }
    assert asked("allied", blades(2), "red hill old 4") == {"least": 0, "most": 2}
    good = {**blades(2), **hill("chief", 1, "Cv O"), **hill("riders", 4, "LH O")}
    assert rules(good) == []
    assert rules({**good, **hill("riders", 5, "LH O")}) == ["25.1"]
    assert rules({**blades(2), **hill("chief", 1, "Cv O"), **hill("riders", 1, "LH O")}) == ["25.1"]
    three = {**blades(2), **hill("chief", 1, "Cv O"), **hill("old", 3, "LH S")}
    assert rules(three) == ["25.1"]


@pytest.mark.rule("dbm:25.2")
def test_foot_that_need_not_come_comes_within_its_limits_or_not_at_all() -> None:
    horse = {**blades(2), **hill("chief", 1, "Cv O"), **hill("riders", 2, "LH O")}
    assert rules(horse) == []
    assert rules({**horse, **hill("spears", 2, "Ax O")}) == ["25.2"]
    assert rules({**horse, **hill("spears", 3, "Ax O")}) == []
    assert rules({**horse, **hill("spears", 7, "Ax O")}) == ["25.2"]


@pytest.mark.rule("dbm:25.3")
def test_an_ally_of_the_same_nation_has_a_quarter_of_what_is_compulsory_and_other_troops_too() -> None:
    own = {**ARMY, "allies": {"hill": {"same_nation": True}}}
    assert asked("allied", blades(2), "red hill blades", army=own) == {"least": 1, "most": 1}
    more = {**ARMY, "lines": {**ARMY["lines"], "bows": {"element": "Bw O", "most": 6}}, "allies": own["allies"]}
    bows = {**blades(2), **hill("bows", 2, "Bw O")}
    assert rules(bows, army=more) == ["25.3"]
    assert rules({**bows, **hill("blades", 1, "Bd O")}, army=more) != ["25.3"]


@pytest.mark.rule("dbm:25.4")
def test_an_undersized_contingent_has_at_most_the_least_of_anything_and_a_general() -> None:
    small = {**ARMY, "allies": {"hill": {**HILL, "foot_optional": False, "most_size": 4, "least_size": 0}}}
    assert asked("allied", blades(2), "red hill riders", army=small) == {"least": 0, "most": 2}
    riders = {**blades(2), **hill("riders", 2, "LH O")}
    assert rules(riders, army=small) == ["25.4"]
    assert rules({**riders, **hill("chief", 1, "Cv O")}, army=small) == []
    assert rules({**blades(2), **hill("chief", 1, "Cv O"), **hill("riders", 3, "LH O")}, army=small) == ["25.4"]
    full = {**riders, **hill("chief", 1, "Cv O"), **hill("spears", 2, "Ax O")}
    assert rules(full, army=small) == ["25.4"]


@pytest.mark.rule("dbm:25.5")
def test_the_terrain_option_is_chosen_before_any_die() -> None:
    for told, invader, found in (("before", "blue", []), ("after", "blue", ["25.5"]), ("after", "red", [])):
        assert rules(blades(2), invader=invader, terrain={"told": told}) == found


@pytest.mark.rule("dbm:11.1")
def test_a_civil_war_is_of_one_list_one_nation_at_one_time_under_two_leaders() -> None:
    first = army_lists.of_data(ARMY)
    others: dict[str, tuple[dict[str, Any], bool]] = {
        "civil": ({"leader": "B"}, True),
        "one leader": ({}, False),
        "nobody named": ({"leader": ""}, True),
        "another list": ({"leader": "B", "list": "9/8"}, False),
        "another nation": ({"leader": "B", "nation": "Theirs"}, False),
        "later": ({"leader": "B", "from": 201, "to": 300}, False),
        "from its last year": ({"leader": "B", "from": 200, "to": 300}, True),
    }
    found = {name: is_civil_war(first, army_lists.of_data({**ARMY, **change})) for name, (change, _) in others.items()}
    assert found == {name: wanted for name, (_, wanted) in others.items()}


@pytest.mark.rule("dbm:11.1")
def test_whether_a_battle_is_a_civil_war_is_asked() -> None:
    lists = {"red": ARMY, "blue": {**ARMY, "leader": "B"}}
    assert asked("civil war", blades(2), "", lists=lists) is True
    assert asked("civil war", blades(2), "") is False


def test_an_army_is_counted() -> None:
    units = {**blades(5), "ps-1": "red Ps O", "cv-1": "red Cv O double"}
    assert asked("list", units, "red") == {
        "points": 5 * 6 + 2 + 16,
        "equivalents": 5 + 0.5 + 2,
        "elements": 8,
        "problems": ["dbm:25.1"],
    }


def test_questions_say_what_they_want() -> None:
    for question, words in (("list", ""), ("allied", "red hill"), ("allied", "red nobody riders")):
        with pytest.raises(ActionError):
            asked(question, blades(2), words)
    with pytest.raises(HexwrightError, match="riders"):
        asked("allied", blades(2), "red hill camels")


@pytest.mark.parametrize("name", army_lists.names())
def test_the_lists_that_ship_are_sound(name: str) -> None:
    army = army_lists.shipped(name)
    tables = Tables.of({})
    assert army.provenance.startswith("Ours")
    assert sum(line.general == "cinc" for line in army.lines.values()) == 1
    for lines in (army.lines, *(ally.lines for ally in army.allies.values())):
        for key, line in lines.items():
            assert armies.is_priced(tables, *line.troops, regular=lines[line.of or key].regular), key
            assert line.least <= line.most
            assert bool(line.of) == bool(line.upgrade)
            assert not line.of or line.of in lines


def test_a_list_that_there_is_not_is_refused() -> None:
    for name in ("nowhere", "../tables", ""):
        with pytest.raises(HexwrightError):
            army_lists.shipped(name)
