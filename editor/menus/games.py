"""A game from a file, taken up in a tab of its own: for the Play menu, and for files that are opened like any other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from editor.desk.desk import Desk
from editor.document.document import Document
from editor.preview import keeping
from editor.preview.lines import Left
from editor.preview.saved import played_again
from editor.work import settings
from engine.formats.specs import ReplaySpec
from engine.plural import counted


def take_up(desk: Desk, spec: ReplaySpec, path: Path) -> None:
    """Go on with the game of a file, with its other lines of play. Raises HexwrightError when it cannot be begun."""
    opened = played_again(spec)
    _show(desk, opened.game)
    if not opened.departed:
        desk.preview.kept(path)
    for departed in opened.departed:
        desk.log.add(f"{path.name} could not be replayed from {departed.said}", "warning", departed.rule)
    settings.note_recent(path)
    lines = len(opened.game.lines)
    kept = "" if not lines else ", and another line of play" if lines == 1 else f", and {lines} other lines of play"
    desk.status(f"{path.name}: {counted(desk.preview.played, 'action')}{kept}. The arrows step through them.")


def take_up_kept(desk: Desk, key: str) -> None:
    """Go on with a game that was kept, where it was left. Raises HexwrightError when it cannot be begun."""
    opened = played_again(keeping.read(key))
    _show(desk, replace(opened.game, kept_as=key, unsaved=True))
    for departed in opened.departed:
        desk.log.add(f"The game could not be replayed from {departed.said}", "warning", departed.rule)
    desk.status(
        f"The game is back, with {counted(desk.preview.played, 'action')}. Play > Save game saves it to a file."
    )


def _show(desk: Desk, game: Left) -> None:
    """A game in a tab of its own."""
    scenario = game.game.scenario
    desk.tabs.open(Document(scenario.map, scenario))
    desk.preview.take_up(game)
