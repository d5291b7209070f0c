"""The staff of these rules: a player that plans. See docs/systems/tlg2-staff.md."""
