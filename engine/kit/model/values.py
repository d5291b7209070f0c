"""Single values of a rules file in their normal form: names, numbers, ranges, dice, amounts, values by unit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from engine.formats import short_forms as short
from engine.formats.fitting import refuse
from engine.formats.hints import clip
from engine.formats.reading import as_written

ELSE: Final = "else"
"""The last entry of a value by unit: every unit that no entry before it fits."""
LARGEST: Final = 1_000_000
MOST_NAMES: Final = 2_000
LONGEST_NAME: Final = 40
LONGEST_CODE: Final = 12
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_PARAGRAPH: Final = re.compile(r"[A-Za-z0-9.-]{1,40}")
_FRACTION: Final = re.compile(r"([+-]?[0-9]{1,9})(?:/([0-9]{1,9})|\.([0-9]{1,9}))?")
_DICE: Final = re.compile(r"[0-9]{0,4}[dD][0-9]{1,4}")
_NUMBER_SCHEMA: Final = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^[+-]?[0-9]+(/[0-9]+)?$"}]}
_NAMES_SCHEMA: Final = {
    "anyOf": [{"type": ["string", "number"]}, {"type": "array", "items": {"type": ["string", "number"]}}]
}
_TEXT_SCHEMA: Final = {"type": ["string", "number"]}


@dataclass(frozen=True, slots=True)
class Range:
    """From the least to the most number that fits; None where there is no such end."""

    least: Fraction | None = None
    most: Fraction | None = None

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int | Fraction):
            return False
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)

    @property
    def empty(self) -> bool:
        """Whether no number fits."""
        return self.least is not None and self.most is not None and self.least > self.most


@dataclass(frozen=True, slots=True)
class ByUnit:
    """A value for each type, class or ``else``: the first entry that fits a unit holds."""

    entries: tuple[tuple[str, Any], ...]

    def values(self) -> Iterator[Any]:
        """Yields the value of each entry, as written."""
        return (value for _, value in self.entries)


@dataclass(frozen=True, slots=True)
class LeaderAmount:
    """What a leader lends of a value."""

    value: str


@dataclass(frozen=True, slots=True)
class TableAmount:
    """The number in a table, in the row of an amount."""

    table: str
    row: Amount
    column: str


@dataclass(frozen=True, slots=True)
class DiceAmount:
    """What dice show."""

    dice: str


@dataclass(frozen=True, slots=True)
class StepTable:
    """A table with the figures of a value, by the steps left."""

    table: str


@dataclass(frozen=True, slots=True)
class RangeOfFire:
    """RangeOfFire from the least to the most."""

    least: Amount | None = None
    most: Amount | None = None


# -- names --------------------------------------------------------------------------------------------------------


def is_name(text: str) -> bool:
    """Whether a text may be the name of something in a rules file."""
    return _NAME.fullmatch(text) is not None


def _name(value: str) -> str:
    if not is_name(value):
        raise refuse(
            f"{clip(value)} is not a name: letters, digits, - and _, beginning with a letter, at most {LONGEST_NAME}"
        )
    return value


def _short_name(value: str) -> str:
    if len(value) > 20:
        raise refuse("must have at most 20 characters")
    return _name(value)


def _code(value: str) -> str:
    if not value or len(value) > LONGEST_CODE or value.split() != [value]:
        raise refuse(f"{clip(value)} is not a code of a result: at most {LONGEST_CODE} characters without spaces")
    return value


def words(value: Any) -> list[str]:
    """The names of a text or list; of very many the file is refused."""
    found = short.tokens(value)
    if len(found) > MOST_NAMES:
        raise refuse(f"has {len(found):,} names; {MOST_NAMES:,} are allowed")
    return found


def _names(value: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words(value)))


def sided(value: Any) -> tuple[str, ...]:
    """Names of kinds of hexside: a word ``up`` or ``down`` belongs to the name before it (``slope up``)."""
    found: list[str] = []
    for word in words(value):
        if word in ("up", "down") and found and " " not in found[-1]:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return tuple(dict.fromkeys(found))


def _unmixed(names: tuple[str, ...]) -> tuple[str, ...]:
    if len({name.startswith("!") for name in names}) > 1:
        raise refuse("mixes names with ! and names without")
    return names


def _whole_texts(value: Any) -> tuple[str, ...]:
    found = [short.as_line(one) for one in (value if isinstance(value, list) else [value])]
    if not all(isinstance(one, str) for one in found):
        raise PydanticCustomError("names", "must be a text or a list of texts")
    return tuple(found)


def _turns(value: Any) -> frozenset[int]:
    return frozenset(short.turn_set(value))


def _texts(value: Any) -> tuple[str, ...]:
    """Paragraphs: a number or text, or a list of them."""
    return _names(value)


def _paragraph(value: str) -> str:
    if not _PARAGRAPH.fullmatch(value):
        raise refuse(f"{clip(value)} is not the number of a paragraph: digits, letters, dots and -, at most 40")
    return value


def _side_key(value: str) -> str:
    name, _, way = value.partition(" ")
    if way not in ("", "up", "down"):
        raise refuse(f"{clip(value)} is not a kind of hexside, with or without up or down")
    return _name(name) and value


Name = Annotated[str, BeforeValidator(short.as_text), AfterValidator(_name), WithJsonSchema(_TEXT_SCHEMA)]
"""The name of something in the file."""
SystemName = Annotated[str, BeforeValidator(short.as_text), AfterValidator(_short_name), WithJsonSchema(_TEXT_SCHEMA)]
"""The name of the system itself."""
Code = Annotated[str, BeforeValidator(short.as_text), AfterValidator(_code), WithJsonSchema(_TEXT_SCHEMA)]
"""The code of a result."""
ParagraphNumber = Annotated[str, AfterValidator(_paragraph)]
"""The number of a paragraph as a key: ``4.2``."""
SideKey = Annotated[str, AfterValidator(_side_key)]
"""A kind of hexside as a key: ``slope`` or ``slope up``."""
Names = Annotated[tuple[str, ...], PlainValidator(_names), WithJsonSchema(_NAMES_SCHEMA)]
"""Names, in a list or in one text."""
Fits = Annotated[tuple[str, ...], PlainValidator(_names), AfterValidator(_unmixed), WithJsonSchema(_NAMES_SCHEMA)]
"""Names of which one has to fit; or, each with ``!``, none."""
SideFits = Annotated[tuple[str, ...], PlainValidator(sided), AfterValidator(_unmixed), WithJsonSchema(_NAMES_SCHEMA)]
"""The same for kinds of hexside."""
SideNames = Annotated[tuple[str, ...], PlainValidator(sided), WithJsonSchema(_NAMES_SCHEMA)]
"""Kinds of hexside and path."""
Texts = Annotated[
    tuple[str, ...], PlainValidator(_whole_texts), AfterValidator(_unmixed), WithJsonSchema(_NAMES_SCHEMA)
]
"""Texts as they are written, spaces and all."""
Paragraphs = Annotated[tuple[str, ...], PlainValidator(_texts), WithJsonSchema(_NAMES_SCHEMA)]
"""Numbers of paragraphs."""
TurnNumbers = Annotated[frozenset[int], PlainValidator(_turns), WithJsonSchema(_TEXT_SCHEMA)]
"""Turns, as scenarios write them: ``1-3 5``."""


# -- numbers ------------------------------------------------------------------------------------------------------


def parsed(value: Any) -> Fraction | None:
    """The number that a value is, exactly; None for what is no number, or too large a one."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return Fraction(value) if abs(value) <= LARGEST else None
    text = as_written(value) if isinstance(value, float) else value
    match = _FRACTION.fullmatch(text) if isinstance(text, str) else None
    if match is None or (match[2] is not None and not int(match[2])):
        return None
    number = Fraction(text)
    return number if abs(number) <= LARGEST else None


def number(value: Any) -> Fraction:
    """A NUMBER: whole, decimal or a fraction."""
    found = parsed(value)
    if found is None:
        raise refuse("must be a number such as 2, 0.5 or 1/2, at most a million")
    return found


def not_negative(value: Any) -> Fraction:
    """A NUMBER that is at least 0."""
    found = number(value)
    if found < 0:
        raise refuse("must be at least 0")
    return found


def _range(value: Any) -> Range:
    if not isinstance(value, dict):
        found = parsed(value)
        if found is None:
            raise refuse("must be a number, or {least, most}")
        return Range(found, found)
    if not value or not set(value) <= {"least", "most"}:
        raise refuse("must be a number, or {least, most} with one of them or both")
    ends = {end: number(figure) for end, figure in value.items()}
    return Range(ends.get("least"), ends.get("most"))


def _steps(value: Any) -> Range | str:
    return str(value) if value in ("full", "reduced") else _range(value)


def _dice(value: Any) -> str:
    text = value.strip() if isinstance(value, str) else ""
    if not _DICE.fullmatch(text):
        raise refuse("must be dice such as 1d6, 2d6 or d66")
    return text.lower()


_RANGE_SCHEMA: Final = {
    "anyOf": [
        _NUMBER_SCHEMA,
        {
            "type": "object",
            "properties": {"least": _NUMBER_SCHEMA, "most": _NUMBER_SCHEMA},
            "additionalProperties": False,
            "minProperties": 1,
        },
    ]
}
Number = Annotated[Fraction, PlainValidator(number), WithJsonSchema(_NUMBER_SCHEMA)]
"""A number, exactly."""
NotNegative = Annotated[Fraction, PlainValidator(not_negative), WithJsonSchema(_NUMBER_SCHEMA)]
"""A number of at least 0, exactly."""
Between = Annotated[Range, PlainValidator(_range), WithJsonSchema(_RANGE_SCHEMA)]
"""A number, or the least and the most."""
Steps = Annotated[
    Range | str, PlainValidator(_steps), WithJsonSchema({"anyOf": [{"enum": ["full", "reduced"]}, _RANGE_SCHEMA]})
]
"""Steps that a unit has: ``full``, ``reduced``, or how many."""
Dice = Annotated[
    str, PlainValidator(_dice), WithJsonSchema({"type": "string", "examples": ["1d6", "2d6", "1d10", "d66"]})
]
"""Dice, as they are written; whether they can be thrown is checked later."""


# -- amounts and values by unit -----------------------------------------------------------------------------------

Amount = Fraction | str | ByUnit | LeaderAmount | TableAmount | DiceAmount
"""A number, the name of a value (or ``steps``, ``units``), or one of the richer forms."""


def by_unit(value: Any, one: Callable[[Any], Any]) -> Any:
    """A value, or a mapping of types, classes and ``else`` to such values."""
    if not isinstance(value, dict):
        return one(value)
    if not value:
        raise refuse("must have an entry for a type, a class or else")
    if len(value) > 400:
        raise refuse("must have at most 400 entries")
    return ByUnit(tuple((_key(name), one(figure)) for name, figure in value.items()))


def _key(name: str) -> str:
    return name if name == ELSE else _name(name)


def _plain(value: Any) -> Fraction | str:
    found = parsed(value)
    if found is not None:
        return found
    if isinstance(value, str) and is_name(value):
        return value
    raise refuse("must be a number, the name of a value, steps or units")


def amount(value: Any) -> Amount:
    """An AMOUNT in its normal form."""
    if not isinstance(value, dict):
        return _plain(value)
    keys = set(value)
    if keys == {"leader"} and isinstance(value["leader"], str) and is_name(value["leader"]):
        return LeaderAmount(value["leader"])
    if "table" in keys and "row" in keys and keys <= {"table", "row", "column"}:
        column = short.as_text(value.get("column", ""))
        if not isinstance(value["table"], str) or not isinstance(column, str):
            raise refuse("must be {table: NAME, row: AMOUNT, column: NAME}")
        return TableAmount(value["table"], amount(value["row"]), column)
    if keys == {"dice"} and isinstance(value["dice"], str):
        return DiceAmount(_dice(value["dice"]))
    found: Amount = by_unit(value, _plain)
    return found


_BY_UNIT: Final = {"type": "object", "minProperties": 1}
Quantity = Annotated[
    Amount,
    PlainValidator(amount),
    WithJsonSchema({"anyOf": [_NUMBER_SCHEMA, {"type": "string"}, _BY_UNIT]}),
]
"""An AMOUNT of the contract."""


def _word_or_number(*allowed: str, negative: bool = False) -> Callable[[Any], Fraction | str]:
    said = "a number" if negative else "a number of at least 0"

    def one(value: Any) -> Fraction | str:
        if isinstance(value, str) and value in allowed:
            return value
        found = parsed(value)
        if found is None or (found < 0 and not negative):
            raise refuse(f"must be {', '.join(allowed)} or {said}")
        return found

    return one


def _by_unit_schema(*allowed: str) -> dict[str, Any]:
    return {"anyOf": [{"enum": [*allowed]}, _NUMBER_SCHEMA, _BY_UNIT]}


_ENTER: Final = ("stop", "free", "half_up", "half_down")
_LEAVE: Final = ("free", "only_start", "never")
DIRECTIONS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The directions of the compass that maps of any grid have."""
_ACROSS: Final = ("as_usual", "prohibited", "whole")
_COST: Final = ("prohibited", "all", "rest")
_SHARE: Final = ("whole", "double", "half_up", "half_down", "third_down")
Figure = Fraction | str | ByUnit

ZoneEntry = Annotated[
    Figure, PlainValidator(lambda v: by_unit(v, _word_or_number(*_ENTER))), WithJsonSchema(_by_unit_schema(*_ENTER))
]
"""What it takes to enter a zone, by unit."""
ZoneExit = Annotated[
    Figure, PlainValidator(lambda v: by_unit(v, _word_or_number(*_LEAVE))), WithJsonSchema(_by_unit_schema(*_LEAVE))
]
"""What it takes to leave a zone, by unit."""
ZoneCrossing = Annotated[
    Figure, PlainValidator(lambda v: by_unit(v, _word_or_number(*_ACROSS))), WithJsonSchema(_by_unit_schema(*_ACROSS))
]
"""What it takes from one zone straight into the next, by unit."""
CostFigure = Annotated[
    Figure,
    PlainValidator(lambda v: by_unit(v, _word_or_number(*_COST, negative=True))),
    WithJsonSchema(_by_unit_schema(*_COST)),
]
"""A cost of movement, by unit. A hexside or feature may make a step cheaper; no step costs less than 0."""
NumberByUnit = Annotated[
    Fraction | ByUnit,
    PlainValidator(lambda v: by_unit(v, not_negative)),
    WithJsonSchema({"anyOf": [_NUMBER_SCHEMA, _BY_UNIT]}),
]
"""A number of at least 0, by unit."""
Share = Annotated[
    Fraction | str,
    PlainValidator(_word_or_number(*_SHARE)),
    WithJsonSchema({"anyOf": [{"enum": [*_SHARE]}, _NUMBER_SCHEMA]}),
]
"""How much of its allowance a unit has in a phase."""


def _reach(value: Any) -> RangeOfFire | str:
    if value == "adjacent":
        return "adjacent"
    if isinstance(value, dict) and value and set(value) <= {"least", "most"}:
        ends = {end: amount(figure) for end, figure in value.items()}
        least, most = ends.get("least"), ends.get("most")
        if isinstance(least, Fraction) and isinstance(most, Fraction) and least > most:
            raise refuse("must have a 'least' that is not more than its 'most'")
        return RangeOfFire(least, most)
    return RangeOfFire(None, amount(value))


Distance = Annotated[
    RangeOfFire | str,
    PlainValidator(_reach),
    WithJsonSchema({"anyOf": [{"enum": ["adjacent"]}, _NUMBER_SCHEMA, {"type": "string"}, {"type": "object"}]}),
]
"""How far something reaches: ``adjacent``, an amount, or the least and the most."""


def _reduced(value: Any) -> Fraction | str | StepTable:
    if isinstance(value, dict) and set(value) == {"table"} and isinstance(value["table"], str):
        return StepTable(value["table"])
    if value in ("same", "half_up", "half_down", "printed", "list"):
        return str(value)
    share = parsed(value)
    if share is None or not 0 <= share <= 1:
        raise refuse("must be same, half_up, half_down, printed, list, a share such as 2/3, or {table: NAME}")
    return share


Reduced = Annotated[
    Fraction | str | StepTable,
    PlainValidator(_reduced),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": ["same", "half_up", "half_down", "printed", "list"]},
                _NUMBER_SCHEMA,
                {"type": "object", "properties": {"table": {"type": "string"}}, "required": ["table"]},
            ]
        }
    ),
]
"""How a figure falls when steps are lost."""


@dataclass(frozen=True, slots=True)
class WordOrWhole:
    """A validator: one of some words, or a whole number of at least 1."""

    words: tuple[str, ...]

    def __call__(self, value: Any) -> int | str:
        """Returns the value; raises for any other one."""
        if isinstance(value, str) and value in self.words:
            return value
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LARGEST:
            return value
        raise refuse(f"must be {', '.join(self.words)} or a whole number of at least 1")


def one_of(*allowed: str) -> BeforeValidator:
    """What refuses a value that is neither a whole number of at least 1 nor one of some words."""
    return BeforeValidator(WordOrWhole(allowed), json_schema_input_type=int | str)
