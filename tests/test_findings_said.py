"""The umpire says of wrong files what he said before, word for word; `tools/findings_said.py` writes it down anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import findings_said


def test_what_is_said_is_kept_of_all_files() -> None:
    assert sorted(path.stem for path in findings_said.FOLDER.glob("*.txt")) == sorted(
        path.stem for path in findings_said.sources()
    )


@pytest.mark.parametrize("path", findings_said.sources(), ids=lambda path: path.stem)
def test_the_umpire_says_what_he_said(path: Path) -> None:
    before = (findings_said.FOLDER / f"{path.stem}.txt").read_text(encoding="utf-8")
    assert findings_said.said_of(path).splitlines() == before.splitlines()
