"""Map furniture by real mouse events: added, dragged, sized, edited, removed, each one step; and in pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from bench import Bench, at_bench
from fields import document
from hand import Hand
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QDialog, QInputDialog
from pytestqt.qtbot import QtBot
from tools.shipped import hex_maps

from editor.canvas.drawing import furniture, furniture_words
from editor.canvas.drawing.furniture import distance, furnished, listed_kinds, setting_of
from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import SCALE
from editor.dialogs.edit_furniture import FurnitureDialog
from editor.hexes.drawing.geometry import Geometry
from editor.hexes.drawing.place_names import label_rect
from editor.menus.furniture import placed
from editor.output.export import render_model
from editor.output.printed import sheet_of
from engine import data
from engine.boards.furniture import Furniture, FurnitureKind
from engine.formats import load_map
from engine.paper.sources import without_files
from engine.scenario.model import Turns


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        yield made


@pytest.fixture
def hand(qtbot: QtBot, bench: Bench) -> Hand:
    return Hand(qtbot, bench)


def add(bench: Bench, kind: str) -> Furniture:
    bench.desk.actions.get(f"map.add-{kind}").trigger()
    bench.canvas.fit()
    return bench.document.battle_map.look.furniture[-1]


def middle(item: Furniture) -> tuple[float, float]:
    return item.x + item.width / 2, item.y + item.height / 2


def test_new_pieces_stand_beside_the_map_and_not_on_each_other(bench: Bench) -> None:
    kinds = [kind for kind in FurnitureKind if kind is not FurnitureKind.BOX]
    paper = bench.canvas.map_scene.map_layer.paper
    for kind in kinds:
        add(bench, kind)
    made = bench.document.battle_map.look.furniture
    assert [item.kind for item in made] == kinds
    assert not furnished(bench.document.battle_map).isEmpty()
    for i, one in enumerate(made):
        assert one.x * SCALE >= paper.right() or one.y * SCALE >= paper.bottom()
        for other in made[:i]:
            apart_x = one.x >= other.x + other.width or other.x >= one.x + one.width
            assert apart_x or one.y >= other.y + other.height or other.y >= one.y + one.height
    assert bench.canvas.map_scene.paper.contains(furnished(bench.document.battle_map))
    assert bench.canvas.visible_rect.contains(furnished(bench.document.battle_map))


def test_a_box_is_titled_when_it_is_added(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_args, **_more: ("Holding box", True))
    assert add(bench, "box").title == "Holding box"


def test_a_drag_moves_a_piece_in_one_step(bench: Bench, hand: Hand) -> None:
    before = add(bench, "legend")
    x, y = middle(before)
    steps = hand.steps
    hand.drag((x, y), (x - 4, y + 2))
    after = bench.document.battle_map.look.furniture[0]
    assert (after.x - before.x, after.y - before.y) == (pytest.approx(-4, abs=0.1), pytest.approx(2, abs=0.1))
    assert hand.steps == steps + 1
    hand.undo()
    assert bench.document.battle_map.look.furniture == (before,)


def test_a_handle_sizes_the_selected_piece(bench: Bench, hand: Hand) -> None:
    before = add(bench, "legend")
    right, bottom = before.x + before.width, before.y + before.height
    hand.drag((right, bottom), (right + 2, bottom - 3))
    after = bench.document.battle_map.look.furniture[0]
    assert (after.x, after.y) == (before.x, before.y)
    assert after.width - before.width == pytest.approx(2, abs=0.1)
    assert after.height - before.height == pytest.approx(-3, abs=0.1)
    hand.undo()
    assert bench.document.battle_map.look.furniture == (before,)


def test_esc_takes_a_drag_back(bench: Bench, hand: Hand, qtbot: QtBot) -> None:
    before = add(bench, "legend")
    x, y = middle(before)
    hand.press((x, y))
    for part in range(1, 5):
        hand.move((x - part, y))
    assert bench.document.battle_map.look.furniture != [before]
    qtbot.keyClick(bench.canvas, Qt.Key.Key_Escape)
    assert bench.document.battle_map.look.furniture == (before,)
    assert not bench.document.stack.canRedo()


def test_delete_removes_the_selected_piece(bench: Bench, hand: Hand, qtbot: QtBot) -> None:
    before = add(bench, "compass")
    hand.click(middle(before))
    qtbot.keyClick(bench.canvas, Qt.Key.Key_Right)
    moved = bench.document.battle_map.look.furniture[0]
    assert moved.x == pytest.approx(before.x + 0.5)
    qtbot.keyClick(bench.canvas, Qt.Key.Key_Delete)
    assert bench.document.battle_map.look.furniture == ()
    hand.undo()
    assert bench.document.battle_map.look.furniture == (moved,)


def test_a_double_click_edits(bench: Bench, hand: Hand, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    before = add(bench, "legend")

    def answer(dialog: FurnitureDialog) -> int:
        dialog.title_of.setText("What is what")
        dialog.wide.setValue(5)
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(FurnitureDialog, "exec", answer)
    spot = hand.spot(middle(before))
    qtbot.mouseDClick(hand.viewport, Qt.MouseButton.LeftButton, pos=spot)
    after = bench.document.battle_map.look.furniture[0]
    assert (after.title, after.width, after.x) == ("What is what", 5.0, before.x)


def test_a_legend_lists_what_is_on_the_map() -> None:
    board = document().battle_map
    assert [kind.key for kind in listed_kinds(board)] == ["clear", "forest", "building", "slope", "road"]


def test_kinds_with_one_name_are_told_apart_in_a_legend() -> None:
    kinds = listed_kinds(load_map(data.maps() / "lundys_lane.yaml"))
    names = furniture.captions(kinds)
    assert [kind.name for kind in kinds].count("River") == 2
    assert {"River", "River (along hexsides)"} < set(names)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("100 yards", (100, "yards")),
        ("1 hex = 5 km", (5, "km")),
        ("a hex is 1,000 m across", (1000, "m across")),
        ("2.5 miles", (2.5, "miles")),
        ("", (1, "hexes")),
    ],
)
def test_the_scale_is_read(text: str, means: tuple[float, str]) -> None:
    assert distance(text) == means


@pytest.mark.parametrize("width", [0.9, 1.588, 3.2])
def test_a_scale_bar_stays_in_its_frame(qtbot: QtBot, width: float) -> None:
    board = document().battle_map
    board.scale = "100 yards"
    item = Furniture(FurnitureKind.SCALE_BAR, 1.0, 1.0, width, 1.7)
    picture = QImage(round((width + 2) * SCALE), round(3.7 * SCALE), QImage.Format.Format_RGB32)
    picture.fill(QColor("white"))
    painter = QPainter(picture)
    furniture.paint_piece(painter, item, furniture.FurnitureContents(board), 1.0)
    painter.end()
    inside = QRect(int(SCALE) - 2, int(SCALE) - 2, round(width * SCALE) + 4, round(1.7 * SCALE) + 4)
    white = QColor("white").rgb()
    spots = ((x, y) for x in range(picture.width()) for y in range(picture.height()) if picture.pixel(x, y) != white)
    assert all(inside.contains(x, y) for x, y in spots)


def test_pictures_reach_as_far_as_furniture(tmp_path: Path) -> None:
    doc = document()
    board = doc.battle_map
    render_model(board, doc.scenario, tmp_path / "bare.png", 48)
    for kind in (FurnitureKind.TURN_TRACK, FurnitureKind.LEGEND):
        board.look = replace(board.look, furniture=(*board.look.furniture, placed(board, kind)))
    render_model(board, doc.scenario, tmp_path / "full.png", 48)
    render_model(board, doc.scenario, tmp_path / "left.png", 48, Look(furniture=False))
    render_model(board, doc.scenario, tmp_path / "full.pdf")
    bare, full, left = (QImage(str(tmp_path / f"{name}.png")) for name in ("bare", "full", "left"))
    assert full.width() > bare.width()
    assert full.height() > bare.height()
    assert left.size() == bare.size()
    assert (tmp_path / "full.pdf").stat().st_size > 1000


def test_a_legend_uses_the_height_of_its_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[float] = []
    monkeypatch.setattr(furniture, "_swatch", lambda board, kind, rect: found.append(rect.height()))
    made = document().battle_map
    setting = furniture.FurnitureContents(made, listed_kinds(made))
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    tallest = []
    for height in (4.0, 8.0, 16.0, 40.0):
        painter = QPainter(image)
        furniture.paint_piece(painter, Furniture(FurnitureKind.LEGEND, 0, 0, 8.0, height), setting, 1.0)
        painter.end()
        tallest.append(max(found))
        found.clear()
    assert tallest == sorted(tallest)
    assert tallest[0] < tallest[1]
    assert tallest[-1] <= furniture.ENTRY, "no larger than hexes"


Written = tuple[str, QRectF, float]
"""Words, the room that they have, and how high they were meant to be."""


def written(monkeypatch: pytest.MonkeyPatch, item: Furniture, setting: furniture.FurnitureContents) -> list[Written]:
    """What is written on a piece."""
    found: list[Written] = []
    real = furniture._Board.text

    def text(board: furniture._Board, room: QRectF, words: str, size: float, **how: bool) -> None:
        found.append((words, QRectF(room), size))
        real(board, room, words, size, **how)

    monkeypatch.setattr(furniture._Board, "text", text)
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    furniture.paint_piece(painter, item, setting, 1.0)
    painter.end()
    return found


@pytest.mark.parametrize("path", hex_maps(), ids=lambda path: path.stem)
def test_the_names_in_a_shipped_legend_keep_off_the_pictures_beside_them(
    monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    board = load_map(path)
    setting = setting_of(board, None)
    pictures: list[QRectF] = []
    monkeypatch.setattr(furniture, "_swatch", lambda board, kind, rect: pictures.append(rect))
    legend = next(item for item in board.look.furniture if item.kind is FurnitureKind.LEGEND)
    names = written(monkeypatch, legend, setting)[1:]
    assert [words for words, _, _ in names] == furniture.captions(setting.kinds)
    for words, room, size in names:
        covers = QRectF(room.left(), room.top(), min(room.width(), furniture_words.wide(words) * size), room.height())
        gap = furniture.PAD * 0.5
        assert not [rect for rect in pictures if rect.adjusted(-gap, 0, 0, 0).intersects(covers)], words


def test_the_labels_of_a_turn_track_are_all_as_high(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    labels = {1: "January 22-February 11", 2: "May 6-26", 3: "August II 1892"}
    setting = furniture.FurnitureContents(document().battle_map, turns=Turns(4, labels=labels))
    said = written(monkeypatch, Furniture(FurnitureKind.TURN_TRACK, 0, 0, 7.0, 2.6), setting)[1:]
    below = [(words, room, size) for words, room, size in said if words not in "1234"]
    assert [words for words, _, _ in below] == ["January 22-", "February 11", "May 6-26", "August II", "1892"]
    assert len({size for _, _, size in below}) == 1
    assert all(furniture_words.wide(words) * size <= room.width() for words, room, size in below)


def test_a_path_wider_than_its_lines_is_broken(qtbot: QtBot) -> None:
    lines = furniture_words.broken("See resources/systems/twilights_last_gleaming/sources.md.", 12.0)
    assert "".join(lines) == "See resources/systems/twilights_last_gleaming/sources.md."
    assert max(map(furniture_words.wide, lines)) <= 12.0


def test_a_long_title_keeps_off_its_frame(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    board = document().battle_map
    setting = furniture.FurnitureContents(board, name="Nancy and Arracourt upon the Seille")
    item = Furniture(FurnitureKind.TITLE, 0, 0, 10.6, 2.6)
    (_, room, _), *_ = written(monkeypatch, item, setting)
    frame = furniture.scene_rect(item)
    assert room.left() - frame.left() == pytest.approx(frame.right() - room.right())
    assert room.left() - frame.left() >= furniture.PAD + 0.4 * SCALE


@pytest.mark.parametrize("path", hex_maps(), ids=lambda path: path.stem)
def test_the_scale_bar_of_a_shipped_map_measures_more_than_a_hex(
    monkeypatch: pytest.MonkeyPatch, path: Path, qtbot: QtBot
) -> None:
    board = load_map(path)
    bar = next(item for item in board.look.furniture if item.kind is FurnitureKind.SCALE_BAR)
    *_, (last, _, _) = written(monkeypatch, bar, setting_of(board, None))
    geo = board.look.geo
    across, _ = distance(board.scale) if geo is None else furniture.true_distance(board.scale, geo.hex)
    assert float(last.split()[0]) >= 2 * across, last


def test_a_scale_is_lower_than_a_long_title(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    board = document().battle_map
    board.scale = "100 yards"
    for name in ("Thames", "First Steps (Fire and Movement) upon the plain"):
        setting = furniture.FurnitureContents(board, name=name)
        (_, room, size), (_, _, below) = written(monkeypatch, Furniture(FurnitureKind.TITLE, 0, 0, 5.6, 2.6), setting)
        assert below < min(size, room.width() / furniture_words.wide(name, bold=True))


@pytest.mark.parametrize("name", ["", " ", "\u200b"])
@pytest.mark.parametrize("kind", FurnitureKind)
def test_names_that_show_nothing_can_be_printed(kind: FurnitureKind, name: str, qtbot: QtBot) -> None:
    board = document().battle_map
    board.name = board.provenance = name
    board.scale = "100 yards"
    kinds = tuple(replace(used, name=name) for used in listed_kinds(board))
    setting = furniture.FurnitureContents(board, kinds, Turns(count=3, labels={1: name}), name=name)
    image = QImage(60, 40, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    try:
        for width, height in ((0.5, 0.5), (5.6, 2.6), (5000.0, 0.5)):
            furniture.paint_piece(painter, Furniture(kind, 0, 0, width, height, name), setting, 1.0)
    finally:
        painter.end()


@pytest.mark.parametrize("path", hex_maps(), ids=lambda path: path.stem)
def test_every_shipped_map_has_what_a_sheet_wants_and_nothing_over_anything(path: Path) -> None:
    board = load_map(path)
    kinds = [item.kind for item in board.look.furniture]
    assert {*kinds} >= set(FurnitureKind) - {FurnitureKind.BOX}
    geometry = Geometry(board.grid)
    names = {label.text: label_rect(label, geometry) for label in board.labels}
    dry = [h for h in board.grid.hexes if board.terrain[h] not in board.palette.lakes]
    for i, item in enumerate(board.look.furniture):
        rect = furniture.scene_rect(item)
        assert not [other for other in board.look.furniture[:i] if furniture.scene_rect(other).intersects(rect)]
        assert not [name for name, room in names.items() if room.intersects(rect)], item.kind
        assert not [board.grid.name(h) for h in dry if rect.contains(*geometry.centre(h))], item.kind


def test_a_title_says_the_scenario_and_sources_the_provenance_in_letters_that_fit(qtbot: QtBot) -> None:
    board = document().battle_map
    board.provenance = "Drawn from memory. " * 12
    board.look = replace(board.look, furniture=(Furniture(FurnitureKind.SOURCES, 0, 0, 6, 3),))
    assert setting_of(board, None).name == board.name
    lines = furniture_words.broken(board.provenance, 20.0)
    assert len(lines) > 3
    assert " ".join(lines) == board.provenance.strip()


@pytest.mark.parametrize("path", hex_maps(), ids=lambda path: path.stem)
def test_no_printed_source_names_a_file(path: Path) -> None:
    """Whoever holds the sheet has no files; what else is said of a map is there, and ends as a sentence does."""
    printed = without_files(load_map(path).provenance)
    assert ".md" not in printed
    assert "README" not in printed
    assert " ." not in printed
    assert printed.endswith(".")


def test_a_file_in_brackets_goes_and_the_sentence_stays() -> None:
    told = "Ours. From the text: the grid (rules README), L2306 (4.16). Pages: resources/systems/x/sources.md."
    assert without_files(told) == "Ours. From the text: the grid, L2306 (4.16)."


def test_the_sheet_for_print_adds_what_is_lacking_below_and_nothing_twice() -> None:
    board = document().battle_map
    made = sheet_of(board)
    assert {item.kind for item in made.furniture} == set(FurnitureKind) - {FurnitureKind.BOX}
    floor = Geometry(board.grid).size[1] / SCALE
    assert all(item.y >= floor for item in made.furniture)
    board.look = made
    assert sheet_of(board) == made
