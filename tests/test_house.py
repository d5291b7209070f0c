"""The customs of the house that no other tool checks."""

from __future__ import annotations

import ast
import re
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from tools import plain_names
from tools.imports import statements

from editor.commandline.cli import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted(path for room in ("engine", "editor") for path in (ROOT / room).rglob("*.py"))
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TOP = {
    *("editor", "engine", "maps", "scenarios", "resources", "tests", "docs"),
    *("pyproject.toml", "README.md", "Makefile", "LICENSE"),
}


CLOCKS = {
    "a fixed wait": r"\bsleep\(|\bqWait\(|\bqtbot\.wait\(|\.wait\(\d",
    "a clock": r"\b(?:perf_counter|monotonic|process_time|thread_time)(?:_ns)?\b|\btime\.time(?:_ns)?\(|^import time$",
    "a limit of time": r"\btimeout=",
    "a loop of its own": r"processEvents\(",
}
"""What makes a test depend on how busy the machine is, by what a line with it looks like."""
MAY = {
    ("tests/editor/conftest.py", "a limit of time"): "patience for all waiting, nearly as long as pytest has itself",
    ("tests/editor/settling.py", "a loop of its own"): ("a fixed number of rounds, for what is due at once"),
    ("tests/editor/test_scaling.py", "a loop of its own"): ("the same in another process"),
    ("tests/editor/test_background.py", "a clock"): "stands in for the clock and the sleep of what is tested",
    ("tests/editor/test_background.py", "a fixed wait"): "likewise",
}
"""Files that may, for what reason."""


@cache
def read(path: Path) -> str:
    """The text of a file; all of ours are UTF-8."""
    return path.read_text(encoding="utf-8")


@dataclass(frozen=True)
class Facts:
    """What the tests ask of a module. Its tree is not kept: so many of them would make each look for garbage in the
    tests that follow take a second."""

    about: str | None
    """What it says it is for."""
    empty: list[int]
    """Lines of what has a docstring that says nothing."""
    classes: dict[str, list[str]]
    """Its classes, with what each is made from."""
    writes: bool
    """Whether it writes files by itself."""
    takes_out: bool
    """Whether it takes widgets out of their forms."""


@cache
def facts(path: Path) -> Facts:
    """A module taken apart, once for all tests."""
    tree = ast.parse(read(path))
    said = {
        getattr(node, "lineno", 1): ast.get_docstring(node)
        for node in statements(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    }
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return Facts(
        ast.get_docstring(tree),
        sorted(line for line, text in said.items() if text is not None and EMPTY_WORDS.fullmatch(text.strip())),
        {
            node.name: [ast.unparse(base) for base in node.bases]
            for node in statements(tree)
            if isinstance(node, ast.ClassDef)
        },
        any(map(writes, calls)),
        any(map(takes_out, calls)),
    )


def short(path: Path) -> str:
    """A path as seen from the top of the project."""
    return path.relative_to(ROOT).as_posix()


def tracked() -> list[str]:
    """The files under version control, or an empty list outside a checkout."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    return [name for name in done.stdout.split("\0") if name]


def test_the_top_level_stays_as_it_is() -> None:
    names = {name.split("/")[0] for name in tracked()}
    if not names:
        pytest.skip("not a checkout")
    assert {name for name in names if not name.startswith(".")} == TOP


def test_no_module_grows_beyond_500_lines() -> None:
    """A longer one holds two subjects: part it by them."""
    lengths = {short(path): len(read(path).splitlines()) for path in MODULES}
    assert {name: lines for name, lines in lengths.items() if lines > 500} == {}


def test_every_module_says_what_it_is_for() -> None:
    assert [short(path) for path in MODULES if not facts(path).about] == []


def hung_on_time(text: str) -> set[str]:
    """In what ways a test depends on time."""
    return {way for way, look in CLOCKS.items() if re.search(look, text, re.MULTILINE)}


def test_no_test_waits_for_time_to_pass_or_measures_it() -> None:
    """Tests wait for signals; what is measured is measured by make bench, and programs beside the tests may look at
    the clock."""
    beside = {ROOT / "tests" / name for name in ("bench", "mutants", "monkey", "tools")}
    files = [path for path in (ROOT / "tests").rglob("*.py") if not beside & set(path.parents)]
    files.remove(Path(__file__).resolve())
    found = {(short(path), way) for path in files for way in hung_on_time(read(path))}
    programs = {(name, way) for name, way in found if "/test_" not in name and "__main__" in read(ROOT / name)}
    assert found - programs == set(MAY)


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("    qtbot.wait(20)", "a fixed wait"),
        ("    sleep(0.1)", "a fixed wait"),
        ("    assert begun.wait(5)", "a fixed wait"),
        ("import time", "a clock"),
        ("    begun = perf_counter()", "a clock"),
        ("    process.communicate(timeout=30)", "a limit of time"),
        ("    while not done:\n        app.processEvents()", "a loop of its own"),
        ("    worker.wait()", None),
    ],
)
def test_what_depends_on_time_is_seen(line: str, way: str | None) -> None:
    assert hung_on_time(line) == ({way} if way else set())


def test_nothing_is_left_to_do() -> None:
    mark = re.compile(r"\b(TODO|FIXME|To be filled)\b")
    assert [short(path) for path in MODULES if mark.search(read(path))] == []


def test_every_folder_of_modules_is_a_package() -> None:
    folders = {path.parent for path in MODULES}
    assert [short(folder) for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_the_readme_names_only_targets_that_there_are() -> None:
    targets = set(re.findall(r"^([a-z]+):", read(ROOT / "Makefile"), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z]+)\b", read(ROOT / "README.md")))
    assert named >= {"run", "test", "lint", "bench", "soak"}
    assert named <= targets


def test_the_readme_names_every_command() -> None:
    named = set(re.findall(r"^\| `hexwright ([a-z]+) ", read(ROOT / "README.md"), re.MULTILINE))
    assert named == set(COMMANDS)


def test_the_readme_leads_with_two_commands() -> None:
    commands = re.findall(r"^    (.+)$", read(ROOT / "README.md"), re.MULTILINE)
    assert commands[:2] == ["make run", "make test"]


@pytest.mark.parametrize("page", PAGES, ids=short)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", read(page))
    broken = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert broken == []


def test_every_resource_is_used() -> None:
    """A resource is in use when code or another resource names its file, its stem or its folder."""
    files = [path for path in (ROOT / "resources").rglob("*") if path.is_file()]
    speakers = [*MODULES, *(path for path in files if path.suffix in (".yaml", ".json"))]
    speakers += [path for room in ("maps", "scenarios") for path in (ROOT / room).glob("*.yaml")]
    words = {word for path in speakers for word in re.findall(r"[\w.-]+", read(path))}
    words |= {word.rpartition(".")[2] for word in words}
    assert [short(path) for path in files if not words & {path.name, path.stem, path.parent.name}] == []


def test_nothing_that_ships_names_a_folder_of_the_machine_it_was_made_on() -> None:
    """A map with the path of somebody's checkout opens there and nowhere else."""
    root = Path(__file__).parent.parent
    files = [path for folder in ("maps", "scenarios", "resources") for path in (root / folder).rglob("*.yaml")]
    assert files
    assert [path.name for path in files if str(root) + "/" in path.read_text(encoding="utf-8")] == []


WRITERS = {
    "engine/writing.py": "the door itself",
    "editor/output/trial_files.py": "into what the door gave it",
    "editor/output/checked_file.py": "into what the door gave its caller, to learn why Qt could not",
    "editor/output/pdf.py": "into what the door gave its caller",
    "editor/output/apart.py": "into a temporary folder, for the process that it starts",
    "editor/stage/stamps.py": "into what the door gave it",
    "editor/pictures/png_writer.py": "into what the door gave its caller",
    "editor/pictures/pyramid.py": "a folder of the cache, which is renamed when it is whole",
}


def writes(call: ast.Call) -> bool:
    """Whether a call writes a file by itself."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    of_path = isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") != "formats"
    if name in ("write_text", "write_bytes") and of_path:
        return True
    if name in ("replace", "rename") and isinstance(call.func, ast.Attribute):
        return getattr(call.func.value, "id", "") == "os"
    modes = [*call.args, *(keyword.value for keyword in call.keywords)]
    return name == "open" and any(
        isinstance(mode, ast.Constant) and isinstance(mode.value, str) and mode.value[:1] in ("w", "a", "x")
        for mode in modes
    )


def test_files_are_written_through_the_one_door() -> None:
    assert {short(path) for path in MODULES if facts(path).writes} == set(WRITERS)


EMPTY_WORDS = re.compile(r"(pass(es|ed)? (it )?on|see above|as above|see the base( class)?|do it|it)\W*", re.IGNORECASE)


def test_no_docstring_says_nothing() -> None:
    """A docstring of one phrase that only points elsewhere tells a newcomer nothing."""
    assert [f"{short(path)}:{line}" for path in MODULES for line in facts(path).empty] == []


OLD_WORDS = re.compile(
    r"\b(anew|reckon(s|ed|ing)?|thereof|wherein|whereof|whosoever|of its own accord|has the word|bears? out)\b",
    re.IGNORECASE,
)
"""Words that a native technical writer does not use; docs/wording.md says what to write instead."""


def test_nothing_is_written_in_old_words() -> None:
    pages = [path for path in PAGES if path.name not in ("wording.md", "mutants.md") and path.parent.name != "systems"]
    found = [
        f"{short(path)}:{number}: {line.strip()[:100]}"
        for path in (*MODULES, *pages)
        if OLD_WORDS.search(read(path))
        for number, line in enumerate(read(path).splitlines(), 1)
        if OLD_WORDS.search(line) and "regions-anew" not in line and ".anew" not in line and "def anew" not in line
    ]
    assert found == []
    assert OLD_WORDS.search("what is reckoned with")


def test_functions_have_names_that_say_what_they_are() -> None:
    assert plain_names.found() == []


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("def told(a: int) -> str: ...", ["told"]),
        ("class Rules:\n    def _apart(self) -> None: ...", ["_apart"]),
        ("def outer() -> None:\n    async def meant() -> None: ...", ["meant"]),
        ("def told_apart() -> None: ...\ntold = 3", []),
    ],
)
def test_a_name_that_says_nothing_is_seen(line: str, names: list[str]) -> None:
    assert [name for _, name in plain_names.refused(line)] == names


def classes() -> dict[str, dict[str, list[str]]]:
    """The modules that define a class of each name, with what it is made from there."""
    found: dict[str, dict[str, list[str]]] = {}
    for path in MODULES:
        for name, bases in facts(path).classes.items():
            found.setdefault(name, {})[short(path)] = bases
    return found


def same_room(module: str) -> str:
    """Rules systems are rooms alike, each with its own frames, tables and staff; every other module stands alone."""
    return "a system" if module.startswith("engine/systems/") else module


def extends(name: str, bases: list[str]) -> bool:
    """Whether a class is made from one of its own name, as ``turns.GameTurn[TlgField]``."""
    return any(re.fullmatch(rf"\w+\.{name}(\[.*\])?", base) for base in bases)


def test_a_name_of_a_class_means_one_thing() -> None:
    """A system may call its own what other systems call theirs, and extend a class of the mechanics under its name."""
    faults = {}
    for name, places in classes().items():
        own = [place for place, bases in places.items() if not extends(name, bases)]
        systems = [place.split("/")[2] for place in places if same_room(place) == "a system"]
        if len({same_room(place) for place in own}) > 1 or len(systems) != len(set(systems)):
            faults[name] = sorted(places)
    assert faults == {}


TAKEN_OUT = {"removeRow", "takeRow", "takeAt", "removeWidget", "replaceWidget", "takeWidget"}
"""What takes widgets out of layouts and areas, or rows out of tables with the fields in them."""
REBUILDING = "editor/look/rebuilding.py"


def takes_out(call: ast.Call) -> bool:
    """Whether a call takes a widget out of its form: perhaps the one whose signal led to it."""
    if not isinstance(call.func, ast.Attribute):
        return False
    to_nothing = [isinstance(one, ast.Constant) and one.value is None for one in call.args] == [True]
    return call.func.attr in TAKEN_OUT or (call.func.attr == "setParent" and to_nothing)


def test_widgets_leave_their_forms_through_the_one_door() -> None:
    """A widget that is freed in its own signal takes the program with it."""
    assert {short(path) for path in MODULES if facts(path).takes_out} == {REBUILDING}


@pytest.mark.parametrize(
    ("line", "door"),
    [
        ("form.removeRow(0)", True),
        ("widget.setParent(None)", True),
        ("widget.setParent(area)", False),
        ("rows.takeAt(0)", True),
        ("emptied(rows)", False),
    ],
)
def test_what_takes_a_widget_out_is_seen(line: str, door: bool) -> None:
    call = ast.parse(line).body[0]
    assert isinstance(call, ast.Expr)
    assert isinstance(call.value, ast.Call)
    assert takes_out(call.value) is door


def test_files_of_tests_have_names_of_their_own() -> None:
    """Test files are no packages: of two with one name only one can be collected."""
    places: dict[str, list[str]] = {}
    for path in (ROOT / "tests").rglob("*.py"):
        if "broken" not in path.parts and path.name not in ("conftest.py", "__init__.py", "__main__.py"):
            places.setdefault(path.name, []).append(path.relative_to(ROOT).as_posix())
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


_ACTIONS = r"(?:(?:action|option)s?(?:\[.*?\])?|order|move|wish|one|roll|found)"
BY_POSITION = re.compile(rf"\b{_ACTIONS}\.args(?:\[|$)|= \w+\.args$")
"""An argument of an action that is taken by its place."""


def positional(path: Path) -> list[str]:
    """The lines of a module that take arguments of an action by their place."""
    return [line.strip() for line in read(path).splitlines() if BY_POSITION.search(line)]


def test_arguments_of_actions_have_names() -> None:
    """Only the modules named ``acts`` know where an argument stands; all others ask them by name."""
    found = {
        path.relative_to(ROOT).as_posix(): lines
        for path in MODULES
        if "engine" in path.parts and path.name != "acts.py" and (lines := positional(path))
    }
    assert found == {}
    acts = [path for path in MODULES if path.name == "acts.py"]
    assert len(acts) >= 5
    assert all(".args" in read(path) for path in acts)
