"""Set-up says plainly what is missing on a machine, and installs only where it may."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ("cat", "cksum", "dirname", "env", "id", "uname", "touch")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="set-up with a shell and apt-get")


class Machine:
    """A machine as poor as one likes: only the programs that are put into its one folder."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "bin"
        self.bin.mkdir()
        for tool in TOOLS:
            self.bin.joinpath(tool).symlink_to(str(shutil.which(tool)))
        self.project = folder / "a project"
        shutil.copytree(ROOT / ".ci", self.project / ".ci")
        shutil.copy(ROOT / "pyproject.toml", self.project)

    def program(self, name: str, script: str) -> None:
        """Install a program."""
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def set_up(self) -> subprocess.CompletedProcess[str]:
        """Run the set-up."""
        return subprocess.run(
            ["/bin/sh", ".ci/setup.sh"],
            cwd=self.project,
            env={"PATH": str(self.bin), "HOME": str(self.bin)},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_without_python_it_names_the_package(machine: Machine) -> None:
    done = machine.set_up()
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr
    assert "apt-get install -y python3 python3-venv" in done.stderr


def test_an_old_python_is_no_python(machine: Machine) -> None:
    machine.program("python3", "exit 1")
    assert "Python 3.11 or newer is needed" in machine.set_up().stderr


def test_a_python_without_venv_is_told_from_none(machine: Machine) -> None:
    machine.program("python3", f'case "$2" in *ensurepip*) exit 1;; esac\nexec {sys.executable} "$@"')
    done = machine.set_up()
    assert done.returncode == 1
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert f"apt-get install -y python{version}-venv" in done.stderr


def test_what_may_be_installed_is_asked_for_once_and_by_name(machine: Machine) -> None:
    machine.program("python3", f'case "$2" in *ensurepip*) exit 1;; esac\nexec {sys.executable} "$@"')
    machine.program("sudo", 'shift; exec "$@"')
    machine.program("apt-get", 'echo "$@" >> "$HOME/asked"; test "$1" = update')
    assert machine.set_up().returncode == 1
    asked = (machine.bin / "asked").read_text(encoding="utf-8").splitlines()
    install, update, again = asked
    assert install == again
    assert install.endswith("-venv")
    assert update.startswith("update")


@pytest.fixture
def made(machine: Machine) -> Machine:
    """A machine with an environment whose Python writes down what it is asked for."""
    folder = machine.project / ".venv" / "bin"
    folder.mkdir(parents=True)
    python = folder / "python"
    python.write_text('#!/bin/sh\necho "$@" >> "$HOME/asked"\n', encoding="utf-8")
    python.chmod(0o755)
    return machine


def installed(machine: Machine) -> list[str]:
    """What pip was asked to install by one more run of the set-up."""
    asked = machine.bin / "asked"
    asked.unlink(missing_ok=True)
    assert machine.set_up().returncode == 0
    return [line for line in asked.read_text(encoding="utf-8").splitlines() if " install " in line]


def test_versions_are_those_of_the_constraints(made: Machine) -> None:
    lines = installed(made)
    assert lines != []
    assert [line for line in lines if "-c .ci/constraints.txt" not in line] == []


@pytest.mark.parametrize("name", ["pyproject.toml", ".ci/constraints.txt"])
def test_it_installs_again_when_what_is_wanted_changes_and_only_then(made: Machine, name: str) -> None:
    assert installed(made) != []
    assert installed(made) == []
    file = made.project / name
    file.write_text(file.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert installed(made) != []
    assert installed(made) == []


def test_every_dependency_has_a_floor_and_a_version_that_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    pins = {canonicalize_name(name): version for name, version in pins.items()}
    extras = project["optional-dependencies"]
    wanted = [Requirement(one) for one in (*project["dependencies"], *extras["cluster"], *extras["parquet"])]
    tools = [Requirement(one) for one in extras["dev"] if not one.startswith("hexwright")]
    assert [str(one) for one in wanted if ">=" not in str(one.specifier)] == []
    assert [str(one) for one in wanted + tools if canonicalize_name(one.name) not in pins] == []
    assert [str(one) for one in wanted + tools if pins[canonicalize_name(one.name)] not in one.specifier] == []


@pytest.fixture
def libraries() -> ModuleType:
    """`.ci/qt_libraries.py`."""
    spec = importlib.util.spec_from_file_location("qt_libraries", ROOT / ".ci" / "qt_libraries.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_missing_libraries_are_named_by_their_packages(libraries: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    gone = {"libEGL.so.1", "libglib-2.0.so.0", "libgthread-2.0.so.0", "libxcb-cursor.so.0"}
    monkeypatch.setattr(libraries, "loads", lambda library: library not in gone)
    monkeypatch.setattr(libraries, "has_fonts", lambda: False)
    assert libraries.missing() == ["fonts-dejavu-core", "libegl1", "libglib2.0-0", "libxcb-cursor0"]


def test_without_a_display_nothing_is_asked_for_one(libraries: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(libraries, "loads", lambda library: library in libraries.ALWAYS)
    monkeypatch.setattr(libraries, "has_fonts", lambda: True)
    assert libraries.missing() == []
