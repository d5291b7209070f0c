"""Contacts: which attacks leave nobody without a partner."""

from __future__ import annotations

from engine.mechanics.contacts import ContactNet


def net(*pairs: str, bound: str = "", owed: str = "") -> ContactNet:
    """The contacts of pairs such as ``1a``: unit 1 could attack hex a (hexes are their letters' numbers)."""
    units = {int(pair[0]) for pair in pairs}
    hexes = {ord(pair[1]) for pair in pairs}
    return ContactNet(
        {u: frozenset(ord(pair[1]) for pair in pairs if int(pair[0]) == u) for u in units},
        {h: frozenset(int(pair[0]) for pair in pairs if ord(pair[1]) == h) for h in hexes},
        frozenset(map(int, bound)),
        frozenset(map(ord, owed)),
    )


def attack(hexes: str, units: str) -> tuple[frozenset[int], frozenset[int]]:
    return frozenset(map(ord, hexes)), frozenset(map(int, units))


def closed(contacts: ContactNet, hexes: str, units: str, *, several: bool = True) -> object:
    return contacts.closure(map(ord, hexes), map(int, units), several=several)


def test_who_would_have_nobody_left_to_attack_joins_in() -> None:
    contacts = net("1a", "2a", "2b", "3b", bound="12", owed="ab")
    assert contacts.left_over([ord("a")], [2]) == (frozenset({1}), frozenset())
    assert closed(contacts, "a", "2") == attack("a", "12")


def test_a_hex_that_would_have_nobody_left_is_attacked_as_well_where_that_may_be() -> None:
    contacts = net("1a", "1b", bound="1", owed="ab")
    assert closed(contacts, "a", "1") == attack("ab", "1")
    assert closed(contacts, "a", "1", several=False) is None
    assert contacts.closure([ord("a")], [1], lambda _targets, _hexes: True) == attack("a", "1")
    assert contacts.closure([ord("a")], [1], None) == attack("a", "1")


def test_no_attack_holds_a_unit_and_a_hex_that_it_does_not_reach() -> None:
    contacts = net("1a", "2b", "2a", bound="12", owed="ab")
    assert closed(contacts, "b", "1") is None
    assert contacts.closure([ord("b")], [1], None) is None
    assert contacts.in_common([ord("a"), ord("b")]) == [2]
    assert contacts.in_common([]) == []
