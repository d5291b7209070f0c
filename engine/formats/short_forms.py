"""The short forms that files may use: from what a person writes to what a document holds."""

from __future__ import annotations

import re
from typing import Any, Final

from pydantic_core import PydanticCustomError

from engine.formats.reading import as_written
from engine.scenario import formations
from engine.spelling import one_line

_SAID: Final = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9_-]*):\s+(\S.*?)\s*")
_RANGE: Final = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?")


MOST_RANGES: Final = 500
"""Numbers and ranges that a set of turns is written with at most."""
MOST_DICE: Final = 100_000


def as_text(value: Any) -> Any:
    """Numbers are welcome where text is wanted: a map may be named 1814, a hex 1807."""
    return value if isinstance(value, bool) or not isinstance(value, int | float) else as_written(value)


def as_line(value: Any) -> Any:
    """A name: text on one line."""
    text = as_text(value)
    return one_line(text) if isinstance(text, str) else text


def tokens(value: Any) -> list[str]:
    """The names of a text block, or of a list of names."""
    parts = value if isinstance(value, list) else [value]
    found: list[str] = []
    for part in parts:
        text = as_text(part)
        if not isinstance(text, str):
            raise PydanticCustomError("names", "must be names separated by spaces")
        found.extend(text.split())
    return found


def formation(value: Any) -> str:
    """What a unit belongs to, from the largest on: a text with ``>`` between the names, or a list of names."""
    listed = value if isinstance(value, list) else [value]
    names: list[str] = []
    for part in listed:
        text = as_text(part)
        if not isinstance(text, str):
            raise PydanticCustomError("formation", "must be names such as I Corps > 3rd Division, or a list of them")
        names.extend(formations.parts(text))
    return formations.text(names)


def chains(value: Any) -> list[list[str]]:
    """The chains of a kind of path: a list of texts, or a single text."""
    parts = value if isinstance(value, list) else [value]
    chains = []
    for part in parts:
        text = as_text(part)
        if not isinstance(text, str):
            raise PydanticCustomError("chains", "must be a list of chains of hexes, such as '- L0101 L0102 L0203'")
        chains.append(text.split())
    return chains


def number(value: Any) -> int | float:
    """A number of points; whole numbers stay whole."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e9 <= value <= 1e9:
        raise PydanticCustomError("number", "must be a number between -1,000,000,000 and 1,000,000,000")
    return value


def turn_set(value: Any) -> list[int]:
    """Turn numbers and ranges such as ``3 5-8``."""
    turns: set[int] = set()
    words = tokens(value)
    if len(words) > MOST_RANGES:
        raise PydanticCustomError("turns", "must have at most {most} numbers and ranges", {"most": MOST_RANGES})
    for token in words:
        match = _RANGE.fullmatch(token.rstrip(","))
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if first > last or first < 1:
            raise PydanticCustomError(
                "turns", "must be turn numbers and ranges such as '3 5-8'; {token} is none", {"token": repr(token)}
            )
        turns.update(range(first, last + 1))
    return sorted(turns)


def turns(value: Any) -> Any:
    """How long a game is; its number of turns alone will do."""
    return {"count": value} if isinstance(value, int) and not isinstance(value, bool) else value


def side(value: Any) -> Any:
    """A side; its name alone will do, and so will nothing at all."""
    return {} if value is None else {"name": value} if isinstance(value, str) else value


def sides(value: Any) -> Any:
    """The sides, by key; a list of keys will do."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value) and len({*value}) == len(value):
        return {key: {} for key in value}
    return value


def rows(value: Any) -> Any:
    """A block of characters, one line a row; a list of rows will do."""
    if isinstance(value, list) and all(isinstance(as_text(row), str) for row in value):
        return "\n".join(as_text(row) for row in value)
    return as_text(value)


def place(value: Any) -> Any:
    """Where a unit is set up; ``{at: hex}``, as examples of play write it, will do, and so will the numbers of a place
    on a table, ``[980, 2000, 0]``."""
    value = value["at"] if isinstance(value, dict) and [*value] == ["at"] else value
    return spot(value) or as_text(value)


def dice(value: Any) -> Any:
    """Dice to be thrown; one alone needs no list, and several may be one text with spaces."""
    words = value.split() if isinstance(value, str) else []
    if len(words) > MOST_DICE or (isinstance(value, list) and len(value) > MOST_DICE):
        raise PydanticCustomError("number", "must be at most {most} throws", {"most": MOST_DICE})
    if isinstance(value, str) and all(die.isascii() and die.isdecimal() and len(die) < 9 for die in words):
        return [int(die) for die in words]
    return [value] if isinstance(value, int) and not isinstance(value, bool) else value


def results(value: Any) -> Any:
    """Results of tables; one alone needs no list, and several may be one text with spaces."""
    if isinstance(value, int) and not isinstance(value, bool):
        return [str(value)]
    value = value.split() if isinstance(value, str) else value
    return [no_effect(as_text(item)) for item in value] if isinstance(value, list) else value


def no_effect(code: Any) -> Any:
    """A result of a table; the dot that printed tables have for no effect is our ``-``."""
    return "-" if code == "•" else code


def events(value: Any) -> Any:
    """Expected events; one alone needs no list."""
    return [value] if isinstance(value, dict | str) else value


def event(value: Any) -> Any:
    """An expected event; its kind alone will do, and so will its kind as the key of its fields."""
    if isinstance(value, dict) and len(value) == 1:
        ((kind, fields),) = value.items()
        return {"event": kind, **fields} if isinstance(fields, dict) and "event" not in fields else value
    return {"event": value} if isinstance(value, str) else value


def entries(value: Any) -> Any:
    """Entries of a script; one alone needs no list."""
    return [value] if isinstance(value, dict | str) else value


def entry(value: Any) -> Any:
    """A side and its action; one text will do: ``us: end phase``."""
    if not isinstance(value, str):
        return value
    match = _SAID.fullmatch(value)
    if match is None:
        raise PydanticCustomError("said", "must be a side and its action, such as 'us: end phase'")
    return {match[1]: match[2]}


def is_tried(value: Any) -> bool:
    """Whether an entry of a script is tried only: ``illegal: {us: ...}``, ``answers: [...]``."""
    return isinstance(value, dict) and not {"illegal", "legal", "verdicts", "answers"}.isdisjoint(value)


def findings(value: Any) -> Any:
    """What checks find; one alone needs no list, and its paragraph alone will do."""
    listed = value if isinstance(value, list) else [value]
    return [
        {"rule": one} if isinstance(one, str | int | float) and not isinstance(one, bool) else one for one in listed
    ]


def spot(value: Any) -> str | None:
    """The text of a place that is given by its numbers: ``[930, 620, 180]`` is ``930,620/180``, ``[930, 620]``
    ``930,620``. None for anything else."""
    if not isinstance(value, list | tuple) or len(value) not in (2, 3):
        return None
    if not all(isinstance(one, int | float) and not isinstance(one, bool) for one in value):
        return None
    x, y, *facing = (as_written(one) for one in value)
    return "/".join([f"{x},{y}", *facing])


def decision(value: Any) -> Any:
    """What is asked; its kind alone will do."""
    return {"kind": value} if isinstance(value, str) else value


def outcome(value: Any) -> Any:
    """How a game ended; the winner alone will do."""
    return {"winner": value} if isinstance(value, str) else value
