"""Comments written by hand outlive saving: they go along with what they belong to."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from format_fields import MAP, SCENARIO, maps, scenarios
from hypothesis import given, settings
from hypothesis import strategies as st
from sweeps import tries

from engine.formats import (
    CommentsLostError,
    dump_map,
    dump_scenario,
    load,
    load_palette,
    load_text,
    save_map,
    save_palette,
    save_scenario,
)
from engine.formats.comments import CommentPlace, EntryLines, find_comments, with_comments
from engine.formats.matching import Matches
from engine.formats.reading import parse_text
from engine.hexes.board.battlemap import BattleMap, Label
from engine.scenario import Scenario

BATTLE = """\
# yaml-language-server: $schema=scenario.json
# The battle.
format: hexwright-scenario 1   # version one
name: Small
system: tlg2

# The ground is flat.
map:
  grid: {columns: 4, rows: 3, numbering: {prefix: L}}  # tiny
  # hills
  regions:
    hill: {hexes: L0101 L0102}  # one hill
    # the end of regions
turns: {count: 4}
# Who fights.
sides:
  us: {name: United States} # blue
  # redcoats
  ac: {name: Anglo-Canadian}
units:
  # The regulars.
  us-9: {side: us, name: "9th # no comment", type: infantry, strength: 8}  # the ninth
  us-11: {side: us, name: 11th, type: infantry, strength: 4}
  # from Scotland
  ac-1: {side: ac, name: Royal Scots, type: infantry, strength: 8} # royal
  # more to come
# Where they stand.
setup:
  us-9: L0101  # on the hill
  ac-1: L0402
victory:
  scoring:
  # the hill
  - {kind: hold, hexes: L0101 L0102, points: 3}   # three
  # bodies
  - {kind: eliminated, points: 1}
  tie: ac # defenders
# the end
"""


def scenario_of(text: str) -> Scenario:
    loaded = load_text(text)
    assert isinstance(loaded.model, Scenario), loaded.findings
    return loaded.model


def saved(old: str, model: Scenario | BattleMap) -> str:
    """The text of a model that is saved over an old text."""
    new = dump_scenario(model) if isinstance(model, Scenario) else dump_map(model)
    kept = with_comments(new, old, "scenario" if isinstance(model, Scenario) else "map")
    assert kept.lost == []
    return kept.text


def comments_of(text: str) -> list[str]:
    return [comment.text for comment in find_comments(parse_text(text)[0])]


def remarks(text: str) -> list[str]:
    """Every comment by itself."""
    found = (line for comment in find_comments(parse_text(text)[0]) for line in comment.lines)
    return [line.strip() for line in found if line.strip()]


def above(text: str, entry: str) -> str:
    """The line above the one that begins with an entry."""
    lines = text.split("\n")
    return lines[next(n for n, line in enumerate(lines) if line.strip().startswith(entry)) - 1].strip()


def beside(text: str, entry: str) -> str:
    """The line that begins with an entry."""
    return next(line for line in text.split("\n") if line.strip().startswith(entry))


def test_every_comment_is_found_where_it_stands() -> None:
    found = [(c.line, c.stand, ".".join(map(str, c.path)), c.text) for c in find_comments(parse_text(BATTLE)[0])]
    assert found == [
        (1, CommentPlace.TOP, "", "yaml-language-server: $schema=scenario.json The battle."),
        (3, CommentPlace.BESIDE, "format", "version one"),
        (6, CommentPlace.ABOVE, "map", "The ground is flat."),
        (9, CommentPlace.BESIDE, "map.grid", "tiny"),
        (10, CommentPlace.ABOVE, "map.regions", "hills"),
        (12, CommentPlace.BESIDE, "map.regions.hill", "one hill"),
        (13, CommentPlace.LAST, "map.regions", "the end of regions"),
        (15, CommentPlace.ABOVE, "sides", "Who fights."),
        (17, CommentPlace.BESIDE, "sides.us", "blue"),
        (18, CommentPlace.ABOVE, "sides.ac", "redcoats"),
        (21, CommentPlace.ABOVE, "units.us-9", "The regulars."),
        (22, CommentPlace.BESIDE, "units.us-9", "the ninth"),
        (24, CommentPlace.ABOVE, "units.ac-1", "from Scotland"),
        (25, CommentPlace.BESIDE, "units.ac-1", "royal"),
        (26, CommentPlace.LAST, "units", "more to come"),
        (27, CommentPlace.ABOVE, "setup", "Where they stand."),
        (29, CommentPlace.BESIDE, "setup.us-9", "on the hill"),
        (33, CommentPlace.ABOVE, "victory.scoring.0", "the hill"),
        (34, CommentPlace.BESIDE, "victory.scoring.0", "three"),
        (35, CommentPlace.ABOVE, "victory.scoring.1", "bodies"),
        (37, CommentPlace.BESIDE, "victory.tie", "defenders"),
        (38, CommentPlace.LAST, "", "the end"),
    ]


def test_all_comments_are_there_after_saving_and_saving_again_changes_no_byte() -> None:
    first = saved(BATTLE, scenario_of(BATTLE))
    assert comments_of(first) == comments_of(BATTLE)
    assert saved(first, scenario_of(first)) == first
    assert dump_scenario(scenario_of(first)) == dump_scenario(scenario_of(BATTLE))


def test_comments_survive_an_edit_of_other_values() -> None:
    model = scenario_of(BATTLE)
    units = {**model.units, "us-9": replace(model.units["us-9"], values={"strength": 2})}
    text = saved(BATTLE, model.with_(units=units, name="Great", setup={**model.setup, "us-9": "L0202"}))
    assert comments_of(text) == comments_of(BATTLE)
    assert beside(text, "us-9: L0202") == "  us-9: L0202  # on the hill"
    assert beside(text, "us-9: {").endswith("strength: 2}  # the ninth")


def test_a_renamed_unit_takes_its_comments_along() -> None:
    model = scenario_of(BATTLE)
    units = {("us-99" if key == "us-9" else key): replace(unit, key=key) for key, unit in model.units.items()}
    text = saved(BATTLE, model.with_(units=units, setup={"us-99": "L0101", "ac-1": "L0402"}))
    assert above(text, "us-99: {") == "# The regulars."
    assert beside(text, "us-99: {").endswith("# the ninth")
    assert beside(text, "us-99: L0101").endswith("# on the hill")


def test_a_unit_that_is_moved_in_the_list_takes_its_comments_along() -> None:
    model = scenario_of(BATTLE)
    text = saved(BATTLE, model.with_(units={key: model.units[key] for key in ("ac-1", "us-11", "us-9")}))
    assert above(text, "ac-1: {") == "# from Scotland"
    assert above(text, "us-9: {") == "# The regulars."
    assert above(text, "us-11: {").startswith("ac-1")


def test_a_deleted_unit_takes_its_comments_with_it() -> None:
    model = scenario_of(BATTLE)
    units = {key: unit for key, unit in model.units.items() if key != "us-9"}
    text = saved(BATTLE, model.with_(units=units, setup={"ac-1": "L0402"}))
    gone = {"The regulars.", "the ninth", "on the hill"}
    assert comments_of(text) == [said for said in comments_of(BATTLE) if said not in gone]


@pytest.mark.parametrize(
    ("change", "left"),
    [
        (lambda lines: lines[1:], {"bodies"}),
        (lambda lines: lines[:1], {"the hill", "three"}),
        (lambda lines: lines[::-1], {"the hill", "three", "bodies"}),
        (lambda lines: (replace(lines[0], points=7), *lines[1:]), {"the hill", "three", "bodies"}),
        (lambda lines: (lines[1], replace(lines[0], points=7)), {"the hill", "three", "bodies"}),
        (lambda lines: (lines[1], *lines), {"the hill", "three", "bodies"}),
    ],
    ids=["first gone", "last gone", "turned round", "changed", "moved and changed", "one more"],
)
def test_comments_go_with_their_entries_of_a_list(change: Any, left: set[str]) -> None:
    model = scenario_of(BATTLE)
    text = saved(BATTLE, model.with_(victory=replace(model.victory, scoring=change(model.victory.scoring))))
    assert set(comments_of(text)) & {"the hill", "three", "bodies"} == left
    if "three" in left:
        assert beside(text, "- {kind: hold").endswith("# three")
        assert above(text, "- {kind: hold") == "# the hill"
    if "bodies" in left:
        assert "# bodies\n  - {kind: eliminated" in text


def test_comments_inside_what_is_written_on_one_line_come_to_stand_by_it() -> None:
    text = BATTLE.replace(
        "us-9: {side: us,",
        "us-9: {side: us, # side\n    # his name\n   ",
    ).replace("hexes: L0101 L0102, points", "hexes: [L0101, # church\n    L0102], points")
    made = saved(text, scenario_of(text))
    assert sorted(remarks(made)) == sorted(remarks(text))
    lines = made.split("\n")
    place = next(n for n, line in enumerate(lines) if line.strip().startswith("us-9: {"))
    assert {"# The regulars.", "# his name"} <= {line.strip() for line in lines[place - 4 : place]}
    assert saved(made, scenario_of(made)) == made


def test_what_is_no_comment_is_left_alone() -> None:
    text = MAP.replace("name: Small", "name: 'Small # 1'").replace(
        "terrain: |", "scale: |\n  # of this\n  text\nterrain: |  # the ground\n"[:-1]
    )
    model = load_text(text).model
    assert isinstance(model, BattleMap)
    assert comments_of(text) == ["the ground"]
    made = saved(text, model)
    assert "terrain: |  # the ground\n" in made
    again = load_text(made).model
    assert isinstance(again, BattleMap)
    assert (again.name, again.scale) == (model.name, model.scale)


@pytest.mark.parametrize("end", ["\r\n", "\r", "\x85"])
def test_other_line_ends_become_ours(end: str) -> None:
    made = saved(BATTLE.replace("\n", end), scenario_of(BATTLE))
    assert made == saved(BATTLE, scenario_of(BATTLE))


def test_blank_lines_by_a_comment_stay() -> None:
    text = dump_scenario(scenario_of(SCENARIO)).replace("units:\n", "\n# one\n\n# two\n\nunits:\n")
    assert saved(text, scenario_of(text)) == text


# -- comments that would be lost ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("grid:", "bridges: true  # drawn\ngrid:"),
        ("grid:", "# as usual\nseed: 0\ngrid:"),
        ("grid:", "features:\n  building: []  # none yet\ngrid:"),
        ("grid:", "regions: {} # none yet\ngrid:"),
    ],
)
def test_a_comment_on_what_is_not_written_is_lost_only_on_purpose(tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "m.yaml"
    text = MAP.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    model = load(path).model
    assert isinstance(model, BattleMap)
    with pytest.raises(
        CommentsLostError, match=r"m\.yaml could not be saved: a comment would be lost: '.*' \(line \d+\)"
    ):
        save_map(model, path)
    assert path.read_text(encoding="utf-8") == text
    save_map(model, path, lose_comments=True)
    assert "#" not in re.sub('"#[0-9a-f]{6}"', "", path.read_text(encoding="utf-8"))


def test_the_comment_of_a_section_that_was_emptied_is_asked_about() -> None:
    text = BATTLE.replace(
        "victory:",
        "reinforcements:\n# over the bridge\n- {turn: 2, side: us, entry: L0103, units: us-11}\n# none\nvictory:",
    )
    model = scenario_of(text)
    kept = with_comments(dump_scenario(model.with_(arrivals=())), text, "scenario")
    assert [comment.text for comment in kept.lost] == ["over the bridge"]
    assert "# none\nvictory:" in kept.text


def test_of_a_file_that_cannot_be_read_the_beginning_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "m.yaml"
    path.write_text("# Drawn by hand.\nname: [ # open\n", encoding="utf-8")
    model = load_text(MAP).model
    assert isinstance(model, BattleMap)
    save_map(model, path)
    assert path.read_text(encoding="utf-8") == "# Drawn by hand.\n" + dump_map(model)


def test_comments_of_another_file_and_of_none(tmp_path: Path) -> None:
    old, new = tmp_path / "old.yaml", tmp_path / "new.yaml"
    old.write_text(BATTLE, encoding="utf-8")
    model = scenario_of(BATTLE)
    save_scenario(model, new, like=old)
    assert new.read_text(encoding="utf-8") == saved(BATTLE, model)
    save_scenario(model, new, like=None)
    assert new.read_text(encoding="utf-8") == dump_scenario(model)


def test_palettes_keep_their_comments(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    palette = load_palette("standard")
    save_palette(palette, path)
    text = path.read_text(encoding="utf-8").replace("  forest:", "  # with trees\n  forest:")
    assert "# with trees" in text
    path.write_text(text, encoding="utf-8")
    save_palette(load_palette(path), path)
    assert path.read_text(encoding="utf-8") == text


# -- any file, any comments ---------------------------------------------------------------------------------------


WORDS = st.text(st.characters(max_codepoint=0x2FF, exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=8)
REMARKS = st.lists(
    st.tuples(st.integers(0, 999), st.sampled_from(["above", "beside", "blank", "both"]), WORDS), max_size=8
)


def commented(text: str, remarks: list[tuple[int, str, str]]) -> str:
    """A canonical text with comments put where people put them: above entries and at line ends."""
    firsts = _entry_lines(text)
    lines = text.removesuffix("\n").split("\n")
    above: dict[int, list[str]] = {}
    for number, where, words in remarks:
        at = sorted(firsts)[number % len(firsts)]
        if where != "above" and "#" not in lines[at].replace('"#', ""):
            lines[at] += f"  #{words}".rstrip()
        if where != "beside":
            blank = [""] if where == "blank" and at not in above else []
            above.setdefault(at, []).extend([*blank, f"{' ' * firsts[at]}# {words}".rstrip()])
    return "\n".join(line for n, entry in enumerate(lines) for line in (*above.get(n, ()), entry)) + "\n"


def _entry_lines(text: str) -> dict[int, int]:
    """Line to the indentation of the entry that begins there."""

    return {line: entry.indent for line, entry in EntryLines(parse_text(text)[0]).first.items()}


@given(scenarios(), REMARKS)
@settings(max_examples=tries(20, 60))
def test_scenarios_with_comments_come_back_byte_for_byte(scenario: Scenario, remarks: list[Any]) -> None:
    text = commented(dump_scenario(scenario), remarks)
    model = scenario_of(text)
    kept = with_comments(dump_scenario(model), text, "scenario")
    assert kept.text == text
    assert kept.lost == []


@given(maps(), REMARKS)
@settings(max_examples=tries(20, 60))
def test_maps_with_comments_come_back_byte_for_byte(battle: BattleMap, remarks: list[Any]) -> None:
    text = commented(dump_map(battle), remarks)
    model = load_text(text).model
    assert isinstance(model, BattleMap)
    assert with_comments(dump_map(model), text, "map").text == text


@given(st.data())
@settings(max_examples=tries(30, 80))
def test_comments_anywhere_change_no_data_and_settle_at_once(drawn: st.DataObject) -> None:
    """Comments in any column, also where nobody writes them: the data stay, and a second saving changes nothing."""
    lines = BATTLE.split("\n")
    for _ in range(drawn.draw(st.integers(1, 6))):
        at = drawn.draw(st.integers(0, len(lines) - 1))
        lines.insert(at, " " * drawn.draw(st.integers(0, 7)) + f"# remark {drawn.draw(st.integers(0, 99))}")
    text = "\n".join(lines)
    model = scenario_of(text)
    assert dump_scenario(model) == dump_scenario(scenario_of(BATTLE))
    first = saved(text, model)
    assert sorted(re.findall(r"remark \d+", first)) == sorted(re.findall(r"remark \d+", text))
    assert saved(first, scenario_of(first)) == first


@given(scenarios(), scenarios(), REMARKS)
@settings(max_examples=tries(15, 40))
def test_any_edit_leaves_the_data_as_they_are_dumped(one: Scenario, other: Scenario, remarks: list[Any]) -> None:
    text = commented(dump_scenario(one), remarks)
    plain = dump_scenario(other)
    kept = with_comments(plain, text, "scenario")
    new, old = parse_text(kept.text)[0].root, parse_text(plain)[0].root
    assert new is not None
    assert old is not None
    assert new.data == old.data


def test_long_lists_are_matched_without_comparing_all_with_all() -> None:
    def tree(numbers: list[int]) -> Any:
        return parse_text("".join(f"- {{text: name {n}, at: '0101'}}\n" for n in numbers))[0].root

    matches = Matches(tree(list(range(5000))), tree([*range(100, 5000), 7000]))
    assert matches.find((4000,)).path == (3900,)
    assert not matches.find((50,)).whole


def test_labels_of_a_map_keep_theirs() -> None:
    board = load_text(MAP).model
    assert isinstance(board, BattleMap)
    board.labels = [Label(name, board.grid.hexes[0]) for name in ("Kiln", "Mill", "Inn")]
    text = dump_map(board)
    entries = [line for line in text.split("\n") if line.startswith("- {text:")]
    for line in entries:
        text = text.replace(line, f"# of {line[9:13]}\n{line}")
    board.labels = [board.labels[2], Label("Barn", board.grid.hexes[1]), board.labels[0]]
    made = saved(text, board)
    assert above(made, "- {text: Inn").startswith("# of Inn")
    assert above(made, "- {text: Kiln").startswith("# of Kiln")
