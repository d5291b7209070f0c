"""`make run` without a display: check a scenario, play two test turns, draw it, say where everything is.

The same work as the editor's, through the same commands: what fails here fails there. With ``--window``
first it opens the editor instead, where there is a display.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from editor.commandline import cli
from editor.commandline.display import has_display
from engine.errors import HexwrightError
from engine.formats.holding import refuse_to_replace
from engine.plural import counted
from engine.writing import folder_for_writing, refuse_read_only, write_text

TURNS: Final = 2
SEED: Final = 1812
DEFAULT: Final = "scenarios/lundys_lane.yaml"

WELCOME: Final = """\
There is no display here, so the editor does not open. Instead: {file} is checked,
{turns} turns of it are played, staff against staff, and its map is drawn with its units."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do the round for a scenario (default: Lundy's Lane) and give the gravest exit status of its parts."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    windowed = given[:1] == ["--window"]
    if windowed:
        del given[0]
    if len(given) > 1 or (given and given[0].startswith("-")):
        print("usage: python -m editor.commandline.headless [--window] [SCENARIO]", file=sys.stderr)
        return cli.MISUSED
    file = given[0] if given else DEFAULT
    if windowed and has_display():
        return cli.main([file])
    out = Path("out")
    print(WELCOME.format(file=file, turns=TURNS))
    try:
        with folder_for_writing(out):
            return round_of(file, out)
    except OSError as error:
        print(f"hexwright: {error.filename or out}: {error.strerror}; the results go there", file=sys.stderr)
    except HexwrightError as error:
        print(f"hexwright: {error}", file=sys.stderr)
    return cli.MISUSED


def round_of(file: str, out: Path) -> int:
    """Check, play, replay and draw one scenario into a folder; a part that fails does not stop the next."""
    name = Path(file).stem
    log, story, picture = out / f"{name}.replay.yaml", out / f"{name}.turns.json", out / f"{name}.png"
    refuse_read_only(log, story, picture)
    for path, kind in ((log, "replay"), (story, "turns"), (picture, "png")):
        refuse_to_replace(path, kind)
    for path in (log, story, picture):
        # What an earlier round left must not pass for the work of this one.
        path.unlink(missing_ok=True)
    status = step("The umpire's findings", "check", file)
    if status == cli.MISUSED:
        return status
    played = play_turns(file, log, story)
    if log.is_file():
        played = max(played, step("The same game again, from its log", "replay", str(log)))
    drawn = step("The picture", "render", file, "-o", str(picture))
    print("\nFiles:")
    for path, what in (
        (picture, "the map with its units"),
        (log, "the test turns as a replay: hexwright replay plays them again"),
        (story, "every action and event of them, with paragraphs"),
    ):
        print(f"  {path.resolve()}\n      {what}" if path.is_file() else f"  no {path.name}: see above")
    print(f"\nOn a machine with a display this opens the editor: hexwright {file}")
    return max(status, played, drawn)


def step(title: str, *command: str) -> int:
    """Run one command of the command line under a heading; its exit status."""
    print(f"\n== {title}: hexwright {' '.join(command)}", flush=True)
    status = cli.main(command)
    sys.stdout.flush()
    return status


def play_turns(file: str, log: Path, story: Path) -> int:
    """Play the test turns, keep their whole story in a file, and tell the gist of it."""
    command = ["play", file, "--turns", str(TURNS), "--seed", str(SEED), "--players", "staff,staff"]
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        status = step("Test turns", *command, "--log", str(log), "--format", "json")
    heading, _, document = told.getvalue().strip().partition("\n")
    print(f"\n{heading}")
    if document:
        write_text(story, document + "\n")
        for line in gist(json.loads(document)):
            print(line)
    return status


def gist(played: dict[str, Any]) -> Iterator[str]:
    """What happened in test turns, in a few lines: moves counted, everything else told."""
    for turn, actions in groupby(played["log"], key=lambda one: one["turn"]):
        taken = [one for one in actions if not one["action"].startswith("end ")]
        moves = Counter(one["side"] for one in taken if one["decision"] == "movement")
        yield f"turn {turn}: moves {', '.join(f'{side} {count}' for side, count in moves.items()) or 'none'}"
        for one in taken:
            if one["decision"] != "movement":
                lost = [event["unit"] for event in one["events"] if event["event"] == "eliminated"]
                yield f"    {one['side']}: {one['action']}" + (f" ({', '.join(lost)} eliminated)" if lost else "")
    for finding in played["findings"]:
        yield f"the umpire stopped it: {finding['message']} [{finding['rule']}]"
    length = f"{counted(played['turns'], 'turn')}, {counted(played['actions'], 'action')}"
    yield f"{length}; the score is {score(played['status'])}"


def score(status: dict[str, Any]) -> str:
    """The points of each side, or what else is known of the game's state."""
    points = status.get("score")
    if not isinstance(points, dict):
        return "not kept by these rules"
    return ", ".join(f"{side} {value:g}" for side, value in points.items())


if __name__ == "__main__":
    sys.exit(main())
