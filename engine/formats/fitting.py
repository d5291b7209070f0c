"""Whether the values, tables and exclusive rules of a scenario fit the models of its rules system.

A system's record may offer three pydantic models: ``counters`` (what a counter prints), ``tables`` (its tables, with
``merged``, which lays a scenario's own over them) and ``special`` (its exclusive rules, a `SpecialModel`). What does
not fit them is said by the umpire's checks, and refused when rules are bound to a scenario, so that nothing else
reaches the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Self, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationError, ValidationInfo
from pydantic_core import PydanticCustomError

from engine.boards.board import Board
from engine.errors import HexwrightError, NameNotKnown
from engine.formats.bounded import ALWAYS
from engine.formats.checking import UNFIT, describe, problems_of
from engine.formats.documents import Text
from engine.formats.hints import clip, did_you_mean
from engine.formats.short_forms import tokens
from engine.formats.source import DataPath
from engine.play import registry
from engine.scenario import Scenario, Unit
from engine.scenario.ranges import keys_of

M = TypeVar("M", bound=BaseModel)

VALUES: Final = "UNIT106"
TABLES: Final = "RULE106"
SPECIAL: Final = "RULE107"
"""The checks of the umpire that find what does not fit."""

_PARAGRAPH: Final = re.compile(r"\((\d+(?:\.\d+)*)")
MOST_ENTRIES: Final = 200
"""Entries of a mapping in a table or an exclusive rule."""
_MOST: Final = 3
"""Reasons that a refusal gives."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What names in exclusive rules must be names of: it is the context in which a ``Special`` is validated."""

    sides: tuple[str, ...]
    board: Board | None = None
    """None where names of hexes and regions are not looked up."""
    units: Collection[str] | None = None
    """Keys of units; None where they are not looked up."""

    @classmethod
    def of(cls, scenario: Scenario) -> Setting:
        """What names in the exclusive rules of a scenario must be names of."""
        return cls(tuple(scenario.sides), scenario.map, scenario.units.keys())


@dataclass(frozen=True, slots=True)
class Misfit:
    """A value that does not fit its model, by its data path in the scenario."""

    code: str
    message: str
    path: DataPath
    key: bool = False
    """Whether the key itself is meant, not its value."""
    unit: str = ""
    rule: str = ""
    hint: str = ""


class SpecialModel(BaseModel):
    """The exclusive rules of a scenario, a field each. It is validated with a `Setting` as its context."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @classmethod
    def keys(cls, sides: Iterable[str]) -> tuple[str, ...]:
        """Every key there is in a scenario of these sides."""
        return tuple(cls.model_fields)

    @classmethod
    def of(cls, scenario: Scenario) -> Self:
        """The exclusive rules of a scenario; raises HexwrightError where they do not fit."""
        known = cls.keys(scenario.sides)
        unknown = [str(name) for name in scenario.special if name not in known]
        if unknown:
            raise HexwrightError(f"there is no exclusive rule {clip(unknown[0])}; there are {', '.join(known)}")
        return fit(cls, scenario.special, "special", Setting.of(scenario))


# -- names in exclusive rules -------------------------------------------------------------------------------------


def refuse(message: str) -> PydanticCustomError:
    """The error that a validator of a model raises; the message follows the name of the value: "must be ..."."""
    return PydanticCustomError(UNFIT, "{said}", {"said": message})


def _side(value: str, info: ValidationInfo) -> str:
    if isinstance(info.context, Setting) and value not in info.context.sides:
        raise refuse(f"must be one of the sides {', '.join(info.context.sides)}, not {clip(value)}")
    return value


def _place(value: str, info: ValidationInfo) -> str:
    board = info.context.board if isinstance(info.context, Setting) else None
    if board is not None and value not in board.regions and board.find(value) is None:
        raise refuse(f"must name hexes or regions of the map; {clip(value)} is neither")
    return value


def _unit(value: str, info: ValidationInfo) -> str:
    units = info.context.units if isinstance(info.context, Setting) else None
    if units is not None and value not in units:
        raise refuse("must be the key of a unit of the scenario")
    return value


def _hex(value: str, info: ValidationInfo) -> str:
    board = info.context.board if isinstance(info.context, Setting) else None
    if board is not None and board.find(value) is None:
        raise refuse(f"must name a hex of the map, which {clip(value)} is not")
    return value


def _short(value: Any) -> Any:
    # Pydantic counts the entries of a mapping only when it has looked at each.
    if isinstance(value, dict) and len(value) > MOST_ENTRIES:
        raise refuse(f"must have at most {MOST_ENTRIES} entries")
    return value


def _few(value: Any, info: ValidationInfo) -> list[str]:
    names = tokens(value)
    board = info.context.board if isinstance(info.context, Setting) else None
    most = 6 * board.places if board is not None else 0
    if len(names) > max(most, ALWAYS):
        raise refuse(f"has {len(names):,} names, more than the map has hexes")
    return names


def _units(names: list[str]) -> list[str]:
    try:
        return [key for name in names for key in keys_of(name)]
    except HexwrightError as error:
        raise refuse(f"must name units: {error}") from None


SHORT: Final = BeforeValidator(_short)
"""Marks a mapping of a model that is no longer than anybody needs."""
SideName = Annotated[Text, AfterValidator(_side)]
"""The key of a side of the scenario."""
FEW: Final = BeforeValidator(_few)
"""Marks a list of names that is no longer than what there is to be named; names may be one text."""
PlaceNames = Annotated[list[Annotated[Text, AfterValidator(_place)]], FEW]
"""Hexes and regions of the map."""
UnitNames = Annotated[list[Text], BeforeValidator(_units), FEW]
"""Keys of units; ranges of them, such as ``bd-1..bd-6``, may be among them."""
HexName = Annotated[Text, AfterValidator(_hex)]
"""A hex of the map."""
UnitKey = Annotated[Text, AfterValidator(_unit)]
"""The key of a unit of the scenario."""


# -- what does not fit --------------------------------------------------------------------------------------------


def misfits(scenario: Scenario, suggest: Callable[[str, Iterable[str]], str] = did_you_mean) -> Iterator[Misfit]:
    """Everything in a scenario that does not fit the models of its rules system; nothing where there is no such system.

    ``suggest`` makes a hint of a word and what it may have been meant for.
    """
    try:
        system = registry.system(scenario.system)
    except NameNotKnown:
        return
    if system.counters is not None:
        for unit in scenario.units.values():
            yield from _of_unit(system.counters, unit, system.name, suggest)
    if system.tables is not None and scenario.tables:
        yield from _of_tables(system.tables, scenario.tables, suggest)
    if system.special is not None and scenario.special:
        yield from _of_special(system.special, scenario, suggest)


def _of_unit(model: type[BaseModel], unit: Unit, system: str, suggest: Callable[..., str]) -> Iterator[Misfit]:
    fields = model.model_fields
    for found in _problems(model, dict(unit.values), None, VALUES, "", suggest):
        name = str(found.path[0]) if found.path else ""
        about = (fields[name].description or "") if name in fields else ""
        paragraph = _PARAGRAPH.search(about)
        message = found.message
        if name and name not in fields:
            message = f"{clip(name)} is not a value of these counters ({', '.join(fields)})"
        elif name and name not in unit.values:
            message = f"{clip(name)} is missing"
        yield Misfit(
            VALUES,
            f"{unit.name} ({unit.key}): {message}",
            ("units", unit.key, *found.path),
            found.key,
            unit.key,
            f"{system}:{paragraph[1]}" if paragraph else "",
            found.hint or about,
        )


def _of_tables(model: Any, own: Mapping[str, Any], suggest: Callable[..., str]) -> Iterator[Misfit]:
    sound = {}
    for name, table in own.items():
        if name not in model.model_fields:
            message = f"the rules have no table {clip(name)}"
            yield Misfit(TABLES, message, ("tables", name), True, hint=suggest(name, model.model_fields))
        elif not isinstance(table, Mapping):
            yield Misfit(TABLES, f"table {clip(name)} must be a mapping of keys to values", ("tables", name))
        else:
            sound[name] = table
    for found in _problems(model, model.merged(sound), None, TABLES, "tables", suggest):
        # Of what the scenario does not lay over nothing is said.
        if not found.path[1:2] or found.path[1] in sound:
            yield replace(found, message=": ".join([*map(str, found.path[1:-1]), found.message]))


def _of_special(model: Any, scenario: Scenario, suggest: Callable[..., str]) -> Iterator[Misfit]:
    known = model.keys(scenario.sides)
    sound = {}
    for name, value in scenario.special.items():
        if name in known:
            sound[name] = value
        else:
            message = f"the rules have no exclusive rule {clip(str(name))}"
            yield Misfit(SPECIAL, message, ("special", name), True, hint=suggest(str(name), known))
    yield from _problems(model, sound, Setting.of(scenario), SPECIAL, "special", suggest)


def _problems(
    model: type[BaseModel], data: dict[str, Any], context: Any, code: str, part: str, suggest: Callable[..., str]
) -> Iterator[Misfit]:
    try:
        model.model_validate(data, context=context)
    except ValidationError as error:
        for problem in problems_of(error):
            said = describe(model, data, problem, suggest)
            path = (part, *said.path) if part else said.path
            yield Misfit(code, said.message, path, said.key, hint=said.hint)


def fit(model: type[M], data: Mapping[str, Any], what: str, setting: Setting | None = None) -> M:
    """Data as a model, for rules that are being bound; raises HexwrightError with the reasons, after ``what`` it is."""
    try:
        return model.model_validate(dict(data), context=setting)
    except ValidationError as error:
        problems = problems_of(error)
    found = [describe(model, dict(data), problem) for problem in problems[:_MOST]]
    said = [": ".join([*map(str, one.path[:-1]), one.message]) for one in found]
    more = f"; and {len(problems) - _MOST} more" if len(problems) > _MOST else ""
    raise HexwrightError(f"{what}: {'; '.join(said)}{more}")
