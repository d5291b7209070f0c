"""Victory conditions are written out as a section of rules."""

from __future__ import annotations

from dataclasses import replace

import tlg2_field
from hex_field import field

from engine.scenario import Level, Scenario, Scoring, Turns, Victory, VictoryCondition, Win
from engine.scenario.victory_rules import victory_rules, victory_text


def battle(victory: Victory, turns: int = 5) -> Scenario:
    made = tlg2_field.scenario(field(), ["us-1 infantry 4/2", "ac-1 infantry 5"], {"us-1": "X0101", "ac-1": "X1212"})
    return made.with_(victory=victory, turns=Turns(turns, labels={turns: "10:00 pm"}))


WHOLE = Victory(
    scoring=(Scoring("hold", 3, hexes=("X0303",), name="The mill"), Scoring("eliminated", 1, side="us")),
    tie="ac",
    handicap={"ac": 2},
    levels=(Level("decisive", 10), Level("marginal", 1)),
    sudden=12,
    text="Seize the mill.",
    wins=(Win("us", VictoryCondition("hold", hexes=("X0505",)), "The hill", "decisive", at_once=True),),
)


def test_every_condition_has_its_sentence() -> None:
    scenario = battle(WHOLE)
    us, ac = (scenario.sides[key].called for key in ("us", "ac"))
    parts = {part.heading: part.sentences for part in victory_rules(scenario)}
    assert list(parts) == ["", "Winning outright", "Points", "End of the game", "Levels of victory"]
    assert parts[""] == ("Seize the mill.",)
    assert parts["Winning outright"] == (
        f"The hill: victory for {us} at once when that side holds X0505. The victory is decisive.",
    )
    assert parts["Points"] == (
        f"The game begins with 2 points for {ac}.",
        "3 points to whoever holds The mill (X0303).",
        f"1 point to {us} for each combat factor the enemy has lost.",
    )
    assert parts["End of the game"] == (
        "The game ends after turn 5 (10:00 pm).",
        "It ends earlier, at the end of any turn, when a side leads by at least 12 points.",
        "If no side has won outright, the side with more points wins.",
        f"If the points are equal, the victory is for {ac}.",
    )
    assert parts["Levels of victory"] == (
        "Marginal: a lead of at least 1 point.",
        "Decisive: a lead of at least 10 points.",
    )


def test_the_sentences_follow_the_conditions() -> None:
    scenario = battle(WHOLE)
    changed = replace(WHOLE, scoring=(replace(WHOLE.scoring[0], points=5),), tie="", wins=(), levels=())
    parts = {part.heading: part.sentences for part in victory_rules(scenario.with_(victory=changed))}
    assert "5 points to whoever holds The mill (X0303)." in parts["Points"]
    assert "If the points are equal, the game is a draw." in parts["End of the game"]
    assert "The side with more points wins." in parts["End of the game"]
    assert "Winning outright" not in parts


def test_without_points_a_game_that_nobody_wins_is_a_draw() -> None:
    parts = victory_rules(battle(Victory()))
    assert [part.heading for part in parts] == ["End of the game"]
    assert parts[0].sentences[-1] == "If no side has won by then, the game is a draw."


def test_several_ways_to_win_have_an_order() -> None:
    ways = tuple(Win(key, VictoryCondition("turn", count=3)) for key in ("us", "ac"))
    (wins, _) = victory_rules(battle(Victory(wins=ways)))
    assert wins.sentences[-1] == "If several of these are true at the same time, the first one counts."


def test_as_text_each_sentence_has_its_line() -> None:
    lines = victory_text(battle(WHOLE)).splitlines()
    assert lines[0] == "Victory"
    assert lines.count("Points") == 1
    assert lines[lines.index("Points") + 2] == "3 points to whoever holds The mill (X0303)."
