"""The page of a trial: it holds what was counted, its map shows the losses where they were, and nothing is fetched."""

from __future__ import annotations

import base64
import re
from html import unescape
from html.parser import HTMLParser
from math import hypot

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from editor.output.trial_report import report
from editor.tables.scale import PER_PACE
from engine.formats import load_scenario
from engine.tables.places import PACE, BasePlace
from engine.trials import TrialSpec
from engine.trials.sweeping import parse
from engine.trials.trial import Planned, Trial, TrialPlan, carry_out, compared, swept

VOID = {"meta", "br", "img"}


class Nesting(HTMLParser):
    """Every tag is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def spec(games: int = 5) -> TrialSpec:
    scenario = load_scenario("first_steps")
    return TrialSpec(scenario, dict.fromkeys(scenario.sides, "staff"), games)


def read(trial: Trial) -> str:
    page = report(trial)
    parser = Nesting()
    parser.feed(page)
    assert parser.open == []
    assert re.findall(r'(?:src|href)="(?!data:)', page) == []
    return page


@pytest.mark.usefixtures("qapp")
def test_a_report_of_one_scenario() -> None:
    trial = carry_out(TrialPlan((Planned("First Steps", spec()),)))
    summary = trial.first.summary
    page = read(trial)
    words = unescape(re.sub(r"<[^>]+>", " ", page))
    for side in ("United States", "Anglo-Canadian"):
        assert side in words
    assert "5 games, seeds 1 to 5; United States: staff, Anglo-Canadian: staff" in words
    assert f"{100 * summary.rate('us'):.1f} %" in words
    assert "The west slope (F1004)" in words
    assert page.count("<tr><td>") == 3 + len(summary.units)
    tips = re.findall(r"<polygon[^>]*><title>(\w+): ([\d.]+) steps a game</title>", page)
    assert {name: float(steps) for name, steps in tips} == {
        name: pytest.approx(sum(by.values()), abs=0.005) for name, by in summary.lost_at.items()
    }
    deepest = max(re.findall(r'fill-opacity="([\d.]+)"><title>(\w+)', page))[1]
    assert sum(summary.lost_at[deepest].values()) == max(sum(by.values()) for by in summary.lost_at.values())


def test_the_map_of_losses_is_a_picture_of_the_map(qapp: QApplication) -> None:
    page = report(carry_out(TrialPlan((Planned("First Steps", spec(2)),))))
    found = re.search(r'data:image/jpeg;base64,([^"]+)"', page)
    assert found is not None
    picture = QImage.fromData(base64.b64decode(found[1]))
    assert max(picture.width(), picture.height()) == 1400
    middle = picture.height() // 2
    assert len({picture.pixel(x, middle) for x in range(0, picture.width(), 7)}) > 20


@pytest.mark.usefixtures("qapp")
def test_a_report_of_two_versions_and_of_a_sweep() -> None:
    two = read(carry_out(compared(Planned("Old", spec(3)), Planned("New & better", spec(3)))))
    assert "may be chance" in two
    assert "New &amp; better" in two
    made = read(carry_out(swept(spec(2), *parse("reinforcements.Cavalry.turn=1,2", spec().scenario))))
    assert "By the turn on which Cavalry arrives" in made
    assert made.count("<tr><td>") == 2 + len(spec().scenario.units)


@pytest.mark.usefixtures("qapp")
def test_the_map_of_losses_on_a_table_tints_bases() -> None:
    scenario = load_scenario("teaching_table")
    spec = TrialSpec(scenario, dict.fromkeys(scenario.sides, "random"), 1)
    page = report(carry_out(TrialPlan((Planned("Table", spec),))))
    shapes = re.findall(r'<polygon points="([^"]+)"[^>]*><title>([^<]*)', page)
    assert shapes
    points, told = shapes[0]
    x, y = (float(number) / PER_PACE for number in points.split()[0].split(","))
    place = scenario.map.find(told.partition(":")[0])
    assert isinstance(place, BasePlace)
    assert hypot(x - place.x / PACE, y - place.y / PACE) <= 42
