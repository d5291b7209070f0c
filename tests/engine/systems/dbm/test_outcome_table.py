"""What becomes of the beaten and the doubled, and what elements cost: the rows of the tables written down once more by
hand, and compared for all types, grades and going."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from field_of import scenario

from engine.systems.de_bellis_multitudinis.armies import is_priced, price
from engine.systems.de_bellis_multitudinis.counters import UnitValues
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.outcome import BEATEN, DOUBLED, Fate, fate_of
from engine.systems.de_bellis_multitudinis.rules import DbmRules

MOUNTED = ("Kn", "Cv", "LH", "El", "Cm", "Exp")
IRREGULAR = ("El", "Cm", "Exp", "Wb", "Hd", "Bge")
TYPES = (*MOUNTED, "Sp", "Pk", "Bd", "Wb", "Ax", "Bw", "Ps", "Art", "WWg", "Hd", "Bge")
ANY_GOING = {
    "El": ("Ax", "Ps", "LH", "Art"),
    "Kn": ("El", "LH", "Cm"),
    "Exp": TYPES,
    "Bge": TYPES,
    "Art": TYPES,
    "Sp": ("Wb",),
    "Pk": ("Wb",),
    "Bd": ("Wb",),
    "Bw": MOUNTED,
    "WWg": ("El", "Art"),
    "Hd": ("Kn", "El", "Wb"),
}
"""By whom the beaten are destroyed in any going."""
GOOD_GOING = {
    **dict.fromkeys(("Sp", "Pk", "Bd", "Wb", "Ax"), ("Kn",)),
    "Ps": ("Kn", "Cv", "Cm"),
}
PRICES = {
    "Kn": "S15,12 O12,10 I10,8 F11,9 X13,11",
    "Cv": "S10,9 O8,7 I6,5",
    "LH": "S7,7 O5,5 I3,3 F4,-",
    "El": "S-,20 O-,16 I-,14 X-,22",
    "Cm": "S-,11 O-,6 I-,5 X-,9",
    "Exp": "O-,7",
    "Sp": "S7,- O5,4 I4,3",
    "Pk": "S5,- O4,- I3,3 X4,4",
    "Bd": "S8,7 O6,5 I4,3 F6,5 X7,6",
    "Wb": "S-,5 O-,3 F-,3",
    "Ax": "S4.5,4 O3.5,3 I2.5,2 X3.5,3",
    "Bw": "S7,5 O5,4 I4,3 X7,5",
    "Ps": "S3,3 O2,2 I1,1 X6,6",
    "Hd": "S-,2 O-,1 I-,.5 F-,1",
    "Art": "S10,- O8,- I4,- F10,- X5,-",
    "WWg": "S14,10 O10,8 I3,2 X7,6",
    "Gal": "S4,- O3,- F2,-",
    "Shp": "S-,4 O-,3 I-,2 X-,6",
    "Bts": "S-,3 O-,2 I-,1 F2,- X6,6",
}
"""Points of a regular and of an irregular element by grade."""


@pytest.fixture(scope="module")
def field() -> DbmField:
    """An element of each type, of ordinary grade."""
    return DbmRules(scenario({f"{kind.lower()}-1": _written(kind) for kind in TYPES})).field


def _written(kind: str) -> str:
    return f"red {kind} O{' irr' if kind in IRREGULAR else ''}"


def _beaten(loser: str, winner: str, going: str, *, shot: bool) -> Fate:
    if shot and loser == "WWg" and winner != "Art":
        return Fate.STANDS
    destroyed = winner in ANY_GOING.get(loser, ()) and not (shot and loser == "Art")
    if destroyed or (going == "good" and winner in GOOD_GOING.get(loser, ())):
        return Fate.DESTROYED
    if loser in ("WWg", "Hd"):
        return Fate.STANDS
    return Fate.FLEES if loser in ("Cv", "LH", "Cm") and going == "difficult" else Fate.RECOILS


def _doubled(loser: str, winner: str, going: str, *, shot: bool) -> Fate:
    if shot and loser == "WWg" and winner != "Art":
        return Fate.STANDS
    if loser in ("Cv", "LH") and going != "difficult":
        return Fate.FLEES
    if loser == "Ps" and not (winner in MOUNTED and going == "good"):
        return Fate.FLEES
    return Fate.DESTROYED


@pytest.mark.rule("dbm:21.1")
@pytest.mark.parametrize("loser", TYPES)
def test_the_beaten_and_the_doubled(field: DbmField, loser: str) -> None:
    """All winners, all going, in contact and shot at."""
    forms = dict(zip(TYPES, field.roster.forms, strict=True))
    wrong = []
    for winner in TYPES:
        for going in ("good", "rough", "difficult"):
            for shot in (False, True):
                wanted = _beaten(loser, winner, going, shot=shot), _doubled(loser, winner, going, shot=shot)
                got = tuple(
                    fate_of(field, forms[loser], forms[winner], compared, going, shot=shot)
                    for compared in (BEATEN, DOUBLED)
                )
                if got != wanted:
                    wrong.append((winner, going, shot, got, wanted))
    assert not wrong


def _priced() -> Iterator[tuple[str, str, bool, float | None]]:
    for kind, text in PRICES.items():
        for grade, regular, irregular in re.findall(r"([SOIFX])(-|[\d.]+),(-|[\d.]+)", text):
            for is_regular, points in ((True, regular), (False, irregular)):
                yield kind, grade, is_regular, None if points == "-" else float(points)


@pytest.mark.rule("dbm:25.1")
def test_points(field: DbmField) -> None:
    """Each type and grade, regular and irregular; what has no price cannot be had."""
    wrong = []
    for kind, grade, regular, points in _priced():
        value = UnitValues(grade=grade, regular=regular)
        got = price(field.tables, kind, value) if is_priced(field.tables, kind, grade, regular=regular) else None
        if got != points:
            wrong.append((kind, grade, regular, got, points))
    assert not wrong
