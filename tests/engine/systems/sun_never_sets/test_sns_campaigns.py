"""Asante and Persia: what stands at the beginning, and the paragraphs that are theirs alone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from sns_campaign import begun, kinds, refused, rules_of, shipped, where

from engine.hexes.planning import Lone
from engine.play import Game, Start
from engine.systems.sun_never_sets.base.event_tables import NOTHING, THROWS, Needs, event_tables
from engine.systems.sun_never_sets.campaigns import of
from engine.systems.sun_never_sets.position.siting import open_hexes
from engine.systems.sun_never_sets.rules import SnsRules

CAMPAIGNS = ("asante", "persia")
PLAYED = (*CAMPAIGNS, "afghan")


# -- the movement segment -------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:5.21")
def test_a_movement_segment_has_marches_between_two_chances_to_organise() -> None:
    game, asked = begun("asante", {"br-bw": "A1720", "br-wolseley": "A1720"}, "movement", dice=[6, 3]), []
    for action in ("march A1720", "with br-wolseley", "roll", "halt", "end phase"):
        asked.append((game.decision.rule, game.decision.prompt) if game.decision else None)
        game.apply(action)
    asked.append((game.decision.rule, game.decision.prompt) if game.decision else None)
    assert asked[0] == ("sns2:6.0", "March with a force, organise columns, or end the segment")
    assert asked[4] == ("sns2:6.0", "March with another force, or end the marches")
    assert asked[5] == ("sns2:5.21", "Organise columns, lay sieges, build fieldworks, or end the segment")


# -- events ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:4.1")
@pytest.mark.rule("sns2:4.2")
@pytest.mark.parametrize("name", PLAYED)
def test_every_event_row_is_drawn_and_played_out_in_the_campaign(name: str) -> None:
    """Each throw by forced dice with all units where the campaign has them: its own row or no event, and nothing that
    must never be true, until the segment is over."""
    random = Random(1)
    field = rules_of(name).field
    for side, role in zip(field.sides, field.roles, strict=True):
        for throw in THROWS:
            start = Start(2, side, "events")
            game = Game(shipped(name), 1, dice=[int(throw[0]), int(throw[1])], start=start, rules=rules_of(name))
            row = event_tables().row(field.event_table, role, throw, "narrow")
            (told,) = kinds(game, "event")[:1]
            assert row is not None
            assert (told["row"], told["title"]) == (throw, row.title)
            here = row.happens_in(name) and row.key != NOTHING
            if not here:
                assert not told["happens"]
            elif row.needs == Needs():
                assert told["happens"]
            while game.decision is not None and game.decision.kind == "event":
                game.apply(game.legal_actions().sample(random))
            assert game.rules.defects(game.state) == []


# -- both ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:asante:1.0")
@pytest.mark.rule("sns2:persia:1.0")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_the_british_play_first(name: str) -> None:
    game = Game(shipped(name), 1)
    random = Random(1)
    while not kinds(game, "phase"):
        game.apply(game.legal_actions().sample(random))
    assert kinds(game, "phase")[0]["side"] == "british"


@pytest.mark.rule("sns2:asante:2.0")
@pytest.mark.rule("sns2:persia:2.0")
@pytest.mark.parametrize(("name", "turns", "last"), [("asante", 6, "March I"), ("persia", 7, "March I")])
def test_half_months(name: str, turns: int, last: str) -> None:
    assert shipped(name).turns.count == turns
    assert last in shipped(name).turns.label(turns)
    (lone,) = [key for key in ("as-kofi", "pe-shoja") if key in shipped(name).units]
    native = shipped(name).units[lone].side
    game = begun(name, {lone: "A1208" if name == "asante" else "P2006"}, "rally", side=native, turn=turns)
    assert kinds(game, "end"), "the game is over after the last turn"


@pytest.mark.rule("sns2:asante:3.0")
@pytest.mark.rule("sns2:persia:3.0")
@pytest.mark.rule("sns2:15.1")
def test_who_is_set_up_first() -> None:
    """The Natives stand before the British choose: the Asante and both sides' places are given by the text."""
    asante = Game(shipped("asante"), 1)
    assert where(asante, "as-kofi") == "A1208"
    persia = Game(shipped("persia"), 1)
    assert persia.decision is not None
    assert (persia.decision.side, persia.decision.kind) == ("british", "set-up")
    assert where(persia, "pe-shoja") == "P3306"


@pytest.mark.rule("sns2:asante:6.1")
@pytest.mark.rule("sns2:persia:6.1")
@pytest.mark.parametrize(
    ("name", "place", "units"), [("asante", "A1720", "br-bw br-levy-x br-irr1"), ("persia", "P1614", "br-64 br-20bo")]
)
def test_units_of_all_nations_of_a_side_stack_and_march_together(name: str, place: str, units: str) -> None:
    keys = [key for key in units.split() if key in shipped(name).units]
    game = begun(name, dict.fromkeys(keys, place), "movement", dice=[3])
    game.apply(f"organise {place} as c1 with {' '.join(keys)}")
    game.apply("march c1")
    assert game.decision is not None
    assert len({where(game, key) for key in keys}) == 1


@pytest.mark.rule("sns2:asante:6.2")
@pytest.mark.rule("sns2:persia:6.2")
@pytest.mark.parametrize(
    ("name", "unit", "side"), [("asante", "as-scout1", "asante"), ("persia", "pe-eeliyat1", "persian")]
)
def test_units_go_anywhere_on_the_map(name: str, unit: str, side: str) -> None:
    """Every land hex that neighbours allow can be reached in the end; what is closed is sea, lakes and Coast Castle."""
    rules = rules_of(name)
    field = rules.field
    number = field.roster.find(unit)
    player = field.roster.player(side)
    start = next(h for h in range(field.ground.size) if not field.ground.closed[h] and len(field.ground.open[h]) == 6)
    seen, edge = {start}, [start]
    while edge:
        at = edge.pop()
        for h in field.ground.open[at]:
            if h not in seen and h not in field.closed[player]:
                seen.add(h)
                edge.append(h)
    land = {h for h in range(field.ground.size) if not field.ground.closed[h]} - field.closed[player]
    alone = {h for h in land if not field.ground.open[h]}
    assert len(land - seen - alone) <= 0.01 * len(land)
    assert field.roster.side[number] == player


@pytest.mark.rule("sns2:asante:4.4")
@pytest.mark.rule("sns2:persia:4.4")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_no_event_brings_friendly_natives(name: str) -> None:
    assert rules_of(name).field.event_table == 2
    assert not [unit for unit in shipped(name).units.values() if unit.values.get("nation") == "friendly"]


@pytest.mark.rule("sns2:asante:4.23")
@pytest.mark.rule("sns2:persia:4.23")
@pytest.mark.parametrize(
    ("name", "holder", "lost", "port", "inland"),
    [("asante", "br-wolseley", "br-bw", "A1830", "A1720"), ("persia", "br-stalker", "br-64", "P0608", "P1614")],
)
def test_replacements_come_at_ports(name: str, holder: str, lost: str, port: str, inland: str) -> None:
    game = begun(name, {holder: port, lost: {"dead": True}}, "reinforcement")
    assert "sns2:13.3" in refused(game, f"replace {lost} at {inland}")
    game.apply(f"replace {lost} at {port}")
    assert where(game, lost) == port


@pytest.mark.rule("sns2:asante:4.5")
@pytest.mark.rule("sns2:persia:4.5")
@pytest.mark.rule("sns2:13.6")
@pytest.mark.parametrize(
    ("name", "holder", "port", "trains", "factors"),
    [
        ("asante", "br-wolseley", "A1830", ("br-supply4", "br-supply5"), {"british": (8, 1, 1)}),
        ("persia", "br-stalker", "P0608", ("br-supply2", "br-supply3"), {"british": (4, 2, 2, 0), "indian": (8, 3, 1)}),
    ],
)
def test_factors_and_one_supply_unit_a_turn(
    name: str, holder: str, port: str, trains: tuple[str, str], factors: Mapping[str, tuple[int, ...]]
) -> None:
    given = shipped(name).replacements["british"]
    assert {nation: tuple(kinds.values()) for nation, kinds in given.items()} == factors
    game = begun(name, {holder: port}, "reinforcement")
    game.apply(f"place {trains[0]} at {port}")
    assert game.decision is not None
    assert game.decision.kind != "reinforcement", "there is nothing left to place"
    assert where(game, trains[1]) is None


@pytest.mark.rule("sns2:asante:4.6")
@pytest.mark.rule("sns2:persia:4.6")
@pytest.mark.parametrize(
    ("name", "train", "inland"),
    [("asante", "br-supply4", "A1720"), ("persia", "br-supply2", "P1614")],
)
def test_without_a_port_units_land_on_the_coast_and_do_not_march(name: str, train: str, inland: str) -> None:
    leader = "br-wolseley" if name == "asante" else "br-stalker"
    game = begun(name, {leader: inland}, "reinforcement")
    field = rules_of(name).field
    shore = next(
        field.grid.name(h) for h in range(field.ground.size) if field.ground.coastal[h] and field.ground.open[h]
    )
    game.apply(f"place {train} at {shore}")
    assert where(game, train) == shore
    assert "sns2:6.5" in refused(game, f"march {shore} with {train}")


# -- Asante -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:asante:3.21")
def test_the_asante_pool_is_empty_until_units_fall() -> None:
    game = begun("asante", {"as-kofi": "A1208", "br-bw": "A1720"}, "reinforcement", side="asante", dice=[5])
    assert kinds(game, "native_table")[0]["result"] == "reinforcements"
    assert not kinds(game, "drawn")
    places = {"as-kofi": "A1208", "as-guns1": {"at": "A2012", "steps": 1}, "br-bw": "A1720"}
    game = begun("asante", places, "logistics", side="asante", dice=[1])
    game.apply("forage A2012")
    # Eliminated units lie in the pool, not among the dead.
    assert game.rules.units(game.state)["as-guns1"]["at"] is None
    assert not game.rules.units(game.state)["as-guns1"]["dead"]


@pytest.mark.rule("sns2:asante:3.23")
def test_kumasa_in_british_hands_takes_one_off() -> None:
    game = begun(
        "asante",
        {"as-kofi": "A1310", "br-bw": "A1208"},
        "reinforcement",
        side="asante",
        dice=[3, 1],
        points={"asante": 25},
    )
    assert kinds(game, "points")[0]["gained"] == 25, "which makes them even"
    assert kinds(game, "native_table")[0]["modifier"] == -1
    game = begun("asante", {"as-kofi": "A1310", "br-bw": "A1720"}, "reinforcement", side="asante", dice=[3, 1])
    assert kinds(game, "native_table")[0]["modifier"] == 0


@pytest.mark.rule("sns2:asante:3.25")
def test_asante_units_come_to_towns_inland_out_of_british_zones() -> None:
    places = {"as-kofi": "A1720", "as-nkwanta": "A1412", "br-bw": "A1513"}
    game = begun("asante", places, "reinforcement", side="asante", dice=[2])
    field, state = rules_of("asante").field, game.state
    names = {field.grid.name(h) for h in of(field).native_area(field, state)}
    assert {"A1208", "A1603", "A1720"} <= names
    assert "A1414" not in names, "a town in a British zone"
    assert not {"A4821", "A1132"} & names, "coastal towns"


@pytest.mark.rule("sns2:asante:3.24")
def test_events_bring_asante_units_back() -> None:
    """Allies that desert are replaced out of the pool."""
    game = begun(
        "asante",
        {"as-dwaben": "A1208", "as-kofi": "A1208", "br-bw": "A1720"},
        "events",
        side="asante",
        dice=[4, 3, 2],
        points={"british": 12},
    )
    assert where(game, "as-dwaben") is None
    assert not game.rules.units(game.state)["as-dwaben"]["dead"]


@pytest.mark.rule("sns2:asante:4.3")
@pytest.mark.rule("sns2:13.12")
@pytest.mark.rule("sns2:15.2")
def test_two_irregulars_come_to_a_headquarters_when_kumasa_is_first_held() -> None:
    game = begun("asante", {"br-bw": "A1208", "br-wolseley": "A1310", "as-kofi": "A1603"}, "reinforcement")
    assert {where(game, "br-irr3"), where(game, "br-irr4")} == {"A1310"}
    game = begun("asante", {"br-bw": "A1209", "br-wolseley": "A1310", "as-kofi": "A1603"}, "reinforcement")
    assert {where(game, "br-irr3"), where(game, "br-irr4")} == {None}


@pytest.mark.rule("sns2:asante:5.1")
@pytest.mark.rule("sns2:asante:5.2")
def test_points_of_asante() -> None:
    rules = rules_of("asante")
    british, asante = rules.field.losses
    assert (british.commander, british.headquarters, british.unit) == (15, 5, 1)
    assert (asante.leader, asante.unit) == (3, 3)
    game = begun("asante", {"br-bw": "A1209", "as-nkwanta": "A1603"}, "movement", dice=[3])
    game.apply("march A1209 with br-bw")
    game.apply("go A1208")
    assert [(gain["gained"], gain["why"]) for gain in kinds(game, "points")] == [
        (25, "Kumasa occupied for the first time")
    ]
    # Kofi alone in a hex: 15; at the end the Asante hold a coastal town: 5.
    game = begun("asante", {"br-bw": "A1209", "as-kofi": "A1309"}, "movement", dice=[3])
    game.apply("march A1209 with br-bw")
    game.apply("go A1309")
    assert kinds(game, "points")[0]["gained"] == 15
    game = begun("asante", {"br-bw": "A1209", "as-main1": "A2827"}, "rally", side="asante", turn=6)
    assert [gain["gained"] for gain in kinds(game, "points")] == [5]


@pytest.mark.rule("sns2:asante:6.3")
def test_coast_castle_is_closed_to_the_asante() -> None:
    game = begun("asante", {"as-main1": "A1829", "br-bw": "A1720"}, "movement", side="asante", dice=[3])
    game.apply("march A1829 with as-main1")
    assert "sns2:asante:6.3" in refused(game, "go A1830")
    places = {"as-main1": "A1829", "br-bw": "A1830", "br-rb": "A1828"}
    game = begun("asante", places, "battle", side="asante")
    assert "sns2:asante:6.3" in refused(game, "attack A1830 from A1829")
    assert game.verdict("attack A1828 from A1829")


@pytest.mark.rule("sns2:asante:6.5")
def test_lines_of_supply_run_through_jungle_by_road_alone() -> None:
    """Units within two hexes of a supply unit in the forest: a line runs to it along the road, not beside it."""
    field = rules_of("asante").field
    places = {"br-supply1": "A1823", "br-bw": "A1923", "br-rb": "A1722", "as-kofi": "A1208"}
    game = begun("asante", places, "logistics", dice=[6, 6, 6, 6])
    for name in ("A1823", "A1923", "A1722"):
        assert field.ground.terrain[field.grid.parse(name)] == "jungle"
    assert game.verdict("issue br-supply1 to A1923")
    assert "sns2:12.24" in refused(game, "issue br-supply1 to A1722")


@pytest.mark.rule("sns2:asante:6.6")
def test_the_asante_entrench_once_with_a_unit_of_strength_five() -> None:
    places = {"as-mampong1": "A1603", "as-main1": "A1208", "br-bw": "A1720"}
    game = begun("asante", places, "movement", side="asante")
    assert "sns2:asante:6.6" in refused(game, "entrench A1208")
    game.apply("entrench A1603")
    assert kinds(game, "fieldworks")[0]["at"] == "A1603"
    assert "sns2:asante:6.6" in refused(game, "entrench A1603")


# -- Persia -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:persia:3.3")
def test_two_more_once_when_the_british_reach_the_column_of_khosab() -> None:
    places = {"br-64": "P1412", "pe-shoja": "P3306", "pe-fars": "P2006"}
    game = begun("persia", places, "reinforcement", side="persian", dice=[3, 1])
    assert kinds(game, "native_table")[0]["modifier"] == 2
    again = begun("persia", places, "reinforcement", side="persian", dice=[3], happened=["khosab_reached"])
    assert kinds(again, "native_table")[0]["modifier"] == 0
    west = begun("persia", {**places, "br-64": "P1214"}, "reinforcement", side="persian", dice=[3])
    assert kinds(west, "native_table")[0]["modifier"] == 0


@pytest.mark.rule("sns2:persia:3.23")
def test_persian_units_come_to_held_fortresses_and_the_edge_of_the_map() -> None:
    game = begun("persia", {"br-64": "P0915", "pe-shoja": "P3306"}, "reinforcement", side="persian", dice=[2])
    field = rules_of("persia").field
    names = {field.grid.name(h) for h in open_hexes(field, game.state, field.native)}
    assert {"P3306", "P3801", "P2001"} <= names
    assert not {"P0915", "P2006"} & names


@pytest.mark.rule("sns2:persia:4.1")
def test_the_expedition_lands_in_one_port_without_enemies() -> None:
    game = Game(shipped("persia"), 1)
    assert "sns2:15.1" in refused(game, "deploy br-64 at P0915")
    (event,) = game.apply("deploy br-64 at P1017")
    assert event.to == ("british",), "stacks are not examined (5.6)"
    assert game.rules.visible_text(game.parse("deploy br-2eur at P1017"), "british", "persian") == "deploy"
    assert "sns2:15.1" in refused(game, "deploy br-2eur at P0608")
    assert game.verdict("deploy br-2eur at P1017")


@pytest.mark.rule("sns2:persia:4.2")
def test_the_second_division_comes_on_turn_four() -> None:
    game = begun("persia", {"br-64": "P1017", "pe-shoja": "P3306"}, "reinforcement", turn=4, only=False)
    assert game.verdict("place br-outram at P1017")
    earlier = begun("persia", {"br-64": "P1017", "pe-shoja": "P3306"}, "reinforcement", turn=3, only=False)
    assert "sns2:13.11" in refused(earlier, "place br-outram at P1017")


@pytest.mark.rule("sns2:persia:5.1")
@pytest.mark.rule("sns2:persia:5.2")
def test_points_of_persia() -> None:
    british, persian = rules_of("persia").field.losses
    assert (british.commander, british.headquarters, british.unit) == (0, 5, 1)
    assert (persian.leader, persian.unit) == (3, 3)
    game = begun("persia", {"br-64": "P3306", "br-20bo": "P1310", "pe-shoja": "P0915"}, "rally", side="persian", turn=7)
    # The British: a fortress 5, Khosab 10, Shiraza 10; the Persians: a fortress 15.
    assert {gain["side"]: gain["gained"] for gain in kinds(game, "points")} == {"british": 25, "persian": 15}


@pytest.mark.parametrize("name", [*CAMPAIGNS, "sns_first_steps"])
def test_units_set_up_can_march_as_the_umpire_asks(name: str) -> None:
    """Alone on the map, in the movement segment of its side: no event and no desertion comes before the question."""
    lone, units = Lone(SnsRules(shipped(name))), shipped(name).units
    rooted = [
        key for key, at in shipped(name).setup.items() if units[key].values["movement"] and not lone.reach(key, at)
    ]
    assert rooted == []
