"""What is recorded: facts apart from wording, and a report in words of what has changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import record
from tools.facts import Exactly, facts, plain
from tools.patterns import first_of_each, pattern

from engine.formats import load_scenario
from engine.play import Decision, Illegal
from engine.play.answers import Strength
from engine.play.display import EventCard


@pytest.mark.parametrize(
    ("said", "reworded"),
    [
        (
            Illegal("fm:5.1", "this move costs 9 movement points; blue-1 has 6"),
            Illegal("fm:5.1", "with 6 movement points left, blue-1 cannot pay 9"),
        ),
        (
            Decision("blue", "support fire", "fm:8.2.1", "choose a unit and its hex, 3 to go"),
            Decision("blue", "support fire", "fm:8.2.1", "choose a unit, then a hex (3 left)"),
        ),
        (Strength("", 2, "bombards", "fm:8.1"), Strength("", 2, "shelling", "fm:8.1")),
        (EventCard("Mud", "half a move", "blue", "sns2:3.1"), EventCard("Rain", "units are slow", "blue", "sns2:3.1")),
        ({"reason": "one hex too far", "at": "S0101"}, {"reason": "beyond by 1 hex", "at": "S0101"}),
        ("9th Infantry has gone", "us-gun went"),
    ],
)
def test_other_words_are_the_same_record(said: object, reworded: object) -> None:
    assert plain(said) == plain(reworded)


@pytest.mark.parametrize(
    ("said", "changed"),
    [
        (Illegal("fm:5.1", "it costs 9 points"), Illegal("fm:5.2", "it costs 9 points")),
        (Illegal("fm:5.1", "it costs 9 points"), Illegal("fm:5.1", "it costs 8 points")),
        (
            Illegal("fm:5.1", "no", (("fm:5.2", "in S0101 as well"),)),
            Illegal("fm:5.1", "no", (("fm:5.2", "in S0102 as well"),)),
        ),
        (Decision("blue", "support fire", "fm:8.1", ""), Decision("blue", "fire at will", "fm:8.1", "")),
        (Exactly("move blue-1 S0101"), Exactly("move blue-2 S0101")),
        (Strength("blue-1", 2, "bombards"), Strength("blue-1", 3, "bombards")),
        ({"kind": "support fire"}, {"kind": "combined attack"}),
        (2.5, 2.75),
    ],
)
def test_another_fact_is_another_record(said: object, changed: object) -> None:
    assert plain(said) != plain(changed)


def test_facts_are_figures_and_places_each_once() -> None:
    assert facts("4th Foot in S0101 needs 2.5, at 3:1 (tlg2:6.12); a hex, 1 hex, S0101.") == [
        *("2.5", "3:1", "S0101", "tlg2:6.12"),
    ]


def test_sentences_of_one_pattern_are_one() -> None:
    scenario = load_scenario("first_steps")
    one, other = (f"{unit.name} goes to S010{n}" for n, unit in enumerate([*scenario.units.values()][:2]))
    assert pattern(one, scenario) == pattern(other, scenario) == "* goes to *"
    assert first_of_each((pattern(text, scenario), text) for text in (one, other, "Nobody goes")) == [
        one,
        "Nobody goes",
    ]


def test_the_report_says_how_many_files_changed_and_where_first() -> None:
    file, other = record.TESTS / "refusals" / "ridge.txt", record.TESTS / "refusals" / "shore.txt"
    before = {file: ["a", "was so", "b", "c"], other: ["same"]}
    now = {file: ["a", "is so", "b", "c", "d"], other: ["same"]}
    assert list(record.report("refusals", before, now)) == [
        "refusals: 1 of 2 files changed",
        "  tests/refusals/ridge.txt: 1 lines before, 2 now",
        *("    -was so", "    +is so", "    +d"),
    ]
    assert list(record.report("refusals", now, now)) == ["refusals: nothing has changed"]


def test_the_report_says_of_a_digest_what_it_is_about() -> None:
    file = record.signatures.FOLDER / "fm" / "juno.txt"
    before, now = ("1: asked 111111 refused 222222", "1: asked 111111 refused 333333")
    said = list(record.report("playthroughs", {file: [before]}, {file: [now]}))
    assert said[-1] == "    juno: the rules say otherwise from action 1 on: refused"


def test_parts_and_pieces_are_chosen_by_name() -> None:
    assert record.chosen(["refusals"]) == {"refusals": ["games"]}
    assert record.chosen(["juno", "editor"]) == {"playthroughs": ["juno"], "sentences": ["editor"]}
    assert record.chosen(["signatures"]).keys() == {"playthroughs"}
    assert record.chosen([]).keys() == record.PARTS.keys()
    with pytest.raises(SystemExit, match="nothing is recorded by the name nonsense"):
        record.chosen(["nonsense"])


def test_what_is_gone_is_removed_and_failures_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def write(piece: str) -> None:
        if piece == "broken":
            raise ValueError("it cannot be recorded today")
        (tmp_path / f"{piece}.txt").write_text(f"{piece} new\n", encoding="utf-8")

    monkeypatch.setattr(record, "ROOT", tmp_path)
    part = record.Part(
        *("about it", (tmp_path,), lambda: ["whole", "broken"], write, lambda piece: [tmp_path / f"{piece}.txt"]),
    )
    monkeypatch.setattr(record, "PARTS", {"part": part})
    (tmp_path / "whole.txt").write_text("whole old\n", encoding="utf-8")
    (tmp_path / "gone.txt").write_text("gone\n", encoding="utf-8")
    assert record.main(["--processes=1"]) == 1
    said = capsys.readouterr()
    assert "part: 2 of 2 files changed" in said.out
    assert "part: broken could not be recorded" in said.err
    assert "it cannot be recorded today" in said.err
    assert {path.name for path in tmp_path.iterdir()} == {"whole.txt"}
    assert record.main(["whole", "--processes=1"]) == 0
    assert capsys.readouterr().out == "part: nothing has changed\n"
