"""What a file holds is known from its beginning, whatever it is; and what is not ours is replaced by nobody unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import data, formats
from engine.formats.holding import InTheWayError, held, refuse_to_replace
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("format: hexwright-map 1\nname: Ford\ngrid: {columns: 20, rows: 14}\n", "map", "a map: Ford, 20 x 14 hexes"),
        (
            "# mine\n\nformat: hexwright-map 1\nname: 'A ''ford'\nnumbers: {columns: 2, rows: 2}\n"
            "grid:\n  columns: 5\n  rows: 6\n",
            "map",
            "a map: A , 5 x 6 hexes",
        ),
        ('format: "hexwright-scenario 1"\nname: Battle # of a day\n', "scenario", "a scenario: Battle"),
        ("\ufeffformat: hexwright-palette 1\r\nname: Inks\r\n", "palette", "a palette: Inks"),
        ("format: hexwright-replay 1\nseed: 3\n", "replay", "a saved game"),
        ("format: hexwright-example 1\nscenario: a\n", "example", "an example of play"),
        ("name: X" + "x" * 200 + "\nformat: hexwright-scenario 1\n", "scenario", f"a scenario: X{'x' * 58}…"),
    ],
)
def test_a_file_of_ours_is_told_by_kind_name_and_size(tmp_path: Path, text: str, kind: str, said: str) -> None:
    found = held(write(tmp_path / "file.yaml", text))
    assert found is not None
    assert (found.kind, found.said) == (kind, said)
    assert found.ours is not text.startswith("name:"), "only what begins with its format line is surely ours"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.png", b"\x89PNG\r\n\x1a\n and so on", "a picture that Hexwright did not make"),
        ("a.svg", b"<svg xmlns='x'><desc>Ink</desc></svg>", "a picture that Hexwright did not make"),
        ("a.pdf", b"%PDF-1.4 of somebody", "a PDF document that Hexwright did not make"),
        ("report.html", b"<!DOCTYPE html><title>Mine</title>", "a page for web browsers that Hexwright did not make"),
        ("games.csv", b"name;born\nAda;1815\n", "a table (CSV)"),
        ("notes", b"buy milk", "another kind of file"),
        ("a.vmod", b"PK\x03\x04", "another kind of file (.vmod)"),
        ("a.yaml", b"terrain: 3\n", "another kind of file (.yaml)"),
        ("a.yaml", b"format: hexwright-quilt 1\n", "another kind of file (.yaml)"),
    ],
)
def test_what_is_not_ours_is_told_as_that(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    found = held(path)
    assert found is not None
    assert found.said == said
    assert not found.ours
    for kind in ("replay", "png", "svg", "pdf", "html", "map"):
        with pytest.raises(InTheWayError, match="was not replaced: it holds"):
            refuse_to_replace(path, kind)
    refuse_to_replace(path, "png", force=True)


def test_nothing_a_folder_and_an_empty_file_are_told_apart(tmp_path: Path) -> None:
    assert held(tmp_path / "none") is None
    assert held("\0") is None
    refuse_to_replace(tmp_path / "none", "map")
    empty = write(tmp_path / "empty.yaml", "")
    refuse_to_replace(empty, "map")
    folder = held(tmp_path)
    assert folder is not None
    assert folder.said == "a folder"


def test_files_that_are_written_are_known_again(tmp_path: Path) -> None:
    board = BattleMap(Grid(GridSpec(20, 14)), formats.load_palette("standard"), "Ford")
    formats.save_map(board, tmp_path / "ford.yaml")
    found = held(tmp_path / "ford.yaml")
    assert found is not None
    assert found.said == "a map: Ford, 20 x 14 hexes"
    refuse_to_replace(tmp_path / "ford.yaml", "map")
    with pytest.raises(InTheWayError, match="a map: Ford"):
        refuse_to_replace(tmp_path / "ford.yaml", "replay")


def test_every_map_and_scenario_that_ships_is_known(tmp_path: Path) -> None:
    for kind, folder in (("map", data.maps()), ("scenario", data.scenarios())):
        for path in folder.glob("*.yaml"):
            found = held(path)
            assert found is not None
            assert (found.kind, found.ours) == (kind, True), path
            assert kind != "map" or found.said.endswith(("hexes", "paces")), path
