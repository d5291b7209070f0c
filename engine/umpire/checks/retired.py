"""Codes that findings had once and that are never given again, with the code that says the same thing now."""

from __future__ import annotations

from typing import Final

RETIRED: Final = {
    "UNIT001": "UNIT101",
    "UNIT110": "UNIT105",
    "SETUP001": "SETUP101",
    "SETUP003": "SETUP106",
    "SETUP004": "UNIT103",
    "SETUP005": "SETUP107",
    "SETUP006": "SETUP108",
    "SETUP007": "SETUP109",
    "SETUP008": "SETUP112",
    "SETUP009": "SETUP113",
    "SETUP010": "SETUP112",
    "SETUP110": "SETUP103",
    "REINF001": "REINF101",
    "REINF002": "UNIT104",
    "REINF003": "REINF103",
    "REINF004": "REINF107",
    "REINF005": "REINF113",
    "REINF006": "REINF112",
    "REINF110": "REINF105",
    "WIN001": "WIN102",
    "WIN002": "WIN102",
    "WIN003": "WIN102",
    "RULE111": "RULE104",
}
