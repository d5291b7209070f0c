"""What loading gives besides maps, palettes and scenarios: the loaded file itself, examples of play, replays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from engine.boards.board import Board
from engine.boards.palette import Palette
from engine.findings import Finding, Severity
from engine.formats.source import DataPath, Section, Source
from engine.play.model import Start
from engine.scenario import Scenario


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One line of a script: an action that a side takes, or one that is only tried."""

    side: str
    do: str
    tried: str = ""
    """``illegal`` or ``legal`` for what is not played, but asked about at that moment."""
    rules: tuple[str, ...] = ()
    """For what must be refused: the paragraphs, any of which will do; empty for any at all."""
    path: DataPath = ()
    """Where in the file it stands."""
    measures: Mapping[str, Any] = field(default_factory=dict)
    """What the rules have to say of the action besides (`Judgement`): length, cost, where it ends."""


@dataclass(frozen=True, slots=True)
class AnswerStep:
    """A question that is asked at a moment, and what has to be answered."""

    ask: str
    answer: Any
    path: DataPath = ()


@dataclass(frozen=True, slots=True)
class FindingStep:
    """What the checks have to find in the scenario of an example, or must not find."""

    rule: str
    """The paragraph; empty for any."""
    at: tuple[str, ...] = ()
    """What the finding has to name: hexes, units, keys of the map; empty for anything."""
    code: str = ""
    """The code of the check; empty for any."""
    found: bool = True
    """False where it must not be found."""
    path: DataPath = ()


Tried = ScriptStep | AnswerStep
"""What is tried at a moment and changes nothing."""


@dataclass(slots=True)
class ExampleSpec:
    """An example of play: it proves the paragraph ``rule``. All plain data apart from the scenario."""

    rule: str
    about: str
    scenario: Scenario
    start: Start | None = None
    """None for the beginning of the game, its set-up included."""
    dice: list[int] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    """What the first readings of results tables give, in order."""
    script: list[Tried] = field(default_factory=list)
    expect: list[dict[str, Any]] = field(default_factory=list)
    final: dict[str, Any] = field(default_factory=dict)
    """Unit key to ``{at: hex or None, steps: n, dead: bool, ...}``; only what is given is compared."""
    tried: list[Tried] = field(default_factory=list)
    """What is judged and asked at the end: what must be refused, what must be legal, what must be answered."""
    findings: list[FindingStep] = field(default_factory=list)
    """What the checks have to find in the scenario, and must not find."""
    read: list[Finding] = field(default_factory=list)
    """What reading the file has found."""
    decision: dict[str, Any] | None = None
    outcome: dict[str, Any] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    scenario_ref: str = ""
    """How the file names the scenario; empty when it is inline."""
    source: Source = field(default_factory=Source)

    @property
    def compares(self) -> bool:
        """Whether it compares anything of a game, and not only what the checks find."""
        told = (self.expect, self.final, self.tried, self.decision, self.outcome, self.script)
        return any(one not in ([], {}, None) for one in told)


@dataclass(frozen=True, slots=True)
class ReplayAction:
    """One action of a replay, with the events it gave when they were recorded."""

    side: str
    do: str
    events: tuple[dict[str, Any], ...] | None = None
    reason: str = ""
    """Why a computer player took it, in its words; empty where that is not known."""


@dataclass(frozen=True, slots=True)
class ReplayLine:
    """How a game might have gone on: it is the replay's for ``after`` actions, and then goes its own way."""

    name: str
    after: int
    actions: tuple[ReplayAction, ...]
    dice: tuple[int, ...] = ()
    """All forced throws of this line, from the first of the game on."""


@dataclass(slots=True)
class ReplaySpec:
    """A game written down: scenario, seed, what is forced, and actions."""

    scenario: Scenario
    scenario_ref: str = ""
    """How the file names the scenario; empty when it is inline."""
    scenario_digest: str = ""
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    start: Start | None = None
    dice: list[int] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    players: dict[str, str] = field(default_factory=dict)
    actions: list[ReplayAction] = field(default_factory=list)
    outcome: dict[str, Any] | None = None
    final: str = ""
    line: str = ""
    """The name of the line of play that ``actions`` are; empty for none."""
    lines: list[ReplayLine] = field(default_factory=list)
    """The other lines of play that were kept."""
    source: Source = field(default_factory=Source)


Model = Board | Palette | Scenario | ExampleSpec | ReplaySpec | BaseModel
"""What a file holds; rules files hold a pydantic model of their own (`engine.kit.model`)."""


@dataclass(slots=True)
class Loaded:
    """A file that was read, as far as it could be: ``model`` is None when nothing could be made of it."""

    kind: str
    """``map``, ``palette``, ``scenario``, ``example``, ``replay``, or empty when the file does not say."""
    model: Model | None
    findings: list[Finding]
    source: Source
    map_section: Section | None = None
    """For scenarios, and files that hold or name one: where the map's data are, inline or in another file."""
    scenario_section: Section | None = None
    """For scenarios, and files that hold or name one: where the scenario's data are."""

    @property
    def errors(self) -> list[Finding]:
        """The findings of what could not be taken over: saving the model would lose it."""
        return [finding for finding in self.findings if finding.severity is Severity.ERROR]
