"""A whole trial: one scenario, two versions, a sweep; its rows, and what is said of it."""

from __future__ import annotations

import csv
import io
import sys
from dataclasses import replace

import pytest

from engine.errors import HexwrightError
from engine.formats import load_scenario
from engine.trials import TrialSpec
from engine.trials.rows import as_csv, as_parquet, tables
from engine.trials.sweeping import parse
from engine.trials.trial import Planned, Trial, TrialPlan, carry_out, compared, swept
from engine.trials.wording import balance, never_fought, verdict


def spec(games: int = 6, player: str = "staff", **changes: object) -> TrialSpec:
    scenario = load_scenario("first_steps").with_(**changes)
    return TrialSpec(scenario, dict.fromkeys(scenario.sides, player), games)


def stronger() -> TrialSpec:
    """The Anglo-Canadians begin with more points than anybody can win. Random players do not care."""
    victory = load_scenario("first_steps").victory
    return spec(player="random", victory=replace(victory, handicap={"us": 8, "ac": 90}))


@pytest.fixture(scope="module")
def one() -> Trial:
    return carry_out(TrialPlan((Planned("as it is", spec()),)))


@pytest.fixture(scope="module")
def two() -> Trial:
    return carry_out(compared(Planned("as it is", spec(player="random")), Planned("lost", stronger())))


def test_whoever_waits_is_told_and_may_break_off() -> None:
    told: list[int] = []

    def tell(played: int) -> None:
        told.append(played)
        if played == 4:
            raise InterruptedError

    plan = compared(Planned("a", spec(3)), Planned("b", spec(3)))
    assert plan.games == 6
    with pytest.raises(InterruptedError):
        carry_out(plan, tell=tell)
    assert told == [1, 2, 3, 4]


def test_two_versions_are_compared_pair_by_pair(two: Trial) -> None:
    made = two.comparison
    assert made is not None
    assert made.pairs == 6
    assert two.versions[1].summary.wins["ac"] == 6
    assert made.wins["ac"].second_only == two.versions[0].summary.wins["us"]
    assert made.score["ac"].mean == 90
    assert set(two.to_json()) == {"comparison", "versions"}


def test_other_sides_are_not_compared() -> None:
    other = load_scenario("arracourt")
    with pytest.raises(HexwrightError, match="only scenarios with the same sides"):
        compared(Planned("a", spec()), Planned("b", TrialSpec(other, {}, 1)))


def test_a_sweep_is_no_comparison() -> None:
    trial = carry_out(swept(spec(2), *parse("victory.handicap.us=0,90", spec().scenario)))
    assert trial.comparison is None
    assert [version.summary.wins["us"] for version in trial.versions][1] == 2
    assert trial.to_json()["sweep"]["title"] == "points that United States begins with"


def test_rows_add_up_to_the_summary(one: Trial) -> None:
    made = tables(one)
    assert len(made["games"]) == 6
    games, turns, losses = made["games"], made["turns"], made["losses"]
    for side in ("us", "ac"):
        total = sum(row[f"lost_steps_{side}"] for row in games)
        assert total == sum(row["steps"] for row in losses if row["side"] == side)
        assert total == sum(row["lost_steps"] for row in turns if row["side"] == side and row["turn"] == 3)
        assert total / 6 == one.first.summary.lost_steps[side]
    assert {row["objectives"] for row in turns} <= {0, 1, 2}
    assert "version" not in games[0]


def test_rows_say_the_version_where_there_are_two(two: Trial) -> None:
    for rows in tables(two).values():
        assert {row["version"] for row in rows} == {"as it is", "lost"}


def test_rows_as_csv(one: Trial) -> None:
    rows = tables(one)["losses"]
    read = list(csv.DictReader(io.StringIO(as_csv(rows).decode())))
    assert read == [{key: str(value) for key, value in row.items()} for row in rows]
    assert as_csv([]) == b"\n"


def test_rows_as_parquet(one: Trial) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="needs the extra `parquet`: pip install 'hexwright[parquet]'")
    from pyarrow import parquet

    for rows in tables(one).values():
        read = parquet.read_table(pyarrow.BufferReader(as_parquet(rows))).to_pylist()
        assert read == [dict(row) for row in rows]


def test_without_pyarrow_it_says_what_to_install(one: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(HexwrightError, match=r"pip install 'hexwright\[parquet\]'"):
        as_parquet(tables(one)["games"])


def test_what_is_said_of_a_trial(one: Trial, two: Trial) -> None:
    scenario = one.first.scenario
    assert balance(one.first.summary, scenario) == "No side is clearly ahead after 6 games: the intervals overlap."
    lost = two.versions[1].summary
    assert balance(lost, scenario) == "Anglo-Canadian wins more often: 100.0 % of 6 games."
    assert two.comparison is not None
    said = verdict(two, two.comparison)
    won = two.comparison.wins["us"].first_only
    assert ("is real" in said) is (2 / 2**won < 0.05)
    assert "McNemar's exact test on 6 pairs" in said


def test_units_that_never_fight_are_named(one: Trial) -> None:
    trial = carry_out(TrialPlan((Planned("early", spec(1, turns=replace(spec().scenario.turns, count=1))),)))
    named = list(never_fought(trial))
    assert named
    assert all(name.endswith((" (United States)", " (Anglo-Canadian)")) for name in named)
    assert not any(name.startswith("Cavalry") for name in named)
