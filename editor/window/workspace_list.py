"""The workspaces that come with the program: which panels each shows, where, and which wait behind them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from editor.panels import PanelSpec

Group = tuple[str, ...]
"""Keys of panels behind each other; the first one is in front."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """An arrangement of panels for one kind of work. ``column`` are the groups of the main column, from above."""

    key: str
    title: str
    shortcut: str
    about: str
    side: str
    """The side of the main column: ``left`` or ``right``."""
    column: tuple[Group, ...]
    below: Group = ()
    """Panels below the map that are open from the start."""
    spare: Group = ()
    """Panels that belong to this work and stay closed until you open them."""
    shares: tuple[int, ...] = field(default=())
    """How the groups of the column share its height."""
    low_shares: tuple[int, ...] = ()
    """How they share it in a low window; empty for as in others."""
    closed_when_low: Group = ()
    """Panels that a low window leaves closed until you open them: the forms need the room."""

    @property
    def shown(self) -> Group:
        """The panels that are open from the start."""
        return (*(key for group in self.column for key in group), *self.below)


DRAW: Final = Workspace(
    "draw",
    "Draw",
    "Shift+F1",
    "Draw the map: the palette, and the details of the selected hexes",
    "left",
    (("palette",), ("inspector", "layers"), ("minimap",)),
    spare=("stamps", "underlay", "overlays"),
    shares=(470, 340, 150),
    low_shares=(370, 320, 150),
    closed_when_low=("minimap",),
)
ARMY: Final = Workspace(
    "army",
    "Army",
    "Shift+F2",
    "Raise the armies: the order of battle, and the set-up below it",
    "right",
    (("battle", "army"), ("scenario", "inspector")),
    spare=("units", "arrivals"),
    shares=(520, 400),
)
SCENARIO: Final = Workspace(
    "scenario",
    "Scenario",
    "Shift+F3",
    "Write the scenario: victory, options, special rules, and what the umpire finds",
    "right",
    (("scenario", "ledger"), ("inspector", "overlays")),
    below=("problems",),
    spare=("trials",),
    shares=(540, 320),
    low_shares=(370, 330),
)
PLAY: Final = Workspace(
    "play",
    "Play",
    "Shift+F4",
    "Play: what is asked, what the other side did, the log, the units",
    "right",
    (("preview", "battle"), ("summary",), ("log", "inspector")),
    spare=("board", "points"),
    shares=(500, 160, 230),
)
RULES: Final = Workspace(
    "rules",
    "Rules",
    "Shift+F11",
    "Write or read the rules: the rules file in the rules desk, or the paragraphs beside the map",
    "right",
    (("ledger",), ("inspector",)),
    below=("problems", "log"),
    shares=(540, 320),
    low_shares=(370, 330),
)
EXCHANGE: Final = Workspace(
    "exchange",
    "Exchange",
    "Shift+F12",
    "Import and export: files of other programs, packs, a scan below the grid and its tracing",
    "right",
    (("exchange",), ("underlay", "tracing")),
    shares=(600, 260),
)
WORKSPACES: Final = {space.key: space for space in (DRAW, ARMY, SCENARIO, PLAY, RULES, EXCHANGE)}


@dataclass(frozen=True, slots=True)
class Arranged:
    """Where all panels stand in a workspace: the column with those that wait behind it, and the row below the map."""

    side: str
    column: tuple[Group, ...]
    below: Group
    shown: frozenset[str]


def arranged(space: Workspace, panels: list[PanelSpec], *, low: bool = False) -> Arranged:
    """A place for every panel, in a window that is ``low`` or not. One that no workspace knows is open at the end of
    the column, or below the map."""
    known = {key for each in WORKSPACES.values() for key in (*each.shown, *each.spare)}
    listed = set(space.shown)
    behind = [one for one in panels if one.key not in listed]
    aside = [one.key for one in behind if one.area != "bottom"]
    below = [one.key for one in behind if one.area == "bottom"]
    first, *others = ([key for key in group if _is_panel(key, panels)] for group in space.column)
    column = [(*first, *aside), *(tuple(group) for group in others)]
    new = {one.key for one in panels if one.key not in known and one.visible}
    shown = frozenset(listed | new).difference(space.closed_when_low if low else ())
    return Arranged(space.side, tuple(filter(None, column)), (*space.below, *below), shown)


def grouped(panels: list[PanelSpec]) -> Iterator[tuple[str, list[PanelSpec]]]:
    """The panels by the first workspace that they belong to, each with its title; those of none come last, without."""
    left = {one.key: one for one in panels}
    for space in WORKSPACES.values():
        specs = [left.pop(key) for key in (*space.shown, *space.spare) if key in left]
        if specs:
            yield space.title, specs
    yield "", list(left.values())


def _is_panel(key: str, panels: list[PanelSpec]) -> bool:
    return any(one.key == key for one in panels)
