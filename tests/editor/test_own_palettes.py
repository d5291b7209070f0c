"""A map's own palette stays in the folder that was chosen, whatever path the map names it by."""

from __future__ import annotations

from pathlib import Path

import pytest

from editor.document import palettes
from editor.document.document import Document
from engine import formats
from engine.boards.palette import Palette
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A project with a map that names its palette by a way up."""
    folder = tmp_path / "pack"
    (folder / "x" / "y").mkdir(parents=True)
    (folder / ".config").mkdir()
    (folder / ".hexwright").touch()
    standard = formats.load_palette("standard")
    formats.save_palette(standard, folder / ".config" / "own.yaml")
    own = Palette("../../.config/own.yaml", "Own", standard.kinds)
    formats.save_map(BattleMap(Grid(GridSpec(6, 5)), own, "The field"), folder / "x" / "y" / "m.yaml")
    return folder


@pytest.mark.parametrize("changed", [False, True])
def test_a_palette_goes_beside_the_map_that_is_saved_elsewhere(pack: Path, tmp_path: Path, changed: bool) -> None:
    document = Document.open(pack / "x" / "y" / "m.yaml")
    if changed:
        document.mark_unsaved("map")
    target = tmp_path / "home" / "maps" / "m.yaml"
    target.parent.mkdir(parents=True)
    before = sorted(tmp_path.rglob("*"))
    written = document.save_as(target)
    assert sorted(set(tmp_path.rglob("*")) - set(before)) == [target, target.parent / "own.yaml"]
    assert set(written) == {target, target.parent / "own.yaml"}
    assert formats.load_map(target).palette.kinds == document.battle_map.palette.kinds
    assert document.save() == []
    document.mark_unsaved("map")
    assert document.save() == [target]


def test_a_palette_in_the_project_stays_where_it_is(pack: Path) -> None:
    document = Document.open(pack / "x" / "y" / "m.yaml")
    document.save_as(pack / "x" / "y" / "other.yaml")
    assert document.battle_map.palette.key == "../../.config/own.yaml"
    assert not (pack / "x" / "y" / "own.yaml").exists()


@pytest.mark.parametrize(
    "key",
    ["../../../x", "/etc/x", "//host/share/x.yaml", "..\\..\\x", "\\\\host\\share\\x", "~/x", "..", "."],
)
def test_no_name_leads_out_of_the_folder(tmp_path: Path, key: str) -> None:
    near = tmp_path / "maps" / "m.yaml"
    near.parent.mkdir()
    assert palettes.home(key, near).parent == near.parent
    assert palettes.home(key, near).suffix == ".yaml"


def test_a_palette_is_not_written_through_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "own.yaml").symlink_to(tmp_path / "profile")
    own = Palette("own", "Own", formats.load_palette("standard").kinds)
    document = Document(BattleMap(Grid(GridSpec(6, 5)), own, "The field"))
    with pytest.raises(HexwrightError, match="a link to"):
        document.save_as(folder / "m.yaml")
    assert not (tmp_path / "profile").exists()
