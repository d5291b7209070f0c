"""The import contracts of pyproject.toml can fail: each is broken on purpose in a copy of the code, all at once, since
looking through all imports takes a second; each violation has to be named under its own contract."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CODE = "from importlinter.cli import lint_imports_command; lint_imports_command()"

OUTSIDE = ("PySide6", "yaml")
"""Packages that are not ours: import-linter names no module inside them."""

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


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What import-linter says of each contract, by its id, of a copy of the code with all violations in it."""
    project = tmp_path_factory.mktemp("contracts")
    for room in ("engine", "editor"):
        shutil.copytree(ROOT / room, project / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", project)
    for _, module, line in VIOLATIONS:
        path = project / module
        before = path.read_text(encoding="utf-8") if path.exists() else '"""A new one."""\n'
        path.write_text(f"{before}\n{line}\n", encoding="utf-8")
    command = [sys.executable, "-c", CODE, "--no-logo", "--no-cache"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    broken = done.stdout.partition("Broken contracts")[2]
    assert broken, done.stdout + done.stderr
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    names = {contract["name"]: contract["id"] for contract in tools["importlinter"]["contracts"]}
    parts = re.split(rf"^({'|'.join(map(re.escape, names))})\n-+$", broken, flags=re.MULTILINE)
    # Long lines are broken to the width of a terminal.
    return {names[name]: " ".join(told.split()) for name, told in zip(parts[1::2], parts[2::2], strict=True)}


def test_every_contract_is_broken_here(said: dict[str, str]) -> None:
    assert {contract for contract, *_ in VIOLATIONS} == set(said)


@pytest.mark.parametrize(("contract", "module", "line"), VIOLATIONS)
def test_each_contract_can_be_broken(said: dict[str, str], contract: str, module: str, line: str) -> None:
    name = module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    imported = line.removeprefix("import ")
    if imported.startswith(OUTSIDE):
        imported = imported.partition(".")[0]
    # A room that has no place in its contract is named as such, whatever it imports.
    homeless = f"The following modules are not listed as layers: - {name} "
    named = homeless if "brand_new_room" in module else f"{name} -> {imported} (l."
    assert named in said[contract], said[contract]
