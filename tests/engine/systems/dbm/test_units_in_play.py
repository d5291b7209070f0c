"""What the rules give of each element, and what becomes of double bases that dismount as single elements (4.1)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from field_of import bound, game, number, scenario

from engine.errors import HexwrightError
from engine.play import Game
from engine.play.dice import Dice
from engine.play.step import Step
from engine.systems.de_bellis_multitudinis import breaking
from engine.systems.de_bellis_multitudinis.losing import destroy_in_combat
from engine.systems.de_bellis_multitudinis.special import Special
from engine.systems.de_bellis_multitudinis.state import Flag
from engine.systems.de_bellis_multitudinis.support import support
from engine.tables.table import TableArea

COLUMN = {f"bd-{n}": "red Bd O" for n in (1, 2, 3)} | {"sp-9": "blue Sp O"}
DOUBLE = {"cv-1": "red Cv O double dismounts=Sp_O", "cv-2": "red Cv O", "wb-1": "blue Wb O irr", "sp-9": "blue Sp O"}


def unit(played: Game, key: str) -> dict[str, Any]:
    return played.rules.units(played.state)[key]


def test_places_are_numbers_and_what_is_not_said_is_no() -> None:
    units = {"cv-1": "red Cv O dismounts=Bd_O", "ps-1": "blue Ps O", "ps-2": "blue Ps O"}
    at = {
        "cv-1": {"at": [1000, 1000, 22.5], "dismounted": True, "holders": [1000, 1030, 22.5], "marches": 1},
        "ps-1": {"at": [1000, 300, 180], "ambush": True},
        "ps-2": {"dead": True},
    }
    wood = TableArea("w", "wood", ((900, 200), (1100, 200), (1100, 400), (900, 400)))
    played = game(units, at, areas=(wood,))
    assert unit(played, "cv-1") == {
        "at": [1000, 1000, 22.5],
        "steps": 1,
        "dead": False,
        "dismounted": True,
        "mounts": "kept",
        "holders": [1000, 1030, 22.5],
        "ambush": False,
        "marches": 1,
        "command": "red",
    }
    assert unit(played, "ps-1")["ambush"] is True
    assert (unit(played, "ps-2")["at"], unit(played, "ps-2")["dead"]) == (None, True)
    assert json.loads(json.dumps(played.rules.units(played.state))) == played.rules.units(played.state)


@pytest.mark.rule("dbm:12.5")
@pytest.mark.parametrize(
    ("places", "action", "length"),
    [
        ({f"bd-{n}": [920 + 80 * n, 1000, 0] for n in (1, 2, 3)}, "column bd-1..bd-3: ahead 30", 80),
        ({f"bd-{n}": [1000, 970 + 30 * n, 0] for n in (1, 2, 3)}, "expand bd-1..bd-3 right 1", 85),
    ],
)
def test_columns_are_told_as_moves_are(places: dict[str, Any], action: str, length: int) -> None:
    played = game(COLUMN, {**places, "sp-9": [3000, 100, 180]})
    event = next(event.to_json() for event in played.apply(action) if event.kind in ("column", "expand"))
    assert (event["side"], event["length"], event["cost"]) == ("red", length, 1)
    assert {"units", "from", "to", "rule"} <= event.keys()
    (other,) = played.rules.reworded(event)
    assert (other["event"], other["kind"]) == ("move", "move")


# -- double bases -------------------------------------------------------------------------------------------------


@pytest.mark.rule("dbm:4.1")
@pytest.mark.parametrize("how", ["double", "singles"])
def test_both_halves_stand_one_behind_the_other(how: str) -> None:
    played = game(DOUBLE, {"cv-1": [1000, 1000, 0], "wb-1": [1000, 700, 180], "cv-2": None, "sp-9": None})
    played.apply(f"dismount cv-1 as {how}")
    field, state = played.rules.field, played.state
    one, enemy = number(field, "cv-1"), number(field, "wb-1")
    assert field.depth(state, one) == 60 * 1024, "two spears of 30 paces"
    assert support(field, state, one, enemy).total == 1


@pytest.mark.rule("dbm:4.1")
@pytest.mark.parametrize(("how", "left"), [("double", 0), ("singles", 1)])
def test_single_elements_are_lost_one_by_one(how: str, left: int) -> None:
    """Skirmishers are not supported against: the rear spear does not fall with the front one."""
    units = {"cv-1": "red Cv O double dismounts=Sp_O", "ps-1": "blue Ps O", "cv-2": "red Cv O", "sp-9": "blue Sp O"}
    at = {"cv-1": [1000, 1000, 0], "ps-1": [1000, 700, 180], "cv-2": [3000, 2300, 0], "sp-9": [3000, 100, 180]}
    played = game(units, at)
    played.apply(f"dismount cv-1 as {how}")
    field, state = played.rules.field, played.state
    one, by = number(field, "cv-1"), number(field, "ps-1")
    destroy_in_combat(field, state, one, by, "21.1", Step(Dice(1, ())))
    assert (state.at[one] is not None) is bool(left)
    assert breaking.lost_of(field, state, 0) == (2 if left else 4)
    if left:
        assert unit(played, "cv-1")["at"] == [1000, 1030, 0]
        assert field.depth(state, one) == 30 * 1024
        assert not played.verdict("mount cv-1"), "the other half does not mount alone"
        destroy_in_combat(field, state, one, by, "21.1", Step(Dice(1, ())))
        assert state.at[one] is None
        assert breaking.lost_of(field, state, 0) == 4


@pytest.mark.rule("dbm:4.1")
def test_who_supports_falls_with_whom_he_supports() -> None:
    field, state = bound(
        {"cv-1": "red Cv O double dismounts=Sp_O", "wb-1": "blue Wb O irr"},
        {"cv-1": {"at": [1000, 1000, 0], "dismounted": True}, "wb-1": [1000, 1000, 180]},
    )
    state.mark(0, Flag.APART)
    destroy_in_combat(field, state, 0, 1, "21.1", Step(Dice(1, ())))
    assert state.at[0] is None


# -- army lists in a scenario -------------------------------------------------------------------------------------

LIST: dict[str, Any] = {
    "name": "A",
    "list": "2/33",
    "from": -275,
    "to": -105,
    "allows": "pf 0-24",
    "terrain": {"compulsory": "Rd", "options": [["WW", "BUA"], "Wd"]},
    "lines": {"bd": {"element": "Bd O", "least": 1, "most": 2}},
}


def special_of(army: Any) -> Special:
    return Special.of(scenario({"bd-1": "red Bd O"}, lists={"red": army}))


def test_a_list_in_a_scenario_is_read_as_a_list() -> None:
    army = special_of(LIST).lists["red"]
    assert not isinstance(army, str)
    assert (army.list_number, army.from_year, army.allows) == ("2/33", -275, ["pf 0-24"])
    assert army.terrain.options == [["WW", "BUA"], ["Wd"]]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"lines": {"bd": {"element": "Bd Q"}}}, "element"),
        ({"lines": {"bd": {"least": -1}}}, "least"),
        ({"colour": "red"}, "colour"),
        ({"lines": {"bd": {"upgrade": "some"}}}, "upgrade"),
    ],
)
def test_what_is_wrong_in_a_list_is_named(change: dict[str, Any], named: str) -> None:
    with pytest.raises(HexwrightError, match=named):
        special_of({**LIST, **change})
