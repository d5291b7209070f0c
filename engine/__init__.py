"""Hexwright's engine: boards, scenarios, rules systems and the umpire. It knows no screen."""
