"""The record of a rules system that is made from a file: what the rest of the program asks any system for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema, create_model

from engine.boards.palette import Kind
from engine.errors import NameNotKnown
from engine.findings import Finding, Place
from engine.formats.documents import Text, TurnSet
from engine.formats.fitting import SHORT, PlaceNames, SideName, SpecialModel, UnitNames, refuse
from engine.formats.locate import USERS_SYSTEMS, shipped
from engine.kit.citing import keep_titles
from engine.kit.hooks.reading import HookFile
from engine.kit.hooks.trust import is_trusted
from engine.kit.kitfile import KitFile
from engine.kit.model.system_file import KitOption, SettingRule, SystemFile
from engine.kit.model.values import DIRECTIONS, is_name, parsed
from engine.kit.questions import WITH_SECRETS
from engine.kit.reading import HOOKS, ReadSystem, read_system, varied
from engine.kit.rules import kit_rules
from engine.kit.tables import tables_model
from engine.kit.throws import throws
from engine.kit.unsaved import held_serial
from engine.kit.waters import barriers, types_afloat, water_terrain
from engine.kit.words import SENTENCES
from engine.play.common_questions import COMMON
from engine.play.options import Option
from engine.play.system import System
from engine.scenario import Scenario
from engine.scenario.model import SCORED
from engine.scenario.system_name import Changes

Edge = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
_Stamp = tuple[tuple[str, int, int], ...]
_TRUSTED: Final = "trusted"


@dataclass(slots=True)
class _Known:
    """A file that was read, and what it looked like then."""

    stamp: _Stamp
    read: ReadSystem
    system: System | None = None
    varied: dict[Changes, System] = field(default_factory=dict)
    """Systems in which other values are tried."""


_known: dict[str, _Known] = {}


def stamp_of(files: tuple[Path, ...]) -> _Stamp:
    """Returns what tells whether files have changed: their sizes and times."""
    found = []
    for file in files:
        try:
            info = file.stat()
            found.append((str(file), info.st_size, info.st_mtime_ns))
        except OSError:
            found.append((str(file), -1, 0))
    return tuple(found)


def _stamp(read: ReadSystem) -> _Stamp:
    """What tells whether a file has to be read again: its files, and whether its hooks are trusted now."""
    hooks = read.hooks
    trusted = () if hooks is None or isinstance(hooks, str) else ((_TRUSTED, int(is_trusted(hooks.digest)), 0),)
    held = tuple((str(file), held_serial(file), 0) for file in read.files)
    return (*stamp_of(read.files), *held, *trusted)


def hooks_to_trust(path: Path) -> HookFile | None:
    """Returns the hooks of a rules file that the user has not trusted yet; None where there are none."""
    hooks = _looked_up(path).read.hooks
    return hooks if isinstance(hooks, HookFile) and not is_trusted(hooks.digest) else None


def _looked_up(path: Path) -> _Known:
    known = _known.get(str(path))
    if known is not None and _stamp(known.read) == known.stamp:
        return known
    read = read_system(path)
    known = _Known(_stamp(read), read)
    _known[str(path)] = known
    return known


def findings(path: Path) -> list[Finding]:
    """Returns what is wrong with a rules file, read again only when it has changed."""
    return _looked_up(path).read.findings


def files_read(path: Path) -> tuple[Path, ...]:
    """Returns the files that a rules file was read from, itself first, then those that it rests on."""
    return _looked_up(path).read.files


def errors(path: Path) -> list[Finding]:
    """Returns what bars the use of a rules file by a scenario. Its hooks are not among it: a scenario can be opened and
    shown without them."""
    return _looked_up(path).read.errors


def named(name: str) -> str:
    """Returns the path of a rules file that ships or that the user keeps, by its name; empty for none."""
    if not is_name(name):
        return ""
    folders = (USERS_SYSTEMS, shipped("system"))
    files = (folder / file for folder in folders for file in (f"{name}.yaml", f"{name}/system.yaml"))
    return next((str(file) for file in files if file.is_file()), "")


def system_of(file: str, changes: Changes = ()) -> System:
    """Returns the system of a rules file, with some values changed; raises NameNotKnown where the file has errors."""
    known = _looked_up(Path(file))
    if known.system is None:
        known.system = usable(known.read)
    if not changes:
        return known.system
    if changes not in known.varied:
        known.varied[changes] = usable(varied(known.read, changes))
    return known.varied[changes]


def usable(read: ReadSystem) -> System:
    """Returns the system of a rules file that was read; raises NameNotKnown where it has errors."""
    if read.model is None or read.errors:
        reason = f": {read.errors[0].message} [{read.errors[0].code}]" if read.errors else ""
        raise NameNotKnown(f"the rules file {read.path.name} cannot be used{reason}")
    return _made(read, read.model)


def _made(read: ReadSystem, model: SystemFile) -> System:
    term_of = terms(model)
    counters = counters_model(model)
    options = options_of(model)
    texts = keep_titles(model)
    rules = kit_rules(KitFile(model.name, model, term_of, counters, options, read.hooks))
    return System(
        name=model.name,
        folder=model.name,
        title=model.title,
        rules=rules,
        unit_types=tuple(model.units.types),
        symbols={name: one.symbol for name, one in model.units.types.items() if one.symbol},
        counters=counters,
        terrain=terrain_of(model),
        term_of=term_of,
        options=options,
        start=KitStart,
        tables=tables_model(model) if model.tables else None,
        special=special_model(model),
        scoring=tuple(SCORED),
        players_set_up=True,
        dice=throws(model),
        afloat=types_afloat(read, model),
        water=water_terrain(model),
        barriers=barriers(model),
        sentences=SENTENCES,
        texts=texts,
        source=Sources(read).place,
        questions=WITH_SECRETS if model.secrecy is not None and model.secrecy.hides != "none" else COMMON,
        staff="engine.kit.staff.staff:KitStaff",
        digest=digest_of(read),
        data=read.section.data if read.section is not None else {},
        checks=(HooksCheck(read.path),) if model.hooks is not None else (),
    )


class HooksCheck:
    """Finds hooks of a rules file that keep a scenario from being played: missing, wrong or not trusted."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, scenario: Scenario) -> Iterator[Finding]:
        for one in findings(self.path):
            if one.code == HOOKS:
                yield Finding(one.code, one.severity, one.message, Place(path=("system",)), hint=one.hint)


def digest_of(read: ReadSystem) -> str:
    """Returns what tells what a file says, its base and hooks included, from what any other says."""
    if read.section is None:
        return ""
    found = hashlib.sha256(json.dumps(read.section.data, sort_keys=True, default=str).encode())
    if read.section.hooks is not None:
        found.update(read.section.hooks.path.read_bytes())
    return found.hexdigest()


class Sources:
    """Where the rules of a file stand."""

    def __init__(self, read: ReadSystem) -> None:
        self.read = read

    def place(self, paragraph: str) -> tuple[str, int] | None:
        """Returns file and line of the rule that a paragraph is, or of the block that a citation names."""
        section, model = self.read.section, self.read.model
        if section is None or model is None:
            return None
        number = paragraph.partition(":")[2] or paragraph
        path: tuple[str | int, ...] = ("paragraphs", number)
        if number not in model.paragraphs:
            path = tuple(number.split("."))
            listed = getattr(model, str(path[0]), None)
            if isinstance(listed, tuple) and len(path) > 1:
                names = [getattr(entry, "name", "") for entry in listed]
                path = (path[0], names.index(path[1])) if path[1] in names else path[:1]
        at = section.place(path, key=True)
        return (at.file, at.line) if at.line else None


# -- the ground ---------------------------------------------------------------------------------------------------


def terrain_of(model: SystemFile) -> dict[str, frozenset[str]]:
    """Returns the terms of each layer; markers count as features."""
    ground = model.ground
    return {
        "terrain": frozenset(ground.terrain),
        "features": frozenset({*ground.features, *model.markers.keys()}),
        "hexsides": frozenset(ground.hexsides),
        "paths": frozenset(ground.paths),
    }


class _Terms:
    """The term that a kind of a palette has in a rules file."""

    def __init__(self, model: SystemFile) -> None:
        self.name, self.like, self.terms = model.name, dict(model.ground.like), terrain_of(model)

    def __call__(self, kind: Kind) -> str:
        if self.name in kind.treat_as:
            return kind.treat_as[self.name]
        return self.like.get(kind.key, kind.key)


def terms(model: SystemFile) -> _Terms:
    """Returns the function that gives the term of a kind: its ``treat_as``, ``like``, or the kind's own key."""
    return _Terms(model)


# -- what units print ---------------------------------------------------------------------------------------------


def _figure(least: Fraction, most: Fraction) -> Any:
    def checked(value: Any) -> Any:
        number = parsed(value)
        if number is None or not least <= number <= most:
            raise refuse(f"must be a number from {least} to {most}")
        return value

    schema = {"type": "integer", "minimum": int(least), "maximum": int(most)}
    return Annotated[Any, PlainValidator(checked), WithJsonSchema(schema)]


def _figures(value: Any) -> Any:
    words = str(value).split() if isinstance(value, str | int | float) and not isinstance(value, bool) else []
    if not words or any(parsed(word) is None for word in words) or len(words) > 12:
        raise refuse("must be the figures of each step, the full one first, such as 4 3 2 1")
    return value


Figures = Annotated[Any, PlainValidator(_figures), WithJsonSchema({"type": "string"})]


def _facing(value: Any) -> Any:
    number = parsed(value) if not isinstance(value, bool) else None
    if str(value).upper() not in DIRECTIONS and number not in range(6):
        raise refuse("must be a direction, such as NE, or its number from 0 to 5, clockwise from the first")
    return value if number is None else int(number)


Facing = Annotated[Any, PlainValidator(_facing), WithJsonSchema({"enum": [*DIRECTIONS, *range(6)]})]
"""What a unit prints of the direction that it faces; which of the names the map has depends on its grid."""


class _Counter(BaseModel):
    """What a unit prints."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def counters_model(model: SystemFile) -> type[BaseModel]:
    """Returns the model of what units print: values, flags, steps and facing, with bounds and titles."""
    fields: dict[str, Any] = {}
    steps = model.units.steps
    for name, value in model.units.values.items():
        how = steps.reduced.get(name) if steps is not None else None
        kind = Figures if how == "list" else _figure(value.least, value.most)
        default: Any = ... if value.default is None else _plain(value.default)
        about = value.about or value.title or name.replace("_", " ").capitalize()
        fields[name] = (kind, Field(default, description=about))
        if how == "printed":
            about = f"{about}, with steps lost"
            fields[f"reduced_{name}"] = (_figure(value.least, value.most) | None, Field(None, description=about))
    for name, title in model.units.flags.items():
        fields[name] = (bool, Field(False, description=title or name.replace("_", " ").capitalize()))
    if steps is not None and steps.most > 1:
        whole = Annotated[int, Field(ge=1, le=steps.most)]
        fields["steps"] = (whole | None, Field(None, description="The steps that the unit has."))
    if model.facing is not None:
        about = "The direction that the unit faces: its name, or its number from 0 to 5."
        fields["facing"] = (Facing | None, Field(None, description=about))
    return create_model(f"Counter_{model.name}", __base__=_Counter, **fields)


def _plain(number: Fraction) -> Any:
    return int(number) if number.denominator == 1 else str(number)


# -- options, settings, starts ------------------------------------------------------------------------------------


def options_of(model: SystemFile) -> dict[str, Option]:
    """Returns the options, each with its choices and the paragraph that it rests on."""
    return {name: _option(model, name, option) for name, option in model.options.items()}


def _option(model: SystemFile, name: str, option: KitOption) -> Option:
    default = option.default if option.default is not None else option.choices[0] if option.choices else False
    rule = f"{model.name}:{option.rule[0]}" if option.rule else ""
    return Option(default, option.choices, option.about or option.title or name.replace("_", " "), rule)


def _number(value: Any) -> Any:
    if parsed(value) is None:
        raise refuse("must be a number")
    return value


_Number = Annotated[Any, PlainValidator(_number), WithJsonSchema({"type": "integer"})]
_KINDS: Final[Mapping[str, Any]] = {
    "hexes": PlaceNames,
    "edge": Edge,
    "side": SideName,
    "number": _Number,
    "flag": bool,
    "turns": TurnSet,
    "units": UnitNames,
    "hexes_by_side": Annotated[dict[SideName, PlaceNames], SHORT],
    "edge_by_side": Annotated[dict[SideName, Edge], SHORT],
    "number_by_side": Annotated[dict[SideName, _Number], SHORT],
}


def special_model(model: SystemFile) -> type[SpecialModel]:
    """Returns the model of what a scenario says under ``special``."""
    fields: dict[str, Any] = {}
    for name, setting in model.settings.items():
        about = setting.about or setting.title or name.replace("_", " ").capitalize()
        fields[name] = (_KINDS[setting.kind] | None, Field(_default(setting), description=about))
    return create_model(f"Special_{model.name}", __base__=SpecialModel, **fields)


def edges_at_first(special: type[BaseModel] | None, sides: Sequence[str]) -> dict[str, dict[str, str]]:
    """Returns the edges that a new scenario has where its rules ask for one of each side: the west for the first side,
    the east for the second. Without an edge no unit would have supply or a direction of retreat."""
    asked = _KINDS["edge_by_side"] | None
    fields = special.model_fields if special is not None else {}
    return {
        name: dict(zip(sides, _BEGUN_EDGES, strict=False))
        for name, info in fields.items()
        if info.annotation == asked and info.default is None
    }


_BEGUN_EDGES: Final = ("W", "E")


def _default(setting: SettingRule) -> Any:
    return setting.default


class KitStart(BaseModel):
    """What a start may set beside where its units stand."""

    model_config = ConfigDict(extra="forbid", strict=True)

    status: dict[str, Text | list[Text]] = {}
    facing: dict[str, Text] = {}
    carried: dict[str, Text] = {}
    active: Text = ""
    weather: Text = ""
    markers: dict[str, Text | list[Text]] = {}
    points: dict[str, Any] = {}
    held: dict[str, Text] = {}
    did: dict[str, Text | list[Text]] = {}
    events: Text | list[Text] = ""
