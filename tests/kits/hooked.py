"""Games of First Steps by Two Banks with a file of hooks beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kit_files import HERE, first_steps

from engine.formats import dump_scenario, load_scenario
from engine.kit.hooks.reading import read_hooks
from engine.kit.hooks.trust import trust
from engine.play import Game, Start

NAME = "my_hooks.py"
"""What the file of hooks is called."""


def battle(folder: Path, code: str, more: str = "") -> Path:
    """Write the rules, their hooks and a scenario into a folder; gives the file of the scenario."""
    rules = (HERE / "two_banks.yaml").read_text(encoding="utf-8")
    (folder / "rules.yaml").write_text(f"{rules}hooks: ./{NAME}\n{more}", encoding="utf-8")
    (folder / NAME).write_text(code, encoding="utf-8")
    file = folder / "battle.yaml"
    file.write_text(dump_scenario(first_steps().with_(system="./rules.yaml")), encoding="utf-8")
    return file


def trusted(folder: Path) -> None:
    """Trust the hooks that lie in a folder."""
    hooks = read_hooks(folder / "rules.yaml", f"./{NAME}")
    trust(hooks.digest, str(hooks.path))


def game_with(
    folder: Path, code: str, more: str = "", *, start: Start | None = None, dice: tuple[int, ...] = ()
) -> Game:
    """A game by hooks that are trusted."""
    file = battle(folder, code, more)
    trusted(folder)
    return Game(load_scenario(file), 1, start=start, dice=dice)


def in_combat(**units: str) -> Start:
    """The combat phase of the Americans, the warband next to the First Regiment in F0605, and other units elsewhere."""
    placed: dict[str, Any] = {"us-1": "F0605", "ac-warband": "F0606"}
    return Start(
        side="us", phase="combat", units={**placed, **{key.replace("_", "-"): at for key, at in units.items()}}
    )


def told(game: Game, kind: str) -> list[dict[str, Any]]:
    """The events of a kind."""
    return [dict(event.data) for event in game.events if event.kind == kind]
