"""The ledger of the campaign system has a row for each of its numbers, well before the engine keeps them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from engine import data

NUMBERS: Final = Path(__file__).parents[3] / "data" / "numbers" / "sun_never_sets_2.txt"
LEDGER: Final = data.resources() / "systems" / "sun_never_sets" / "ledger.yaml"
ROWS: Final[list[dict[str, str]]] = yaml.load(LEDGER.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)["rows"]


def wanted() -> list[str]:
    """Every number of the text; the one that it prints twice is one row."""
    return list(dict.fromkeys(NUMBERS.read_text(encoding="utf-8").split()))


def test_every_number_of_the_text_has_one_row_in_the_text_s_order() -> None:
    assert [row["rule"] for row in ROWS] == wanted()
    assert len(NUMBERS.read_text(encoding="utf-8").split()) == 608


@pytest.mark.rule("sns2:event1:native:23")
def test_one_number_is_printed_twice_and_its_row_speaks_of_both() -> None:
    twice = [number for number, times in Counter(NUMBERS.read_text(encoding="utf-8").split()).items() if times > 1]
    assert twice == ["event1:native:23"]
    row = next(row for row in ROWS if row["rule"] == "event1:native:23")
    assert "Vision" in row["note"]
    assert "Spies" in row["note"]


def test_titles_are_short_and_each_says_something_else_in_its_chapter() -> None:
    assert [row["rule"] for row in ROWS if not 2 < len(row["title"]) < 125] == []
    rules: Any = [row for row in ROWS if row["kind"] in ("enforced", "table") and ":" not in row["rule"]]
    titles = Counter((row["rule"].split(".")[0], row["title"]) for row in rules)
    assert [title for title, times in titles.items() if times > 1] == []


def test_what_is_not_played_yet_says_so_and_what_is_advice_says_why() -> None:
    assert [row["rule"] for row in ROWS if row["kind"] in ("advice",) and not row.get("note")] == []
    assert [row["rule"] for row in ROWS if "status" in row and not row.get("note")] == []
