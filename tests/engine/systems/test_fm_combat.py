"""Chapters 8.0 and 8.2 to 8.2.4: who may attack what, differentials, lines, columns, and the table's 72 results."""

from __future__ import annotations

from typing import Any

import pytest
from fm_field import always, attack, game, support
from hex_field import broken, field, happened, places, strengths, verbs

from engine.play import Game

RING = ("X0605", "X0705", "X0706", "X0607", "X0506", "X0505")

# The table as the rules README prints it, die by die.
TABLE = """
(A) A3  A2  -   Ex  Ex  D2  D2  D2  D3  De  De
(A) (A) A3  A2  -   Ex  Ex  Ex  D2  D2  D3  De
(A) (A) (A) A3  A2  -   Ex  Ex  Ex  D2  D2  D3
(A) (A) (A) (A) A3  A2  -   Ex  Ex  Ex  D2  D2
Ae  (A) (A) (A) (A) A3  A2  -   Ex  Ex  Ex  D2
Ae  Ae  (A) (A) (A) (A) (A) A1  -   Ex  Ex  Ex
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]

# Each line of terrain: the differential of its first column.
FIRST = {
    "clear": -5,
    "swamp": -4,
    "town": -4,
    "bridge": -4,
    "woods": -3,
    "river": -3,
    "hill": -2,
    "beach_assault": -2,
    "city": -1,
    "bocage": -1,
    "beach_assault_in_zone": -1,
}


def column(line: str, differential: int) -> int:
    """The column, from 1, that the README gives a differential on a line."""
    rungs = [-5, -4, -3, -2, -1, 0, 1, (2, 3), (4, 5), (6, 7), (8, 9)]
    if differential < FIRST[line]:
        return 1
    if differential >= 10:
        rung = 12
    else:
        rung = next(
            number
            for number, held in enumerate(rungs, 1)
            if differential == held or (isinstance(held, tuple) and differential in held)
        )
    return rung - (FIRST[line] + 5)


def duel(strength: int, defense: int, at: str = "X0605", *, dice: Any = (), extra: Any = (), **ground: Any) -> Game:
    """One attacker beside one defender at X0606, in the combat phase."""
    units = {f"cw-1 infantry {strength}-3-3/1-1": at, f"ge-1 infantry 3-{defense}-3/1-1": "X0606", **dict(extra)}
    return game(field(**ground), units, phase="combat", dice=dice)


# -- the table ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("fm:8.2.1")
@pytest.mark.rule("fm:8.2.4")
@pytest.mark.parametrize("number", range(1, 13))
@pytest.mark.parametrize("die", range(1, 7))
def test_all_results_of_the_table(die: int, number: int) -> None:
    differential = [-5, -4, -3, -2, -1, 0, 1, 2, 4, 6, 8, 10][number - 1]
    playing = duel(6 + differential, 6, dice=[die])
    attack(playing, "X0606", "cw-1")
    event = happened(playing, "result")[0]
    assert (event["column"], event["die"], event["result"]) == (number, die, ROWS[die - 1][number - 1])


@pytest.mark.rule("fm:8.2.4")
def test_the_table_counts_as_the_text_does() -> None:
    found = [result for row in ROWS for result in row]
    wanted = {"(A)": 19, "Ex": 17, "D2": 10, "-": 6, "A3": 5, "A2": 5, "D3": 3, "De": 3, "Ae": 3, "A1": 1}
    assert {result: found.count(result) for result in wanted} == wanted


LINES = {
    "clear": {},
    "swamp": {"terrain": {"swamp": "X0606"}},
    "town": {"features": {"town": "X0606"}},
    "woods": {"terrain": {"forest": "X0606"}},
    "river": {"hexsides": {"river": "X0605/X0606"}},
    "bridge": {"hexsides": {"river": "X0605/X0606"}, "road": "X0605 X0606"},
    "hill": {"terrain": {"hill": "X0606"}},
    "city": {"features": {"city": "X0606"}},
    "bocage": {"terrain": {"bocage": "X0606"}},
    "beach_assault": {"terrain": {"beach": "X0606", "water": "X0605"}},
}


@pytest.mark.rule("fm:8.2.1")
@pytest.mark.rule("fm:8.2.2")
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("differential", range(-8, 15))
def test_the_column_of_every_differential_on_every_line(line: str, differential: int) -> None:
    strength, defense = max(differential, 0), max(-differential, 0)
    text = f"cw-1 commando {strength}-3-3 seaborne"
    playing = game(field(**LINES[line]), {text: "X0605", f"ge-1 infantry 3-{defense}-3": "X0606"}, phase="combat")
    found = playing.rules.odds(playing.state, "X0606", ["cw-1"])
    assert (found.line, found.differential) == (line, differential)
    assert found.column == column(line, differential)
    chances = {result: sum(row[found.column - 1] == result for row in ROWS) / 6 for row in ROWS for result in row}
    assert found.results == {result: round(chance, 4) for result, chance in chances.items() if chance}


@pytest.mark.rule("fm:8.2.2")
@pytest.mark.parametrize("differential", range(-3, 12))
def test_better_ground_never_serves_the_attacker(differential: int) -> None:
    columns = [column(line, differential) for line in sorted(FIRST, key=FIRST.__getitem__)]
    assert columns == sorted(columns, reverse=True)


# -- lines (8.2.2) ------------------------------------------------------------------------------------------------


def line_of(attackers: str, **ground: Any) -> str:
    """The line of an attack on X0606 from some hexes."""
    units = {f"cw-{number} infantry 3-3-3 seaborne": name for number, name in enumerate(attackers.split())}
    playing = game(field(**ground), {**units, "ge-x infantry 3-3-3": "X0606"}, phase="combat")
    found: str = playing.rules.odds(playing.state, "X0606", [text.split()[0] for text in units]).line
    return found


@pytest.mark.rule("fm:8.2.2")
@pytest.mark.parametrize(
    ("ground", "line"),
    [
        ({"terrain": {"swamp": "X0606"}, "features": {"city": "X0606"}}, "city"),
        ({"terrain": {"hill": "X0606"}, "features": {"town": "X0606"}}, "hill"),
        ({"terrain": {"hill": "X0606"}, "hexsides": {"river": "X0605/X0606"}}, "hill"),
        ({"terrain": {"swamp": "X0606"}, "hexsides": {"river": "X0605/X0606"}}, "river"),
        ({"features": {"village": "X0606"}}, "clear"),
        ({"terrain": {"rough": "X0606"}}, "clear"),
        ({"terrain": {"beach": "X0606"}}, "clear"),
        ({"terrain": {"mountain": "X0606"}}, "hill"),
        ({"terrain": {"hill": "X0605", "bocage": "X0607"}}, "clear"),
    ],
)
def test_the_best_line_of_the_defenders_hex(ground: dict[str, Any], line: str) -> None:
    assert line_of("X0605", **ground) == line


@pytest.mark.rule("fm:8.2.2")
@pytest.mark.parametrize("water", ["river", "creek"])
def test_water_counts_only_when_all_come_across(water: str) -> None:
    ground = {"hexsides": {water: "X0606/X0605 X0606/X0705"}}
    assert line_of("X0605", **ground) == "river"
    assert line_of("X0605 X0705", **ground) == "river"
    assert line_of("X0605 X0705 X0607", **ground) == "clear"


@pytest.mark.rule("fm:8.2.2")
def test_one_bridge_makes_it_an_attack_across_a_bridge() -> None:
    rivers = {"river": "X0606/X0605 X0606/X0705 X0606/X0607"}
    assert line_of("X0605 X0705", hexsides=rivers, road="X0605 X0606") == "bridge"
    assert line_of("X0705 X0607", hexsides=rivers, road="X0605 X0606") == "river"
    assert line_of("X0605 X0705", hexsides={**rivers, "bridge": "X0606/X0705"}) == "bridge"
    assert line_of("X0605 X0705 X0505", hexsides=rivers, road="X0605 X0606") == "clear"


@pytest.mark.rule("fm:8.2.2")
def test_a_trail_is_no_bridge_and_a_bridge_over_nothing_is_nothing() -> None:
    assert line_of("X0605", hexsides={"river": "X0605/X0606"}, paths={"trail": ["X0605 X0606"]}) == "river"
    assert line_of("X0605", hexsides={"bridge": "X0605/X0606"}) == "clear"


@pytest.mark.rule("fm:8.2.2")
def test_rivers_behind_the_defender_do_not_count() -> None:
    assert line_of("X0605", hexsides={"river": "X0606/X0607"}) == "clear"


@pytest.mark.rule("fm:8.2.4")
def test_beach_assaults() -> None:
    """From the sea alone; within a zone when another enemy unit controls where an attacker is."""
    ground = {"terrain": {"beach": "X0606 X0505", "water": "X0605 X0705"}}
    units = {"cw-1 commando 3-3-3 seaborne": "X0605", "cw-2 infantry 3-3-3": "X0607", "ge-1 infantry 3-3-3": "X0606"}
    playing = game(field(**ground), units, phase="combat")
    assert playing.rules.odds(playing.state, "X0606", ["cw-1"]).line == "beach_assault"
    assert playing.rules.odds(playing.state, "X0606", ["cw-1", "cw-2"]).line == "clear"
    helped = game(field(**ground), {**units, "ge-2 infantry 3-3-3": "X0505"}, phase="combat")
    assert helped.rules.odds(helped.state, "X0606", ["cw-1"]).line == "beach_assault_in_zone"
    silent = game(field(**ground), {**units, "ge-2 infantry 3-3-3 no_zoc": "X0505"}, phase="combat")
    assert silent.rules.odds(silent.state, "X0606", ["cw-1"]).line == "beach_assault"


# -- the Commonwealth's shift ---------------------------------------------------------------------------------------


@pytest.mark.rule("fm:8.2.4")
def test_one_column_left_without_an_armoured_brigade() -> None:
    units = {
        "cw-1 infantry 6-3-3": "X0605",
        "cw-2 armour 1-3-3 mobile armoured_brigade": "X0607",
        "ge-1 infantry 6-3-3": "X0606",
        "ge-2 infantry 6-3-3": "X1010",
    }
    playing = game(field(), units, phase="combat", special={"armour_shift": "cw"})
    alone = playing.rules.odds(playing.state, "X0606", ["cw-1"])
    assert (alone.differential, alone.column, [shift.columns for shift in alone.shifts]) == (3, 7, [-1])
    helped = playing.rules.odds(playing.state, "X0606", ["cw-1", "cw-2"])
    assert (helped.differential, helped.column, helped.shifts) == (4, 9, [])
    german = playing.rules.odds(playing.state, "X0605", ["ge-1"])
    assert german.shifts == []
    attack(playing, "X0606", "cw-1")
    assert happened(playing, "differential")[0]["shift"] == -1
    assert happened(playing, "result")[0]["column"] == 7


@pytest.mark.rule("fm:8.2.4")
def test_a_shift_goes_no_further_than_the_first_column() -> None:
    units = {"cw-1 infantry 1-3-3": "X0605", "ge-1 infantry 6-9-3": "X0606"}
    playing = game(field(), units, phase="combat", special={"armour_shift": "cw"})
    assert playing.rules.odds(playing.state, "X0606", ["cw-1"]).column == 1


# -- strengths ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("fm:8.2")
def test_strengths_add_up_whole_attack_with_attack_and_defense_with_defense() -> None:
    units = {
        "cw-1 infantry 5-1-3/2-1": "X0605",
        "cw-2 infantry 4-9-3": "X0607",
        "ge-1 infantry 9-3-3/8-2": "X0606",
    }
    playing = game(field(), units, phase="combat", steps={"cw-1": 1, "ge-1": 1})
    found = playing.rules.odds(playing.state, "X0606", ["cw-1", "cw-2"])
    assert (found.attack, found.defence) == (6, 2)


@pytest.mark.rule("fm:8.2.3")
@pytest.mark.parametrize("feature", ["fort", "tower"])
def test_a_fortification_doubles_the_printed_defense(feature: str) -> None:
    units = {"cw-1 infantry 5-1-3": "X0605", "ge-1 infantry 9-3-3/8-2": "X0606"}
    for steps, defense in ((2, 6), (1, 4)):
        playing = game(field(features={feature: "X0606"}), units, phase="combat", steps={"ge-1": steps})
        assert playing.rules.odds(playing.state, "X0606", ["cw-1"]).defence == defense
    out = game(field(features={feature: "X0605"}), units, phase="combat")
    found = out.rules.odds(out.state, "X0606", ["cw-1"])
    assert (found.attack, found.defence) == (5, 3)  # it serves nobody who attacks out of it


@pytest.mark.rule("fm:8.2.3")
def test_attacking_fire_is_halved_marker_by_marker_and_defending_fire_is_not() -> None:
    units = {"cw-1 infantry 5-1-3": "X0605", "ge-1 infantry 9-3-3": "X0606"}
    playing = game(
        field(features={"fort": "X0606"}),
        units,
        phase="combat",
        special=support("2/2", (3, 3), (5, 1)),
        dice=[1, 1, 1, 1, 6],
    )
    playing.apply("attack X0606 with cw-1")
    for _ in range(4):
        playing.apply("support")
    assert happened(playing, "differential")[0]["strength"] == "7-12"  # 5+1+1 against 3*2+5+1


@pytest.mark.rule("fm:8.2.3")
def test_bombardment_of_a_fortification() -> None:
    units = {"cw-1 infantry 5-1-3": "X0101", "ge-1 infantry 9-3-3": "X0606"}
    playing = game(
        field(features={"fort": "X0606"}), units, phase="bombardment", special=support(2, (5, 4)), dice=[1, 1, 6]
    )
    playing.apply("bombard X0606 with 2")
    assert happened(playing, "bombardment")[0]["strength"] == "4-6"


# -- who may attack what --------------------------------------------------------------------------------------------


def crowd(**more: Any) -> Game:
    """Three Commonwealth units round one German, and a German apart."""
    units = {
        "cw-1 infantry 5-3-3/2-1": "X0605",
        "cw-2 armour 4-3-3/2-1 mobile": "X0607",
        "cw-3 infantry 4-3-3/2-1": "X0505",
        "cw-far infantry 4-3-3": "X0101",
        "ge-1 infantry 4-3-3/2-1": "X0606",
        "ge-2 infantry 4-3-3/2-1": "X0604",
    }
    more.setdefault("tables", always("-"))
    return game(more.pop("board", field()), units, phase=more.pop("phase", "combat"), **more)


@pytest.mark.rule("fm:8.0")
def test_nobody_has_to_attack() -> None:
    playing = crowd()
    assert "end phase" in playing.legal_actions().texts()
    playing.apply("end phase")
    assert happened(playing, "attack") == []


@pytest.mark.rule("fm:8.2")
def test_only_neighbours_attack() -> None:
    playing = crowd()
    assert broken(playing, "attack X0606 with cw-far") == {"8.2"}
    assert broken(playing, "attack X0606 with cw-1 cw-far") == {"8.2"}
    assert broken(playing, "attack X0606 with cw-1 cw-3") == set()
    assert "8.0" in broken(playing, "attack X0606 with ge-2")


@pytest.mark.rule("fm:8.0")
@pytest.mark.parametrize("target", ["X0504", "X0605", "off"])
def test_only_enemy_occupied_hexes(target: str) -> None:
    assert "8.0" in broken(crowd(), f"attack {target} with cw-1")


@pytest.mark.rule("fm:8.2")
def test_not_everybody_has_to_take_part_and_who_did_not_may_attack_another() -> None:
    playing = crowd()
    attack(playing, "X0606", "cw-2", "cw-3")
    assert broken(playing, "attack X0604 with cw-3") == {"8.2"}
    assert broken(playing, "attack X0604 with cw-1") == set()
    attack(playing, "X0604", "cw-1")
    assert broken(playing, "attack X0604 with cw-1") == {"8.0", "8.2"}


@pytest.mark.rule("fm:8.0")
def test_a_unit_is_attacked_once_in_each_phase() -> None:
    playing = crowd(special=support(2, (1, 1)), phase="bombardment")
    playing.apply("bombard X0606 with 1")
    assert broken(playing, "bombard X0606 with 1") == {"8.0"}
    playing.apply("end phase")
    attack(playing, "X0606", "cw-1")
    assert broken(playing, "attack X0606 with cw-3") == {"8.0"}
    playing.apply("end phase")
    playing.apply("end phase")
    assert broken(playing, "attack X0606 with cw-2") == set()


@pytest.mark.rule("fm:8.0")
def test_a_unit_that_fell_back_is_not_attacked_again_in_the_phase() -> None:
    units = {
        "cw-1 infantry 5-3-3": "X0605",
        "cw-2 infantry 4-3-3 no_zoc": "X0907",
        "ge-1 infantry 4-3-3/2-1": "X0606",
    }
    playing = game(field(), units, phase="combat", tables=always("D2"))
    attack(playing, "X0606", "cw-1")
    playing.apply("retreat ge-1 X0807")
    playing.apply("hold")
    assert broken(playing, "attack X0807 with cw-2") == {"8.0"}


@pytest.mark.rule("fm:8.0")
def test_one_combat_is_over_before_the_next() -> None:
    playing = crowd(tables=always("D2"))
    attack(playing, "X0606", "cw-2")
    assert "8.4" in broken(playing, "attack X0604 with cw-1")
    playing.apply("fall back")  # surrounded, it is lost; its hex may be taken
    assert "8.5" in broken(playing, "attack X0604 with cw-1")
    playing.apply("hold")
    assert broken(playing, "attack X0604 with cw-1") == set()


@pytest.mark.rule("fm:8.2.1")
def test_an_attack_is_put_together_and_cannot_be_called_off() -> None:
    playing = crowd()
    playing.apply("attack X0606")
    assert broken(playing, "fight") == {"8.2.1"}
    assert broken(playing, "end phase") == {"8.2.1"}
    assert broken(playing, "bombard X0604 with 1") == {"8.2.1", "8.1"}
    assert broken(playing, "stand ge-1") == {"8.2.1", "8.4"}
    playing.apply("with cw-3")
    assert broken(playing, "with cw-3") == {"8.2"}
    assert broken(playing, "with cw-far") == {"8.2"}
    assert broken(playing, "attack X0604 with cw-1") == {"8.2.1", "8.2"}
    playing.apply("with cw-1")
    playing.apply("fight")
    assert happened(playing, "attack")[0]["attackers"] == ["cw-1", "cw-3"]
    assert happened(playing, "differential")[0]["strength"] == "9-3"


@pytest.mark.rule("fm:8.2")
def test_no_attack_across_a_cliff_or_out_of_the_sea() -> None:
    board = field(terrain={"water": "X0505"}, hexsides={"cliff": "X0606>X0605"})
    units = {
        "cw-1 infantry 5-3-3": "X0605",
        "cw-2 infantry 4-3-3": "X0607",
        "cw-3 commando 4-3-3 seaborne": "X0505",
        "ge-1 infantry 4-3-3": "X0606",
    }
    playing = game(board, units, phase="combat")
    assert broken(playing, "attack X0606 with cw-1") == {"8.2"}
    assert broken(playing, "attack X0606 with cw-3") == {"8.2"}
    assert broken(playing, "attack X0606 with cw-2") == set()


@pytest.mark.rule("fm:8.2")
def test_nobody_attacks_into_the_sea() -> None:
    board = field(terrain={"water": "X0605", "beach": "X0606"})
    units = {"cw-1 commando 5-3-3 seaborne": "X0605", "ge-1 infantry 4-3-3": "X0606"}
    playing = game(board, units, side="ge", phase="combat")
    assert broken(playing, "attack X0605 with ge-1") == {"8.2"}
    assert verbs(playing, "attack") == []


@pytest.mark.rule("fm:8.2")
def test_the_attackers_ground_is_no_hindrance() -> None:
    board = field(terrain={"swamp": "X0605", "bocage": "X0607"}, features={"city": "X0505"})
    playing = crowd(board=board)
    assert broken(playing, "attack X0606 with cw-1 cw-2 cw-3") == set()
    assert playing.rules.odds(playing.state, "X0606", ["cw-1", "cw-2", "cw-3"]).line == "clear"


@pytest.mark.rule("fm:8.0")
def test_the_active_player_is_the_attacker() -> None:
    playing = crowd(side="ge", tables=always("Ae"))
    attack(playing, "X0605", "ge-1", "ge-2")
    found = places(playing)
    assert (found["ge-1"], found["ge-2"], found["cw-1"]) == (None, None, "X0605")
    assert strengths(playing)["cw-1"] == 2


@pytest.mark.rule("fm:8.0")
def test_the_listing_says_what_may_be_attacked() -> None:
    playing = crowd()
    assert verbs(playing, "attack") == ["attack X0604", "attack X0606"]
    attack(playing, "X0606", "cw-1", "cw-2", "cw-3")
    assert verbs(playing, "attack") == []
