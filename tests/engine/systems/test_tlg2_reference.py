"""What is worked out fast, against what is worked out the long way: reach, zones of control, sight, retreats."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from random import Random

import pytest
from sweeps import seeds
from tlg2_country import KINDS, Country
from tlg2_field import game, scenario

from engine.hexes.board.grid import NOWHERE
from engine.play import Game
from engine.scenario import Turns
from engine.systems.twilights_last_gleaming import fire
from engine.systems.twilights_last_gleaming.aftermath import retreat_options

ALLOWANCE = {"infantry": (4, 3), "artillery": (6, 4), "cavalry": (8, 6)}


def armies(country: Country, count: int = 7, *, night: bool = False, options: Mapping[str, str] = {}) -> Game:
    """Random units on a random board, the Americans to move."""
    random = country.random
    places = random.sample(country.land, min(count, len(country.land)))
    units = {}
    for number, name in enumerate(places):
        kind = random.choice(KINDS)
        units[f"{('us', 'ac')[number % 2]}-{number} {kind} 2{' range 6' if kind == 'artillery' else ''}"] = name
    return game(country.board, units, turns=Turns(3, frozenset({1}) if night else frozenset()), options=dict(options))


def where(playing: Game) -> dict[str, str]:
    return {key: found["at"] for key, found in playing.rules.units(playing.state).items() if found["at"]}


def zone_by_hand(country: Country, at: dict[str, str], side: str) -> set[str]:
    return {
        n
        for key, name in at.items()
        if key.startswith(side)
        for n in country.neighbours(name)
        if country.crossable(name, n)
    }


def reach_by_hand(country: Country, at: dict[str, str], key: str, kind: str, budget: float) -> dict[str, float]:
    """Every path there is, walked one by one."""
    start = at[key]
    enemy_zone = zone_by_hand(country, at, "ac" if key.startswith("us") else "us")
    taken = set(at.values()) - {start}
    if start in enemy_zone:
        return {}
    best: dict[str, float] = {}

    def walk(here: str, spent: float) -> None:
        for n in country.neighbours(here):
            if n in taken or not country.crossable(here, n):
                continue
            total = spent + country.cost(here, n, kind)
            if here == start and spent == 0:
                total = min(total, budget)  # one hex is always allowed (4.8)
            if total <= budget and total < best.get(n, 99):
                best[n] = total
                if n not in enemy_zone:
                    walk(n, total)

    walk(start, 0)
    best.pop(start, None)
    return best


@pytest.mark.rule("tlg2:4.6")
@pytest.mark.rule("tlg2:4.7")
@pytest.mark.parametrize("seed", seeds(20, 60))
def test_reach_is_what_walking_every_path_finds(seed: int) -> None:
    country = Country(seed)
    night = bool(seed % 2)
    playing = armies(country, night=night)
    at = where(playing)
    for key in at:
        kind = playing.scenario.units[key].type
        found = playing.rules.reach(playing.state, key)
        wanted = reach_by_hand(country, at, key, kind, ALLOWANCE[kind][night])
        assert {name: hexes.cost for name, hexes in found.hexes.items()} == wanted, key
        for name, hexes in found.hexes.items():
            if key.startswith("us"):
                assert playing.verdict(f"move {key} {' '.join(hexes.path)}"), (key, name)
        beyond = [name for name in country.land if name not in wanted and name not in at.values()]
        if key.startswith("us"):
            assert not any(playing.verdict(f"move {key} {name}") for name in beyond)


@pytest.mark.rule("tlg2:4.1")
@pytest.mark.rule("tlg2:4.2")
@pytest.mark.parametrize("seed", seeds(20, 60))
def test_zones_of_control_stay_right_whatever_moves(seed: int) -> None:
    country = Country(seed)
    playing = armies(country)
    random = Random(seed)
    for _ in range(40):
        if playing.decision is None:
            return
        playing.apply(playing.legal_actions().sample(random))
        at = where(playing)
        for player, side in enumerate(("us", "ac")):
            flags = playing.rules.field.zones.of(playing.state, player)
            found = {playing.rules.field.grid.name(h) for h in playing.rules.field.grid.hexes if flags[h]}
            assert found == zone_by_hand(country, at, side)


@pytest.mark.rule("tlg2:7.7")
@pytest.mark.rule("tlg2:7.3")
@pytest.mark.parametrize("seed", seeds(5, 12))
def test_sight_in_play_is_sight_with_its_reasons(seed: int) -> None:
    playing = armies(Country(seed, 8), 10)
    rules, state = playing.rules, playing.state
    for a in rules.field.grid.hexes:
        for b in rules.field.grid.hexes:
            if a != b:
                told = fire.sight(rules.field, state, a, b)
                assert fire.is_open(rules.field, state, a, b) == told.state
                assert bool(told.because) == (told.state != fire.VISIBLE)


def sight_by_hand(country: Country, at: dict[str, str], a: str, b: str) -> str:
    """7.3 and 7.7 by points along the straight line, each a hair to the left and to the right of it.

    Where both hairs lie in one hex, the line goes through that hex; where they lie in two, it runs along
    the hexside between them (corners are too short to be met by the points that are taken).
    """
    grid = country.board.grid
    (ax, ay), (bx, by) = grid.centre(grid.parse(a)), grid.centre(grid.parse(b))
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    nx, ny = (by - ay) / length * 1e-6, (ax - bx) / length * 1e-6
    steps = 4801
    left, right = [], []
    for i in range(1, steps):
        x, y = ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps
        left.append(grid.hex_at(x + nx, y + ny))
        right.append(grid.hex_at(x - nx, y - ny))

    def wood(h: int) -> bool:
        return h != NOWHERE and country.terrain[grid.name(h)] == "forest"

    def thin(h: int) -> bool:
        return h != NOWHERE and (grid.name(h) in country.buildings or grid.name(h) in at.values())

    ends = {grid.parse(a), grid.parse(b)}
    found = "visible"
    for one, two in zip(left, right, strict=True):
        if one == two and one not in ends:
            if wood(one):
                return "blocked"
            if thin(one):
                found = "attenuated"
        elif one != two and not {one, two} & ends:
            if wood(one) and wood(two):
                return "blocked"
            if wood(one) or wood(two) or thin(one) or thin(two):
                found = "attenuated"
    if not {a, b} & country.high:
        for lane in (left, right):
            inside = [one for one, two in zip(lane, right if lane is left else left, strict=True) if one == two]
            for one, two in pairwise(inside):
                if NOWHERE not in (one, two) and frozenset((grid.name(one), grid.name(two))) in country.kinds["slope"]:
                    return "blocked"
    return found


@pytest.mark.rule("tlg2:7.7")
@pytest.mark.parametrize("seed", seeds(1, 3))
def test_sight_is_what_points_along_the_line_find(seed: int) -> None:
    country = Country(seed + 100, 6)
    playing = armies(country, 6)
    at = where(playing)
    grid = playing.rules.field.grid
    random = Random(seed)
    pairs = [(a, b) for a in grid.hexes for b in grid.hexes if a < b]
    for a, b in random.sample(pairs, 60):
        told = playing.rules.sight(playing.state, grid.name(a), grid.name(b))
        assert told.state == sight_by_hand(country, at, grid.name(a), grid.name(b)), (told, seed)


def retreats_by_hand(country: Country, at: dict[str, str], key: str, *, zones: bool = True) -> set[str]:
    """6.12 to 6.14 straight from the text: out of zones; else into one; else by displacing somebody.

    ``zones`` False: the displaced may not enter an enemy zone of control.
    """
    enemy = zone_by_hand(country, at, "ac" if key.startswith("us") else "us")
    held = {name: other for other, name in at.items()}
    ways = [n for n in country.neighbours(at[key]) if country.crossable(at[key], n)]
    free = [n for n in ways if n not in held]
    if any(n not in enemy for n in free):
        return {n for n in free if n not in enemy}
    shut: set[str] = set() if zones else enemy

    def makes_room(name: str, chain: set[str]) -> bool:
        """Whether the friend in a hex can be displaced, and whoever stands in his way after him."""
        if name in chain or name in enemy or held[name][:2] != key[:2]:
            return False
        on = [n for n in country.neighbours(name) if country.crossable(name, n) and n not in chain]
        if any(n not in held and n not in shut for n in on):
            return True
        return any(n in held and makes_room(n, chain | {name}) for n in on)

    return set(free) or {n for n in ways if makes_room(n, {at[key]})}


@pytest.mark.rule("tlg2:6.12")
@pytest.mark.rule("tlg2:6.13")
@pytest.mark.rule("tlg2:6.14")
@pytest.mark.parametrize("ruling", ["last_resort", "never"])
@pytest.mark.parametrize("seed", seeds(24, 80))
def test_retreats_are_what_the_text_leaves(seed: int, ruling: str) -> None:
    country = Country(seed, 5)
    playing = armies(country, 5 + seed % 12, options={"displaced_into_zoc": ruling})
    at = where(playing)
    for key in at:
        found = retreat_options(playing.rules.field, playing.state, playing.rules.field.roster.find(key), ())
        wanted = retreats_by_hand(country, at, key, zones=ruling == "last_resort")
        assert {playing.rules.field.grid.name(h) for h in found} == wanted, key


@pytest.mark.rule("tlg2:6.13")
@pytest.mark.parametrize("ruling", ["last_resort", "never"])
@pytest.mark.parametrize("seed", seeds(12, 40))
def test_nobody_dies_or_leaves_a_zone_by_displacement(seed: int, ruling: str) -> None:
    """Played out: crowded boards where every attack drives somebody back."""
    country = Country(seed, 5)
    random = Random(seed)
    crowd = armies(country, 14)
    rows = {"combat_results": {"rows": {die: [random.choice(["DR", "AR"]) for _ in range(10)] for die in range(1, 7)}}}
    units = [
        f"{key} {unit.type} 2" + (" range 6" if unit.type == "artillery" else "")
        for key, unit in crowd.scenario.units.items()
    ]
    options = {"displaced_into_zoc": ruling}
    playing = Game(scenario(country.board, units, where(crowd), tables=rows, turns=Turns(2), options=options), seed)
    while playing.decision is not None:
        before = where(playing)
        events = playing.apply(playing.legal_actions().sample(random))
        displaced = [event for event in events if event.kind == "displaced"]
        assert playing.rules.defects(playing.state) == []
        for event in displaced:
            side = "ac" if event.data["unit"].startswith("us") else "us"
            assert event.data["from"] != event.data["to"]
            # Only an advance within the same step could change what is in a zone: the attack's own losses take it away.
            if events[0].kind in ("displaced", "retreat"):
                assert event.data["from"] not in zone_by_hand(country, before, side)
            if ruling == "last_resort":
                continue
            # The zone may have grown since by an advance; before that nobody was put into one.
            advanced = any(other.kind in ("advance", "retreat") for other in events[events.index(event) + 1 :])
            assert advanced or event.data["to"] not in zone_by_hand(country, where(playing), side)
