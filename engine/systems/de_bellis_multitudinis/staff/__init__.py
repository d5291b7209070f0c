"""The player of De Bellis Multitudinis that plans. See docs/systems/dbm-staff.md."""
