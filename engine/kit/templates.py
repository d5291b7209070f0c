"""The rules files that a new rules system may start from."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine import data
from engine.formats.reading import read_source

FOLDER: Final = "templates"
"""Where they are, among the rules systems that ship."""


@dataclass(frozen=True, slots=True)
class RulesTemplate:
    """A small whole rules file that a designer changes into his own."""

    name: str
    """The name of its file, without the ending."""
    title: str
    about: str
    """What kind of game it is, in two sentences."""
    text: str
    """The text of the file, comments and all."""

    def called(self, name: str, title: str) -> str:
        """Returns the text for a rules system with another name and title."""
        said = {"name": name, "title": json.dumps(title, ensure_ascii=False)}
        text = self.text
        for key, value in said.items():
            line = f"{key}: {value}".replace("\\", r"\\")
            text = re.sub(rf"^{key}: .*$", line, text, count=1, flags=re.MULTILINE)
        return text


@cache
def templates() -> tuple[RulesTemplate, ...]:
    """Returns the templates, by the names of their files."""
    folder = data.resources() / "systems" / FOLDER
    found = []
    for path in sorted(folder.glob("*.yaml")):
        source, _ = read_source(path)
        said = source.root.data if source.root is not None else {}
        found.append(RulesTemplate(path.stem, str(said["title"]), str(said["about"]), source.text))
    return tuple(found)
