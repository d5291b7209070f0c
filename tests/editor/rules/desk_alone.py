"""The rules desk on its own, without a window around it."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from editor.document.rules_document import RulesDocument, opened
from editor.rules.rules_view import RulesView


def rules_file(path: Path, text: str = "") -> RulesDocument:
    """The document of a rules file; ``text`` is written to it first."""
    if text:
        path.write_text(text, encoding="utf-8")
    document = opened(path)
    assert isinstance(document, RulesDocument)
    return document


def desk(qtbot: QtBot, document: RulesDocument, *, shown: bool = False, example: bool = True) -> RulesView:
    """The desk with a document, on the screen where it is ``shown``, and with the live example or without."""
    view = RulesView()
    qtbot.addWidget(view)
    if not example:
        view.show_example(shown=False)
    document.changed.connect(view.follow)
    view.resize(1000, 700)
    view.take(document)
    if shown:
        with qtbot.waitExposed(view):
            view.show()
    return view
