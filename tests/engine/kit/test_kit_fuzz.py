"""Rules files made at random: well-formed ones play with every invariant, broken ones get findings and nothing else.
Hostile ones do not hang, and nothing is lost by them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import soak
from fuzzed import Data, battle_by, case, well_formed, written
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kit_files import HERE
from sweeps import seeds, tries

from engine.errors import HexwrightError
from engine.formats import load
from engine.formats.reading import read_source
from engine.play import Game
from engine.players import seat
from engine.umpire.checks import check_loaded
from engine.umpire.testturns import Stop, play

MOST = 1_500
"""Actions of a random game after which it is broken off."""


@settings(max_examples=tries(6, 200), deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(data=well_formed(), seed=st.integers(0, 10**6))
def test_well_formed_rules_play_with_every_invariant(
    data: Data, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = written(data, tmp_path_factory.mktemp("kit"))
    assert [str(one) for one in load(path).findings if one.severity == "error"] == []
    game = Game(battle_by(path), seed)
    random = Random(seed)
    while game.decision is not None and len(game) < MOST:
        assert soak.one_action(game, random, []) == ""
    if game.decision is None:
        assert game.outcome() is not None
        assert game.rules.stopped(game.state) is None


@pytest.mark.parametrize("number", seeds(40, 2000))
def test_broken_rules_get_findings_and_nothing_else(number: int, tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(case(number), encoding="utf-8")
    loaded = load(path)
    findings = check_loaded(loaded)
    if loaded.kind != "system" or loaded.model is None or any(one.severity == "error" for one in findings):
        return
    try:
        game = Game(battle_by(path), number)
    except HexwrightError:
        return  # its types are others
    play(game, seat(["random"], game.scenario.sides, number), limit=60)


# -- hostile files ------------------------------------------------------------------------------------------------


def two_banks() -> Data:
    source, _ = read_source(HERE / "two_banks.yaml")
    assert source.root is not None
    data: Data = dict(source.root.data)
    return data


def codes(data: Data, folder: Path) -> list[str]:
    return [one.code for one in load(written(data, folder)).findings]


def test_a_status_that_forbids_all_for_ever_is_found_and_the_game_ends(tmp_path: Path) -> None:
    data = two_banks()
    data["units"] = {**data["units"], "statuses": {"stone": {"cannot": "move attack defend", "until": "never"}}}
    data["results"] = {**data["results"], "AR": [{"status": "stone", "of": "attacker"}]}
    assert "KIT119" in codes(data, tmp_path)
    game = Game(battle_by(tmp_path / "rules.yaml"), 1)
    assert play(game, seat(["random"], game.scenario.sides, 1)).stop is Stop.OUTCOME


def test_events_that_draw_each_other_without_end_are_ended_and_found(tmp_path: Path) -> None:
    data = two_banks()
    row = {"name": "again", "on": "1-6", "do": [{"draw": "wheel"}]}
    data["events"] = {"wheel": {"from": "dice", "dice": "1d6", "rows": [row]}}
    data["sequence"] = {"phases": [{"name": "movement", "do": "move"}, {"name": "fate", "do": "events"}]}
    data["combat"], data["results"], data["tables"] = [], {}, {}
    written(data, tmp_path)
    game = Game(battle_by(tmp_path / "rules.yaml"), 1)
    report = play(game, seat(["random"], game.scenario.sides, 1))
    assert report.stop is Stop.UMPIRE
    assert [one.code for one in report.findings] == ["KIT149"]
    assert report.findings[0].rule == "two_banks:sequence.fate"
    assert game.decision is None
    assert game.outcome() is not None


def test_a_phase_with_too_many_actions_is_ended_and_found(tmp_path: Path) -> None:
    written(two_banks(), tmp_path)
    game = Game(battle_by(tmp_path / "rules.yaml"), 1)
    # As if so many actions had been taken in this phase.
    game.state.repeated = 10_000  # type: ignore[attr-defined]
    report = play(game, seat(["random"], game.scenario.sides, 1))
    assert report.stop is Stop.UMPIRE
    assert [one.code for one in report.findings] == ["KIT149"]
    game.undo()
    assert game.decision is not None


def test_a_retreat_that_leads_round_and_round_ends(tmp_path: Path) -> None:
    data = two_banks()
    kind = {**data["combat"][0], "retreat": {"away": "none", "displace": {"voluntary": True}, "off_map": "leaves"}}
    data["combat"] = [kind]
    data["results"] = {code: [{"retreat": "both", "hexes": 9}] for code in ("AR", "BL", "DR")}
    written(data, tmp_path)
    for seed in range(3):
        game = Game(battle_by(tmp_path / "rules.yaml"), seed)
        assert play(game, seat(["random"], game.scenario.sides, seed)).stop is Stop.OUTCOME


@pytest.mark.parametrize("dice", ["0d6", "1d0", "1d1", "d", "21d6", "1d101", "-1d6", "1d6d6", "٣d6"])
def test_dice_that_cannot_be_thrown_are_found(tmp_path: Path, dice: str) -> None:
    data = two_banks()
    data["combat"] = [{**data["combat"][0], "dice": dice}]
    found = codes(data, tmp_path)
    assert {"KIT143", "FILE019", "FILE020"} & set(found)
    with pytest.raises(HexwrightError):
        battle_by(tmp_path / "rules.yaml")


def test_ten_thousand_shifts_are_refused(tmp_path: Path) -> None:
    data = two_banks()
    data["combat"] = [{**data["combat"][0], "shifts": [{"columns": 1}] * 10_000}]
    assert "KIT151" in codes(data, tmp_path)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"units": {"types": {"own": "Own", "foot": "Foot", "guns": "Guns"}}}, "KIT104"),
        ({"conditions": {"else": {"night": True}}}, "KIT104"),
        ({"name": "tlg2"}, "KIT103"),
        ({"title": "Fire & Movement"}, "KIT103"),
        ({"conditions": {"a": {"is": "b"}, "b": {"is": "a"}}}, "KIT109"),
        ({"base": "./rules.yaml"}, "KIT101"),
    ],
)
def test_names_that_shadow_others_and_circles_are_found(tmp_path: Path, change: Data, code: str) -> None:
    assert code in codes({**two_banks(), **change}, tmp_path)
