"""No rules system writes for itself what another one has: that is the work of engine/mechanics."""

from __future__ import annotations

from pathlib import Path

from tools.twins import systems, twins

LEAST = 40
"""Nodes of a function that is worth a home of its own; smaller ones are a name for an expression."""


def told(folders: list[Path]) -> list[str]:
    return [f"{one.system}/{one.place} = {other.system}/{other.place}" for one, other in twins(folders, LEAST)]


def test_no_function_of_a_system_has_a_twin_in_another() -> None:
    folders = systems()
    assert len(folders) > 1
    assert told(folders) == []


def test_a_twin_with_other_names_and_texts_is_found(tmp_path: Path) -> None:
    first = '''
class Losses:
    """What is lost (6.1)."""

    def candidates(self, state: State, units: int) -> list[int]:
        """Those on the map."""
        found = [unit for unit in bits(units) if state.where[unit] >= 0]
        if not found:
            raise HexwrightError(f"no unit of {units} is on the map")
        return sorted(found, key=lambda unit: state.steps[unit])
'''
    second = """
def victims(rules, position, mask):
    chosen = [u for u in members(mask) if position.at[u] >= 0]
    if not chosen:
        raise Refused("nobody")
    return ordered(chosen, by=lambda u: position.left[u])
"""
    for name, text in (("one", first), ("two", second), ("three", second.replace(">= 0", "> 0"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
        (tmp_path / name / "losses.py").write_text(text, "utf-8")
    one, three, two = systems(tmp_path)
    assert told([one, two]) == ["one/losses.py:Losses.candidates = two/losses.py:victims"]
    assert told([one, three]) == []
