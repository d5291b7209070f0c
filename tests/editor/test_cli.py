"""The command line: what it prints, what it exits with, and that no mistake ends in a traceback."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
import shapely
from a_battle import EXAMPLE, MAP, battle_in, json_of, run

from editor.commandline import cli, opening
from engine import data
from engine.formats import load_scenario

Disk = Callable[[int], AbstractContextManager[None]]

# Reports hold pictures: what draws them would make an application that later tests of windows cannot use.
pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return battle_in(tmp_path, monkeypatch)


def substitute(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new))


UNFIT = {
    "a word for a number": ("strength: 4", "strength: red", 10, "UNIT106"),
    "no strength": ("strength: 4, ", "", 10, "UNIT106"),
    "no strength at all": ("strength: 3", "strength: 0", 11, "UNIT106"),
    "no entry": ('ac-1: "0602"}', '}\nreinforcements:\n- {turn: 2, side: ac, entry: "", units: ac-1}', 14, "REINF112"),
    **{
        f"{part}: {words}": ("victory:", f"{part}: {{{words}}}\nvictory:", 13, code)
        for part, words, code in (
            ("tables", "combat_results: [1]", "RULE106"),
            ("tables", "combat_results: {rows: null}", "RULE106"),
            ("tables", "combat_results: {rows: {a: b}}", "RULE106"),
            ("tables", "combat_results: {rows: {1: [XX, AR, AR, AR, AR, AR, AR, AR, AR, AR]}}", "RULE106"),
            ("tables", "combat_results: {columns: [a, b]}", "RULE106"),
            ("tables", "entry_costs: {road: cheap}", "RULE106"),
            ("tables", "entry_costs: {hex: {clear: {infantry: 0.3}}}", "RULE106"),
            ("tables", "weather: {}", "RULE106"),
            ("special", "free_bridges: 7", "RULE107"),
            ("special", "bayonet: [1]", "RULE107"),
            ("special", "bayonet: {side: uk}", "RULE107"),
            ("special", "no_us_road_turns: [x]", "RULE107"),
            ("special", "weather: 1", "RULE107"),
        )
    },
}
"""What is put into the scenario for what, and the finding that it gives: its line and code."""


@pytest.mark.parametrize("name", UNFIT)
def test_what_does_not_fit_the_rules_is_refused_with_its_findings(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, line, code = UNFIT[name]
    substitute(folder, "meeting.yaml", old, new)
    assert run("check", "meeting.yaml") == 1
    said = capsys.readouterr().out
    assert f"meeting.yaml:{line}:" in said
    assert said.count(f"error {code}") == said.count(": error") > 0, "nothing follows from it"
    for words in (["play", "--turns", "1"], ["query", "zoc", "us"], ["trial", "--games", "1", "--jobs", "1"]):
        assert run(words[0], "meeting.yaml", *words[1:]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert f"meeting.yaml:{line}:" in captured.err
        assert f"error {code}" in captured.err


@pytest.mark.parametrize(
    "words", [["play", "--turns", "1"], ["query", "zoc", "us"], ["trial", "--games", "1", "--jobs", "1"]]
)
def test_no_game_begins_with_enemies_in_one_hex(
    words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = (folder / "meeting.yaml").read_text().index('"0602"')
    line = (folder / "meeting.yaml").read_text()[:at].count("\n") + 1
    substitute(folder, "meeting.yaml", '"0602"', '"0102"')
    assert run(words[0], "meeting.yaml", *words[1:]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"meeting.yaml:{line}:" in captured.err
    assert "error SETUP104" in captured.err
    assert captured.err.count(": error") == 1
    if words[0] != "trial":
        assert run(words[0], "meeting.yaml", *words[1:], "--units", "ac-1=0602") == 0, "where they are put elsewhere"


@pytest.mark.parametrize("player", ["staff", "greedy", "random", "first"])
@pytest.mark.parametrize("change", ["no units", "weak units"])
def test_odd_battles_are_played_to_the_end(change: str, player: str, folder: Path) -> None:
    text = (folder / "meeting.yaml").read_text()
    if change == "no units":
        text = text[: text.index("units:")] + text[text.index("victory:") :]
        (folder / "meeting.yaml").write_text(text)
    else:
        substitute(folder, "meeting.yaml", "system: tlg2", "system: fm")
        for strength in ("strength: 4, reduced: 2", "strength: 3"):
            substitute(folder, "meeting.yaml", strength, "attack: 0, defense: 0, movement: 3")
        substitute(folder, "meeting.yaml", '"0602"', '"0202"')
    assert run("play", "meeting.yaml", "--players", player, "-q") == 0


# -- the front door ----------------------------------------------------------------------------------------------


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    out = capsys.readouterr().out
    assert all(name in out for name in cli.COMMANDS)
    for name in cli.COMMANDS:
        assert run(name, "--help") == 0
    assert run("--version") == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chek", "x.yaml"], "no command 'chek'; did you mean check?"),
        (["chek"], "did you mean check?"),
        (["frobnicate", "x"], "there are check, play"),
        (["--frobnicate"], "no option --frobnicate"),
        (["check"], "required: FILE"),
        (["check", "--frobnicate", "x"], "required: FILE|unrecognized"),
        (["play", "lundys_lane", "--turns", "0"], "0 is less than 1"),
        (["play", "lundys_lane", "--seed", "1.5"], "--seed: '1.5' is not a whole number"),
        (["render", "lundys_lane", "-o", "o.png", "--dpi", "9" * 5000], "is not a whole number"),
        (["play", "lundys_lane", "--turns", "many"], "argument --turns: 'many' is not a whole number"),
        (["play", "lundys_lame", "--turns", "1"], "did you mean 'lundys_lane'"),
        (["play", "lundys_lane", "--players", "randm"], "no player 'randm'; did you mean random"),
        (["play", "lundys_lane", "--players", "random,random,random"], "3 players are named for 2 sides"),
        (["play", "lundys_lane", "--players", "staff,"], "a player's name is missing"),
        (["play", "lundys_lane", "--players", "random", "--turn", "11"], "no turn 11: the game has 10 turns"),
        (["query", "lundys_lane", "reach", "us-9", "--turn", "99"], "no turn 99: the game has 10 turns"),
        (["play", "lundys_lane", "--players", "random", "--side", "uk"], "no side 'uk'"),
        (["play", "lundys_lane", "--players", "random", "--option", "x=1"], "no option 'x'"),
        (["play", "nosuch.yaml"], "no such file"),
        (["replay", "nosuch.yaml"], "no such file"),
        (["example", "nosuch.yaml"], "no such file"),
        (["query", "lundys_lane", "raech", "us-9"], "did you mean reach"),
        (["query", "lundys_lane", "reach", "us-99"], "no unit 'us-99'; did you mean us-9"),
        (["query", "lundys_lane", "los", "L2208", "L9999"], "no hex 'L9999'"),
        (["query", "lundys_lane", "reach", "us-9", "--units", "us-9"], "UNIT=HEX"),
        (["query", "lundys_lane", "reach", "us-9", "--units", "us-9=L2208:x"], "whole number"),
        (["query", "lundys_lane", "reach", "us-9", "--units", "us-9=L2208:" + "9" * 5000], "whole number"),
        (["render", "lundys_lane", "-o", "map.bmp"], "ends in .png, .jpg, .jpeg, .svg, .pdf"),
        (["render", "lundys_lane", "-o", "nowhere/map.png"], "no folder nowhere"),
        (
            ["trial", "lundys_lane", "--cluster", "nonsense://1"],
            "no scheduler answers at nonsense://1|hexwright.cluster.",
        ),
        (["trial", "lundys_lane", "--parquet"], "--out DIR"),
        (["trial", "lundys_lane", "--sweep", "units.us-9=3"], "no value 'units.us-9'"),
        (["trial", "lundys_lane", "--against", "arracourt"], "only scenarios with the same sides"),
        (["trial", "lundys_lane", "--against", "lundys_lane", "--sweep", "a=1"], "not allowed with"),
        (["nosuch.yaml"], "no file 'nosuch.yaml'|no such file"),
    ],
)
def test_misuse_is_status_2_with_a_hint(
    words: list[str], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert any(part in captured.err for part in said.split("|"))
    assert "Traceback" not in captured.err


def test_without_a_display_it_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert run() == 2
    said = capsys.readouterr().err
    assert "no display" in said
    assert "hexwright check" in said


def test_without_qts_libraries_it_names_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "editor.window.app", None)
    monkeypatch.setitem(sys.modules, "editor.output.export", None)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert run("meeting.yaml") == 2
    assert "apt install libgl1" in capsys.readouterr().err
    assert run("render", "meadow.yaml", "-o", "x.png") == 2
    assert "apt install libgl1" in capsys.readouterr().err


def test_a_command_and_a_file_of_its_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[list[str]] = []
    monkeypatch.setattr(opening, "open_editor", lambda files: opened.append(list(files)) or 0)
    (folder / "chek").write_text(MAP)
    assert run("chek") == 0
    assert run() == 0
    assert run("chek", "meadow.yaml") == 0
    assert opened == [["chek"], [], ["chek", "meadow.yaml"]]


# -- check -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(data.scenarios().glob("*.yaml")), ids=lambda path: path.stem)
def test_what_ships_is_without_errors(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", path.stem) == 0
    assert run("check", str(path)) == 0
    assert "RULE133" not in capsys.readouterr().out, "a switch that nothing can use"


def test_check_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "meeting.yaml") == 0
    assert capsys.readouterr().out == "meeting.yaml: nothing to report\n0 errors, 0 warnings, 0 info in 1 file\n"
    substitute(folder, "meeting.yaml", 'ac-1: "0602"', 'ac-1: "0702"')
    assert run("check", "meeting.yaml", "meadow.yaml") == 1
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first.startswith("meeting.yaml:12:29: error SETUP102 ")
    assert last.startswith("1 error, ")


def test_check_json_is_one_document(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    substitute(folder, "meeting.yaml", "tie: ac", "tie: uk")
    substitute(folder, "meeting.yaml", "turns: {count: 3}", "turns: {count: 3}\noptions: {mandatory_atacks: strict}")
    assert run("check", "meeting.yaml", "nosuch", "--format", "json") == 2
    report = json_of(capsys)
    assert report["status"] == 2
    assert [file["status"] for file in report["files"]] == [1, 2]
    assert report["counts"]["error"] == 3
    codes = {finding["code"]: finding for finding in report["findings"]}
    assert set(codes) == {"WIN105", "RULE102", "FILE001"}
    assert codes["RULE102"]["hint"] == "did you mean mandatory_attacks?"
    assert (codes["RULE102"]["line"], codes["RULE102"]["path"]) == (6, "options.mandatory_atacks")


def test_check_sarif(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    substitute(folder, "meeting.yaml", "tie: ac", "tie: ''")
    substitute(folder, "meeting.yaml", 'ac-1: "0602"', 'ac-1: "0102"')
    assert run("check", "meeting.yaml", "--format", "sarif") == 1
    report = json_of(capsys)
    assert report["version"] == "2.1.0"
    results = {result["ruleId"]: result for result in report["runs"][0]["results"]}
    rules = {rule["id"] for rule in report["runs"][0]["tool"]["driver"]["rules"]}
    assert set(results) == rules
    assert results["WIN107"]["level"] == "note"
    stacked = next(result for result in results.values() if result["level"] == "error")
    place = stacked["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "meeting.yaml"
    assert place["region"]["startLine"] == 12


def test_check_github(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    substitute(folder, "meeting.yaml", 'ac-1: "0602"', 'ac-1: "0702"')
    assert run("check", "meeting.yaml", "--format", "github") == 1
    out = capsys.readouterr().out
    assert out.startswith("::error file=meeting.yaml,line=12,col=29,title=SETUP102::")


def test_check_finds_mistakes_of_the_map_in_its_own_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (folder / "meadow.yaml").open("a") as stream:
        stream.write("hexsides:\n  bridge: 0101/0102 0202/0203\n  river: 0101/0102\n")
    assert run("check", "meeting.yaml", "--format", "json") == 0
    found = [item for item in json_of(capsys)["findings"] if item["code"] == "MAP103"]
    assert [(item["file"], item["line"], item["column"]) for item in found] == [("meadow.yaml", 10, 21)]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"a: &a [*a]\n",
        b"format: hexwright-map 1\nname: [",
        b"format: hexwright-map 99\n",
        b"- 1\n",
    ],
)
def test_check_of_unreadable_files(content: bytes, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bad.yaml").write_bytes(content)
    assert run("check", "bad.yaml", "--format", "json") == 2
    assert json_of(capsys)["findings"]
    assert run("check", "bad.yaml") == 2
    assert run("play", "bad.yaml") == 2
    assert run("query", "bad.yaml", "zoc", "us") == 2


def test_a_missing_map_is_unreadable(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "meadow.yaml").unlink()
    assert run("check", "meeting.yaml") == 2
    assert "FILE021" in capsys.readouterr().out


def test_check_play_reports_what_stops_games(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("check", "meeting.yaml", "--play") == 0
    assert "nothing to report" in capsys.readouterr().out
    from engine.systems.twilights_last_gleaming import TlgRules

    monkeypatch.setattr(TlgRules, "defects", lambda self, state: ["a unit in the air"])
    assert run("check", "meeting.yaml", "--play", "--format", "json") == 1
    assert json_of(capsys)["findings"][0]["code"] == "PLAY102"


# -- play and replay ---------------------------------------------------------------------------------------------


def test_play_and_replay(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("play", "meeting.yaml", "--turns", "2", "--seed", "5", "--players", "random", "--log", "log.yaml") == 0
    out = capsys.readouterr().out
    assert out.startswith("Turn 1\n")
    assert "2 turns, " in out
    assert run("replay", "log.yaml") == 0
    assert "the same game" in capsys.readouterr().out
    assert run("replay", "log.yaml", "--format", "json") == 0
    assert json_of(capsys)["same"] is True


def test_play_tells_what_happens_before_the_first_choice(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("play", "winter_line", "--limit", "1") == 1
    heading, weather, *_rest = capsys.readouterr().out.splitlines()
    assert heading.startswith("Turn 1")
    assert weather.strip().startswith("The weather is ")


def test_play_is_the_same_for_the_same_seed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def played(seed: str) -> Any:
        words = ["play", "lundys_lane", "--players", "random", "--turns", "1", "--seed", seed]
        assert run(*words, "--format", "json") == 0
        return json_of(capsys)

    first = played("7")
    assert first == played("7")
    assert first["log"] != played("8")["log"]
    assert first["stop"] == "turns"
    assert first["turns"] == 1
    assert first["log"][0]["side"] == "us"


def test_play_to_the_end(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("play", "meeting.yaml", "--players", "us=first,random", "--format", "json", "-q") == 0
    report = json_of(capsys)
    assert report["stop"] == "outcome"
    assert report["outcome"]["winner"] in ("us", "ac")
    assert report["players"] == {"us": "first", "ac": "random"}


def test_an_umpires_stop_is_status_1(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("play", "lundys_lane", "--players", "random", "--limit", "5") == 1
    assert "PLAY103" in capsys.readouterr().out


def test_a_log_finds_its_scenario_again_or_holds_it(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (folder / "logs").mkdir()
    for log in ("log.yaml", "logs/log.yaml", str(elsewhere / "log.yaml")):
        assert run("play", "meeting.yaml", "--turns", "1", "--players", "random", "--log", log) == 0
        assert run("replay", log) == 0
    assert "scenario: meeting\n" in (folder / "log.yaml").read_text()
    assert "terrain: |" in (elsewhere / "log.yaml").read_text()


def test_a_changed_log_differs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("play", "meeting.yaml", "--turns", "1", "--players", "random", "--log", "log.yaml") == 0
    substitute(folder, "log.yaml", "seed: 1", "seed: 2")
    text = (folder / "log.yaml").read_text()
    action = next(line for line in text.splitlines() if "do:" in line)
    (folder / "log.yaml").write_text(text.replace(action, action.replace("do:", "do: dance"), 1))
    capsys.readouterr()
    assert run("replay", "log.yaml") == 1
    assert "log.yaml:" in (said := capsys.readouterr().out)
    assert "differs: action 1" in said


@pytest.mark.parametrize("log", ["nowhere/log.yaml", "."])
def test_a_log_that_cannot_be_written_is_said_before_the_game(
    log: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("play", "meeting.yaml", "--players", "random", "--log", log) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("words", "option"),
    [
        ("play meeting.yaml", "--log"),
        ("play meeting.yaml", "--phase"),
        ("query meeting.yaml score", "--side"),
        ("trial meeting.yaml --games 1", "--out"),
        ("trial meeting.yaml --games 1", "--against"),
        ("trial meeting.yaml --games 1", "--sweep"),
        ("trial meeting.yaml --games 1", "--cluster"),
        ("render meeting.yaml -o meeting.png", "--area"),
        ("example stack.yaml", "FILE"),
    ],
)
@pytest.mark.parametrize("empty", ["", " "])
def test_an_empty_option_is_no_option_left_out(
    words: str, option: str, empty: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words.split(), *([] if option == "FILE" else [option]), empty) == 2
    said = capsys.readouterr()
    assert f"{option}: it is empty" in said.err
    assert said.out == ""


@pytest.mark.parametrize(
    ("words", "file"),
    [
        (["play", "meeting.yaml", "--players", "random", "--log", "kept.yaml"], "kept.yaml"),
        (["trial", "meeting.yaml", "--games", "2", "--players", "random", "--out", "results"], "results/games.csv"),
        (["render", "meeting.yaml", "-o", "kept.png"], "kept.png"),
        (["render", "meeting.yaml", "-o", "kept.pdf", "--sheets", "a4"], "kept.pdf"),
    ],
)
def test_a_read_only_file_is_refused_before_the_work(
    words: list[str], file: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "results").mkdir()
    (folder / file).write_text("precious")
    (folder / file).chmod(0o444)
    assert run(*words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"{file} could not be saved: it is read-only" in said.err
    assert (folder / file).read_text() == "precious"


def test_a_log_that_cannot_be_written(folder: Path, capsys: pytest.CaptureFixture[str], disk_of: Disk) -> None:
    before = sorted(folder.iterdir())
    (folder / "log.yaml").write_text("format: hexwright-replay 1\n")
    with disk_of(100):
        assert run("play", "meeting.yaml", "--players", "random", "-q", "--log", "log.yaml") == 2
    assert "log.yaml could not be saved: File too large" in capsys.readouterr().err
    assert (folder / "log.yaml").read_text() == "format: hexwright-replay 1\n"
    assert sorted(folder.iterdir()) == sorted([*before, folder / "log.yaml"])


# -- example -----------------------------------------------------------------------------------------------------


def test_examples(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("example", "stack.yaml") == 0
    assert capsys.readouterr().out == "ok   stack.yaml: tlg2:4.9 two units may not share a hex\n"
    substitute(folder, "stack.yaml", 'at: "0202"', 'at: "0203"')
    assert run("example", "stack.yaml") == 1
    out = capsys.readouterr().out
    assert "FAIL stack.yaml" in out
    assert "stack.yaml:8:20: expected us-9 at 0203, but it is 0202" in out


def test_an_example_tells_what_happens_and_why_what_it_tries_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("example", "stack.yaml", "-v") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-2:] == [
        "    9th Infantry moved from 0102 to 0202 (1 MP) [tlg2:4.7]",
        "    United States: move us-9 9999 is refused: 9th Infantry has already moved in this phase [tlg2:4.7]",
    ]


def test_examples_of_a_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".hexwright").touch()
    (folder / "examples").mkdir()
    for name in ("one", "two"):
        (folder / "examples" / f"{name}.yaml").write_text(EXAMPLE.replace("./meeting", "../meeting"))
    assert run("example", "examples", "--format", "json") == 0
    report = json_of(capsys)
    assert [item["passed"] for item in report["examples"]] == [True, True]
    (folder / "examples" / "three.yaml").write_text("format: hexwright-example 1\n")
    assert run("example", "examples", "-q") == 2
    captured = capsys.readouterr()
    assert "2 of 3 examples passed" in captured.out
    assert "FILE018" in captured.err
    assert run("example", "meadow.yaml") == 2
    (folder / "empty").mkdir()
    assert run("example", "empty") == 2


# -- query -------------------------------------------------------------------------------------------------------


def test_queries(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("query", "meeting.yaml", "reach", "us-9", "--format", "json") == 0
    reach = json_of(capsys)
    assert reach["hexes"]["0202"]["cost"] == 1
    assert run("query", "meeting.yaml", "zoc", "us", "--units", "us-9=0303", "--format", "json") == 0
    assert len(json_of(capsys)["hexes"]) == 6
    words = ["odds", "0302", "us-9", "--units", "us-9=0303,ac-1=0302:1", "--phase", "combat", "--format", "json"]
    assert run("query", "meeting.yaml", *words) == 0
    assert json_of(capsys)["odds"] == "1:1"
    assert run("query", "meeting.yaml", "los", "0101", "0401") == 0
    assert "range: 3" in capsys.readouterr().out


def test_any_question_of_the_rules_is_asked_by_its_key(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("query", "lundys_lane", "ask") == 0
    listed = capsys.readouterr().out.splitlines()
    assert "reach UNIT: where a unit can move, and at what cost" in listed
    assert "score: the points line by line, and who would win now" in listed
    assert not any(line.startswith("forage ") for line in listed)
    assert run("query", "sns_first_steps", "ask", "--format", "json") == 0
    assert json_of(capsys)["forage"].startswith("HEX [UNIT...]: ")
    for words in (["ask", "forage"], ["forage"]):
        assert run("query", "sns_first_steps", *words, "T0306", "br-1", "--format", "json") == 0
        assert json_of(capsys)["units"] == ["br-1"]
    assert run("query", "sns_first_steps", "ask", "columns", "--side", "british") == 0
    assert capsys.readouterr().out == "columns: none\n"
    assert run("query", "lundys_lane", "ask", "forage", "L2208") == 2
    assert "there is no question 'forage'" in capsys.readouterr().err


def test_an_action_is_judged_without_being_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("query", "lundys_lane", "judge", "US", "end", "phase", "--format", "json") == 0
    assert json_of(capsys) == {"legal": True, "rule": "", "reason": "", "also": []}
    assert run("query", "lundys_lane", "judge", "ac", "end phase") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("illegal: this decision (movement) is for ")
    assert said[0].endswith(" [tlg2:3.1]")
    assert said[1].endswith(" [tlg2:3.2]")
    assert run("query", "first_steps", "judge", "us", "move", "us-2", "F0701") == 0
    measured = capsys.readouterr().out.splitlines()
    assert measured[0] == "legal"
    assert measured[1].startswith("length: ")
    assert measured[-1] == "ends: 2nd Regiment F0701"
    assert run("query", "lundys_lane", "judge", "us", "dance") == 2
    assert run("query", "lundys_lane", "judge", "us") == 2
    assert "judge SIDE ACTION" in capsys.readouterr().err


def test_a_field_of_fire_is_told_by_hexes_and_drawn_as_areas(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("query", "lundys_lane", "field", "l2208", "--format", "json") == 0
    found = json_of(capsys)
    assert found["from"] == ["L2208"]
    (gun,) = found["fire"]
    assert (gun["unit"], gun["range"]) == ("ac-hb", 12)
    grid = load_scenario("lundys_lane").map.grid
    drawn = {"fire": gun["full"], "fire_attenuated": gun["attenuated"]}
    drawn |= {how: found[how] for how in ("visible", "attenuated")}
    for what, names in drawn.items():
        area = shapely.geometry.shape(found["areas"][what])
        assert {grid.name(h) for h in grid.hexes if area.contains(shapely.Point(grid.centre(h)))} == set(names)
    assert run("query", "lundys_lane", "field", "L2208", "L0505") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "from: L2208 L0505"
    assert max(map(len, said)) <= 104, "long lists are wrapped"
    assert not any("coordinates" in line for line in said)


@pytest.mark.parametrize("side", ["blue", "red"])
def test_a_query_for_a_side_tells_nothing_hidden(side: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A hand that is drawn when the turn begins is its owner's; the other sees that there is one, and no more."""
    words = ["query", "fm_first_steps", "view", side, "--side", side, "--option", "support_draw=each_turn"]
    assert run(*words, "--format", "json") == 0
    seen = json_of(capsys)
    own, other = (0, 1) if side == "blue" else (1, 0)
    assert isinstance(seen["state"]["hands"][own], int)
    assert seen["state"]["hands"][other] is None
    assert [event["side"] for event in seen["events"] if event["event"] == "drawn"] == [side]
    enemy = "red" if side == "blue" else "blue"
    assert run("query", "fm_first_steps", "view", enemy, "--side", side) == 2
    assert f"{side.title()} cannot see what {enemy.title()} sees" in capsys.readouterr().err


def test_check_plays_test_turns(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "first_steps", "--turns", "3") == 0
    assert "nothing to report" in capsys.readouterr().out
    assert run("check", "juno", "--turns", "3", "--format", "json") == 0
    found = {finding["code"]: finding["message"] for finding in json_of(capsys)["findings"]}
    assert "still waiting on turn 3 (staff plays all sides, seed 1)" in found["PLAY107"]
