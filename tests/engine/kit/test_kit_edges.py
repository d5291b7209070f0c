"""Cases in which one part of a rule alone decides: the first of two paragraphs, the hex with the number 0, a border."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kit_files import HERE, first_steps, kit_file

from engine.formats import load
from engine.kit.rules import kit_rules
from engine.play import Game, Illegal, Start

CRT: dict[str, Any] = {"columns": ["1:2", "1:1", "2:1"], "rows": {"1-2": ["A", "A", "A"], "3-4": ["B", "B", "B"]}}
KIND: dict[str, Any] = {"name": "attack", "strength": {"attacker": "strength", "defender": "strength"}, "table": "crt"}


def game_of(start: Start | None = None, forced: tuple[str, ...] = (), **blocks: Any) -> Game:
    """First Steps by the rules of Two Banks, with blocks of its own."""
    battle = first_steps()
    return Game(battle, 1, rules=kit_rules(kit_file("two_banks", **blocks))(battle), start=start, results=forced)


def told(game: Game, kind: str) -> list[tuple[str, dict[str, Any]]]:
    return [(event.rule, dict(event.data)) for event in game.events if event.kind == kind]


def test_a_unit_that_turns_for_nothing_gets_as_far_as_one_without_a_facing() -> None:
    plain, facing = game_of(), game_of(facing={"turn": 0, "most": 3})
    reached = [
        {name: found.cost for name, found in game.rules.reach(game.state, "us-1").hexes.items()}
        for game in (plain, facing)
    ]
    assert reached[0] == reached[1]
    assert len(reached[0]) > 20


@pytest.mark.parametrize(
    ("a", "b", "both", "either"),
    [
        ("F0201", "F0401", "visible", "blocked"),  # woods on one side, the border of the map on the other
        ("F0401", "F0601", "visible", "visible"),  # clear ground and the border
    ],
)
def test_a_line_along_a_hexside_at_the_border_has_one_side(a: str, b: str, both: str, either: str) -> None:
    seen = [
        game.rules.sight(game.state, a, b).state
        for along in ("both", "either")
        for game in [game_of(sight={"blocked_by": ["woods"], "along": along})]
    ]
    assert seen == [both, either]


def test_what_is_unloaded_cites_the_first_of_its_paragraphs() -> None:
    entry = {
        "carriers": {"type": "guns"},
        "carried": {"type": "foot"},
        "rules": {"load": ["6", "4"], "unload": ["5", "4"]},
    }
    at = {"us-1": "F0605", "us-guns": "F0605"}
    start = Start(side="us", phase="movement", units=at, set={"carried": {"us-1": "us-guns"}})
    game = game_of(start, transport=[entry], stacking={"limit": 3})
    game.apply("unload us-1 F0604")
    assert told(game, "unloaded") == [("two_banks:5", {"unit": "us-1", "at": "F0604"})]


def test_an_advance_beyond_the_hex_attacked_may_be_given_by_its_end() -> None:
    advance = {"hexes": 2, "into": "beyond"}
    results = {"A": [{"eliminate": "defender"}], "B": [{"eliminate": "defender"}]}
    start = Start(side="us", phase="combat", units={"us-1": "F0605", "ac-1": "F0604"}, only=True)
    game = game_of(
        start, ("A",), combat=[{**KIND, "advance": advance, "retreat": {}}], results=results, tables={"crt": CRT}
    )
    game.apply("attack F0604 with us-1")
    game.apply("advance us-1 F0603")
    assert game.rules.units(game.state)["us-1"]["at"] == "F0603"


def test_an_advance_into_one_of_two_vacated_hexes_is_taken_as_it_is_given() -> None:
    """It may lead there over the other one as well."""
    advance = {"hexes": 2}
    results = {"A": [{"eliminate": "defender"}], "B": []}
    units = {"us-1": "F0605", "ac-1": "F0604", "ac-light": "F0704"}
    start = Start(side="us", phase="combat", units=units, only=True)
    kind = {**KIND, "hexes": "many", "advance": advance, "retreat": {}}
    game = game_of(start, ("A",), combat=[kind], results=results, tables={"crt": CRT})
    game.apply("attack F0604 F0704 with us-1")
    listed = game.legal_actions().texts()
    assert "advance us-1 F0704" in listed
    assert [game.text(game.parse(text)) for text in listed] == listed


def test_who_is_coming_onto_the_map_is_known_to_both_sides() -> None:
    start = Start(turn=2, side="us", phase="movement")
    game = game_of(start, secrecy={"hides": "values", "after": "again"})
    field = game.rules.field
    entering, other = (field.roster.find(key) for key in ("us-dragoons", "us-1"))
    game.apply("enter us-dragoons F0106")
    hidden = field.hiding.hidden(game.state, 1)
    assert (hidden >> entering & 1, hidden >> other & 1) == (0, 1)
    game.apply("stop")
    assert field.hiding.hidden(game.state, 1) >> entering & 1


def test_hidden_units_are_dealt_where_they_may_stand_alone() -> None:
    field = (game := game_of(secrecy={"hides": "units"}, stacking={"limit": 1})).rules.field
    us_1, guns, ac_1 = (field.roster.find(key) for key in ("us-1", "us-guns", "ac-1"))
    woods, clear = field.grid.find("F0101"), field.grid.find("F0103")
    assert [field.hiding._fits(game.state, unit, woods) for unit in (us_1, guns)] == [True, False]
    assert [field.hiding._fits(game.state, unit, clear) for unit in (us_1, guns)] == [True, True]
    assert not field.hiding._fits(game.state, us_1, game.state.where[guns])
    assert not field.hiding._fits(game.state, us_1, game.state.where[ac_1])


def test_who_attacked_in_an_earlier_phase_of_the_turn_is_named_alone() -> None:
    phases = [
        {"name": "combat", "do": "attack"},
        {"name": "second", "do": "attack", "once": "turn"},
    ]
    at = {"us-1": "F0605", "us-2": "F0604", "ac-1": "F0505", "ac-light": "F0603"}
    start = Start(side="us", phase="combat", units=at, only=True)
    results = {"A": [], "B": []}
    game = game_of(
        start, ("A",), sequence={"phases": phases}, combat=[KIND], results=results, tables={"crt": CRT}, zones=None
    )
    field = game.rules.field
    game.apply("attack F0603 with us-2")
    game.apply("end combat")
    before = "has done so in an earlier phase of this player turn"
    names = {key: field.roster.names[field.roster.find(key)] for key in ("us-1", "us-2")}
    refused = game.verdict("attack F0505 with us-1 us-2")
    assert isinstance(refused, Illegal)
    said = [refused.reason, *(reason for _, reason in refused.also)]
    assert f"{names['us-2']} {before}" in said
    assert f"{names['us-1']} {before}" not in said


def test_of_several_statuses_supply_gives_the_one_that_it_names(tmp_path: Path) -> None:
    (tmp_path / "two_banks.yaml").write_text((HERE / "two_banks.yaml").read_text("utf-8"), "utf-8")
    text = (
        "format: hexwright-system 1\nbase: ./two_banks.yaml\nname: mine\ntitle: Mine\n"
        "units: {statuses: {aa: {until: end_of_turn}, hungry: {until: end_of_turn}, zz: {until: end_of_turn}}}\n"
        "settings: {depot: {kind: hexes}}\nsupply: {sources: [{place: depot}], status: hungry}\n"
    )
    file = tmp_path / "rules.yaml"
    file.write_text(text, "utf-8")
    never = [finding.place.data_path for finding in load(file).findings if finding.code == "KIT118"]
    assert never == ["units.statuses.aa", "units.statuses.zz"]


def test_losses_that_may_be_expected_are_added_up() -> None:
    """Of six throws two cost the defender one step, two cost him two, and one step each of two lists counts twice."""
    results = {"A": [{"lose": "defender"}], "B": [{"lose": "defender"}, {"lose": "defender"}]}
    rows = {**CRT["rows"], "5-6": ["-", "-", "-"]}
    start = Start(side="us", phase="combat", units={"us-1": "F0605", "ac-1": "F0604"}, only=True)
    game = game_of(start, combat=[KIND], results=results, tables={"crt": {**CRT, "rows": rows}})
    found = game.rules.prospects(game.state, "F0604", {"us-1": ""})
    assert found is not None
    assert (found.defender_steps, found.attacker_steps) == (pytest.approx(1.0, abs=1e-3), 0.0)


def test_who_walks_into_the_first_hex_of_the_map_has_moved_there() -> None:
    """Its number is 0, which is a place like any other."""
    kinds = [KIND, {"name": "fire", "range": 2, "resolve": "none", "results": {"done": []}}]
    start = Start(side="us", phase="movement", units={"us-1": "F0102"}, only=True, set={"status": {"us-1": "hidden"}})
    game = game_of(
        start,
        units={
            "types": {"foot": "Foot", "guns": "Guns"},
            "values": {"strength": {"least": 1}, "movement": {}},
            "statuses": {"hidden": {"until": "moves"}},
        },
        combat=kinds,
        results={"A": [], "B": []},
        tables={"crt": CRT},
        reaction=[{"name": "shots", "with": "fire", "when": "moves"}],
    )
    assert game.rules.field.grid.find("F0101") == 0
    game.apply("move us-1 F0101")
    assert [data for _, data in told(game, "status")] == [{"unit": "us-1", "status": "hidden", "on": False}]


@pytest.mark.parametrize(("row", "number"), [(-1, 10), (1, 10), (2, 10), (4, 30), (5, 20), (8, 30), (9, 30)])
def test_beyond_its_rows_a_table_is_read_at_the_nearest_end(row: int, number: int) -> None:
    table = {"columns": ["x"], "rows": {"8": [30], "2-3": [10], "5-6": [20]}}
    game = game_of(combat=[KIND], results={"A": [], "B": []}, tables={"crt": CRT, "shares": table})
    assert game.rules.field.looked_up("shares", row, "x") == number
