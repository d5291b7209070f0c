"""What the umpire knows about a position: reach, zones of control, lines of sight, odds. Names in, plain JSON
out.

The rules answer (`engine.play.answers.Answers`); those that have no such notion say so.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from random import Random
from typing import Any, Final

from engine.boards.kinds import kind_of
from engine.errors import HexwrightError, NameNotKnown
from engine.play import Game, Rules
from engine.play.words import Names

QUESTIONS: Final = {
    "los": "A B: the line of sight between two hexes",
    "reach": "UNIT: where a unit can move, and at what cost",
    "zoc": "SIDE: the hexes in a side's zones of control",
    "supply": "SIDE: how a side's units would be fed now, and by which lines of supply",
    "field": "HEX...: what is seen from hexes, and what guns there could fire at, as areas",
    "odds": "HEX UNIT...: how an attack on a hex would stand",
    "columns": "[SIDE]: the columns on the map, with what a side knows of their loads",
    "march": "UNIT... [by HQ]: what a march of a force promises, result by result",
    "forage": "HEX [UNIT...]: what foraging in a hex promises to those there, or to some units",
    "score": "the points line by line, and who would win now",
    "concealed": "SIDE: where a side sees that enemies are, but not who",
    "view": "SIDE: what a side may see and know of the position",
}
"""The questions there are: what each wants and tells."""


def los(game: Game, a: str, b: str) -> dict[str, Any]:
    """The line of sight between two hexes."""
    return game.rules.sight(game.state, _hex(game, a), _hex(game, b))


def reach(game: Game, unit: str) -> dict[str, Any]:
    """Where a unit can move now."""
    return game.rules.reach(game.state, _unit(game, unit))


def zoc(game: Game, side: str) -> dict[str, Any]:
    """The zones of control of a side."""
    return game.rules.zoc(game.state, _known(side, game.scenario.sides, "side"))


def supply(game: Game, side: str) -> dict[str, Any]:
    """How the units of a side would be fed now."""
    return game.rules.supply(game.state, _known(side, game.scenario.sides, "side"))


def field(game: Game, hexes: Iterable[str]) -> dict[str, Any]:
    """What is seen from any of some hexes, and what guns there could fire at; see `fields_of_fire`."""
    starts = [_hex(game, name) for name in hexes]
    if not starts:
        raise HexwrightError("a field of view needs at least one hex to look from")
    return fields_of_fire(game.rules, game.state, starts)


def fields_of_fire(rules: Rules[Any], state: Any, hexes: list[str]) -> dict[str, Any]:
    """What the rules answer, and in ``areas`` what these hexes cover together, as GeoJSON geometries.

    They are measured in the map's own unit of length, such as the circumradius of a hex, from its upper left corner.
    """
    answer = rules.fields_of_fire(state, hexes)
    covered = {
        "visible": answer["visible"],
        "attenuated": answer["attenuated"],
        "fire": [name for gun in answer["fire"] for name in gun["full"]],
        "fire_attenuated": [name for gun in answer["fire"] for name in gun["attenuated"]],
    }
    board = rules.scenario.map
    outline = kind_of(board).offers("outline")
    areas = {what: outline(board, [board.parse(name) for name in names]) for what, names in covered.items()}
    return {**answer, "areas": areas}


def odds(game: Game, hex: str, units: Iterable[str]) -> dict[str, Any]:
    """How an attack of some units on a hex would stand."""
    attackers = [_unit(game, unit) for unit in units]
    if not attackers:
        raise HexwrightError("odds need at least one attacking unit")
    return game.rules.odds(game.state, _hex(game, hex), attackers)


def view(game: Game, side: str) -> dict[str, Any]:
    """What a side may see and know: the units, what happened, and the state as plain data without what is hidden."""
    side = _known(side, game.scenario.sides, "side")
    dealt = game.guess(side, Random(0))
    return {
        "side": side,
        "status": game.rules.status(dealt.state),
        "units": game.rules.units(dealt.state),
        "events": [event.to_json() for event in dealt.events],
        "state": game.view(side),
    }


def columns(game: Game, side: str = "") -> dict[str, Any]:
    """The columns on the map, as far as a side may know them; all there is to know for an empty side."""
    known = _known(side, game.scenario.sides, "side") if side else ""
    return {"columns": game.rules.columns(game.state, known)}


def march(game: Game, words: Sequence[str]) -> dict[str, Any]:
    """What a march of some units promises; ``by HQ`` at the end says who leads them."""
    led = len(words) > 2 and words[-2].lower() == "by"
    units = [_unit(game, unit) for unit in (words[:-2] if led else words)]
    return game.rules.march_prospects(game.state, units, _unit(game, words[-1]) if led else None)


def forage(game: Game, hex: str, units: Iterable[str] = ()) -> dict[str, Any]:
    """What foraging in a hex promises, to those who stand there or to some units."""
    return game.rules.forage_prospects(game.state, _hex(game, hex), [_unit(game, unit) for unit in units])


def score(game: Game) -> dict[str, Any]:
    """The score line by line, and who would win if the game ended now; HexwrightError where nothing is scored."""
    sheet = game.tally()
    if sheet is None:
        raise HexwrightError(f"the rules of {game.rules.system} tell no score")
    return {
        "points": dict(sheet.points),
        "lines": [{"about": line.about, "points": dict(line.points)} for line in sheet.lines],
        "wins": [asdict(win) for win in sheet.wins],
        "standing": sheet.standing,
        "leader": sheet.leader,
    }


def concealed(game: Game, side: str) -> dict[str, Any]:
    """Where a side sees that enemies are, but not who."""
    return game.rules.concealed(game.state, _known(side, game.scenario.sides, "side"))


def ask(game: Game, question: str, words: Sequence[str], side: str = "") -> dict[str, Any]:
    """Answer a question in words: ``reach us-9``. Raises HexwrightError for one that makes no sense.

    With ``side`` the answer is what that side may know: what is hidden from it is dealt again before it is asked about.
    """
    if question not in QUESTIONS:
        _known(question, QUESTIONS, "question")
    if question in ("view", "concealed") and len(words) == 1:
        if side and words[0].lower() != side.lower():
            names = Names(game.scenario)
            raise HexwrightError(f"{names.side(side)} may not see what {names.side(words[0])} sees")
        return view(game, words[0]) if question == "view" else concealed(game, words[0])
    if side:
        game = game.guess(_known(side, game.scenario.sides, "side"), Random(0))
    if question == "los" and len(words) == 2:
        return los(game, words[0], words[1])
    if question == "reach" and len(words) == 1:
        return reach(game, words[0])
    if question == "zoc" and len(words) == 1:
        return zoc(game, words[0])
    if question == "supply" and len(words) == 1:
        return supply(game, words[0])
    if question == "field" and words:
        return field(game, words)
    if question == "odds" and len(words) >= 2:
        return odds(game, words[0], words[1:])
    if question == "columns" and len(words) <= 1:
        return columns(game, words[0] if words else side)
    if question == "march" and words:
        return march(game, words)
    if question == "forage" and words:
        return forage(game, words[0], words[1:])
    if question == "score" and not words:
        return score(game)
    raise HexwrightError(f"the question is written: {question} {QUESTIONS[question]}")


def _hex(game: Game, name: str) -> str:
    board = game.scenario.map
    return board.spell(board.parse(name))


def _unit(game: Game, key: str) -> str:
    return _known(key, game.scenario.units, "unit")


def _known(word: str, words: Iterable[str], what: str) -> str:
    """The word as it is spelt among the known ones, whatever its case."""
    known = {item.lower(): item for item in words}
    if word.lower() in known:
        return known[word.lower()]
    near = difflib.get_close_matches(word.lower(), known, 1)
    some = ", ".join(list(known.values())[:12]) + (" ..." if len(known) > 12 else "")
    hint = f"did you mean {known[near[0]]}?" if near else f"there are {some}" if known else "there are none"
    raise NameNotKnown(f"there is no {what} {word!r}; {hint}")
