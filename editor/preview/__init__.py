"""Test turns in the editor: a game played on a copy of the scenario, watched, stepped through, joined in."""
