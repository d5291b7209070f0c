"""The shape of examples of play and of replays, as pydantic models; see ``documents`` for maps and scenarios."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Discriminator, Field, StringConstraints, Tag

from engine.formats import short_forms as short
from engine.formats.documents import LONGEST_ACTION, LONGEST_GAME, FilePart, Names, ScenarioRef, Settings, Text


class StartDoc(FilePart):
    """Where to begin when not at the beginning."""

    turn: Annotated[int, Field(ge=1, le=LONGEST_GAME)] = 1
    side: Text = ""
    phase: Text = ""
    units: dict[str, Any] = {}
    only: bool = False
    set: dict[str, Any] = {}


Die = Annotated[int, Field(ge=1, le=1000)]
Dice = Annotated[list[Die], BeforeValidator(short.dice, json_schema_input_type=list[Die] | Die | str)]
Throw = Annotated[int, Field(ge=0, le=1000)]
"""A throw of a replay; 0 for one that was left to the seed."""
Throws = Annotated[list[Throw], BeforeValidator(short.dice, json_schema_input_type=list[Throw] | Throw | str)]
Event = Annotated[dict[str, Any], BeforeValidator(short.event, json_schema_input_type=dict[str, Any] | str)]
Events = Annotated[list[Event], BeforeValidator(short.events, json_schema_input_type=list[Event] | Event)]
Deed = Annotated[Text, StringConstraints(max_length=LONGEST_ACTION)]
"""The text of an action."""
Sided = Annotated[dict[str, Deed], BeforeValidator(short.entry, json_schema_input_type=dict[str, Text] | str)]
Tried = Annotated[list[Sided], BeforeValidator(short.entries, json_schema_input_type=list[Sided] | Sided)]


Verdicts = Annotated[
    list[dict[str, Any]], BeforeValidator(short.events, json_schema_input_type=list[dict[str, Any]] | dict[str, Any])
]


class AnswerDoc(FilePart):
    """A question that is asked, and the answer that it must have."""

    ask: Deed
    answer: Any
    about: Text = ""


class FindingDoc(FilePart):
    """What the checks find in the scenario: a paragraph, and what is named in the finding."""

    rule: Text = ""
    code: Text = ""
    at: Names = []
    about: Text = ""


Answers = Annotated[list[AnswerDoc], BeforeValidator(short.events, json_schema_input_type=list[AnswerDoc] | AnswerDoc)]
Findings = Annotated[
    list[FindingDoc], BeforeValidator(short.findings, json_schema_input_type=list[FindingDoc] | FindingDoc | str)
]


class TriedDoc(FilePart):
    """A step of a script that is not played: what must be refused, legal, judged or answered so at that moment."""

    illegal: Tried = []
    legal: Tried = []
    verdicts: Verdicts = []
    answers: Answers = []
    about: Text = ""


def _kind_of_step(value: Any) -> str:
    """Which member of ``Step`` an entry of a script is."""
    return "tried" if isinstance(value, TriedDoc) or short.is_tried(value) else "taken"


Step = Annotated[
    Annotated[TriedDoc, Tag("tried")] | Annotated[Sided, Tag("taken")],
    Discriminator(_kind_of_step),
]
Script = Annotated[list[Step], BeforeValidator(short.entries, json_schema_input_type=list[Step] | Step)]
Results = Annotated[list[str], BeforeValidator(short.results, json_schema_input_type=list[str] | str | int)]
Asked = Annotated[
    dict[str, Any] | None, BeforeValidator(short.decision, json_schema_input_type=dict[str, Any] | str | None)
]
Ending = Annotated[
    dict[str, Any] | None, BeforeValidator(short.outcome, json_schema_input_type=dict[str, Any] | str | None)
]


class ExampleDoc(FilePart):
    """An example of play."""

    format: Text = ""
    rule: Text
    about: Text = ""
    scenario: ScenarioRef
    options: Settings = {}
    start: StartDoc | None = None
    dice: Dice = []
    results: Results = []
    script: Script = []
    expect: Events = []
    final: dict[str, Any] = {}
    illegal: Tried = []
    legal: Tried = []
    verdicts: Verdicts = []
    answers: Answers = []
    findings: Findings = []
    clean: Findings = []
    decision: Asked = None
    outcome: Ending = None


class ReplayActionDoc(FilePart):
    """One action of a replay."""

    side: Text = ""
    do: Deed
    events: list[dict[str, Any]] | None = None
    reason: Text = ""


class LineDoc(FilePart):
    """How the game of a replay might have gone on: another line of play that leaves it."""

    name: Text
    after: Annotated[int, Field(ge=0)] = 0
    dice: Throws = []
    actions: list[ReplayActionDoc] = []


class ReplayDoc(FilePart):
    """A replay."""

    format: Text = ""
    scenario: ScenarioRef
    scenario_digest: Text = ""
    seed: Annotated[int, Field(ge=0)] = 0
    options: Settings = {}
    start: StartDoc | None = None
    dice: Throws = []
    results: Results = []
    players: dict[str, Text] = {}
    actions: list[ReplayActionDoc] = []
    outcome: dict[str, Any] | None = None
    final: Text = ""
    line: Text = ""
    lines: Annotated[list[LineDoc], Field(max_length=100)] = []
