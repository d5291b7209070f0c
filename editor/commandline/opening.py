"""From the words of a command line to files, scenarios, positions, and to the editor itself."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from math import isfinite, nan
from pathlib import Path
from typing import Any, Final

from editor.commandline.display import has_display, loading_qt
from engine.errors import HexwrightError
from engine.findings import FileProblem, Severity
from engine.formats import load
from engine.formats.hints import clip
from engine.formats.holding import refuse_to_replace
from engine.formats.locate import NotFoundError, OutsideError, locate
from engine.formats.reading import display_name, resolve
from engine.formats.specs import Loaded
from engine.kit.hooks.trust import trust_what_is_read
from engine.play import Game, Start
from engine.plural import counted
from engine.scenario import Scenario
from engine.umpire.checks import bars_to_play, check_loaded
from engine.umpire.testturns import refuse_unsound
from engine.writing import refuse_read_only

FORCE: Final = "replace a file of another kind or program, too"
NO_DISPLAY: Final = """\
hexwright: there is no display here, so the editor cannot open.
These commands work without a display:
  hexwright check FILE               what is wrong with a map or scenario
  hexwright play SCENARIO --turns 2  test turns
  hexwright render FILE -o out.png   the picture that the editor shows
On a remote machine, ssh -X forwards a display; with QT_QPA_PLATFORM=offscreen the editor runs unseen."""


MOST_DIGITS: Final = 9
"""Digits of the steps of a unit; Python does not read any number of them."""


def add_force(parser: argparse.ArgumentParser) -> None:
    """The option by which a command replaces a file that is not one of ours; `engine.formats.holding` says which."""
    parser.add_argument("--force", action="store_true", help=FORCE)


def add_trust(parser: argparse.ArgumentParser) -> None:
    """The option by which a command runs the hooks of the rules files that it plays by; each command begins without."""
    trust_what_is_read(on=False)
    parser.add_argument(
        "--trust",
        action=_Trusting,
        nargs=0,
        help="run the hooks of the rules files it plays by: program code with all your rights, so read it first",
    )


class _Trusting(argparse.Action):
    """Trusts the hooks of every rules file that this command reads."""

    def __call__(self, *_: Any) -> None:
        trust_what_is_read()


def refuse_unwritable(path: Path, kind: str, *, force: bool) -> None:
    """Say before the work rather than after it that a file cannot be written there, or would replace another kind.

    Raises HexwrightError.
    """
    if path.is_dir():
        raise HexwrightError(f"{path} is a folder; name a file in it")
    if not path.parent.is_dir():
        raise HexwrightError(f"there is no folder {path.parent} to write {path.name} into")
    refuse_read_only(path)
    refuse_to_replace(path, kind, force=force)


def find(file: str) -> Path:
    """The file that a word of the command line means: a path, or the name of a shipped scenario or map.

    Raises HexwrightError with near names when there is none.
    """
    path = Path(file)
    if os.path.lexists(file) or path.suffix in (".yaml", ".yml") or os.sep in file:
        return path
    reasons = []
    for kind in ("scenario", "map"):
        try:
            return Path(display_name(locate(kind, file)))
        except NotFoundError as error:
            reasons.append(error)
    near = next((error.hint for error in reasons if error.hint.startswith("did you mean")), "")
    raise HexwrightError(f"there is no file {file!r}, and no scenario or map of that name{'; ' if near else ''}{near}")


def load_scenario(file: str) -> Scenario:
    """The scenario of a path or name; raises FileProblem with every error, HexwrightError for another kind of file."""
    loaded = load(find(file))
    refuse_unplayable(loaded)
    if not isinstance(loaded.model, Scenario):
        raise HexwrightError(f"{file} is a {loaded.kind}; this needs a scenario")
    return loaded.model


def reference(scenario: Path, from_file: Path) -> str:
    """How a file should name a scenario so that it is found again from there; empty when it cannot be.

    A file may not name one outside its own project: it must then hold the scenario whole.
    """
    folder = from_file.absolute().parent
    try:
        relative = os.path.relpath(scenario, folder).replace(os.sep, "/")
    except ValueError:
        # On Windows there is no way from one drive to another.
        relative = ""
    for ref in (scenario.stem, relative if "/" in relative else f"./{relative}"):
        try:
            if os.path.samefile(locate("scenario", ref, from_file), scenario):
                return ref
        except (NotFoundError, OutsideError):
            continue
    return ""


def refuse_unplayable(loaded: Loaded, *, with_hooks: bool = True) -> None:
    """Raise FileProblem when nothing can be played from a file, for what was read or for what the umpire finds.

    Without ``with_hooks`` its hooks are not asked for: it is only printed.
    """
    findings = bars_to_play(loaded)
    if not with_hooks:
        from engine.kit.reading import HOOKS

        findings = [one for one in findings if one.code != HOOKS]
    if findings:
        raise FileProblem(findings)


def begun_soundly(game: Game, file: str) -> Game:
    """A game of the scenario in a file, if its first position is one that the rules know: no enemies in one hex.

    Raises FileProblem with every error that the umpire finds in the file, HexwrightError where it finds none.
    """
    try:
        refuse_unsound(game)
    except HexwrightError as error:
        errors = [finding for finding in check_loaded(load(find(file))) if finding.severity is Severity.ERROR]
        raise (FileProblem(errors) if errors else error) from None
    return game


# -- positions ---------------------------------------------------------------------------------------------------


def add_position(parser: argparse.ArgumentParser, side: str = "the side to move (default: the first)") -> None:
    """Options that say where a game is to begin; ``side`` is what the help says of that one."""
    group = parser.add_argument_group("position", "where to begin; by default at the beginning, with the set-up")
    group.add_argument("--turn", type=whole, default=1, metavar="N", help="game turn")
    group.add_argument("--side", type=not_empty, help=side)
    group.add_argument("--phase", type=not_empty, help="a phase of the rules (default: the first)")
    group.add_argument(
        "--units", default="", metavar="UNIT=HEX[:STEPS],...", help="place units over the set-up; UNIT= for off the map"
    )
    group.add_argument("--only", action="store_true", help="only the units of --units are on the map")
    group.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the rules, over the scenario's",
    )


def game_of(scenario: Scenario, given: argparse.Namespace, seed: int = 0) -> Game:
    """A game at the position the options ask for. Raises HexwrightError."""
    units = {key: _placed(scenario, key, value) for key, value in _pairs(given.units, "--units")}
    if given.side and given.side not in scenario.sides:
        raise HexwrightError(f"there is no side {given.side!r}; the sides are {', '.join(scenario.sides)}")
    if given.turn > scenario.turns.count:
        raise HexwrightError(f"there is no turn {given.turn}: the game has {counted(scenario.turns.count, 'turn')}")
    start = Start(given.turn, given.side or "", given.phase or "", units, given.only)
    return Game(scenario, seed, options(scenario, given.option), start=None if start == Start() else start)


def options(scenario: Scenario, words: list[str]) -> dict[str, Any]:
    """Options of the rules from ``NAME=VALUE`` words. Raises HexwrightError for one the rules do not have."""
    from engine.play import registry

    known = registry.system(scenario.system).options
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise HexwrightError(f"--option is written NAME=VALUE, not {word!r}")
        if name not in known:
            raise HexwrightError(f"the rules have no option {name!r}; they have {', '.join(known)}")
        found[name] = resolve(value)
    return found


def _placed(scenario: Scenario, key: str, value: str) -> Any:
    if key not in scenario.units:
        raise HexwrightError(f"there is no unit {key!r} in this scenario")
    name, colon, steps = value.partition(":")
    if not name:
        return None
    at = scenario.map.spell(scenario.map.parse(name))
    if not colon:
        return at
    if not steps.isdecimal() or len(steps) > MOST_DIGITS:
        raise HexwrightError(f"the steps of {key} are a whole number, not {clip(steps)}")
    return {"at": at, "steps": int(steps)}


def _pairs(text: str, option: str) -> list[tuple[str, str]]:
    pairs = []
    for word in text.replace(",", " ").split():
        key, equals, value = word.partition("=")
        if not equals:
            raise HexwrightError(f"{option} is written UNIT=HEX,UNIT=HEX, not {word!r}")
        pairs.append((key, value))
    return pairs


def not_empty(text: str) -> str:
    """A text that is there, for argparse: an empty one is a variable that was never set, not an option left out."""
    if not text.strip():
        raise argparse.ArgumentTypeError("it is empty")
    return text


def millimetres(text: str) -> float:
    """A length, for argparse."""
    try:
        length = float(text)
    except ValueError:
        length = nan
    if not isfinite(length):
        raise argparse.ArgumentTypeError(f"{clip(text)} is not a length in millimetres")
    return length


def number_of(text: str) -> int:
    """The whole number that a text is, for argparse."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{clip(text)} is not a whole number") from None


def whole(text: str) -> int:
    """A whole number of at least 1, for argparse."""
    number = number_of(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def whole_or_zero(text: str) -> int:
    """A whole number of at least 0, for argparse."""
    number = number_of(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{number} is less than 0")
    return number


# -- the editor ----------------------------------------------------------------------------------------------------


def open_editor(named: Sequence[str]) -> int:
    """Open the editor on files, or on what was open last; its exit status. Without a display it says how to go on."""
    paths = [find(file) for file in named]
    for path, file in zip(paths, named, strict=True):
        if not path.is_file():
            raise HexwrightError(f"there is no file {file!r}")
    if not has_display():
        print(NO_DISPLAY, file=sys.stderr)
        return 2
    with loading_qt("the editor cannot start"):
        from editor.window.app import run
    return int(run(*map(str, paths)))
