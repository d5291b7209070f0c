"""What checks look at: a map or a scenario, where its parts are in their file, and facts that several checks
share."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from engine.boards.board import Board
from engine.boards.kinds import kind_of
from engine.boards.palette import Kind
from engine.errors import HexwrightError, NameNotKnown
from engine.findings import Place
from engine.formats.fitting import Misfit, misfits
from engine.formats.source import Section
from engine.play import Game, registry
from engine.play.answers import Answers
from engine.play.system import System
from engine.scenario import Scenario, Unit

Path = tuple[str | int, ...]


class Subject:
    """A map, with or without a scenario played on it. Nothing here raises for wrong names: checks report
    them."""

    def __init__(
        self,
        board: Board,
        scenario: Scenario | None = None,
        section: Section | None = None,
        misread: Iterable[Place] = (),
        *,
        palette_alone: bool = False,
        folder: str = "",
    ) -> None:
        """``section`` is where in a file the scenario (without one: the map) stands, if it has a file; ``misread`` are
        the places that could not be read. ``palette_alone``: the file is the palette, and the map an empty one.
        ``folder`` is that of the scenario's file, where nothing is known of the file but that."""
        self.palette_alone = palette_alone
        self.map = board
        self._scenario = scenario
        self._section = section
        near = section.near if section is not None else None
        self.folder = str(near.parent if near.is_file() else near) if near is not None else folder
        """The folder of the file, which pictures are named from; empty where there is no file."""
        self.misread: frozenset[Path] = frozenset(self._below(misread))
        """The data paths of what the file says and could not be read."""

    @property
    def scenario(self) -> Scenario:
        """The scenario; only checks of scenarios ask for it."""
        if self._scenario is None:
            raise ValueError("this subject is a map alone")
        return self._scenario

    def _below(self, places: Iterable[Place]) -> Iterator[Path]:
        """The data paths of places within the section, seen from it."""
        if self._section is not None:
            file, prefix = self._section.source.file, self._section.prefix
            for place in places:
                if place.file == file and place.path[: len(prefix)] == prefix:
                    yield place.path[len(prefix) :]

    def place(self, path: Path, token: int | None = None, *, key: bool = False, hex: str = "", unit: str = "") -> Place:
        """The place of a data path in the file, as far as the file is known.

        Without ``token`` the word that names ``hex`` is looked for in the text block at the path.
        """
        if self._section is None:
            return Place(path=path, hex=hex, unit=unit)
        path = self._section.as_filed(path)
        if token is None and hex:
            token = self._word(self._section, path, hex)
        return self._section.place(path, token, key=key, hex=hex, unit=unit)

    def read(self, path: Path) -> bool:
        """Whether what the file has at a data path could be read whole; True where no file is known."""
        return (path if self._section is None else self._section.as_filed(path)) not in self.misread

    def place_names(self) -> list[tuple[str, str]]:
        """The names of places on the map, in the order of its file, each with where it is; each kind of map says."""
        return []

    def written(self, path: Path) -> bool:
        """Whether the file says something at a data path; False where no file is known."""
        section = self._section
        return section is not None and section.source.node(section.prefix + section.as_filed(path)) is not None

    def _word(self, section: Section, path: Path, name: str) -> int | None:
        """Which word of a text block, or of a list of them, names a hex or hexside."""
        node = section.source.node(section.prefix + path)
        data = node.data if node is not None else None
        if not isinstance(data, (str, list)):
            return None
        words = " ".join(map(str, data if isinstance(data, list) else [data])).upper().split()
        first, bar, second = name.upper().partition("/")
        spellings = {f"{first}/{second}", f"{second}/{first}", f"{first}>{second}", f"{second}>{first}"}
        wanted = spellings if bar else {first}
        return next((number for number, word in enumerate(words) if word in wanted), None)

    # -- names --------------------------------------------------------------------------------------------------

    @cached_property
    def _shared_names(self) -> frozenset[str]:
        counted = Counter(unit.name for unit in self.scenario.units.values())
        return frozenset(name for name, count in counted.items() if count > 1)

    def unit_name(self, key: str) -> str:
        """What a sentence calls a unit: its name, with its key where several units have that name."""
        unit = self.scenario.units.get(key)
        if unit is None:
            return repr(key)
        return f"{unit.name} ({key})" if unit.name in self._shared_names else unit.name

    def side_name(self, key: str) -> str:
        """What a sentence calls a side."""
        side = self.scenario.sides.get(key)
        return side.name if side is not None else repr(key)

    def region_name(self, key: str) -> str:
        """What a sentence calls a region of the map."""
        region = self.map.regions.get(key)
        return (region.name or key) if region is not None else repr(key)

    def turn_name(self, turn: int) -> str:
        """What a sentence calls a turn."""
        return self.scenario.turns.said(turn)

    # -- the system ------------------------------------------------------------------------------------------

    @cached_property
    def system(self) -> System | None:
        """The scenario's rules system, or None when there is no such system."""
        try:
            return registry.system(self.scenario.system)
        except NameNotKnown:
            return None

    @cached_property
    def on_its_map(self) -> bool:
        """Whether the rules system is played on maps of this kind; True where there is no such system."""
        return self.system is None or kind_of(self.map).key in self.system.boards

    def paragraph(self, code: str) -> str:
        """The paragraph that a check rests on under the scenario's rules; empty for none."""
        known = self.system if self._scenario is not None else None
        return known.paragraphs.get(code, "") if known is not None else ""

    def is_afloat(self, unit: Unit) -> bool:
        """Whether a unit may be on water, by its type or by what its counter says."""
        words = self.system.afloat if self.system else ()
        return unit.type in words or any(unit.flag(word) for word in words)

    @cached_property
    def misfits(self) -> list[Misfit]:
        """What of the scenario's values, tables and exclusive rules does not fit its rules system."""
        return list(misfits(self.scenario))

    @cached_property
    def opening(self) -> Game | None:
        """The scenario at its first decision; None where the rules do not take it."""
        try:
            return Game(self.scenario)
        except HexwrightError:
            return None

    def asked(self, question: str) -> Game | None:
        """The scenario at its first decision, where its rules know the notion that a question is about (``reach``)."""
        known = self.system
        if known is None or getattr(known.rules, question) is getattr(Answers, question):
            return None
        return self.opening

    # -- kinds of the palette --------------------------------------------------------------------------------

    def kinds(self, kinds: Mapping[str, Kind], terms: frozenset[str]) -> frozenset[str]:
        """The keys of those kinds that are, or stand in any system for, one of the terms."""
        return frozenset(
            key for key, kind in kinds.items() if key in terms or not terms.isdisjoint(kind.treat_as.values())
        )


_SEARCHED: Final = 500
"""Among more words than this no near one is looked for: that would take longer than reading the list."""

_LISTED: Final = 12


def near(word: str, words: Iterable[str]) -> str:
    """A ``did you mean ...?`` for a word that is not among the known ones, or what there is to choose."""
    known = sorted(str(item) for item in words)
    like = nearest(word, known)
    if like:
        return f"did you mean {like}?"
    more = f" and {len(known) - _LISTED} more" if len(known) > _LISTED else ""
    return f"there are {', '.join(known[:_LISTED])}{more}" if known else "there are none"


def nearest(word: str, words: Iterable[str]) -> str:
    """The known word that is most like this one, or an empty text."""
    known = sorted(str(item) for item in words)
    found = difflib.get_close_matches(word, known, 1) if len(known) <= _SEARCHED else []
    return found[0] if found else ""
