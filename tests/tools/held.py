"""What is recorded of the program is compared with what it says today."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
SHOWN: Final = 30
"""Lines of a difference that are shown."""


def held(part: str, path: Path, now: Sequence[str]) -> None:
    """Fail where a recorded file is not what it would be today; ``part`` is what `make record` calls it."""
    before = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    difference = list(difflib.unified_diff(before, list(now), "recorded", "now", lineterm="", n=0))
    name = path.relative_to(ROOT)
    assert not difference, f"{name}\n" + "\n".join(difference[:SHOWN]) + f"\nif meant: make record ARGS={part}"
