"""The state of a game by a rules file."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from engine.mechanics.hexes.hexstate import HexState

DEEDS: Final = (
    "moved",
    "entered",
    "attacked",
    "fired",
    "defended",
    "retreated",
    "displaced",
    "advanced",
    "rallied",
    "activated",
    "turned",
)
"""What a unit can have done in a player turn or an activation."""
_FIGHTING: Final = tuple(DEEDS.index(name) for name in ("attacked", "fired", "defended"))
DEED: Final = {name: number for number, name in enumerate(DEEDS)}

Marker = tuple[int, int, int]
"""A marker: its kind by number, its hex, and until when it lasts (`KitState.markers`)."""
Lasting = tuple[str, int, int]
"""An event in force: its table, its row, and the last turn in which it is."""


class KitState(HexState):
    """Units in hexes, what they did, and all that blocks of a rules file keep.

    ``moved``, ``fought`` and ``struck`` are of the phase; what was done in the player turn is in ``did``.
    """

    __slots__ = (
        "acting",
        "activations",
        "asking",
        "back",
        "blocked",
        "called",
        "carrier",
        "columns",
        "contacts",
        "deeds",
        "did",
        "events",
        "facing",
        "fought_turn",
        "goings",
        "hooked",
        "hunger",
        "loaded",
        "markers",
        "memory",
        "owed",
        "points",
        "repeated",
        "replaced",
        "shown",
        "spent",
        "status",
        "stored",
        "struck_turn",
        "unsupplied",
        "ways_back",
        "weather",
    )

    masks: ClassVar[tuple[str, ...]] = (
        *HexState.masks,
        "fought_turn",
        "struck_turn",
        "owed",
        "back",
        "unsupplied",
        "shown",
        "loaded",
        "acting",
        "called",
    )
    fought_turn: int
    """Units that took part in an attack in this player turn."""
    struck_turn: int
    """Units that were attacked in this player turn."""
    owed: int
    """Units of both sides that must still fight in this phase."""
    back: int
    """Units that went back in this phase."""
    unsupplied: int
    """Units that are judged to be without supply."""
    shown: int
    """Units that the enemy has seen, where they are hidden."""
    loaded: int
    """Units that were loaded in this phase."""
    acting: int
    """Units that are activated."""
    called: int
    """Reinforcements that an effect has called before their turn."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.did: list[int] = [0] * len(DEEDS)
        """For each of `DEEDS` the units that did it in this player turn."""
        self.deeds: dict[int, int] = {}
        """The same by phase: the number of the phase times 16 and that of the deed."""
        self.status: list[int] = []
        """For each status of the file the units that have it."""
        self.blocked: dict[str, int] = {}
        """What units may not do any more in this player turn, in the words of ``cannot``."""
        self.facing: list[int] = []
        """The direction each unit faces, where there is facing."""
        self.carrier: dict[int, int] = {}
        """By unit that is carried the one that carries it."""
        self.hunger: dict[int, int] = {}
        """By unit how many times in a row it was judged to be without supply."""
        self.weather = ""
        self.events: tuple[Lasting, ...] = ()
        self.stored: dict[str, tuple[int, ...]] = {}
        """By deck the cards that are left."""
        self.markers: tuple[Marker, ...] = ()
        """Until when: the last turn, or less than 0 for the phase, the player turn, the game."""
        self.points: list[float] = [0.0, 0.0]
        """Points that were given as the game went on."""
        self.columns: tuple[tuple[int, int, int], ...] = ()
        """Columns of reinforcements of this phase: (entry hex, hex in use, units that have entered)."""
        self.activations: dict[str, int] = {}
        """What was activated in this game turn, and how many times."""
        self.repeated = 0
        """Actions in this phase; too many end the game."""
        self.memory: dict[str, int] = {}
        """Small numbers that procedures keep over a phase or a player turn: tries, reactions that were used up."""
        self.hooked: tuple[tuple[int, str], ...] = ()
        """Effects that hooks gave in this phase, as text, each with the kind of combat that it came from or -1."""
        self.spent: dict[int, int] = {}
        """By unit what it has spent in this phase, in parts of a movement point."""
        self.replaced: dict[str, int] = {}
        """Replacement factors that were used up, by the line of the scenario that gives them."""
        self.goings: dict[tuple[int, int], Any] = {}
        """Derived: how units could set out in the position in which a side is asked, by phase and unit."""
        self.ways_back: Any = None
        """Derived: the frame of units that go back in the position as it is, with their ways."""
        self.asking: Any = None
        """Derived: the frame that is known to ask for a decision now."""
        self.contacts: Any = None
        """Derived: who could attack whom at this instant."""

    def copy(self) -> Self:
        # Field by field, and not by their declarations: a state is copied at every action. A test holds it complete.
        twin = self.__new__(type(self))
        twin.turn = self.turn
        twin.draws = self.draws
        twin.results = self.results
        twin.ended = self.ended
        twin.holders = self.holders
        twin.moved = self.moved
        twin.fought = self.fought
        twin.struck = self.struck
        twin.fought_turn = self.fought_turn
        twin.struck_turn = self.struck_turn
        twin.owed = self.owed
        twin.back = self.back
        twin.unsupplied = self.unsupplied
        twin.shown = self.shown
        twin.loaded = self.loaded
        twin.acting = self.acting
        twin.called = self.called
        twin.weather = self.weather
        twin.events = self.events
        twin.markers = self.markers
        twin.columns = self.columns
        twin.repeated = self.repeated
        twin.hooked = self.hooked
        twin.contacts = self.contacts
        twin.goings = self.goings
        twin.ways_back = self.ways_back
        twin.stack = self.stack.copy()
        twin.where = self.where.copy()
        twin.steps = self.steps.copy()
        twin.zones = self.zones.copy()
        twin.stacks = self.stacks.copy()
        twin.did = self.did.copy()
        twin.deeds = self.deeds.copy()
        twin.status = self.status.copy()
        twin.blocked = self.blocked.copy()
        twin.facing = self.facing.copy()
        twin.carrier = self.carrier.copy()
        twin.hunger = self.hunger.copy()
        twin.stored = self.stored.copy()
        twin.points = self.points.copy()
        twin.activations = self.activations.copy()
        twin.memory = self.memory.copy()
        twin.spent = self.spent.copy()
        twin.replaced = self.replaced.copy()
        twin.kept = [one.copy() for one in self.kept]
        twin.asking = None
        return twin

    def note(self, phase: int, what: int, mask: int) -> None:
        """Note that units did something in a phase: ``note(phase, DEED["moved"], mask)``; who fights is seen."""
        self.did[what] |= mask
        if what in _FIGHTING:
            self.shown |= mask
        key = phase * 16 + what
        self.deeds[key] = self.deeds.get(key, 0) | mask

    def done(self, what: int, phase: int = -1) -> int:
        """The units that did something in this player turn, or in one of its phases."""
        return self.did[what] if phase < 0 else self.deeds.get(phase * 16 + what, 0)

    def to_json(self) -> dict[str, Any]:
        return {
            **super().to_json(),
            "did": self.did.copy(),
            "deeds": sorted(map(list, self.deeds.items())),
            "status": self.status.copy(),
            "blocked": dict(sorted(self.blocked.items())),
            "facing": self.facing.copy(),
            "carrier": sorted(map(list, self.carrier.items())),
            "hunger": sorted(map(list, self.hunger.items())),
            "weather": self.weather,
            "events": [list(event) for event in self.events],
            "stored": {name: list(cards) for name, cards in sorted(self.stored.items())},
            "markers": [list(marker) for marker in self.markers],
            "points": self.points.copy(),
            "columns": [list(column) for column in self.columns],
            "activations": dict(sorted(self.activations.items())),
            "repeated": self.repeated,
            "memory": dict(sorted(self.memory.items())),
            "hooked": [list(one) for one in self.hooked],
            "spent": sorted(map(list, self.spent.items())),
            "replaced": dict(sorted(self.replaced.items())),
        }

    def load(self, data: dict[str, Any]) -> None:
        super().load(data)
        self.did = list(data["did"])
        self.deeds = dict(data["deeds"])
        self.status = list(data["status"])
        self.blocked = dict(data["blocked"])
        self.facing = list(data["facing"])
        self.carrier = dict(data["carrier"])
        self.hunger = dict(data["hunger"])
        self.weather = data["weather"]
        self.events = tuple((name, row, last) for name, row, last in data["events"])
        self.stored = {name: tuple(cards) for name, cards in data["stored"].items()}
        self.markers = tuple((kind, h, last) for kind, h, last in data["markers"])
        self.points = list(data["points"])
        self.columns = tuple((a, b, c) for a, b, c in data["columns"])
        self.activations = dict(data["activations"])
        self.repeated = data["repeated"]
        self.memory = dict(data["memory"])
        self.hooked = tuple((kind, text) for kind, text in data["hooked"])
        self.spent = dict(data["spent"])
        self.replaced = dict(data["replaced"])
        self.contacts = self.asking = self.ways_back = None
        self.goings = {}
