"""CSV files as spreadsheets write and read them."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from engine import spreadsheets
from engine.errors import HexwrightError

ROWS = [["Key", "Name"], ["us-x1", "Régiment Étoile"]]


def saved(path: Path, text: str, encoding: str) -> list[list[str]]:
    path.write_bytes(text.encode(encoding))
    return spreadsheets.cells(spreadsheets.text_of(path))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("mark", list(",;\t"))
def test_a_table_is_read_however_a_spreadsheet_saved_it(tmp_path: Path, encoding: str, mark: str) -> None:
    plain = "".join(mark.join(row) + "\r\n" for row in ROWS)
    assert saved(tmp_path / "a.csv", plain, encoding) == ROWS
    for told in (f"sep={mark}", f'"sep={mark}"', f"SEP={mark}{mark}"):
        assert saved(tmp_path / "b.csv", f"{told}\r\n{plain}", encoding) == ROWS


def test_utf_16_is_read_in_both_orders_of_bytes(tmp_path: Path) -> None:
    for order, codec in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        (tmp_path / "a.txt").write_bytes(order + "Key\tName\n".encode(codec))
        assert spreadsheets.cells(spreadsheets.text_of(tmp_path / "a.txt")) == [["Key", "Name"]]


def test_marks_inside_quotes_part_nothing() -> None:
    assert spreadsheets.cells('"a,b,c";d\n1;2\n') == [["a,b,c", "d"], ["1", "2"]]


def test_names_are_composed() -> None:
    assert spreadsheets.cells("Re\u0301giment") == [["R\u00e9giment"]]


def test_a_file_that_is_no_text_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("Name;Stärke\n".encode("latin-1"))
    with pytest.raises(HexwrightError, match="UTF-8"):
        spreadsheets.text_of(path)
    path.write_bytes(b"\xff\xfeK\0e")
    with pytest.raises(HexwrightError, match="not text"):
        spreadsheets.text_of(path)
    with pytest.raises(HexwrightError, match="cannot be read"):
        spreadsheets.text_of(tmp_path / "none.csv")
    with pytest.raises(HexwrightError, match="folder"):
        spreadsheets.text_of(tmp_path)


FORMULAS = [
    "=1+1",
    "+1+cmd|' /C calc'!A0",
    "-cmd",
    "@SUM(A1)",
    "\t=1",
    "＝1+1",
    "a;=1+1",
    "a\n=1",
    "'=1",
    "''=1",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_what_looks_like_a_formula_is_written_as_text_and_read_as_it_was(text: str) -> None:
    written = spreadsheets.dumped([["Key", "Name"], ["a", text]])
    cell = list(csv.reader(io.StringIO(written, newline="")))[1][1]
    for part in cell.replace("\n", ";").replace("\r", ";").split(";"):
        assert not part.lstrip("\t").startswith(("=", "+", "-", "@", "＝"))
    assert spreadsheets.cells(written)[1] == ["a", text]


@pytest.mark.parametrize("value", [-3, 2.5, "-3", "+1,5", "O'Neill", "'", "a = b", None])
def test_numbers_and_other_texts_are_written_as_they_are(value: object) -> None:
    assert spreadsheets.shown(value) == ("" if value is None else str(value))


@pytest.mark.parametrize(
    ("text", "whole", "found"),
    [
        ("4.0", True, 4),
        ("4,", True, 4),
        ("1,5", False, 1.5),
        ("1.5", False, 1.5),
        ("1.000,5", False, None),
        ("", False, None),
    ],
)
def test_a_point_or_a_comma_parts_decimals(text: str, whole: bool, found: float | None) -> None:
    assert spreadsheets.number(text, whole=whole) == found
