"""No text of a file is shown as rich text: every label, tip, question and page of the editor is followed to where its
text is made (`tests.following_html`)."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.following_html import Module, html_functions

ROOT = Path(__file__).resolve().parent.parent
HOME = "editor/plain.py"
"""Here the classes of Qt are used that everybody else gets something safe for."""
GUIDES_OWN = "class GuidePage"
"""The guide shows pages and pictures of ours, and reads them itself."""


@cache
def trees() -> dict[Path, ast.Module]:
    """All modules of the editor as they are parsed."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "editor").rglob("*.py"))}


@cache
def known() -> frozenset[str]:
    """What returns rich text of ours."""
    return frozenset(html_functions(trees().values()))


def faults(text: str) -> list[str]:
    """What is wrong with a piece of code."""
    return list(Module(Path("piece.py"), ast.parse(text), set(known())).faults())


def test_what_is_shown_as_rich_text_is_ours_or_escaped() -> None:
    found = [
        fault
        for path, tree in trees().items()
        if path != ROOT / HOME
        for fault in Module(path.relative_to(ROOT), tree, set(known())).faults()
    ]
    assert [fault for fault in found if not fault.endswith(GUIDES_OWN)] == []


@pytest.mark.parametrize(
    "text",
    [
        "label = QLabel(unit.name)",
        "class Mine(QLabel): pass",
        "box = QMessageBox(parent)",
        "button.setToolTip(unit.name)",
        "button.setToolTip(counted(number, unit.name))",
        "item.setToolTip(NAME, f'{unit.name}: {count:d}')",
        "bar.setTabToolTip(i, str(path))",
        "QMessageBox.warning(parent, 'Not written', str(error))",
        "QToolTip.showText(place, share.meaning, self)",
        "page.setHtml(f'<b>{side.name}</b>')",
        "def f(lines):\n    page.setHtml('<br>'.join(lines))",
        "def f(unit):\n    told = []\n    told.append(unit.name)\n    page.setHtml('<br>'.join(told))",
        "def f(unit):\n    told = escape(unit.name)\n    told += unit.about\n    page.setHtml(told)",
        "def f(unit) -> Html:\n    return '<b>' + unit.name",
        "def f(text: str):\n    label = RichLabel(text)",
        "def data(role):\n    if role == ToolTipRole:\n        return finding.message",
        "self.browser.append(line.text)",
        "form.addRow(side.name, box)",
    ],
)
def test_a_text_of_a_file_among_it_is_seen(text: str) -> None:
    assert faults(text) != []


@pytest.mark.parametrize(
    "text",
    [
        "label = PlainLabel(unit.name)",
        "form.addRow(PlainLabel(side.name), box)",
        "button.setToolTip('Clear' if many else '')",
        "button.setToolTip(as_written(unit.name))",
        "page.setHtml(f'<b>{escape(side.name)}</b> {count:d}')",
        "def f(units):\n    told = [escape(unit.name) for unit in units]\n    page.setHtml('<br>'.join(told))",
        "def f(text: Html) -> Html:\n    return f'<p>{text}</p>'\n\npage.setHtml(f(escape(name)))",
    ],
)
def test_what_is_escaped_passes(text: str) -> None:
    assert faults(text) == []
