"""Hooks of rules files: functions of a Python file that the user trusts, each called at one place of the game."""
