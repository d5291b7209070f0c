"""Hexwright's engine: boards, scenarios, rules systems and the umpire. It uses no screen."""
