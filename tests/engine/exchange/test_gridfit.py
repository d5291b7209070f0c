"""A grid is laid over a picture by hand: moved, sized, turned, stretched and sheared, by options."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from exchange_drawing import FlatPictures, plain
from PIL import Image
from test_vassal_module import VMOD
from test_vassal_reader import BUILD, GIVEN, brought, module
from vassal_reading import Module

from engine import formats
from engine.boards.affine import applied, inverse
from engine.errors import HexwrightError
from engine.exchange.exporting import export
from engine.exchange.gridfit import AS_IN_FILE, GridFit, options_of_fit
from engine.exchange.gridoptions import GridOptions
from engine.exchange.importing import save_import
from engine.exchange.rows import recognised
from engine.exchange.source import ExportSource
from engine.exchange.vassal.options import VassalOptions
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Orientation
from engine.scenario.model import Scenario

SIZE = (620, 500)
FITS = [
    GridFit(right=12.5, down=-7),
    GridFit(size=1.25),
    GridFit(turn=8.5),
    GridFit(stretch=1.1, shear=0.06),
    GridFit(-9, 14, 0.9, -3.25, 0.95, -0.04),
]


def test_a_fit_is_undone_by_its_inverse_and_keeps_the_middle() -> None:
    for fit in FITS:
        matrix = fit.matrix(*SIZE)
        assert applied(matrix, 310, 250) == pytest.approx((310 + fit.right, 250 + fit.down))
        assert applied(inverse(matrix), *applied(matrix, 17, 400)) == pytest.approx((17, 400))
        assert GridOptions.model_validate(options_of_fit(fit)).fit == fit
    assert AS_IN_FILE.plain


@pytest.mark.parametrize("fit", FITS)
@pytest.mark.parametrize("sideways", ["false", "true"])
def test_every_hex_lies_where_the_hand_put_it(fit: GridFit, sideways: str, tmp_path: Path) -> None:
    path = module(tmp_path / "a.vmod", version="3.7.0", sideways=sideways)
    words = {name: str(value) for name, value in options_of_fit(fit).items()}
    found = brought(path, **words)
    under, theirs = found.board.look.underlay, Module(path)
    board = found.board
    assert under is not None
    assert isinstance(board, BattleMap)
    grid, back = board.grid, inverse(fit.matrix(*SIZE))
    named = 0
    for h in grid.hexes:
        at = under.to_pixel(*grid.centre(h))
        if h in grid.void:
            continue
        assert -1 < at[0] < SIZE[0] + 1
        assert -1 < at[1] < SIZE[1] + 1
        as_written = applied(back, *at)
        if 60 < as_written[0] < 560 and 70 < as_written[1] < 430:
            named += 1
            assert theirs.hex_name(*as_written) == grid.name(h), "the hex has the name that the module gives it"
    assert named > 20
    on = [h for h in grid.hexes if h not in grid.void]
    area = SIZE[0] * SIZE[1] / (54.6 * 62.65 * fit.size**2 * fit.stretch)
    assert len(on) == pytest.approx(area, rel=0.2), "the picture is covered"
    assert found.laid is not None
    assert found.laid.fit == fit
    assert (found.laid.width, found.laid.height) == SIZE


def test_stretch_and_shear_go_into_the_underlay(tmp_path: Path) -> None:
    found = brought(module(tmp_path / "a.vmod"), grid_turn="2", grid_shear="5", grid_stretch="110")
    under = found.board.look.underlay
    assert under is not None
    assert under.shear != 0
    assert under.rotation != 0
    out = tmp_path / "game.yaml"
    save_import(found, out)
    loaded = formats.load(out).model
    assert isinstance(loaded, Scenario)
    kept = loaded.map.look.underlay
    assert kept is not None
    assert kept.matrix == pytest.approx(under.matrix)


def test_units_stand_in_the_hexes_of_the_moved_grid(tmp_path: Path) -> None:
    path = module(tmp_path / "a.vmod")
    assert brought(path).scenarios[0].setup == {"guard": "0202", "guard-2": "0202"}
    moved = brought(path, grid_down="62.65").scenarios[0]
    assert moved.setup == {"guard": "0201", "guard-2": "0201"}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"grid_right": "9000"}, "no hex on its picture"),
        ({"grid_size": "1"}, "grid_size"),
        ({"grid_turn": "nan"}, "grid_turn"),
        ({"grid_shear": "1000"}, "grid_shear"),
        ({"hex": "2"}, "no size"),
        ({"hex": "3999", "grid_right": "5000"}, "no hex"),
    ],
)
def test_impossible_places_are_refused(words: dict[str, str], why: str, tmp_path: Path) -> None:
    with pytest.raises(HexwrightError, match=why):
        brought(module(tmp_path / "a.vmod"), **words)


def test_a_board_without_a_grid_gets_one_that_is_said(tmp_path: Path) -> None:
    text = BUILD.format(**(GIVEN | {"version": "3.7.0", "loop": "+/null/piece;;;;/null;0;0;;0"}))
    start, end = (
        text.index("    <VASSAL.build.module.map.boardPicker.board.HexGrid"),
        text.index("   </VASSAL.build.module.map.boardPicker.Board>"),
    )
    path = tmp_path / "squares.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", text[:start] + text[end:])
        archive.writestr("images/board.png", plain(*SIZE, "#88aa66"))
    found = brought(path)
    assert [one.option for one in found.losses if one.code == "LOSS219"] == ["hex=64"]
    chosen = brought(path, hex="50", orientation="pointy")
    assert [one for one in chosen.losses if one.code == "LOSS219"] == []
    board = chosen.board
    assert isinstance(board, BattleMap)
    assert board.grid.spec.orientation is Orientation.POINTY
    assert board.grid.columns == 13, "12 on the picture, and one whose centre is on its edge"
    assert board.look.underlay is not None
    first, second = (board.look.underlay.to_pixel(*board.grid.centre(h)) for h in (0, 1))
    assert second[0] - first[0] == pytest.approx(50)


def test_a_module_of_ours_has_its_own_grid(tmp_path: Path) -> None:
    scenario = formats.load_scenario("first_steps")
    path = tmp_path / "a.vmod"
    export(ExportSource(scenario.map, (scenario,)), VMOD, VassalOptions(), FlatPictures(), path)
    assert brought(path).laid is None
    with pytest.raises(HexwrightError, match="leave out the options that move its grid"):
        brought(path, grid_turn="1")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_a_picture_becomes_a_map_with_the_picture_under_it(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"Scan & Son.{kind.lower()}"
    Image.new("RGB", (400, 300), "#99bb77").save(path, kind)
    assert recognised(path).key == "picture"
    found = brought(path, hex="40", grid_turn="5", grid_right="3")
    board = found.board
    assert isinstance(board, BattleMap)
    assert found.losses == []
    assert board.name == "Scan & Son"
    ending = "jpg" if kind == "JPEG" else "png"
    assert list(found.files) == [f"game-board.{ending}"]
    assert Image.open(io.BytesIO(found.files[f"game-board.{ending}"])).size == (400, 300)
    out = tmp_path / "game.yaml"
    assert len(save_import(found, out)) == 2
    loaded = formats.load(out)
    assert loaded.errors == []
    assert brought(path).losses[0].code == "LOSS219"


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n", b"GIF89a", b"RIFF\0\0\0\0WEBPVP8 ", plain(20, 20, "#fff")[:60]])
def test_a_broken_picture_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(data)
    with pytest.raises(HexwrightError, match=r"a\.png: the picture cannot be read|no hex on its picture"):
        brought(path)


def test_a_picture_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    data = plain(20, 20, "#fff")
    path.write_bytes(data[:16] + (30_000).to_bytes(4, "big") * 2 + data[24:])
    with pytest.raises(HexwrightError, match=r"cannot be read|million pixels"):
        brought(path)
