"""Who may and who must attack whom (6.1, 6.3 to 6.5, 6.8), against every sequence of attacks there could be."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from random import Random
from typing import Any, NamedTuple

import pytest
from sweeps import seeds
from tlg2_field import always, broken, field, game, happened

from engine.play import Game

Attack = tuple[frozenset[str], frozenset[str]]
"""Target hexes and attacking units."""


def contact(units: dict[str, str], **more: Any) -> Game:
    """A combat phase of the Americans in which no combat changes anything."""
    return game(more.pop("board", None) or field(), units, phase="combat", tables=always("NE"), **more)


# -- by hand ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tlg2:6.1")
@pytest.mark.rule("tlg2:6.4")
def test_the_phase_does_not_end_before_all_have_fought_and_says_who_is_owed() -> None:
    playing = contact(
        {"us-1 infantry 3": "X0605", "us-2 infantry 3": "X0909", "ac-1 infantry 3": "X0606", "ac-2 infantry 3": "X0908"}
    )
    verdict = playing.verdict("end phase")
    assert not verdict
    assert set(verdict.rules) == {"tlg2:6.1", "tlg2:6.4"}
    for key in ("us-1", "us-2", "ac-1", "ac-2"):
        assert key in verdict.reason
    playing.apply("attack X0606 with us-1")
    assert "us-1" not in playing.verdict("end phase").reason  # type: ignore[union-attr]
    playing.apply("attack X0908 with us-2")
    assert playing.verdict("end phase")


@pytest.mark.rule("tlg2:6.4")
def test_nobody_has_to_attack_across_a_river_and_bridges_bind() -> None:
    river = {"river": "X0605/X0606"}
    units = {"us-1 infantry 3": "X0605", "ac-1 infantry 3": "X0606"}
    assert contact(units, board=field(hexsides=river)).verdict("end phase")
    bridged = contact(units, board=field(hexsides={**river, "bridge": "X0605/X0606"}))
    assert broken(bridged, "end phase") == {"6.1", "6.4"}
    assert broken(bridged, "attack X0606 with us-1") == set()


@pytest.mark.rule("tlg2:6.3")
@pytest.mark.rule("tlg2:6.7")
def test_once_each() -> None:
    playing = contact(
        {"us-1 infantry 3": "X0605", "us-2 infantry 3": "X0705", "ac-1 infantry 3": "X0606", "ac-2 infantry 3": "X0704"}
    )
    playing.apply("attack X0606 with us-1")
    assert "6.3" in broken(playing, "attack X0704 with us-1")
    assert "6.3" in broken(playing, "attack X0606 with us-2")
    assert broken(playing, "attack X0704 with us-2") == set()


@pytest.mark.rule("tlg2:6.5")
def test_a_unit_between_two_enemies_takes_those_nobody_else_takes() -> None:
    playing = contact(
        {"us-1 infantry 3": "X0605", "us-2 infantry 3": "X0705", "ac-1 infantry 3": "X0606", "ac-2 infantry 3": "X0504"}
    )
    # us-2 touches X0606 alone; us-1 touches both.
    assert broken(playing, "attack X0606 with us-1 us-2") == {"6.5", "6.1"}
    assert broken(playing, "attack X0504 with us-1") == set()
    assert "6.5" in broken(playing, "attack X0504 with us-1 us-2")  # us-2 is not next to X0504
    assert broken(playing, "attack X0606 X0504 with us-1") == {"6.4"}  # us-2 would have nobody left
    alone = contact({"us-1 infantry 3": "X0605", "ac-1 infantry 3": "X0606", "ac-2 infantry 3": "X0504"})
    assert broken(alone, "attack X0606 with us-1") == {"6.5", "6.1"}
    assert broken(alone, "attack X0606 X0504 with us-1") == set()


@pytest.mark.rule("tlg2:6.5")
def test_all_attackers_next_to_all_defenders() -> None:
    playing = contact(
        {"us-1 infantry 3": "X0605", "us-2 infantry 3": "X0607", "ac-1 infantry 3": "X0606", "ac-2 infantry 3": "X0705"}
    )
    assert broken(playing, "attack X0606 X0705 with us-1") >= {"6.4"}
    assert "6.5" in broken(playing, "attack X0606 X0705 with us-1 us-2")
    assert broken(playing, "attack X0705 with us-1") == set()


@pytest.mark.rule("tlg2:6.8")
def test_a_soak_off_at_poor_odds_frees_the_others() -> None:
    playing = contact(
        {"us-1 infantry 9": "X0605", "us-2 infantry 1": "X0504", "ac-1 infantry 3": "X0606", "ac-2 infantry 9": "X0505"}
    )
    playing.apply("attack X0505 with us-2")
    assert happened(playing, "result")[0]["odds"] == "1:4"
    playing.apply("attack X0606 with us-1")
    assert happened(playing, "result")[1]["odds"] == "3:1"
    assert playing.verdict("end phase")


@pytest.mark.rule("tlg2:6.6")
def test_no_defender_is_withheld() -> None:
    playing = contact(
        {"us-1 infantry 9": "X0605", "ac-1 infantry 3": "X0606", "ac-hb artillery 2 range 9 heavy_battery": "X0606"}
    )
    playing.apply("attack X0606 with us-1")
    assert happened(playing, "attack")[0]["defenders"] == ["ac-1", "ac-hb"]
    assert happened(playing, "attack")[0]["strength"] == "9:4"


@pytest.mark.rule("tlg2:6.5")
@pytest.mark.rule("tlg2:7.5")
def test_an_enemy_may_be_left_to_the_guns_in_either_order() -> None:
    """us-1 touches both enemies; the battery takes one of them, before or after."""
    units = {
        "us-1 infantry 3": "X0605",
        "us-gun artillery 3 range 6": "X0509",
        "ac-1 infantry 3": "X0606",
        "ac-2 infantry 3": "X0505",
        "ac-3 infantry 3": "X0710",
    }
    first = contact(units)
    first.apply("attack X0606 with us-gun")
    assert broken(first, "attack X0505 with us-1") == set()
    last = contact(units)
    last.apply("attack X0505 with us-1")
    assert broken(last, "end phase") == {"6.1", "6.4"}
    assert broken(last, "attack X0710 with us-gun") >= {"6.1"}  # the guns are bound now
    last.apply("attack X0606 with us-gun")
    assert broken(last, "end phase") == set()
    both = contact(units)
    assert "6.1" in broken(both, "attack X0505 with us-1 us-gun")
    far = contact({**units, "us-gun artillery 3 range 6": "X1212"})
    assert broken(far, "attack X0505 with us-1") == {"6.5", "6.1"}


@pytest.mark.rule("tlg2:7.8")
def test_guns_may_be_left_out_while_others_drive_off_the_enemy_next_to_them() -> None:
    units = {"us-1 infantry 3": "X0605", "us-gun artillery 3 range 6": "X0607", "ac-1 infantry 3": "X0606"}
    free = contact(units)
    free.apply("attack X0606 with us-1")
    assert broken(free, "end phase") == set()
    assert broken(contact(units), "end phase") == {"6.1", "6.4", "7.8"}  # an enemy is still there
    bound = contact(units, options={"guns_in_contact": "must_attack"})
    assert broken(bound, "attack X0606 with us-1") == {"6.4"}
    alone = contact({"us-gun artillery 3 range 6": "X0607", "ac-1 infantry 3": "X0606", "us-1 infantry 3": "X0101"})
    assert broken(alone, "end phase") == {"6.1", "6.4", "7.8"}


# -- against every sequence of attacks -------------------------------------------------------------------------


class Net(NamedTuple):
    """A position as the text sees it: for each unit the enemy hexes it may attack, from next to them or from afar."""

    near: dict[str, frozenset[str]]
    far: dict[str, frozenset[str]]
    owed_units: frozenset[str]
    owed_hexes: frozenset[str]
    guns: frozenset[str]
    """The artillery next to enemies: it may stay out where the option says so."""

    def units_to(self, hexes: frozenset[str]) -> frozenset[str]:
        """The units next to all of these hexes."""
        return frozenset(unit for unit, found in self.near.items() if hexes <= found)

    def allowed(self, attack: Attack) -> bool:
        """6.5, 7.5 and 7.6: all that attack from next to a target are next to all; guns afar reach one of them."""
        hexes, units = attack
        near = units & set(self.near)
        if not near <= self.units_to(hexes) or not all(self.far[unit] & hexes for unit in units - near):
            return False
        return bool(near) or len(hexes) == 1


def subsets(items: frozenset[str]) -> list[frozenset[str]]:
    """Every subset that has a member."""
    listed = sorted(items)
    return [frozenset(part) for part in chain.from_iterable(combinations(listed, n) for n in range(1, len(listed) + 1))]


def net_of(playing: Game, rivers: frozenset[frozenset[str]]) -> Net:
    """Worked out from places and distances alone; only the line of sight is the engine's."""
    grid = playing.rules.field.grid
    units = {key: found for key, found in playing.rules.units(playing.state).items() if found["at"]}
    friends = {key: found["at"] for key, found in units.items() if found["side"] == "us"}
    enemies = frozenset(found["at"] for found in units.values() if found["side"] == "ac")

    def next_to(a: str, b: str) -> bool:
        return grid.distance(grid.parse(a), grid.parse(b)) == 1 and frozenset((a, b)) not in rivers

    near, far = {}, {}
    for key, at in friends.items():
        touched = frozenset(h for h in enemies if next_to(at, h))
        if touched:
            near[key] = touched
        elif playing.scenario.units[key].type == "artillery":
            reach = playing.scenario.units[key].number("range")
            far[key] = frozenset(
                h
                for h in enemies
                if grid.distance(grid.parse(at), grid.parse(h)) <= reach
                and playing.rules.sight(playing.state, at, h).state != "blocked"
            )
    touched_hexes = frozenset(chain.from_iterable(near.values()))
    guns = frozenset(key for key in near if playing.scenario.units[key].type == "artillery")
    return Net(near, far, frozenset(near), touched_hexes, guns)


class Judge:
    """Whether all that is owed can still be met, by trying every sequence of attacks.

    ``free``: guns next to enemies need not attack once the enemies next to them have been attacked by others.
    """

    def __init__(self, net: Net, *, free: bool) -> None:
        self.net = net
        self.free = net.guns if free else frozenset[str]()
        self.can_be_met = cache(self._can_be_met)

    def _can_be_met(self, fought: frozenset[str], struck: frozenset[str]) -> bool:
        net = self.net
        for unit in sorted(net.owed_units - self.free - fought):
            for hexes in subsets(net.near[unit] - struck):
                for more in [frozenset[str](), *subsets(net.units_to(hexes) - fought - {unit})]:
                    if self.can_be_met(fought | more | {unit}, struck | hexes):
                        return True
            return False
        for h in sorted(net.owed_hexes - struck):
            for gun in sorted(net.far):
                if gun not in fought and h in net.far[gun] and self.can_be_met(fought | {gun}, struck | {h}):
                    return True
            for gun in sorted(self.free - fought):
                if h in net.near[gun] and self.can_be_met(fought | {gun}, struck | net.near[gun]):
                    return True
            return False
        return True

    def legal(self, attack: Attack, fought: frozenset[str], struck: frozenset[str]) -> bool:
        hexes, units = attack
        if units & fought or hexes & struck or not self.net.allowed(attack):
            return False
        return self.can_be_met(fought | units, struck | hexes)


def random_position(seed: int, guns: str = "may_stay_out") -> tuple[Game, frozenset[frozenset[str]]]:
    """A handful of units on nineteen hexes, with a few rivers; sometimes a battery with something in range."""
    random = Random(seed)
    board = field(columns=9, rows=9)
    grid = board.grid
    middle = grid.parse("X0505")
    hexes = [h for h in grid.hexes if grid.distance(h, middle) <= 2]
    places = random.sample(hexes, random.randint(4, 8))
    sides = [grid.side_name(grid.side_between(h, n)) for h in hexes for n in grid.ring1[h] if n in hexes]
    rivers = random.sample(sides, random.randint(0, 5))
    board = field(columns=9, rows=9, hexsides={"river": " ".join(rivers)})
    units = {}
    for number, h in enumerate(places):
        side = ("us", "ac")[number % 2]
        gun = random.random() < 0.25
        units[f"{side}-{number} {'artillery' if gun else 'infantry'} 2{' range 5' if gun else ''}"] = grid.name(h)
    outside = [h for h in grid.hexes if grid.distance(h, middle) == 4]
    for number, h in enumerate(random.sample(outside, random.randint(0, 2)), 20):
        units[f"us-{number} artillery 2 range 7"] = grid.name(h)
    options = {"mandatory_attacks": "strict", "guns_in_contact": guns}
    playing = game(board, units, phase="combat", tables=always("NE"), options=options)
    closed = frozenset(
        frozenset((grid.name(h), grid.name(n)))
        for h in grid.hexes
        for n in grid.ring1[h]
        if n >= 0 and "river" in board.hexsides.get(grid.side_between(h, n), ())
    )
    return playing, closed


def stepped(playing: Game, seen: set[Attack], visited: set[Attack]) -> None:
    """Every attack that can be put together step by step from here; each step leads on to a fight."""
    texts = playing.legal_actions().texts()
    assert texts, f"nothing is legal after {playing.actions}"
    for text in texts:
        if text == "fight":
            playing.apply(text)
            event = happened(playing, "attack")[-1]
            seen.add((frozenset(event["targets"]), frozenset(event["attackers"])))
            playing.undo()
        elif text.split()[0] in ("also", "with"):
            playing.apply(text)
            assert playing.decision is not None
            made = (frozenset(playing.decision.hexes), frozenset(playing.decision.units))
            if made not in visited:
                visited.add(made)
                stepped(playing, seen, visited)
            playing.undo()


@pytest.mark.rule("tlg2:6.1")
@pytest.mark.rule("tlg2:6.4")
@pytest.mark.rule("tlg2:6.5")
@pytest.mark.rule("tlg2:7.8")
@pytest.mark.parametrize("guns", ["may_stay_out", "must_attack"])
@pytest.mark.parametrize("seed", seeds(30, 120))
def test_attacks_are_legal_when_everything_owed_can_still_be_met(seed: int, guns: str) -> None:
    playing, rivers = random_position(seed, guns)
    net = net_of(playing, rivers)
    judge = Judge(net, free=guns == "may_stay_out")
    everyone = frozenset(net.near) | frozenset(net.far)
    enemies = frozenset(chain.from_iterable([*net.near.values(), *net.far.values()]))
    fought, struck = frozenset[str](), frozenset[str]()
    random = Random(seed)
    assert judge.can_be_met(fought, struck), "everything can be met when the phase begins"
    while True:
        legal = []
        for attack in ((hexes, units) for hexes in subsets(enemies) for units in subsets(everyone)):
            text = f"attack {' '.join(sorted(attack[0]))} with {' '.join(sorted(attack[1]))}"
            wanted = judge.legal(attack, fought, struck)
            verdict = playing.verdict(text)
            assert bool(verdict) == wanted, f"{text} after {playing.actions}: {verdict}"
            if wanted:
                legal.append(attack)
        done = net.owed_units - judge.free <= fought and net.owed_hexes <= struck
        assert bool(playing.verdict("end phase")) == done, playing.actions
        seen: set[Attack] = set()
        stepped_from_each_target(playing, seen)
        assert seen == set(legal), playing.actions
        if not legal:
            assert done
            return
        hexes, units = random.choice(legal)
        playing.apply(f"attack {' '.join(sorted(hexes))} with {' '.join(sorted(units))}")
        fought, struck = fought | units, struck | hexes


def stepped_from_each_target(playing: Game, seen: set[Attack]) -> None:
    """Every attack that can be put together from any first target."""
    visited: set[Attack] = set()
    for text in playing.legal_actions().texts():
        if text.startswith("attack"):
            playing.apply(text)
            stepped(playing, seen, visited)
            playing.undo()


@pytest.mark.rule("tlg2:6.1")
@pytest.mark.rule("tlg2:6.4")
@pytest.mark.parametrize("seed", seeds(12, 40))
def test_at_the_end_only_what_can_still_be_met_is_asked_for(seed: int) -> None:
    """With the option any attack may be made; the phase ends when no unit owed has a partner left."""
    strict, rivers = random_position(seed)
    playing = Game(strict.scenario, options={"mandatory_attacks": "at_end"}, start=strict.start)
    net = net_of(playing, rivers)
    random = Random(seed)
    fought, struck = frozenset[str](), frozenset[str]()
    while True:
        left_units = {unit for unit in net.owed_units - fought if net.near[unit] - struck}
        reach = {**net.near, **net.far}
        reached = chain.from_iterable(found for unit, found in reach.items() if unit not in fought)
        left_hexes = (net.owed_hexes - struck) & set(reached)
        assert bool(playing.verdict("end phase")) == (not left_units and not left_hexes), playing.actions
        targets = [text for text in playing.legal_actions().texts() if text.startswith("attack")]
        if not targets:
            return
        playing.apply(random.choice(targets))
        while playing.decision is not None and playing.decision.kind == "attack":
            playing.apply(playing.legal_actions().sample(random))
        event = happened(playing, "attack")[-1]
        fought, struck = fought | set(event["attackers"]), struck | set(event["targets"])
