"""An export to another program's file, in a process of its own where it takes long: the window answers meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from editor.canvas.drawing.look import Look
from editor.output.apart import work_apart
from editor.output.exchange_pictures import DrawnPictures
from editor.output.export import MapDrawing
from engine.exchange.exporting import export, made_files
from engine.exchange.losses import LostPart
from engine.exchange.rows import Format
from engine.exchange.source import BoardPicture, ExportSource, Options, Pictures
from engine.scenario.model import Scenario, Unit

TellWords = Callable[[str, float], None]
"""Told what is done now (empty: as before), and the part that is done, less than 0 if unknown; may raise
InterruptedError to break off."""
MANY: Final = 100
"""Units from which on their counters are worth a process of its own."""


def export_file(
    source: ExportSource,
    row: Format,
    options: Options,
    path: Path,
    tell: TellWords,
    ready: Callable[[], None],
    *,
    agreed: bool = False,
) -> tuple[list[Path], list[LostPart]]:
    """Export to a file, as `engine.exchange.exporting.export` does. ``tell`` and ``ready`` may break it off."""
    make = partial(_made_apart, tell) if takes_long(source) else made_files
    return export(source, row, options, SpeakingPictures(tell), path, make=make, agreed=agreed, ready=ready)


def takes_long(source: ExportSource) -> bool:
    """Whether an export is worth a process of its own."""
    units = sum(len(scenario.units) for scenario in source.scenarios)
    return units >= MANY or MapDrawing(source.board, None, Look()).large


def _made_apart(
    tell: TellWords, row: Format, source: ExportSource, options: Options, _pictures: Pictures, stem: str
) -> dict[str, bytes]:
    return work_apart(_made, (row, source, options, stem), lambda said: tell(*said), ("", -1.0))


def _made(
    row: Format, source: ExportSource, options: Options, stem: str, tell: Callable[[tuple[str, float]], None]
) -> dict[str, bytes]:
    """In the other process: the files, as `made_files` gives them."""
    return made_files(row, source, options, SpeakingPictures(lambda words, part: tell((words, part))), stem)


class SpeakingPictures(DrawnPictures):
    """Draws, and says what it draws."""

    def __init__(self, tell: TellWords) -> None:
        super().__init__(lambda part: tell("", part))
        self._say = tell
        self._counters = 0

    def board(self, source: ExportSource, place: BoardPicture, *, style: str, numbers: bool, furniture: bool) -> bytes:
        """The map, as the drawing says it."""
        self._say(f"Drawing the board of {source.name}…", -1.0)
        return super().board(source, place, style=style, numbers=numbers, furniture=furniture)

    def counter(self, scenario: Scenario, unit: Unit, pixels: int, *, back: bool, folder: str) -> bytes:
        """A counter, as the drawing says it."""
        self._count(scenario, back)
        return super().counter(scenario, unit, pixels, back=back, folder=folder)

    def card(
        self, scenario: Scenario, unit: Unit, pixels: int, bleed: int, *, back: bool, folder: str, inset: int = 0
    ) -> bytes:
        """A counter to be cut out, as the drawing says it."""
        self._count(scenario, back)
        return super().card(scenario, unit, pixels, bleed, back=back, folder=folder, inset=inset)

    def _count(self, scenario: Scenario, back: bool) -> None:
        self._counters += not back
        total = len(scenario.units)
        part = min(1.0, self._counters / max(1, total))
        self._say(f"Drawing counter {min(self._counters, total):,} of {total:,}…", part)
