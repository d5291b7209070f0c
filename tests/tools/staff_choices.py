"""What the staff does in the first turns of some shipped scenarios, against itself, as text in tests/staff_choices.

In small scenarios of tests alone, in which everything that the rules know meets on a few hexes, it plays against
itself and against the random player, with every switch on, and says why as well. So it does in the first turn on small
fields that are made up by a seed, with what the rules promise of each attack; after some of these fields comes the
first of everything that was asked and told on them.

``python tests/tools/staff_choices.py [SCENARIO ...]`` plays them anew and writes the files. Its test plays them as
well: whoever teaches the staff something sees which choices change, and writes the files anew when that is meant.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from tools.goldens import CORNERS, SWITCHED, begun, switched  # noqa: E402 -- found on the path that was just set
from tools.signatures import plain  # noqa: E402
from tools.small_fields import small_field  # noqa: E402

from engine.formats import load_scenario, write_text  # noqa: E402
from engine.play import Game  # noqa: E402
from engine.play.answers import Prospects  # noqa: E402
from engine.players import seat  # noqa: E402
from engine.players.staff import StaffPlayer  # noqa: E402
from engine.umpire.wording import Words  # noqa: E402

FOLDER: Final = ROOT / "tests" / "staff_choices"
SEED: Final = 1898
TURNS: Final = {
    "first_steps": 9,
    "lundys_lane": 3,
    "chippewa": 2,
    "fm_first_steps": 9,
    "arracourt": 1,
    "sns_first_steps": 3,
    "asante": 2,
    "persia": 3,
    "abyssinia": 2,
    "dahomey": 3,
}
"""So many turns of each are played."""
PAIRS: Final = (("staff", "staff"), ("staff", "random"), ("random", "staff"))
IN_CORNERS: Final = {f"{name}-{number}": pair for name in CORNERS for number, pair in enumerate(PAIRS, 1)}
"""Who plays the small scenarios, each time with other dice and other choices of the options."""
ON_FIELDS: Final = [f"field-{key}-{number}" for key in ("fm", "tlg2") for number in range(1, 9)]
"""Small fields, `FIELDS` to a file."""
FIELDS: Final = 5


def file_of(name: str) -> Path:
    """Where the choices in a scenario are."""
    return FOLDER / f"{name}.txt"


def chosen(name: str) -> list[str]:
    """The choices of the staff, a line each."""
    if name in ON_FIELDS:
        return _on_fields(name)
    return _in_the_corner(name) if name in IN_CORNERS else _against_itself(name)


def _against_itself(name: str) -> list[str]:
    game = Game(load_scenario(name), SEED)
    players = seat(["staff"], game.scenario.sides, SEED)
    lines = []
    while game.decision is not None and game.state.turn <= TURNS[name]:
        action = players[game.decision.side].choose(game)
        lines.append(f"turn {game.state.turn}, {game.decision.side}: {game.text(action)}")
        game.apply(action)
    return lines


def _on_fields(name: str) -> list[str]:
    _, key, number = name.split("-")
    lines: list[str] = []
    asked: dict[str, str] = {}
    told: dict[str, str] = {}
    for seed in range(FIELDS * (int(number) - 1), FIELDS * int(number)):
        game = small_field(key, seed)
        players = seat(["staff"], game.scenario.sides, seed)
        lines.append(f"field {seed}")
        while game.decision is not None and game.state.turn == 1:
            player, decision = players[game.decision.side], game.decision
            action = player.choose(game)
            lines.append(f"{decision.side}: {game.text(action)} ({player.last_reason})")
            promise = game.rules.announced(game.state, action)
            lines += [_promised(promise)] if promise else []
            about = f"units {' '.join(decision.units)}; hexes {' '.join(decision.hexes)}"
            asked.setdefault(decision.kind, f"asked {decision.kind} [{decision.rule}]: {decision.prompt} ({about})")
            game.apply(action)
        words = Words(game.scenario)
        for event in game.events:
            told.setdefault(event.kind, f"told {event.kind}: {words.line(event)}")
    return [*lines, *(asked[kind] for kind in sorted(asked)), *(told[kind] for kind in sorted(told))]


def _promised(found: Prospects) -> str:
    """What an attack promises: its odds and how they come about, good and bad results, steps lost by either side."""
    account = found.account
    assert account is not None
    shifts = "".join(f", {one.amount:+g} {one.rule}" for one in account.modifiers)
    parts = [
        f"{one.unit or 'fire'} {one.strength:g}{one.how and f' {one.how}'}"
        for one in (*account.attackers, *account.defenders)
    ]
    chances = f"good {found.good:.2f}, bad {found.bad:.2f}, steps {found.attacker_steps:.2f} {found.defender_steps:.2f}"
    return f"    {account.kind}, {account.compared}{shifts}, {account.column}: {chances} ({'; '.join(parts)})"


def _in_the_corner(name: str) -> list[str]:
    own, _, number = name.partition("-")
    like = f"{own}{SWITCHED}-{number}"
    game = begun(like, switched(like))
    players = seat(IN_CORNERS[name], game.scenario.sides, SEED)
    lines = []
    while game.decision is not None:
        player = players[game.decision.side]
        action = player.choose(game)
        if isinstance(player, StaffPlayer):
            said = f"turn {game.state.turn}, {game.decision.side}: {game.text(action)}"
            lines.append(f"{said} ({player.last_reason})")
        game.apply(action)
    outcome, tally = game.outcome(), game.tally()
    return [*lines, f"outcome: {outcome.to_json() if outcome else 'none'}", *map(plain, tally.lines if tally else ())]


def main(names: list[str]) -> None:
    """Write the choices in some scenarios, or in all."""
    for name in names or (*TURNS, *IN_CORNERS, *ON_FIELDS):
        write_text(file_of(name), "\n".join(chosen(name)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
