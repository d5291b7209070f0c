"""Citations of rules files as people read them: the number and title of a paragraph, or the names of a block."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.kit.model.system_file import SystemFile
from engine.kit.wordlist import spoken
from engine.play.system import RulesText

_TEXTS: Final[dict[str, Mapping[str, RulesText]]] = {}
"""The paragraphs of the rules files that are in use, by the names of the rules."""


def keep_titles(model: SystemFile) -> dict[str, RulesText]:
    """Keeps the paragraphs of a rules file, so that citations of it can be read; those before of that name go. Returns
    the paragraphs."""
    kept = {number: RulesText(one.title or number, one.kind, one.text) for number, one in model.paragraphs.items()}
    _TEXTS[model.name] = kept
    return kept


def in_words(rule: str) -> str:
    """Returns a citation as people read it: ``7.5 Cold steel`` for ``bladensburg:7.5``, ``sequence: movement`` for a
    block without a paragraph. One of rules that are part of the program stays as it is."""
    name, _, cited = rule.partition(":")
    texts = _TEXTS.get(name)
    if texts is None or not cited:
        return rule
    said = texts.get(cited)
    if said is not None:
        return cited if said.title == cited else f"{cited} {said.title}"
    block, *below = map(spoken, cited.split("."))
    return ": ".join((block, " ".join(below))) if below else block
