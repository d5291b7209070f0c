"""Checks actions that a program makes without text, and names the part that is wrong."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, TypeVar

from engine.errors import ActionError, HexwrightError
from engine.formats.hints import shown_value
from engine.mechanics.hexes.hexboard import HexBoard
from engine.mechanics.hexes.hexstate import HexState
from engine.mechanics.hexes.verbs import Args, Ending, Number, Part, Verb, Verbs
from engine.play import Action

F = TypeVar("F", bound=HexBoard[Any, Any])
S = TypeVar("S", bound=HexState)


def check(verbs: Verbs[F, S], field: F, state: S, action: Action) -> None:
    """Raise ActionError for an action that no text gives: an unknown verb, or arguments that are not what the parts of
    the verb give, in number, kind and range."""
    try:
        word, args = verbs.laid(action)
    except (IndexError, TypeError, ValueError):
        raise ActionError(f"{shown_value(tuple(action))} is not an action") from None
    verb = verbs.named(word) if isinstance(word, str) else None
    if verb is None:
        raise ActionError(f"{shown_value(word)} is not an action here")
    if not isinstance(args, tuple):
        raise ActionError(f"the action is written {verb.form}; its arguments are a tuple")
    if isinstance(verb, Ending):
        if args and (len(args) > 1 or args[0] not in verb.phases):
            raise ActionError(f"the action is written {verb.form}; argument 1: no phase is {shown_value(args[0])}")
    else:
        _check(verb, field, state, args)


def _check(verb: Verb[F, S], field: F, state: S, args: Args) -> None:
    rest, why = args, ""
    for part in verb.parts:
        why = _misfit(part, field, state, rest)
        if why:
            break
        rest = part.parted(rest)[1]
    if rest and not why:
        why = "there are too many"
    if why:
        raise ActionError(f"the action is written {verb.form}; argument {len(args) - len(rest) + 1}: {why}")


def _misfit(part: Part[F, S, Any], field: F, state: S, args: Args) -> str:
    """The fault of the first of some arguments, as a message; empty if words of the part can give them."""
    if part.number is Number.SET and not (args and isinstance(args[0], tuple)):
        return f"a tuple is expected, with each {part.title}"
    values = part.parted(args)[0]
    if not values and (part.needed or (part.absent and args[:1] != part.absent)):
        return f"{part.title} is missing"
    wrong = [value for value in values if not _gives(part, field, state, value)]
    return f"{shown_value(wrong[0])} is not a {part.title}" if wrong else ""


def _gives(part: Part[F, S, Any], field: F, state: S, value: object) -> bool:
    """Whether a word of a part can give a value."""
    if type(value) is not int:
        return False
    if part.valid is not None:
        return part.valid(field, value)
    with suppress(HexwrightError, IndexError, KeyError, ValueError):
        return bool(part.read(field, state, part.write(field, value)) == value)
    return False
