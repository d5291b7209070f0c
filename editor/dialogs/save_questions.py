"""What is asked before and after a file is written: unsaved changes, files that others have changed, other scenarios
that go along, read-only files, files in the way, comments that would be lost, files that cannot be written."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Final

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from editor.dialogs.asking import answer_to, asked
from editor.plain import Html, MessageBox, as_written
from editor.work import settings
from engine.plural import in_series

Button, Role = QMessageBox.StandardButton, QMessageBox.ButtonRole

MOST_LISTED: Final = 8
LONGEST: Final = 80
"""Comments that a question lists, and letters of each."""


class Answer(Enum):
    """What is to be done with work that was to be saved."""

    SAVE = auto()
    ELSEWHERE = auto()
    """Under another name."""
    DISCARD = auto()
    CANCEL = auto()


class SaveQuestion(MessageBox):
    """A question about files; ``ask`` gives the answer, CANCEL where the user turns away from it."""

    def __init__(self, title: str, text: Html, more: Html, parent: QWidget | None) -> None:
        super().__init__(parent)
        _word(self, title, text, more)
        self._choices: list[tuple[QPushButton, Answer]] = []

    def offer(self, caption: str, role: QMessageBox.ButtonRole, choice: Answer) -> QPushButton:
        """Add a button for a choice."""
        button = self.addButton(caption, role)
        self._choices.append((button, choice))
        return button

    def ask(self) -> Answer:
        """Show the question; gives the answer."""
        with asked(self):
            clicked = self.clickedButton()
            return next((choice for button, choice in self._choices if button is clicked), Answer.CANCEL)


def ask_unsaved(title: str, parent: QWidget | None) -> Answer:
    """Whether the changes to a document are saved before it is closed: SAVE, DISCARD or CANCEL."""
    box = _standard("Unsaved changes", f"Save the changes to {escape(title)}?", "Unsaved changes will be lost.", parent)
    box.setStandardButtons(Button.Save | Button.Discard | Button.Cancel)
    box.setDefaultButton(Button.Save)
    box.button(Button.Discard).setText("&Discard")
    return _chosen(box, {Button.Save: Answer.SAVE, Button.Discard: Answer.DISCARD})


def ask_overwrite(paths: Sequence[Path], parent: QWidget | None) -> bool:
    """Whether to overwrite files that another program has changed since they were read."""
    more = "Another tab or program has changed it since it was read here. If you overwrite it, those changes are lost."
    box = _standard("Changed on disk", f"Overwrite {named(paths)}?", more, parent)
    box.setStandardButtons(Button.Save | Button.Cancel)
    box.setDefaultButton(Button.Cancel)
    box.button(Button.Save).setText("&Overwrite")
    return answer_to(box) == Button.Save


def ask_comments(name: str, comments: Sequence[tuple[int, str]], parent: QWidget | None) -> bool:
    """Whether a file is to be saved although comments of it, each with its line, find no place in it any more."""
    one = len(comments) == 1
    listed = [f"line {line}: {escape(text[:LONGEST])}" for line, text in comments[:MOST_LISTED]]
    if len(comments) > MOST_LISTED:
        listed.append(f"and {len(comments) - MOST_LISTED} more")
    question = SaveQuestion(
        "Comments in the file",
        f"Save {escape(name)} without {'a comment' if one else f'{len(comments)} comments'} of it?",
        "<br>".join(listed)
        + f"<br><br>{'It was' if one else 'They were'} beside an entry that is no longer written, because it is "
        "empty or has its default value. All other comments are kept.",
        parent,
    )
    question.offer("&Save without " + ("it" if one else "them"), Role.DestructiveRole, Answer.SAVE)
    question.setDefaultButton(question.offer("Cancel", Role.RejectRole, Answer.CANCEL))
    return question.ask() is Answer.SAVE


def ask_others(paths: Sequence[Path], parent: QWidget | None) -> Answer:
    """Whether scenarios of other files go along with hexes that were moved: SAVE, DISCARD (the map alone is saved) or
    CANCEL."""
    more = (
        "They name hexes that you have moved. Saved with the map their units, set-up areas and objectives move too; "
        "otherwise they stay at the old numbers."
    )
    names = escape(", ".join(told_apart(paths)))
    question = "Save the other scenarios on this map as well?"
    box = _standard("Other scenarios on this map", question, more, parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setHtml(f"<b>{question}</b><br>{names}")
    box.setStandardButtons(Button.SaveAll | Button.No | Button.Cancel)
    box.setDefaultButton(Button.SaveAll)
    box.button(Button.No).setText("Save this &map only")
    box.button(Button.No).setIcon(QIcon())
    return _chosen(box, {Button.SaveAll: Answer.SAVE, Button.No: Answer.DISCARD})


def _standard(title: str, text: Html, more: Html, parent: QWidget | None) -> MessageBox:
    """A question whose buttons are the desktop's own."""
    box = MessageBox(parent)
    _word(box, title, text, more)
    return box


def _chosen(box: QMessageBox, choices: Mapping[QMessageBox.StandardButton, Answer]) -> Answer:
    answer = answer_to(box)
    return next((choice for button, choice in choices.items() if answer == button), Answer.CANCEL)


def _word(box: MessageBox, title: str, text: Html, more: Html) -> None:
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle(title)
    box.setHtml(f"<b>{text}</b>")
    box.setInformativeHtml(more)


def ask_read_only(paths: Sequence[Path], parent: QWidget | None) -> Answer:
    """Whether files that are read-only are to be replaced: SAVE, ELSEWHERE or CANCEL."""
    one = len(paths) == 1
    question = SaveQuestion(
        "Read-only",
        f"{named(paths)} {'is' if one else 'are'} read-only.",
        f"{'It was' if one else 'They were'} marked so, perhaps to be kept as {'it is' if one else 'they are'}. "
        f"Saving anyway replaces what is in {'it' if one else 'them'}; the mark stays.",
        parent,
    )
    question.offer("Save &as…", Role.ActionRole, Answer.ELSEWHERE)
    question.offer("Save any&way", Role.DestructiveRole, Answer.SAVE)
    question.setDefaultButton(question.offer("Cancel", Role.RejectRole, Answer.CANCEL))
    return question.ask()


@dataclass(frozen=True, slots=True)
class InTheWay:
    """A file that would be replaced."""

    path: Path
    holds: str
    """What is in it, as the end of a sentence."""
    used: Sequence[str] = ()
    """Sentences that say what open documents have it for."""
    barred: bool = False
    """Whether nothing may take its place."""
    kept: bool = False
    """Whether what it holds goes into the file that takes its place."""


def ask_replace(files: Sequence[InTheWay], parent: QWidget | None) -> bool:
    """Whether files that are in the way of a new name may be replaced; says so where one may not be."""
    barred = any(file.barred for file in files)
    apart = dict(zip((file.path for file in files), told_apart([file.path for file in files]), strict=True))
    told = [
        " ".join([f"{escape(apart[file.path])} holds {escape(file.holds)}.", *map(escape, file.used)]) for file in files
    ]
    if barred:
        told += ["", "Choose another name."]
    elif not all(file.kept for file in files):
        told += ["", f"What is in {'it' if len(files) == 1 else 'them'} will be lost."]
    names = named([file.path for file in files])
    question = SaveQuestion(
        "Replace the file?" if len(files) == 1 else "Replace the files?",
        f"{names} cannot be replaced." if barred else f"Replace {names}?",
        "<br>".join(told),
        parent,
    )
    if not barred:
        question.offer("&Replace", Role.DestructiveRole, Answer.SAVE)
    question.setDefaultButton(question.offer("Cancel", Role.RejectRole, Answer.CANCEL))
    return question.ask() is Answer.SAVE


def ask_leave_games(games: Sequence[tuple[str, str]], parent: QWidget | None) -> Answer:
    """Whether test games may go: title, and what has been played, of each. SAVE is offered for one."""
    question = SaveQuestion(
        "Test turns",
        f"Leave the test turns of {in_series(escape(title) for title, _ in games)}?",
        "<br>".join(escape(played if len(games) == 1 else f"{title}: {played}") for title, played in games)
        + "<br><br>Test turns are not part of the scenario. A game that is not saved is kept for thirty days: "
        "Play &gt; Earlier games.",
        parent,
    )
    question.setIcon(QMessageBox.Icon.Question)
    if len(games) == 1:
        question.offer("&Save game…", Role.ActionRole, Answer.SAVE)
    question.offer("&Leave", Role.DestructiveRole, Answer.DISCARD)
    question.setDefaultButton(question.offer("Cancel", Role.RejectRole, Answer.CANCEL))
    return question.ask()


def ask_new_game(played: str, parent: QWidget | None) -> bool:
    """Whether to begin another game while one is running; ``played`` says how far it is."""
    question = SaveQuestion(
        "New game",
        "Begin a new game?",
        f"The running game ({escape(played)}) is kept: continue it with Play &gt; Resume play.",
        parent,
    )
    question.setIcon(QMessageBox.Icon.Question)
    question.offer("&New game", Role.AcceptRole, Answer.SAVE)
    question.setDefaultButton(question.offer("Cancel", Role.RejectRole, Answer.CANCEL))
    return question.ask() is Answer.SAVE


def tell_not_saved(reason: str, parent: QWidget | None) -> Answer:
    """Say why a file could not be written: ELSEWHERE or CANCEL."""
    question = SaveQuestion("Not saved", "The file could not be written.", "", parent)
    question.setIcon(QMessageBox.Icon.Critical)
    question.setInformativeHtml(f"{escape(reason)}.<br><br>Your work is still open here.")
    question.setDefaultButton(question.offer("Save &as…", Role.ActionRole, Answer.ELSEWHERE))
    question.offer("Close", Role.RejectRole, Answer.CANCEL)
    return question.ask()


def tell_not_kept(parent: QWidget | None) -> None:
    """Say so when preferences that were chosen are lost at the end of the session, because they cannot be written."""
    why = settings.not_kept()
    if why:
        QMessageBox.warning(
            parent,
            "Not kept",
            as_written(f"{why}. Your choice is lost when you close Hexwright."),
        )


def escape(text: str) -> Html:
    """A text within rich text; as short as it can be, so that quotes stay quotes."""
    return html.escape(text, quote=False)


def told_apart(paths: Sequence[Path]) -> list[str]:
    """The names of files; with their folders where two have one name, as a map and its scenario may."""
    names = Counter(path.name for path in paths)
    return [path.name if names[path.name] == 1 else f"{path.parent.name}/{path.name}" for path in paths]


def named(paths: Sequence[Path]) -> str:
    """The names of files in a sentence, as rich text."""
    return in_series(map(escape, told_apart(paths)))
