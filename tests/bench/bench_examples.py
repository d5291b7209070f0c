"""The live example of the rules desk: a figure of the rules is changed, and what it means is answered again."""

from __future__ import annotations

from functools import cache
from itertools import count
from pathlib import Path

from harness import Took, bench, typical

from engine.kit.example.answers import ExampleKind
from engine.kit.example.layout import ExampleBook

BLADENSBURG = Path(__file__).parents[2] / "resources" / "systems" / "bladensburg" / "system.yaml"


@cache
def rules() -> str:
    """The rules of Bladensburg, the longest of those that ship."""
    return BLADENSBURG.read_text(encoding="utf-8")


def changed(asked: ExampleKind) -> Took:
    """A figure is changed, the rules are read and bound again, and the question is answered."""
    book, numbers = ExampleBook(), count()

    def answered() -> None:
        book.take(rules().replace("swamp: {cost: 3,", f"swamp: {{cost: {2 + next(numbers) % 7},"), BLADENSBURG)
        assert book.example is not None, book.trouble
        book.example.ask(asked, next(iter(book.example.units)), "enemy-1", {})

    answered()
    return typical(answered)


@bench("live example: a changed figure of Bladensburg's rules, reach shown again", 100)
def reach() -> Took:
    """Reading, checking and binding are most of it."""
    return changed(ExampleKind.REACH)


@bench("the same for zones of control", 100)
def zones() -> Took:
    """Of both sides."""
    return changed(ExampleKind.ZONES)


@bench("the same for lines of sight to 107 hexes", 100)
def sight() -> Took:
    """From one hex to all others."""
    return changed(ExampleKind.SIGHT)


@bench("the same for odds", 100)
def odds() -> Took:
    """Of one unit against one."""
    return changed(ExampleKind.ODDS)
