"""Fuzzy search: letters of the query in order, anywhere in the text; beginnings of words and runs count more."""

from __future__ import annotations


def score(query: str, text: str) -> float | None:
    """How well a text answers a query, higher is better; None when neither its letters are in it in order nor
    its words in any order.

    >>> score("zin", "Zoom in") is not None, score("xyz", "Zoom in"), score("in zoom", "Zoom in") is not None
    (True, None, True)
    """
    wanted, found = query.casefold().replace(" ", ""), text.casefold()
    if not wanted:
        return 0.0
    total = _in_order(wanted, found)
    if total is None:
        words = query.casefold().split()
        # What follows itself within a word counts 2: this is a full match but for the order.
        return 2.0 - len(text) / 500 if len(words) > 1 and all(word in found for word in words) else None
    whole = found.find(query.casefold().strip())
    if whole >= 0:
        total += 6.0 if whole == 0 else 3.0
    return total / len(wanted) - len(text) / 500


def _in_order(wanted: str, found: str) -> float | None:
    total, at, last = 0.0, 0, -2
    for letter in wanted:
        at = found.find(letter, at)
        if at < 0:
            return None
        starts_word = at == 0 or not found[at - 1].isalnum()
        total += 4.0 if starts_word else 2.0 if at == last + 1 else 1.0
        last, at = at, at + 1
    return total
