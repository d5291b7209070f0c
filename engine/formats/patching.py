"""Single values of a file's text: set, taken out, renamed and moved, while all else stays as it is written.

    put(text, ("movement", "costs", "hex", "woods"), 2)
    taken(text, ("combat", 0, "shifts", 1))

What is beside, above and below a value stays to the letter, comments included. Whatever becomes of the text, its data
are those that were wanted: where a change cannot be made in place, the mapping or list around it is written again, at
worst the whole file with its comments.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from engine.formats.comments import EntryLines, find_comments, with_comments
from engine.formats.reading import parse_text
from engine.formats.source import DataPath, Node, Source
from engine.formats.yamltext import entry, flow, key, mapping, pair

KIND: Final = "system"
"""Kind of the files that are changed so; a whole one that is written again keeps its comments by it."""
_QUOTED: Final = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
_BARE: Final = re.compile(r"(?:[^:\n]|:(?!\s|$))+")
_Change = Callable[[Source], str | None]


def put(text: str, path: DataPath, value: Any, order: Sequence[str] = ()) -> str:
    """The text with a value at a data path; what is missing around it is added. A list's next number appends.

    ``order`` says behind which of its neighbours a new key goes: the last of those that come before it there.
    """
    return _made(text, path, data_with(_data(text), path, value), lambda source: _put(source, path, value, order))


def rewritten(text: str, path: DataPath, value: Any, order: Sequence[str] = ()) -> str:
    """The text with a value at a data path as `put` gives it, where of a mapping or list that is there already only
    what differs is written again."""
    there = value_at(_data(text), path)
    if isinstance(there, Mapping) and isinstance(value, Mapping) and there and value:
        return _mapping_rewritten(text, path, there, value)
    if isinstance(there, list) and isinstance(value, list) and there and value:
        for number in range(len(there) - 1, len(value) - 1, -1):
            text = taken(text, (*path, number))
        for number, one in enumerate(value):
            if number >= len(there):
                text = put(text, (*path, number), one)
            elif one != there[number]:
                text = rewritten(text, (*path, number), one)
        return text
    return put(text, path, value, order) if there != value or type(there) is not type(value) else text


def _mapping_rewritten(text: str, path: DataPath, there: Mapping[Any, Any], value: Mapping[Any, Any]) -> str:
    before, after = [str(key) for key in there], [str(key) for key in value]
    if len(before) == len(after):
        for old, new in zip(before, after, strict=True):
            if old not in after and new not in before:
                text = renamed(text, (*path, old), new)
    now = value_at(_data(text), path)
    for name in [str(one) for one in now if str(one) not in after]:
        text = taken(text, (*path, name))
    for name, one in value.items():
        there_now = value_at(_data(text), path)
        if value_at(there_now, (str(name),)) is None or str(name) not in map(str, there_now):
            text = put(text, (*path, str(name)), one)
        else:
            text = rewritten(text, (*path, str(name)), one)
    if [str(one) for one in value_at(_data(text), path)] != after:
        return put(text, path, dict(value))
    return text


def taken(text: str, path: DataPath) -> str:
    """The text without what is at a data path, and without the comments right above it."""
    return _made(text, path, data_without(_data(text), path), lambda source: _take(source, path))


def renamed(text: str, path: DataPath, name: str) -> str:
    """The text with another name for the key that a data path ends in."""
    return _made(text, path, data_renamed(_data(text), path, name), lambda source: _rename(source, path, name))


def swapped(text: str, path: DataPath) -> str:
    """The text with an entry of a mapping or list and the one behind it exchanged."""
    return _made(text, path, data_swapped(_data(text), path), lambda source: _swap(source, path), ordered=True)


def differing(old: str, new: str) -> tuple[int, str, str]:
    """Where two texts begin to differ, and what stands there in each up to where they are alike again."""
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    return start, old[start : len(old) - end], new[start : len(new) - end]


def _alike(first: str, second: str) -> int:
    """How many letters two texts begin with alike."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


# -- the same on data ---------------------------------------------------------------------------------------------


def data_with(data: Any, path: DataPath, value: Any) -> Any:
    """The data with a value at a path; mappings are made where there are none."""
    if not path:
        return value
    first, rest = path[0], path[1:]
    if isinstance(data, list) and isinstance(first, int):
        if first >= len(data):
            return [*data, data_with(None, rest, value)]
        return [data_with(one, rest, value) if number == first else one for number, one in enumerate(data)]
    there = data if isinstance(data, Mapping) else {}
    name = _own_key(there, first)
    return {**there, name: data_with(there.get(name), rest, value)}


def data_without(data: Any, path: DataPath) -> Any:
    """The data without what is at a path."""
    if isinstance(data, list) and isinstance(path[0], int):
        if len(path) == 1:
            return [one for number, one in enumerate(data) if number != path[0]]
        return [data_without(one, path[1:]) if number == path[0] else one for number, one in enumerate(data)]
    if not isinstance(data, Mapping):
        return data
    name = _own_key(data, path[0])
    if len(path) == 1:
        return {one: value for one, value in data.items() if one != name}
    return {one: data_without(value, path[1:]) if one == name else value for one, value in data.items()}


def data_renamed(data: Any, path: DataPath, name: str) -> Any:
    """The data with another name for the last key of a path; its place stays."""
    around = value_at(data, path[:-1])
    if not isinstance(around, Mapping):
        return data
    old = _own_key(around, path[-1])
    return data_with(data, path[:-1], {name if one == old else one: value for one, value in around.items()})


def data_swapped(data: Any, path: DataPath) -> Any:
    """The data with an entry and the one behind it exchanged."""
    around = value_at(data, path[:-1])
    if isinstance(around, list) and isinstance(path[-1], int):
        entries = list(around)
        entries[path[-1] : path[-1] + 2] = reversed(entries[path[-1] : path[-1] + 2])
        return data_with(data, path[:-1], entries)
    if not isinstance(around, Mapping):
        return data
    names = list(around)
    at = names.index(_own_key(around, path[-1]))
    names[at : at + 2] = reversed(names[at : at + 2])
    return data_with(data, path[:-1], {name: around[name] for name in names})


def value_at(data: Any, path: DataPath) -> Any:
    """The value at a path; None where there is none."""
    for part in path:
        if isinstance(data, Mapping):
            data = data.get(_own_key(data, part))
        elif isinstance(data, list) and isinstance(part, int) and 0 <= part < len(data):
            data = data[part]
        else:
            return None
    return data


def _own_key(data: Mapping[Any, Any], part: str | int) -> Any:
    """A key as the data have it: a number may be a text in the path."""
    return part if part in data else next((one for one in data if str(one) == str(part)), part)


# -- one change, by several means -----------------------------------------------------------------------------------


def _data(text: str) -> Any:
    root = parse_text(text)[0].root
    return root.data if root is not None else None


def _made(text: str, path: DataPath, wanted: Any, change: _Change, *, ordered: bool = False) -> str:
    """The text after a change, in the smallest way that gives the wanted data."""
    source, _ = parse_text(text)
    for attempt in (change, *_wider(path, wanted)):
        made = attempt(source)
        if made is not None and _same(_data(made), wanted, ordered):
            return made
    whole = "\n".join(mapping(wanted if isinstance(wanted, Mapping) else {})) + "\n"
    kept = with_comments(whole, text, KIND)
    return "".join(f"# {one.text}\n" for one in kept.lost) + kept.text


def _wider(path: DataPath, wanted: Any) -> Iterator[_Change]:
    """What writes the mapping or list around a place again, the innermost first."""
    for depth in range(len(path) - 1, 0, -1):
        around = path[:depth]
        yield partial(_rewritten, around=around, value=value_at(wanted, around))


def _rewritten(source: Source, *, around: DataPath, value: Any) -> str | None:
    return _replace(source, around, value)


def _same(data: Any, wanted: Any, ordered: bool) -> bool:
    if not ordered:
        return bool(data == wanted)
    return json.dumps(data, default=str) == json.dumps(wanted, default=str)


# -- in the text --------------------------------------------------------------------------------------------------


def _put(source: Source, path: DataPath, value: Any, order: Sequence[str]) -> str | None:
    if not path or source.root is None:
        return None
    if source.node(path) is not None:
        return _replace(source, path, value)
    around = source.node(path[:-1])
    if around is None or (around.members is None and around.items is None):
        return _put(source, path[:-1], {path[-1]: value}, order)
    if around.items is not None:
        return _append(source, path, value)
    return _insert(source, path, value, order)


def _replace(source: Source, path: DataPath, value: Any) -> str | None:
    node, around = source.node(path), source.node(path[:-1])
    if node is None or around is None:
        return None
    text, end = source.text, _end(source, node)
    if _in_braces(text, around):
        return text[: node.start] + _spaced(text, node.start) + flow(value) + text[end:]
    if around.members is not None:
        start = around.members[str(path[-1])][0]
        named = _key_end(text, start)
        column = _column(text, start)
        lines = pair("k", value, column)
        lines[0] = text[start:named] + lines[0][column + 1 :]
    else:
        start = node.start
        column = text.rfind("-", 0, start) - _line_start(text, start)
        lines = entry(value, column)
        lines[0] = lines[0][column + 2 :]
    return _comments_kept(source, start, end, text[:start] + "\n".join(lines) + text[end:])


def _comments_kept(source: Source, start: int, end: int, made: str) -> str:
    """The text after a part was written again, with the comments that stood inside it above it."""
    if "#" not in source.text[start:end]:
        return made
    first, last = source.line_column(start)[0], source.line_column(end)[0]
    inside = [one for one in find_comments(source) if first < one.line <= last]
    at = _line_start(source.text, start)
    lead = source.text[at:start]
    indent = lead[: len(lead) - len(lead.lstrip())]
    return made[:at] + "".join(f"{indent}# {one.text}\n" for one in inside) + made[at:]


def _insert(source: Source, path: DataPath, value: Any, order: Sequence[str]) -> str | None:
    text, around = source.text, source.node(path[:-1])
    if around is None or around.members is None:
        return None
    name, members = str(path[-1]), around.members
    if not members:
        if _in_braces(text, around) and text[around.start] == "{":
            if len(path) == 1 or _in_braces(text, source.node(path[:-2])):
                return text[: around.start] + flow({name: value}) + text[around.end :]
            return _replace(source, path[:-1], {name: value})
        return None
    before = _before(members, name, order)
    end = _end(source, members[before][1])
    if _in_braces(text, around):
        return text[:end] + f", {key(name)}: {flow(value)}" + text[end:]
    column = _column(text, next(iter(members.values()))[0])
    at = _line_end(text, end)
    return text[:at] + "\n" + "\n".join(pair(name, value, column)) + text[at:]


def _before(members: Mapping[str, Any], name: str, order: Sequence[str]) -> str:
    """The key that a new one goes behind."""
    earlier = order[: order.index(name)] if name in order else ()
    there = [one for one in earlier if one in members]
    return there[-1] if there else list(members)[-1]


def _append(source: Source, path: DataPath, value: Any) -> str | None:
    text, around = source.text, source.node(path[:-1])
    if around is None or around.items is None:
        return None
    if not around.items:
        return _replace(source, path[:-1], [value])
    last = around.items[-1]
    end = _end(source, last)
    if _in_braces(text, around):
        return text[:end] + f", {flow(value)}" + text[end:]
    column = text.rfind("-", 0, around.items[0].start) - _line_start(text, around.items[0].start)
    at = _line_end(text, end)
    return text[:at] + "\n" + "\n".join(entry(value, column)) + text[at:]


def _take(source: Source, path: DataPath) -> str | None:
    text, around = source.text, source.node(path[:-1])
    spans = _spans(source, around)
    at = _number(around, path[-1])
    if around is None or at is None or not spans:
        return None
    start, end = spans[at]
    if len(spans) == 1:
        return _replace(source, path[:-1], {} if around.members is not None else []) if len(path) > 1 else None
    if _in_braces(text, around):
        if at:
            return text[: spans[at - 1][1]] + text[end:]
        return text[:start] + text[spans[1][0] :]
    lines = _own_lines(source, start, end)
    if lines is not None:
        return text[: lines[0]] + text[lines[1] :]
    return text[:start] + text[spans[at + 1][0] :] if at + 1 < len(spans) else None


def _rename(source: Source, path: DataPath, name: str) -> str | None:
    around = source.node(path[:-1])
    if around is None or around.members is None or str(path[-1]) not in around.members:
        return None
    start = around.members[str(path[-1])][0]
    return source.text[:start] + key(name) + source.text[_key_end(source.text, start) :]


def _swap(source: Source, path: DataPath) -> str | None:
    text, around = source.text, source.node(path[:-1])
    spans, at = _spans(source, around), _number(around, path[-1])
    if around is None or at is None or at + 1 >= len(spans):
        return None
    first, second = spans[at], spans[at + 1]
    if not _in_braces(text, around):
        own = [_own_lines(source, *one) for one in (first, second)]
        if own[0] is not None and own[1] is not None:
            first, second = own[0], own[1]
            if not text[first[0] : second[1]].endswith("\n"):
                text = text[: second[1]] + "\n" + text[second[1] :]
                second = second[0], second[1] + 1
    between = text[first[1] : second[0]]
    moved = text[second[0] : second[1]] + between + text[first[0] : first[1]]
    return text[: first[0]] + moved + text[second[1] :]


# -- where things begin and end -------------------------------------------------------------------------------------


def _spans(source: Source, around: Node | None) -> list[tuple[int, int]]:
    """Where each entry of a mapping or list begins (its key, its dash) and ends."""
    if around is not None and around.members is not None:
        return [(start, _end(source, value)) for start, value in around.members.values()]
    if around is None or around.items is None:
        return []
    text, dashes = source.text, not _in_braces(source.text, around)
    return [(text.rfind("-", 0, one.start) if dashes else one.start, _end(source, one)) for one in around.items]


def _number(around: Node | None, part: str | int) -> int | None:
    """Which entry a part of a path is, from 0."""
    if around is None:
        return None
    if around.members is not None:
        return list(around.members).index(str(part)) if str(part) in around.members else None
    return part if isinstance(part, int) and 0 <= part < len(around.items or ()) else None


def _own_lines(source: Source, start: int, end: int) -> tuple[int, int] | None:
    """The lines of an entry with the comments right above it; None where it does not begin its line."""
    text, first = source.text, _line_start(source.text, start)
    if text[first:start].strip():
        return None
    while first:
        above = _line_start(text, first - 1)
        if not text[above:first].lstrip().startswith("#") or above == 0:
            break
        first = above
    last = _line_end(text, end)
    return first, min(len(text), last + 1)


def _end(source: Source, node: Node) -> int:
    """Where a value ends that may be written over many lines: behind its last letter."""
    text = source.text
    if _in_braces(text, node):
        return node.end
    if node.members:
        start, last = list(node.members.values())[-1]
        return max(_end(source, last), _key_end(text, start) + 1 if last.start == last.end else 0)
    if node.items:
        return max(_end(source, node.items[-1]), node.start)
    return node.start + len(text[node.start : node.end].rstrip()) if node.style in ("|", ">") else node.end


def _in_braces(text: str, node: Node | None) -> bool:
    """Whether a mapping or list is written in braces or brackets."""
    if node is None or (node.members is None and node.items is None):
        return False
    return text[node.start : node.start + 1] in ("{", "[")


def _key_end(text: str, start: int) -> int:
    match = _QUOTED.match(text, start) if text[start] in "'\"" else _BARE.match(text, start)
    return start + len(match[0].rstrip()) if match else start


def _spaced(text: str, at: int) -> str:
    return " " if at and text[at - 1] in ":," else ""


def _column(text: str, at: int) -> int:
    return at - _line_start(text, at)


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _line_end(text: str, at: int) -> int:
    """Where the line ends that a place is in, its line break left out."""
    found = text.find("\n", at)
    return len(text) if found < 0 else found


def entry_at(source: Source, line: int) -> DataPath:
    """The data path of what begins on a line, from 1, or before it; empty for none."""
    layout = EntryLines(source)
    found = layout.first.get(line - 1) or layout.before(line - 1)
    return found.path if found is not None else ()
