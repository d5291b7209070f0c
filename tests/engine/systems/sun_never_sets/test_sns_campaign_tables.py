"""The tables of supply, of the Natives and of the campaigns: what the text pins down, each with its paragraph."""

from __future__ import annotations

from itertools import pairwise

import pytest
from sns_tables import CAMPAIGNS, ROUNDS, TABLES


@pytest.mark.rule("sns2:12.3")
def test_the_forage_chart_is_the_text_s() -> None:
    lines = TABLES["forage"]["lines"]
    assert lines["town"]["empire"] == [4, 8, 12, 16, 20, 24]
    assert lines["clear"]["empire"] == [2, 4, 8, 12, 16, 20]
    assert lines["mountain"]["empire"] == [0, 2, 4, 6, 8, 10]
    assert lines["desert"]["empire"] == [0, 0, 0, 2, 4, 6]
    brackets = {
        (line, die + 1): native
        for line, by in lines.items()
        for die, (native, empire) in enumerate(zip(by["native"], by["empire"], strict=True))
        if native != empire
    }
    assert brackets == {("mountain", 2): 4, ("desert", 2): 2, ("desert", 3): 2, ("desert", 4): 4}


@pytest.mark.rule("sns2:12.3")
def test_forage_rises_with_the_die_and_the_land() -> None:
    forage = TABLES["forage"]
    for by in forage["lines"].values():
        for role in ("empire", "native"):
            assert by[role] == sorted(by[role])
        assert all(native >= empire for native, empire in zip(by["native"], by["empire"], strict=True))
    for line, poorer in pairwise(forage["lines"]):
        assert all(
            a >= b for a, b in zip(forage["lines"][line]["empire"], forage["lines"][poorer]["empire"], strict=True)
        )
    assert set(forage["terrain"].values()) == set(forage["lines"])


@pytest.mark.rule("sns2:12.32")
def test_every_terrain_has_a_forage_line_or_takes_another_s() -> None:
    forage, effects = TABLES["forage"], TABLES["terrain_effects"]
    for layer in ("hex", "feature", "hexside"):
        for name, row in effects[layer].items():
            if "forage" in row:
                assert row["forage"] in forage["lines"], name
                assert forage["terrain"].get(name, row["forage"]) == row["forage"], name
    grounds = {name for name, row in effects["hex"].items() if not row.get("closed")}
    assert grounds <= set(forage["terrain"]) | set(forage["other_terrain"])


@pytest.mark.rule("sns2:12.33")
@pytest.mark.rule("sns2:23.41")
def test_what_modifies_forage() -> None:
    assert TABLES["forage"]["modifiers"]["strategic_value"] == 1
    assert TABLES["forage"]["modifiers"]["fieldworks"] == 1
    assert TABLES["forage"]["modifiers"]["fair_play"] == 1
    assert TABLES["forage"]["civilians"] == 4


@pytest.mark.rule("sns2:34.0")
def test_simplified_forage() -> None:
    lines = TABLES["simple_forage"]["lines"]
    assert {name: line["empire"] for name, line in lines.items()} == {
        "fortress": 999,
        "town": 14,
        "clear": 10,
        "mountain": 5,
        "desert": 1,
    }
    assert {name: line["native"] for name, line in lines.items() if line["native"] != line["empire"]} == {"desert": 2}
    assert set(lines) == set(TABLES["forage"]["lines"])


@pytest.mark.rule("sns2:12.23")
@pytest.mark.rule("sns2:12.24")
def test_supply_units_and_lines() -> None:
    supply = TABLES["supply"]
    assert (supply["units_a_supply_unit"], supply["line"], supply["line_by_road"]) == (12, 2, 4)
    assert set(supply["needs_none"]) == {"headquarters", "supply", "fleet"}


@pytest.mark.rule("sns2:13.5")
def test_the_native_table_is_the_text_s() -> None:
    table = TABLES["native_reinforcement"]
    rows = [table["rows"][str(die)] for die in range(1, 8)]
    assert rows == ["desertions", "none", "none", "reinforcements", "reinforcements", "reinforcements", "uprising"]
    assert table["modifiers"]["native_lead"] == [{"points": 5, "die": 1}, {"points": 15, "die": 2}]
    assert table["modifiers"]["empire_lead"] == [{"points": 10, "die": -1}]


@pytest.mark.rule("sns2:abyssinia:3.22")
@pytest.mark.rule("sns2:asante:3.22")
@pytest.mark.rule("sns2:persia:3.22")
@pytest.mark.rule("sns2:afghan:3.22")
def test_what_native_results_bring_in_each_campaign() -> None:
    units = TABLES["native_reinforcement"]["units"]
    assert {campaign: tuple(units[campaign].values()) for campaign in CAMPAIGNS} == {
        "abyssinia": ("1d6", "half 1d6", "1d6"),
        "asante": ("half 1d6", "1", "half 1d6"),
        "persia": ("1d6", "half 1d6", "half 1d6"),
        "afghan": ("2d6", "1d6", "1d6"),
    }
    assert all(set(by) == {"uprising", "reinforcements", "desertions"} for by in units.values())


@pytest.mark.rule("sns2:asante:3.23")
@pytest.mark.rule("sns2:persia:3.3")
@pytest.mark.rule("sns2:afghan:3.3")
def test_what_moves_the_native_die_in_each_campaign() -> None:
    moves = TABLES["native_reinforcement"]["modifiers"]["campaign"]
    assert {name: (move["die"], move["once"]) for name, move in moves.items()} == {
        "asante": (-1, False),
        "persia": (2, True),
        "afghan": (2, True),
    }


@pytest.mark.rule("sns2:16.1")
@pytest.mark.rule("sns2:16.3")
def test_levels_of_victory() -> None:
    levels = TABLES["victory_levels"]
    assert {level["name"]: level["margin"] for level in levels["levels"]} == {
        "draw": 0,
        "local": 11,
        "campaign": 31,
        "imperial": 51,
    }
    assert levels["automatic"] == 75
    assert levels["evacuate_most"] == "local"


@pytest.mark.rule("sns2:16.2")
def test_points_of_the_campaigns() -> None:
    points = TABLES["points"]
    assert points["abyssinia"] == {
        "empire": {
            "now": {"commander": 15, "headquarters": 5, "unit": 1},
            "once": {"magdala": 15, "fortress": 5},
            "special": {"hostages": 50},
            "end": {},
        },
        "native": {"now": {"leader": 3, "unit": 6, "friendly": 2}, "end": {"magdala": 10, "fortress": 5}},
    }
    assert points["asante"] == {
        "empire": {
            "now": {"commander": 15, "headquarters": 5, "unit": 1},
            "once": {"kumasa": 25},
            "special": {"golden_stool": 5},
            "end": {},
        },
        "native": {"now": {"leader": 3, "unit": 3}, "end": {"coastal_town": 5}},
    }
    assert points["persia"] == {
        "empire": {"now": {"headquarters": 5, "unit": 1}, "end": {"fortress": 5, "khosab": 10, "shiraza": 10}},
        "native": {"now": {"leader": 3, "unit": 3}, "end": {"fortress": 15}},
    }
    assert points["fair_play"] == 1


FIVE = {"jelalabad": 5, "gazni": 5, "kalat_i_ghilzai": 5, "khyber_pass": 5, "quetta": 5}
"""What either side gets for holding these at the end of the Afghan campaign."""


@pytest.mark.rule("sns2:afghan:5.1")
@pytest.mark.rule("sns2:afghan:5.2")
def test_points_of_the_afghan_campaign() -> None:
    points = TABLES["points"]["afghan"]
    assert points["empire"] == {
        "now": {"commander": 10, "headquarters": 5, "veteran": 2, "unit": 1},
        "once": {"kabul": 10, "afghan_fortress": 5},
        "end": {"kabul": 25, "kandahar": 15, "political_in_kabul": 10} | FIVE,
    }
    places = {"kabul": 15, "kandahar": 10, "kohat": 5, "bolan_pass": 5, "kalat": 5, "town": 1}
    india = {"peshawar": 15, "kalabagh": 10, "multan": 10, "sukkur": 10}
    assert points["native"] == {
        "now": {"leader": 2, "unit": 3, "friendly": 1},
        "end": {"commander_in_kabul": 10} | places | india | FIVE,
        "special": {"extension": 30},
    }


@pytest.mark.rule("sns2:afghan:6.4")
@pytest.mark.rule("sns2:persia:4.2")
def test_turns_of_the_campaigns() -> None:
    turns = TABLES["campaign_turns"]
    assert {name: turns[name]["count"] for name in CAMPAIGNS} == {"abyssinia": 9, "asante": 6, "persia": 7, "afghan": 7}
    for name in CAMPAIGNS:
        longest = max([turns[name]["count"], *turns[name].get("extended", {}).values()])
        assert sorted(map(int, turns[name]["labels"])) == list(range(1, longest + 1)), name
    months = turns["afghan"]["labels"]
    assert [months[str(turn)].split()[0] for turn in turns["afghan"]["winter"]] == ["December", "January", "February"]
    assert turns["persia"]["labels"]["4"] == "January II"


@pytest.mark.rule("sns2:afghan:6.10")
def test_afghanistan_may_be_extended_to_august_or_october() -> None:
    turns = TABLES["campaign_turns"]["afghan"]
    for month, turn in turns["extended"].items():
        assert turns["labels"][str(turn)].lower().startswith(month)


@pytest.mark.rule("sns2:13.21")
def test_replacement_factors_are_the_text_s() -> None:
    factors = TABLES["replacements"]
    assert factors["abyssinia"]["european"] == {"infantry": 4, "cavalry": 3, "artillery": 2, "engineer": 1}
    assert factors["abyssinia"]["indian"] == {"infantry": 8, "cavalry": 6, "artillery": 1, "engineer": 2}
    assert factors["asante"] == {"european": {"infantry": 8, "cavalry": 0, "artillery": 1, "engineer": 1}}
    assert factors["persia"]["european"] == {"infantry": 4, "cavalry": 2, "artillery": 2, "engineer": 0}
    assert factors["persia"]["indian"] == {"infantry": 8, "cavalry": 3, "engineer": 1}
    assert factors["afghan"]["european"] == {"infantry": 8, "cavalry": 3, "artillery": 6, "engineer": 1}
    assert factors["afghan"]["indian"] == {"infantry": 12, "cavalry": 6, "artillery": 2, "engineer": 3}


@pytest.mark.rule("sns2:12.64")
@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_supply_counters_suffice_for_the_start_and_two_turns(campaign: str) -> None:
    supply = TABLES["supply_units"][campaign]
    assert supply["start"] + 2 * supply["turn"] <= supply["most"]
    assert supply["better"] < supply["most"]


@pytest.mark.rule("sns2:25.2")
def test_negotiations_have_what_other_paragraphs_ask_of_them() -> None:
    table = TABLES["negotiations"]
    results = [table["rows"][str(die)] for die in range(1, 7)]
    order = list(table["results"])
    assert [order.index(result) for result in results] == sorted(order.index(result) for result in results)
    assert {"safe_conduct", "honors"} <= set(results)
    assert set(results) == set(order)


@pytest.mark.rule("sns2:19.31")
@pytest.mark.rule("sns2:25.4")
def test_spying() -> None:
    assert TABLES["intelligence"]["betrayed"] == 6
    assert TABLES["intelligence"]["political_officer"] == 3


@pytest.mark.rule("sns2:18.1")
@pytest.mark.rule("sns2:18.6")
def test_who_besieges_and_who_gets_in() -> None:
    assert (TABLES["sieges"]["strength"], TABLES["sieges"]["arrivals"]) == (1, 1)


@pytest.mark.rule("sns2:25.31")
@pytest.mark.rule("sns2:25.33")
def test_what_raising_friends_costs() -> None:
    raising = TABLES["raising"]
    assert (raising["friendly"], raising["a_hex"]) == ({"points": 2, "factors": 1}, 1)
    assert raising["supply"] == {"points": 1, "factors": 2, "movement": 4}


@pytest.mark.rule("sns2:27.41")
@pytest.mark.rule("sns2:29.3")
def test_room_afloat() -> None:
    carriage = TABLES["carriage"]
    assert (carriage["factors"]["gunboat"], carriage["factors"]["river_transport"], carriage["transfer"]) == (4, 16, 12)
    assert carriage["weight"] == {"cavalry": 2}
    assert carriage["counts"] == {"supply": 4, "civilians": 4, "headquarters": 0, "railroad_engineer": 4}


@pytest.mark.rule("sns2:27.542")
def test_gunboats_shrug_off_the_smallest_results() -> None:
    assert set(TABLES["boats"]["gunboat_ignores"]) == {"(1)", "1"}


@pytest.mark.rule("sns2:30.21")
@pytest.mark.rule("sns2:30.32")
def test_railways_are_built_and_cut() -> None:
    railways = TABLES["railways"]
    assert railways["hexes_a_turn"] == {"one": 1, "two": 2, "headquarters": 1, "most": 3}
    assert railways["cut"] == {"least": 1, "most": 3}


@pytest.mark.rule("sns2:8.21")
def test_superiority_is_a_die_and_the_tactical_value() -> None:
    assert TABLES["superiority"]["modifiers"]["tactical_value"] == 1
    assert TABLES["superiority"]["modifiers"]["someone_blundered"] == 2


@pytest.mark.rule("sns2:2.6")
def test_a_table_s_dice_end_where_its_rows_do() -> None:
    for name, table in TABLES.items():
        rows = table.get("rows", {"1": 0, "6": 0})
        if "die" in table and "lines" not in table:
            assert table["die"] == {"least": min(map(int, rows)), "most": max(map(int, rows))}, name
    assert TABLES["forage"]["die"] == {"least": 1, "most": len(TABLES["forage"]["columns"])}
    assert all(len(row) == 6 for by in TABLES["forage"]["lines"].values() for row in by.values())
    assert all(TABLES[name]["die"] == {"least": 0, "most": 9} for name in ROUNDS)


@pytest.mark.rule("sns2:12.22")
def test_whole_fortresses_and_the_forage_limit_beyond_every_army() -> None:
    unlimited = TABLES["forage"]["unlimited"]
    assert unlimited == TABLES["simple_forage"]["unlimited"] == 999
    assert all(set(row) == {unlimited} for row in TABLES["forage"]["lines"]["fortress"].values())


@pytest.mark.rule("sns2:13.6")
def test_supply_units_at_start_and_by_the_turn_are_the_text_s() -> None:
    supply = {name: TABLES["supply_units"][name] for name in CAMPAIGNS}
    assert {name: (of["start"], of["turn"]) for name, of in supply.items()} == {
        "abyssinia": (6, 2),
        "asante": (3, 1),
        "persia": (1, 1),
        "afghan": (6, 3),
    }
    better = {name for name, of in supply.items() if of["better"]}
    assert better == {"abyssinia", "afghan"}, "4.51 of either has better supply units"


@pytest.mark.rule("sns2:abyssinia:6.4")
@pytest.mark.rule("sns2:afghan:6.6")
def test_elephants_carry_one_load_at_six() -> None:
    elephant = TABLES["carriage"]["elephant"]
    assert elephant == {"units": 1, "movement": 6, "gun_movement": 4, "takes": ["supply", "artillery"]}


@pytest.mark.rule("sns2:27.41")
def test_steamers_and_junks_carry_what_gunboats_do() -> None:
    room = TABLES["carriage"]["factors"]
    assert room["steamer"] == room["junk"] == room["gunboat"]


@pytest.mark.rule("sns2:1.1")
@pytest.mark.parametrize("campaign", ["asante", "persia"])
def test_half_months_follow_one_another(campaign: str) -> None:
    turns = TABLES["campaign_turns"][campaign]
    months = ["December", "January", "February", "March"]
    halves = [f"{month} {half}" for month in months for half in ("I", "II")]
    labels = [" ".join(turns["labels"][str(turn)].split()[:2]) for turn in range(1, turns["count"] + 1)]
    first = halves.index(labels[0])
    assert labels == halves[first : first + len(labels)]
    assert labels[-1] == "March I"
    assert turns["labels"]["1"].endswith(str(turns["year"]))
    assert turns["first"] == "empire"


@pytest.mark.rule("sns2:abyssinia:2.0")
def test_abyssinia_begins_and_ends_on_the_printed_days() -> None:
    labels = TABLES["campaign_turns"]["abyssinia"]["labels"]
    assert (labels["1"], labels["9"]) == ("January 1-21", "June 16-July 6")
    assert TABLES["campaign_turns"]["abyssinia"]["year"] == 1868


@pytest.mark.rule("sns2:afghan:2.0")
def test_afghan_turns_are_months_from_november() -> None:
    turns = TABLES["campaign_turns"]["afghan"]
    months = ("November", "December", "January", "February", "March", "April")
    months += ("May", "June", "July", "August", "September", "October")
    assert [turns["labels"][str(turn)].split()[0] for turn in range(1, 13)] == list(months)
    assert (turns["year"], turns["first"]) == (1878, "empire")
    assert turns["labels"]["1"].endswith("1878")


@pytest.mark.rule("sns2:12.3")
@pytest.mark.rule("sns2:23.3")
@pytest.mark.rule("sns2:18.22")
def test_whose_ground_forages_as_other_terrain() -> None:
    forage, effects = TABLES["forage"], TABLES["terrain_effects"]
    assert set(forage["other_terrain"]) == {"road", "pass", "bridge", "coast", "drift", "railroad"}
    assert effects["atrocity"] == {"forage": "desert"}
    assert effects["feature"]["fortress"]["besieged"] == forage["terrain"]["besieged_fortress"] == "town"


@pytest.mark.rule("sns2:12.24")
@pytest.mark.rule("sns2:asante:6.5")
def test_where_lines_of_supply_lead() -> None:
    supply = TABLES["supply"]
    assert set(supply["sources"]) == {"fortress", "supply", "railway"}
    assert supply["closed_without_road"] == {"asante": ["jungle", "marsh"]}


@pytest.mark.rule("sns2:13.41")
@pytest.mark.rule("sns2:11.31")
@pytest.mark.rule("sns2:10.3")
def test_halves_and_values() -> None:
    assert TABLES["movement_extras"]["leave_map_by_rail"] == 0
    assert TABLES["movement_extras"]["demoralized"] == 0.5
    for table in ("rally", "superiority"):
        assert TABLES[table]["modifiers"]["tactical_value"] == 1
    assert TABLES["fire_modifiers"]["tactical_value"] == 1
    assert (
        TABLES["simple_forage"]["modifiers"]["strategic_value"] == TABLES["march"]["modifiers"]["strategic_value"] == 1
    )


def test_the_legion_s_campaign_has_what_the_others_have() -> None:
    own = TABLES["dahomey"]
    assert own["provenance"] == "reconstructed"
    assert sorted(map(int, own["turns"]["labels"])) == list(range(1, own["turns"]["count"] + 1))
    assert set(own["turns"]) <= set(TABLES["campaign_turns"]["afghan"])
    assert set(own["units"]) == set(TABLES["native_reinforcement"]["units"]["persia"])
    for role in ("empire", "native"):
        assert set(own["points"][role]) <= {"now", "once", "special", "end"}
    for factors in own["replacements"].values():
        assert set(factors) <= {"infantry", "cavalry", "artillery", "engineer"}
