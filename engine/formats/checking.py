"""Plain data against a model, every mistake at once, in plain words, at its place in the file."""

from __future__ import annotations

import copy
import re
import types
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Final, ForwardRef, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, BeforeValidator, ValidationError

from engine.formats.documents import COLOUR_PATTERN, COLOUR_WORD_PATTERN, KEY_PATTERN, UNIT_PATTERN
from engine.formats.hints import clip, did_you_mean, nearest
from engine.formats.source import DataPath, Section

D = TypeVar("D", bound=BaseModel)

UNFIT: Final = "unfit"
"""The kind of error that validators of our own raise; the message follows the name of the value: "must be ..."."""

_WANTED: Final = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a mapping of keys to values",
    "model_type": "a mapping of keys to values",
    "model_attributes_type": "a mapping of keys to values",
}
_PATTERNS: Final = {
    KEY_PATTERN: "is not a key: letters, digits, - and _, beginning with a letter or digit, at most 64",
    UNIT_PATTERN: "is not a key of a unit: letters, digits, - and _, beginning with a letter or digit, at most 64; "
    "or a range of such keys, such as bd-1..bd-6",
    COLOUR_WORD_PATTERN: "is not a colour; write ink, ground, paper, formation, side, white, black, "
    'or one such as "#rrggbb", in quotes',
    COLOUR_PATTERN: 'is not a colour; write it as "#rrggbb", in quotes',
}


def check(section: Section, model: type[D], data: Any) -> D | None:
    """The data as a model, every mistake noted in the section.

    Where parts are wrong the rest is still read: unknown keys and broken optional parts are left out.
    None when even that gives no model.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        problems = problems_of(error)
    for problem in problems:
        if section.notes.stop():
            break
        _note(section, model, problem)
    data = copy.deepcopy(data)
    for _ in range(8):
        if not _prune(section, model, data, [_data_path(problem["loc"], data) for problem in problems], problems):
            return None
        try:
            return model.model_validate(data)
        except ValidationError as error:
            problems = problems_of(error)
    return None


def problems_of(error: ValidationError) -> list[Any]:
    """The errors of a validation, without those that only say that a value may be left empty: what is wrong with it as
    it was meant is another error at the same place."""
    problems = error.errors(include_url=False)

    def is_said_already(problem: Any) -> bool:
        if problem["type"] != "literal_error" or problem["ctx"]["expected"] != "''":
            return False
        place = problem["loc"][:-1]
        return any(other is not problem and other["loc"][: len(place)] == place for other in problems)

    return [problem for problem in problems if not is_said_already(problem)]


def _data_path(loc: tuple[int | str, ...], data: Any) -> DataPath:
    """The data path of a pydantic location: without the names of union members and the mark of keys."""
    path: list[int | str] = []
    for part in loc:
        if isinstance(data, dict):
            if part == "[key]":
                break
            if part not in data:
                # A missing key is the last part; anything else is the name of a union member.
                if part == loc[-1]:
                    path.append(part)
                continue
            data = data[part]
        elif isinstance(data, list) and isinstance(part, int):
            if part >= len(data):
                break
            data = data[part]
        else:
            continue
        path.append(part)
    return tuple(path)


@dataclass(frozen=True, slots=True)
class Said:
    """One problem of a model in plain words."""

    code: str
    """The code of the finding, for what stands in a file."""
    message: str
    path: DataPath
    """Relative to the data."""
    key: bool = False
    """Whether the key itself is meant, not its value."""
    hint: str = ""


def _note(section: Section, model: type[BaseModel], problem: Any) -> None:
    """Turn one pydantic error into a finding."""
    node = section.source.node(section.prefix)
    said = describe(model, node.data if node else None, problem, section.suggest)
    hint = said.hint or section.advice.get(said.path, "")
    section.error(said.code, said.message, said.path, key=said.key, hint=hint)


def describe(
    model: type[BaseModel], data: Any, problem: Any, suggest: Callable[[str, Iterable[str]], str] = did_you_mean
) -> Said:
    """One pydantic error of data that were validated by a model, in plain words.

    ``suggest`` makes a hint of a word and what it may have been meant for.
    """
    kind, context = problem["type"], problem.get("ctx", {})
    loc = tuple(problem["loc"])
    path = _data_path(loc, data)
    name = str(path[-1]) if path else ""
    called = _called(path)
    shown = clip(str(problem["input"])) if isinstance(problem["input"], str | int | float) else ""
    if kind == "extra_forbidden":
        known = _fields_at(model, path[:-1])
        return Said("FILE017", f"there is no key {clip(name)} here", path, True, suggest(name, known))
    if kind == "missing":
        where = f" of {clip(str(path[-2]))}" if len(path) > 1 else ""
        return Said("FILE018", f"the key {clip(name)}{where} is missing", path)
    if kind in _WANTED:
        return _wrong_kind(path, called, _WANTED[kind], problem["input"])
    if kind == "literal_error":
        choices = re.findall(r"'([^']*)'", context["expected"])
        near = nearest(str(problem["input"]), choices)
        hint = f"did you mean {near!r}?" if near else ""
        message = f"{called} must be one of {', '.join(c for c in choices if c)}, not {shown or 'this'}"
        return Said("FILE020", message, path, hint=hint)
    if kind == "string_pattern_mismatch":
        said = _PATTERNS.get(context["pattern"], f"is not allowed as {called}")
        return Said("FILE020", f"{shown} {said}", path, "[key]" in loc)
    if kind in ("names", "chains", "number", "said"):
        return Said("FILE019", f"{called} {problem['msg']}", path)
    if kind in ("turns", UNFIT):
        return Said("FILE020", f"{called} {problem['msg']}", path, "[key]" in loc)
    return Said("FILE020", f"{called} {_bound(kind, context)}", path)


def _called(path: DataPath) -> str:
    """What a message calls the value at a data path."""
    if not path:
        return "the file"
    if isinstance(path[-1], int):
        return f"entry {path[-1] + 1} of {clip(str(path[-2]))}" if len(path) > 1 else f"entry {path[-1] + 1}"
    return clip(path[-1])


def _wrong_kind(path: DataPath, called: str, wanted: str, value: Any) -> Said:
    if value is None:
        return Said("FILE019", f"{called} has no value; it must be {wanted}", path, True)
    hint = "put it in quotes if it is meant as text" if wanted == "text" and isinstance(value, bool) else ""
    return Said("FILE019", f"{called} must be {wanted}, not {_described(value)}", path, hint=hint)


def _described(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"the text {clip(value)}"
    if isinstance(value, int | float):
        return f"the number {value}"
    return "a list" if isinstance(value, list) else "a mapping"


def _bound(kind: str, context: dict[str, Any]) -> str:
    words = {
        "greater_than_equal": "must be at least {ge}",
        "greater_than": "must be more than {gt}",
        "less_than_equal": "must be at most {le}",
        "less_than": "must be less than {lt}",
        "too_short": "must have at least {min_length} entries, not {actual_length}",
        "multiple_of": "must be a multiple of {multiple_of}",
        "string_too_long": "must have at most {max_length:,} characters",
        "string_too_short": "must not be empty",
    }
    if kind == "too_long":
        what = "entries" if context.get("field_type") in ("List", "Dictionary", "Tuple") else "characters"
        return f"must have at most {context['max_length']:,} {what}"
    said = words.get(kind)
    return said.format(**context) if said else "has a value that is not allowed here"


def _fields_at(model: type[BaseModel], path: DataPath) -> list[str]:
    """The keys that the model knows at a data path; of several models that may stand there those of all."""
    found = [field.alias or name for part in _models_at(model, path) for name, field in part.model_fields.items()]
    return list(dict.fromkeys(found))


def has_field(model: type[BaseModel], path: DataPath) -> bool:
    """Whether the last part of a data path is a key that its model always has, rather than a name or a number."""
    return str(path[-1]) in _fields_at(model, path[:-1])


def _models_at(model: type[BaseModel], path: DataPath) -> list[type[BaseModel]]:
    """The models that may stand at a data path."""
    places: list[Any] = [model]
    for part in path:
        places = [inner for place in places for inner in _inside(place, part)]
    return [place for annotation in places for place in _members(annotation) if _is_model(place)]


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _members(annotation: Any) -> list[Any]:
    """The kinds that a value may be: an annotation without Annotated and what else may be written for it, each member
    of a union, and what a list holds, for one alone may stand without its list."""
    if get_origin(annotation) is Annotated:
        bare, *notes = get_args(annotation)
        written = [note.json_schema_input_type for note in notes if isinstance(note, BeforeValidator)]
        return [each for kind in (bare, *written) for each in _members(kind)]
    if get_origin(annotation) in (Union, types.UnionType):
        return [each for member in get_args(annotation) for each in _members(member)]
    if get_origin(annotation) in (list, tuple) and get_args(annotation):
        return [annotation, *_members(get_args(annotation)[0])]
    return [annotation]


def _inside(annotation: Any, part: str | int) -> list[Any]:
    """What may stand under a key or a number of a value."""
    found: list[Any] = []
    for member in _members(annotation):
        arguments = get_args(member)
        if isinstance(part, int):
            found += arguments[:1] if get_origin(member) in (list, tuple) else ()
        elif get_origin(member) is dict:
            found += arguments[-1:]
        elif _is_model(member):
            found += _under_key(member, part)
    return found


def _under_key(model: type[BaseModel], key: str) -> list[Any]:
    """What stands under a key of a model; where it has entries by name, and no such key, an entry."""
    kinds = _kinds_of(model)
    for name, field in model.model_fields.items():
        if key in (field.alias or name, name):
            return [kinds[name]]
    return _inside(kinds["entries"], key) if "entries" in kinds else []


@lru_cache(maxsize=400)
def _kinds_of(model: type[BaseModel]) -> dict[str, Any]:
    """The kinds of a model's fields, also of those that name a model further down in its module."""
    found: dict[str, Any] = {name: field.annotation for name, field in model.model_fields.items()}
    later = [name for name, kind in found.items() if isinstance(kind, ForwardRef)]
    hints = get_type_hints(model, include_extras=True) if later else {}
    return {**found, **{name: hints[name] for name in later}}


_LIST_HOLE: Final = object()


def _prune(section: Section, model: type[BaseModel], data: Any, paths: list[DataPath], problems: list[Any]) -> bool:
    """Take what is wrong out of the data; False when that would leave nothing."""
    for path, problem in zip(paths, problems, strict=True):
        # What lacks a necessary key is taken out whole.
        target = path[:-1] if problem["type"] == "missing" else path
        if not target:
            return False
        around = _get(data, target[:-1])
        if isinstance(around, dict):
            around.pop(target[-1], None)
        elif isinstance(around, list) and isinstance(target[-1], int):
            around[target[-1]] = _LIST_HOLE
    _close_holes(section, data, ())
    return True


def _close_holes(section: Section, data: Any, path: DataPath) -> None:
    if isinstance(data, dict):
        for key, value in data.items():
            _close_holes(section, value, (*path, key))
    elif isinstance(data, list):
        if any(item is _LIST_HOLE for item in data):
            before = [section.index(path, number) for number in range(len(data))]
            section.keep(path, [i for i, item in zip(before, data, strict=True) if item is not _LIST_HOLE])
            data[:] = [item for item in data if item is not _LIST_HOLE]
        for number, item in enumerate(data):
            _close_holes(section, item, (*path, section.index(path, number)))


def _get(data: Any, path: DataPath) -> Any:
    for part in path:
        known = part in data if isinstance(data, dict) else isinstance(data, list) and part in range(len(data))
        if not known:
            return None
        data = data[part]
    return data
