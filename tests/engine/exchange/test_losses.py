"""Losses are data: every code has a meaning, is on the page, and is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.exchange.losses import LOSSES, MOST_PLACES, loss
from engine.exchange.rows import FORMATS, Format, format_named, format_of_ending

ROOT = Path(__file__).resolve().parents[3]


def test_the_page_lists_every_code_and_format() -> None:
    page = (ROOT / "docs" / "exchange.md").read_text(encoding="utf-8")
    for code, kind in LOSSES.items():
        assert f"| {code} | {kind.title} | {kind.why} | {kind.instead} |" in page
    for row in FORMATS:
        assert f"| `{row.key}` | {row.title}" in page


def test_every_code_is_used() -> None:
    folders = (ROOT / "engine" / "exchange", ROOT / "docs" / "plugin-template")
    modules = [path for folder in folders for path in folder.rglob("*.py") if path.name != "losses.py"]
    code = "".join(path.read_text(encoding="utf-8") for path in modules)
    assert [name for name in LOSSES if f'"{name}"' not in code] == []


def test_every_code_has_an_example_in_the_tests() -> None:
    here = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert [name for name in LOSSES if f'"{name}"' not in here] == []


def test_a_loss_says_what_why_and_what_is_done_instead() -> None:
    one = loss("LOSS104", "1 hidden group", ["us-1", "us-1"], "hidden=true")
    assert str(one).startswith("LOSS104 1 hidden group: ")
    assert str(one).endswith("(us-1) (kept with --set hidden=true)")
    assert one.to_json()["where"] == ["us-1"]
    assert len(loss("LOSS102", "many", (str(n) for n in range(9999))).where) == MOST_PLACES
    with pytest.raises(LookupError):
        loss("LOSS999", "x")


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.key)
def test_what_a_row_names_is_there(row: Format) -> None:
    found = format_named(row.key)
    for what in ("options", "survey", "writer", "recognise", "reader", "reading"):
        if getattr(found, what):
            assert found.offers(what)
    assert found.writer or found.reader


def test_a_format_is_found_by_key_and_by_ending() -> None:
    assert format_of_ending(Path("A.VMOD")).key == "vmod"
    with pytest.raises(ValueError, match=r"there are .*\.vmod"):
        format_of_ending(Path("a.doc"))
    with pytest.raises(ValueError, match="vmod"):
        format_named("doc")
