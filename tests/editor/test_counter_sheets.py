"""Sheets of counters: true size, backs behind fronts, cutting marks at every cut, bleed around each counter."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from fields import scenario
from pdf_reading import page_lines, page_sizes
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.drawing.faces import look_in
from editor.output.counter_sheets import CounterPlan, CounterSheetSetup, paint_page, plan_counters, print_counters
from editor.output.sheets import PAPERS
from engine.errors import HexwrightError
from engine.scenario import Scenario, Unit
from engine.scenario.counters import CounterDesign, FormationLook

pytestmark = pytest.mark.usefixtures("qapp")
SCALE = 10
"""Pixels to a millimetre of the pictures that are looked at here."""


def army(count: int) -> Scenario:
    units = [Unit(f"us-{n}", "us", f"Unit {n}", "infantry", values={"strength": 8, "reduced": 4}) for n in range(count)]
    return scenario(units={unit.key: unit for unit in units}, setup={}, arrivals=())


def turned_over(plan: CounterPlan, place: QRectF) -> QRectF:
    """Where something on a front is seen from behind."""
    _, wide, high = PAPERS[plan.setup.paper]
    if plan.setup.flip == "long":
        return QRectF(wide - place.right(), place.top(), place.width(), place.height())
    return QRectF(place.left(), high - place.bottom(), place.width(), place.height())


def near(one: QRectF, other: QRectF) -> bool:
    pairs = zip(one.getRect(), other.getRect(), strict=True)
    return all(abs(a - b) < 1e-6 for a, b in pairs)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("size", [12.7, 15.9, 20.0])
def test_every_back_lies_behind_its_front(paper: str, flip: str, size: float) -> None:
    plan = plan_counters(army(170), CounterSheetSetup(size, paper, flip=flip))
    fronts = [page for page in plan.pages if not page.back]
    backs = [page for page in plan.pages if page.back]
    assert len(fronts) == len(backs) == plan.sheets > 0
    assert [page.back for page in plan.pages] == [False, True] * plan.sheets
    for front, back in zip(fronts, backs, strict=True):
        behind = dict(back.places)
        assert list(behind) == [key for key, _ in front.places]
        assert all(near(turned_over(plan, place), behind[key]) for key, place in front.places)


def test_all_units_are_printed_once_in_true_size_and_do_not_touch() -> None:
    plan = plan_counters(army(170), CounterSheetSetup(15.9, bleed=1.5, backs=False))
    keys = [key for page in plan.pages for key, _ in page.places]
    assert keys == [f"us-{n}" for n in range(170)]
    _, wide, high = PAPERS["a4"]
    for page in plan.pages:
        bled = [place.adjusted(-1.5, -1.5, 1.5, 1.5) for _, place in page.places]
        assert all((place.width(), place.height()) == (15.9, 15.9) for _, place in page.places)
        inner = QRectF(12, 12, wide - 24, high - 24).adjusted(-1e-6, -1e-6, 1e-6, 1e-6)
        assert all(inner.contains(one) for one in bled)
        shrunk = [one.adjusted(1e-6, 1e-6, -1e-6, -1e-6) for one in bled]
        assert not any(a.intersects(b) for i, a in enumerate(shrunk) for b in shrunk[:i])


def test_the_file_has_the_papers_size_and_a_mark_at_both_ends_of_every_cut(tmp_path: Path) -> None:
    made = army(60)
    plan = plan_counters(made, CounterSheetSetup(15.9, "letter"))
    path = tmp_path / "counters.pdf"
    print_counters(made, path, plan)
    assert len(page_sizes(path)) == len(plan.pages) == 2
    for wide, high in page_sizes(path):
        assert (round(wide, 1), round(high, 1)) == (215.9, 279.4)
    for page, lines in zip(plan.pages, page_lines(path), strict=True):
        upright = sorted({round((a[0] + b[0]) / 2, 1) for a, b in lines if abs(a[0] - b[0]) < 0.01 and _long(a, b)})
        level = sorted({round((a[1] + b[1]) / 2, 1) for a, b in lines if abs(a[1] - b[1]) < 0.01 and _long(a, b)})
        across = sorted({round(edge, 1) for _, place in page.places for edge in (place.left(), place.right())})
        down = sorted({round(edge, 1) for _, place in page.places for edge in (place.top(), place.bottom())})
        assert all(any(abs(x - seen) < 0.15 for seen in upright) for x in across)
        assert all(any(abs(y - seen) < 0.15 for seen in level) for y in down)


def _long(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return 3.5 < abs(a[0] - b[0]) + abs(a[1] - b[1]) < 4.5


def painted(made: Scenario, plan: CounterPlan, number: int) -> QImage:
    _, wide, high = PAPERS[plan.setup.paper]
    image = QImage(round(wide * SCALE), round(high * SCALE), QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    painter.scale(SCALE, SCALE)
    paint_page(painter, made, plan, plan.pages[number], look_in(made))
    painter.end()
    return image


def test_colour_goes_on_beyond_the_cut_and_marks_do_not_reach_it() -> None:
    made = army(3)
    plan = plan_counters(made, CounterSheetSetup(15.9, bleed=1.0))
    image, ground = painted(made, plan, 0), made.sides["us"].colour
    _, place = plan.pages[0].places[0]

    def colour(x: float, y: float) -> str:
        return image.pixelColor(round(x * SCALE), round(y * SCALE)).name()

    assert colour(place.left() - 0.8, place.center().y()) == ground
    assert colour(place.center().x(), place.top() - 0.8) == ground
    assert colour(place.center().x(), place.top() - 1.4) == "#ffffff"
    assert QColor(colour(place.left(), place.top() - 3.0)).lightness() < 120
    plain = painted(made, plan_counters(made, CounterSheetSetup(15.9, bleed=1.0, marks=False)), 0)
    assert plain.pixelColor(round(place.left() * SCALE), round((place.top() - 3.0) * SCALE)).name() == "#ffffff"


def test_a_stripe_goes_on_beyond_the_cut_too() -> None:
    made = army(1)
    unit = replace(made.units["us-0"], formation="Scott")
    design = CounterDesign(stripe="left", formations=(FormationLook("Scott", stripe="#b02020"),))
    made = made.with_(units={"us-0": unit}, counters=design)
    plan = plan_counters(made, CounterSheetSetup(20.0, bleed=1.5))
    for number, page in enumerate(plan.pages):
        image, (_, place) = painted(made, plan, number), page.places[0]
        for x, y in ((-1.2, 10.0), (1.0, -1.2), (1.0, 21.2)):
            spot = round((place.left() + x) * SCALE), round((place.top() + y) * SCALE)
            assert image.pixelColor(*spot).name() == "#b02020"


def test_the_back_of_a_unit_with_one_step_says_only_whose_it_is() -> None:
    made = army(2)
    single = replace(made.units["us-1"], values={"strength": 1})
    made = made.with_(units={**made.units, "us-1": single})
    plan = plan_counters(made, CounterSheetSetup(20.0))
    image = painted(made, plan, 1)

    def inked(key: str) -> int:
        place = dict(plan.pages[1].places)[key]
        part = image.copy(QRectF(place.topLeft() * SCALE, place.size() * SCALE).toRect())
        dark = QColor(made.sides["us"].ink).lightness() + 60
        return sum(part.pixelColor(x, y).lightness() < dark for x in range(part.width()) for y in range(part.height()))

    assert inked("us-1") < inked("us-0") / 8


def test_blocks_for_a_die_touch_within_and_have_gutters_between() -> None:
    made = army(60)
    setup = CounterSheetSetup(15.9, bleed=1.0, gutter=6.0)
    plan = plan_counters(made, setup)
    places = [place for _, place in plan.pages[0].places]
    across, down = sorted({round(p.left(), 3) for p in places}), sorted({round(p.top(), 3) for p in places})
    steps = [round(b - a, 3) for a, b in pairwise(across)]
    assert steps[:5] == [15.9, 15.9, 15.9, 15.9, 21.9]
    assert [round(b - a, 3) for a, b in pairwise(down)][:3] == [15.9, 21.9, 15.9]
    behind = dict(plan.pages[1].places)
    assert all(near(turned_over(plan, place), behind[key]) for key, place in plan.pages[0].places)
    image, ground = painted(made, plan, 0), made.sides["us"].colour

    def colour(x: float, y: float) -> str:
        return image.pixelColor(round(x * SCALE), round(y * SCALE)).name()

    corner = places[4]
    assert colour(corner.right() + 0.8, corner.center().y()) == ground, "it bleeds into the gutter"
    assert colour(corner.right() + 3.0, corner.center().y()) == "#ffffff"


def test_lines_between_the_counters_show_where_to_cut() -> None:
    made = army(4)
    without = painted(made, plan_counters(made, CounterSheetSetup(20.0, bleed=0.0)), 0)
    plan = plan_counters(made, CounterSheetSetup(20.0, bleed=0.0, lines=True))
    image, (_, place) = painted(made, plan, 0), plan.pages[0].places[1]
    spot = round(place.left() * SCALE), round((place.top() + 6) * SCALE)
    assert image.pixelColor(*spot).lightness() < without.pixelColor(*spot).lightness() - 20


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        (CounterSheetSetup(70.0), "5 to 60"),
        (CounterSheetSetup(15.9, bleed=9), "bleed"),
        (CounterSheetSetup(15.9, margin=2), "margins"),
        (CounterSheetSetup(60, margin=60, paper="letter", bleed=5), ""),
        (CounterSheetSetup(15.9, flip="round"), "long or short"),
        (CounterSheetSetup(15.9, gutter=30), "gutters"),
        (CounterSheetSetup(15.9, "a5"), "no paper"),
        (CounterSheetSetup(15.9, units=("nobody",)), "no units"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_words(setup: CounterSheetSetup, said: str) -> None:
    if not said:
        assert plan_counters(army(1), setup).columns == 1
        return
    with pytest.raises(HexwrightError, match=said):
        plan_counters(army(3), setup)


def hexwright(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "editor.commandline.cli", "counters", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_line_prints_them(tmp_path: Path) -> None:
    out = tmp_path / "juno.pdf"
    done = hexwright("juno", "-o", str(out), "--size", "12.7", "--fronts-only")
    assert (done.returncode, done.stderr) == (0, "")
    assert "100 counters of 12.7 mm on 1 sheet" in done.stdout
    assert len(page_sizes(out)) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("juno", "-o", "x.png"), ".pdf"),
        (("maps/juno.yaml", "-o", "x.pdf"), "is a map"),
        (("juno", "-o", "x.pdf", "--unit", "nobody"), "no unit 'nobody'"),
        (("juno", "-o", "nowhere/x.pdf"), "no folder nowhere"),
        (("juno", "-o", "x.pdf", "--size", "1"), "5 to 60"),
    ],
)
def test_the_command_line_refuses_in_words(words: tuple[str, ...], said: str) -> None:
    done = hexwright(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert not Path("x.pdf").exists()
