"""The monkey passes on a sound program, notices each kind of fault, and cannot leave its sandbox."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from PySide6.QtGui import QImage

from editor.canvas.drawing.kept_pictures import KeptPictures

ROOT = Path(__file__).resolve().parent.parent
MONKEY = ROOT / "tests" / "monkey"

PLANTED = """
import json, logging, os, sys, threading
sys.path[:0] = [{monkey!r}, {root!r}]
from pathlib import Path
from watch import Watch
from sandbox import Left, Sandbox

watch = Watch()
sandbox = Sandbox(Path({folder!r}, "box"))
sandbox.set_environment()
watch.begin()

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog, QFileDialog
from random import Random
from editor.window.app import application, make_window

app = application()
window = make_window(None)
window.show()
found = {{}}

def noticed(what, plant):
    watch.faults.clear()
    plant()
    found[what] = list(watch.faults)

def fails():
    raise ValueError("planted")

def in_a_slot():
    window.desk.status_changed.connect(fails)
    window.desk.status("said")
    window.desk.status_changed.disconnect(fails)

def in_a_thread():
    thread = threading.Thread(target=fails)
    thread.start()
    thread.join()

class Loses:
    def __del__(self):
        fails()

kept = []

def elsewhere():
    try:
        Path({folder!r}, "outside.txt").write_text("no")
    except Left:
        pass

def inside():
    Path(sandbox.work, "inside.txt").write_text("yes")

noticed("sound", watch.rest)
noticed("traceback", in_a_slot)
noticed("traceback in a thread", in_a_thread)
noticed("traceback in a finalizer", lambda: Loses() and None)
noticed("Qt warning", lambda: QTimer(window).start(-5))
noticed("log", lambda: logging.getLogger("editor").warning("planted"))
noticed("dialog", lambda: (QDialog(window), watch.rest()))
for dialog in window.findChildren(QDialog):
    dialog.deleteLater()
noticed("dialog gone", watch.rest)
kept += [tab.document for tab in window.desk.tabs]
window.files.close_tabs(list(window.desk.tabs))
from editor.menus.file import blank
window.desk.tabs.set_document(blank(), blank=True)
noticed("document", watch.rest)
sandbox.guard(watch.fault)
noticed("written elsewhere", elsewhere)
noticed("written inside", inside)
sandbox.take_over(Random(1))
answers = [QFileDialog.getSaveFileName()[0] for _ in range(40)] + [QFileDialog.getOpenFileName()[0] for _ in range(40)]
found["answers"] = sorted({{str(Path(answer).parent) for answer in answers if answer}})
found["work"] = str(sandbox.work)
print(json.dumps(found))
sys.stdout.flush()
os._exit(0)
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What the watch said of each thing that was planted, in a process of its own: it takes hold of every hook."""
    folder = tmp_path_factory.mktemp("monkey")
    code = PLANTED.format(monkey=str(MONKEY), root=str(ROOT), folder=str(folder))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert not (folder / "outside.txt").exists()
    assert (folder / "box" / "work" / "inside.txt").exists()
    answer: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    return answer


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        ("traceback", "ValueError: planted"),
        ("traceback in a thread", "ValueError: planted"),
        ("traceback in a finalizer", "ValueError: planted"),
        ("Qt warning", "Qt says: QTimer::start"),
        ("log", "in the log: planted"),
        ("dialog", "1 dialogs QDialog are alive"),
        ("document", "2 of Document are alive"),
        ("written elsewhere", "outside the sandbox"),
    ],
)
def test_a_fault_that_is_planted_is_noticed(found: dict[str, list[str]], planted: str, said: str) -> None:
    assert said in "\n".join(found[planted])


@pytest.mark.parametrize("planted", ["sound", "dialog gone", "written inside"])
def test_what_is_sound_is_no_fault(found: dict[str, list[str]], planted: str) -> None:
    assert found[planted] == []


def test_file_dialogs_are_answered_in_the_sandbox(found: dict[str, list[str]]) -> None:
    assert found["answers"] == [found["work"]]


@pytest.fixture
def program() -> ModuleType:
    """What `make monkey` runs."""
    spec = importlib.util.spec_from_file_location("monkey_program", MONKEY / "__main__.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_short_run_passes(program: ModuleType, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert program.main(["--seeds", "2", "--steps", "60", "--out", str(tmp_path)]) == 0, capfd.readouterr().out
    lines = (tmp_path / "seed_2.log").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 60
    assert "at rest:" in lines[-1]


def test_an_abort_is_noticed_and_the_last_actions_are_printed(
    program: ModuleType, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    dies = tmp_path / "dies.py"
    dies.write_text(
        "import os, pathlib, sys\n"
        "out = pathlib.Path(sys.argv[sys.argv.index('--out') + 1])\n"
        "(out / 'seed_7.log').write_text('1 click here\\n2 press there\\n')\n"
        "os.abort()\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(program, "HERE", dies)
    assert program.main(["--seeds", "7", "--steps", "5", "--out", str(tmp_path)]) == 1
    said = capfd.readouterr().out
    assert "seed 7 failed: exit status -6" in said
    assert "2 press there" in said
    assert "0 of 1 seeds without a fault" in said


@pytest.mark.parametrize(("text", "seeds"), [("1", [1]), ("3 7-9", [3, 7, 8, 9]), ("4,5", [4, 5])])
def test_seeds_are_numbers_and_spans(program: ModuleType, text: str, seeds: list[int]) -> None:
    assert program.numbers(text) == seeds


def test_memory_that_grows_without_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(MONKEY))
    import watch

    looks = iter([200, 210, 230, 250, 420])
    monkeypatch.setattr(
        watch.Rest,
        "now",
        classmethod(
            lambda cls: SimpleNamespace(
                objects=dict.fromkeys(watch.SINGLE, 1),
                widgets=watch.Counter(),
                dialogs=watch.Counter(),
                alive=next(looks) * watch.MEGABYTE,
                apart=0,
            )
        ),
    )
    sitting = watch.Watch()
    for _ in range(4):
        sitting.rest()
    assert sitting.faults == []
    sitting.rest()
    assert sitting.faults == ["what is alive has grown by 210 MB between rests 2 and 5"]


def test_what_is_alive_counts_what_is_given_back_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(MONKEY))
    import watch

    before = watch.alive()
    held = [bytearray(watch.MEGABYTE) for _ in range(40)]
    between = watch.alive()
    assert between - before > 35 * watch.MEGABYTE
    del held
    assert between - watch.alive() > 35 * watch.MEGABYTE


def sitting_at(monkeypatch: pytest.MonkeyPatch, looks: list[tuple[float, int]]) -> ModuleType:
    """The module `watch`, for a sitting whose rests come at these seconds, with so many MB alive without caches."""
    monkeypatch.syspath_prepend(str(MONKEY))
    import watch

    moments, counts = iter([moment for moment, _ in looks]), dict(looks)
    at = 0.0

    def elapsed(_watch: object) -> float:
        nonlocal at
        at = next(moments)
        return at

    monkeypatch.setattr(watch.Watch, "elapsed", elapsed)
    monkeypatch.setattr(watch, "alive", lambda: counts[at] * watch.MEGABYTE)
    monkeypatch.setattr(watch, "empty_caches", lambda: None)
    monkeypatch.setattr(
        watch.Rest,
        "now",
        classmethod(
            lambda cls: cls(watch.Counter(dict.fromkeys(watch.SINGLE, 1)), *([watch.Counter()] * 2), 1, 1, 1, {})
        ),
    )
    return watch


@pytest.mark.parametrize(
    ("looks", "said"),
    [
        ([(100.0, 100), (310.0, 200), (1200.0, 209)], ""),
        ([(310.0, 200), (700.0, 100), (1200.0, 211)], "from 200 MB at minute five to 211 MB at the end"),
        ([(100.0, 100), (310.0, 200)], ""),
        ([(100.0, 100), (200.0, 200)], ""),
    ],
    ids=["steady", "growing", "one rest after minute five", "short"],
)
def test_no_more_is_alive_at_the_end_than_at_minute_five(
    monkeypatch: pytest.MonkeyPatch, looks: list[tuple[float, int]], said: str
) -> None:
    watch = sitting_at(monkeypatch, looks)
    sitting = watch.Watch()
    for _ in looks:
        sitting.rest()
    assert sitting.faults == []
    sitting.end()
    assert len(sitting.faults) == bool(said)
    assert said in "".join(sitting.faults)


def test_caches_with_a_limit_are_emptied_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(MONKEY))
    import watch

    def made(text: str) -> str:
        return text * 2

    made.__module__ = "editor.made"
    limited, unlimited = lru_cache(maxsize=100)(made), lru_cache(maxsize=None)(made)
    kept = KeptPictures(lambda wide: QImage(wide, 1, QImage.Format.Format_RGB32), 1000)
    limited("a"), unlimited("a"), kept(10)
    watch.empty_caches()
    assert (limited.cache_info().currsize, unlimited.cache_info().currsize, kept.size) == (0, 1, 0)
