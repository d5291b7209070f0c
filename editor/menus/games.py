"""A game from a file, taken up in a tab of its own: for the Play menu, and for files that are opened like any other."""

from __future__ import annotations

from pathlib import Path

from editor.desk.desk import Desk
from editor.document.document import Document
from editor.preview.saved import played_again
from editor.work import settings
from engine.formats.specs import ReplaySpec
from engine.hexes.board.battlemap import hexes_of


def take_up(desk: Desk, spec: ReplaySpec, path: Path) -> None:
    """Go on with the game of a file, with its other lines of play. Raises HexwrightError when it cannot be begun."""
    opened = played_again(spec)
    scenario = opened.game.game.scenario
    desk.tabs.open(Document(hexes_of(scenario.map), scenario))
    desk.preview.take_up(opened.game)
    if not opened.departed:
        desk.preview.kept(path)
    for departed in opened.departed:
        desk.log.add(f"{path.name} goes another way from {departed}", "warning")
    settings.note_recent(path)
    lines = len(opened.game.lines)
    kept = "" if not lines else ", and another line of play" if lines == 1 else f", and {lines} other lines of play"
    desk.status(f"{path.name}: {desk.preview.played} actions{kept}. The arrows step through them.")
