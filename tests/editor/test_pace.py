"""What players have played beforehand is shown position by position, and at once only where that is wanted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fields import scenario
from pytestqt.qtbot import QtBot

from editor.preview.pace import Pace
from editor.preview.session import Preview


@pytest.fixture
def preview(qtbot: QtBot) -> Iterator[Preview]:
    made = Preview()
    made.start(
        scenario(setup={"us-9": "L0202", "us-towson": "L0201", "ac-1": "L0602"}), {"us": "first", "ac": "first"}, seed=3
    )
    with qtbot.waitSignal(made.stopped):
        made.play(actions=5, paced=True)
    assert (made.played, made.shown, made.known) == (5, 0, 0)
    yield made
    made.close()
    made.shutdown()


def shown_by(qtbot: QtBot, preview: Preview, speed: str) -> list[int]:
    """The positions that are shown until all five are, at a speed."""
    pace, shown = Pace(preview), list[int]()
    pace.speed = speed

    def note(number: int) -> None:
        shown.append(number)
        if preview.at_end:
            pace.pause()
        else:
            pace.go_on()

    preview.moved.connect(note)
    pace.resume()
    qtbot.waitUntil(lambda: preview.at_end)
    return shown


def test_fast_is_still_one_by_one(qtbot: QtBot, preview: Preview) -> None:
    assert shown_by(qtbot, preview, "fast") == [1, 2, 3, 4, 5]


def test_at_once_is_the_last_alone(qtbot: QtBot, preview: Preview) -> None:
    assert shown_by(qtbot, preview, "at once") == [5]
