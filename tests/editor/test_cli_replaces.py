"""Commands that write replace only what is theirs: a map, a scenario, a stranger's table or picture stays as it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from editor.commandline import cli
from engine import formats
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec

TRIAL = ["trial", "first_steps", "--games", "2", "--players", "random", "--jobs", "1", "--out", "results"]
PLAY = ["play", "first_steps", "--turns", "1", "--players", "random", "-q", "--log"]


@pytest.fixture(autouse=True)
def elsewhere(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Pictures need an application; the first one made is that of all tests.
    monkeypatch.chdir(tmp_path)


def precious(name: str, content: str = "name,born\nAda,1815\n") -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


def refused(words: list[str], path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that would replace a file; it says what is in the way, and the file is as it was."""
    before = path.read_bytes()
    assert cli.main(words) == 2
    assert path.read_bytes() == before
    said = capsys.readouterr().err
    assert f"{path} was not replaced: it holds" in said
    assert "--force" in said
    return said


def test_a_log_never_takes_the_place_of_its_scenario_or_a_map(capsys: pytest.CaptureFixture[str]) -> None:
    scenario = formats.load_scenario("first_steps")
    formats.save_scenario(scenario, "mine.yaml")
    assert "a scenario: First Steps" in refused(["play", "mine.yaml", "--log", "mine.yaml"], Path("mine.yaml"), capsys)
    formats.save_map(BattleMap(Grid(GridSpec(20, 14)), formats.load_palette("standard"), "Ford"), "ford.yaml")
    assert "a map: Ford, 20 x 14 hexes" in refused([*PLAY, "ford.yaml"], Path("ford.yaml"), capsys)
    assert cli.main([*PLAY, "ford.yaml", "--force"]) == 0
    assert formats.load_replay(Path("ford.yaml")).actions
    assert cli.main([*PLAY, "ford.yaml"]) == 0, "a log replaces a log"


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_picture_replaces_a_picture_of_ours_and_nothing_else(ending: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = precious(f"out.{ending}")
    words = ["render", "first_steps", "-o", str(out), "--dpi", "20"]
    refused(words, out, capsys)
    assert cli.main([*words, "--force"]) == 0
    first = out.stat().st_size
    assert cli.main(words) == 0, "what Hexwright drew is drawn again"
    assert out.stat().st_size == first
    capsys.readouterr()


def test_a_picture_never_takes_the_place_of_what_it_draws(capsys: pytest.CaptureFixture[str]) -> None:
    formats.save_scenario(formats.load_scenario("first_steps"), "mine.svg")
    refused(["render", "mine.svg", "-o", "mine.svg"], Path("mine.svg"), capsys)


def test_counters_replace_no_foreign_document(capsys: pytest.CaptureFixture[str]) -> None:
    out = precious("counters.pdf", "%PDF-1.4 of somebody")
    words = ["counters", "first_steps", "-o", str(out)]
    refused(words, out, capsys)
    assert cli.main([*words, "--force"]) == 0
    assert cli.main(words) == 0
    formats.save_scenario(formats.load_scenario("first_steps"), "mine.yaml")
    before = Path("mine.yaml").read_bytes()
    assert cli.main(["counters", "mine.yaml", "-o", "mine.yaml", "--force"]) == 2
    assert Path("mine.yaml").read_bytes() == before, "counters are printed to a PDF and nothing else"


@pytest.mark.parametrize("name", ["games.csv", "report.html", "summary.json", "turns.csv"])
def test_a_trial_replaces_no_foreign_file_of_its_folder(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = precious(f"results/{name}")
    refused(TRIAL, path, capsys)
    assert [one.name for one in Path("results").iterdir()] == [name], "nothing was written beside it"


def test_a_trial_replaces_what_an_earlier_one_left_until_somebody_changes_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(TRIAL) == 0
    summary = json.loads(Path("results/summary.json").read_text(encoding="utf-8"))
    assert next(iter(summary)) == "format"
    assert set(summary["files"]) == {"games.csv", "turns.csv", "losses.csv", "report.html"}
    assert cli.main(TRIAL) == 0, "the summary names all of them"
    games = Path("results/games.csv")
    games.write_text(games.read_text(encoding="utf-8") + "mine\n", encoding="utf-8")
    refused(TRIAL, games, capsys)
    assert cli.main([*TRIAL, "--force"]) == 0
    assert "mine" not in games.read_text(encoding="utf-8")


def test_the_score_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "first_steps", "-q"]) == 0
    last = capsys.readouterr().out.strip().splitlines()[-1]
    assert last.count("United States") <= 2
    assert last.count("(") == 1
    assert "(United States " in last
