"""Web pages and Markdown of rulebooks: whatever a file says is text there, and the same document is the same text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from engine.formats import load_scenario
from engine.formats.holding import held
from engine.paper.aids import player_aids
from engine.paper.html import page
from engine.paper.markdown import markdown
from engine.paper.markup import parts_of
from engine.paper.model import (
    Chapter,
    ListOfItems,
    PaperDocument,
    PaperEntry,
    RulesChart,
    TextPart,
    heads,
    left,
    listed,
    prose,
)
from engine.paper.rulebook import rulebook
from engine.paper.source import source_of

NASTY = '<script>alert(1)</script><img src="file:///etc/passwd" onerror="x"> | * _ ` [a](b) # & \' "'


class Tags(HTMLParser):
    """What a page is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[tuple[str, str]] = set()
        self.said = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {(name, value or "") for name, value in attrs}

    def handle_data(self, data: str) -> None:
        self.said += data


def read(text: str) -> Tags:
    found = Tags()
    found.feed(text)
    return found


def document(text: str) -> PaperDocument:
    """A document that says something everywhere."""
    parts = (
        prose(text),
        prose(text, "why"),
        listed(text, text),
        RulesChart(text, heads(text, text), ((left(text), left(text)),), (text,), text, text),
    )
    return PaperDocument(text, text, (prose(text, "lead"),), (Chapter(text, text, (PaperEntry(text, text, parts),)),))


@pytest.fixture(scope="module")
def book() -> PaperDocument:
    return rulebook(source_of(load_scenario("bladensburg")))


def test_nothing_of_a_file_is_a_tag_of_the_page() -> None:
    found = read(page(document(NASTY)))
    assert not found.tags & {"script", "img", "iframe", "link", "object", "form"}
    assert not any(name.startswith("on") for name, _ in found.attributes)
    assert not any(name in ("src", "href") and not value.startswith("#c") for name, value in found.attributes)
    assert found.said.count("<script>alert(1)</script>") >= 10


def test_a_page_forbids_itself_scripts_and_addresses() -> None:
    assert "default-src 'none'" in page(document("x"))


def test_nothing_of_a_file_is_markup_in_markdown() -> None:
    said = markdown(document(NASTY))
    bare = re.sub(r"\\.", "", said)
    assert "<script" not in bare
    assert "](" not in bare
    lines = [line for line in said.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines} == {3}


def test_a_page_has_all_chapters_and_charts(book: PaperDocument) -> None:
    found = read(page(book))
    assert {"h1", "h2", "h3", "table", "nav"} <= found.tags
    for text in ("Terrain effects", "7.4 Crossing to attack", "Barney's command (4 units)", "Both sides lose a step."):
        assert text in found.said


def test_markdown_reads_as_a_text(book: PaperDocument) -> None:
    said = markdown(book)
    assert said.startswith("<!-- Made by Hexwright -->\n# Bladensburg 1814\n")
    assert "\n## 7 Assault\n" in said
    assert "\n### 7.8 Results\n" in said
    assert "| 1 | AL | AL | AL | AR | AC | X | DC |" in said


def test_the_same_document_is_the_same_text(book: PaperDocument) -> None:
    again = rulebook(source_of(load_scenario("bladensburg")))
    assert page(book) == page(again)
    assert markdown(book) == markdown(again)


def test_what_was_written_is_known_again(tmp_path_factory: pytest.TempPathFactory, book: PaperDocument) -> None:
    folder = tmp_path_factory.mktemp("known")
    for ending, text in (("html", page(book)), ("md", markdown(book))):
        path = folder / f"book.{ending}"
        path.write_text(text, encoding="utf-8")
        there = held(path)
        assert there is not None
        assert (there.kind, there.ours) == (ending, True)


def test_a_counter_has_its_call_outs_in_the_text() -> None:
    said = read(page(player_aids(source_of(load_scenario("first_steps"))))).said
    assert "Type of unit: " in said


def test_paragraphs_lists_and_stress_are_read() -> None:
    found = list(
        parts_of("One line\nand its end.\n\n- first\n- second\n  goes on\n\n1. a\n2. b\n\n**Bold** and *soft* 2*3*4")
    )
    assert [type(part) for part in found] == [TextPart, ListOfItems, ListOfItems, TextPart]
    first, dots, numbers, last = found
    assert isinstance(first, TextPart)
    assert first.text == "One line and its end."
    assert isinstance(dots, ListOfItems)
    assert [item[0].text for item in dots.items] == ["first", "second goes on"]
    assert isinstance(numbers, ListOfItems)
    assert numbers.numbered
    assert isinstance(last, TextPart)
    assert [(span.text, span.bold, span.italic) for span in last.spans] == [
        ("Bold", True, False),
        (" and ", False, False),
        ("soft", False, True),
        (" 2*3*4", False, False),
    ]


@pytest.mark.parametrize(
    "text", ["*" * 5000, "**a" * 3000, "- " * 2000, "1." * 2000, "\x00\x1b[31m", "\u2028", "- \n" * 500]
)
def test_odd_texts_are_read_and_lose_only_what_cannot_be_printed(text: str) -> None:
    assert not re.search(
        r"[\x00-\x08\x1b]",
        page(PaperDocument("t", "s", (), (Chapter("", "c", (PaperEntry("", "", tuple(parts_of(text))),)),))),
    )
