"""The part of docs/formats.md that says what each rules system knows: values of units, exclusive rules, terrain, and
which paragraph a refusal names first.

``python tests/tools/knowndoc.py`` writes it again between its marks, from what the systems offer; a test compares it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.formats import load_palette, load_text
from engine.formats.specs import ExampleSpec, ScriptStep
from engine.play import Game, Illegal
from engine.play.registry import SYSTEMS, system
from engine.play.system import System
from engine.writing import write_text

PAGE = Path(__file__).resolve().parents[2] / "docs" / "formats.md"
BEGIN: Final = "<!-- what each system knows: written by tests/tools/knowndoc.py -->"
END: Final = "<!-- end of what each system knows -->"

SIDE: Final = "SIDE"
"""Stands for the key of a side in the name of an exclusive rule."""

WRITTEN: Final[Mapping[str, Mapping[str, str]]] = {
    "tlg2": {
        "free_bridges": "C2925/C3026",
        "bayonet": "{side: us, shift: 2}",
        f"no_{SIDE}_road_turns": "1-3",
    },
    "fm": {
        "support_fire": "{allotment: {1: 8/9, 2: 6}, cw: [{strength: 2, count: 4, kind: air, from: sea, range: 6}]}",
        "friendly_edge": "{cw: N, ge: inland}",
        "armour_shift": "cw",
        "no_zoc_into": "J0604 fortress",
    },
    "sns2": {
        "year": "1882",
        "campaign": "persia",
        "events": "2",
        "communication": "{cw: ports}",
        "supply_units": "{cw: 1}",
        "fieldworks": "{cw: P1214 P1310}",
        "railheads": "B1604",
        "railway": "B1604 B1605",
        "cuts": "B1603",
        "sieges": "{K2031: K2030 K1931}",
        "banks": "{cw-boat: P1214/P1314}",
        "railhead_with_engineer": "K2337",
        "closed": "{ge: A1830}",
        "kept_out": "{abyssinian: massawa, hostile: massawa}",
        "hostages": "br-hostages",
        "extended": "true",
        "places": "{khosab_line: khosab_line, land_edge: land_edge}",
        "native_units": '{uprising: 1d6, reinforcements: half 1d6, desertions: "1"}',
        "losses": "{cw: {headquarters: 5, unit: 2}, ge: {leader: 3, unit: 3}}",
    },
    "dbm": {
        "edges": "{cw: bottom, ge: top}",
        "commands": "{left: {side: cw, general: cv-1, name: Laelius, after: right}}",
        "invader": "cw",
        "weather": "{kind: strong wind, towards: 90}",
        "ambush": "ax-8 ax-9",
        "flank": "{left: left}",
        "terrain": "{option: road and hills, chosen: 1, told: after}",
        "lists": "{cw: polybian_roman}",
    },
}
"""For each exclusive rule how it may be written."""

_MORE: Final = {f"no_{SIDE}_road_turns": "Turns in which the side does not move at the road rate (Chippewa)"}
"""What exclusive rules mean that are no field of the model."""


@dataclass(frozen=True)
class Situation:
    """A position, given as an example of play, and actions that are refused in it."""

    begin: str
    tried: tuple[tuple[str, str, str], ...]
    """(what it is, side, action)."""


_MAP: Final = "map: {grid: {columns: 9, rows: 9, numbering: {prefix: X}}}"
_TLG: Final = f"""\
format: hexwright-example 1
rule: tlg2:3.1
scenario:
  system: tlg2
  {_MAP}
  turns: 3
  sides: [us, ac]
  units:
    us-1: {{side: us, type: infantry, strength: 6, reduced: 3}}
    us-2: {{side: us, type: infantry, strength: 6, reduced: 3}}
    ac-1: {{side: ac, type: infantry, strength: 2, reduced: 1}}
"""
_FM: Final = f"""\
format: hexwright-example 1
rule: fm:4.1
scenario:
  system: fm
  {_MAP}
  turns: 3
  sides: [cw, ge]
  units:
    cw-1: {{side: cw, type: infantry, attack: 5, defense: 3, movement: 4, reduced_attack: 3, reduced_defense: 2}}
    cw-2: {{side: cw, type: infantry, attack: 5, defense: 3, movement: 4, reduced_attack: 3, reduced_defense: 2}}
    ge-1: {{side: ge, type: infantry, attack: 2, defense: 2, movement: 4, reduced_attack: 1, reduced_defense: 1}}
    ge-2: {{side: ge, type: infantry, attack: 2, defense: 2, movement: 4, reduced_attack: 1, reduced_defense: 1}}
"""
_SNS: Final = """\
format: hexwright-example 1
rule: sns2:3.1
scenario:
  system: sns2
  map: {grid: {columns: 9, rows: 9, numbering: {prefix: X}}}
  turns: 3
  sides: {british: {role: empire}, native: {role: native}}
  units:
    br-1: {side: british, type: infantry, strength: 3, weapon: B, morale: V, movement: 6}
    br-2: {side: british, type: infantry, strength: 3, weapon: B, morale: L, movement: 6}
    br-hq: {side: british, type: headquarters, movement: 8, tactical: 1, strategic: 2}
    na-1: {side: native, type: infantry, strength: 3, weapon: S, morale: R, movement: 6}
"""
_DBM: Final = """\
format: hexwright-example 1
rule: dbm:12.1
scenario:
  system: dbm
  map: {palette: table, table: {size: [3600, 2400]}}
  turns: 3
  sides: {red: {name: Red}, blue: {name: Blue}}
  special: {edges: {red: bottom, blue: top}}
  units:
    bd-1..bd-3: {side: red, type: Bd, grade: O, regular: true}
    sp-9: {side: blue, type: Sp, grade: O, regular: true}
start:
  side: red
  phase: moves
  only: true
  units: {bd-1: [1000, 1200, 0], bd-2: [1080, 1200, 0], bd-3: [2000, 1200, 0], sp-9: [1000, 1000, 180]}
  set: {pips: {red: 3}}
"""
SITUATIONS: Final[Mapping[str, tuple[Situation, ...]]] = {
    "tlg2": (
        Situation(
            _TLG + "start: {phase: movement, units: {us-1: X0403, us-2: X0504, ac-1: X0505}}\n",
            (
                ("the other side acts", "ac", "end phase"),
                ("an attack in the movement phase", "us", "attack X0505 with us-2"),
                ("a loss, a retreat or an advance that is not asked for", "us", "lose us-1"),
                ("a move that costs too much", "us", "move us-1 X0901"),
                ("a move off the map", "us", "move us-1 off"),
                ("a move out of an enemy zone of control", "us", "move us-2 X0503"),
                ("a move into a friend", "us", "move us-1 X0503 X0504"),
                ("a unit enters that is on the map", "us", "enter us-1 X0404"),
            ),
        ),
        Situation(
            _TLG + "start: {phase: combat, units: {us-1: X0403, us-2: X0504, ac-1: X0505}}\n",
            (
                ("a move in the combat phase", "us", "move us-1 X0402"),
                ("an attack on a hex that is not adjacent", "us", "attack X0505 with us-1 us-2"),
                ("an attack on nobody", "us", "attack X0503 with us-2"),
                ("the phase is ended while attacks are owed", "us", "end phase"),
            ),
        ),
        Situation(
            _TLG
            + "start: {phase: combat, units: {us-1: X0403, us-2: X0504, ac-1: X0505}}\nresults: DR\n"
            + "script: [{us: attack X0505 with us-2}]\n",
            (
                ("a move or the end of the phase while a retreat is asked for", "ac", "move ac-1 X0506"),
                ("a retreat into an enemy zone of control", "ac", "retreat ac-1 X0405"),
            ),
        ),
    ),
    "fm": (
        Situation(
            _FM + "start: {phase: movement, units: {cw-1: X0403, cw-2: X0504, ge-1: X0505, ge-2: X0909}}\n",
            (
                ("the other side acts", "ge", "end phase"),
                ("an attack in a movement phase", "cw", "attack X0505 with cw-2"),
                ("a loss, a retreat or an advance that is not asked for", "cw", "reduce cw-1"),
                ("a move that costs too much", "cw", "move cw-1 X0901"),
                ("a move off the map", "cw", "move cw-1 off"),
                ("a move into the enemy", "cw", "move cw-2 X0505"),
                ("a move on through an enemy zone of control", "cw", "move cw-1 X0404 X0405 X0406"),
                ("a move that ends with a friend", "cw", "move cw-1 X0503 X0504"),
                ("a unit enters that is on the map", "cw", "enter cw-1 X0404"),
            ),
        ),
        Situation(
            _FM + "start: {phase: combat, units: {cw-1: X0403, cw-2: X0504, ge-1: X0505, ge-2: X0604}}\n",
            (
                ("a move in a combat phase", "cw", "move cw-1 X0402"),
                ("an attack on a hex that is not adjacent", "cw", "attack X0505 with cw-1 cw-2"),
                ("an attack on nobody", "cw", "attack X0503 with cw-2"),
                ("an attack on two hexes", "cw", "attack X0505 X0604 with cw-2"),
            ),
        ),
        Situation(
            _FM
            + "start: {phase: combat, units: {cw-1: X0403, cw-2: X0504, ge-1: X0505, ge-2: X0909}}\nresults: D2\n"
            + "script: [{cw: attack X0505 with cw-2}]\n",
            (
                ("a move or the end of the phase while a retreat is asked for", "ge", "move ge-1 X0506"),
                ("a retreat into an enemy zone of control", "ge", "retreat ge-1 X0405 X0404"),
            ),
        ),
    ),
    "sns2": (
        Situation(
            _SNS + "start: {phase: movement, units: {br-1: X0303, br-2: X0303, br-hq: X0303, na-1: X0505}}\n",
            (
                ("the other side acts", "native", "end phase"),
                ("an attack in the movement segment", "british", "attack X0505 from X0303"),
                ("a march on without a force that marches", "british", "go X0404"),
                ("a march with units of another hex", "british", "march X0303 with na-1"),
            ),
        ),
        Situation(
            _SNS
            + "start: {phase: movement, units: {br-1: X0303, br-2: X0303, br-hq: X0303, na-1: X0505}}\ndice: 3\n"
            + "script: [{british: march X0303 with br-1}]\n",
            (
                ("another march while a force is on its way", "british", "march X0303 with br-2"),
                ("a way into the enemy", "british", "go X0404 X0505"),
                ("a way that costs too much", "british", "go X0304 X0305 X0306 X0307 X0308 X0309 X0409"),
                ("a unit is dropped that is not in the force", "british", "drop br-2"),
            ),
        ),
        Situation(
            _SNS + "start: {phase: battle, units: {br-1: X0303, br-2: X0504, br-hq: X0303, na-1: X0505}}\n",
            (
                ("a march in the battle segment", "british", "march X0303 with br-1"),
                ("an attack on a hex that is not adjacent", "british", "attack X0505 from X0303"),
                ("an attack on nobody", "british", "attack X0503 from X0504"),
            ),
        ),
        Situation(
            _SNS + "start: {phase: logistics, units: {br-1: X0303, br-2: X0707, br-hq: X0303, na-1: X0505}}\n",
            (
                ("the segment is ended while units are not fed", "british", "end phase"),
                ("a supply unit that there is not", "british", "issue br-2 to X0303"),
            ),
        ),
    ),
    "dbm": (
        Situation(
            _DBM,
            (
                ("the other side acts", "blue", "move sp-9: ahead 10"),
                ("a single element goes too far", "red", "move bd-3: ahead 120"),
                ("a group wheels too far", "red", "move bd-1 bd-2: wheel left 60"),
                ("elements that are no group move together", "red", "move bd-1 bd-3: ahead 40"),
                ("a march near the enemy", "red", "march bd-1 bd-2: ahead 100"),
                ("a shot in the moving phase", "red", "shoot bd-1 at sp-9"),
                ("troops dismount that cannot", "red", "dismount bd-1"),
            ),
        ),
    ),
}
"""For each system what is refused, and where."""


def part() -> str:
    """The generated part of the page, without its marks."""
    return "\n".join(line for name in SYSTEMS if name in WRITTEN for line in _of(system(name)))


def _of(offered: System) -> Iterator[str]:
    yield f"### `{offered.name}`: {offered.title}"
    yield ""
    yield f"Unit types: {_words(offered.unit_types)}."
    yield ""
    yield from _values(offered)
    yield ""
    yield from _special(offered)
    yield ""
    yield from _terrain(offered)
    yield ""
    yield from _refusals(offered)
    yield ""


def _words(words: Any) -> str:
    return f"`{' '.join(words)}`" if words else "none"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


# -- units --------------------------------------------------------------------------------------------------------


def _values(offered: System) -> Iterator[str]:
    yield "| value of a unit | is | when it is left out | means |"
    yield "|---|---|---|---|"
    assert offered.counters is not None
    schema = offered.counters.model_json_schema()
    for name, shape in schema["properties"].items():
        missing = "must be given" if name in schema.get("required", ()) else _default(shape.get("default"))
        yield f"| `{name}` | {_kind(shape)} | {missing} | {_cell(shape.get('description', ''))} |"


def _kind(shape: Mapping[str, Any]) -> str:
    inner = next((one for one in shape.get("anyOf", ()) if one.get("type") != "null"), shape)
    if inner.get("type") == "integer":
        return f"whole number, {inner['minimum']} to {inner['maximum']}"
    if "enum" in inner:
        meanings = shape.get("meanings", {})
        words = [f"`{word}` {meanings.get(word, '')}".rstrip() if word else "none" for word in inner["enum"]]
        return f"one of {'; '.join(words)}"
    written = {"boolean": "`true` or `false`", "string": "text", "number": "number", "integer": "whole number"}
    kinds = inner["type"] if isinstance(inner["type"], list) else [inner["type"]]
    return " or ".join(written[kind] for kind in kinds if kind != "null")


def _default(value: Any) -> str:
    return "none" if value in (None, "") else f"`{str(value).lower() if isinstance(value, bool) else value}`"


# -- exclusive rules ----------------------------------------------------------------------------------------------


def special_keys(offered: System) -> tuple[str, ...]:
    """The exclusive rules of a system, with SIDE where the key of a side belongs."""
    model: Any = offered.special
    keys: tuple[str, ...] = model.keys((SIDE,))
    return keys


def _special(offered: System) -> Iterator[str]:
    yield "| exclusive rule (`special`) | written, for example | means |"
    yield "|---|---|---|"
    assert offered.special is not None
    for key in special_keys(offered):
        field = offered.special.model_fields.get(key)
        about = (field.description or "") if field else _MORE[key]
        yield f"| `{key}` | `{WRITTEN[offered.name][key]}` | {_cell(about)} |"


# -- terrain ------------------------------------------------------------------------------------------------------


def _terrain(offered: System) -> Iterator[str]:
    yield "| layer | terms that the rules know | standard kinds taken for them | for the eye alone | not known |"
    yield "|---|---|---|---|---|"
    palette = load_palette("table" if offered.boards == ("tables",) else "standard")
    for layer, kinds in palette.kinds.items():
        known = offered.terrain.get(str(layer), frozenset())
        taken: dict[str, list[str]] = {}
        for kind in kinds.values():
            taken.setdefault(offered.term(kind), []).append(kind.key)
        like = [
            f"`{' '.join(others)}` for `{term}`"
            for term in sorted(known & taken.keys())
            if (others := sorted(key for key in taken[term] if key != term))
        ]
        strange = sorted(key for term, keys in taken.items() if term and term not in known for key in keys)
        cells = [_words(sorted(known)), "; ".join(like) or "none", _words(sorted(taken.get("", ()))), _words(strange)]
        yield f"| {layer} | {' | '.join(cells)} |"


# -- refusals -----------------------------------------------------------------------------------------------------


def _refusals(offered: System) -> Iterator[str]:
    yield "| what is refused | is refused first under | and also under |"
    yield "|---|---|---|"
    for situation in SITUATIONS[offered.name]:
        game = _begun(situation.begin)
        for what, side, text in situation.tried:
            verdict = game.verdict(text, side)
            assert isinstance(verdict, Illegal), f"{side}: {text} is legal"
            first, *others = (rule.partition(":")[2] for rule in dict.fromkeys(verdict.rules))
            yield f"| {what} | {first} | {', '.join(others)} |"


def _begun(text: str) -> Game:
    """The position at the end of an example's script."""
    loaded = load_text(text)
    spec = loaded.model
    assert isinstance(spec, ExampleSpec), loaded.findings
    game = Game(spec.scenario, 0, spec.options, dice=spec.dice, results=spec.results, start=spec.start)
    for step in spec.script:
        assert isinstance(step, ScriptStep)
        game.apply(step.do)
        while game.decision is not None and game.decision.kind == "stiff resistance":
            game.apply("fall back")
    return game


def page() -> str:
    """The whole page with its part made again."""
    before, mark, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not mark or not end:
        raise SystemExit(f"{PAGE.name} has no marks to write between: {BEGIN} {END}")
    return f"{before}{BEGIN}\n\n{part()}\n{END}{after}"


if __name__ == "__main__":
    write_text(PAGE, page())
