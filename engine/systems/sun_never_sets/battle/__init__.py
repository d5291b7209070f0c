"""Battles: declaration, rounds of fire and melee, retreats, routs and their aftermath."""
