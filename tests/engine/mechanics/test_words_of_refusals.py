"""What is said to an action that comes at the wrong time: what is asked first, and what can be done about it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.mechanics.procedure import Asking
from engine.play.registry import systems

TELLS = (": ", " or ", "choose ")
"""One of these is in words that tell what can be done, and not only what the matter is."""


def below(found: type) -> Iterator[type]:
    """A class and all that are made from it."""
    yield found
    for under in found.__subclasses__():
        yield from below(under)


def test_every_procedure_says_what_can_be_done_when_something_else_comes() -> None:
    assert systems(), "all are loaded"
    silent = {
        f"{found.__name__}: {asks}"
        for found in below(Asking)
        if (asks := str(getattr(found, "asks", ""))) and not any(words in asks for words in TELLS)
    }
    assert silent == set()


def test_no_procedure_asks_in_the_notation_of_actions() -> None:
    assert systems(), "all are loaded"
    written = {
        f"{found.__name__}: {asks}"
        for found in below(Asking)
        if re.search(r"\b[A-Z]{2,}\b", asks := str(getattr(found, "asks", "")))
    }
    assert written == set()
