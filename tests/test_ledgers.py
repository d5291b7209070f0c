"""The ledgers: every numbered paragraph of a rules text has a row, and every row is as true as it says."""

from __future__ import annotations

import ast
import importlib
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.play import registry
from engine.play.registry import SYSTEMS

TESTS = Path(__file__).resolve().parent
LEDGERS = TESTS.parent / "resources" / "systems"
NUMBERS = {
    "tlg2": "twilights_last_gleaming_2",
    "fm": "fire_and_movement",
    "sns2": "sun_never_sets_2",
    "ffl": "ffl_extra_rules",
    "dbm": "dbm_iwf_clarifications",
}
"""Rules system to the list of its text's numbers in tests/data/numbers."""

KINDS = {"enforced", "table", "definition", "advice"}
KEYS = {"rule", "title", "kind", "where", "note", "plain", "status", "same"}
PROVED = {"enforced", "table"}


def load(path: Path) -> Any:
    """A YAML file in which everything stays text, for `6.10` is not 6.1."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)


@cache
def rows(system: str) -> list[dict[str, Any]]:
    """The rows of a system's ledger, numbers as text."""
    data = load(LEDGERS / registry.system(system).folder / "ledger.yaml")
    found = data["rows"] if isinstance(data, dict) else data
    return [row for row in found if isinstance(row, dict)]


@cache
def marked() -> frozenset[str]:
    """The paragraphs that a test claims with ``@pytest.mark.rule(...)``, read from the source."""
    found: set[str] = set()
    texts = (path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    for text in texts:
        for node in ast.walk(ast.parse(text)) if "mark.rule" in text else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                found.update(str(arg.value) for arg in node.args if isinstance(arg, ast.Constant))
    return frozenset(found)


@cache
def exemplified() -> frozenset[str]:
    """The paragraphs that an example of play proves."""
    files = (TESTS / "examples").rglob("*.yaml")
    return frozenset(load(path).get("rule", "") for path in files)


def bare(system: str, rule: str) -> str:
    """The number without the system's name, which a row may or may not spell out."""
    return rule.removeprefix(f"{system}:")


def is_enforced(row: dict[str, Any]) -> bool:
    """Whether the row says that the engine sees to this paragraph today."""
    return row["kind"] in PROVED and "status" not in row


def exists(where: str) -> bool:
    """Whether ``module:Name`` or ``module:Class.method`` is there; or a bare module."""
    module, _, name = where.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in name.split(".") if name else ():
            # The annotations count too: fields of a slotted or pydantic class are no attributes of it.
            found = getattr(found, part) if hasattr(found, part) else found.__annotations__[part]
    except (ImportError, AttributeError, KeyError, ValueError):
        return False
    return True


@pytest.fixture(params=sorted(SYSTEMS))
def system(request: pytest.FixtureRequest) -> str:
    """Each rules system in turn."""
    return str(request.param)


def test_every_number_of_the_text_has_one_row(system: str) -> None:
    wanted = (TESTS / "data" / "numbers" / f"{NUMBERS[system]}.txt").read_text(encoding="utf-8").split()
    found = [bare(system, row["rule"]) for row in rows(system)]
    assert [number for number in wanted if number not in found] == []
    assert sorted({number for number in found if found.count(number) > 1}) == []
    assert [number for number in found if number not in wanted] == []


def test_rows_are_well_formed(system: str) -> None:
    wrong = [
        row["rule"]
        for row in rows(system)
        if not row.get("title")
        or row.get("kind") not in KINDS
        or set(row) - KEYS
        or row.get("status", "not-yet") != "not-yet"
    ]
    assert wrong == []


def test_what_is_enforced_says_where_and_it_is_there(system: str) -> None:
    wrong = [
        (row["rule"], row.get("where", ""))
        for row in rows(system)
        if (is_enforced(row) and not row.get("where"))
        or any(not exists(where) for where in row.get("where", "").replace(",", " ").split())
    ]
    assert wrong == []


def test_what_is_enforced_is_proved(system: str) -> None:
    """By itself, or as the paragraph of another system that it is the same as (`test_sns_editions.py` plays those)."""
    owed = [row.get("same", f"{system}:{bare(system, row['rule'])}") for row in rows(system) if is_enforced(row)]
    assert [rule for rule in owed if rule not in marked() | exemplified()] == []


def test_a_row_is_the_same_as_one_that_is_played_just_so() -> None:
    """An edition's row is as enforced, and by the same code, as the row of its system that it points at."""
    standard = {f"sns2:{bare('sns2', row['rule'])}": row for row in rows("sns2")}
    shared = {row["rule"]: (row, standard[row["same"]]) for row in rows("ffl") if "same" in row}
    assert len(shared) > 20
    assert not [rule for rule, (own, there) in shared.items() if own.get("status") != there.get("status")]
    assert not [rule for rule, (own, there) in shared.items() if own.get("where") != there.get("where")]


def test_what_is_not_yet_enforced_says_why(system: str) -> None:
    silent = [row["rule"] for row in rows(system) if "status" in row and not row.get("note")]
    assert silent == []


def test_advice_and_definitions_say_why_nothing_enforces_them(system: str) -> None:
    silent = [row["rule"] for row in rows(system) if row["kind"] == "advice" and not row.get("note")]
    assert silent == []


def test_tests_claim_only_paragraphs_that_there_are(system: str) -> None:
    known = {f"{system}:{bare(system, row['rule'])}" for row in rows(system)}
    claimed = {rule for rule in marked() | exemplified() if rule.startswith(f"{system}:")}
    assert sorted(claimed - known) == []


CODE = re.compile(r"`|\b\w+_\w+|[a-z][A-Z]|\bspecial:|\boption \w+:|\w:[A-Z]|\b\w+\.yaml|\b[A-Z]{3,}\d{3}\b")
"""What only those who write code or files would understand: backticks, names of classes, options and findings."""


@pytest.mark.parametrize("system", ["tlg2", "fm"])
def test_every_paragraph_is_said_in_plain_words(system: str) -> None:
    assert not [row["rule"] for row in rows(system) if not row.get("plain")]
    assert not [row["rule"] for row in rows(system) if row["plain"] in (row["title"], row.get("note"))]


def test_the_standard_game_and_its_campaigns_are_said_in_plain_words() -> None:
    """Chapters 1 to 16 of The Sun Never Sets and the campaigns that ship; optional chapters follow."""
    standard = [row for row in rows("sns2") if _is_standard(row["rule"]) and row.get("status") != "not-yet"]
    assert not [row["rule"] for row in standard if not row.get("plain")]
    assert not [row["rule"] for row in standard if row["plain"] in (row["title"], row.get("note"))]


def _is_standard(rule: str) -> bool:
    chapter = rule.partition(".")[0]
    return int(chapter) <= 16 if chapter.isdigit() else rule.startswith(("abyssinia:", "asante:", "persia:", "event2:"))


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_plain_words_hold_nothing_of_code(system: str) -> None:
    said = {row["rule"]: row["plain"] for row in rows(system) if "plain" in row}
    assert not {rule: text for rule, text in said.items() if CODE.search(text)}
    assert not [rule for rule, text in said.items() if not text.endswith(".") or len(text.split()) > 60]


@pytest.mark.parametrize("text", ["see `special`", "free_bridges", "Game of TlgRoster", "special: x", "option set: no"])
def test_words_of_code_are_known(text: str) -> None:
    assert CODE.search(text)
