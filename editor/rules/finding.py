"""What Find offers in a rules file: every value, by its place and by what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from editor.dialogs.seeker import NO_PLACES, Offer
from editor.document.rules_document import RulesDocument
from editor.menus.find_offers import Finder
from editor.rules.fields import as_line
from editor.rules.places import ARROW, place_in_words
from engine.findings import Place
from engine.formats.source import DataPath

LONGEST: Final = 80


class RulesFinder(Finder):
    """Offers the values of the rules file in front."""

    hint = "A name, a figure, a paragraph, a word of the rules"

    def offers(self) -> Iterator[Offer]:
        """Every single value, with its place."""
        document = self.desk.document
        if isinstance(document, RulesDocument):
            for path, value in _leaves(document.data):
                where = place_in_words(document.data, path)
                said = f"{where.split(ARROW)[-1]}: {as_line(value)}"[:LONGEST]
                yield Offer(said, where, _goer(document, path), None, NO_PLACES)


def _goer(document: RulesDocument, path: DataPath) -> Callable[[], None]:
    line, column = document.source.position(path)
    return lambda: document.place_asked.emit(Place(line=line, column=column, path=path))


def _leaves(data: Mapping[str, Any]) -> Iterator[tuple[DataPath, Any]]:
    waiting: list[tuple[DataPath, Any]] = [((), data)]
    while waiting:
        path, node = waiting.pop()
        if isinstance(node, Mapping):
            waiting += reversed([((*path, str(key)), value) for key, value in node.items()])
        elif isinstance(node, list):
            waiting += reversed([((*path, number), value) for number, value in enumerate(node)])
        elif path != ("format",):
            yield path, node
