"""Charts of De Bellis Multitudinis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.boards.palette import Layer
from engine.paper.ground import kinds_on
from engine.paper.model import ChartCell, RulesChart, cell, heads, left
from engine.paper.source import PaperSource
from engine.paper.written import AidPart, WrittenAid, origin, titled

TYPES: Final = {
    "Kn": "Knights",
    "Cv": "Cavalry",
    "LH": "Light horse",
    "El": "Elephants",
    "Cm": "Camelry",
    "Exp": "Expendables",
    "Sp": "Spears",
    "Pk": "Pikes",
    "Bd": "Blades",
    "Wb": "Warband",
    "Ax": "Auxilia",
    "Bw": "Bows",
    "Ps": "Psiloi",
    "Art": "Artillery",
    "WWg": "War wagons",
    "Hd": "Hordes",
    "Bge": "Baggage",
    "Gal": "Galleys",
    "Shp": "Ships",
    "Bts": "Boats",
}
GRADES: Final = {"S": "superior", "O": "ordinary", "I": "inferior", "F": "fast", "X": "exception"}
GOING: Final = {"good": "Good", "rough": "Rough", "difficult": "Difficult", "impassable": "Impassable"}
_TITLES: Final = {
    "1": "Contact",
    "2": "Fortifications",
    "3": "Dismounting and horse holders",
    "4": "Double bases",
    "5": "Terrain",
    "6": "Weather and wind",
    "7": "Deployment and ambush",
    "8": "Flank marches and stragglers",
    "9": "Ambushes discovered",
    "10": "Initiative and what moves cost",
    "11": "Civil wars",
    "12": "Groups and moving",
    "13": "Pinning and closing",
    "14": "Marches",
    "15": "Spontaneous advances",
    "16": "Gaps and interpenetration",
    "17": "Shooting",
    "18": "Flank contacts",
    "19": "Tactical factors",
    "20": "Grades and support",
    "21": "Outcomes",
    "22": "Recoils",
    "23": "Flight",
    "24": "Pursuit and baggage",
    "25": "Armies and lists",
    "fair-play:1": "Fair play: scale",
    "fair-play:2": "Fair play: moves",
    "fair-play:3": "Fair play: dice",
    "fair-play:4": "Fair play: fortifications",
    "fair-play:5": "Fair play: terrain",
    "fair-play:6": "Fair play: deployment",
    "fair-play:7": "Fair play: ambushes",
}


def _charts(source: PaperSource, tables: Mapping[str, Any]) -> Iterator[AidPart]:
    yield AidPart("", "Troops", _bases())
    yield AidPart("", "Troops", _types(source, tables["types"]))
    yield AidPart("", "Going", _going(source, tables["going"]))
    yield AidPart("", "Initiative", _initiative(tables["initiative"]))
    yield AidPart("", "Shooting", _shooting(source, tables["shooting"]))
    yield AidPart("", "Combat", _tactical(source, tables["tactical"], tables["support"]))
    yield AidPart("", "Combat", _outcomes(source, tables["outcomes"], tables))
    yield AidPart("", "Breaking", _breaking(tables["breaking"]))


def _bases() -> RulesChart:
    """What stands on a base to be cut out."""
    rows = (
        (left("Bright edge"), left("The front")),
        (left("Letters at the rear left"), left("The troops, as in the table of moves")),
        (left("Sign behind them"), left("Grade: ◆ superior, ▽ inferior, » fast, ✕ exception; none: ordinary")),
        (left("Letter at the rear right"), left("The first letter of its command")),
        (left("Standard"), left("A general: two tails for the commander in chief, one for a sub-general")),
    )
    return RulesChart("Bases", heads("On a base", "What it is"), rows)


def _used(source: PaperSource, keys: Sequence[str]) -> list[str]:
    """The types of the armies in the scenario; all without one."""
    if source.scenario is None:
        return list(keys)
    there = {unit.type for unit in source.scenario.units.values()}
    return [key for key in keys if key in there]


def _named(key: str) -> ChartCell:
    return left(f"{TYPES.get(key, key)} ({key})", strong=True)


def _types(source: PaperSource, table: Mapping[str, Any]) -> RulesChart:
    rows = []
    for key in _used(source, list(table["rows"])):
        one = table["rows"][key]
        rows.append(
            (
                _named(key),
                *(cell(_paces(pace)) for pace in one["move"]),
                *(cell(f"+{factor}") for factor in one["factor"]),
            )
        )
        for grade, moves in one.get("moves", {}).items():
            rows.append(
                (
                    left(f"   {GRADES.get(grade, grade)} ({grade})"),
                    *(cell(_paces(pace)) for pace in moves),
                    cell(""),
                    cell(""),
                )
            )
        for grade, factors in one.get("factors", {}).items():
            rows.append(
                (
                    left(f"   {GRADES.get(grade, grade)} ({grade})"),
                    *[cell("")] * 3,
                    *(cell(f"+{factor}") for factor in factors),
                )
            )
    head = heads("Troops", "Good", "Rough", "Difficult", "v foot", "v mounted")
    return RulesChart(
        "Moves and combat factors",
        head,
        tuple(rows),
        (),
        origin(table),
        "Paces a move by going; factor in close combat",
    )


def _paces(pace: int) -> str:
    return str(pace) if pace else "no"


def _going(source: PaperSource, table: Mapping[str, Any]) -> RulesChart:
    rows: list[tuple[ChartCell, ...]] = []
    board = source.board
    if board is not None:
        term_of = source.system.term_of or (lambda kind: kind.term(source.system.name))
        for one in kinds_on(board, term_of, source.system.terrain).get(Layer.AREA, ()):
            rows.append((one.cell, left(GOING.get(table["rows"].get(one.term, "good"), ""))))
    else:
        rows = [(left(titled(key)), left(GOING[going])) for key, going in table["rows"].items()]
    return RulesChart(
        "Going", heads("Terrain", "Going"), tuple(rows), ("A kind that is not listed is good going.",), origin(table)
    )


def _initiative(table: Mapping[str, Any]) -> RulesChart:
    rows = (
        (left("Move, march or halt of an element or group"), cell("1")),
        (left(f"The general is more than {table['far']} paces away"), cell("+1")),
        (left(f"The general is out of sight, and more than {table['unseen']} paces away"), cell("+1")),
    )
    return RulesChart(
        "Points of initiative",
        heads("What", "Points"),
        rows,
        ("Each command rolls a die for its points in each bound.",),
        origin(table),
    )


def _shooting(source: PaperSource, table: Mapping[str, Any]) -> RulesChart:
    rows = []
    for key in _used(source, list(table["ranges"])):
        alike: dict[int, list[str]] = {}
        for grade, paces in table["ranges"][key].items():
            alike.setdefault(paces, []).append(grade)
        for place, (paces, grades) in enumerate(alike.items()):
            rows.append((_named(key) if not place else left(""), left(", ".join(grades)), cell(str(paces))))
    note = f"At most {table['helpers']} more shooters help at a target; it may lie {table['aside']} paces aside."
    return RulesChart("Shooting", heads("Troops", "Grades", "Range in paces"), tuple(rows), (note,), origin(table))


def _tactical(source: PaperSource, table: Mapping[str, Any], support: Mapping[str, Any]) -> RulesChart:
    said = {
        "flank": "An enemy front edge on flank or rear, each",
        "touched_by_foot": "Mounted troops touched by foot in rough or difficult going",
        "general": "The general is in the element",
        "upslope": "Upslope of the enemy",
        "permanent": "Behind a permanent fortification",
        "temporary": "Behind a temporary fortification",
        "overlap": "An enemy overlaps, each",
        "difficult": "In difficult going, troops that it hinders",
        "weather": "Hindered by weather",
    }
    rows = [
        (left(said.get(key, titled(key))), cell(_plus(worth))) for key, worth in table.items() if isinstance(worth, int)
    ]
    for key in _used(source, list(support["rows"])):
        ranks = support["rows"][key]
        for rank in ("second", "third"):
            if rank in ranks:
                foot, mounted = ranks[rank]
                rows.append(
                    (
                        left(f"{TYPES[key]} supported by a {rank} rank, v foot / v mounted"),
                        cell(f"{_plus(foot)} / {_plus(mounted)}"),
                    )
                )
    return RulesChart("Tactical factors", heads("When", "Factor"), tuple(rows), (), origin(table))


def _plus(number: int) -> str:
    return f"{number:+d}".replace("-", "−")


def _outcomes(source: PaperSource, table: Mapping[str, Any], tables: Mapping[str, Any]) -> RulesChart:
    rows = []
    for key in _used(source, list(table["beaten"])):
        one = table["beaten"][key]
        said = []
        if one.get("by"):
            said.append(f"destroyed by {_types_said(one['by'])}" + (" that touch it" if one.get("touching") else ""))
        if one.get("good"):
            said.append(f"destroyed in good going by {_types_said(one['good'])}")
        rest = "flees" if one.get("flees") else "stands" if one.get("stands") else "recoils"
        said.append(f"else {rest}" if said else rest)
        text = "; ".join(said)
        rows.append((_named(key), left(text[:1].upper() + text[1:] + ".")))
    doubled = _types_said(_used(source, table["doubled_flee"]))
    notes = ["Beaten with less than half of the winner's total: destroyed" + (f"; {doubled} flee." if doubled else ".")]
    must = _types_said(_used(source, tables["pursuit"]["must"]))
    if must:
        notes.append(f"These pursue when they win: {must}.")
    return RulesChart("Beaten in close combat", heads("Troops", "Outcome"), tuple(rows), tuple(notes), origin(table))


def _types_said(keys: Sequence[str]) -> str:
    return ", ".join({"all": "all", "mounted": "mounted troops"}.get(key, TYPES.get(key, key).lower()) for key in keys)


def _breaking(table: Mapping[str, Any]) -> RulesChart:
    share = {2: "half", 3: "a third", 4: "a quarter"}
    rows = (
        (
            left("A command is demoralised"),
            left(f"when it has lost {share.get(table['command'], '1/' + str(table['command']))} of its equivalents"),
        ),
        (
            left("An army is beaten"),
            left(f"when it has lost {share.get(table['army'], '1/' + str(table['army']))} of its equivalents"),
        ),
    )
    return RulesChart("Breaking", heads("Who", "When"), rows, (), origin(table))


AID: Final = WrittenAid(
    charts=_charts,
    sequence=(
        ("Dice", "Roll a die for each command: its points of initiative."),
        ("Moves", "Move elements and groups for points; march; halt those who would advance."),
        ("Advance", "Impetuous troops that were neither moved nor halted advance by themselves."),
        ("Shooting", "Both sides shoot, one target after another."),
        (
            "Combat",
            "Close combats are fought one after another. Losers recoil, flee or are destroyed.",
        ),
    ),
    titles=_TITLES,
)
