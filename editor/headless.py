"""`make run` without a display: check a scenario, play two test turns, draw it, say where everything is.

The same work as the editor's, through the same commands: what fails here fails there.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from editor import cli

TURNS: Final = 2
SEED: Final = 1812
DEFAULT: Final = "scenarios/lundys_lane.yaml"

WELCOME: Final = """\
There is no display here, so the editor does not open. Instead: {file} is checked,
{turns} turns of it are played, staff against staff, and its map is drawn with its units."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do the round for a scenario (default: Lundy's Lane) and give the gravest exit status of its parts."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if len(given) > 1 or (given and given[0].startswith("-")):
        print("usage: python -m editor.headless [SCENARIO]", file=sys.stderr)
        return 2
    file = given[0] if given else DEFAULT
    out = Path("out")
    try:
        out.mkdir(exist_ok=True)
    except OSError as error:
        print(f"cannot make the folder {out} for the results: {error.strerror}", file=sys.stderr)
        return 2
    print(WELCOME.format(file=file, turns=TURNS))
    return round_of(file, out)


def round_of(file: str, out: Path) -> int:
    """Check, play, replay and draw one scenario into a folder; a part that fails does not stop the next."""
    name = Path(file).stem
    log, picture = out / f"{name}.replay.yaml", out / f"{name}.png"
    status = step("The umpire's findings", "check", file)
    if status == 2:
        return status
    play = ["play", file, "--turns", str(TURNS), "--seed", str(SEED), "--players", "staff,staff"]
    played = step(f"{TURNS} test turns, seed {SEED}", *play, "--log", str(log))
    if played != 2:
        played = max(played, step("The log played again", "replay", str(log)))
    drawn = step("The picture", "render", file, "-o", str(picture))
    print("\nFiles:")
    for path, what in ((picture, "the map with its units"), (log, "the test turns, as a replay")):
        print(f"  {path.resolve()}  {what}" if path.is_file() else f"  no {path.name}: see above")
    print(f"\nOn a machine with a display, this opens the editor:  hexwright {file}")
    return max(status, played, drawn)


def step(title: str, *command: str) -> int:
    """Run one command of the command line under a heading; its exit status."""
    print(f"\n== {title}: hexwright {' '.join(command)}", flush=True)
    status = cli.main(list(command))
    sys.stdout.flush()
    return status


if __name__ == "__main__":
    sys.exit(main())
