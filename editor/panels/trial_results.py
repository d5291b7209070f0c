"""What a trial came to, on pages: who wins, by turn, units, length; two versions, or a value swept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.output.trial_report import colour_of, place_name, sweep_heads, sweep_rows, unit_rows
from editor.panels.trial_charts import Chart
from editor.plain import PlainLabel, as_written
from engine.scenario import Scenario
from engine.trials.charts import Bar, Series
from engine.trials.comparing import TEST
from engine.trials.statistics import DRAW, Numbers
from engine.trials.trial import Trial, Version
from engine.trials.wording import balance, chance, effects, never_fought, outcome_name, percent, verdict

NUMBERS: Final = frozenset("0123456789+-")
"""What figures begin with; they stand on the right of their column."""


class ResultsTable(QTableWidget):
    """Rows of text that are read, not written."""

    def __init__(self, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        super().__init__(len(rows), len(heads))
        self.setAccessibleName(title)
        self.setHorizontalHeaderLabels(list(heads))
        self.verticalHeader().hide()
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setHighlightSections(False)
        for row, values in enumerate(rows):
            for column, value in enumerate(values):
                item = QTableWidgetItem(value)
                item.setToolTip(as_written(value))
                if column and value[:1] in NUMBERS:
                    for cell in (item, self.horizontalHeaderItem(column)):
                        if cell is not None:
                            cell.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.setItem(row, column, item)


class TrialPages:
    """The pages of one trial."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial

    def made(self) -> Iterator[tuple[str, QWidget]]:
        """Each page with its title."""
        trial = self.trial
        if trial.lever is not None:
            yield "By value", self._sweep()
        elif trial.comparison is not None:
            yield "Compared", self._comparison()
        yield "Who wins", self._wins(trial.first)
        yield "By turn", self._turns(trial.first)
        yield "Objectives", self._objectives(trial.first)
        yield "Units", self._units(trial.first)
        yield "Length", self._length(trial.first)

    def _page(self, said: str, *widgets: QWidget) -> QWidget:
        """A sentence, and below it some widgets side by side."""
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(8, 6, 8, 6)
        label = PlainLabel(said)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setVisible(bool(said))
        layout.addWidget(label)
        row = QHBoxLayout()
        for widget in widgets:
            # A table needs more room than the chart beside it.
            row.addWidget(widget, 3 if isinstance(widget, ResultsTable) else 2)
        layout.addLayout(row, 1)
        return page

    def _named(self, said: str) -> str:
        """Where there are several versions, of which one it is."""
        if len(self.trial.versions) == 1:
            return said
        name = self.trial.first.name
        return f"At {name}: {said}" if self.trial.lever is not None else f"{name}: {said}"

    def _wins(self, version: Version) -> QWidget:
        summary, scenario = version.summary, version.scenario
        chart = Chart("Games won, with 95 % intervals")
        chart.bars(
            [
                Bar(
                    outcome_name(scenario, name),
                    colour_of(scenario, name),
                    summary.rate(name),
                    *summary.intervals[name],
                )
                for name in summary.wins
            ]
        )
        rows = [
            (
                outcome_name(scenario, name),
                str(wins),
                percent(summary.rate(name)),
                " to ".join(percent(end) for end in summary.intervals[name]),
                *(
                    f"{by[name]:.1f}" if name in by else ""
                    for by in (summary.score, summary.lost_steps, summary.lost_units)
                ),
            )
            for name, wins in summary.wins.items()
        ]
        heads = ("", "Games", "Share", "95 % interval", "Points", "Steps lost", "Units lost")
        stopped = f" The umpire stopped {len(summary.stopped)}: {summary.stopped[0][1]}" if summary.stopped else ""
        said = self._named(balance(summary, scenario)) + stopped
        return self._page(said, chart, ResultsTable("Games won", heads, rows))

    def _turns(self, version: Version) -> QWidget:
        summary, scenario = version.summary, version.scenario
        charts = []
        if summary.score_by_turn:
            charts.append(_by_turn(scenario, summary.score_by_turn, "points"))
        charts.append(_by_turn(scenario, summary.lost_by_turn, "steps lost"))
        return self._page(self._named("Means at the end of each turn."), *charts)

    def _objectives(self, version: Version) -> QWidget:
        held, scenario = version.summary.held_by_turn, version.scenario
        if not held:
            return self._page("Nothing is held in this scenario: its victory conditions name no hexes.")
        heads = ("Objective", "Held by", *(f"Turn {turn}" for turn in range(1, len(held) + 1)))
        rows = [
            (place_name(scenario, place), name, *(percent(by.get(place, {}).get(key, 0.0)) for by in held))
            for place in held[-1]
            for key, name in (*((key, side.name) for key, side in scenario.sides.items()), ("", "No side"))
            if any(by.get(place, {}).get(key) for by in held)
        ]
        said = self._named("Who holds what at the end of each turn, in how many of the games.")
        return self._page(said, ResultsTable("Objectives by turn", heads, rows))

    def _units(self, version: Version) -> QWidget:
        idle = ", ".join(never_fought(self.trial))
        said = self._named(f"Never fight: {idle}." if idle else "Every unit fights in some game.")
        heads = ("Unit", "Side", "On the map", "Fights", "Is eliminated")
        return self._page(said, ResultsTable("Units in the trial", heads, unit_rows(version)))

    def _length(self, version: Version) -> QWidget:
        summary = version.summary
        chart = Chart("Games by number of turns")
        chart.columns(summary.lengths, "turns")
        said = f"{summary.turns:.1f} turns and {summary.actions:.0f} actions on average."
        return self._page(self._named(said), chart)

    def _comparison(self) -> QWidget:
        trial, made = self.trial, self.trial.comparison
        assert made is not None
        scenario, (first, second) = trial.first.scenario, trial.versions
        rows = [
            (
                outcome_name(scenario, name),
                percent(first.summary.rate(name)),
                percent(second.summary.rate(name)),
                f"{100 * one.share:+.1f}",
                " to ".join(f"{100 * end:+.1f}" for end in one.interval),
                chance(one.p),
            )
            for name, one in made.wins.items()
        ]
        heads = ("Wins", first.name, second.name, "Difference", "95 % interval", TEST)
        return self._page(verdict(trial, made), ResultsTable("Two versions", heads, rows))

    def _sweep(self) -> QWidget:
        trial = self.trial
        assert trial.lever is not None
        scenario = trial.first.scenario
        chart = Chart("Games won, with 95 % intervals")
        names = [name for name in (*scenario.sides, DRAW) if any(one.summary.wins[name] for one in trial.versions)]
        chart.lines(
            [
                Series(
                    outcome_name(scenario, name),
                    colour_of(scenario, name),
                    [100 * one.summary.rate(name) for one in trial.versions],
                    [(100 * low, 100 * high) for low, high in (one.summary.intervals[name] for one in trial.versions)],
                )
                for name in names
            ],
            [version.name for version in trial.versions],
            "% of games",
        )
        said = f"By the {trial.lever.title}, which is {trial.lever.value} in the scenario as it stands."
        said = "\n".join((said, *effects(trial)))
        return self._page(said, chart, ResultsTable("By value", sweep_heads(trial), sweep_rows(trial)))


def _by_turn(scenario: Scenario, rows: Sequence[Numbers], unit: str) -> Chart:
    chart = Chart(f"{unit.capitalize()} by turn")
    series = [
        Series(side.name, colour_of(scenario, key), [row.get(key) for row in rows])
        for key, side in scenario.sides.items()
    ]
    chart.lines(series, [str(turn) for turn in range(1, len(rows) + 1)], unit)
    return chart
