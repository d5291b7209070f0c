"""Keys that are laid over random rules files, so that every key of every block is played sooner or later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hypothesis import strategies as st

Data = dict[str, Any]
BACKGROUND: Final[Data] = {
    "conditions": {"sheltered": {"any": [{"terrain": "forest"}, {"feature": "building"}]}},
    "options": {"fog": {"choices": "thin thick", "default": "thick", "title": "Fog"}},
    "paragraphs": {"1": {"title": "All of it", "text": "As written.", "kind": "definition"}},
    "settings": {
        "spot": {"kind": "hexes", "default": "F0605 knoll", "title": "The spot"},
        "homes": {"kind": "hexes_by_side", "default": {"us": "F0101", "ac": "F1204"}},
        "rim": {"kind": "edge", "default": "W"},
        "rims": {"kind": "edge_by_side", "default": {"us": "W", "ac": "NE"}},
        "bold": {"kind": "side", "default": "us"},
        "late": {"kind": "turns", "default": "2-3"},
        "hard": {"kind": "flag", "default": True},
        "depot": {"kind": "hexes", "default": "F0506 F1204"},
    },
}
"""Names that the keys below speak of; whatever is not used is advice and no error."""
TABLES: Final[Data] = {
    "speeds": {"title": "Speeds", "columns": ["pace", "number"], "rows": {"0-1": [2, 1], "2+": [4, 2]}},
    "figures": {"columns": ["strength"], "rows": {"1": [2], "2": [5]}, "source": "nobody", "constraints": "none"},
}
_OF_UNIT: Final = (
    *({"type": "foot"}, {"type": "!guns"}, {"class": "strong"}, {"size": "regiment"}, {"formation": "1st Brigade"}),
    *({"side": "us"}, {"value": {"strength": {"least": 3}}}, {"steps": "reduced"}, {"steps": "full"}),
    *({"status": "shaken"}, {"status": "!pinned"}, {"did": "moved"}, {"did": ["!attacked", "!fired"]}),
    *({"did": {"phase": "movement", "what": "moved entered"}}, {"terrain": "forest"}, {"feature": "building"}),
    *({"path": "road"}, {"beside": "creek"}, {"elevation": {"least": 1}}, {"region": "knoll"}, {"place": "homes"}),
    *({"map_edge": "N W"}, {"empty": False}, {"marker": "smoke"}, {"has": {"type": "foot", "count": {"least": 2}}}),
    *({"next_to": {"side": "enemy"}}, {"within": {"hexes": 2, "side": "own", "type": "guns"}}, {"turn": "2-3"}),
    *({"night": False}, {"phase": "movement"}, {"active": "own"}, {"option": {"fog": "thick"}}, {"is": "sheltered"}),
    *({"setting": {"bold": "own"}}, {"setting": {"late": "now"}}, {"setting": {"hard": True}}, {}),
    *({"holds": {"place": "spot", "side": "own", "count": 1}}, {"not": {"type": "guns", "terrain": "forest"}}),
    *({"any": [{"type": "foot"}, {"terrain": "forest", "type": "guns"}]}, {"flag": "elite"}),
)
_OF_ZONES: Final = ({"zone": "enemy"}, {"zone": "none"}, {"led": True}, {"supplied": True}, {"carried": False})
_OF_STEP: Final = ({"hexside": "slope up"}, {"hexside": "!creek"}, {"over_path": "road"}, {"climb": {"least": 1}})
_OF_ATTACK: Final = (
    *({"kind": "attack"}, {"attackers": {"all": {"type": "foot"}}}, {"attackers": {"any": {"steps": "full"}}}),
    *({"attackers": {"hexes": {"least": 2}}}, {"defenders": {"none": {"type": "guns"}}}, {"range": {"most": 2}}),
    *({"attacker_in": {"terrain": "forest"}}, {"defender_in": {"is": "sheltered"}}, {"across": {"all": "creek"}}),
    *({"across": {"none": "slope up"}}, {"surround": "alternate"}, {"surround": "alternate_empty"}, {"night": False}),
    *({"strength": {"attacker": {"least": 4}, "defender": {"most": 5}}}, {"from": "flank rear"}, {"from": "front"}),
    *({"not": {"surround": "opposite"}}, {"setting": {"bold": "enemy"}}, {"phase": "combat"}),
)
_AMOUNT: Final = st.sampled_from(
    [
        *(1, "1/2", "steps", "units", "strength", {"foot": 2}, {"guns": 1, "else": "steps"}, {"leader": "morale"}),
        {"table": "speeds", "row": "steps", "column": "number"},
    ]
)
_STILL: Final = st.sampled_from(_OF_UNIT)
_UNIT: Final = st.sampled_from((*_OF_UNIT, *_OF_ZONES))
_STEP: Final = st.sampled_from((*_OF_UNIT, *_OF_ZONES, *_OF_STEP))
_ATTACK: Final = st.sampled_from(_OF_ATTACK)
_NOT_BELOW: Final = st.sampled_from([0, 1, "1/2", "steps", {"foot": 2}])


@st.composite
def _change(draw: st.DrawFn, when: st.SearchStrategy[Data]) -> Data:
    """A change of a number."""
    act = draw(st.sampled_from(["add", "times", "halve", "set", "least", "most", "best"]))
    if act == "best":
        inner = [{"when": draw(when), "add": 1}, {"add": -1}]
        return {"when": draw(when), "best": inner, "for": draw(st.sampled_from(["attacker", "defender"]))}
    value = {"times": st.sampled_from([2, "1/2"]), "halve": st.sampled_from(["up", "down", "exact"])}.get(act, _AMOUNT)
    return {"when": draw(when), act: draw(value), "says": "a reason"}


def _changes(when: st.SearchStrategy[Data], most: int = 2) -> st.SearchStrategy[list[Data]]:
    return st.lists(_change(when), min_size=1, max_size=most)


@st.composite
def _shift(draw: st.DrawFn) -> Data:
    acts = (
        *({"columns": 1}, {"columns": -2}, {"die": 1}, {"die": -1}, {"dice": 1}, {"crossing": {"creek": -1}}),
        *({"crossing": {"slope up": -1, "road": 1}, "take": "most"}, {"ground": {"forest": -1, "building": -1}}),
        *({"total": "attacker", "halve": "up"}, {"total": "defender", "add": 2}, {"total": "attacker", "most": 9}),
        *({"each": "defenders", "of": {"steps": "full"}, "die": -1}, {"each": "attackers", "columns": 1, "at_most": 2}),
        {"best": [{"columns": 1}, {"columns": -1}], "for": "attacker"},
    )
    return {"when": draw(_ATTACK), **draw(st.sampled_from(acts)), "rule": "1"}


_EFFECT: Final = st.sampled_from(
    [
        *(
            {"lose": "defender", "steps": "all", "who": {"type": "guns"}},
            {"lose": "attacker", "steps": {"dice": "1d2"}},
        ),
        *({"lose": "attacker", "strength_of": "defender"}, {"eliminate": "attacker", "units": "one", "by": "enemy"}),
        {"retreat": "both", "hexes": {"foot": 2}, "none": "stay", "short": {"lose": "unit"}, "toward": "homes"},
        {"retreat": "defender", "hexes": 2, "off_map": "leaves", "away": "none", "friends": "stack", "by": "enemy"},
        {"retreat": "defender", "hexes": 1, "not_into": ["zones", {"terrain": "forest"}], "avoid": "held map_edge"},
        *({"status": "pinned", "of": "both", "units": "one", "by": "enemy"}, {"clear": "pinned", "of": "defender"}),
        {
            "check": "both",
            "dice": "2d6",
            "at_least": "morale",
            "changes": [{"when": {"terrain": "forest"}, "add": -2}],
            "pass": [{"points": 1, "to": "attacker"}],
            "fail": [{"check": "unit", "dice": "1d6", "at_most": 3, "fail": [{"retreat": "unit", "hexes": 1}]}],
        },
        *({"place": "smoke", "at": "attacker", "turns": 2}, {"place": "smoke", "at": "spot"}),
        *({"remove": "smoke", "at": "target"}, {"reveal": "defender"}, {"to_pool": "attacker", "units": "one"}),
        *({"withdraw": {"type": "guns", "steps": "reduced"}}, {"arrive": "Cavalry"}),
        {"points": {"dice": "1d6"}, "to": "defender", "says": "luck"},
    ]
)
_EFFECTS: Final = st.lists(_EFFECT, min_size=1, max_size=2)
_AFTERWARDS: Final = st.sampled_from([[{"lose": "unit"}], [{"status": "pinned", "of": "unit"}], [{"to_pool": "unit"}]])
_SUPPORT: Final = st.fixed_dictionaries(
    {"who": _UNIT, "range": st.sampled_from([2, {"least": 2, "most": 4}, "adjacent"])},
    optional={
        "needs": st.sampled_from(["sight", "none"]),
        "strength": _AMOUNT,
        "suffers": st.booleans(),
        "alone": st.booleans(),
    },
)
_SUPPLY: Final = st.fixed_dictionaries(
    {
        "sources": st.sampled_from(
            [
                *(
                    [{"place": "homes"}],
                    [{"edge": "rim"}],
                    [{"edge": "rims"}],
                    [{"feature": "building", "side": "held"}],
                ),
                [{"units": {"type": "guns"}}, {"feature": "building"}],
            ]
        ),
        "trace": st.sampled_from(
            [
                *({"hexes": 4}, {"cost": 5}, {"cost": "movement", "blocked_by": "enemy zones prohibited"}),
                {"hexes": 3, "paths": "road", "blocked_by": "zones"},
            ]
        ),
        "judged": st.sampled_from(["always", "movement", "movement combat"]),
        "without": st.sampled_from(
            [{"morale": [{"add": -2}]}, {"movement": "half_up", "strength": [{"times": "1/2"}]}]
        ),
        "status": st.just("pinned"),
    },
    optional={"after": st.fixed_dictionaries({"1": _AFTERWARDS, "3": _AFTERWARDS})},
)
_RALLY: Final = st.fixed_dictionaries(
    {"tries": st.sampled_from([{"status": "shaken"}, {"status": "pinned", "zone": "none"}])},
    optional={
        "pass": st.just([{"clear": "shaken", "of": "unit"}, {"points": 1, "to": "active"}]),
        "fail": _AFTERWARDS,
        "each": st.integers(1, 3),
    },
)
_REACTION: Final = st.fixed_dictionaries(
    {
        "name": st.just("answer"),
        "with": st.just("attack"),
        "when": st.sampled_from(["moves", "enters_zone", "leaves_zone", "attacks", "activates"]),
    },
    optional={"who": _UNIT, "against": _UNIT, "range": st.sampled_from([1, "adjacent"]), "stops": st.just("never")},
)
KEYS: Final[dict[str, st.SearchStrategy[Any]]] = {
    "movement.allowance": _AMOUNT | st.fixed_dictionaries({"value": _AMOUNT, "changes": _changes(_STILL)}),
    "movement.costs.changes": _changes(_STEP),
    "movement.costs.feature": st.sampled_from([{"building": 1}, {"building": {"cost": 2, "replaces": "hex"}}]),
    "movement.costs.hex.forest": st.fixed_dictionaries({"cost": st.sampled_from([2, "rest", "all"]), "when": _STEP}),
    "movement.costs.path.road": st.fixed_dictionaries(
        {"cost": st.sampled_from([1, "1/2"]), "who": _UNIT, "when": _STEP},
        optional={"replaces": st.sampled_from(["all", "hex", "none"])},
    ),
    "stacking.limit": st.sampled_from([{"guns": 1}, {"foot": 2, "else": 3}])
    | st.fixed_dictionaries({"value": st.just(2), "changes": _changes(_STILL)}),
    "stacking.counts": st.sampled_from(["size", "strength"]),
    "stacking.alike": st.sampled_from(["formation", "elite"]),
    "stacking.apart": _STILL,
    "zones.exert": _STILL,
    "zones.not_into": _STILL,
    "zones.affects": _STILL,
    "zones.barred": _STEP,
    "zones.leave": st.sampled_from([{"foot": "never"}, {"guns": 1, "else": "only_start"}]),
    "zones.zone_to_zone": st.sampled_from([{"foot": "whole", "else": 1}, {"guns": "prohibited"}]),
    "sight.limit": st.sampled_from([3, {"value": 5, "changes": [{"when": {"night": False}, "set": 2}]}]),
    "sight.hinders": st.just({"forest": 1, "smoke": 2}),
    "sight.most": st.integers(0, 2),
    "facing": st.fixed_dictionaries(
        {
            "points": st.just("corner"),
            "arcs": st.just({"front": [5, 0], "flank": [1, 4], "rear": [2, 3]}),
            "turn": st.integers(0, 1),
        }
    ),
    "combat.0.who": _UNIT,
    "combat.0.targets": _UNIT | st.just("hex"),
    "combat.0.needs": st.sampled_from(["none", "sight"]),
    "combat.0.not_across": st.sampled_from([[], {"hexside": "creek"}, {"hexside": "slope up", "terrain": "forest"}]),
    "combat.0.whole_stack": st.fixed_dictionaries({"attacker": st.booleans(), "defender": st.booleans()}),
    "combat.0.support": _SUPPORT,
    "combat.0.strict": st.just(False),
    "combat.0.rounding": st.sampled_from(["attacker", "nearest"]),
    "combat.0.dice": st.just("1d6"),
    "combat.0.shifts": st.lists(_shift(), min_size=1, max_size=4),
    "combat.0.after": _EFFECTS,
    "combat.0.strength.changes": st.fixed_dictionaries(
        {}, optional={"attacker": _changes(_UNIT), "defender": _changes(_UNIT)}
    ),
    "combat.0.retreat.by": st.just("enemy"),
    "combat.0.retreat.toward": st.just("homes"),
    "combat.0.retreat.eliminated": st.sampled_from([{"status": "shaken"}, {"type": "guns", "steps": "reduced"}]),
    "combat.0.retreat.displace": st.sampled_from(
        [{"cannot": "short", "blocks": "attack advance"}, {"when": "only_way", "cannot": "eliminate"}]
    ),
    "combat.0.advance.who": _UNIT,
    "combat.0.advance.after": st.sampled_from(["retreat", "any", "DR DE"]),
    "combat.0.advance.blocks": st.sampled_from(["move", "attack"]),
    "combat.0.advance.hexes": st.just({"foot": 2}),
    **{f"results.{code}": _EFFECTS for code in ("AR", "AL", "DR", "DL")},
    "results.BS": st.fixed_dictionaries({"text": st.just("Both suffer."), "do": _EFFECTS}),
    "rally": st.lists(_RALLY, min_size=1, max_size=2),
    "reaction": st.lists(_REACTION, min_size=1, max_size=1),
    "supply": _SUPPLY,
    "leaders": st.fixed_dictionaries(
        {
            "who": st.just({"type": "foot", "value": {"strength": {"most": 2}}}),
            "lends": st.fixed_dictionaries(
                {"value": st.just("morale"), "to": st.sampled_from(["stack", "formation", 1])},
                optional={"take": st.just("sum"), "only": _STILL},
            ),
        }
    ),
    "weather": st.just(
        {
            "kinds": "fair rain",
            "start": "rain",
            "dice": "1d6",
            "table": {"fair": {"1-4": "fair", "5-6": "rain"}, "rain": {"1": "rain", "2+": "fair"}},
        }
    ),
    "markers.smoke": st.fixed_dictionaries(
        {"lasts": st.integers(1, 2)},
        optional={"title": st.just("Smoke"), "cost": st.sampled_from([1, {"foot": 1}]), "most": st.just(1)},
    ),
    "victory.worth": _AMOUNT,
    "units.steps.reduced.strength": st.sampled_from([{"table": "figures"}, "half_down", "same"]),
    "units.statuses.shaken.replaces": st.just("pinned"),
    "units.statuses.shaken.title": st.just("Shaken"),
    "units.values.strength.title": st.just("Combat factor"),
    "sequence.first": st.sampled_from([{"dice": "1d6"}, {"dice": "2d6", "add": {"us": 1}}, "scenario"]),
    "sequence.after": st.just([{"name": "dusk", "do": "weather recover", "by": "both"}]),
}
"""By place what may be laid over a random rules file."""
_OF_PHASES: Final[dict[str, st.SearchStrategy[Any]]] = {
    "who": _UNIT,
    "with": _UNIT,
    "when": st.sampled_from([{"turn": "1-2"}, {"night": False}]),
    "once": st.just("turn"),
    "allowance": st.sampled_from(["double", "half_up", "half_down", "third_down", 3, "1/2"]),
    "by": st.sampled_from(["other", "both"]),
}


@st.composite
def laid_over(draw: st.DrawFn, data: Data) -> Data:
    """Random rules with some more keys of the contract."""
    for name, names in BACKGROUND.items():
        data[name] = {**names, **data.get(name, {})}
    data["tables"] = {**data["tables"], **TABLES}
    data["units"]["flags"] = {"elite": "Elite"}
    for place in sorted(draw(st.sets(st.sampled_from(sorted(KEYS)), min_size=4, max_size=9))):
        put(data, place.split("."), draw(KEYS[place]))
    if "events" in data:
        data["events"]["luck"]["rows"][0] |= {"title": "Bad luck", "text": "It rains.", "when": {"turn": "1-2"}}
    for phase in data["sequence"]["phases"] if data["sequence"].get("order") is None else []:
        for key in draw(st.sets(st.sampled_from(sorted(_OF_PHASES)), max_size=1)):
            phase[key] = draw(_OF_PHASES[key])
    return data


def put(data: Any, words: list[str], value: Any) -> None:
    """Lay a value at a place; what is there of another form on the way gives way."""
    step: Callable[[Any], Any] = int if isinstance(data, list) else str
    key = step(words[0])
    if len(words) == 1:
        data[key] = value
        return
    if isinstance(data, dict) and not isinstance(data.get(key), dict | list):
        data[key] = {}
    put(data[key], words[1:], value)
