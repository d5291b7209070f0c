"""Rulebooks and player aids on pages: nothing is cut off, heads stay with what they head, the same pages each time."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from editor.output.paper.charts import ChartSlabs
from editor.output.paper.figures import is_behind, sides_of
from editor.output.paper.flow import FlowPage, FlowSegment, Slab, flow
from editor.output.paper.measures import MM, PageSize
from editor.output.paper.pages import PaperPages
from editor.output.paper.pictures import PagePictures
from editor.output.paper.writing import document_bytes, pdf_bytes, sheets_of
from engine.errors import HexwrightError
from engine.formats import load_scenario
from engine.paper.aids import player_aids
from engine.paper.model import (
    Callout,
    Chapter,
    CounterFigure,
    PaperDocument,
    PaperEntry,
    RulesChart,
    cell,
    heads,
    left,
    prose,
)
from engine.paper.rulebook import rulebook
from engine.paper.setup import setup_cards
from engine.paper.source import source_of

BODY = QRectF(0, 0, 100 * MM, 100 * MM)


@pytest.fixture(scope="module")
def book(qapp: QApplication) -> PaperPages:
    return PaperPages(rulebook(source_of(load_scenario("bladensburg"))))


def nothing(painter: QPainter, x: float, y: float, width: float) -> None:
    """Paints nothing."""


def slabs(*heights: float, keep: tuple[int, ...] = ()) -> list[Slab]:
    return [Slab(height * MM, nothing, keep=number in keep) for number, height in enumerate(heights)]


def heights(pages: list[FlowPage]) -> list[list[float]]:
    return [[round(one.slab.height / MM) for one in page.placed] for page in pages]


# -- flow ---------------------------------------------------------------------------------------------------------


def test_slabs_fill_pages_in_their_order() -> None:
    pages = flow([FlowSegment(slabs(60, 30, 20))], BODY)
    assert heights(pages) == [[60, 30], [20]]


def test_a_head_goes_along_with_what_it_heads() -> None:
    pages = flow([FlowSegment(slabs(80, 10, 30, keep=(1,)))], BODY)
    assert heights(pages) == [[80], [10, 30]]


def test_a_chain_that_no_page_holds_is_broken_all_the_same() -> None:
    pages = flow([FlowSegment(slabs(*[30] * 7, keep=tuple(range(6))))], BODY)
    assert heights(pages) == [[30] * 3, [30] * 3, [30]]


def test_a_slab_higher_than_a_page_has_a_page_of_its_own() -> None:
    assert heights(flow([FlowSegment(slabs(10, 500, 10))], BODY)) == [[10], [500], [10]]


def test_columns_end_alike() -> None:
    page = flow([FlowSegment(slabs(*[10] * 8), 2)], BODY)[0]
    lefts = {one.x for one in page.placed}
    assert len(lefts) == 2
    assert [sum(one.x == x for one in page.placed) for x in sorted(lefts)] == [4, 4]


def test_the_head_of_a_chart_is_repeated_where_it_goes_on() -> None:
    head = Slab(5 * MM, nothing)
    rows = slabs(*[30] * 5)
    for row in rows:
        row.head = head
    assert heights(flow([FlowSegment([head, *rows])], BODY)) == [[5, 30, 30, 30], [5, 30, 30]]


def test_a_chapters_heading_needs_room_for_its_beginning() -> None:
    segments = [
        FlowSegment(slabs(80)),
        FlowSegment(slabs(20, 20, keep=(0,)), 1, False, Slab(5 * MM, nothing, name="two")),
    ]
    pages = flow(segments, BODY)
    assert [page.names for page in pages] == [[], ["two"]]


def test_too_many_pages_are_refused() -> None:
    with pytest.raises(HexwrightError, match="more than 1,000 pages"):
        flow([FlowSegment(slabs(*[90] * 1001))], BODY)


# -- pages --------------------------------------------------------------------------------------------------------


def bodies(pages: PaperPages) -> list[FlowPage]:
    """The pages of slabs among the pages."""
    found = [getattr(page.paint_body, "args", (None,))[0] for page in pages.pages]
    return [one for one in found if isinstance(one, FlowPage)]


@pytest.mark.parametrize("name", ["bladensburg", "fm_first_steps", "sns_first_steps"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_all_that_is_set_lies_within_the_margins(qapp: QApplication, name: str, paper: str) -> None:
    source = source_of(load_scenario(name))
    for document in (player_aids(source), *setup_cards(load_scenario(name))):
        body = PageSize.of(paper).body.adjusted(-1, -1, 1, 1)
        for page in bodies(PaperPages(document, paper)):
            for one in page.placed:
                assert body.contains(QRectF(one.x, one.y, one.width, one.slab.height))


def test_nothing_lies_on_anything_else(book: PaperPages) -> None:
    for page in bodies(book):
        places = [QRectF(one.x, one.y, one.width, one.slab.height).adjusted(1, 1, -1, -1) for one in page.placed]
        assert not [(a, b) for n, a in enumerate(places) for b in places[:n] if a.intersects(b)]


def test_the_contents_name_the_pages_where_chapters_begin(book: PaperPages) -> None:
    begins = {name: page.number for page, body in zip(book.pages[1:], bodies(book), strict=True) for name in body.names}
    painted = [one.slab.paint for one in bodies(book)[0].placed[1:]]
    lines = [one.args for one in painted if isinstance(one, partial)]
    assert {name: int(number) for name, number in lines} == begins
    assert len(begins) == len(book.document.chapters)


def test_pages_are_numbered_through_from_the_title(book: PaperPages) -> None:
    assert [page.number for page in book.pages] == [0, *range(2, len(book) + 1)]


def test_the_same_pages_are_the_same_bytes(book: PaperPages) -> None:
    made = [pdf_bytes("Bladensburg", "a4", sheets_of(book)) for _ in range(2)]
    assert made[0] == made[1]
    assert made[0].startswith(b"%PDF-")
    assert made[0].count(b"/Type /Page\n") == len(book)


def test_a_page_shows_ink_and_samples(book: PaperPages) -> None:
    image = book.image(2, 30)
    colours = {image.pixelColor(x, y).name() for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}
    assert len(colours) > 20


def test_another_paper_is_refused(qapp: QApplication) -> None:
    with pytest.raises(HexwrightError, match="there is no paper 'b9'"):
        PageSize.of("b9")


# -- charts -------------------------------------------------------------------------------------------------------


def chart_of(*texts: str, rows: int = 4) -> RulesChart:
    return RulesChart(
        "Chart", heads(*texts), tuple((left("row"), *(cell("1") for _ in texts[1:])) for _ in range(rows))
    )


def test_a_chart_fills_the_width_that_it_is_given(qapp: QApplication) -> None:
    pictures = PagePictures(PaperDocument("t", "s"))
    for width in (40 * MM, 80 * MM, 170 * MM):
        for chart in (chart_of("a", "b"), chart_of("a " * 60, "b " * 60, "c" * 300)):
            assert ChartSlabs(chart, width, pictures).width == pytest.approx(width)


def test_a_wide_chart_runs_across_both_columns(qapp: QApplication) -> None:
    pictures, column = PagePictures(PaperDocument("t", "s")), PageSize.of("a4").column
    assert not ChartSlabs.is_wide(chart_of("Die", "1:1", "2:1"), column, pictures)
    assert ChartSlabs.is_wide(chart_of("Die", *["a long heading"] * 6), column, pictures)


def test_call_outs_stand_on_both_sides_from_the_top() -> None:
    places = [(0.1, 0.9), (0.2, 0.1), (0.5, 0.5), (0.9, 0.4), (0.8, 0.2)]
    at_left, at_right = sides_of([Callout(x, y, "text") for x, y in places])
    assert [(one.x, one.y) for one in at_left] == [(0.2, 0.1), (0.5, 0.5), (0.1, 0.9)]
    assert [one.y for one in at_right] == [0.2, 0.4]


def test_a_figure_between_others_has_its_line_below_the_counter() -> None:
    row = [Callout(x, 0.85, str(x)) for x in (0.2, 0.5, 0.8)]
    assert [is_behind(one, row) for one in row] == [False, True, False]
    assert sides_of(row)[0][-1].text == "0.5"


# -- what files may say -------------------------------------------------------------------------------------------

LONG = "W" * 200_000


def hostile(text: str) -> PaperDocument:
    """A document that says a text everywhere."""
    scenario = load_scenario("first_steps")
    unit = next(iter(scenario.units))
    scenario = scenario.with_(
        name=text[:1000],
        units={key: replace(one, name=text) if key == unit else one for key, one in scenario.units.items()},
    )
    chart = RulesChart(
        text, heads(text, text), ((left(text), replace(left(text), units=(unit, "nobody"))),), (text,), text, text
    )
    figure = CounterFigure(unit, text, (Callout(0.5, 0.5, text, text),))
    entry = PaperEntry(text, text, (prose(text), prose(text, "why"), chart, figure))
    chapters = (Chapter(text, text, (entry,)),)
    return PaperDocument(text, text, (prose(text, "lead"),), chapters, True, scenario.map, scenario)


@pytest.mark.parametrize("text", [LONG, "<b>x</b>" * 50, "\x00\x07‮⁦a", "🂡漢字" * 40, " \t\n " * 100, ""])
def test_whatever_names_say_is_printed_as_text(qapp: QApplication, text: str) -> None:
    pages = PaperPages(hostile(text))
    assert len(pages) < 120
    for number in range(min(4, len(pages))):
        assert not pages.image(number, 20).isNull()


def test_a_document_of_another_ending_is_refused(qapp: QApplication) -> None:
    with pytest.raises(HexwrightError, match=r"a document ends in \.pdf, \.html, \.md, not"):
        document_bytes([hostile("x")], ".doc")
