"""The shape of each kind of file as pydantic models: what keys there are, and what kind of value each takes.

They check plain data only. Whether a hex exists, or a unit's side, is found out when the model is built.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PlainValidator,
    StringConstraints,
    Tag,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from engine.formats import short_forms as short
from engine.scenario.elements import MOST_ELEMENTS, USUAL_SIZE

KEY_PATTERN: Final = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"
UNIT_PATTERN: Final = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}(\.\.[A-Za-z0-9][A-Za-z0-9_-]{0,63})?$"
COLOUR_PATTERN: Final = r"^#[0-9a-fA-F]{6}$"
COLOUR_WORD_PATTERN: Final = r"^(|ink|ground|paper|formation|side|white|black|#[0-9a-fA-F]{6})$"
MOST_SIDES: Final = 32
MOST_SETTINGS: Final = 500
MOST_OF_UNIT: Final = 100
"""Values of a counter."""
LONGEST_NAME: Final = 1000
"""Characters of a name: nobody can read more on a counter, in a list or in the log."""
LONGEST_FORMATION: Final = 300
"""Characters of a formation, with all that it is part of."""
LONGEST_ACTION: Final = 20_000
"""Characters of an action: a way through a hundred hexes and an attack of a hundred units take less."""
MOST_CONDITIONS: Final = 50
"""Conditions that are listed in one place; deeper ones are bounded by the depth of a file."""
LONGEST_GAME: Final = 9999
"""Turns that a game may have at most."""
OTHER_SCHEMA: Final = "x-other-schema"
"""Stands for ``$ref`` to the schema of another kind of file, which pydantic cannot follow."""

_text_schema = {"type": ["string", "number"]}
_spot_schema = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 3}
_place_schema = {"anyOf": [_text_schema, _spot_schema, {"type": "object", "properties": {"at": _text_schema}}]}
_names_schema = {"anyOf": [_text_schema, {"type": "array", "items": _text_schema}]}

Text = Annotated[str, BeforeValidator(short.as_text), WithJsonSchema(_text_schema)]
"""Text; a number is taken as it was written."""
Line = Annotated[str, BeforeValidator(short.as_line), WithJsonSchema(_text_schema)]
"""Text on one line."""
Name = Annotated[
    str, BeforeValidator(short.as_line), StringConstraints(max_length=LONGEST_NAME), WithJsonSchema(_text_schema)
]
"""A name of something, on one line."""
Rows = Annotated[str, BeforeValidator(short.rows), WithJsonSchema(_names_schema)]
"""A block of characters, one line a row, or a list of rows."""
Key = Annotated[str, StringConstraints(pattern=KEY_PATTERN)]
UnitWord = Annotated[str, StringConstraints(pattern=UNIT_PATTERN)]
"""The key of a unit, or a range of them: ``bd-1..bd-6``."""
Colour = Annotated[str, StringConstraints(pattern=COLOUR_PATTERN)]
Names = Annotated[list[str], BeforeValidator(short.tokens), WithJsonSchema(_names_schema)]
Chains = Annotated[list[list[str]], BeforeValidator(short.chains), WithJsonSchema(_names_schema)]
TurnSet = Annotated[list[int], BeforeValidator(short.turn_set), WithJsonSchema(_text_schema)]
MapRef = Annotated[Any, WithJsonSchema({"anyOf": [_text_schema, {OTHER_SCHEMA: "map.json"}]})]
ScenarioRef = Annotated[Any, WithJsonSchema({"anyOf": [_text_schema, {OTHER_SCHEMA: "scenario.json"}]})]


class FilePart(BaseModel):
    """Every part of a file: strict about kinds of values, and about keys it does not know."""

    model_config = ConfigDict(strict=True, extra="forbid")


# -- palettes -----------------------------------------------------------------------------------------------------


# -- the look of maps -----------------------------------------------------------------------------------------------


Share = Annotated[float, Field(ge=0, le=1)]
OnPaper = Annotated[float, Field(ge=-1e6, le=1e6, allow_inf_nan=False)]
Pixel = Annotated[int, Field(ge=0, le=1_000_000)]


class UnderlayDoc(FilePart):
    """A picture under the grid."""

    image: Annotated[Text, StringConstraints(min_length=1, max_length=4096)]
    at: Annotated[list[OnPaper], Field(min_length=2, max_length=2)] = [0.0, 0.0]
    scale: Annotated[float, Field(ge=1e-6, le=1000)] = 0.02
    rotation: Annotated[float, Field(ge=-360, le=360)] = 0.0
    stretch: Annotated[float, Field(ge=-1000, le=1000)] = 1.0
    shear: Annotated[float, Field(ge=-1000, le=1000)] = 0.0
    crop: Annotated[list[Pixel], Field(min_length=4, max_length=4)] | None = None
    opacity: Share = 1.0
    ground: Share = 0.5
    shown: bool = True
    locked: bool = False


MOST_UNDERLAYS: Final = 16


def _one_or_several(value: object) -> str:
    return "several" if isinstance(value, list) else "one"


Underlaid = Annotated[
    Annotated[UnderlayDoc, Tag("one")] | Annotated[list[UnderlayDoc], Field(max_length=MOST_UNDERLAYS), Tag("several")],
    Discriminator(_one_or_several),
]
"""A picture under a map, or several: the later lie over the earlier."""


class FurnitureDoc(FilePart):
    """A piece of map furniture."""

    kind: Literal["legend", "scale-bar", "turn-track", "box", "compass", "title", "sources"]
    at: Annotated[list[OnPaper], Field(min_length=2, max_length=2)] = [0.0, 0.0]
    size: Annotated[list[Annotated[float, Field(ge=0.5, le=10_000)]], Field(min_length=2, max_length=2)] | None = None
    title: Line = ""
    pools: Names = []
    layer: Name = ""


class UserLayerDoc(FilePart):
    """A layer of the designer's own."""

    name: Annotated[Name, StringConstraints(min_length=1)]
    group: Name = ""
    printed: bool = True


UserLayers = Annotated[list[UserLayerDoc], Field(max_length=100)]


# -- scenarios ----------------------------------------------------------------------------------------------------


class TurnsDoc(FilePart):
    """How long the game is."""

    count: Annotated[int, Field(ge=1, le=LONGEST_GAME)] = 1
    night: TurnSet = []
    labels: dict[Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,3}$")], Name] = {}
    marks: dict[Key, TurnSet] = {}


Length = Annotated[TurnsDoc, BeforeValidator(short.turns, json_schema_input_type=TurnsDoc | int)]


class SideDoc(FilePart):
    """A side."""

    name: Name = ""
    colour: Colour = "#9cc3e6"
    ink: Colour = "#10202e"
    role: Key | Literal[""] = ""
    sentence_name: Name = ""


SideOrName = Annotated[SideDoc, BeforeValidator(short.side, json_schema_input_type=SideDoc | str | None)]
_SidesByKey = Annotated[dict[Key, SideOrName], Field(min_length=1, max_length=MOST_SIDES)]
Sides = Annotated[_SidesByKey, BeforeValidator(short.sides, json_schema_input_type=_SidesByKey | list[Key])]


FormationText = Annotated[
    str,
    BeforeValidator(short.formation),
    StringConstraints(max_length=LONGEST_FORMATION),
    WithJsonSchema(_names_schema),
]
"""What a unit belongs to: names with ``>`` between them, or a list of them."""


class UnitDoc(BaseModel):
    """A unit; what its rules system prints on the counter comes as further keys."""

    model_config = ConfigDict(strict=True, extra="allow")

    @model_validator(mode="before")
    @classmethod
    def _few(cls, data: Any) -> Any:
        # Nobody could wait until each of a hundred thousand values is found to be none of the system's.
        if isinstance(data, dict) and len(data) > MOST_OF_UNIT:
            raise PydanticCustomError("unfit", "must have at most {most} values", {"most": MOST_OF_UNIT})
        return data

    side: Text
    name: Name = ""
    type: Name
    size: Name = ""
    formation: FormationText = ""
    provenance: Text = ""


Points = Annotated[float, PlainValidator(short.number), WithJsonSchema({"type": "number"})]
Lead = Annotated[Points, Field(ge=0)]
"""By how many points a side is ahead."""


class ConditionDoc(FilePart):
    """Something that is so or not at a moment of the game."""

    kind: Literal["hold", "exit", "eliminated", "unit", "lead", "turn", "all", "any", "none"]
    hexes: Names = []
    region: Text = ""
    unit: Text = ""
    count: Points = 0
    of: Annotated[list[ConditionDoc], Field(max_length=MOST_CONDITIONS)] = []


class ArrivalDoc(FilePart):
    """A group of reinforcements."""

    turn: Annotated[int, Field(ge=1, le=LONGEST_GAME)]
    side: Text
    entry: Names = []
    units: Names = []
    name: Name = ""
    source: Annotated[Text, Field(alias="from")] = ""
    draw: Annotated[Text, StringConstraints(pattern=r"^(d[1-9][0-9]{0,2})?$")] = ""
    how: Literal["enter", "place", "pool", "withdraw"] = "enter"
    when: ConditionDoc | None = None


UnitCount = Annotated[int, Field(ge=1, le=9999)]


class DeploymentDoc(FilePart):
    """A group that a player sets up before the first turn."""

    side: Text
    area: Names
    units: Names = []
    source: Annotated[Text, Field(alias="from")] = ""
    kinds: dict[Key, UnitCount] = {}
    most: Annotated[int, Field(ge=0, le=9999)] = 0
    together: bool = False
    draw: Annotated[Text, StringConstraints(pattern=r"^(d[1-9][0-9]{0,2})?$")] = ""
    by: Literal["chance", "choice"] = "chance"
    name: Name = ""
    hidden: bool = False


class PoolDoc(FilePart):
    """Units off the map that come into play by drawing or by choice."""

    side: Text
    units: Names
    draw: Literal["chance", "choice"] = "chance"
    back: Literal["", "eliminated"] = ""


Factors = dict[Key, Annotated[int, Field(ge=0, le=9999)]]


class ScoringDoc(FilePart):
    """A line of the victory conditions."""

    kind: Text
    points: Points = 1
    side: Text = ""
    hexes: Names = []
    region: Text = ""
    unit: Text = ""
    name: Name = ""
    initial: Name = ""
    turns: TurnSet = []


class WinDoc(FilePart):
    """A way to win outright."""

    side: Text
    when: ConditionDoc
    name: Name = ""
    level: Name = ""
    at_once: bool = False


class LevelDoc(FilePart):
    """A level of victory."""

    name: Name
    margin: Lead


class VictoryDoc(FilePart):
    """How the winner is found."""

    text: Text = ""
    scoring: list[ScoringDoc] = []
    tie: Text = ""
    handicap: dict[str, Points] = {}
    levels: list[LevelDoc] = []
    sudden: Lead = 0
    wins: Annotated[list[WinDoc], Field(max_length=MOST_CONDITIONS)] = []


Settings = Annotated[dict[str, Any], Field(max_length=MOST_SETTINGS)]
"""Options, exclusive rules or tables, by name; the rules system says what they may be."""


class CounterTextDoc(FilePart):
    """A text on a counter."""

    at: Literal["top", "upper-left", "upper-right", "left", "right", "lower-left", "bottom", "lower-right"]
    show: Annotated[Text, StringConstraints(max_length=LONGEST_FORMATION)]
    height: Annotated[float, Field(ge=0, le=80)] = 0.0
    bold: bool = True


class FormationLookDoc(FilePart):
    """Colours of a formation."""

    formation: FormationText
    colour: Colour | Literal[""] = ""
    ink: Colour | Literal[""] = ""
    stripe: Colour | Literal[""] = ""


MOST_TEXTS: Final = 16
"""Texts of one side of a counter."""
CounterTexts = Annotated[list[CounterTextDoc], Field(max_length=MOST_TEXTS)]
Picture = Annotated[Text, StringConstraints(min_length=1, max_length=4096)]


ColourWord = Annotated[str, StringConstraints(pattern=COLOUR_WORD_PATTERN)]
"""A colour, or what it is the colour of; empty for what is usual."""
Millimetres = Annotated[float, Field(ge=-60, le=120)]
Box = Annotated[list[Millimetres], Field(min_length=4, max_length=4)]
"""Left, top, width and height in millimetres."""
Listed = Annotated[list[Text], Field(max_length=MOST_SETTINGS)]


class FitDoc(FilePart):
    """Which units an element or a rule is for."""

    sides: Listed = []
    formations: Listed = []
    types: Listed = []
    sizes: Listed = []
    steps: Literal["", "one", "two"] = ""
    has: Listed = []
    lacks: Listed = []
    values: Annotated[dict[Text, Listed], Field(max_length=MOST_OF_UNIT)] = {}


class ElementDoc(FilePart):
    """A thing on a face of a counter."""

    kind: Literal["value", "name", "symbol", "artwork", "band", "badge", "shape", "steps"]
    box: Box
    show: Annotated[Text, StringConstraints(max_length=4096)] = ""
    form: Text = ""
    letters: Annotated[float, Field(ge=0, le=60)] = 0.0
    lines: Annotated[int, Field(ge=1, le=3)] = 1
    bold: bool = True
    align: Literal["left", "centre", "right"] = "centre"
    ink: ColourWord = ""
    fill: ColourWord = ""
    turn: Literal[0, 90, 180, 270] = 0
    line: Annotated[float, Field(ge=0, le=20)] = 0.0
    when: FitDoc = FitDoc()


class ColourRuleDoc(FilePart):
    """Colours of the units that a condition fits."""

    when: FitDoc = FitDoc()
    colour: Colour | Literal[""] = ""
    ink: Colour | Literal[""] = ""
    stripe: Colour | Literal[""] = ""


Elements = Annotated[list[ElementDoc], Field(max_length=MOST_ELEMENTS)]
ColourRules = Annotated[list[ColourRuleDoc], Field(max_length=MOST_SETTINGS)]
CounterSize = Annotated[float, Field(ge=5, le=60)]


class FacesDoc(FilePart):
    """The faces of counters."""

    name: Name = ""
    size: CounterSize = USUAL_SIZE
    front: Elements = []
    back: Elements = []
    cover: Elements = []
    rules: ColourRules = []


class CounterTemplateDoc(FacesDoc):
    """A template of counters, in a file of its own."""

    format: Text = ""
    description: Text = ""


class CountersDoc(FilePart):
    """How counters look."""

    size: CounterSize = USUAL_SIZE
    symbols: Literal["nato", "letters", "none"] = "nato"
    front: CounterTexts = []
    back: CounterTexts = []
    stripe: Literal["", "top", "bottom", "left", "right"] = ""
    formations: Annotated[list[FormationLookDoc], Field(max_length=MOST_SETTINGS)] = []
    artwork: Annotated[dict[UnitWord, Picture], Field(max_length=MOST_SETTINGS)] = {}
    template: Text = ""
    faces: FacesDoc | None = None
    rules: ColourRules = []


class ScenarioDoc(FilePart):
    """A scenario file. One with a ``base`` holds what differs from that scenario."""

    format: Text = ""
    base: Text = ""
    name: Name = ""
    system: Text
    map: MapRef
    description: Text = ""
    provenance: Text = ""
    turns: Length = TurnsDoc()
    sides: Sides
    units: dict[UnitWord, UnitDoc] = {}
    setup: dict[str, Annotated[str, BeforeValidator(short.place), WithJsonSchema(_place_schema)]] = {}
    setup_areas: dict[str, Names] = {}
    deployment: list[DeploymentDoc] = []
    pools: dict[Key, PoolDoc] = {}
    reinforcements: list[ArrivalDoc] = []
    replacements: dict[str, dict[Key, Factors]] = {}
    victory: VictoryDoc = VictoryDoc()
    options: Settings = {}
    special: Settings = {}
    tables: Settings = {}
    counters: CountersDoc = CountersDoc()
