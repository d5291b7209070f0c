"""A player that plans its marches, battles and supply. See docs/systems/sns-staff.md."""
