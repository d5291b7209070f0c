"""The kinds of a map's palette that a chart of terrain lists, each with its term in the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from engine.boards.board import Board
from engine.boards.kinds import KINDS, used_kinds
from engine.boards.palette import Kind, Layer
from engine.formats import load
from engine.formats.locate import locate
from engine.paper.model import ChartCell, left

USUAL: Final = "standard"
"""The palette whose kinds stand for the terms of rules where there is no map."""


class GroundKind(NamedTuple):
    """A kind of the palette and what the rules take it for."""

    kind: Kind
    term: str

    @property
    def cell(self) -> ChartCell:
        """Its sample and its name, with the word of the rules where that is another."""
        term = self.term.replace("_", " ")
        other = term and term.lower() not in self.kind.name.lower() and self.kind.name.lower() not in term.lower()
        return left(f"{self.kind.name} ({term})" if other else self.kind.name, self.kind)


def kinds_on(
    board: Board, term_of: Callable[[Kind], str], known: Mapping[str, frozenset[str]]
) -> dict[Layer, list[GroundKind]]:
    """The kinds that lie on a map and mean something in the rules, by layer, in the order of the palette. On a map with
    nothing on it: all kinds of its palette."""
    used = used_kinds(board)
    found: dict[Layer, list[GroundKind]] = {}
    for layer, kinds in board.palette.kinds.items():
        listed = [
            GroundKind(kind, term_of(kind))
            for key, kind in kinds.items()
            if key in used.get(layer, ()) or not any(used.values())
        ]
        found[layer] = [one for one in listed if one.term in known.get(str(layer), ())]
    return found


@cache
def usual_board() -> Board:
    """An empty map with the palette that ships, for samples where there is no map."""
    palette = load(locate("palette", USUAL)).model
    made: Board = KINDS[0].offers("empty")(palette)
    return made


def kinds_for(term_of: Callable[[Kind], str], known: Mapping[str, frozenset[str]]) -> dict[Layer, list[GroundKind]]:
    """A kind of the usual palette for each term of the rules that it has one for, by layer."""
    palette = usual_board().palette
    found: dict[Layer, list[GroundKind]] = {}
    for layer, kinds in palette.kinds.items():
        first = dict[str, Kind]()
        for kind in sorted(kinds.values(), key=lambda one: one.key != term_of(one)):
            first.setdefault(term_of(kind), kind)
        found[layer] = [GroundKind(kind, term) for term, kind in first.items() if term in known.get(str(layer), ())]
    return found


def every(kinds: Mapping[Layer, list[GroundKind]]) -> Iterator[GroundKind]:
    """The kinds of all layers in the order of the layers."""
    for listed in kinds.values():
        yield from listed
