"""Ask what the umpire knows about a position: lines of sight, reach, zones of control, odds."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any, Final

from editor.commandline.opening import add_position, add_trust, begun_soundly, game_of, load_scenario
from editor.commandline.output import print_json
from engine.play import Game, Judgement
from engine.play.common_questions import COMMON
from engine.play.model import MEASURES
from engine.play.questions import plain_answer
from engine.umpire.query import VIEW, VIEW_HELP, answered, ask, helped, judge
from engine.umpire.wording import Words

WIDE: Final = 100
"""Characters of a line of names."""


ASK: Final = "ask"
JUDGE: Final = "judge"
QUESTIONS: Final = (*(question.key for question in COMMON), VIEW, f"{ASK} QUESTION", f"{JUDGE} SIDE ACTION")
"""What can be asked of most systems; `ask` without a question lists what the scenario's system answers."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    said = "; ".join(f"{question.key} {question.help}" for question in COMMON)
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario's file, or the name of a shipped one")
    parser.add_argument("question", metavar="QUESTION", help=" | ".join(QUESTIONS))
    parser.add_argument(
        "words",
        nargs="*",
        metavar="WORD",
        help=f"{said}; {VIEW} {VIEW_HELP}; {ASK} QUESTION WORD...: any question of the scenario's rules, which "
        f"{ASK} alone lists; {JUDGE} SIDE ACTION: what the rules say of an action",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    add_position(parser, "the side to move and to answer; the answer uses only what that side may know")
    add_trust(parser)


def run(given: argparse.Namespace) -> int:
    """Ask, and print the answer."""
    scenario = load_scenario(given.scenario)
    game = begun_soundly(game_of(scenario, given), given.scenario)
    answer, lines = _answer(game, given.question, given.words, given.side or "")
    if given.format == "json":
        print_json(answer)
    else:
        print("\n".join(lines))
    return 0


def _answer(game: Game, question: str, words: list[str], side: str) -> tuple[Any, list[str]]:
    """The answer as plain data and as lines of text."""
    said = Words(game.scenario)
    if question == ASK and words:
        question, *words = words
    if question == ASK:
        listed = helped(game.scenario)
        # What wants nothing has its answer behind a colon as well.
        return listed, [f"{key} {about}" if ": " in about else f"{key}: {about}" for key, about in listed.items()]
    if question == JUDGE:
        judged = judge(game, words, side)
        return judged.to_json(), _judgement(judged, said)
    if question == VIEW:
        seen = ask(game, question, words, side)
        return seen, _lines(_named(seen, said))
    asked, found = answered(game, question, words, side)
    plain = plain_answer(found)
    if asked.lines is not None:
        return plain, asked.lines(found, said)
    shown = {key: value for key, value in plain.items() if key not in asked.unshown} if asked.unshown else plain
    return plain, _lines(_named(shown, said))


def _judgement(judged: Judgement, words: Words) -> list[str]:
    """What the rules say of an action: whether it is legal, every rule that it breaks, and what they measure."""
    reasons = [(judged.rule, judged.reason), *judged.also]
    lines = ["legal"] if judged.legal else [f"illegal: {reason} [{rule}]" for rule, reason in reasons]
    measured = judged.to_json()
    return lines + _lines(_named({name: measured[name] for name in MEASURES if name in measured}, words))


def _named(data: Any, words: Words) -> Any:
    """Plain data with the names of units and sides in place of their keys."""
    if isinstance(data, dict):
        return {words.side(words.unit(key)): _named(value, words) for key, value in data.items()}
    if isinstance(data, list):
        if data and all(isinstance(item, str) and item in words.scenario.units for item in data):
            return words.units(data)
        return [_named(item, words) for item in data]
    return words.side(words.unit(data)) if isinstance(data, str) else data


def _lines(data: Any, indent: str = "") -> list[str]:
    """Plain data as indented lines, a value a line."""
    if isinstance(data, dict):
        lines = []
        for key, value in data.items():
            if isinstance(value, (dict, list)) and value and not _is_flat(value):
                lines += [f"{indent}{key}:", *_lines(value, indent + "  ")]
            else:
                lines.append(f"{indent}{key}: {_flat(value)}")
        return lines
    if isinstance(data, list):
        if any(isinstance(item, str) and " " in item for item in data):
            return [f"{indent}{_flat(item)}" for item in data]
        if not data:
            return [f"{indent}{_flat(data)}"]
        if all(isinstance(item, str) for item in data):
            return textwrap.wrap(" ".join(data), WIDE, initial_indent=indent, subsequent_indent=indent)
        return [line for item in data for line in _item(item, indent)]
    return [f"{indent}{_flat(data)}"]


def _item(item: Any, indent: str) -> list[str]:
    """A value of a list, behind a dash."""
    if not isinstance(item, dict) or _is_flat(item):
        return [f"{indent}- {_flat(item)}"]
    first, *others = _lines(item, indent + "  ")
    return [f"{indent}- {first.lstrip()}", *others]


def _is_flat(value: Any) -> bool:
    parts = value.values() if isinstance(value, dict) else value
    return all(not isinstance(part, (dict, list)) for part in parts) and len(value) <= 8


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_flat(item)}" for key, item in value.items() if item != "")
    if isinstance(value, list):
        return " ".join(_flat(item) for item in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
