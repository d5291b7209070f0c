"""Rules files made at random: well-formed ones of every block, and broken ones."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any, Final

import breaking
import yaml
from fuzzed_keys import laid_over
from hypothesis import strategies as st
from kit_files import HERE, first_steps

from engine.formats.reading import read_source
from engine.kit.record import system_of
from engine.scenario import Scenario
from engine.scenario.system_name import SystemName

Data = dict[str, Any]
BROKEN: Final = ("two_banks", "tlg2", "fm", "checks/sound")
"""The rules files that are broken."""

_CODES: Final = ("AR", "AL", "EX", "BS", "DR", "DL", "DE", "-")


def _changes(*acts: Data) -> st.SearchStrategy[list[Data]]:
    return st.lists(st.sampled_from(acts), max_size=3)


def _maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


_UNITS = st.fixed_dictionaries(
    {
        "types": st.just({"foot": "Foot", "guns": {"title": "Guns", "size": 2}}),
        "classes": st.just({"line": "foot guns", "strong": [{"value": {"strength": {"least": 4}}}]}),
        "values": st.just({"strength": {"least": 1}, "movement": {}, "morale": {"default": 7}}),
        "steps": st.fixed_dictionaries(
            {
                "most": st.just(2),
                "default": st.sampled_from([1, 2]),
                "reduced": st.sampled_from([{}, {"strength": "half_up"}, {"strength": "2/3"}, {"morale": "half_down"}]),
            }
        ),
        "statuses": st.fixed_dictionaries(
            {
                "shaken": st.fixed_dictionaries(
                    {
                        "cannot": st.sampled_from(["", "move", "attack exert", "defend", "retreat rally"]),
                        "changes": st.sampled_from([{}, {"strength": {"halve": "up"}}, {"movement": {"add": -1}}]),
                        "until": st.sampled_from(
                            ["rally", "recover", "end_of_phase", "end_of_turn", "end_of_game_turn", "own_turn_end"]
                        ),
                        "again": st.sampled_from(["nothing", "lose", "eliminate", "pinned"]),
                    }
                ),
                "pinned": st.fixed_dictionaries({"until": st.sampled_from(["moves", "end_of_phase", "never"])}),
            }
        ),
    }
)
_MOVEMENT = st.fixed_dictionaries(
    {
        "costs": st.fixed_dictionaries(
            {
                "hex": st.fixed_dictionaries(
                    {
                        "clear": st.sampled_from([1, "1/2", 2]),
                        "forest": st.sampled_from([2, "all", "rest", {"foot": 2, "guns": "prohibited"}]),
                    }
                ),
                "hexside": st.sampled_from([{}, {"creek": 1}, {"slope up": 1, "creek": {"cost": 2, "unless": "road"}}]),
                "path": st.sampled_from([{}, {"road": "1/2"}, {"road": {"cost": 1, "replaces": "hex"}}]),
                "changes": _changes({"when": {"night": True}, "add": 1}, {"when": {"zone": "enemy"}, "add": 1}),
            }
        ),
        "always_one_hex": st.booleans(),
        "once": st.sampled_from(["phase", "turn"]),
        "friends": st.sampled_from(["pass", "closed", {"type": "foot"}]),
        "off_map": st.sampled_from(["exits", "never"]),
    }
)
_STACKING = st.fixed_dictionaries(
    {
        "limit": st.integers(1, 4),
        "counts": st.sampled_from(["units", "steps"]),
        "when": st.sampled_from(["end_of_move", "always", "end_of_phase"]),
    },
    optional={"alike": st.just("type"), "apart": st.just({"type": "guns"})},
)
_ZONES = st.fixed_dictionaries(
    {
        "enter": st.sampled_from(["stop", "free", 1, "half_up", {"foot": "stop", "else": "free"}]),
        "leave": st.sampled_from(["free", 1, "only_start", "never"]),
        "zone_to_zone": st.sampled_from(["as_usual", "prohibited", 1, "whole"]),
        "reach": st.sampled_from([1, 2]),
    },
    optional={
        "exert": st.sampled_from([{"type": "foot"}, {"status": "!shaken"}, {"class": "strong"}]),
        "not_into": st.just({"terrain": "forest"}),
        "not_across": st.just({"hexside": "creek"}),
        "cancelled_by_friend": st.sampled_from(["move", "retreat supply"]),
    },
)
_EFFECT = st.sampled_from(
    [
        {"lose": "attacker"},
        {"lose": "defender", "steps": 2},
        {"lose": "both", "of": "each"},
        {"lose": "defender", "units": "one", "by": "enemy"},
        {"retreat": "defender", "hexes": 2},
        {"retreat": "attacker", "hexes": {"dice": "1d2"}},
        {"status": "shaken", "of": "defender"},
        {"status": "pinned", "of": "attacker"},
        {"clear": "shaken", "of": "attacker"},
        {"check": "defender", "dice": "2d6", "at_most": "morale", "fail": [{"status": "shaken", "of": "unit"}]},
        {"points": 2, "to": "attacker"},
        {"place": "smoke", "at": "target"},
        {"eliminate": "defender", "who": {"steps": {"most": 1}}},
        {"again": True},
    ]
)
_RESULTS = st.fixed_dictionaries({code: st.lists(_EFFECT, min_size=1, max_size=3) for code in _CODES[:-1]})
_SHIFT = st.sampled_from(
    [
        {"when": {"defender_in": {"terrain": "forest"}}, "columns": -1},
        {"when": {"across": {"any": "creek"}}, "columns": -1},
        {"when": {"surround": "opposite"}, "columns": 1},
        {"when": {"attackers": {"count": {"least": 2}}}, "die": 1},
        {"when": {"night": True}, "columns": 2},
        {"when": {"strength": {"attacker": {"least": 8}}}, "total": "attacker", "times": "1/2"},
        {"each": "attackers", "of": {"type": "guns"}, "at_most": 2, "columns": 1},
        {"ground": {"forest": -1, "building": -2}},
        {"crossing": {"creek": -1, "slope up": -1}},
        {"best": [{"when": {"defender_in": {"terrain": "forest"}}, "columns": -1}, {"columns": 1}]},
    ]
)
_RETREAT = st.fixed_dictionaries(
    {
        "away": st.sampled_from(["start", "enemy", "none"]),
        "friends": st.sampled_from(["pass", "closed", "stack"]),
        "none": st.sampled_from(["eliminate", "stay", {"lose": "unit"}]),
        "short": st.sampled_from(["eliminate", "stay", {"lose": "unit"}]),
        "off_map": st.sampled_from(["never", "leaves", "eliminate"]),
        "attacked_again": st.booleans(),
    },
    optional={
        "not_into": st.sampled_from(["zones", "prohibited", "zones prohibited"]),
        "avoid": st.just("zones"),
        "instead": st.sampled_from([{"lose": 1}, {"lose": 1, "units": "all"}]),
        "displace": st.sampled_from([{}, {"voluntary": True}, {"not_in": "zones", "chain": False}]),
    },
)
_ADVANCE = st.fixed_dictionaries(
    {
        "most": st.sampled_from([1, 2, "all", "stack_limit"]),
        "into": st.sampled_from(["vacated", "path", "beyond"]),
        "hexes": st.sampled_from([1, 2]),
        "must": st.booleans(),
        "zones": st.sampled_from(["ignored", "felt"]),
        "again": st.booleans(),
    }
)
_MORE: Final[dict[str, st.SearchStrategy[Any]]] = {
    "facing": st.fixed_dictionaries(
        {
            "points": st.just("side"),
            "moves": st.sampled_from(["front", "any"]),
            "turn": st.sampled_from([0, 1, "1/2"]),
            "most": st.integers(0, 6),
            "attack": st.sampled_from(["front", "any"]),
        },
        optional={"who": st.just({"type": "foot"})},
    ),
    "transport": st.fixed_dictionaries(
        {
            "carriers": st.just({"type": "guns"}),
            "carried": st.just({"type": "foot"}),
            "most": st.integers(1, 2),
            "load": st.sampled_from([0, 1, "all"]),
            "unload": st.sampled_from([0, 1, {"cost": "rest"}]),
            "same_phase": st.booleans(),
        }
    ),
    "replacements": st.fixed_dictionaries(
        {"what": st.sampled_from(["steps", "units"]), "kinds": st.just({"men": {"type": "foot"}, "all_arms": {}})},
        optional={"most": st.integers(1, 2), "place": st.just("depot")},
    ),
    "secrecy": st.sampled_from(
        [
            *("values", "units", {"hides": "values", "after": "again"}, {"hides": "units", "spot": 2}),
            {"hides": "units", "after": "again", "spot": "sight"},
        ]
    ),
    "leaders": st.fixed_dictionaries(
        {
            "who": st.just({"value": {"strength": {"most": 2}}}),
            "lends": st.just([{"value": "morale", "to": 2}]),
            "command": st.integers(1, 4),
            "fights": st.booleans(),
            "alone": st.sampled_from(["stay", "displace", "eliminate"]),
        },
        optional={"lost": st.just({"dice": "1d6", "at_most": 2})},
    ),
    "reaction": st.fixed_dictionaries(
        {
            "name": st.just("shots"),
            "with": st.just("attack"),
            "when": st.sampled_from(["moves", "enters_zone", "leaves_zone", "attacks", "activates"]),
            "per": st.sampled_from([{}, {"unit": "phase"}, {"unit": "turn", "cause": 2}, {"unit": "each"}]),
            "stops": st.sampled_from(["hit", "never"]),
        }
    ),
    "sight": st.fixed_dictionaries(
        {
            "blocked_by": st.sampled_from(["forest", "forest building rise", ["units", "slope"], "smoke"]),
            "higher_sees_over": st.booleans(),
            "along": st.sampled_from(["both", "either"]),
        },
        optional={"limit": st.integers(1, 5), "hinders": st.just({"building": 1, "smoke": 1})},
    ),
    "arrivals": st.fixed_dictionaries(
        {
            "blocked_by": st.sampled_from(["enemy", "enemy zones", "units"]),
            "blocked": st.sampled_from(["wait", "adjacent", "nearest", "lost"]),
            "column": st.booleans(),
            "cost": st.sampled_from(["usual", 1]),
        }
    ),
}
"""Blocks that a file may have or not."""
_BUCKETS = st.fixed_dictionaries(
    {
        "dice": st.sampled_from(["steps", "strength", 1]),
        "hit": st.sampled_from([1, 3, {"foot": 2, "else": 4}]),
        "returns": st.sampled_from(["together", "before", "after", "none"]),
        "hits": st.sampled_from([[{"lose": "defender", "steps": "hits"}], [{"retreat": "defender", "hexes": 1}]]),
        "rounds": st.integers(1, 3),
    },
    optional={"order": st.just("morale")},
)
_ORDERS = st.sampled_from(
    [
        *({"of": "unit"}, {"of": "stack", "times": 2}, {"of": "formation"}, {"of": "leader", "most": 2}),
    ]
)
_CUPS = st.sampled_from(
    [
        *("formations", "sides"),
        [{"name": "one", "side": "us", "count": 2}, {"name": "two", "side": "ac"}, {"name": "dusk", "end": True}],
    ]
)
_TABLES: Final = {
    "odds": ["1:2", "1:1", "2:1", "3:1"],
    "difference": ["-3", "-2 -1", "0", "+1 +2", "+3"],
    "strength": ["1", "3", "6", "9"],
}


@st.composite
def _attack(draw: st.DrawFn) -> Data:
    resolve = draw(st.sampled_from(["odds", "odds", "difference", "strength", "duel", "none", "buckets"]))
    kind: Data = {"name": "attack", "resolve": resolve, "strength": {"attacker": "strength", "defender": "strength"}}
    kind["strength"]["defender_of"] = draw(st.sampled_from(["sum", "best", "worst"]))
    if resolve in _TABLES:
        kind["table"] = f"by_{resolve}"
        kind["clamp"] = draw(st.sampled_from(["before", "after"]))
        kind["may_lower"] = draw(st.booleans())
        kind["shifts"] = draw(st.lists(_SHIFT, max_size=4))
    elif resolve == "duel":
        codes = ["win", "tie", "loss", "win2", "loss2"]
        kind["results"] = {code: draw(st.lists(_EFFECT, min_size=1, max_size=2)) for code in codes}
    elif resolve == "buckets":
        kind["buckets"] = draw(_BUCKETS)
    else:
        kind["results"] = {"done": draw(st.lists(_EFFECT, min_size=1, max_size=2))}
    kind["hexes"] = draw(st.sampled_from(["one", "many"]))
    kind["units"] = draw(st.sampled_from(["many", "one", "stack"]))
    kind["must"] = draw(st.sampled_from(["none", "none", "attackers", "defenders", "both"]))
    kind["once"] = {
        "attacker": draw(st.sampled_from(["phase", "turn"])),
        "defender": draw(st.sampled_from(["phase", "none"])),
    }
    kind["retreat"] = draw(_RETREAT)
    if (advance := draw(_maybe(_ADVANCE))) is not None:
        kind["advance"] = advance
    if draw(st.booleans()):
        kind["after"] = [draw(_EFFECT)]
    return kind


@st.composite
def well_formed(draw: st.DrawFn) -> Data:
    """The data of a rules file with any of the blocks, for the scenario First Steps."""
    kinds, phases = [draw(_attack())], [{"name": "movement", "do": "move"}, {"name": "combat", "do": "attack"}]
    if draw(st.booleans()):
        kinds.append(
            {
                "name": "fire",
                "range": draw(st.sampled_from([2, 3, {"least": 2, "most": 4}])),
                "who": {"type": "guns"},
                "strength": {"attacker": "strength", "defender": 1},
                "resolve": "strength",
                "table": "by_strength",
                "retreat": {},
            }
        )
        phases.insert(draw(st.integers(0, 2)), {"name": "fire_phase", "do": "fire"})
    data: Data = {
        "format": "hexwright-system 1",
        "name": "random_kit",
        "title": "Random",
        "units": draw(_UNITS),
        "ground": {
            "terrain": ["clear", "forest"],
            "features": ["building"],
            "hexsides": ["creek", "slope"],
            "paths": ["road"],
            "like": {"woods": "forest"},
        },
        "combat": kinds,
        "markers": {"smoke": {"lasts": draw(st.sampled_from(["end_of_phase", "end_of_turn", "ever", 1]))}},
        "results": draw(_RESULTS),
        "tables": {
            f"by_{name}": {
                "columns": columns,
                "rows": {
                    row: draw(st.lists(st.sampled_from(_CODES), min_size=len(columns), max_size=len(columns)))
                    for row in ("1-2", "3-4", "5-6")
                },
            }
            for name, columns in _TABLES.items()
        },
    }
    for name, block in (("movement", _MOVEMENT), ("stacking", _maybe(_STACKING)), ("zones", _maybe(_ZONES))):
        if (found := draw(block)) is not None:
            data[name] = found
    if draw(st.booleans()):
        data["rally"] = [{"tries": {"status": "shaken"}, "dice": "1d6", "at_most": draw(st.integers(1, 6))}]
        phases.append({"name": "rally_phase", "do": draw(st.sampled_from(["rally", ["rally", "recover"]]))})
    if draw(st.booleans()):
        data["weather"] = {"kinds": ["fair", "rain"], "start": "fair", "turns": {"rain": "2"}}
        data["zones"] = {**data.get("zones", {}), "affects": {"weather": "fair"}}
    if draw(st.booleans()):
        data["settings"] = {"base": {"kind": "hexes", "default": draw(st.sampled_from(["F0605", "F1004 F0101"]))}}
        data["supply"] = {
            "sources": [{"place": "base"}],
            "trace": {"hexes": draw(st.integers(1, 12)), "blocked_by": draw(st.sampled_from(["enemy", "enemy zones"]))},
            "without": draw(st.sampled_from([{}, {"strength": "half_up"}, {"movement": "half_down"}])),
            "after": draw(st.sampled_from([{}, {"2": [{"lose": "unit"}]}])),
        }
    if draw(st.booleans()):
        data["events"] = {
            "luck": {
                "from": "dice",
                "dice": "1d6",
                "by": draw(st.sampled_from(["active", "both"])),
                "rows": [
                    {"name": "bad", "on": "1-3", "do": [{"lose": "active", "units": "one"}]},
                    {"name": "good", "on": "4-6", "do": [{"points": 1, "to": "active"}], "lasts": 1},
                ],
            }
        }
        phases.insert(0, {"name": "fate", "do": "events"})
    for name in draw(st.sets(st.sampled_from(sorted(_MORE)), max_size=4)):
        data[name] = draw(_MORE[name])
    if "replacements" in data:
        data["settings"] = {**data.get("settings", {}), "depot": {"kind": "hexes", "default": "F0506 F1204"}}
        phases.insert(0, {"name": "refit", "do": "replace"})
    if draw(st.booleans()) and draw(st.booleans()):
        data["movement"]["enemies"] = {"overrun": {"ratio": draw(st.integers(1, 3)), "cost": draw(st.integers(0, 1))}}
    data["sequence"] = {"phases": phases}
    order = draw(st.sampled_from(["player_turns", "player_turns", "alternating", "chits"]))
    if order != "player_turns":
        data["sequence"] = draw(_activations(order, phases, "leaders" in data))
    data = copy.deepcopy(data)
    return draw(laid_over(data)) if draw(st.booleans()) else data


@st.composite
def _activations(draw: st.DrawFn, order: str, phases: list[Data], led: bool) -> Data:
    """The phases of player turns as parts of activations, those that are none ahead of them."""
    activation = draw(_ORDERS) if order == "alternating" else {"cup": draw(_CUPS), "leave": draw(st.integers(0, 1))}
    if activation.get("of") == "leader" and not led:
        activation = {"of": "unit"}
    parts = [part for part in phases if {"move", "attack", "fire", "rally"} & {*str(part["do"]).split()}]
    ahead = [{**part, "by": "both"} for part in phases if part not in parts]
    return {
        "order": order,
        "before": ahead,
        "phases": [{"name": "orders", "do": "activate"}],
        "activation": {**activation, "does": [part for part in parts if isinstance(part["do"], str)]},
    }


def written(data: Data, folder: Path) -> Path:
    """A rules file with some data."""
    path = folder / "rules.yaml"
    lines = [f"{key}: {value if key == 'format' else json.dumps(value)}\n" for key, value in data.items()]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def battle_by(path: Path) -> Scenario:
    """First Steps by a rules file. Raises HexwrightError where that has errors."""
    system = system_of(str(path))
    scenario = first_steps().with_(system=SystemName("./rules.yaml", str(path)))
    factors = {side: {"all": {"men": 2, "all_arms": 1}} for side in scenario.sides}
    return scenario.with_(replacements=factors) if system.data.get("replacements") else scenario


def case(number: int) -> str:
    """The text of a broken rules file; the same everywhere."""
    random = Random(f"rules:{number}")
    data = breaking.plain(read_source(HERE / f"{BROKEN[number % len(BROKEN)]}.yaml")[0])
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        data = breaking.broken(data, random)
        if not isinstance(data, dict | list):
            break
    text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=10_000)
    return breaking.spoiled(text, random) if random.random() < 0.2 else text
