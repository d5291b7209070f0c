"""Where the monkey may be: a folder of its own that holds all it can open and all it writes.

What ships is copied there. File dialogs are answered from it, settings and state lie in it, links lead nowhere, and
whatever is written or removed elsewhere by Python is refused and is a fault.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
COPIED: Final = ("maps", "scenarios", "resources", "docs")
NEEDED_ELSEWHERE: Final = ("/dev/null", "/dev/shm", "/proc/self")
"""Devices, and what processes share."""
WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
REMOVING: Final = frozenset(
    {"os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "shutil.rmtree"}
)
RULES: Final = "rules_"
"""How the names of rules files begin."""
NAMES: Final = ("alpha", "beta", "gamma", "a name with spaces", "übergröße")


class Left(Exception):
    """Something was to be written outside the sandbox."""


class Sandbox:
    """A folder, and what is done so that nothing is written outside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.work = self.folder / "work"
        self.work.mkdir(parents=True)
        for name in COPIED:
            shutil.copytree(ROOT / name, self.folder / name)
        _pictures(self.work)
        self.restock()
        self._refuse: Callable[[str], None] | None = None

    def restock(self) -> None:
        """Bring back what was lost, and take away what was made: every round begins with the same files."""
        for path in self.work.iterdir():
            if path.suffix not in (".jpg", ".png") or path.stem in NAMES:
                path.chmod(0o644)
                path.unlink()
        for path in sorted((ROOT / "scenarios").glob("*.yaml")):
            shutil.copy(path, self.work / path.name)
        for path in sorted((ROOT / "maps").glob("*.yaml")):
            shutil.copy(path, self.work / f"ground_{path.name}")
        for path in sorted((ROOT / "resources" / "systems").glob("*/system.yaml")):
            shutil.copy(path, self.work / f"{RULES}{path.parent.name}.yaml")
        for number, path in enumerate(sorted((ROOT / "tests" / "broken").rglob("*.yaml"))[::12]):
            shutil.copy(path, self.work / f"broken_{number}.yaml")

    def set_environment(self) -> None:
        """Before Qt and the editor are imported: they read some of it once."""
        places = {"HOME": "home", "TMPDIR": "tmp", "XDG_CONFIG_HOME": "home", "XDG_DATA_HOME": "home"}
        for name, place in {**places, "XDG_CACHE_HOME": "home", "HEXWRIGHT_STATE": "state"}.items():
            (self.folder / place).mkdir(exist_ok=True)
            os.environ[name] = str(self.folder / place)
        os.environ["HEXWRIGHT_SETTINGS"] = str(self.folder / "settings.ini")
        os.chdir(self.work)
        sys.dont_write_bytecode = True

    def guard(self, refuse: Callable[[str], None]) -> None:
        """From now on nothing is written outside; ``refuse`` is told of each attempt."""
        self._refuse = refuse
        sys.addaudithook(self._on_event)

    def _on_event(self, event: str, given: tuple[Any, ...]) -> None:
        if event == "open":
            path, _mode, flags = given
            if isinstance(path, (str, bytes)) and isinstance(flags, int) and flags & WRITING:
                self._check(event, path)
        elif event in REMOVING:
            for path in given[:2]:
                if isinstance(path, (str, bytes, os.PathLike)):
                    self._check(event, path)

    def _check(self, event: str, path: str | bytes | os.PathLike[Any]) -> None:
        text = os.fsdecode(path)
        full = os.path.realpath(text)
        if full.startswith(str(self.folder)) or text.startswith(NEEDED_ELSEWHERE) or self._refuse is None:
            return
        self._refuse(f"{event} of {text}, outside the sandbox")
        raise Left(text)

    # -- what the program asks the desktop for --------------------------------------------------------------------

    def take_over(self, rng: Random) -> None:
        """Answer file dialogs in here, and open no page elsewhere."""
        from PySide6.QtGui import QDesktopServices
        from PySide6.QtWidgets import QFileDialog

        from engine import data

        def save_name(*_given: Any, **_more: Any) -> tuple[str, str]:
            ending = rng.choice((".yaml", ".yaml", ".png", ".svg", ".pdf", ""))
            return (str(self.work / f"{rng.choice(NAMES)}{ending}"), "") if rng.random() < 0.8 else ("", "")

        def open_names(*_given: Any, **_more: Any) -> tuple[list[str], str]:
            return [str(path) for path in self.some_files(rng, rng.randrange(3))], ""

        def open_name(*_given: Any, **_more: Any) -> tuple[str, str]:
            return (str(self.some_files(rng, 1)[0]), "") if rng.random() < 0.8 else ("", "")

        def folder(*_given: Any, **_more: Any) -> str:
            return str(self.work)

        def open_url(_url: object) -> bool:
            return True

        for name, answer in (
            ("getSaveFileName", save_name),
            ("getOpenFileName", open_name),
            ("getOpenFileNames", open_names),
            ("getExistingDirectory", folder),
        ):
            setattr(QFileDialog, name, answer)
        QDesktopServices.openUrl = open_url
        data.root = lambda: self.folder

    def some_files(self, rng: Random, count: int) -> list[Path]:
        """Files to open: maps, scenarios, broken ones, pictures."""
        there = sorted(path for path in self.work.iterdir() if path.is_file())
        return [rng.choice(there) for _ in range(count)]

    def some_rules(self, rng: Random) -> Path:
        """A rules file to open; another file where none is left."""
        there = sorted(self.work.glob(f"{RULES}*.yaml"))
        return rng.choice(there) if there else self.some_files(rng, 1)[0]

    def meddle(self, rng: Random) -> str:
        """Change a file as another program would; says what was done."""
        path = self.some_files(rng, 1)[0]
        how = rng.choice(("touch", "cut", "remove", "copy", "lock"))
        if how == "touch":
            path.touch()
        elif how == "cut":
            content = path.read_bytes()
            path.chmod(0o644)
            path.write_bytes(content[: len(content) // 2])
        elif how == "remove":
            path.unlink()
            shutil.copy(ROOT / "scenarios" / "lundys_lane.yaml", self.work)
        elif how == "copy":
            path.unlink()
            shutil.copy(rng.choice(sorted((ROOT / "maps").glob("*.yaml"))), path)
        else:
            path.chmod(0o444 if rng.random() < 0.3 else 0o644)
        return f"{how} {path.name}"


def _pictures(folder: Path) -> None:
    """Scans to lay under a map: an upright one, one on its side, one that is broken."""
    from PIL import Image

    picture = Image.radial_gradient("L").resize((900, 700)).convert("RGB")
    picture.save(folder / "scan.png")
    exif = Image.Exif()
    exif[0x0112] = 6
    picture.save(folder / "turned.jpg", exif=exif)
    (folder / "broken.png").write_bytes((folder / "scan.png").read_bytes()[:2000])
