"""The tables of marches and terrain: what the text pins down, each with its paragraph."""

from __future__ import annotations

import pytest
from sns_tables import TABLES, cost, defence


@pytest.mark.rule("sns2:2.6")
def test_every_table_says_where_it_comes_from() -> None:
    for name, table in TABLES.items():
        assert table["provenance"] in ("text", "sourced", "reconstructed"), name
        assert table["source"], name
        if table["provenance"] == "reconstructed":
            assert table["constraints"], name


@pytest.mark.rule("sns2:6.0")
def test_the_march_table_is_the_text_s() -> None:
    rows = TABLES["march"]["rows"]
    marches = [rows[str(die)]["march"] for die in range(9)]
    assert marches == ["hold", "hold", "hold", "march", "march", "march", "forced", "forced", "dash"]
    assert [die for die in range(9) if rows[str(die)]["attrition"]] == [0, 6]
    assert TABLES["march"]["die"] == {"least": 0, "most": 8}
    assert TABLES["march"]["times"] == {"hold": 0, "march": 1, "forced": 2, "dash": 3}
    assert set(TABLES["march"]["results"]) == set(TABLES["march"]["times"])


@pytest.mark.rule("sns2:3.2")
def test_winter_and_monsoon_cost_one_on_march_and_forage_dice() -> None:
    for table in ("march", "forage"):
        modifiers = TABLES[table]["modifiers"]
        assert (modifiers["winter"], modifiers["monsoon"], modifiers["foul_weather"]) == (-1, -1, -1)


@pytest.mark.rule("sns2:6.22")
def test_attrition_takes_one_unit_and_never_headquarters_or_fleets() -> None:
    assert TABLES["attrition"]["lost"] == 1
    assert {"headquarters", "fleet"} <= set(TABLES["attrition"]["spared"])


@pytest.mark.rule("sns2:6.33")
def test_natives_never_pay_more_and_sometimes_less() -> None:
    effects = TABLES["terrain_effects"]
    rows = [row for layer in ("hex", "feature") for row in effects[layer].values() if "cost" in row]
    assert all(row["cost"]["native"] <= row["cost"]["empire"] for row in rows)
    assert any(row["cost"]["native"] < row["cost"]["empire"] for row in rows)


@pytest.mark.rule("sns2:6.31")
def test_open_ground_costs_one() -> None:
    assert [cost("clear", role) for role in ("empire", "native")] == [1, 1]
    assert min(cost(name, "native") for name, row in TABLES["terrain_effects"]["hex"].items() if "cost" in row) == 1


@pytest.mark.rule("sns2:6.34")
def test_all_sea_is_closed() -> None:
    closed = {name for name, row in TABLES["terrain_effects"]["hex"].items() if row.get("closed")}
    assert closed == {"sea", "lake"}


@pytest.mark.rule("sns2:6.4")
def test_a_road_hex_costs_half_a_point() -> None:
    assert TABLES["terrain_effects"]["road"] == 0.5


@pytest.mark.rule("sns2:6.43")
def test_bridges_and_drifts_are_free() -> None:
    sides = TABLES["terrain_effects"]["hexside"]
    assert sides["bridge"]["free"]
    assert sides["drift"]["free"]


@pytest.mark.rule("sns2:8.6")
def test_terrain_gives_the_defender_what_is_known_of_it() -> None:
    assert defence("mountain") == defence("pass", "feature") == -2
    assert defence("fieldworks", "feature") == -2
    assert defence("fortress", "feature") == -3
    assert defence("clear") == 0
    gives = [
        row["defence"]
        for layer in ("hex", "feature")
        for row in TABLES["terrain_effects"][layer].values()
        if "defence" in row
    ]
    assert max(gives) == 0, "terrain never helps the attacker"
    assert min(gives) == defence("fortress", "feature"), "a fortress helps most"


@pytest.mark.rule("sns2:17.32")
def test_a_town_is_less_than_fieldworks() -> None:
    assert defence("fieldworks", "feature") < defence("town", "feature") < 0


@pytest.mark.rule("sns2:17.41")
def test_engineers_make_mountain_and_jungle_cheaper_for_the_british() -> None:
    engineers = TABLES["terrain_effects"]["engineers"]
    for terrain in ("mountain", "jungle"):
        assert engineers[terrain] == 2
        assert cost(terrain, "empire") > engineers[terrain]
        assert cost(terrain, "native") >= engineers[terrain]


@pytest.mark.rule("sns2:17.42")
def test_british_roads_cost_one_without_engineers() -> None:
    engineers = TABLES["terrain_effects"]["engineers"]
    assert (engineers["road_without"], engineers["road_with"]) == (1, 0.5)


@pytest.mark.rule("sns2:17.11")
def test_rivers_cost_something_the_major_ones_more_and_nothing_with_engineers() -> None:
    sides = TABLES["terrain_effects"]["hexside"]
    assert 0 < sides["minor_river"]["cost"] < sides["major_river"]["cost"]
    assert TABLES["terrain_effects"]["engineers"]["river_with_supply"] == 0


@pytest.mark.rule("sns2:9.24")
@pytest.mark.rule("sns2:8.81")
def test_no_zone_and_no_retreat_over_major_rivers() -> None:
    sides = TABLES["terrain_effects"]["hexside"]
    assert (sides["major_river"]["zone"], sides["major_river"]["retreat"]) == (False, False)
    assert (sides["minor_river"]["zone"], sides["minor_river"]["retreat"]) == (True, True)


@pytest.mark.rule("sns2:17.22")
def test_a_blown_fortress_gives_nothing() -> None:
    effects = TABLES["terrain_effects"]
    assert effects["blown"] == effects["earthquake"] == {"fortress": 0}
    sapper = TABLES["sapper"]
    assert [sapper["rows"][str(die)] for die in range(1, 7)] == [
        "countermine",
        "none",
        "none",
        "blown",
        "blown",
        "blown",
    ]
    assert sorted(sapper["modifiers"].values()) == [-1, -1, 1, 1]


@pytest.mark.rule("sns2:event1:native:25")
def test_a_pass_is_cheaper_than_the_mountain_an_earthquake_leaves() -> None:
    assert all(cost("pass", role, "feature") < cost("mountain", role) for role in ("empire", "native"))


@pytest.mark.rule("sns2:abyssinia:6.3")
@pytest.mark.rule("sns2:afghan:6.5")
def test_who_crowns_the_heights() -> None:
    heights = TABLES["terrain_effects"]["heights"]
    assert (heights["native"], heights["friendly"], heights["empire"]) == (0, 0, -1)
    assert set(heights["empire_types"]) == {"infantry", "pioneer", "engineer"}
    assert set(heights["campaigns"]) == {"abyssinia", "afghan"}


@pytest.mark.rule("sns2:9.31")
@pytest.mark.rule("sns2:20.2")
@pytest.mark.rule("sns2:13.41")
def test_what_movement_costs_beside_terrain() -> None:
    extras = TABLES["movement_extras"]
    assert (extras["zone"], extras["storm"], extras["leave_map"]) == (1, 2, 1)
    assert (extras["reconnaissance"], extras["negotiation"]) == (0, 0)
