"""What the umpire says of a scenario under Twilight's Last Gleaming 2 before it is played."""

from __future__ import annotations

import pytest
import tlg2_field as tlg2
from hex_field import field

from engine.findings import Finding
from engine.play.registry import system
from engine.scenario import Arrival, Scenario
from engine.umpire.checks import check_scenario

OWN = tuple(system("tlg2").findings)
GUN = "us-gun artillery 3 range 6"
HEAVY = f"{GUN} heavy_battery"


def stacked(*units: str) -> Scenario:
    """All of them in one hex."""
    return tlg2.scenario(field(), units, {unit.split()[0]: "X0505" for unit in units})


def alone(unit: str) -> Scenario:
    return stacked(unit)


def arriving(*entry: str) -> Scenario:
    return tlg2.scenario(field(), ["us-1 infantry 4"], {}, [Arrival(2, "us", entry, ("us-1",))])


def own(made: Scenario) -> list[Finding]:
    return [finding for finding in check_scenario(made) if finding.code in OWN]


CASES = {
    "UNIT112": (alone("us-1 infantry 4/4"), alone("us-1 infantry 4/3"), "tlg2:2.6"),
    "UNIT113": (alone("us-gun artillery 3"), alone(GUN), "tlg2:7.2"),
    "UNIT114": (alone("us-1 infantry 4 range 6"), alone(GUN), "tlg2:7.1"),
    "UNIT115": (alone("us-1 infantry 4 bayonet"), alone("us-1 infantry 4/2 bayonet"), "tlg2:2.6"),
    "SETUP111": (stacked("us-1 infantry 4", "us-2 infantry 4"), stacked("us-1 infantry 4", HEAVY), "tlg2:4.9"),
    "REINF111": (arriving("X0101", "X0102"), arriving("X0101"), "tlg2:5.3"),
}


@pytest.mark.parametrize("code", OWN)
def test_each_mistake_is_found_with_its_paragraph(code: str) -> None:
    bad, good, paragraph = CASES[code]
    assert [(finding.code, finding.rule) for finding in own(bad)] == [(code, paragraph)]
    assert own(good) == []


@pytest.mark.parametrize(
    ("units", "found"),
    [
        ((HEAVY, "us-1 infantry 4", "us-2 infantry 4"), ["SETUP111"]),
        ((GUN, "us-1 infantry 4"), ["SETUP111"]),
        (("us-1 infantry 4/5",), ["UNIT112"]),
        (("us-1 infantry 4 heavy_battery",), ["UNIT114"]),
    ],
    ids=str,
)
@pytest.mark.rule("tlg2:4.9")
def test_the_bounds_of_stacks_and_marks(units: tuple[str, ...], found: list[str]) -> None:
    assert [finding.code for finding in own(stacked(*units))] == found


@pytest.mark.parametrize(
    ("bad", "found"),
    [
        (
            alone("us-1 infantry 4/5"),
            [("units.us-1.reduced", "us-1 is no weaker when reduced (4 to 5)", "", "error", None)],
        ),
        (
            alone("us-gun artillery 3"),
            [
                (
                    "units.us-gun",
                    "us-gun is artillery without a range",
                    "add `range: 8`",
                    "error",
                    ("Give it the range 8", {"range": 8}),
                )
            ],
        ),
        (
            alone("us-1 cavalry 4 range 6 heavy_battery"),
            [
                (
                    "units.us-1.range",
                    "us-1 has a range but is not artillery",
                    "",
                    "error",
                    ("Take the range out", {"range": None, "heavy_battery": None}),
                )
            ],
        ),
        (
            alone("us-1 infantry 4 bayonet"),
            [
                (
                    "units.us-1.bayonet",
                    "us-1 is marked for the bayonet charge but has one step; the mark gives it nothing",
                    "add `reduced: ` with the factor of its reduced side, or take `bayonet` out",
                    "warning",
                    ("Take the mark out", {"bayonet": None}),
                )
            ],
        ),
        (
            stacked("us-1 infantry 4", "us-2 infantry 4", HEAVY),
            [
                (
                    "setup.us-gun",
                    "us-1, us-2 and us-gun are stacked in X0505",
                    "one unit per hex; only a heavy battery may share its hex, with one unit of its side",
                    "error",
                    None,
                )
            ],
        ),
        (
            arriving("X0101", "X0102"),
            [
                (
                    "reinforcements.0.entry",
                    "these rules use one entry hex a group; the first one is used",
                    "",
                    "warning",
                    ("Keep only X0101", ["X0101"]),
                )
            ],
        ),
    ],
)
def test_what_is_said_of_each_mistake_and_how_it_is_mended(bad: Scenario, found: list[tuple[object, ...]]) -> None:
    said = []
    for one in own(bad):
        data = one.fix.data if one.fix else {}
        fix = (one.fix.title, data.get("values", data.get("value"))) if one.fix else None
        said.append((one.place.data_path, one.message, one.hint, one.severity.value, fix))
        assert one.fix is None or "values" not in data or (one.fix.verb, data["unit"]) == ("set_values", one.place.unit)
    assert said == found


def test_enemies_in_one_hex_are_no_stack_and_who_is_nowhere_is_in_none() -> None:
    made = tlg2.scenario(field(), ["us-1 infantry 4", "ac-1 infantry 4"], {"us-1": "X0505", "ac-1": "X0505"})
    assert own(made) == []
    lost = stacked("us-1 infantry 4", "us-2 infantry 4").with_(
        setup={"us-1": "X9999", "us-2": "X9999", "us-3": "X0505"}
    )
    assert own(lost) == []


def test_a_counter_that_cannot_be_read_hides_no_mistake_of_the_next() -> None:
    made = stacked("us-1 infantry 0", "us-2 infantry 4/5").with_(setup={"us-1": "X0101", "us-2": "X0505"})
    assert [finding.code for finding in own(made)] == ["UNIT112"]
