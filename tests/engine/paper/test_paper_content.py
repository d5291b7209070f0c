"""What rulebooks, player aids and set-up cards say, for each rules system that ships."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import data
from engine.formats import load_scenario
from engine.paper.aids import player_aids
from engine.paper.model import ListOfItems, PaperDocument, RulesChart, TextPart, TurnRecordTrack
from engine.paper.rulebook import rulebook
from engine.paper.setup import setup_cards
from engine.paper.source import PaperSource, named_system, source_of
from engine.paper.written import rows_by_dice
from engine.play import registry
from engine.scenario import Scenario

GAMES = (
    "bladensburg",
    "the_ridge",
    "winter_line",
    "first_steps",
    "fm_first_steps",
    "sns_first_steps",
    "dahomey",
    "teaching_table",
)
KEYS = re.compile(r"\b[a-z]+_[a-z_]+\b")
"""A key of a file or table, which readers of paper do not know."""


@pytest.fixture(scope="module", params=GAMES)
def source(request: pytest.FixtureRequest) -> PaperSource:
    """A shipped scenario of each system."""
    return source_of(load_scenario(request.param))


@pytest.fixture(scope="module")
def bladensburg() -> PaperSource:
    return source_of(load_scenario("bladensburg"))


def texts(document: PaperDocument) -> Iterator[str]:
    """Every text of a document."""
    yield document.title
    for chapter in document.chapters:
        yield chapter.title
        for entry in chapter.entries:
            yield entry.title
    for part in document.parts():
        if isinstance(part, TextPart):
            yield part.text
        elif isinstance(part, ListOfItems):
            yield from ("".join(span.text for span in item) for item in part.items)
        elif isinstance(part, RulesChart):
            yield from (part.title, part.caption, part.origin, *part.notes)
            yield from (cell.text for row in (part.head, *part.rows) for cell in row)
        elif isinstance(part, TurnRecordTrack):
            yield from (text for space in part.spaces for text in (space.label, *space.marks, *space.events))
        else:
            yield from (text for one in part.callouts for text in (one.text, one.value))


def chart(document: PaperDocument, title: str) -> RulesChart:
    """The chart of a title."""
    return next(one for one in document.charts() if one.title == title)


def figures(one: RulesChart) -> dict[str, tuple[str, ...]]:
    """The rows of a chart by their first field."""
    return {row[0].text: tuple(cell.text for cell in row[1:]) for row in one.rows}


def test_names_are_printed_and_never_keys(source: PaperSource) -> None:
    for made in (rulebook(source), player_aids(source)):
        assert [text for text in texts(made) if KEYS.search(text)] == []


def test_a_rulebook_has_all_paragraphs_of_its_rules_in_their_order(source: PaperSource) -> None:
    book = rulebook(source)
    numbers = [entry.number for chapter in book.chapters for entry in chapter.entries if entry.number]
    assert len(numbers) >= 30
    mains = [chapter.number for chapter in book.chapters if chapter.number.isdecimal()]
    assert mains == sorted(mains, key=int) or source.system.name == "dbm"
    assert book.chapters[-2].title.startswith("The scenario: ")
    assert book.chapters[-1].title == "Credits and sources"


def test_aids_have_sequence_charts_counters_and_turns(source: PaperSource) -> None:
    aids = player_aids(source)
    titles = [chapter.title for chapter in aids.chapters]
    if source.system.name == "dbm":
        assert "Counters" not in titles, "on a table units are bases"
        assert chart(aids, "Bases").rows
    else:
        assert titles[0] == "Counters"
    assert titles[-1] == "Turn record"
    assert "Sequence of play" in titles
    assert len(list(aids.charts())) >= 4
    assert source.scenario is not None
    track = next(part for part in aids.parts() if isinstance(part, TurnRecordTrack))
    assert len(track.spaces) == source.scenario.turns.count


@pytest.mark.parametrize(
    ("name", "says", "rule"),
    [
        ("fm", "Move mobile units that have not moved.", "5.5"),
        ("fm", "Attack with mobile units that have not attacked.", "4.1"),
        ("tlg2", "those that begin in one stay", "4.1"),
        ("tlg2", "and that of a creek without a bridge", "4.16"),
        ("tlg2", "that of a slope only uphill", "6.9"),
        ("sns2", "Units that are not fed are demoralized, or lost if they were.", "12.4"),
        ("sns2", "Defender attacked from the march", "20.31"),
        ("sns2", "Units demoralized", "8.51"),
        ("sns2", "only the best in the hex counts", "8.6"),
    ],
)
def test_what_is_typed_by_hand_says_what_the_rules_say(name: str, says: str, rule: str) -> None:
    known = named_system(name)
    assert known is not None
    assert any(says in text for text in texts(player_aids(known))), rule


def test_dice_that_mean_the_same_stand_in_one_row() -> None:
    rows = {0: "a", 1: "b", 2: "b", 3: "c", 4: "c"}
    assert list(rows_by_dice(rows)) == [("0", "a"), ("1 to 2", "b"), ("3 to 4", "c")]
    assert list(rows_by_dice(rows, open_ends=True)) == [("0 or less", "a"), ("1 to 2", "b"), ("3 or more", "c")]


def test_charts_are_whole(source: PaperSource) -> None:
    """No row has more fields than the head, and each chart has rows."""
    for made in (rulebook(source), player_aids(source)):
        for one in made.charts():
            assert one.rows, one.title
            width = sum(cell.across for cell in one.head)
            assert [row for row in one.rows if sum(cell.across for cell in row) != width] == [], one.title


def test_terrain_is_shown_with_samples_of_what_is_on_the_map(source: PaperSource) -> None:
    titled = "Going" if source.system.name == "dbm" else "Terrain effects"
    shown = chart(player_aids(source), titled)
    samples = [row[0].sample for row in shown.rows]
    assert samples
    assert all(kind is not None for kind in samples)


def test_rules_alone_have_aids_and_a_book() -> None:
    for name in registry.SYSTEMS:
        known = named_system(name)
        assert known is not None
        assert len(rulebook(known).chapters) > 4
        assert list(player_aids(known).charts())
    assert named_system("no such rules") is None


# -- Bladensburg: made from a file --------------------------------------------------------------------------------


def test_tables_stand_below_the_paragraphs_that_cite_them(bladensburg: PaperSource) -> None:
    found = {
        entry.number: [part.title for part in entry.parts if isinstance(part, RulesChart)]
        for chapter in rulebook(bladensburg).chapters
        for entry in chapter.entries
    }
    assert found["3.2"] == ["Terrain effects"]
    assert found["7.8"] == ["Assaults", "Assault: shifts", "Assault: results"]
    assert found["6.6"] == ["Congreve rockets", "Rockets: results"]
    assert found["7.1"] == []


def test_costs_and_shifts_are_those_of_the_file(bladensburg: PaperSource) -> None:
    shown = chart(player_aids(bladensburg), "Terrain effects")
    assert [cell.text for cell in shown.head] == ["Terrain", "Foot", "Horse", "Guns, Rockets", "Bombardment", "Assault"]
    rows = figures(shown)
    assert rows["Clear"] == ("1", "1", "1", "–", "–")
    assert rows["Forest (woods)"] == ("2", "3", "3", "1 left", "1 left")
    assert rows["Creek (ravine)"] == ("+2", "+3", "no", "–", "1 left")
    assert rows["Bridge"] == ("–", "–", "–", "1 right", "1 left")
    assert rows["Road"][:3] == ("½", "½", "½")


def test_results_are_explained_in_the_words_of_the_file(bladensburg: PaperSource) -> None:
    assert figures(chart(player_aids(bladensburg), "Assault: results"))["X"] == ("Both sides lose a step.",)


def test_a_combat_table_has_every_figure(bladensburg: PaperSource) -> None:
    model = bladensburg.file
    assert model is not None
    table = model.tables["assaults"]
    shown = chart(player_aids(bladensburg), "Assaults")
    assert tuple(cell.text for cell in shown.head[1:]) == table.columns
    assert [tuple(cell.text for cell in row[1:]) for row in shown.rows] == list(table.rows.values())


# -- systems that are code ----------------------------------------------------------------------------------------


def test_terrain_of_written_systems_has_the_figures_of_their_tables() -> None:
    tlg = figures(chart(player_aids(source_of(load_scenario("first_steps"))), "Terrain effects"))
    assert tlg["Forest"] == ("2", "3", "4", "1 left")
    fm = figures(chart(player_aids(source_of(load_scenario("fm_first_steps"))), "Terrain effects"))
    assert fm["Forest (woods)"] == ("2", "3", "Woods")


def test_a_scenarios_own_figures_are_printed() -> None:
    scenario = load_scenario("first_steps")
    changed = scenario.with_(tables={"entry_costs": {"hex": {"forest": {"infantry": 3}}}})
    assert figures(chart(player_aids(source_of(changed)), "Terrain effects"))["Forest"][0] == "3"


def test_lines_of_fire_and_movement_begin_later_on_the_ladder() -> None:
    rows = figures(chart(player_aids(source_of(load_scenario("fm_first_steps"))), "Combat results"))
    assert rows["Clear"][:6] == ("−5", "−4", "−3", "−2", "−1", "0")
    assert rows["Woods, Over a river"][:4] == ("", "", "−5", "−4")


def test_a_campaigns_book_has_no_paragraphs_of_the_others() -> None:
    titles = [chapter.title for chapter in rulebook(source_of(load_scenario("afghan"))).chapters]
    assert any("Second Afghan War" in title for title in titles)
    assert not any("Asante" in title or "Persia" in title for title in titles)


# -- set-up cards -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(data.scenarios().glob("*.yaml")), ids=lambda path: str(path.stem))
def test_a_card_shows_every_unit_of_its_side_and_none_of_another(path: Path) -> None:
    scenario = load_scenario(path.stem)
    for card, side in zip(setup_cards(scenario), _sides(scenario), strict=True):
        shown = {key for one in card.charts() for row in one.rows for cell in row for key in cell.units}
        own = {key for key, unit in scenario.units.items() if unit.side == side}
        assert shown <= own
        named = set(scenario.setup) | {key for group in scenario.deployments for key in group.units}
        named |= {key for arrival in scenario.arrivals for key in arrival.units}
        named |= {key for pool in scenario.pools.values() for key in pool.units}
        assert own & named <= shown


def _sides(scenario: Scenario) -> list[str]:
    return [key for key in scenario.sides if any(unit.side == key for unit in scenario.units.values())]


def test_no_name_of_a_hidden_group_is_on_the_enemys_card() -> None:
    scenario = load_scenario("afghan")
    hidden = [group for group in scenario.deployments if group.hidden]
    other = dict(zip(_sides(scenario), setup_cards(scenario), strict=True))
    for group in hidden:
        names = {scenario.units[key].called for key in group.units}
        for side, card in other.items():
            if side != group.side:
                assert not names & {word for text in texts(card) for word in text.split("; ")}
