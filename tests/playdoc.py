"""What docs/play.md tells of the actions, events and decisions of each system."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = (Path(__file__).parent.parent / "docs" / "play.md").read_text(encoding="utf-8")


def part(system: str) -> str:
    """What the page says of a system."""
    found = re.search(rf"^## {system}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/play.md says nothing of {system}"
    return found[1]


def rows(system: str, heading: str) -> list[list[str]]:
    """The rows of one table: their cells."""
    _, _, table = part(system).partition(f"| {heading} |")
    lines = table.partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def listed(system: str, heading: str) -> set[str]:
    """What is named after a heading and a colon."""
    found = re.search(rf"^{heading}: (.*?)\.$", part(system), re.MULTILINE | re.DOTALL)
    assert found
    return set(re.findall(r"`([^`]+)`", found[1]))
