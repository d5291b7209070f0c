"""A whole game to print: its parts, their names, the same bytes each time, and what is refused."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from editor.canvas.drawing.faces import USUAL_LOOK
from editor.canvas.pieces import pieces_of_setup
from editor.commandline import cli
from editor.output.paper.bundle import BundleSetup, bundle_parts, map_plan, print_bundle, readme
from editor.output.paper.measures import MM
from editor.tables.canvas.faces import face_of
from editor.tables.drawing.bases import draw_base
from editor.tables.printing.papers import plan_bases
from editor.tables.scale import PER_PACE
from engine.errors import HexwrightError
from engine.exchange.bases import depth_of
from engine.formats import load_scenario
from engine.formats.holding import held
from engine.scenario import Scenario

PARTS = ["rulebook", "player-aids", "setup-united-states", "setup-anglo-canadian", "map", "counters"]


@pytest.fixture(autouse=True)
def elsewhere(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Pictures need an application; the first one made is that of all tests.
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load_scenario("first_steps")


def pages_of(pdf: bytes) -> int:
    return pdf.count(b"/Type /Page\n")


def test_an_archive_has_a_part_for_each_thing_and_says_what_they_are(scenario: Scenario) -> None:
    path = Path("game.zip")
    made = print_bundle(scenario, path, BundleSetup())
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["README.txt", *(f"{name}.pdf" for name in PARTS)]
        readme = archive.read("README.txt").decode()
        for part in made:
            assert pages_of(archive.read(f"{part.name}.pdf")) == len(part.sheets)
            assert f"{part.name}.pdf: " in readme
    assert readme.startswith("Made by Hexwright: a game to print.\n\nFirst Steps\n")
    there = held(path)
    assert there is not None
    assert (there.kind, there.ours) == ("bundle", True)
    first = path.read_bytes()
    print_bundle(scenario, path, BundleSetup())
    assert path.read_bytes() == first


def test_one_pdf_has_the_pages_of_all_parts(scenario: Scenario) -> None:
    made = print_bundle(scenario, Path("game.pdf"), BundleSetup(paper="letter"))
    data = Path("game.pdf").read_bytes()
    assert pages_of(data) == sum(len(part.sheets) for part in made)
    assert b"/MediaBox [0 0 612" in data, "upright"
    assert b"/MediaBox [0 0 792" in data, "the map lies across"


def test_hexes_are_as_large_as_counters_need(scenario: Scenario) -> None:
    assert map_plan(scenario, BundleSetup()).setup.hex_mm == pytest.approx(scenario.counters.size + 3.2)
    assert map_plan(scenario, BundleSetup(hex_mm=25)).setup.hex_mm == 25


def test_a_scenario_without_units_has_no_counters_and_no_cards(scenario: Scenario) -> None:
    empty = scenario.with_(units={}, setup={}, arrivals=(), deployments=(), pools={})
    assert [part.name for part in bundle_parts(empty, BundleSetup())] == ["rulebook", "player-aids", "map"]


def test_sides_of_odd_names_have_parts_of_their_own(scenario: Scenario) -> None:
    sides = {key: replace(side, name="../../敵 <b>") for key, side in scenario.sides.items()}
    names = [part.name for part in bundle_parts(scenario.with_(sides=sides), BundleSetup())]
    assert names[2:4] == ["setup-b", "setup-b-2"]


def test_a_battle_on_a_table_has_maps_of_the_deployments() -> None:
    parts = {part.name: part for part in bundle_parts(load_scenario("teaching_table"), BundleSetup())}
    cards = [part for name, part in parts.items() if name.startswith("setup-")]
    assert [len(part.sheets) for part in cards] == [2, 2]


@pytest.mark.parametrize("wide", [0.0, 30.0])
def test_a_battle_on_a_table_has_bases_to_be_cut_out_in_place_of_counters(wide: float) -> None:
    scenario = load_scenario("teaching_table")
    setup = BundleSetup("letter", hex_mm=wide)
    parts = {part.name: part for part in bundle_parts(scenario, setup)}
    assert "counters" not in parts
    size = wide or 40.0
    assert parts["bases"].about.startswith(f"bases, {size:g} mm wide")
    pages = plan_bases(scenario, (215.9, 279.4), size)
    assert len(parts["bases"].sheets) == len(pages)
    places = [(key, place) for page in pages for key, place in page]
    assert {key for key, _ in places} == set(scenario.units)
    assert all(
        place.width() == size and place.right() < 215.9 - 11 and place.bottom() < 279.4 - 11 for _, place in places
    )
    per_pace = map_plan(scenario, setup).setup.unit * PER_PACE
    assert per_pace * 80 == pytest.approx(size), "the table is of the same scale"
    assert "both sides" not in readme(scenario, setup, list(parts.values()))


def test_bases_are_drawn_on_their_sheets() -> None:
    scenario = load_scenario("teaching_table")
    paint = next(part for part in bundle_parts(scenario, BundleSetup()) if part.name == "bases").sheets[0].paint
    image = QImage(210, 297, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.scale(1 / MM, 1 / MM)
    paint(painter)
    painter.end()
    (_, first), *_ = plan_bases(scenario, (210.0, 297.0), 40.0)[0]
    inside = {image.pixel(x, round(first.center().y())) for x in range(13, 52)}
    assert len(inside) > 5
    assert image.pixel(5, 5) == 0xFFFFFFFF


def test_bases_are_as_large_on_a_fine_device_as_on_the_screen() -> None:
    scenario = load_scenario("teaching_table")
    piece = next(iter(pieces_of_setup(scenario, USUAL_LOOK)))
    face = face_of(piece, depth_of(scenario, piece.unit), scenario)
    drawn = []
    for dots in (3780, 47244):
        image = QImage(240, 240, QImage.Format.Format_RGB32)
        image.setDotsPerMeterX(dots)
        image.setDotsPerMeterY(dots)
        image.fill(0xFFFFFFFF)
        painter = QPainter(image)
        painter.translate(120, 60)
        draw_base(painter, face, 100.0)
        painter.end()
        drawn.append([image.pixel(x, y) for x in range(0, 240, 4) for y in range(0, 240, 4)])
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 2


def test_other_endings_are_refused(scenario: Scenario) -> None:
    with pytest.raises(HexwrightError, match=r"a game is printed to a \.pdf or \.zip file"):
        print_bundle(scenario, Path("game.tar"), BundleSetup())


# -- the command --------------------------------------------------------------------------------------------------


def test_the_command_says_how_many_pages_each_part_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bundle", "first_steps", "-o", "game.zip"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "game.zip"
    assert [line.partition(":")[0] for line in said[:-1]] == PARTS
    assert zipfile.ZipFile(io.BytesIO(Path("game.zip").read_bytes())).testzip() is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["first_steps", "-o", "game.doc"], "a game is printed to a .pdf or .zip file"),
        (["no_such_battle", "-o", "game.zip"], "no scenario or map of that name"),
        (["first_steps", "-o", "nowhere/game.zip"], "there is no folder nowhere"),
        (["first_steps", "-o", "game.zip", "--hex-mm", "wide"], "is not a length in millimetres"),
        (["first_steps", "-o", "game.zip", "--hex-mm", "300"], "hexes are from 2 to 100 mm across"),
        (["first_steps", "-o", "game.zip", "--paper", "b9"], "invalid choice"),
    ],
)
def test_what_cannot_be_printed_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bundle", *words]) == 2
    assert said in capsys.readouterr().err
    assert list(Path().iterdir()) == []


def test_a_strangers_archive_is_not_replaced_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    with zipfile.ZipFile("game.zip", "w") as archive:
        archive.writestr("letters.txt", "mine")
    before = Path("game.zip").read_bytes()
    assert cli.main(["bundle", "first_steps", "-o", "game.zip"]) == 2
    assert "was not replaced" in capsys.readouterr().err
    assert Path("game.zip").read_bytes() == before
