"""No modules import each other in a circle, not even for types alone."""

from __future__ import annotations

from pathlib import Path

from tools.imports import circles, graph, shortest_way_round, told


def test_no_modules_import_each_other_in_a_circle() -> None:
    found = graph()
    assert [told(found, shortest_way_round(found, one)) for one in circles(found)] == []


def test_a_circle_of_types_in_a_function_is_found(tmp_path: Path) -> None:
    for name, text in {
        "editor/__init__.py": "",
        "editor/a.py": "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from editor.b import B\n",
        "editor/b.py": "def late():\n    from . import c\n",
        "editor/c.py": "import editor.a\n",
        "editor/d.py": "from editor.a import B\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    found = graph(tmp_path)
    (only,) = circles(found)
    assert only == {"editor.a", "editor.b", "editor.c"}
    said = "editor.a imports editor.b (line 4), editor.b imports editor.c (line 2), editor.c imports editor.a (line 1)"
    assert told(found, shortest_way_round(found, only)) == said
