"""A rules file that is open: its text, undo, and what the text says, as far as it can be read.

The text is what is edited; a form changes single values of it (`engine.formats.patching`), so that all else, comments
included, stays to the letter. A text that cannot be read is a document like any other: it is corrected as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

from PySide6.QtCore import Signal

from editor.commands.base import Command
from editor.commands.change import Change
from editor.document.document import Document
from engine import formats
from engine.errors import HexwrightError
from engine.findings import FileProblem, Finding
from engine.formats import patching
from engine.formats.holding import held
from engine.formats.reading import display_name, read_text
from engine.formats.source import DataPath, Section, Source
from engine.formats.versions import Opened, open_text
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.board.numbering import Numbering
from engine.kit.laid import laid, laid_over
from engine.kit.model.system_file import SystemFile
from engine.kit.reading import read_system_text
from engine.kit.unsaved import hold, let_go
from engine.writing import write_text

RULES: Final = "rules"
"""What is open: a rules file, in place of a map."""
WHAT: Final = "rules"
"""``Change.what`` of a change of the text."""
ORDER: Final = tuple(SystemFile.model_fields)
"""The blocks of a rules file in the order in which new ones are added."""


@cache
def _no_map() -> BattleMap:
    """Stands for the map, which a rules file has not."""
    return BattleMap(Grid(GridSpec(1, 1, numbering=Numbering())), formats.load_palette("standard"), "")


class EditText(Command):
    """Gives a rules file another text; what is typed in one stroke is one step of undo."""

    def __init__(self, text: str, title: str = "Edit rules", stroke: int = 0) -> None:
        super().__init__(title, stroke=stroke)
        self._text = text
        self._at = 0
        self._old = self._new = ""
        """What stood at a place of the text, and what comes there: the rest is not kept twice."""

    def prepare(self) -> None:
        self._at, self._old, self._new = patching.differing(rules_of(self.models).text, self._text)
        self._text = ""

    def is_empty(self) -> bool:
        return self._old == self._new

    def apply(self) -> Change:
        return self._exchange(self._old, self._new)

    def revert(self) -> Change:
        return self._exchange(self._new, self._old)

    def _exchange(self, old: str, new: str) -> Change:
        document = rules_of(self.models)
        before = document.text
        document.take_text(before[: self._at] + new + before[self._at + len(old) :])
        return Change(WHAT)

    def absorb(self, later: Self) -> bool:
        now = rules_of(self.models).text
        self._at, self._old, self._new = patching.differing(self._before_both(now, later), now)
        return True

    def _before_both(self, now: str, later: EditText) -> str:
        between = now[: later._at] + later._old + now[later._at + len(later._new) :]
        return between[: self._at] + self._old + between[self._at + len(self._new) :]


def rules_of(models: object) -> RulesDocument:
    """The rules file that a command is bound to; raises HexwrightError for a map or scenario."""
    if not isinstance(models, RulesDocument):
        raise HexwrightError("this is not a rules file")
    return models


class RulesDocument(Document):
    """A rules file. Read ``text``, ``own`` and ``data`` freely; only commands change them."""

    place_asked = Signal(object)
    """Show a ``Place`` of the text: its field, and its line."""

    def __init__(self, text: str, path: Path | None = None) -> None:
        super().__init__(_no_map(), None, path)
        self.saved_layout = None
        self._text = text
        self._opened: Opened | None = None
        self._base: tuple[object, dict[str, Any]] = (None, {})
        self._data: Mapping[str, Any] | None = None
        self._held = False

    @classmethod
    def open(cls, path: Path) -> RulesDocument:
        """Open a rules file, broken or not. Raises FileProblem when its text cannot be had."""
        text, findings = read_text(path, display_name(path))
        if findings:
            raise FileProblem(findings)
        return cls(text, path)

    @property
    def holds(self) -> str:
        """What is open."""
        return RULES

    @property
    def title(self) -> str:
        """The title of the rules, else the name of the file."""
        said = self.own.get("title")
        return str(said) if said else self.path.name if self.path else "Untitled rules"

    # -- what the text says -------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    @property
    def opened(self) -> Opened:
        """The text as it was read: its values with their places, and what is wrong with it as a text."""
        if self._opened is None:
            name = display_name(self.path) if self.path is not None else "these rules"
            self._opened = open_text(self._text, name, self.path, "system")
        return self._opened

    @property
    def source(self) -> Source:
        """Where each value stands."""
        return self.opened.source

    @property
    def readable(self) -> bool:
        """Whether the text has values that forms can show."""
        root = self.source.root
        return root is not None and isinstance(root.data, dict)

    @property
    def own(self) -> Mapping[str, Any]:
        """What the file itself says; empty where it cannot be read."""
        root = self.source.root
        return root.data if root is not None and isinstance(root.data, dict) else {}

    @property
    def base(self) -> Mapping[str, Any]:
        """What the files say that it rests on; empty for none."""
        named = self.own.get("base")
        if self._base[0] != named:
            section = Section(self.source)
            whole = laid(section, {"base": named, "name": "x"}) if named is not None else None
            data = {key: value for key, value in whole.data.items() if key not in ("base", "name")} if whole else {}
            self._base = named, data
        return self._base[1]

    @property
    def data(self) -> Mapping[str, Any]:
        """What the file says together with what it rests on."""
        if self._data is None:
            self._data = laid_over(self.base, self.own) if self.base else self.own
        return self._data

    def take_text(self, text: str) -> None:
        """For commands: have another text."""
        self._text, self._opened, self._data = text, None, None

    def hold_for_games(self) -> None:
        """Have games played by the text as it is now, saved or not; one with errors leaves them the one before."""
        if self.path is not None and self.dirty:
            hold(self.path, self._text)
            self._held = True
        else:
            self.let_games_go()

    @property
    def holds_games(self) -> bool:
        """Whether games are played by the text here rather than by the file."""
        return self._held

    def let_games_go(self) -> None:
        """Have games played by what the file has."""
        if self._held and self.path is not None:
            let_go(self.path)
        self._held = False

    def findings(self) -> list[Finding]:
        """All that the umpire finds in the text."""
        return look_over_rules(self._text, self.path)

    # -- changing it --------------------------------------------------------------------------------------------

    def put(self, path: DataPath, value: Any, title: str = "Change rules", stroke: int = 0) -> bool:
        """Set the value at a place of the data; whether that changed anything."""
        return self._edit(patching.rewritten(self._text, path, value, ORDER), title, stroke)

    def take_out(self, path: DataPath, title: str = "Remove from rules") -> bool:
        """Take out what is at a place; what its base has there is taken out by saying so."""
        if patching.value_at(self.base, path) is not None and not isinstance(path[-1], int):
            return self._edit(patching.put(self._text, path, None, ORDER), title)
        return self._edit(patching.taken(self._text, path), title)

    def rename(self, path: DataPath, name: str, title: str = "Rename in rules") -> bool:
        """Give the key that a path ends in another name."""
        return self._edit(patching.renamed(self._text, path, name), title)

    def swap(self, path: DataPath, title: str = "Move in rules") -> bool:
        """Exchange an entry and the one behind it."""
        return self._edit(patching.swapped(self._text, path), title)

    def set_text(self, text: str, title: str = "Edit rules", stroke: int = 0) -> bool:
        """Have another text as a step that can be undone."""
        return self._edit(text, title, stroke)

    def _edit(self, text: str, title: str, stroke: int = 0) -> bool:
        return self.push(EditText(text, title, stroke))

    # -- files --------------------------------------------------------------------------------------------------

    def to_write(self) -> list[Path]:
        """The file, where it has changed or is gone."""
        return [self.map_path] if self.map_path is not None and self._map_unsaved else []

    def to_write_as(self, path: Path) -> list[Path]:
        """The file that saving under another name would write."""
        return [path]

    def _save_all(self, main: Path, lose: bool) -> Iterator[Path]:
        if self._map_unsaved:
            write_text(main, self._text, force=True)
            self._mark_saved("map")
            yield main

    def _save_map_as(self, path: Path, lose: bool) -> Iterator[Path]:
        self.let_games_go()
        write_text(path, self._text, force=True, like=self.map_path)
        self.map_path, self._opened, self._data = path, None, None
        self._mark_saved("map")
        yield path

    def _mark_saved(self, *targets: str) -> None:
        super()._mark_saved(*targets)
        self.saved_layout = None


def look_over_rules(text: str, path: Path | None) -> list[Finding]:
    """All that the umpire finds in a text of rules that is, or might be, in a file."""
    return read_system_text(text, path).findings


def is_rules(path: Path) -> bool:
    """Whether a file says of itself that it holds rules."""
    there = held(path)
    return there is not None and there.kind == "system"


def opened(path: Path) -> Document:
    """Open a map, a scenario or a rules file.

    Raises FileProblem with every finding when it cannot be used, or another HexwrightError.
    """
    return RulesDocument.open(path) if is_rules(path) else Document.open(path)
