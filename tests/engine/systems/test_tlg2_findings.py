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
