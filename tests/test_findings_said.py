"""The umpire says of wrong files what he said before."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import findings_said
from tools.held import held


def test_what_is_said_is_kept_of_all_files() -> None:
    assert sorted(path.stem for path in findings_said.FOLDER.glob("*.txt")) == sorted(
        path.stem for path in findings_said.sources()
    )


@pytest.mark.parametrize("path", findings_said.sources(), ids=lambda path: path.stem)
def test_the_umpire_says_what_he_said(path: Path) -> None:
    held("findings", findings_said.file_of(path), findings_said.said_of(path))


def test_the_findings_read_as_they_did() -> None:
    held("findings", findings_said.SENTENCES, findings_said.sentences())
