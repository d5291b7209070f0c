"""A recorded game plays again the same way, and the first thing that differs is named."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from toy_race import race

from engine.formats.specs import ReplayAction, ReplaySpec
from engine.play import Game, Start
from engine.players import seat
from engine.umpire.replays import Difference, of_line, record, replay, state_digest, with_lines
from engine.umpire.testturns import play


def recorded(seed: int = 4, **options: object) -> ReplaySpec:
    game = Game(race(), seed, options, dice=[6], start=Start(turn=2, side="b"))
    play(game, seat(["random"], game.scenario.sides, seed))
    return record(game, {"a": "random", "b": "random"})


def changed(spec: ReplaySpec, number: int, **changes: object) -> ReplaySpec:
    actions = list(spec.actions)
    actions[number] = replace(actions[number], **changes)
    return replace(spec, actions=actions)


def difference(spec: ReplaySpec) -> Difference:
    found = replay(spec).difference
    assert found is not None
    return found


def test_a_record_holds_the_whole_game() -> None:
    spec = recorded()
    assert spec.actions[0].side == "b"
    assert spec.dice == [6]
    assert spec.start == Start(turn=2, side="b")
    assert spec.scenario_digest.startswith("sha256:")
    assert spec.outcome is not None
    moving = next(action for action in spec.actions if action.do.startswith("run"))
    assert moving.events is not None
    assert moving.events[0]["event"] == "run"


def test_recording_leaves_the_game_alone() -> None:
    game = Game(race(), 4)
    play(game, seat(["random"], game.scenario.sides, 4), 3)
    before = (game.state.to_json(), list(game.events), game.actions)
    record(game)
    assert (game.state.to_json(), list(game.events), game.actions) == before


def test_the_same_game_again() -> None:
    spec = recorded(pace="fast")
    assert spec.options == {"pace": "fast"}
    heard: list[int] = []
    result = replay(spec, heard.append)
    assert result.same
    assert heard == list(range(1, len(spec.actions) + 1))
    assert state_digest(result.game.state) == spec.final


def test_unwritten_events_are_not_compared() -> None:
    spec = changed(recorded(), 0, events=None)
    assert replay(spec).same


@pytest.mark.parametrize(
    ("changes", "what", "words"),
    [
        ({"side": "a"}, "side", "it is the choice of B now"),
        ({"do": "dance"}, "action", "cannot read 'dance'"),
        ({"do": "run a1 0201"}, "action", "illegal now: not one hex, or not yours"),
        ({"do": "run b1 0999"}, "action", "no hex"),
        ({"events": ({"event": "fall"},)}, "events", 'event 1 was {"event": "fall"} and is'),
    ],
)
def test_the_first_difference_is_named(changes: dict[str, object], what: str, words: str) -> None:
    found = difference(changed(recorded(), 0, **changes))
    assert (found.number, found.what) == (1, what)
    assert words in found.message


def test_a_missing_event_is_a_difference() -> None:
    spec = recorded()
    number = next(i for i, action in enumerate(spec.actions) if action.events)
    events = spec.actions[number].events
    assert events is not None
    found = difference(changed(spec, number, events=events[:-1]))
    assert found.number == number + 1
    assert found.expected is None
    assert found.got == events[-1]


def test_the_end_is_compared() -> None:
    spec = recorded()
    assert spec.outcome is not None
    assert difference(replace(spec, outcome={**spec.outcome, "winner": "c"})).what == "outcome"
    assert difference(replace(spec, final="sha256:0")).what == "final"
    assert difference(replace(spec, final="sha256:z")).what == "final"
    longer = replace(spec, actions=[*spec.actions, ReplayAction("a", "pass")])
    assert difference(longer).message.endswith("the game is over before it")


def test_another_seed_is_another_game() -> None:
    spec = recorded()
    assert not replay(replace(spec, dice=[], seed=99)).same


def test_other_lines_are_kept_from_where_they_part_and_played_again() -> None:
    main, other = Game(race(), 4), Game(race(), 4)
    for text in ("run a1 0201", "pass", "pass"):
        main.apply(text)
    for text in ("run a1 0201", "run b1 0203", "pass", "pass"):
        other.apply(text)
    short = Game(race(), 4)
    short.apply("run a1 0201")
    spec = with_lines(record(main), "main", [("flank", other), ("short", short)])
    assert spec.line == "main"
    assert [(line.name, line.after, [one.do for one in line.actions]) for line in spec.lines] == [
        ("flank", 1, ["run b1 0203", "pass", "pass"]),
        ("short", 1, []),
    ]
    assert [one.do for one in of_line(spec, spec.lines[0]).actions] == other.actions
    assert replay(spec).difference is None
    wrong = replace(spec.lines[0], actions=changed(of_line(spec, spec.lines[0]), 1, do="run b1 0801").actions[1:])
    found = difference(replace(spec, lines=[wrong]))
    assert found.message.startswith("the line flank: ")
    assert found.number == 0


def test_a_difference_is_told_in_plain_data() -> None:
    spec = recorded()
    number = next(i for i, action in enumerate(spec.actions) if action.events)
    events = spec.actions[number].events
    assert events is not None
    do = spec.actions[number].do
    more = {"event": "fall", "unit": "b1"}
    for written, expected, got, said in (
        (events[:-1], None, events[-1], f"event {len(events)} was nothing and is {json.dumps(events[-1])}"),
        ((*events, more), more, None, f"event {len(events) + 1} was {json.dumps(more)} and is nothing"),
        ((more, *events[1:]), more, events[0], f"event 1 was {json.dumps(more)} and is {json.dumps(events[0])}"),
    ):
        assert difference(changed(spec, number, events=tuple(written))).to_json() == {
            "number": number + 1,
            "action": do,
            "what": "events",
            "expected": expected,
            "got": got,
            "message": f"action {number + 1} ({do}): {said}",
        }
    assert not replay(changed(spec, number, events=events[:-1])).same
