"""A trial as one page of HTML, with its charts and a map of the losses in it: nothing else is needed to read it."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSizeF
from PySide6.QtGui import QImage, QImageWriter, QPainter

from editor.canvas.drawing.look import Look
from editor.kinds import window_of
from editor.output.export import PAPER, MapDrawing, Picture, need_application
from engine.formats.holding import MADE_BY
from engine.play import registry
from engine.scenario import Scenario
from engine.trials.charts import NOBODY, Bar, Series, bars, columns, lines, shares, strong
from engine.trials.comparing import TEST, Comparison, MeanDifference
from engine.trials.statistics import DRAW, Interval, Numbers, Summary
from engine.trials.trial import Trial, Version
from engine.trials.wording import balance, chance, effects, games_of, never_fought, outcome_name, percent, verdict

LONGEST: Final = 1400
"""Pixels along the longer side of the map."""
QUALITY: Final = 84
"""Of the map's picture as a JPEG."""
HEAT: Final = "#b3261e"
FAINT: Final = 0.12
"""How dense the colour of a hex with hardly any losses is; that of the hex with the most is `DENSE`."""
DENSE: Final = 0.78
MANY: Final = 6
"""With more objectives than this only the last turn of each is drawn."""

_STYLE: Final = """
body { font: 15px/1.5 system-ui, sans-serif; color: #24303a; max-width: 1000px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem } h2 { font-size: 1.15rem; margin: 2rem 0 .4rem }
table { border-collapse: collapse; margin: .6rem 0 } td, th { padding: .25rem .7rem; border-bottom: 1px solid #d9dfe4 }
th { text-align: left; font-weight: 600 } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
svg { width: 100%; max-width: 760px; height: auto; display: block } svg.map { max-width: 100% }
p.said { font-size: 1.05rem; font-weight: 600 } .quiet { color: #66737d }
"""


def report(trial: Trial) -> str:
    """The whole page."""
    need_application()
    title = f"Trial of {trial.first.scenario.name}"
    body = "\n".join(_sections(trial))
    made = f'<meta name="generator" content="{MADE_BY}">'
    head = f'<meta charset="utf-8">{made}<title>{escape(title)}</title><style>{_STYLE}</style>'
    body = f"<h1>{escape(title)}</h1>\n{body}"
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _sections(trial: Trial) -> Iterator[str]:
    yield _about(trial)
    if trial.lever is not None:
        yield from _sweep(trial)
    elif trial.comparison is not None:
        yield from _comparison(trial, trial.comparison)
    else:
        yield "<h2>Who wins</h2>"
        yield _said(balance(trial.first.summary, trial.first.scenario))
    for version in trial.versions if trial.lever is None else ():
        if len(trial.versions) > 1:
            yield f"<h2>{escape(version.name)}</h2>"
        yield from _version(version)
    named = f" ({trial.first.name})" if len(trial.versions) > 1 else ""
    yield from _map_of_losses(trial.first, named)
    yield from _units(trial, named)


def _about(trial: Trial) -> str:
    spec, scenario = trial.first.spec, trial.first.scenario
    players = ", ".join(f"{escape(scenario.sides[side].name)}: {escape(name)}" for side, name in spec.players.items())
    seeds = f"seeds {spec.seeds[0]} to {spec.seeds[-1]}" if spec.games > 1 else f"seed {spec.first_seed}"
    each = " for each version" if len(trial.versions) > 1 else ""
    rules = registry.system(scenario.system).title
    return f'<p class="quiet">{games_of(spec.games)}{each}, {seeds}; {players}; rules: {escape(rules)}.</p>'


def _version(version: Version) -> Iterator[str]:
    summary, scenario = version.summary, version.scenario
    yield bars([_bar(summary, scenario, name) for name in summary.wins], "Games won, with 95 % intervals")
    yield _table(
        ("", "Games", "Share", "95 % interval", "Points", "Steps lost", "Units lost"), _wins(summary, scenario)
    )
    if summary.levels:
        said = (
            f"{outcome_name(scenario, key.partition(' ')[0])}, {key.partition(' ')[2]}: {count}"
            for key, count in summary.levels.items()
        )
        yield f"<p>Levels of victory: {escape('; '.join(said))}.</p>"
    if summary.score_by_turn:
        yield "<h3>Points at the end of each turn</h3>"
        yield _by_turn(scenario, summary.score_by_turn, "Points by turn")
    yield "<h3>Steps lost up to the end of each turn</h3>"
    yield _by_turn(scenario, summary.lost_by_turn, "Steps lost by turn")
    yield from _objectives(summary, scenario)
    yield f"<h3>Length: {summary.turns:.1f} turns and {summary.actions:.0f} actions on average</h3>"
    yield columns(summary.lengths, "Games by number of turns")
    if summary.stopped:
        rows = [(str(seed), reason) for seed, reason in summary.stopped]
        yield "<h3>Games that the umpire stopped</h3>" + _table(("Seed", "Why"), rows)


def _bar(summary: Summary, scenario: Scenario, name: str) -> Bar:
    return Bar(outcome_name(scenario, name), colour_of(scenario, name), summary.rate(name), *summary.intervals[name])


def colour_of(scenario: Scenario, name: str) -> str:
    """The colour that a chart has for a side; a draw, and no side, are grey."""
    return strong(scenario.sides[name].colour) if name in scenario.sides else NOBODY


def _wins(summary: Summary, scenario: Scenario) -> Iterator[tuple[str, ...]]:
    for name, wins in summary.wins.items():
        values = (_mean(by, name) for by in (summary.score, summary.lost_steps, summary.lost_units))
        yield (
            outcome_name(scenario, name),
            str(wins),
            percent(summary.rate(name)),
            _between(summary.intervals[name]),
            *values,
        )


def _mean(by: Mapping[str, float], name: str) -> str:
    return f"{by[name]:.2f}" if name in by else ""


def _between(interval: Interval) -> str:
    return f"{percent(interval[0])} to {percent(interval[1])}"


def _by_turn(scenario: Scenario, rows: Sequence[Numbers], title: str) -> str:
    series = [
        Series(side.name, colour_of(scenario, key), [row.get(key) for row in rows])
        for key, side in scenario.sides.items()
    ]
    return lines(series, [str(turn) for turn in range(1, len(rows) + 1)], title)


def _objectives(summary: Summary, scenario: Scenario) -> Iterator[str]:
    held = summary.held_by_turn
    if not held:
        return
    key = {side: (one.name, colour_of(scenario, side)) for side, one in scenario.sides.items()}
    key[""] = ("No side", NOBODY)
    places = list(held[-1])
    if len(places) > MANY:
        yield "<h3>Who holds each objective at the end</h3>"
        yield shares([(place_name(scenario, place), held[-1][place]) for place in places], key, "Objectives at the end")
        return
    for place in places:
        yield f"<h3>Who holds {escape(place_name(scenario, place))}</h3>"
        rows = [(f"End of turn {turn}", by.get(place, {})) for turn, by in enumerate(held, 1)]
        yield shares(rows, key, f"{place} by turn")


def place_name(scenario: Scenario, place: str) -> str:
    """An objective by the name that its line of the victory conditions has, and its hex."""
    for line in scenario.victory.scoring:
        if line.name and place in line.hexes:
            return f"{line.name} ({place})"
    return place


def _comparison(trial: Trial, made: Comparison) -> Iterator[str]:
    scenario, (first, second) = trial.first.scenario, trial.versions
    yield "<h2>Is the difference real?</h2>"
    yield _said(verdict(trial, made))
    rows = [
        (
            outcome_name(scenario, name),
            percent(first.summary.rate(name)),
            percent(second.summary.rate(name)),
            f"{100 * one.share:+.1f}",
            f"{100 * one.interval[0]:+.1f} to {100 * one.interval[1]:+.1f}",
            str(one.first_only),
            str(one.second_only),
            chance(one.p),
        )
        for name, one in made.wins.items()
    ]
    heads = (
        "Wins",
        first.name,
        second.name,
        "Difference",
        "95 % interval",
        f"Only {first.name}",
        f"Only {second.name}",
        TEST,
    )
    yield _table(heads, rows)
    rows_of_means = [
        (f"{side.name}: {what}", f"{by[key].mean:+.2f}", _ends(by[key]))
        for key, side in scenario.sides.items()
        for what, by in (("points", made.score), ("steps lost", made.lost_steps))
    ]
    yield _table((f"In {second.name} rather than {first.name}", "Mean difference", "95 % interval"), rows_of_means)


def _ends(difference: MeanDifference) -> str:
    low, high = difference.interval
    return "" if low == float("-inf") else f"{low:+.2f} to {high:+.2f}"


def _sweep(trial: Trial) -> Iterator[str]:
    assert trial.lever is not None
    scenario = trial.first.scenario
    yield f"<h2>By the {escape(trial.lever.title)}</h2>"
    yield f'<p class="quiet">In the scenario as it stands it is {escape(str(trial.lever.value))}.</p>'
    names = [version.name for version in trial.versions]
    outcomes = [name for name in (*scenario.sides, DRAW) if any(one.summary.wins[name] for one in trial.versions)]
    series = [
        Series(
            outcome_name(scenario, name),
            colour_of(scenario, name),
            [100 * one.summary.rate(name) for one in trial.versions],
            [(100 * low, 100 * high) for low, high in (one.summary.intervals[name] for one in trial.versions)],
        )
        for name in outcomes
    ]
    yield lines(series, names, "Games won, with 95 % intervals", " %")
    yield _table(sweep_heads(trial), sweep_rows(trial))
    yield from map(_said, effects(trial))


def sweep_heads(trial: Trial) -> tuple[str, ...]:
    """The headings of a sweep's table."""
    scenario = trial.first.scenario
    sides = [side.name for side in scenario.sides.values()]
    wins = [f"{name} wins" for name in sides]
    return ("Value", *wins, "Draws", *(f"{name} loses (steps)" for name in sides), "Turns")


def sweep_rows(trial: Trial) -> list[tuple[str, ...]]:
    """A row for each setting: shares with their intervals, mean losses, mean length."""
    rows = []
    for version in trial.versions:
        summary = version.summary
        won = [f"{percent(summary.rate(name))} ({_between(summary.intervals[name])})" for name in summary.wins]
        lost = [f"{summary.lost_steps.get(side, 0):.2f}" for side in version.scenario.sides]
        rows.append((version.name, *won, *lost, f"{summary.turns:.1f}"))
    return rows


# -- where units die ----------------------------------------------------------------------------------------------


def _map_of_losses(version: Version, named: str) -> Iterator[str]:
    lost = {name: sum(by.values()) for name, by in version.summary.lost_at.items()}
    if not lost:
        return
    yield f"<h2>Where units lose steps{escape(named)}</h2>"
    most = max(lost, key=lambda name: lost[name])
    yield f'<p class="quiet">The deepest red, {escape(most)}, is {lost[most]:.2f} steps a game.</p>'
    yield heat_map(version.scenario, lost)


def heat_map(scenario: Scenario, lost: Mapping[str, float]) -> str:
    """The map with its places tinted by the steps lost in them, as SVG; pointing at a place tells the number."""
    board = scenario.map
    picture = Picture(MapDrawing(board, None, Look()))
    area, outline = picture.area, window_of(board).outline
    most = max(lost.values(), default=0.0) or 1.0
    parts = [
        f'<image href="data:image/jpeg;base64,{_jpeg(picture)}" x="{area.left():.0f}" y="{area.top():.0f}" '
        f'width="{area.width():.0f}" height="{area.height():.0f}"/>'
    ]
    for name, steps in lost.items():
        spot = board.find(name)
        if spot is None:
            continue
        edge = outline(board, [spot]).toFillPolygon()
        corners = " ".join(f"{edge.at(n).x():.0f},{edge.at(n).y():.0f}" for n in range(edge.size()))
        dense = FAINT + (DENSE - FAINT) * steps / most
        tip = f"<title>{escape(name)}: {steps:.2f} steps a game</title>"
        parts.append(f'<polygon points="{corners}" fill="{HEAT}" fill-opacity="{dense:.2f}">{tip}</polygon>')
    box = f"{area.left():.0f} {area.top():.0f} {area.width():.0f} {area.height():.0f}"
    return f'<svg class="map" xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{"".join(parts)}</svg>'


def _jpeg(picture: Picture) -> str:
    """The picture in base 64."""
    area = picture.area
    scale = LONGEST / max(area.width(), area.height())
    image = QImage(round(area.width() * scale), round(area.height() * scale), QImage.Format.Format_RGB32)
    image.fill(PAPER)
    painter = QPainter(image)
    try:
        painter.scale(scale, scale)
        painter.translate(-area.left(), -area.top())
        picture.paint(painter, QRectF(QPointF(area.topLeft()), QSizeF(area.size())), scale)
    finally:
        painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"jpg"))
    writer.setQuality(QUALITY)
    writer.write(image)
    buffer.close()
    return base64.b64encode(data.data()).decode("ascii")


# -- units --------------------------------------------------------------------------------------------------------


def _units(trial: Trial, named: str) -> Iterator[str]:
    version = trial.first
    yield f"<h2>Units{escape(named)}</h2>"
    idle = list(never_fought(trial))
    yield f"<p>Units that never fight: {escape(', '.join(idle)) if idle else 'none'}.</p>"
    yield _table(("Unit", "Side", "On the map", "Fights", "Is eliminated"), unit_rows(version))


def unit_rows(version: Version) -> list[tuple[str, ...]]:
    """A row for each unit: its name, its side, and shares of the games."""
    scenario, summary = version.scenario, version.summary
    games = summary.counted or 1
    return [
        (
            scenario.units[key].name,
            scenario.sides[scenario.units[key].side].name,
            percent(unit.present / games),
            percent(unit.fought / games),
            percent(unit.eliminated / games),
        )
        for key, unit in summary.units.items()
    ]


def _said(text: str) -> str:
    return f'<p class="said">{escape(text)}</p>'


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table whose first column is text, and the others numbers."""
    first, *others = heads
    top = f"<th>{escape(first)}</th>" + "".join(f'<th class="n">{escape(head)}</th>' for head in others)
    body = []
    for name, *values in rows:
        cells = "".join(f'<td class="n">{escape(value)}</td>' for value in values)
        body.append(f"<tr><td>{escape(name)}</td>{cells}</tr>")
    return f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(body)}</tbody></table>"
