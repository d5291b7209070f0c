"""Each check has a bad file, which raises it: tests/broken/checks, as tests/tools/broken_files.py writes it."""

from __future__ import annotations

import pytest

from engine.formats import load
from engine.umpire.checks import Scope, check_loaded, every_check
from tests.tools.broken_files import FOLDER, NOT_IN_A_FILE, texts

CODES = sorted(
    code for code, check in every_check().items() if check.scope is not Scope.PLAY and code not in NOT_IN_A_FILE
)


@pytest.mark.parametrize("code", CODES)
def test_the_bad_file_of_a_check_raises_it(code: str) -> None:
    assert code in {finding.code for finding in check_loaded(load(FOLDER / f"{code}.yaml"))}


def test_the_files_are_those_of_the_tables() -> None:
    assert {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()} == texts()
