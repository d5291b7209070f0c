"""Rules of a scenario that are open in tabs and not saved: games and trials are played by them as they are there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from editor.document.document import Document
from editor.document.rules_document import RulesDocument
from editor.document.uses import real
from engine.kit.reading import read_system_text
from engine.kit.record import files_read
from engine.play import registry
from engine.scenario import Scenario


def rules_in_hand(scenario: Scenario | None, documents: Iterable[Document]) -> str:
    """Has a scenario played by its rules as they are in tabs now, where they have no errors.

    Returns what to say about rules that are not saved; empty where all are.
    """
    file = "" if scenario is None or registry.written(scenario.system) else registry.rules_file(scenario.system)
    if not file:
        return ""
    read = {real(one) for one in files_read(Path(file))}
    said = [
        _taken(document)
        for document in documents
        if isinstance(document, RulesDocument) and document.dirty and document.path and real(document.path) in read
    ]
    return " ".join(said)


def _taken(document: RulesDocument) -> str:
    if read_system_text(document.text, document.path).errors:
        before = "their last state without errors" if document.holds_games else "the saved file"
        return f"The rules {document.title} have errors now. Games are played by {before}."
    document.hold_for_games()
    return f"The rules {document.title} have unsaved changes. Games are played by the rules as they are in the tab."
