"""Pictures that a file names and that are not there: under the map, and on counters."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from spoiled import sound

from engine.boards.underlay import Underlay
from engine.formats import load, save_map, save_scenario
from engine.scenario.counters import CounterDesign
from engine.umpire.checks import check_loaded, check_map, check_scenario


def test_a_picture_of_counters_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "there.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    artwork = {"us-1": "art/gone.png", "us-2": "art/there.png", "infantry": "art/foot.png"}
    made = sound().with_(counters=CounterDesign(artwork=artwork))
    save_scenario(made, tmp_path / "made.yaml")
    for found in (check_loaded(load(tmp_path / "made.yaml")), check_scenario(made, folder=str(tmp_path))):
        pictures = [one for one in found if one.code == "UNIT126"]
        assert [one.place.data_path for one in pictures] == ["counters.artwork.us-1", "counters.artwork.infantry"]
        assert pictures[0].message == "the picture of 1st Regiment is not there: art/gone.png"
        assert "art/foot.png" in pictures[1].message
        assert [one.fix.data for one in pictures if one.fix] == [{"key": "us-1"}, {"key": "infantry"}]
    assert not [one for one in check_scenario(made) if one.code == "UNIT126"], "it is in no file yet"


def test_a_picture_under_the_map_that_is_not_there(tmp_path: Path) -> None:
    board = sound().map.copy()
    board.look = replace(board.look, underlays=(Underlay("scan.png", folder=str(tmp_path)),))
    save_map(board, tmp_path / "map.yaml")
    for found in (check_loaded(load(tmp_path / "map.yaml")), check_map(board)):
        (gone,) = [one for one in found if one.code == "MAP122"]
        assert (gone.place.data_path, gone.hint) == (
            "underlay.image",
            f"put the file back under {tmp_path}, or choose another in the Underlay panel",
        )
    (tmp_path / "scan.png").write_bytes(b"")
    assert not [one for one in check_map(board) if one.code == "MAP122"]
