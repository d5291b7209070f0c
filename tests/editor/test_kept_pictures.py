"""Pictures that are kept while there is room for them."""

from __future__ import annotations

from PySide6.QtGui import QImage, QPainter

from editor.canvas.drawing.kept_pictures import KeptPictures
from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing import patterns
from editor.hexes.drawing.scatter import StampGround
from engine.formats import load_palette


def drawn(log: list[tuple[str, int]], most: int) -> KeptPictures[str, int]:
    """Keeps squares of four bytes a pixel, and notes which ones are drawn."""

    def draw(name: str, side: int) -> QImage:
        log.append((name, side))
        return QImage(side, side, QImage.Format.Format_RGB32)

    return KeptPictures(draw, most)


def test_what_was_drawn_before_is_not_drawn_again() -> None:
    log: list[tuple[str, int]] = []
    kept = drawn(log, 10_000)
    assert kept("a", 10).width() == 10
    assert kept("a", 10) is kept("a", 10)
    kept("a", 20)
    assert log == [("a", 10), ("a", 20)]
    assert kept.size == 4 * (100 + 400)


def test_all_can_be_let_go() -> None:
    log: list[tuple[str, int]] = []
    kept = drawn(log, 10_000)
    kept("a", 10)
    kept.clear()
    assert kept.size == 0
    kept("a", 10)
    assert log == [("a", 10), ("a", 10)]


def test_what_was_longest_not_asked_for_makes_room() -> None:
    log: list[tuple[str, int]] = []
    kept = drawn(log, 4 * 250)
    for name in ("a", "b", "a", "c"):
        kept(name, 10)
    assert kept.size == 4 * 200
    log.clear()
    kept("a", 10)
    kept("b", 10)
    assert log == [("b", 10)]


def test_one_that_is_larger_than_all_the_room_is_kept_alone() -> None:
    log: list[tuple[str, int]] = []
    kept = drawn(log, 1000)
    kept("a", 10)
    kept("huge", 100)
    assert kept.size == 4 * 100 * 100
    kept("huge", 100)
    assert log == [("a", 10), ("huge", 100)]
    kept("a", 10)
    assert kept.size == 4 * 100


def test_stamps_of_many_zooms_keep_to_their_room() -> None:
    """Each is 1,500 pixels wide and more, and takes up 9 MB."""
    wood = load_palette("standard").terrain["forest"]
    stamp = patterns.stamped(wood, StampGround(flat=True), 0, 0.0, 0.0)
    assert stamp is not None
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    for step in range(9):
        patterns.draw_stamps(painter, [stamp], 750 / (1.25 * SCALE) + 0.01 * step, vector=False)
    painter.end()
    assert patterns._sprite.size <= patterns.ROOM
    assert patterns._tree.size <= patterns.ROOM // 4
