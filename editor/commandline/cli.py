"""The command line: ``hexwright [FILE...]`` opens the editor, ``hexwright COMMAND ...`` works without a screen.

Every command is a module of `editor.commandline`, imported when it is asked for, so that `check` starts fast.
Exit statuses: 0 well, 1 the answer is no (errors found, a replay differs ...), 2 unreadable or misused.
"""

from __future__ import annotations

import argparse
import difflib
import errno
import importlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TextIO

from editor.commandline.streams import open_streams

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS: Final = {
    "check": "every finding about maps and scenarios",
    "play": "play test turns",
    "replay": "play a log again and compare",
    "example": "run examples of play",
    "query": "ask what the umpire knows: los, reach, zoc, odds, march, score",
    "counters": "print counters on sheets to be cut out",
    "render": "draw a map or scenario into a picture",
    "rulebook": "make a rulebook of rules or of a scenario",
    "aids": "make player aids: charts, sequence, counters, turn record",
    "bundle": "print a whole game: map, counters, rulebook, aids, set-up cards",
    "trial": "play many games and count",
    "export": "write a map or scenario as another program's file",
    "import": "make a map or scenario of another program's file",
    "formats": "list the other programs' formats",
    "pack": "make, install, list and remove packs of maps, scenarios and palettes",
}
"""Command to its line of help; its module in `editor.commandline` has the same name, where that is not a keyword."""
_MODULES: Final = {"import": "importing"}

WELL: Final = 0
MISUSED: Final = 2
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

_USAGE: Final = "hexwright [FILE...] | hexwright COMMAND ... | hexwright COMMAND --help"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (the process's own by default) and give its exit status; never raises for bad input."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    open_streams()
    try:
        status = _run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone.
        _silence(sys.stdout)
        return BROKEN_PIPE
    except OSError as error:
        _silence(sys.stdout)
        _complain(f"hexwright: standard output: {error.strerror or error}")
        return MISUSED
    return status


def _silence(stream: TextIO) -> None:
    """What is left in the buffer of a stream that cannot be written must not raise again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _complain(message: str) -> None:
    """Say something on standard error, where that can be written."""
    try:
        print(message, file=sys.stderr, flush=True)
    except OSError:
        _silence(sys.stderr)


def _run(words: list[str]) -> int:
    if words and words[0] in COMMANDS:
        return _command(words[0], words[1:])
    if words[:1] in (["-h"], ["--help"], ["help"]):
        print(_help())
        return WELL
    if words[:1] in (["-V"], ["--version"]):
        from editor.work.version import version

        print(f"hexwright {version()}")
        return WELL
    if words and words[0].startswith("-"):
        return _misused(f"there is no option {words[0]}; try hexwright --help")
    # Several words are files only when the first one is: else it is a command misspelt, with what it is to work on.
    if words and (_is_typo(words[0]) or (len(words) > 1 and not os.path.exists(words[0]))):
        return _misused(_no_command(words[0]))
    from editor.commandline.opening import open_editor

    return _guarded(open_editor, words)


class _Parser(argparse.ArgumentParser):
    """A parser that does not keep silent when its help cannot be written."""

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        (file or sys.stdout).write(self.format_help())


def _command(name: str, words: list[str]) -> int:
    module = importlib.import_module(f"editor.commandline.{_MODULES.get(name, name)}")
    parser = _Parser(f"hexwright {name}", description=module.__doc__, allow_abbrev=False)
    module.configure(parser)
    try:
        given = parser.parse_args(words)
    except SystemExit as end:
        # argparse has said what is wrong, or has shown the help that was asked for.
        return int(end.code or 0)
    from engine.garbage import seldom_collected

    with seldom_collected():
        return _guarded(module.run, given)


def _guarded(function: Any, given: Any) -> int:
    """Run a command; what is wrong with the user's files or words becomes a message and status 2."""
    from editor.commandline.output import complain
    from engine.errors import HexwrightError
    from engine.formats.holding import InTheWayError

    try:
        return int(function(given))
    except InTheWayError as error:
        return _misused(f"{error}. Choose another name, or add --force to replace it.")
    except HexwrightError as error:
        complain(error)
        return MISUSED
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename is None and error.errno in _FULL:
            # Files are written through `engine.writing`, which names them: this is our output.
            raise
        where = f"{error.filename}: " if error.filename else ""
        return _misused(f"{where}{error.strerror or error}")


def _is_typo(word: str) -> bool:
    """Whether a lone word is a mistyped command rather than a file."""
    return not os.path.exists(word) and bool(difflib.get_close_matches(word, COMMANDS, 1, 0.75))


def _no_command(word: str) -> str:
    near = difflib.get_close_matches(word, COMMANDS, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(COMMANDS)}"
    return f"there is no command {word!r}; {hint}"


def _misused(message: str) -> int:
    _complain(f"hexwright: {message}")
    return MISUSED


def _help() -> str:
    commands = "\n".join(f"  {name:9} {about}" for name, about in COMMANDS.items())
    return f"""usage: {_USAGE}

A desktop workshop for board wargames. Without a command it opens the editor, each FILE in a tab.

commands:
{commands}

options:
  -h, --help     show this
  -V, --version  show the version

A FILE is a path, or the name of a map or scenario that ships with Hexwright, such as lundys_lane.
Exit status: 0 success; 1 errors, a stopped game, or a replay that differs; 2 an unreadable file or wrong arguments."""


if __name__ == "__main__":
    sys.exit(main())
