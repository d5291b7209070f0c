"""Charts of a rules file beside combat: reactions, weather, events, supply, and what moving units must know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.kit.model.combat import Reaction
from engine.kit.model.others import EventTable, SupplyRules, WeatherRules
from engine.paper.kit_effects import sentences
from engine.paper.kit_words import KitWords, heading, spoken
from engine.paper.model import ChartCell, ListOfItems, Part, RulesChart, cell, heads, left, listed
from engine.plural import counted, in_series, measured, ordinal
from engine.scenario.victory_words import turns_text

_WHEN: Final = {
    "moves": "after each hex that an enemy enters",
    "enters_zone": "when an enemy enters a zone of control",
    "leaves_zone": "before an enemy leaves a zone of control",
    "attacks": "before the dice of an enemy attack",
    "activates": "when an enemy is activated",
}
_ENTER: Final = {
    "stop": "A unit stops when it enters an enemy zone of control.",
    "half_up": "An enemy zone of control costs half of the allowance more, rounded up.",
    "half_down": "An enemy zone of control costs half of the allowance more, rounded down.",
}
_LEAVE: Final = {
    "only_start": "A unit can leave an enemy zone of control only at the beginning of its move.",
    "never": "A unit cannot leave an enemy zone of control by moving.",
}
_ACROSS: Final = {
    "prohibited": "No unit moves straight from one enemy zone of control into another.",
    "whole": "Straight from one enemy zone of control into another costs the whole allowance.",
}


def movement_list(words: KitWords) -> ListOfItems | None:
    """Stacking and zones of control in sentences; None where the rules have neither."""
    said = [stacking_text(words), *zone_texts(words)]
    found = [one for one in said if one]
    return listed(*found) if found else None


def stacking_text(words: KitWords) -> str:
    """The stacking limit in a sentence; empty where there is none."""
    stacking = words.model.stacking
    if stacking is None or stacking.limit is None:
        return ""
    counts = {"units": "units", "steps": "steps", "size": "units by their size"}
    what = counts.get(stacking.counts, words.value(stacking.counts))
    return f"Stacking: at most {words.amount(stacking.limit.value)} {what} in a hex."


def zone_texts(words: KitWords) -> Iterator[str]:
    """Zones of control, a sentence for each key."""
    zones = words.model.zones
    if zones is None:
        return
    who = words.condition(zones.exert)
    if who:
        yield f"Zones of control are exerted by units that are {who}."
    for value, known, free in (
        (zones.enter, _ENTER, "free"),
        (zones.leave, _LEAVE, "free"),
        (zones.zone_to_zone, _ACROSS, "as_usual"),
    ):
        said = str(value)
        if said in known:
            yield known[said]
        elif said != free:
            key = {id(_ENTER): "To enter", id(_LEAVE): "To leave"}.get(id(known), "From one into another")
            yield f"{key} an enemy zone of control costs more: {words.amount(value)}."


def reaction_chart(words: KitWords, reactions: tuple[Reaction, ...]) -> RulesChart:
    """The windows in which the other side fights back."""
    combats = {kind.name: words.combat(kind) for kind in words.model.combat}
    rows = []
    for one in reactions:
        who, against = words.condition(one.who), words.condition(one.against)
        said = [
            heading(_WHEN[one.when]),
            f"by units that are {who}" if who else "",
            f"against units that are {against}" if against else "",
        ]
        limits = {"phase": "once a phase", "turn": "once a player turn", "each": ""}
        often = limits.get(one.per.unit or "", "")
        cause = f"{one.per.cause} for one cause" if one.per.cause else ""
        rows.append(
            (
                left(heading(spoken(one.name)), strong=True),
                left(", ".join(filter(None, said)) + "."),
                left(combats.get(one.with_, spoken(one.with_))),
                left(heading(", ".join(filter(None, (often, cause)))) or "no limit"),
            )
        )
    return RulesChart("Reactions", heads("Reaction", "When", "Combat", "How often"), tuple(rows))


def weather_chart(words: KitWords, weather: WeatherRules) -> RulesChart | None:
    """The throw for the weather, or its turns; None where it never changes."""
    if weather.table:
        rows = tuple(
            (
                left(heading(spoken(now)), strong=True),
                left("; ".join(f"{throw.replace('-', '–')}: {spoken(then)}" for throw, then in row.items())),
            )
            for now, row in weather.table.items()
        )
        note = (f"The weather at the beginning: {spoken(weather.start)}.",) if weather.start else ()
        return RulesChart("Weather", heads("Weather now", f"Roll of {weather.dice or '1d6'}"), rows, note)
    if weather.turns:
        listed_turns = tuple(
            (left(heading(spoken(kind)), strong=True), left(heading(turns_text(turns))))
            for kind, turns in weather.turns.items()
        )
        return RulesChart("Weather", heads("Weather", "When"), listed_turns)
    return None


def events_chart(words: KitWords, name: str, table: EventTable) -> RulesChart:
    """A table or a deck of events."""
    rows: list[tuple[ChartCell, ...]] = []
    for row in table.rows:
        said = row.text or " ".join(sentences(words, row.do))
        when = words.condition(row.when)
        text = f"{said} (Only {when}.)" if when else said
        rows.append(
            (
                cell(row.on.replace("-", "–"), strong=True),
                left(row.title or heading(spoken(row.name)), strong=True),
                left(text),
            )
        )
    first = f"{table.dice or '1d6'}" if table.from_ == "dice" else "Cards"
    return RulesChart(heading(spoken(name)), heads(first, "Event", "What happens"), tuple(rows))


def supply_list(words: KitWords, supply: SupplyRules) -> ListOfItems:
    """Supply in sentences."""
    trace, found = supply.trace, []
    if trace.hexes is not None:
        found.append(f"A unit is in supply within {counted(trace.hexes, 'hex', 'hexes')} of a source.")
    if trace.cost is not None:
        found.append(f"A unit is in supply within {measured(words.amount(trace.cost), 'movement point')} of a source.")
    if trace.paths:
        found.append(f"From there a supply line may continue along any {in_series(map(spoken, trace.paths), 'or')}.")
    if trace.blocked_by:
        names = {
            "enemy": "enemy units",
            "zones": "enemy zones of control",
            "prohibited": "ground that is closed to the unit",
        }
        found.append(f"Blocked by {in_series((names.get(one, spoken(one)) for one in trace.blocked_by), 'or')}.")
    for name, change in supply.without.items():
        said = {"half_up": "halved, rounded up", "half_down": "halved, rounded down"}.get(str(change), "")
        acts = said or "; ".join(words.act(one) for one in change if not isinstance(one, str))
        found.append(f"Out of supply: {words.value(name)} {acts}.")
    for times, effects in supply.after.items():
        said = f"The {ordinal(int(times))}" if times.isdecimal() and len(times) < 5 else f"Time {times}:"
        then = " ".join(sentences(words, effects))
        found.append(f"{said} time in a row without supply: {then[:1].lower()}{then[1:]}")
    return listed(*found)


def other_parts(words: KitWords) -> Iterator[tuple[str, object, list[Part]]]:
    """Title, block and charts of what is neither movement nor combat."""
    model = words.model
    if model.reaction:
        yield "Reactions", model.reaction[0], [reaction_chart(words, model.reaction)]
    if model.supply is not None:
        yield "Supply", model.supply, [supply_list(words, model.supply)]
    if model.weather is not None:
        weather = weather_chart(words, model.weather)
        if weather is not None:
            yield "Weather", model.weather, [weather]
    for name, table in model.events.items():
        yield heading(spoken(name)), table, [events_chart(words, name, table)]
