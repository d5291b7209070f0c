"""Saving leaves the new file whole or the old file whole."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any, NoReturn

import pytest
from format_fields import MAP, SCENARIO

from engine.errors import HexwrightError
from engine.formats import (
    ReadOnlyError,
    ReplaySpec,
    load,
    load_map,
    load_palette,
    load_replay,
    load_scenario,
    load_text,
    read_only,
    refuse_read_only,
    save_map,
    save_palette,
    save_replay,
    save_scenario,
)
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.formats.write_map import map_lines
from engine.scenario import Scenario


@pytest.fixture
def battle() -> BattleMap:
    model = load_text(MAP).model
    assert isinstance(model, BattleMap)
    return model


@pytest.fixture
def scenario() -> Scenario:
    model = load_text(SCENARIO).model
    assert isinstance(model, Scenario)
    return model


def test_every_kind_is_saved_and_loaded(tmp_path: Path, battle: BattleMap, scenario: Scenario) -> None:
    save_map(battle, tmp_path / "m.yaml")
    assert load_map(tmp_path / "m.yaml").terrain == battle.terrain
    save_scenario(scenario, tmp_path / "s.yaml")
    assert load_scenario(tmp_path / "s.yaml").units == scenario.units
    save_replay(ReplaySpec(scenario, seed=7), tmp_path / "r.yaml")
    assert load_replay(tmp_path / "r.yaml").seed == 7
    save_palette(load_palette("standard"), tmp_path / "p.yaml")
    assert load_palette(tmp_path / "p.yaml").terrain == load_palette("standard").terrain


def test_saving_again_changes_no_byte(tmp_path: Path, scenario: Scenario) -> None:
    path = tmp_path / "s.yaml"
    save_scenario(scenario, path)
    first = path.read_bytes()
    save_scenario(load_scenario(path), path)
    assert path.read_bytes() == first
    assert [entry.name for entry in tmp_path.iterdir()] == ["s.yaml"]


def test_the_leading_comment_of_a_file_outlives_saving(tmp_path: Path, battle: BattleMap) -> None:
    path = tmp_path / "m.yaml"
    head = "# yaml-language-server: $schema=map.json\n# Drawn by hand.\n"
    path.write_text(head + MAP + "# at the end\n", encoding="utf-8")
    save_map(battle, path)
    text = path.read_text(encoding="utf-8")
    assert text.startswith(head + "format:")
    assert text.endswith("# at the end\n")
    assert load(path).findings == []


def no_space(*args: Any, **more: Any) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


def denied(*args: Any, **more: Any) -> NoReturn:
    raise PermissionError(errno.EACCES, "Permission denied")


@pytest.mark.parametrize("call", ["open", "fsync", "replace"])
@pytest.mark.parametrize("failure", [no_space, denied])
def test_a_failed_save_leaves_the_old_file_whole_and_says_why(
    tmp_path: Path, battle: BattleMap, monkeypatch: pytest.MonkeyPatch, call: str, failure: Any
) -> None:
    path = tmp_path / "m.yaml"
    path.write_text("precious", encoding="utf-8")
    with monkeypatch.context() as patched:
        patched.setattr(os, call, failure)
        with pytest.raises(HexwrightError) as caught:
            save_map(battle, path)
    assert path.read_text(encoding="utf-8") == "precious"
    assert [entry.name for entry in tmp_path.iterdir()] == ["m.yaml"]
    assert str(path) in str(caught.value)
    assert ("No space left" if failure is no_space else "Permission denied") in str(caught.value)


@pytest.mark.parametrize("place", ["missing/m.yaml", ".", "m\0.yaml", "a" * 300])
def test_places_that_cannot_be_saved_to(tmp_path: Path, battle: BattleMap, place: str) -> None:
    with pytest.raises(HexwrightError, match="could not be saved"):
        save_map(battle, f"{tmp_path}/{place}")
    assert list(tmp_path.iterdir()) == []


def test_devices_are_not_written_to(battle: BattleMap) -> None:
    with pytest.raises(HexwrightError, match="device"):
        save_map(battle, os.devnull)


def test_a_read_only_file_is_not_replaced(tmp_path: Path, battle: BattleMap, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.yaml"
    path.write_text("precious", encoding="utf-8")
    # The superuser may write to anything, so that the answer is made up here.
    monkeypatch.setattr(os, "access", lambda *args: False)
    with pytest.raises(HexwrightError, match="read-only"):
        save_map(battle, path)
    assert path.read_text(encoding="utf-8") == "precious"


def test_a_file_marked_read_only_is_replaced_only_by_force_and_stays_so(tmp_path: Path, battle: BattleMap) -> None:
    path = tmp_path / "m.yaml"
    path.write_text("precious", encoding="utf-8")
    assert not read_only(path)
    path.chmod(0o444)
    assert read_only(path), "for the superuser too, who may write it"
    with pytest.raises(ReadOnlyError) as caught:
        save_map(battle, path)
    assert caught.value.path == path
    assert path.read_text(encoding="utf-8") == "precious"
    save_map(battle, path, force=True)
    assert load_map(path).terrain == battle.terrain
    assert stat.S_IMODE(path.stat().st_mode) == 0o444


@pytest.mark.parametrize("place", ["none.yaml", ".", "m\0.yaml"])
def test_what_is_no_file_is_not_read_only(tmp_path: Path, place: str) -> None:
    assert not read_only(f"{tmp_path}/{place}")
    refuse_read_only(f"{tmp_path}/{place}")


@pytest.mark.skipif(os.name != "posix", reason="needs file modes and links")
def test_links_are_followed_and_modes_kept(tmp_path: Path, battle: BattleMap) -> None:
    target, link = tmp_path / "real.yaml", tmp_path / "link.yaml"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    save_map(battle, link)
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8").startswith("format: hexwright-map 1\n")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_model_that_cannot_be_written_touches_no_file(tmp_path: Path, battle: BattleMap, scenario: Scenario) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("precious", encoding="utf-8")
    battle.elevation[0] = 99
    with pytest.raises(HexwrightError, match="elevation 99"):
        save_map(battle, path)
    for special in ({"x": float("nan")}, {"x": object()}, {"": 1}, {"x": 10**40}):
        with pytest.raises(HexwrightError, match="cannot be written"):
            save_scenario(scenario.with_(special=special), path)
    assert path.read_text(encoding="utf-8") == "precious"


def test_terrains_without_a_character_of_their_own_get_one(battle: BattleMap) -> None:
    battle.legend = {"f": "swamp", ".": "clear"}
    loaded = load_text("format: hexwright-map 1\n" + "\n".join(map_lines(battle)) + "\n")
    assert isinstance(loaded.model, BattleMap)
    assert loaded.model.terrain == battle.terrain
    assert loaded.model.legend["f"] == "swamp"
    assert "forest" in loaded.model.legend.values()
