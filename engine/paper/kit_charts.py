"""Charts of a rules file: combat tables with their shifts, results in words, the sequence of play, unit values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.kit.model.changes import ChangeRule
from engine.kit.model.combat import CombatKind, RallyRule
from engine.kit.model.naming import words_of
from engine.kit.model.sequence import PhaseRule
from engine.kit.model.system_file import RulesTable
from engine.kit.model.units import Status
from engine.kit.model.values import LARGEST
from engine.kit.wordlist import OUTCOMES
from engine.mechanics.charts import RECONSTRUCTED
from engine.paper.kit_effects import result_text, sentences
from engine.paper.kit_words import KitWords, figure, heading, spoken
from engine.paper.model import ChartCell, ListOfItems, Part, RulesChart, Span, cell, heads, left, prose
from engine.plural import counted, in_series, measured

EMPTY: Final = ("-", "•", "–", "")
AXES: Final = {
    "odds": "Odds, attacker to defender",
    "difference": "Attack less defence",
    "strength": "Total strength",
}
PROVENANCES: Final = {
    RECONSTRUCTED: "The designer's own figures.",
    "text": "",
    "scenario": "This scenario has figures of its own.",
}
_DOES: Final = {
    "move": "move units",
    "rally": "rally units",
    "supply": "judge supply",
    "weather": "roll for the weather",
    "events": "roll for events or draw them",
    "arrive": "bring reinforcements on",
    "replace": "use replacements",
    "recover": "let units recover",
    "activate": "take turns to activate units",
}
_BY: Final = {"other": "the other side", "both": "both sides"}
_UNTIL: Final = {"recover": "when the unit recovers", "moves": "when the unit moves"}
_ALLOWANCES: Final = {"double": "twice", "half_up": "half", "half_down": "half", "third_down": "a third of"}


def results_chart(words: KitWords, name: str, kind: CombatKind | None) -> RulesChart:
    """A table with columns and dice; ``kind`` is the combat that reads it."""
    table = words.model.tables[name]
    axis = AXES.get(kind.resolve, "") if kind is not None else ""
    head = heads("Die" if table.dice in (None, "1d6") else table.dice, *(column_name(one) for one in table.columns))
    rows = tuple(
        (ChartCell(die_name(key), strong=True), *(cell("–" if one in EMPTY else one) for one in row))
        for key, row in table.rows.items()
    )
    return RulesChart(words.table(name), head, rows, origin=origin_of(table), caption=axis)


def column_name(column: str) -> str:
    """The head of a column: differences joined by a dash."""
    parts = column.split()
    return f"{parts[0]} to {parts[-1]}" if len(parts) > 1 else column.replace("-", "−") if column[:1] == "-" else column


def die_name(key: str) -> str:
    """The throws of a row."""
    return key.replace("-", "–", 1) if not key.startswith("-") else key


def origin_of(table: RulesTable) -> str:
    """Where the figures of a table come from, in a sentence or two."""
    said = PROVENANCES.get(table.provenance, table.provenance)
    return " ".join(filter(None, (said, table.source)))


def shifts_chart(words: KitWords, kind: CombatKind) -> RulesChart | None:
    """The shifts and changes of a kind of combat; None where it has none."""
    rows: list[tuple[ChartCell, ...]] = []
    notes: dict[str, None] = {}
    for change in kind.shifts:
        if change.best is None:
            rows += _shift_rows(words, change)
            continue
        rows += [row for one in change.best for row in _shift_rows(words, one, " *")]
        notes[f"* Of these only the best one for the {change.for_} counts."] = None
    for side in ("attacker", "defender"):
        for change in getattr(kind.strength.changes, side):
            cause = words.cause(change)
            said = f"Strength of each {side}: {cause[:1].lower()}{cause[1:]}"
            rows.append((left(said), left(heading(words.act(change)))))
    if not rows:
        return None
    return RulesChart(f"{words.combat(kind)}: shifts", heads("When", "Effect"), tuple(rows), tuple(notes))


def _shift_rows(words: KitWords, change: ChangeRule, mark: str = "") -> Iterator[tuple[ChartCell, ...]]:
    """A row for a shift; of hexsides and ground one for those that are worth the same."""
    cause, act = words.change(change)
    if change.crossing is None and change.ground is None:
        yield left(cause), left(heading(act) + mark)
        return
    where = "Across" if change.crossing is not None else "Defender in"
    for kinds, worth in words.by_worth(change):
        yield left(f"{cause}: {kinds}" if cause != "Always" else f"{where} {kinds}"), left(heading(worth) + mark)


def meaning_chart(words: KitWords, kind: CombatKind) -> RulesChart | None:
    """The results that a kind of combat can have, in words; None where it has none."""
    table = words.model.tables.get(kind.table) if kind.table else None
    cells = dict.fromkeys(one for row in table.rows.values() for one in row) if table is not None else {}
    codes = list(cells) if cells else list(kind.results)
    rows = []
    for code in codes:
        result = kind.results.get(code) or words.model.results.get(code)
        if result is not None and code not in EMPTY:
            rows.append((left(_outcome(kind, code), strong=True), left(result_text(words, result))))
    rows.sort(key=lambda row: _first(words, row[0].text))
    if any(code in EMPTY for code in codes):
        rows.append((left("–", strong=True), left("No effect.")))
    return RulesChart(f"{words.combat(kind)}: results", heads("Result", "What happens"), tuple(rows)) if rows else None


def _outcome(kind: CombatKind, code: str) -> str:
    """A code of a result; where there is no table, what it means."""
    return heading(OUTCOMES.get(code, code)) if kind.resolve in ("duel", "none") else code


def _first(words: KitWords, code: str) -> int:
    """The place of a result in the file."""
    codes = list(words.model.results.keys())
    return codes.index(code) if code in codes else -1


def how_resolved(words: KitWords, kind: CombatKind) -> Iterator[Part]:
    """What a kind of combat needs and how it is resolved, where its tables alone do not say it."""
    items = [f"Range: {words.reach(kind.range)}" + (", in sight." if kind.needs == "sight" else ".")]
    who = words.condition(kind.who)
    if who:
        items.append(f"Who: {who}.")
    if kind.strength.attacker is not None and not _is_dice(kind, kind.strength.attacker):
        items.append(f"Attack: {words.amount(kind.strength.attacker)} of each attacker, added up.")
    if kind.strength.defender is not None and not _is_dice(kind, kind.strength.defender):
        how = {"best": "the best of the defenders", "worst": "the worst of the defenders"}
        whose = how.get(kind.strength.defender_of, "each defender, added up")
        items.append(f"Defence: {words.amount(kind.strength.defender)} of {whose}.")
    if kind.buckets is not None:
        hit = words.amount(kind.buckets.hit)
        items.append(f"Dice of each unit ({kind.dice}): {words.amount(kind.buckets.dice)}.")
        items.append(f"A die hits on {'its ' if isinstance(kind.buckets.hit, str) else ''}{hit} or less.")
        items += list(sentences(words, kind.buckets.hits))
    if kind.resolve == "duel":
        items.append(f"Each side rolls {kind.dice} and adds its strength; the higher total wins.")
    yield ListOfItems(tuple((Span(item),) for item in items))


def _is_dice(kind: CombatKind, strength: Any) -> bool:
    """Whether a strength is only how many dice a unit rolls."""
    return kind.buckets is not None and strength == kind.buckets.dice


def combat_parts(words: KitWords, kind: CombatKind) -> Iterator[Part]:
    """All charts of a kind of combat for the player aid."""
    yield from how_resolved(words, kind)
    if kind.table and kind.table in words.model.tables:
        yield results_chart(words, kind.table, kind)
    for chart in (shifts_chart(words, kind), meaning_chart(words, kind)):
        if chart is not None:
            yield chart


# -- sequence -----------------------------------------------------------------------------------------------------


def sequence_parts(words: KitWords) -> Iterator[Part]:
    """The sequence of play as numbered lists."""
    sequence = words.model.sequence
    if sequence.before:
        yield prose("At the beginning of the game turn:")
        yield _phases(words, sequence.before)
    how = {
        "player_turns": "Each side in turn carries out these phases:",
        "alternating": "Both sides carry out these phases and take turns to activate:",
        "chits": "These phases are carried out; chits drawn from the cup say who is activated:",
    }
    yield prose(how[sequence.order])
    yield _phases(words, sequence.phases)
    if sequence.activation is not None and sequence.order != "player_turns":
        activation = sequence.activation
        times = f", at most {counted(activation.times, 'time')} per game turn" if activation.times > 1 else ""
        yield prose(f"One {activation.of} is activated at a time{times}. It carries out:")
        yield _phases(words, activation.does)
    if sequence.after:
        yield prose("At the end of the game turn:")
        yield _phases(words, sequence.after)


def _phases(words: KitWords, phases: tuple[PhaseRule, ...]) -> ListOfItems:
    return ListOfItems(tuple(_phase(words, phase) for phase in phases), numbered=True)


def _phase(words: KitWords, phase: PhaseRule) -> tuple[Span, ...]:
    combats = {kind.name: words.combat(kind).lower() for kind in words.model.combat}
    does = in_series(_DOES.get(one, combats.get(one, spoken(one))) for one in phase.do)
    who = words.condition(phase.who)
    allowance = phase.allowance
    extra = [
        f"only units that are {who}" if who else "",
        f"with {_ALLOWANCES[str(allowance)]} their allowance" if str(allowance) in _ALLOWANCES else "",
        f"only {words.condition(phase.when)}" if phase.when else "",
        _BY.get(phase.by, ""),
    ]
    if not isinstance(allowance, str) and allowance < LARGEST:
        extra.append(f"with {measured(figure(allowance), 'movement point')}")
    if does.lower() == phase.title.lower():
        # What only repeats the title says nothing; a fight says at least with whom.
        does = "attack the enemy" if any(one in combats for one in phase.do) else ""
    behind = ", ".join(filter(None, (does, *extra)))
    return (Span(f"{heading(phase.title)}.", bold=True), Span(f" {heading(behind)}." if behind else ""))


# -- units --------------------------------------------------------------------------------------------------------


def values_chart(words: KitWords) -> RulesChart:
    """What units print, and from which to which figure."""
    units = words.model.units
    rows = []
    for name, value in units.values.items():
        span = figure(value.least) if value.least == value.most else f"{figure(value.least)} to {figure(value.most)}"
        rows.append((left(heading(words.value(name)), strong=True), left(value.about), cell(span)))
    for name in units.flags:
        rows.append((left(heading(words.flag(name)), strong=True), left(""), cell("if marked")))
    if units.steps is not None and units.steps.most > 1:
        rows.append((left("Steps", strong=True), left(""), cell(f"1 to {units.steps.most}")))
    if not any(row[1].text for row in rows):
        return RulesChart("Unit values", heads("Value", "Figures"), tuple((row[0], row[2]) for row in rows))
    return RulesChart("Unit values", heads("Value", "Meaning", "Figures"), tuple(rows))


def statuses_chart(words: KitWords) -> RulesChart | None:
    """The states that units may be in; None where there are none."""
    rows = []
    for name, status in words.model.units.statuses.items():
        cannot = f"{heading(words.cannot(status.cannot))}." if status.cannot else ""
        effects = [
            f"{heading(words.value(value))} {'; '.join(words.act(one) for one in changes)}."
            for value, changes in status.changes.items()
        ]
        again = {"nothing": "", "lose": "A second time: loses a step.", "eliminate": "A second time: eliminated."}
        second = again.get(status.again, f"A second time: {words.status(status.again)}.")
        ends = _UNTIL.get(status.until, f"at {words_of(Status, 'until').get(status.until, '')}")
        until = "" if status.until in ("rally", "never") else f"Ends {ends}."
        said = " ".join(filter(None, (cannot, *effects, second, until)))
        rows.append((left(heading(words.status(name)), strong=True), left(said)))
    return RulesChart("States of units", heads("State", "Effect"), tuple(rows)) if rows else None


def rally_parts(words: KitWords, rule: RallyRule) -> Iterator[Part]:
    """How units get rid of a status."""
    goal = f"{words.amount(rule.at_most)} or less" if rule.at_most is not None else ""
    if rule.at_least is not None:
        goal = f"{words.amount(rule.at_least)} or more"
    throw = f"roll {rule.dice} and succeed on {goal}" if rule.dice else "succeed without a die roll"
    yield prose(f"{heading(spoken(rule.name))}: units that are {words.condition(rule.tries) or 'of the side'} {throw}.")
    rows = tuple((left(cause), cell(act)) for cause, act in map(words.change, rule.changes))
    if rows:
        yield RulesChart(f"{heading(spoken(rule.name))}: changes of the number", heads("When", "Change"), rows)
