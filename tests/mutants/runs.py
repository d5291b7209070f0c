"""Tests run in a process of their own, or in copies of one that has collected them already (see forks.py)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
HERE: Final = Path(__file__).resolve().parent


def _environment(where: Path, folder: Path) -> dict[str, str]:
    paths = os.pathsep.join((str(HERE), str(where)))
    settings = {"HYPOTHESIS_PROFILE": "ci", "QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1"}
    return {**os.environ, **settings, "PYTHONPATH": paths, "HEXWRIGHT_WHICH_TESTS": str(folder)}


def run_tests(where: Path, words: list[str], folder: Path, limit: float | None) -> int:
    """Run tests in a folder; the exit status, 1 where they took longer than ``limit`` seconds. What they said is kept
    in ``folder``."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words]
    try:
        done = subprocess.run(
            command, cwd=where, env=_environment(where, folder), capture_output=True, check=False, timeout=limit
        )
    except subprocess.TimeoutExpired:
        return 1
    (folder / "said").write_bytes(done.stdout + done.stderr)
    return done.returncode


def said(folder: Path) -> str:
    """What the tests run last there said."""
    return (folder / "said").read_text(encoding="utf-8", errors="replace")


def copied(where: Path) -> Path:
    """A copy of the project, as far as tests need it."""
    unwanted = shutil.ignore_patterns(".git", ".venv", "out", "__pycache__", ".*_cache", ".hypothesis")
    return Path(shutil.copytree(ROOT, where, ignore=unwanted))


class Copies:
    """A process that has collected tests in a copy of the project and runs them in copies of itself."""

    def __init__(self, project: Path, tests: list[str]) -> None:
        self.project = project
        asked, ask = os.pipe()
        answer, answered = os.pipe()
        self._log = (project / "said").open("wb")
        self._process = subprocess.Popen(
            # Copies end without tidying up: each makes the folder of temporary files again.
            [sys.executable, str(HERE / "forks.py"), str(asked), str(answered), f"--basetemp={project}-files", *tests],
            cwd=project,
            env=_environment(project, project),
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            pass_fds=(asked, answered),
        )
        os.close(asked)
        os.close(answered)
        self._ask, self._answer = os.fdopen(ask, "w"), os.fdopen(answer)
        self._told()

    def failing(self, file: str, before: str, tests: list[str], limit: float) -> str | None:
        """The first of these tests that fails with what stands in a file now, instead of the text before; "" for none,
        None where the change cannot be made in a process that runs already. ``limit`` is for one test, in seconds."""
        task: dict[str, Any] = {"file": file, "before": before, "tests": tests, "limit": limit}
        print(json.dumps(task), file=self._ask, flush=True)
        return self._told()

    def _told(self) -> str | None:
        line = self._answer.readline()
        if not line:
            sys.exit(f"The tests could not be collected, or run in copies; they said:\n{said(self.project)[-3000:]}")
        word: str | None = json.loads(line)
        return word

    def end(self) -> None:
        """Let the process go."""
        self._ask.close()
        self._process.wait()
        self._answer.close()
        self._log.close()
