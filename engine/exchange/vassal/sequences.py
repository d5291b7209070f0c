"""VASSAL's sequences: tokens with a mark between them, and pieces made of such sequences.

A mark inside a token has a backslash before it. A token that begins or ends with a backslash, or begins and ends with
``'``, stands in ``'``. Nothing else is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.errors import HexwrightError

MOST_TRAITS: Final = 400
"""Traits of a piece: each needs one more backslash than the one before."""
LONGEST: Final = 2_000_000
"""Letters of a piece's definition."""


def joined(tokens: Iterable[str], mark: str) -> str:
    """Tokens as a sequence."""
    return mark.join(_escaped(token, mark) for token in tokens)


def _escaped(token: str, mark: str) -> str:
    made = token.replace(mark, "\\" + mark)
    quoted = token[:1] == "\\" or token[-1:] == "\\" or (token[:1] == "'" and token[-1:] == "'")
    return f"'{made}'" if quoted else made


def parted(text: str, mark: str) -> list[str]:
    """The tokens of a sequence; an empty text has one empty token."""
    tokens, parts, start = [], [], 0
    while True:
        end = text.find(mark, start)
        if end < 0:
            parts.append(text[start:])
            break
        if end > start and text[end - 1] == "\\":
            parts += [text[start : end - 1], mark]
        else:
            parts.append(text[start:end])
            tokens.append(_unquoted("".join(parts)))
            parts = []
        start = end + 1
    tokens.append(_unquoted("".join(parts)))
    return tokens


def _unquoted(token: str) -> str:
    return token[1:-1] if len(token) > 1 and token[0] == "'" and token[-1] == "'" else token


def first_and_rest(text: str, mark: str) -> tuple[str, str]:
    """The first token of a sequence, and what follows it as it stands."""
    at = text.find(mark)
    while at > 0 and text[at - 1] == "\\":
        at = text.find(mark, at + 1)
    if at < 0:
        return parted(text, mark)[0], ""
    return parted(text[:at], mark)[0], text[at + 1 :]


def nested(levels: Sequence[str]) -> str:
    """Types or states of a piece's traits as one text, the outermost first: each level holds the rest as one token.
    The innermost must have no tab."""
    made = levels[-1]
    for level in reversed(levels[:-1]):
        made = joined((level, made), "\t")
    return made


def levels_of(text: str) -> list[str]:
    """The levels of a nested text, the outermost first. Raises HexwrightError for one that is too deep."""
    levels = []
    while True:
        tokens = parted(text, "\t")
        levels.append(tokens[0])
        if len(tokens) < 2:
            return levels
        if len(levels) > MOST_TRAITS:
            raise HexwrightError(f"a piece has more than {MOST_TRAITS} traits")
        text = tokens[1]
