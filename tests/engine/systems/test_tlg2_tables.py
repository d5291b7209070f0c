"""The tables: what the text pins down, and that rebuilt ones never reward worse odds or a worse die."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tlg2_field import always, field, game, scenario

from engine.mechanics.tables import shipped
from engine.play import Game
from engine.systems.twilights_last_gleaming import Tables
from engine.systems.twilights_last_gleaming.aftermath import agenda

TABLES: Any = shipped("twilights_last_gleaming")
CRT = Tables.of({}).combat_results.chart()


def severity(result: str) -> tuple[int, int, int, int]:
    """How good a result is for the attacker: steps the defender loses, steps he loses himself, who gives way."""
    lost = {"A": 0, "D": 0}
    back = {"A": 0, "D": 0}
    for who, what, count in agenda(result):
        if what != "lose":
            back[who] = 1  # the hex is given up
        if what != "retreat":
            lost[who] += 99 if what == "eliminate" else count
    return lost["D"], -lost["A"], back["D"], -back["A"]


def worth(result: str) -> int:
    """One measure: steps count double what a retreat does."""
    defender, attacker, retreat, repulse = severity(result)
    return 2 * (min(defender, 9) + attacker) + retreat + repulse


@pytest.mark.rule("tlg2:6.17")
def test_ten_columns_and_one_die() -> None:
    assert CRT.columns == ("1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
    assert len(CRT.rows) == 6
    assert CRT.provenance == "reconstructed"


@pytest.mark.rule("tlg2:6.17")
@pytest.mark.rule("tlg2:6.11")
def test_the_results_that_are_known_are_on_it() -> None:
    every = {result for row in CRT.rows for result in row}
    assert {"DL1DR", "BL"} <= every
    assert every == set(TABLES["combat_results"]["results"])
    assert all(agenda(result) for result in every)


@pytest.mark.rule("tlg2:6.17")
@pytest.mark.parametrize("measure", range(4))
def test_better_odds_are_never_worse_by_any_measure_over_the_die(measure: int) -> None:
    """The distribution of each measure of a better column dominates that of a worse one."""
    for column, better in pairwise(range(len(CRT.columns))):
        one = sorted(severity(CRT.cell(column, die))[measure] for die in range(1, 7))
        two = sorted(severity(CRT.cell(better, die))[measure] for die in range(1, 7))
        assert all(b >= a for a, b in zip(one, two, strict=True)), CRT.columns[better]
    for column, better in pairwise(range(len(CRT.columns))):
        for die in range(1, 7):
            assert worth(CRT.cell(better, die)) >= worth(CRT.cell(column, die))


@pytest.mark.rule("tlg2:6.17")
def test_a_better_die_is_never_worse() -> None:
    for column in range(len(CRT.columns)):
        for die in range(1, 6):
            assert worth(CRT.cell(column, die + 1)) >= worth(CRT.cell(column, die))


@pytest.mark.rule("tlg2:4.22")
def test_every_table_says_where_it_comes_from() -> None:
    for name, table in TABLES.items():
        assert table["provenance"] in ("text", "sourced", "reconstructed"), name
        assert table["source"], name
        if table["provenance"] == "reconstructed":
            assert table["constraints"], name


@pytest.mark.rule("tlg2:4.12")
@pytest.mark.parametrize("terrain", ["clear", "forest", "swamp"])
def test_slopes_cost_nothing(terrain: str) -> None:
    def cost(**ground: Any) -> float:
        board = field(terrain={terrain: "X0605"}, **ground)
        playing = game(board, {"us-1 cavalry 3": "X0606", "ac-1 infantry 1": "X1201"})
        return float(playing.rules.reach(playing.state, "us-1").hexes["X0605"].cost)

    assert cost(hexsides={"slope": "X0606>X0605"}) == cost(hexsides={"slope": "X0605>X0606"}) == cost()


@pytest.mark.rule("tlg2:6.17")
def test_a_designer_s_own_table_is_laid_over() -> None:
    units = ("us-1 infantry 3", "ac-1 infantry 3")
    setup = {"us-1": "X0605", "ac-1": "X0606"}
    plain = Game(scenario(field(), units, setup))
    own = Game(scenario(field(), units, setup, tables=always("DE")))
    assert plain.rules.field.crt.provenance == "reconstructed"
    assert own.rules.field.crt.provenance == "scenario"
    assert own.rules.field.crt.distribution(0) == {"DE": pytest.approx(1)}
    half = Game(scenario(field(), units, setup, tables={"combat_results": {"rows": {"6": ["DE"] * 10}}}))
    assert half.rules.field.crt.cell(0, 6) == "DE"
    assert half.rules.field.crt.cell(0, 5) == plain.rules.field.crt.cell(0, 5)
    swamp = {"entry_costs": {"hex": {"swamp": {"infantry": 3}}}, "combat_effects": {"hexside": {"slope": 2}}}
    mine = game(
        field(terrain={"swamp": "X0604"}, hexsides={"slope": "X0606>X0605"}),
        {"us-1 infantry 3": "X0605", "ac-1 infantry 3": "X0606"},
        tables=swamp,
        phase="combat",
    )
    assert mine.rules.odds(mine.state, "X0606", ["us-1"]).odds == "1:3"
    assert (
        mine.rules.field.ground.step_cost(
            mine.rules.field.grid.parse("X0605"), mine.rules.field.grid.parse("X0604"), "infantry"
        )
        == 6
    )
