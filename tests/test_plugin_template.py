"""The guide's "Write a plug-in", followed to the end: the template is built, installed, and used in another process.

Without a network: hatchling, which is here for our own package, builds it; pip installs it into a folder of its own.
The process finds it by its entry points, as any user's does.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
TEMPLATE = ROOT / "docs" / "plugin-template"
GUIDE = ROOT / "docs" / "guide" / "plugins.md"
SCRIPT = """
import json, sys
from contextlib import redirect_stdout
from io import StringIO
from editor.commandline.cli import main
from engine import plugins

said = []
for words in json.loads(sys.argv[1]):
    with redirect_stdout(StringIO()) as out:
        status = main(words)
    said.append([status, out.getvalue()])
about = [[one.name, one.version, one.author, one.said, one.trouble] for one in plugins.plugins()]
print(json.dumps({"said": said, "plugins": about}))
"""


def run(*command: str | Path, cwd: Path, **env: str) -> str:
    """Run a command, without the screen; gives what it says."""
    surroundings = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(cwd), **env}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=surroundings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def steps() -> list[list[str]]:
    """The commands of the guide, each as its words."""
    text = GUIDE.read_text(encoding="utf-8").split("## 5. Install and try it")[1].split("\n## ")[0]
    return [line.split() for line in re.findall(r"^    (\S.*)$", text, re.MULTILINE)]


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the commands of the guide said, and where they were given."""
    folder = tmp_path_factory.mktemp("plug-in")
    project, site = shutil.copytree(TEMPLATE, folder / "template"), folder / "site"
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=project)
    (wheel,) = folder.glob("*.whl")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "-q", "--no-deps", "--no-index")
    run(*pip, "--target", site, wheel, cwd=folder)
    words = [step[1:] for step in steps() if step[0] == "hexwright"]
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    said = run(sys.executable, "-c", SCRIPT, json.dumps(words), cwd=folder, PYTHONPATH=path)
    found: dict[str, Any] = json.loads(said)
    return {**found, "folder": folder, "words": words}


def test_the_guide_installs_lists_exports_and_imports() -> None:
    assert [step[:2] for step in steps()] == [
        ["pip", "install"],
        ["hexwright", "formats"],
        ["hexwright", "export"],
        ["hexwright", "import"],
    ]


def test_every_command_of_the_guide_does_what_it_says(followed: dict[str, Any]) -> None:
    assert [status for status, _ in followed["said"]] == [0, 0, 0]
    listed = followed["said"][0][1]
    assert re.search(r"^megamek .*\(\.board\): export and import$", listed, re.MULTILINE)
    assert re.search(r"^wesnoth .*\(\.map\): export and import$", listed, re.MULTILINE)
    assert (followed["folder"] / "lundys_lane.board").read_text(encoding="ascii").startswith("size 35 24\n")
    assert "format: hexwright-map" in (followed["folder"] / "again.yaml").read_text(encoding="utf-8")


def test_the_installed_package_says_its_version_author_and_what_it_adds(followed: dict[str, Any]) -> None:
    about = ["hexwright-boards", "1.0.0", "The Hexwright authors", "formats: megamek, wesnoth", ""]
    assert followed["plugins"] == [about]


def test_the_folders_of_the_guide_are_those_of_the_template() -> None:
    named = re.findall(r"^ +([\w.-]+\.(?:py|toml))\b", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    there = {path.name for path in TEMPLATE.rglob("*") if path.suffix in (".py", ".toml")}
    assert {"pyproject.toml", "megamek.py", "wesnoth.py", "shared.py"} <= {*named} <= there
