"""Broken files, made by the thousand: `make soak` runs many, the test suite a few.

Each case takes a shipped file (a scenario with its map inside, a map, a palette, an example of play, a replay), breaks
it in one to three places of its data or of its text, and hands it to the commands, in this process. Whatever they make
of it, they may say no more than what is wrong with the file: an exception that comes out of them is a failure, and so
is a case that takes too long. Case N is the same everywhere; its file is written into out/breaking when it fails.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import io
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import yaml

from editor.commandline import cli
from engine.formats import dump_replay, load, load_scenario
from engine.formats.reading import WrittenFloat, parse_text, read_source
from engine.play import Game
from engine.players.registry import make
from engine.scenario import Scenario
from engine.umpire.replays import record
from engine.umpire.testturns import play

ROOT: Final = Path(__file__).resolve().parent.parent
TURNS: Final = 2
"""Game turns that the scenarios are cut down to, so that a game is soon over."""
SECONDS: Final = 120
"""After so long a case has failed, however busy the machine is."""
BATCH: Final = 25

Path_ = tuple[Any, ...]

VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 2, 7, 99, 10**9, -(10**12), 10**25, 0.5, -2.5, 1e300),
    *("", " ", "red", "0", "1", "-1", "0101", "9999", "x/y", "0101/N", "A/B/C", "\n", "|", "#", "{", "no", "~", "N"),
    *("\u00e9\u2028\U0001f600", "a" * 500, "0101 " * 300, "\t", "\\", "'", '"', ": ", "- a", "us: end phase"),
    *([], {}, [1], ["a"], [None], [[]], [{}], {"a": "b"}, {"a": None}, {"1": [1]}, {"at": "0101"}, [["a", "b"]]),
    *({"a": {"b": {}}}, "us"),
)  # fmt: skip


# -- the files ----------------------------------------------------------------------------------------------------


def sources() -> list[str]:
    """The names of the files that are broken, by kind."""
    kinds = ("scenarios", "maps", "resources/palettes")
    found = [f"{kind}/{path.name}" for kind in kinds for path in sorted((ROOT / kind).glob("*.yaml"))]
    found += [f"replay:{path.stem}" for path in sorted((ROOT / "scenarios").glob("*first_steps.yaml"))]
    examples = sorted((ROOT / "tests" / "examples").rglob("*.yaml"))
    return found + [str(path.relative_to(ROOT)) for path in examples]


@cache
def data_of(name: str) -> Any:
    """The data of a file, scenarios cut down and with their maps inside."""
    _, _, scenario = name.partition(":")
    if scenario:
        return plain(parse_text(replay_of(scenario))[0])
    source, findings = read_source(ROOT / name)
    assert not findings
    data = plain(source)
    if name.startswith("scenarios/"):
        around = data_of(f"maps/{Path(load_scenario(ROOT / name).map_ref).stem}.yaml")
        data["map"] = {key: value for key, value in around.items() if key != "format"}
        turns = data.get("turns")
        data["turns"] = {**turns, "count": TURNS} if isinstance(turns, dict) else {"count": TURNS}
    return data


def plain(source: Any) -> Any:
    """The data of a source; decimal numbers as any writer of YAML knows them."""

    def made(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: made(item) for key, item in value.items()}
        if isinstance(value, list):
            return [made(item) for item in value]
        return value.written if isinstance(value, WrittenFloat) else value

    return made(source.root.data)


@cache
def replay_of(name: str) -> str:
    """A replay of one turn, with its scenario inside."""
    scenario = load_scenario(name)
    game = Game(scenario, 1)
    play(game, {side: make("random", side, 1) for side in scenario.sides}, 1)
    return dump_replay(record(game))


def paths(data: Any, at: Path_ = ()) -> Iterator[Path_]:
    """Every data path."""
    yield at
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from paths(value, (*at, key))


def found_at(data: Any, path: Path_) -> Any:
    for part in path:
        data = data[part]
    return data


# -- breaking them ------------------------------------------------------------------------------------------------


def broken(data: Any, random: Random) -> Any:
    """The data, broken in a place: one level after the other is chosen, so that a long list does not hide the rest."""
    data = copy.deepcopy(data)
    at: Path_ = ()
    while True:
        here = found_at(data, at)
        keys = list(here) if isinstance(here, dict) else list(range(len(here))) if isinstance(here, list) else []
        if not keys or (at and random.random() < 0.15):
            break
        at = (*at, random.choice(keys))
    if not at:
        return random.choice(VALUES)
    around, key = found_at(data, at[:-1]), at[-1]
    random.choice(CHANGES)(around, key, data, random)
    return data


def _replace(around: Any, key: Any, data: Any, random: Random) -> None:
    around[key] = copy.deepcopy(random.choice(VALUES))


def _borrow(around: Any, key: Any, data: Any, random: Random) -> None:
    """Another value of the file."""
    around[key] = copy.deepcopy(found_at(data, random.choice(list(paths(data))[:2000])))


def _drop(around: Any, key: Any, data: Any, random: Random) -> None:
    del around[key]


def _double(around: Any, key: Any, data: Any, random: Random) -> None:
    value = copy.deepcopy(around[key])
    if isinstance(around, list):
        around.insert(random.randrange(len(around) + 1), value)
    else:
        around[random.choice([f"{key}2", str(key).upper(), random.choice(list(around)), "x"])] = value


def _rename(around: Any, key: Any, data: Any, random: Random) -> None:
    if isinstance(around, dict):
        name = random.choice(["", "x", str(key) + "s", str(key)[:-1], "0", " ", "1", "at", "format"])
        around[name] = around.pop(key)


def _retype(around: Any, key: Any, data: Any, random: Random) -> None:
    value = around[key]
    others: list[Callable[[], Any]] = [lambda: [value], lambda: {"a": value}, lambda: str(value), lambda: {"at": value}]
    if isinstance(value, str):
        others += [lambda: value.split(), lambda: list(value[:50]), lambda: {word: word for word in value.split()[:50]}]
    if isinstance(value, dict):
        others += [lambda: list(value), lambda: list(value.values())]
    if isinstance(value, list):
        others += [lambda: dict(enumerate(map(str, value))), lambda: " ".join(map(str, value))]
    if isinstance(value, int):
        others += [lambda: -value, lambda: value + 0.5, lambda: value * 1000]
    around[key] = random.choice(others)()


def _scramble(around: Any, key: Any, data: Any, random: Random) -> None:
    """Words or signs of a text, out of order, left out, or others."""
    value = around[key]
    if not isinstance(value, str) or not value:
        _replace(around, key, data, random)
        return
    at = random.randrange(len(value))
    words = value.split(" ")
    random.shuffle(words)
    around[key] = random.choice(
        [
            value[:at],
            value[at:],
            value[:at] + random.choice(" /x0-:>\n9") + value[at + 1 :],
            value + value,
            " ".join(words),
            value.replace("\n", " "),
            value.upper() if value.islower() else value.lower(),
        ]
    )


CHANGES: Final = (_replace, _replace, _borrow, _drop, _double, _rename, _retype, _scramble)


def spoiled(text: str, random: Random) -> str:
    """A text, broken as a text: a sign or a line left out, doubled, replaced, indented."""
    if random.random() < 0.5:
        at = random.randrange(len(text))
        signs = "\0\t\r\n :-#&*!|>'\"%@`{}[],?x0\x85\u2028\ufeff"
        return text[:at] + random.choice(["", random.choice(signs), text[at] * 2]) + text[at + 1 :]
    lines = text.split("\n")
    at = random.randrange(len(lines))
    change = random.randrange(6)
    if change == 0:
        del lines[at]
    elif change == 1:
        lines.insert(at, lines[at])
    elif change == 2:
        lines[at] = random.choice(["  ", " ", "- ", "\t"]) + lines[at]
    elif change == 3:
        lines[at] = lines[at].lstrip()
    elif change == 4:
        lines[at] = lines[at][: random.randrange(len(lines[at]) + 1)]
    else:
        other = random.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


def case(number: int, names: list[str]) -> tuple[str, str]:
    """The name and the text of a broken file."""
    random = Random(f"breaking:{number}")
    # There are far more examples of play than of anything else.
    played = [name for name in names if name.startswith("scenarios/")]
    others = [name for name in names if not name.startswith(("scenarios/", "tests/"))]
    chance = random.random()
    name = random.choice((played if chance < 0.6 else others if chance < 0.85 else names) or names)
    data = data_of(name)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        data = broken(data, random)
        if not isinstance(data, dict | list):
            break
    text = yaml.dump(data, Dumper=_DUMPER, allow_unicode=True, sort_keys=False, width=10_000)
    return name, spoiled(text, random) if random.random() < 0.2 else text


_DUMPER: Final[Any] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


# -- trying them --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Failure:
    """A file that broke something."""

    number: int
    name: str
    what: str


class TooLongError(Exception):
    """A case takes too long."""


def tried(path: Path) -> list[int]:
    """Hand a file to every command that takes it; the exit statuses. Raises whatever comes out of them."""
    words = [["check", str(path)]]
    loaded = load(path)
    if loaded.kind in ("scenario", ""):
        scenario = loaded.model if isinstance(loaded.model, Scenario) else None
        sides = list(scenario.sides)[:1] if scenario else []
        units = list(scenario.units)[:1] if scenario else []
        words += [["query", str(path), "zoc", *sides], ["query", str(path), "reach", *units]]
        words += [["play", str(path), "--turns", "1", "-q"], ["play", str(path), "--turns", "1", "--players", "greedy"]]
        if scenario is None or scenario.turns.count <= 2 * TURNS:
            words += [["trial", str(path), "--games", "1", "--jobs", "1", "--players", "random"]]
    elif loaded.kind in ("example", "replay"):
        words += [[loaded.kind, str(path)]]
    return [cli.main(command) for command in words]


def attempt(number: int, names: list[str], folder: Path) -> Failure | None:
    """Make a case and try it; what went wrong, if anything did."""
    name, text = case(number, names)
    path = folder / f"broken-{number}.yaml"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said), limited(SECONDS):
            statuses = tried(path)
        assert set(statuses) <= {0, 1, 2}, statuses
        assert "Traceback" not in said.getvalue()
    except Exception as error:
        lines = [line for line in traceback.extract_tb(error.__traceback__) if line.filename.startswith(str(ROOT))]
        inside = [line for line in lines if not line.filename.startswith(str(ROOT / "tests"))] or lines
        where = f"{Path(inside[-1].filename).relative_to(ROOT)}:{inside[-1].lineno}"
        return Failure(number, name, f"{type(error).__name__}: {str(error)[:200]} at {where}")
    finally:
        path.unlink()
    return None


@contextlib.contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Raise TooLongError after so many seconds, where the system can."""

    def over(*_: object) -> None:
        raise TooLongError(f"more than {seconds} s")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def batch(numbers: range, names: list[str]) -> list[Failure]:
    """Try the cases of some numbers."""
    with tempfile.TemporaryDirectory(prefix="hexwright-breaking-") as folder:
        tries = (attempt(number, names, Path(folder)) for number in numbers)
        return [failure for failure in tries if failure is not None]


def main() -> int:
    """Break and try as many as asked for."""
    parser = argparse.ArgumentParser("breaking", description=__doc__)
    parser.add_argument("--cases", type=int, default=2000, help="how many files are broken")
    parser.add_argument("--start", type=int, default=0, help="number of the first case")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long")
    parser.add_argument("--only", default="", help="files whose name has this in it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    names = [name for name in sources() if given.only in name]
    begun, out = time.monotonic(), ROOT / "out" / "breaking"
    last, done, failures = given.start + given.cases, 0, list[Failure]()
    with ProcessPoolExecutor(given.jobs) as pool:
        waiting = {
            pool.submit(batch, range(first, min(first + BATCH, last)), names): first
            for first in range(given.start, last, BATCH)
        }
        for finished in as_completed(waiting):
            done += BATCH
            for failure in finished.result():
                out.mkdir(parents=True, exist_ok=True)
                _, text = case(failure.number, names)
                (out / f"{failure.number}.yaml").write_text(text, encoding="utf-8", errors="surrogatepass")
                failures.append(failure)
                print(f"case {failure.number}, {failure.name}: {failure.what}", flush=True)
            if given.minutes and time.monotonic() - begun > 60 * given.minutes:
                pool.shutdown(cancel_futures=True)
                break
    took = time.monotonic() - begun
    print(f"{min(done, given.cases)} broken files, {took:.0f} s: {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
