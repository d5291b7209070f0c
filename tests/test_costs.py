"""The table of what tests cost."""

from __future__ import annotations

from collections import Counter

from tools.costs import table


def test_folders_come_before_files_and_the_dearest_first() -> None:
    spent = Counter({"tests/editor/test_a.py": 2.0, "tests/editor/test_b.py": 3.0, "tests/engine/test_c.py": 4.0})
    assert [line.split() for line in table(spent)] == [
        *(["9.0", "all"], ["5.0", "tests/editor/"], ["4.0", "tests/engine/"], []),
        *(["4.0", "tests/engine/test_c.py"], ["3.0", "tests/editor/test_b.py"], ["2.0", "tests/editor/test_a.py"]),
    ]
