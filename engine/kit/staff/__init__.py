"""The staff of games by rules files: it reads the rules and the ways to score. See docs/systems/kit-staff.md."""
