"""Golden playthroughs: whole games as text, one for each shipped scenario, in tests/playthroughs/<system>.

``python tests/tools/goldens.py [SCENARIO ...]`` plays the games again and writes the files. The test replays the
actions that a file records, so that a player who learns something changes none of them; only the rules do.
``SCENARIO-switched`` is a game with every switch on that its rules have; which they were, its second line says.
``SCENARIO-curious`` is the beginning of such a game in which both sides try what has been tried least so far, so that
boats, forts, prisoners and whatever else sensible players seldom touch are there too; ``SCENARIO-curious-2`` is
another, with the second choice of each option, ``SCENARIO-curious-3`` one with the third.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from engine.boards.board import place_text
from engine.errors import HexwrightError
from engine.formats import load_scenario, write_text
from engine.play import Action, Game
from engine.play.registry import system
from engine.players import seat
from engine.scenario import Scenario
from engine.umpire.wording import event_line
from tests.tools.shipped import hex_scenarios

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "playthroughs"
SEED = 1814
FULL_TURNS = 2
"""Game turns told with every decision and event; of the later ones only the actions are, and of curious games."""
PLAYERS = ("staff", "random")
MARK = "> "
UNRECORDED = "the game goes on, but no further action is recorded"
SWITCHED = "-switched"
WITH = "with "
CURIOUS = "-curious"
CURIOUS_ACTIONS = 700
"""Actions after which a curious game is left."""
ENDINGS, LEAVING = ("end", "done", "halt", "pass"), 2
"""What ends something, and so many times rarer than other things it is done in a curious game."""
CAMPAIGNS = ("abyssinia", "afghan", "asante", "dahomey", "persia")
"""The scenarios that have a game with every switch on as well."""
CORNERS = ("corner", "shore", "redoubt", "ridge")
"""Small scenarios of tests alone, in tests/data, in which everything that the rules know meets on a few hexes."""
TRIED = (*CAMPAIGNS, "arracourt", "chippewa", "juno", "lundys_lane", "thames", *CORNERS)
"""The scenarios that have a curious game."""
TRIED_AGAIN = {"corner": 2, "shore": 2, "redoubt": 6, "ridge": 4, "chippewa": 2, "thames": 2, "lundys_lane": 2}
"""Small ones that have further ones, up to this number."""
_NAME = re.compile(rf"(?P<own>\w+)(?P<kind>{SWITCHED}|{CURIOUS})?(?:-(?P<number>\d+))?")

BEGINNINGS = {"hastings": 24, "zama": 32}
"""The large battles on tables: their games are left after so many actions, as whole ones take minutes."""
ON_TABLES = ("teaching_table", *BEGINNINGS)
"""The battles on tables that have a game."""

Choose = Callable[[Game], Action]
Look = Callable[[Game], None]


def shipped() -> list[str]:
    """The names of the playthroughs: those of the shipped scenarios, and some with switches on."""
    names = [*(path.stem for path in hex_scenarios()), *ON_TABLES]
    again = [f"{name}{CURIOUS}-{n}" for name, last in TRIED_AGAIN.items() for n in range(2, last + 1)]
    return sorted([*names, *(name + SWITCHED for name in CAMPAIGNS), *(name + CURIOUS for name in TRIED), *again])


def scenario_of(name: str) -> Scenario:
    """The scenario of a playthrough."""
    own = _part(name, "own")
    return load_scenario(ROOT / "tests" / "data" / f"{own}.yaml" if own in CORNERS else own)


def _part(name: str, part: str) -> str:
    match = _NAME.fullmatch(name)
    assert match is not None, name
    return match[part] or ""


def _number(name: str) -> int:
    return int(_part(name, "number") or 1)


def golden_file(name: str) -> Path:
    """Where a playthrough is."""
    return FOLDER / scenario_of(name).system / f"{name}.txt"


def begun(name: str, words: Sequence[str]) -> Game:
    """The game of a playthrough, with options as these words say: ``KEY`` for a switch that is on, or ``KEY=CHOICE``;
    the others are as the scenario has them."""
    scenario = scenario_of(name)
    offered, options = system(scenario.system).options, {}
    for key, _, said in (word.partition("=") for word in words):
        options[key] = next(choice for choice in offered[key].choices if str(choice) == (said or "True"))
    return Game(scenario, SEED - 1 + _number(name), options)


def switched(name: str) -> list[str]:
    """The options that a new game is played with, in words."""
    if not _part(name, "kind"):
        return []
    words, number = [], _number(name)
    for key, option in system(scenario_of(name).system).options.items():
        if option.choices == (False, True):
            words.append(key)
        elif number > 1:
            words.append(f"{key}={option.choices[(number - 1) % len(option.choices)]}")
    return words


def played(name: str) -> list[str]:
    """The lines of a new game between players."""
    switches = switched(name)
    game = begun(name, switches)
    if _part(name, "kind") == CURIOUS:
        return told(game, curious(game.seed), switches, full_turns=0)
    players = seat(PLAYERS, game.scenario.sides, SEED)
    most = BEGINNINGS.get(name)

    def choose(at: Game) -> Action:
        if at.decision is None or (most is not None and len(at) >= most):
            raise HexwrightError(UNRECORDED)
        return players[at.decision.side].choose(at)

    return told(game, choose, switches, full_turns=_full_turns(name))


def _full_turns(name: str) -> int:
    """The turns of a playthrough that are told in full."""
    return 0 if _part(name, "kind") == CURIOUS or name in BEGINNINGS else FULL_TURNS


def curious(seed: int) -> Choose:
    """A choice of what has been done least so far, by verb and kind of decision; it leaves the game after a while."""
    random, used = Random(seed), Counter[tuple[str, str]]()

    def choose(at: Game) -> Action:
        if len(at) >= CURIOUS_ACTIONS or at.decision is None:
            raise HexwrightError(UNRECORDED)
        by_verb: dict[str, list[Action]] = {}
        for action in at.legal_actions():
            by_verb.setdefault(action.verb, []).append(action)
        kind = at.decision.kind
        verb = min(by_verb, key=lambda one: (used[kind, one] * (LEAVING if one in ENDINGS else 1), one))
        used[kind, verb] += 1
        return random.choice(by_verb[verb])

    return choose


def replayed(name: str, lines: list[str], look: Look | None = None) -> list[str]:
    """The lines of the game that the actions recorded in ``lines`` give today; the last one says what stopped it."""
    switches = next((line.removeprefix(WITH).split() for line in lines[1:2] if line.startswith(WITH)), [])
    game = begun(name, switches)
    actions = iter([line.removeprefix(MARK).partition(": ")[2] for line in lines if line.startswith(MARK)])

    def choose(at: Game) -> Action:
        text = next(actions, None)
        if text is None:
            raise HexwrightError(UNRECORDED)
        return at.parse(text)

    return told(game, choose, switches, look, _full_turns(name))


def told(
    game: Game,
    choose: Choose,
    switches: Sequence[str] = (),
    look: Look | None = None,
    full_turns: int = FULL_TURNS,
) -> list[str]:
    """Play a game to its end and tell it, the first turns in full; ``switches`` are those it is played with, ``look``
    is given the game at every decision and at the end."""
    lines = [f"{game.scenario.name} ({game.scenario.system}), seed {game.seed}"]
    lines += [WITH + " ".join(switches)] if switches else []
    lines += _events(game, 0)
    while game.decision is not None:
        decision = game.decision
        if look is not None:
            look(game)
        full = game.state.turn <= full_turns
        if full:
            asked = f"{decision.side} {decision.kind} [{decision.rule}]"
            lines.append(f"turn {game.state.turn}, {asked}, legal actions: {game.legal_actions().count()}")
        happened = len(game.events)
        try:
            action = choose(game)
            lines.append(f"{MARK}{decision.side}: {game.text(action)}")
            game.apply(action)
        except HexwrightError as error:
            return [*lines, f"stopped: {error}"]
        if full:
            lines += _events(game, happened)
    if look is not None:
        look(game)
    return [*lines, "", *_end(game)]


def _events(game: Game, first: int) -> list[str]:
    return [f"    {event_line(event)}" for event in game.events[first:]]


def _end(game: Game) -> list[str]:
    """Where everybody is at the end, and who has won."""
    found = []
    for key, unit in game.rules.units(game.state).items():
        where = place_text(unit["at"]) or ("eliminated" if unit["dead"] else "not entered")
        found.append(f"{key}: {where}, steps {unit['steps']}")
    outcome = game.outcome()
    return [*found, f"draws {game.state.draws}", f"outcome: {outcome.to_json() if outcome else 'none'}"]


def main(names: list[str]) -> None:
    """Write the playthroughs of some scenarios, or of all whose system has a folder for them."""
    chosen = names or [name for name in shipped() if golden_file(name).parent.is_dir()]
    for name in chosen:
        golden_file(name).parent.mkdir(parents=True, exist_ok=True)
        write_text(golden_file(name), "\n".join(played(name)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
