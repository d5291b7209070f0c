"""The scenario: everything fixed before the first turn. Hexes are named by text here, so that a scenario
can be corrected while its map is still missing or wrong; the umpire says which names do not hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any, Final

from engine.boards.board import Board
from engine.plural import ordinal
from engine.scenario.counters import USUAL, CounterDesign
from engine.spelling import on_one_line

Value = str | int | float | bool | None

ENTER: Final = "enter"
PLACE: Final = "place"
POOL: Final = "pool"
WITHDRAW: Final = "withdraw"
CHANCE: Final = "chance"
NIGHT: Final = "night"


@dataclass(frozen=True, slots=True)
class Side:
    """A player's side; the order in the scenario is the order of their player turns."""

    key: str
    name: str
    colour: str = "#9cc3e6"
    ink: str = "#10202e"
    role: str = ""
    """What the rules take the side for, where they tell sides apart: ``empire``, ``native``."""
    sentence_name: str = ""
    """How sentences name the side, ``the British``; empty where that is its name."""

    def __post_init__(self) -> None:
        on_one_line(self, "name", "sentence_name")

    @property
    def called(self) -> str:
        """The side as sentences name it."""
        return self.sentence_name or self.name


_WORD: Final = re.compile(r"[^\W\d_]{3,}")
"""A word of a name; fewer letters, such as RM or SS, do not say what a unit is."""
_USUAL: Final = "infantry"
"""The type that goes without saying where the size is said."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit counter. ``values`` holds what its rules system prints on it (``strength``, ``range`` ...)."""

    key: str
    side: str
    name: str
    type: str
    size: str = ""
    """Size mark of a NATO symbol: ``company``, ``battalion``, ``regiment``, ``brigade``, ``division`` ..."""
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
    provenance: str = ""
    formation: str = ""
    """Its formations, the largest first: ``I Corps > 3rd Division``; see ``engine.scenario.formations``."""

    def __post_init__(self) -> None:
        on_one_line(self, "name", "size", "type", "formation")

    @property
    def called(self) -> str:
        """Its name in sentences; where that is but a number, with its size or type: ``8th Brigade``, ``3rd Parachute
        Brigade``, ``12 SS Regiment``."""
        says_little = any(letter.isdigit() for letter in self.name) and not _WORD.search(self.name)
        if not says_little or "," in self.name or self.name == self.key:
            return self.name
        number = self.name.strip()
        kind = "" if self.size and self.type == _USUAL else self.type.replace("_", "-")
        parts = [ordinal(int(number)) if number.isascii() and number.isdecimal() else number]
        return " ".join([*parts, *(part[:1].upper() + part[1:] for part in (kind, self.size) if part)])

    def number(self, key: str, default: int = 0) -> int:
        """A whole-number value of the counter; ``default`` where it has none, or something that is no number."""
        value = self.values.get(key)
        return int(value) if isinstance(value, int | float) and isfinite(value) else default

    def flag(self, key: str) -> bool:
        """A yes-or-no value of the counter."""
        return bool(self.values.get(key, False))


@dataclass(frozen=True, slots=True)
class Arrival:
    """Units that enter on a turn at an entry hex, in any order."""

    turn: int
    side: str
    entry: tuple[str, ...]
    """The entry hexes the owner may choose from (most systems: one); a region of the map stands for its hexes."""
    units: tuple[str, ...]
    name: str = ""
    how: str = ENTER
    """``enter`` (by the map's edge), ``place`` (straight into a hex of ``entry``), ``pool`` (into the pool of that
    name), or ``withdraw``: they leave the game when the turn begins, wherever they are."""
    when: VictoryCondition | None = None
    """What has to be so, for their side, for them to come; before that they wait."""
    source: str = ""
    """A pool that those who are put into a hex are drawn from by chance, instead of ``units``."""
    draw: str = ""
    """A die such as ``d6`` that says how many are drawn from ``source``; empty for all."""

    def __post_init__(self) -> None:
        on_one_line(self, "name")


@dataclass(frozen=True, slots=True)
class Deployment:
    """A group that a player sets up before the first turn; groups are set up in the order of the scenario."""

    side: str
    area: tuple[str, ...]
    """Hexes or regions where its units may stand."""
    units: tuple[str, ...] = ()
    """The units; or, by number, ``kinds`` out of the group ``source``."""
    source: str = ""
    """A pool of the scenario that the units are taken from."""
    kinds: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Unit type to how many of it are taken from ``source``."""
    most: int = 0
    """Units per hex at the most; 0 for any number."""
    together: bool = False
    """All of the group stand in one hex."""
    draw: str = ""
    """A die such as ``d6`` that says how many units are taken; empty for all."""
    by: str = CHANCE
    """Who picks the units that are taken from ``source``: ``chance`` or the owner's ``choice``."""
    name: str = ""
    hidden: bool = False
    """Whether the enemy does not see where the units stand until all groups are set up."""

    def __post_init__(self) -> None:
        on_one_line(self, "name")


@dataclass(frozen=True, slots=True)
class Pool:
    """Units of a side off the map that come into play by drawing or by choice."""

    side: str
    units: tuple[str, ...]
    draw: str = CHANCE
    """``chance`` (at random) or ``choice`` (by the owner)."""
    back: str = ""
    """Which units come back to it: ``eliminated``, or none."""


@dataclass(frozen=True, slots=True)
class Turns:
    """How long the game is; ``night``, other ``marks`` (``winter``) and ``labels`` by turn number."""

    count: int = 1
    night: frozenset[int] = frozenset()
    labels: Mapping[int, str] = field(default_factory=dict, hash=False)
    marks: Mapping[str, frozenset[int]] = field(default_factory=dict, hash=False)
    """What else marks turns: a name to the turns it holds for."""

    def marked(self, turn: int, mark: str) -> bool:
        """Whether a turn carries a mark; ``night`` is one."""
        return turn in (self.night if mark == NIGHT else self.marks.get(mark, ()))

    def label(self, turn: int) -> str:
        """What the turn record track says of a turn."""
        return self.labels.get(turn, f"Turn {turn}")

    def said(self, turn: int) -> str:
        """A turn in the middle of a sentence: ``turn 3``, with its label ``turn 3 (8:00 pm)``."""
        label = self.label(turn)
        return f"turn {turn}" if label == f"Turn {turn}" else f"turn {turn} ({label})"


@dataclass(frozen=True, slots=True)
class Scoring:
    """One line of the victory conditions: ``kind`` is ``hold``, ``exit``, ``eliminated``, ``unit`` or one of the
    system's own.

    ``hold``: ``points`` to whoever last held each of ``hexes`` (or ``region``), ``side`` limits it to one side.
    ``exit``: ``points`` for each combat factor that leaves the map from one of ``hexes`` (or ``region``).
    ``eliminated``: ``points`` for each combat factor of the enemy eliminated.
    ``unit``: ``points`` to the other side when ``unit`` is eliminated.
    ``occupied``, ``reached``: ``points`` for each of ``hexes`` in which a side stands at the end, or once for the first
    time. ``supplied``: ``points`` for each of ``hexes`` that a side could supply at the end. What these three ask is a
    matter of the system that counts them.
    """

    kind: str
    points: float = 1
    side: str = ""
    hexes: tuple[str, ...] = ()
    region: str = ""
    unit: str = ""
    name: str = ""
    initial: str = ""
    """For ``hold``: the side that holds the hexes before anybody has entered them."""
    turns: frozenset[int] = frozenset()
    """For ``hold``: the turns at whose end the points are given; empty for the end of the game alone."""

    def __post_init__(self) -> None:
        on_one_line(self, "name")


@dataclass(frozen=True, slots=True)
class VictoryCondition:
    """Something that is so or not at a moment of the game, for a side.

    ``hold``: it holds all of ``hexes`` (or ``region``), or ``count`` of them. ``exit``: ``count`` of its combat factors
    have left the map from ``hexes``, or from any exit. ``eliminated``: the enemy has lost ``count`` combat factors.
    ``unit``: ``unit``, whosever it is, has been eliminated. ``lead``: it leads by ``count`` points. ``turn``: it is
    turn ``count`` or later. ``all``, ``any``, ``none``: all, one at least, or none of ``of`` is so.
    """

    kind: str
    hexes: tuple[str, ...] = ()
    region: str = ""
    unit: str = ""
    count: float = 0
    of: tuple[VictoryCondition, ...] = ()

    def parts(self) -> Iterator[VictoryCondition]:
        """The condition and all that it is made of."""
        yield self
        for inner in self.of:
            yield from inner.parts()


SCORED: Final = ("hold", "exit", "eliminated", "unit")
"""The usual kinds of scoring: hexes held; each own combat factor off the map; each enemy combat factor eliminated; one
named unit eliminated."""
PLACES: Final = ("hold", "exit", "occupied", "reached", "supplied")
"""The kinds of line and condition that are about hexes."""
GROUPS: Final = ("all", "any", "none")
"""The kinds of condition that are made of others."""
CONDITIONS: Final = ("hold", "exit", "eliminated", "unit", "lead", "turn", *GROUPS)
"""The kinds of condition."""


@dataclass(frozen=True, slots=True)
class Win:
    """A way to win outright, whatever the points: ``side`` wins when ``condition`` is so."""

    side: str
    condition: VictoryCondition
    name: str = ""
    level: str = ""
    """The level of such a victory; the rules do not know it, players do."""
    at_once: bool = False
    """Whether it ends the game at the end of the game turn in which it comes true; else it counts at the end."""

    def __post_init__(self) -> None:
        on_one_line(self, "name")


@dataclass(frozen=True, slots=True)
class Level:
    """A level of victory: its name, and the least margin in points that earns it."""

    name: str
    margin: float

    def __post_init__(self) -> None:
        on_one_line(self, "name")


@dataclass(frozen=True, slots=True)
class Victory:
    """How the winner is found at the end: points, who wins ties, levels, and what ends the game at once."""

    scoring: tuple[Scoring, ...] = ()
    tie: str = ""
    """The side that wins a tie; empty for a draw."""
    handicap: Mapping[str, float] = field(default_factory=dict, hash=False)
    """Points a side begins with."""
    levels: tuple[Level, ...] = ()
    sudden: float = 0
    """A lead of this many points at the end of a game turn ends the game; 0 for never."""
    text: str = ""
    wins: tuple[Win, ...] = ()
    """Ways to win outright; where several are so, the first counts. They come before points."""

    def conditions(self) -> Iterator[VictoryCondition]:
        """Every condition of every way to win, with what they are made of."""
        for win in self.wins:
            yield from win.condition.parts()


@dataclass(frozen=True, slots=True)
class Scenario:
    """A battle to be played: immutable, checked by the umpire, bound to rules by its system's name."""

    key: str
    name: str
    system: str
    """Short or long name of the rules system: ``tlg2``."""
    map: Board
    map_ref: str = ""
    """How the file names its map; empty for an inline map."""
    description: str = ""
    provenance: str = ""
    turns: Turns = Turns()
    sides: Mapping[str, Side] = field(default_factory=dict, hash=False)
    units: Mapping[str, Unit] = field(default_factory=dict, hash=False)
    setup: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Unit key to the name of the hex it starts in."""
    setup_areas: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Side key to the hexes or regions that a player may set up in."""
    deployments: tuple[Deployment, ...] = ()
    """Groups that the players set up themselves, in this order."""
    pools: Mapping[str, Pool] = field(default_factory=dict, hash=False)
    arrivals: tuple[Arrival, ...] = ()
    replacements: Mapping[str, Mapping[str, Mapping[str, int]]] = field(default_factory=dict, hash=False)
    """Side to nation to unit type to the replacement factors it has in the whole game."""
    victory: Victory = Victory()
    options: Mapping[str, Value] = field(default_factory=dict, hash=False)
    tables: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """A designer's own tables laid over the system's, by table name."""
    special: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Exclusive rules of this scenario, as its rules system understands them."""
    base_ref: str = ""
    """How the file names the scenario that this one is a variant of; empty for one that stands alone."""
    base: Scenario | None = field(default=None, compare=False, repr=False)
    """The scenario that this one is a variant of: its file holds only what differs."""
    counters: CounterDesign = USUAL
    """How its counters look; rules do not look at it."""

    def __post_init__(self) -> None:
        on_one_line(self, "name")

    def with_(self, **changes: Any) -> Scenario:
        """A copy with some fields replaced."""
        return replace(self, **changes)

    def arrival_of(self, unit: str) -> Arrival | None:
        """The reinforcement group a unit belongs to, or None."""
        return _by_unit(self.arrivals).get(unit)


_groups: tuple[tuple[Arrival, ...], Mapping[str, Arrival]] = ((), {})
"""The groups that were asked about last, and the group of each unit: whole armies are asked for unit by unit."""


def _by_unit(arrivals: tuple[Arrival, ...]) -> Mapping[str, Arrival]:
    global _groups
    known, found = _groups
    if known is not arrivals:
        coming = reversed([group for group in arrivals if group.how != WITHDRAW])
        found = {unit: group for group in coming for unit in group.units}
        _groups = arrivals, found
    return found
