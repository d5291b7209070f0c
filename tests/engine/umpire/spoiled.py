"""First Steps with one mistake each, for the checks of openings and of what both sides can hope for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.formats import load_scenario
from engine.hexes.board.battlemap import Region
from engine.scenario import Deployment, Level, Pool, Scenario, Scoring, Side, Turns, Victory
from engine.scenario.counters import CounterDesign, CounterText, FormationLook
from engine.scenario.elements import CounterElement, CounterTemplate
from engine.scenario.model import VictoryCondition, Win


def sound(**changes: object) -> Scenario:
    """First Steps, with some fields replaced."""
    return load_scenario("first_steps").with_(**changes)


def _set_up(**places: str) -> Scenario:
    return sound(setup={**sound().setup, **places})


def _ringed(*hexes: str) -> Scenario:
    """These hexes are surrounded by water."""
    made = sound()
    board = made.map.copy()
    inside = {board.grid.parse(name) for name in hexes}
    for h in inside:
        for n in board.grid.neighbours[h]:
            if n not in inside:
                board.terrain[n] = "water"
                board.features.pop(n, None)
        board.features.pop(h, None)
    for side in list(board.paths):
        if not inside.isdisjoint(board.grid.side_hexes(side)):
            del board.paths[side]
    return made.with_(map=board)


def _island_of_militia() -> Scenario:
    return _ringed("F0309").with_(setup={**sound().setup, "us-militia": "F0309"})


def _island_entry(*hexes: str) -> Scenario:
    made = _ringed(*hexes)
    first, *others = made.arrivals
    return made.with_(arrivals=(replace(first, entry=(hexes[0],)), *others))


def _by_region(wet: str) -> Scenario:
    """The dragoons enter by a region of two hexes, of which these rules take the first; one of them is a pond."""
    made = sound()
    board = made.map.copy()
    board.regions["west"] = Region("west", "West", frozenset(map(board.grid.parse, ("F0107", "F0108"))))
    board.terrain[board.grid.parse(wet)] = "water"
    first, *others = made.arrivals
    return made.with_(map=board, arrivals=(replace(first, entry=("west",)), *others))


def _drawn(element: CounterElement) -> Scenario:
    made = sound()
    return made.with_(counters=CounterDesign(template=CounterTemplate(front=(element,))))


def _designed(*back: CounterText, of: str = "I Corps") -> Scenario:
    """Counters with texts on their backs, and colours for a formation; one unit belongs to I Corps > 3rd Division."""
    made = sound()
    units = {**made.units, "us-1": replace(made.units["us-1"], formation="I Corps > 3rd Division")}
    return made.with_(units=units, counters=CounterDesign(back=back, formations=(FormationLook(of, stripe="#aa0000"),)))


def _victory(**changes: object) -> Scenario:
    return sound(victory=replace(sound().victory, **changes))


def _units(key: str, **changes: object) -> Scenario:
    units = sound().units
    return sound(units={**units, key: replace(units[key], **changes)})


def _strong(strength: int) -> Scenario:
    units = sound().units
    return sound(units={**units, "us-1": replace(units["us-1"], values={"strength": strength, "reduced": 2})})


def _groups(*groups: Deployment, **pools: Pool) -> Scenario:
    """Guns and militia are not in the set-up."""
    setup = {key: at for key, at in sound().setup.items() if key not in ("us-militia", "us-guns")}
    return sound(setup=setup, deployments=groups, pools=pools)


def _from_pool(**changes: object) -> Deployment:
    return Deployment(**{"side": "us", "area": ("F0406", "F0506"), "source": "all", **changes})


ALL = Pool("us", ("us-militia", "us-guns"))
FAR = Scoring("hold", hexes=("F1409",), points=3, initial="ac")
KNOLL = VictoryCondition("hold", hexes=("F1104",))

SPOILED: dict[str, tuple[Callable[[], Scenario], str]] = {
    "SIDE121": (lambda: _strong(70), "sides.ac"),
    "SIDE122": (
        lambda: sound(sides={"us": Side("us", "United States", "#a03050"), "ac": Side("ac", "Britain", "#A03050")}),
        "sides.ac.colour",
    ),
    "UNIT121": (lambda: sound(pools={"all": ALL}), "pools.all.units"),
    "UNIT122": (_island_of_militia, "setup.us-militia"),
    "UNIT123": (lambda: _units("us-2", name="1st Regiment"), "units.us-2.name"),
    "UNIT124": (lambda: _designed(CounterText("top", "{strenght}")), "counters.back.0.show"),
    "UNIT128": (lambda: _drawn(CounterElement("shape", 1, 1, 5, 5)), "counters.faces"),
    "UNIT125": (lambda: _designed(of="II Corps > 3rd Division"), "counters.formations.0.formation"),
    "UNIT127": (lambda: _units("us-2", name="2nd \ue000Regiment"), "units.us-2.name"),
    "SETUP121": (lambda: _groups(_from_pool(), _from_pool(), all=ALL), "deployment.1.from"),
    "SETUP122": (lambda: _set_up(**{"us-1": "F0905"}), "setup.ac-light"),
    "REINF121": (lambda: _set_up(**{"ac-light": "F0106"}), "reinforcements.0.entry"),
    "REINF122": (lambda: _island_entry("F0108"), "reinforcements.0.entry"),
    "REINF123": (lambda: _by_region("F0107"), "reinforcements.0.units"),
    "REINF124": (
        lambda: sound(arrivals=(replace(sound().arrivals[0], turn=3), sound().arrivals[1])),
        "reinforcements.0.turn",
    ),
    "WIN121": (
        lambda: _ringed("F1409").with_(victory=Victory((Scoring("hold", hexes=("F1409",), initial="us"),), tie="us")),
        "victory.scoring.0.hexes",
    ),
    "WIN122": (lambda: _victory(sudden=2), "victory.sudden"),
    "WIN123": (
        lambda: _victory(scoring=(Scoring("hold", hexes=("F1004",), side="us", points=4),), handicap={"ac": 4}),
        "victory",
    ),
    "WIN124": (
        lambda: _victory(scoring=(Scoring("hold", hexes=("F1004",), points=4),), levels=(Level("a triumph", 13),)),
        "victory.levels.0",
    ),
    "WIN125": (
        lambda: _victory(scoring=(*sound().victory.scoring, Scoring("hold", hexes=("F1004",), initial="ac"))),
        "victory.scoring.3.hexes",
    ),
    "RULE121": (lambda: sound(turns=Turns(3, night=frozenset({4}))), "turns"),
}
"""Code to what makes such a scenario, and the place of its finding."""

BARELY: dict[str, Callable[[], Scenario]] = {
    "SIDE121": lambda: _strong(30),
    "UNIT121": lambda: _groups(_from_pool(), all=ALL),
    "UNIT122": lambda: _ringed("F0309", "F0409").with_(setup={**sound().setup, "us-militia": "F0309"}),
    "UNIT123": lambda: _units("ac-1", name="1st Regiment"),
    "UNIT124": lambda: _designed(CounterText("top", "{strength} {formation}")),
    "UNIT125": lambda: _designed(of="3rd Division"),
    "UNIT128": lambda: _drawn(CounterElement("name", 1, 1, 5, 5)),
    "UNIT127": lambda: _units("us-2", name="2nd R\u00e9giment"),
    "SETUP121": lambda: _groups(_from_pool(draw="d6"), _from_pool(), all=ALL),
    "SETUP122": lambda: _set_up(**{"us-1": "F0805"}),
    "REINF121": lambda: _set_up(**{"us-militia": "F0106"}),
    "REINF122": lambda: _island_entry("F0108", "F0107"),
    "REINF123": lambda: _by_region("F0108"),
    "WIN121": lambda: sound(victory=Victory((FAR,), tie="us")),
    "WIN122": lambda: _victory(sudden=3, wins=(Win("us", KNOLL, at_once=True), Win("ac", KNOLL))),
    "WIN123": lambda: _victory(
        scoring=(Scoring("hold", hexes=("F1004",), side="us", points=4),), handicap={"ac": 4}, tie="us"
    ),
    "WIN124": lambda: _victory(
        scoring=(Scoring("hold", hexes=("F1004",), points=4),), levels=(Level("a triumph", 12),)
    ),
    "WIN125": lambda: _victory(
        scoring=(*sound().victory.scoring, Scoring("hold", hexes=("F1004",), turns=frozenset({2})))
    ),
    "RULE121": lambda: sound(turns=Turns(3, night=frozenset({3}), labels={1: "dawn"})),
}
"""Code to what makes a scenario that is just on the right side of it."""
