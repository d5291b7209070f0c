"""The commands that print rules: what they write, what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from editor.commandline import cli

RULES = Path(__file__).parents[1] / "kits" / "two_banks.yaml"


@pytest.fixture(autouse=True)
def elsewhere(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Pictures need an application; the first one made is that of all tests.
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", ["rulebook", "aids"])
@pytest.mark.parametrize(("ending", "begins"), [("pdf", b"%PDF-"), ("html", b"<!DOCTYPE html>"), ("md", b"<!-- Made")])
def test_a_document_is_written_by_its_ending(command: str, ending: str, begins: bytes) -> None:
    out = Path(f"out.{ending}")
    words = [command, str(RULES), "-o", str(out)]
    assert cli.main(words) == 0
    first = out.read_bytes()
    assert first.startswith(begins)
    assert cli.main(words) == 0, "a document of ours is replaced"
    assert out.read_bytes() == first
    assert list(Path().iterdir()) == [out], "nothing is left behind"


@pytest.mark.parametrize("what", ["first_steps", "tlg2", "bladensburg"])
def test_scenarios_and_rules_are_found_by_name(what: str) -> None:
    assert cli.main(["aids", what, "-o", "aids.md"]) == 0
    assert "Terrain effects" in Path("aids.md").read_text(encoding="utf-8")


def test_letter_paper_is_as_wide_as_letter() -> None:
    assert cli.main(["rulebook", str(RULES), "-o", "a4.pdf"]) == 0
    assert cli.main(["rulebook", str(RULES), "-o", "letter.pdf", "--paper", "letter"]) == 0
    assert b"/MediaBox [0 0 595" in Path("a4.pdf").read_bytes()
    assert b"/MediaBox [0 0 612" in Path("letter.pdf").read_bytes()


@pytest.mark.parametrize("command", ["rulebook", "aids"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tlg2", "-o", "out.doc"], "a document ends in .pdf, .html, .md, not '.doc'"),
        (["tlg2", "-o", "out"], "not 'nothing'"),
        (["no_such_rules", "-o", "out.md"], "there is no file 'no_such_rules'"),
        (["no_such.yaml", "-o", "out.md"], "no_such.yaml"),
        (["maps/ford.yaml", "-o", "out.md"], "is a map"),
        (["tlg2", "-o", "nowhere/out.md"], "there is no folder nowhere"),
        (["tlg2", "-o", "maps"], "a document ends in"),
    ],
)
def test_what_cannot_be_printed_is_refused(
    command: str, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from engine import formats
    from engine.hexes.board.battlemap import BattleMap
    from engine.hexes.board.grid import Grid, GridSpec

    Path("maps").mkdir()
    formats.save_map(BattleMap(Grid(GridSpec(4, 4)), formats.load_palette("standard"), "Ford"), "maps/ford.yaml")
    assert cli.main([command, *words]) == 2
    assert said in capsys.readouterr().err.replace("not nothing", "not 'nothing'")
    assert [path.name for path in Path().iterdir()] == ["maps"]


def test_a_broken_rules_file_gives_its_findings(capsys: pytest.CaptureFixture[str]) -> None:
    Path("broken.yaml").write_text(
        RULES.read_text(encoding="utf-8").replace("table: crt", "table: cart"), encoding="utf-8"
    )
    assert cli.main(["rulebook", "broken.yaml", "-o", "out.md"]) == 2
    assert "cart" in capsys.readouterr().err
    assert not Path("out.md").exists()


@pytest.mark.parametrize("command", ["rulebook", "aids"])
def test_rules_are_printed_whether_their_hooks_are_trusted_or_not(command: str) -> None:
    Path("hooks.py").write_text("raise RuntimeError\n", encoding="utf-8")
    text = RULES.read_text(encoding="utf-8")
    Path("hooked.yaml").write_text(f"{text.rstrip()}\nhooks: ./hooks.py\n", encoding="utf-8")
    assert cli.main([command, "hooked.yaml", "-o", "out.md"]) == 0
    assert Path("out.md").stat().st_size


@pytest.mark.parametrize("ending", ["pdf", "html", "md"])
def test_a_strangers_file_is_not_replaced_unasked(ending: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = Path(f"out.{ending}")
    out.write_text("mine", encoding="utf-8")
    words = ["rulebook", str(RULES), "-o", str(out)]
    assert cli.main(words) == 2
    assert "was not replaced" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "mine"
    assert cli.main([*words, "--force"]) == 0
