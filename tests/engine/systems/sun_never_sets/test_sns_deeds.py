"""Every verb of the campaign system is a row of some procedure, and the functions of a row take what the verb gives."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from engine.mechanics.deeds import Deed, Doing, always, unlisted
from engine.mechanics.hexes.verbs import Number, Verb
from engine.mechanics.procedure import Asking
from engine.systems.sun_never_sets.base.frames import SnsFrame, halted
from engine.systems.sun_never_sets.words import notation


def _kinds(kind: type[Any]) -> Iterator[type[Any]]:
    yield kind
    for one in kind.__subclasses__():
        yield from _kinds(one)


FRAMES = [frame for frame in dict.fromkeys(_kinds(SnsFrame)) if frame.__module__.startswith("engine.")]
ROWS = [(frame, row) for frame in FRAMES if issubclass(frame, Doing) for row in frame.deeds]
VERBS = {verb.word: verb for verb in notation.VERBS}


def test_a_table_is_a_table() -> None:
    """A procedure that has rows lists, judges and carries out by them, and no class before it does that by hand."""
    assert not [frame for frame in FRAMES if "deeds" in vars(frame) and not issubclass(frame, Doing)]
    by_hand = [
        f"{frame.__name__}.{name}"
        for frame in FRAMES
        if issubclass(frame, Doing) and frame.deeds
        for name in ("perform", "carry_out")
        if name in vars(frame)
    ]
    assert not by_hand


def test_every_verb_has_a_row() -> None:
    chosen = {verb for frame in FRAMES if not issubclass(frame, Doing) for verb in getattr(frame, "verbs", ())}
    assert {row.verb for _, row in ROWS} | chosen | {"deploy", "lose", "shake"} == set(VERBS)
    assert len(FRAMES) > 40
    assert all(issubclass(frame, Asking) for frame in FRAMES)


def test_the_functions_of_a_row_take_the_arguments_of_its_verb() -> None:
    wrong = [f"{frame.__name__}: {why}" for frame, row in ROWS for why in _misfits(row, VERBS[row.verb])]
    assert not wrong


def _misfits(row: Deed, verb: Verb[Any, Any]) -> Iterator[str]:
    for what, before in ((row.do, 4), (row.faults, 3)):
        if what is halted and row.offers is unlisted:
            continue  # never legal, and so never done
        if not _takes(what, before, verb):
            yield f"{row.verb}: {what} does not take {verb.form}"
    if row.offers is always and any(part.needed for part in verb.parts):
        yield f"{row.verb} is offered without {verb.form}"
    assert row.offers is unlisted or callable(row.offers)


def _takes(what: Callable[..., Any], before: int, verb: Verb[Any, Any]) -> bool:
    """Whether a function takes what parts give: one argument each, any number for a way."""
    given = [part.number for part in verb.parts]
    parameters = list(inspect.signature(what).parameters.values())
    if any(one.kind is one.VAR_POSITIONAL for one in parameters):
        return True
    if verb.word == "end" and len(parameters) == before:
        return True
    if Number.WAY in given:
        return False
    needed = [one for one in parameters[before:] if one.default is one.empty]
    return len(needed) <= len(given) <= len(parameters) - before
