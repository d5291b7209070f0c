"""Profiles of matching: kept under a name, found again, and refused where they do not fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import formats
from engine.errors import HexwrightError, NameNotKnown
from engine.exchange import profiles
from engine.exchange.matching import TerrainMatch, chosen_terrain, losses_of


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "FOLDER", tmp_path / "profiles")


def test_a_profile_is_kept_and_found_again() -> None:
    assert profiles.profile_names("wxx") == []
    text = profiles.dump_profile("wxx", {"step": 500}, {"Flat Moss, wet": "rough"})
    path = profiles.save_profile("my maps", text)
    assert profiles.profile_names("wxx") == ["my maps"]
    assert profiles.profile_names("tmx") == []
    words = profiles.read_profile("my maps", "wxx")
    assert words["step"] == "500"
    palette = formats.load_palette("standard")
    assert chosen_terrain(words["terrain"], palette) == {"flat moss, wet": "rough"}
    assert profiles.read_profile(str(path)) == words
    with pytest.raises(HexwrightError, match="for files of the format 'wxx'"):
        profiles.read_profile("my maps", "tmx")


@pytest.mark.parametrize("name", ["../a", "", "a/b", "con\0", "x" * 99])
def test_names_that_are_none_are_refused(name: str) -> None:
    with pytest.raises(HexwrightError, match="name of a profile"):
        profiles.save_profile(name, "")


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"format": "x"}', '{"format": "hexwright-profile 1", "terrain": 3}', "[" * 100_000]
)
def test_profiles_that_are_not_sound_are_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(HexwrightError, match=r"a\.json"):
        profiles.read_profile(str(file))
    with pytest.raises(HexwrightError, match="Could not read the profile"):
        profiles.read_profile("gone")


def test_a_table_is_written_with_commas_or_as_json() -> None:
    palette = formats.load_palette("standard")
    assert chosen_terrain("a b=forest, C=clear", palette) == {"a b": "forest", "c": "clear"}
    assert chosen_terrain(json.dumps({"A=1": "forest"}), palette) == {"a=1": "forest"}
    for wrong in ("a=lava", "a", '{"a": "lava"}', "{"):
        with pytest.raises(NameNotKnown):
            chosen_terrain(wrong, palette)


def test_what_is_not_matched_is_one_loss() -> None:
    assert losses_of([TerrainMatch("a", "forest", "name", 3)]) == []
    (one,) = losses_of([TerrainMatch("a", "", "", 3), TerrainMatch("b", "", "", 5)])
    assert (one.code, one.what, one.option) == ("LOSS205", "8 hexes of tiles b (5), a (3)", "terrain=b=...")
