"""The live example: a small battle under the rules of a text as they are, and what it answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzzed import case
from kit_files import first_steps
from sweeps import seeds
from written_conditions import ROOT

from engine.errors import HexwrightError
from engine.kit.citations import citations
from engine.kit.example.answers import ExampleAnswer, ExampleKind, Tone
from engine.kit.example.layout import ExampleBook, asked_at, laid_out
from engine.kit.reading import read_system_text

BANKS = Path(__file__).parent / "two_banks.yaml"
TEXT = BANKS.read_text(encoding="utf-8")
SHIPPED = sorted((ROOT / "resources" / "systems").glob("*/system.yaml"))
SHIPPED += sorted((ROOT / "resources" / "systems" / "templates").glob("*.yaml"))


def asked(book: ExampleBook, kind: ExampleKind, text: str = TEXT, **moved: str) -> ExampleAnswer:
    """What the example of a text answers about its first unit and its first enemy."""
    book.take(text, BANKS)
    assert book.example is not None, book.trouble
    unit = next(iter(book.example.units))
    return book.example.ask(kind, unit, next(iter(book.example.enemies(unit))), moved)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parent.name if path.stem == "system" else path.stem)
def test_every_file_that_ships_has_an_example_of_each_question(path: Path) -> None:
    example = laid_out(read_system_text(path.read_text(encoding="utf-8"), path))
    assert list(example.units) == [f"own-{name}" for name in example.model.units.types]
    for unit in list(example.units)[:3]:
        for kind in ExampleKind:
            answer = example.ask(kind, unit, "enemy-1", {})
            assert answer.lines
            assert set(answer.hexes) <= {example.scenario.map.spell(h) for h in example.scenario.map.grid.hexes}


def test_the_map_has_every_ground_of_the_rules() -> None:
    book = ExampleBook()
    asked(book, ExampleKind.REACH)
    assert book.example is not None
    field, model = book.example.rules.field, book.example.model
    assert set(field.ground.terrain) == set(model.ground.terrain)
    assert {name for kinds in field.ground.sides.values() for name in kinds} >= set(model.ground.hexsides)


def test_a_changed_figure_is_seen_at_once() -> None:
    book = ExampleBook()
    far = asked(book, ExampleKind.REACH)
    near = asked(book, ExampleKind.REACH, TEXT.replace("clear: 1", "clear: 2"))
    assert len(near.hexes) < len(far.hexes)
    assert {tone for tone, _ in far.hexes.values()} == {Tone.REACHED, Tone.ZONE}
    assert far.lines[0].rule == "two_banks:4"
    free = asked(book, ExampleKind.REACH, TEXT.replace("enter: stop", "enter: free"))
    assert set(free.hexes) > set(far.hexes), "who does not stop in a zone gets beyond it"


def test_odds_tell_column_shifts_and_shares_with_their_paragraphs() -> None:
    book = ExampleBook()
    answer = asked(book, ExampleKind.ODDS)
    assert answer.lines[0].text == "attack: 4 against 3"
    assert sum(share.chance for share in answer.shares) == pytest.approx(1, abs=0.001)
    woods = "{when: {defender_in: {terrain: clear}}, columns: -1, says: open ground}"
    shifted = asked(book, ExampleKind.ODDS, TEXT.replace("shifts: [", f"shifts: [{woods}, "))
    assert any(line.text == "-1 column: open ground" and line.rule == "two_banks:6" for line in shifted.lines)


def test_rules_that_cannot_be_used_leave_the_last_example_and_say_why() -> None:
    book = ExampleBook()
    asked(book, ExampleKind.REACH)
    last = book.example
    for broken, said in (
        (TEXT.replace("zones:", "zone:"), "Line 13: "),
        (TEXT + "\n  - [", "Line "),
        (TEXT.replace("table: crt", "table: other"), "Line "),
        ("", ""),
    ):
        book.take(broken, BANKS)
        assert book.trouble
        assert book.trouble.startswith(said)
        assert book.example is last
    book.take(TEXT, BANKS)
    assert not book.trouble


def test_each_page_has_its_question_and_a_unit_that_can_be_asked() -> None:
    path = next(one for one in SHIPPED if one.parent.name == "bladensburg")
    read = read_system_text(path.read_text(encoding="utf-8"), path)
    assert read.section is not None
    data = read.section.data
    pages = [("movement",), ("zones",), ("sight",), ("combat", 0, "shifts"), ("combat", 9), ("tables", "crt"), ()]
    asked = [asked_at(page, data) for page in pages]
    assert [one.value for one, _ in asked] == ["reach", "zones", "sight", "odds", "odds", "odds", "reach"]
    assert asked[3][1] == "bombard"
    example = laid_out(read)
    assert example.first_unit("bombard") == "own-artillery"
    answer = example.ask(ExampleKind.ODDS, "own-artillery", "enemy-1", {}, "bombard")
    assert [line.text for line in answer.lines if "not allowed" in line.text] == []


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parent.name)
def test_each_kind_of_combat_has_an_example_that_is_legal(path: Path) -> None:
    example = laid_out(read_system_text(path.read_text(encoding="utf-8"), path))
    for kind in example.model.combat:
        unit = example.first_unit(kind.name)
        enemy = example.first_enemy(unit, kind.name)
        answer = example.ask(ExampleKind.ODDS, unit, enemy, {}, kind.name)
        assert [line.text for line in answer.lines if "not allowed" in line.text] == [], kind.name
        assert answer.lines[0].rule != f"{example.model.name}:combat.{kind.name}" or not (kind.rule or kind.rules)


def test_dice_of_units_say_what_is_lost_on_average() -> None:
    path = next(one for one in SHIPPED if one.parent.name == "winter_line")
    example = laid_out(read_system_text(path.read_text(encoding="utf-8"), path))
    answer = example.ask(ExampleKind.ODDS, "own-infantry", "enemy-1", {}, "attack")
    assert answer.lines[-1].text == "steps lost on average: attacker 1.5, defender 2"


@pytest.mark.parametrize("number", seeds(4, 500))
def test_a_broken_file_has_an_example_or_a_line_that_says_why_not(number: int) -> None:
    book, text = ExampleBook(), case(number)
    book.take(text, BANKS)
    assert (book.example is None) is bool(book.trouble)
    if book.example is not None:
        unit = book.example.first_unit()
        assert all(book.example.ask(kind, unit, "enemy-1", {}).lines for kind in ExampleKind)


def test_nothing_is_bound_again_that_rules_do_not_depend_on() -> None:
    book = ExampleBook()
    asked(book, ExampleKind.REACH)
    first = book.example
    book.take(TEXT + "\n# a remark\n", BANKS)
    assert book.example is first
    book.take(TEXT.replace("clear: 1", "clear: 2"), BANKS)
    assert book.example is not None
    assert first is not None
    assert book.example is not first
    assert book.example.scenario.map is first.scenario.map, "the same ground need not be drawn again"


def test_hooks_that_are_not_trusted_are_never_run(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    (tmp_path / "hooks.py").write_text(f"open({str(ran)!r}, 'w').close()\ndef turn_begins(view):\n    return []\n")
    book = ExampleBook()
    path = tmp_path / "hooked.yaml"
    path.write_text(f"{TEXT}\nhooks: ./hooks.py\n", encoding="utf-8")
    book.take(path.read_text(encoding="utf-8"), path)
    assert "trust" in book.trouble
    assert book.example is None
    assert not ran.exists()


def test_a_scenario_of_its_own_takes_the_place_of_what_is_made_up() -> None:
    read = read_system_text(TEXT, BANKS)
    example = laid_out(read, first_steps())
    assert "us-1" in example.units
    answer = example.ask(ExampleKind.REACH, "us-1", "ac-1", {"us-1": "F0604"})
    assert "F0603" in answer.hexes
    with pytest.raises(HexwrightError):
        laid_out(read_system_text("format: hexwright-system 1\n", None))


def test_a_paragraph_knows_what_rests_on_it() -> None:
    read = read_system_text(TEXT, BANKS)
    assert read.section is not None
    data = read.section.data
    found = citations(data)
    assert found["5"] == [("zones",)]
    assert found["6"] == [("combat", 0)]
    assert citations({"zones": {"rules": {"enter": "4.3"}}, "x": [3, None]}) == {"4.3": [("zones", "enter")]}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  enter: stop", "  reach: front", "zones reach the front hexes, but the rules have no facing"),
        ('    "3": [', "    often: [", "'often' is not a number of times in a row"),
    ],
)
def test_half_made_rules_have_a_line_that_says_why_not(old: str, new: str, said: str) -> None:
    path = next(one for one in SHIPPED if one.parent.name == "winter_line")
    book = ExampleBook()
    book.take(path.read_text(encoding="utf-8").replace(old, new), path)
    assert said in book.trouble
