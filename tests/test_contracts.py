"""The import contracts of pyproject.toml can fail: each is broken on purpose in a copy of the code."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CODE = "from importlinter.cli import lint_imports_command; lint_imports_command()"

VIOLATIONS = [
    ("screen", "engine/hexes/board/grid.py", "import PySide6.QtCore"),
    ("screen", "engine/umpire/testturns.py", "import editor.document"),
    ("arrows", "engine/hexes/board/grid.py", "import engine.scenario"),
    ("arrows", "engine/play/game.py", "import engine.mechanics"),
    ("arrows", "engine/systems/twilights_last_gleaming/__init__.py", "import engine.umpire"),
    ("arrows", "engine/brand_new_room.py", "import engine.hexes.board"),
    ("kinds", "engine/umpire/query.py", "import engine.hexes.board.grid"),
    ("kinds", "engine/scenario/model.py", "import engine.hexes.board.battlemap"),
    ("one kind", "engine/tables/walls.py", "import engine.hexes.board.grid"),
    ("one kind", "engine/hexes/board/grid.py", "import engine.tables.table"),
    ("files", "engine/tables/table.py", "import engine.formats"),
    ("files", "engine/scenario/model.py", "import engine.formats"),
    ("files", "engine/play/state.py", "import yaml"),
    ("campaigns", "engine/systems/sun_never_sets/base/state.py", "import engine.systems.sun_never_sets.position"),
    ("campaigns", "engine/systems/sun_never_sets/battle/rounds.py", "import engine.systems.sun_never_sets.march"),
    ("campaigns", "engine/systems/sun_never_sets/brand_new_room.py", "import engine.systems.sun_never_sets.base"),
    ("rooms", "editor/document/document.py", "import editor.panels"),
    ("rooms", "editor/commands/base.py", "import editor.document.document"),
    ("rooms", "editor/tools/base.py", "import editor.desk.desk"),
    ("rooms", "editor/brand_new_room.py", "import editor.work"),
    ("two-kinds", "editor/tables/scale.py", "import editor.hexes.kind"),
    ("drawing", "editor/hexes/drawing/roads.py", "import editor.document.document"),
    ("systems", "engine/systems/another.py", "import engine.systems.twilights_last_gleaming"),
]


def broken(contract: str, project: Path) -> bool:
    """Whether import-linter finds this contract broken in a project."""
    command = [sys.executable, "-c", CODE, "--no-logo", "--no-cache", "--contract", contract]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert "Contracts:" in done.stdout, done.stdout + done.stderr
    return done.returncode != 0


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the code and its contracts."""
    for room in ("engine", "editor"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


@pytest.mark.parametrize(("contract", "module", "line"), VIOLATIONS)
def test_each_contract_can_be_broken(project: Path, contract: str, module: str, line: str) -> None:
    path = project / module
    before = path.read_text(encoding="utf-8") if path.exists() else '"""A new one."""\n'
    path.write_text(f"{before}\n{line}\n", encoding="utf-8")
    assert broken(contract, project)
