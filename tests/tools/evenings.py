"""The designer's evening and the player's evening, done with mouse and keys from start to end; counts what they take.

python tests/tools/evenings.py            prints both tables
python tests/tools/evenings.py OUT        writes a picture of the window after each task too
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import camera

if TYPE_CHECKING:
    from editor.window.window import Window

POINTED: Final = 2.65
"""Seconds for a click of somebody at home in the program: 1.35 to think, 1.1 to point, 0.2 to press."""
TYPED: Final = 0.28
"""Seconds for a key."""
STACK: Final = 30


class CountingHand:
    """A hand that counts what it does."""

    def __init__(self) -> None:
        self._bot = camera.hand()
        self.clicks = self.keys = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bot, name)

    def mouseClick(self, *args: Any, **more: Any) -> None:
        """A click."""
        self.clicks += 1
        self._bot.mouseClick(*args, **more)

    def mousePress(self, *args: Any, **more: Any) -> None:
        """The beginning of a drag."""
        self.clicks += 1
        self._bot.mousePress(*args, **more)

    def keyClick(self, *args: Any, **more: Any) -> None:
        """A key."""
        self.keys += 1
        self._bot.keyClick(*args, **more)

    def keyClicks(self, widget: Any, text: str) -> None:
        """A text."""
        self.keys += len(text)
        self._bot.keyClicks(widget, text)


class Evening:
    """Tasks one after the other, with what each took."""

    def __init__(self, hand: CountingHand, window: Window, folder: Path | None, name: str) -> None:
        self.hand, self.window, self._folder, self._name = hand, window, folder, name
        self.rows: list[tuple[str, int, int, float]] = []

    def task(self, said: str, do: Callable[[], object]) -> None:
        """Do a task and note it."""
        before, begun = (self.hand.clicks, self.hand.keys), time.monotonic()
        do()
        took = time.monotonic() - begun
        clicks, keys = self.hand.clicks - before[0], self.hand.keys - before[1]
        self.rows.append((said, clicks, keys, took))
        print(f"{said}: {clicks} clicks, {keys} keys, {took:.1f} s", flush=True)
        if self._folder is not None:
            camera.settle(self.window)
            camera.take(self.window, self._folder / f"{self._name}-{len(self.rows)}.png")

    def table(self) -> str:
        """The tasks as a Markdown table."""
        lines = ["| task | clicks and drags | keys | a person, about |", "|---|--:|--:|--:|"]
        for said, clicks, keys, _ in [*self.rows, self._sum()]:
            lines.append(f"| {said} | {clicks} | {keys} | {_minutes(clicks * POINTED + keys * TYPED)} |")
        return "\n".join(lines)

    def _sum(self) -> tuple[str, int, int, float]:
        return "**in all**", sum(r[1] for r in self.rows), sum(r[2] for r in self.rows), sum(r[3] for r in self.rows)


def _minutes(seconds: float) -> str:
    return f"{round(seconds)} s" if seconds < 90 else f"{seconds / 60:.1f} min"


def opened() -> Window:
    """A window as somebody finds it who starts the program."""
    from editor.window.app import make_window

    window = make_window(None)
    window.resize(1600, 1000)
    window.show()
    window.activateWindow()
    window.greeter.greet_if_empty()
    camera.settle(window)
    return window


def designer(folder: Path | None) -> str:
    """A map, armies, areas, arrivals that wait, victory, a game, a trial, a print."""
    from bench import forgive
    from designing import EveningDesigner

    hand, window = CountingHand(), opened()
    me, evening = EveningDesigner(hand, window), Evening(hand, window, folder, "designer")
    evening.task("a map from a template, with its name", me.field)
    evening.task("two woods, a river, a road, a village with its name", me.ground)
    evening.task("two armies, pasted as a table", me.units)
    evening.task("an area in which a side sets up freely", me.area)
    evening.task("reinforcements on turn 3, once the mill is held", me.waiting_reserve)
    evening.task("points for the mill and for losses; who wins a tie", me.victory)
    evening.task("the first turn played by the computer, and back", me.first_turn)
    evening.task("a trial of four games", me.trial)
    evening.task("the map printed on sheets, as PDF", lambda: me.print_map(Path(tempfile.mkdtemp(), "mill.pdf")))
    forgive(window)
    window.close()
    return evening.table()


def player(folder: Path | None) -> str:
    """Three turns of Lundy's Lane, a bound of Zama, and what helps on the way."""
    from bench import forgive
    from playing_evening import EveningPlayer

    hand, window = CountingHand(), opened()
    me, evening = EveningPlayer(hand, window), Evening(hand, window, folder, "player")
    evening.task("open Lundy's Lane from the welcome page", lambda: me.open_sample("Lundy's Lane"))
    evening.task("begin, and play the United States", lambda: me.begin("us"))
    evening.task("a first move, by a click on a unit and on a lit hex", me.first_move)
    evening.task("take it back, and move again", me.take_back)
    for turn in (1, 2, 3):
        evening.task(f"turn {turn} to its end", lambda turn=turn: me.until_turn(turn + 1))
    evening.task("a line of the summary leads to its place", me.summary)
    evening.task("leave the game", me.leave)
    evening.task("a stack of thirty: fanned out, filtered, two units chosen", lambda: me.fan_out(STACK))
    evening.task("the forecast of an attack, with its details", me.forecast)
    evening.task("open Zama and play Rome", me.open_table)
    evening.task("a bound on the table: dice, a move, the end", me.bound)
    evening.task("a bound of the computer, and its summary", me.their_bound)
    evening.task("leave the table", me.leave)
    forgive(window)
    window.close()
    return evening.table()


if __name__ == "__main__":
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    which = sys.argv[2:] or ["designer", "player"]
    camera.begin()
    for each in which:
        print({"designer": designer, "player": player}[each](out), flush=True)
    os._exit(0)
