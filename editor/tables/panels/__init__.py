"""The panels of tables."""
