"""What is built is whole: a wheel, installed where there is no checkout, does the job with its own data."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ("maps", "scenarios", "resources", "docs/guide")
PAGES = ("docs/play.md", "docs/formats.md", "docs/findings.md")
"""Pages that the guide leads to."""


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command with nothing of the checkout in its environment."""
    ours = ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")
    env = {key: value for key, value in os.environ.items() if key not in ours}
    words = [str(part) for part in command]
    return subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution. Built without isolation, so without a network."""
    folder = tmp_path_factory.mktemp("dist")
    done = run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of an environment that has the wheel; the packages it needs are lent by the present one."""
    home = tmp_path_factory.mktemp("clean") / "env with a space"
    assert run(sys.executable, "-m", "venv", "--without-pip", home, cwd=built).returncode == 0
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    (wheel,) = built.glob("*.whl")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", scripts / "python")
    done = run(*pip, "install", "-q", "--no-deps", "--no-index", wheel, cwd=built)
    assert done.returncode == 0, done.stdout + done.stderr
    site = run(scripts / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=built)
    Path(site.stdout.strip(), "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return scripts


def shipped_files() -> set[str]:
    """The data files of the checkout, as they have to stand in the wheel."""
    paths = [path for room in SHIPPED for path in (ROOT / room).rglob("*") if path.is_file()]
    paths += [ROOT / page for page in PAGES]
    return {f"hexwright_data/{path.relative_to(ROOT).as_posix()}" for path in paths}


def test_the_wheel_holds_code_and_data_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert shipped_files() <= names
    modules = (path for room in ("engine", "editor") for path in (ROOT / room).rglob("*.py"))
    assert {path.relative_to(ROOT).as_posix() for path in modules} <= names
    rooms = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert rooms == {"engine", "editor", "hexwright_data"}


def test_the_source_distribution_can_be_tested(built: Path) -> None:
    (source,) = built.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert names >= {"pyproject.toml", "README.md", "LICENSE", "Makefile", "tests/conftest.py", ".ci/run"}
    assert names >= {name.removeprefix("hexwright_data/") for name in shipped_files()}


def test_the_data_of_an_installed_program_is_its_own(installed: Path, tmp_path: Path) -> None:
    code = "import engine.data; print(engine.data.root())"
    done = run(installed / "python", "-c", code, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    root = Path(done.stdout.strip())
    assert root.name == "hexwright_data"
    assert root.is_relative_to(installed.parent)


def test_a_shipped_scenario_is_checked_from_anywhere(installed: Path, tmp_path: Path) -> None:
    done = run(installed / "hexwright", "check", "lundys_lane", "--format", "json", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert str(ROOT) not in done.stdout
    assert isinstance(json.loads(done.stdout), dict | list)
    assert list(tmp_path.iterdir()) == []


def test_the_guide_is_installed_with_its_pictures(installed: Path, tmp_path: Path) -> None:
    code = "from editor.dialogs import guide_pages as g; print(*map(g.file_of, g.pages()), sep='\\n')"
    done = run(installed / "python", "-c", code, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    pages = [Path(line) for line in done.stdout.splitlines()]
    assert {page.name for page in pages} >= {"index.md", "drawing.md", "play.md", "formats.md", "findings.md"}
    assert all(page.is_file() and page.is_relative_to(installed.parent) for page in pages)
    assert list((pages[0].parent / "images").glob("*.png"))
