"""Points: the lines of the victory conditions, what the British get for places under orders from home, levels."""

from __future__ import annotations

from typing import Any

import pytest
from sns_field import LEVELS, begun, campaign, country, unit

from engine.play import Game
from engine.scenario import Scoring, Victory

OCCUPIED = Scoring("occupied", 9, hexes=("S0303", "S0404"), name="Towns")
REACHED = Scoring("reached", 4, side="british", hexes=("S0303",), name="The ford")


def at_the_end(*lines: Scoring, br: str = "S0303", na: str = "S0909", **values: object) -> Game:
    """A game whose last turn ends at once, one unit of either side standing somewhere."""
    scenario = campaign([unit("br-1"), unit("na-1")], turns=1, victory=Victory(lines, levels=LEVELS, sudden=75))
    start = begun(scenario, {"br-1": br, "na-1": na}, "rally", side="native").start
    assert start is not None
    start.set.update(values)
    return Game(scenario, 1, start=start)


def score(game: Game) -> tuple[float, ...]:
    return tuple(game.rules.status(game.state)["score"].values())


def test_occupied_places_count_at_the_end_for_whoever_stands_there() -> None:
    assert score(at_the_end(OCCUPIED)) == (9, 0)
    assert score(at_the_end(OCCUPIED, br="S0101", na="S0404")) == (0, 9)
    assert score(at_the_end(OCCUPIED, br="S0101")) == (0, 0)


def test_a_place_reached_counts_once() -> None:
    assert score(at_the_end(REACHED)) == (4, 0)
    assert score(at_the_end(REACHED, br="S0101", na="S0303")) == (0, 0)
    assert score(at_the_end(Scoring("reached", 4, side="british", hexes=("S0404",)), REACHED)) == (4, 0)
    theirs = Scoring("reached", 4, side="native", hexes=("S0303",))
    assert score(at_the_end(theirs, br="S0101", na="S0303")) == (0, 4)
    assert score(at_the_end(theirs)) == (0, 0)
    assert score(at_the_end(Scoring("reached", 4, hexes=("S0303",)))) == (0, 0)


@pytest.mark.rule("sns2:16.2")
def test_orders_from_home_double_or_halve_what_the_british_hold() -> None:
    onward = {"onward": {"turn": 99}}
    evacuate = {"evacuate": {"turn": 99}}
    assert score(at_the_end(OCCUPIED, effects=onward)) == (18, 0)
    assert score(at_the_end(OCCUPIED, effects=evacuate)) == (4, 0)
    assert score(at_the_end(OCCUPIED, br="S0101", na="S0404", effects=evacuate)) == (0, 9)


@pytest.mark.rule("sns2:16.1")
def test_under_orders_to_evacuate_the_british_win_a_local_victory_at_most() -> None:
    game = at_the_end(points={"british": 60}, effects={"evacuate": {"turn": 99}})
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.level) == ("british", "local")
    far = at_the_end(points={"british": 80}, effects={"evacuate": {"turn": 99}}).outcome()
    assert far is not None
    assert (far.winner, far.level) == ("british", "local"), "a lead of 75 ends the game, and is a local victory still"
    outcome = at_the_end(points={"native": 60}, effects={"evacuate": {"turn": 99}}).outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.level) == ("native", "imperial")


def supplied(*before: Scoring, na: str, **line: Any) -> Game:
    """A game at its last turn: the British hold a fortress at S0303, a Native band stands somewhere."""
    board = country()
    board.features[board.grid.parse("S0303")] = ("fortress",)
    road = Scoring("supplied", 5, hexes=("S0303", "S0305", "S0308"), name="The road", **line)
    victory = Victory((*before, road))
    scenario = campaign([unit("br-1"), unit("na-1")], board, turns=1, victory=victory)
    start = begun(scenario, {"br-1": "S0303", "na-1": na}, "rally", side="native").start
    return Game(scenario, 1, start=start)


@pytest.mark.rule("sns2:12.24")
def test_hexes_count_for_a_side_that_could_supply_them() -> None:
    """A fortress supplies its own hex and hexes two away, none that is farther or in an enemy zone of control."""
    assert score(supplied(na="S0909")) == (10, 0)
    assert score(supplied(na="S0306")) == (5, 0)
    assert score(supplied(na="S0909", side="native")) == (0, 0)
    game = supplied(na="S0909", side="british")
    assert lines(game)[1:] == [
        ("5 points for each to British, supplied at the end: The road", {"british": 10, "native": 0})
    ]


@pytest.mark.rule("sns2:16.2")
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("effects", [{}, {"onward": {"turn": 99}}, {"evacuate": {"turn": 99}}], ids=str)
def test_the_lines_told_at_the_end_add_up_wherever_they_stand(number: int, effects: dict[str, Any]) -> None:
    before = [Scoring("reached", 4, side="native", hexes=("S0101",)), OCCUPIED][:number]
    game = supplied(*before, na="S0909")
    start = game.start
    assert start is not None
    start.set.update(effects=effects)
    again = Game(game.scenario, 1, start=start)
    assert again.decision is None
    given = [given["british"] for about, given in lines(again) if "The road" in about]
    assert given == [10], "the fortress supplies two of the three hexes"
    times = [given["british"] for about, given in lines(again) if "times" in about]
    held = 9.0 if number == 2 else 0.0
    assert times == ([] if not held or not effects else [9.0] if "onward" in effects else [-5.0])


def lines(game: Game) -> list[tuple[str, dict[str, float]]]:
    sheet = game.tally()
    assert sheet is not None
    assert [sum(line.points[side] for line in sheet.lines) for side in sheet.points] == [*sheet.points.values()]
    return [(line.about, dict(line.points)) for line in sheet.lines]


@pytest.mark.rule("sns2:16.2")
def test_the_score_is_told_line_by_line_as_if_the_game_ended_now() -> None:
    scenario = campaign(
        [unit("br-1"), unit("na-1")], turns=2, victory=Victory((OCCUPIED, REACHED), levels=LEVELS, sudden=75)
    )
    start = begun(scenario, {"br-1": "S0303", "na-1": "S0404"}, "rally", side="native").start
    assert start is not None
    start.set.update(points={"native": 3})
    game = Game(scenario, 1, start=start)
    assert lines(game) == [
        ("Losses in battle, events and other gains so far", {"british": 0, "native": 3}),
        ("9 points for each to whichever side is there, at the end: Towns", {"british": 9, "native": 9}),
        ("4 points to British, once: The ford", {"british": 4, "native": 0}),
    ]
    sheet = game.tally()
    assert sheet is not None
    assert (sheet.points, sheet.leader) == ({"british": 13, "native": 12}, "")
    assert game.rules.status(game.state)["score"] == {"british": 4, "native": 3}


@pytest.mark.rule("sns2:16.2")
def test_the_score_of_a_game_that_is_over_counts_nothing_twice() -> None:
    game = at_the_end(OCCUPIED, effects={"onward": {"turn": 99}})
    assert game.decision is None
    assert [given["british"] for _, given in lines(game)] == [0, 9, 9]


def counted(line: Scoring, **places: str) -> tuple[float, float]:
    """The score of a line with units where they are put."""
    units = [unit("br-1"), unit("br-2"), unit("br-hq", type="headquarters", movement=8, political=True)]
    units += [unit("na-1"), unit("na-king", type="headquarters", movement=8, commander=True)]
    scenario = campaign(units, turns=1, victory=Victory((line,)))
    at = {key.replace("_", "-"): name for key, name in places.items()}
    return score(Game(scenario, 1, start=begun(scenario, at, "rally", side="native").start))


@pytest.mark.rule("sns2:16.2")
def test_a_line_for_all_its_hexes_counts_when_one_side_controls_them_all() -> None:
    line = Scoring("held", 5, side="british", hexes=("S0303", "S0305"), name="The pass")
    assert counted(line, br_1="S0303", br_2="S0305", na_1="S0909") == (5, 0)
    assert counted(line, br_1="S0303", br_2="S0909", na_1="S0707") == (0, 0)
    assert counted(line, br_1="S0303", na_1="S0305") == (0, 0)
    assert counted(line, na_1="S0303", na_king="S0305") == (0, 0), "it is a line of the British"


@pytest.mark.rule("sns2:afghan:5.2")
def test_a_commander_in_chief_or_a_political_officer_counts_where_he_has_to_be() -> None:
    king = Scoring("commander", 10, side="native", hexes=("S0303",), name="The king")
    assert counted(king, na_king="S0303", br_1="S0909") == (0, 10)
    assert counted(king, na_king="S0304", na_1="S0303", br_1="S0909") == (0, 0)
    officer = Scoring("political", 10, side="british", hexes=("S0303",), name="The officer")
    assert counted(officer, br_hq="S0303", na_1="S0909") == (10, 0)
    assert counted(officer, br_1="S0303", br_hq="S0304", na_1="S0909") == (0, 0)


def arrived(*texts: str, phase: str = "movement", **places: Any) -> tuple[float, ...]:
    """The score when the British have come to a hex of 4 points, S0303, before the segment ends."""
    board = country()
    for row in range(1, 11):
        board.terrain[board.grid.parse(f"S01{row:02d}")] = "sea"
    board.paths[board.grid.parse_side("S0303/S0403")] = frozenset({"rail"})
    board.features[board.grid.parse("S0403")] = ("fortress",)
    board.hexsides[board.grid.parse_side("S0302/S0402")] = frozenset({"major_river"})
    board.hexsides[board.grid.parse_side("S0302/S0403")] = frozenset({"major_river"})
    board.hexsides[board.grid.parse_side("S0303/S0403")] = frozenset({"major_river"})
    coast = REACHED if "transfer" not in texts[0] else Scoring("reached", 4, side="british", hexes=("S0208",))
    boat = unit("br-boat", type="gunboat", guns=1, strength=0, weapon="F")
    scenario = campaign([unit("br-1"), boat, unit("na-1")], board, victory=Victory((coast,), levels=LEVELS, sudden=75))
    options = {"railroads": True, "rivers": True, "transfer": True}
    at = {key.replace("_", "-"): name for key, name in places.items()}
    game = begun(scenario, {**at, "na-1": "S1209"}, phase, dice=[3, 3], options=options)
    assert score(game) == (0, 0)
    for text in texts:
        game.apply(text)
    return score(game)


@pytest.mark.rule("sns2:16.2")
def test_a_place_counts_as_soon_as_it_is_reached_however_one_comes() -> None:
    assert arrived("march S0505 with br-1", "go S0404 S0303", br_1="S0505") == (4, 0)
    assert arrived("march S0505 with br-1", "go S0404", br_1="S0505") == (0, 0)
    assert arrived("rail S0403 with br-1", "go S0303", br_1="S0403") == (4, 0)
    assert arrived("transfer br-1", "at S0208", br_1="S0202") == (4, 0)
    assert arrived("transfer br-1", "at S0209", br_1="S0202") == (0, 0)
    assert arrived("sail br-boat", "steer S0303/S0403 bank S0303", br_boat="S0402") == (4, 0)
    assert arrived("sail br-boat", "steer S0303/S0403 bank S0403", br_boat="S0402") == (0, 0)


@pytest.mark.rule("sns2:16.3")
def test_a_game_that_a_place_decides_ends_in_its_turn() -> None:
    far = Scoring("reached", 80, side="british", hexes=("S0303",))
    scenario = campaign([unit("br-1"), unit("na-1")], victory=Victory((far,), levels=LEVELS, sudden=75))
    game = begun(scenario, {"br-1": "S0303", "na-1": "S0909"}, "rally", side="native")
    assert game.decision is None
    assert game.state.turn == 1
    assert [event.kind for event in game.events].count("turn") == 0


@pytest.mark.rule("sns2:16.2")
def test_points_that_a_place_costs_are_lost_as_far_as_there_are_any_and_the_enemy_gains_the_rest() -> None:
    cost = Scoring("occupied", -3, hexes=("S0303",), name="The swamp")
    assert score(at_the_end(cost)) == (0, 3)
    assert score(at_the_end(cost, points={"british": 2})) == (0, 1)
    assert score(at_the_end(cost, points={"british": 5})) == (2, 0)
    assert score(at_the_end(cost, br="S0101", na="S0303")) == (3, 0)
    game = at_the_end(cost, points={"british": 2})
    gained = [(event.data["side"], event.data["gained"]) for event in game.events if event.kind == "points"]
    assert gained == [("british", -2), ("native", 1)]
    assert not game.rules.defects(game.state)
