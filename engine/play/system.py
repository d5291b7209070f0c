"""What a rules system offers to the rest of the program: one typed record, made by its package."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar, cast

from engine.boards.palette import Kind
from engine.findings import Finding
from engine.play.asked import known
from engine.play.common_questions import COMMON
from engine.play.display import Overlay
from engine.play.options import Option
from engine.play.questions import Question
from engine.play.rules import Rules
from engine.play.words import Caption, Sentence
from engine.scenario import Scenario, Unit

if TYPE_CHECKING:
    from pydantic import BaseModel

Shown = TypeVar("Shown", bound=Overlay)

Check = Callable[[Scenario], Iterator[Finding]]
"""What a system finds wrong with a scenario by itself; places need no line, the umpire fills it in."""

TWO_SIDES: Final = (2, 2)
USUAL_DICE: Final = ("1d6", "2d6")
"""The throws of systems that do not say theirs."""
WATER_TERRAIN: Final = frozenset({"water", "river", "sea", "lake"})
"""The usual terms of terrain that is all water."""
BARRIERS: Final = frozenset({"river", "cliff"})
"""The usual terms of hexsides that divide the land."""


class RulesText(NamedTuple):
    """A paragraph of rules that are kept in a file."""

    title: str
    kind: str
    """``enforced``, ``table``, ``definition`` or ``advice``."""
    text: str


class TablesClass(Protocol):
    """What the model of a system's tables can do."""

    @classmethod
    def merged(cls, own: Mapping[str, Any]) -> dict[str, Any]:
        """The tables as they are written, with a scenario's own laid over them; raises HexwrightError."""


class Moorings(NamedTuple):
    """Units that lie along a hexside of their hex: boats on a river."""

    rule: str
    """The exclusive rule that has their hexsides at the beginning, by key of the unit."""
    types: tuple[str, ...]
    """The types of unit that lie so."""
    hexsides: Callable[[Scenario, int], tuple[int, ...]]
    """The hexsides of a hex that one of them may lie along."""


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A rules system, or an edition of one. What it leaves out is not offered in forms and not checked."""

    name: str
    """Short name: ``tlg2``."""
    folder: str
    """Its folder under resources/systems, also its long name; an edition's lies in that of its system."""
    edition_of: str = ""
    """The short name of the system that it is an edition of: what it does not say itself is as that one has it."""
    title: str
    rules: type[Rules[Any]]
    boards: tuple[str, ...] = ("hexes",)
    """The kinds of map that it is played on (`engine.boards.kinds`)."""
    unit_types: tuple[str, ...] = ()
    """The types of unit there are."""
    symbols: Mapping[str, str] = field(default_factory=dict)
    """For types of unit the symbol that stands for them on counters, where it is not named like the type."""
    counters: type[BaseModel] | None = None
    """What is printed on a counter beside side, name and type; descriptions become the hints of forms and findings."""
    terrain: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For each layer of a map (``terrain``, ``features``, ``hexsides``, ``paths``) the terms the rules know."""
    term_of: Callable[[Kind], str] | None = None
    """The term that a kind of a palette has in these rules; empty for a kind that means nothing by intent."""
    options: Mapping[str, Option] = field(default_factory=dict)
    """What the text leaves to the designer."""
    start: type[BaseModel] | None = None
    """What a start may set beside its units (`Start.set`); None where there is nothing to set."""
    tables: type[BaseModel] | None = None
    """Its tables, a field each (`engine.mechanics.tables.TablesModel`); what a scenario lays over them has to fit."""
    special: type[BaseModel] | None = None
    """The exclusive rules that a scenario may name, a field each (`engine.formats.fitting.SpecialModel`)."""
    scoring: tuple[str, ...] = ()
    """The kinds of victory line that are counted."""
    ties: bool = True
    """Whether a scenario may say who wins when points are equal; False where the rules call it a draw themselves."""
    base_depth: Callable[[Unit], float] | None = None
    """How deep a unit's base is, in paces, in systems that are played on tables."""
    hidden: Callable[[Scenario], Collection[str]] | None = None
    """The units that a scenario's exclusive rules hide from the enemy at the beginning; None where they hide none."""
    players_set_up: bool = False
    """Whether players set up every unit that the scenario leaves out of its set-up."""
    sides: tuple[int, int] = TWO_SIDES
    """The least and the most sides it plays with."""
    dice: tuple[str, ...] = USUAL_DICE
    """The throws that its players make, as ``2d6`` or ``d66``: for programs where they roll the dice themselves."""
    afloat: tuple[str, ...] = ()
    """Unit types, or flags of a unit, that may stand in water."""
    water: frozenset[str] = WATER_TERRAIN
    """The terms of terrain that are all water, where nobody else may stand."""
    barriers: frozenset[str] = BARRIERS
    """The terms of hexsides that no unit crosses without a road, bridge or ford."""
    moorings: Moorings | None = None
    """The units that lie along a hexside of their hex, where there are such."""
    paragraphs: Mapping[str, str] = field(default_factory=dict)
    """Code of a check that the umpire makes for all systems to the paragraph that it rests on here."""
    checks: tuple[Check, ...] = ()
    """The system's own findings about a scenario."""
    findings: Mapping[str, str] = field(default_factory=dict)
    """What the codes of these findings mean."""
    sentences: Mapping[str, Sentence] = field(default_factory=dict)
    """Kind of event to its sentence."""
    captions: Mapping[str, Caption] = field(default_factory=dict)
    """Verb to what its actions are called, where that is not as they are written."""
    captions_for_others: Mapping[str, Caption] = field(default_factory=dict)
    """Verb to what another side reads of its actions, where the rules leave words of them out
    (`Rules.visible_text`)."""
    questions: tuple[Question, ...] = COMMON
    """What can be asked of a position; those that the base class of rules answers if left out."""
    texts: Mapping[str, RulesText] = field(default_factory=dict)
    """Number of a paragraph to its text, where the rules are a file; else a ledger in the folder has them."""
    source: Callable[[str], tuple[str, int] | None] | None = None
    """File and line of the rule that a paragraph is, for systems that are made from a file."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """What its file says, for systems that are made from a file."""
    digest: str = ""
    """What tells the text of rules that are a file from any other; empty for systems that are code."""
    staff: str = ""
    """``module:Class`` of the player that plans, made with (side, seed), imported when first wanted; without one the
    greedy player plays."""
    staff_sets_up: bool = False
    """Whether the staff sets up units as well; else that is left to the greedy player."""

    @property
    def home(self) -> str:
        """The folder of the system itself: an edition's code, tables and events are its."""
        return self.folder.partition("/")[0]

    def question(self, key: str) -> Question:
        """The question of a key; raises NameNotKnown, with a near one as a hint."""
        spelt = known(key, (question.key for question in self.questions), "question")
        return next(question for question in self.questions if question.key == spelt)

    def shown(self, overlay: type[Shown]) -> Iterator[tuple[Question, Shown]]:
        """The questions whose answers the map shows in one way, each with how it does so."""
        for question in self.questions:
            if isinstance(question.overlay, overlay):
                yield question, question.overlay

    def source_of(self, paragraph: str) -> tuple[str, int] | None:
        """File and line of the rule that a paragraph is (``two_banks:4.2``); None where no file says it."""
        return self.source(paragraph) if self.source is not None else None

    def merged_tables(self, own: Mapping[str, Any]) -> dict[str, Any]:
        """The tables as they are written, with a scenario's own laid over them; empty without tables.

        Raises HexwrightError for a table that the system does not have.
        """
        return cast(TablesClass, self.tables).merged(own) if self.tables is not None else {}

    def term(self, kind: Kind) -> str:
        """The term of a kind of a palette in these rules."""
        return self.term_of(kind) if self.term_of else kind.term(self.name)

    def knows(self, kind: Kind) -> bool:
        """Whether a kind of a palette means something here, or is said to mean nothing."""
        term = self.term(kind)
        return not term or term in self.terrain.get(str(kind.layer), ())
