"""The staff of these rules: a player that plans. See docs/systems/fm-staff.md."""
