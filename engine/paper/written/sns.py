"""Charts of The Sun Never Sets II and of its edition, Campaigns of the French Foreign Legion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.boards.palette import Layer
from engine.paper.ground import GroundKind, every, kinds_for, kinds_on
from engine.paper.model import ChartCell, RulesChart, cell, heads, left
from engine.paper.source import PaperSource
from engine.paper.written import AidPart, WrittenAid, origin, points, rows_by_dice, titled
from engine.paper.written.tlg2 import sentence

ROLES: Final = ("empire", "native")
WEAPONS: Final = {
    "artillery_fire": {
        "LR": "Light guns, rockets (L, R)",
        "MGF": "Mountain and field guns, Gatlings (M, G, F)",
        "AH": "Guns A and H",
        "B": "Heavy guns (B)",
    },
    "rifle_fire": {"M": "Muskets (M)", "R": "Rifles (R)", "B": "Breech-loaders (B)", "L": "Magazine rifles (L)"},
    "melee_fire": {"OT": "All others (OT)", "sword": "Sword and shield", "cavalry": "Cavalry"},
}
"""Lines of the fire tables as the chart names them."""
RESULTS: Final = ("(1)", "1", "2", "3")
MODIFIERS: Final = {
    "strategic_value": "Strategic value of one headquarters",
    "tactical_value": "Tactical value of one headquarters",
    "winter": "Winter",
    "monsoon": "Monsoon",
    "foul_weather": "Foul weather (event)",
    "fieldworks": "Fieldworks",
    "fair_play": "Fair play",
    "someone_blundered": "Someone blundered (event)",
    "giffords_scouts": "Gifford's scouts (event)",
    "engineer_headquarters": "Headquarters of engineers",
    "veteran_engineer": "Veteran engineers",
    "enemy_engineer": "Enemy engineers",
    "enemy_engineer_headquarters": "Enemy headquarters of engineers",
}
MARCHES: Final = {"hold": "Hold", "march": "March", "forced": "Forced march", "dash": "Dash"}
CLASSES: Final = {"V": "Veteran", "L": "Line", "F": "Fanatic", "R": "Rabble"}
_TITLES: Final = {
    "1": "Introduction",
    "2": "Components",
    "3": "Sequence of play",
    "4": "Historical events",
    "5": "Stacking",
    "6": "Movement",
    "7": "Attacks",
    "8": "Battle",
    "9": "Zones of control",
    "10": "Headquarters",
    "11": "Morale",
    "12": "Logistics",
    "13": "Reinforcements",
    "14": "Control",
    "15": "Campaigns",
    "16": "Victory",
    "17": "Engineers",
    "18": "Sieges",
    "19": "Intelligence",
    "20": "Attack from march",
    "21": "Ambush",
    "22": "Evasion",
    "23": "Dealing with the inhabitants",
    "24": "Captured weapons",
    "25": "Political officers",
    "26": "Civilians",
    "27": "Boats on rivers",
    "28": "Fleets",
    "29": "Naval transfer",
    "30": "Railways",
    "31": "Signals",
    "32": "Supplied combat",
    "33": "Rout",
    "34": "Simplified forage",
}
_OF_CAMPAIGN: Final = {
    "1": "who plays first",
    "2": "turns",
    "3": "the Natives",
    "4": "the British",
    "5": "victory points",
    "6": "special rules",
}


def _titles() -> dict[str, str]:
    found = dict(_TITLES)
    for campaign in ("abyssinia", "asante", "persia", "afghan"):
        name = {"afghan": "Second Afghan War"}.get(campaign, campaign.capitalize())
        found |= {f"{campaign}:{number}": f"{name}: {what}" for number, what in _OF_CAMPAIGN.items()}
    for table, sides in (("event1", ("british", "native")), ("event2", ("british", "asante"))):
        found |= {f"{table}:{side}:": f"Events of the {_NATION[side]}" for side in sides}
    return found


_NATION: Final = {"british": "British", "native": "Natives", "asante": "Asante"}


def _concerns(source: PaperSource, prefix: str) -> bool:
    scenario = source.scenario
    campaign = str(scenario.special.get("campaign", "")) if scenario is not None else ""
    if prefix in ("abyssinia", "asante", "persia", "afghan"):
        return prefix == campaign
    if prefix.startswith("event"):
        second = campaign in ("asante", "persia")
        return bool(campaign) and prefix.startswith("event2" if second else "event1")
    return True


def _charts(source: PaperSource, tables: Mapping[str, Any]) -> Iterator[AidPart]:
    names = role_names(source)
    yield AidPart("6.0", "Movement", _march(tables["march"]))
    yield AidPart("6.4", "Terrain", _terrain(source, tables["terrain_effects"], names))
    for key, title in (("artillery_fire", "Artillery fire"), ("rifle_fire", "Rifle fire"), ("melee_fire", "Melee")):
        yield AidPart("8.5", "Battle", _fire(title, WEAPONS[key], tables[key]))
    yield AidPart("8.5", "Battle", _fire_results(tables["fire_results"]))
    yield AidPart("8.6", "Battle", _fire_modifiers(tables["fire_modifiers"]))
    yield AidPart("8.21", "Battle", _modifiers("Battle superiority: one die and", tables["superiority"]["modifiers"]))
    yield AidPart("11.52", "Rally", _rally(tables["rally"]))
    yield AidPart("12.3", "Logistics", _forage(tables["forage"], names))
    yield AidPart("17.22", "Sieges", _die_table("Sapper attack", tables["sapper"]))
    yield AidPart("25.2", "Negotiations", _die_table("Negotiations", tables["negotiations"]))


def role_names(source: PaperSource) -> tuple[str, str]:
    """What the empire and the natives are called in a scenario."""
    sides = source.scenario.sides.values() if source.scenario is not None else ()
    found = {side.role: side.name for side in sides}
    return found.get("empire", "British"), found.get("native", "Natives")


def _march(table: Mapping[str, Any]) -> RulesChart:
    rows = tuple(
        (
            cell(dice, strong=True),
            left(MARCHES.get(row["march"], titled(row["march"]))),
            left(sentence(table["results"][row["march"]])),
            cell("yes" if row["attrition"] else "–"),
        )
        for dice, row in rows_by_dice(table["rows"], open_ends=True)
    )
    return RulesChart(
        "March table",
        heads("Die", "March", "How far", "Attrition"),
        rows,
        (_modified(table["modifiers"]),),
        origin(table),
    )


def _modified(modifiers: Mapping[str, Any]) -> str:
    """Modifiers of a die in a sentence."""
    said = []
    for key, worth in modifiers.items():
        if isinstance(worth, int):
            name = MODIFIERS.get(key, titled(key))
            said.append(name if key.endswith("_value") else f"{name} {worth:+d}")
    return f"Modifiers: {', '.join(said)}.".replace("-", "−") if said else ""


def _terrain(source: PaperSource, table: Mapping[str, Any], names: tuple[str, str]) -> RulesChart:
    system, board = source.system, source.board
    term_of = system.term_of or (lambda kind: kind.key)
    kinds = kinds_on(board, term_of, system.terrain) if board is not None else kinds_for(term_of, system.terrain)
    rows = tuple(_row(one, table) for one in every(kinds) if one.term != "rail_planned")
    notes = (
        "Defence: added to the dice rolled against the defender; only the best in the hex counts.",
        "Figures with a + are added to the cost of the hex. By road from hex to hex only the cost of the road counts.",
    )
    head = heads("Terrain", *names, "Defence", "Forage")
    return RulesChart("Terrain effects", head, rows, notes, origin(table), "Movement points")


def _row(one: GroundKind, table: Mapping[str, Any]) -> tuple[ChartCell, ...]:
    layer, term = one.kind.layer, one.term
    if layer is Layer.PATH:
        cost = cell(points(table["road"]) if term == "road" else "–")
        return one.cell, cost, cost, cell("–"), cell("–")
    known = table[{Layer.TERRAIN: "hex", Layer.FEATURE: "feature"}.get(layer, "hexside")].get(term, {})
    if known.get("closed"):
        return one.cell, cell("no"), cell("no"), cell("–"), cell(titled(known.get("forage", "–")))
    cost = known.get("cost", "–")
    if isinstance(cost, Mapping):
        paid = [points(cost[role]) for role in ROLES]
    else:
        paid = ["–" if cost == "–" else f"+{points(cost)}"] * 2
    defence = known.get("defence", 0)
    return (
        one.cell,
        *map(cell, paid),
        cell(f"{defence:+d}".replace("-", "−") if defence else "–"),
        cell(titled(known.get("forage", "–"))),
    )


def _fire(title: str, lines: Mapping[str, str], table: Mapping[str, Any]) -> RulesChart:
    """A fire table: by weapon and factors the least modified die that gives each result."""
    rows: list[tuple[ChartCell, ...]] = []
    for key, line in table["lines"].items():
        rows.append((left(lines.get(key, titled(key)), strong=True, across=len(RESULTS) + 1),))
        for factors, dice in line["rows"].items():
            rows.append((cell(str(factors)), *(cell("–" if die == "-" else f"{die}+") for die in dice)))
    return RulesChart(
        title,
        heads("Factors", *RESULTS),
        tuple(rows),
        (),
        origin(table),
        "Factors of a weapon, and the least modified die for each result",
    )


def _fire_results(table: Mapping[str, Any]) -> RulesChart:
    rows = tuple(
        (cell(str(key), strong=True), cell(str(one["dead"])), cell(str(one["shaken"])))
        for key, one in table["results"].items()
    )
    return RulesChart("Results of fire", heads("Result", "Units eliminated", "Units demoralized"), rows)


def _fire_modifiers(table: Mapping[str, Any]) -> RulesChart:
    rows = [
        (left(CLASSES.get(key, key)), *(cell(_plus(worth[kind])) for kind in ("artillery", "rifle", "melee")))
        for key, worth in table["morale"].items()
    ]
    rows.append((left("Defender attacked from the march"), *[cell(_plus(table["stormed"]))] * 3))
    rows.append(
        (left("Supplied combat"), *(cell(_plus(table["supplied"][kind])) for kind in ("artillery", "rifle", "melee")))
    )
    rows.append((left("Tactical value of one headquarters"), *[cell("+ value")] * 3))
    rows.append((left("Terrain of the defender"), *[cell("see chart")] * 3))
    return RulesChart("Modifiers of fire", heads("", "Artillery", "Rifles", "Melee"), tuple(rows))


def _plus(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "–"


def _modifiers(title: str, modifiers: Mapping[str, Any]) -> RulesChart:
    rows = tuple(
        (left(MODIFIERS.get(key, titled(key))), cell("its value" if key.endswith("_value") else _plus(worth)))
        for key, worth in modifiers.items()
    )
    return RulesChart(title, heads("", "Modifier"), rows)


def _rally(table: Mapping[str, Any]) -> RulesChart:
    rows = tuple(
        (ChartCell(str(die), strong=True), *(cell(str(one)) for one in row)) for die, row in table["rows"].items()
    )
    notes = [f"{code}: {text}." for code, text in table["results"].items()] + [_modified(table["modifiers"])]
    return RulesChart(
        "Rally", heads("Die", *(CLASSES[key] for key in table["columns"])), rows, tuple(notes), origin(table)
    )


def _forage(table: Mapping[str, Any], names: tuple[str, str]) -> RulesChart:
    rows = []
    for key, line in table["lines"].items():
        alike = line["empire"] == line["native"]
        for role, name in zip(ROLES[: 1 if alike else 2], names, strict=False):
            said = titled(key) if alike else f"{titled(key)}: {name}"
            amounts = ["all" if one == table["unlimited"] else str(one) for one in line[role]]
            rows.append((left(said, strong=True), *map(cell, amounts)))
    return RulesChart(
        "Forage: units fed",
        heads("Forage", *table["columns"]),
        tuple(rows),
        (_modified(table["modifiers"]),),
        origin(table),
        "Modified die",
    )


def _die_table(title: str, table: Mapping[str, Any]) -> RulesChart:
    rows = tuple(
        (cell(dice, strong=True), left(titled(code)), left(sentence(table["results"][code])))
        for dice, code in rows_by_dice(table["rows"])
    )
    said = _modified(table.get("modifiers", {}))
    return RulesChart(title, heads("Die", "Result", "What happens"), rows, (said,) if said else (), origin(table))


AID: Final = WrittenAid(
    charts=_charts,
    sequence=(
        ("Events", "Roll for a historical event."),
        ("Reinforcement", "New units arrive, replacements are taken, units withdraw."),
        ("Movement", "Forces roll on the march table and move."),
        ("Battle", "Attack enemies in adjacent hexes: superiority, then up to three rounds of fire and melee."),
        ("Logistics", "Supply units, forage. Units that are not fed are demoralized, or lost if they were."),
        ("Rally", "Demoralized units try to rally."),
    ),
    sequence_rule="3.1",
    titles=_titles(),
    concerns=_concerns,
)
