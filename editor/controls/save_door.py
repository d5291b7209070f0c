"""The one door of "save as", "save game", "export", "print" and "report": where something new is written to.

A name is completed first and looked at then. What stands there already is replaced only after a question that says
what it holds and which open document lives on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from editor.dialogs.save_questions import InTheWay, ask_replace
from editor.document.document import Document
from editor.document.other_scenarios import files_on_map
from editor.document.uses import Use, real, uses_of
from editor.stage.stage import Stage
from editor.stage.tabs import Tab
from engine.formats.holding import held

Targets = Callable[[Path], Iterable[Path]]
"""The files that are written where a name is chosen, of which the name itself is one."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be written, and how its file is asked for."""

    title: str
    """Of the dialog: "Save game"."""
    kinds: str
    """The file dialog's filter."""
    endings: tuple[str, ...]
    """What the name may end in; the first completes a name that ends in none of them."""
    document: bool = False
    """Whether it is the document in front itself, which goes on with the file."""


def ask_where(
    stage: Stage,
    wanted: Wanted,
    proposal: Path,
    *,
    targets: Targets | None = None,
    own: Iterable[Path] = (),
    parent: QWidget | None = None,
) -> Path | None:
    """Ask for the name of a file to write, until one is given that is free or may be replaced; None when the user
    turns away.

    ``targets`` says what would be written with it, ``own`` which of these files are what is written, as it was before.
    """
    while True:
        # The dialog knows neither the completed name nor what the file holds: we ask ourselves.
        unasked = QFileDialog.Option.DontConfirmOverwrite
        name, chosen = QFileDialog.getSaveFileName(
            parent or stage.window, wanted.title, str(proposal), wanted.kinds, "", unasked
        )
        if not name:
            return None
        path = completed(Path(name), wanted.endings, chosen)
        files = targets(path) if targets is not None else [path]
        if may_replace(stage, files, own=own, document=wanted.document, parent=parent):
            return path
        proposal = path


def completed(path: Path, endings: tuple[str, ...], chosen: str = "") -> Path:
    """A name with the ending that it lacks: that of the chosen filter, or the first."""
    if path.suffix.lower() in endings:
        return path
    ending = next((one for one in endings if f"*{one}" in chosen), endings[0])
    return path.with_name(path.name + ending)


def may_replace(
    stage: Stage,
    paths: Iterable[Path],
    *,
    own: Iterable[Path] = (),
    document: bool = False,
    parent: QWidget | None = None,
) -> bool:
    """Whether these files may be written: they are free, or are what is written as it was before, or the user agrees
    that what is in them is lost."""
    ours = {real(path) for path in own}
    there = [path for path in dict.fromkeys(paths) if real(path) not in ours]
    found = [one for path in there if (one := in_the_way(stage, path, document=document)) is not None]
    return not found or ask_replace(found, parent or stage.window)


def in_the_way(stage: Stage, path: Path, *, document: bool = False) -> InTheWay | None:
    """What would be lost if this file were replaced; None when there is none. ``document`` says that the document in
    front itself is written there, with all that it needs."""
    holding = held(path)
    if holding is None:
        return None
    front = stage.tabs.front
    here = uses_of(front.document, path)
    said = [_OWN[use] for use in here if document and use in _OWN] or [_HERE[use] for use in here]
    if document and Use.MAP in here:
        others = [other.name for other in files_on_map(front.document)]
        said += [f"Other scenarios need this map: {', '.join(others)}."] if others else []
    for tab in stage.tabs:
        if tab is not front:
            said += _elsewhere(tab, path, closes=document)
    barred = holding.said == "a folder" or (document and Use.PALETTE in here)
    return InTheWay(path, holding.said, tuple(said), barred, kept=document and Use.MAP in here)


_OWN = {
    Use.MAP: "It is the map of this scenario. If you replace it, the scenario's file will hold the map.",
    Use.BASE: "It is the base of this scenario. If you replace it, the scenario will no longer be a variant.",
    Use.PALETTE: "This map needs the palette.",
}
"""What becomes of a file that the document has when the document itself takes its place."""
_HERE = {
    Use.SCENARIO: "It is the scenario that is open here.",
    Use.MAP: "It is the map that is open here.",
    Use.PALETTE: "It is the palette of the map that is open here.",
    Use.BASE: "It is the base of the scenario that is open here.",
    Use.RULES: "It has the rules that are open here, or that the scenario here is played by.",
    Use.WAITING: "It is another scenario on this map, with changes that are not saved yet.",
    Use.UNDERLAY: "It is the picture under the map that is open here.",
    Use.ARTWORK: "It is a picture on the counters of the scenario that is open here.",
}
_THERE = {
    Use.MAP: "map",
    Use.PALETTE: "palette",
    Use.BASE: "base",
    Use.RULES: "rules file",
    Use.WAITING: "other scenario on the map",
    Use.UNDERLAY: "picture under the map",
    Use.ARTWORK: "picture on counters",
}


def _elsewhere(tab: Tab, path: Path, *, closes: bool) -> list[str]:
    """What a document in another tab has to do with a file."""
    document, uses = tab.document, uses_of(tab.document, path)
    if is_main(document, path):
        said = "It is open in another tab"
        if closes:
            said += ", which will be closed" + (". Its unsaved changes are lost" if document.dirty else "")
        return [f"{said}."]
    if tab.preview.file is not None and real(tab.preview.file) == real(path):
        return [f"The game of {document.title} in another tab was saved there."]
    return [f"{document.title}, in another tab, uses it as its {_THERE[use]}." for use in uses if use in _THERE]


def is_main(document: Document, path: Path) -> bool:
    """Whether this is the file that a document is saved to."""
    return document.path is not None and real(document.path) == real(path)
