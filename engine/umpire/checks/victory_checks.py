"""Checks of the victory conditions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.findings import Fix, Severity
from engine.plural import counted
from engine.scenario import Scenario, Scoring, VictoryCondition
from engine.scenario.model import GROUPS, PLACES, SCORED
from engine.scenario.victory_words import turns_text
from engine.umpire.checks.place_fixes import drop, key_nearest, put, put_nearest
from engine.umpire.checks.registry import Found, check
from engine.umpire.checks.scenario_checks import no_such_hex
from engine.umpire.checks.subject import Path, Subject, near

NO_SUPPLY: Final = "these rules know no supply; `hold` asks who was last in the hex"


def _without_line(path: Path) -> Fix:
    return Fix("Remove the line", "drop_line", {"line": path[2]})


def lines_of(subject: Subject) -> Iterator[tuple[Path, Scoring]]:
    for number, line in enumerate(subject.scenario.victory.scoring):
        yield ("victory", "scoring", number), line


def conditions_of(subject: Subject) -> Iterator[tuple[Path, VictoryCondition]]:
    """Every condition of ways to win, and of reinforcements that wait for one, with all that it is made of."""
    scenario = subject.scenario
    waiting: list[tuple[Path, VictoryCondition]] = [
        *((("victory", "wins", n, "when"), win.condition) for n, win in enumerate(scenario.victory.wins)),
        *((("reinforcements", n, "when"), group.when) for n, group in enumerate(scenario.arrivals) if group.when),
    ]
    while waiting:
        path, condition = waiting.pop(0)
        yield path, condition
        waiting += [((*path, "of", n), part) for n, part in enumerate(condition.of)]


@check("WIN101", Severity.WARNING, "No victory conditions")
def nothing_to_win(subject: Subject) -> Iterator[Found]:
    """The scenario scores nothing and has no way to win, so every game is a tie, and trials cannot show whether it
    is fair. Rules without scoring lines find the winner by themselves."""
    by_itself = subject.system is not None and not subject.system.scoring
    if not by_itself and not subject.scenario.victory.scoring and not subject.scenario.victory.wins:
        yield Found(
            "the scenario has no scoring: no side can win it",
            ("victory",),
            hint="add at least one line to victory.scoring",
        )


@check("WIN102", Severity.ERROR, "An objective that does not exist", needs="units", bars_play=True)
def objectives_unknown(subject: Subject) -> Iterator[Found]:
    """A line of the victory conditions, or a condition of a way to win or of reinforcements, names a hex, region or
    unit that does not exist."""
    named: list[tuple[Path, Scoring | VictoryCondition]] = [*lines_of(subject), *conditions_of(subject)]
    there = set[str]()
    for path, line in named:
        for token, name in enumerate(line.hexes):
            if name in there:
                continue
            if subject.map.find(name) is None:
                fix = _without_hex(path, token, line)
                yield Found(no_such_hex(subject, name), (*path, "hexes"), token, fix=fix)
            else:
                there.add(name)
        if line.region and line.region not in subject.map.regions:
            yield Found(
                f"there is no region {line.region!r} on this map",
                (*path, "region"),
                hint=near(line.region, subject.map.regions),
                fix=put_nearest((*path, "region"), line.region, subject.map.regions, _line_gone(path, line)),
            )
        if line.unit and line.unit not in subject.scenario.units:
            yield Found(
                f"there is no unit {line.unit!r} in this scenario",
                (*path, "unit"),
                unit=line.unit,
                hint=near(line.unit, subject.scenario.units),
                fix=put_nearest((*path, "unit"), line.unit, subject.scenario.units, _line_gone(path, line)),
            )


def _without_hex(path: Path, token: int, line: Scoring | VictoryCondition) -> Fix | None:
    """The fix that leaves a hex out of a line, with the line where it names no other; a condition keeps its last."""
    if isinstance(line, Scoring):
        return Fix("Leave it out", "drop_line_hex", {"line": path[2], "hex": line.hexes[token]})
    return drop("Leave it out", (*path, "hexes", token)) if len(line.hexes) > 1 else None


def _line_gone(path: Path, line: Scoring | VictoryCondition) -> Fix | None:
    """The fix that removes a line of points; conditions have none."""
    return _without_line(path) if isinstance(line, Scoring) else None


@check("WIN104", Severity.ERROR, "A line that can give no points")
def hold_nothing(subject: Subject) -> Iterator[Found]:
    """A line about hexes, such as ``hold``, ``exit`` or ``supplied``, names neither hexes nor a region, or a ``unit``
    line no unit."""
    for path, line in lines_of(subject):
        if line.kind in PLACES and not line.hexes and not line.region:
            article = "an" if line.kind[0] in "aeiou" else "a"
            yield Found(f"{article} {line.kind} line needs `hexes` or a `region`", path, fix=_without_line(path))
        elif line.kind == "unit" and not line.unit:
            yield Found("a unit line needs the `unit` whose elimination scores", path, fix=_without_line(path))


@check("WIN105", Severity.ERROR, "Victory conditions for a side that does not exist", needs="sides", bars_play=True)
def winners_unknown(subject: Subject) -> Iterator[Found]:
    """The victory conditions name a side that the scenario does not have."""
    scenario = subject.scenario
    named: list[tuple[Path, str]] = [
        (("victory", "tie"), scenario.victory.tie),
        *((("victory", "handicap", side), side) for side in scenario.victory.handicap),
        *(((*path, "side"), line.side) for path, line in lines_of(subject)),
        *(((*path, "initial"), line.initial) for path, line in lines_of(subject)),
        *((("victory", "wins", n, "side"), win.side) for n, win in enumerate(scenario.victory.wins)),
    ]
    for path, side in named:
        if side and side not in scenario.sides:
            yield Found(
                f"the victory conditions name {side!r}, but the scenario has no such side",
                path,
                hint=near(side, scenario.sides),
                fix=_side_meant(path, side, scenario),
            )


def _side_meant(path: Path, side: str, scenario: Scenario) -> Fix | None:
    """The fix that names the side whose key is most like this one, or that takes out what has no meaning without."""
    if path[1] == "handicap":
        free = [key for key in scenario.sides if key not in scenario.victory.handicap]
        return key_nearest(path, free, drop("Remove these points", path))
    if path[1] == "wins":
        return put_nearest(path, side, scenario.sides, drop("Remove the way to win", path[:-1]))
    if path[1] == "tie":
        return put_nearest(path, side, scenario.sides, drop("Make ties a draw", path))
    without = drop("Let no side hold it at first", path) if path[-1] == "initial" else _without_line(path)
    return put_nearest(path, side, scenario.sides, without)


@check("WIN106", Severity.ERROR, "A way of scoring that the rules do not know")
def scoring_unknown(subject: Subject) -> Iterator[Found]:
    """A line's ``kind`` is none that the rules system can count."""
    kinds = subject.system.scoring if subject.system else SCORED
    for path, line in lines_of(subject):
        if subject.system is not None and line.kind not in kinds:
            why = NO_SUPPLY if line.kind == "supplied" else near(line.kind, kinds)
            fix = put_nearest((*path, "kind"), line.kind, kinds, _without_line(path))
            yield Found(f"the rules cannot score {line.kind!r}", (*path, "kind"), hint=why, fix=fix)


@check("WIN107", Severity.INFO, "A tie that no side wins")
def tie_unset(subject: Subject) -> Iterator[Found]:
    """The victory conditions do not say who wins when points are equal; such a game is a draw. It is not said of
    rules that call it a draw themselves."""
    victory = subject.scenario.victory
    open_to_choice = subject.system is None or subject.system.ties
    if victory.scoring and not victory.tie and open_to_choice:
        yield Found("a game with equal points is a draw", ("victory",), hint="name a side under victory.tie")


@check("WIN108", Severity.WARNING, "Levels of victory out of order")
def levels_out_of_order(subject: Subject) -> Iterator[Found]:
    """The levels of victory do not need more and more points: one of them can never be reached."""
    levels = subject.scenario.victory.levels
    for number in range(1, len(levels)):
        before, level = levels[number - 1], levels[number]
        if level.margin <= before.margin:
            yield Found(
                f"{level.name} needs {counted(level.margin, 'point')}, no more than {before.name} before it",
                ("victory", "levels", number),
                hint="list the levels from the least margin to the greatest",
                fix=Fix("Sort the levels", "sort_levels"),
            )


@check("WIN109", Severity.INFO, "An objective that no side holds at first")
def nobody_holds_it(subject: Subject) -> Iterator[Found]:
    """A ``hold`` line names neither a side nor an initial holder: until a unit enters the hex, no side has
    its points."""
    for path, line in lines_of(subject):
        if line.kind == "hold" and not line.side and not line.initial:
            what = line.name or line.region or " ".join(line.hexes) or "it"
            yield Found(
                f"no side holds {what} until a unit enters",
                path,
                hex=line.hexes[0] if line.hexes else "",
                hint="name the side that holds it at first (`initial`), if one does",
            )


@check("WIN110", Severity.WARNING, "An objective worth nothing")
def worth_nothing(subject: Subject) -> Iterator[Found]:
    """A line of the victory conditions gives no points."""
    for path, line in lines_of(subject):
        if line.points == 0:
            yield Found(
                "this line gives no points",
                (*path, "points"),
                fix=Fix("Make it one point", "set_points", {"line": path[2], "points": 1}),
            )


@check("WIN111", Severity.ERROR, "A condition that can never be met")
def never_so(subject: Subject) -> Iterator[Found]:
    """A condition of a way to win or of reinforcements names no place, no unit or no other condition, or asks for a
    turn or a number of hexes that there are not."""
    for path, part in conditions_of(subject):
        hexes = [*part.hexes, *(subject.map.area(part.region) if part.region in subject.map.regions else ())]
        if part.kind == "hold" and not part.hexes and not part.region:
            yield Found("this condition needs `hexes` or a `region` to hold", path, fix=_without(subject, path))
        elif part.kind == "hold" and len(hexes) < part.count:
            fix = put(f"Ask for {len(hexes)}", (*path, "count"), len(hexes))
            yield Found(f"no side can hold {part.count:g} of {len(hexes)} hexes", (*path, "count"), fix=fix)
        elif part.kind == "exit" and not part.hexes and not part.region and not _exits(subject):
            yield Found("there is no exit: name `hexes` or a `region`", path, fix=_without(subject, path))
        elif part.kind == "unit" and not part.unit:
            yield Found("this condition needs the `unit` that is eliminated", path, fix=_without(subject, path))
        elif part.kind in GROUPS and not part.of:
            yield Found(f"{part.kind} needs conditions under `of`", path, fix=_without(subject, path))
        elif part.kind == "turn" and part.count > subject.scenario.turns.count:
            last = subject.scenario.turns.count
            fix = put(f"Ask for turn {last}", (*path, "count"), last)
            yield Found(f"turn {part.count:g} is never played", (*path, "count"), fix=fix)


def _without(subject: Subject, path: Path) -> Fix:
    """The fix that removes a condition, with what has no meaning without it: groups of no other condition, and the way
    to win."""
    parts = dict(conditions_of(subject))
    while path[-2] == "of" and len(parts[path[:-2]].of) == 1:
        path = path[:-2]
    if path[-2] != "of" and path[1] == "wins":
        return drop("Remove the way to win", path[:-1])
    return drop("Remove the condition", path)


@check("WIN113", Severity.WARNING, "A condition that is met from the start")
def always_so(subject: Subject) -> Iterator[Found]:
    """A condition of a way to win or of reinforcements asks for no combat factors or no lead at all: it is met before
    anybody has moved."""
    for path, part in conditions_of(subject):
        if part.kind in ("exit", "eliminated", "lead") and part.count <= 0:
            what = "points of lead" if part.kind == "lead" else "combat factors"
            yield Found(
                f"this condition asks for {part.count:g} {what}: it is always met",
                (*path, "count"),
                hint="ask for at least 1, or leave the condition out",
                fix=put("Ask for 1", (*path, "count"), 1),
            )


def _exits(subject: Subject) -> bool:
    """Whether anything names a hex to leave by."""
    named: list[Scoring | VictoryCondition] = [line for _, line in lines_of(subject)]
    named += [part for _, part in conditions_of(subject)]
    return any(part.kind == "exit" and (part.hexes or part.region) for part in named)


@check("WIN112", Severity.WARNING, "Points for turns that are never played")
def turns_never_played(subject: Subject) -> Iterator[Found]:
    """A line gives points at the end of turns that the game does not have, or is of a kind that is not counted by
    turns."""
    count = subject.scenario.turns.count
    for path, line in lines_of(subject):
        late = sorted(turn for turn in line.turns if turn > count)
        if line.turns and line.kind != "hold":
            fix = Fix("Remove the turns", "drop_turns", {"line": path[2]})
            yield Found("only `hold` lines are counted by turns", (*path, "turns"), fix=fix)
        elif late:
            comes = "comes" if len(late) == 1 else "come"
            yield Found(
                f"the game has {counted(count, 'turn')}; {turns_text(late)} of this line never {comes}",
                (*path, "turns"),
                fix=Fix("Remove these turns", "drop_turns", {"line": path[2]}),
            )
